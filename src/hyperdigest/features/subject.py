"""Raise the relevance of sentences that begin with what a short question is about, and of what
explains an option or a name that it asks for.

"What is a capstan?" is answered by "A capstan is ..." rather than by "It was lifted by a capstan",
and "What does -d do?" by what explains the term "-d, --depth". No list of words is needed, so this
holds in any language in which the subject comes first.

Letters: N sentences, n sentences that have all words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from hyperdigest.base.arrays import Indices
from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_how_to
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.written import is_written_in, written_words
from hyperdigest.record import ModelRecord
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters

SUBJECT_FACTOR = 2.0
"""How many times as relevant such sentences are."""

MOST_WORDS, MOST_LETTERS = 3, 6
"""A question of more words has a subject and more; or letters, if it is in a script without
spaces."""

WORDS_OF_NAMES = 2
"""A question of so many words may be about a name and what it belongs to, as "rotate" to
"logrotate"."""

OTHER_TERMS = 1
"""So many other terms may stand among the first ones of a sentence."""

_QUOTED = re.compile('["“„«「『]([^"“”„«»「」『』]{1,60})["”“»」』]')
"""What a question has in quotation marks."""

_TERM = FORMS.index("term")
_PARTS = [SENTENCE_KINDS.index(kind) for kind in ("item", "row")]
_OPTION = re.compile(r"[^\w-]{0,4}-{1,2}\w[\w-]*(?:\W{1,4}-{1,2}\w[\w-]*)?")
"""An option at the beginning of a text, perhaps in two spellings, as "-r, --recursive"."""


def favour_subjects(
    ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Ranking:
    """The ranking with a higher relevance of the subjects of a question, and of what explains a
    term that is one.

    If it names options, they are the terms with all of these as written, and the items and rows
    that begin with them: "What does chage -d do?" is not about chage alone. Else they are the
    sentences that begin with all of its words, or of those that it has in quotation marks, without
    stop words and words that only ask, of which there are at most `MOST_WORDS`; and if it has only
    two, the terms that begin with one of them: "What does rotate do in logrotate?" is about "rotate
    count". A question how to do something is about an action and has none. Nothing changes if words
    do not count as evidence.
    """
    languages = model.collection.language_counts
    if not options.word_evidence or asks_how_to(question.text, languages):
        return ranking
    named = [word for word in written_words(question.text) if word.startswith("-")]
    if named:
        subjects = _named_by(named, ranking, model)
    else:
        quoted = _QUOTED.search(question.text)
        subjects = _subjects_of(quoted[1] if quoted else question.text, ranking, model)
    if not len(subjects):
        return ranking
    definitions, terms = model.collection.split.sentences.explanations()
    factor = np.ones(len(ranking.value))
    factor[subjects] = factor[definitions[np.isin(terms, subjects)]] = SUBJECT_FACTOR
    return ranking.scaled(factor)


def _named_by(options: Sequence[str], ranking: Ranking, model: ModelRecord) -> Indices:
    """(n,) the terms that have some options as written, and the items and rows that begin with
    these."""
    best, sentences = ranking.most_relevant(), model.collection.split.sentences
    may_name = (sentences.form[best] == _TERM) | np.isin(sentences.kind[best], _PARTS)
    found = []
    for number in best[may_name].tolist():
        named = model.collection.text(number)
        if sentences.form[number] != _TERM:
            begin = _OPTION.match(named)
            named = begin[0] if begin else ""
        if all(is_written_in(named, word) for word in options):
            found.append(number)
    return np.array(found, np.intp)


def _relevant_terms(ranking: Ranking, model: ModelRecord) -> Indices:
    """(n,) the terms among the most relevant sentences."""
    best = ranking.most_relevant()
    is_term = model.collection.split.sentences.form[best] == _TERM
    return np.asarray(best[is_term], np.intp)


def _subjects_of(question: str, ranking: Ranking, model: ModelRecord) -> Indices:
    """(n,) the sentences that begin with all words of a short question; of one of two words also
    the terms that begin with either."""
    collection = model.collection
    words = words_asked([question], collection.term_numbers, tuple(collection.language_counts))
    in_pairs = has_paired_letters(question)
    if in_pairs:
        # Pairs reach from the subject into the words around it.
        words = {terms: weight for terms, weight in words.items() if len(terms[0]) == 1}
    if not 0 < len(words) <= (MOST_LETTERS if in_pairs else MOST_WORDS):
        return np.zeros(0, np.intp)
    numbers = [
        [collection.term_numbers[term] for term in terms if term in collection.term_numbers]
        for terms in words
    ]
    subjects = beginning_with(numbers, model)
    if len(words) == WORDS_OF_NAMES and not in_pairs:
        names = _relevant_terms(ranking, model)
        first = _first_terms(collection.split, names, 1)[:, 0]
        subjects = np.union1d(subjects, names[np.isin(first, [*chain(*numbers)])])
    return subjects


def beginning_with(words: Iterable[Iterable[int]], model: ModelRecord) -> Indices:
    """(n,) the sentences whose first terms represent all words, of which there is at least one.

    Code has no subject. Each word is given by its terms. As many first terms are looked at as
    there are words, and `OTHER_TERMS` more.
    """
    split, numbers = model.collection.split, list(map(list, words))
    found: Indices = Indexes.of(model).evidence.sentences.texts_with_all(numbers)
    found = found[split.sentences.kind[found] != SENTENCE_KINDS.index("code")]
    first = _first_terms(split, found, len(numbers) + OTHER_TERMS)
    has_all = np.ones(len(found), bool)
    for terms in numbers:
        has_all &= (first[..., np.newaxis] == terms).any(axis=(1, 2))
    return found[has_all]


def _first_terms(split: Split, sentences: Indices, count: int) -> Indices:
    """(n, `count`) the first terms of some sentences; -1 after the end of a sentence."""
    places = split.first_tokens(sentences)[:, np.newaxis] + np.arange(count)
    inside = np.minimum(places, len(split.terms) - 1)
    same = (places < len(split.terms)) & (split.sentence_of[inside] == sentences[:, np.newaxis])
    return np.where(same, split.terms[inside], -1)
