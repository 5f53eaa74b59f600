"""Triggers that are pressed and effectors that respond: their state is `body.on`, 0..1."""

from ...simulators.space import cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Rgb, Tube, shade, times, turn_x, turn_y, turn_z
from ._palette import DARK, STEEL, WARM, WHITE, accent, lighter
from ._solids import around, block, dims, dome, rod

RAY: Rgb = (255, 246, 120)
"""A ray of light that is drawn."""


def _mix(a: Rgb, b: Rgb, part: float) -> Rgb:
    """From colour a to colour b."""
    return tuple(round(p + (q - p) * part) for p, q in zip(a, b, strict=True))  # type: ignore[return-value]


def button(m: Maker) -> None:
    w, d, h = dims(m)
    r = min(w, d) / 2
    m.add(Box(w, d, h * 0.3), rgb=DARK)
    m.add(Cone(r * 0.92, r * 0.86, h * 0.12), (0, 0, h * 0.3), rgb=STEEL, material="metal")
    down = h * 0.32 * m.body.on
    m.add(Cone(r * 0.76, r * 0.76, h * 0.42 - down * 0.9), (0, 0, h * 0.3))
    dome(m, 0, 0, h * 0.7 - down, r * 0.76, h * 0.3)


def lever(m: Maker) -> None:
    w, d, h = dims(m)
    m.add(Box(w, d, h * 0.14), rgb=shade(m.rgb, 0.7))
    m.add(Box(w * 0.8, d * 0.8, h * 0.06), (0, 0, h * 0.14), rgb=STEEL, material="metal")
    m.add(Box(w * 0.7, d * 0.2, h * 0.02), (0, 0, h * 0.19), rgb=DARK)
    for side in (-1, 1):
        rod(m, (0, side * d * 0.2, h * 0.2), (0, side * d * 0.3, h * 0.2), h * 0.12, rgb=shade(m.rgb, 0.85))
    # Tips over from the left to the right, its knob under the hand.
    angle = -14 + 38 * m.body.on
    long, r = h * 0.66, min(w * 0.22, h * 0.13)
    tip = (long * sine(angle), 0.0, h * 0.2 + long * cosine(angle))
    rod(m, (0, 0, h * 0.2), tip, h * 0.035, rgb=STEEL, material="metal")
    rod(m, (tip[0] * 0.45, 0, h * 0.2 + (tip[2] - h * 0.2) * 0.45), tip, h * 0.055)
    m.add(Ball(r, r, r), tip)


def lamp(m: Maker) -> None:
    w, d, h = dims(m)
    on, r = m.body.on, min(w, d) / 2
    m.add(Cone(r * 0.62, r * 0.56, h * 0.05))
    m.add(Cone(r * 0.56, r * 0.12, h * 0.05), (0, 0, h * 0.05))
    m.add(Cone(r * 0.08, r * 0.08, h * 0.46), (0, 0, h * 0.08), rgb=STEEL, material="metal")
    bulb = _mix((196, 196, 190), (255, 236, 170), on)
    m.add(Ball(r * 0.3, r * 0.3, h * 0.13), (0, 0, h * 0.5), rgb=bulb, glow=on)
    m.add(
        Tube(r, r * 0.58, h * 0.44, r * 0.56, 0.0),
        (0, 0, h * 0.55),
        rgb=m.rgb,
        material="fabric",
        glow=0.6 * on,
    )
    for z, out in ((0.55, 1.0), (0.96, 0.6)):
        m.add(Tube(r * out, r * out, h * 0.03, r * (out - 0.05), 0.0), (0, 0, h * z), rgb=accent(m.rgb))
    m.add(Cone(r * 0.54, r * 0.54, h * 0.01), (0, 0, h * 0.9), rgb=bulb, glow=on)
    if on > 0.05:
        # Light that falls out below the shade.
        for _, c, s in around(8, 22.5):
            a = (c * r * 0.72, s * r * 0.72, h * 0.49)
            b = (c * r * (0.72 + 0.24 * on), s * r * (0.72 + 0.24 * on), h * (0.49 - 0.13 * on))
            rod(m, a, b, r * 0.035, rgb=WARM, glow=1.0)


