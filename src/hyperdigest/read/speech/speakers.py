"""Who speaks in subtitles: what is said, turn by turn, by voices, names and dashes.

A name before what is said ("ANNA: ", "Anna Bell: ", "[Anna] ") looks like other words before a
colon, or like a sound. So all of a file decides which are names, and whether one holds until the
next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from hyperdigest.read.speech.cues import Cue
from hyperdigest.split.scripts import stop_words

LONGEST_NAME = 50
"""In characters."""

_LONGEST_LABEL = LONGEST_NAME + 10
"""In characters, with brackets, a colon and spaces."""

_MOST_WORDS = 5
_FEWEST_NAMED = 0.3
"""The share of turns with a name by which they are names, if the first turn has none."""

_FEWEST_HELD = 0.03
"""The share of turns with a name by which each name holds until the next one."""

ENDS_SENTENCE = re.compile(r"[.!?…。！？｡؟।][\"'”’»›)\]」』♪]*$")

_TURN = re.compile(r"(?:^|(?<=\s))(?=>>+\s*\S)")
_NEXT_TURN = re.compile(r"(?<=[.!?…]\s)(?=[-‐–—]\s?[^\W\d_a-zà-öø-ÿ])")
_AFTER_SENTENCE = re.compile(r"[.!?…][\"'”’»›)\]♪]*\s+(?=[^\s\[a-z])")
_MARK = re.compile(r">>+\s*|[-‐–—](?:\s+(?=[^\s\d])|(?=[^\W\d_a-zà-öø-ÿ]|[\"'“‘«¿¡\[(♪]))")
_LABEL = re.compile(rf"[\[(]?([^:：\s\[(][^:：]{{0,{LONGEST_NAME}}}?)[\])]?\s?(?::(?=\s|$)|：)\s*")
_BRACKETED = re.compile(rf"\[([^\[\]:：]{{1,{LONGEST_NAME}}})\]\s*(?=\S)")
_BESIDE_NAME = re.compile(r"\s*[(\[][^()\[\]]*[)\]]?$")
_NAME_WORD = re.compile(r"[^\W\d_][\w.'’&/-]*,?|#?\d{1,4}")
_PARTICLE = re.compile(
    r"al|and|bin|da|del?|den|der|di|du|e|el|et|la|le|och|of|ten|ter|und|v[ao]n|y|zu|&"
)
_NO_NAME = re.compile(
    r"a|answer|caution|chapter|comment|conclusion|day|episode|example|fact|figure|hint|important"
    r"|lesson|note|notice|number|option|part|problem|q|question|reason|remember|reminder|result"
    r"|rule|scene|section|solution|source|step|subtitles?|summary|time|tip|today|translat(?:ed|ion)"
    r"|update|warning|week|year",
    re.IGNORECASE,
)
"""Words that stand before a colon and are no names, though they may begin with a capital."""

_MAY_BE_NAMES = frozenset({"may", "will"})


class Spoken(NamedTuple):
    """What one person says in one cue.

    Parameters
    ----------
    start, end : of the cue, in seconds.
    text : what is said, on one line.
    speaker : empty if it is not known.
    mark : what is written before it, such as ``>> ANNA:``; empty if nothing is.
    begins : whether somebody begins to speak.
    """

    start: float
    end: float
    text: str
    speaker: str = ""
    mark: str = ""
    begins: bool = False


class _Piece(NamedTuple):
    """The words of a cue after a mark, and what may be the name before them, with its length."""

    cue: Cue
    voice: str | None
    mark: str
    text: str
    name: str
    length: int


def spoken_in(cues: Iterable[Cue]) -> Iterator[Spoken]:
    """What is said in cues, in their order, and by whom."""
    cues = list(cues)
    lines = (line.text for cue in cues for line in cue.lines)
    known = {_name_before(line[_mark_end(line) :])[0] for line in lines} - {""}
    pieces = [piece for cue in cues for piece in _pieces(cue, known)]
    names = _Names(pieces)
    speaker = last = waiting = ""
    for piece in pieces:
        mark, text = piece.mark, piece.text
        if piece.voice is not None:
            begins, speaker = bool(mark) or piece.voice != speaker, piece.voice
            mark = mark or f"{speaker}:"
        elif names.has(piece):
            begins, speaker = bool(mark) or piece.name != speaker, piece.name
            mark, text = f"{mark} {text[: piece.length]}".strip(), text[piece.length :]
        elif mark or not (names.hold or not ENDS_SENTENCE.search(last)):
            begins, speaker = bool(mark or speaker), ""
        else:
            begins = False
        waiting = mark if begins else waiting
        begins = begins or bool(waiting)
        if text:
            yield Spoken(piece.cue.start, piece.cue.end, text, speaker, waiting, begins)
            last, waiting = text, ""


def _turns(line: str, known: Set[str]) -> Iterator[str]:
    """The parts of a line that begin with a mark, or after a sentence with a name: "ANNA: Yes. BEN:
    No.". Other lines begin with this name, or it is in capitals like the one at the start of the
    line."""
    for part in _marked_turns(line):
        begin, said = 0, _mark_end(part)
        first, length = _name_before(part[said:])
        said += length
        for found in _AFTER_SENTENCE.finditer(part) if ":" in part or "：" in part else ():
            name, length = _name_before(part[found.end() : found.end() + _LONGEST_LABEL])
            is_new = name in known or (name.isupper() and first.isupper())
            if is_new and found.start() >= said:
                yield part[begin : found.end()].rstrip()
                begin, said = found.end(), found.end() + length
        yield part[begin:]


def _marked_turns(line: str) -> Iterator[str]:
    """The parts of a line that begin with a mark: ">> Yes. >> No.", or "- Yes. - No." if the line
    begins with a dash and each further one follows a sentence."""
    for part in _TURN.split(line):
        if not _MARK.match(part) or part.startswith(">"):
            yield part
            continue
        begin = 0
        for found in _NEXT_TURN.finditer(part):
            if part[found.start()] == part[0]:
                yield part[begin : found.start()]
                begin = found.start()
        yield part[begin:]


def _pieces(cue: Cue, known: Set[str]) -> Iterator[_Piece]:
    """The pieces of a cue: a line without a mark or name continues the one before."""
    voice, mark, texts = None, "", list[str]()
    for line in cue.lines:
        for part in _turns(line.text, known):
            found = _MARK.match(part)
            words = part[found.end() :] if found else part
            if texts and (found or line.voice != voice or _name_before(words)[0]):
                yield _Piece(cue, voice, mark, " ".join(texts), *_name_before(texts[0]))
                mark, texts = "", []
            if found:
                mark = found[0].strip()
            voice = line.voice
            if words.strip():
                texts.append(words.strip())
    if texts:
        yield _Piece(cue, voice, mark, " ".join(texts), *_name_before(texts[0]))


def _mark_end(text: str) -> int:
    """The length of the mark at the start of a text."""
    found = _MARK.match(text)
    return found.end() if found else 0


def _name_before(text: str) -> tuple[str, int]:
    """The words at the start of a text that may be the name of who says it, and their length with
    the colon; empty and 0 if there are none."""
    found = _LABEL.match(text) or _BRACKETED.match(text)
    name = _BESIDE_NAME.sub("", found[1]).strip() if found else ""
    return (name, found.end()) if found and is_name(name) else ("", 0)


def is_name(words: str) -> bool:
    """Whether words look like the name of a person, or what one is called: ``SPEAKER 1``."""
    first, *others = words.split() or [""]
    if len(others) >= _MOST_WORDS or not first[:1].isalpha() or _NO_NAME.fullmatch(first):
        return False
    lower = first.lower()
    if lower in stop_words("en") - _MAY_BE_NAMES and not words.isupper():
        return False
    return _is_name_word(first) and all(
        _is_name_word(word) or _PARTICLE.fullmatch(word) for word in others
    )


def _is_name_word(word: str) -> bool:
    return _NAME_WORD.fullmatch(word) is not None and not word[0].islower()


class _Names:
    """Which words before a colon are names, in a file with these pieces.

    `hold` is whether who speaks goes on until another name or mark. Words in brackets are names if
    they are not in capitals, and nowhere all of a cue, as sounds are.
    """

    def __init__(self, pieces: Sequence[_Piece]) -> None:
        self._texts = {piece.text for piece in pieces}
        self._count = Counter(
            piece.name for piece in pieces if piece.name and not _BRACKETED.match(piece.text)
        )
        named = self._count.total()
        first = bool(pieces) and pieces[0].name in self._count
        recurs = max(self._count.values(), default=0) > 1
        self._all = (first and recurs) or named > max(1.0, _FEWEST_NAMED * len(pieces))
        in_capitals = sum(piece.text[piece.length :].isupper() for piece in pieces)
        self._capitals = 2 * in_capitals > len(pieces)
        marked = any(piece.mark.startswith(">") for piece in pieces)
        dashes = any(piece.mark and not piece.mark.startswith(">") for piece in pieces)
        held = first and named > max(1.0, _FEWEST_HELD * len(pieces))
        self.hold = (marked or held) and not dashes

    def has(self, piece: _Piece) -> bool:
        """Whether a piece begins with the name of who says it."""
        if not piece.name:
            return False
        if _BRACKETED.match(piece.text):
            return not piece.name.isupper() and f"[{piece.name}]" not in self._texts
        if self._all or piece.mark.startswith(">"):
            return True
        return piece.name.isupper() and (not self._capitals or self._count[piece.name] > 1)
