"""Agendas, menus and timetables, whose lines begin with a time of the day and perhaps a label, as
those of transcripts do: ``09:30 Keynote: ...``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_EARLIEST = 5
"""The first hour of a time that is taken for one of the day, not of a recording."""

_ROUND = 5
"""In minutes: what is planned begins at multiples of it."""

_LONGEST_ENTRY = 30
"""In words, on average, of entries whose labels recur."""

_CLOCK = re.compile(r"(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?(?:[.,](\d+))?")
_NOON = re.compile(r"[AaPp]\.?[Mm]")


def is_schedule(entries: Sequence[tuple[str, str]], words: float) -> bool:
    """Whether times with what may be names are those of a plan for a day, or may well be.

    All are times of the day. They are round, or nothing tells that the labels are names: none
    recurs, nor has two words.

    Parameters
    ----------
    entries : the time and the label of each, which may be empty.
    words : how many each has on average.
    """
    times = [time for time, _ in entries if time]
    if not all(map(_is_of_day, times)):
        return False
    labels = Counter(label for _, label in entries if label)
    recur = max(labels.values(), default=0) > 1
    if all(map(_is_round, times)):
        return not recur or words <= _LONGEST_ENTRY
    return bool(labels) and not recur and not all(len(label.split()) > 1 for label in labels)


def _is_of_day(time: str) -> bool:
    """Whether a time may be one of the day, rather than one of a recording."""
    found = _CLOCK.match(time)
    if found is None or found[4]:
        return False
    return _NOON.search(time) is not None or _EARLIEST <= int(found[1]) <= 24


def _is_round(time: str) -> bool:
    found = _CLOCK.match(time)
    return found is not None and int(found[2]) % _ROUND == 0 and not int(found[3] or 0)
