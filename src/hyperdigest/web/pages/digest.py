"""A digest as its page shows it: every sentence with its source and the addresses around it.

Why a sentence is in a digest, in words that need no knowledge of the method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hyperdigest.base.text import counted, line
from hyperdigest.documents import Citation, Digest, TopicShare
from hyperdigest.explain import Covered, Explanation, Reason, RunnerUp
from hyperdigest.options import Unit, measured
from hyperdigest.render.html import legend
from hyperdigest.render.text import Source, guarantee, nothing_fits, sources, usage
from hyperdigest.web.pages.query_string import Address

EXPORTS = (
    ("docx", "Word", ".docx"),
    ("markdown", "Markdown", ".md"),
    ("html", "Web page with its sources", ".html"),
    ("text", "Plain text", ".txt"),
    ("csv", "Table", ".csv"),
    ("bibtex", "BibTeX", ".bib"),
    ("csl", "CSL citations", ".csl.json"),
    ("json", "JSON", ".json"),
)

TOPICS = 8
"""Topics of a digest that are named."""


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A cited document: `number` in the digest, `index` in the collection."""

    number: int
    index: int
    title: str
    path: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence of a digest: `id` is fit for an element, `key` names its place."""

    number: int
    id: str
    key: str
    text: str
    source: int
    title: str
    place: str
    pinned: bool
    topics: tuple[TopicShare, ...]
    address: str
    pin: str
    exclude: str
    copy: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A digest for its template."""

    digest: Digest
    base: str
    address: Address
    sentences: tuple[ShownSentence, ...]
    sources: tuple[ShownSource, ...]

    exports = EXPORTS

    @property
    def counts(self) -> str:
        """How many sentences, of how many sources."""
        if not self.sentences:
            return "Nothing found"
        of = counted(len(self.sources), "source")
        return f"{counted(len(self.sentences), 'sentence')} from {of}"

    @property
    def used(self) -> str:
        """How much of the budget is used."""
        return usage(self.digest)

    @property
    def summary(self) -> str:
        """All that, for who does not see the page."""
        told = f"{self.counts}, {self.used}"
        return f"{told}. {self.doubt}" if self.doubt else told

    @property
    def guarantee(self) -> str:
        """How near the selection is to the best one."""
        return guarantee(self.digest)

    @property
    def proof(self) -> str:
        """What that means."""
        certificate = self.digest.certificate
        return (
            "Every set of sentences has a worth: how well they answer the question and how much of"
            " the collection they stand for. There are too many sets to try all, but no set of this"
            f" length can be worth more than {certificate.bound:.4g}: that is proved. This one is"
            f" worth {certificate.value:.4g}. Whether it answers the question is another matter."
        )

    @property
    def doubt(self) -> str:
        """Why the documents may not answer the question, or nothing."""
        return self.digest.doubt

    @property
    def nothing(self) -> str:
        """What stands in place of sentences where there are none."""
        return nothing_fits(self.digest)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader should know."""
        return self.digest.warnings

    @property
    def signature(self) -> str:
        """The line that makes the digest again."""
        return self.digest.signature

    @property
    def topics(self) -> list[TopicShare]:
        """What the digest is about."""
        return legend(self.digest)[:TOPICS]

    @property
    def copy(self) -> str:
        """The whole digest with its sources, to be put elsewhere."""
        return "\n".join((self.digest.question, "", *(each.copy for each in self.sentences)))

    @property
    def back(self) -> str:
        """The address of the digest."""
        return self.base + self.address.query

    @property
    def why(self) -> str:
        """The address of the reasons."""
        return f"{self.base}/why{self.address.query}"

    @property
    def compare(self) -> str:
        """The address that sets another question beside this one."""
        return f"{self.base}/compare{self.address.query}"

    @property
    def export(self) -> str:
        """The address of the digest as a file, but for its format."""
        return f"{self.base}/export{self.address.query}"


def shown_digest(digest: Digest, numbers: Mapping[str, int], base: str, address: Address) -> Shown:
    """A digest for its page.

    Parameters
    ----------
    numbers : of the documents of the collection, by name.
    base : the address of the collection.
    """
    cited = sources(digest)
    parts = tuple(
        ShownSource(
            source.number,
            numbers[source.name],
            source.title,
            source.path,
            f"{base}/documents/{numbers[source.name]}{address.query}",
        )
        for source in cited.values()
    )
    addresses = {part.number: part.address for part in parts}
    sentences = tuple(
        _sentence(number, citation, cited[citation.document], numbers, base, address, addresses)
        for number, citation in enumerate(digest.sentences, 1)
    )
    return Shown(digest, base, address, sentences, parts)


def sentence_id(document: int, start: int) -> str:
    """The name of a sentence in a page."""
    return f"{document}-{start}"


def _sentence(
    number: int,
    citation: Citation,
    source: Source,
    numbers: Mapping[str, int],
    base: str,
    address: Address,
    addresses: Mapping[int, str],
) -> ShownSentence:
    key = f"{citation.document}:{citation.start}"
    pin, exclude = ("pin", key), ("exclude", key)
    pinned = pin in address.pairs
    text = source.shown(citation)
    return ShownSentence(
        number=number,
        id=sentence_id(numbers[citation.document], citation.start),
        key=key,
        text=text,
        source=source.number,
        title=source.title,
        place=citation.place,
        pinned=pinned,
        topics=citation.topics,
        address=f"{addresses[source.number]}#m{number}",
        pin=base + (address.dropping(pin) if pinned else address.adding(pin)).query,
        exclude=base + address.dropping(pin).adding(exclude).query,
        copy=f"“{text}” ({source.title}, {citation.place})",
    )


REASON_TOPICS = 4


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
            topics=reason.citation.topics[:REASON_TOPICS],
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
