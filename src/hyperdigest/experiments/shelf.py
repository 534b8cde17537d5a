"""The records of a cluster while they grow, put on disk every few seconds and at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hyperdigest.experiments.records import Key, Record, read_records, write_records
from hyperdigest.experiments.timings import add_timings

AT_MOST_LOST = 5.0
"""Seconds of work that are lost when the process is killed."""


def succeeded(records: Mapping[Key, Record]) -> dict[Key, Record]:
    """The records that are no failures: those are tried again."""
    return {key: record for key, record in records.items() if not record.failure}


class Shelf:
    """Records that are at hand, and those among them that are not on disk yet.

    Parameters
    ----------
    path, timings : the files of the records and of the seconds of processor they took.
    """

    def __init__(self, path: Path, timings: Path) -> None:
        self.records = succeeded(read_records(path)[0])
        self._path, self._timings = path, timings
        self._seconds: dict[str, float] = {}
        self._kept_at = time.monotonic()

    def add(self, record: Record, seconds: float) -> None:
        """Take in a record that took some seconds of processor."""
        self.records[record.key] = record
        self._seconds[f"{record.key.system} {record.key.task}"] = seconds
        if time.monotonic() - self._kept_at > AT_MOST_LOST:
            self.keep()

    def keep(self) -> None:
        """Put on disk what is not there yet."""
        if self._seconds:
            write_records(self._path, self.records.values())
            add_timings(self._timings, self._seconds)
            self._seconds.clear()
        self._kept_at = time.monotonic()


@contextmanager
def shelf(path: Path, timings: Path) -> Iterator[Shelf]:
    """A shelf that is put on disk in the end, however it comes."""
    opened = Shelf(path, timings)
    try:
        yield opened
    finally:
        opened.keep()
