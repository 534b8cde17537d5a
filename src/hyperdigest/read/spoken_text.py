"""Speech as running text: paragraphs of what is said one after another, with times and speakers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hyperdigest.documents import Block, BlockKind, Place
from hyperdigest.read.cues import clock
from hyperdigest.read.speakers import ENDS_SENTENCE, Spoken
from hyperdigest.split.scripts import count_words

PAUSE = 3.0
"""Seconds of silence after a sentence that end a paragraph."""

LONG_PAUSE = 15.0
"""Seconds of silence that end a paragraph even within a sentence."""

LONGEST_PARAGRAPH = 150
"""In words; after so many the next end of a sentence is the end of a paragraph."""

LONGEST_SENTENCE = 200
"""In words; after so many without a full stop a cue ends a block."""

WORDS_IN_PIECE = 16
"""Of a text without punctuation: after so many words, a cue ends a block."""

FEWEST_WORDS_IN_PIECE = 8
SHORT_PAUSE = 0.8
"""In seconds: it ends a block of a text without punctuation, after those words."""

_FEWEST_ENDS = 1 / 60
"""Ends of sentences for each word of a text with punctuation."""

_ENDS = re.compile(r"[.!?…।؟](?=[\s\"'”’»)\]]|$)|[。！？｡]")
_SOUND = re.compile(r"[\[(（【][^\[\]()（）【】]*[\])）】]|[♪♫*#][^♪♫*#]*[♪♫*#]|[♪♫\s]+")
"""What is not said: the description of a sound, or what is sung."""


def spoken_text(spoken: Sequence[Spoken]) -> tuple[str, tuple[Block, ...], tuple[Place, ...]]:
    """The text of what is said, its blocks, and a place for each time.

    A sentence runs on over cues, up to another speaker or a long pause. In automatic captions
    without punctuation nothing tells where sentences end: pieces of some words are blocks instead.
    """
    counts = [count_words(each.text) for each in spoken]
    ends = sum(len(_ENDS.findall(each.text)) for each in spoken)
    punctuated = ends >= _FEWEST_ENDS * sum(counts)
    kind: BlockKind = "turn" if punctuated else "sentence"
    texts: list[str] = []
    blocks: list[Block] = []
    places: list[Place] = []
    begin = offset = 0
    before = _between(spoken, counts, punctuated=punctuated)
    for each, between in zip(spoken, before, strict=True):
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
            begin = offset
        texts += (space, mark, each.text)
        offset += len(each.text)
    blocks.append(Block(begin, offset, kind))
    return "".join(texts), tuple(blocks), tuple(places)


def _between(
    spoken: Sequence[Spoken], counts: Sequence[int], *, punctuated: bool
) -> Iterator[str | None]:
    """What stands in the text before what is said in each cue: a blank line before a paragraph, a
    space before another block of the same, and None if the block goes on.

    `counts` are the words in each cue.
    """
    before: Spoken | None = None
    in_paragraph = in_block = 0
    is_open = was_sound = False
    for each, count in zip(spoken, counts, strict=True):
        is_sound = _SOUND.fullmatch(each.text) is not None
        pause = each.start - before.end if before else 0.0
        most = LONGEST_SENTENCE if punctuated else WORDS_IN_PIECE
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
        elif in_block >= most or (
            not punctuated and pause > SHORT_PAUSE and in_block >= FEWEST_WORDS_IN_PIECE
        ):
            between = " "
        yield between
        in_paragraph = count if between == "\n\n" else in_paragraph + count
        in_block = count if between is not None else in_block + count
        if not is_sound:
            is_open = punctuated and ENDS_SENTENCE.search(each.text) is None
            in_block *= is_open or not punctuated
        elif between is not None:
            is_open = False
        before, was_sound = each, is_sound
