"""Text formats: digests as plain text, Markdown and CSV, explanations and topics as plain text.

`sources`, `usage` and `guarantee` say what every format for readers says alike.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from hyperdigest.base.names import credited
from hyperdigest.base.text import counted, displayed, line, visible
from hyperdigest.documents import Citation, Digest, Document, Post, Topic, six_digits
from hyperdigest.options import measured
from hyperdigest.render.also import also_line, where

if TYPE_CHECKING:
    from hyperdigest.answer.explain import Explanation, Reason

WIDTH = 80
INDENT = "   "
CSV_COLUMNS = (
    *("number", "sentence", "source", "title", "document", "path", "place"),
    *("page", "page_label", "start", "end", "words", "score", "gain", "topics", "doubt"),
)


BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet takes UTF-8 for the alphabet of its own machine."""

TOPIC_COLUMNS = ("topic", "weight", "tokens", "sentences", "documents", "name", "strongest words")

_ROUNDING = 2e-4
"""In percent: an exact selection is proved to a millionth."""

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&~$#]|:(?=//)|(?<=www)\.")
_BLOCK_MARK = re.compile(r"^(\d*)([+\-=:.)])")
Role = Literal["question", "citation", "heading", "path", "usage", "warning", "signature"]

Paint = Callable[[str, Role], str]
"""Gives a part of the text the look of its role; it may add to the text, but nothing to be seen."""


@dataclass(frozen=True, slots=True)
class Source:
    """A cited document: its number from 1, what to call it, and its text where it is at hand.
    `thread` is the number of the first source of its thread, 0 where that is itself or none."""

    number: int
    name: str
    path: str
    document: Document | None
    thread: int = 0

    @property
    def title(self) -> str:
        """What a reader calls it: its title, else its name."""
        return line(self.document.title if self.document else "") or visible(self.name)

    @property
    def listed(self) -> str:
        """What a list of sources calls it: its title, but that of a thread once."""
        return f"in the thread of [{self.thread}]" if self.thread else self.title

    @property
    def credit(self) -> str:
        """Who wrote it and when, as far as it says: ``Ada Lovelace, 1843-10``."""
        known = self.document
        return line(credited(known.authors, known.dated.stated)) if known else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """Title, credit, name and path, without what they repeat of each other."""
        title, name, path = self.listed, visible(self.name), visible(self.path)
        names = [label for label in dict.fromkeys((title, name)) if not path.endswith(label)]
        credit = [self.credit] if self.credit else []
        return (*names[:1], *credit, *names[1:], path)

    def shown(self, sentence: Citation) -> str:
        """A sentence of this document on one line, without the markup of its format."""
        if self.document is None:
            return displayed(sentence.text, "text")
        return self.document.shown(sentence)


def sources(digest: Digest) -> dict[str, Source]:
    """The cited documents by name, numbered from 1 in order of first citation."""
    documents = {document.name: document for document in digest.documents}
    paths = {sentence.document: sentence.path for sentence in reversed(digest.sentences)}
    names = dict.fromkeys(sentence.document for sentence in digest.sentences)
    found, threads = {}, dict[str, int]()
    for number, name in enumerate(names, start=1):
        document = documents.get(name)
        thread = document.post.thread if document and document.post else ""
        first = threads.setdefault(thread, number) if thread else number
        found[name] = Source(number, name, paths[name], document, first if first < number else 0)
    return found


def placed(sentence: Citation) -> str:
    """Where a sentence stands, for a reader; of a post of a thread also who wrote it and when, and
    what others think of it: ``Anna Berg, 2026-11-03, accepted answer, score 12, par. 2``."""
    return placed_in(sentence.place, sentence.post, sentence.authors, sentence.date)


def placed_in(place: str, post: Post | None, authors: tuple[str, ...], date: str) -> str:
    """The same of a place in a document that is perhaps a post."""
    if post is None:
        return line(place)
    return line(", ".join(part for part in (credited(authors, date), post.told, place) if part))


def under(sentence: Citation) -> str:
    """The heading above a sentence, for a reader: ``under “Rates of 2027”``; empty for none."""
    return f"under “{line(sentence.heading)}”" if sentence.heading else ""


def placed_under(sentence: Citation) -> str:
    """Where a sentence stands and under which heading: ``p. 35, under “Rates of 2027”``."""
    return ", ".join(filter(None, (placed(sentence), under(sentence))))


def usage(told: Digest | Explanation) -> str:
    """How much of the budget is used, in its unit, and how many documents are new, where that is
    asked: ``97 of 250 words, from 2 new documents of 30``."""
    used = f"{told.used} of {measured(told.budget, told.unit)}"
    if not told.new_documents:
        return used
    new = counted(told.new_documents, "new document")
    return f"{used}, from {new} of {sum(told.languages.values())}"


def guarantee(digest: Digest) -> str:
    """The certificate in words, its percentage rounded down; an empty digest has none."""
    if not digest.sentences:
        return ""
    certificate = digest.certificate
    percent = floor(100 * certificate.ratio + _ROUNDING)
    near = "at" if percent >= 100 else f"within {percent}% of"
    shorter = 0 < certificate.budget < digest.budget
    size = f" for {measured(certificate.budget, digest.unit)}" if shorter else ""
    return f"Selection {near} the optimum of its objective{size}"


