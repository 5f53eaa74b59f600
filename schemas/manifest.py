"""The manifest: what a dataset is, what is in it, and the digests that bind it together."""

from typing import Any, Generic, TypeVar

from .film import Film
from .recipe import Recipe, Spec
from .record import Record
from .scene_recipe import SceneRecipe, SceneSpec
from .video import Video

R = TypeVar("R")
E = TypeVar("E")


class Entry(Record, frozen=True):
    """One script with everything made from it."""

    id: str
    spec: Spec
    script: str
    """SHA-256 of scripts/ID.json."""
    transcript: str
    """SHA-256 of transcripts/ID.txt."""
    questions: str
    """SHA-256 of its lines of items.jsonl, newlines included."""
    video: Video | None
    """None for datasets without videos."""


class SceneEntry(Record, frozen=True):
    """One metric scene with everything made from it."""

    id: str
    spec: SceneSpec
    scene: str
    """SHA-256 of scenes/ID.json."""
    graph: str
    """SHA-256 of graphs/ID.json."""
    transcript: str
    """SHA-256 of transcripts/ID.txt."""
    questions: str
    """SHA-256 of its lines of items.jsonl, newlines included."""
    video: Film | None
    """None for datasets without videos."""


class Manifest(Record, Generic[R, E], frozen=True):
    """manifest.json, canonical JSON; the product in its recipe tells the kind of recipe and of entry."""

    reelproof: str
    """Version that made the dataset."""
    worlds: dict[str, int]
    """Version of the rules of each world, or of each task."""
    recipe: R
    videos: int
    """Scripts or scenes in the dataset (each with a video unless the renderer was none)."""
    questions: int
    items: str
    """SHA-256 of items.jsonl."""
    licence: str
    canary: str
    """A string to search training data for; keep it out of them."""
    entries: tuple[E, ...]
    """In order of id."""
    digest: str
    """SHA-256 of this record's canonical JSON with an empty digest."""


ReasonManifest = Manifest[Recipe, Entry]
SceneManifest = Manifest[SceneRecipe, SceneEntry]


class RecipeHead(Record, frozen=True, forbid_unknown_fields=False):
    """As much of any recipe as tells what it is a recipe of."""

    product: str


class ManifestHead(Record, frozen=True, forbid_unknown_fields=False):
    """As much of any manifest as tells how to read the rest."""

    recipe: RecipeHead


AnyManifest = Manifest[Any, Any]
