from collections import Counter
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.renderers.mesh import AROUND, FEWEST, MOST, mesh, sides, unit, unit_mesh
from reelproof.renderers.stage import Ball, Box, Cone, Tube, Wedge

SOLIDS = {
    "box": Box(1.2, 0.4, 0.7),
    "wedge": Wedge(1.2, 0.8, 0.5),
    "ball": Ball(0.3, 0.2, 0.5),
    "cylinder": Cone(0.3, 0.3, 0.8),
    "frustum": Cone(0.2, 0.35, 0.8),
    "cone": Cone(0.4, 0.0, 0.9),
    "spike": Cone(0.0, 0.3, 0.9),
    "vessel": Tube(0.3, 0.4, 0.6, 0.28, 0.05),
    "ring": Tube(0.4, 0.4, 0.1, 0.25, 0.0),
}
ROUND = AROUND / pi * np.sin(pi / AROUND) * np.cos(pi / AROUND)
"""Area of the polygon in a circle, as a share of the circle's."""
VOLUMES = {
    "box": 1.2 * 0.4 * 0.7,
    "wedge": 1.2 * 0.8 * 0.5 / 2,
    "cylinder": pi * 0.3**2 * 0.8 * ROUND,
    "frustum": pi / 3 * 0.8 * (0.2**2 + 0.2 * 0.35 + 0.35**2) * ROUND,
    "cone": pi / 3 * 0.4**2 * 0.9 * ROUND,
    "spike": pi / 3 * 0.3**2 * 0.9 * ROUND,
    "vessel": (pi / 3 * 0.6 * (0.3**2 + 0.3 * 0.4 + 0.4**2) - pi * 0.28**2 * 0.55) * ROUND,
    "ring": pi * 0.1 * (0.4**2 - 0.25**2) * ROUND,
}

lengths = st.floats(0.01, 20.0)
solids = st.one_of(
    st.builds(Box, lengths, lengths, lengths),
    st.builds(Wedge, lengths, lengths, lengths),
    st.builds(Ball, lengths, lengths, lengths),
    st.builds(Cone, lengths, st.one_of(st.just(0.0), lengths), lengths),
    st.builds(
        lambda r, s, h, f: Tube(r, r * s, h, r * 0.8 * min(1, s), h * f),
        lengths,
        st.floats(0.7, 1.4),
        lengths,
        st.floats(0.0, 0.5),
    ),
)


def corners(of):
    return of.vertices[of.triangles].astype(np.float64)


def volume(of):
    """By the divergence theorem: positive only if the faces look outwards."""
    a, b, c = corners(of).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def cross(p, q):
    """In the plan."""
    return p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]


@pytest.mark.parametrize("name", VOLUMES)
def test_a_mesh_encloses_the_volume_of_its_primitive(name):
    assert volume(mesh(SOLIDS[name])) == pytest.approx(VOLUMES[name], rel=1e-3)


def test_a_ball_has_nearly_the_volume_of_an_ellipsoid():
    assert volume(mesh(SOLIDS["ball"])) == pytest.approx(4 / 3 * pi * 0.3 * 0.2 * 0.5, rel=0.03)


@given(solids)
def test_every_edge_has_its_other_side(primitive):
    of = mesh(primitive)
    known = {}
    ids = [known.setdefault(tuple(np.round(v, 6)), len(known)) for v in of.vertices.tolist()]
    edges = Counter()
    for triangle in of.triangles.tolist():
        a, b, c = (ids[i] for i in triangle)
        edges.update([(a, b), (b, c), (c, a)])
    assert all(count == edges[(b, a)] for (a, b), count in edges.items() if a != b)


@given(solids)
def test_normals_look_the_way_of_their_triangles(primitive):
    of = mesh(primitive)
    a, b, c = corners(of).transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    big = np.linalg.norm(across, axis=1) > 1e-9
    for k in range(3):
        assert (np.einsum("ij,ij->i", across, of.normals[of.triangles[:, k]])[big] > 0).all()
    assert np.allclose(np.linalg.norm(of.normals, axis=1), 1, atol=1e-4)


@given(solids)
def test_a_mesh_keeps_to_the_box_of_its_primitive(primitive):
    of = mesh(primitive)
    _, scale = unit(primitive)
    low, high = of.vertices.min(axis=0), of.vertices.max(axis=0)
    reach = scale if isinstance(primitive, Ball | Cone | Tube) else (scale[0] / 2, scale[1] / 2, scale[2])
    assert np.allclose(high[:2], reach[:2], rtol=1e-3) and np.allclose(low[:2], [-r for r in reach[:2]], rtol=1e-3)
    assert high[2] == pytest.approx(scale[2], rel=1e-5)
    assert low[2] == pytest.approx(-scale[2] if isinstance(primitive, Ball) else 0, abs=1e-6)


def test_a_vessel_is_open_down_to_its_floor():
    tube = SOLIDS["vessel"]
    a, b, c = corners(mesh(tube)).transpose(1, 0, 2)
    # Heights at which a plumb line beside the axis meets the surface.
    at = np.array([0.1, 0.03, 0.0])
    area = cross(b - a, c - a)
    flat = np.abs(area) > 1e-9
    u = cross(at - a[flat], c[flat] - a[flat]) / area[flat]
    v = cross(b[flat] - a[flat], at - a[flat]) / area[flat]
    hit = (u >= 0) & (v >= 0) & (u + v <= 1)
    z = a[flat, 2] + u * (b[flat, 2] - a[flat, 2]) + v * (c[flat, 2] - a[flat, 2])
    assert sorted(np.round(z[hit], 4).tolist()) == [0.0, tube.floor]


def test_kinds_of_the_same_numbers_have_meshes_of_their_own():
    shapes = [unit_mesh(kind(1.0, 1.0, 1.0)) for kind in (Box, Cone, Ball, Wedge)]
    assert len({len(shape.vertices) for shape in shapes}) == 4


def test_round_bodies_get_finer_with_their_share_of_the_scene():
    counts = [sides(Ball(r, r / 2, r / 3), 16.0) for r in (0.001, 0.05, 0.2, 0.6, 2.0, 50.0)]
    assert counts == sorted(counts) and counts[0] == FEWEST and counts[-1] == MOST
    assert sides(Cone(0.02, 0.3, 1.0), 7.0) == sides(Tube(0.3, 0.2, 1.0, 0.1, 0.1), 7.0)
    assert all(count % 4 == 0 for count in counts)
