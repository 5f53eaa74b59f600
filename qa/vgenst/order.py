"""TO: which of several comes first or last, and in which order they come.

A task gives steps with their times; whether the first or the last is asked, and which permutations stand
beside the right one, is left to chance in such a way that the options alone say nothing.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from typing import Literal, NamedTuple

from ...core.deal import Deal
from ...core.seeds import Rng
from ...schemas.scene import Scene
from .base import Draft, NoQuestion, See, World, Wrong

GAP = 0.5
"""Least time between two steps that a viewer is asked to put in order, seconds."""
THEN = ", then "


class Step(NamedTuple):
    """Something that happens (or comes into view) at a moment."""

    words: str
    """As it stands in an option: `the red button is pressed`, `the blue mug`."""
    t: float
    """Seconds."""
    sees: tuple[See, ...]
    """What must be shown for a viewer to notice it."""


class Never(NamedTuple):
    """Something of the same kind that does not happen; a false option."""

    words: str
    mistake: str
    """The plausible mistake: `takes the trigger that is never pressed`."""
    refuted: str


When = Callable[[World, str], float | None]
"""The second way: the time of what an option says in a world, None if it never happens."""


def in_order(steps: Sequence[Step]) -> list[Step]:
    """Steps by time; raises NoQuestion when two are too close or have the same words."""
    rank = sorted(steps, key=lambda s: s.t)
    if any(b.t - a.t < GAP for a, b in pairwise(rank)):
        raise NoQuestion("two steps are too close in time to be put in order")
    if len({s.words for s in rank}) < len(rank):
        raise NoQuestion("two steps have the same words")
    return rank


def extreme(
    world: World,
    deal: Deal,
    rng: Rng,
    steps: Sequence[Step],
    when: When,
    *,
    stems: dict[Literal["first", "last"], tuple[str, ...]],
    nevers: Sequence[Never] = (),
    template: str = "first_or_last",
    name: str = "TO end",
) -> Draft:
    """Which of the steps comes first, or last; `stems` holds phrasings for one of the two or for both.

    At least three options, steps and nevers together; four at most.
    """
    rank = in_order(steps)
    end = deal.pick(name, tuple(stems))
    gold = rank[0] if end == "first" else rank[-1]
    others = [s for s in rank if s is not gold]
    wrong = [
        Wrong(
            s.words,
            "takes the other end of the order"
            if s is (rank[-1] if end == "first" else rank[0])
            else "takes a step in between",
            f"that is at {s.t:.1f} s, {'after' if end == 'first' else 'before'} {gold.t:.1f} s",
        )
        for s in others
    ]
    if len(wrong) > 3:
        wrong = rng.sample(wrong, 3)
    spare = [n for n in nevers if n.words not in {s.words for s in rank}]
    for never in rng.sample(spare, min(len(spare), 3 - len(wrong))):
        wrong.append(Wrong(never.words, never.mistake, never.refuted))
    if len(wrong) < 2:
        raise NoQuestion("too few steps to choose from")
    names = (gold.words, *(w.text for w in wrong))
    shown = [s for s in rank if s.words in names]

    def test(w: World, text: str) -> bool:
        times = {words: at for words in names if (at := when(w, words)) is not None}
        return text in times and times[text] == (min if end == "first" else max)(times.values())

    stem = rng.choice(stems[end])
    return Draft(
        template=f"{template}_{end}" if len(stems) > 1 else template,
        stem=stem,
        gold=gold.words,
        wrong=tuple(wrong),
        why="; ".join(f"{s.words} at {s.t:.1f} s" for s in rank),
        sees=tuple(see for s in shown for see in s.sees),
        test=test,
        # "Which of these" is no question without its options.
        open="these" not in stem,
    )


def sequence(
    world: World,
    deal: Deal,
    rng: Rng,
    steps: Sequence[Step],
    when: When,
    *,
    stems: tuple[str, ...],
    template: str = "order",
    length: int = 3,
) -> Draft:
    """In which order `length` of the steps come; the second way asks `when` for the time of each."""
    rank = in_order(steps)
    if len(rank) < length:
        raise NoQuestion("too few steps for an order")
    rank = [rank[i] for i in sorted(rng.sample(range(len(rank)), length))]

    def test(w: World, text: str) -> bool:
        times = [when(w, words) for words in text.split(THEN)]
        return all(a is not None and b is not None and a < b for a, b in pairwise(times))

    return arranged(
        rng,
        tuple(s.words for s in rank),
        test,
        stem=rng.choice(stems),
        template=template,
        why="; ".join(f"{s.words} at {s.t:.1f} s" for s in rank),
        sees=tuple(see for s in rank for see in s.sees),
    )


def arranged(
    rng: Rng,
    words: tuple[str, ...],
    test: Callable[[World, str], bool],
    *,
    stem: str,
    template: str,
    why: str,
    sees: tuple[See, ...],
    joint: str = THEN,
    after: Scene | None = None,
    change: str | None = None,
    factual: str | None = None,
) -> Draft:
    """A question whose right option is these words in this order, whatever they are ordered by.

    The wrong options are drawn from all other orders alike, so the right one is no more typical than they.
    """
    others = [p for p in permutations(words) if p != words]
    if factual is None:
        picked = rng.sample(others, 3)
    else:
        # The option of who overlooks the change, and two more that differ from each other in the same way as it
        # does from the right one: so the words of the change do not tell the right pair.
        old = tuple(factual.split(joint))
        swap = dict(zip(words, old, strict=True))
        other = rng.choice([p for p in others if p != old and tuple(swap[w] for w in p) not in (words, old)])
        picked = [old, other, tuple(swap[w] for w in other)]
    wrong = tuple(
        Wrong(
            joint.join(p),
            "leaves out the change" if joint.join(p) == factual else _slip(words, p),
            why,
        )
        for p in picked
    )
    return Draft(
        template=template,
        stem=stem,
        gold=joint.join(words),
        wrong=wrong,
        why=why,
        sees=sees,
        test=test,
        after=after,
        change=change,
        factual=factual,
        # Without options a viewer must be told what to put in order.
        open=all(word.removeprefix("the ") in stem for word in words),
        accept=tuple(other.join(words) for other in (", ", THEN, " ") if other != joint),
    )


def _slip(gold: tuple[str, ...], other: tuple[str, ...]) -> str:
    """The mistake that turns one order into another."""
    if len(gold) < 3:
        return "reads the order backwards"
    if other == gold[::-1]:
        return "reads the order backwards"
    moved = [i for i, (a, b) in enumerate(zip(gold, other, strict=True)) if a != b]
    if len(moved) == 2:
        return f"swaps number {moved[0] + 1} and number {moved[1] + 1}"
    return "starts in the middle and adds the first at the end"
