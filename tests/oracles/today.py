"""The summarizers of today written out with loops over sentences, one step of the paper a line."""

from __future__ import annotations


def mmr(scores, similarity, words, budget, balance):
    """Maximal marginal relevance; `similarity` is a list of lists."""
    largest = max(scores) if max(scores) > 0 else 1.0
    chosen = []
    while True:
        best, worth = None, None
        for i in range(len(scores)):
            if i in chosen or sum(words[j] for j in [*chosen, i]) > budget:
                continue
            likeness = max((similarity[i][j] for j in chosen), default=0.0)
            value = balance * scores[i] / largest - (1 - balance) * likeness
            if worth is None or value > worth + 1e-12:
                best, worth = i, value
        if best is None:
            return chosen
        chosen.append(best)
