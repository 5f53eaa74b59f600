"""Vessels: opaque, open at the top, hollow exactly as simulators.space.cavity says.

Handles use the room that a box wider than deep leaves beside the round body.
"""

from itertools import pairwise

from ...schemas.vocabulary import Material
from ...simulators.space import Cavity, Vec, cavity, cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Rgb, Tube, along, shade, times, turn_x, turn_z
from ._palette import CREAM, DARK, STEEL, accent, lighter
from ._solids import around, block, dims, rod

IRON: Rgb = (92, 96, 104)


def _hole(m: Maker) -> Cavity:
    hole = cavity(m.thing)
    if hole is None:
        raise ValueError(f"{m.thing.category} is no vessel")
    return hole


def _radius(m: Maker) -> float:
    """Of the round body."""
    return min(m.thing.size.w, m.thing.size.d) / 2


def _wall(m: Maker, steps: tuple[tuple[float, float], ...], rgb: Rgb | None = None) -> None:
    """A turned wall around the cavity: (height, outer radius) as shares of the height and of the radius."""
    hole, r, h = _hole(m), _radius(m), m.thing.size.h
    for (low, a), (high, b) in pairwise(steps):
        floor = hole.floor if low == 0 else 0.0
        m.add(Tube(a * r, b * r, (high - low) * h, hole.half_w, floor), (0, 0, low * h), rgb=rgb)


def _hoop(
    m: Maker, low: float, high: float, out: float, rgb: Rgb | None, material: Material | None = None
) -> None:
    """A band around the outside; its own hollow hides in the wall."""
    r, h = _radius(m), m.thing.size.h
    inner = _hole(m).half_w
    m.add(
        Tube(out * r, out * r, (high - low) * h, inner + (out * r - inner) * 0.2, 0.0),
        (0, 0, low * h),
        rgb=rgb,
        material=material,
    )


def _handle(m: Maker, points: tuple[Vec, ...], thick: float, rgb: Rgb, material: Material | None = None) -> None:
    """A bent bar with round joints."""
    for a, b in pairwise(points):
        rod(m, a, b, thick, rgb=rgb, material=material)
    for p in points[1:-1]:
        m.add(Ball(thick, thick, thick), p, rgb=rgb, material=material)


def mug(m: Maker) -> None:
    """With one handle, to the right and a little to the front."""
    _wall(m, ((0, 0.94), (0.07, 1.0), (0.95, 1.0)))
    _wall(m, ((0.95, 1.0), (1, 0.985)), lighter(m.rgb, 1.3))
    w, _, h = dims(m)
    r = _radius(m)
    c, s = cosine(-12), sine(-12)
    out = w / 2 / c
    thick = max(0.004 * h / 0.11, (out - r) * 0.24)
    reach = out - thick
    points = (
        (r * 0.96, 0.82),
        (r + (reach - r) * 0.6, 0.82),
        (reach, 0.68),
        (reach, 0.42),
        (r + (reach - r) * 0.6, 0.24),
        (r * 0.96, 0.2),
    )
    _handle(m, tuple((a * c, a * s, z * h) for a, z in points), thick, shade(m.rgb, 0.85))


def jar(m: Maker) -> None:
    """With a shoulder, a threaded neck and a label."""
    _wall(m, ((0, 0.93), (0.08, 0.98), (0.66, 0.98), (0.79, 0.895), (1, 0.895)))
    for low in (0.83, 0.90):
        _hoop(m, low, low + 0.035, 0.94, accent(m.rgb))
    _hoop(m, 0.96, 0.995, 0.96, None)
    r, h = _radius(m), m.thing.size.h
    block(m, 0, -r * 0.945, h * 0.18, (r * 0.86, r * 0.1, h * 0.38), CREAM, material="fabric")
    turn = along((0.0, -1.0, 0.0))
    m.add(Cone(h * 0.11, h * 0.11, r * 0.075), (0, -r * 0.93, h * 0.37), turn=turn, pattern="plain")


