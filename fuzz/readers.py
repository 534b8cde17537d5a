"""Bytes made to break the readers: ``python fuzz/readers.py KIND FOLDER [FIND]``.

With FIND, this one alone is read, and what it breaks is raised; flags of libFuzzer may stand there
too. Without it, what breaks a promise of a reader is kept in FOLDER/finds and the search goes on;
what ends or hangs the process is kept there by libFuzzer.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
with atheris.instrument_imports(include=["hyperdigest", "docx"]):
    from hyperdigest.file_formats import SUFFIXES
    from hyperdigest.read.formats import reader
    from oracles.contents import check, contents

    for kind in set(SUFFIXES.values()):
        reader(kind)
from seeds import ARCHIVES, REPEATED, archive_of, repeated, seeds, with_part

SLOW = 5.0
"""Seconds of processor that a file of at most 64 KB may take."""

TIMES, STEEP, LEAST_SECONDS = (200, 2_000), 30, 0.5
"""How often a part is repeated, and by how much the time may grow if it is not short."""

LIMITS = (
    *("-timeout=30", "-rss_limit_mb=1024"),
    *("-max_len=65536", "-keep_seed=1", "-len_control=0"),
)
"""Seconds by the clock, megabytes and bytes of an input; seeds are kept whatever they cover."""


class Target:
    """One kind of file, and the finds so far, each way to fail kept once."""

    def __init__(self, kind: str, finds: Path) -> None:
        self.kind = kind
        self._finds = finds
        self._archive = archive_of(kind) if kind in ARCHIVES else None

    def __call__(self, data: bytes) -> None:
        began = time.process_time()
        try:
            (self.grow if self.kind in REPEATED else self.read)(data)
        except Exception as error:
            self._keep(data, error)
        if time.process_time() - began > SLOW:
            self._keep(data, TimeoutError("slow"))

    def grow(self, data: bytes) -> None:
        """Read files in which a part is repeated ever more often, and raise if the time that it
        takes grows faster than they do."""
        kind, seconds = self.kind.removesuffix("-repeated"), []
        for times in TIMES:
            began = time.process_time()
            contents(repeated(data, times), kind)
            seconds.append(time.process_time() - began)
        if seconds[1] > max(STEEP * seconds[0], LEAST_SECONDS):
            raise TimeoutError("steep")

    def read(self, data: bytes) -> None:
        """Read a file, and raise what it breaks."""
        if self._archive is not None:
            whole, kind = with_part(self._archive, data), self.kind.partition("-")[0]
        else:
            whole, kind = data, self.kind
        for content in contents(whole, kind):
            check(content)

    def _keep(self, data: bytes, error: Exception) -> None:
        cause = error
        while cause.__context__ is not None:
            cause = cause.__context__
        frames = traceback.extract_tb(cause.__traceback__ or error.__traceback__)
        where = [f"{Path(f.filename).name}:{f.lineno}" for f in frames][-2:]
        told = f"{type(cause).__name__} {where} {str(error)[:60] if cause is error else ''}"
        name = hashlib.sha256(told.encode()).hexdigest()[:10]
        path = self._finds / f"{self.kind}-{name}"
        if not path.exists() or path.stat().st_size > len(data):
            path.write_bytes(data)
            path.with_suffix(".txt").write_text(
                told + "\n" + "".join(traceback.format_exception(error)), errors="backslashreplace"
            )


def main() -> None:
    kind, folder, *flags = sys.argv[1:]
    corpus, finds = Path(folder, kind), Path(folder, "finds")
    corpus.mkdir(parents=True, exist_ok=True)
    finds.mkdir(exist_ok=True)
    if flags and not flags[0].startswith("-"):
        target = Target(kind, finds)
        (target.grow if kind in REPEATED else target.read)(Path(flags[0]).read_bytes())
        return
    for data in seeds(kind):
        (corpus / hashlib.sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    flags = [*LIMITS, f"-artifact_prefix={finds}/{kind}-", *flags]
    atheris.Setup([sys.argv[0], str(corpus), *flags], Target(kind, finds))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
