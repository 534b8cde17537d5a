"""The data that all stages share: documents, their sentences, and the digest that cites them.

A sentence is never a copy: it is (document, start, end), and the document's text sliced there is
the sentence. The sentences of a collection are stored as columns, an array for each property,
because a collection may have a million of them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from hyperdigest.base.names import credited
from hyperdigest.base.readable import readable, uncovered
from hyperdigest.base.text import displayed, dumped, line, ordinal, visible
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

LEFT_OUT = "left out "
"""How a warning about a document whose text another one has begins."""

PostKind = Literal["message", "question", "answer", "comment"]
POST_KINDS: tuple[PostKind, ...] = get_args(PostKind)

SLIDE_FORMATS = frozenset({"pptx", "odp"})
"""Formats whose pages are slides."""

CERTAIN_RECOGNITION = 0.8
"""A sentence of a scanned page that was recognized with less confidence gets a warning."""


@dataclass(frozen=True, slots=True)
class Block:
    """A slice of a document's text that no sentence crosses.

    A block of the kind ``sentence`` is a sentence that whoever made the document found.
    """

    start: int
    end: int
    kind: BlockKind = "paragraph"


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """A line of a scanned page that was read by text recognition (OCR).

    Parameters
    ----------
    start, end : the slice of the document's text that is the line.
    confidence : the lowest of its words, in [0, 1].
    left, bottom, right, top : its box, in points from the lower left corner of the page as shown.
    """

    start: int
    end: int
    confidence: float
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Post:
    """The metadata of a document that is a post in a thread.

    Parameters
    ----------
    kind : a message of a mailing list or forum, or a question, an answer or a comment.
    thread : the name of the thread: a subject, or the title of a question.
    position : its number in the thread, from 1; 0 if that is not known.
    score : votes for it minus votes against it; None if nobody can vote.
    accepted : whether the author of the question accepted it as the answer.
    standing : the reputation of its author; None if it is not known.
    """

    kind: PostKind
    thread: str = ""
    position: int = 0
    score: int | None = None
    accepted: bool = False
    standing: int | None = None

    @property
    def summary(self) -> str:
        """Its kind, acceptance and score, as far as known: ``accepted answer, score 12``."""
        kind = "" if self.kind == "message" else str(self.kind)
        if self.accepted:
            kind = f"accepted {self.kind}"
        score = "" if self.score is None else f"score {self.score}"
        return ", ".join(filter(None, (kind, score)))


@dataclass(frozen=True, slots=True)
class Document:
    """A text, where it comes from, and its metadata.

    Parameters
    ----------
    name : the name of the document in digests; unique in a collection.
    path : the path of its file from the current directory; ``-`` for standard input.
    text : the decoded content (txt, md) or the extracted text (all other formats).
    title : the title that the document has, or an empty string.
    format : ``text``, ``markdown``, ``html``, ``pdf``, ``docx``, ``odt``, ``rtf``, ``pptx``,
        ``odp``, ``epub``, ``mail``, or the format of a plugin.
    blocks : the parts that the format marks; empty if the splitter has to find them.
    pages : offset in `text` at which each page (PDF) or slide begins; empty in other formats.
    page_labels : the number printed on each page, such as ``iv``; empty if it is not known.
    authors : the authors that the document names; may be empty.
    date : when it was published or last changed, as ``2026``, ``2026-11`` or ``2026-11-22``; or an
        empty string.
    recognized : the lines of pages without text that were read by text recognition, in order.
    scanned : the numbers, from 1, of pages of a PDF without text that were not recognized.
    post : its metadata as a post in a thread; None if it is not a post.
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
        """Its date, else the date in its name, else that of its file; and which of them it is."""
        return dated(self.date, self.name, self.modified)

    @property
    def label(self) -> str:
        """Its title on one line, or its name if it has none."""
        return line(self.title) or visible(self.name)

    @property
    def credit(self) -> str:
        """Its authors and its date, as far as known: ``Ada Lovelace, 1843-10``."""
        return line(credited(self.authors, self.dated.stated))

    def page(self, offset: int) -> int | None:
        """The number, from 1, of the page with the character at `offset`; None without pages."""
        return bisect_right(self.pages, offset) if self.pages else None

    def page_label(self, offset: int) -> str | None:
        """The label of the page with the character at `offset`; None if pages have no labels."""
        page = self.page(offset)
        return self.page_labels[page - 1] if page and self.page_labels else None

    def page_name(self, page: int) -> str:
        """The label of a page, and its number, from 1, in brackets if that differs."""
        label = self.page_labels[page - 1] if self.page_labels else ""
        return f"{label} ({ordinal(page)})" if label not in ("", f"{page}") else f"{page}"

    def displayed(self, start: int, end: int) -> str:
        """A slice of the text on one line, to be shown to a reader.

        It is without the markup of its format; in plain text, hyphenated words are joined.
        """
        text = self.text[start:end]
        if self.format == "text":
            text = uncovered(readable(self.text)[start:end], text)
        return displayed(text, self.format)

    def shown(self, sentence: Citation) -> str:
        """A sentence of this document on one line, to be shown to a reader."""
        return self.displayed(sentence.start, sentence.end)

    def recognized_lines(self, start: int, end: int) -> tuple[RecognizedLine, ...]:
        """The lines read by text recognition that overlap the text from `start` to `end`."""
        first = bisect_right(self.recognized, start, key=lambda line: line.end)
        last = bisect_left(self.recognized, end, key=lambda line: line.start)
        return self.recognized[first:last]

    def place(self, offset: int) -> str:
        """Where the character at `offset` is, for a reader: page, slide, line or paragraph.

        A page has its label, and its number in brackets if that differs.
        """
        if page := self.page(offset):
            unit = "slide" if self.format in SLIDE_FORMATS else "p."
            return f"{unit} {self.page_name(page)}"
        if self.format in ("text", "markdown"):
            ends = [self.text.count(end, 0, offset) for end in ("\n", "\r", "\r\n")]
            return f"line {ends[0] + ends[1] - ends[2] + 1}"
        starts = [block.start for block in self.blocks]
        return f"par. {max(1, bisect_right(starts, offset))}"


