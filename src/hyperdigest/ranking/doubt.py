"""Doubt whether the documents answer a question at all, if no sentence covers enough of it.

The coverage of a sentence is the mean of two shares of the question's idf: that of the words in the
sentence, and that of the words in the passage around it. If a question has more than `ENOUGH_WORDS`
words, these are shares of the idf of that many of its rarest words: no sentence has all words of a
question that tells a story. Stop words and words that only ask do not count, and words that say
little, such as "come", count half; a word that occurs in no document has the idf of a term in no
sentence. If a word is missing, a term that is spelt
similarly counts in its place by the square of their cosine (`related.Spelling`), as it may be
another form of the word. The coverage of a sentence is 0 if it is neither quoted nor shown before a
quote, as the box of an encyclopaedia, or if the passage around it has only headings and questions:
an FAQ without answers has all words of its questions.

The documents are doubted if the best coverage is not far enough above chance: the coverage that one
passage is expected to reach if the words of the question were distributed over the passages
independently of each other. The threshold is at most a multiple of the logarithm of the number of
sentences, as a collection about one topic has the words of a question about it everywhere. The
constants were chosen on encyclopaedia articles in seven languages with half of the articles
removed, real questions of the web with sentences of passages that resemble them, questions that
need two articles, manuals, and questions for summaries; docs/method.md has the figures. They are
also doubted if none of the words occurs in them, however much some terms resemble them, or if they
lack a name that the question has as code, such as `max_queued_messages`; but not if a passage and
the title or name of its document have all of the words, and the title at least one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Mask
from hyperdigest.documents import Document
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.evidence import EvidenceIndex
from hyperdigest.ranking.passages import Passages
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.terms import light_terms, words_asked
from hyperdigest.ranking.written import written_words
from hyperdigest.record import CollectionRecord
from hyperdigest.split.scripts import SYLLABIC, has_paired_letters

Indices = NDArray[Any]
Match = tuple[Indices, Floats | float]
"""Distinct sentences and how well each matches, in (0, 1]."""

ENOUGH_WORDS, ENOUGH_PAIRS = 8, 24
"""How many words of a question are enough to cover it; or letters and pairs of letters, if it is in
a script without spaces."""

LEAST_ABOVE_CHANCE, SHARE_OF_CHANCE = 0.23, 0.5
"""The threshold is the first, plus the second times the coverage by chance."""

MOST_PER_TENFOLD = 0.145
"""How much the largest threshold grows with each tenfold of sentences; it is 0 for one sentence."""

MOST_PER_TENFOLD_OF_SYLLABLES = 0.2
"""The same if the terms are syllables, of which any passage has more by chance than of words."""

LIGHT_WEIGHT, ABOVE_LIGHT = 0.5, 0.02
"""The weight of words that say little, such as "come", and how much higher the threshold is in
languages with a list of them."""

USUAL_NEARNESS, NEARNESS_WEIGHT = 0.35, 0.5
"""With embeddings, the second times how far the nearness of the best sentence is above the first is
added to the coverage. A nearness below it says little, as it depends on the model."""

COVERAGE_STEP = 1 / 400
"""The precision to which coverage by chance is computed."""

DEGREES = 2**30
"""How well passages match is added up in whole numbers of so many to 1, in whatever order."""

_FILE_NAME = re.compile(r"(?<![\w./-])[\w-]{1,60}(?:\.[\w-]{1,60}){0,5}\.\w{1,8}(?!\w|\.\w)")
_NO_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Doubt:
    """That documents may not answer a question.

    Parameters
    ----------
    only_unquoted : whether headings, questions and what is not quoted alone have what the question
        is about.
    lacking_name : an option or a name of the question, as code, that no sentence has; else empty.
    only_new : whether only the new documents are meant.
    remark : what the digest does because of it, as a sentence.
    """

    only_unquoted: bool = False
    lacking_name: str = ""
    only_new: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class QuestionCoverage:
    """How much of a question the sentences of a collection cover.

    Parameters
    ----------
    share : the largest coverage of a sentence, in [0, 1].
    by_chance : the coverage that one passage reaches by chance, in [0, 1].
    occurs : whether a sentence has a word of the question, or one that counts as the same.
    of_any : the largest coverage of a sentence, even if it is not quoted or only headings surround
        it.
    """

    share: float
    by_chance: float
    occurs: bool
    of_any: float = 0.0


class Indexed(Protocol):
    """The indexes of N sentences; see `CollectionIndex`."""

    reductions: Reductions
    collection: CollectionRecord

    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def evidence(self) -> EvidenceIndex: ...
    @property
    def spelling(self) -> Spelling: ...
    def numbers(self, options: Options) -> Mapping[str, int]: ...
    def eligible(self, options: Options) -> Mask: ...
    def has_name(self, name: str, sentences: NDArray[Any]) -> bool: ...


def document_doubt(
    indexes: Indexed,
    question: Question,
    options: Options,
    quotable: Mask,
    candidates: Mask | None = None,
    nearness: float | None = None,
) -> Doubt | None:
    """The doubt whether the documents of a collection answer a question; None if they may.

    Parameters
    ----------
    quotable : (N,) the sentences that may be quoted.
    candidates : (N,) the sentences that may answer; None for all.
    nearness : how near the best sentence is by embeddings; None without a model.
    """
    collection, languages, reductions = indexes.collection, indexes.languages, indexes.reductions
    numbers, passages = indexes.numbers(options), indexes.evidence.passages
    texts = [without_file_names(text, collection.documents, reductions) for text in question.texts]
    words = words_asked(texts, numbers, languages)
    if not words or reductions.any([has_all_with_title(words, numbers, passages, quotable)]):
        return None
    if name := lacking_name(question.text, indexes, numbers):
        return Doubt(lacking_name=name, only_new=candidates is not None)
    light = light_terms(languages[0])
    for terms in words:
        if not light.isdisjoint(terms):
            words[terms] *= LIGHT_WEIGHT
    enough = ENOUGH_PAIRS if has_paired_letters(question.text) else ENOUGH_WORDS
    n_sentences = passages.sentences.of_all.texts
    if candidates is not None:
        n_sentences = reductions.count(int(candidates.sum()))
    in_syllables = languages[0] in SYLLABIC
    shown = indexes.eligible(options).copy()
    shown[indexes.evidence.introducing] = True
    by_meaning = NEARNESS_WEIGHT * max(0.0, (nearness or 0.0) - USUAL_NEARNESS)
    for spelling in (None, indexes.spelling):
        how = spelling, candidates, enough, shown, reductions
        found = question_coverage(words, numbers, passages, *how)
        least = threshold(n_sentences, found.by_chance, in_syllables=in_syllables)
        least += ABOVE_LIGHT if light else 0.0
        if found.occurs and found.share > 0 and found.share + by_meaning >= least:
            return None
    return Doubt(
        only_unquoted=found.of_any > found.share and found.of_any >= least,
        only_new=candidates is not None,
    )


def threshold(n_sentences: int, by_chance: float, *, in_syllables: bool = False) -> float:
    """The coverage below which a collection of so many sentences is doubted."""
    per_tenfold = MOST_PER_TENFOLD_OF_SYLLABLES if in_syllables else MOST_PER_TENFOLD
    most = per_tenfold * float(np.log10(max(1, n_sentences)))
    return min(LEAST_ABOVE_CHANCE + SHARE_OF_CHANCE * by_chance, most)


def has_all_with_title(
    words: Iterable[tuple[str, ...]],
    numbers: Mapping[str, int],
    passages: Passages,
    quotable: NDArray[np.bool_],
) -> bool:
    """Whether a passage and the title above it have all words of a question, and the title one.

    Parameters
    ----------
    words, numbers : as for `question_coverage`.
    quotable : (N,) the sentences that may be quoted.
    """
    titles = passages.titles
    if titles is None:
        return False
    known = [[numbers[term] for term in terms if term in numbers] for terms in words]
    found = np.zeros(len(quotable), bool)
    for number in chain.from_iterable(known):
        found |= titles.under(number)
    found &= passages.has_prose & quotable
    for terms in known:
        if not found.any():
            return False
        found &= passages.having(terms)
    return bool(found.any())


def lacking_name(question: str, indexes: Indexed, numbers: Mapping[str, int]) -> str:
    """The first option or name that a question has as code and neither a sentence nor the title or
    name of a document has, signs and case aside; empty if there is none.

    Words with a slash between them are no such name. Nothing is told of a question in a script
    without spaces, where a name has no end.
    """
    if has_paired_letters(question):
        return ""
    index = indexes.evidence.sentences
    for name in written_words(question):
        parts = [] if "/" in name else words_asked([name], numbers, indexes.languages)
        known = [[numbers[term] for term in terms if term in numbers] for terms in parts]
        if known and not indexes.reductions.any(
            [indexes.has_name(name, index.texts_with_all(known))]
        ):
            return name
    return ""


def without_file_names(
    question: str, documents: Sequence[Document], reductions: Reductions = LOCAL
) -> str:
    """A question without the names of files that documents have, or the ends of such names from a
    sign on: "man-crontab.5.txt" for "crontab.5".

    They say where to look, and their words need not stand there.
    """
    for found in reversed(list(_FILE_NAME.finditer(question))):
        begin, end = found.span()
        named = re.compile(rf"(?<![^\W_]){re.escape(found[0])}(?![^\W_])", re.IGNORECASE)
        if reductions.any(named.search(document.name) for document in documents):
            question = f"{question[:begin]} {question[end:]}"
    return question


def has_letters(name: str, texts: Iterable[str]) -> bool:
    """Whether a text has a name, signs and case aside."""
    return any(_letters(name) in _letters(text) for text in texts)


def _letters(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return _NO_LETTERS.sub("", text).casefold()


def question_coverage(
    words: Mapping[tuple[str, ...], float],
    numbers: Mapping[str, int],
    passages: Passages,
    spelling: Spelling | None = None,
    candidates: NDArray[np.bool_] | None = None,
    enough: int = ENOUGH_WORDS,
    shown: NDArray[np.bool_] | None = None,
    reductions: Reductions = LOCAL,
) -> QuestionCoverage:
    """How much of a question the sentences cover.

    Parameters
    ----------
    words : the weight of each word of the question, at least one, which is represented by any of
        its terms.
    numbers : the number of each term of the vocabulary.
    spelling : if given, terms that are spelt similarly to a word count too.
    candidates : (N,) the sentences that may answer; None for all.
    enough : how many words are enough to cover the question.
    shown : (N,) the sentences that may be quoted, or shown before a quote; None for all.
    """
    index = passages.sentences
    n_sentences, n_places = index.of_all.texts, len(passages.norm)
    of_passage, (of_sentence, buffer) = np.zeros(n_places), np.zeros((2, len(passages.place)))
    weights, degrees, occurs = [], [], False
    having = [
        index.texts_with_any([numbers[term] for term in terms if term in numbers])
        for terms in words
    ]
    exact = reductions.total(np.array([len(sentences) for sentences in having])).tolist()
    for (terms, weight), sentences, n_exact in zip(words.items(), having, exact, strict=True):
        idf = weight * math.log1p((n_sentences - n_exact + 0.5) / (n_exact + 0.5))
        weights.append(idf)
        similar = () if spelling is None else tuple(_similar(index, terms, spelling))
        same, degree = sentences, None
        if similar:
            sentences, degree = _best([(sentences, 1.0), *similar], buffer)
            same = sentences[degree == 1]
        occurs |= len(same) > 0 if candidates is None else bool(candidates[same].any())
        places, degree_at = passages.places_around(sentences, degree)
        in_whole = passages.is_sentence[places] * np.rint(DEGREES * degree_at)
        degrees.append(int(in_whole.astype(np.int64).sum()))
        of_sentence[sentences] += idf * (1.0 if degree is None else degree)
        of_passage[places] += idf * degree_at
    total = sum(sorted(weights)[-enough:])
    shares = of_sentence
    shares += of_passage[passages.place]
    shares /= 2 * total
    np.minimum(shares, 1.0, out=shares)
    has_prose = passages.has_prose if shown is None else passages.has_prose & shown
    if candidates is not None:
        has_prose, shares = has_prose & candidates, np.where(candidates, shares, 0.0)
    n_passages = n_sentences if candidates is None else reductions.count(int(candidates.sum()))
    frequencies = (reductions.total(np.array(degrees)) / (DEGREES * n_sentences)).tolist()
    return QuestionCoverage(
        share=reductions.largest_of(shares * has_prose),
        by_chance=coverage_by_chance([w / total for w in weights], frequencies, n_passages),
        occurs=reductions.any([occurs]),
        of_any=reductions.largest_of(shares),
    )


def coverage_by_chance(
    weights: Sequence[float], frequencies: Sequence[float], n_passages: int
) -> float:
    """The largest coverage that at least one of `n_passages` is expected to reach by chance.

    A passage has each word with the word's frequency, independently of the others. Coverage is
    rounded to multiples of `COVERAGE_STEP` word by word.

    Parameters
    ----------
    weights : the share of the question that each word is.
    frequencies : the share of the passages that have it.
    """
    n_steps = round(1 / COVERAGE_STEP)
    distribution = np.zeros(n_steps + 1)
    distribution[0] = 1.0
    for weight, frequency in zip(weights, frequencies, strict=True):
        moved = np.zeros(n_steps + 1)
        steps = min(n_steps, round(weight / COVERAGE_STEP))
        moved[steps:] = distribution[: n_steps + 1 - steps]
        moved[-1] += distribution[n_steps + 1 - steps :].sum()
        distribution = (1 - frequency) * distribution + frequency * moved
    at_least = np.cumsum(distribution[::-1])[::-1] * n_passages
    reached = np.flatnonzero(at_least >= 1)
    return float(reached[-1] / n_steps) if len(reached) else 0.0


def _similar(index: BM25, terms: Iterable[str], spelling: Spelling) -> Iterator[Match]:
    """For each term that is spelt similarly to one of `terms`, its sentences and the similarity."""
    for term in terms:
        for other, similarity in zip(*spelling.near(term), strict=True):
            yield index.texts_with(other), float(similarity)


def _best(matches: Iterable[Match], buffer: Floats) -> tuple[Indices, Floats]:
    """The best match of each sentence that has one, ascending; `buffer` is zeros for all sentences,
    and reset to zeros."""
    touched = [np.zeros(0, np.intp)]
    for sentences, degree in matches:
        buffer[sentences] = np.maximum(buffer[sentences], degree)
        touched.append(sentences)
    numbers = np.sort(np.concatenate(touched))
    numbers = numbers[np.diff(numbers, prepend=-1) > 0]
    degrees = buffer[numbers]
    buffer[numbers] = 0.0
    return numbers, degrees
