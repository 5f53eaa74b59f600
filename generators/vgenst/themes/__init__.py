"""Our themes: data files, one family a file, read once."""

from functools import cache
from importlib.resources import files

from ....core.errors import BadParams, near
from ....schemas.record import decode
from ....schemas.theme import Theme


@cache
def themes() -> dict[str, Theme]:
    """Every theme by name, in alphabetical order."""
    found: dict[str, Theme] = {}
    for entry in sorted(files(__name__).iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".json"):
            read: tuple[Theme, ...] = decode(entry.read_bytes(), tuple[Theme, ...], source=entry.name)
            for theme in read:
                assert theme.name not in found, f"two themes are called {theme.name}"
                found[theme.name] = theme
    return dict(sorted(found.items()))


def theme(name: str) -> Theme:
    """One theme; raises BadParams, with near matches, for an unknown name."""
    known = themes()
    if name not in known:
        raise BadParams(f"there is no theme {name[:40]!r}", hint=near(name, known))
    return known[name]
