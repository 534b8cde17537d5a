"""Pages that ask: the digest beside its sources, its reasons, two questions compared, exports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hyperdigest.digest import Digest
from hyperdigest.errors import HyperdigestError
from hyperdigest.render import formats
from hyperdigest.render.cited_pages import CitedPage
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.html import legend
from hyperdigest.render.parts import sources
from hyperdigest.web.errors import RequestError, status_of
from hyperdigest.web.labels import by_thread, first_sentences
from hyperdigest.web.pages.document import opened
from hyperdigest.web.pages.form import Address, QuestionForm, form_of
from hyperdigest.web.pages.home import fitting_page, scanned_pages
from hyperdigest.web.pages.pdfs import images_cited
from hyperdigest.web.record import collection_summary
from hyperdigest.web.registry import record_of
from hyperdigest.web.requests import number_in
from hyperdigest.web.responses import exported

DOCUMENTS, TOPICS = 50, 16
"""Documents and topics named before a question is asked."""

DIGEST_TOPICS, REASON_TOPICS = 8, 4
"""Topics named of a digest, and of a sentence that is explained."""


async def ask(request: Request) -> Response:
    """Question, digest and sources; of a collection that is not ready, its progress."""
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


async def _result(request: Request, template: str) -> Response:
    """A page with the digest and the panel of its sources."""
    form = await form_of(request)
    registry = form.registry
    if not form.question:
        content = await registry.threads.run(lambda: _welcome(form))
        return await form.page(template, view="ask", welcome=content)
    try:
        form.check_dates()
        answer = await form.answer()
        digest = await registry.threads.run(answer.digest)
    except HyperdigestError as error:
        return await form.page(template, status_of(error), view="ask", error=str(error))
    registry.remember(form.record, answer.question, digest.words)
    first = {form.number(name): near for name, near in first_sentences(digest).items()}
    content = shown_digest(digest)
    content["pictured"] = any(
        form.image_url(content["sources"][each.document].document, each)
        for each in digest.sentences
    )
    if first:
        query, index, shown = request.query_params, next(iter(first)), {"panel": "1"}
        wanted = number_in(query.get("open", ""))
        if wanted is not None and wanted < len(form.documents):
            index = wanted
            shown |= {name: query[name] for name in ("part", "whole") if name in query}
        content["opened"] = await registry.threads.run(
            lambda: opened(form, index, digest, QueryParams(shown))
        )
    read = [("read", f"{each.document}:{each.start}") for each in digest.sentences]
    follow_up = form.address.without("q", "pin").adding(*read, ("earlier", form.question))
    return await form.page(template, view="ask", following=follow_up.pairs, **content)


def shown_digest(digest: Digest) -> dict[str, Any]:
    """A digest with its sources, groups and topics, for its template."""
    cited = sources(digest)
    return {
        "digest": digest,
        "sources": cited,
        "groups": quote_groups(digest, cited),
        "topics": legend(digest)[:DIGEST_TOPICS],
    }


def _welcome(form: QuestionForm) -> dict[str, Any]:
    """What the page of a collection shows before a question: its first documents and topics."""
    model = form.model
    named = [topic for topic in model.topic_table(1) if not topic.background]
    return {
        "summary": collection_summary(model.contents),
        "scanned": scanned_pages(form.record, form.documents),
        "topics": named[:TOPICS],
        "most": DOCUMENTS,
        "listed": by_thread(form.documents, range(min(len(form.documents), DOCUMENTS))),
    }


async def why(request: Request) -> Response:
    """Why each sentence is in the digest."""
    form = await form_of(request)
    answer = await form.answer()
    explanation = await form.registry.threads.run(answer.explain)
    return await form.page("why.html", explanation=explanation, most_topics=REASON_TOPICS)


async def compare(request: Request) -> Response:
    """Two questions side by side."""
    query = request.query_params
    if chosen := query.getlist("choose"):
        pairs = tuple(zip(("q", "r"), chosen, strict=False))
        return RedirectResponse(f"{request.url.path}{Address(pairs).query}", 303)
    form, other = await form_of(request), query.get("r", "")
    content: dict[str, Any] = {"other": other, "sides": []}
    if form.question and other.strip():
        try:
            for question in (form.question, other):
                side = form.asking(question)
                digest = (await side.answer()).digest()
                content["sides"].append({"form": side} | shown_digest(digest))
            one, two = (
                {(each.document, each.start) for each in side["digest"].sentences}
                for side in content["sides"]
            )
            content["both"] = one & two
        except HyperdigestError as error:
            content |= {"sides": [], "error": str(error)}
    return await form.page("compare.html", view="compare", **content)


async def export(request: Request) -> Response:
    """The digest as a file."""
    form = await form_of(request)
    name = request.query_params.get("format", "markdown")
    if name not in formats():
        raise RequestError(404, f"format is {name!r}: choose one of {', '.join(formats())}")
    answer, run, images = await form.answer(), form.registry.threads.run, list[CitedPage]()
    digest = await run(lambda: form.record.notes.added(answer.digest()))
    if name == "html" and request.query_params.get("pages"):
        images, missing = await images_cited(request, form.record, digest)
        digest = replace(digest, warnings=(*digest.warnings, *missing))
    return await run(lambda: exported(digest, name, images))
