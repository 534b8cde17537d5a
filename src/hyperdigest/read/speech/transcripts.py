"""Transcripts: documents in which most turns have a time, as programs for meetings write them.

The time stands before what is said, or on a line of its own, with the name of who speaks or without
one: ``[00:01:02] Anna Bell: ...``, or ``Anna Bell  0:14`` above it. The text stays as it is; times
and names are in no block, and each is a place. Agendas, menus and timetables are told apart: their
lines begin with a time of the day and perhaps a label, too (``09:30 Keynote: ...``).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple

from hyperdigest.documents import Block, Place
from hyperdigest.read.content import Content
from hyperdigest.read.speech.cues import clock, seconds
from hyperdigest.read.speech.speakers import ENDS_SENTENCE, is_name
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.scripts import count_words

_LOOKED_AT = 300
"""So many lines tell whether a text may be a transcript."""

_FEWEST_OF_LINES = 1 / 20
"""The share of lines that begin a turn; the others are what is said in it."""

_LONGEST_HEAD = 160
"""In characters, of the time and the name."""

_MOST_BEFORE = 80
"""Words before the first turn: a title, a date, and who was there."""

_LONGEST_TURN = 400
"""In words, on average: times that are further apart are those of chapters."""

_LATE_START = 120
"""In seconds: what is said without a full stop is a transcript only if it begins before."""

_DAYTIME = 300
"""In seconds: from here on, times of two numbers may be those of the day, such as 10:05."""

_MOSTLY = 0.8
"""The share of letters among the characters of what is said."""

_NOT_IN_TURNS = ("heading", "table", "header", "code")

_SPACE = r"[ \t\xa0]{0,30}+"
_MARKS = r"[*_]{0,3}+"
_TIME = r"\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,9})?(?![\d:])(?:[ \xa0]?[AaPp]\.?[Mm]\b\.?)?"
_SPAN = rf"(?P<time>{_TIME})(?:{_SPACE}(?:-->|->|–|—|-|to){_SPACE}{_TIME})?"
_NAME = r"(?P<name>[^\W\d_][^\r\n:：\[\](){}|<>*#\t]{0,48}?)(?: ?\([^\d()\r\n][^()\r\n]{0,40}\))?"
_BEGIN = rf"{_SPACE}(?:\#{{1,6}}[ \t]{{1,9}}|>{_SPACE})?{_MARKS}"
_TIMED = (
    rf"[\[(]{_SPAN}[\])](?:\(\S{{1,100}}\))?{_MARKS}:?{_MARKS}(?=\s|$){_SPACE}",
    rf"{_SPAN}{_MARKS}(?::?{_MARKS}(?=\s|$){_SPACE}(?:[-–—|] {_SPACE})?)",
    rf"{_NAME}{_MARKS}{_SPACE}[,|–—-]?{_SPACE}{_MARKS}[\[(]?{_SPAN}[\])]?{_MARKS}:?{_MARKS}{_SPACE}$",
    rf"{_NAME}{_MARKS}{_SPACE}{_MARKS}[\[(]{_SPAN}[\])]{_MARKS}:{_MARKS}(?=\s|$){_SPACE}",
    rf"\[(?P<name>[^\W\d_][^\[\]\r\n]{{0,48}})\]{_SPACE}{_SPAN}:?{_SPACE}$",
)
_SHAPES = [re.compile(_BEGIN + timed) for timed in _TIMED]
"""How the line with the time of a turn begins, or is; the same in all of a transcript."""

_LABEL = re.compile(rf"{_SPACE}{_MARKS}{_NAME}{_MARKS} ?(?::{_MARKS}(?=\s|$)|：){_SPACE}")
_LINE = re.compile(r"[^\r\n]+")
_PARAGRAPH = re.compile(r"\S(?:[^\n]|\n(?![ \t\r]*(?:\n|$)))*")
_NUMBER_ABOVE = re.compile(r"(?:^|\n)(\d{1,6}[ \t]*\r?\n)\Z")
"""The number of a cue of subtitles, which stands above its times."""

_HASHES = re.compile(r"(#{1,6})[ \t]+(?=\S)")
_LOGGED = re.compile(r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b")
_NOON = re.compile(r"([AaPp])\.?[Mm]\.?$")
_END = re.compile(r"[.!?…][\"'”’»)\]*_]*(?=\s|$)|[。！？]")

_EARLIEST = 5
"""The first hour of a time that is taken for one of the day, not of a recording."""

_ROUND = 5
"""In minutes: what is planned begins at multiples of it."""

_LONGEST_ENTRY = 30
"""In words, on average, of entries whose labels recur."""

_CLOCK = re.compile(r"(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?(?:[.,](\d+))?")
_HALF_OF_DAY = re.compile(r"[AaPp]\.?[Mm]")


class _Head(NamedTuple):
    """The time and the name before a turn.

    Parameters
    ----------
    start, end : their slice of the text.
    time : as it is written; empty if the turn has none of its own.
    name : empty if there is none.
    lone : whether nothing is said on the same line.
    """

    start: int
    end: int
    time: str
    name: str
    lone: bool


def transcript_in(content: Content) -> tuple[tuple[Block, ...], tuple[Place, ...]]:
    """The blocks and the places of a document that is a transcript; none if it is not one.

    The paragraphs of a document without blocks are divided by blank lines.
    """
    text, known = content.text, content.blocks
    heads = _heads(text)
    if not heads:
        return (), ()
    first = heads[0].start
    if not known:
        known = (*_one_heading(_blocks_before(content, heads[0])), *_paragraphs(text, first))
    said = _said(text, heads)
    places = [*_places_before(content, known, first), *_places(heads)]
    unended = sum(ENDS_SENTENCE.search(each.rstrip()[-20:]) is None for each in said)
    turns = _turns(text, known, heads, in_pieces=2 * unended > len(said))
    return tuple(turns), tuple(places)


def _blocks_before(content: Content, head: _Head) -> Iterator[Block]:
    """The blocks above the first head, which a heading may be right above."""
    above, following = content.text[: head.start], content.text[head.start : head.end]
    blocks = find_blocks(f"{above}\n\n{following}", content.format) if above else ()
    return (block for block in blocks if block.end <= head.start)


def _one_heading(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, of which only the first one is a heading: a date and names follow."""
    for number, block in enumerate(blocks):
        is_title = number == 0 or block.kind != "heading"
        yield block if is_title else Block(block.start, block.end)


