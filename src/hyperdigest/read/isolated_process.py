"""The process of `hyperdigest.read.isolated`: a path a line in, what the file gives a line out."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from hyperdigest.base.processes import end_with_parent, json_writer
from hyperdigest.read.isolated import read_one
from hyperdigest.read.paths import Skipped, Source


def main() -> None:
    """Read files until standard input ends."""
    reply = json_writer()
    end_with_parent()
    for line in sys.stdin.buffer:
        found = read_one(Source(Path(json.loads(line))))
        if isinstance(found, Skipped):
            reply({"reason": found.reason})
        else:
            reply({"content": asdict(found.content)})


if __name__ == "__main__":
    main()
