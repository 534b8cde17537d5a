"""Pages that show what is in a collection: documents, topics, the hypergraph, the history."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer.answer import Answer
from hyperdigest.base.text import counted, line, visible
from hyperdigest.constraints import parse_place
from hyperdigest.dates import given_date, within
from hyperdigest.documents import BACKGROUND, Block, Digest, Document
from hyperdigest.drawings.graph import NARROW, TITLE, neighbourhood_svg, neighbourhood_table
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg
from hyperdigest.errors import OptionError
from hyperdigest.model import Model
from hyperdigest.read.pages import has_pages
from hyperdigest.render.source_text import NO_NUMBER, marked
from hyperdigest.split.languages import name_of
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.views.topic_map import document_sizes
from hyperdigest.views.topics import one_topic
from hyperdigest.web.errors import RequestError
from hyperdigest.web.pages.form import Address, Form, answered, form_of, form_page
from hyperdigest.web.pages.posts import (
    credit,
    in_thread,
    kind_of,
    place_in,
    standing_of,
    written_by,
)
from hyperdigest.web.pages.source import Finds, beside, find_in, part_around, part_named
from hyperdigest.web.record import Change, FitProgress, Record, collection_summary
from hyperdigest.web.registry import registry_of
from hyperdigest.web.requests import whole_in
from hyperdigest.web.responses import page

READ = (
    ("reading", "Read the files", "Reading the files"),
    ("split", "Find the sentences", "Finding the sentences"),
    ("topics", "Find the topics", "Finding the topics"),
)

RECOGNIZING = "Reading scanned pages by machine"
OPEN = ("loading", "Open the collection", "Opening the collection")
SAVE = ("saving", "Save", "Saving")
STEPS: dict[Change, tuple[tuple[str, str, str], ...]] = {
    "": (*READ, SAVE),
    "adding": (OPEN, *READ, SAVE),
    "removing": (OPEN, SAVE),
    "updating": (OPEN, *READ, SAVE),
    "recognizing": (
        OPEN,
        ("reading", "Read the scanned pages", "Reading the files"),
        *READ[1:],
        SAVE,
    ),
}
"""Stages of a job with their names in the list of steps and their messages while they last."""

HOME_KINDS = (
    "PDF, Word, PowerPoint, OpenDocument, RTF, EPUB, web pages, Markdown, text, JSON lines, mail"
    " (.eml, .mbox), questions and answers (Posts.xml)"
)
LOCAL = (
    "Everything stays on this computer: no account, no network, no language model that could"
    " invent anything."
)

ELSEWHERE = (
    "Files go to the machine that runs this app, and nowhere else. No language model that could"
    " invent anything."
)

LANGUAGE_NAMES = sorted(((code, name_of(code)) for code in LANGUAGES), key=itemgetter(1))
"""The codes and names of the languages that can be chosen."""

COLUMNS = (
    ("title", "Document", ""),
    ("date", "Date", ""),
    ("kind", "Kind", "minor"),
    ("language", "Language", "minor"),
    ("pages", "Pages", "count minor"),
    ("sentences", "Sentences", "count"),
    ("words", "Words", "count lesser"),
)
"""The columns of the list of documents: name, label, look."""

SORTED = {
    "title": "ascending",
    "date": "descending",
    "kind": "ascending",
    "language": "ascending",
    "pages": "descending",
    "sentences": "descending",
    "words": "descending",
}
"""Which way the list is sorted by each column."""

PER_PAGE = 200
"""Documents on a page of their list."""

MOST_LATEST = 50
"""Documents that an address names."""

MANY = 12
"""Documents above which they can be looked for by name."""

LISTED = 60
"""Topics in a list."""


async def home(request: Request) -> Response:
    """The home page."""
    return page(
        "home.html",
        records=registry_of(request).collections,
        kinds=HOME_KINDS,
        languages=LANGUAGE_NAMES,
        may_name_files=request.app.state.settings.may_name_files,
        privacy=LOCAL if request.app.state.settings.loopback else ELSEWHERE,
    )


async def documents(request: Request) -> Response:
    """The documents, a page at a time; while they are being changed, how far that is."""
    _, form = await form_of(request)
    model, total = form.model, len(form.model.collection.documents)
    asked = request.query_params
    find, first, last = (asked.get(name, "").strip() for name in ("find", "from", "to"))
    sort = asked.get("sort", "") if asked.get("sort", "") in SORTED else ""
    here = Address(tuple(asked.multi_items())).without("name")
    found = await registry_of(request).threads.run(
        lambda: in_order(model, dated_between(model, named(model, find), first, last), sort)
    )
    dated = form.dated
    pages = range(1, max(1, -(-len(found) // PER_PAGE)) + 1)
    current = min(max(whole_in(request, "page", 1), 1), pages[-1])
    numbers = found[(current - 1) * PER_PAGE : current * PER_PAGE]
    rows = await registry_of(request).threads.run(lambda: listed(model, form.base, numbers))
    return form_page(
        "documents.html",
        form,
        view="documents",
        here=here,
        documents=rows,
        find=find,
        found=len(found),
        latest=asked_of_latest(form),
        looked_for=bool(find or first or last),
        first=first,
        last=last,
        sort=sort,
        dated=dated,
        columns=[
            (name, label, look, SORTED[name] if name == sort else "")
            for name, label, look in COLUMNS
            if dated or name != "date"
        ],
        many=total > MANY,
        alone=total == 1,
        summary=collection_summary(model),
        scanned=scanned_pages(form.record, model.collection.documents),
        pages=pages,
        current=current,
        kinds=HOME_KINDS,
        may_name_files=request.app.state.settings.may_name_files,
        at=job_progress(form.record, f"{form.base}/documents/cancel{here.query}"),
    )


async def document(request: Request) -> Response:
    """One document; after a question, with the sentences of the digest marked."""
    loaded, form = await form_of(request)
    index, asked = request.path_params["number"], request.query_params
    if index >= len(form.model.collection.documents):
        raise RequestError(404, f"there is no document {index}")
    digest = None
    if form.question:
        digest = (await answered(request, loaded, form.address)).digest()
    start, end = whole_in(request, "start", 0), whole_in(request, "end", 0)
    view = View(
        near=whole_in(request, "near", 0),
        stretch=Block(start, end) if start < end else None,
        find=asked.get("find", ""),
        hit=whole_in(request, "hit", 0),
        part=asked.get("part", ""),
        whole="whole" in asked,
        panel="panel" in asked,
    )
    found = await registry_of(request).threads.run(lambda: opened(form, index, digest, view))
    return form_page("source.html" if view.panel else "document.html", form, document=found)


def asked_of_latest(form: Form) -> str:
    """The address that asks what the documents added last tell beyond all others, with the question
    of before; empty where none were added, or too many to be named in an address."""
    added = form.record.latest
    if not 0 < len(added) <= MOST_LATEST:
        return ""
    last = form.record.history[-1].question if form.record.history else ""
    new = Address(tuple(("new", name) for name in added))
    return form.base + (new.asking(form.question or last) if form.question or last else new).query


def fitting_page(record: Record) -> Response:
    """The page of a collection that is not ready."""
    at, scanned = job_progress(record, f"/c/{record.id}/remove"), scanned_pages(record, ())
    return page("fitting.html", record=record, at=at, scanned=scanned)


def scanned_pages(record: Record, documents: Iterable[Document]) -> int:
    """How many pages of a collection have no text and were not read by machine."""
    inside = sum(len(document.scanned) for document in documents)
    return inside + sum(pages for _, pages in record.scans)


def listed(model: Model, base: str, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """Some documents of a collection, by their numbers, for a list of them."""
    documents = model.collection.documents
    sentences, words = document_sizes(model.collection.split, len(documents))
    return [
        {
            "name": documents[i].name,
            "title": titled(documents[i]),
            "path": visible(documents[i].path),
            "date": documents[i].dated.date,
            "date_of_file": documents[i].dated.origin == "file",
            "kind": kind_of(documents[i]),
            "author": written_by(documents[i]),
            "credit": credit(documents[i]) if documents[i].post else "",
            "language": name_of(model.collection.language_of(i)),
            "pages": len(documents[i].pages),
            "sentences": sentences[i],
            "words": words[i],
            "address": f"{base}/documents/{i}",
        }
        for i in numbers
    ]


def named(model: Model, find: str) -> list[int]:
    """The numbers of the documents with `find` in their titles, paths or authors, in capitals or
    not."""
    wanted = find.casefold()
    return [
        number
        for number, document in enumerate(model.collection.documents)
        if any(
            wanted in name.casefold()
            for name in (titled(document), visible(document.path), *document.authors)
        )
    ]


def dated_between(model: Model, numbers: list[int], first: str, last: str) -> list[int]:
    """Those of some documents, by their numbers, that may be of a day from `first` to `last`; a
    date that is none is left aside."""
    with suppress(OptionError):
        since, until = given_date("from", first), given_date("to", last)
        if since or until:
            held = model.collection.documents
            return [n for n in numbers if within(held[n].dated.date, since, until)]
    return numbers


def in_order(model: Model, numbers: list[int], column: str) -> list[int]:
    """Documents by their numbers, sorted by a column of their list; equals as they were read."""
    if not column:
        return numbers
    values = {n: row[column] for n, row in zip(numbers, listed(model, "", numbers), strict=True)}
    if SORTED[column] == "ascending":
        return sorted(numbers, key=lambda n: values[n].casefold())
    return sorted(numbers, key=lambda n: values[n], reverse=True)


def titled(document: Document) -> str:
    """What a reader calls a document."""
    return line(document.title) or visible(document.name)


@dataclass(frozen=True, slots=True)
class View:
    """How a document is looked at.

    Parameters
    ----------
    near : number of the sentence of the digest that is looked at.
    stretch : a stretch of it that is marked besides.
    find, hit : words that are looked for, and the number of the match that is looked at.
    part, whole : the part that is shown, as BEGIN-END, or all of a long document.
    panel : whether it stands beside the digest, not on a page of its own.
    """

    near: int = 0
    stretch: Block | None = None
    find: str = ""
    hit: int = 0
    part: str = ""
    whole: bool = False
    panel: bool = False


def opened(form: Form, index: int, digest: Digest | None, view: View) -> dict[str, Any]:
    """A document for its template, with the sentences that `digest` cites of it marked.

    It has `index` in the collection and `number` in the digest or 0; `edition` is another one after
    every change of the collection, which moves both numbers. Of a long document a part is shown:
    that around the sentence, the stretch or the match looked at, or around the first it cites.
    `pictured` is the page that is shown as an image first, or 0.
    """
    document = form.model.collection.documents[index]
    sentences = digest.sentences if digest else ()
    cited = [(n, each) for n, each in enumerate(sentences, 1) if each.document == document.name]
    names = list(dict.fromkeys(each.document for each in sentences))
    stretch = view.stretch
    looked_at = [(NO_NUMBER, stretch)] if stretch else []
    note = [standing_of(document)]
    if document.pages:
        note.append(counted(len(document.pages), "page"))
    if cited:
        note.append(f"{counted(len(cited), 'sentence')} in the digest")
    starts = {number: sentence.start for number, sentence in cited}
    first = dict[str, int]()
    for number, sentence in enumerate(sentences, 1):
        first.setdefault(sentence.document, number)
    middle = starts.get(view.near, stretch.start if stretch else min(starts.values(), default=0))
    try:
        finds = find_in(document, view.find, view.hit, middle)
    except OptionError as error:
        finds = Finds(view.find, error=str(error))
    part, here = None, f"{form.base}/documents/{index}"
    if not view.whole:
        at = finds.current or (middle, middle)
        part = part_named(document.text, view.part) or part_around(document.text, at[0])
    before, after = beside(document.text, part) if part else ("", "")
    searched = form.address.adding(("find", view.find)) if finds.slices else form.address

    def link(name: str, value: str) -> str:
        return f"{here}{searched.adding((name, value)).query}" if value else ""

    back = form.back if view.panel else f"{here}{searched.query}"
    writing = f"{form.base}/notes/write?{urlencode({'document': index, 'back': back})}"
    noted = {
        end: f'<a class="noted" href="{escape(writing)}&amp;at={start}"'
        f' title="{escape(note)}" aria-label="Note: {escape(note)}">✎</a>'
        for start, end, note in form.record.notes.inside(document)
    }
    body = marked(document, [*cited, *looked_at], part, finds.slices, finds.current, noted)
    return {
        "index": index,
        "number": names.index(document.name) + 1 if cited else 0,
        "title": titled(document),
        "path": visible(document.path),
        "credit": credit(document),
        "thread": in_thread(form, index, first),
        "note": ", ".join(note),
        "text": Markup(body),  # noqa: S704 (it escapes the text itself)
        "level": "h2" if view.panel else "h1",
        "edition": form.model.collection.corpus_hash[:12],
        "part": part is not None,
        "pictured": (document.page(cited[0][1].start if cited else 0) or 0)
        if has_pages(document)
        else 0,
        "begin": part[0] if part else 0,
        "before": link("part", before),
        "after": link("part", after),
        "whole": link("whole", "1"),
        "address": here,
        "write": f"{writing}&at={finds.current[0] if finds.current else middle}",
        "finds": finds.shown(here, form.address),
    }


def job_progress(record: Record, cancel: str) -> dict[str, Any]:
    """The steps of a record's job, what is being done, how far that is, and what address ends it.
    Each step has its stage, name and message, and is ``done``, ``now`` or nothing yet."""
    steps, stage = STEPS[record.changing], record.progress.stage
    by_machine = stage == "recognizing"
    stage = "reading" if by_machine else stage
    at = next((i for i, step in enumerate(steps) if step[0] == stage), -1)
    waiting = "Getting ready" if stage else "Waiting for its turn"
    return {
        "steps": [
            (*step, "done" if i < at else "now" if i == at else "") for i, step in enumerate(steps)
        ],
        "message": waiting if at < 0 else RECOGNIZING if by_machine else steps[at][2],
        "count": count_told(record.progress),
        "cancel": cancel,
    }


def count_told(progress: FitProgress) -> str:
    """The progress of a stage in words, with an estimate of the time left."""
    if not progress.total:
        return ""
    share = f"{progress.done} of {progress.total}"
    if progress.left is None or progress.done == progress.total:
        return share
    left = round(progress.left)
    if left < 60:
        return f"{share}, {counted(max(left, 1), 'second')} left"
    return f"{share}, {counted(round(left / 60), 'minute')} left"


async def topics(request: Request) -> Response:
    """The topics drawn and listed, one of them looked at."""
    _, form = await form_of(request)
    model, run = form.model, registry_of(request).threads.run
    rows = await run(lambda: listed_topics(model))
    first = next((row["id"] for row in rows if not row["background"]), 0)
    number = whole_in(request, "topic", first)
    return form_page(
        "topics.html",
        form,
        view="topics",
        n_topics=model.topics.best.n_topics,
        n_documents=len(model.collection.documents),
        drawing=await run(lambda: map_drawn(model, form.base)),
        topics=rows,
        chosen=await run(lambda: shown_topic(model, number, form.base)),
    )


async def graph(request: Request) -> Response:
    """The hypergraph around a digest, or around one sentence."""
    loaded, form = await form_of(request)
    around = request.query_params.get("around", "")
    drawn = None
    if form.question:
        answer = await answered(request, loaded, form.address)
        drawn = await registry_of(request).threads.run(
            lambda: graph_drawn(answer, around, form.base, form.address)
        )
    return form_page("graph.html", form, view="graph", drawn=drawn)


async def history(request: Request) -> Response:
    """What was asked of a collection."""
    _, form = await form_of(request)
    return form_page("history.html", form, view="history")


def map_drawn(model: Model, base: str) -> tuple[Markup, Markup, Markup]:
    """The topic map for wide and narrow pages and as a table, with links to documents."""
    drawn, numbers = model.topics_map(), model.collection.document_numbers

    def link(name: str) -> str:
        return f"{base}/documents/{numbers[name]}"

    return (
        Markup(topics_map_svg(drawn, link)),  # noqa: S704 (drawings escape the text in them)
        Markup(topics_strips_svg(drawn, link, key="strips")),  # noqa: S704
        Markup(topics_map_table(drawn, link)),  # noqa: S704
    )


def graph_drawn(answer: Answer, around: str, base: str, address: Address) -> dict[str, Any]:
    """The hypergraph around a digest, or around the sentence at a place; nodes link to theirs."""
    place = parse_place(around, "around") if around else None
    drawn = answer.neighbourhood(place)
    graph = f"{base}/graph"

    def link(document: str, start: int, end: int) -> str:
        return graph + address.adding(("around", f"{document}:{start}")).query

    middle, source = "", ""
    if place:
        vertex = drawn.vertices[drawn.around]
        number = answer.model.collection.document_numbers[vertex.document]
        query = address.adding(("start", str(vertex.start)), ("end", str(vertex.end))).query
        middle, source = line(vertex.displayed), f"{base}/documents/{number}{query}#at"
    inside = sum(vertex.number > 0 for vertex in drawn.vertices)
    return {
        "wide": Markup(neighbourhood_svg(drawn, link)),  # noqa: S704 (it escapes the text itself)
        "narrow": Markup(neighbourhood_svg(drawn, link, NARROW, "narrow")),  # noqa: S704
        "table": Markup(neighbourhood_table(drawn)),  # noqa: S704
        "title": TITLE,
        "inside": inside,
        "near": len(drawn.vertices) - inside,
        "middle": middle,
        "source": source,
        "whole": graph + address.query,
    }


def listed_topics(model: Model) -> list[dict[str, Any]]:
    """The topics with the most weight; `bar` is the share of each beside that of the
    largest, the background left out."""
    topics = model.topic_table()[:LISTED]
    most = max((topic.share for topic in topics if not topic.background), default=1.0)
    return [
        {
            "id": each.id,
            "label": each.label,
            "background": each.background,
            "facts": f"{each.share:.1%} · {counted(each.documents, 'document')}",
            "bar": each.share / most,
        }
        for each in topics
    ]


def shown_topic(model: Model, number: int, base: str) -> dict[str, Any]:
    """A topic with its words, its documents and sentences about it."""
    topic, documents = one_topic(model.topic_view, number), model.collection.documents
    strongest = [
        (
            f"{base}/documents/{each.document}",
            titled(documents[each.document]),
            f"{each.share:.0%} of its words, {counted(each.sentences, 'sentence')}",
        )
        for each in topic.documents
    ]
    columns, sentences = model.collection.split.sentences, []
    for sentence in topic.sentences:
        index, start = int(columns.document[sentence]), int(columns.start[sentence])
        document, stretch = documents[index], f"start={start}&end={columns.end[sentence]}"
        sentences.append(
            {
                "text": document.displayed(start, int(columns.end[sentence])),
                "title": titled(document),
                "place": place_in(document, start),
                "address": f"{base}/documents/{index}?{stretch}#at",
            }
        )
    label = model.topic_view.labels[number]
    return {
        "id": number,
        "label": label,
        "background": label == BACKGROUND,
        "words": topic.words,
        "documents": strongest,
        "sentences": sentences,
    }
