"""Documents that say the same: equal texts up to white space."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from hyperdigest.documents import Document


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document left out, `name`, because it repeats the document `of`."""

    name: str
    of: str

    @property
    def told(self) -> str:
        """What a user should know of it."""
        return f"left out {self.name}: same text as {self.of}"


def drop_duplicates(
    documents: Iterable[Document],
) -> tuple[tuple[Document, ...], tuple[Duplicate, ...]]:
    """The documents that say something new, in order, and those that repeat an earlier one."""
    first: dict[bytes, str] = {}
    kept: list[Document] = []
    dropped: list[Duplicate] = []
    for document in documents:
        digest = fingerprint(document)
        if digest in first:
            dropped.append(Duplicate(document.name, first[digest]))
        else:
            first[digest] = document.name
            kept.append(document)
    return tuple(kept), tuple(dropped)


def fingerprint(document: Document) -> bytes:
    """A hash of the text up to white space."""
    words = " ".join(document.text.removeprefix("\ufeff").split())
    return blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()
