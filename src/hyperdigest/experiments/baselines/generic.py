"""Summarizers that ask no question: leading and random sentences, SumBasic, KL-Sum, concepts.

The first three are the floor that any method must beat.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.experiments.baselines.selectors import grow
from hyperdigest.experiments.systems import Case, Corpus, fill
from hyperdigest.selection.lazy_greedy import TIE


@dataclass(frozen=True)
class LeadOfLatest:
    """Table (tabCompar), row Basel. The beginning of the most recent document (NIST, DUC 2005-07).

    Where no date is known the last document is the most recent, and of those of the same day the
    last. Ours, as for every system: eligible sentences only, whole, one that no longer fits passed
    over; a document without one that fits is passed over too. A short document is not topped up.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        dates = case.corpus.dates
        latest_first = sorted(range(len(dates)), key=lambda d: (dates[d], d), reverse=True)
        leads = (fill(case, _sentences(case, document)) for document in latest_first)
        return next((lead for lead in leads if lead), [])


@dataclass(frozen=True)
class LeadOfRandom:
    """The beginnings of documents in random order, as the paper words the baseline of DUC.

    The next document is opened where one is shorter than the budget, so that the budget is filled.
    """

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        order = np.random.Generator(np.random.PCG64(self.seed)).permutation(len(case.corpus.dates))
        return fill(case, np.concatenate([_sentences(case, d) for d in map(int, order)]))


def _sentences(case: Case, document: int) -> NDArray[np.intp]:
    return np.flatnonzero(case.corpus.document == document)


@dataclass(frozen=True)
class RandomSentences:
    """Eligible sentences in random order."""

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        generator = np.random.Generator(np.random.PCG64(self.seed))
        return fill(case, generator.permutation(case.corpus.n_sentences))


@dataclass(frozen=True)
class SumBasic:
    """SumBasic (Nenkova & Vanderwende 2005), which asks no question.

    Of the sentences that hold the most probable word, the one whose words are most probable on
    average is taken; then the probability of each of its words is squared. Words are stems without
    stop words, a word counted once in a sentence. Ours: only words of the eligible sentences that
    still fit are looked at, until there is none.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        counts, words = case.corpus.counts, case.corpus.lengths
        held = counts.sign()
        sizes = np.diff(counts.indptr)
        by_term = held.tocsc()
        probability = np.asarray(counts.sum(axis=0)) / counts.sum()
        free, left = case.eligible.copy(), case.budget
        chosen: list[int] = []
        while (fits := free & (words <= left)).any():
            frequent = int(np.argmax(np.where(held.T @ fits > 0, probability, -1.0)))
            holding = fits & (by_term[:, [frequent]].toarray()[:, 0] > 0)
            means = np.where(holding, held @ probability / sizes, -1.0)
            taken = int(np.argmax(means >= means.max() * (1 - TIE)))
            chosen.append(taken)
            left -= int(words[taken])
            free[taken] = False
            probability[held.indices[slice(*held.indptr[taken : taken + 2])]] **= 2
        return chosen


@dataclass(frozen=True)
class KLSum:
    """KL-Sum (Haghighi & Vanderwende 2009), which asks no question.

    Sentences are added one by one, that which brings KL(documents || summary) of the distributions
    of terms lowest first; after the first of all, only as long as it falls. The paper names no
    smoothing, without which a term left unsaid makes it infinite; ours is that of Jelinek & Mercer,
    a mixture with the distribution of the documents, at the weight that Zhai & Lafferty 2004 found
    best for short queries. (A little added to each count would favour the shortest summary.)
    `smoothing` is the share of the documents in the smoothed distribution of the summary, in (0,
    1).
    """

    smoothing: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        counts = case.corpus.counts
        said = np.zeros(counts.shape[1])

        def add(worth: Floats, taken: int) -> None:
            reached = -worth[taken]
            row = slice(*counts.indptr[taken : taken + 2])
            said[counts.indices[row]] += counts.data[row]
            found = divergences(counts, said, self.smoothing)
            worth[:] = np.where(found < reached, -found, -np.inf)

        return grow(case, -divergences(counts, said, self.smoothing), add)


def divergences(counts: Any, said: Floats, smoothing: float) -> Floats:
    """(N,) KL of the documents from the summary with each of the sentences added.

    Terms that neither holds have the same share in it, whatever is added; for those that the
    summary holds already only the length of what is added matters. `counts` is an (N, V) csr of how
    often each term stands in each sentence. `said` tells (V,) how often each term stands in the
    summary.
    """
    totals = np.asarray(counts.sum(axis=0))
    wanted = totals / totals.sum()
    lengths, length_of = np.unique(np.asarray(counts.sum(axis=1)), return_inverse=True)
    grown = said.sum() + lengths

    def lost(count: Floats, share: Floats, size: Floats) -> Floats:
        """What terms with a share in the documents add to the divergence."""
        found: Floats = -share * np.log((1 - smoothing) * count / size / share + smoothing)
        return found

    held = np.flatnonzero(said)
    unsaid = -np.log(smoothing) * (1 - wanted[held].sum())
    before = unsaid + lost(said[held], wanted[held], grown[:, None]).sum(axis=1)
    terms, sizes = counts.indices, np.repeat(grown[length_of], np.diff(counts.indptr))
    count, share = said[terms], wanted[terms]
    change = lost(count + counts.data, share, sizes) - lost(count, share, sizes)
    changes = sparse.csr_array((change, terms, counts.indptr), counts.shape).sum(axis=1)
    return np.asarray(before[length_of] + changes)


SHARE_OF_DOCUMENTS = 0.3
"""Three documents of the ten that a set of TAC 2008 has."""


@dataclass(frozen=True)
class ConceptCoverage:
    """Concept coverage by integer programming (Gillick & Favre 2009), which asks no question.

    Concepts are bigrams, worth the number of documents that they stand in and counted once however
    often they are said; bigrams of few documents are dropped. Ours: bigrams are of neighbouring
    stems in a sentence once the stop words are out, and where there are fewer than ten documents a
    bigram has to stand in three of ten of them. `documents` says in how many a bigram has to stand.
    `seconds` is the most that the solver takes. What it has found by then, if anything, is taken,
    so only a program solved in time has the same summary on every machine.
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

    `documents` says in how many a bigram has to stand.
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
    the authors, s_j <= c_i, holds by itself where all weights are above 0. Presolve is off for the
    reason that `selection.solver` has. `held` is an (n, C) csr of ones.
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
