"""The PDFs that a digest cites, with its sentences as highlight annotations, to download."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import visible
from hyperdigest.digest import Digest
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.pages import has_pages
from hyperdigest.web.originals import original
from hyperdigest.web.pages.form import form_of
from hyperdigest.web.record import Record
from hyperdigest.web.responses import attachment, download

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
