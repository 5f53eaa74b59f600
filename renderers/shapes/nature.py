"""Trees and other things outdoors."""

from itertools import pairwise
from math import atan2, degrees, hypot

from ..stage import Ball, Cone, Maker, Recipe, Wedge, shade, times, turn_y, turn_z
from ._crag import crag
from ._palette import BARK, accent
from ._solids import around, block, dims, rod


def tree(m: Maker) -> None:
    match m.thing.variant:
        case "pointed":
            _fir(m)
        case "palm":
            _palm(m)
        case _:
            _broad(m)


def _fir(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.14, r * 0.12, h * 0.2), rgb=BARK, material="wood")
    for k, (z, wide, tall) in enumerate(
        ((0.12, 0.98, 0.36), (0.32, 0.78, 0.32), (0.5, 0.58, 0.28), (0.68, 0.38, 0.32))
    ):
        m.add(
            Cone(r * wide, r * wide * 0.16 if k < 3 else 0.0, h * tall),
            (0, 0, h * z),
            rgb=shade(m.rgb, 0.76 + 0.08 * k),
            material="leaf",
        )


def _palm(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    rod(m, (0, 0, 0), (w * 0.05, 0, h * 0.42), r * 0.13, r * 0.1, BARK, material="wood")
    rod(m, (w * 0.05, 0, h * 0.42), (0, 0, h * 0.88), r * 0.1, r * 0.08, BARK, material="wood")
    for k, (angle, c, s) in enumerate(around(9, 11)):
        # A frond rises from the crown, then hangs down.
        low = 0.7 if k % 2 else 0.77
        path = ((0.0, 0.87), (0.3, 0.94), (0.62, 0.91), (0.94, low))
        for j, ((a, za), (b, zb)) in enumerate(pairwise(path)):
            rise, run = (zb - za) * h, (b - a) * r
            tilt = round(degrees(atan2(run, rise)), 4)
            middle = ((a + b) / 2 * r * c, (a + b) / 2 * r * s, (za + zb) / 2 * h)
            m.add(
                Ball(r * 0.03, r * (0.11, 0.16, 0.12)[j], hypot(rise, run) * 0.72),
                middle,
                turn=times(turn_z(angle), turn_y(tilt)),
                rgb=shade(m.rgb, 1.0 if k % 2 else 0.84),
                material="leaf",
            )
    for _, c, s in around(3, 40):
        m.add(Ball(r * 0.09, r * 0.09, r * 0.09), (c * r * 0.14, s * r * 0.14, h * 0.84), rgb=(112, 78, 46))


def _broad(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    rod(m, (0, 0, 0), (0, 0, h * 0.5), r * 0.2, r * 0.12, BARK, material="wood")
    for s in (-1.0, 1.0):
        rod(m, (0, 0, h * 0.32), (s * r * 0.4, 0, h * 0.5), r * 0.08, r * 0.05, BARK, material="wood")
    m.add(Ball(r * 0.72, r * 0.72, h * 0.27), (0, 0, h * 0.66), material="leaf")
    for k, (_, c, s) in enumerate(around(6, 20)):
        m.add(
            Ball(r * 0.46, r * 0.46, h * 0.17),
            (c * r * 0.52, s * r * 0.52, h * (0.56 + 0.06 * (k % 2))),
            rgb=shade(m.rgb, 0.86 if k % 2 else 1.0),
            material="leaf",
        )
    for k, (_, c, s) in enumerate(around(3, 50)):
        m.add(
            Ball(r * 0.42, r * 0.42, h * 0.15),
            (c * r * 0.3, s * r * 0.3, h * (0.84 - 0.02 * k)),
            rgb=shade(m.rgb, 1.12),
            material="leaf",
        )


def rock(m: Maker) -> None:
    crag(m)


def bush(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Ball(w * 0.4, d * 0.4, h * 0.48), (0, 0, h * 0.52), material="leaf")
    for k, (_, c, s) in enumerate(around(7, 10)):
        m.add(
            Ball(w * 0.2, d * 0.2, h * 0.28),
            (c * w * 0.29, s * d * 0.29, h * 0.28),
            rgb=shade(m.rgb, 0.84 if k % 2 else 1.0),
            material="leaf",
        )
    for k, (_, c, s) in enumerate(around(5, 40)):
        m.add(
            Ball(w * 0.19, d * 0.19, h * 0.24),
            (c * w * 0.2, s * d * 0.2, h * 0.62),
            rgb=shade(m.rgb, 1.1 if k % 2 else 0.94),
            material="leaf",
        )


def fence(m: Maker) -> None:
    w, d, h = dims(m)
    for z in (0.28, 0.68):
        block(m, 0, d * 0.2, h * z, (w, d * 0.3, h * 0.1), shade(m.rgb, 0.8), material="wood")
    count = max(3, round(w / 0.22))
    for k in range(count):
        x = -w / 2 + w / count * (k + 0.5)
        wide = w / count * 0.62
        block(m, x, -d * 0.2, 0, (wide, d * 0.4, h * 0.86), material="wood")
        m.add(Wedge(d * 0.4, wide, h * 0.14), (x, -d * 0.2, h * 0.86), turn=turn_z(90), material="wood")


def streetlight(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Cone(r * 0.9, r * 0.6, h * 0.05))
    m.add(Cone(r * 0.42, r * 0.28, h * 0.12), (0, 0, h * 0.05))
    m.add(Cone(r * 0.26, r * 0.2, h * 0.66), (0, 0, h * 0.16))
    m.add(Cone(r * 0.2, r * 0.6, h * 0.03), (0, 0, h * 0.81))
    m.add(Cone(r * 0.56, r * 0.8, h * 0.11), (0, 0, h * 0.84), rgb=(255, 240, 180), glow=0.9)
    for _, c, s in around(4, 45):
        rod(m, (c * r * 0.58, s * r * 0.58, h * 0.84), (c * r * 0.82, s * r * 0.82, h * 0.95), r * 0.06)
    m.add(Cone(r, r * 0.2, h * 0.04), (0, 0, h * 0.95))
    m.add(Ball(r * 0.14, r * 0.14, h * 0.012), (0, 0, h * 0.988), rgb=accent(m.rgb))


RECIPES: dict[str, Recipe] = {"tree": tree, "rock": rock, "bush": bush, "fence": fence, "streetlight": streetlight}
