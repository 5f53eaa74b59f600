"""`gen audit`: do null policies stay at the bound?"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.catalog import worlds
from ..core.digests import canonical
from ..core.errors import BadParams, CheckFailed, near
from .made import given
from .progress import progress
from .reason import Band
from .tables import table

if TYPE_CHECKING:
    from ..audit.run import Audit, Rate
    from ..audit.shortcuts import Shortcuts


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path), required=False)
@click.option("--category", "-c", default="all", show_default=True, metavar="NAME|all", help="World or worlds.")
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="Items for each world, half with either reveal.",
)
@click.option("--ops", type=Band(), default=None, help="Operations a script.  [default: 10]")
@click.option("--size", type=int, default=None, help="Size.  [default: the world's own]")
@click.option("--level", default=None, metavar="NAME", help="Preset, e.g. hard.")
@click.option("--idle", type=float, default=0.0, show_default=True, help="Share of idle operations.")
@click.option("--seed", type=int, default=0, show_default=True, help="Root of all chance.")
@click.option("--json", "as_json", is_flag=True, help="Print every rate as JSON.")
def audit(
    dataset: Path | None, category: str, count: int, ops: tuple[int, int] | None, size: int | None,
    level: str | None, idle: float, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Grade gold replies, null policies and known exploits on fresh items of `gen reason`; or, with DATASET,
    try what can be told from letters and words alone on a dataset of `gen vgenst`.

    Exits 5 if a gold reply is not right, or a null policy scores above 5 % (by more than three standard
    errors) on any world and skill; for a dataset, if a policy lies more than 3 points above chance (by more
    than the noise of so many questions), or a cell always has the same letter.

    \b
    gen audit --count 1000
    gen audit --category number --level extreme
    gen audit out/vgenst
    """
    if dataset is not None:
        for name in given("category", "count", "ops", "size", "level", "idle", "seed"):
            raise BadParams(f"{name} is for fresh items, and a dataset is named", hint=f"leave out {name}")
        _of_dataset(dataset, as_json=as_json)
        return
    from ..audit.run import audit as run
    from ..core.seeds import Seed
    from ..generators.reason.make import Item
    from ..generators.reason.stream import items

    names = worlds() if category == "all" else (category,)
    for name in names:
        if name not in worlds():
            raise BadParams(f"there is no category {name[:40]!r}", hint=near(name, (*worlds(), "all")))

    def fresh() -> Iterator[Item]:
        done = 0
        for name in names:
            both = items(name, ops=ops, size=size, level=level, reveal="both", idle=idle, seed=seed)
            for item in islice(both, count):
                yield item
                done += 1
                told(done, count * len(names))

    with progress("audited", quiet=as_json) as told:
        found = run(fresh(), Seed(seed).at("audit"))
    if as_json:
        click.echo(canonical(found))
    else:
        _print(found)
    if found.faults:
        raise CheckFailed("; ".join(found.faults), hint="see docs/audit.md for what each policy does")


def _print(found: "Audit") -> None:
    """Highest rate of each policy over worlds, by skill."""
    from ..schemas.question import SKILLS

    click.echo(f"gold replies right: {found.gold} of {found.questions}")
    titles = ("null policies, highest world", "policies that see most of the video (no gate)")
    for title, rates in zip(titles, (found.rates, found.knowing), strict=True):
        best: dict[tuple[str, str], Rate] = {}
        for rate in rates:
            old = best.get((rate.policy, rate.skill))
            if old is None or rate.share > old.share:
                best[rate.policy, rate.skill] = rate
        rows = []
        for policy in sorted({rate.policy for rate in rates}):
            top = [best.get((policy, skill)) for skill in SKILLS]
            cells = ["" if t is None else f"{100 * t.share:.1f} {t.world if t.right else ''}" for t in top]
            rows.append((policy, *cells))
        table(("% right", *(skill.replace("_", " ") for skill in SKILLS)), rows, title=title)


def _of_dataset(dataset: Path, *, as_json: bool) -> None:
    """Try every shortcut on the questions of a dataset, variant by variant."""
    from ..audit.shortcuts import shortcuts
    from ..core.errors import BadFile
    from ..schemas.record import decode
    from ..schemas.scene_question import SceneQuestion

    items = dataset / "items.jsonl" if dataset.is_dir() else dataset
    if not items.is_file():
        raise BadFile(f"{dataset} holds no items.jsonl", hint="name the folder that `gen vgenst` wrote")
    with items.open("rb") as stream:
        asked: list[SceneQuestion] = [
            decode(line, SceneQuestion, source=f"{items} line {number}") for number, line in enumerate(stream, 1)
        ]
    found = {name: shortcuts(asked, variant=name) for name in ("base", "none_extra", "none_answer")}
    if as_json:
        click.echo(canonical(found))
    else:
        for name, one in found.items():
            if one.questions:
                _print_shortcuts(name, one)
    # In `none_answer` the text gives the answer away by what the variant is; its letters must not.
    faults = found["base"].faults
    faults += tuple(
        fault for name in ("none_extra", "none_answer") for fault in found[name].faults if "letter" in fault
    )
    if not faults and not as_json:
        click.echo("no shortcut: no policy is more than 3 points above chance by more than noise explains, and no")
        click.echo(
            "cell has a constant letter (in none_answer only letters count: its words are one answer by design)"
        )
    if faults:
        raise CheckFailed("; ".join(faults[:5]), hint="`gen audit DATASET --json` has every rate")


def _print_shortcuts(name: str, found: "Shortcuts") -> None:
    """Each policy over everything, and the cell where it does best."""
    rows = []
    for rate in found.rates:
        if rate.over != "all":
            continue
        cells = [r for r in found.rates if r.policy == rate.policy and "-" in r.over and r.tried >= 8]
        best = max(cells, key=lambda r: r.above, default=None)
        told = "" if best is None else f"{best.over} {100 * best.share:.1f} (chance {100 * best.chance:.1f})"
        rows.append((rate.policy, f"{100 * rate.share:.1f}", f"{100 * rate.chance:.1f}", told))
    table(("policy", "% right", "chance", "best cell"), rows, title=f"{name}: {found.questions} questions")
