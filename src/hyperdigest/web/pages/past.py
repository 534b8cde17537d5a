"""What was asked of a collection before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from hyperdigest.web.entry import Entry


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the past; `iso` and `told` are when, in the time of the world."""

    question: str
    words: int
    query: str
    iso: str
    told: str


def asked_before(entry: Entry) -> list[Asked]:
    """The questions put to a collection, the latest first."""
    return [
        Asked(past.question, past.words, past.query, *_when(past.time))
        for past in reversed(entry.history)
    ]


def _when(time: float) -> tuple[str, str]:
    when = datetime.fromtimestamp(time, UTC)
    return when.isoformat(timespec="seconds"), when.strftime("%Y-%m-%d %H:%M UTC")
