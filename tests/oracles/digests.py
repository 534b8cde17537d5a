"""Small digests to render, built from their documents' texts."""

from __future__ import annotations

from hyperdigest.digest import (
    Certificate,
    Citation,
    Digest,
    TopicShare,
)
from hyperdigest.documents import Document

PATH = Document(
    "path.txt",
    "news/path.txt",
    "WASHINGTON. The shadow falls on Oregon first, before noon, in the middle of the\n"
    "morning. It leaves the coast at Charleston.\n\n- Oregon\n- Idaho\n",
    "Where the shadow falls",
)
MOON = Document(
    "moon.md",
    "news/moon.md",
    "# The moon\n\nThe **new moon** covers the [whole disc](https://example.org) of the sun.\n",
    format="markdown",
)
LEAFLET = Document(
    "leaflet.pdf",
    "news/leaflet.pdf",
    "Never look at the sun. Glasses help. Look only while it is covered.",
    "Watching safely",
    "pdf",
    pages=(0, 37),
)
TOPIC = TopicShare(4, "shadow, coast, path", 0.75)


def cite(document: Document, text: str, score: float = 0.5, gain: float = 0.25) -> Citation:
    start = document.text.index(text)
    return cite_range(document, start, start + len(text), score, gain)


def cite_range(
    document: Document, start: int, end: int, score: float = 0.5, gain: float = 0.25
) -> Citation:
    text = document.text[start:end]
    return Citation(
        text,
        document.name,
        document.path,
        start,
        end,
        document.page(start),
        document.place(start),
        len(text.split()),
        len(text.split()),
        score,
        gain,
        (TOPIC,),
    )


def digest_of(*sentences: Citation, documents: tuple[Document, ...], **changes: object) -> Digest:
    fields: dict[str, object] = {
        "question": "Where does the shadow fall?",
        "budget": 40,
        "sentences": sentences,
        "certificate": Certificate(1.0, 1.07),
        "signature": "hyperdigest 0.1.0 | preset default",
        "documents": documents,
    }
    return Digest(**(fields | changes))  # type: ignore[arg-type]


def one(text: str, format: str = "text") -> Digest:
    """A digest of one sentence: the whole of a document of that text."""
    document = Document("it", "it.txt", text, format=format)
    return digest_of(cite_range(document, 0, len(text)), documents=(document,))


ECLIPSE = digest_of(
    cite(
        PATH,
        "The shadow falls on Oregon first, before noon, in the middle of the\nmorning.",
        score=1 / 3,
    ),
    cite(MOON, "The **new moon** covers the [whole disc](https://example.org) of the sun."),
    cite(LEAFLET, "Look only while it is covered."),
    cite(PATH, "It leaves the coast at Charleston."),
    documents=(PATH, MOON, LEAFLET),
)
EMPTY = digest_of(documents=(), budget=3, certificate=Certificate(0.0, 0.0))
