"""From a replay to a video file, by whichever back end."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from ..core import catalog
from ..core.errors import BadParams, near
from ..schemas.video import Video
from ..simulators.replay import Replay
from .backend import Backend
from .reel import Pace
from .style import Style
from .video import Quality, encode

_HERE = Path(__file__).resolve().parent


@cache
def backend_names() -> tuple[str, ...]:
    """Names of the back ends, in alphabetical order: the files of this folder that define one.

    `renderers/NAME.py` is a back end if its class `Name` says whether it is exact. The files are read,
    not imported: their listing must not cost what their drawing does.
    """
    found = []
    for path in sorted(_HERE.glob("*.py")):
        kind = re.search(rf"^class {path.stem.capitalize()}\b.*(?:\n(?:[ \t].*)?)*", path.read_text("utf-8"), re.M)
        if kind is not None and re.search(r"^    exact\b[^=\n]*= (?:True|False)$", kind[0], re.M):
            found.append(path.stem)
    return tuple(found)


def backends() -> dict[str, type[Backend]]:
    """Back ends by name; this imports their modules."""
    return {name: _kind(name) for name in backend_names()}


def backend(name: str) -> Backend:
    """The back end of that name; raises BadParams, with near matches, for an unknown one."""
    if name not in backend_names():
        raise BadParams(f"there is no renderer {name[:40]!r}", hint=near(name, backend_names()))
    return _kind(name)()


def _kind(name: str) -> type[Backend]:
    kind: type[Backend] = getattr(import_module(f"{__package__}.{name}"), name.capitalize())
    return kind


def render(
    replay: Replay,
    path: Path,
    *,
    renderer: str | None,
    style: Style,
    pace: Pace,
    quality: Quality = "standard",
) -> Video:
    """Draw and encode one clip; `renderer` None takes the one that the world's view asks for.

    Raises as `encode` does, and BadParams for an unknown renderer or a pace that cannot be kept.
    """
    pace.check()
    drawer = backend(renderer or catalog.view(replay.script.world).renderer)
    return filmed(drawer, replay, path, style=style, pace=pace, quality=quality)


def filmed(
    drawer: Backend, replay: Replay, path: Path, *, style: Style, pace: Pace, quality: Quality = "standard"
) -> Video:
    """The same with a back end in hand."""
    reel = drawer.reel(replay, pace)
    width, height, frames = drawer.frames(replay, style, pace)
    done = encode(frames, path, width=width, height=height, fps=reel.fps, quality=quality)
    return Video(
        renderer=drawer.name,
        style=style.name,
        width=width,
        height=height,
        fps=reel.fps,
        frames=done.frames,
        reveal=reel.reveal,
        ops=reel.ops,
        planes=done.planes,
        decoded=done.decoded,
        file=done.file,
        encoder=done.encoder,
    )
