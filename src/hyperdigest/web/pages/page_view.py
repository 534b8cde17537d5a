"""A page of a PDF as an image beside its text, with the sentences of the digest marked on both."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import visible
from hyperdigest.documents import Block, Citation, Digest, Document
from hyperdigest.errors import ReadError
from hyperdigest.model import Model
from hyperdigest.read.pages import PageImage, Span, has_pages, page_of, page_span, pages_of
from hyperdigest.render.cited_pages import CitedPage, cited_page_places
from hyperdigest.render.source_text import NO_NUMBER, marked
from hyperdigest.web.errors import RequestError
from hyperdigest.web.originals import original
from hyperdigest.web.pages.browse import titled
from hyperdigest.web.pages.form import Address, Form, answered, form_of, form_page
from hyperdigest.web.record import Record
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import number_in, whole_in

MOST_MARKS = 200
"""Stretches of text that are marked on a page."""

MOST_IMAGES = 40
"""Pages of which there are images in an export."""

SPOT = "spot"
"""The part of the page where the first mark is."""


async def page_view(request: Request) -> Response:
    """A page of a document as an image, with its text."""
    loaded, form = await form_of(request)
    document, number = document_and_page(request, form.model)
    cited: list[tuple[int, Citation | Block]] = []
    if form.question:
        digest = (await answered(request, loaded, form.address)).digest()
        cited += [
            (n, each)
            for n, each in enumerate(digest.sentences, 1)
            if each.document == document.name
        ]
    start, end = whole_in(request, "start", 0), whole_in(request, "end", 0)
    looked_at = Block(start, end) if start < min(end, len(document.text)) else None
    if looked_at and all(each.start != start for _, each in cited):
        cited.append((NO_NUMBER, looked_at))
    cited.sort(key=lambda each: each[1].start != start)  # what is looked at comes first
    stretches = [(each.start, each.end) for _, each in cited[:MOST_MARKS]]
    trouble, image = "", None
    try:
        image = await _image(request, form.record, document, number, stretches)
    except ReadError as error:
        trouble = f"The page cannot be shown as an image: {titled(document)} {error}."
    begin, close = page_span(document, number)
    here = [
        (n, Block(max(each.start, begin), min(each.end, close)))
        for n, each in cited
        if each.start < close and each.end > begin
    ]
    content = around(form, document, number, looked_at) | {
        "text": Markup(marked(document, here, (begin, close))),  # noqa: S704 (it escapes the text itself)
        "marks": urlencode([("mark", f"{one}-{other}") for one, other in stretches]),
        "image": image,
        "spot": SPOT,
        "trouble": trouble,
        "marked": bool(here),
        "level": "h2" if "panel" in request.query_params else "h1",
    }
    return form_page("page.html", form, viewed=content)


async def page_png(request: Request) -> Response:
    """The image of a page, with the stretches ``mark`` of the document's text marked, each from one
    offset to another: ``mark=120-185``."""
    record = record_of(request)
    model = await registry_of(request).model(record)
    document, number = document_and_page(request, model)
    given = request.query_params.getlist("mark")[:MOST_MARKS]
    ends = [[number_in(each) for each in mark.split("-")] for mark in given]
    stretches = [
        (a, b) for a, b in (e for e in ends if len(e) == 2) if a is not None and b is not None
    ]
    image = await _image(request, record, document, number, stretches)
    return Response(image.png, media_type="image/png")


async def images_cited(
    request: Request, record: Record, digest: Digest
) -> tuple[list[CitedPage], tuple[str, ...]]:
    """The images of the pages that a digest cites, `MOST_IMAGES` at most, and warnings about those
    that are missing."""
    registry, root = registry_of(request), request.app.state.settings.root
    found: list[CitedPage] = []
    missing: dict[str, None] = {}
    for cited in cited_page_places(digest):
        if len(found) >= MOST_IMAGES:
            missing[f"no image of more than {MOST_IMAGES} pages: ask for a shorter digest"] = None
            break
        try:
            path = await registry.threads.run(partial(original, record, cited.document, root))
            found.append(cited.with_image(await registry.page_images.image(path, cited.page)))
        except ReadError as error:
            missing[cited.missing_warning(str(error))] = None
    return found, tuple(missing)


def document_and_page(request: Request, model: Model) -> tuple[Document, int]:
    """The document and the number of the page in an address; a RequestError where there is none."""
    index, number = request.path_params["number"], request.path_params["page"]
    documents = model.collection.documents
    if index >= len(documents):
        raise RequestError(404, f"there is no document {index}")
    if not has_pages(documents[index]) or not 0 < number <= len(documents[index].pages):
        raise RequestError(404, f"document {index} has no page {number}")
    return documents[index], number


async def _image(
    request: Request, record: Record, document: Document, number: int, stretches: list[Span]
) -> PageImage:
    """The image of a page with stretches marked; a ReadError where there is none."""
    registry = registry_of(request)
    path = await registry.threads.run(
        lambda: original(record, document, request.app.state.settings.root)
    )
    return await registry.page_images.image(path, page_of(document, number, stretches))


def page_view_of(
    form: Form, address: Address, document: Document | None, sentence: Citation
) -> str:
    """The address of the first page on which a sentence stands; empty where it has no image."""
    if document is None or not has_pages(document) or not sentence.page:
        return ""
    number = form.model.collection.document_numbers[document.name]
    place = ("start", str(sentence.start)), ("end", str(sentence.end))
    return f"{form.base}/pages/{number}-{sentence.page}{address.adding(*place).query}#{SPOT}"


def around(form: Form, document: Document, number: int, looked_at: Block | None) -> dict[str, Any]:
    """A page of a document for its template: its name, and the addresses of what is near it."""
    index = form.model.collection.document_numbers[document.name]
    address, others, place = form.address, [], ""
    if looked_at:
        span = looked_at.start, looked_at.end
        address = address.adding(("start", str(span[0])), ("end", str(span[1])))
        others, place = [n for n in pages_of(document, *span) if n != number], "#at"

    def link(page: int) -> str:
        return f"{form.base}/pages/{index}-{page}{address.query}#{SPOT}"

    return {
        "key": f"{index}-{number}",
        "edition": form.model.collection.corpus_hash[:12],
        "title": titled(document),
        "path": visible(document.path),
        "name": f"p. {document.page_name(number)}",
        "count": len(document.pages),
        "before": link(number - 1) if number > 1 else "",
        "after": link(number + 1) if number < len(document.pages) else "",
        "others": [(f"p. {document.page_name(page)}", link(page)) for page in others],
        "whole": f"{form.base}/documents/{index}{address.query}{place}",
        "png": f"{form.base}/pages/{index}-{number}.png",
    }
