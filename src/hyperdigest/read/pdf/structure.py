"""Mark lists, header rows, definitions, ranks of headings and lone code in the passages of a PDF.

A PDF has places of words and nothing else, so structure is taken from markers, indentation, type
sizes and neighbours alike. What cannot be told stays a paragraph: false structure is worse than
none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise

from hyperdigest.documents import BlockKind
from hyperdigest.read.pdf.header_rows import mark_header_rows
from hyperdigest.read.pdf.layout import ENDS_SENTENCE, GUTTER_WIDTH, Line, TableRow, median
from hyperdigest.read.pdf.lists import mark_lists
from hyperdigest.read.pdf.passages import Passage, marks_code

LEAST_INDENT = 1.2
"""How far a definition is indented from its term at least, in heights of a line."""

LONGEST_TERM = 80
"""In characters."""

LEAST_TERMS = 2
"""How many terms of a column have definitions at the same place at least."""

KINDS_BESIDE: tuple[BlockKind, BlockKind] = ("term", "definition")

LEAST_RUN_IN = 3
"""Paragraphs in a row that begin with words of another font, at least, so that these are terms."""

MOST_RUN_IN_WORDS = 4
"""Words of such a term at most."""

LEAST_APART = 1.2
"""Distance of a line of code from the lines around it, at least, over that of lines of text."""

LEAST_WORDS = 3
"""Words of a definition at least: fewer are a formula."""

MOST_RANKS = 6
"""Ranks of headings; smaller ones share the last."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def mark_structure(passages: list[Passage]) -> list[Passage]:
    """The passages with their final kinds and levels; terms are separated from definitions."""
    passages = list(_with_definitions_beside(passages))
    mark_lists(passages)
    mark_header_rows(passages)
    _rank_headings(passages)
    found = _with_run_in_terms(_with_definitions(passages))
    _mark_lone_code(found)
    return found


def _rank_headings(passages: Iterable[Passage]) -> None:
    """Give headings their rank by size: the largest of the document have rank 1."""
    headings = [passage for passage in passages if passage.kind == "heading"]
    sizes = sorted({_size(heading) for heading in headings}, reverse=True)
    ranks = {size: min(rank, MOST_RANKS) for rank, size in enumerate(sizes, 1)}
    for heading in headings:
        heading.level = ranks[_size(heading)]


def _size(passage: Passage) -> int:
    """The size of a heading in whole points."""
    return round(passage.lines[0].height)


