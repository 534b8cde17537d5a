"""Digests, explanations, expansions and topics as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten, wrap
from typing import TYPE_CHECKING

from hyperdigest.base.text import line, visible
from hyperdigest.digest import Citation, Digest, Topic
from hyperdigest.options import measured
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.parts import (
    guarantee,
    named_places,
    nothing_fits,
    placed_under,
    sources,
    usage,
)
from hyperdigest.render.text_quotes import INDENT, Paint, TextQuotes, plain

if TYPE_CHECKING:
    from hyperdigest.answer.expand import Expansion
    from hyperdigest.answer.explain import Explanation, Reason

WIDTH = 80


def render_text(digest: Digest, width: int | None = WIDTH, paint: Paint = plain) -> str:
    """The digest as plain text, a part for each of its `quote_groups`, without a final newline.

    Paragraphs are wrapped at `width` columns; None leaves each on one line. `paint` styles the
    question, the doubt, the contexts, the citations, and all that follows the sentences.
    """
    numbered = sources(digest)
    quotes = TextQuotes(width, paint)
    listed = []
    for source in numbered.values():
        *names, path = source.labels
        labels = " · ".join([*names, paint(path, "path")])
        listed.append(f"{paint(f'[{source.number}]', 'citation')} {labels}")
    warnings = [_wrapped(f"Warning: {line(warning)}", width) for warning in digest.warnings]
    parts = [
        paint(_wrapped(line(digest.question), width), "question"),
        paint(_wrapped(line(digest.doubt), width), "warning") if digest.doubt else "",
        *([*map(quotes.shown, quote_groups(digest, numbered))] or [nothing_fits(digest)]),
        "\n".join([paint("Sources", "heading"), *listed]) if listed else "",
        paint(usage(digest), "usage"),
        paint("\n".join(warnings), "warning") if warnings else "",
        paint(certificate, "signature") if (certificate := guarantee(digest)) else "",
        paint(line(digest.signature), "signature"),
    ]
    return "\n\n".join(filter(None, parts))


def _wrapped(text: str, width: int | None) -> str:
    return text if width is None else "\n".join(_filled(text, width))


def _filled(text: str, width: int, first: str = "", after: str = "") -> list[str]:
    """The lines of `text`, wrapped between words, with indents."""
    return wrap(
        text, width, initial_indent=first, subsequent_indent=after,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def render_explanation(explanation: Explanation) -> str:
    """The reasons for the sentences as plain text, in the order picked."""
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
    return "\n\n".join(filter(None, parts))


def _reason(explanation: Explanation, reason: Reason) -> str:
    citation = reason.citation
    words = f" ({line(', '.join(reason.question_words))})" if reason.question_words else ""
    facts = [
        f"{_place(citation)}, {measured(citation.size, explanation.unit)}",
        *(
            f"after {_quoted(explanation.shown(citation, before))}"
            f" ({measured(before.size, explanation.unit)}, counted once)"
            for before in citation.context
        ),
        f"relevance to the question {reason.relevance:.2f} times the average{words}",
        f"centrality {reason.centrality:.2f} times the average",
        f"marginal gain {citation.gain:.3g}, {reason.gain_share:.0%} of the digest's value",
        f"coverage {reason.coverage:.1f} sentences of the collection",
    ]
    if reason.pinned:
        facts.insert(1, "pinned by the reader")
    if reason.completes:
        facts.insert(1, "completes a list of which most is quoted")
    if citation.new:
        facts.append(f"new: {line(', '.join(citation.new))}")
    if citation.named_in:
        facts.append(f"named in: {named_places(citation)}")
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


def render_expansion(expansion: Expansion) -> str:
    """What stands around a sentence, verbatim, below its source and offsets."""
    under = f", under “{line(expansion.heading)}”" if expansion.heading else ""
    head = (
        f"{line(expansion.document)}, {line(expansion.place)}{under}: characters"
        f" {expansion.start} to {expansion.end} of {expansion.characters}"
    )
    text = visible(expansion.text, keep="\n\r\t\f")
    return f"{head}\n\n{text}"


def render_topics(topics: Sequence[Topic]) -> str:
    """A table of the topics as plain text, in the order given."""
    rows: list[tuple[str, ...]] = [
        ("topic", "weight", "tokens", "sentences", "documents", "name", "strongest words")
    ]
    for topic in topics:
        shares = f"{topic.weight:.1%}", f"{topic.share:.1%}"
        counts = str(topic.sentences), str(topic.documents)
        words = line(topic.label), line(", ".join(topic.words))
        rows.append((str(topic.id), *shares, *counts, *words))
    *widths, name_width, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        "  ".join([*map(str.rjust, numbers, widths), name.ljust(name_width), words])
        for *numbers, name, words in rows
    )
