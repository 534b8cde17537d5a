"""Sentence embeddings of a neural model and maximal marginal relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from hyperdigest.errors import OptionError
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Corpus, Floats
from hyperdigest.experiments.today.mmr import CUSTOMARY_BALANCE, maximal_marginal_relevance


@dataclass(frozen=True)
class EmbeddingsMMR:
    """Sentences by the cosine of their embedding with the question's, picked by MMR on the same.

    The library sentence-transformers is asked for when called, and never asked to download.

    Parameters
    ----------
    model : folder of a sentence-transformers model, or the name of one in its local cache.
    balance : of relevance against likeness.

    Raises
    ------
    OptionError
        when called, where the library or the model is not on this machine.
    """

    model: str
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        sentences, cosines = _embedded(self.model, case.corpus)
        scores = sentences @ embeddings(self.model, [case.question])[0]
        return maximal_marginal_relevance(case, scores, cosines, self.balance)


def embeddings(model: str, texts: Sequence[str]) -> Floats:
    """(n, M) embeddings of the texts by a model on this machine, of Euclidean length 1."""
    found = _encoder(model).encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
    return np.asarray(found, np.float64)


@lru_cache(maxsize=1)
def _embedded(model: str, corpus: Corpus) -> tuple[Floats, Floats]:
    """The embeddings of a corpus and their cosines, kept for the next question put to it."""
    found = embeddings(model, [corpus.text(i) for i in range(corpus.n_sentences)])
    return found, found @ found.T


@cache
def _encoder(model: str) -> Any:
    try:
        library = import_module("sentence_transformers")
    except ImportError as error:
        raise OptionError(
            "the Python package sentence-transformers is missing: install it to use embeddings"
        ) from error
    try:
        return library.SentenceTransformer(model, device="cpu", local_files_only=True)
    except (OSError, ValueError) as error:
        raise OptionError(
            f"model {model} is not on this machine: give a folder of a sentence-transformers model"
        ) from error
