"""Styles: palettes and line weights that views draw with, chosen by name or by seed."""

from ..core.errors import BadParams, near
from ..core.seeds import Rng
from ..schemas.record import Record


class Style(Record, frozen=True):
    """Colours as #rrggbb; a view uses these and no others."""

    name: str
    page: str
    """Behind everything."""
    ink: str
    """Text and outlines on the page."""
    panel: str
    """Board, table or felt."""
    line: str
    """Grid lines and borders on the panel."""
    cover: str
    """Covered tiles, cups, card backs."""
    cover_ink: str
    """Text and outlines on covers."""
    accent: str
    """Arrows and the ring."""
    gold: str
    """Coins."""
    safe: bool
    """Told apart by people with any of the common colour-vision deficiencies."""


STYLES: tuple[Style, ...] = (
    Style(
        name="paper",
        page="#f7f5f0",
        ink="#22262e",
        panel="#dcd7cb",
        line="#a79f8e",
        cover="#3e6ea8",
        cover_ink="#ffffff",
        accent="#d43d2a",
        gold="#f2b632",
        safe=False,
    ),
    Style(
        name="clear",
        page="#ffffff",
        ink="#000000",
        panel="#d9dde2",
        line="#7d8790",
        cover="#0072b2",
        cover_ink="#ffffff",
        accent="#d55e00",
        gold="#eda600",
        safe=True,
    ),
    Style(
        name="night",
        page="#14171d",
        ink="#eef1f6",
        panel="#2a303b",
        line="#576173",
        cover="#5b7fd6",
        cover_ink="#ffffff",
        accent="#ff8a5c",
        gold="#ffd166",
        safe=False,
    ),
    Style(
        name="felt",
        page="#f2efe4",
        ink="#1d2a22",
        panel="#2f7a54",
        line="#174a31",
        cover="#8c2f39",
        cover_ink="#fff4e6",
        accent="#ffb703",
        gold="#ffd23f",
        safe=False,
    ),
    Style(
        name="plum",
        page="#f6f1f8",
        ink="#2b1d38",
        panel="#d9cbe2",
        line="#9a84ab",
        cover="#6b3f8f",
        cover_ink="#ffffff",
        accent="#0b8f7a",
        gold="#f4a827",
        safe=False,
    ),
    Style(
        name="slate",
        page="#e9eef1",
        ink="#16242d",
        panel="#b9c7cf",
        line="#748a97",
        cover="#2d5566",
        cover_ink="#f4fbff",
        accent="#c2185b",
        gold="#ffc845",
        safe=False,
    ),
)
"""All styles; the first is the default."""


def style(name: str) -> Style:
    """The style of that name; raises BadParams, with near matches, for an unknown one."""
    for one in STYLES:
        if one.name == name:
            return one
    raise BadParams(f"there is no style {name[:40]!r}", hint=near(name, [s.name for s in STYLES]))


def pick(rng: Rng) -> Style:
    """One of the styles, each as likely as the others."""
    return rng.choice(STYLES)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two; `share` 0 gives the first, 1 the second."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)
