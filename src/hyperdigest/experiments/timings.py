"""Seconds of processor each system took, kept apart from the scores, which are the same always."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hyperdigest.system.files import written_whole


def add_timings(path: Path, seconds: Mapping[str, float]) -> None:
    """Add to the seconds kept in a file; where it was damaged it begins anew.

    What systems share (splitting, topics) counts for the first that asked for it.
    """
    try:
        kept: dict[str, float] = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        kept = {}
    kept |= {name: round(took, 4) for name, took in seconds.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        text = json.dumps(kept, indent=0, sort_keys=True)
        temporary.write_text(f"{text}\n", encoding="utf-8")
