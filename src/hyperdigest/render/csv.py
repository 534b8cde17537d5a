"""The digest as a table for spreadsheets, a row a sentence."""

from __future__ import annotations

import csv
import io

from hyperdigest.documents import Citation, Digest
from hyperdigest.render.plain import line, visible
from hyperdigest.render.sources import Source, sources

COLUMNS = (
    "number", "sentence", "source", "title", "document", "path", "place", "page",
    "start", "end", "words", "score", "gain", "topics", "doubt",
)  # fmt: skip

BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet takes UTF-8 for the alphabet of its own machine."""

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def render_csv(digest: Digest) -> str:
    """The digest as comma-separated values (RFC 4180, UTF-8 with a mark), a head and a row each.

    Text is on one line. A cell of text that a spreadsheet would take for a formula begins with an
    apostrophe. Numbers have 6 significant digits. Each row has the doubt, which is about all.
    """
    numbered = sources(digest)
    table = io.StringIO(newline="")
    table.write(BYTE_ORDER_MARK)
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    for number, sentence in enumerate(digest.sentences, start=1):
        cells = *_cells(number, sentence, numbered[sentence.document]), line(digest.doubt)
        writer.writerow(_safe(cell) if isinstance(cell, str) else cell for cell in cells)
    return table.getvalue()


def _cells(number: int, sentence: Citation, source: Source) -> tuple[str | int | float, ...]:
    return (
        number,
        source.shown(sentence),
        source.number,
        source.title,
        visible(sentence.document),
        visible(sentence.path),
        line(sentence.place),
        "" if sentence.page is None else sentence.page,
        sentence.start,
        sentence.end,
        sentence.words,
        float(f"{sentence.score:.6g}"),
        float(f"{sentence.gain:.6g}"),
        "; ".join(f"{line(topic.label)} ({topic.share:.0%})" for topic in sentence.topics),
    )


def _safe(text: str) -> str:
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
