"""The tools: they check the paths of a client, fit or load the documents once, and answer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hyperdigest.adapters.context import as_object, checked_options, fitting_options
from hyperdigest.adapters.mcp.schema import (
    DocumentsInput,
    ExpandInput,
    QuestionInput,
    SourcesInput,
    TopicsInput,
    VerifyInput,
)
from hyperdigest.answer.answer import Answer
from hyperdigest.base.cache import LruCache
from hyperdigest.base.plugins import Kind, in_use
from hyperdigest.base.text import line, printable
from hyperdigest.constraints import Constraints
from hyperdigest.digest import Digest
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.progress import Progress
from hyperdigest.question import Question, question_options
from hyperdigest.read.paths import Skipped, Source, expand, outside
from hyperdigest.render.schema import (
    DIGEST,
    EXPANSION,
    EXPLANATION,
    TOPICS,
    VERIFICATION,
    Schema,
)
from hyperdigest.saved import SavedModel

if TYPE_CHECKING:
    from hyperdigest.verify import Pile

Stamp = tuple[tuple[str, int, int], ...]
"""(path, modification time in ns, bytes) of each file; -1 if they are unknown."""


_FILES_OR_PLUGINS: tuple[tuple[str, Kind], ...] = (
    ("embedding_model", "embeddings"),
    ("tokenizer", "tokenizers"),
)
"""The options that name a file or a plugin, and the kind of the plugin."""


@dataclass(frozen=True, slots=True)
class FileAccess:
    """The files that clients may name: those in the folder `root`, or all files if it is None.

    Relative paths start in the root, or else in the current directory; ``~`` is the user's home.
    """

    root: Path | None = None

    def absolute(self, path: str) -> str:
        """`path` as an absolute path.

        Raises OptionError if it is empty, is no path, or is outside of the root.
        """
        if not path.strip() or "\0" in path:
            raise OptionError(f"{printable(path)!r} is no path: name a file or folder")
        named = os.path.expanduser(path)  # noqa: PTH111 (an unknown home is left unchanged)
        absolute = os.path.normpath(os.path.join(self.root or Path.cwd(), named))  # noqa: PTH118
        if self.root is not None and outside(Path(absolute), self.root):
            raise OptionError(
                f"{printable(path)} is outside of {self.root}: name files and folders in it"
            )
        return absolute

    def located(self, paths: Sequence[str]) -> tuple[list[str], Stamp]:
        """The absolute paths, and the stamp of the files there. Raises as `absolute` does."""
        absolute = [self.absolute(path) for path in paths]
        sources = expand(absolute, self.root)
        return absolute, tuple(_file_stamp(source) for source in sources)


def _file_stamp(source: Source | Skipped) -> tuple[str, int, int]:
    path = str(source.path)
    if isinstance(source, Skipped):
        return path, -1, -1
    try:
        return path, *source.stamp()
    except (OSError, ValueError):
        return path, -1, -1


MOST_CACHED = 4
"""The most models in the cache; the least recently used one is dropped."""

SECONDS_BETWEEN_TRIES = 0.05

Asked = Model | SavedModel
"""What answers: documents that were fitted, or a saved collection."""


def _whole(asked: Asked, progress: Progress) -> Model:
    return asked.whole(progress) if isinstance(asked, SavedModel) else asked


Value = TypeVar("Value")


@dataclass(slots=True)
class _Slot(Generic[Value]):
    value: Value | None = None
    lock: Lock = field(default_factory=Lock)


class LockedCache(Generic[Value]):
    """A cache of the values used last; each is made once, and used by one thread at a time."""

    def __init__(self) -> None:
        self._slots: LruCache[Hashable, _Slot[Value]] = LruCache(MOST_CACHED)
        self._lock = Lock()

    @contextmanager
    def locked(
        self, key: Hashable, make: Callable[[], Value], progress: Progress
    ) -> Iterator[Value]:
        """The value of `key`, locked for this thread; `make` makes it if it is not in the cache.

        While another thread uses it, `progress` is called with ``waiting``; an error that it
        raises ends the waiting.
        """
        with self._lock:
            slot = self._slots[key] = self._slots.get(key) or _Slot()
        while not slot.lock.acquire(timeout=SECONDS_BETWEEN_TRIES):
            progress("waiting", 0, 0)
        try:
            if slot.value is None:
                try:
                    slot.value = make()
                except BaseException:
                    with self._lock:
                        if self._slots.get(key) is slot:
                            del self._slots[key]
                    raise
            yield slot.value
        finally:
            slot.lock.release()


ToolResult = tuple[dict[str, Any], str]
"""A result as JSON values, and as text for a reader."""


@dataclass(frozen=True, slots=True)
class Service:
    """Answers requests from the files that clients may name, with a cache of fitted models."""

    files: FileAccess
    models: LockedCache[Asked]
    piles: LockedCache[Pile] = field(default_factory=LockedCache)

    @contextmanager
    def opened(
        self, request: DocumentsInput, progress: Progress
    ) -> Iterator[tuple[Asked, dict[str, Any]]]:
        """The model of the documents of a request, and the options of the request by name."""
        changes = checked_options(request.preset, request.changes)
        for name, kind in _FILES_OR_PLUGINS:
            if changes.get(name, "") not in ("", *in_use(kind)):
                changes[name] = self.files.absolute(changes[name])
        key, make = self._source(request, changes, progress)
        with self.models.locked(key, make, progress) as model:
            yield model, changes

    def _source(
        self, request: DocumentsInput, changes: dict[str, Any], progress: Progress
    ) -> tuple[Hashable, Callable[[], Asked]]:
        """The key of the documents of a request, and a function that makes their model."""
        from hyperdigest.read import ReadingOptions
        from hyperdigest.store.finding import saved_among

        fitting = fitting_options(request.preset, changes)
        how: dict[str, Any] = {"language": fitting.language, "splitter": fitting.splitter}
        collect: Callable[..., Collection]
        key: Hashable
        if request.text:
            digest = sha256(request.text.encode("utf-8", "surrogatepass")).hexdigest()
            collect = partial(Collection.of, [Document("text", "text", request.text)])
            key = ("text", digest, fitting)
        else:
            paths, stamp = self.files.located(request.paths or [])
            saved = saved_among(paths)
            if saved:
                ReadingOptions(text_column=request.text_column).check_applies(saved)
                return ("saved", stamp), lambda: SavedModel(saved)
            key = ("files", stamp, request.text_column, fitting)
            how |= {"within": self.files.root, "text_column": request.text_column}
            collect = partial(Collection.read, paths)

        def make() -> Model:
            return collect(**how, progress=progress).fit(fitting, progress=progress)

        return key, make

    @contextmanager
    def pile(self, request: SourcesInput, progress: Progress) -> Iterator[Pile]:
        """The documents of a request, in which quotations are looked up; no topics are fitted."""
        from hyperdigest.read import ReadingOptions
        from hyperdigest.store.piles import pile_at
        from hyperdigest.verify import Pile

        if request.text:
            yield Pile([Document("text", "text", request.text)])
            return
        paths, stamp = self.files.located(request.paths or [])
        how = ReadingOptions(within=self.files.root, text_column=request.text_column)
        key = (stamp, request.text_column)
        with self.piles.locked(key, lambda: pile_at(paths, how, progress)[0], progress) as pile:
            yield pile

    def answer(self, request: QuestionInput, progress: Progress) -> Answer:
        """The answer to a question."""
        constraints = Constraints.of(request.wishes.model_dump())
        with self.opened(request, progress) as (model, changes):
            question = Question.of(request.question, constraints, request.preset, changes)
            if isinstance(model, SavedModel):
                return model.answer(question, progress)
            return model.answer(question)


def digest(service: Service, request: QuestionInput, progress: Progress) -> ToolResult:
    """The digest that answers the question."""
    result = service.answer(request, progress).digest()
    return as_object(result), digest_text(result)


def digest_text(digest: Digest) -> str:
    """A digest for a reader, with the places of its sentences by which other tools name them."""
    from hyperdigest.render import render_text

    places = [f"{line(each.document)}:{each.start}" for each in digest.sentences]
    head = "DOCUMENT:START of each sentence"
    return "\n".join([render_text(digest, width=None), "", head, *places])


def expand_sentence(service: Service, request: ExpandInput, progress: Progress) -> ToolResult:
    """What stands around a sentence."""
    from hyperdigest.render import render_expansion

    with service.opened(request, progress) as (model, _):
        found = _whole(model, progress).expand(
            (request.document, request.start),
            paragraphs=request.paragraphs,
            characters=request.characters,
        )
    return asdict(found), render_expansion(found)


def explain(service: Service, request: QuestionInput, progress: Progress) -> ToolResult:
    """Why each sentence is in the digest."""
    from hyperdigest.render import render_explanation, render_explanation_json

    result = service.answer(request, progress).explain()
    return json.loads(render_explanation_json(result)), render_explanation(result)


def topics(service: Service, request: TopicsInput, progress: Progress) -> ToolResult:
    """The topics of the documents."""
    from hyperdigest.render import render_topics, render_topics_json

    with service.opened(request, progress) as (asked, changes):
        model = _whole(asked, progress)
        question_options(model.options, len(model.topics.samples), request.preset, changes)
        table = model.topic_table(request.top)
    return json.loads(render_topics_json(table)), render_topics(table)


def verify(service: Service, request: VerifyInput, progress: Progress) -> ToolResult:
    """What became of each quotation of a draft in the documents; no topics are fitted."""
    from hyperdigest.render.verification import render_verification
    from hyperdigest.verify import verify as look_up

    draft = Document("draft", "", request.draft, format="markdown")
    with service.pile(request, progress) as pile:
        result = look_up(draft, pile, claims=request.claims, progress=progress)
    return result.to_dict(), render_verification(result)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its title, description and schemas for the protocol, and the function it calls."""

    title: str
    description: str
    request: type[SourcesInput]
    result: Schema
    work: Callable[[Service, Any, Progress], ToolResult]


