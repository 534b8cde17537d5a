"""A page of a PDF as an image beside its text, and marked copies of PDFs that a digest cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import visible
from hyperdigest.digest import Citation, Digest
from hyperdigest.documents import Block, Document
from hyperdigest.errors import ReadError
from hyperdigest.model import Model
from hyperdigest.read.pages import Page, PageImage, has_pages, page_of, page_span, pages_of
from hyperdigest.render.cited_pages import CitedPage, cited_page_places
from hyperdigest.render.source_text import NO_NUMBER, contexts_of, marked
from hyperdigest.web.errors import RequestError
from hyperdigest.web.originals import original
from hyperdigest.web.pages.document import slice_in
from hyperdigest.web.pages.form import form_of
from hyperdigest.web.record import Record
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import range_in
from hyperdigest.web.responses import attachment, download

MOST_MARKS = 200
"""Slices of text that are marked on a page."""

MOST_IMAGES = 40
"""Pages of which there are images in an export."""


async def page_view(request: Request) -> Response:
    """A page of a document as an image, with its text."""
    form = await form_of(request)
    document, number = _document_and_page(request, form.model)
    cited: list[tuple[int, Citation | Block]] = []
    contexts: Sequence[tuple[int, int]] = ()
    if form.question:
        digest = (await form.answer()).digest()
        contexts = contexts_of(digest).get(document.name, ())
        cited += [
            (n, each)
            for n, each in enumerate(digest.sentences, 1)
            if each.document == document.name
        ]
    looked_at = slice_in(request.query_params)
    if looked_at and looked_at.start >= len(document.text):
        looked_at = None
    if looked_at:
        start = looked_at.start
        if all(each.start != start for _, each in cited):
            cited.append((NO_NUMBER, looked_at))
        cited.sort(key=lambda each: each[1].start != start)  # what is looked at comes first
    slices = [(each.start, each.end) for _, each in cited[:MOST_MARKS]]
    trouble, image = "", None
    try:
        image = await _image(request, form.record, document, page_of(document, number, slices))
    except ReadError as error:
        trouble = f"The page cannot be shown as an image: {document.label} {error}."
    begin, close = page_span(document, number)
    here = [
        (n, Block(max(each.start, begin), min(each.end, close)))
        for n, each in cited
        if each.start < close and each.end > begin
    ]
    others = pages_of(document, looked_at.start, looked_at.end) if looked_at else []
    return await form.page(
        "page.html",
        document=document,
        index=request.path_params["number"],
        number=number,
        text=Markup(  # noqa: S704 (it escapes the text)
            marked(document, here, (begin, close), contexts=contexts)
        ),
        marks=urlencode([("mark", f"{one}-{other}") for one, other in slices]),
        marked=bool(here),
        image=image,
        trouble=trouble,
        looked_at=looked_at,
        others=[page for page in others if page != number],
        panel="panel" in request.query_params,
    )


async def page_png(request: Request) -> Response:
    """The image of a page, with slices of the document's text marked: ``mark=120-185``."""
    record = record_of(request)
    model = await registry_of(request).model(record)
    document, number = _document_and_page(request, model)
    given = request.query_params.getlist("mark")[:MOST_MARKS]
    slices = [marked for marked in map(range_in, given) if marked]
    image = await _image(request, record, document, page_of(document, number, slices))
    return Response(image.png, media_type="image/png")


async def images_cited(
    request: Request, record: Record, digest: Digest
) -> tuple[list[CitedPage], tuple[str, ...]]:
    """The images of at most `MOST_IMAGES` pages that a digest cites, and warnings about others."""
    found: list[CitedPage] = []
    missing: dict[str, None] = {}
    for cited in cited_page_places(digest):
        if len(found) >= MOST_IMAGES:
            missing[f"no image of more than {MOST_IMAGES} pages: ask for a shorter digest"] = None
            break
        try:
            image = await _image(request, record, cited.document, cited.page)
            found.append(cited.with_image(image))
        except ReadError as error:
            missing[cited.missing_warning(str(error))] = None
    return found, tuple(missing)


def _document_and_page(request: Request, model: Model) -> tuple[Document, int]:
    """The document and the number of the page in an address; a RequestError if there is none."""
    index, number = request.path_params["number"], request.path_params["page"]
    documents = model.collection.documents
    if index >= len(documents):
        raise RequestError(404, f"there is no document {index}")
    if not has_pages(documents[index]) or not 0 < number <= len(documents[index].pages):
        raise RequestError(404, f"document {index} has no page {number}")
    return documents[index], number


async def _image(request: Request, record: Record, document: Document, page: Page) -> PageImage:
    """The image of a page of a document; a ReadError if there is none."""
    registry, root = registry_of(request), request.app.state.settings.root
    path = await registry.threads.run(lambda: original(record, document, root))
    return await registry.page_images.image(path, page)


_KINDS = {".pdf": "application/pdf", ".zip": "application/zip"}


async def marked_pdfs(request: Request) -> Response:
    """The marked copy of the only cited PDF, or a ZIP file of several."""
    form = await form_of(request)
    answer, root = await form.answer(), request.app.state.settings.root
    run = form.registry.threads.run
    digest = await run(lambda: form.record.notes.added(answer.digest()))
    placed, missing = await run(lambda: _with_originals(form.record, digest, root))
    data, suffix = await form.registry.marked_pdfs.file(placed, missing)
    return download(data, _KINDS[suffix], attachment(digest.question, suffix))


def _with_originals(
    record: Record, digest: Digest, root: Path | None
) -> tuple[Digest, tuple[str, ...]]:
    """A digest whose documents are the cited PDFs, at the paths of their originals, and why others
    have none."""
    documents: list[Document] = []
    missing: list[str] = []
    for document in filter(has_pages, digest.documents):
        try:
            documents.append(replace(document, path=str(original(record, document, root))))
        except ReadError as error:
            missing.append(f"no marked copy of {visible(document.name)}: it {error}")
    return replace(digest, documents=tuple(documents)), tuple(missing)
