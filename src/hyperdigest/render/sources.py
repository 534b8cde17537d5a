"""What every format for readers says alike: numbers of sources, the budget, the certificate."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from hyperdigest.budget.units import measured
from hyperdigest.documents import Citation, Digest, Document
from hyperdigest.render.plain import displayed, line, visible

_ROUNDING = 2e-4
"""In percent: an exact selection is proved to a millionth."""


@dataclass(frozen=True, slots=True)
class Source:
    """A cited document: its number from 1, what to call it, and its text where it is at hand."""

    number: int
    name: str
    path: str
    document: Document | None

    @property
    def title(self) -> str:
        """What a reader calls it: its title, else its name."""
        return line(self.document.title if self.document else "") or visible(self.name)

    @property
    def labels(self) -> tuple[str, ...]:
        """Title, name and path, without what they repeat of each other."""
        title, name, path = self.title, visible(self.name), visible(self.path)
        names = [label for label in dict.fromkeys((title, name)) if not path.endswith(label)]
        return (*names, path)

    def shown(self, sentence: Citation) -> str:
        """A sentence of this document on one line, without the markup of its format."""
        return displayed(sentence.text, self.document.format if self.document else "text")


def sources(digest: Digest) -> dict[str, Source]:
    """The cited documents by name, numbered from 1 in order of first citation."""
    documents = {document.name: document for document in digest.documents}
    cited: dict[str, Source] = {}
    for sentence in digest.sentences:
        name = sentence.document
        if name not in cited:
            cited[name] = Source(len(cited) + 1, name, sentence.path, documents.get(name))
    return cited


def counted(number: int, noun: str) -> str:
    """`number` and the noun in its number: ``1 word``, ``2 words``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def usage(digest: Digest) -> str:
    """How much of the budget is used, in its unit."""
    return f"{digest.used} of {measured(digest.budget, digest.unit)}"


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
    return f"No sentence fits in {measured(digest.budget, digest.unit)}."
