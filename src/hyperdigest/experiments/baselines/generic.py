"""Summarizers that ignore the question: leading or random sentences, SumBasic, KL-Sum, concepts.

Any method must beat the leading and the random sentences.
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
from hyperdigest.experiments.systems import Case, DocumentIndex, fill
from hyperdigest.selection.lazy_greedy import TIE


@dataclass(frozen=True)
class LeadOfLatest:
    """Table (tabCompar), row Basel. The beginning of the most recent document (NIST, DUC 2005-07).

    Of documents with the same date, or without dates, the last is the most recent. Ours, as for
    every system: only whole eligible sentences, without those that no longer fit; a document with
    no sentence that fits is skipped. If the document is short, the budget is not filled.
    """

    def __call__(self, case: Case) -> list[int]:
        dates = case.corpus.dates
        latest_first = sorted(range(len(dates)), key=lambda d: (dates[d], d), reverse=True)
        leads = (fill(case, _sentences(case, document)) for document in latest_first)
        return next((lead for lead in leads if lead), [])


@dataclass(frozen=True)
class LeadOfRandom:
    """The beginnings of documents in random order, as the paper describes the baseline of DUC.

    If a document is shorter than the budget, the next one follows, so that the budget is filled.
    """

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        order = np.random.Generator(np.random.PCG64(self.seed)).permutation(len(case.corpus.dates))
        return fill(case, np.concatenate([_sentences(case, d) for d in map(int, order)]))


def _sentences(case: Case, document: int) -> NDArray[np.intp]:
    return np.flatnonzero(case.corpus.document == document)


@dataclass(frozen=True)
class RandomSentences:
    """Eligible sentences in random order."""

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        generator = np.random.Generator(np.random.PCG64(self.seed))
        return fill(case, generator.permutation(case.corpus.n_sentences))


@dataclass(frozen=True)
class SumBasic:
    """SumBasic (Nenkova & Vanderwende 2005), which ignores the question.

    Of the sentences with the most probable word, it takes the one whose words are most probable on
    average, and then squares the probability of each of its words. Words are stems without stop
    words, counted once per sentence. Ours: only words of eligible sentences that still fit are
    considered, until there is none.
    """

    def __call__(self, case: Case) -> list[int]:
        counts, words = case.corpus.counts, case.corpus.lengths
        contains = counts.sign()
        sizes = np.diff(counts.indptr)
        by_term = contains.tocsc()
        probability = np.asarray(counts.sum(axis=0)) / counts.sum()
        free, left = case.eligible.copy(), case.budget
        chosen: list[int] = []
        while (fits := free & (words <= left)).any():
            frequent = int(np.argmax(np.where(contains.T @ fits > 0, probability, -1.0)))
            candidates = fits & (by_term[:, [frequent]].toarray()[:, 0] > 0)
            means = np.where(candidates, contains @ probability / sizes, -1.0)
            taken = int(np.argmax(means >= means.max() * (1 - TIE)))
            chosen.append(taken)
            left -= int(words[taken])
            free[taken] = False
            probability[contains.indices[slice(*contains.indptr[taken : taken + 2])]] **= 2
        return chosen


@dataclass(frozen=True)
class KLSum:
    """KL-Sum (Haghighi & Vanderwende 2009), which ignores the question.

    Sentences are added one by one, each time the one with the lowest KL(documents || summary) of
    the distributions of terms, as long as it falls. The paper has no smoothing, without which a
    term missing in the summary makes it infinite. Ours is that of Jelinek & Mercer, a mixture with
    the distribution of the documents, with the weight that Zhai & Lafferty 2004 found best for
    short queries. (Additive smoothing would favour the shortest summary.) `smoothing` is the share
    of the documents in the smoothed distribution of the summary, in (0, 1).
    """

    smoothing: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        counts = case.corpus.counts
        summary = np.zeros(counts.shape[1])

        def add(values: Floats, taken: int) -> None:
            reached = -values[taken]
            row = slice(*counts.indptr[taken : taken + 2])
            summary[counts.indices[row]] += counts.data[row]
            found = divergences(counts, summary, self.smoothing)
            values[:] = np.where(found < reached, -found, -np.inf)

        return grow(case, -divergences(counts, summary, self.smoothing), add)


def divergences(counts: Any, summary: Floats, smoothing: float) -> Floats:
    """(N,) KL divergence of the summary from the documents with each of the sentences added.

    Terms in neither the summary nor the sentence contribute the same for every sentence. Terms in
    the summary but not in the sentence depend only on the length of the sentence. `counts` is the
    (N, V) csr count of each term in each sentence, and `summary` the (V,) count in the summary.
    """
    totals = np.asarray(counts.sum(axis=0))
    wanted = totals / totals.sum()
    lengths, length_of = np.unique(np.asarray(counts.sum(axis=1)), return_inverse=True)
    grown = summary.sum() + lengths

    def contribution(count: Floats, share: Floats, size: Floats) -> Floats:
        """The contribution to the divergence of terms with a share in the documents."""
        found: Floats = -share * np.log((1 - smoothing) * count / size / share + smoothing)
        return found

    known = np.flatnonzero(summary)
    missing = -np.log(smoothing) * (1 - wanted[known].sum())
    of_known = contribution(summary[known], wanted[known], grown[:, None]).sum(axis=1)
    before = missing + of_known
    terms, sizes = counts.indices, np.repeat(grown[length_of], np.diff(counts.indptr))
    count, share = summary[terms], wanted[terms]
    after = contribution(count + counts.data, share, sizes)
    change = after - contribution(count, share, sizes)
    changes = sparse.csr_array((change, terms, counts.indptr), counts.shape).sum(axis=1)
    return np.asarray(before[length_of] + changes)


@dataclass(frozen=True)
class ConceptCoverage:
    """Concept coverage by integer programming (Gillick & Favre 2009), which ignores the question.

    Concepts are bigrams. Each is weighted by the number of its documents and counts once in a
    summary; bigrams of few documents are dropped. Ours: bigrams are of neighbouring stems in a
    sentence without its stop words, and with fewer than ten documents a bigram must be in three
    tenths of them. `documents` is the least number of documents of a bigram. `seconds` is the time
    limit of the solver, which then returns its best solution so far: only a program solved in time
    gives the same summary on every machine.
    """

    documents: int = 3
    seconds: float = 30.0

    def __call__(self, case: Case) -> list[int]:
        bigrams, weights = concepts(case.corpus, self.documents)
        candidates = np.flatnonzero(case.eligible & (case.corpus.lengths <= case.budget))
        bigrams = bigrams[candidates]
        useful = np.flatnonzero(np.asarray(bigrams.sum(axis=1)) > 0)
        if not useful.size:
            return []
        candidates, bigrams = candidates[useful], bigrams[useful]
        lengths = case.corpus.lengths[candidates]
        taken = covering(bigrams, weights, lengths, case.budget, self.seconds)
        return [int(i) for i in candidates[taken]]


def concepts(corpus: DocumentIndex, documents: int) -> tuple[Any, Floats]:
    """(N, C) csr with a 1 for each bigram of a sentence, and (C,) number of documents of each.

    `documents` is the least number of documents of a bigram, if there are ten documents or more, as
    in the sets of TAC 2008.
    """
    terms, sentence = corpus.split.terms.astype(np.int64), corpus.split.sentence_of
    together = sentence[1:] == sentence[:-1]
    codes = (terms[:-1] * corpus.n_terms + terms[1:])[together]
    _, bigram = np.unique(codes, return_inverse=True)
    place = sentence[:-1][together]
    n_bigrams = int(bigram.max()) + 1 if bigram.size else 0
    bigrams = count_pairs(place, bigram, (corpus.n_sentences, n_bigrams)).sign()
    _, document = np.unique(corpus.document, return_inverse=True)
    n_documents = int(document.max()) + 1
    by_document = count_pairs(document[place], bigram, (n_documents, n_bigrams))
    spread = np.bincount(by_document.indices, minlength=n_bigrams)
    frequent = np.flatnonzero(spread >= min(documents, ceil(0.3 * n_documents)))
    return bigrams.tocsc()[:, frequent].tocsr(), spread[frequent].astype(np.float64)


def covering(
    concepts: Any, weights: Floats, lengths: NDArray[np.int32], budget: int, seconds: float
) -> NDArray[np.bool_]:
    """(n,) mask of the sentences within the budget with the largest total weight of concepts.

    With s_j = 1 for a sentence taken and c_i = 1 for a concept covered, sum_i w_i c_i is maximized
    under sum_j l_j s_j <= L and c_i <= sum of s_j over the sentences with i. The other condition of
    the authors, s_j <= c_i, follows if all weights are above 0. Presolve is off for the reason
    given in `selection.solver`. `concepts` is an (n, C) csr of ones.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    n, n_concepts = concepts.shape
    covered = sparse.hstack([-concepts.T, sparse.eye_array(n_concepts)], "csr")
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
