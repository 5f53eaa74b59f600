"""What no source file may do, read off the syntax tree; each rule is shown to bite and to spare."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest

Finding = tuple[int, str]
Rule = Callable[[ast.Module], Iterable[Finding]]

PACKAGE = ["audit", "cli", "core", "evaluation", "exports", "generators", "qa", "renderers", "schemas"]
PACKAGE += ["simulators"]
SCRIPTS = ["samples", "benchmarks"]


# --- what a call or an import names ------------------------------------------------------------------


def _aliases(tree: ast.Module) -> dict[str, str]:
    """Local names of imported things: {"np": "numpy", "now": "time.time"}; relative imports left out."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                known[name.asname or name.name.split(".")[0]] = (
                    name.name if name.asname else name.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            for name in node.names:
                known[name.asname or name.name] = f"{node.module}.{name.name}"
    return known


def _dotted(node: ast.expr, known: dict[str, str]) -> str:
    """The full name of an expression such as `dt.datetime.now`; empty where it is not a plain name."""
    if isinstance(node, ast.Name):
        return known.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value, known)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def _uses(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Every name or dotted name that is read, with its full name."""
    known = _aliases(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node, _dotted(node, known)


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    known = _aliases(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, _dotted(node.func, known)


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every absolute import: line and full module name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module


def _names(*banned: str) -> Rule:
    """A rule against reading any of these full names."""
    return lambda tree: [(node.lineno, name) for node, name in _uses(tree) if name in banned]


def _modules(*banned: str) -> Rule:
    """A rule against importing any of these modules."""
    return lambda tree: [(line, name) for line, name in _imports(tree) if name.split(".")[0] in banned]


def _both(*rules: Rule) -> Rule:
    return lambda tree: [found for rule in rules for found in rule(tree)]


# --- rules that need more than a name ----------------------------------------------------------------

_SET_MAKERS = {"set", "frozenset"}
_SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
_ORDER_FREE = {"sorted", "set", "frozenset", "any", "all", "len", "sum", "max", "min", "Counter"}
_ORDER_FREE |= {"collections.Counter", "isdisjoint", "issubset", "issuperset", "update"} | _SET_METHODS
_ORDER_KEPT = {"list", "tuple", "enumerate", "iter", "next", "zip", "map", "filter", "reversed", "extend"}
_ORDER_KEPT |= {"join", "fromkeys", "chain", "islice", "product", "permutations", "combinations"}


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_set(node: ast.expr, local: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in local
        case ast.Call(func=ast.Name(id=name)):
            return name in _SET_MAKERS
        case ast.Call(func=ast.Attribute(value=inner, attr=attr)):
            return attr in _SET_METHODS and (_is_set(inner, local) or _last(inner) in _SET_MAKERS)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return _is_set(left, local) or _is_set(right, local)
    return False


def _set_names(scope: ast.AST) -> set[str]:
    """Names that a scope only ever binds to sets (or declares as sets)."""
    sets: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    (sets if _is_set(node.value, sets) else others).add(target.id)
        elif isinstance(node, ast.AnnAssign | ast.arg):
            name = node.arg if isinstance(node, ast.arg) else _last(node.target)
            note = ast.unparse(node.annotation) if node.annotation else ""
            (sets if re.match(r"(set|frozenset|AbstractSet|Set)\b", note) else others).add(name)
        elif isinstance(node, ast.For | ast.comprehension):
            others |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
    return sets - others


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _order_free(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a value goes straight to something that does not care for order."""
    above = parents.get(node)
    if isinstance(above, ast.Call) and node in above.args:
        return _last(above.func) in _ORDER_FREE
    return isinstance(above, ast.Compare)


def _ordered_readers(tree: ast.AST, wild: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    """Expressions without an order of their own whose order is nevertheless read."""
    parents = _parents(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor) and wild(node.iter):
            yield node.iter
        elif isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp):
            if not _order_free(node, parents):
                yield from (part.iter for part in node.generators if wild(part.iter))
        elif isinstance(node, ast.Call) and _last(node.func) in _ORDER_KEPT:
            if not _order_free(node, parents):
                yield from (arg for arg in node.args if wild(arg))
        elif isinstance(node, ast.Starred) and wild(node.value) and not isinstance(parents.get(node), ast.Set):
            yield node.value


def _set_order(tree: ast.Module) -> Iterator[Finding]:
    """Sets read in order: spelled on the spot, or by a name that its function only ever gives sets."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = {node for node in _ordered_readers(tree, lambda node: _is_set(node, set()))}
    for function in functions:
        local = _set_names(function)
        found |= set(_ordered_readers(function, partial(_is_set, local=local)))
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        yield node.lineno, f"the order of {ast.unparse(node)[:60]}"


_LISTERS = {"iterdir", "glob", "rglob", "listdir", "scandir", "iglob"}


def _folder_order(tree: ast.Module) -> Iterator[Finding]:
    """A folder's listing comes in the file system's order, so it must be sorted or order must not matter."""
    parents = _parents(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _last(node.func) in _LISTERS:
            above = parents.get(node)
            part = parents.get(above) if isinstance(above, ast.comprehension) else None
            if isinstance(part, ast.SetComp) or (part is not None and _order_free(part, parents)):
                continue
            if not _order_free(node, parents):
                yield node.lineno, ast.unparse(node)[:60]


def _nameless_encoding(tree: ast.Module) -> Iterator[Finding]:
    """Text read or written in whatever encoding the machine's locale has."""
    for node, name in _calls(tree):
        words = {word.arg for word in node.keywords}
        texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        mode = [w.value.value for w in node.keywords if w.arg == "mode" and isinstance(w.value, ast.Constant)]
        binary = any(re.fullmatch(r"[rwax+]*b[rwax+]*", str(text)) for text in [*texts, *mode])
        last = _last(node.func)
        opens = name in ("open", "io.open") or (last == "open" and not name.startswith(("os.", "webbrowser.")))
        if opens and not binary and "encoding" not in words and not name.startswith(("PIL.", "Image.")):
            yield node.lineno, ast.unparse(node)[:60]
        if last == "read_text" and "encoding" not in words and not node.args:
            yield node.lineno, ast.unparse(node)[:60]
        if last == "write_text" and "encoding" not in words and len(node.args) < 2:
            yield node.lineno, ast.unparse(node)[:60]


def _shell(tree: ast.Module) -> Iterator[Finding]:
    for node, _ in _calls(tree):
        for word in node.keywords:
            if word.arg == "shell" and not (isinstance(word.value, ast.Constant) and not word.value.value):
                yield node.lineno, "shell=True"


def _numpy_luck(tree: ast.Module) -> Iterator[Finding]:
    fine = {"Generator", "PCG64", "SeedSequence", "BitGenerator"}
    for node, name in _uses(tree):
        if name.startswith("numpy.random.") and name.split(".")[2] not in fine:
            yield node.lineno, name


CLOCKS = ["time", "time_ns", "perf_counter", "perf_counter_ns", "localtime", "gmtime", "ctime", "strftime"]
DATES = ["datetime.now", "datetime.utcnow", "datetime.today", "date.today"]

RULES: dict[str, tuple[Rule, str, str]] = {
    # name: (rule, a source that must be caught, a source that must be let through)
    "salted hashes": (_names("hash"), "key = hash('a')", "key = thing.hash('a')"),
    "chance outside the seed": (
        _both(_modules("random"), _numpy_luck),
        "import numpy as np\nnp.random.default_rng()",
        "from ..core.seeds import Rng\ndef f(rng: Rng): return rng.below(6)",
    ),
    "the random module": (_modules("random"), "from random import choice", "from .random import choice"),
    "clocks": (
        _names(*(f"time.{c}" for c in CLOCKS), *(f"datetime.{d}" for d in DATES)),
        "from datetime import datetime as d\nx = d.now()",
        "import time\nlimit = time.monotonic() + 5",
    ),
    "identity by accident": (
        _both(_modules("uuid", "secrets"), _names("os.urandom")),
        "from os import urandom\nurandom(8)",
        "import os\nos.fsync(3)",
    ),
    "the locale": (_modules("locale"), "import locale", "locale = 'C.UTF-8'"),
    "an unnamed encoding": (
        _nameless_encoding,
        "with path.open('w') as f: pass",
        "open(p, 'rb'); path.open(encoding='utf-8'); path.open(mode='wb'); path.read_text('utf-8')",
    ),
    "the order of a set": (
        _set_order,
        "def f(a):\n    found = set(a)\n    return [x for x in found]",
        "def f(a):\n    found = set(a)\n    return sorted(x for x in found), {y for y in found}, len(found)",
    ),
    "the order of a folder": (
        _folder_order,
        "names = [p.name for p in folder.iterdir()]",
        "names = sorted(p.name for p in folder.iterdir()); stems = {p.stem for p in folder.glob('*')}",
    ),
    "text run as code": (
        _both(
            _names("eval", "exec", "compile", "__import__", "os.system", "os.popen", "yaml.load"),
            _modules("pickle", "marshal", "shelve", "dill"),
            _shell,
        ),
        "from yaml import load\nload(text)",
        "import re, subprocess\nre.compile('a'); subprocess.run(['ls'], shell=False)",
    ),
    "siblings by a bare name": (
        _modules("reelproof", *PACKAGE),
        "from core.seeds import Seed",
        "from ..core.seeds import Seed",
    ),
    "printing": (_names("print", "breakpoint"), "print('x')", "console.print('x')"),
}

MORE_SAMPLES = {
    "the order of a set": [
        "for x in {1, 2}: pass",
        "for x in set(a) - {1}: pass",
        "for x in {y for y in a}: pass",
        "line = ', '.join(set(a))",
        "row = [*frozenset(a)]",
        "row = list(set(a).intersection(b))",
        "def f(a: set[str]):\n    for x in a: pass",
        "row = list(map(str, {1, 2}))",
    ],
    "text run as code": ["import pickle", "eval('1')", "import os\nos.system('ls')", "f(shell=True)"],
    "clocks": [
        "import time\ntime.time()",
        "from time import perf_counter as p\np()",
        "import time as t\nt.time_ns",
    ],
    "identity by accident": ["import uuid", "from secrets import token_hex"],
    "chance outside the seed": ["import random", "from numpy.random import rand\nrand()"],
    "an unnamed encoding": ["open(p)", "p.read_text()", "p.write_text(t)", "open(p, mode='w')"],
    "the order of a folder": ["import os\nfor n in os.listdir(p): pass", "list(p.rglob('*.py'))"],
    "siblings by a bare name": ["import qa", "from reelproof.core import seeds"],
}

# Where a rule does not hold, and why.
SPARED: dict[str, tuple[str, ...]] = {
    "clocks": ("core/progress.py", "cli/", "benchmarks/"),  # rates and times left, shown to a person
    "printing": ("cli/", "benchmarks/", "samples/"),
    "siblings by a bare name": ("benchmarks/", "samples/"),  # scripts, not modules of the package
}


def _sources(root: Path, listed: Iterable[Path]) -> list[Path]:
    """Python files of the package and of the scripts beside it (tests are free)."""
    wanted = []
    for path in listed:
        parts = path.relative_to(root).parts
        if (
            path.suffix == ".py"
            and not path.is_symlink()
            and (len(parts) == 1 or parts[0] in [*PACKAGE, *SCRIPTS])
        ):
            wanted.append(path)
    return wanted


def test_the_scan_reads_every_code_folder(root: Path, listed: list[Path]) -> None:
    names = {path.relative_to(root).as_posix() for path in _sources(root, listed)}
    assert {"__init__.py", "core/seeds.py", "simulators/number.py"} <= names
    packages = {p.parent.name for p in root.glob("*/__init__.py")} - {"tests"}
    assert packages <= {*PACKAGE, *SCRIPTS}, "name new code folders in PACKAGE"


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), path.name)


@pytest.mark.parametrize("name", sorted(RULES))
def test_no_source_breaks_a_rule(name: str, root: Path, listed: list[Path]) -> None:
    rule, _, _ = RULES[name]
    wrong = []
    for path in _sources(root, listed):
        short = path.relative_to(root).as_posix()
        if not short.startswith(SPARED.get(name, ())):
            wrong += [f"{short}:{line}: {what}" for line, what in sorted(rule(_tree(path)))]
    assert wrong == [], f"{name}: see design.md, nothing that reaches an artefact may depend on it"


@pytest.mark.parametrize(
    ("name", "sample"),
    [(name, sample) for name in sorted(RULES) for sample in [RULES[name][1], *MORE_SAMPLES.get(name, [])]],
)
def test_every_rule_bites(name: str, sample: str) -> None:
    assert list(RULES[name][0](ast.parse(sample)))


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_rule_spares_what_is_sound(name: str) -> None:
    assert list(RULES[name][0](ast.parse(RULES[name][2]))) == []
