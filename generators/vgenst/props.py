"""What task samplers furnish their scenes with: things of a theme, told apart by word and colour."""

from collections.abc import Sequence

from ...core.seeds import Rng
from ...qa.vgenst.common import NATURAL
from ...schemas.scene import Entry, Pose, Role, Size, Surroundings, Thing
from ...schemas.theme import Setting, Theme
from ...schemas.vocabulary import CATEGORIES, COLOURS, RGB, Colour, Material, Pattern, clash, with_use
from .task import Reject

_LEAF = {
    "hedge": "leaf",
    "tree": "leaf",
    "bush": "leaf",
    "potted plant": "leaf",
    "basket": "wicker",
    "boulder": "stone",
}
_SOFT = ("armchair", "carpet", "flag")
_POOLS = {
    "vessel": "vessels", "item": "items", "surface": "surfaces", "trigger": "triggers", "effector": "effectors",
    "landmark": "landmarks", "occluder": "occluders", "vehicle": "vehicles", "building": "buildings",
    "intruder": "intruders",
}  # fmt: skip


def stock(theme: Theme, use: str, *, least: int = 1) -> tuple[str, ...]:
    """A theme's categories for a use that may have any colour; filled up where there are fewer than `least`."""
    every: tuple[str, ...] = getattr(theme, _POOLS[use])
    own = tuple(name for name in every if name not in NATURAL)
    rest = [n for n in with_use(use) if n not in own and n not in NATURAL] if len(own) < max(least, 1) else []
    return (*own, *rest)


def natural(category: str, colour: Colour, rng: Rng) -> Colour:
    """A colour that a category has in nature; the given one where it may have any."""
    return rng.choice(NATURAL[category]) if category in NATURAL else colour


def apart_from(theme: Theme, surface: Colour) -> list[Colour]:
    """The theme's colours that show on a surface of another; never empty."""
    return [c for c in theme.colours if not clash(c, surface)] or [c for c in COLOURS if not clash(c, surface)]


def colours(theme: Theme, count: int, rng: Rng, *, avoid: Sequence[Colour] = ()) -> tuple[Colour, ...]:
    """Different colours, no two near each other or near one to avoid; the theme's own are preferred.

    Raises Reject when there are not so many.
    """
    rest: list[Colour] = [c for c in COLOURS if c not in theme.colours]
    mixed: list[Colour] = [*rng.shuffled(theme.colours), *rng.shuffled(rest)]
    chosen: list[Colour] = []
    for colour in mixed:
        if len(chosen) < count and not any(clash(colour, other) for other in (*chosen, *avoid)):
            chosen.append(colour)
    if len(chosen) < count:
        raise Reject("too few colours that can be told apart")
    return tuple(chosen)


def material(theme: Theme, category: str, rng: Rng) -> Material:
    """What a thing of a category is made of here."""
    if category in _LEAF:
        return _LEAF[category]  # type: ignore[return-value]
    if category in _SOFT:
        return "fabric"
    if "item" in CATEGORIES[category].uses or "hand" in CATEGORIES[category].uses:
        return "plastic"
    return rng.choice(theme.materials)


def size_of(category: str, scale: float = 1.0) -> Size:
    """The usual size of a category, scaled, to the millimetre."""
    w, d, h = CATEGORIES[category].size
    return Size(round(w * scale, 3), round(d * scale, 3), round(h * scale, 3))


def thing(
    name: str,
    role: Role,
    category: str,
    colour: Colour,
    pose: Pose,
    *,
    size: Size | None = None,
    label: str | None = None,
    made_of: Material = "plastic",
    pattern: Pattern = "plain",
    variant: str | None = None,
    inside: str | None = None,
    entries: tuple[Entry, ...] = (),
) -> Thing:
    """A thing of the usual size whose label is its colour and its category."""
    return Thing(
        id=name,
        role=role,
        category=category,
        variant=variant,
        label=label or f"{colour} {category}",
        size=size or size_of(category),
        colour=colour,
        material=made_of,
        pattern=pattern,
        pose=rounded(pose),
        inside=inside,
        entries=entries,
    )


def rounded(pose: Pose) -> Pose:
    """To the millimetre and the hundredth of a degree."""
    return Pose(round(pose.x, 3), round(pose.y, 3), round(pose.z, 3), round(pose.yaw, 2))


def surroundings(
    theme: Theme,
    setting: Setting,
    *,
    walls: Sequence[tuple[float, float, float, float, float]] = (),
    extent: float | None = None,
    rng: Rng,
) -> Surroundings:
    """The theme's stage of a kind, under a light that varies a little from scene to scene."""
    decor = theme.settings[setting]
    reach = {"tabletop": 6.0, "room": 12.0, "corridor": 40.0, "outdoor": 60.0, "road": 190.0, "aerial": 190.0}
    kind = "water" if setting == "road" and decor.pattern == "waves" else setting
    return Surroundings(
        kind=kind,
        floor=decor.floor,
        floor_pattern=decor.pattern,
        wall=decor.wall,
        sky=_ceiling(decor.wall, decor.sky) if setting == "corridor" else decor.sky,
        light=decor.light,
        light_yaw=float(rng.between(-60, 60)),
        # Over a corridor light falls steeply: what hangs on a wall throws no shadow far out on the floor.
        light_pitch=float(rng.between(74, 78) if setting == "corridor" else rng.between(48, 66)),
        ambient=decor.ambient,
        walls=tuple(tuple(round(v, 3) for v in wall) for wall in walls),  # type: ignore[misc]
        extent=reach[setting] if extent is None else extent,
    )


def _ceiling(wall: Colour, sky: tuple[int, int, int]) -> tuple[int, int, int]:
    """What is above a corridor: the sky, where it is blue or dark and unlike the wall; else a light ceiling."""
    blue = sky[2] >= max(sky[0], sky[1]) + 15
    for tint in (*([sky] if blue else []), (240, 240, 236), (150, 198, 236), (40, 48, 66)):
        # Walls lie half in shade.
        if sum(abs(a - 0.8 * b) for a, b in zip(tint, RGB[wall], strict=True)) > 150:
            return tint
    return 240, 240, 236