def _with_definitions_beside(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages, with terms apart from the definitions that stand beside them; beside a term
    that shares the next one's definition is none."""
    for passage in passages:
        row = passage.lines[0]
        if isinstance(row, TableRow) and row.defines:
            for kind, lines in zip(KINDS_BESIDE, row.parts, strict=True):
                if lines:
                    yield Passage(kind, list(lines), passage.edge)
        else:
            yield passage


def _with_definitions(passages: Sequence[Passage]) -> list[Passage]:
    """The passages with terms and definitions where a column has several at the same place.

    A term is a short line without a full stop, above lines that are all indented.
    """
    places: dict[tuple[int, int], set[int]] = defaultdict(set)
    for n, passage in enumerate(passages):
        following = passages[n + 1] if n + 1 < len(passages) else None
        for place in filter(None, (_place_within(passage), _place_below(passage, following))):
            places[place].add(n)
    starts = {n for found in places.values() if len(found) >= LEAST_TERMS for n in found}
    result: list[Passage] = []
    defined = -1
    for n, passage in enumerate(passages):
        if n in starts and n != defined and _place_within(passage):
            first, rest = passage.lines[:1], passage.lines[1:]
            result.append(Passage("term", first, passage.edge, passage.level))
            result.append(Passage("definition", rest, passage.edge, passage.level))
        elif n in starts and n != defined:
            passage.kind, defined = "term", n + 1
            result.append(passage)
        else:
            if n == defined:
                passage.kind = "definition"
            result.append(passage)
    return result


def _place_within(passage: Passage) -> tuple[int, int] | None:
    """Where the term and the definition in a passage begin; None if it has none."""
    lines = passage.lines
    if passage.kind != "paragraph" or len(lines) < 2 or not _may_be_term(lines[0]):
        return None
    run_in = _run_in_words(passage)
    if run_in and len(lines[0].words) >= run_in + LEAST_WORDS:
        return None
    first_word = lines[1].words[0]
    room = max(line.right for line in lines[1:]) - lines[0].right
    if lines[0].text[0] != "-" and room < first_word.right - first_word.left + lines[0].height:
        return None  # the line is full, as the first one of a reference is
    return _places(passage, lines[0], lines[1:])


def _place_below(passage: Passage, following: Passage | None) -> tuple[int, int] | None:
    """Where a term and the definition in the next passage begin; None if it is none."""
    if passage.kind != "paragraph" or len(passage.lines) > 1 or following is None:
        return None
    line, next_line = passage.lines[0], following.lines[0]
    near = line.page == next_line.page and 0 < line.base - next_line.base < 2.2 * line.height
    if following.kind != "paragraph" or not near or not _may_be_term(line):
        return None
    return _places(passage, line, following.lines)


def _may_be_term(line: Line) -> bool:
    is_open = line.text[-1] == "," or ENDS_SENTENCE.search(line.text) is not None
    return len(line.text) <= LONGEST_TERM and not is_open


def _places(passage: Passage, term: Line, lines: Sequence[Line]) -> tuple[int, int] | None:
    """The indents of a term and of its definition, in whole heights of a line."""
    least = min(line.left for line in lines)
    on_page = all(one.page == other.page for one, other in pairwise((term, *lines)))
    words = sum(len(_WORD.findall(line.text)) for line in lines)
    if not on_page or words < LEAST_WORDS or least < term.left + LEAST_INDENT * term.height:
        return None
    indents = (round((left - passage.edge) / term.height) for left in (term.left, least))
    return next(indents), next(indents)


def _with_run_in_terms(passages: Iterable[Passage]) -> list[Passage]:
    """The passages, with the first words of paragraphs as terms where several follow each other
    that begin with words of another font: bold names, each before what explains it.

    Names of which many recur are those of speakers.
    """
    result: list[Passage] = []
    for has_term, run in groupby(passages, lambda passage: _run_in_words(passage) > 0):
        paragraphs = list(run)
        names = {_run_in_name(paragraph) for paragraph in paragraphs}
        goes_on = has_term and bool(result) and result[-1].kind == "definition"
        least = 1 if goes_on and all(map(_is_apart, paragraphs)) else LEAST_RUN_IN
        if has_term and len(paragraphs) >= least and 3 * len(names) > 2 * len(paragraphs):
            result += chain.from_iterable(map(_divided, paragraphs))
        else:
            result += paragraphs
    return result


def _run_in_words(passage: Passage) -> int:
    """How many words of another font a paragraph begins with, if they may be a term; else 0.

    They are none if the next word goes on with their sentence, in lower case without a gap.
    """
    line = passage.lines[0]
    fonts = [word.font for word in line.words[: MOST_RUN_IN_WORDS + 1]]
    if passage.kind != "paragraph" or not fonts[0]:
        return 0
    count = next((n for n, font in enumerate(fonts) if font != fonts[0]), 0)
    if not count or any(word.font == fonts[0] for word in line.words[count:]):
        return 0
    term, following = Line(line.words[:count], line.page), line.words[count]
    if following.text[0].islower() and following.left - term.right < line.height:
        return 0
    return count if _may_be_term(term) and _WORD.search(term.text) else 0


def _is_apart(passage: Passage) -> bool:
    """Whether there is a wide gap between a run-in term and what explains it."""
    line, count = passage.lines[0], _run_in_words(passage)
    return line.words[count].left - line.words[count - 1].right > GUTTER_WIDTH * line.height


def _run_in_name(passage: Passage) -> str:
    return " ".join(word.text for word in passage.lines[0].words[: _run_in_words(passage)])


def _divided(passage: Passage) -> Iterator[Passage]:
    line, count = passage.lines[0], _run_in_words(passage)
    term, rest = (Line(words, line.page) for words in (line.words[:count], line.words[count:]))
    yield Passage("term", [term], passage.edge, passage.level)
    yield Passage("definition", [rest, *passage.lines[1:]], passage.edge, passage.level)


def _mark_lone_code(passages: Sequence[Passage]) -> None:
    """Mark as code each paragraph that is one monospaced line with white above and below it, or
    right below a colon and no option."""
    if not marks_code(line for passage in passages for line in passage.lines):
        return
    steps = [
        one.base - other.base
        for passage in passages
        if passage.kind == "paragraph"
        for one, other in pairwise(passage.lines)
        if one.page == other.page
    ]
    least = LEAST_APART * median(steps) if steps else 0.0
    for n, passage in enumerate(passages):
        line = passage.lines[0]
        if passage.kind == "paragraph" and len(passage.lines) == 1 and line.monospaced:
            above = [each.lines[-1] for each in passages[max(0, n - 1) : n]]
            below = [each.lines[0] for each in passages[n + 1 : n + 2]]
            near = [each for each in above + below if each.page == line.page]
            is_announced = any(each.text.endswith(":") for each in above) and line.text[0] != "-"
            if is_announced or all(abs(each.base - line.base) > least for each in near):
                passage.kind = "code"
