"""Why a sentence is in a digest, in words that need no knowledge of the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hyperdigest.budget.units import Unit, measured
from hyperdigest.documents import TopicShare
from hyperdigest.explain import Covered, Explanation, Reason, RunnerUp
from hyperdigest.render.plain import line
from hyperdigest.web.pages.shown import sentence_id

TOPICS = 4


@dataclass(frozen=True, slots=True)
class ShownReason:
    """The reasons for a sentence: `facts` are names and what is told."""

    id: str
    text: str
    document: str
    place: str
    facts: tuple[tuple[str, str], ...]
    topics: tuple[TopicShare, ...]
    covers: tuple[Covered, ...]


@dataclass(frozen=True, slots=True)
class ShownRunner:
    """A sentence that was nearly in."""

    text: str
    told: str


def shown_reasons(explanation: Explanation, numbers: Mapping[str, int]) -> list[ShownReason]:
    """The reasons of a digest, in the order in which its sentences were picked."""
    return [
        ShownReason(
            id=sentence_id(numbers[reason.citation.document], reason.citation.start),
            text=line(reason.citation.text),
            document=reason.citation.document,
            place=reason.citation.place,
            facts=tuple(_facts(reason)),
            topics=reason.citation.topics[:TOPICS],
            covers=reason.covers,
        )
        for reason in explanation.reasons
    ]


def shown_runners(explanation: Explanation) -> list[ShownRunner]:
    """The sentences that were nearly in."""
    unit = explanation.unit
    return [
        ShownRunner(line(each.citation.text), _nearly(each, unit))
        for each in explanation.runners_up
    ]


def _facts(reason: Reason) -> list[tuple[str, str]]:
    times = "times the average sentence"
    worth = f"{reason.gain_share:.0%} of the digest's worth; picked {_nth(reason.step)}"
    facts = [("Relevance", f"{reason.relevance:.1f} {times}, by its match with the question")]
    if reason.question_words:
        facts.append(("Words asked for", line(", ".join(reason.question_words))))
    facts += [
        ("Centrality", f"{reason.centrality:.1f} {times}, by what it shares with all others"),
        ("What it adds", worth),
        ("Coverage", f"stands for about {reason.coverage:.1f} sentences of the collection"),
    ]
    return facts


def _nth(step: int) -> str:
    if step % 100 in (11, 12, 13):
        return f"{step}th"
    return f"{step}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(step % 10, 'th') }"


def _nearly(runner: RunnerUp, unit: Unit) -> str:
    where = f"{line(runner.citation.document)}, {line(runner.citation.place)}"
    missing = f": {measured(runner.missing, unit)} too many" if runner.missing else ""
    return f"{where}{missing}"
