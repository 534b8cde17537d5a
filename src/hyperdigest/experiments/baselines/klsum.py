"""KL-Sum: a summary whose words are distributed as those of the documents are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.experiments.baselines.selectors import grow
from hyperdigest.experiments.task_input import Case


@dataclass(frozen=True)
class KLSum:
    """KL-Sum (Haghighi & Vanderwende 2009), which asks no question.

    Sentences are added one by one, that which brings KL(documents || summary) of the distributions
    of terms lowest first; after the first of all, only as long as it falls. The paper names no
    smoothing, without which a term left unsaid makes it infinite; ours is that of Jelinek & Mercer,
    a mixture with the distribution of the documents, at the weight that Zhai & Lafferty 2004 found
    best for short queries. (A little added to each count would favour the shortest summary.)

    Parameters
    ----------
    smoothing : share of the documents in the smoothed distribution of the summary, in (0, 1).
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
    summary holds already only the length of what is added matters.

    Parameters
    ----------
    counts : (N, V) csr, how often each term stands in each sentence.
    said : (V,) how often each term stands in the summary.
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
