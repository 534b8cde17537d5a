"""The digest as a Word document: the question, the quotations with their sources, and no macro."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from hyperdigest.documents import Digest
from hyperdigest.render.docx_styles import ACCOUNT, CITED, SIGNATURE, SOURCE, WARNING, dress
from hyperdigest.render.plain import line
from hyperdigest.render.references import cited_places
from hyperdigest.render.sources import Source, guarantee, nothing_fits, sources, usage

WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""What the file says of when it was made, so that the same digest is the same bytes."""

_NOT_IN_XML = re.compile("[\ufffe\uffff]")
_RIGHT_TO_LEFT = re.compile("[^\\W\\d_]")
_FIRST_RIGHT, _LAST_RIGHT = "\u0590", "\u08ff"


def render_docx(digest: Digest) -> bytes:
    """The digest as a Word file: numbered quotations, each marked with its source and place.

    A mark leads to the source in the list at the end. The same digest gives the same bytes.
    """
    document = docx.Document()
    dress(document)
    numbered = sources(digest)
    _paragraph(document, "Heading 1", line(digest.question))
    if digest.doubt:
        _paragraph(document, WARNING, line(digest.doubt))
    _paragraph(document, ACCOUNT, usage(digest))
    for warning in digest.warnings:
        _paragraph(document, WARNING, f"Warning: {line(warning)}")
    if not digest.sentences:
        _paragraph(document, "Normal", nothing_fits(digest))
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        quoted = _paragraph(document, "List Number", source.shown(sentence))
        _mark(quoted, source, line(sentence.place))
    if numbered:
        _paragraph(document, "Heading 2", "Sources")
    places = cited_places(digest)
    for source in numbered.values():
        _listed(document, source, places[source.name])
    if proved := guarantee(digest):
        _paragraph(document, SIGNATURE, proved)
    _paragraph(document, SIGNATURE, line(digest.signature))
    _describe(document, digest)
    return _packed(document)


def _paragraph(document: Any, style: str, text: str) -> Any:
    paragraph = document.add_paragraph(style=style)
    _add(paragraph, text)
    letter = _RIGHT_TO_LEFT.search(text)
    if letter and _FIRST_RIGHT <= letter[0] <= _LAST_RIGHT:
        paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
        for run in paragraph.runs:
            run.font.rtl = True
    return paragraph


def _add(paragraph: Any, text: str, style: str | None = None) -> Any:
    return paragraph.add_run(_NOT_IN_XML.sub("\ufffd", text), style)


def _mark(paragraph: Any, source: Source, place: str) -> None:
    """The number of the source, which leads to it, and the place of the sentence."""
    _add(paragraph, " ")
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), _bookmark(source))
    link.set(qn("w:history"), "1")
    unbroken = f"[{source.number}] {place}".replace(" ", "\xa0")
    link.append(_add(paragraph, unbroken, CITED)._r)
    paragraph._p.append(link)


def _listed(document: Any, source: Source, places: tuple[str, ...]) -> None:
    paragraph = document.add_paragraph(style=SOURCE)
    start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
    for element in (start, end):
        element.set(qn("w:id"), str(source.number))
    start.set(qn("w:name"), _bookmark(source))
    paragraph._p.append(start)
    title, *others = source.labels
    _add(paragraph, f"[{source.number}]\t")
    _add(paragraph, title).bold = True
    paragraph._p.append(end)
    _add(paragraph, "".join(f" · {part}" for part in (*others, ", ".join(places))))


def _bookmark(source: Source) -> str:
    return f"source{source.number}"


def _describe(document: Any, digest: Digest) -> None:
    """What the file says of itself; the picture of the template's empty page is left out."""
    relations = document.part.package.rels
    for name in [n for n in relations if relations[n].reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        del relations[name]
    properties = document.core_properties
    properties.title = _NOT_IN_XML.sub("\ufffd", line(digest.question))[:255]
    properties.author = properties.last_modified_by = "hyperdigest"
    properties.comments = ""
    properties.created = properties.modified = WRITTEN


def _packed(document: Any) -> bytes:
    """The file, with nothing of the day or the machine it is made on."""
    made, packed = io.BytesIO(), io.BytesIO()
    document.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            new.writestr(entry, old.read(name))
    return packed.getvalue()
