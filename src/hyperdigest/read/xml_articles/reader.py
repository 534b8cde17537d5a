"""Articles and books in XML: JATS, TEI and DocBook, each told by its root element."""

from __future__ import annotations

from hyperdigest.base.names import authors_of
from hyperdigest.base.text import counted, some_names
from hyperdigest.dates import date_of
from hyperdigest.documents import Block, Place
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, join
from hyperdigest.read.titles import title_from
from hyperdigest.read.xml_articles.docbook import DOCBOOK
from hyperdigest.read.xml_articles.jats import JATS
from hyperdigest.read.xml_articles.kinds import vocabulary_in
from hyperdigest.read.xml_articles.source import tree_of
from hyperdigest.read.xml_articles.tei import TEI
from hyperdigest.read.xml_articles.walk import Walk

_INCLUDE = "{http://www.w3.org/2001/XInclude}include"

_VOCABULARIES = {"jats": JATS, "tei": TEI, "docbook": DOCBOOK}


def read_xml(data: bytes) -> Content:
    """The text of an article or a book; its footnotes are at the end.

    Raises ReadError if it has another vocabulary.
    """
    name = vocabulary_in(data)
    if not name:
        raise ReadError("is XML, but no article in JATS, TEI or DocBook: save it as HTML or text")
    vocabulary = _VOCABULARIES[name]
    root, notes = tree_of(data, vocabulary.around)
    if names := list(dict.fromkeys(filter(None, (e.get("href") for e in root.iter(_INCLUDE))))):
        files = counted(len(names), "file")
        notes += (f"includes {files} not read with it: {some_names(names)}",)
    walk = Walk(vocabulary)
    for body in vocabulary.bodies(root):
        walk.read(body)
    text, blocks = join((*walk.parts, *walk.notes))
    stated = vocabulary.metadata(root)
    return Content(
        text,
        "xml",
        title_from(stated.title, walk.parts),
        blocks,
        notes=notes,
        authors=authors_of(stated.authors),
        date=date_of(list(stated.dates)),
        address=stated.address,
        places=_places(blocks, walk.speakers),
    )


def _places(blocks: tuple[Block, ...], speakers: dict[int, str]) -> tuple[Place, ...]:
    """The paragraphs with who speaks in them; none if nobody does."""
    if not speakers:
        return ()
    return tuple(
        Place(block.start, f"par. {number + 1}", speakers.get(number, ""))
        for number, block in enumerate(blocks)
    )