def nothing_fits(digest: Digest) -> str:
    """What stands in place of the sentences where there are none."""
    if digest.wishes.wants_news:
        return "Nothing new."
    return f"No sentence fits in {measured(digest.budget, digest.unit)}."


def notes_on(sentence: Citation) -> list[tuple[str, str]]:
    """What stands below a sentence, a line each: what it is, and the text."""
    told = {"New": ", ".join(sentence.new), "Note": sentence.note}
    return [(name, line(text)) for name, text in told.items() if text]


def plain(text: str, role: Role) -> str:
    """`text` as it is."""
    return text


def render_text(digest: Digest, width: int | None = WIDTH, paint: Paint = plain) -> str:
    """The digest as plain text, a paragraph a sentence, without a final newline.

    Paragraphs are wrapped at so many columns of width; None leaves each on one line. `paint` is
    called with the question, the doubt, each citation, and what follows the sentences.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        citation = f"[{source.number}] {placed_under(sentence)}"
        if sentence.heading and width is not None:
            citation = "\n".join(_filled(citation, width, after=INDENT))
        told = _cited(source.shown(sentence), citation, width, paint)
        notes = [f"{name}: {text}" for name, text in notes_on(sentence)]
        below = [_wrapped(each, width, INDENT) for each in (also_line(sentence), *notes) if each]
        sentences.append("\n".join([told, *below]))
    listed = []
    for source in numbered.values():
        *names, path = source.labels
        called = " · ".join([*names, paint(path, "path")])
        listed.append(f"{paint(f'[{source.number}]', 'citation')} {called}")
    warnings = [_wrapped(f"Warning: {line(warning)}", width) for warning in digest.warnings]
    parts = [
        paint(_wrapped(line(digest.question), width), "question"),
        paint(_wrapped(line(digest.doubt), width), "warning") if digest.doubt else "",
        *(sentences or [nothing_fits(digest)]),
        "\n".join([paint("Sources", "heading"), *listed]) if listed else "",
        paint(usage(digest), "usage"),
        paint("\n".join(warnings), "warning") if warnings else "",
        paint(proved, "signature") if (proved := guarantee(digest)) else "",
        paint(line(digest.signature), "signature"),
    ]
    return "\n\n".join(part for part in parts if part)


def _cited(text: str, citation: str, width: int | None, paint: Paint) -> str:
    """`text` wrapped, with `citation` behind it, on the same line where all of it fits."""
    shown = paint(citation, "citation")
    if width is None:
        return f"{text} {shown}"
    lines = _wrapped(text, width).split("\n")
    fits = len(lines[-1]) + 1 + len(citation) <= width
    return "\n".join([*lines[:-1], f"{lines[-1]} {shown}"] if fits else [*lines, shown])


def _wrapped(text: str, width: int | None, indent: str = "") -> str:
    if width is None:
        return indent + text
    return "\n".join(_filled(text, width, indent, indent))


def _filled(text: str, width: int, first: str = "", after: str = "") -> list[str]:
    """The lines of `text`, wrapped between words, indented by `first` and those `after` it."""
    return wrap(
        text, width, initial_indent=first, subsequent_indent=after,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def render_markdown(digest: Digest) -> str:
    """The digest as Markdown (CommonMark), without a final newline.

    No text of a document can start a heading, list, link, image, tag or code.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        place = escaped(placed_under(sentence))
        sentences.append(f"{escaped(source.shown(sentence))} ([{source.number}], {place})")
        if sentence.also:
            sentences.append(f"> {escaped(also_line(sentence))}")
        sentences += [f"> {name}: {escaped(text)}" for name, text in notes_on(sentence)]
    listed, targets = [], []
    for source in numbered.values():
        listed.append(f"{source.number}. {' · '.join(map(escaped, source.labels))}")
        # A link target that can be nothing but a file.
        target = quote(re.sub(r"^/+", "/", source.path), safe="/", errors="surrogatepass")
        targets.append(f"[{source.number}]: <{target}>")
    parts = [
        f"# {escaped(line(digest.question))}",
        f"**{escaped(line(digest.doubt))}**" if digest.doubt else "",
        *(sentences or [nothing_fits(digest)]),
        *(["## Sources", "\n".join(listed)] if listed else []),
        usage(digest),
        "\n".join(f"- Warning: {escaped(line(warning))}" for warning in digest.warnings),
        guarantee(digest),
        escaped(line(digest.signature)),
        "\n".join(targets),
    ]
    return "\n\n".join(part for part in parts if part)


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly that text."""
    return _BLOCK_MARK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", text))


def render_csv(digest: Digest) -> str:
    """The digest as comma-separated values (RFC 4180, UTF-8 with a mark), a head and a row each.

    Text is on one line. A cell of text that a spreadsheet would take for a formula begins with an
    apostrophe. Numbers have 6 significant digits. Each row has the doubt, which is about all. Where
    something is told of a sentence beside that, such as the heading above it, other sources that
    say the same, its date, what is new in it, or a reader's note, it stands in further columns.
    """
    numbered = sources(digest)
    table = io.StringIO(newline="")
    table.write(BYTE_ORDER_MARK)
    writer = csv.writer(table)
    further = [_further(sentence) for sentence in digest.sentences]
    told = [
        name
        for name in (further[0] if further else ())
        if any(each[name] not in ("", None) for each in further)
    ]
    writer.writerow((*CSV_COLUMNS, *told))
    for number, sentence in enumerate(digest.sentences, start=1):
        source = numbered[sentence.document]
        topics = (f"{line(topic.label)} ({topic.share:.0%})" for topic in sentence.topics)
        cells = [
            *(number, source.shown(sentence), source.number, source.title),
            *(visible(sentence.document), visible(sentence.path), line(sentence.place)),
            *(sentence.page, visible(sentence.page_label or "")),
            *(sentence.start, sentence.end, sentence.words),
            *(six_digits(sentence.score), six_digits(sentence.gain)),
            *("; ".join(topics), line(digest.doubt)),
            *(further[number - 1][name] for name in told),
        ]
        writer.writerow([safe_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return table.getvalue()


def _further(sentence: Citation) -> dict[str, str | int | None]:
    """What stands in further columns of a table, where any sentence has it."""
    post = sentence.post
    return {
        "heading": line(sentence.heading),
        "sources": sentence.sources if sentence.also else None,
        "also": "; ".join(map(where, sentence.also)),
        "authors": line("; ".join(sentence.authors)) if post else "",
        "date": line(sentence.date),
        "thread": line(post.thread) if post else "",
        "kind": post.kind if post else "",
        "votes": post.score if post else None,
        "accepted": "yes" if post and post.accepted else "",
        "new": line(", ".join(sentence.new)),
        "note": line(sentence.note),
    }


def safe_cell(text: str) -> str:
    """The text of a cell, with an apostrophe before what a spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def render_explanation(explanation: Explanation) -> str:
    """The reasons as plain text, in the order the sentences were picked."""
    runners_up = [
        f"- {_quoted(explanation.shown(runner.citation))} ({_place(runner.citation)}):"
        f" gain {runner.citation.gain:.3g}, {measured(runner.citation.size, explanation.unit)}"
        + (f", {runner.missing} too many" if runner.missing else "")
        for runner in explanation.runners_up
    ]
    parts = [
        line(explanation.question),
        line(explanation.doubt),
        *(_reason(explanation, reason) for reason in explanation.reasons),
        usage(explanation),
        "\n".join(["Nearly in", *runners_up]) if runners_up else "",
        "\n".join(f"Warning: {line(text)}" for text in explanation.warnings),
        line(explanation.signature),
    ]
    return "\n\n".join(part for part in parts if part)


