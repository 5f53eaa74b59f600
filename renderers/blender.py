"""Pictures of a stage by Blender: Cycles on the processor, in a process of its own that serves many clips.

Same stage, same ids as `gl`. The process is started at the first picture, recycled when it has grown, and
ends with ours.
"""

import json
import os
import subprocess
from math import pi
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BackendFailed
from .blender_home import environment, interpreter
from .filmed import Filmed
from .gl_look import BACKDROP, linear, mixed
from .mesh import ROUND, TOP, mesh, unit, unit_mesh
from .stage import Ball, Box, Part, Primitive, Rgb, Stage, shade
from .textures import FLOORS, PATTERNS, SIDE, layers, lettered, texture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ids = NDArray[np.uint16]

CEILING = 2_500_000
"""Resident kilobytes above which the process is recycled between clips."""
PATIENCE = 600
"""Seconds that one picture may take."""
_WORN = (*FLOORS, *PATTERNS, "wood", "stone", "wicker", "leaf")
"""Looks that are drawn with an image; the others are one colour."""
_ROUGH = {"metal": 0.32, "plastic": 0.45, "clay": 0.6}


class Blender(Filmed):
    """One Blender process; `with Blender() as blender` ends it."""

    name = "blender"
    exact = False

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._told: IO[bytes] | None = None
        self._files: TemporaryDirectory[str] | None = None
        self._slots: list[Part | None] = []
        self._sent: set[str] = set()
        self._images: dict[str, str] = {}

    def ready(self) -> "Blender":
        """Look for Blender's Python; raises MissingPart where it is not set up."""
        interpreter()
        return self

    def __enter__(self) -> "Blender":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- pictures ---------------------------------------------------------------------------------

    def picture(self, stage: Stage, size: tuple[int, int], *, keep: bool = False) -> "Bytes":
        """The stage as sRGB, height x width x 3; `keep` makes it a frame of the next `save`."""
        return self._drawn("picture", stage, size, keep)

    def ids(self, stage: Stage, size: tuple[int, int]) -> tuple["Ids", tuple[str, ...]]:
        """Which thing shows at each pixel: 0 for surroundings, else its place in the tuple + 1."""
        names = tuple(dict.fromkeys(part.id for part in stage.parts if part.id))
        image = self._drawn("ids", stage, size, False).astype(np.uint16)
        code = np.where(image[..., 0] > 3, (image[..., 0] + 4) // 8 - 1 + (image[..., 1] + 4) // 8 * 30, 0)
        return code.astype(np.uint16), names

    def save(self, path: Path) -> None:
        """The kept pictures as an animated .blend file."""
        self._ask({"do": "save", "out": str(path.resolve())})

    def clear(self) -> None:
        """Forget the clip; a process that has grown too large is replaced."""
        if self._child is not None and _resident(self._child.pid) > CEILING:
            self.close()
        if self._child is not None:
            self._ask({"do": "clear"})
        self._slots, self._images = [], {}
        self._sent.clear()

    # --- the process ------------------------------------------------------------------------------

    def close(self) -> None:
        """End the process and remove its files."""
        child, self._child = self._child, None
        if child is not None:
            try:
                assert child.stdin is not None
                child.stdin.close()
                child.wait(timeout=10)
            except (OSError, subprocess.TimeoutExpired):
                child.kill()
                child.wait()
            if child.stdout is not None:
                child.stdout.close()
        if self._told is not None:
            self._told.close()
            self._told = None
        if self._files is not None:
            self._files.cleanup()
            self._files = None
        self._slots, self._images = [], {}
        self._sent.clear()

    def _start(self) -> "subprocess.Popen[str]":
        python = interpreter()
        self._files = TemporaryDirectory(prefix="reelproof-blender-")
        self._told = TemporaryFile()  # noqa: SIM115  closed with the process
        worker = Path(__file__).resolve().with_name("blender_worker.py")
        try:
            child = subprocess.Popen(
                [str(python), "-I", str(worker)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._told,
                text=True,
                encoding="utf-8",
                env=environment(),
                cwd=self._files.name,
                process_group=0,
            )
        except OSError as fault:
            raise BackendFailed(f"Blender does not start: {fault}", hint="gen setup blender") from fault
        self._child = child
        self._answer(child)
        return child

    def _ask(self, job: dict[str, Any]) -> None:
        child = self._child or self._start()
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps(job) + "\n")
            child.stdin.flush()
        except OSError as fault:
            raise self._died() from fault
        self._answer(child)

    def _answer(self, child: "subprocess.Popen[str]") -> None:
        from select import select

        assert child.stdout is not None
        if not select([child.stdout], [], [], PATIENCE)[0]:
            child.kill()
            raise BackendFailed(f"Blender gave no answer in {PATIENCE} s", hint="try a smaller --size")
        line = child.stdout.readline()
        if not line:
            raise self._died()
        told = json.loads(line)
        if "fault" in told:
            raise BackendFailed(f"Blender: {told['fault'][:300]}", hint="run `gen setup blender` again")

    def _died(self) -> BackendFailed:
        last = ""
        if self._told is not None:
            self._told.seek(0)
            lines = self._told.read().decode("utf-8", "replace").strip().splitlines()
            last = lines[-1][:200] if lines else ""
        self.close()
        return BackendFailed(
            f"Blender ended in the middle of the work: {last or 'it was killed'}",
            hint="run the same command again; if it ends again, `gen setup blender` or a smaller --size",
        )

    # --- what is sent -----------------------------------------------------------------------------

    def _drawn(self, do: str, stage: Stage, size: tuple[int, int], keep: bool) -> "Bytes":
        from PIL import Image

        if self._child is None:
            self._start()
        assert self._files is not None
        out = Path(self._files.name) / "picture.png"
        codes = {name: n + 1 for n, name in enumerate(dict.fromkeys(p.id for p in stage.parts if p.id))}
        parts, drop = self._changed(stage, codes)
        view = stage.view
        job = {
            "do": do,
            "size": list(size),
            "out": str(out),
            "keep": keep,
            "parts": parts,
            "drop": drop,
            "view": {"eye": [view.x, view.y, view.z], "axes": [list(a) for a in view.axes], "fov": view.fov},
            "lamp": {"towards": list(stage.lamp.towards), "rgb": stage.lamp.rgb, "ambient": stage.lamp.ambient},
            "sky": stage.sky,
        }
        self._ask(job)
        with Image.open(out) as image:
            drawn = np.array(image.convert("RGB"))
        out.unlink()
        return drawn

    def _changed(self, stage: Stage, codes: dict[str, int]) -> tuple[list[dict[str, Any]], list[int]]:
        """Parts that differ from the picture before, by their place in the list; and places that are free now.

        A lettered part takes two places: the box, and a sheet in front of it.
        """
        wanted: list[Part] = []
        for part in stage.parts:
            wanted.append(part)
            if part.letters is not None and isinstance(part.primitive, Box):
                wanted.append(part._replace(material="leaf", pattern="letters"))
        changed = []
        for slot, part in enumerate(wanted):
            if slot >= len(self._slots):
                self._slots.append(None)
            before = self._slots[slot]
            # Tuples of different kinds with equal numbers are equal: a box may pass for a ball.
            if before is None or before != part or type(before.primitive) is not type(part.primitive):
                changed.append(self._described(slot, part, codes.get(part.id, 0)))
                self._slots[slot] = part
        drop = [slot for slot in range(len(wanted), len(self._slots)) if self._slots[slot] is not None]
        for slot in drop:
            self._slots[slot] = None
        return changed, drop

    def _described(self, slot: int, part: Part, code: int) -> dict[str, Any]:
        form, scale, look = self._sheet(part) if part.pattern == "letters" else self._body(part)
        # Faces of two parts that lie in one plane come out black; a hair's breadth parts them.
        hair = 1.0 - 0.0005 * (slot % 5) if part.id else 1.0
        return {
            "slot": slot,
            "id": part.id,
            "code": code,
            "mesh": form,
            "look": look,
            "place": list(part.place),
            "turn": list(part.turn),
            "scale": [hair * s for s in scale],
        }

    def _body(self, part: Part) -> tuple[dict[str, Any], tuple[float, float, float], dict[str, Any]]:
        worn = part.pattern if part.pattern in (*FLOORS, *PATTERNS) else part.material
        look: dict[str, Any] = {
            "rgb": part.rgb if part.id else _paler(part),
            "rough": 0.85 if worn in FLOORS else _ROUGH.get(part.material, 0.75),
            "metal": 0.25 if part.material == "metal" else 0.0,
            "glow": round(part.glow, 3),
        }
        shape, scale = unit(part.primitive)
        if worn not in _WORN or part.glow > 0.5:
            return self._form(repr(shape), shape), scale, look
        largest = 2.0 ** round(np.log2(max(*scale, 0.01)))
        tile = texture(str(worn)).tile or largest
        second = part.second or shade(part.rgb, 1.55 if sum(part.rgb) < 330 else 0.55)
        look |= {"image": self._texture(str(worn)), "repeat": [1.0, 1.0], "second": second}
        if isinstance(shape, Ball):
            around = max(1.0, round(2 * pi * max(scale[0], scale[1]) / tile))
            look["repeat"] = [around, max(0.5, round(scale[2] / tile, 3))]
            return self._form(repr(shape), shape), scale, look
        exact = type(part.primitive)(*(round(v, 4) for v in part.primitive))
        return self._form(f"{exact!r}/{tile}", exact, tile), (1.0, 1.0, 1.0), look

    def _form(self, key: str, shape: Primitive, tile: float | None = None) -> dict[str, Any]:
        """A mesh by its key; its points are sent once."""
        if key in self._sent:
            return {"key": key}
        self._sent.add(key)
        if isinstance(shape, Ball):
            return {"key": key, "ball": True}
        made = unit_mesh(shape) if tile is None else mesh(shape)
        uv = made.uv.astype(np.float64)
        if tile is not None:
            uv = _laid(uv, unit(shape)[1], tile)
        smooth = (uv[made.triangles[:, 0], 2] == ROUND).tolist()
        return {
            "key": key,
            "vertices": [[round(float(c), 6) for c in v] for v in made.vertices],
            "triangles": made.triangles.tolist(),
            "uv": [[round(float(c), 6) for c in v[:2]] for v in uv],
            "smooth": smooth,
        }

    def _sheet(self, part: Part) -> tuple[dict[str, Any], tuple[float, float, float], dict[str, Any]]:
        """The lettering of a box as a sheet in front of it."""
        assert isinstance(part.primitive, Box) and part.letters is not None
        box = part.primitive
        key = f"sheet/{box.w:.4f}/{box.d:.4f}/{box.h:.4f}"
        look = {
            "rgb": part.rgb, "rough": 0.7, "metal": 0.0, "glow": round(part.glow, 3), "whole": True,
            "image": self._written(part, part.rgb),
        }  # fmt: skip
        if key in self._sent:
            return {"key": key}, (1.0, 1.0, 1.0), look
        self._sent.add(key)
        y, x = -box.d / 2 - 0.003, box.w / 2
        return (
            {
                "key": key,
                "vertices": [[-x, y, 0.0], [x, y, 0.0], [x, y, box.h], [-x, y, box.h]],
                "triangles": [[0, 1, 2], [0, 2, 3]],
                "uv": [[0, 0], [1, 0], [1, 1], [0, 1]],
                "smooth": [False, False],
            },
            (1.0, 1.0, 1.0),
            look,
        )

    def _texture(self, name: str) -> str:
        """File of a tiling image: red tells how light, green how much of the second colour."""
        if name not in self._images:
            from PIL import Image

            data = np.zeros((SIDE, SIDE, 3), np.uint8)
            data[..., :2] = layers()[texture(name).layer][::-1]
            self._images[name] = self._stored(f"look-{name}.png", Image.fromarray(data))
        return self._images[name]

    def _written(self, part: Part, board: Rgb) -> str:
        key = repr((part.letters, part.primitive, board))
        if key not in self._images:
            from PIL import Image

            assert isinstance(part.primitive, Box) and part.letters is not None
            ink = lettered(part.letters, part.primitive.w, part.primitive.h).astype(np.float64)[..., None] / 255
            mixed = np.array(board) * (1 - ink) + np.array(part.letters.ink) * ink
            image = Image.fromarray(np.rint(mixed).astype(np.uint8))
            self._images[key] = self._stored(f"letters-{len(self._images)}.png", image)
        return self._images[key]

    def _stored(self, name: str, image: Any) -> str:
        assert self._files is not None
        path = os.path.join(self._files.name, name)
        image.save(path)
        return path


def _paler(part: Part) -> list[float]:
    """Colour of surroundings, toned down as in the gl renderer; sRGB 0..255."""
    tone, share = BACKDROP.get(part.pattern, ((226, 222, 214), 0.22))
    return [round(255 * c ** (1 / 2.2), 2) for c in mixed(linear(part.rgb), linear(tone), share)]


def _laid(uv: "NDArray[np.float64]", scale: tuple[float, float, float], tile: float) -> "NDArray[np.float64]":
    """Surface places in repeats of an image that covers `tile` metres, as the gl renderer lays it."""
    w, d, h = scale
    out = uv.copy()
    axes = {0.0: (d, h), 1.0: (w, h), TOP: (w, d)}
    for kind, (along, up) in axes.items():
        at = uv[:, 2] == kind
        out[at, 0], out[at, 1] = uv[at, 0] * along / tile, uv[at, 1] * up / tile
    at = uv[:, 2] == ROUND
    out[at, 0] = uv[at, 0] * max(1.0, round(2 * pi * max(w, d) / tile))
    out[at, 1] = uv[at, 1] * h / tile
    return out


def _resident(pid: int) -> int:
    """Resident memory of a process, kB; 0 where that cannot be told."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
    except (OSError, ValueError):
        pass
    return 0
