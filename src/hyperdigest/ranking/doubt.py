"""Doubt whether documents answer a question at all, from how much of it any sentence covers.

How much a sentence covers is the mean of two shares of the question's idf: that of the words which
stand in the sentence, and that of the words which stand in the passage around it. Where a question
has more than `ENOUGH_WORDS` words, the idf of so many of the rarest is taken for that of all: no
sentence has all words of a question that tells a story. Stop words and words that only ask do not
count; a word in no document counts with the idf of a term in no sentence. Where a word is missing,
a term that is spelt much like it counts for it in part, by the square of their cosine
(`related.Spelling`): another form of the word may be all that is there. A sentence with nothing but
headings and questions in its passage covers nothing: an FAQ without answers has all words of what
it asks.

The documents are doubted where the best of all sentences covers less than a threshold. That grows
with the logarithm of the number of sentences, because in a larger pile more of any question is
covered by chance: `PER_TENFOLD` for each tenfold. Its value was chosen on encyclopaedia articles in
six languages, in piles of 80 to 390 sentences of which a half or five sixths of the answers had
been taken away, and on manuals of 24,600 sentences; docs/method.md has the figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.passages import Passages
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.terms import words_asked
from hyperdigest.record import ModelRecord
from hyperdigest.split.scripts import has_paired_letters

Indices = NDArray[Any]
Found = tuple[Indices, Floats | float]
"""Sentences, and how much they have of something, in (0, 1]; one named twice has the same twice.

