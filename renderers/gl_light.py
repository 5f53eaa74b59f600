"""The camera and the light of a stage, as `gl` takes them."""

from math import radians, tan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..simulators.space import Vec, View
from .gl_look import linear, mixed, scaled
from .stage import Box, Stage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

NEAR = 0.03
"""Nearest distance that is drawn, metres."""


class Light(NamedTuple):
    matrix: "Matrix"
    plan: "Matrix"
    texel: float
    middle: tuple[float, float]
    centre: Vec
    half: float
    top: float
    bottom: float


def camera_of(view: View) -> "Matrix":
    """World to picture, column by column as OpenGL takes it."""
    right, up, forward = view.axes
    eye = (view.x, view.y, view.z)
    tall = 1 / tan(radians(view.fov / 2))
    far = 600.0
    a, b = (far + NEAR) / (far - NEAR), -2 * far * NEAR / (far - NEAR)
    rows = []
    for axis, scale in ((right, tall / view.aspect), (up, tall)):
        rows.append([c * scale for c in axis] + [-scale * sum(c * e for c, e in zip(axis, eye, strict=True))])
    depth = [*forward, -sum(c * e for c, e in zip(forward, eye, strict=True))]
    rows.append([c * a for c in depth[:3]] + [depth[3] * a + b])
    rows.append(depth)
    return np.array(rows, np.float32).T.copy()


def light_of(stage: Stage, side: int) -> Light:
    """The parallel projections along the light and straight down."""
    z = stage.lamp.towards
    length = (z[0] ** 2 + z[1] ** 2) ** 0.5
    x: Vec = (1.0, 0.0, 0.0) if length < 1e-6 else (-z[1] / length, z[0] / length, 0.0)
    y = (z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0])
    half, deep = stage.radius * 1.15, stage.radius * 3.0 + 10.0
    wide = max(half, 1.9)
    texel = 2 * wide / side
    centre = stage.centre
    rows = []
    for axis in (x, y):
        # Snapped to whole texels: the edge of a resting shadow must not crawl.
        middle = round(sum(a * c for a, c in zip(axis, centre, strict=True)) / texel) * texel
        rows.append([c / wide for c in axis] + [-middle / wide])
    towards = sum(a * c for a, c in zip(z, centre, strict=True))
    rows.append([-c / deep for c in z] + [towards / deep])
    rows.append([0.0, 0.0, 0.0, 1.0])
    top, bottom = 40.0 if stage.radius > 10 else 8.0, 0.0
    plan = [
        [1 / half, 0.0, 0.0, -centre[0] / half],
        [0.0, 1 / half, 0.0, -centre[1] / half],
        [0.0, 0.0, -2 / (top - bottom), (top + bottom) / (top - bottom)],
        [0.0, 0.0, 0.0, 1.0],
    ]
    return Light(
        np.array(rows, np.float32).T.copy(),
        np.array(plan, np.float32).T.copy(),
        texel,
        (centre[0], centre[1]),
        centre,
        half,
        top,
        bottom,
    )


def haze_at(stage: Stage) -> float:
    """How far it is to the haze at the end of an open floor: half its side. Between walls there is none."""
    wide = [p.primitive.w for p in stage.parts if not p.id and isinstance(p.primitive, Box) and p.place[2] < 0]
    walls = any(not p.id and p.place[2] >= 0 for p in stage.parts)
    return 1e6 if walls else max(wide, default=80.0) / 2


def tints_of(stage: Stage) -> dict[str, Vec]:
    """The light's colours: what faces it squarely gets about 1 in all; shadows keep a share of it."""
    lamp = stage.lamp
    warm = mixed((1.0, 1.0, 1.0), scaled(linear(lamp.rgb), 1 / max(*linear(lamp.rgb), 0.05)), 0.7)
    around = 0.88 * lamp.ambient
    sky = linear(stage.sky)
    level = max(sky)
    tint = mixed((1.0, 1.0, 1.0), scaled(sky, 1 / level), 0.25) if level > 0.05 else (1.0, 1.0, 1.0)
    high = max(lamp.towards[2], 0.6)
    return {
        "key": scaled(warm, (1.10 - around) / high),
        "sky_light": scaled(tint, around * 1.12),
        "ground_light": scaled((1.0, 0.97, 0.93), around * 0.72),
        "haze": mixed(sky, (1.0, 1.0, 1.0), 0.18 if level > 0.2 else 0.02),
    }
