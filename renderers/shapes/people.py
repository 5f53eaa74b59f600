"""People and robots: they walk with `body.stride`, look with `body.head` and reach with `body.reach`."""

from math import sqrt

from ...simulators.scene import STEP_LENGTH
from ...simulators.space import Vec, cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Rgb, moved, shade, turn_x, turn_z
from ._palette import CREAM, DARK, SKIN, accent, brightness
from ._solids import block, dims, rod

HAIR: Rgb = (86, 60, 44)


def _swing(m: Maker, most: float) -> float:
    """How far the left leg is ahead, degrees."""
    return most * sine(180 * m.body.stride / STEP_LENGTH)


def _elbow(shoulder: Vec, hand: Vec, arm: float) -> Vec:
    """Where the elbow of an arm with two halves of that length is; an arm that is too short stretches."""
    way = tuple(b - a for a, b in zip(shoulder, hand, strict=True))
    far = sqrt(sum(c * c for c in way)) or 1e-6
    bend = sqrt(max(0.0, arm * arm - far * far / 4))
    # It falls downwards and outwards.
    down = (-0.5 if shoulder[0] < 0 else 0.5, 0.0, -1.0)
    dot = sum(a * b for a, b in zip(down, way, strict=True)) / far
    out = tuple(a - dot * b / far for a, b in zip(down, way, strict=True))
    norm = sqrt(sum(c * c for c in out)) or 1.0
    x, y, z = (s + v / 2 + o / norm * bend for s, v, o in zip(shoulder, way, out, strict=True))
    return x, y, z


def _arm(m: Maker, shoulder: Vec, length: float, swing: float) -> tuple[Vec, Vec]:
    """Elbow and hand: the right arm reaches when there is something to reach, else an arm swings."""
    if shoulder[0] < 0 and m.body.reach is not None:
        hand = m.inward(m.body.reach)
        return _elbow(shoulder, hand, length), hand
    x, y, z = shoulder
    out = 0.1 if x > 0 else -0.1
    elbow = (x + out * length, y - length * sine(swing), z - length * cosine(swing) * 0.99)
    bent = swing + 12
    return elbow, (elbow[0], elbow[1] - length * sine(bent), elbow[2] - length * cosine(bent))


def person(m: Maker) -> None:
    """In a shirt and a cap of one colour; face, feet and peak point to the front."""
    w, d, h = dims(m)
    swing = _swing(m, 26)
    legs, hip = accent(m.rgb), h * 0.475
    drop = hip * (1 - cosine(swing)) * 0.92
    hips, chest = hip - drop, h * 0.775 - drop
    for side in (-1, 1):
        a = swing * side
        x = side * w * 0.165
        foot = (x, -hip * 0.93 * sine(a), max(h * 0.035, hips - hip * 0.925 * cosine(a)))
        rod(m, (x, 0, hips), foot, w * 0.165, w * 0.115, legs, material="fabric")
        m.add(Ball(w * 0.135, d * 0.34, h * 0.032), (x, foot[1] - d * 0.14, foot[2] - h * 0.003), rgb=DARK)
    m.add(Ball(w * 0.335, d * 0.4, h * 0.055), (0, 0, hips + h * 0.005), rgb=legs, material="fabric")
    m.add(Cone(w * 0.325, w * 0.355, chest - hips - h * 0.01), (0, 0, hips + h * 0.01), material="fabric")
    m.add(Ball(w * 0.4, d * 0.46, h * 0.045), (0, 0, chest), material="fabric")
    rod(m, (0, 0, chest), (0, 0, chest + h * 0.06), w * 0.11, rgb=SKIN, material="skin")
    for side in (-1, 1):
        shoulder = (side * w * 0.365, 0.0, chest - h * 0.01)
        elbow, hand = _arm(m, shoulder, h * 0.165, -swing * side)
        m.add(Ball(w * 0.125, w * 0.125, w * 0.125), shoulder, material="fabric")
        rod(m, shoulder, elbow, w * 0.12, w * 0.1, material="fabric")
        rod(m, elbow, hand, w * 0.1, w * 0.085, material="fabric")
        m.add(Ball(w * 0.09, w * 0.09, w * 0.1), hand, rgb=SKIN, material="skin")
    _head(m, h, h * 0.9 - drop)


def _head(m: Maker, h: float, z: float) -> None:
    """A face under a cap whose peak points where it looks, and hair behind."""
    turn = turn_z(m.body.head)

    def at(x: float, y: float, up: float) -> Vec:
        p = moved(turn, (x * h, y * h, 0.0))
        return p[0], p[1], z + up * h

    m.add(Ball(h * 0.066, h * 0.07, h * 0.082), at(0, -0.004, 0), turn=turn, rgb=SKIN, material="skin")
    m.add(Ball(h * 0.07, h * 0.058, h * 0.07), at(0, 0.02, 0.0), turn=turn, rgb=HAIR, material="fabric")
    for side in (-1, 1):
        m.add(Ball(h * 0.01, h * 0.007, h * 0.013), at(side * 0.024, -0.068, 0.004), turn=turn, rgb=(30, 28, 30))
    m.add(
        Ball(h * 0.011, h * 0.018, h * 0.012),
        at(0, -0.075, -0.014),
        turn=turn,
        rgb=shade(SKIN, 0.88),
        material="skin",
    )
    m.add(Ball(h * 0.022, h * 0.008, h * 0.006), at(0, -0.062, -0.042), turn=turn, rgb=(178, 78, 72))
    m.add(Ball(h * 0.073, h * 0.078, h * 0.064), at(0, 0.002, 0.034), turn=turn, material="fabric")
    m.add(Box(h * 0.098, h * 0.07, h * 0.01), at(0, -0.07, 0.034), turn=turn, rgb=accent(m.rgb), material="fabric")