def _said(text: str, heads: Sequence[_Head]) -> list[str]:
    """What stands after each head."""
    ends = (*(head.start for head in heads[1:]), len(text))
    return [text[head.end : end] for head, end in zip(heads, ends, strict=True)]


def _places_before(content: Content, blocks: Sequence[Block], first: int) -> Iterator[Place]:
    """Places of what stands before the first turn: those of other documents, by lines, pages or
    paragraphs."""
    for number, block in enumerate(blocks, 1):
        if block.start >= first:
            return
        name = "" if content.pages else f"par. {number}"
        if content.format in ("text", "markdown"):
            name = f"line {content.text.count(chr(10), 0, block.start) + 1}"
        yield Place(block.start if number > 1 else 0, name)


def _seconds(time: str) -> float:
    """A time in seconds; after noon, twelve hours later."""
    half = _NOON.search(time)
    hours, later = time.partition(":")[0] == "12", half is not None and half[1] in "Pp"
    return seconds(time) + 12 * 3600 * (later - (half is not None and hours))


def _places(heads: Sequence[_Head]) -> Iterator[Place]:
    """A place for each head; one without a time or a name has the last one."""
    times = [head.time for head in heads if head.time]
    short = all(time.count(":") == 1 for time in times)
    as_written = short and _seconds(times[0]) >= _DAYTIME
    time = speaker = ""
    for head in heads:
        if head.time:
            time = (
                head.time if as_written or _NOON.search(head.time) else clock(_seconds(head.time))
            )
        speaker = head.name or speaker
        yield Place(head.start, time, speaker)


def _turns(
    text: str, blocks: Iterable[Block], heads: Sequence[_Head], *, in_pieces: bool
) -> Iterator[Block]:
    """The blocks without the heads; those after the first head are what somebody says.

    `in_pieces` is whether most of them are parts of sentences, as lines of subtitles are.
    """
    starts = [head.start for head in heads]
    for block in blocks:
        number = bisect_left(starts, block.start)
        begin = max(block.start, heads[number - 1].end) if number else block.start
        ends = []
        while number < len(heads) and starts[number] < block.end:
            ends.append((starts[number], heads[number].end))
            number += 1
        is_kept = not ends and (block.start < starts[0] or block.kind in _NOT_IN_TURNS)
        for end, following in (*ends, (block.end, block.end)):
            while begin < end and text[begin].isspace():
                begin += 1
            shown = text[begin:end].rstrip(" \t\r\n\xa0")
            if shown and is_kept:
                yield Block(begin, begin + len(shown), block.kind, block.level)
            elif shown:
                is_piece = in_pieces and not _END.search(shown)
                yield Block(begin, begin + len(shown), "sentence" if is_piece else "turn")
            begin = following


def _paragraphs(text: str, first: int) -> Iterator[Block]:
    """What is between blank lines from an offset on; a line after hashes is a heading."""
    for found in _PARAGRAPH.finditer(text, first):
        if hashes := _HASHES.match(text, found.start(), found.end()):
            yield Block(hashes.end(), found.end(), "heading", len(hashes[1]))
        else:
            yield Block(found.start(), found.end())


def _heads(text: str) -> list[_Head]:
    """The heads of the turns of a transcript; none if a text is not one."""
    beginning = [found.span() for found in islice(_LINE.finditer(text), _LOOKED_AT)]
    counts = [sum(map(bool, _matches(shape, text, beginning))) for shape in _SHAPES]
    most = max(counts)
    if most < 2 or most < _FEWEST_OF_LINES * len(beginning):
        return []
    shape = _SHAPES[counts.index(most)]
    lines = (found.span() for found in _LINE.finditer(text))
    heads = [_head(text, found, end) for found, end in _matches(shape, text, lines)]
    heads = _with_names_alone(text, heads)
    untimed = _untimed(text, heads)
    if not _is_transcript(text, heads, len(untimed)):
        return []
    return sorted([*heads, *untimed])


