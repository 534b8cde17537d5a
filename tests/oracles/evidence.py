"""Evidence about a question, written out with loops over the texts."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np


def bm25(texts, question):
    """The BM25 score of each text, a list of terms, for a question {term: weight}."""
    counts = [Counter(text) for text in texts]
    mean = max(sum(map(len, texts)) / len(texts), 1.0)
    scores = []
    for text, count in zip(texts, counts, strict=True):
        score = 0.0
        for term, weight in question.items():
            holding = sum(term in other for other in counts)
            idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            norm = 1.2 * (1 - 0.75 + 0.75 * len(text) / mean)
            score += weight * idf * count[term] * (1.2 + 1) / (count[term] + norm)
        scores.append(score)
    return np.array(scores)


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


def sources(texts, document, words, question, topic, likeness):
    """What each source says of each sentence; `topic` is the paper's p(j|q)."""
    asked = {int(t): question[t] for t in np.flatnonzero(question)}
    document = list(document)
    documents = {d: [] for d in document}
    for text, d in zip(texts, document, strict=True):
        documents[d] += text
    by_word, by_document = bm25(texts, asked), bm25(list(documents.values()), asked)
    of_document = by_document[[list(documents).index(d) for d in document]]
    found = share_of_largest(by_word) + 0.6 * share_of_largest(of_document) * (by_word > 0)
    expanded = feedback(texts, question, found, len(question))
    return {
        "topic": topic,
        "word": by_word,
        "document": of_document,
        "feedback": bm25(texts, {int(t): expanded[t] for t in np.flatnonzero(expanded)}),
        "length": np.array([min(1, count / 25) for count in words]),
        "position": np.array([1 / (1 + document[:i].count(d)) for i, d in enumerate(document)]),
        "embedding": np.array([max(0.0, x - sum(likeness) / len(likeness)) for x in likeness]),
    }


def share_of_largest(values):
    return values / values.max() if values.max() > 0 else values


def evidence(by_source, weights):
    """The weighted sum of the sources, each as a share of its largest, scaled to sum to 1."""
    total = sum(weights[name] * share_of_largest(by_source[name]) for name in weights)
    return total / total.sum() if total.sum() > 0 else np.full(len(total), 1 / len(total))
