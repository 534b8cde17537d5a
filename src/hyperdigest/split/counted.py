"""The sentences of a collection, and their words counted as terms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.documents import Sentences


@dataclass(frozen=True, slots=True)
class Split:
    """The sentences of a collection that have a term, which are the N vertices, and their tokens.

    Parameters
    ----------
    vocabulary : the V terms, in order of first occurrence.
    words : for each term its most frequent word, in lower case.
    terms : (T,) index of the term of each token, in reading order.
    sentence_of : (T,) index of the sentence of each token, ascending.
    """

    sentences: Sentences
    vocabulary: tuple[str, ...]
    words: tuple[str, ...]
    terms: NDArray[np.int32]
    sentence_of: NDArray[np.int32]

    def first_tokens(self, sentences: ArrayLike) -> NDArray[np.intp]:
        """The index of the first token of each of some sentences; T for the number N.

        They are looked for as numbers of the type of `sentence_of`: numbers of another type would
        make a copy of all of it.
        """
        return self.sentence_of.searchsorted(np.asarray(sentences, self.sentence_of.dtype))

    def terms_of(self, sentence: int) -> NDArray[np.int32]:
        """The distinct terms of a sentence, ascending."""
        begin, end = self.first_tokens([sentence, sentence + 1])
        return np.array(sorted({*self.terms[begin:end].tolist()}), np.int32)
