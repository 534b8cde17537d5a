"""Evidence about a question, written out with loops over the texts."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

REACH = 2
HEADINGS = 3
LONGEST_HEADING = 25
PRIOR = 1000


def idf(texts, term):
    """How rare a term is among texts, which are lists of terms."""
    holding = sum(term in text for text in texts)
    return math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))


def norm(text, texts, k1, b):
    """The frequency of a term at which its weight in a text is half used up."""
    mean = max(sum(map(len, texts)) / len(texts), 1.0)
    return k1 * (1 - b + b * len(text) / mean)


def idf_in_document(texts, document, d, term):
    """How rare a term is among texts, less how much oftener the other texts of a document have it.

    The share of these is smoothed by as many texts as `PRIOR` with the share of all.
    """
    share = sum(term in text for text in texts) / len(texts)
    if not share:
        return 0.0
    own = [text for text, e in zip(texts, document, strict=True) if e == d]
    others = max(sum(term in text for text in own) - 1, 0)
    here = (others + PRIOR * share) / (len(own) + PRIOR)
    return max(idf(texts, term) - max(math.log(here / share), 0.0), 0.0)


def names(title, term, question):
    """Whether a term of a question names a document with a title: both have it, and the question
    has three quarters of the title, and two terms at least."""
    asked = sum(other in question for other in title)
    return term in title and asked >= max(0.75 * len(title), 2)


def bm25(texts, question, k1=1.2, b=0.75, among=None, document=None, titled=None):
    """The BM25 score of each text for a question {term: weight}, with the idf `among` others.

    With a `document` of each text, the idf is the one in that document, and half of that for terms
    that name it by its title, of which `titled` has the terms.
    """
    scores = []
    among = texts if among is None else among
    for i, text in enumerate(texts):
        count, score = Counter(text), 0.0
        for term, weight in question.items():
            if document is None:
                rare = idf(among, term)
            else:
                rare = idf_in_document(among, document, document[i], term)
                if titled and names(titled[i], term, question):
                    rare /= 2
            half = norm(text, texts, k1, b)
            score += weight * rare * count[term] * (k1 + 1) / (count[term] + half)
        scores.append(score)
    return np.array(scores)


def passages(texts, document):
    """For each sentence the terms of it and of the two on each side, in the same document."""
    near = [
        [j for j in range(len(texts)) if abs(i - j) <= REACH and document[i] == document[j]]
        for i in range(len(texts))
    ]
    return [[term for j in places for term in texts[j]] for places in near]


def shares(held, question, texts):
    """What each of `held` has of the question: a sum of weight times idf, as a share of all."""
    whole = sum(weight * idf(texts, term) for term, weight in question.items())
    had = [
        sum(weight * idf(texts, term) for term, weight in question.items() if term in text)
        for text in held
    ]
    return np.array([part / whole if whole else 0.0 for part in had])


def neighbours(values, document):
    """The value of the sentence before, and half of that of the one after."""
    around = []
    for i, d in enumerate(document):
        before = values[i - 1] if i > 0 and document[i - 1] == d else 0.0
        after = values[i + 1] if i + 1 < len(values) and document[i + 1] == d else 0.0
        around.append(before + after / 2)
    return np.array(around)


def headings(document, forms, words, hashes):
    """The runs of headings, as lists of sentences, and for each sentence the run above it or None.

    A run whose last heading its document has several times has also the last one of the nearest run
    above of which that is not so.

    Parameters
    ----------
    forms : the name of the form of each sentence.
    hashes : the hash of the text of each one.
    """
    runs, above = [], []
    for i, d in enumerate(document):
        if forms[i] in ("heading", "question") and words[i] <= LONGEST_HEADING:
            if runs and runs[-1][-1] == i - 1 and document[i - 1] == d:
                runs[-1].append(i)
            else:
                runs.append([i])
            above.append(None)
        else:
            stands_under = runs and document[runs[-1][-1]] == d
            above.append(len(runs) - 1 if stands_under else None)
    said = Counter((document[run[-1]], hashes[run[-1]]) for run in runs)
    found, entry = [], {}
    for run in runs:
        own, last = document[run[-1]], run[-1]
        if said[own, hashes[last]] == 1:
            entry[own] = [last]
            found.append(run[-HEADINGS:])
        else:
            found.append(run[-HEADINGS:] + entry.get(own, []))
    return found, above


def ngrams(term):
    """The runs of three and of four characters of a term behind a mark."""
    marked = "^" + term
    return {marked[i : i + n] for n in (3, 4) for i in range(len(marked) - n + 1)}


def related(vocabulary, asked):
    """The square of the cosine of each term with the nearest one asked, where that is above a half.

    Terms of the same runs of characters as one asked have nothing from it.
    """
    found = []
    for term in vocabulary:
        nearest = 0.0
        for other in asked:
            ours, theirs = ngrams(term), ngrams(other)
            if len(other) >= 4 and ours and ours != theirs:
                cosine = len(ours & theirs) / math.sqrt(len(ours) * len(theirs))
                nearest = max(nearest, cosine if cosine > 0.5 else 0.0)
        found.append(nearest**2)
    return np.array(found)


def as_question(weights):
    return {int(term): weights[term] for term in np.flatnonzero(weights)}


def words_of(texts, document, question, titled=None):
    """BM25 of sentences, which hardly hold a term twice."""
    return bm25(texts, as_question(question), 0.6, 0.4, document=document, titled=titled)


def sources(texts, document, forms, words, asked, topic, titles=(), title=()):
    """What each source says of each sentence; `topic` is the paper's p(j|q).

    `titles` are lists of terms, and `title` is the number of that of each sentence, or None.
    """
    title = title or [None] * len(texts)
    titled = [[] if t is None else titles[t] for t in title]
    question, document = as_question(asked.terms), list(document)
    own = words_of(texts, document, asked.terms, titled)
    akin = words_of(texts, document, asked.related, titled)
    around = passages(texts, document)
    by_document = {d: [] for d in document}
    for text, d in zip(texts, document, strict=True):
        by_document[d] += text
    of_document = bm25(list(by_document.values()), question)
    runs, above = headings(document, forms, words, words)
    heads = [[term for i in run for term in texts[i]] for run in runs]
    of_heading = bm25([*heads, *titles], question) if heads or titles else []
    return {
        "topic": share_of_largest(topic),
        "word": share_of_largest(own),
        "related": akin / own.max() if own.max() > 0 else share_of_largest(akin),
        "written": asked.written,
        "coverage": shares(
            [[*near, *t] for near, t in zip(around, titled, strict=True)], question, texts
        )
        ** 2,
        "passage": share_of_largest(
            bm25(around, question, among=texts, document=document, titled=titled)
        ),
        "neighbour": share_of_largest(neighbours(own, document)),
        "heading": share_of_largest(
            np.array(
                [
                    (0.0 if run is None else of_heading[run])
                    + (0.0 if t is None else of_heading[len(heads) + t])
                    for run, t in zip(above, title, strict=True)
                ]
            )
        ),
        "document": share_of_largest(of_document)[[list(by_document).index(d) for d in document]],
        "embedding": asked.meaning,
    }


def share_of_largest(values):
    return values / values.max() if values.max() > 0 else values


def evidence(by_source, weights, own, incomplete, sharpening=0.0, incomplete_weight=1.0):
    """The weighted sum of the sources, less where a sentence may be incomplete, sharpened.

    Parameters
    ----------
    own : BM25 of each sentence.
    incomplete : whether each sentence may be.
    """
    total = []
    for i in range(len(own)):
        total_value = sum(weights[name] * by_source[name][i] for name in weights)
        total.append(total_value * incomplete_weight if incomplete[i] else total_value)
    total = np.array(total)
    matching = sum(1 for score in own if score >= max(own) / 2)
    if max(own) > 0 and sharpening > 0:
        total = share_of_largest(total) ** (1 + sharpening / matching)
    return total / total.sum() if total.sum() > 0 else np.full(len(total), 1 / len(total))
