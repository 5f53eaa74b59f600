"""Opaque cups with their mouths up, poker chips that go into them and come out, a tray before each.

The inside of a cup is dark whatever is in it. At the reveal its chips rise out of it and are laid out on its
tray, smallest value first.
"""

from math import cos, pi, sin
from typing import ClassVar

from ...core.errors import BadParams
from ...simulators.chip import Add, Cups, Exchange
from ...simulators.space import Vec
from ..stage import UPRIGHT, Box, Cone, Part, Rgb, Tube, shade, turn_x
from ._things import (
    COMES_OUT,
    GOES_IN,
    Parts,
    blend,
    ease,
    mix,
    named,
    out,
    plate,
    plus,
    pointer,
    sign,
    up,
    way,
)
from .base import Solids

HIGH, RIM, BASE, HOLLOW = 0.38, 0.17, 0.15, 0.146
"""Of a cup: height, radii, radius of its inside."""
CUP_Y = 0.56
TRAY = (0.22, -0.58)
"""Far and near edge of the trays."""
RADIUS = 0.13
"""Of a chip that is held."""
GAP = 0.02
FACES: dict[int, Rgb] = {
    5: (244, 241, 232), 10: (198, 40, 40), 20: (27, 127, 59), 50: (31, 79, 168), 100: (34, 35, 40)
}  # fmt: skip
MARKS: dict[int, Rgb] = {
    5: (58, 66, 84), 10: (255, 233, 199), 20: (255, 255, 255), 50: (255, 216, 77), 100: (233, 233, 238)
}  # fmt: skip


