"""Plug-ins by file name: a world is three modules with one stem, here or in another package.

Inside this package: `simulators/NAME.py`, `renderers/views/NAME.py`, `qa/reason/NAME.py`. From
outside: an entry point NAME in the group `reelproof.worlds` that names a package (or module) with
the modules `simulator`, `view` and `questions`.
"""

import re
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
    """Names of all worlds, ours first in alphabetical order, then those of other packages that load."""
    return (*_ours(), *sorted(set(_foreign()) - set(_ours()) - set(broken())))


@cache
def broken() -> dict[str, str]:
    """Worlds of other packages that cannot be had, in alphabetical order, each with the reason.

    They stand in nobody's way: `worlds()` leaves them out, and only asking for one of them is an error.
    A name of ours stands here when another package offers it too; that name keeps meaning ours.
    """
    found = {}
    for name in sorted(_foreign()):
        try:
            _check_name(name)
            for part in _HOMES:
                _outside(name, part)
        except MissingPart as fault:
            found[name] = fault.message
    return found


@cache
def _ours() -> tuple[str, ...]:
    stems = [
        {p.stem for p in (_ROOT / home.replace(".", "/")).glob("*.py") if not p.stem.startswith("_")}
        for home in _HOMES.values()
    ]
    return tuple(sorted(set.intersection(*stems) - {"base"}))


@cache
def _foreign() -> dict[str, tuple[str, ...]]:
    """Names that other packages offer, each with the packages that hold its modules (one, if all is well)."""
    found: dict[str, list[str]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point.value)
    return {name: tuple(sorted(set(homes))) for name, homes in found.items()}


def ours(name: str) -> bool:
    """Whether a world belongs to this package."""
    return name in _ours()


def plugin(name: str, part: Part) -> Any:
    """The one instance of a world's simulator, view or questions.

    Raises BadParams for an unknown world and MissingPart for a plug-in that does not load.
    """
    if ours(name):
        return _inside(name, part)
    if name not in _foreign():
        raise BadParams(f"there is no world {name[:40]!r}", hint=near(name, worlds()))
    if name in broken():
        homes = ", ".join(_foreign()[name])
        raise MissingPart(broken()[name], hint=f"repair, reinstall or remove {homes}; see CONTRIBUTING.md")
    return _outside(name, part)


@cache
def _inside(name: str, part: Part) -> Any:
    return _instance(name, import_module(f"{_PACKAGE}.{_HOMES[part]}.{name}"), part)


def _check_name(name: str) -> None:
    homes = _foreign()[name]
    if ours(name):
        raise MissingPart(f"world {name!r} of {', '.join(homes)} is left out: reelproof has a world of that name")
    if len(homes) > 1:
        raise MissingPart(f"world {name!r} is offered by more than one package: {', '.join(homes)}")
    # The name becomes a part of ids and of file names.
    if re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) is None or name in ("all", "base"):
        raise MissingPart(
            f"world {name[:40]!r} of {', '.join(homes)}: a name has small letters, digits and _ only"
        )


@cache
def _outside(name: str, part: Part) -> Any:
    (home,) = _foreign()[name]
    try:
        return _instance(name, import_module(f"{home}.{part}"), part)
    except MissingPart:
        raise
    except Exception as fault:
        # Whatever a stranger's module does wrong when it is imported is a fault of that world alone.
        raise MissingPart(
            f"world {name!r} of {home} does not load: {type(fault).__name__} in {part}.py: {fault}"
        ) from fault


def _instance(name: str, module: ModuleType, part: Part) -> Any:
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
            f"world {name!r} does not load: {module.__name__} must define one {_CLASS[part]} class, "
            f"it defines {len(found)}",
            hint="see CONTRIBUTING.md",
        )
    made = found[0]()
    if getattr(made, "name", name) != name:
        raise MissingPart(
            f"world {name!r} does not load: {found[0].__name__} in {module.__name__} has the name {made.name!r}",
            hint="see CONTRIBUTING.md",
        )
    return made


def simulator(name: str) -> Any:
    """The rules of a world."""
    return plugin(name, "simulator")


def questions(name: str) -> Any:
    """The questions of a world."""
    return plugin(name, "questions")


def view(name: str) -> Any:
    """The look of a world."""
    return plugin(name, "view")
