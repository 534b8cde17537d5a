"""Cues of subtitles: what a file of them shows, and from when to when.

SubRip, WebVTT and SBV differ little, and many files follow the rules of none: numbers, blank lines
and hours are missing, or too many. So a cue is what stands between two lines with times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import chain, pairwise
from typing import NamedTuple

from hyperdigest.errors import ReadError

_CLOCK = r"(?:\d{1,4}:)?\d{1,3}:\d{1,2}(?:[.,:]\d{1,9})?"
_TIMES = re.compile(rf"\s*({_CLOCK})\s*-{{1,3}}\s?>\s*({_CLOCK})(?:\s.*)?$")
_TIMES_OF_SBV = re.compile(r"\s*(\d{1,3}:\d\d:\d\d\.\d{1,3}),(\d{1,3}:\d\d:\d\d\.\d{1,3})\s*$")
_BROKEN_TIMES = re.compile(r"\s*(?:\d[\w:.,]*)?\s*--\s?>\s*(?:\d[\w:.,]*)?\s*$")
_NUMBER = re.compile(r"\s*\d{1,9}\s*$")
_NOT_SHOWN = re.compile(r"(?:NOTE|STYLE|REGION|WEBVTT|X-TIMESTAMP-MAP=\S*)(?:\s|$)")
"""How a part of WebVTT begins that is not shown."""

_CLOCK_PARTS = re.compile(r"(?:(\d+):)?(\d+):(\d+)(?:[.,:](\d+))?")

MOST_CUES = 500_000
"""A film has some 1,500."""

MOST_ROLLED = 8
"""Lines at the end of a cue that the next one may show again, at most."""

_FEWEST_ROLLED = 2
_LONGEST_GAP = 0.2
"""In seconds: captions that roll follow on one another."""


class CueLine(NamedTuple):
    """A line of a cue, and who says it by its markup; None if that does not say."""

    text: str
    voice: str | None = None


class Cue(NamedTuple):
    """What is shown from one time, in seconds, to another."""

    start: float
    end: float
    lines: tuple[CueLine, ...]


def seconds(clock: str) -> float:
    """The time of a clock, ``1:02:03.5`` or ``2:03,5``, in seconds."""
    found = _CLOCK_PARTS.match(clock)
    hours, minutes, whole, fraction = found.groups("0") if found else ("0",) * 4
    return 3600 * int(hours) + 60 * int(minutes) + int(whole) + float(f"0.{fraction}")


def clock(time: float) -> str:
    """A time in seconds as hours, minutes and seconds: ``00:12:31``."""
    whole = int(time)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def find_cues(text: str) -> tuple[Sequence[Cue], Sequence[str]]:
    """The cues of a text that show something, in its order, and the lines of its head and notes.

    Raises ReadError if there are more than `MOST_CUES`.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    times = [number for number, line in enumerate(lines) if _is_times(line)]
    if not any(_times_of(lines[number]) for number in times):
        return (), ()
    if len(times) > MOST_CUES:
        raise ReadError(f"has more than {MOST_CUES:,} cues: split it into parts")
    marked, numbered = lines[0].startswith("WEBVTT"), _is_numbered(lines, times)
    cues: list[Cue] = []
    notes = lines[: times[0]]
    start = end = 0.0
    for number, following in pairwise([*times, len(lines)]):
        start, end = _times_of(lines[number]) or (start, end)
        stop = following
        if following < len(lines):
            stop = _above_name(lines, number, following, marked=marked, numbered=numbered)
        for first, after in _parts(lines, number + 1, stop):
            if marked and first > number + 1 and _NOT_SHOWN.match(lines[first]):
                notes += lines[first:after]
                continue
            is_number = numbered and first > number + 1 and _NUMBER.match(lines[first])
            shown = shown_lines("\n".join(lines[first + bool(is_number) : after]))
            if shown:
                cues.append(Cue(start, end, shown))
    return cues, notes


_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,100})?\s+([^<>]{1,200})>|<(/)v>")
_READING = re.compile(r"<rt>[^<>]{0,200}(?:</rt>|$)")
_MARKUP = re.compile(
    r"</?(?:[bcisuv]|em|font|lang|p|rp|rt|ruby|span|strong)(?:[.\s/][^<>]{0,500})?>"
    r"|<\d{1,4}:[\d:.,]{1,20}>"
    r"|\{(?:\\|[yYcCfFsSpPoO]:)[^{}\n]{0,500}\}",
    re.IGNORECASE,
)
"""Tags of WebVTT and SubRip, times of words, and settings of other formats."""

_BREAK = re.compile(r"<[bB][rR]\s?/?>|\\[Nh]")
"""Line ends and spaces of other formats."""

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z]{2,8});")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\x00-\x08\x0e-\x1f]")


