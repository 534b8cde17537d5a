"""Which documents are the same: hashes of their texts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from hyperdigest.documents.document import Document

LEFT_OUT = "left out "
"""How a warning about text that is there a second time begins."""


def fingerprint(document: Document) -> bytes:
    """A hash of the document's text that ignores differences of white space."""
    words = " ".join(document.text.removeprefix("\ufeff").split())
    return hashlib.blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()


def beginning(document: Document) -> tuple[str, ...]:
    """The first words of a text, the same for documents of the same `fingerprint`, and quicker."""
    return tuple(document.text.removeprefix("\ufeff").split(None, 8)[:8])


def corpus_hash(documents: Iterable[Document]) -> str:
    """SHA-256 of the documents' names and texts, in their order."""
    return hash_of_texts(
        _encoded(part) for document in documents for part in (document.name, document.text)
    )


def hash_of_texts(texts: Iterable[bytes]) -> str:
    """`corpus_hash` of names and texts in UTF-8, in turn."""
    hasher = hashlib.sha256()
    for text in texts:
        hasher.update(len(text).to_bytes(8, "big") + text)
    return hasher.hexdigest()


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # another lone surrogate
        return text.encode("utf-8", "surrogatepass")
