"""People and robots: they walk with `body.stride`, look with `body.head` and reach with `body.reach`."""

from math import sqrt

from ...simulators.scene import STEP_LENGTH
from ...simulators.space import Vec, cosine, sine
from ..stage import Ball, Box, Cone, Maker, Recipe, Rgb, along, moved, shade, turn_y, turn_z
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
    legs, hip = accent(m.rgb), h * 0.47
    drop = hip * (1 - cosine(swing)) * 0.92
    hips, chest = hip - drop, h * 0.75 - drop
    for side in (-1, 1):
        a = swing * side
        x = side * w * 0.165
        foot = (x, -hip * 0.93 * sine(a), max(h * 0.035, hips - hip * 0.925 * cosine(a)))
        rod(m, (x, 0, hips), foot, w * 0.165, w * 0.115, legs, material="fabric")
        m.add(Ball(w * 0.135, d * 0.34, h * 0.032), (x, foot[1] - d * 0.14, foot[2] - h * 0.003), rgb=DARK)
    m.add(Ball(w * 0.335, d * 0.4, h * 0.055), (0, 0, hips + h * 0.005), rgb=legs, material="fabric")
    m.add(Cone(w * 0.325, w * 0.345, chest - hips - h * 0.01), (0, 0, hips + h * 0.01), material="fabric")
    m.add(Ball(w * 0.38, d * 0.46, h * 0.045), (0, 0, chest), material="fabric")
    rod(m, (0, 0, chest), (0, 0, chest + h * 0.06), w * 0.11, rgb=SKIN, material="skin")
    for side in (-1, 1):
        shoulder = (side * w * 0.355, 0.0, chest - h * 0.01)
        elbow, hand = _arm(m, shoulder, h * 0.16, -swing * side)
        m.add(Ball(w * 0.12, w * 0.12, w * 0.12), shoulder, material="fabric")
        rod(m, shoulder, elbow, w * 0.12, w * 0.1, material="fabric")
        rod(m, elbow, hand, w * 0.1, w * 0.08, material="fabric")
        _palm(m, elbow, hand, w)
    _head(m, h, h * 0.885 - drop)


def _palm(m: Maker, elbow: Vec, hand: Vec, w: float) -> None:
    """A half-open hand at the end of an arm: what it holds sits in the palm, before the thumb."""
    way = (hand[0] - elbow[0], hand[1] - elbow[1], hand[2] - elbow[2])
    long = sqrt(sum(c * c for c in way)) or 1.0
    x, y, z = (c / long * w for c in way)
    inwards = -0.06 * w if hand[0] > 0 else 0.06 * w
    m.add(Ball(w * 0.085, w * 0.085, w * 0.105), hand, turn=along(way), rgb=SKIN, material="skin")
    tip = (hand[0] + 0.19 * x + inwards * 0.5, hand[1] + 0.19 * y - w * 0.02, hand[2] + 0.19 * z)
    rod(m, hand, tip, w * 0.075, w * 0.05, SKIN, material="skin")
    thumb = (hand[0] + 0.1 * x + inwards * 1.4, hand[1] + 0.1 * y - w * 0.08, hand[2] + 0.1 * z)
    rod(m, hand, thumb, w * 0.045, w * 0.035, SKIN, material="skin")


