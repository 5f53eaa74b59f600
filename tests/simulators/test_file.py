"""File: touch, rm, cp and mv, each with its preconditions."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reelproof.core.errors import BadFile, IllegalOp
from reelproof.core.seeds import Seed
from reelproof.simulators.file import Command, Copy, File, Move, Remove, Touch, Tree

SIM = File()
START = Tree((("a1.txt", "b2.py"), ("b2.py",)))
FEW = ("a1.txt", "b2.py", "c3.csv", "d.json")


@pytest.mark.parametrize(
    "op, dirs",
    [
        (Touch(1, ("c3.csv", "a2.txt")), (("a1.txt", "a2.txt", "b2.py", "c3.csv"), ("b2.py",))),
        (Remove(1, ("b2.py", "a1.txt")), ((), ("b2.py",))),
        (Copy(1, 2, ("a1.txt",)), (("a1.txt", "b2.py"), ("a1.txt", "b2.py"))),
        (Move(1, 2, ("a1.txt",)), (("b2.py",), ("a1.txt", "b2.py"))),
    ],
)
def test_commands_do_what_the_shell_does(op: Command, dirs: Any) -> None:
    assert SIM.apply(START, op) == Tree(dirs)


@pytest.mark.parametrize(
    "op, reason",
    [
        (Touch(1, ("a1.txt",)), "already in dir1"),
        (Remove(2, ("a1.txt",)), "not in dir2"),
        (Copy(1, 2, ("b2.py",)), "already in dir2"),
        (Move(1, 2, ("c3.csv",)), "not in dir1"),
        (Move(1, 1, ("a1.txt",)), "both source and target"),
        (Touch(3, ("c3.csv",)), "no dir3"),
        (Touch(0, ("c3.csv",)), "no dir0"),
        (Touch(1, ()), "names no file"),
        (Touch(1, ("c3.csv", "c3.csv")), "twice"),
        (Touch(1, ("../x.txt",)), "not a file name"),
        (Touch(1, ("a1.txt\n",)), "not a file name"),
    ],
)
def test_a_broken_precondition_is_refused_with_the_reason(op: Command, reason: str) -> None:
    with pytest.raises(IllegalOp, match=reason):
        SIM.apply(START, op)


@given(
    seed=st.integers(0, 10**6),
    kind=st.sampled_from([Touch, Remove, Copy, Move]),
    places=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    names=st.lists(st.sampled_from([*FEW, "e.txt", "bad", ""]), max_size=4),
)
def test_a_brace_list_is_legal_exactly_when_each_of_its_names_is(
    seed: int, kind: Any, places: tuple[int, int], names: list[str]
) -> None:
    rng = Seed(seed).rng()
    held = [tuple(sorted(rng.sample(FEW, rng.below(5)))) for _ in range(2)]
    state, legal = Tree(tuple(held)), frozenset(SIM.legal(Tree(tuple(held))))
    op = kind(*(places if kind in (Copy, Move) else places[:1]), tuple(names))
    singles = SIM.atoms(op)
    covered = bool(singles) and len(set(names)) == len(names) and legal.issuperset(singles)
    try:
        after = SIM.apply(state, op)
    except IllegalOp:
        assert not covered
    else:
        assert covered
        for single in singles:
            state = SIM.apply(state, single)
        assert state == after


def test_names_of_the_published_set_are_files_too() -> None:
    assert SIM.apply(Tree(((),)), Touch(1, ("z.json",))) == Tree((("z.json",),))
    assert Touch(1, ("z.json",)) in SIM.legal(Tree(((),)))


@given(
    here=st.sets(st.sampled_from(FEW)),
    wanted=st.sets(st.sampled_from(FEW)),
    most=st.integers(1, 3),
    limit=st.integers(0, 4),
)
def test_no_plan_is_shorter_than_the_shortest(
    here: set[str],
    wanted: set[str],
    most: int,
    limit: int,
    fewest: Callable[..., int | None],
    follow: Callable[..., Any],
) -> None:
    state = Tree((tuple(sorted(here)), ("a1.txt",)))
    goal = {"dir": 1, "names": sorted(wanted), "most": most}

    def moves(state: Tree) -> list[Command]:
        held = state.dirs[0] or ()
        free = [n for n in FEW if n not in held]
        sizes = range(1, most + 1)
        return [
            *(Remove(1, names) for k in sizes for names in combinations(held, k)),
            *(Touch(1, names) for k in sizes for names in combinations(free, k)),
        ]

    plan = SIM.shortest(state, goal, limit)
    assert fewest(SIM, state, goal, limit, moves) == (None if plan is None else len(plan))
    if plan is not None:
        assert SIM.meets(follow(SIM, state, plan, goal), goal)


def test_a_goal_takes_only_short_touches_and_removals_of_its_directory() -> None:
    goal = {"dir": 1, "names": ["a1.txt"], "most": 2}
    assert SIM.refuses(Touch(1, ("c3.csv", "d.json")), goal) == ""
    assert "at most 2" in SIM.refuses(Remove(1, FEW[:3]), goal)
    assert "dir1" in SIM.refuses(Touch(2, ("c3.csv",)), goal)
    assert "dir1" in SIM.refuses(Move(2, 1, ("c3.csv",)), goal)


def test_no_name_is_seen_while_unlisted() -> None:
    assert SIM.show(SIM.hide(START)) == ("dir1: ?", "dir2: ?")
    assert SIM.show(Tree(((), ("a1.txt",)))) == ("dir1: (empty)", "dir2: a1.txt")


@pytest.mark.parametrize(
    "text, words",
    [
        ("touch dir1/{b2.py,a1.txt}", "touch dir1/{a1.txt,b2.py}"),
        ("touch dir1/{ a1.txt , b2.py }", "touch dir1/{a1.txt,b2.py}"),
        ("$ rm -rf dir2/{a1.txt}", "rm dir2/a1.txt"),
        ("rm -f dir2/a1.txt", "rm dir2/a1.txt"),
        ("rm dir1/a1.txt dir1/b2.py", "rm dir1/{a1.txt,b2.py}"),
        ("touch ./dir1/a1.txt b2.py", "touch dir1/{a1.txt,b2.py}"),
        ("`cp dir1/a1.txt dir2/`", "cp dir1/a1.txt dir2/"),
        ("mv  dir1/{a1.txt,b2.py}   dir2", "mv dir1/{a1.txt,b2.py} dir2/"),
    ],
)
def test_spellings_of_a_command_are_understood(text: str, words: str) -> None:
    assert SIM.say(SIM.read(text)) == words


@pytest.mark.parametrize(
    "text",
    [
        "touch",
        "touch dir1/",
        "touch dir1/{}",
        "touch dir1/{a1.txt",
        "touch dir1/a1.txt}",
        "touch dir1/{{a1.txt}}",
        "touch dir1/{a1.txt,}",
        "touch dir1/*.txt",
        "touch -rf dir1/a1.txt",
        "rm -rf /",
        "rm dir1/a1.txt dir2/b2.py",
        "rm dir1/../dir2/a1.txt",
        "cp dir1/a1.txt",
        "cp dir1/a1.txt dir2/b2.py",
        "touch dir1/a1.txt; rm dir1/b2.py",
        "touch dir1/$(id)",
        "ls dir1",
        "touch dir9999/a1.txt",
    ],
)
def test_what_is_no_command_of_this_world_is_refused(text: str) -> None:
    with pytest.raises(IllegalOp):
        SIM.read(text)


def test_the_longest_command_there_can_be_is_read() -> None:
    names = tuple(op.names[0] for op in SIM.legal(Tree(((),))))
    assert len(names) == 26 * 11 * 4
    op = Touch(1, names)
    assert SIM.read(SIM.say(op)) == op
    assert SIM.token("op", SIM.say(op)) == SIM.say(op)


@pytest.mark.parametrize(
    "dirs",
    [
        (),
        ((),) * 5,
        (None,),
        (("b2.py", "a1.txt"),),
        (("a1.txt", "a1.txt"),),
        (("A1.txt",),),
        (("a1.txt\n",),),
        (("../a1.txt",),),
        (("a1.doc",),),
        (("",),),
    ],
)
def test_a_broken_tree_is_refused(dirs: Any) -> None:
    with pytest.raises(BadFile, match="/dirs"):
        SIM.check(Tree(dirs))


def test_the_start_of_a_seed_never_changes() -> None:
    assert SIM.initial(2, Seed(7).at("file").rng()) == Tree(
        (
            ("c5.py", "h7.json", "i9.txt", "j9.json", "m7.py", "p3.csv", "s1.py", "u8.txt"),
            ("a7.csv", "k1.csv", "s5.csv", "s7.json", "t5.json", "w1.txt", "x1.csv"),
        )
    )
