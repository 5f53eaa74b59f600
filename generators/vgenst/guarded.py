"""Rules that presuppose others: where a scene lacks what a rule is about, another rule has its name."""

from collections.abc import Callable
from functools import wraps

from ...qa.vgenst.base import NoQuestion, World

Check = Callable[[World], str | None]


def guarded(check: Check) -> Check:
    """The same check, silent where the scene has not what it needs (it raises NoQuestion there)."""

    @wraps(check)
    def broken(world: World) -> str | None:
        try:
            return check(world)
        except NoQuestion:
            return None

    return broken