def pot(m: Maker) -> None:
    """A cooking pot: low, with a lip and a grip on either side."""
    _wall(m, ((0, 0.92), (0.08, 0.96), (0.9, 0.96), (0.92, 1.0), (1, 1.0)))
    _hoop(m, 0.0, 0.05, 0.98, accent(m.rgb))
    w, _, h = dims(m)
    r = _radius(m)
    thick = h * 0.045
    for side in (-1, 1):
        x = max(r * 0.955, w / 2 - thick)
        a, z = r * 0.42, h * 0.74
        points = (
            (side * r * 0.86, -a, z),
            (side * x, -a * 0.8, z),
            (side * x, a * 0.8, z),
            (side * r * 0.86, a, z),
        )
        _handle(m, points, thick, DARK, "metal")


def vase(m: Maker) -> None:
    """Tall, with a foot, a belly, a flared mouth and two ears."""
    steps = (
        (0, 0.98),
        (0.09, 0.9),
        (0.16, 0.9),
        (0.34, 0.97),
        (0.5, 1.0),
        (0.64, 0.97),
        (0.8, 0.895),
        (0.9, 0.92),
        (1, 1.0),
    )
    _wall(m, steps)
    for low in (0.30, 0.66):
        _hoop(m, low, low + 0.03, 0.985, accent(m.rgb))
    w, _, h = dims(m)
    r = _radius(m)
    for angle, c, s in around(10):
        m.add(
            Box(r * 0.05, r * 0.24, r * 0.24),
            (c * r * 0.975, s * r * 0.975, h * 0.425),
            rgb=CREAM,
            turn=times(turn_z(angle), turn_x(45)),
        )
    thick = r * 0.075
    for side in (-1, 1):
        x = max(r * 0.95, w / 2 - thick)
        points = (
            (side * r * 0.88, 0, h * 0.86),
            (side * (r + x) / 2, 0, h * 0.89),
            (side * x, 0, h * 0.8),
            (side * x, 0, h * 0.68),
            (side * r * 0.94, 0, h * 0.56),
        )
        _handle(m, points, thick, shade(m.rgb, 0.85))


def bucket(m: Maker) -> None:
    """Wider at the top; its bail hangs down at the front."""
    _wall(m, ((0, 0.885), (0.93, 0.975)))
    _wall(m, ((0.93, 1.0), (1, 1.0)), accent(m.rgb))
    _hoop(m, 0.0, 0.05, 0.92, accent(m.rgb))
    _hoop(m, 0.62, 0.655, 0.965, shade(m.rgb, 0.8))
    r, h = _radius(m), m.thing.size.h
    bail = []
    for k in range(11):
        angle = -90 + 18 * k
        bail.append((r * 0.975 * sine(angle), -r * 0.975 * cosine(angle), h * (0.84 - 0.36 * cosine(angle))))
    for a, b in pairwise(bail):
        rod(m, a, b, r * 0.03, rgb=STEEL, material="metal")
    rod(m, bail[4], bail[6], r * 0.065, rgb=DARK)
    for side in (-1, 1):
        rod(m, (side * r * 0.9, 0, h * 0.84), (side * r, 0, h * 0.84), r * 0.1, rgb=STEEL, material="metal")


def barrel(m: Maker) -> None:
    """Staves and iron hoops."""
    shape = ((0, 0.9), (0.25, 0.965), (0.5, 0.985), (0.75, 0.965), (1, 0.9))
    _wall(m, shape)
    for low, out in ((0.0, 0.92), (0.24, 0.985), (0.70, 0.985), (0.935, 0.92)):
        _hoop(m, low, low + 0.06, out, IRON, "metal")
    r, h = _radius(m), m.thing.size.h
    for _, c, s in around(10, 9):
        for (low, a), (high, b) in ((shape[0], shape[1]), (shape[1], shape[3]), (shape[3], shape[4])):
            rod(m, (a * r * c, a * r * s, low * h), (b * r * c, b * r * s, high * h), r * 0.016, rgb=accent(m.rgb))


