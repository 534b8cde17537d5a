"""The page that lists the documents of a collection, and that changes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import visible
from hyperdigest.dates import given_date, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Model
from hyperdigest.split.languages import name_of
from hyperdigest.views.topic_map import document_sizes
from hyperdigest.web.labels import kind_of
from hyperdigest.web.pages.form import Address, QuestionForm, form_of, listed
from hyperdigest.web.pages.home import KINDS, job_progress, scanned_pages
from hyperdigest.web.record import collection_summary

PER_PAGE = 200
"""Documents on a page of their list."""

MOST_LATEST = 50
"""The most documents that an address names."""

MANY = 12
"""Documents above which they can be looked for by name."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list: its name, label and classes, and its value of a document by number."""

    name: str
    label: str
    look: str
    value: Callable[[int], Any]
    text: bool = False

    def sorted(self, numbers: list[int]) -> list[int]:
        """Documents by their numbers, sorted by this column: texts in ascending order, all other
        values in descending order; equals stay in reading order."""
        if self.text:
            return sorted(numbers, key=lambda number: self.value(number).casefold())
        return sorted(numbers, key=self.value, reverse=True)


def columns_of(model: Model) -> list[Column]:
    """The columns of the list of documents."""
    documents = model.collection.documents
    sentences, words = (
        sizes.tolist() for sizes in document_sizes(model.collection.split, len(documents))
    )
    language = model.collection.language_of
    return [
        Column("title", "Document", "", lambda n: documents[n].label, text=True),
        Column("date", "Date", "", lambda n: documents[n].dated.date),
        Column("kind", "Kind", "minor", lambda n: kind_of(documents[n]), text=True),
        Column("language", "Language", "minor", lambda n: name_of(language(n)), text=True),
        Column("pages", "Pages", "count minor", lambda n: len(documents[n].pages)),
        Column("sentences", "Sentences", "count", sentences.__getitem__),
        Column("words", "Words", "count lesser", words.__getitem__),
    ]


async def documents(request: Request) -> Response:
    """The documents, a page at a time; while they are being changed, the progress of that."""
    form = await form_of(request)
    query = request.query_params
    find, first, last = (query.get(name, "").strip() for name in ("find", "from", "to"))
    here = Address(tuple(query.multi_items())).without("name")

    def content() -> dict[str, Any]:
        columns = columns_of(form.model)
        sort = next((each for each in columns if each.name == query.get("sort")), None)
        found = _dated(form.documents, _named(form.documents, find), first, last)
        found = sort.sorted(found) if sort else found
        numbers, current, pages = listed(query, found, PER_PAGE)
        return {
            "columns": columns,
            "sort": sort.name if sort else "",
            "found": len(found),
            "numbers": numbers,
            "pages": pages,
            "current": current,
            "dated": form.dated,
            "summary": collection_summary(form.model.contents),
        }

    return await form.page(
        "documents.html",
        view="documents",
        here=here,
        find=find,
        first=first,
        last=last,
        latest=_news_url(form),
        many=len(form.documents) > MANY,
        scanned=scanned_pages(form.record, form.documents),
        kinds=KINDS,
        may_name_files=request.app.state.settings.may_name_files,
        at=job_progress(form.record, f"{form.base}/documents/cancel{here.query}"),
        **await form.registry.threads.run(content),
    )


def _named(documents: Sequence[Document], find: str) -> list[int]:
    """The numbers of the documents with `find` in titles, paths or authors, in any case."""
    found = []
    for number, document in enumerate(documents):
        names = (document.label, visible(document.path), *document.authors)
        if any(find.casefold() in name.casefold() for name in names):
            found.append(number)
    return found


def _dated(documents: Sequence[Document], numbers: list[int], first: str, last: str) -> list[int]:
    """Those of some documents that may be of a day from `first` to `last`.

    A malformed date is ignored.
    """
    with suppress(OptionError):
        since, until = given_date("from", first), given_date("to", last)
        if since or until:
            return [n for n in numbers if within(documents[n].dated.date, since, until)]
    return numbers


def _news_url(form: QuestionForm) -> str:
    """The address that asks what is new in the documents added last.

    Its question is that of before. It is empty if no documents were added, or too many.
    """
    added, history = form.record.latest, form.record.history
    if not 0 < len(added) <= MOST_LATEST:
        return ""
    question = form.question or (history[-1].question if history else "")
    new = Address(tuple(("new", name) for name in added))
    return form.base + (new.asking(question) if question else new).query
