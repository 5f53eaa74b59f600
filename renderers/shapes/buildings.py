"""Buildings: their roofs differ clearly when seen from straight above."""

from math import atan2, degrees, sqrt

from ..stage import Ball, Box, Cone, Maker, Recipe, Tube, Wedge, shade, turn_y, turn_z
from ._palette import CREAM, DARK, GRASS, STEEL, WATER, WHITE, WOOD, lighter
from ._roofs import facets, roof
from ._solids import around, block, dims, rod

PANE = (86, 112, 136)


def _variant(m: Maker, first: str) -> str:
    return m.thing.variant or first


def house(m: Maker) -> None:
    w, d, h = dims(m)
    kind = _variant(m, "gable")
    wall = h * {"flat": 0.88, "dome": 0.56}.get(kind, 0.56)
    m.add(Box(w * 0.92, d * 0.9, wall))
    m.add(Box(w * 0.94, d * 0.92, h * 0.05), rgb=shade(m.rgb, 0.6))
    roof(m, kind, w, d, wall)
    y = -d * 0.45
    block(m, 0, y, 0, (w * 0.14, d * 0.02, h * 0.34), WOOD, material="wood")
    for x in (-0.28, 0.28):
        block(m, x * w, y, h * 0.2, (w * 0.2, d * 0.02, h * 0.2), CREAM)
        block(m, x * w, y - d * 0.006, h * 0.215, (w * 0.17, d * 0.02, h * 0.17), PANE)
        for s in (-1, 1):
            block(m, s * w * 0.46, x * d, h * 0.2, (w * 0.02, d * 0.2, h * 0.2), PANE)
    if kind in ("gable", "pyramid"):
        block(m, w * 0.26, d * 0.18, h * 0.6, (w * 0.09, w * 0.09, h * 0.36), (150, 92, 76))
        block(m, w * 0.26, d * 0.18, h * 0.945, (w * 0.06, w * 0.06, h * 0.02), DARK)
    if kind == "flat":
        block(m, w * 0.2, d * 0.14, wall, (w * 0.2, d * 0.18, h * 0.1), STEEL)


def tower(m: Maker) -> None:
    w, d, h = dims(m)
    kind = _variant(m, "pyramid")
    wall = h * {"flat": 0.93, "dome": 0.8, "spire": 0.62}.get(kind, 0.76)
    m.add(Box(w * 0.84, d * 0.84, wall))
    m.add(Box(w * 0.94, d * 0.94, h * 0.06), rgb=shade(m.rgb, 0.7))
    m.add(Box(w * 0.92, d * 0.92, h * 0.03), (0, 0, wall - h * 0.03), rgb=shade(m.rgb, 0.7))
    roof(m, kind, w * 0.96, d * 0.96, wall)
    rows = 4
    for k in range(rows):
        z = h * 0.12 + (wall - h * 0.22) * k / (rows - 1)
        for side in range(4):
            turn = turn_z(90 * side)
            deep = d if side % 2 == 0 else w
            p = (turn[1] * -deep * 0.42, turn[4] * -deep * 0.42, z)
            block(m, p[0], p[1], z, (w * 0.16, d * 0.03, h * 0.065), PANE, turn=turn)
    block(m, 0, -d * 0.43, 0, (w * 0.22, d * 0.1, h * 0.09), WOOD, material="wood")


def warehouse(m: Maker) -> None:
    w, d, h = dims(m)
    kind = _variant(m, "flat")
    wall = h * {"flat": 0.88}.get(kind, 0.6)
    m.add(Box(w * 0.96, d * 0.94, wall))
    m.add(Box(w * 0.97, d * 0.95, h * 0.06), rgb=shade(m.rgb, 0.6))
    roof(m, kind, w, d, wall)
    y = -d * 0.472
    for x in (-0.32, 0.0, 0.32):
        block(m, x * w, y, 0, (w * 0.2, d * 0.01, h * 0.4), CREAM)
        for k in range(3):
            block(m, x * w, y - d * 0.006, h * (0.08 + 0.1 * k), (w * 0.19, d * 0.006, h * 0.02), STEEL)
    block(m, 0, y, wall - h * 0.14, (w * 0.8, d * 0.01, h * 0.06), PANE)
    if kind == "flat":
        for x in (-0.3, 0.0, 0.3):
            block(m, x * w, 0, wall, (w * 0.1, d * 0.5, h * 0.1), (196, 222, 236))
    if kind == "gable":
        for x in (-0.3, 0.0, 0.3):
            m.add(Cone(w * 0.025, w * 0.025, h * 0.1), (x * w, 0, h * 0.9), rgb=STEEL)


