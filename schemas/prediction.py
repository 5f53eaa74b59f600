"""A reply to a question: one line of a replies file."""

from .record import Record


class Prediction(Record, frozen=True, forbid_unknown_fields=False):
    """What a model said. Further fields are kept out of grading and ignored."""

    id: str
    """Id of the question."""
    reply: str | None
    """The model's whole text; null counts as missing."""