Numpy adds to an entry once however often an index names it, so nothing counts twice.
"""

ENOUGH_WORDS, ENOUGH_PAIRS = 8, 24
"""The words of a question that are enough to cover it, and where it is cut into letters and pairs
of letters, how many of those."""

PER_TENFOLD = 0.138
"""What the threshold grows by with each tenfold of sentences, from 0 at one sentence on."""

LARGEST_THRESHOLD = 0.65
"""Of piles of some 50,000 sentences or more; larger ones than 24,600 were not measured."""


@dataclass(frozen=True, slots=True)
class Covered:
    """How much of a question the sentences of a collection cover.

    Parameters
    ----------
    share : of the sentence that covers most, in [0, 1].
    words : how many words of the question count.
    in_passage, in_sentence : the most of them that stand in one passage, and in one sentence.
    headed : the share of a sentence that covers most, be there nothing but headings around it.
    """

    share: float
    words: int
    in_passage: int
    in_sentence: int
    headed: float = 0.0


def document_doubt(
    model: ModelRecord,
    question: Question,
    options: Options,
    among: NDArray[np.bool_] | None = None,
) -> str:
    """Why the documents of a model may not answer a question, one sentence; empty if they may.

    `among` marks (N,) the sentences that are looked at, if only what is new is wanted.
    """
    collection, indexes = model.collection, Indexes.of(model)
    numbers, passages = collection.term_numbers, indexes.evidence.passages
    words = words_asked(question.texts, numbers, tuple(collection.language_counts))
    least = threshold(len(passages.place) if among is None else int(among.sum()))
    in_pairs = has_paired_letters(question.text)
    enough = ENOUGH_PAIRS if in_pairs else ENOUGH_WORDS
    found = covered(words, numbers, passages, None, among, enough)
    if found.share < least:
        found = covered(words, numbers, passages, indexes.spelling, among, enough)
    return doubt(
        found,
        least,
        in_pairs=in_pairs,
        several=len(question.texts) > 1,
        embedded=bool(options.embedding_model and options.embedding_evidence),
        new=among is not None,
    )


def threshold(n_sentences: int) -> float:
    """The share that one of so many sentences covers by chance, below which they are doubted."""
    return min(LARGEST_THRESHOLD, PER_TENFOLD * float(np.log10(max(1, n_sentences))))


def covered(
    words: Mapping[tuple[str, ...], float],
    numbers: Mapping[str, int],
    passages: Passages,
    spelling: Spelling | None = None,
    among: NDArray[np.bool_] | None = None,
    enough: int = ENOUGH_WORDS,
) -> Covered:
    """How much of a question the sentences cover.

    `words` has the weight of each word of the question, which is any of some terms. `numbers` has
    the number of each term of the vocabulary. By `spelling` terms count that are spelt much like a
    word; None counts the words alone. `among` marks (N,) the sentences to look at; all without it.
    So many words are `enough` to cover the question.
    """
    counts = passages.sentences.counts
    n_sentences, n_places = len(passages.place), len(passages.norm)
    sentences, in_sentence, room = np.zeros((3, n_sentences))
    around, in_passage, near_room = np.zeros((3, n_places))
    every = []
    for terms, weight in words.items():
        held = [_holding(counts, numbers[term]) for term in terms if term in numbers]
        having = _best(((sentences_of, 1.0) for sentences_of in held), room)
        n_held = len(held[0]) if len(held) == 1 else len(np.unique(np.concatenate([[], *held])))
        idf = weight * float(np.log1p((n_sentences - n_held + 0.5) / (n_held + 0.5)))
        every.append(idf)
        in_sentence[having[0]] += 1
        in_passage[passages.around(having[0])] += 1
        if spelling is not None:
            having = _best([having, *_alike(counts, terms, spelling)], room)
        near = _best(zip(passages.around(having[0]).T, repeat(having[1]), strict=False), near_room)
        sentences[having[0]] += idf * having[1]
        around[near[0]] += idf * near[1]
    total = sum(sorted(every)[-enough:])
    if not total:
        return Covered(1.0, len(words), 0, 0)
    shares = np.minimum(1.0, (sentences + around[passages.place]) / (2 * total))
    tells, most = passages.tells, (in_passage[passages.place], in_sentence)
    if among is not None:
        tells, shares = tells & among, np.where(among, shares, 0.0)
    in_passages, in_sentences = (int(n[tells].max(initial=0)) for n in most)
    share, headed = (float(each.max(initial=0.0)) for each in (shares[tells], shares))
    return Covered(share, len(words), in_passages, in_sentences, headed)


def doubt(
    found: Covered,
    least: float,
    *,
    in_pairs: bool = False,
    several: bool = False,
    embedded: bool = False,
    new: bool = False,
) -> str:
    """One sentence that says why the documents may not answer, or nothing where there is no doubt.

    Parameters
    ----------
    least : the threshold.
    in_pairs : whether the words are letters and pairs of letters, as where no spaces are.
    several : whether words of earlier questions count too.
    embedded : whether a model of embeddings is named, of which the measure knows nothing.
    new : whether it is about the new documents alone.
    """
    if not found.words or (found.share > 0 and found.share >= least):
        return ""
    word, words = ("letter", "letters and pairs of letters") if in_pairs else ("word", "words")
    asked = "questions" if several else "question"
    place, most = "passage", found.in_passage
    if most == found.words:
        place, most = "sentence", found.in_sentence
    if found.headed > found.share and found.headed >= least:
        why = f"only headings and questions have what your {asked} is about"
    elif not most and found.words == 1:
        why = f"the one {word} of your {asked} that matters does not stand in them"
    elif not most:
        why = f"none of the {found.words} {words} of your {asked} that matter stands in them"
    else:
        of = f"{found.words} {words} of your {asked} that matter"
        why = f"no {place} has more than {most} of the {of}"
    judged = ", judged by words alone" if embedded else ""
    which = "The new" if new else "These"
    return f"{which} documents may not answer this{judged}: {why}."


def _holding(counts: Any, term: int) -> Indices:
    """The sentences that a term stands in."""
    return np.asarray(counts.indices[counts.indptr[term] : counts.indptr[term + 1]])


def _alike(counts: Any, terms: Iterable[str], spelling: Spelling) -> Iterator[Found]:
    """The sentences of each term that is spelt much like one of `terms`, and how much so."""
    for term in terms:
        for other, similarity in zip(*spelling.near(term), strict=True):
            yield _holding(counts, other), float(similarity)


def _best(found: Iterable[Found], room: Floats) -> tuple[Indices, Floats]:
    """Of each sentence the most that is found of it; `room` is (N,) zeros, and left so."""
    touched = [np.zeros(0, np.intp)]
    for sentences, much in found:
        room[sentences] = np.maximum(room[sentences], much)
        touched.append(sentences)
    places = np.concatenate(touched)
    values = room[places]
    room[places] = 0.0
    return places, values
