"""The data that all stages share: documents and their sentences.

A sentence is never a copy: it is (document, start, end), and the document's text sliced there is
the sentence. The sentences of a collection are stored as columns, an array for each property,
because a collection may have a million of them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from hyperdigest.base.addresses import text_link, web_address
from hyperdigest.base.names import credited
from hyperdigest.base.readable import readable, uncovered
from hyperdigest.base.slices import printed_number
from hyperdigest.base.text import (
    displayed,
    line,
    line_number,
    ordinal,
    visible,
    without_half_emphasis,
)
from hyperdigest.context_chains import chains
from hyperdigest.dates import Dated, dated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BlockKind = Literal[
    "paragraph", "heading", "item", "step", "term", "definition", "quote", "turn", "header",
    "table", "code", "sentence",
]  # fmt: skip
BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)

Form = Literal[
    "prose", "question", "heading", "byline", "stub", "table", "code", "incomplete", "term",
    "header", "answer",
]  # fmt: skip
FORMS: tuple[Form, ...] = get_args(Form)

SentenceKind = Literal["prose", "item", "step", "row", "code", "definition"]
SENTENCE_KINDS: tuple[SentenceKind, ...] = get_args(SentenceKind)
"""As what a sentence is quoted: as prose, or as a part of a list, a table, a program or a list of
terms."""

_DEFINITION = SENTENCE_KINDS.index("definition")
_IN_LISTS = tuple(SENTENCE_KINDS.index(kind) for kind in ("item", "step", "row"))

FEWEST_WORDS_ALONE = 3
"""The fewest words of an item that is quoted without a context."""

_LONGEST_ITEM = 100
"""In sentences; it is not known of later ones in which item they are."""

DEEPEST_LEVEL = 20
"""Lists nested deeper, as only broken files have, count as nested so deep."""

LEFT_OUT = "left out "
"""How a warning about text that is there a second time begins."""

PostKind = Literal["message", "question", "answer", "comment"]
POST_KINDS: tuple[PostKind, ...] = get_args(PostKind)

SLIDE_FORMATS = frozenset({"pptx", "odp"})
"""Formats whose pages are slides."""


@dataclass(frozen=True, slots=True)
class Block:
    """A slice of a document's text that no sentence crosses.

    Parameters
    ----------
    kind : an ``item`` is one of a list without an order, a ``step`` one of a numbered list; a
        ``definition`` explains the ``term`` before it; a ``table`` is a row of a table, a
        ``header`` the row above it that names the columns; a ``sentence`` is one that whoever made
        the document found, or a piece of captions without punctuation.
    level : the rank of a heading, from 1; of other kinds the number of lists that they are in. An
        item of a list in no other list has level 1, and so have the paragraphs and the code that
        follow it in the same item. 0 if it is not known, or in no list.
    """

    start: int
    end: int
    kind: BlockKind = "paragraph"
    level: int = 0


class Place(NamedTuple):
    """A named place in a document, up to the next one.

    Parameters
    ----------
    start : the offset in the text at which it begins.
    name : what a reader looks for, such as ``Budget, row 14`` or ``00:12:31``.
    speaker : who says what stands there; empty if nobody, or not known.
    """

    start: int
    name: str
    speaker: str = ""


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
    format : ``text``, ``markdown``, ``html``, ``pdf`` or another of the table of formats, or that
        of a plugin.
    blocks : the parts that the format marks; empty if the splitter has to find them.
    pages : offset in `text` at which each page (PDF) or slide begins; empty in other formats.
    page_labels : the number printed on each page, such as ``iv``; empty if it is not known.
    authors : the authors that the document names; may be empty.
    date : when it was published or last changed, as ``2026``, ``2026-11`` or ``2026-11-22``; or an
        empty string.
    recognized : the lines of pages without text that were read by text recognition, in order.
    scanned : the numbers, from 1, of pages without text that were not recognized.
    post : its metadata as a post in a thread; None if it is not a post.
    modified : the day on which its file was last changed, as ``2026-11-22``; or an empty string.
    address : the web address that it states; or an empty string.
    places : its named places, such as rows of a sheet, in order; empty if its places are pages,
        lines or paragraphs.
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
    address: str = ""
    places: tuple[Place, ...] = ()

    @property
    def web_address(self) -> str:
        """The web address that it states, or its path if that is one; else an empty string."""
        return web_address(self.address) or web_address(self.path)

    def link(self, start: int, end: int) -> str:
        """A link to a slice of the text on the web; empty if the document has no web address."""
        address = self.web_address
        if not address:
            return ""
        if self.format == "pdf":
            return f"{address.partition('#')[0]}#page={self.page(start) or 1}"
        text = self.text[start:end]
        return text_link(address, self.displayed(start, end) if self.format == "markdown" else text)

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
        elif self.format == "markdown":
            text = without_half_emphasis(self.text, start, end)
        return displayed(text, self.format)

    def block_at(self, offset: int) -> Block | None:
        """The block with the character at `offset`; None if it is in none or has none."""
        number = bisect_right(self.blocks, offset, key=attrgetter("start")) - 1
        return None if number < 0 or offset >= self.blocks[number].end else self.blocks[number]

    def recognized_lines(self, start: int, end: int) -> tuple[RecognizedLine, ...]:
        """The lines read by text recognition that overlap the text from `start` to `end`."""
        first = bisect_right(self.recognized, start, key=lambda line: line.end)
        last = bisect_left(self.recognized, end, key=lambda line: line.start)
        return self.recognized[first:last]

    def _named_place(self, offset: int) -> Place:
        """The named place of the character at `offset`; one without a name if there is none."""
        number = bisect_right(self.places, offset, key=lambda place: place.start)
        return self.places[max(number - 1, 0)] if self.places else Place(0, "")

    def authors_at(self, offset: int) -> tuple[str, ...]:
        """Who says what stands at `offset`: its speaker, else the authors of the document."""
        speaker = self._named_place(offset).speaker
        return (speaker,) if speaker else self.authors

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks in it, in the order of their first words."""
        return tuple(filter(None, dict.fromkeys(place.speaker for place in self.places)))

    def place(self, offset: int) -> str:
        """Where the character at `offset` is, for a reader: the page or slide, and a named place
        with its speaker; else the line or paragraph.

        A page has its label, and its number in brackets if that differs.
        """
        page, place = self.page(offset), self._named_place(offset)
        unit = "slide" if self.format in SLIDE_FORMATS else "p."
        on_page = f"{unit} {self.page_name(page)}" if page else ""
        if page or self.places:
            return ", ".join(filter(None, (on_page, place.name, place.speaker)))
        if self.format in ("text", "markdown"):
            return f"line {line_number(self.text, offset)}"
        return f"par. {max(1, bisect_right(self.blocks, offset, key=attrgetter('start')))}"

    def stated_place(self, start: int, end: int) -> str:
        """The place of a slice of the text, and whether it was read by machine."""
        place = self.place(start)
        return f"{place}, read by machine" if self.recognized_lines(start, end) else place


