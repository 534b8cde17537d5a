"""Why each sentence is in the digest, for a terminal or a pipe."""

from __future__ import annotations

from textwrap import shorten, wrap
from typing import TYPE_CHECKING

from hyperdigest.budget.units import Unit, measured
from hyperdigest.documents import Citation
from hyperdigest.render.plain import line

if TYPE_CHECKING:
    from hyperdigest.explain import Explanation, Reason, RunnerUp

WIDTH = 80
INDENT = "   "


def render_explanation(explanation: Explanation) -> str:
    """The reasons as plain text, in the order the sentences were picked."""
    parts = [
        line(explanation.question),
        line(explanation.doubt),
        *(_reason(reason, explanation.unit) for reason in explanation.reasons),
        f"{explanation.used} of {measured(explanation.budget, explanation.unit)}",
        _runners_up(explanation.runners_up, explanation.unit),
        "\n".join(f"Warning: {line(text)}" for text in explanation.warnings),
        line(explanation.signature),
    ]
    return "\n\n".join(part for part in parts if part)


def _reason(reason: Reason, unit: Unit) -> str:
    citation = reason.citation
    facts = [
        f"{_place(citation)}, {measured(citation.size, unit)}",
        f"relevance to the question {reason.relevance:.2f} times the average"
        + _in_brackets(reason.question_words),
        f"centrality {reason.centrality:.2f} times the average",
        f"marginal gain {citation.gain:.3g}, {reason.gain_share:.0%} of the digest's value",
        f"coverage {reason.coverage:.1f} sentences of the collection",
    ]
    if reason.pinned:
        facts.insert(1, "pinned by the reader")
    facts += [f"topic {t.id}, {t.share:.0%} of it: {line(t.label)}" for t in citation.topics]
    facts += [
        f"covers {_quoted(covered.text)} ({line(covered.document)} {line(covered.place)},"
        f" {covered.chance:.2f})"
        for covered in reason.covers
    ]
    sentence = wrap(
        f"{reason.step}. {line(citation.text)}", WIDTH, subsequent_indent=INDENT,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join([*sentence, *(f"{INDENT}- {fact}" for fact in facts)])


def _runners_up(runners: tuple[RunnerUp, ...], unit: Unit) -> str:
    if not runners:
        return ""
    lines = [
        f"- {_quoted(runner.citation.text)} ({_place(runner.citation)}):"
        f" gain {runner.citation.gain:.3g}, {measured(runner.citation.size, unit)}"
        + (f", {runner.missing} too many" if runner.missing else "")
        for runner in runners
    ]
    return "\n".join(["Nearly in", *lines])


def _place(citation: Citation) -> str:
    return f"{line(citation.document)} {line(citation.place)}"


def _quoted(text: str) -> str:
    return f"\u201c{shorten(line(text), 60, placeholder=' ...')}\u201d"


def _in_brackets(words: tuple[str, ...]) -> str:
    return f" ({line(', '.join(words))})" if words else ""