def silo(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    kind = _variant(m, "dome")
    wall = h * {"flat": 0.94, "dome": 0.76}.get(kind, 0.7)
    m.add(Cone(r * 0.98, r * 0.98, h * 0.04), rgb=shade(m.rgb, 0.6))
    m.add(Cone(r * 0.9, r * 0.9, wall))
    for k in range(5):
        m.add(Cone(r * 0.93, r * 0.93, h * 0.015), (0, 0, wall * (0.12 + 0.18 * k)), rgb=shade(m.rgb, 0.65))
    if kind == "flat":
        m.add(Cone(r * 0.9, r * 0.9, h * 0.02), (0, 0, wall), rgb=shade(m.rgb, 0.8))
        m.add(Tube(r * 0.97, r * 0.97, h * 0.08, r * 0.84, 0.0), (0, 0, h * 0.92))
        m.add(Cone(r * 0.2, r * 0.2, h * 0.03), (r * 0.3, r * 0.2, h * 0.95), rgb=STEEL)
    elif kind == "dome":
        m.add(Ball(r * 0.94, r * 0.94, (h - wall) * 0.94), (0, 0, wall))
        m.add(Cone(r * 0.96, r * 0.96, h * 0.02), (0, 0, wall - h * 0.01), rgb=shade(m.rgb, 0.6))
        m.add(Cone(r * 0.14, r * 0.1, h * 0.035), (0, 0, h * 0.965), rgb=CREAM)
    else:
        facets(m, 8, 2 * r * 0.92, 2 * r * 0.92, wall, h - wall)
    # A ladder up the front, and a door.
    for x in (-0.1, 0.1):
        rod(m, (x * r, -r * 0.95, h * 0.02), (x * r, -r * 0.95, wall), r * 0.025, rgb=DARK)
    for k in range(9):
        z = wall * (0.1 + 0.1 * k)
        rod(m, (-r * 0.1, -r * 0.95, z), (r * 0.1, -r * 0.95, z), r * 0.02, rgb=DARK)
    block(m, r * 0.5, -r * 0.78, 0, (r * 0.34, r * 0.12, h * 0.14), DARK, turn=turn_z(32))


def windmill(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    kind = _variant(m, "spire")
    m.add(Cone(r * 0.78, r * 0.5, h * 0.74))
    m.add(Cone(r * 0.82, r * 0.8, h * 0.05), rgb=shade(m.rgb, 0.6))
    m.add(Tube(r * 0.86, r * 0.86, h * 0.02, r * 0.6, 0.0), (0, 0, h * 0.26), rgb=WOOD, material="wood")
    z = h * 0.74
    if kind == "dome":
        m.add(Ball(r * 0.56, r * 0.56, h * 0.25), (0, 0, z))
        m.add(Ball(r * 0.08, r * 0.08, h * 0.015), (0, 0, h * 0.985), rgb=CREAM)
    else:
        facets(m, 8, r * 1.12, r * 1.12, z, h - z)
    hub = (0.0, -r * 0.86, h * 0.72)
    rod(m, (0, 0, hub[2]), hub, r * 0.09, rgb=WOOD, material="wood")
    m.add(Ball(r * 0.12, r * 0.12, r * 0.12), hub, rgb=DARK)
    long = min(r * 1.36, h * 0.27 / 0.7071 * 0.9, w / 2 / 0.7071 * 0.9)
    for k in range(4):
        turn = turn_y(45 + 90 * k)

        def at(x: float, up: float, t: tuple[float, ...] = turn) -> tuple[float, float, float]:
            return t[0] * x + t[2] * up, hub[1], hub[2] + t[6] * x + t[8] * up

        m.add(Box(r * 0.06, r * 0.05, long), at(0, 0), turn=turn, rgb=WOOD, material="wood")
        m.add(
            Box(r * 0.22, r * 0.02, long * 0.76), at(r * 0.13, long * 0.2), turn=turn, rgb=CREAM, material="fabric"
        )
        for j in range(2):
            m.add(
                Box(r * 0.24, r * 0.03, long * 0.02), at(r * 0.13, long * (0.42 + 0.26 * j)), turn=turn, rgb=WOOD
            )
    block(m, 0, -r * 0.76, 0, (r * 0.36, r * 0.1, h * 0.14), WOOD, material="wood")
    for zz in (0.34, 0.52):
        out = r * (0.78 - 0.28 * zz / 0.74)
        block(m, 0, -out * 0.99, h * zz, (r * 0.2, r * 0.06, h * 0.06), PANE)


def stadium(m: Maker) -> None:
    w, d, h = dims(m)
    thick = min(w, d) * 0.1
    # A high outer ring, a lower ring of seats within, gates at the front, and the field.
    for part, tall, rgb, count in ((1.0, 1.0, m.rgb, 18), (0.82, 0.6, shade(m.rgb, 0.72), 14)):
        a, b = w / 2 * part - thick / 2, d / 2 * part - thick / 2
        for angle, c, s in around(count):
            _, c2, s2 = next(around(1, angle + 360 / count))
            x, y = a * (c2 - c), b * (s2 - s)
            size = (sqrt(x * x + y * y) * 1.16, thick, h * tall)
            yaw = round(degrees(atan2(y, x)), 4)
            block(m, a * (c + c2) / 2, b * (s + s2) / 2, 0, size, rgb, turn=turn_z(yaw))
    for bearing, lean in ((-90, 0.0), (-60, 20.0), (-120, -20.0)):
        _, c, s = next(around(1, bearing))
        block(m, c * w * 0.48, s * d * 0.48, 0, (w * 0.09, thick * 0.5, h * 0.42), DARK, turn=turn_z(lean))
    m.add(Box(w * 0.56, d * 0.5, h * 0.06), rgb=GRASS)
    block(m, 0, 0, h * 0.05, (w * 0.008, d * 0.5, h * 0.02), WHITE)
    m.add(Tube(d * 0.1, d * 0.1, h * 0.02, d * 0.09, 0.0), (0, 0, h * 0.05), rgb=WHITE)
    for side in (-1, 1):
        block(m, side * w * 0.262, 0, h * 0.05, (w * 0.025, d * 0.16, h * 0.02), WHITE)


def lighthouse(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    kind = _variant(m, "dome")
    m.add(Cone(r, r * 0.96, h * 0.07), rgb=STEEL, material="stone")
    top = h * 0.72

    def out(z: float) -> float:
        return r * (0.76 - 0.26 * z / top)

    for k in range(5):
        a, b = h * 0.07 + (top - h * 0.07) * k / 5, h * 0.07 + (top - h * 0.07) * (k + 1) / 5
        pale = WHITE if sum(m.rgb) < 600 else (150, 154, 160)
        m.add(Cone(out(a), out(b), b - a), (0, 0, a), rgb=pale if k % 2 else m.rgb)
    m.add(Cone(r * 0.72, r * 0.76, h * 0.025), (0, 0, top))
    m.add(Tube(r * 0.75, r * 0.75, h * 0.04, r * 0.71, 0.0), (0, 0, top + h * 0.02), rgb=DARK)
    m.add(Cone(r * 0.42, r * 0.42, h * 0.12), (0, 0, top + h * 0.02), rgb=(255, 236, 150), glow=0.9)
    for _, c, s in around(6):
        rod(m, (c * r * 0.43, s * r * 0.43, top), (c * r * 0.43, s * r * 0.43, top + h * 0.14), r * 0.03, rgb=DARK)
    z = top + h * 0.14
    if kind == "dome":
        m.add(Cone(r * 0.56, r * 0.56, h * 0.015), (0, 0, z), rgb=shade(m.rgb, 0.62))
        m.add(Ball(r * 0.5, r * 0.5, h * 0.115), (0, 0, z))
        m.add(Ball(r * 0.07, r * 0.07, h * 0.014), (0, 0, h * 0.986), rgb=CREAM)
    else:
        facets(m, 8, r * 1.16, r * 1.16, z, h - z)
    block(m, 0, -out(h * 0.1), h * 0.07, (r * 0.3, r * 0.1, h * 0.09), WOOD, material="wood")
    for zz in (0.28, 0.56):
        block(m, 0, -out(h * zz) * 1.0, h * zz, (r * 0.16, r * 0.06, h * 0.05), PANE)


def greenhouse(m: Maker) -> None:
    w, d, h = dims(m)
    kind = _variant(m, "gable")
    glass = lighter(m.rgb, 1.42)
    wall = h * 0.5
    m.add(Box(w * 0.95, d * 0.93, wall), rgb=glass)
    m.add(Box(w * 0.97, d * 0.96, h * 0.1))
    for x in (-0.47, -0.235, 0.0, 0.235, 0.47):
        for s in (-1, 1):
            block(m, x * w, s * d * 0.465, 0, (w * 0.016, d * 0.025, wall))
    for y in (-0.24, 0.24):
        for s in (-1, 1):
            block(m, s * w * 0.472, y * d, 0, (w * 0.014, d * 0.03, wall))
    block(m, 0, 0, wall, (w * 0.98, d * 0.97, h * 0.04))
    z = wall + h * 0.04
    if kind == "dome":
        m.add(Ball(w * 0.47, d * 0.46, h - z), (0, 0, z), rgb=glass)
        m.add(Ball(w * 0.012, d * 0.468, h - z), (0, 0, z))
        m.add(Ball(w * 0.478, d * 0.02, h - z), (0, 0, z))
        for x in (-0.235, 0.235):
            part = sqrt(1 - (x / 0.47) ** 2)
            m.add(Ball(w * 0.012, d * 0.468 * part, (h - z) * part), (x * w, 0, z))
    else:
        m.add(Wedge(w * 0.97, d * 0.95, h - z - h * 0.02), (0, 0, z), rgb=glass)
        for x in (-0.475, -0.2375, 0.0, 0.2375, 0.475):
            m.add(Wedge(w * 0.018, d * 0.99, h - z), (x * w, 0, z))
        block(m, 0, 0, h * 0.965, (w, d * 0.04, h * 0.035))
    block(m, 0, -d * 0.47, 0, (w * 0.13, d * 0.02, h * 0.42))
    block(m, 0, -d * 0.478, h * 0.04, (w * 0.09, d * 0.02, h * 0.34), WHITE)


def pool(m: Maker) -> None:
    w, d, h = dims(m)
    e = min(w, d) * 0.12
    for s in (-1, 1):
        block(m, 0, s * (d - e) / 2, 0, (w, e, h))
        block(m, s * (w - e) / 2, 0, 0, (e, d, h))
    m.add(Box(w - e, d - e, h * 0.55), rgb=WATER, pattern="waves")
    for k in range(3):
        y = (k - 1) * (d - 2 * e) / 4
        block(m, 0, y, h * 0.55, (w - 2 * e, d * 0.012, h * 0.1), WHITE)
    for s in (-1, 1):
        x = w / 2 - e * 1.1
        rod(m, (x, s * d * 0.04, h * 0.4), (x, s * d * 0.04, h * 0.97), e * 0.06, rgb=STEEL, material="metal")
    for k in range(4):
        y = (k - 1.5) * (d - 2 * e) / 4
        block(m, -w / 2 + e * 0.55, y, h * 0.94, (e * 0.7, d * 0.07, h * 0.06), shade(m.rgb, 0.7))


RECIPES: dict[str, Recipe] = {
    "house": house, "tower": tower, "warehouse": warehouse, "silo": silo, "windmill": windmill, "stadium": stadium,
    "lighthouse": lighthouse, "greenhouse": greenhouse, "pool": pool,
}  # fmt: skip