@dataclass(frozen=True, slots=True)
class Sentences:
    """All N sentences as columns, ordered by document and by their place in it.

    Parameters
    ----------
    document : (N,) index of the document of each sentence.
    start, end : (N,) the slice of the document's text that is the sentence.
    words : (N,) number of words separated by white space, which a budget counts; of segments in a
        language without spaces.
    form : (N,) index into `FORMS`.
    text_hash : (N,) hash of the words without case and punctuation, but with the signs and units of
        numbers; the same for the same words.
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
        """(N,) the sentences of at least `shortest` words that can be quoted by themselves.

        With `prose_only`, these are no headings, questions, bylines, fragments, tables or code, and
        of sentences with the same words only the first. `documents` marks, (D,), the documents to
        pick from; None for all.
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
"""The label of a topic that runs through the whole collection, if there is one."""


@dataclass(frozen=True, slots=True)
class TopicShare:
    """The share of a sentence's terms that belong to a topic; `label` is the topic's name."""

    id: int
    label: str
    share: float

    @property
    def background(self) -> bool:
        """Whether the topic runs through the whole collection."""
        return self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a collection.

    Parameters
    ----------
    words : its most probable words, the most probable first.
    weight : the weight of its hyperedge, as a share of the weights of all topics.
    share : its share of the tokens.
    sentences, documents : in how many sentences and documents it occurs.
    label : its name: phrases and words that distinguish it.
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
        """Whether the topic runs through the whole collection."""
        return self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Corroboration:
    """A sentence of another document that says the same as a cited one, and its exact source.

    ``text_of_document[start:end] == text``. `page`, `page_label` and `place` are as in `Citation`.
    `copy` is whether it is no independent source: its document is mostly the same as that of the
    cited sentence or of one listed before, or the sentence is part of a quotation.
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
    """A sentence of a digest and its exact source: ``text_of_document[start:end] == text``.

    Parameters
    ----------
    document, path : the name of its document, and the path of the file.
    page, page_label : the number of its page, from 1, and the number printed there; None if the
        document has none.
    place : page, slide, line or paragraph, for a reader.
    words : its length in words.
    size : its length in the unit of the budget.
    score : its relevance.
    gain : what it added to the objective when it was picked.
    recognized : the confidence in [0, 1] of its least certain line, if it was read by text
        recognition; else None.
    note : a note that a reader wrote about it.
    authors, date, post : the metadata of the document; the date may be that in its name.
    new : if only what is new is wanted, a few words of it that known documents do not have near the
        words of the question.
    also : sentences of other documents that say the same, one of each document, the surest first.
    heading : the heading above it on one line; empty if there is none, or it is the title.
    lead : whether it comes first as the answer.
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
        """How many independent sources besides its own say the same."""
        return sum(not other.copy for other in self.also)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The value of a digest's objective, and an upper bound on that of any other choice.

    Parameters
    ----------
    value : the objective of the digest.
    bound : no choice of eligible sentences within `budget` has a higher objective.
    budget : the budget in its unit, or the length at which the option `enough` ended the digest.
    """

    value: float
    bound: float
    budget: int = 0

    @property
    def ratio(self) -> float:
        """The share of the optimum of the objective that the digest has at least, in [0, 1]."""
        return min(1.0, self.value / self.bound) if self.bound > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Digest:
    """The answer to a question: verbatim sentences in the order shown, each with its source.

    Parameters
    ----------
    budget : the most that the sentences may have together, in the `unit`.
    certificate : how near the choice of the sentences is to the optimum of its objective.
    signature : all choices that determine the digest, to reproduce it.
    warnings : messages for the user.
    documents : the cited documents, in order of first citation.
    wishes : the constraints of the question.
    languages : how many documents of the collection are in each language, most first.
    segments : whether a cited document is in a language without spaces, whose words are segments.
    doubt : why the documents may not answer the question, one sentence; empty if they may.
    new_documents : how many of the documents are new; 0 unless only what is new is wanted.
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
        """The number of words of all sentences, or of segments."""
        return sum(sentence.words for sentence in self.sentences)

    @property
    def used(self) -> int:
        """The length of all sentences in the unit of the budget."""
        return sum(sentence.size for sentence in self.sentences)

    def follow_up(self) -> Constraints:
        """The constraints of a next question whose digest adds to this one.

        Sentences that were read before this digest stay read, and excluded ones stay excluded.
        """
        places = [(sentence.document, sentence.start) for sentence in self.sentences]
        return self.wishes.followed_up(self.question, places)

    def to_json(self, indent: int | None = 2) -> str:
        """The digest as one JSON object, without a final newline; on one line without an `indent`.

        Numbers have 6 significant digits. Lone surrogates and characters that a terminal interprets
        are escaped, so that a parser reads back the exact text.
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


def recognition_warning(sentences: Sequence[Citation]) -> tuple[str, ...]:
    """A warning about sentences recognized with less confidence than `CERTAIN_RECOGNITION`."""
    uncertain = [
        f"{number} ({sentence.document}, p. {sentence.page_label or sentence.page},"
        f" {sentence.recognized:.0%} certain)"
        for number, sentence in enumerate(sentences, 1)
        if sentence.recognized is not None and sentence.recognized < CERTAIN_RECOGNITION
    ]
    if not uncertain:
        return ()
    noun = "sentence" if len(uncertain) == 1 else "sentences"
    return (
        f"text recognition is not certain of {noun} {', '.join(uncertain)}: compare with the page",
    )


def json_head(result: Any) -> dict[str, Any]:
    """The first fields of the JSON of a digest or an explanation."""
    return {
        "question": result.question,
        **({"wishes": result.wishes.to_dict()} if result.wishes else {}),
        "words": result.words,
        "budget": result.budget,
        "unit": result.unit,
        "used": result.used,
        **({"word": "segment"} if result.segments else {}),
        "languages": dict(result.languages),
        **({"new_documents": result.new_documents} if result.new_documents else {}),
        "doubt": result.doubt,
        "signature": result.signature,
        "warnings": list(result.warnings),
    }


def json_sentence(sentence: Citation) -> dict[str, Any]:
    """A sentence with its source, as an object of JSON; fields without a value are left out."""
    values = _without_none(asdict(sentence))
    for name in ("note", "authors", "date", "post", "new", "also", "heading", "lead"):
        if not values.get(name):
            values.pop(name, None)
    if sentence.post:
        values["post"] = _without_none(values["post"])
    if sentence.also:
        values["also"] = [_json_corroboration(other) for other in sentence.also]
        values["sources"] = sentence.sources
    for part in (values, *values["topics"]):
        for name in part.keys() & {"score", "gain", "share"}:
            part[name] = six_digits(part[name])
    return values


def _json_corroboration(other: Corroboration) -> dict[str, Any]:
    values = _without_none(asdict(other))
    if not other.copy:
        del values["copy"]
    return values


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def six_digits(number: float) -> float:
    """`number` rounded to 6 significant digits."""
    return float(f"{number:.6g}")