def _matches(
    shape: re.Pattern[str], text: str, lines: Iterable[tuple[int, int]]
) -> Iterator[tuple[re.Match[str], int]]:
    """The match of each line that has a shape, and the end of the line."""
    is_whole = shape.pattern.endswith("$")
    for start, end in lines:
        stop = min(end, start + _LONGEST_HEAD)
        if is_whole and stop < end:
            continue
        found = shape.match(text, start, stop)
        if found and is_name(found.groupdict().get("name", "Name").strip()):
            yield found, end


def _head(text: str, found: re.Match[str], end: int) -> _Head:
    """The head that begins a line, with the label after its time."""
    name, body = found.groupdict().get("name") or "", found.end()
    label = None if name else _label(text, body, end)
    if label:
        name, body = label["name"], label.end()
    lone = not text[body:end].strip(" \t\xa0*_")
    number = _NUMBER_ABOVE.search(text, max(0, found.start() - 12), found.start())
    start = number.start(1) if number else found.start()
    return _Head(start, end if lone else body, found["time"], name.strip(), lone)


def _label(text: str, start: int, end: int) -> re.Match[str] | None:
    """The name before a colon at the start of a line."""
    label = _LABEL.match(text, start, min(end, start + _LONGEST_HEAD))
    return label if label and is_name(label["name"].strip()) else None


def _with_names_alone(text: str, heads: Sequence[_Head]) -> list[_Head]:
    """The heads, each with the line after its time as the name, if that is one on most, and what
    is said follows on other lines."""
    named: list[_Head] = []
    for head, said in zip(heads, _said(text, heads), strict=True):
        line, _, below = said.lstrip().partition("\n")
        name = line.strip(" \t\r\xa0*_:")
        if not head.name and len(name) <= _LONGEST_HEAD and below.strip() and is_name(name):
            end = head.end + len(said) - len(below) - 1
            named.append(_Head(head.start, end, head.time, name, lone=True))
        else:
            named.append(head)
    changed = sum(one is not other for one, other in zip(named, heads, strict=True))
    return named if 2 * changed > len(heads) else list(heads)


def _untimed(text: str, heads: Sequence[_Head]) -> list[_Head]:
    """The names before turns without a time: those that have turns with a time, or if none has,
    those that recur."""
    known = {head.name for head in heads if head.name}
    timed = {head.start for head in heads}
    found: list[_Head] = []
    for line in _LINE.finditer(text, heads[0].end):
        if line.start() not in timed and (label := _label(text, *line.span())):
            found.append(_Head(line.start(), label.end(), "", label["name"].strip(), lone=False))
    times = Counter(head.name for head in found)
    return [head for head in found if (head.name in known if known else times[head.name] > 1)]


def _is_transcript(text: str, heads: Sequence[_Head], untimed: int) -> bool:
    """Whether a text with these heads is a transcript, and not a log, a list or an agenda."""
    said = [each for each in _said(text, heads) if each.strip()]
    if not said:
        return False
    total, named = sum(map(count_words, said)), sum(head.name != "" for head in heads)
    if _is_schedule([(head.time, head.name) for head in heads], total / len(said)):
        return False
    times = [_seconds(head.time) for head in heads]
    later = sum(one <= other for one, other in pairwise(times))
    before = len(text[: heads[0].start].split())
    paragraphs = len(_PARAGRAPH.findall(text, heads[0].start))
    if (
        (len(heads) < 3 and named < len(heads))
        or 5 * len(said) < 4 * len(heads)
        or 10 * later < 9 * (len(times) - 1)
        or before > max(_MOST_BEFORE, total / 5)
        or not 2 <= total / len(said) <= _LONGEST_TURN
        or (named and untimed > len(heads))
        or paragraphs > 3 * (len(heads) + untimed) + 2
        or 5 * sum(bool(_LOGGED.search(text, h.start, h.start + 100)) for h in heads) > len(heads)
    ):
        return False
    characters = len("".join(map("".join, map(str.split, said))))
    if sum(map(str.isalpha, chain(*said))) < _MOSTLY * characters:
        return False
    ended = sum(_END.search(each) is not None for each in said)
    return 5 * ended >= 2 * len(said) or (times[0] <= _LATE_START and total >= 4 * len(said))


def _is_schedule(entries: Sequence[tuple[str, str]], words: float) -> bool:
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
    return _HALF_OF_DAY.search(time) is not None or _EARLIEST <= int(found[1]) <= 24


def _is_round(time: str) -> bool:
    found = _CLOCK.match(time)
    return found is not None and int(found[2]) % _ROUND == 0 and not int(found[3] or 0)
