"""Whether what a file holds fits together, so that nothing in it leads out of what is there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Sentences
from hyperdigest.split import LANGUAGES
from hyperdigest.store.schema import INT, OF_SENTENCES

MOST_STATES = 10_000
"""Of the sampler, in a file."""


def check_counts(documents: object, states: object) -> None:
    """Raise a ValueError unless these are numbers of documents and of states of the sampler."""
    if type(documents) is not int or type(states) is not int:
        raise ValueError("it does not say how many documents it holds")
    if documents < 0 or not 0 <= states <= MOST_STATES:
        raise ValueError(f"it holds {documents} documents in {states} states")


def check_told(corpus: object, warnings: object) -> None:
    """Raise a ValueError unless these are the hash of a corpus and its warnings."""
    listed = isinstance(warnings, list) and all(isinstance(each, str) for each in warnings)
    if not listed or not isinstance(corpus, str):
        raise ValueError("its corpus or its warnings are no text")


def check_languages(languages: object, documents: int) -> None:
    """Raise a ValueError unless there are so many languages, each one that is known."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("it does not say in which language each document is")
    if not all(isinstance(each, str) and each in LANGUAGES for each in languages):
        raise ValueError("its documents are in languages that are not known")


def check_columns(text: bytes, columns: Sequence[bytes], topics: bytes, n_states: int) -> None:
    """Raise a ValueError unless the columns of a document belong to the same sentences and tokens.

    Parameters
    ----------
    text : of the document, in UTF-8.
    columns : those of `OF_SENTENCES`, the tokens of each sentence, the term of each token.
    topics : of each token, in each of the states.
    """
    *of_sentences, tokens, terms = columns
    sizes = [np.dtype(kind).itemsize for kind in (*OF_SENTENCES.values(), INT)]
    lengths = {
        len(column) / size for column, size in zip((*of_sentences, tokens), sizes, strict=True)
    }
    if len(lengths) != 1:
        raise ValueError("its sentences have columns of different lengths")
    counts = np.frombuffer(tokens, INT)
    total = int(counts.sum(dtype=np.int64))
    if (counts < 0).any() or total * np.dtype(INT).itemsize != len(terms):
        raise ValueError("its tokens are not those of its sentences")
    if len(topics) != len(terms) * n_states:
        raise ValueError("its tokens have no topic")
    start, end = (np.frombuffer(column, INT) for column in of_sentences[:2])
    if (start < 0).any() or (end < start).any() or (end > len(text)).any():
        raise ValueError("its sentences lie outside of its text")


def check_numbers(
    terms: NDArray[np.int32],
    n_terms: int,
    topics: Sequence[NDArray[np.int32]],
    sentences: Sentences,
) -> None:
    """Raise a ValueError unless every token has a term that there is, and a topic."""
    if terms.size and not (terms.min() >= 0 and terms.max() < n_terms):
        raise ValueError("its tokens have terms that are not there")
    most = max(terms.size, n_terms)
    if any(state.size and not (state.min() >= 0 and state.max() <= most) for state in topics):
        raise ValueError("its topics are more than its tokens")
    if (np.asarray(sentences.words) < 0).any():
        raise ValueError("its sentences have less than no words")