def fan(m: Maker) -> None:
    w, d, h = dims(m)
    on = m.body.on
    r = min(w / 2, h * 0.38)
    z = h - r
    m.add(Cone(min(w * 0.42, d * 0.5), min(w * 0.36, d * 0.42), h * 0.06))
    m.add(Cone(w * 0.05, w * 0.04, z - h * 0.06), (0, d * 0.15, h * 0.05), rgb=STEEL, material="metal")
    rod(m, (0, d * 0.46, z), (0, -d * 0.1, z), r * 0.26, r * 0.2)
    m.add(Tube(r, r, d * 0.22, r * 0.9, 0.0), (0, d * 0.05, z), turn=turn_x(90), rgb=shade(m.rgb, 0.8))
    # Three turns and a half, so that it stops in another place than it began; a blur fills the ring at speed.
    spin = on * 1140 + 40
    if on > 0.3:
        m.add(
            Cone(r * 0.88, r * 0.88, d * 0.02),
            (0, d * 0.02, z),
            turn=turn_x(90),
            rgb=lighter(m.rgb, 1.0 + 0.45 * on),
        )
    for k in range(6 if 0.15 < on < 0.95 else 3):
        angle = spin + k * (60 if 0.15 < on < 0.95 else 120)
        blade = times(turn_y(angle), turn_x(16))
        c, s = cosine(angle), sine(angle)
        m.add(
            Box(r * 0.46, d * 0.05, r * 0.66),
            (s * r * 0.2, -d * 0.08, z + c * r * 0.2),
            turn=blade,
            rgb=lighter(m.rgb, 1.5),
        )
    rod(m, (0, -d * 0.04, z), (0, -d * 0.2, z), r * 0.16, rgb=_mix(DARK, (120, 240, 140), on), glow=on)
    for k in range(4):
        rod(
            m,
            _rim(k * 45, r * 0.95, -d * 0.19, z),
            _rim(k * 45 + 180, r * 0.95, -d * 0.19, z),
            r * 0.018,
            rgb=STEEL,
            material="metal",
        )
    m.add(Tube(r * 0.5, r * 0.5, d * 0.02, r * 0.46, 0.0), (0, -d * 0.19, z), turn=turn_x(90), rgb=STEEL)
    # Two ribbons hang down, and stream forward in the wind.
    for side in (-1, 1):
        x, top = side * r * 0.55, z - r * 0.2
        lift = 8 + 74 * on
        a = (x, -d * 0.2, top)
        for k in range(3):
            bend = lift + (10 if k % 2 else -10) * on
            b = (x, a[1] - sine(bend) * r * 0.26, a[2] - cosine(bend) * r * 0.26)
            rod(m, a, b, r * 0.05, rgb=(250, 226, 120))
            a = b


def _rim(angle: float, r: float, y: float, z: float) -> tuple[float, float, float]:
    return r * cosine(angle), y, z + r * sine(angle)


def flag(m: Maker) -> None:
    """Cloth on a pole: at rest it hangs limp at the foot, at work it flies at the top."""
    w, d, h = dims(m)
    on = m.body.on
    x = -w * 0.38
    m.add(Box(w * 0.9, d, h * 0.045), rgb=(112, 84, 60), material="wood")
    m.add(Cone(w * 0.09, w * 0.06, h * 0.05), (x, 0, h * 0.045), rgb=STEEL, material="metal")
    rod(m, (x, 0, h * 0.05), (x, 0, h * 0.97), w * 0.034, rgb=(236, 236, 232), material="metal")
    m.add(Ball(w * 0.06, w * 0.06, h * 0.03), (x, 0, h * 0.965), rgb=(224, 180, 66), material="metal")
    tall = h * 0.36
    z = h * 0.1 + (h * 0.93 - tall - h * 0.1) * on
    a, y = x, 0.0
    for k in range(4):
        # Limp cloth falls in deep folds, each lower at its upper edge than the one before.
        angle = (20, -24, 18, -12)[k] + (1 - on) * (12, -14, 12, -12)[k]
        step = w * 0.21 * (0.78 + 0.22 * on)
        droop = (1 - on) * tall * (0.0, 0.16, 0.34, 0.52)[k]
        b, y2 = a + step * cosine(angle), y + step * sine(angle)
        sag = (1 - on) * h * 0.05 * (k > 0)
        m.add(
            Box(step * 1.06, d * 0.05, tall - droop + sag),
            ((a + b) / 2, (y + y2) / 2, z - sag),
            turn=turn_z(angle),
            rgb=m.rgb if on > 0.5 or k % 2 == 0 else shade(m.rgb, 0.86),
            material="fabric",
        )
        a, y = b, y2
    for zz in (0.1, 0.85):
        rod(m, (x, 0, z + tall * zz), (x, 0, z + tall * (zz + 0.05)), w * 0.05, rgb=DARK)


