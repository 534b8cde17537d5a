"""Pages that ask: the digest beside its sources, its reasons, two questions compared, exports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hyperdigest.answer.explain import Explanation, Reason
from hyperdigest.base.text import counted, line
from hyperdigest.documents import Citation, Corroboration, Digest, TopicShare
from hyperdigest.errors import HyperdigestError
from hyperdigest.options import measured
from hyperdigest.render import formats
from hyperdigest.render.html import legend, render_html
from hyperdigest.render.parts import (
    also_in,
    corroboration_place,
    guarantee,
    nothing_fits,
    placed,
    placed_under,
    sources,
    under,
    usage,
)
from hyperdigest.web.errors import RequestError, status_of
from hyperdigest.web.pages.browse import View, fitting_page, listed, opened, scanned_pages, titled
from hyperdigest.web.pages.form import Address, Form, answered, form_of, form_page
from hyperdigest.web.pages.page_view import images_cited, page_view_of
from hyperdigest.web.pages.posts import place_in
from hyperdigest.web.record import collection_summary
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import number_in, question_from_url
from hyperdigest.web.responses import as_file, exported

DOCUMENTS, TOPICS = 50, 16
"""Documents and topics named before a question is asked."""

DIGEST_TOPICS, REASON_TOPICS = 8, 4
"""Topics named of a digest, and of a sentence that is explained."""

EXPORTS = (
    ("docx", "Word", ".docx"),
    ("markdown", "Markdown", ".md"),
    ("html", "Web page with its sources", ".html"),
    ("text", "Plain text", ".txt"),
    ("csv", "Table", ".csv"),
    ("bibtex", "BibTeX", ".bib"),
    ("csl", "CSL citations", ".csl.json"),
    ("json", "JSON", ".json"),
)


async def ask(request: Request) -> Response:
    """Question, digest and sources; of a collection that is not ready, how far it is."""
    record = record_of(request)
    if record.status != "ready":
        return fitting_page(record)
    if "unit" in request.query_params:
        asked = Address.of(request.query_params.multi_items())
        return RedirectResponse(f"{request.url.path}{asked.query}", 303)
    return await _result(request, "ask.html")


async def digest(request: Request) -> Response:
    """The part of the page that changes with every question."""
    return await _result(request, "result.html")


async def why(request: Request) -> Response:
    """Why each sentence is in the digest."""
    loaded, form = await form_of(request)
    answer = await answered(request, loaded, form.address)
    explanation = await registry_of(request).threads.run(answer.explain)
    numbers, documents = form.model.collection.document_numbers, form.model.collection.documents
    return form_page(
        "why.html",
        form,
        doubt=explanation.doubt,
        shown=explanation.shown,
        reasons=[
            (
                _sentence_id(reason.citation, numbers),
                reason,
                _facts(reason),
                titled(documents[numbers[reason.citation.document]]),
                placed_under(reason.citation),
            )
            for reason in explanation.reasons
        ],
        most_topics=REASON_TOPICS,
        runners_up=shown_runners(explanation),
    )


async def compare(request: Request) -> Response:
    """Two questions side by side."""
    query = request.query_params
    chosen = query.getlist("choose")
    if chosen:
        pairs = tuple(zip(("q", "r"), chosen, strict=False))
        return RedirectResponse(f"{request.url.path}{Address(pairs).query}", 303)
    loaded, form = await form_of(request)
    other = query.get("r", "")
    content: dict[str, Any] = {"other": other, "sides": [], "shared": ""}
    if form.question and other.strip():
        try:
            shown = []
            for question in (form.question, other):
                address = form.address.asking(question)
                digest = (await answered(request, loaded, address)).digest()
                shown.append(shown_digest(digest, form, address))
            both = set.intersection(*({each["key"] for each in one["sentences"]} for one in shown))
            shared = f"{counted(len(both), 'sentence')} in both" if both else "No sentence in both"
            content |= {"sides": shown, "both": both, "shared": shared}
        except HyperdigestError as error:
            content["error"] = str(error)
    return form_page("compare.html", form, view="compare", **content)


async def export(request: Request) -> Response:
    """The digest as a file."""
    loaded, form = await form_of(request)
    name = request.query_params.get("format", "markdown")
    if name not in formats():
        raise RequestError(404, f"format is {name!r}: choose one of {', '.join(formats())}")
    answer = await answered(request, loaded, form.address)
    if name == "html" and request.query_params.get("pages"):
        digest = form.record.notes.added(answer.digest())
        images, missing = await images_cited(request, form.record, digest)
        digest = replace(digest, warnings=(*digest.warnings, *missing))
        return await registry_of(request).threads.run(
            lambda: as_file(render_html(digest, images), name, answer.question.text)
        )
    return await registry_of(request).threads.run(lambda: exported(answer, name, form.record.notes))


async def _result(request: Request, template: str) -> Response:
    """A page with the digest and the panel of its sources."""
    loaded, form = await form_of(request)
    if not form.question:
        content = await registry_of(request).threads.run(lambda: welcome(form))
        return form_page(template, form, view="ask", welcome=content)
    try:
        form.check_dates()
        asked = question_from_url(form.address.pairs, registry_of(request).limits)
        digest = (await registry_of(request).answer(loaded, asked)).digest()
    except HyperdigestError as error:
        return form_page(template, form, status_of(error), view="ask", error=str(error))
    registry_of(request).remember(form.record, asked, digest.words)
    shown = shown_digest(digest, form, form.address)
    document = None
    if shown["sources"]:
        cited = [source["index"] for source in shown["sources"]]
        wanted = number_in(request.query_params.get("open", ""))
        index = wanted if wanted is not None and wanted in cited else cited[0]
        document = opened(form, index, digest, View(panel=True))
    read = [("read", sentence["key"]) for sentence in shown["sentences"]]
    follow_up = form.address.without("q", "pin").adding(*read, ("earlier", form.question))
    content = {"shown": shown, "document": document, "following": follow_up.pairs}
    return form_page(template, form, view="ask", **content)


def welcome(form: Form) -> dict[str, Any]:
    """What the page of a collection shows before a question: its first documents and topics."""
    model = form.model
    number = len(model.collection.documents)
    telling = [topic for topic in model.topic_table(1) if not topic.background][:TOPICS]
    return {
        "summary": collection_summary(model),
        "number": number,
        "scanned": scanned_pages(form.record, model.collection.documents),
        "topics": [TopicShare(each.id, each.label, each.share) for each in telling],
        "documents": listed(model, form.base, range(min(number, DOCUMENTS))),
        "more": number > DOCUMENTS,
    }


def shown_digest(digest: Digest, form: Form, address: Address) -> dict[str, Any]:
    """A digest for its template; `address` asks for it. Each sentence has its HTML id as ``id`` and
    its place, as DOCUMENT:START, as ``key``."""
    numbers = form.model.collection.document_numbers
    cited = sources(digest)
    addresses = {name: f"{form.base}/documents/{numbers[name]}{address.query}" for name in cited}
    documents = form.model.collection.documents
    sentences, first = [], dict[str, int]()
    for number, citation in enumerate(digest.sentences, 1):
        first.setdefault(citation.document, number)
        source, key = cited[citation.document], f"{citation.document}:{citation.start}"
        pin, exclude, text = ("pin", key), ("exclude", key), source.shown(citation)
        pinned = pin in address.pairs
        sentence: dict[str, Any] = {
            "number": number,
            "id": _sentence_id(citation, numbers),
            "key": key,
            "text": text,
            "source": source.number,
            "title": source.title,
            "place": placed(citation),
            "under": under(citation),
            "page_view": page_view_of(form, address, source.document, citation),
            "pinned": pinned,
            "note": form.record.notes.on_cited(
                citation, documents[numbers[citation.document]].text
            ),
            "write": f"{form.base}/notes/write?"
            + urlencode(
                {
                    "document": numbers[citation.document],
                    "at": citation.start,
                    "back": f"{form.base}{address.query}#s{number}",
                }
            ),
            "topics": citation.topics,
            "post": citation.post,
            "new": citation.new,
            "also": [
                (line(other.text), _placed(form, other), _stretch(form, address, other))
                for other in citation.also
            ],
            "also_told": also_in(citation),
            "address": f"{addresses[source.name]}&near={number}#m{number}",
            "pin": form.base + (address.dropping(pin) if pinned else address.adding(pin)).query,
            "exclude": form.base + address.dropping(pin).adding(exclude).query,
            "quoted": f"“{text}” ({source.title}, {placed_under(citation)})",
        }
        sentences.append(sentence)
    shown_sources = [
        {
            "number": source.number,
            "index": numbers[source.name],
            "title": source.title,
            "tab": (source.document and source.document.post and source.credit) or source.title,
            "path": source.path,
            "address": f"{addresses[source.name]}&near={first[source.name]}#m{first[source.name]}",
        }
        for source in cited.values()
    ]
    counts = "Nothing found"
    if sentences:
        counts = f"{counted(len(sentences), 'sentence')} from {counted(len(cited), 'source')}"
    summary = f"{counts}, {usage(digest)}"
    certificate = digest.certificate
    return {
        "digest": digest,
        "base": form.base,
        "query": address.query,
        "sentences": sentences,
        "sources": shown_sources,
        "exports": EXPORTS,
        "pictured": any(sentence["page_view"] for sentence in sentences),
        "counts": counts,
        "used": usage(digest),
        "summary": f"{summary}. {digest.doubt}" if digest.doubt else summary,
        "guarantee": guarantee(digest),
        "proof": (
            "Every set of sentences has a worth: how well they answer the question and how much of"
            " the collection they stand for. There are too many sets to try all, but no set of this"
            f" length can be worth more than {certificate.bound:.4g}: that is proved. This one is"
            f" worth {certificate.value:.4g}. Whether it answers the question is another matter."
        ),
        "nothing": ""
        if sentences or (digest.doubt and digest.wishes.wants_news)
        else nothing_fits(digest),
        "topics": legend(digest)[:DIGEST_TOPICS],
        "quoted": "\n".join((digest.question, "", *(each["quoted"] for each in sentences))),
    }


def _placed(form: Form, other: Corroboration) -> str:
    """Where a sentence that says the same stands: of a post, who wrote it and when."""
    document = form.model.collection.documents[
        form.model.collection.document_numbers[other.document]
    ]
    if document.post is None:
        return corroboration_place(other)
    return place_in(document, other.start) + (" (copy)" if other.copy else "")


def _stretch(form: Form, address: Address, other: Corroboration) -> str:
    """The address of a sentence in its document."""
    number = form.model.collection.document_numbers[other.document]
    at = address.adding(("start", f"{other.start}"), ("end", f"{other.end}"))
    return f"{form.base}/documents/{number}{at.query}#at"


def _sentence_id(citation: Citation, numbers: Mapping[str, int]) -> str:
    return f"{numbers[citation.document]}-{citation.start}"


def _facts(reason: Reason) -> list[tuple[str, str]]:
    """The reasons for a sentence: names and descriptions."""
    times = "times the average sentence"
    worth = f"{reason.gain_share:.0%} of the digest's worth; picked {_nth(reason.step)}"
    facts = [("Relevance", f"{reason.relevance:.1f} {times}, by its match with the question")]
    if reason.question_words:
        facts.append(("Words asked for", line(", ".join(reason.question_words))))
    facts += [
        ("Centrality", f"{reason.centrality:.1f} {times}, by what it shares with all others"),
        ("What it adds", worth),
        ("Coverage", f"stands for about {reason.coverage:.1f} sentences of the collection"),
    ]
    return facts


def _nth(step: int) -> str:
    if step % 100 in (11, 12, 13):
        return f"{step}th"
    return f"{step}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(step % 10, 'th') }"


def shown_runners(explanation: Explanation) -> list[tuple[str, str]]:
    """The sentences that were nearly in: their texts, and their places with what was lacking."""
    shown = []
    for runner in explanation.runners_up:
        told = f"{line(runner.citation.document)}, {placed_under(runner.citation)}"
        if runner.missing:
            told += f": {measured(runner.missing, explanation.unit)} too many"
        shown.append((explanation.shown(runner.citation), told))
    return shown
