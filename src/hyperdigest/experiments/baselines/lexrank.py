"""Random walks over similar sentences: topic-sensitive LexRank, LexRank and TextRank.

Topic-sensitive LexRank restarts at the question; the two others restart anywhere and ask no
question.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal, grow
from hyperdigest.experiments.baselines.simple import question_shares
from hyperdigest.experiments.task_input import Case, Corpus

PRECISION = 1e-12
"""The scores of all sentences together are right to this."""


@dataclass(frozen=True)
class TSLexRank:
    """Table (tabGraphMethods), row TS-LEXRANK. Topic-sensitive LexRank (Otterbacher et al. 2005).

    Sentences with any lexical similarity are neighbours. Ours, after Xiong & Ji 2016: the summary
    is taken from the scores by greedy redundancy removal.

    Parameters
    ----------
    question_weight : the question's part of a score, in (0, 1] [omega_1].
    redundancy : the largest cosine with a sentence already taken.
    """

    question_weight: float = 0.95
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = _scores(case.corpus, case.question, self.question_weight)
        return greedy_redundancy_removal(case, scores, self.redundancy)


@lru_cache(maxsize=1)
def _scores(corpus: Corpus, question: str, question_weight: float) -> Floats:
    """(N,) the scores for a question, kept for the next budget that it is asked at."""
    case = Case(corpus, question, 0, np.ones(corpus.n_sentences, bool))
    return topic_sensitive_lexrank(question_shares(case), corpus.cosines, question_weight)


@dataclass(frozen=True)
class LexRank:
    """Continuous LexRank (Erkan & Radev 2004), which asks no question.

    The walk follows the cosines of tf-isf vectors, the 1 of each sentence with itself included as
    in the paper, and jumps to any sentence now and then. Sentences are taken by falling score,
    those too like one already taken left out, as the authors' summarizer MEAD does.

    Parameters
    ----------
    damping : chance of following a link, in [0, 1).
    redundancy : the largest cosine with a sentence already taken.
    """

    damping: float = 0.85
    redundancy: float = 0.5

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = case.corpus.cosines + sparse.eye_array(n, format="csr")
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return greedy_redundancy_removal(case, scores, self.redundancy)


@dataclass(frozen=True)
class TextRank:
    """TextRank (Mihalcea & Tarau 2004), which asks no question and takes no care of repetition.

    A sentence without neighbours keeps the chance of a jump alone.

    Parameters
    ----------
    damping : chance of following a link, in [0, 1).
    """

    damping: float = 0.85

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = overlaps(case.corpus.counts)
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return grow(case, scores, lambda worth, taken: None)


def overlaps(counts: Any) -> Any:
    """(N, N) csr, terms shared by two sentences over the sum of the logs of their lengths.

    Ours: terms are stems without stop words, and lengths count them; two sentences of a single
    term, for which the sum is 0, are no neighbours.

    Parameters
    ----------
    counts : (N, V) csr, how often each term stands in each sentence.
    """
    held = counts.sign()
    shared = (held @ held.T).tocoo()
    logs = np.log(np.asarray(counts.sum(axis=1)))
    sums = logs[shared.row] + logs[shared.col]
    linked = (shared.row != shared.col) & (sums > 0)
    pairs = shared.row[linked], shared.col[linked]
    return sparse.csr_array((shared.data[linked] / sums[linked], pairs), shared.shape)


def topic_sensitive_lexrank(shares: Floats, cosines: Any, question_weight: float) -> Floats:
    """Eq. (r_i). The fixed point r of r_i = omega shares_i + (1 - omega) sum_j p(i|j) r_j, (N,).

    p(i|j) is the similarity of i and j over the sum of those of j: a step is normalised by its
    source, a stochastic walk as in Otterbacher et al. 2005, where the paper prints the sum of the
    target. A sentence without neighbours leads nowhere and has the question's part alone.

    Parameters
    ----------
    shares : (N,) the question's part of each sentence, of sum 1.
    cosines : (N, N) csr, symmetric, without diagonal.
    question_weight : omega_1.

    Raises
    ------
    OptionError
        where question_weight is not in (0, 1].
    """
    if not 0 < question_weight <= 1:
        raise OptionError(f"question_weight is {question_weight}: give a number in (0, 1]")
    sums = np.asarray(cosines.sum(axis=1))
    sums[sums == 0] = 1.0
    walkers = question_weight * shares
    scores = walkers.copy()
    while walkers.sum() > PRECISION * question_weight:
        walkers = (1 - question_weight) * (cosines @ (walkers / sums))
        scores += walkers
    return scores