def robot(m: Maker) -> None:
    """A square head with a lit face, a panel on its chest, big feet."""
    w, d, h = dims(m)
    swing = _swing(m, 20)
    metal = (150, 156, 166) if brightness(m.rgb) < 190 else (104, 110, 120)
    hip = h * 0.36
    for side in (-1, 1):
        a = swing * side
        x = side * w * 0.2
        y = -hip * 0.8 * sine(a)
        rod(m, (x, 0, hip), (x, y, h * 0.08), w * 0.1, rgb=metal, material="metal")
        m.add(Box(w * 0.27, d * 0.74, h * 0.09), (x, y - d * 0.06, 0), rgb=shade(m.rgb, 0.72))
    m.add(Box(w * 0.68, d * 0.8, h * 0.35), (0, 0, hip + h * 0.01))
    block(m, 0, -d * 0.4, hip + h * 0.11, (w * 0.4, d * 0.04, h * 0.16), CREAM)
    for k, rgb in enumerate(((222, 70, 66), (84, 190, 110))):
        x, z = (k - 0.5) * w * 0.2, hip + h * 0.19
        rod(m, (x, -d * 0.41, z), (x, -d * 0.45, z), w * 0.055, rgb=rgb)
    top = hip + h * 0.36
    for side in (-1, 1):
        shoulder = (side * w * 0.385, 0.0, top - h * 0.06)
        elbow, hand = _arm(m, shoulder, h * 0.16, -swing * side)
        m.add(Ball(w * 0.1, w * 0.1, w * 0.1), shoulder, rgb=metal, material="metal")
        rod(m, shoulder, elbow, w * 0.055, rgb=metal, material="metal")
        rod(m, elbow, hand, w * 0.08, w * 0.07)
        m.add(Ball(w * 0.08, w * 0.08, w * 0.08), hand, rgb=DARK)
    turn = turn_z(m.body.head)

    def at(x: float, y: float, z: float) -> Vec:
        p = moved(turn, (x * w, y * d, 0.0))
        return p[0], p[1], z * h

    rod(m, (0, 0, top), (0, 0, h * 0.76), w * 0.12, rgb=metal, material="metal")
    m.add(Box(w * 0.54, d * 0.66, h * 0.18), at(0, 0, 0.755), turn=turn)
    m.add(Box(w * 0.46, d * 0.03, h * 0.12), at(0, -0.335, 0.785), turn=turn, rgb=(24, 30, 40))
    for side in (-1, 1):
        rod(
            m,
            at(side * 0.11, -0.34, 0.862),
            at(side * 0.11, -0.375, 0.862),
            w * 0.055,
            rgb=(120, 236, 250),
            glow=0.35,
        )
    m.add(Box(w * 0.2, d * 0.03, h * 0.012), at(0, -0.35, 0.808), turn=turn, rgb=(120, 236, 250), glow=0.35)
    m.add(Cone(w * 0.03, w * 0.015, h * 0.04), (0, 0, h * 0.93), rgb=metal)
    m.add(Ball(w * 0.05, w * 0.05, h * 0.019), (0, 0, h * 0.981), rgb=accent(m.rgb))


def hand(m: Maker) -> None:
    """Finger tips meet at the origin, a fifth of the height up; the arm comes from behind."""
    w, d, h = dims(m)
    tip = h * 0.2
    m.add(Ball(w * 0.42, d * 0.12, h * 0.26), (0, d * 0.24, h * 0.72), turn=turn_x(16), rgb=SKIN, material="skin")
    for x, back, out in ((-0.30, 0.15, 0.03), (-0.10, 0.13, -0.01), (0.10, 0.13, 0.0), (0.30, 0.16, 0.04)):
        knuckle = (x * w, d * back, h * 0.80)
        joint = (x * w * 0.85, d * out, h * 0.66)
        end = (x * w * 0.55, d * (out - 0.03), tip + h * max(0.0, out) * 2)
        rod(m, knuckle, joint, w * 0.105, w * 0.095, SKIN, material="skin")
        m.add(Ball(w * 0.1, w * 0.1, w * 0.1), joint, rgb=SKIN, material="skin")
        rod(m, joint, end, w * 0.095, w * 0.075, SKIN, material="skin")
    thumb = (-w * 0.34, d * 0.1, h * 0.36)
    rod(m, (-w * 0.36, d * 0.24, h * 0.62), thumb, w * 0.12, w * 0.1, SKIN, material="skin")
    rod(m, thumb, (-w * 0.08, d * 0.05, tip), w * 0.1, w * 0.075, SKIN, material="skin")
    rod(m, (0, d * 0.3, h * 0.74), (0, d * 0.46, h * 0.8), w * 0.27, w * 0.3, SKIN, material="skin")
    rod(m, (0, d * 0.42, h * 0.79), (0, d * 0.5, h * 0.82), w * 0.43, rgb=accent(m.rgb), material="fabric")
    # The sleeve rises steeply: it leaves the picture at the top and clears the rim of a vessel.
    rod(m, (0, d * 0.47, h * 0.8), (0, d * 1.6, h * 15), w * 0.38, w * 0.7, material="fabric")


RECIPES: dict[str, Recipe] = {"person": person, "robot": robot, "hand": hand}
