"""What a web page states about itself: its authors and date, from its head, JSON-LD, or marked
elements of its text, and the types of what it describes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from resiliparse.parse.html import DOMContext, ElementNode, HTMLTree, traverse_dom

from hyperdigest.base.addresses import web_address
from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.read.encoding import replace_surrogates

MOST_FIELDS = 1_000
"""Limit of the elements of a page's head that are read."""

LONGEST_VALUE = 200_000
"""Limit of a script of JSON-LD, or of the text of a marked element, in characters."""

_NAME_ATTRIBUTES = ("name", "property", "itemprop", "http-equiv")
_AUTHORS = (
    *("citation_author", "dcterms.creator", "dc.creator", "author", "parsely-author"),
    *("article:author", "og:article:author", "byl"),
)
_PUBLISHED = (
    *("citation_publication_date", "article:published_time", "og:article:published_time"),
    *("citation_date", "dcterms.issued", "dc.date.issued", "datepublished", "parsely-pub-date"),
    *("dcterms.date", "dc.date", "dcterms.created", "dc.date.created", "date", "pubdate"),
)
_CHANGED = (
    *("article:modified_time", "og:updated_time", "dcterms.modified", "dc.date.modified"),
    *("datemodified", "last-modified", "revised"),
)
_MARKED_DATE = (
    "time[pubdate], [itemprop=datePublished], time.published, time.entry-date, time.dt-published"
)
_MARKED_AUTHOR = "a[rel~=author], [itemprop=author] [itemprop=name], [itemprop=author]"


@dataclass(frozen=True, slots=True)
class PageHead:
    """The statements in the head of a page.

    Parameters
    ----------
    fields : the values of each meta field by its name in lower case.
    linked_data : the top-level objects of JSON-LD.
    address : the web address of the page (``canonical``, ``og:url``); may be empty.
    """

    fields: defaultdict[str, list[str]]
    linked_data: list[dict[str, Any]]
    address: str

    @property
    def types(self) -> set[str]:
        """The types of JSON-LD in lower case, without the address of their vocabulary."""
        found = (one.get("@type") for one in self.linked_data)
        names = (name for each in found for name in (each if isinstance(each, list) else [each]))
        return {name.rpartition("/")[2].lower() for name in names if isinstance(name, str)}


def page_metadata(tree: HTMLTree, head: PageHead) -> tuple[tuple[str, ...], str]:
    """The authors and the date of a page, that of publication rather than of the last change."""
    fields, linked_data = head.fields, [one for one in head.linked_data if _is_published(one)]
    authors = next((fields[name] for name in _AUTHORS if authors_of(fields[name])), [])
    authors = authors or [name for one in linked_data for name in _names(one.get("author"))]
    dates = [value for name in _PUBLISHED for value in fields[name]]
    dates += [str(one.get("datePublished", "")) for one in linked_data]
    body = tree.body
    if body is not None and not authors and (found := body.query_selector(_MARKED_AUTHOR)):
        authors = [(found.text or "")[:LONGEST_VALUE]]
    if body is not None and not date_of(dates) and (found := body.query_selector(_MARKED_DATE)):
        dates += [found.get_attribute(name) or "" for name in ("datetime", "content")]
        dates.append((found.text or "")[:LONGEST_VALUE])
    dates += [value for name in _CHANGED for value in fields[name]]
    dates += [str(one.get("dateModified", "")) for one in linked_data]
    return authors_of(authors), date_of(dates)


def page_head(tree: HTMLTree) -> PageHead:
    """What the head of a page states in meta fields and in JSON-LD."""
    fields: defaultdict[str, list[str]] = defaultdict(list)
    scripts: list[str] = []
    links: list[str] = []
    count = 0

    def enter(context: DOMContext) -> None:
        nonlocal count
        node = context.node
        if not isinstance(node, ElementNode) or count >= MOST_FIELDS:
            return
        if node.tag == "meta":
            count += 1
            name = next(filter(None, map(node.get_attribute, _NAME_ATTRIBUTES)), "")
            fields[name.lower()].append(node.get_attribute("content") or "")
        elif node.tag == "link":
            count += 1
            if "canonical" in (node.get_attribute("rel") or "").lower().split():
                links.append(node.get_attribute("href") or "")
        elif node.tag == "script" and node.get_attribute("type") == "application/ld+json":
            count += 1
            text = node.text or ""
            scripts.extend([text] if len(text) <= LONGEST_VALUE else [])

    if tree.head is not None:
        traverse_dom(tree.head, enter)
    linked_data = [found for script in scripts for found in _linked_data(script)]
    address = next(filter(None, map(web_address, (*links, *fields["og:url"]))), "")
    return PageHead(fields, linked_data, address)


def _linked_data(script: str) -> Iterator[dict[str, Any]]:
    """The top-level objects of JSON-LD."""
    found: Any = None
    with suppress(ValueError, RecursionError):
        found = json.loads(script)
    for one in found if isinstance(found, list) else [found]:
        graph = one.get("@graph") if isinstance(one, dict) else None
        for each in graph if isinstance(graph, list) else [one]:
            if isinstance(each, dict):
                yield each


def _is_published(one: dict[str, Any]) -> bool:
    return "author" in one or "datePublished" in one


def _names(author: Any) -> Iterator[str]:
    for one in author if isinstance(author, list) else [author]:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield replace_surrogates(name)
