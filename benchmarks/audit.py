"""Remake docs/audit.md: three audits of 1,000 items a world.

python benchmarks/audit.py
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "audit.md"
RUNS = {
    "default": ["gen", "audit", "--count", "1000"],
    "medium": ["gen", "audit", "--count", "1000", "--level", "medium"],
    "extreme": ["gen", "audit", "--count", "1000", "--level", "extreme"],
}
SKILLS = ("recall_order", "recall_count", "infer_state", "compare_state", "predict_state", "predict_operation")


def best(rates: list[dict[str, Any]], policy: str, skill: str) -> str:
    """Highest rate of a policy over the worlds, in per cent, with the world."""
    found = [r for r in rates if r["policy"] == policy and r["skill"] == skill]
    if not found:
        return ""
    top = max(found, key=lambda r: r["right"] / r["tried"])
    return f"{100 * top['right'] / top['tried']:.1f}" + (f" {top['world']}" if top["right"] else "")


def table(rates: list[dict[str, Any]]) -> str:
    """A Markdown table, a row a policy."""
    lines = ["| policy | " + " | ".join(s.replace("_", " ") for s in SKILLS) + " |", "|---" * 7 + "|"]
    for policy in sorted({r["policy"] for r in rates}):
        lines.append(f"| {policy} | " + " | ".join(best(rates, policy, s) for s in SKILLS) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the audits and replace the tables between the marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, command in RUNS.items():
        words = [sys.executable, "-m", "reelproof", *command[1:], "--json"]
        found = json.loads(subprocess.run(words, stdout=subprocess.PIPE).stdout)
        for part in ("rates", "knowing"):
            begin, end = f"<!-- {name} {part} -->\n", f"<!-- end {name} {part} -->"
            if begin in text:
                head, _, rest = text.partition(begin)
                text = head + begin + table(found[part]) + end + rest.partition(end)[2]
        print(name, found["gold"], "of", found["questions"], "gold replies right")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
