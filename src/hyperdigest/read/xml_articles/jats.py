"""JATS, the vocabulary of articles in journals and of PubMed Central."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hyperdigest.read.xml_articles.vocabulary import (
    Metadata,
    Use,
    Vocabulary,
    by_name,
    local,
    text_of,
)

_USES = by_name(
    {
        "skip": "front front-stub journal-meta permissions inline-graphic object-id"
        " ref-list tex-math annotation processing-meta contrib-group aff author-notes history"
        " article-id counts custom-meta-group self-uri alt-text long-desc x index-term strike",
        "section": "sec abstract trans-abstract app ack boxed-text sub-article response glossary"
        " notes bio app-group statement fn-group title-group",
        "title": "title subtitle article-title",
        "paragraph": "p caption attrib",
        "items": "kwd-group",
        "quote": "disp-quote speech-quote",
        "code": "preformat code",
        "line": "verse-line",
        "break": "break",
        "own": "verse-group disp-formula",
        "item": "list-item kwd",
        "terms": "def-list",
        "term": "term",
        "definition": "def",
        "table": "table",
        "note": "fn",
        "label": "label",
        "raised": "sup",
        "speech": "speech",
        "speaker": "speaker",
    }
)
_NUMBER = re.compile(r"\d{1,4}(?:[-\u2010-\u2013]\d{1,4})?")
"""The numbers of sources that a link is to."""

_NOTES = ("fn", "table-fn", "aff", "corresp")
_STEPS = ("order", "alpha-", "roman-", "arabic")
_NO_NOTES = ".//text()[not(ancestor::*[local-name()='xref' or local-name()='fn'])]"
_ABSTRACTS = ("abstract", "trans-abstract", "kwd-group")
_DATE_TYPES = ("epub", "pub", "ppub", "collection")


def _use_of(element: Any) -> Use | None:
    name = local(element)
    if name == "list":
        return "steps" if element.get("list-type", "").startswith(_STEPS) else "items"
    if name == "xref":
        kind = element.get("ref-type")
        if kind in _NOTES or any(local(each) == "sup" for each in element):
            return "mark"
        is_number = kind == "bibr" and _NUMBER.fullmatch(text_of(element))
        return "number" if is_number else None
    if name == "sup" and any(local(each) == "xref" for each in element):
        return "mark"
    if name == "label" and local(element.getparent()) in ("disp-formula", "ref", "aff"):
        return "skip"
    if name == "fn" and local(element.getparent()) in ("table-wrap-foot", "fn-group"):
        return "own"
    if name in ("code", "preformat") and local(element.getparent()) == "p":
        return "code" if "\n" in (element.text or "") else "part"
    return None


def _bodies(root: Any) -> Iterator[Any]:
    front = root.find("{*}front")
    if front is None:
        front = root.find("{*}front-stub")
    if front is not None:
        meta = front.find("{*}article-meta")
        meta = front if meta is None else meta
        for name in ("title-group/{*}article-title", "title-group/{*}subtitle", *_ABSTRACTS):
            yield from meta.iterfind(f"{{*}}{name}")
    for name in ("body", "back", "floats-group"):
        yield from root.iterfind(f"{{*}}{name}")
    for name in ("sub-article", "response"):
        for inner in root.iterfind(f"{{*}}{name}"):
            yield from _bodies(inner)


def _metadata(root: Any) -> Metadata:
    meta = root.find("{*}front/{*}article-meta")
    if meta is None:
        return Metadata()
    named = (meta.find(f"{{*}}title-group/{{*}}{name}") for name in ("article-title", "subtitle"))
    people = filter(_wrote, meta.iterfind("{*}contrib-group/{*}contrib"))
    ids = {each.get("pub-id-type"): text_of(each) for each in meta.iterfind("{*}article-id")}
    doi = ids.get("doi", "")
    return Metadata(
        title=": ".join(filter(None, map(_without_notes, named))),
        authors=list(map(_name, people)),
        dates=_dates(meta),
        address=f"https://doi.org/{doi}" if doi.startswith("10.") else "",
    )


def _without_notes(title: Any) -> str:
    texts = () if title is None else title.xpath(_NO_NOTES)
    return " ".join("".join(texts).split())


def _wrote(contributor: Any) -> bool:
    return contributor.get("contrib-type", "author") in ("author", "")


def _name(contributor: Any) -> str:
    """The name of an author, given names first."""
    name = contributor.find("{*}name")
    if name is None:
        name = contributor.find("{*}name-alternatives/{*}name")
    if name is None:
        found = contributor.find("{*}string-name")
        return text_of(contributor.find("{*}collab") if found is None else found)
    parts = (text_of(name.find(f"{{*}}{part}")) for part in ("given-names", "surname"))
    return " ".join(filter(None, parts))


def _dates(meta: Any) -> Iterator[str]:
    """The dates of publication, that of the electronic one first."""

    def order(date: Any) -> int:
        kind = date.get("pub-type") or date.get("date-type") or ""
        return _DATE_TYPES.index(kind) if kind in _DATE_TYPES else len(_DATE_TYPES)

    for date in sorted(meta.iterfind("{*}pub-date"), key=order):
        parts = [text_of(date.find(f"{{*}}{part}")) for part in ("year", "month", "day")]
        if all(part.isdecimal() for part in parts):
            yield "-".join(part.zfill(2) for part in parts)
        elif parts[0]:
            yield " ".join(filter(None, reversed(parts)))


JATS = Vocabulary(uses=_USES, bodies=_bodies, metadata=_metadata, use_of=_use_of, rank=1)
