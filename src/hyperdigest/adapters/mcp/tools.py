"""What the tools do: read, fit or open, and answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, TypeVar

from hyperdigest.adapters.context import as_object, checked_options, fitting_options
from hyperdigest.adapters.mcp.places import Places
from hyperdigest.adapters.mcp.requests import Overview, Question, Reading
from hyperdigest.adapters.mcp.results import Digested, Explained, Topics
from hyperdigest.adapters.mcp.shelf import Shelf
from hyperdigest.documents import Document
from hyperdigest.pipeline import Collection, Model
from hyperdigest.plugins.installed import in_use
from hyperdigest.progress import Progress
from hyperdigest.wishes import Wishes

Asked = TypeVar("Asked", bound=Reading)
Answered = tuple[dict[str, Any], str]
"""The values of a result, and the same for a reader."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where requests are answered: the files that may be read, and what was fitted."""

    places: Places
    shelf: Shelf

    @contextmanager
    def opened(
        self, request: Reading, progress: Progress
    ) -> Iterator[tuple[Model, dict[str, Any], tuple[str, ...]]]:
        """The model of what `request` names, its options by name, and warnings."""
        changes = checked_options(request.preset, request.changes)
        if changes.get("embedding_model"):
            changes["embedding_model"] = self.places.whole(changes["embedding_model"])
        if changes.get("tokenizer", "") not in ("", *in_use("tokenizers")):
            changes["tokenizer"] = self.places.whole(changes["tokenizer"])
        if request.text:
            key, make, told = _text(request.text, request, changes, progress)
        else:
            key, make, told = self._files(request, changes, progress)
        with self.shelf.held(key, make, progress) as model:
            yield model, changes, told

    def _files(
        self, request: Reading, changes: dict[str, Any], progress: Progress
    ) -> tuple[Any, Callable[[], Model], tuple[str, ...]]:
        from hyperdigest.store import saved_among

        paths, stamp, told = self.places.found(request.paths or [])
        saved = saved_among(paths)
        if saved:
            return ("saved", stamp), lambda: Model.load(saved, progress=progress), told
        fitting = fitting_options(request.preset, changes)

        def make() -> Model:
            collection = Collection.read(
                paths, language=fitting.language, splitter=fitting.splitter, progress=progress
            )
            return collection.fit(fitting, progress=progress)

        return ("files", stamp, fitting), make, told


def _text(
    text: str, request: Reading, changes: dict[str, Any], progress: Progress
) -> tuple[Any, Callable[[], Model], tuple[str, ...]]:
    fitting = fitting_options(request.preset, changes)

    def make() -> Model:
        documents = [Document("text", "text", text)]
        collection = Collection.of(
            documents, language=fitting.language, splitter=fitting.splitter, progress=progress
        )
        return collection.fit(fitting, progress=progress)

    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return ("text", digest, fitting), make, ()


def _wishes(request: Question) -> Wishes:
    return Wishes.of(request.wishes.model_dump())


def digest(desk: Desk, request: Question, progress: Progress) -> Answered:
    """The digest that answers the question."""
    from hyperdigest.render import render_text

    with desk.opened(request, progress) as (model, changes, told):
        found = model.digest(
            request.question, wishes=_wishes(request), preset=request.preset, **changes
        )
    found = replace(found, warnings=(*found.warnings, *told))
    return as_object(found), render_text(found, width=None)


def explain(desk: Desk, request: Question, progress: Progress) -> Answered:
    """Why each sentence of the digest is in it."""
    from hyperdigest.render import render_explanation, render_explanation_json

    with desk.opened(request, progress) as (model, changes, told):
        found = model.explain(
            request.question, wishes=_wishes(request), preset=request.preset, **changes
        )
    found = replace(found, warnings=(*found.warnings, *told))
    return json.loads(render_explanation_json(found)), render_explanation(found)


def topics(desk: Desk, request: Overview, progress: Progress) -> Answered:
    """What the documents are about."""
    from hyperdigest.render import render_topics, render_topics_json

    with desk.opened(request, progress) as (model, changes, _):
        model.question_options(request.preset, changes)
        table = model.topic_table(request.top)
    return json.loads(render_topics_json(table)), render_topics(table)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the protocol tells of it, and what it does."""

    title: str
    description: str
    request: type[Reading]
    result: type[Any]
    work: Callable[[Desk, Any, Progress], Answered]


TOOLS: Mapping[str, Tool] = {
    "digest": Tool(
        "Cited digest",
        "Answer a question from documents or a text with their own sentences, word for word, within"
        " a budget, each with its exact source. Use it to read much in few words and to quote with"
        " certainty: nothing is rephrased. The same files are only read again when they changed.",
        Question,
        Digested,
        digest,
    ),
    "explain": Tool(
        "Why these sentences",
        "Say of each sentence of the digest of a question why it is in it, what it stands for, and"
        " which sentences nearly were.",
        Question,
        Explained,
        explain,
    ),
    "topics": Tool(
        "Topics of the documents",
        "Tell what documents or a text are about: the topics found, with their words and weights."
        " Use it before asking, to see what there is to ask.",
        Overview,
        Topics,
        topics,
    ),
}
