"""TEI, the vocabulary of editions of texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hyperdigest.base.addresses import web_address
from hyperdigest.read.xml_articles.vocabulary import (
    Metadata,
    Use,
    Vocabulary,
    by_name,
    is_struck,
    local,
    text_of,
)

_USES = by_name(
    {
        "skip": "teiHeader facsimile sourceDoc standOff listBibl fw gap del index graphic"
        " pb cb milestone certainty respons metamark handShift figDesc media",
        "section": "div div1 div2 div3 div4 div5 div6 div7",
        "title": "head",
        "paragraph": "p ab opener closer salute signed dateline trailer epigraph docTitle titlePart"
        " byline docAuthor docImprint docDate docEdition argument stage bibl biblStruct castItem"
        " person place org postscript imprimatur set desc entry",
        "code": "eg egXML",
        "line": "l",
        "break": "lb",
        "own": "lg quote cit floatingText",
        "item": "item",
        "table": "table",
        "speech": "sp",
        "speaker": "speaker",
    }
)
_CHOSEN = ("corr", "reg", "expan")
"""Of alternatives of a word the ones that are read: corrected, in usual spelling, in full."""

_MOST_CHOICES = 10
"""How many alternatives of a word are looked at."""


def _use_of(element: Any) -> Use | None:
    name, parent = local(element), element.getparent()
    within = local(parent) if parent is not None else ""
    if name == "list":
        kind = element.get("type") or element.get("rend") or ""
        return "steps" if kind in ("ordered", "numbered") else "items"
    if name == "label" and within == "list":
        return "term"
    if name == "ab" and element.get("type", "").startswith("codeblock"):
        return "code"
    before = element.getprevious()
    if name == "item" and before is not None and local(before) == "label":
        return "definition"
    if within == "choice":
        chosen = any(local(each) in _CHOSEN for each in parent[:_MOST_CHOICES])
        return "skip" if chosen and name not in _CHOSEN else None
    if name == "hi" and is_struck(element.get("rend") or element.get("rendition") or ""):
        return "skip"
    if name == "note":
        return "own" if within in _USES and _USES[within] == "section" else "note"
    return None


def _bodies(root: Any) -> Iterator[Any]:
    """The texts of a document, without those in others."""
    if local(root).lower() == "teicorpus":
        for each in root:
            if local(each).lower() in ("tei", "teicorpus"):
                yield from _bodies(each)
        return
    yield from root.iterfind("{*}text")


def _metadata(root: Any) -> Metadata:
    header = root.find("{*}teiHeader")
    description = None if header is None else header.find("{*}fileDesc")
    if description is None:
        return Metadata()
    statement = description.find("{*}titleStmt")
    titles = [] if statement is None else list(statement.iterfind("{*}title"))
    main = [each for each in titles if each.get("type", "main") == "main"] or titles
    authors = [] if statement is None else list(statement.iterfind("{*}author"))
    people = [p for each in authors for p in (list(each.iter("{*}persName")) or [each])]
    analytic = description.findall("{*}sourceDesc//{*}analytic/{*}author")
    people = people or analytic
    dates = description.findall("{*}publicationStmt//{*}date")
    dates += description.findall("{*}sourceDesc//{*}date")
    ids = (text_of(each) for each in description.iter("{*}idno"))
    doi = (f"https://doi.org/{each}" if each.startswith("10.") else each for each in ids)
    return Metadata(
        title=text_of(main[0]) if main else "",
        authors=[_name(each) for each in people],
        dates=[each.get("when") or text_of(each) for each in dates],
        address=next(filter(None, map(web_address, doi)), ""),
    )


def _name(person: Any) -> str:
    """The name of a person, given names first."""
    surnames = list(person.iter("{*}surname"))
    names = [*person.iter("{*}forename"), *surnames] if surnames else [person]
    return " ".join(map(text_of, names))


TEI = Vocabulary(uses=_USES, bodies=_bodies, metadata=_metadata, use_of=_use_of)
