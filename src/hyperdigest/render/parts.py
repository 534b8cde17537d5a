"""The parts that all formats for readers have in common: numbered sources, places, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import floor
from typing import TYPE_CHECKING

from hyperdigest.base.names import credited
from hyperdigest.base.slices import passage
from hyperdigest.base.text import counted, displayed, line, visible
from hyperdigest.digest import Citation, Corroboration, Digest, Naming, Slice, number_before
from hyperdigest.documents import Document, Post
from hyperdigest.options import measured

if TYPE_CHECKING:
    from hyperdigest.answer.explain import Explanation

MOST_PLACES = 5
"""How many places of sentences that say the same are listed on one line; the others are counted."""

MOST_NAMINGS = 3
"""How many places of sentences that name a part are listed on one line; the others are counted."""


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A cited document.

    Parameters
    ----------
    number : in order of first citation, from 1.
    document : None if its text is not available.
    thread : the number of the first cited source of the same thread, if there is an earlier one;
        else 0.
    """

    number: int
    name: str
    path: str
    document: Document | None
    thread: int = 0

    @property
    def title(self) -> str:
        """Its title, or its name if it has none."""
        return self.document.label if self.document else visible(self.name)

    @property
    def listed(self) -> str:
        """Its title in a list of sources, where the title of a thread appears only once."""
        return f"in the thread of [{self.thread}]" if self.thread else self.title

    @property
    def credit(self) -> str:
        """Its authors and its date, as far as known: ``Ada Lovelace, 1843-10``."""
        return self.document.credit if self.document else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """Its title, credit, name and path, without repetitions."""
        title, name, path = self.listed, visible(self.name), visible(self.path)
        names = [label for label in dict.fromkeys((title, name)) if not path.endswith(label)]
        credit = [self.credit] if self.credit else []
        return (*names[:1], *credit, *names[1:], path)

    def shown(self, part: Citation | Slice) -> str:
        """A sentence of this document on one line, without the markup of its format."""
        if self.document is None:
            return displayed(part.text, "text")
        return self.document.displayed(part.start, part.end)

    def quoted(self, parts: Sequence[Citation | Slice]) -> str:
        """Parts on one line, one after another, with numbers of steps, ``[...]`` over gaps."""
        shown = [
            (part.start, part.end, number_before(part, self.document), self.shown(part))
            for part in parts
        ]
        return line(passage(self.document.text if self.document else None, shown))


def sources(digest: Digest) -> dict[str, CitedSource]:
    """The cited documents by name, numbered in order of first citation."""
    documents = {document.name: document for document in digest.documents}
    paths = {sentence.document: sentence.path for sentence in reversed(digest.sentences)}
    names = dict.fromkeys(sentence.document for sentence in digest.sentences)
    cited, threads = {}, dict[str, int]()
    for number, name in enumerate(names, start=1):
        document = documents.get(name)
        thread = document.post.thread if document and document.post else ""
        first = threads.setdefault(thread, number) if thread else number
        cited[name] = CitedSource(
            number, name, paths[name], document, first if first < number else 0
        )
    return cited


def placed(sentence: Citation) -> str:
    """The place of a sentence, for a post with its author, date, kind and score.

    ``Anna Berg, 2026-11-03, accepted answer, score 12, par. 2``
    """
    return placed_in(sentence.place, sentence.post, sentence.authors, sentence.date)


def placed_in(place: str, post: Post | None, authors: tuple[str, ...], date: str) -> str:
    """A place in a document, as `placed` shows it."""
    if post is None:
        return line(place)
    return line(", ".join(filter(None, (credited(authors, date), post.summary, place))))


def under(sentence: Citation) -> str:
    """The heading above a sentence: ``under “Rates of 2027”``; empty if it has none."""
    return f"under “{line(sentence.heading)}”" if sentence.heading else ""


def placed_under(sentence: Citation) -> str:
    """The place of a sentence and the heading above it: ``p. 35, under “Rates of 2027”``."""
    return ", ".join(filter(None, (placed(sentence), under(sentence))))


