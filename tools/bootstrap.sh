#!/bin/bash
# Makes .venv and installs this project into it: `tools/bootstrap.sh user` or `tools/bootstrap.sh dev`.
# Needs only bash, Python 3.11 or newer and pip (or Debian's python3-venv). Does nothing when all is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cd "$(pwd -P)"

parts=${1:-user}
venv=.venv/bin/python
boot=.make/boot

# Whatever the caller's shell has switched on (a virtualenv, a PYTHONPATH, pip's own defaults for where
# to install) is none of our business here.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV __PYVENV_LAUNCHER__
unset PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV PIP_NO_DEPS PIP_DRY_RUN
export PYTHONNOUSERSITE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

say() { echo "set-up: $*" >&2; }

refuse() { # what, remedy
    printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
    exit 3
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local name
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if command -v "$name" >/dev/null && new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

# A usable .venv has a pip of its own, and its scripts point here (a moved or copied checkout has not).
usable() {
    new_enough $venv && $venv -m pip --version >/dev/null 2>&1 &&
        head -n 3 .venv/bin/pip 2>/dev/null | grep -qF "$PWD/.venv/bin/python"
}

make_venv() {
    local python
    python=$(find_python) || refuse "${PYTHON:-python3} is not Python 3.11 or newer" \
        "install a newer one (apt install python3), or name it: make PYTHON=/path/to/python3.12 ..."
    say "making .venv with $("$python" --version)"
    rm -rf .venv .make/*.stamp
    if "$python" -m venv .venv >/dev/null 2>&1 && usable; then
        return
    fi
    # Debian and Ubuntu ship Python without ensurepip. `--target` writes into our own folder only, so
    # an "externally managed" Python has no say in it.
    say "this Python has no complete venv module; getting virtualenv with pip instead"
    rm -rf .venv $boot
    if ! "$python" -m pip install --quiet --target $boot virtualenv ||
        ! PYTHONPATH=$boot "$python" -m virtualenv --quiet .venv || ! usable; then
        rm -rf .venv
        refuse "no virtual environment could be made with $python" \
            "look at the lines above; on Debian and Ubuntu: apt install python3-venv python3-pip"
    fi
}

# The recipe of an installation: what was asked for, from which file, where.
recipe() { echo "$1 $(sha256sum <pyproject.toml) $PWD $($venv --version)"; }

installed() { [ -f ".make/$1.stamp" ] && [ "$(cat ".make/$1.stamp")" = "$(recipe "$1")" ]; }

case $parts in
user) what=. ;;
dev) what=".[dev]" ;;
*) refuse "there is no set-up '$parts'" "choose one of: dev, user" ;;
esac
mkdir -p .make
usable || make_venv
if installed dev || installed "$parts"; then
    exit 0
fi
say "installing into .venv, once (a minute or two)"
$venv -m pip install --quiet --editable "$what" ||
    refuse "pip could not install $what" "look at the lines above; is the package index within reach?"
recipe "$parts" >".make/$parts.stamp"