TOOLS: Mapping[str, Tool] = {
    "digest": Tool(
        "Cited digest",
        "Answer a question from documents or a text with sentences quoted from them verbatim, each"
        " with its exact source, within a budget. Use it in place of reading or searching files"
        " when they are long or many (PDF, Word, HTML and mail too), and whenever a quotation must"
        " be exact: nothing is rephrased. Ask in a full sentence, in the words that the documents"
        " may use. If the answer is missing, ask in other words or give a larger budget; `doubt`"
        " says if the documents may not answer. It is no way to find every occurrence of a word.",
        QuestionInput,
        DIGEST,
        digest,
    ),
    "expand": Tool(
        "What stands around a sentence",
        "Return the text around a sentence, verbatim: whole paragraphs before and after it, or so"
        " many characters. Use it after `digest`, with the same `paths` or `text` and the"
        " `document` and `start` of the sentence, before you rely on a quotation, because the line"
        " above may deny or restrict it. Use it also to read the rest of a procedure, list or"
        " table of which the digest has a part. It costs far less than the whole file. Begin with"
        " one paragraph, and ask for more only if the meaning is still open.",
        ExpandInput,
        EXPANSION,
        expand_sentence,
    ),
    "explain": Tool(
        "Why these sentences",
        "Explain why each sentence is in the digest of a question, which sentences it covers, and"
        " which sentences were nearly chosen. Use it after `digest`, with the same arguments, if a"
        " sentence seems out of place, if one that you expected is missing, or if somebody wants"
        " the choice justified. Its result is longer than the digest; to answer the question, call"
        " `digest`.",
        QuestionInput,
        EXPLANATION,
        explain,
    ),
    "verify": Tool(
        "Quotations looked up",
        "Look up every quotation of a draft in documents or a text: found (with its place), found"
        " but for its form, changed (with the difference), in another source than the draft says,"
        " or nowhere. Use it to check what you have written before you give it to a reader.",
        VerifyInput,
        VERIFICATION,
        verify,
    ),
    "topics": Tool(
        "Topics of the documents",
        "Show what documents or a text are about: their topics, with words and weights. Use it"
        " first if you do not know the documents, to see which questions they may answer and in"
        " which words to ask. It quotes nothing and answers nothing: when you know what to ask,"
        " call `digest`.",
        TopicsInput,
        TOPICS,
        topics,
    ),
}
"""To add a tool, add its input to the schemas, a function that returns its result, and an entry."""
