"""Plug-ins by file name: a world is three modules with one stem, here or in another package.

Inside this package: `simulators/NAME.py`, `renderers/views/NAME.py`, `qa/reason/NAME.py`. From
outside: an entry point NAME in the group `reelproof.worlds` that names a package (or module) with
the modules `simulator`, `view` and `questions`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from .errors import BadParams, MissingPart, near

Part = Literal["simulator", "view", "questions"]

GROUP = "reelproof.worlds"
_ROOT = Path(__file__).resolve().parent.parent
_PACKAGE = __name__.rsplit(".", 2)[0]
_HOMES: dict[Part, str] = {"simulator": "simulators", "view": "renderers.views", "questions": "qa.reason"}
_CLASS: dict[Part, str] = {"simulator": "Simulator", "view": "View", "questions": "Questions"}


@cache
def worlds() -> tuple[str, ...]:
    """Names of all worlds, ours first in alphabetical order, then those of other packages."""
    stems = [
        {p.stem for p in (_ROOT / home.replace(".", "/")).glob("*.py") if not p.stem.startswith("_")}
        for home in _HOMES.values()
    ]
    ours = sorted(set.intersection(*stems) - {"base"})
    return (*ours, *sorted(set(_foreign()) - set(ours)))


@cache
def _foreign() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def ours(name: str) -> bool:
    """Whether a world belongs to this package."""
    return (_ROOT / "simulators" / f"{name}.py").is_file()


@cache
def plugin(name: str, part: Part) -> Any:
    """The one instance of a world's simulator, view or questions.

    Raises BadParams for an unknown world and MissingPart for a plug-in that does not load.
    """
    if name not in worlds():
        raise BadParams(f"there is no world {name[:40]!r}", hint=near(name, worlds()))
    if ours(name):
        module = import_module(f"{_PACKAGE}.{_HOMES[part]}.{name}")
    else:
        home = _foreign()[name]
        try:
            module = import_module(f"{home}.{part}")
        except ImportError as fault:
            raise MissingPart(
                f"world {name!r} from package {home!r} does not load: {fault}",
                hint=f"reinstall or remove {home}",
            ) from fault
    return _instance(module, part)


def _instance(module: ModuleType, part: Part) -> Any:
    """Instance of the one class that the module itself defines on top of the part's base class."""
    found = [
        value
        for _, value in sorted(vars(module).items())
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and any(base.__name__ == _CLASS[part] for base in value.__mro__[1:])
    ]
    if len(found) != 1:
        raise MissingPart(
            f"{module.__name__} must define one {_CLASS[part]} class, it defines {len(found)}",
            hint="see CONTRIBUTING.md",
        )
    return found[0]()


def simulator(name: str) -> Any:
    """The rules of a world."""
    return plugin(name, "simulator")


def questions(name: str) -> Any:
    """The questions of a world."""
    return plugin(name, "questions")


def view(name: str) -> Any:
    """The look of a world."""
    return plugin(name, "view")
