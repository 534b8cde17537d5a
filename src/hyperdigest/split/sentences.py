"""Split documents into sentences, block by block.

`split` splits a document, and `find_sentences` a block, at its `sentence_ends`.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.comment_marks import without_comment_marks
from hyperdigest.base.readable import with_covered, without_escapes
from hyperdigest.base.struck import has_struck_out, struck_out
from hyperdigest.base.text import BARS
from hyperdigest.documents import SENTENCE_KINDS, Block, BlockKind, Document
from hyperdigest.split.block_before import asks
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.clauses import with_clauses
from hyperdigest.split.code_blocks import with_quoted_code
from hyperdigest.split.commands import subject_of
from hyperdigest.split.contexts import ContextFinder, SentenceRow
from hyperdigest.split.entries import is_row_of_links
from hyperdigest.split.explained_commands import with_explained_commands
from hyperdigest.split.flattened_lists import clauses_after_items
from hyperdigest.split.forms import (
    HEADING,
    INCOMPLETE,
    PROSE,
    STUB,
    form_of,
    lacks_full_stop,
    reference_heads,
)
from hyperdigest.split.licences import in_licences
from hyperdigest.split.lines import label_end
from hyperdigest.split.notes import with_notes_as_prose
from hyperdigest.split.options import with_options_as_terms
from hyperdigest.split.preformatted import with_running_text
from hyperdigest.split.scripts import count_words
from hyperdigest.split.sentence_ends import sentence_ends
from hyperdigest.split.speech import capitalized, lacks_punctuation
from hyperdigest.split.structure import (
    cuts,
    has_several_cells,
    with_bullets_as_items,
    with_header_rows,
)
from hyperdigest.split.verbs import has_finite_verb

_SHORT_BLOCK = 24
_LONGEST_QUESTION = 25
"""In words; of a longer heading that asks, only the last sentence is quoted before its answer."""

_LONGEST_GREETING = 6
"""In words, as of "Sehr geehrte Frau Dr. Berg,"."""

_GREETING = re.compile(
    r"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|bonjour|salut|ch[eè]re?s?|hola"
    r"|buen[oa]s|estimad[oa]s?|querid[oa]s?|ciao|car[oai](?=[ ])"
    r"|care(?=[ ](?:amiche|colleghe|tutte))|gentil[ei]|beste|geachte|hallo|hej|k[æä]ra?e?|ol[áa]"
    r"|prezad[oa]s?)\b",
    re.IGNORECASE,
)

Rows = Sequence[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Spans:
    """The sentences of a document, in order and disjoint.

    Parameters
    ----------
    start, end : (n,) the slice of the document's text that is each sentence.
    form : (n,) index into `FORMS`.
    kind, context, list_number, ordinal, of : (n,) as in `Sentences`.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    form: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    context: NDArray[np.int32]
    list_number: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    of: NDArray[np.int32]

    @classmethod
    def from_rows(cls, rows: Iterable[SentenceRow]) -> Spans:
        """The spans of the rows of sentences."""
        flat = array("i", chain.from_iterable(rows))
        table: NDArray[np.int32] = np.frombuffer(flat, np.int32).reshape(-1, len(fields(cls)))
        start, end, form, kind, *rest = table.T.copy()
        return cls(start, end, form.astype(np.uint8), kind.astype(np.uint8), *rest)

    def __len__(self) -> int:
        return len(self.start)