def step_number(document: Document | None, start: int, ordinal: int, kind: str) -> str:
    """The number of an item that begins at `start`, as printed, or else, of a step, its ordinal
    with a dot; empty without either.

    A step is of that kind, or its block is. Where all steps of Markdown have the number 1, its
    readers see their ordinals.
    """
    printed = printed_number(document.text, start) if document else ""
    if printed and not (document and document.format == "markdown" and printed in ("1.", "1)")):
        return printed
    block = document.block_at(start) if document else None
    is_step = printed or kind == "step" or (block is not None and block.kind == "step")
    return f"{ordinal}{printed[-1:] or '.'}" if ordinal and is_step else printed


@dataclass(frozen=True, slots=True)
class Sentences:
    """All N sentences as columns, ordered by document and by their place in it.

    Parameters
    ----------
    document : (N,) index of the document of each sentence.
    start, end : (N,) the slice of the document's text that is the sentence.
    words : (N,) number of words separated by white space or by the bars between cells, which a
        budget counts; of segments in a language without spaces.
    form : (N,) index into `FORMS`.
    text_hash : (N,) hash of the words without case and punctuation, but with the signs and units of
        numbers; the same for the same words.
    kind : (N,) index into `SENTENCE_KINDS`. Parts of lists and tables that should never be quoted,
        such as rows of links, count as prose.
    context : (N,) how many sentences before it the one stands that is quoted before it, because it
        cannot be understood alone; 0 for none.
    list_number : (N,) the number, from 1, of the list or table in its document of which it begins
        an item, a step, a row or a definition; 0 for others.
    ordinal, of : (N,) its place there, from 1, and how many such parts there are; else 0.
    """

    document: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    words: NDArray[np.int32]
    form: NDArray[np.uint8]
    text_hash: NDArray[np.uint64]
    kind: NDArray[np.uint8]
    context: NDArray[np.int32]
    list_number: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    of: NDArray[np.int32]

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns by name."""
        return {column.name: getattr(self, column.name) for column in fields(self)}

    def range_of(self, document: int) -> tuple[int, int]:
        """The number of the first sentence of a document, and that after its last one."""
        ends = self.document.dtype.type(document), self.document.dtype.type(document + 1)
        first, last = self.document.searchsorted(ends).tolist()
        return first, last

    def part(self, first: int, last: int) -> Sentences:
        """The sentences from `first` to before `last`, as views."""
        return Sentences(**{name: column[first:last] for name, column in self.columns.items()})

    def eligible(
        self,
        shortest: int,
        *,
        any_form: bool = False,
        prose_only: bool = False,
        documents: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]:
        """(N,) the sentences that may be quoted.

        These are whole sentences of prose of at least `shortest` words, and unless `prose_only`
        items, steps, rows, code, definitions and short answers, with whatever words they have; an
        item of fewer than `FEWEST_WORDS_ALONE` needs a context to say something. Of sentences with
        the same words, after the same context, only the first counts. With `any_form`, they are all
        sentences of at least `shortest` words. `documents` marks, (D,), the documents to pick from;
        None for all.
        """
        from hyperdigest.base.arrays import first_of_equals

        eligible, wording = self.wordings(
            shortest, any_form=any_form, prose_only=prose_only, documents=documents
        )
        if not any_form:
            eligible[eligible] = first_of_equals(wording[eligible])
        return eligible

    def wordings(
        self,
        shortest: int,
        *,
        any_form: bool = False,
        prose_only: bool = False,
        documents: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.bool_], NDArray[np.uint64]]:
        """(N,) the sentences that are `eligible`, or would be if no other had the same words, and
        hashes of the words of each with its context."""
        import numpy as np

        long_enough = self.words >= shortest
        searched = np.ones(len(self), bool) if documents is None else documents[self.document]
        if any_form:
            return searched & long_enough, self.text_hash
        quotable = np.isin(self.form, [FORMS.index("prose"), FORMS.index("incomplete")])
        quotable &= long_enough
        repeats_heading = self._repeats_heading()
        quotable &= (self.form == FORMS.index("prose")) | ~repeats_heading
        wording = self.text_hash
        if not prose_only:
            is_item = self.kind == SENTENCE_KINDS.index("item")
            says_nothing = is_item & (self.words < FEWEST_WORDS_ALONE) & (self.context == 0)
            is_part = (self.kind > 0) | (self.form == FORMS.index("answer"))
            structure = is_part & ~says_nothing & ~repeats_heading
            quotable |= structure
            part, before = self._wordings_before(structure)
            wording = wording.copy()
            wording[part] += before
        return quotable & searched, wording

    def _wordings_before(
        self, parts: NDArray[np.bool_]
    ) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
        """Those of some sentences that others are quoted before, and hashes of these words."""
        import numpy as np

        own, contexts = self._chains()
        is_part = parts[own]
        own, contexts = own[is_part], contexts[is_part]
        hashes = np.zeros(len(own), np.uint64)
        for needed in contexts.T:
            has_context = needed >= 0
            hashes[has_context] += self.text_hash[needed[has_context]]
            hashes[has_context] *= np.uint64(31)
        return own, hashes

    def hashes_in_documents(self) -> NDArray[np.uint64]:
        """(N,) hashes of the words of each sentence with its document."""
        import numpy as np

        hashes = self.document.astype(np.uint64)
        hashes *= np.uint64(0x9E3779B97F4A7C15)
        hashes += self.text_hash
        return hashes

    def _repeats_heading(self) -> NDArray[np.bool_]:
        """(N,) the sentences with the words of a heading of their document, such as entries of its
        table of contents; in a list, if more than half of it has such words."""
        import numpy as np

        from hyperdigest.base.arrays import is_among

        key = self.hashes_in_documents()
        repeats = is_among(key, key[self.form == FORMS.index("heading")])
        begins = np.flatnonzero(self.list_number)
        lists = self.document[begins] * np.int64(2**32) + self.list_number[begins]
        _, own = np.unique(lists, return_inverse=True)
        repeats[begins] &= (2 * np.bincount(own, repeats[begins]) > np.bincount(own))[own]
        return repeats

    def explanations(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(n,) the definitions of terms, and the terms that they explain."""
        import numpy as np

        explains = (self.kind == SENTENCE_KINDS.index("definition")) & (self.context > 0)
        found = np.flatnonzero(explains)
        return found, found - self.context[found]

    def begin_of_item(self, sentence: int) -> int:
        """The sentence that begins the item, step or row of which one is a part; -1 if none does.

        It is the last one that begins an item at the sentence or before it.
        """
        first = sentence
        if not self.list_number[first] and self.kind[first] not in _IN_LISTS:
            return -1
        while not self.list_number[first]:
            first -= 1
            is_far = first < max(0, sentence - _LONGEST_ITEM)
            if is_far or self.document[first] != self.document[sentence]:
                return -1
        return first

    def begin_of_definition(self, sentence: int) -> int:
        """The sentence that begins the definition of which one is a part; -1 if it is not known."""
        for first in range(sentence, max(-1, sentence - _LONGEST_ITEM), -1):
            if self.list_number[first] or self.document[first] != self.document[sentence]:
                is_one = self.kind[first] == self.kind[sentence] == _DEFINITION
                return first if is_one and self.list_number[first] else -1
        return -1

    def contexts(self) -> NDArray[np.int32]:
        """(N, C) the numbers of the sentences that are quoted before each one, the nearest first;
        -1 for none."""
        import numpy as np

        own, numbers = self._chains()
        contexts = np.full((len(self), numbers.shape[1]), -1, np.int32)
        contexts[own] = numbers
        return contexts

    def _chains(self) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """The sentences that others are quoted before, and the numbers of these."""
        is_term, is_header = (self.form == FORMS.index(form) for form in ("term", "header"))
        return chains(self.context, is_term, is_header)

    def __len__(self) -> int:
        return len(self.document)


def fingerprint(document: Document) -> bytes:
    """A hash of the document's text that ignores differences of white space."""
    words = " ".join(document.text.removeprefix("\ufeff").split())
    return hashlib.blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()


def beginning(document: Document) -> tuple[str, ...]:
    """The first words of a text, the same for documents of the same `fingerprint`, and quicker."""
    return tuple(document.text.removeprefix("\ufeff").split(None, 8)[:8])


def corpus_hash(documents: Iterable[Document]) -> str:
    """SHA-256 of the documents' names and texts, in their order."""
    return hash_of_texts(
        _encoded(part) for document in documents for part in (document.name, document.text)
    )


def hash_of_texts(texts: Iterable[bytes]) -> str:
    """`corpus_hash` of names and texts in UTF-8, in turn."""
    hasher = hashlib.sha256()
    for text in texts:
        hasher.update(len(text).to_bytes(8, "big") + text)
    return hasher.hexdigest()


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # another lone surrogate
        return text.encode("utf-8", "surrogatepass")
