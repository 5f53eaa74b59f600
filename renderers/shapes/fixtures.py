"""What hangs on walls, stands in doorways or lies on floors."""

from ..stage import Ball, Box, Letters, Maker, Recipe, Wedge, shade, turn_y, turn_z
from ._palette import CREAM, GLASS, GOLD, accent, ink, lighter
from ._solids import block, dims, rod


def signboard(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d * 0.5, h), (0, d * 0.25, 0), rgb=accent(m.rgb))
    if m.body.z > 0.1:
        # A board above the floor stands on two posts.
        for s in (-1, 1):
            block(
                m, s * (w / 2 - 0.05), d * 0.25, -m.body.z, (0.07, 0.07, m.body.z + h), shade(accent(m.rgb), 0.7)
            )
    letters = None
    if m.thing.entries:
        letters = Letters(tuple((entry.arrow, entry.text) for entry in m.thing.entries), ink(m.rgb))
    m.add(Box(w, d * 0.5, h * 0.94), (0, -d * 0.25, h * 0.03), letters=letters, pattern="plain")


def door(m: Maker) -> None:
    w, d, h = dims(m)
    for s in (-1, 1):
        block(m, s * w * 0.46, 0, 0, (w * 0.08, d, h), shade(m.rgb, 0.62))
    block(m, 0, 0, h * 0.955, (w, d, h * 0.045), shade(m.rgb, 0.62))
    m.add(Box(w * 0.84, d * 0.6, h * 0.955))
    for z, tall in ((0.08, 0.34), (0.52, 0.36)):
        for x in (-0.2, 0.2):
            block(m, x * w, -d * 0.3, h * z, (w * 0.3, d * 0.08, h * tall), shade(m.rgb, 0.82))
            block(m, x * w, -d * 0.33, h * (z + 0.02), (w * 0.24, d * 0.08, h * (tall - 0.04)))
    rod(m, (w * 0.36, -d * 0.3, h * 0.47), (w * 0.36, -d * 0.42, h * 0.47), w * 0.02, rgb=GOLD, material="metal")
    m.add(Ball(w * 0.036, d * 0.1, w * 0.036), (w * 0.36, -d * 0.41, h * 0.47), rgb=GOLD, material="metal")


def window(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.94, d * 0.3, h * 0.94), (0, d * 0.2, h * 0.03), rgb=GLASS, material="plastic")
    e = min(w, h) * 0.1
    for s in (-1, 1):
        block(m, s * (w / 2 - e / 2), 0, 0, (e, d * 0.9, h))
    for z in (0.0, h - e):
        block(m, 0, 0, z, (w, d * 0.9, e))
    block(m, 0, d * 0.05, 0, (e * 0.6, d * 0.6, h))
    block(m, 0, d * 0.05, h * 0.5 - e * 0.3, (w, d * 0.6, e * 0.6))
    block(m, 0, -d * 0.05, 0, (w, d * 0.9, e * 0.6), shade(m.rgb, 0.8))
    for x, z in ((-0.3, 0.72), (0.2, 0.26)):
        for k in range(2):
            m.add(
                Box(w * 0.02, d * 0.05, h * 0.18),
                (x * w + k * w * 0.06, d * 0.04, z * h - h * 0.07),
                turn=turn_y(35),
                rgb=(226, 242, 250),
                material="plastic",
            )


def picture(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d * 0.6, h), (0, d * 0.2, 0))
    e = min(w, h) * 0.13
    for s in (-1, 1):
        block(m, s * (w / 2 - e / 2), -d * 0.05, 0, (e, d * 0.9, h))
    for z in (0.0, h - e):
        block(m, 0, -d * 0.05, z, (w, d * 0.9, e))
    iw, ih, y = w - 2 * e, h - 2 * e, -d * 0.13
    block(m, 0, y, e, (iw, d * 0.08, ih), (168, 212, 240), material="plastic")
    block(m, 0, y - d * 0.03, e, (iw, d * 0.06, ih * 0.3), (104, 168, 92), material="plastic")
    rod(m, (iw * 0.26, y, e + ih * 0.74), (iw * 0.26, y - d * 0.07, e + ih * 0.74), ih * 0.12, rgb=(250, 206, 84))
    for x, r in ((-0.22, 0.24), (0.08, 0.17)):
        m.add(
            Wedge(d * 0.02, ih * r * 2.2, ih * r * 2),
            (x * iw, y - d * 0.05, e + ih * 0.28),
            rgb=(120, 128, 150),
            turn=(0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        )


def carpet(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w * 0.94, d, h * 0.8), material="fabric")
    rgb = lighter(m.rgb, 1.4)
    for s in (-1, 1):
        block(m, 0, s * d * 0.42, h * 0.7, (w * 0.84, d * 0.035, h * 0.3), rgb, material="fabric")
        block(m, s * w * 0.4, 0, h * 0.7, (d * 0.035, d * 0.84, h * 0.3), rgb, material="fabric")
        for k in range(10):
            block(
                m, s * w * 0.485, (k - 4.5) * d * 0.1, 0, (w * 0.03, d * 0.04, h * 0.5), CREAM, material="fabric"
            )
    block(m, 0, 0, h * 0.7, (d * 0.34, d * 0.34, h * 0.2), rgb, material="fabric", turn=turn_z(45))
    block(m, 0, 0, h * 0.75, (d * 0.2, d * 0.2, h * 0.25), material="fabric", turn=turn_z(45))


RECIPES: dict[str, Recipe] = {
    "signboard": signboard, "door": door, "window": window, "picture": picture, "carpet": carpet,
}  # fmt: skip