def split(document: Document, language: str = "en") -> Spans:
    """Split a document into sentences, each with its form.

    Byte order marks count as spaces, but not beside others, where they would make the wide gap of a
    table; terminal escapes and the marks of comments in plain text are ignored, and so is what is
    struck out in Markdown.

    Parameters
    ----------
    language : of the document, so that its abbreviations do not end sentences.
    """
    text = document.text
    if "\ufeff" in text:
        text = _BESIDE_A_SPACE.sub("\u200b", text).replace("\ufeff", " ")
    plain = document.format == "text" and not document.blocks
    if plain:
        text = without_comment_marks(text)
    covered = text
    if plain:
        covered = without_escapes(text)
    elif document.format == "markdown" and has_struck_out(text):
        covered = with_covered(text, _outside_code(document, struck_out(text)))
    if covered == text:
        blocks = document.blocks or find_blocks(text, document.format)
        subject = subject_of(text) if plain else None
        headings = frozenset(x.start for x in document.blocks if x.kind == "heading")
        return _spans(text, blocks, language, subject, document.title, headings)
    kept = [n for n, (one, other) in enumerate(zip(covered, text, strict=True)) if one == other]
    bare = "".join(map(text.__getitem__, kept))
    subject = subject_of(bare) if plain else None
    blocks = _moved(document.blocks, kept) or find_blocks(bare, document.format)
    spans = _spans(bare, blocks, language, subject, document.title)
    places = np.array([*kept, len(text)], np.int32)
    return replace(spans, start=places[spans.start], end=places[spans.end - 1] + np.int32(1))