def shown_lines(text: str) -> tuple[CueLine, ...]:
    """The lines of a cue that are not blank, without markup, each with its voice."""
    if "<rt>" in text:
        text = _READING.sub("", text)
    found: list[CueLine] = []
    voice, end = None, 0
    for tag in _VOICE.finditer(text) if "<" in text else ():
        found += _lines_of(text[end : tag.start()], voice)
        voice = " ".join(_plain(tag[1]).split()) if tag[1] else None
        end = tag.end()
    return (*found, *_lines_of(text[end:], voice))


def _lines_of(text: str, voice: str | None) -> Iterator[CueLine]:
    for line in text.split("\n"):
        if shown := " ".join(_plain(line).split()):
            yield CueLine(shown, voice)


def _plain(text: str) -> str:
    """A text without markup, and with characters in place of entities."""
    if "<" in text or "{" in text:
        text = _MARKUP.sub("", text)
    if "<" in text or "\\" in text:
        text = _BREAK.sub(" ", text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    return _INVISIBLE.sub("", text)


def _is_times(line: str) -> bool:
    return _times_of(line) is not None or ("--" in line and bool(_BROKEN_TIMES.match(line)))


def _times_of(line: str) -> tuple[float, float] | None:
    """The times of a cue; None if a line is no such line, or is broken."""
    found = _TIMES.match(line) or _TIMES_OF_SBV.match(line)
    return (seconds(found[1]), seconds(found[2])) if found else None


def _is_numbered(lines: Sequence[str], times: Sequence[int]) -> bool:
    """Whether cues have numbers: the first one, and most of the others."""
    above = [
        _last_line(lines, 0 if place == 0 else times[place - 1] + 1, number)
        for place, number in enumerate(times)
    ]
    numbers = [n >= 0 and _NUMBER.match(lines[n]) is not None for n in above]
    return numbers[0] and 2 * sum(numbers) > len(numbers)


def _last_line(lines: Sequence[str], first: int, end: int) -> int:
    """The number of the last line with text of some lines; -1 if there is none."""
    while end > first and not lines[end - 1].strip():
        end -= 1
    return end - 1 if end > first else -1


def _above_name(
    lines: Sequence[str], number: int, following: int, *, marked: bool, numbered: bool
) -> int:
    """The line up to which the text of a cue may reach: above the number or name of the next."""
    last = _last_line(lines, number + 1, following)
    if last < 0:
        return following
    named = marked and last == following - 1 and not lines[last - 1].strip()
    return last if named or (numbered and _NUMBER.match(lines[last])) else following


def _parts(lines: Sequence[str], first: int, end: int) -> Iterator[tuple[int, int]]:
    """The first line and the line after each part between blank lines."""
    begin = -1
    for number in range(first, end):
        if not lines[number].strip():
            if begin >= 0:
                yield begin, number
            begin = -1
        elif begin < 0:
            begin = number
    if begin >= 0:
        yield begin, end


def without_copies(cues: Iterable[Cue]) -> Iterable[Cue]:
    """The cues without the lines that they show again.

    In captions that roll, as live and automatic ones do, a line is shown in two or three cues. A
    sentence that is said twice stays: only where many cues begin with the end of the one before do
    captions roll.
    """
    cues = list(_once(cues))
    copied = [0, *(_copied(*both) for both in pairwise(cues))]
    rolled = sum(count > 0 for count in copied)
    if rolled < _FEWEST_ROLLED or 4 * rolled < len(cues):
        return cues
    return (_after(cue, count) for cue, count in zip(cues, copied, strict=True))


def _once(cues: Iterable[Cue]) -> Iterator[Cue]:
    """The cues without those that are the same as the one before, time and all."""
    before = None
    for cue in cues:
        if cue != before:
            yield cue
        before = cue


def _copied(before: Cue, cue: Cue) -> int:
    """The number of words at the start of a cue that are the last lines of the one before."""
    if not before.start <= cue.start <= before.end + _LONGEST_GAP:
        return 0
    words = [word for line in cue.lines for word in line.text.split()]
    shown = [line.text.split() for line in before.lines[-MOST_ROLLED:]]
    for first in range(len(shown)):
        ending = list(chain.from_iterable(shown[first:]))
        if ending == words[: len(ending)]:
            return len(ending)
    return 0


def _after(cue: Cue, count: int) -> Cue:
    """A cue without its first words."""
    lines = []
    for line in cue.lines:
        words = line.text.split()
        if words[count:]:
            lines.append(line._replace(text=" ".join(words[count:])))
        count = max(0, count - len(words))
    return cue._replace(lines=tuple(lines))