class ChipSolids(Solids[Cups, Exchange]):
    """Cups in a row, named; what they hold is seen at the reveal alone."""

    depression: ClassVar[float] = 56.0

    @property
    def pitch(self) -> float:
        """Width of a column."""
        return 0.9 if self.size <= 2 else 2.2 / self.size

    def column(self, at: int) -> float:
        """Middle of a column, from 0."""
        return round((at - (self.size - 1) / 2) * self.pitch, 4)

    def frame(self) -> tuple[Vec, ...]:
        half = self.pitch * self.size / 2 - 0.02
        return (-half, TRAY[1], 0.0), (half, TRAY[1], 0.0), (0.0, CUP_Y, HIGH + 2.75 * RADIUS)

    def table(self) -> Parts:
        made: list[Part] = []
        deep = TRAY[0] - TRAY[1]
        middle = (TRAY[0] + TRAY[1]) / 2
        for at in range(self.size):
            x, name = self.column(at), f"tray:{at + 1}"
            wide = self.pitch - 0.05
            made.append(Part(name, Box(wide, deep, 0.016), (x, middle, 0.0), UPRIGHT, self.line, "wood"))
            felt = blend(self.panel, self.page, 0.1)
            made.append(
                Part(name, Box(wide - 0.05, deep - 0.05, 0.003), (x, middle, 0.016), UPRIGHT, felt, "fabric")
            )
            made += self._cup(at)
        return tuple(made)

    def still(self, state: Cups, lift: float) -> Parts:
        made: list[Part] = []
        if lift > 0:
            radius, columns = self._grid(max(len(cup or ()) for cup in state.cups))
            for at, cup in enumerate(state.cups):
                if cup is not None:
                    made += self._laid_out(at, cup, radius, columns, lift)
        return tuple(made)

    def check(self, state: Cups) -> None:
        self._grid(max(len(cup or ()) for cup in state.cups))

    def motion(self, before: Cups, op: Exchange, t: float) -> Parts:
        x, tilt = self.column(op.cup - 1), self.depression
        held: Vec = (x, CUP_Y, HIGH + 0.05 + RADIUS)
        inside: Vec = (x, CUP_Y, 0.16)
        gone: Vec = (x, CUP_Y + 0.5, HIGH + 1.5)
        if isinstance(op, Add):
            # Comes from above, is held over the cup, drops in.
            place = way(gone, held, ease(t, 0.0, 0.16)) if t < 0.5 else way(held, inside, ease(t, 0.62, 0.95))
            mark, down, colour = sign("+", _beside(held, -1), 0.11, tilt), True, GOES_IN
        else:
            place = way(inside, held, ease(t, 0.03, 0.34)) if t < 0.6 else way(held, gone, ease(t, 0.84, 1.0))
            mark, down, colour = sign("−", _beside(held, 1), 0.11, tilt), False, COMES_OUT
        shown: Parts = ()
        if t < 0.97 if isinstance(op, Add) else t > 0.03:
            shown = _chip(f"chip:{op.cup}:moving", op.value, place, RADIUS, tilt)
        below = plus(_beside(held, -1 if down else 1), up(tilt), -0.16)
        return (*shown, *mark, *pointer("way", below, 0.15, tilt, colour, down=down))

    def _cup(self, at: int) -> Parts:
        x, name = self.column(at), f"cup:{at + 1}"
        light, dark = shade(self.cover, 1.35), shade(self.cover, 0.18)
        tilt, lip, inner = self.depression, RIM + 0.008, HOLLOW + 0.002
        return (
            Part(name, Tube(BASE, RIM, HIGH, HOLLOW, 0.02), (x, CUP_Y, 0.0), UPRIGHT, self.cover, "plastic"),
            Part(name, Tube(lip, lip, 0.025, HOLLOW, 0.0), (x, CUP_Y, HIGH - 0.02), UPRIGHT, light),
            Part(name, Cone(BASE + 0.01, BASE + 0.012, 0.03), (x, CUP_Y, 0.04), UPRIGHT, light, "plastic"),
            # It is dark inside: nobody sees how full it is, and what passes here is gone.
            Part(name, Cone(inner, inner, 0.01), (x, CUP_Y, HIGH - 0.075), UPRIGHT, dark, "leaf"),
            *named(f"tag:{at + 1}", (x, CUP_Y - RIM - 0.07, 0.1), 0.34, tilt, name.replace(":", " "),
                   (self.page, self.ink)),
        )  # fmt: skip

    def _grid(self, most: int) -> tuple[float, int]:
        """Radius and columns of the largest chips at which the fullest cup fits its tray."""
        width, room = self.pitch - 0.13, TRAY[0] - TRAY[1] - 0.09
        for tenths in range(130, 29, -2):
            radius = tenths / 1000
            columns, lines = (int((side + GAP) // (2 * radius + GAP)) for side in (width, room))
            if columns * lines >= most and columns:
                # No more columns than are needed: short rows are easier to count.
                return radius, min(columns, max(5, -(-most // lines)))
        raise BadParams(
            f"{most} chips in one cup are too many to draw",
            hint="use --renderer none, or start with fewer chips",
        )

    def _laid_out(self, at: int, cup: tuple[int, ...], radius: float, columns: int, lift: float) -> Parts:
        """Chips that rise out of the cup one after another and lie down on the tray."""
        x, far = self.column(at), TRAY[0] - 0.045
        if not cup:
            if lift < 0.6:
                return ()
            return named(f"empty:{at + 1}", (x, far - 0.12, 0.04), 0.26, 90.0, "empty", (self.page, self.ink))
        made: list[Part] = []
        step, across = 2 * radius + GAP, min(columns, len(cup))
        inside: Vec = (x, CUP_Y, 0.16)
        over: Vec = (x, CUP_Y, HIGH + 0.05 + radius)
        for k, value in enumerate(cup):
            row, col = divmod(k, across)
            goal = (x + (col - (across - 1) / 2) * step, far - radius - row * step, 0.04)
            late = 0.45 * k / max(1, len(cup) - 1)
            rise, fly = ease(lift, late * 0.7, late * 0.7 + 0.3), ease(lift, late * 0.7 + 0.25, late + 0.55)
            place = way(way(inside, over, rise), goal, fly)
            # On an arc, so that it clears the rim and the name.
            place = plus(place, (0.0, 0.0, 1.0), 0.5 * fly * (1 - fly))
            if lift >= 1:
                place = way(goal, goal, 0.0)
            made += _chip(f"chip:{at + 1}:{k}", value, place, radius, mix(self.depression, 90.0, fly))
        return tuple(made)


def _beside(held: Vec, side: int) -> Vec:
    return round(held[0] + side * (RADIUS + 0.125), 4), held[1], round(held[2] + 0.05, 4)


def _chip(name: str, value: int, middle: Vec, radius: float, tilt: float) -> Parts:
    """A chip whose face looks where a plate of that tilt would: its number large, a pattern round its edge."""
    face, mark = FACES[value], MARKS[value]
    turn = turn_x(90 - tilt)
    thick = 0.2 * radius
    ahead = out(tilt)
    right: Vec = (1.0, 0.0, 0.0)
    upward = (turn[1], turn[4], turn[7])
    made = [
        Part(
            name,
            Cone(radius, radius, thick),
            plus(middle, ahead, -thick),
            turn,
            shade(face, 0.5) if value != 100 else (120, 124, 132),
            "plastic",
        ),
        Part(name, Cone(radius * 0.96, radius * 0.96, 0.002), plus(middle, ahead, -0.001), turn, face, "plastic"),
        Part(name, Cone(radius * 0.79, radius * 0.79, 0.003), middle, turn, mark, "plastic"),
        Part(name, Cone(radius * 0.745, radius * 0.745, 0.005), middle, turn, face, "plastic"),
    ]
    spots = {5: 4, 10: 6, 20: 8, 50: 10, 100: 12}[value]
    for k in range(spots):
        angle = 2 * pi * (k + 0.5) / spots
        spot = plus(
            plus(middle, right, 0.875 * radius * round(cos(angle), 9)),
            upward,
            0.875 * radius * round(sin(angle), 9),
        )
        small = radius * (0.1 if spots < 9 else 0.08)
        made.append(Part(name, Cone(small, small, 0.004), spot, turn, mark, "plastic"))
    text = str(value)
    wide = radius * {1: 0.8, 2: 1.2, 3: 1.38}[len(text)]
    high = radius * {1: 1.12, 2: 1.02, 3: 0.94}[len(text)]
    made.append(plate(name, plus(middle, ahead, 0.008), (wide, high), tilt, face, text, mark, thick=0.004))
    return tuple(made)
