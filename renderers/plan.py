"""A scene from above, as a drawing for people: where all things stand, who goes where, what the camera sees."""

from math import atan, radians, tan
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from matplotlib.patheffects import withStroke

from ..schemas.scene import Scene, Thing
from ..schemas.vocabulary import RGB
from ..simulators.scene import Body, Timeline
from ..simulators.space import ROUND_VESSELS, View, corners, front, sine

STEPS = 96
"""Times at which paths are drawn."""
BACKGROUND = ("decor", "structure")
AREA = 9 * 72 * 0.86
"""Side of the drawing, points."""
LETTER = 4.4
"""Usual width of a letter of a label, points."""


def plan(time: Timeline, path_png: Path, t: float = 0.0) -> None:
    """Write the plan at a time (seconds) as PNG; north is at the top."""
    scene = time.scene
    figure = Figure(figsize=(9, 9), dpi=110, facecolor="#fbfaf7")
    axes = figure.add_axes((0.07, 0.06, 0.86, 0.87))
    bodies = time.at(t)
    west, south, east, north = _extent(time, bodies)
    axes.set_xlim(west, east)
    axes.set_ylim(south, north)
    axes.set_aspect("equal")
    red, green, blue = (0.86 + 0.14 * c / 255 for c in RGB[scene.surroundings.floor])
    axes.set_facecolor((red, green, blue))
    for x1, y1, x2, y2, _ in scene.surroundings.walls:
        axes.plot([x1, x2], [y1, y2], color="#4a4640", linewidth=4, solid_capstyle="projecting", zorder=5)
    _camera(axes, time, t, east - west)
    for thing in sorted(scene.things, key=lambda thing: (bodies[thing.id].z, thing.id)):
        _thing(axes, time, thing, bodies[thing.id])
    _labels(axes, time, bodies, east - west)
    _frame(axes, scene, t, (west, south, east, north))
    figure.savefig(path_png, format="png", metadata={"Software": None})


def _extent(time: Timeline, bodies: dict[str, Body]) -> tuple[float, float, float, float]:
    """What to show: all that plays a part, and the camera's way, with a border; a square."""
    scene = time.scene
    spots: list[tuple[float, float]] = [(shot.x, shot.y) for shot in scene.camera.shots]
    for thing in scene.things:
        body = bodies[thing.id]
        if thing.role not in BACKGROUND:
            spots.extend(corners(body.pose, thing.size))
    for event in scene.events:
        spots.extend((p.x, p.y) for p in getattr(event, "path", ()))
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    half = max(max(xs) - min(xs), max(ys) - min(ys), 0.5) / 2 * 1.2
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return x - half, y - half, x + half, y + half


def _thing(axes: Axes, time: Timeline, thing: Thing, body: Body) -> None:
    """Its footprint with a mark on its front, and its way."""
    rgb = [c / 255 for c in RGB[thing.colour]]
    quiet = thing.role in BACKGROUND
    level = 2 + min(2.0, max(0.0, body.z)) + (0 if quiet else 0.5)
    shape = corners(body.pose, thing.size)
    if thing.category in ROUND_VESSELS:
        radius = min(thing.size.w, thing.size.d) / 2
        shape = tuple((body.x + radius * sine(a + 90), body.y + radius * sine(a)) for a in range(0, 360, 15))
    dashed = thing.role == "ego"
    axes.add_patch(
        Polygon(
            shape, closed=True, facecolor=(*_dark(rgb, 1.0), 0.12 if dashed else 0.25 if quiet else 0.75),
            edgecolor=_dark(rgb, 0.5), linewidth=0.6 if quiet else 1.3, zorder=level,
            linestyle="--" if dashed else "-",
        )
    )  # fmt: skip
    if quiet:
        return
    fx, fy = front(body.yaw)
    d = thing.size.d / 2
    axes.plot(
        [body.x + fx * d * 0.4, body.x + fx * d], [body.y + fy * d * 0.4, body.y + fy * d],
        color=_dark(rgb, 0.45), linewidth=2, zorder=level + 0.1,
    )  # fmt: skip
    moves = any(event.who == thing.id for event in time.scene.events)
    if moves:
        _way(axes, time, thing, rgb)


def _labels(axes: Axes, time: Timeline, bodies: dict[str, Body], wide: float) -> None:
    """What things are called, each at the nearest free place above or below it."""
    point = wide / AREA
    taken: list[tuple[float, float, float]] = []
    for thing in sorted(time.scene.things, key=lambda thing: (bodies[thing.id].x, thing.id)):
        if thing.role in BACKGROUND:
            continue
        body = bodies[thing.id]
        reach = len(thing.label) * LETTER / 2
        x, y = body.x / point, body.y / point
        spots = [lift for k in range(1, 25) for lift in (9 * k, -9 * k)]
        free = (
            lift
            for lift in (0, *spots)
            if not any(abs(y + lift - at) < 9 and abs(x - other) < reach + far for other, at, far in taken)
        )
        lift = next(free, 0)
        taken.append((x, y + lift, reach))
        axes.annotate(
            thing.label, (body.x, body.y), xytext=(0, lift), textcoords="offset points", ha="center", va="center",
            fontsize=7.5, zorder=20, color="#24211d", style="italic" if body.inside is not None else "normal",
            path_effects=[withStroke(linewidth=2.2, foreground="#fffdf8")], annotation_clip=True,
            arrowprops={"arrowstyle": "-", "linewidth": 0.6, "color": "#24211d", "shrinkA": 0, "shrinkB": 0}
            if abs(lift) > 9 else None,
        )  # fmt: skip


