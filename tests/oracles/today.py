"""The summarizers of today written out with loops over sentences, one step of the paper a line."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np

from oracles.evidence import bm25, share_of_largest


def mmr(scores, similarity, words, budget, balance):
    """Maximal marginal relevance; `similarity` is a list of lists."""
    largest = max(scores) if max(scores) > 0 else 1.0
    chosen = []
    while True:
        best, highest = None, None
        for i in range(len(scores)):
            if i in chosen or sum(words[j] for j in [*chosen, i]) > budget:
                continue
            likeness = max((similarity[i][j] for j in chosen), default=0.0)
            value = balance * scores[i] / largest - (1 - balance) * likeness
            if highest is None or value > highest + 1e-12:
                best, highest = i, value
        if best is None:
            return chosen
        chosen.append(best)


def jumping_walk(links, damping):
    """The scores p with p = (1 - d) / n + d sum_u p(u) link(u, v) / links of u, solved at once."""
    n = len(links)
    step = np.array([[x / (sum(row) or 1.0) for x in row] for row in links])
    return np.linalg.solve(np.eye(n) - damping * step.T, np.full(n, (1 - damping) / n))


def overlap(a, b):
    """Terms that two lists of terms share over the sum of the logs of their lengths."""
    if len(a) == len(b) == 1:
        return 0.0
    return len(set(a) & set(b)) / (math.log(len(a)) + math.log(len(b)))


def sumbasic(texts, words, budget, eligible):
    """`texts` are lists of terms."""
    every = [term for text in texts for term in text]
    chance = {term: count / len(every) for term, count in Counter(every).items()}
    chosen = []
    while True:
        left = budget - sum(words[i] for i in chosen)
        fits = [
            i for i in range(len(texts)) if eligible[i] and i not in chosen and words[i] <= left
        ]
        if not fits:
            return chosen
        best = max(sorted({term for i in fits for term in texts[i]}), key=chance.get)
        holders = [i for i in fits if best in texts[i]]
        mean = {i: sum(chance[t] for t in sorted(set(texts[i]))) / len(set(texts[i])) for i in fits}
        top = max(mean[i] for i in holders)
        chosen.append(next(i for i in holders if mean[i] >= top * (1 - 1e-12)))
        for term in set(texts[chosen[-1]]):
            chance[term] **= 2


def divergence(texts, summary, smoothing):
    """KL of the terms of all texts from those of the summary, mixed with those of all texts."""
    every = Counter(term for text in texts for term in text)
    said = Counter(term for text in summary for term in text)
    n, m = sum(every.values()), sum(said.values())
    total = 0.0
    for term, count in every.items():
        p = count / n
        total += p * math.log(p / ((1 - smoothing) * said[term] / m + smoothing * p))
    return total


def klsum(texts, words, budget, eligible, smoothing):
    """The greedy, every divergence computed anew."""
    chosen, current = [], math.inf
    while True:
        values = {
            i: divergence(texts, [texts[j] for j in [*chosen, i]], smoothing)
            for i in range(len(texts))
            if eligible[i] and i not in chosen and sum(words[j] for j in [*chosen, i]) <= budget
        }
        if not values or min(values.values()) >= current:
            return chosen
        current = min(values.values())
        chosen.append(next(i for i in sorted(values) if values[i] <= current + 1e-12))


def bigrams(texts, document, least):
    """{bigram: number of documents} of those in `least` documents, and the bigrams of each text."""
    held = [set(pairwise(text)) for text in texts]
    where = {}
    for pairs, d in zip(held, document, strict=True):
        for pair in pairs:
            where.setdefault(pair, set()).add(d)
    weights = {pair: len(found) for pair, found in where.items() if len(found) >= least}
    return weights, [pairs & weights.keys() for pairs in held]


def best_cover(weights, held, words, budget, candidates):
    """The most that the concepts of any set of candidates within the budget weigh."""
    best = 0
    for size in range(len(candidates) + 1):
        for chosen in combinations(candidates, size):
            if sum(words[i] for i in chosen) <= budget:
                covered = set().union(*(held[i] for i in chosen))
                best = max(best, sum(weights[pair] for pair in covered))
    return best


def texts_of(corpus):
    """The terms of each sentence, in their order."""
    texts = [[] for _ in range(corpus.n_sentences)]
    for term, sentence in zip(corpus.split.terms, corpus.split.sentence_of, strict=True):
        texts[sentence].append(int(term))
    return texts


def feedback(texts, question, found, n_terms):
    """(V,) RM3: the question and the 30 strongest terms of the 20 best texts found, 6 to 4."""
    best = sorted((i for i in range(len(texts)) if found[i] > 0), key=lambda i: (-found[i], i))[:20]
    if not best:
        return question
    model = np.zeros(n_terms)
    for i in best:
        for term in texts[i]:
            model[term] += found[i] / sum(found[j] for j in best) / len(texts[i])
    kept = sorted(range(n_terms), key=lambda t: (-model[t], t))[:30]
    expanded = 0.6 * question / question.sum()
    for term in kept:
        expanded[term] += 0.4 * model[term] / model[kept].sum()
    return expanded


def with_documents(texts, document, question, weight):
    """BM25 of each sentence, and for those that match `weight` times that of its document."""
    document, asked = list(document), {int(t): question[t] for t in np.flatnonzero(question)}
    held = {d: [] for d in document}
    for text, d in zip(texts, document, strict=True):
        held[d] += text
    own, whole = bm25(texts, asked), bm25(list(held.values()), asked)
    of_document = share_of_largest(whole)[[list(held).index(d) for d in document]]
    return share_of_largest(own) + weight * of_document * (own > 0)
