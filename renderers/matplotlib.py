"""The Matplotlib back end: each sprite is drawn once, frames are composited from the drawings."""

import os
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core import catalog
from ..core.errors import MissingPart
from ..simulators.replay import Replay
from .picture import Picture, Placed, Sprite
from .reel import Pace, Reel, timeline
from .sprites import Image, Shelf
from .style import Style
from .views.base import View

if TYPE_CHECKING:
    from .composite import Put

_SHELF = Shelf(128 << 20)
_home: "TemporaryDirectory[str] | None" = None


class Matplotlib:
    """Draws every world that has a view."""

    name = "matplotlib"
    exact = True

    def __init__(self, view: View[Any, Any] | None = None) -> None:
        self._view = view

    def view(self, replay: Replay) -> View[Any, Any]:
        """The look of the replay's world."""
        return catalog.view(replay.script.world) if self._view is None else self._view

    def draws(self, view: object) -> bool:
        return isinstance(view, View)

    def reel(self, replay: Replay, pace: Pace) -> Reel:
        """The clock of the clip."""
        reading = self.view(replay).reading(replay.revealed)
        return timeline(replay.script.reveal, replay.count, pace, reading=reading)

    def frames(self, replay: Replay, style: Style, pace: Pace) -> tuple[int, int, Iterator[bytes]]:
        """Width, height and the frames; see `Backend.frames`."""
        from .composite import composed

        _start()
        view, reel = self.view(replay), self.reel(replay, pace)
        canvas = view.canvas(replay.script.size)
        width, height = pace.size(canvas)
        drawer = Drawer(view, style, width, canvas[0])
        backdrop = drawer.image(view.backdrop(replay.script.size), page=style.page)
        puts = (drawer.puts(picture) for picture in pictures(view, replay, reel, canvas))
        return width, height, composed(backdrop, puts, width, height)


def pictures(view: View[Any, Any], replay: Replay, reel: Reel, canvas: tuple[int, int]) -> Iterator[Picture]:
    """One picture a frame; views are given the hidden side of states except on the way to the reveal."""
    script, sim, states = replay.script, replay.sim, replay.states
    label = Sprite("caption", (view.caption(script.reveal),), canvas[0] - 16, 36)
    x, y = canvas[0] / 2, canvas[1] - 22.0
    for segment in reel.segments:
        kind, step, count = segment.kind, segment.step, segment.count
        if kind == "motion":
            hidden, op = sim.hide(states[step]), script.ops[step]
            for i in range(count):
                yield view.motion(hidden, op, (i + 1) / (count + 1))
        elif kind == "rest":
            picture = view.still(sim.hide(states[step]), 0.0)
            for _ in range(count):
                yield picture
        elif kind == "shown":
            picture = (*view.still(states[step], 1.0), Placed("caption", label, x, y))
            for _ in range(count):
                yield picture
        else:
            for i in range(count):
                t = (i + 1) / (count + 1)
                lift = smooth(t if kind == "uncover" else 1 - t)
                yield (*view.still(states[step], lift), Placed("caption", label, x, y, lift))


def smooth(t: float) -> float:
    """Ease in and out: 0 to 1 with no speed at either end."""
    return t * t * (3 - 2 * t)


class Drawer:
    """Turns placed sprites into images on pixels, for one view, style and scale."""

    def __init__(self, view: View[Any, Any], style: Style, width: int, canvas_width: int) -> None:
        self.view, self.style = view, style
        self.width, self.canvas_width = width, canvas_width
        self._scale = width / canvas_width
        kind = type(view)
        self._key = (kind.__module__, kind.__qualname__, style, width, canvas_width)

    def image(self, sprite: Sprite, page: str | None = None) -> Image:
        """The drawing of a sprite; with `page`, on an opaque ground."""
        return _SHELF.get((self._key, sprite), lambda: self._drawn(sprite, page))

    def puts(self, picture: Picture) -> "tuple[Put, ...]":
        """Where each image goes; places are rounded to whole pixels."""
        from .composite import Put

        scale, out = self._scale, []
        for _, sprite, x, y, alpha in picture:
            level = int(min(1.0, max(0.0, alpha)) * 255 + 0.5)
            if level:
                image = self.image(sprite)
                left = int(x * scale - image.width / 2 + 4096.5) - 4096
                top = int(y * scale - image.height / 2 + 4096.5) - 4096
                out.append(Put(image, left, top, level))
        return tuple(out)

    def _drawn(self, sprite: Sprite, page: str | None) -> Image:
        import matplotlib
        import numpy as np
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        scale = self._scale
        wide, high = max(1, int(sprite.width * scale + 0.5)), max(1, int(sprite.height * scale + 0.5))
        dpi = 72 * scale  # so that a point (line widths) is a canvas unit
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            # A hair above whole pixels: the canvas cuts its size down to a whole number.
            figure = Figure(figsize=((wide + 0.01) / dpi, (high + 0.01) / dpi), dpi=dpi)
            canvas = FigureCanvasAgg(figure)
            figure.patch.set_facecolor(page or "none")
            ax = figure.add_axes((0, 0, 1, 1))
            ax.set_axis_off()
            ax.set_xlim(-wide / scale / 2, wide / scale / 2)
            ax.set_ylim(high / scale / 2, -high / scale / 2)
            if sprite.kind == "caption":
                draw_caption(ax, sprite, self.style)
            else:
                self.view.draw(ax, sprite, self.style)
            canvas.draw()  # type: ignore[no-untyped-call]
            pixels: Any = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
            return Image(np.array(pixels, dtype=np.uint8))


def draw_caption(ax: Any, sprite: Sprite, style: Style) -> None:
    """The line under the picture while the hidden state can be seen: a pill of ink on the page."""
    from matplotlib.patches import FancyBboxPatch

    from .lettering import extent, write

    text = str(sprite.args[0])
    size = min(18.0, 18.0 * (sprite.width - 40) / max(1.0, extent(text, 18)))
    half = extent(text, size) / 2 + 16
    pill = FancyBboxPatch(
        (-half + 14, -1), 2 * half - 28, 2, boxstyle="round,pad=14,rounding_size=15", linewidth=0, fc=style.ink
    )
    ax.add_patch(pill)
    write(ax, text, 0, 0, size, style.page)


def _start() -> None:
    """Import Matplotlib without its touching the user's configuration and cache folders."""
    global _home
    try:
        if "matplotlib" in sys.modules or "MPLCONFIGDIR" in os.environ:
            _load()
            return
        _home = TemporaryDirectory(prefix="reelproof-")
        os.environ["MPLCONFIGDIR"] = _home.name
        # No window is opened here, and a name that Matplotlib does not know would stop its import.
        wish = os.environ.pop("MPLBACKEND", None)
        try:
            _load()
        finally:
            del os.environ["MPLCONFIGDIR"]
            if wish is not None:
                os.environ["MPLBACKEND"] = wish
    except ImportError as fault:
        raise MissingPart(f"Matplotlib does not load: {fault}", hint="pip install matplotlib") from fault


def _load() -> None:
    import matplotlib
    import matplotlib.backends.backend_agg
    import matplotlib.figure
    import matplotlib.font_manager
    import matplotlib.textpath

    # Matplotlib asks for its folders once and remembers them; this is the time to ask.
    matplotlib.get_configdir()
    matplotlib.get_cachedir()
