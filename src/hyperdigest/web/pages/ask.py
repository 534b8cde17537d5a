"""The pages around a question: the digest beside its sources, its reasons, a second question.

What a collection shows before anything is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hyperdigest.base.text import counted
from hyperdigest.documents import TopicShare
from hyperdigest.errors import HyperdigestError
from hyperdigest.render import formats
from hyperdigest.web.errors import RefusedError, status_of
from hyperdigest.web.pages.digest import Shown, shown_digest, shown_reasons, shown_runners
from hyperdigest.web.pages.documents import Listed, being_read, listed, opened
from hyperdigest.web.pages.form import CollectionPages, Form
from hyperdigest.web.pages.query_string import Address
from hyperdigest.web.record import holdings
from hyperdigest.web.registry import Loaded
from hyperdigest.web.requests import asked_in_query, number_in
from hyperdigest.web.responses import exported, page

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

DOCUMENTS, TOPICS = 50, 16


@dataclass(frozen=True, slots=True)
class Welcome:
    """The documents and topics of a collection, the first of each; `more` counts all documents."""

    summary: str
    counted: str
    topics: tuple[TopicShare, ...]
    documents: list[Listed]
    more: int


def welcome(form: Form) -> Welcome:
    """What there is to ask about."""
    model = form.model
    number = len(model.collection.documents)
    labels = model.topic_view.labels
    strongest = model.topic_table(1)[:TOPICS]
    return Welcome(
        summary=holdings(model),
        counted=counted(number, "document"),
        topics=tuple(TopicShare(each.id, labels[each.id], each.share) for each in strongest),
        documents=listed(model, form.base, range(min(number, DOCUMENTS))),
        more=number if number > DOCUMENTS else 0,
    )


class Ask(CollectionPages):
    """The pages that put a question."""

    async def ask(self, request: Request) -> Response:
        """Question, digest and sources; of a collection that is not ready, how far it is."""
        entry = self._shelf.get(request.path_params["id"])
        if entry.status != "ready":
            return being_read(entry)
        content, status = await self._result(request)
        return page("ask.html", status, view="ask", **content)

    async def digest(self, request: Request) -> Response:
        """What of that page changes with every question."""
        content, status = await self._result(request)
        return page("result.html", status, **content)

    async def why(self, request: Request) -> Response:
        """Why each sentence is in the digest."""
        loaded, form = await self._form(request)
        answer = await self._answer(loaded, form.address)
        explanation = await self._shelf.desk.work(lambda: _explained(answer))
        return page(
            "why.html",
            entry=form.entry,
            form=form,
            asked_query=form.address.query,
            doubt=explanation.doubt,
            reasons=shown_reasons(explanation, form.model.collection.document_numbers),
            runners_up=shown_runners(explanation),
        )

    async def compare(self, request: Request) -> Response:
        """Two questions side by side."""
        query = request.query_params
        chosen = query.getlist("choose")
        if chosen:
            pairs = [("q", chosen[0]), *([("r", chosen[1])] if len(chosen) > 1 else [])]
            return RedirectResponse(f"{request.url.path}{Address(tuple(pairs)).query}", 303)
        loaded, form = await self._form(request)
        other = query.get("r", "")
        content: dict[str, Any] = {"form": form, "other": other, "sides": [], "shared": ""}
        if form.question and other.strip():
            try:
                content |= await self._sides(loaded, form, other)
            except HyperdigestError as error:
                content["error"] = str(error)
        asked_query = form.address.query
        return page(
            "compare.html", view="compare", entry=form.entry, asked_query=asked_query, **content
        )

    async def export(self, request: Request) -> Response:
        """The digest as a file."""
        loaded, form = await self._form(request)
        name = request.query_params.get("format", "markdown")
        if name not in formats():
            raise RefusedError(404, f"format is {name!r}: choose one of {', '.join(formats())}")
        answer = await self._answer(loaded, form.address)
        return await self._shelf.desk.work(lambda: exported(answer, name))

    async def _result(self, request: Request) -> tuple[dict[str, Any], int]:
        """What the digest and the panel of its sources show, and the status of the page."""
        loaded, form = await self._form(request)
        entry, model = form.entry, form.model
        content = {"entry": entry, "form": form, "asked_query": form.address.query}
        if not form.question:
            return content | {"welcome": await self._shelf.desk.work(lambda: welcome(form))}, 200
        try:
            asked = asked_in_query(form.address.pairs, self._shelf.limits)
            digest = (await self._shelf.answer(loaded, asked)).digest()
        except HyperdigestError as error:
            return content | {"error": str(error)}, status_of(error)
        self._shelf.remember(entry, asked, digest.words)
        shown = shown_digest(digest, model.collection.document_numbers, form.base, form.address)
        content |= {"shown": shown, "following": _following(form.address, shown)}
        if shown.sources:
            index = _to_open(request.query_params.get("open", ""), shown)
            content["document"] = opened(model, index, digest)
        return content, 200

    async def _sides(self, loaded: Loaded, form: Form, other: str) -> dict[str, Any]:
        addresses = [form.address.asking(question) for question in (form.question, other)]
        digests = [(await self._answer(loaded, each)).digest() for each in addresses]
        shown = [
            shown_digest(digest, form.model.collection.document_numbers, form.base, address)
            for digest, address in zip(digests, addresses, strict=True)
        ]
        both = set.intersection(*({each.key for each in one.sentences} for one in shown))
        told = f"{counted(len(both), 'sentence')} in both" if both else "No sentence in both"
        return {"sides": shown, "both": both, "shared": told}


def _explained(answer: Answer) -> Any:
    from hyperdigest.explain import explain

    return explain(answer)


def _to_open(asked: str, shown: Shown) -> int:
    """The number of the document to open: the one asked for where it is cited, else the first."""
    cited = [source.index for source in shown.sources]
    number = number_in(asked)
    return number if number is not None and number in cited else cited[0]


def _following(address: Address, shown: Shown) -> list[tuple[str, str]]:
    """What a follow-up carries on: all that has been read and asked, and how."""
    read = [("read", sentence.key) for sentence in shown.sentences]
    earlier = [("earlier", address.value("q"))]
    return list(address.without("q", "pin").adding(*read, *earlier).pairs)
