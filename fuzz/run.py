"""All kinds in turn for so many minutes: ``python fuzz/run.py FOLDER MINUTES [KIND...]``."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from seeds import KINDS

SLICE = 60
"""Seconds that a kind has before it is the turn of the next."""

_RUNS = re.compile(r"#(\d+)\s")


def main() -> None:
    folder, minutes, *kinds = sys.argv[1:]
    Path(folder, "finds").mkdir(parents=True, exist_ok=True)
    began, runs, seconds = time.monotonic(), Counter[str](), Counter[str]()
    left = 60 * float(minutes)
    while left > 0:
        for kind in kinds or KINDS:
            at = time.monotonic()
            runs[kind] += _fuzz(kind, folder, int(min(SLICE, max(left, 1))))
            seconds[kind] += time.monotonic() - at
            left = 60 * float(minutes) - (time.monotonic() - began)
            if left <= 0:
                break
        print(f"{(time.monotonic() - began) / 60:.1f} min:", flush=True)
        for kind in seconds:
            print(f"  {kind}: {runs[kind]} inputs in {seconds[kind] / 60:.1f} min", flush=True)
    finds = sorted(path.name for path in Path(folder, "finds").iterdir())
    print(f"{runs.total()} inputs, finds: {', '.join(finds) or 'none'}")


def _fuzz(kind: str, folder: str, seconds: int) -> int:
    """How many inputs a process tried."""
    readers = Path(__file__).parent / "readers.py"
    command = [sys.executable, str(readers), kind, folder, f"-max_total_time={seconds}"]
    done = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, check=False)
    told = done.stderr.decode(errors="replace")
    Path(folder, f"{kind}.log").write_text(told[-20_000:])
    return max(map(int, _RUNS.findall(told)), default=0)


if __name__ == "__main__":
    main()