def _outside_code(
    document: Document, slices: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The slices of a document that do not begin in a block of code."""
    for start, end in slices:
        block = document.block_at(start)
        if block is None or block.kind != "code":
            yield start, end


def _moved(blocks: Iterable[Block], kept: Sequence[int]) -> tuple[Block, ...]:
    """The blocks in a text of which only these characters are kept."""
    moved = (
        replace(block, start=bisect_left(kept, block.start), end=bisect_left(kept, block.end))
        for block in blocks
    )
    return tuple(block for block in moved if block.start < block.end)


def _spans(
    text: str,
    blocks: Iterable[Block],
    language: str,
    subject: re.Pattern[str] | None,
    title: str,
    headings: Set[int] = frozenset(),
) -> Spans:
    """The sentences of some blocks; `headings` is where those begin that a document marks."""
    contexts = ContextFinder(text, language)
    blocks = with_quoted_code(text, with_running_text(text, blocks))
    blocks = with_explained_commands(text, blocks)
    blocks = with_options_as_terms(text, with_notes_as_prose(text, blocks))
    blocks = with_header_rows(text, with_bullets_as_items(text, blocks))
    blocks = with_clauses(text, blocks)
    spans = Spans.from_rows(
        row
        for block, last in _marking_last(blocks)
        for row in contexts.rows(
            block, _rows_of(text[block.start : block.end], block.kind, language, last, subject)
        )
    )
    of = np.array(contexts.list_sizes, np.int32)[spans.list_number]
    is_row = (spans.kind == SENTENCE_KINDS.index("row")) & (spans.context == 0)
    is_alone = is_row & (spans.list_number > 0) & (of < 2)
    is_licence = in_licences(text, spans.start, spans.end, title)
    kind = np.where(is_alone | is_licence, np.uint8(0), spans.kind)
    form = _without_lead_ins(text, spans, headings)
    form = _after_greetings(text, spans, form, language)
    form = np.where(is_licence, np.uint8(STUB), form)
    return replace(spans, of=of, kind=kind, form=form)


def _without_lead_ins(text: str, spans: Spans, headings: Set[int]) -> NDArray[np.uint8]:
    """The forms, with what only announces parts of a list or a program as stubs: a clause that ends
    in a colon, and before a program one that is left open ("Then run"), or a name in capitals and a
    colon if other headings are marked.

    It is quoted before these parts, as their context.
    """
    is_part = (spans.kind > 0) | (spans.list_number > 0)
    parts = np.flatnonzero(is_part & (spans.context > 0))
    lead_ins = parts - spans.context[parts]
    opens_code = (spans.kind[parts] == SENTENCE_KINDS.index("code")) & (spans.context[parts] == 1)
    open_ended = {*lead_ins[opens_code].tolist()}
    form = spans.form.copy()
    for lead_in in np.unique(lead_ins).tolist():
        ends_open = lead_in in open_ended or text[spans.end[lead_in] - 1] == ":"
        if form[lead_in] == INCOMPLETE and ends_open:
            form[lead_in] = STUB
        elif form[lead_in] == HEADING and headings and lead_in in open_ended:
            is_name = text[spans.end[lead_in] - 1] == ":" and spans.start[lead_in] not in headings
            form[lead_in] = STUB if is_name else HEADING
    return form


def _after_greetings(
    text: str, spans: Spans, form: NDArray[np.uint8], language: str
) -> NDArray[np.uint8]:
    """The forms, with that of a letter's first sentence as if it began with a capital: after
    "Lieber Tom," it goes on in lower case in German, and often elsewhere."""
    for stub in np.flatnonzero(form[1:] == STUB) + 1:
        begin, end, before = int(spans.start[stub]), int(spans.end[stub]), int(spans.end[stub - 1])
        if not text[begin].islower() or text[before - 1] != "," or spans.kind[stub]:
            continue
        greeting = text[spans.start[stub - 1] : before]
        if language != "de" and not _GREETING.match(greeting):
            continue
        if "\n" in text[before:begin] and len(greeting.split()) <= _LONGEST_GREETING:
            form[stub] = form_of(text[begin].upper() + text[begin + 1 : end], "paragraph")
    return form


def _marking_last(blocks: Iterable[Block]) -> Iterator[tuple[Block, bool]]:
    """Each block with whether it is the last one."""
    rest = iter(blocks)
    for block in islice(rest, 1):
        for following in rest:
            yield block, False
            block = following
        yield block, True


def _rows_of(
    text: str, kind: BlockKind, language: str, last: bool, subject: re.Pattern[str] | None
) -> Rows:
    of_block = _rows_cached if len(text) <= _SHORT_BLOCK else _rows
    return of_block(text, kind, language, last, subject)


def _rows(
    text: str, kind: BlockKind, language: str, last: bool, subject: re.Pattern[str] | None
) -> Rows:
    """Start, end and form of the sentences of a block; `last` is whether the text ends with it.

    What is cut from a long cell of a row has the form of its words. A whole clause may lack its
    full stop if another sentence follows, the text ends, or it is a speaker's turn. A block
    that is a sentence may lack all punctuation. One that begins with the name of the `subject` of
    the text begins as with a capital.
    """
    block = Block(0, len(text), kind)
    after_label = words_start(text, block)
    sentences = list(find_sentences(text, block, language))
    rows = []
    for start, end in sentences:
        words = text[max(start, after_label) : end]
        ends_here = last or end < sentences[-1][1]
        if kind == "turn":
            words, ends_here = capitalized(words), True
        elif kind == "sentence" and lacks_punctuation(words):
            words = f"{capitalized(words)}."
        if subject and subject.match(words):
            words = capitalized(words)
        if kind in ("paragraph", "turn") and ends_here and lacks_full_stop(words):
            words += "."
        if kind == "table" and start > 0 and words[:1] not in BARS:
            words = words.rstrip(_AFTER_CELL)
            end = start + len(words)
        is_within_cell = kind == "table" and start > 0 and not has_several_cells(words)
        if kind in _WITH_REMARKS:
            words = _REMARK_AT_END.sub("", words)
        form = form_of(words, "paragraph" if is_within_cell else kind)
        if start < after_label and form == PROSE and count_words(words) < 8:
            form = STUB
        rows.append((start, end, form))
    if kind == "paragraph" and "](" in text and is_row_of_links(text):
        return [(start, end, STUB) for start, end, _ in rows]
    return _with_references_as_stubs(text, rows) if kind == "paragraph" else rows


def _with_references_as_stubs(text: str, rows: list[tuple[int, int, int]]) -> Rows:
    """The rows of a block, with each reference marked as stubs.

    That is its authors and year, its title, and the following sentence without a verb, such as the
    name of a journal.
    """
    for head, title in reference_heads(text):
        first = bisect_left(rows, head, key=itemgetter(0))
        after = bisect_right(rows, title, key=itemgetter(1)) + 1
        if after < len(rows) and not has_finite_verb(text[rows[after][0] : rows[after][1]]):
            after += 1
        for place in range(first, min(after, len(rows))):
            rows[place] = (*rows[place][:2], STUB)
    return rows


_rows_cached = lru_cache(2048)(_rows)
"""The same for short blocks, many of which recur in a text."""


_LABEL = re.compile(
    r"(?:chapter|section|part|appendix|example|figure|table|listing)\s"
    r"(?:[a-z]|[\divx]{1,5})(?:[.-]\d{1,4}){0,4}\.\s",
    re.IGNORECASE,
)
"""The kind and the number of what a title names, which is no sentence of its own."""

_REMARK = re.compile(r"\s*(?:\[[^\[\].!?]{1,80}\]|\([^().!?]{1,80}\))[.;]?\s*(?=[A-Z]|\Z)")
"""What goes on with the sentence before it in a list: "[default: 3]"."""

_REMARK_AT_END = re.compile(r"(?<=[.!?])\s+(?:\[[^\[\].!?]{1,80}\]|\([^().!?]{1,80}\))[.;]?\Z")
_AFTER_CELL = f"{BARS} \t"
_WITH_REMARKS = frozenset(("definition", "item", "step"))

_BESIDE_A_SPACE = re.compile("(?<= )\ufeff|\ufeff(?= )")

_EDGE = r"\s\x00-\x1f\x7f\ufeff\u200b-\u200f\u2028-\u202e\u2060"
_LEADING = re.compile(rf"[{_EDGE}]*(?:(?:-{{1,3}}|[*•‣▪●◦–—>])[{_EDGE}]+)*")
_WHITE = re.compile(rf"[{_EDGE}]*")
_VISIBLE = re.compile(rf"[^{_EDGE}]")


def find_sentences(text: str, block: Block, language: str = "en") -> Iterator[tuple[int, int]]:
    """Start and end of the sentences of a block, trimmed, in order and disjoint.

    The first sentence of a speaker's turn begins with the speaker's label. A block that is a
    sentence, a term, a short heading that asks, and short code and rows are not split; long ones
    are cut by `cuts`.
    """
    start, words = block.start, words_start(text, block)
    ends = [block.end]
    is_whole = block.kind in ("table", "header", "code", "sentence", "term")
    if block.kind == "heading" and asks(heading := text[start : block.end]):
        is_whole = count_words(heading) <= _LONGEST_QUESTION
    if is_whole:
        own = text[start : block.end]
        ends = [*(start + cut for cut in cuts(own, block.kind)), block.end]
    else:
        ends = [words + end for end in sentence_ends(text[words : block.end], language)]
        if label := _LABEL.match(text, words, block.end):
            ends = [end for end in ends if end > label.end()]
        if block.kind in _WITH_REMARKS:
            ends = [end for end in ends if not _REMARK.match(text, end, block.end)]
    for end in ends:
        clauses: Iterable[int] = ()
        if not is_whole and block.kind != "turn":
            clauses = clauses_after_items(text[start:end].rstrip())
        for cut in (*(start + offset for offset in clauses), end):
            bullets = block.kind not in ("code", "table", "header")
            if sentence := trimmed(text, start, cut, bullets=bullets):
                is_cut = block.kind == "table" and start > block.start
                yield _without_bars(text, *sentence) if is_cut else sentence
            start = cut


def _without_bars(text: str, start: int, end: int) -> tuple[int, int]:
    """The slice of a part of a row, without the bars around it if it is a single cell."""
    part = text[start:end]
    if part[0] not in BARS or has_several_cells(part):
        return start, end
    return start + len(part) - len(part.lstrip(f"{BARS} \t")), start + len(
        part.rstrip(f"{BARS} \t")
    )


def words_start(text: str, block: Block) -> int:
    """The start of a block's words, which is after the label in a speaker's turn."""
    return label_end(text, block.start, block.end) if block.kind == "turn" else block.start


def trimmed(text: str, start: int, end: int, *, bullets: bool = True) -> tuple[int, int] | None:
    """The slice without white space around it; None if nothing is left.

    `bullets` is whether signs before it may be bullets, which are no part of it.
    """
    leading = _LEADING if bullets else _WHITE
    found = leading.match(text, start, min(end, start + 10_000))
    start = found.end() if found else start
    while end > start and not _VISIBLE.match(text, end - 1):
        end -= 1
    return (start, end) if start < end else None
