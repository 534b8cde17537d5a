"""Speech as running text: paragraphs of what is said one after another, with times and speakers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hyperdigest.documents import Block, BlockKind, Place
from hyperdigest.read.speech.cues import clock
from hyperdigest.read.speech.speakers import ENDS_SENTENCE, Spoken
from hyperdigest.split.scripts import count_words

PAUSE = 3.0
"""Seconds of silence after a sentence that end a paragraph."""

LONG_PAUSE = 15.0
"""Seconds of silence that end a paragraph even within a sentence."""

LONGEST_PARAGRAPH = 150
"""In words; after so many the next end of a sentence is the end of a paragraph."""

LONGEST_SENTENCE = 100
"""In words; where more stand without a full stop, there is no punctuation."""

WORDS_IN_PIECE = 16
"""Without punctuation, a cue ends a block after so many words, and a long cue is divided."""

FEWEST_WORDS_IN_PIECE = 8
SHORT_PAUSE = 0.8
"""In seconds: without punctuation it ends a block, after those words."""

_FEWEST_ENDS = 1 / 60
"""Ends of sentences for each word of a text with punctuation."""

_ENDS = re.compile(r"[.!?…।؟](?=[\s\"'”’»)\]]|$)|[。！？｡]")
_SOUND = re.compile(r"[\[(（【][^\[\]()（）【】]*[\])）】]|[♪♫*#][^♪♫*#]*[♪♫*#]|[♪♫\s]+")
"""What is not said: the description of a sound, or what is sung."""

_SOUND_BEFORE = re.compile(r"(?:[\[(（【][^\[\]()（）【】]*[\])）】]\s*)+(?=[^\W_]|[¿¡\"“«'‘])")


def spoken_text(spoken: Sequence[Spoken]) -> tuple[str, tuple[Block, ...], tuple[Place, ...]]:
    """The text of what is said, its blocks, and a place for each time.

    A sentence runs on over cues, up to another speaker or a long pause. In automatic captions
    without punctuation nothing tells where sentences end: pieces of some words are blocks instead.
    """
    texts: list[str] = []
    blocks: list[Block] = []
    places: list[Place] = []
    begin = offset = 0
    kind: BlockKind = "turn"
    pieces = list(_pieces(spoken))
    for piece, between in zip(pieces, _between(pieces), strict=True):
        each = piece.said
        if between is not None and texts:
            blocks.append(Block(begin, offset, kind))
        space = " " if between is None else between
        offset += len(space)
        place = Place(offset, clock(each.start), each.speaker)
        if not places or places[-1][1:] != place[1:]:
            places.append(place)
        mark = f"{each.mark} " if each.mark else ""
        offset += len(mark)
        if between is not None:
            begin = offset + len(_sound_before(each.text))
            kind = "turn" if piece.punctuated else "sentence"
        texts += (space, mark, each.text)
        offset += len(each.text)
    blocks.append(Block(begin, offset, kind))
    return "".join(texts), tuple(blocks), tuple(places)


def _sound_before(text: str) -> str:
    """The sound in brackets that is described before words, with the space after it."""
    found = _SOUND_BEFORE.match(text)
    return found[0] if found else ""


class _Piece(NamedTuple):
    """What is said in one cue, or a part of it, with the number of its words, and whether sentences
    end in full stops there."""

    said: Spoken
    words: int
    punctuated: bool


def _pieces(spoken: Sequence[Spoken]) -> Iterator[_Piece]:
    """What is said in each cue; a long cue without punctuation is divided into parts."""
    counts = [count_words(each.text) for each in spoken]
    ends = [len(_ENDS.findall(each.text)) for each in spoken]
    punctuated = sum(ends) >= _FEWEST_ENDS * sum(counts)
    stretches: list[list[int]] = []
    before: Spoken | None = None
    for number, each in enumerate(spoken):
        goes_on = before and not each.begins and each.start - before.end <= LONG_PAUSE
        if not goes_on or ends[number] or ends[number - 1]:
            stretches.append([])
        stretches[-1].append(number)
        before = each
    for stretch in stretches:
        has_end = ends[stretch[0]] > 0
        is_short = sum(counts[n] for n in stretch) <= LONGEST_SENTENCE
        in_sentences = punctuated and (has_end or is_short)
        for number in stretch:
            each, count = spoken[number], counts[number]
            if in_sentences or has_end or count < 2 * WORDS_IN_PIECE:
                yield _Piece(each, count, in_sentences)
                continue
            words = each.text.split()
            length = -(-len(words) // (count // WORDS_IN_PIECE))
            for start in range(0, len(words), length):
                part = words[start : start + length]
                said = each._replace(text=" ".join(part))
                said = said._replace(mark="", begins=False) if start else said
                yield _Piece(said, WORDS_IN_PIECE, punctuated=False)


def _between(pieces: Iterable[_Piece]) -> Iterator[str | None]:
    """What stands in the text before each piece: a blank line before a paragraph, a space before
    another block of the same, and None if the block goes on."""
    before: Spoken | None = None
    in_paragraph = in_block = 0
    is_open = was_sound = was_punctuated = False
    for each, count, punctuated in pieces:
        is_sound = _SOUND.fullmatch(each.text) is not None
        pause = each.start - before.end if before else 0.0
        between: str | None = None
        if before is None:
            between = ""
        elif (
            each.begins
            or pause > LONG_PAUSE
            or (pause > PAUSE and (not is_open or each.text[0].isupper()))
            or (not is_open and (is_sound or was_sound or in_paragraph >= LONGEST_PARAGRAPH))
        ):
            between = "\n\n"
        elif (
            (not is_open and _sound_before(each.text))
            or punctuated != was_punctuated
            or (
                not punctuated
                and (
                    in_block >= WORDS_IN_PIECE
                    or (pause > SHORT_PAUSE and in_block >= FEWEST_WORDS_IN_PIECE)
                )
            )
        ):
            between = " "
        yield between
        in_paragraph = count if between == "\n\n" else in_paragraph + count
        in_block = count if between is not None else in_block + count
        if not is_sound:
            is_open = punctuated and ENDS_SENTENCE.search(each.text) is None
        elif between is not None:
            is_open = False
        before, was_sound, was_punctuated = each, is_sound, punctuated
