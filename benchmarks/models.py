"""A collection and its model made of a synthetic corpus, without reading or splitting text."""

from __future__ import annotations

import numpy as np

from corpora import LITTLE_SHARE, Corpus, words
from hyperdigest.documents import Document, Sentences
from hyperdigest.model import Collection, Model
from hyperdigest.options import Options
from hyperdigest.split import Split


def collection(corpus: Corpus) -> Collection:
    """The collection that splitting the corpus's texts would give, but for the texts."""
    n = len(corpus.documents)
    rng = np.random.default_rng(n)
    place = np.arange(n, dtype=np.int32)
    tokens = np.bincount(corpus.sentences, minlength=n)
    little = rng.binomial(tokens, LITTLE_SHARE).astype(np.int32)
    sentences = Sentences(
        document=corpus.documents.astype(np.int32),
        start=place,
        end=place + 1,
        words=(tokens + little).astype(np.int32),
        form=np.zeros(n, np.uint8),
        text_hash=place.astype(np.uint64),
        kind=np.zeros(n, np.uint8),
        **dict.fromkeys(("context", "list_number", "ordinal", "of"), np.zeros(n, np.int32)),
    )
    vocabulary = tuple(words(corpus.n_terms))
    split = Split(
        sentences,
        vocabulary,
        vocabulary,
        corpus.terms.astype(np.int32),
        corpus.sentences.astype(np.int32),
    )
    documents = (f"{number:06}" for number in range(corpus.documents[-1] + 1))
    return Collection(tuple(Document(name, name, "") for name in documents), split)


def model(corpus: Corpus, sweeps: int) -> Model:
    """Its topics after so many sweeps under the preset ``default``."""
    return collection(corpus).fit(Options(sweeps=sweeps))
