"""The cited documents as entries of a bibliography, whatever the format it is written in."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote

from hyperdigest.documents import Digest
from hyperdigest.render.plain import line, visible
from hyperdigest.render.sources import sources

FORMAT_NAMES = {
    "text": "plain text",
    "markdown": "Markdown",
    "html": "HTML",
    "pdf": "PDF",
    "docx": "Word",
    "epub": "EPUB",
}

_ADDRESS = re.compile(r"https?://[^\s/]", re.IGNORECASE)
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
_KEY_CHARACTERS = 40
_KEY_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Reference:
    """A cited document.

    Parameters
    ----------
    key : the same for a name in every digest, and for no other name.
    title : what a reader calls it.
    name : what the digest calls it.
    path : where it is, or an empty string where that is an address.
    url : its address, or an empty string.
    format : what kind of file it is, in words, or an empty string where that is not known.
    places : where its sentences stand, each place once, in the order of the document.
    """

    key: str
    title: str
    name: str
    path: str
    url: str
    format: str
    places: tuple[str, ...]

    @property
    def note(self) -> str:
        """The name and the places cited: ``leaflet.pdf, p. 2, p. 4``."""
        return ", ".join((self.name, *self.places))


def references(digest: Digest) -> list[Reference]:
    """A reference for each cited document, in order of first citation."""
    places = cited_places(digest)
    found = []
    for source in sources(digest).values():
        address = bool(_ADDRESS.match(source.path))
        document = source.document
        found.append(
            Reference(
                key=_key(source.name),
                title=source.title,
                name=visible(source.name),
                path="" if address else visible(source.path),
                url=_percent_encoded(source.path) if address else "",
                format=FORMAT_NAMES.get(document.format, "") if document else "",
                places=places[source.name],
            )
        )
    return found


def cited_places(digest: Digest) -> dict[str, tuple[str, ...]]:
    """Where the sentences of each cited document stand, in its own order."""
    cited = defaultdict(list)
    for sentence in sorted(digest.sentences, key=lambda sentence: sentence.start):
        cited[sentence.document].append(line(sentence.place))
    return {name: tuple(dict.fromkeys(places)) for name, places in cited.items()}


def _key(name: str) -> str:
    """Letters and digits of `name`, then some of its hash, which tells alike names apart."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = _NOT_IN_KEY.sub("-", plain)[:_KEY_CHARACTERS].strip("-") or "source"
    return f"{slug}-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:_KEY_DIGITS]}"


def _percent_encoded(address: str) -> str:
    """An address that ends nothing it stands in, and is otherwise the same."""
    return quote(address, safe="!#$%&'()*+,/:;=?@[]~", errors="replace")
