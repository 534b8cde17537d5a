"""The process of `hyperdigest.read.isolated`: a path a line in, what the file gives a line out."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from hyperdigest.base.processes import end_with_parent
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_one
from hyperdigest.read.paths import Skipped, Source


def main() -> None:
    """Read until standard input ends; whatever readers print goes elsewhere."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    end_with_parent()
    for line in sys.stdin.buffer:
        _write(out, json.dumps(told(Path(json.loads(line)))).encode() + b"\n")


def told(path: Path) -> dict[str, Any]:
    """What a file gives, as JSON."""
    found = read_one(Source(path))
    return {"reason": found.reason} if isinstance(found, Skipped) else _shown(found.content)


def _shown(content: Content) -> dict[str, Any]:
    blocks = [(block.start, block.end, block.kind) for block in content.blocks]
    return {
        "content": {
            "text": content.text,
            "format": content.format,
            "title": content.title,
            "blocks": blocks,
            "pages": content.pages,
            "notes": content.notes,
        }
    }


def _write(out: Any, data: bytes) -> None:
    """All of it: a pipe may take less at a time."""
    left = memoryview(data)
    while left:
        left = left[out.write(left) :]


if __name__ == "__main__":
    main()
