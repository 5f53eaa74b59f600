"""Contact sheets: chosen frames of a clip side by side in one PNG."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..core.errors import BadParams
from ..simulators.replay import Replay
from .backend import Backend
from .reel import Pace, Reel
from .style import Style

if TYPE_CHECKING:
    from PIL.Image import Image


def moments(reel: Reel) -> tuple[int, ...]:
    """Frames that tell the story: the reveal, half covered, covered, two operations under way, the end.

    In the order of the clip, without repeats.
    """
    first, after = reel.reveal
    veil = [s.first + s.count // 2 for s in reel.segments if s.kind in ("cover", "uncover")]
    rests = [s.first + s.count // 2 for s in reel.segments if s.kind == "rest"]
    moves = [(a + b) // 2 for a, b in reel.ops]
    return tuple(sorted({(first + after) // 2, *veil[:1], *rests[:1], *moves[:2], reel.frames - 1}))


def picture(frame: bytes, width: int, height: int) -> "Image":
    """A yuv420p frame (BT.601, limited range) as an RGB picture, in whole numbers."""
    import numpy as np
    from PIL import Image

    luma, quarter = width * height, width * height // 4
    data = np.frombuffer(frame, np.uint8)
    y = data[:luma].reshape(height, width).astype(np.int32) - 16
    u, v = (
        data[at : at + quarter].reshape(height // 2, width // 2).repeat(2, 0).repeat(2, 1).astype(np.int32) - 128
        for at in (luma, luma + quarter)
    )
    rgb = (298 * y + 409 * v + 128, 298 * y - 100 * u - 208 * v + 128, 298 * y + 516 * u + 128)
    return Image.fromarray(np.clip(np.stack(rgb, axis=-1) >> 8, 0, 255).astype(np.uint8))


def taken(frames: Iterable[bytes], wanted: Sequence[int], width: int, height: int) -> "list[Image]":
    """The wanted frames as pictures; raises BadParams if the clip has fewer frames."""
    last, found = max(wanted, default=-1), {}
    for number, frame in enumerate(frames):
        if number in wanted:
            found[number] = picture(frame, width, height)
        if number >= last:
            break
    missing = sorted(set(wanted) - set(found))
    if missing:
        raise BadParams(f"the clip has no frame {missing[0]}", hint="frames count from 0")
    return [found[number] for number in wanted]


def tiled(pictures: "Sequence[Image]", columns: int, gap: int = 8, ground: str = "#ffffff") -> bytes:
    """PNG bytes of pictures of one size in rows, with a gap around each."""
    from PIL import Image

    if not pictures or columns < 1:
        raise BadParams("a contact sheet needs a picture and a column", hint="name at least one moment")
    wide, high = pictures[0].size
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (wide + gap) + gap, rows * (high + gap) + gap), ground)
    for i, one in enumerate(pictures):
        sheet.paste(one, (gap + i % columns * (wide + gap), gap + i // columns * (high + gap)))
    out = BytesIO()
    sheet.save(out, "PNG", compress_level=9)
    return out.getvalue()


def contact_sheet(
    replay: Replay,
    back_end: Backend,
    *,
    style: Style,
    pace: Pace,
    at: Sequence[int] | None = None,
    columns: int = 6,
) -> bytes:
    """PNG bytes of a clip at the given frames, or at its telling moments; equal input, equal bytes."""
    width, height, frames = back_end.frames(replay, style, pace)
    wanted = moments(back_end.reel(replay, pace)) if at is None else tuple(at)
    shots = taken(frames, wanted, width, height)
    return tiled(shots, min(columns, max(1, len(shots))))
