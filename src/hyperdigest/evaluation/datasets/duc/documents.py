"""One file of a release: a newswire document, the topics, or a summary."""

from __future__ import annotations

import re
from pathlib import Path

from hyperdigest.documents import Document
from hyperdigest.evaluation.datasets.duc.dates import date_of
from hyperdigest.evaluation.datasets.duc.names import Key, key_of
from hyperdigest.evaluation.datasets.duc.sgml import decode, field, folded, plain
from hyperdigest.read.content import join

_PARAGRAPH = re.compile(r"</?P\b[^<>]{0,300}>", re.IGNORECASE)
_REMARK = re.compile(r"<(ANNOTATION)\b[^<>]{0,300}>[^<]*</\1\s*>", re.IGNORECASE)
_TOPIC = re.compile(r"<topic\b", re.IGNORECASE)


def read_document(data: bytes, name: str, path: Path) -> tuple[Document, str]:
    """The document in a file called `name`, and its YYYYMMDD, empty where unknown.

    Its text is that of TEXT or, where there is none, of GRAPHIC, empty where there is neither.
    Paragraphs are blocks where P marks them; else the splitter finds them.
    """
    markup = decode(data)
    number = folded(field(markup, "DOCNO"))
    body = next((b for f in ("TEXT", "GRAPHIC") if plain(b := field(markup, f)).strip()), "")
    pieces = _PARAGRAPH.split(_REMARK.sub(" ", body))
    if len(pieces) > 1:
        text, blocks = join(("paragraph", folded(piece)) for piece in pieces)
    else:
        text, blocks = plain(pieces[0]).strip("\n"), ()
    date = date_of((name, number), [folded(field(markup, f)) for f in ("DATE_TIME", "DATE")])
    title = folded(field(markup, "HEADLINE"))
    return Document(number or name, str(path), text, title, blocks=blocks), date


def read_topics(data: bytes, name: str) -> dict[Key, str]:
    """The question of each topic: its title and narrative, on one line."""
    found: dict[Key, str] = {}
    update = "update" in name.lower()
    for topic in _TOPIC.split(decode(data))[1:]:
        key = key_of(folded(field(topic, "num")), update=update)
        question = " ".join(folded(field(topic, part)) for part in ("title", "narr")).strip()
        if key and question:
            found.setdefault(key, question)
    return found


def read_summary(data: bytes) -> str:
    """The lines of a summary, which are its sentences, without empty ones."""
    lines = (line.strip() for line in decode(data).split("\n"))
    return "\n".join(line for line in lines if line)
