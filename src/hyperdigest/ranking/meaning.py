"""Evidence from embeddings: how near the meaning of sentences and passages is to the question's.

To embed all sentences of a collection takes minutes, so that only candidates are compared: those
with the best evidence of other kinds, and the sentences around them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.ranking.embeddings import embeddings
from hyperdigest.ranking.passages import REACH
from hyperdigest.record import CollectionRecord

MOST_CANDIDATES = 100
"""So many sentences are compared with the question; with 60 or 200 digests are hardly different."""

PASSAGE_SHARE = 1 / 3
"""The weight of the passage around a sentence; the sentence has the rest."""


@dataclass(frozen=True)
class Meaning:
    """How near sentences are to a question by their embeddings.

    Parameters
    ----------
    evidence : (N,) how far the similarity of each candidate is above their mean, relative to the
        most similar one; 0 for other sentences.
    nearness : how far the most similar candidate is above their mean, relative to a sentence that
        is the question; in [0, 1]. Unlike cosines it hardly depends on the model.
    """

    evidence: Floats
    nearness: float


def meaning(collection: CollectionRecord, question: str, model: str, total: Floats) -> Meaning:
    """Compare the sentences that other evidence is best for with a question.

    The similarity of a sentence is the weighted mean of two cosines: of its embedding, and of the
    sum of those of its passage.

    Parameters
    ----------
    model : the name of a plugin or a folder; see `embeddings`, whose errors are raised.
    total : (N,) the other evidence for each sentence.
    """
    chosen = candidates(total, MOST_CANDIDATES)
    document = collection.split.sentences.document
    around = chosen[:, np.newaxis] + np.arange(-REACH, REACH + 1)
    inside = (around >= 0) & (around < len(document))
    around = np.where(inside, around, chosen[:, np.newaxis])
    inside &= document[around] == document[chosen][:, np.newaxis]
    embedded = np.unique(around[inside])
    rows = embeddings(model, [collection.text(number) for number in embedded.tolist()])
    asked = embeddings(model, [question])[0]
    passages = np.zeros((len(chosen), rows.shape[1]))
    for step in range(around.shape[1]):
        there = inside[:, step]
        passages[there] += rows[np.searchsorted(embedded, around[there, step])]
    lengths = np.linalg.norm(passages, axis=1)
    own = rows[np.searchsorted(embedded, chosen)] @ asked
    of_passages = passages @ asked / np.where(lengths > 0, lengths, 1.0)
    similarity = (1 - PASSAGE_SHARE) * own + PASSAGE_SHARE * of_passages
    above = np.maximum(similarity - similarity.mean(), 0.0)
    furthest = float(above.max())
    evidence = np.zeros(len(total))
    if furthest > 0:
        evidence[chosen] = above / furthest
    return Meaning(evidence, furthest / max(furthest, 1 - float(similarity.mean()), 1e-9))


def candidates(total: Floats, most: int) -> Indices:
    """The sentences with the best evidence, at most so many, in order.

    Places that are left are spread evenly over the sentences with the least evidence, which have
    none of their own, as an answer may have no word of the question.
    """
    is_least = total <= total.min()
    found, others = np.flatnonzero(~is_least), np.flatnonzero(is_least)
    best = found[np.argsort(-total[found], kind="stable")[:most]]
    left = min(most - len(best), len(others))
    spread = others[np.arange(left) * len(others) // max(left, 1)]
    return np.sort(np.concatenate([best, spread]))
