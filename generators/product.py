"""What a product is to datasets: where its items come from, which files they fill, how they are checked."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from ..core.errors import BadFile, near

R = TypeVar("R")
S = TypeVar("S")
I = TypeVar("I")
E = TypeVar("E")


class Product(ABC, Generic[R, S, I, E]):
    """One generator as datasets see it: R its recipes, S its specs, I its items, E its manifest entries.

    Each lives in `generators/NAME/product.py` as a class `Product`. An entry's fields are: id, spec, one
    digest for each of `texts` in their order, the digest of its questions, its video.
    """

    name: ClassVar[str]
    """As in recipes: reason, vgenst."""
    texts: ClassVar[tuple[tuple[str, str, str], ...]]
    """Files of an item: folder, suffix, and the entry's field that holds the digest."""
    recipe_type: ClassVar[Any]
    entry_type: ClassVar[Any]
    manifest_type: ClassVar[Any]
    question_type: ClassVar[Any]
    video_type: ClassVar[Any]
    manifest_schema: ClassVar[str]
    """Name of the JSON Schema document of its manifests."""
    question_schema: ClassVar[str]
    """Name of the JSON Schema document of its lines of items.jsonl."""
    pixels: ClassVar[tuple[str, ...]]
    """Fields of the video record that must come out the same when it is drawn again."""

    @abstractmethod
    def check(self, recipe: R) -> None:
        """Refuse what cannot be honoured, before any work; raises BadParams."""

    @abstractmethod
    def specs(self, recipe: R, start: int, count: int, limit: int | None = None) -> Iterator[S]:
        """The items of a recipe: `count` indices from `start`, of each kind no more than `limit`."""

    @abstractmethod
    def index(self, spec: S) -> int:
        """The index of a spec."""

    @abstractmethod
    def identity(self, recipe: R, spec: S) -> str:
        """Id of an item: stable, readable, sortable."""

    @abstractmethod
    def canary(self, recipe: R) -> str:
        """The string that marks the dataset's questions."""

    @abstractmethod
    def versions(self, specs: Sequence[S]) -> dict[str, int]:
        """Version of the rules of each world or task that specs name; raises BadParams for unknown ones."""

    @abstractmethod
    def make(self, recipe: R, spec: S) -> I:
        """An item; the same whatever else is made beside it."""

    @abstractmethod
    def files(self, item: I) -> tuple[bytes, ...]:
        """What its `texts` hold."""

    @abstractmethod
    def questions(self, item: I) -> tuple[Any, ...]:
        """Its questions, in order."""

    @abstractmethod
    def draw(self, recipe: R, item: I, path: Path) -> Any:
        """Render its video as the recipe says; gives the record of it."""

    @abstractmethod
    def checked(
        self, recipe: R, entry: E, texts: tuple[bytes, ...], lines: list[bytes], *, remade: bool
    ) -> Iterator[str]:
        """Faults of an item's files and questions, worked out from them.

        `remade`: they are known to be what the recipe makes, so that what takes long need not be done twice.
        """


PRODUCTS = ("reason", "vgenst")


@cache
def product(name: str) -> Product[Any, Any, Any, Any]:
    """The product of that name; raises BadFile for an unknown one (the name stands in a file)."""
    if name not in PRODUCTS:
        raise BadFile(f"/recipe/product: there is no product {name[:40]!r}", hint=near(name, PRODUCTS))
    made: Product[Any, Any, Any, Any] = import_module(f"{__package__}.{name}.product").Product()
    return made
