"""Every foreseen fault has its exit code, and survives the trip between processes."""

import pickle

import pytest

from reelproof.core import errors
from reelproof.core.errors import ReelproofError, near

KINDS = {
    "BadParams": 2,
    "BadFile": 2,
    "BadOutput": 2,
    "IllegalOp": 2,
    "MissingPart": 3,
    "BackendFailed": 4,
    "CheckFailed": 5,
}


def test_the_exit_codes_are_those_of_the_command_line() -> None:
    found = {k.__name__: k.exit_code for k in ReelproofError.__subclasses__() if k.__module__ == errors.__name__}
    assert found == KINDS


@pytest.mark.parametrize("name", KINDS)
def test_message_and_hint_survive_a_worker_process(name: str) -> None:
    fault = getattr(errors, name)("side=9 is not in 2..6", hint="try --size 3")
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is type(fault)
    assert (again.message, again.hint, str(again)) == (fault.message, fault.hint, str(fault))
    assert again.exit_code == KINDS[name]


def test_a_hint_may_be_left_out() -> None:
    fault = errors.IllegalOp("no")
    assert (fault.message, fault.hint, str(fault)) == ("no", "", "no")


@pytest.mark.parametrize(
    "name, hint",
    [
        ("nubmer", "did you mean number?"),
        ("NUMBER", "did you mean number?"),
        ("crad", "did you mean card?"),
        ("zzz", "choose one of: card, number"),
        ("", "choose one of: card, number"),
    ],
)
def test_misspelled_names_get_the_nearest_known_ones(name: str, hint: str) -> None:
    assert near(name, ["number", "card"]) == hint


def test_hints_do_not_depend_on_the_order_of_the_known_names() -> None:
    assert near("cu", {"cup", "cut"}) == near("cu", ["cut", "cup"])
