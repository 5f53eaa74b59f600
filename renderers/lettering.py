"""Text in pictures, in the fonts that come with the package and in no other."""

from functools import cache
from pathlib import Path
from typing import Any, Literal

Face = Literal["plain", "bold", "mono", "mono-bold"]

ASSETS = Path(__file__).resolve().parent / "assets"
FACES: dict[Face, str] = {
    "plain": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "mono": "DejaVuSansMono.ttf",
    "mono-bold": "DejaVuSansMono-Bold.ttf",
}
CAP_HEIGHT = 0.729
"""Of capitals and digits in these fonts, in ems."""


@cache
def _outline(text: str, face: Face) -> Any:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    return TextPath((0, 0), text, size=100, prop=FontProperties(fname=str(ASSETS / FACES[face])))


def extent(text: str, size: float, face: Face = "bold") -> float:
    """Width of the ink of a text of that size (em, canvas units)."""
    return float(_outline(text, face).get_extents().width) * size / 100


def write(
    ax: Any,
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    face: Face = "bold",
    anchor: Literal["left", "middle", "right"] = "middle",
    turn: float = 0.0,
    alpha: float = 1.0,
) -> None:
    """Letters as filled outlines: x by the ink, y by the middle of the capitals, y down.

    Outlines look the same whatever rasteriser or hinting the text engine was built with. `turn` is
    in degrees, anticlockwise, about (x, y).
    """
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    outline = _outline(text, face)
    box = outline.get_extents()
    origin = {"left": box.x0, "middle": (box.x0 + box.x1) / 2, "right": box.x1}[anchor]
    place = Affine2D().translate(-origin, -CAP_HEIGHT * 50).scale(size / 100).rotate_deg(turn)
    place = place.scale(1, -1).translate(x, y)
    ax.add_patch(PathPatch(outline.transformed(place), facecolor=colour, linewidth=0, alpha=alpha))
