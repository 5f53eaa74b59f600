"""A change that makes other bytes from the same recipe raises the revision."""

from itertools import islice

import reelproof
from reelproof.core.catalog import ours, worlds
from reelproof.core.digests import canonical, digest
from reelproof.core.version import REVISION

KNOWN = {1: "c00865ffb6e8d8a2e94a107e41fed4d859791fa2edec14663effbf028eccf18c"}
"""Digest of a few items of each of our worlds, by revision."""


def test_the_revision_tells_when_items_change() -> None:
    parts = []
    for world in filter(ours, worlds()):
        for knobs in ({"ops": 10}, {"level": "hard"}):
            for item in islice(reelproof.items(world, reveal="both", seed=0, **knobs), 4):  # type: ignore[arg-type]
                parts.append(canonical(item.replay.script) + item.transcript.encode())
                parts += [canonical(question) for question in item.questions]
    found = digest(b"\n".join(parts))
    assert found == KNOWN.get(REVISION), (
        f"items are not those of revision {REVISION}: if that is meant, raise REVISION in core/version.py, "
        f"make samples, and note {found} here"
    )