def _head(m: Maker, h: float, z: float) -> None:
    """A smiling face under a cap whose peak points where it looks, and hair behind."""
    turn = turn_z(m.body.head)

    def at(x: float, y: float, up: float) -> Vec:
        p = moved(turn, (x * h, y * h, 0.0))
        return p[0], p[1], z + up * h

    m.add(Ball(h * 0.078, h * 0.076, h * 0.09), at(0, -0.004, 0), turn=turn, rgb=SKIN, material="skin")
    m.add(Ball(h * 0.08, h * 0.056, h * 0.066), at(0, 0.03, 0.018), turn=turn, rgb=HAIR, material="fabric")
    for side in (-1, 1):
        m.add(
            Ball(h * 0.016, h * 0.012, h * 0.02),
            at(side * 0.079, 0.0, -0.006),
            turn=turn,
            rgb=SKIN,
            material="skin",
        )
        m.add(
            Ball(h * 0.0185, h * 0.008, h * 0.02), at(side * 0.031, -0.069, 0.01), turn=turn, rgb=(250, 250, 248)
        )
        m.add(
            Ball(h * 0.0105, h * 0.006, h * 0.0135), at(side * 0.03, -0.0755, 0.009), turn=turn, rgb=(38, 30, 28)
        )
    m.add(
        Ball(h * 0.012, h * 0.017, h * 0.013),
        at(0, -0.08, -0.016),
        turn=turn,
        rgb=shade(SKIN, 0.9),
        material="skin",
    )
    # A smile of three strokes.
    for a, b in (
        ((-0.03, -0.039), (-0.013, -0.05)),
        ((-0.013, -0.05), (0.013, -0.05)),
        ((0.013, -0.05), (0.03, -0.039)),
    ):
        start, end = (at(x, -0.071 + abs(x) * 0.28, up) for x, up in (a, b))
        rod(m, start, end, h * 0.0055, rgb=(168, 62, 60))
    m.add(Ball(h * 0.083, h * 0.083, h * 0.062), at(0, 0.004, 0.052), turn=turn, material="fabric")
    m.add(Box(h * 0.11, h * 0.06, h * 0.01), at(0, -0.08, 0.044), turn=turn, rgb=accent(m.rgb), material="fabric")


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
    """Fingers hang around the origin, their tips a fifth of the height up; the arm comes from above, behind and
    the right."""
    w, d, h = dims(m)
    low, knuckles = 0.2 * h, 1.45 * h
    palm = (w * 0.06, d * 0.03, h * 1.5)
    m.add(Ball(w * 0.5, w * 0.42, h * 0.44), palm, turn=turn_y(12), rgb=SKIN, material="skin")
    # Four fingers in front of the item and beside it, the thumb behind.
    for x, y, thick in ((-0.46, -0.08, 0.145), (-0.24, -0.36, 0.165), (0.07, -0.42, 0.165), (0.36, -0.3, 0.145)):
        joint = (x * 1.16 * w, y * 1.16 * w, h * 0.88)
        end = (x * 0.8 * w, y * 0.8 * w, low + w * thick * 0.8)
        rod(m, (x * 0.72 * w, y * 0.6 * w, knuckles), joint, w * thick, w * thick, SKIN, material="skin")
        m.add(Ball(w * thick, w * thick, w * thick), joint, rgb=SKIN, material="skin")
        rod(m, joint, end, w * thick, w * thick * 0.8, SKIN, material="skin")
        m.add(Ball(w * thick * 0.8, w * thick * 0.8, w * thick * 0.8), end, rgb=SKIN, material="skin")
    thumb = (w * 0.3, w * 0.42, h * 0.95)
    rod(m, (w * 0.26, w * 0.2, h * 1.5), thumb, w * 0.17, w * 0.15, SKIN, material="skin")
    m.add(Ball(w * 0.15, w * 0.15, w * 0.15), thumb, rgb=SKIN, material="skin")
    rod(m, thumb, (w * 0.12, w * 0.34, low + w * 0.2), w * 0.15, w * 0.11, SKIN, material="skin")
    wrist = (w * 0.3, d * 0.1, h * 1.85)
    rod(m, palm, wrist, w * 0.4, w * 0.3, SKIN, material="skin")
    rim, far = (w * 0.42, d * 0.13, h * 2.05), (w * 5.0, d * 2.0, h * 15)
    cuff = tuple(a + (b - a) * 0.04 for a, b in zip(rim, far, strict=True))
    rod(m, wrist, rim, w * 0.3, w * 0.34, SKIN, material="skin")
    rod(m, rim, (cuff[0], cuff[1], cuff[2]), w * 0.52, rgb=accent(m.rgb), material="fabric")
    # The sleeve leaves the picture at the top and clears the rim of a vessel.
    rod(m, (cuff[0], cuff[1], cuff[2]), far, w * 0.5, w * 1.0, material="fabric")


RECIPES: dict[str, Recipe] = {"person": person, "robot": robot, "hand": hand}
