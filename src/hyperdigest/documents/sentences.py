"""The sentences of a collection as columns, an array for each property: there may be a million.

A sentence is never a copy: it is (document, start, end), and the document's text sliced there is
the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from hyperdigest.documents.chains import chains

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Form = Literal[
    "prose", "question", "heading", "byline", "stub", "table", "code", "incomplete", "term",
    "header", "answer",
]  # fmt: skip
FORMS: tuple[Form, ...] = get_args(Form)

SentenceKind = Literal["prose", "item", "step", "row", "code", "definition"]
SENTENCE_KINDS: tuple[SentenceKind, ...] = get_args(SentenceKind)
"""As what a sentence is quoted: as prose, or as a part of a list, a table, a program or a list of
terms."""


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

    def hashes_in_documents(self) -> NDArray[np.uint64]:
        """(N,) hashes of the words of each sentence with its document."""
        import numpy as np

        hashes = self.document.astype(np.uint64)
        hashes *= np.uint64(0x9E3779B97F4A7C15)
        hashes += self.text_hash
        return hashes

    def explanations(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(n,) the definitions of terms, and the terms that they explain."""
        import numpy as np

        explains = (self.kind == SENTENCE_KINDS.index("definition")) & (self.context > 0)
        found = np.flatnonzero(explains)
        return found, found - self.context[found]

    def contexts(self) -> NDArray[np.int32]:
        """(N, C) the numbers of the sentences that are quoted before each one, the nearest first;
        -1 for none."""
        import numpy as np

        own, numbers = self.context_chains()
        contexts = np.full((len(self), numbers.shape[1]), -1, np.int32)
        contexts[own] = numbers
        return contexts

    def context_chains(self) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """The sentences that others are quoted before, and the numbers of these."""
        is_term, is_header = (self.form == FORMS.index(form) for form in ("term", "header"))
        return chains(self.context, is_term, is_header)

    def __len__(self) -> int:
        return len(self.document)
