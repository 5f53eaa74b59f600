"""reelproof: video benchmarks with proofs.

The face of the package; everything below it is imported when it is first asked for.

>>> import reelproof
>>> item = next(reelproof.items("number", ops=10, seed=7))
>>> question = item.questions[0]
>>> reelproof.grade(question, "Final answer: " + question.text).score
1.0
"""

from typing import TYPE_CHECKING, Any

from .core.version import VERSION as __version__

if TYPE_CHECKING:
    from .core.errors import ReelproofError
    from .core.seeds import Seed
    from .generators.reason.stream import items
    from .qa.grade import Grade, grade
    from .qa.score import load_questions
    from .schemas.question import Question

_HOMES = {
    "Grade": "qa.grade",
    "Question": "schemas.question",
    "ReelproofError": "core.errors",
    "Seed": "core.seeds",
    "grade": "qa.grade",
    "items": "generators.reason.stream",
    "load_questions": "qa.score",
}

__all__ = ["Grade", "Question", "ReelproofError", "Seed", "__version__", "grade", "items", "load_questions"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import reelproof` stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
