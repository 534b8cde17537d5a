"""DocBook, the vocabulary of technical books, versions 4 and 5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hyperdigest.read.xml_articles.vocabulary import (
    Metadata,
    Use,
    Vocabulary,
    by_name,
    is_struck,
    local,
    text_of,
)

_SECTIONS = (
    "set book part chapter article section sect1 sect2 sect3 sect4 sect5 simplesect preface"
    " appendix glossary glossdiv reference refentry refsect1 refsect2 refsect3 refsection"
    " refsynopsisdiv partintro dedication colophon acknowledgements topic sidebar qandadiv"
)
_PICTURES = ("imageobject", "videoobject", "audioobject")
_INFOS = frozenset(
    (
        *("info", "bookinfo", "articleinfo", "setinfo", "chapterinfo", "sectioninfo", "partinfo"),
        *("sect1info", "sect2info", "sect3info", "refentryinfo", "prefaceinfo", "appendixinfo"),
        *("referenceinfo", "glossaryinfo", "blockinfo", "objectinfo"),
    )
)
_USES = by_name(
    {
        "skip": "indexterm index toc lot bibliography bibliodiv bibliolist remark"
        " imageobject videoobject audioobject areaspec inlinegraphic graphic titleabbrev"
        " refmiscinfo manvolnum colspec footnoteref anchor beginpage co",
        "section": _SECTIONS,
        "front": " ".join(sorted(_INFOS)),
        "title": "title subtitle refentrytitle",
        "paragraph": "para simpara formalpara caption refpurpose refname attribution"
        " bridgehead msgtext cmdsynopsis",
        "quote": "blockquote epigraph",
        "code": "programlisting screen synopsis literallayout classsynopsis funcsynopsis address",
        "break": "sbr",
        "items": "itemizedlist simplelist calloutlist",
        "steps": "orderedlist procedure substeps",
        "terms": "variablelist glosslist qandaset",
        "item": "listitem member callout step",
        "term": "term glossterm question segtitle",
        "definition": "glossdef answer seg",
        "table": "table informaltable",
        "note": "footnote",
        "raised": "superscript",
        "own": "mediaobject textobject",
    }
)


_ID = "{http://www.w3.org/XML/1998/namespace}id"
_TITLES_OF_TARGETS = ("{*}title", "{*}info/{*}title", "{*}refmeta/{*}refentrytitle", "{*}term")


def _use_of(element: Any) -> Use | None:
    name, parent = local(element), element.getparent()
    within = "" if parent is None else local(parent)
    if within in _INFOS:
        return None if name in ("title", "subtitle", "abstract") else "skip"
    if name == "listitem" and within == "varlistentry":
        return "definition"
    if name == "glossterm" and within != "glossentry":
        return "part"
    if name == "refentrytitle" and within != "refmeta":
        return "part"
    if name == "emphasis" and is_struck(element.get("role") or ""):
        return "skip"
    if name in ("simplelist", "member") and "inline" in (element.get("type"), _type(parent)):
        return "part"
    if name == "textobject" and local(parent[0]) in _PICTURES:
        return "skip"
    return None


def _type(element: Any) -> str:
    return "" if element is None else element.get("type", "")


def _bodies(root: Any) -> Iterator[Any]:
    _name_targets(root)
    yield root


def _name_targets(root: Any) -> None:
    """Put the title of what a reference without words of its own leads to in its place."""
    named = ((each.get(_ID) or each.get("id"), each) for each in root.iter("{*}*"))
    targets = {name: each for name, each in named if name}
    for reference in root.iter("{*}xref"):
        target = targets.get(reference.get("endterm") or reference.get("linkend"))
        if target is not None and not text_of(reference):
            titles = [target.find(path) for path in _TITLES_OF_TARGETS]
            is_text = reference.get("endterm") is not None
            found = target if is_text else next((t for t in titles if t is not None), None)
            reference.text = target.get("xreflabel") or text_of(found)


def _metadata(root: Any) -> Metadata:
    infos = [each for each in root if local(each) in _INFOS]
    places = [root, *infos]
    titles = (text_of(each.find("{*}title")) for each in places)
    authors = [a for info in infos for a in info.iter("{*}author", "{*}corpauthor")]
    names = ("{*}pubdate", "{*}date", "{*}copyright/{*}year")
    dates = (text_of(each) for name in names for info in infos for each in info.iterfind(name))
    title = next(filter(None, titles), "") or text_of(root.find("{*}refmeta/{*}refentrytitle"))
    named = [name for name in map(_name, authors) if not name.startswith("&")]  # not known here
    return Metadata(title=title, authors=named, dates=dates)


def _name(author: Any) -> str:
    """The name of an author, given names first."""
    parts = (
        next((text_of(each) for each in author.iter(*(f"{{*}}{name}" for name in names))), "")
        for names in (("firstname", "givenname"), ("othername",), ("surname",))
    )
    person = author.find("{*}personname")
    return " ".join(filter(None, parts)) or text_of(author if person is None else person)


DOCBOOK = Vocabulary(
    uses=_USES,
    bodies=_bodies,
    metadata=_metadata,
    use_of=_use_of,
    around="part",
    between={"menuchoice": " > ", "keycombo": "+", "simplelist": ", "},
)
