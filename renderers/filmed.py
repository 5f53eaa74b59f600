"""A back end that films solids: what those that draw stages share.

The clock is that of the flat pictures, so that a script's clips tell the same frames whoever draws them.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..core import catalog
from ..core.errors import BadParams
from ..simulators.replay import Replay
from .reel import Pace, Reel, timeline
from .style import Style

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .film import Painter
    from .solids.base import Moment

    Bytes = NDArray[np.uint8]

CANVAS = (480, 360)
"""Width and height, in pixels, of a clip whose width nobody names."""


class Filmed:
    """The side of `Backend` that needs no pictures of its own; those come from the process's one painter."""

    name: str

    def draws(self, view: object) -> bool:
        """Whether a view is that of a world with solids."""
        from .solids import has_solids

        return has_solids(view)

    def reel(self, replay: Replay, pace: Pace) -> Reel:
        """The clock of the clip."""
        view = self._view(replay)
        return timeline(replay.script.reveal, replay.count, pace, reading=view.reading(replay.revealed))

    def frames(self, replay: Replay, style: Style, pace: Pace) -> tuple[int, int, Iterator[bytes]]:
        """Width, height and the frames; see `Backend.frames`."""
        from .film import painter
        from .solids import solids
        from .solids.base import moments

        view = self._view(replay)
        reel, size = self.reel(replay, pace), pace.size(CANVAS)
        by = painter(self.name)
        table = solids(replay.script.world)(style, replay.script.size)
        table.check(replay.revealed)
        shots = moments(table, replay, reel, table.camera(size[0] / size[1]))
        return *size, planes(shots, by, size, view.caption(replay.script.reveal), style)

    def _view(self, replay: Replay) -> Any:
        """The flat view of the replay's world; raises BadParams for one without solids."""
        from .solids import solid_worlds

        view = catalog.view(replay.script.world)
        if not self.draws(view):
            raise BadParams(
                f"the {replay.script.world} world has no solids for --renderer {self.name}",
                hint=f"{self.name} draws {', '.join(solid_worlds())}; use --renderer {view.renderer}",
            )
        return view


def planes(
    shots: "Iterator[Moment]", by: "Painter", size: tuple[int, int], caption: str, style: Style
) -> Iterator[bytes]:
    """Every frame as yuv420p; equal neighbours are the same object."""
    from .film import yuv420p

    by.clear()
    before: Moment | None = None
    frame = b""
    for shot in shots:
        if shot is not before and shot != before:
            picture = by.picture(shot.stage, size)
            if shot.caption > 0:
                picture = captioned(picture, caption, style, shot.caption)
            frame, before = yuv420p(picture), shot
        yield frame


def captioned(picture: "Bytes", text: str, style: Style, seen: float) -> "Bytes":
    """The picture with the caption at its foot; `seen` 1 covers it, 0 leaves it."""
    import numpy as np

    pill, mask = _pill(text, style.ink, style.page, picture.shape[1])
    high, wide = mask.shape
    top = picture.shape[0] - high - max(2, picture.shape[0] // 60)
    left = (picture.shape[1] - wide) // 2
    out = picture.copy()
    under = out[top : top + high, left : left + wide].astype(np.int32)
    share = (mask.astype(np.int32) * round(seen * 256) // 256)[..., None]
    out[top : top + high, left : left + wide] = (
        under * (255 - share) + pill.astype(np.int32) * share + 127
    ) // 255
    return out


@lru_cache(maxsize=16)
def _pill(text: str, ground: str, ink: str, width: int) -> "tuple[Bytes, Bytes]":
    """A line of text on a round bar, and how much of each pixel it covers; for a picture of that width."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    from .lettering import ASSETS, CAP_HEIGHT, FACES
    from .theme import rgb

    # Drawn four times as large and brought down, so that its edges are smooth.
    fine, size = 4, width / 480 * 17
    font = ImageFont.truetype(
        str(ASSETS / FACES["bold"]), max(8, round(size * fine)), layout_engine=ImageFont.Layout.BASIC
    )
    high = round(size * 1.75)
    wide = min(width - 4, round(font.getlength(text) / fine + size * 1.7))
    bar = Image.new("L", (wide * fine, high * fine), 0)
    ImageDraw.Draw(bar).rounded_rectangle((0, 0, wide * fine - 1, high * fine - 1), high * fine // 2, fill=255)
    face = Image.new("RGB", bar.size, rgb(ground))
    middle = high * fine / 2 + CAP_HEIGHT / 2 * font.size
    ImageDraw.Draw(face).text((wide * fine / 2, middle), text, fill=rgb(ink), font=font, anchor="ms")
    small = (wide, high)
    return (
        np.asarray(face.resize(small, Image.Resampling.BOX)),
        np.asarray(bar.resize(small, Image.Resampling.BOX)),
    )