def hatch(m: Maker) -> None:
    w, d, h = dims(m)
    on = m.body.on
    body, lid = h * 0.84, h * 0.14
    wall = w * 0.06
    m.add(Box(w * 0.96, d * 0.92, h * 0.06), rgb=shade(m.rgb, 0.7))
    for s in (-1, 1):
        block(m, s * (w * 0.48 - wall / 2), 0, 0, (wall, d * 0.92, body), shade(m.rgb, 0.8))
        block(m, 0, s * (d * 0.46 - wall / 2), 0, (w * 0.96, wall, body), shade(m.rgb, 0.8))
    m.add(Box(w * 0.84, d * 0.8, h * 0.02), (0, 0, h * 0.62), rgb=_mix(DARK, (255, 226, 120), on), glow=on)
    turn = turn_x(-112 * on)
    hinge = (0.0, d * 0.46, body)
    for primitive, y, z, rgb, glow in (
        (Box(w, d, lid), -d * 0.47, 0.0, None, 0.0),
        (Box(w * 0.8, d * 0.8, lid * 0.12), -d * 0.47, -lid * 0.06, (255, 226, 120), on),
        (Box(w * 0.3, d * 0.06, lid * 0.16), -d * 0.8, lid, STEEL, 0.0),
    ):
        place = (0.0, hinge[1] + turn[4] * y + turn[5] * z, hinge[2] + turn[7] * y + turn[8] * z)
        m.add(primitive, place, turn=turn, rgb=rgb, glow=glow)
    for s in (-1, 1):
        rod(
            m,
            (s * w * 0.3 - w * 0.06, d * 0.47, body),
            (s * w * 0.3 + w * 0.06, d * 0.47, body),
            h * 0.035,
            rgb=STEEL,
        )
    block(m, 0, -d * 0.465, h * 0.62, (w * 0.14, d * 0.04, h * 0.16), STEEL, material="metal")
    if on > 0.3:
        # A star-yellow ball on a spring pops up.
        top = h * (0.62 + 0.36 * on)
        rod(m, (0, 0, h * 0.62), (0, 0, top), w * 0.035, rgb=STEEL, material="metal")
        m.add(Ball(w * 0.15, w * 0.15, w * 0.15), (0, 0, top), rgb=(250, 206, 60), glow=0.5)


def siren(m: Maker) -> None:
    """A dull dome on a foot; at work a bright one among rays, with a ring of light around its foot."""
    w, d, h = dims(m)
    on, r = m.body.on, min(w, d) / 2
    m.add(Cone(r * 0.86, r * 0.8, h * 0.13), rgb=DARK)
    m.add(
        Tube(r * 0.84, r * 0.84, h * 0.06, r * 0.6, 0.0),
        (0, 0, h * 0.13),
        rgb=_mix(STEEL, WARM, on),
        glow=0.24 * on,
    )
    bulb = _mix(shade(m.rgb, 0.72), lighter(m.rgb, 1.35), on)
    m.add(Cone(r * 0.56, r * 0.54, h * 0.42), (0, 0, h * 0.16), rgb=bulb, glow=0.24 * on)
    # The one part with a halo: were there more, no ray could be told from them.
    m.add(Ball(r * 0.54, r * 0.54, h * 0.26), (0, 0, h * 0.58), rgb=bulb, glow=0.9 * on)
    m.add(Cone(r * 0.59, r * 0.585, h * 0.035), (0, 0, h * 0.4), rgb=accent(m.rgb))
    if on > 0.05:
        for k, (_, c, s) in enumerate(around(10, 18)):
            # Long and short rays by turns, all around and upwards.
            near, far = r * 0.68, r * (0.68 + (0.29 if k % 2 else 0.24) * on)
            low, high = (h * 0.5, h * 0.53) if k % 2 else (h * 0.7, h * 0.82)
            rod(m, (c * near, s * near, low), (c * far, s * far, high), r * 0.1, r * 0.06, RAY, glow=0.25)
        for _, c, s in around(5, 90):
            a, b = r * 0.3, r * (0.3 + 0.2 * on)
            rod(m, (c * a, s * a, h * 0.84), (c * b, s * b, h * 0.97), r * 0.1, r * 0.06, RAY, glow=0.25)
    m.add(Cone(r * 0.1, r * 0.08, h * 0.12), (0, 0, h * 0.82), rgb=DARK)


def screen(m: Maker) -> None:
    w, d, h = dims(m)
    on = m.body.on
    m.add(Box(w * 0.46, d * 0.96, h * 0.05))
    m.add(Box(w * 0.14, d * 0.25, h * 0.2), (0, d * 0.2, h * 0.04), rgb=shade(m.rgb, 0.8))
    m.add(Box(w, d * 0.42, h * 0.8), (0, d * 0.05, h * 0.2))
    front = -d * 0.17
    m.add(
        Box(w * 0.86, d * 0.03, h * 0.62),
        (0, front, h * 0.31),
        rgb=_mix((30, 34, 42), (40, 110, 200), on),
        glow=0.5 * on,
    )
    rod(
        m,
        (w * 0.44, front, h * 0.245),
        (w * 0.44, front - d * 0.02, h * 0.245),
        h * 0.02,
        rgb=_mix((90, 40, 40), (110, 250, 120), on),
        glow=on,
    )
    if on > 0.05:
        y = front - d * 0.02
        for k, tall in enumerate((0.18, 0.36, 0.27, 0.5)):
            rgb: Rgb = ((255, 236, 120), WHITE, (255, 150, 90), (120, 240, 150))[k]
            block(
                m,
                (k - 1.5) * w * 0.19,
                y,
                h * 0.35,
                (w * 0.12, d * 0.02, h * tall * on + 0.001),
                rgb,
                glow=0.6 * on,
            )


RECIPES: dict[str, Recipe] = {
    "button": button, "lever": lever, "lamp": lamp, "fan": fan, "flag": flag, "hatch": hatch, "siren": siren,
    "screen": screen,
}  # fmt: skip
