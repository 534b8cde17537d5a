"""The page that looks up the quotations of a draft in a collection, and shows it beside them."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hyperdigest.documents import Document
from hyperdigest.errors import HyperdigestError, ReadError
from hyperdigest.read import NothingReadError, ReadingOptions
from hyperdigest.render.verification import summary
from hyperdigest.render.verification_html import draft_beside_sources
from hyperdigest.verify import Pile, Verification, read_draft
from hyperdigest.verify import verify as look_up
from hyperdigest.verify.checking import DRAFT
from hyperdigest.web.errors import RequestError, status_of
from hyperdigest.web.pages.form import QuestionForm, form_of
from hyperdigest.web.requests import check_draft
from hyperdigest.web.settings import Limits
from hyperdigest.web.uploads import Upload, receive_upload

MOST_SHOWN = 2_000
"""Quotations shown beside the draft, those that are wrong first."""

LETTER = 4
"""The most bytes of a character in UTF-8."""

FORGOTTEN = "this draft is not kept any more: look it up again"


async def verify(request: Request) -> Response:
    """The form for a draft; what became of its quotations, at an address of its own."""
    form = await form_of(request)
    if request.method == "POST":
        try:
            key = await _looked_up(request, form)
        except HyperdigestError as error:
            return await _page(form, status_of(error), error=str(error))
        return RedirectResponse(form.url("/verify", draft=key), 303)
    key = request.query_params.get("draft", "")
    if key not in form.loaded.verified:
        return await _page(form, error=FORGOTTEN if key else "")
    result = form.loaded.verified[key]
    shown = await form.registry.threads.run(partial(_beside_sources, form, result))
    return await _page(form, result=result, summary=summary(result), shown=shown)


async def _page(form: QuestionForm, status: int = 200, **content: Any) -> Response:
    return await form.page("verify.html", status, view="verify", pasted=DRAFT, **content)


def _beside_sources(form: QuestionForm, result: Verification) -> Markup:
    """The draft beside its sources, which are opened in the app."""

    def link(name: str, start: int, end: int) -> str:
        return form.url_at(form.number(name), start, end) if name else ""

    shown = draft_beside_sources(result, link, MOST_SHOWN)
    return Markup(shown)  # noqa: S704 (it escapes the texts itself)


async def _looked_up(request: Request, form: QuestionForm) -> str:
    """The key of what became of the quotations of the draft in a request, which is kept.

    Raises a RequestError or a ReadError if there is no draft, or it is too long or cannot be read.
    """
    registry = form.registry
    limits = replace(registry.limits, files=1)
    upload = await receive_upload(
        request, registry.state.uploads, limits, LETTER * limits.once_characters, also=".json"
    )

    def look() -> Verification:
        draft = _draft_in(upload, limits)
        pile = Pile.of(form.model.collection)
        return look_up(draft, pile, claims="claims" in upload.fields)

    try:
        result = await registry.threads.run(look, slow=True)
    finally:
        upload.discard()
    key = secrets.token_urlsafe()
    form.loaded.verified[key] = result
    return key


def _draft_in(upload: Upload, limits: Limits) -> Document:
    """The draft in a form: its file, or else its text."""
    if upload.skipped:
        raise RequestError(415, "; ".join(upload.skipped))
    text = upload.fields.get("text", "").replace("\r\n", "\n")
    if upload.files:
        draft = _draft_at(upload, upload.files[0], limits.file_seconds)
    elif text.strip():
        draft = Document(
            DRAFT, "", text, format="markdown" if "markdown" in upload.fields else "text"
        )
    else:
        raise RequestError(422, "there is no draft: paste a text, or choose a file")
    check_draft(draft.text, limits)
    return draft


def _draft_at(upload: Upload, name: str, seconds: float) -> Document:
    """The draft in an uploaded file, without its path."""
    try:
        draft, _ = read_draft(upload.folder / name, ReadingOptions(seconds=seconds))
    except NothingReadError as error:
        reasons = "; ".join(file.reason for file in error.reading.skipped)
        raise ReadError(f"{name} {reasons}") from error
    except ReadError as error:
        raise ReadError(f"{name} {error}") from error
    return replace(draft, name=name, path="")
