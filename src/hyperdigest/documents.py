"""What flows through the pipeline: documents, their sentences, and the digest that cites them.

A sentence is never a copy: it is (document, start, end), and the document's text sliced there is
the sentence. Sentences of a collection are kept as columns, one array a property, because a
collection may have a million of them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from hyperdigest.base.readable import readable, uncovered
from hyperdigest.base.text import displayed, dumped, ordinal
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.dates import Dated, dated
from hyperdigest.options import Unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BlockKind = Literal["paragraph", "heading", "item", "quote", "turn", "table", "code", "sentence"]
BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)

Form = Literal["prose", "question", "heading", "byline", "stub", "table", "code", "incomplete"]
FORMS: tuple[Form, ...] = get_args(Form)

PostKind = Literal["message", "question", "answer", "comment"]
POST_KINDS: tuple[PostKind, ...] = get_args(PostKind)

SLIDES = frozenset({"pptx", "odp"})
"""Formats whose pages are slides."""

CERTAIN = 0.8
"""Confidence of what was read by machine below which a reader is told to look at the page."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a document, in characters, that no sentence crosses.

    One of the kind ``sentence`` is a sentence already, found by whoever made the document.
    """

    start: int
    end: int
    kind: BlockKind = "paragraph"


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """A line of a scanned page that was read by machine: a stretch of the document's text, the
    lowest confidence of its words, in [0, 1], and its box in points from the lower left of the page
    as it is shown."""

    start: int
    end: int
    confidence: float
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Post:
    """What a document that is a message of a thread says of itself beside its text.

    Parameters
    ----------
    kind : a message of a mailing list or forum, or a question, an answer or a comment.
    thread : what the thread is called: a subject, or the title of a question.
    position : its number in the thread, from 1; 0 where that is not known.
    score : votes for it less those against it; None where nobody can vote.
    accepted : whether who asked accepted it as the answer.
    standing : the reputation of its author; None where there is none.
    """

    kind: PostKind
    thread: str = ""
    position: int = 0
    score: int | None = None
    accepted: bool = False
    standing: int | None = None

    @property
    def told(self) -> str:
        """Its kind and what others think of it, as far as known: ``accepted answer, score 12``."""
        kind = "" if self.kind == "message" and not self.accepted else self.kind
        score = "" if self.score is None else f"score {self.score}"
        named = f"accepted {kind}" if self.accepted else kind
        return ", ".join(part for part in (named, score) if part)


@dataclass(frozen=True, slots=True)
class Document:
    """A text and where it comes from.

    Parameters
    ----------
    name : how the document is called in digests; unique in a collection.
    path : opens from the current directory; for standard input ``-``.
    text : the decoded content (txt, md) or the extracted text (all other formats).
    title : what the document calls itself, or an empty string.
    format : ``text``, ``markdown``, ``html``, ``pdf``, ``docx``, ``odt``, ``rtf``, ``pptx``,
        ``odp``, ``epub``, ``mail``, or what a plugin says.
    blocks : what the format itself says of its parts; empty where the splitter has to find them.
    pages : offset in `text` at which each page begins (PDF), or each slide, else empty.
    page_labels : what is printed on each page as its number, such as ``iv``; empty where the
        document does not say.
    authors : who wrote it, as the document names them; or empty.
    date : when it was published or last changed, as ``2026``, ``2026-11`` or ``2026-11-22``; or an
        empty string.
    recognized : the lines that were read by machine, of pages that have no text, in order.
    scanned : the numbers, from 1, of pages of a PDF that have no text and were not read by machine.
    post : what it says of itself as a message of a thread; None where it is none.
    modified : the day on which its file was last changed, as ``2026-11-22``; or an empty string.
    """

    name: str
    path: str
    text: str
    title: str = ""
    format: str = "text"
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    page_labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    recognized: tuple[RecognizedLine, ...] = ()
    scanned: tuple[int, ...] = ()
    post: Post | None = None
    modified: str = ""

    @property
    def dated(self) -> Dated:
        """Its date, else that in its name, else the day of its file, and which of them it is."""
        return dated(self.date, self.name, self.modified)

    def page(self, offset: int) -> int | None:
        """Number, from 1, of the page on which the character at `offset` stands."""
        return bisect_right(self.pages, offset) if self.pages else None

    def page_label(self, offset: int) -> str | None:
        """The label of the page on which the character at `offset` stands, where pages have one."""
        page = self.page(offset)
        return self.page_labels[page - 1] if page and self.page_labels else None

    def page_name(self, page: int) -> str:
        """The label of a page, numbered from 1, and its number too where that differs."""
        label = self.page_labels[page - 1] if self.page_labels else ""
        return f"{label} ({ordinal(page)})" if label not in ("", f"{page}") else f"{page}"

    def displayed(self, start: int, end: int) -> str:
        """A slice of the text on one line, as a reader wants to see it: without the markup of its
        format, and in plain text with the words whole that line ends broke."""
        text = self.text[start:end]
        if self.format == "text":
            text = uncovered(readable(self.text)[start:end], text)
        return displayed(text, self.format)

    def shown(self, sentence: Citation) -> str:
        """A sentence of this document on one line, as a reader wants to see it."""
        return self.displayed(sentence.start, sentence.end)

    def lines_read(self, start: int, end: int) -> tuple[RecognizedLine, ...]:
        """The lines read by machine of which the text from `start` to `end` is a part."""
        first = bisect_right(self.recognized, start, key=lambda line: line.end)
        last = bisect_left(self.recognized, end, key=lambda line: line.start)
        return self.recognized[first:last]

    def place(self, offset: int) -> str:
        """Where a reader finds the character at `offset`: page, slide, line or paragraph.

        A page is named by its label, and by its number too where that differs.
        """
        if page := self.page(offset):
            what = "slide" if self.format in SLIDES else "p."
            return f"{what} {self.page_name(page)}"
        if self.format in ("text", "markdown"):
            ends = [self.text.count(end, 0, offset) for end in ("\n", "\r", "\r\n")]
            return f"line {ends[0] + ends[1] - ends[2] + 1}"
        starts = [block.start for block in self.blocks]
        return f"par. {max(1, bisect_right(starts, offset))}"


@dataclass(frozen=True, slots=True)
class Sentences:
    """The vertices, in the order of their documents and of their places in them, as columns.

    Parameters
    ----------
    document : (N,) index of the document of each sentence.
    start, end : (N,) the slice of the document's text that is the sentence.
    words : (N,) whitespace-separated words, what a budget counts; segments where a language has no
        spaces.
    form : (N,) index into `FORMS`.
    text_hash : (N,) hash of the words, case and signs aside: equal where these are equal.
    """

    document: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    words: NDArray[np.int32]
    form: NDArray[np.uint8]
    text_hash: NDArray[np.uint64]

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns by name."""
        return {column.name: getattr(self, column.name) for column in fields(self)}

    def eligible(
        self, shortest: int, prose_only: bool, documents: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """(N,) which of at least `shortest` words are fit to be quoted alone.

        With `prose_only`, headings, questions, bylines, fragments, tables and code are left out,
        and of the rest that say the same words all but the first. `documents`, (D,), are those to
        look into; all without them.
        """
        import numpy as np

        long_enough: NDArray[np.bool_] = self.words >= shortest
        if documents is not None:
            long_enough &= documents[self.document]
        if not prose_only:
            return long_enough
        statements = [FORMS.index("prose"), FORMS.index("incomplete")]
        prose = np.flatnonzero(long_enough & np.isin(self.form, statements))
        _, first = np.unique(self.text_hash[prose], return_index=True)
        eligible = np.zeros(len(self), bool)
        eligible[prose[first]] = True
        return eligible

    def __len__(self) -> int:
        return len(self.document)


BACKGROUND = "background: words of all topics"
"""What a topic is called that lies under the whole collection, where there is one."""


@dataclass(frozen=True, slots=True)
class TopicShare:
    """How much of a sentence's terms a topic holds; `label` is the topic's name."""

    id: int
    label: str
    share: float

    @property
    def background(self) -> bool:
        """Whether the topic lies under the whole collection."""
        return self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Topic:
    """What a collection talks about.

    Parameters
    ----------
    words : the strongest words, strongest first.
    weight : the weight of its hyperedge, as a share of all.
    share : its share of the tokens.
    sentences, documents : how many it occurs in.
    label : its name: phrases and words that are special to it.
    """

    id: int
    words: tuple[str, ...]
    weight: float
    share: float
    sentences: int
    documents: int
    label: str = ""

    @property
    def background(self) -> bool:
        """Whether the topic lies under the whole collection."""
        return self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Corroboration:
    """A sentence of another document that says what a cited one says, and its exact source.

    ``text_of_document[start:end] == text``. `page`, `page_label` and `place` are as of a
    `Citation`. `copy` says that it is no independent source: its document is mostly the same as the
    cited one, or as one listed before, or it stands in a quotation.
    """

    text: str
    document: str
    path: str
    start: int
    end: int
    place: str
    page: int | None = None
    page_label: str | None = None
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of a digest and its exact source.

    `document` is the document's name; ``text_of_document[start:end] == text``. `page` is the number
    of its page, and `page_label` what is printed there, where a document has them. `recognized` is
    how certain its least certain line is, in [0, 1], where it was read by machine. `size` is its
    length in the unit of the budget, `score` its relevance, `gain` what it added to the objective
    when it was picked. `note` is what a reader wrote on it. `authors`, `date` and `post` are those
    of the document, where it names them; the date may be that in its name. `new` are the words of
    it that known documents do not say where they speak of the question, a few of the most special
    ones, where new documents are asked for. `also` are sentences of other documents that say the
    same, one of each, the surest first. `heading` is the heading above it, on one line, as it is
    shown, and empty where there is none or it is the title of the document. `lead` is whether it
    stands on top as the answer.
    """

    text: str
    document: str
    path: str
    start: int
    end: int
    page: int | None
    place: str
    words: int
    size: int
    score: float
    gain: float
    topics: tuple[TopicShare, ...] = ()
    page_label: str | None = None
    recognized: float | None = None
    note: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    post: Post | None = None
    new: tuple[str, ...] = ()
    also: tuple[Corroboration, ...] = ()
    heading: str = ""
    lead: bool = False

    @property
    def sources(self) -> int:
        """How many independent sources beside its own say the same."""
        return sum(not other.copy for other in self.also)


@dataclass(frozen=True, slots=True)
class Certificate:
    """No eligible digest within a budget is worth more than `bound`; this one is `value`.

    `budget` is what was asked for, or as much of it as is enough, in the same unit.
    """

    value: float
    bound: float
    budget: int = 0

    @property
    def ratio(self) -> float:
        """The share of the optimum of the objective that is certain, in [0, 1]."""
        return min(1.0, self.value / self.bound) if self.bound > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Digest:
    """The answer: verbatim sentences, in the order shown, and what is needed to trust them.

    Parameters
    ----------
    budget : the most of `unit` that the sentences may have together.
    documents : the cited ones, in order of first citation.
    wishes : the constraints of the question.
    languages : how many documents of the collection are in each language, most first.
    segments : whether a cited document is in a language without spaces, whose words are segments.
    doubt : why the documents may not answer the question, one sentence; empty where they may.
    new_documents : how many of the documents are new; 0 where what is new was not asked for.
    """

    question: str
    budget: int
    sentences: tuple[Citation, ...]
    certificate: Certificate
    signature: str
    warnings: tuple[str, ...] = ()
    documents: tuple[Document, ...] = field(default=(), repr=False)
    unit: Unit = "words"
    wishes: Constraints = NO_CONSTRAINTS
    languages: Mapping[str, int] = field(default_factory=dict)
    segments: bool = False
    doubt: str = ""
    new_documents: int = 0

    @property
    def words(self) -> int:
        """Words used: separated by white space, or segments."""
        return sum(sentence.words for sentence in self.sentences)

    @property
    def used(self) -> int:
        """How much of the budget is used, in its unit."""
        return sum(sentence.size for sentence in self.sentences)

    def follow_up(self) -> Constraints:
        """The constraints of a next question whose digest adds to this one.

        What was read before this digest stays read, what was excluded stays excluded.
        """
        places = [(sentence.document, sentence.start) for sentence in self.sentences]
        return self.wishes.followed_up(self.question, places)

    def to_json(self, indent: int | None = 2) -> str:
        """The digest as one JSON object, without a final newline; on one line without an `indent`.

        Numbers have 6 significant digits. Characters that cannot be written as UTF-8 or that would
        steer a terminal are escaped, so that what is read back is the exact text.
        """
        certificate: dict[str, float] = {
            name: six_digits(getattr(self.certificate, name))
            for name in ("value", "bound", "ratio")
        }
        if 0 < self.certificate.budget < self.budget:
            certificate["budget"] = self.certificate.budget
        sentences = [json_sentence(sentence) for sentence in self.sentences]
        content = {**json_head(self), "certificate": certificate, "sentences": sentences}
        return dumped(content, indent)


def corpus_hash(documents: Iterable[Document]) -> str:
    """SHA-256 of the documents' names and texts, in their order."""
    hasher = hashlib.sha256()
    for document in documents:
        for part in (document.name, document.text):
            try:
                data = part.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:  # another lone surrogate
                data = part.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()


def uncertain(sentences: Sequence[Citation]) -> tuple[str, ...]:
    """A warning that names the sentences read by machine with less than `CERTAIN` confidence."""
    named = [
        f"{number} ({sentence.document}, p. {sentence.page_label or sentence.page},"
        f" {sentence.recognized:.0%} certain)"
        for number, sentence in enumerate(sentences, 1)
        if sentence.recognized is not None and sentence.recognized < CERTAIN
    ]
    if not named:
        return ()
    told = "sentence" if len(named) == 1 else "sentences"
    return (f"compare with the page what was read by machine: {told} {', '.join(named)}",)


def json_head(told: Any) -> dict[str, Any]:
    """What the JSON of a digest and that of an explanation begin with."""
    return {
        "question": told.question,
        **({"wishes": told.wishes.to_dict()} if told.wishes else {}),
        "words": told.words,
        "budget": told.budget,
        "unit": told.unit,
        "used": told.used,
        **({"word": "segment"} if told.segments else {}),
        "languages": dict(told.languages),
        **({"new_documents": told.new_documents} if told.new_documents else {}),
        "doubt": told.doubt,
        "signature": told.signature,
        "warnings": list(told.warnings),
    }


WHERE_TOLD = ("note", "authors", "date", "post", "new", "also", "heading", "lead")
"""The fields of a sentence that are in JSON only where they say something."""


def json_sentence(sentence: Citation) -> dict[str, Any]:
    """A sentence with its source, as it stands in JSON."""
    told = {name: value for name, value in asdict(sentence).items() if value is not None}
    for name in [name for name in WHERE_TOLD if not told.get(name)]:
        told.pop(name, None)
    if sentence.post:
        told["post"] = {name: value for name, value in told["post"].items() if value is not None}
    if sentence.also:
        told["also"] = [_json_corroboration(other) for other in sentence.also]
        told["sources"] = sentence.sources
    for part in (told, *told["topics"]):
        for name in part.keys() & {"score", "gain", "share"}:
            part[name] = six_digits(part[name])
    return told


def _json_corroboration(other: Corroboration) -> dict[str, Any]:
    told = {name: value for name, value in asdict(other).items() if value is not None}
    if not other.copy:
        del told["copy"]
    return told


def six_digits(number: float) -> float:
    """`number` rounded to 6 significant digits."""
    return float(f"{number:.6g}")
