"""Sentence embeddings of a neural model and maximal marginal relevance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hyperdigest.evidence.embeddings import embeddings
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Corpus, Floats
from hyperdigest.experiments.today.mmr import CUSTOMARY_BALANCE, maximal_marginal_relevance


@dataclass(frozen=True)
class EmbeddingsMMR:
    """Sentences by the cosine of their embedding with the question's, picked by MMR on the same.

    Parameters
    ----------
    model : folder of a sentence-transformers model.
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


@lru_cache(maxsize=1)
def _embedded(model: str, corpus: Corpus) -> tuple[Floats, _Cosines]:
    """The embeddings of a corpus and their cosines, kept for the next question put to it."""
    found = embeddings(model, [corpus.text(i) for i in range(corpus.n_sentences)])
    return found, _Cosines(found)


class _Cosines:
    """(N, N) cosines of (N, E) embeddings by rows: all of a large pile would fill the memory."""

    def __init__(self, embedded: Floats) -> None:
        self._embedded = embedded

    def __getitem__(self, sentences: list[int]) -> Floats:
        """The rows of some sentences."""
        return self._embedded[sentences] @ self._embedded.T
