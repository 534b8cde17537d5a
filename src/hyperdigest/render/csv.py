"""The digest as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from hyperdigest.base.text import line, visible
from hyperdigest.digest import Citation, Digest, six_digits
from hyperdigest.render.parts import CitedSource, corroboration_place, sources
from hyperdigest.render.quotes import Part, lines_of

COLUMNS = (
    *("number", "sentence", "source", "title", "document", "path", "place"),
    *("page", "page_label", "start", "end", "words", "score", "gain", "topics", "doubt"),
)

BYTE_ORDER_MARK = "\ufeff"


def render_csv(digest: Digest) -> str:
    """The digest as comma-separated values (RFC 4180, UTF-8 with a mark), a row for each sentence.

    Text is on one line, but for the lines of code. A cell of text that a spreadsheet would take for
    a formula begins with an apostrophe. Numbers have 6 significant digits. The doubt, which
    concerns the whole digest, is in every row. A column of `_optional_cells` is written if a
    sentence has a value in it.
    """
    numbered = sources(digest)
    optional = [
        _optional_cells(sentence, numbered[sentence.document]) for sentence in digest.sentences
    ]
    used = [
        name
        for name in (optional[0] if optional else ())
        if any(cells[name] not in ("", None) for cells in optional)
    ]
    rows: list[Sequence[object]] = [(*COLUMNS, *used)]
    for number, sentence in enumerate(digest.sentences, start=1):
        source = numbered[sentence.document]
        topics = (f"{line(topic.label)} ({topic.share:.0%})" for topic in sentence.topics)
        part = Part(source, sentence)
        shown = "\n".join(lines_of([part])) if part.is_code else part.text
        rows.append(
            [
                *(number, shown, source.number, source.title),
                *(visible(sentence.document), visible(sentence.path), line(sentence.place)),
                *(sentence.page, visible(sentence.page_label or "")),
                *(sentence.start, sentence.end, sentence.words),
                *(six_digits(sentence.score), six_digits(sentence.gain)),
                *("; ".join(topics), line(digest.doubt)),
                *(optional[number - 1][name] for name in used),
            ]
        )
    return csv_of(rows)


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """Rows as comma-separated values, with the mark by which spreadsheets know UTF-8.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    table = io.StringIO(newline="")
    table.write(BYTE_ORDER_MARK)
    csv.writer(table).writerows(
        [_safe_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return table.getvalue()


def _optional_cells(sentence: Citation, source: CitedSource) -> dict[str, str | int | None]:
    """The values of a sentence by column, for the columns that are left out if all are empty."""
    post = sentence.post
    return {
        "heading": line(sentence.heading),
        "context": source.quoted(sentence.context),
        "sources": sentence.sources if sentence.also else None,
        "also": "; ".join(map(corroboration_place, sentence.also)),
        "authors": line("; ".join(sentence.authors)) if post else "",
        "date": line(sentence.date),
        "thread": line(post.thread) if post else "",
        "kind": post.kind if post else "",
        "votes": post.score if post else None,
        "accepted": "yes" if post and post.accepted else "",
        "new": line(", ".join(sentence.new)),
        "note": line(sentence.note),
    }


def _safe_cell(text: str) -> str:
    is_formula = text.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
    return f"'{text}" if is_formula else text
