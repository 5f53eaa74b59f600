"""The manifest: what a dataset is, what is in it, and the digests that bind it together."""

from .recipe import Recipe, Spec
from .record import Record
from .video import Video


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


class Manifest(Record, frozen=True):
    """manifest.json, canonical JSON."""

    reelproof: str
    """Version that made the dataset."""
    worlds: dict[str, int]
    """Version of each world's rules."""
    recipe: Recipe
    videos: int
    """Scripts in the dataset (each with a video unless the renderer was none)."""
    questions: int
    items: str
    """SHA-256 of items.jsonl."""
    licence: str
    canary: str
    """A string to search training data for; keep it out of them."""
    entries: tuple[Entry, ...]
    """In order of id."""
    digest: str
    """SHA-256 of this record's canonical JSON with an empty digest."""