def _reason(explanation: Explanation, reason: Reason) -> str:
    citation = reason.citation
    words = f" ({line(', '.join(reason.question_words))})" if reason.question_words else ""
    facts = [
        f"{_place(citation)}, {measured(citation.size, explanation.unit)}",
        f"relevance to the question {reason.relevance:.2f} times the average{words}",
        f"centrality {reason.centrality:.2f} times the average",
        f"marginal gain {citation.gain:.3g}, {reason.gain_share:.0%} of the digest's value",
        f"coverage {reason.coverage:.1f} sentences of the collection",
    ]
    if reason.pinned:
        facts.insert(1, "pinned by the reader")
    if citation.new:
        facts.append(f"new: {line(', '.join(citation.new))}")
    facts += [f"topic {t.id}, {t.share:.0%} of it: {line(t.label)}" for t in citation.topics]
    facts += [
        f"covers {_quoted(explanation.shown(covered))}"
        f" ({line(covered.document)} {line(covered.place)}, {covered.chance:.2f})"
        for covered in reason.covers
    ]
    sentence = _filled(f"{reason.step}. {explanation.shown(citation)}", WIDTH, after=INDENT)
    return "\n".join([*sentence, *(f"{INDENT}- {fact}" for fact in facts)])


def _place(citation: Citation) -> str:
    return f"{line(citation.document)} {placed_under(citation)}"


def _quoted(text: str) -> str:
    return f"\u201c{shorten(text, 60, placeholder=' ...')}\u201d"


def render_topics(topics: Sequence[Topic]) -> str:
    """A line a topic, in the order given, in aligned columns."""
    rows: list[tuple[str, ...]] = [TOPIC_COLUMNS]
    for topic in topics:
        shares = f"{topic.weight:.1%}", f"{topic.share:.1%}"
        counts = str(topic.sentences), str(topic.documents)
        words = line(topic.label), line(", ".join(topic.words))
        rows.append((str(topic.id), *shares, *counts, *words))
    *widths, wide, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        "  ".join([*map(str.rjust, numbers, widths), name.ljust(wide), words])
        for *numbers, name, words in rows
    )
