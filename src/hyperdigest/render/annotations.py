"""The digest as W3C Web Annotations (JSON-LD): each sentence is selected in its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from hyperdigest.base.text import dumped, line
from hyperdigest.digest import Citation, Digest
from hyperdigest.documents import Document
from hyperdigest.file_formats import SUFFIXES
from hyperdigest.read.formats import suffix_of

AROUND = 32
"""Characters before and after a sentence that tell it from the same words elsewhere."""


def render_annotations(digest: Digest) -> str:
    """An ``AnnotationCollection`` with an annotation for each sentence, in the order shown.

    Its label is the question. The body of an annotation has the number of the sentence and the
    question; the target has a ``TextQuoteSelector``, and in a PDF the number of the page. In a file
    of plain text or Markdown a ``TextPositionSelector`` counts the code points of the file, without
    a byte order mark.
    """
    documents = {document.name: document for document in digest.documents}
    identity = uuid5(NAMESPACE_URL, _encodable(f"hyperdigest {digest.question} {digest.signature}"))
    items = [
        _annotation(identity, number, sentence, documents.get(sentence.document), digest.question)
        for number, sentence in enumerate(digest.sentences, 1)
    ]
    page = {
        "id": uuid5(identity, "page").urn,
        "type": "AnnotationPage",
        "startIndex": 0,
        "items": items,
    }
    content = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": identity.urn,
        "type": "AnnotationCollection",
        "label": line(digest.question),
        **({"rdfs:comment": line(digest.doubt)} if digest.doubt else {}),
        "generator": {"type": "Software", "name": "hyperdigest"},
        "total": len(items),
        **({"first": page} if items else {}),
    }
    return dumped(content)


def _annotation(
    identity: UUID, number: int, sentence: Citation, document: Document | None, question: str
) -> dict[str, Any]:
    place = f"{sentence.document} {sentence.start}-{sentence.end}"
    notes = [("describing", f"[{number}] {line(question)}")]
    if sentence.note:
        notes.append(("commenting", sentence.note))
    return {
        "id": uuid5(identity, _encodable(place)).urn,
        "type": "Annotation",
        "motivation": "highlighting",
        "body": [
            {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": value}
            for purpose, value in notes
        ],
        "target": {
            "type": "SpecificResource",
            "source": _source(sentence, document),
            "selector": _selectors(sentence, document),
        },
    }


def _selectors(sentence: Citation, document: Document | None) -> list[dict[str, Any]]:
    text_quote: dict[str, Any] = {"type": "TextQuoteSelector", "exact": sentence.text}
    if document is None:
        return [text_quote]
    before = document.text[max(0, sentence.start - AROUND) : sentence.start]
    after = document.text[sentence.end : sentence.end + AROUND]
    mark = document.text.startswith("\ufeff")
    text_quote |= {"prefix": before.removeprefix("\ufeff"), "suffix": after}
    if _is_text_of_file(document):
        start, end = sentence.start - mark, sentence.end - mark
        return [text_quote, {"type": "TextPositionSelector", "start": start, "end": end}]
    if document.format == "pdf" and sentence.page:
        page = {"conformsTo": "http://tools.ietf.org/rfc/rfc3778", "value": f"page={sentence.page}"}
        return [text_quote, {"type": "FragmentSelector", **page}]
    return [text_quote]


def _is_text_of_file(document: Document) -> bool:
    """Whether the text of a document is that of its file, character for character; that of an
    attachment or of a line of JSON is not."""
    kind = SUFFIXES.get(suffix_of(document.path))
    return kind in ("text", "markdown") and kind == document.format


def _source(sentence: Citation, document: Document | None) -> str:
    """The web address of a document, else that of its file; of a file that is not there, such as an
    upload, the relative address."""
    if document is not None and document.web_address:
        return document.web_address
    path = Path(sentence.path)
    if path.is_absolute() or path.is_file():
        return path.absolute().as_uri()
    return quote(sentence.path.lstrip("/"), errors="replace")


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