def _dark(rgb: list[float], part: float) -> tuple[float, float, float]:
    return rgb[0] * part, rgb[1] * part, rgb[2] * part


def _way(axes: Axes, time: Timeline, thing: Thing, rgb: list[float]) -> None:
    """Where a thing goes over the whole clip, with an arrow at its end."""
    ends = [time.at(round(k * time.scene.duration / STEPS, 4))[thing.id] for k in range(STEPS + 1)]
    xs, ys = [b.x for b in ends], [b.y for b in ends]
    if max(xs) - min(xs) + max(ys) - min(ys) < 0.02:
        return
    dark = _dark(rgb, 0.6)
    axes.plot(xs, ys, color=dark, linewidth=1.4, linestyle=(0, (5, 2)), zorder=15)
    last = next((k for k in range(STEPS, 0, -1) if abs(xs[k] - xs[k - 1]) + abs(ys[k] - ys[k - 1]) > 1e-3), None)
    if last is not None:
        axes.annotate(
            "", (xs[last], ys[last]), (xs[last - 1], ys[last - 1]),
            arrowprops={"arrowstyle": "-|>", "color": dark, "mutation_scale": 14}, zorder=16,
        )  # fmt: skip


def _camera(axes: Axes, time: Timeline, t: float, wide: float) -> None:
    """The camera's way, where it is, and what lies between the borders of its picture."""
    scene = time.scene
    ends = [time.camera(k * scene.duration / STEPS) for k in range(STEPS + 1)]
    axes.plot([v.x for v in ends], [v.y for v in ends], color="#d0322d", linewidth=1.6, zorder=17)
    view = time.camera(t)
    axes.add_patch(
        Polygon(_cone(view, wide), closed=True, facecolor=(0.82, 0.2, 0.18, 0.10), edgecolor="none", zorder=1)
    )
    size = wide / 55
    c, s = sine(view.yaw + 90), sine(view.yaw)
    body = [(-1, -0.9), (1, -0.9), (1, 0.3), (0.45, 0.3), (0.7, 1.0), (-0.7, 1.0), (-0.45, 0.3), (-1, 0.3)]
    axes.add_patch(
        Polygon(
            [(view.x + size * (x * c - y * s), view.y + size * (x * s + y * c)) for x, y in body],
            closed=True, facecolor="#d0322d", edgecolor="#fffdf8", linewidth=0.8, zorder=18,
        )
    )  # fmt: skip


def _cone(view: View, wide: float) -> list[tuple[float, float]]:
    """The field of view as a triangle; for a camera that looks steeply down, the floor in its picture."""
    right, up, forward = view.axes
    half = tan(radians(view.fov / 2))
    if view.pitch < -60:
        spots = []
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            ray = [
                f + u * half * view.aspect * r + v * half * w for f, r, w in zip(forward, right, up, strict=True)
            ]
            k = min(wide, view.z / -ray[2]) if ray[2] < -1e-3 else wide
            spots.append((view.x + k * ray[0], view.y + k * ray[1]))
        return spots
    side = atan(half * view.aspect) * 180 / 3.141592653589793
    reach = wide * 1.5
    spots = [(view.x, view.y)]
    for yaw in (view.yaw + side, view.yaw - side):
        spots.append((view.x - reach * sine(yaw), view.y + reach * sine(yaw + 90)))
    return spots


def _frame(axes: Axes, scene: Scene, t: float, extent: tuple[float, float, float, float]) -> None:
    """Title, north arrow, and a bar of a round length."""
    west, south, east, north = extent
    wide = east - west
    axes.set_title(
        f"{scene.id}   {scene.task}, {scene.theme}   t = {t:g} of {scene.duration:g} s", fontsize=11, loc="left"
    )
    axes.tick_params(labelsize=7, colors="#6b665e")
    for spine in axes.spines.values():
        spine.set_color("#b9b3a8")
    bar = next(b for b in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500) if b >= wide / 9)
    x, y = west + wide * 0.04, south + wide * 0.04
    axes.plot([x, x + bar], [y, y], color="#24211d", linewidth=3, solid_capstyle="butt", zorder=30)
    text: dict[str, Any] = {
        "fontsize": 8,
        "zorder": 30,
        "path_effects": [withStroke(linewidth=2.2, foreground="#fffdf8")],
    }
    axes.text(x + bar / 2, y + wide * 0.012, f"{bar:g} m", ha="center", **text)
    x, y = east - wide * 0.05, north - wide * 0.13
    axes.annotate(
        "",
        (x, y + wide * 0.07),
        (x, y),
        arrowprops={"arrowstyle": "-|>", "color": "#24211d", "linewidth": 1.6},
        zorder=30,
    )
    axes.text(x, y + wide * 0.078, "N", ha="center", **text)
