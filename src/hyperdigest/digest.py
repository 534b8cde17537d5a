"""The results that a user sees: topics, and the digest whose citations name their exact source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from hyperdigest.base.text import dumped
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.documents import Document, Post, SentenceKind, step_number
from hyperdigest.options import Unit

CERTAIN_RECOGNITION = 0.8
"""A sentence of a scanned page that was recognized with less confidence gets a warning."""


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
class Naming:
    """A sentence that names the numbered part, the ticket or the RFC of a cited one.

    ``text_of_document[start:end] == text``. `place` is as in `Citation`.
    """

    text: str
    document: str
    start: int
    end: int
    place: str


@dataclass(frozen=True, slots=True)
class ListPosition:
    """The item of a list, or the row of a table, in which a sentence is.

    Parameters
    ----------
    number : the number, from 1, of the list or table in its document.
    ordinal, of : the place of the item there, from 1, and how many items or rows there are.
    begins : whether the sentence is the first one of the item.
    """

    number: int
    ordinal: int
    of: int
    begins: bool = True


@dataclass(frozen=True, slots=True)
class Slice:
    """A sentence that is quoted before another one: ``text_of_document[start:end] == text``.

    `words`, `size` and `position` are as in `Citation`. `kind` is that of a citation,
    ``heading``, ``term``, or ``header``, which names the columns of a table.
    """

    start: int
    end: int
    text: str
    words: int = 0
    size: int = 0
    kind: SentenceKind | Literal["heading", "term", "header"] = "prose"
    position: ListPosition | None = None


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
    named_in : the sentences, of all documents, that name the clause, section, article, figure or
        table that it is in, or its ticket or RFC, such as "Clause 8.3 of the MSA is deleted".
    named_more : how many further sentences do, beyond the first ones in `named_in`.
    heading : the heading above it on one line; empty if there is none, or it is the title.
    lead : whether it comes first as the answer.
    kind : as what it is quoted: ``prose``, or ``item``, ``step``, ``row``, ``code`` or
        ``definition``.
    context : the slices of the document that are quoted before it, because it cannot be understood
        alone, in their order. What several sentences need is listed with each, but shown and
        counted once.
    ordinal, of : its place, from 1, in its list, table or list of terms, and how many items, steps,
        rows or definitions that has; 0 for prose, code and what begins no such part.
    position : the item or row that it is a part of, even if it does not begin it; not in JSON.
    link : a link to it on the web; empty if its document has no web address.
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
    named_in: tuple[Naming, ...] = ()
    named_more: int = 0
    heading: str = ""
    lead: bool = False
    kind: SentenceKind = "prose"
    context: tuple[Slice, ...] = ()
    ordinal: int = 0
    of: int = 0
    position: ListPosition | None = None
    link: str = ""

    @property
    def sources(self) -> int:
        """How many independent sources besides its own say the same."""
        return sum(not other.copy for other in self.also)


def number_before(part: Citation | Slice, document: Document | None) -> str:
    """The number of the item or step that a part of a document begins; empty if it begins none."""
    ordinal = part.position.ordinal if part.position and part.position.begins else 0
    return step_number(document, part.start, ordinal, part.kind)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The value of a digest's objective, and an upper bound on that of any other choice.

    Parameters
    ----------
    value : the objective of the digest.
    bound : no choice of eligible sentences within the budget has a higher objective.
    """

    value: float
    bound: float

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
    doubt : why the documents may not answer the question; empty if they may.
    new_documents : how many of the documents are new; 0 unless only what is new is wanted.
    opened_documents : how many documents of a large saved collection were opened; 0 if all were.
    known_words : whether any word of the question is known; else none of these matches it best.
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
    opened_documents: int = 0
    known_words: bool = True

    @property
    def words(self) -> int:
        """The number of words of all that is quoted, or of segments."""
        return sum(part.words for part in self.quoted.values())

    @property
    def used(self) -> int:
        """The length of all that is quoted in the unit of the budget."""
        return sum(part.size for part in self.quoted.values())

    @property
    def quoted(self) -> dict[tuple[str, int], Citation | Slice]:
        """The sentences and what is quoted before them, each once, in the order shown; by the name
        of the document and the start in its text."""
        found: dict[tuple[str, int], Citation | Slice] = {}
        for sentence in self.sentences:
            parts: tuple[Citation | Slice, ...] = (*sentence.context, sentence)
            for part in parts:
                found.setdefault((sentence.document, part.start), part)
        return found

    def follow_up(self) -> Constraints:
        """The constraints of a next question whose digest adds to this one.

        Sentences that were read before this digest stay read, and excluded ones stay excluded.
        """
        return self.wishes.followed_up(self.question, list(self.quoted))

    def to_json(self, indent: int | None = 2) -> str:
        """The digest as one JSON object, without a final newline; on one line without an `indent`.

        Numbers have 6 significant digits. Lone surrogates and characters that a terminal interprets
        are escaped, so that a parser reads back the exact text.
        """
        certificate: dict[str, float] = {
            name: six_digits(getattr(self.certificate, name))
            for name in ("value", "bound", "ratio")
        }
        sentences = [json_sentence(sentence) for sentence in self.sentences]
        content = {**json_head(self), "certificate": certificate, "sentences": sentences}
        return dumped(content, indent)


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
        **{
            name: number
            for name in ("new_documents", "opened_documents")
            if (number := getattr(result, name))
        },
        "doubt": result.doubt,
        "signature": result.signature,
        "warnings": list(result.warnings),
    }


_LEFT_OUT_IF_EMPTY = (
    *("note", "authors", "date", "post", "new", "also", "named_in", "named_more"),
    *("heading", "lead", "ordinal", "of", "link"),
)


def json_sentence(sentence: Citation) -> dict[str, Any]:
    """A sentence with its source, as an object of JSON; fields without a value are left out."""
    values = _without_none(asdict(sentence))
    values.pop("position", None)
    for name in _LEFT_OUT_IF_EMPTY:
        if not values.get(name):
            values.pop(name, None)
    if sentence.post:
        values["post"] = _without_none(values["post"])
    values["context"] = [
        {name: part[name] for name in ("start", "end", "text")} for part in values["context"]
    ]
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