def basket(m: Maker) -> None:
    """Woven, with a braided rim."""
    _wall(m, ((0, 0.885), (0.9, 0.92), (1, 0.92)))
    for k in range(5):
        low = 0.03 + 0.175 * k
        _hoop(m, low, low + 0.1, 0.935 + 0.008 * k, m.rgb if k % 2 else shade(m.rgb, 0.78), "wicker")
    r, h = _radius(m), m.thing.size.h
    for _, c, s in around(12, 15):
        rod(
            m,
            (c * r * 0.92, s * r * 0.92, 0),
            (c * r * 0.965, s * r * 0.965, h * 0.9),
            r * 0.028,
            rgb=accent(m.rgb),
        )
    for angle, c, s in around(18):
        m.add(
            Ball(r * 0.17, r * 0.045, h * 0.05),
            (c * r * 0.945, s * r * 0.945, h * 0.94),
            material="wicker",
            turn=turn_z(angle + 97),
        )


def _tray(m: Maker, outer: float, rgb: Rgb | None = None, material: Material | None = None) -> None:
    """Four walls from the cavity out to a share of the half width, and a floor."""
    hole = _hole(m)
    w, d, h = dims(m)
    m.add(Box(w * outer, d * outer, hole.floor), rgb=rgb, material=material)
    x, y = w / 2 * outer - hole.half_w, d / 2 * outer - hole.half_d
    for side in (-1, 1):
        block(m, side * (hole.half_w + x / 2), 0, 0, (x, d * outer, h), rgb, material=material)
        block(m, 0, side * (hole.half_d + y / 2), 0, (2 * hole.half_w, y, h), rgb, material=material)


def box(m: Maker) -> None:
    """A carton: its flaps hang down outside, a strip of tape runs down the front."""
    _tray(m, 0.94)
    w, d, h = dims(m)
    for yaw, wide, out in ((0, w, d), (90, d, w), (180, w, d), (270, d, w)):
        turn = turn_z(yaw)
        p = (turn[1] * -out * 0.474, turn[4] * -out * 0.474, h * 0.985)
        m.add(Box(wide * 0.92, out * 0.014, h * 0.3), p, turn=times(turn, turn_x(176)), rgb=lighter(m.rgb, 1.22))
    block(m, 0, -d * 0.472, 0, (w * 0.14, d * 0.012, h * 0.68), CREAM)
    block(m, w * 0.3, -d * 0.472, h * 0.12, (w * 0.2, d * 0.01, h * 0.22), CREAM)
    for x in (0.25, 0.35):
        block(m, x * w, -d * 0.478, h * 0.15, (w * 0.03, d * 0.01, h * 0.16), DARK)


def crate(m: Maker) -> None:
    """Slats with dark gaps between them, on corner posts."""
    _tray(m, 0.94, shade(m.rgb, 0.45), "wood")
    w, d, h = dims(m)
    for z in (0.02, 0.36, 0.70):
        for side in (-1, 1):
            block(m, 0, side * d * 0.48, z * h, (w * 0.98, d * 0.03, h * 0.27), material="wood")
            block(m, side * w * 0.48, 0, z * h, (w * 0.03, d * 0.98, h * 0.27), material="wood")
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            block(m, x * w * 0.47, y * d * 0.47, 0, (w * 0.06, d * 0.06, h), shade(m.rgb, 0.8), material="wood")
    for x in (-0.4, 0.4):
        for z in (0.15, 0.5, 0.84):
            rod(m, (x * w, -d * 0.48, z * h), (x * w, -d * 0.502, z * h), h * 0.022, rgb=STEEL, material="metal")


RECIPES: dict[str, Recipe] = {
    "mug": mug, "jar": jar, "pot": pot, "vase": vase, "bucket": bucket, "barrel": barrel, "basket": basket,
    "box": box, "crate": crate,
}  # fmt: skip
