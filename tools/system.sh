#!/bin/bash
# Installs Debian packages that the project needs and that are missing: `tools/system.sh egl blender ...`.
# As root with apt-get it installs them; otherwise it says what to install. Never fails: what needs a part
# says so itself, with the name of the package.
set -uo pipefail

has_lib() { ldconfig -p 2>/dev/null | grep -q "$1"; }

lacking=()
need() { # test, packages
    eval "$1" || lacking+=($2)
}

for part in "$@"; do
    case $part in
    egl)
        # OpenGL without a display or a graphics card: the loader, and Mesa's software driver.
        need 'has_lib libEGL.so.1' libegl1
        need 'has_lib libGL.so.1' libgl1
        need 'has_lib libEGL_mesa.so.0' libegl-mesa0
        need 'ls /usr/lib/*/dri/swrast_dri.so >/dev/null 2>&1 || ls /usr/lib/*/libgallium-*.so >/dev/null 2>&1' libgl1-mesa-dri
        ;;
    blender)
        for lib in libX11.so.6:libx11-6 libXrender.so.1:libxrender1 libXfixes.so.3:libxfixes3 libXi.so.6:libxi6 \
            libxkbcommon.so.0:libxkbcommon0 libSM.so.6:libsm6; do
            need "has_lib ${lib%:*}" "${lib#*:}"
        done
        ;;
    ci)
        need 'command -v make >/dev/null' make
        need 'command -v python3 >/dev/null' python3
        need 'python3 -c "import ensurepip, venv" 2>/dev/null || python3 -m pip --version >/dev/null 2>&1' python3-venv
        need 'command -v bwrap >/dev/null' bubblewrap # the sandbox of the terminal renderer; optional
        need 'command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ]' locales # another locale to test in
        ;;
    *)
        echo "tools/system.sh: there is no part '$part'" >&2
        exit 2
        ;;
    esac
done
[ ${#lacking[@]} -gt 0 ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "not installed: ${lacking[*]}; on Debian and Ubuntu: sudo apt-get install ${lacking[*]}" >&2
    exit 0
fi
echo "installing ${lacking[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
if ! log=$({ timeout 300 apt-get update -qq &&
    timeout 300 apt-get install -y -qq --no-install-recommends "${lacking[@]}"; } 2>&1 </dev/null); then
    tail -n 5 <<<"$log" >&2
    echo "not installed: ${lacking[*]}; going on without" >&2
fi
exit 0
