"""Concept coverage: the summary that covers most bigrams, found by integer programming."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.experiments.task_input import Case, Corpus

SHARE_OF_DOCUMENTS = 0.3
"""Three documents of the ten that a set of TAC 2008 has."""


@dataclass(frozen=True)
class ConceptCoverage:
    """Concept coverage by integer programming (Gillick & Favre 2009), which asks no question.

    Concepts are bigrams, worth the number of documents that they stand in and counted once however
    often they are said; bigrams of few documents are dropped. Ours: bigrams are of neighbouring
    stems in a sentence once the stop words are out, and where there are fewer than ten documents
    a bigram has to stand in three of ten of them.

    Parameters
    ----------
    documents : in how many a bigram has to stand.
    seconds : the most that the solver takes. What it has found by then, if anything, is taken, so
        only a program solved in time has the same summary on every machine.
    """

    documents: int = 3
    seconds: float = 30.0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in their order, within the budget."""
        held, weights = concepts(case.corpus, self.documents)
        candidates = np.flatnonzero(case.eligible & (case.corpus.lengths <= case.budget))
        held = held[candidates]
        useful = np.flatnonzero(np.asarray(held.sum(axis=1)) > 0)
        if not useful.size:
            return []
        candidates, held = candidates[useful], held[useful]
        lengths = case.corpus.lengths[candidates]
        taken = covering(held, weights, lengths, case.budget, self.seconds)
        return [int(i) for i in candidates[taken]]


def concepts(corpus: Corpus, documents: int) -> tuple[Any, Floats]:
    """(N, C) csr of 1 where a sentence holds a bigram, and (C,) in how many documents each stands.

    Parameters
    ----------
    documents : in how many a bigram has to stand.
    """
    terms, sentence = corpus.split.terms.astype(np.int64), corpus.split.sentence_of
    together = sentence[1:] == sentence[:-1]
    codes = (terms[:-1] * corpus.n_terms + terms[1:])[together]
    _, bigram = np.unique(codes, return_inverse=True)
    place = sentence[:-1][together]
    n_bigrams = int(bigram.max()) + 1 if bigram.size else 0
    held = count_pairs(place, bigram, (corpus.n_sentences, n_bigrams)).sign()
    _, document = np.unique(corpus.document, return_inverse=True)
    n_documents = int(document.max()) + 1
    by_document = count_pairs(document[place], bigram, (n_documents, n_bigrams))
    spread = np.bincount(by_document.indices, minlength=n_bigrams)
    kept = np.flatnonzero(spread >= min(documents, ceil(SHARE_OF_DOCUMENTS * n_documents)))
    return held.tocsc()[:, kept].tocsr(), spread[kept].astype(np.float64)


def covering(
    held: Any, weights: Floats, lengths: NDArray[np.int32], budget: int, seconds: float
) -> NDArray[np.bool_]:
    """(n,) the sentences within the budget whose concepts weigh most together.

    With s_j = 1 for a sentence taken and c_i = 1 for a concept covered, sum_i w_i c_i is maximized
    under sum_j l_j s_j <= L and c_i <= sum of s_j over the sentences with i. The other condition of
    the authors, s_j <= c_i, holds by itself where all weights are above 0. Presolve is off for
    the reason that `selection.solver` has.

    Parameters
    ----------
    held : (n, C) csr of ones.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    n, n_concepts = held.shape
    covered = sparse.hstack([-held.T, sparse.eye_array(n_concepts)], "csr")
    solution = milp(
        c=np.append(np.zeros(n), -weights),
        integrality=np.append(np.ones(n), np.zeros(n_concepts)),
        bounds=Bounds(0.0, 1.0),
        constraints=[
            LinearConstraint(np.append(lengths, np.zeros(n_concepts)), ub=budget),
            LinearConstraint(covered, ub=0.0),
        ],
        options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": False},
    )
    return np.zeros(n, bool) if solution.x is None else solution.x[:n] > 0.5
