"""What the tools do: find the files a client may name, fit or open them once, and answer."""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from hyperdigest.adapters.context import as_object, checked_options, fitting_options
from hyperdigest.adapters.mcp.schema import Overview, QuestionInput, Reading
from hyperdigest.answer.answer import Answer
from hyperdigest.base.plugins import in_use
from hyperdigest.base.text import printable
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.progress import Progress
from hyperdigest.question import Question, question_options
from hyperdigest.read.paths import Skipped, Source, expand, outside
from hyperdigest.render.schema import DIGEST, EXPLANATION, TOPICS, Schema

Stamp = tuple[tuple[str, int, int], ...]
"""(path, time of change in ns, bytes) of each file; -1 where they cannot be known."""


@dataclass(frozen=True, slots=True)
class Places:
    """The files below `root`, links followed, or all files where there is no root.

    Relative paths start at the root, or else in the current directory; ``~`` is the user's home.
    """

    root: Path | None = None

    def whole(self, path: str) -> str:
        """`path` as an absolute one. Raises an OptionError where it is empty, is no path, or leads
        out of the root."""
        if not path.strip() or "\0" in path:
            raise OptionError(f"{printable(path)!r} is no path: name a file or folder")
        named = os.path.expanduser(path)  # noqa: PTH111 (a home that is not known is left as it is)
        whole = os.path.normpath(os.path.join(self.root or Path.cwd(), named))  # noqa: PTH118
        if not self._holds(whole):
            raise OptionError(
                f"{printable(path)} is outside of {self.root}: name files and folders below it"
            )
        return whole

    def found(self, paths: Sequence[str]) -> tuple[list[str], Stamp]:
        """The paths to read, and the state of the files there. Raises an OptionError as for
        `whole`."""
        wholes = [self.whole(path) for path in paths]
        sources = expand(wholes, self.root)
        return wholes, tuple(_state(source) for source in sources)

    def _holds(self, whole: str) -> bool:
        return self.root is None or not outside(Path(whole), self.root)


def _state(source: Source | Skipped) -> tuple[str, int, int]:
    path = str(source.path)
    if isinstance(source, Skipped):
        return path, -1, -1
    try:
        state = source.path.stat()
    except (OSError, ValueError):
        return path, -1, -1
    return path, state.st_mtime_ns, state.st_size


KEPT = 4
"""How many collections are kept, those asked last."""

SECONDS_BETWEEN_TRIES = 0.05


@dataclass(slots=True)
class _Slot:
    model: Model | None = None
    lock: Lock = field(default_factory=Lock)


class Shelf:
    """The collections asked last; each is fitted once, and works for one thread at a time."""

    def __init__(self) -> None:
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def held(self, key: Hashable, make: Callable[[], Model], progress: Progress) -> Iterator[Model]:
        """The model of `key`, made where it is not kept, for this thread alone. `progress` is told
        ``waiting`` while another thread works with it; what it raises ends that."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > KEPT:
                self._slots.popitem(last=False)
        while not slot.lock.acquire(timeout=SECONDS_BETWEEN_TRIES):
            progress("waiting", 0, 0)
        try:
            if slot.model is None:
                try:
                    slot.model = make()
                except BaseException:
                    with self._lock:
                        if self._slots.get(key) is slot:
                            del self._slots[key]
                    raise
            yield slot.model
        finally:
            slot.lock.release()


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
    ) -> Iterator[tuple[Model, dict[str, Any]]]:
        """The model of what `request` names, and its options by name."""
        changes = checked_options(request.preset, request.changes)
        if changes.get("embedding_model"):
            changes["embedding_model"] = self.places.whole(changes["embedding_model"])
        if changes.get("tokenizer", "") not in ("", *in_use("tokenizers")):
            changes["tokenizer"] = self.places.whole(changes["tokenizer"])
        key, make = self._source(request, changes, progress)
        with self.shelf.held(key, make, progress) as model:
            yield model, changes

    def _source(
        self, request: Reading, changes: dict[str, Any], progress: Progress
    ) -> tuple[Hashable, Callable[[], Model]]:
        """The key of what `request` names, and a function that makes its model."""
        from hyperdigest.store.file import saved_among

        fitting = fitting_options(request.preset, changes)
        collect: Callable[..., Collection]
        key: Hashable
        if request.text:
            digest = sha256(request.text.encode("utf-8", "surrogatepass")).hexdigest()
            collect = partial(Collection.of, [Document("text", "text", request.text)])
            key = ("text", digest, fitting)
        else:
            paths, stamp = self.places.found(request.paths or [])
            saved = saved_among(paths)
            if saved:
                return ("saved", stamp), lambda: Model.load(saved, progress=progress)
            key = ("files", stamp, fitting)
            collect = partial(Collection.read, paths, within=self.places.root)
        how: dict[str, Any] = {"language": fitting.language, "splitter": fitting.splitter}

        def make() -> Model:
            return collect(**how, progress=progress).fit(fitting, progress=progress)

        return key, make

    def answer(self, request: QuestionInput, progress: Progress) -> Answer:
        """The answer to a question."""
        constraints = Constraints.of(request.wishes.model_dump())
        with self.opened(request, progress) as (model, changes):
            return model.answer(Question.of(request.question, constraints, request.preset, changes))


def digest(desk: Desk, request: QuestionInput, progress: Progress) -> Answered:
    """The digest that answers the question."""
    from hyperdigest.render import render_text

    found = desk.answer(request, progress).digest()
    return as_object(found), render_text(found, width=None)


def explain(desk: Desk, request: QuestionInput, progress: Progress) -> Answered:
    """Why each sentence of the digest is in it."""
    from hyperdigest.render import render_explanation, render_explanation_json

    found = desk.answer(request, progress).explain()
    return json.loads(render_explanation_json(found)), render_explanation(found)


def topics(desk: Desk, request: Overview, progress: Progress) -> Answered:
    """What the documents are about."""
    from hyperdigest.render import render_topics, render_topics_json

    with desk.opened(request, progress) as (model, changes):
        question_options(model.options, len(model.topics.samples), request.preset, changes)
        table = model.topic_table(request.top)
    return json.loads(render_topics_json(table)), render_topics(table)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the protocol tells of it, and what it does."""

    title: str
    description: str
    request: type[Reading]
    result: Schema
    work: Callable[[Desk, Any, Progress], Answered]


TOOLS: Mapping[str, Tool] = {
    "digest": Tool(
        "Cited digest",
        "Answer a question from documents or a text with their own sentences, word for word, within"
        " a budget, each with its exact source. Use it to read much in few words and to quote with"
        " certainty: nothing is rephrased. The same files are only read again when they changed.",
        QuestionInput,
        DIGEST,
        digest,
    ),
    "explain": Tool(
        "Why these sentences",
        "Say of each sentence of the digest of a question why it is in it, what it stands for, and"
        " which sentences nearly were.",
        QuestionInput,
        EXPLANATION,
        explain,
    ),
    "topics": Tool(
        "Topics of the documents",
        "Tell what documents or a text are about: the topics found, with their words and weights."
        " Use it before asking, to see what there is to ask.",
        Overview,
        TOPICS,
        topics,
    ),
}