def also_in(sentence: Citation) -> str:
    """How many sources say the same: ``Also in 4 sources and 1 copy``; empty if none does."""
    copies = len(sentence.also) - sentence.sources
    independent = counted(sentence.sources, "source") if sentence.sources else ""
    copied = ("1 copy" if copies == 1 else f"{copies} copies") if copies else ""
    both = " and ".join(filter(None, (independent, copied)))
    return f"Also in {both}" if both else ""


def corroboration_place(other: Corroboration) -> str:
    """The document and place of a sentence that says the same."""
    copied = " (copy)" if other.copy else ""
    return f"{visible(line(other.document))}, {line(other.place)}{copied}"


def also_line(sentence: Citation) -> str:
    """How many sources say the same, and where; empty if none does."""
    if not sentence.also:
        return ""
    places = [corroboration_place(other) for other in sentence.also[:MOST_PLACES]]
    more = len(sentence.also) - len(places)
    return f"{also_in(sentence)}: {'; '.join(places)}{f'; and {more} more' if more else ''}"


def naming_place(other: Naming) -> str:
    """The document and place of a sentence that names the part of a cited one."""
    return f"{visible(line(other.document))}, {line(other.place)}"


def named_places(sentence: Citation) -> str:
    """Where the part of a sentence is named: ``Amendment No. 1, par. 3; and 4 more``; or empty."""
    places = [naming_place(other) for other in sentence.named_in[:MOST_NAMINGS]]
    more = len(sentence.named_in) + sentence.named_more - len(places)
    return f"{'; '.join(places)}{f'; and {more} more' if more else ''}"


def named_line(sentence: Citation) -> str:
    """Where the part of a sentence is named, after ``Named in: ``; empty if it is nowhere."""
    return f"Named in: {named_places(sentence)}" if sentence.named_in else ""


def lines_about(sentence: Citation) -> list[str]:
    """The lines that list other sentences: that say the same, and that name its part."""
    return [*filter(None, (also_line(sentence), named_line(sentence)))]


def named_once(sentences: Sequence[Citation]) -> tuple[Citation, ...]:
    """The sentences, where of consecutive ones that are named in the same places only the last one
    has them."""
    return tuple(
        replace(sentence, named_in=(), named_more=0)
        if after
        and after.document == sentence.document
        and after.named_in == sentence.named_in
        and after.named_more == sentence.named_more
        else sentence
        for sentence, after in zip_longest(sentences, sentences[1:])
    )


def notes_on(sentence: Citation) -> list[tuple[str, str]]:
    """The notes below a sentence: the label and the text of each."""
    notes = {"New": ", ".join(sentence.new), "Note": sentence.note}
    return [(label, line(text)) for label, text in notes.items() if text]


def lines_below(sentence: Citation) -> list[str]:
    """All lines below a sentence: those about other sentences, and the notes on it."""
    return [*lines_about(sentence), *(f"{label}: {text}" for label, text in notes_on(sentence))]


def usage(result: Digest | Explanation) -> str:
    """How much of the budget is used, and from how many documents, if not from all.

    ``97 of 250 words, from 2 new documents of 30``
    ``97 of 250 words, from the 431 best-matching documents of 21300``
    ``97 of 250 words, from 433 documents of 21300``, if no word of the question is known
    """
    used = f"{result.used} of {measured(result.budget, result.unit)}"
    n_documents = sum(result.languages.values())
    if result.new_documents:
        return f"{used}, from {counted(result.new_documents, 'new document')} of {n_documents}"
    if result.opened_documents:
        the, kind = ("the ", "best-matching document") if result.known_words else ("", "document")
        return f"{used}, from {the}{counted(result.opened_documents, kind)} of {n_documents}"
    return used


def guarantee(digest: Digest) -> str:
    """The certificate in words, its percentage rounded down; empty for an empty digest."""
    if not digest.sentences:
        return ""
    certificate = digest.certificate
    rounding = 2e-4  # in percent: an exact selection is proved to a millionth
    percent = floor(100 * certificate.ratio + rounding)
    share = "" if percent >= 100 else f"at least {percent}% of "
    return f"Selection reaches {share}the optimum of its objective"


def nothing_fits(digest: Digest) -> str:
    """The text of a digest without sentences."""
    if digest.wishes.wants_news:
        return "Nothing new."
    return f"No sentence fits in {measured(digest.budget, digest.unit)}."
