"""Where the words of a question stand: in the quotes, in other passages, in titles, or nowhere.

What a reader sees counts: the quoted sentences with their contexts and headings, and of a document
also its title, its authors and its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperdigest.answer.solution import Solution
from hyperdigest.digest import Citation
from hyperdigest.question import Question
from hyperdigest.ranking.terms import content_words, english_forms
from hyperdigest.ranking.titles import seen_beside_text
from hyperdigest.record import CollectionRecord
from hyperdigest.split.languages import analyzer_of, language_of_question
from hyperdigest.split.scripts import light_words
from hyperdigest.split.terms import tokens

BEGINNING = 4
"""Only titles that have so many first letters of a word are searched for it."""

Words = dict[tuple[str, ...], str]
"""Words as they are asked, in lower case, by their terms in the languages of the documents."""


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """Where each word of a question stands; another form that is known to belong to it counts.

    Parameters
    ----------
    quoted : the words in what is quoted.
    together : the most of them in one quoted sentence.
    titled : those in a title or name of a cited document; and if no text has them, of any.
    apart : those in other passages.
    nowhere : all other words.
    """

    quoted: tuple[str, ...]
    together: int
    titled: tuple[str, ...]
    apart: tuple[str, ...]
    nowhere: tuple[str, ...]

    @classmethod
    def of(cls, solution: Solution, sentences: Sequence[Citation], words: Words) -> QuestionWords:
        """Where `words` stand, if these sentences are quoted."""
        collection = solution.searched.collection
        cited = {sentence.document for sentence in sentences}
        documents = solution.model.collection.documents
        named = (seen_beside_text(each) for each in documents if each.name in cited)
        of_cited = "\n".join(named)
        quotes = [*_quotes(solution), *(_words(each.heading, collection) for each in sentences)]
        found: dict[str, list[str]] = {
            kind: [] for kind in ("quoted", "titled", "apart", "nowhere")
        }
        together = [0] * len(quotes)
        for terms, word in words.items():
            own = frozenset((word, *terms))
            same = _with_forms(own, collection)
            has = [not same.isdisjoint(quote) for quote in quotes]
            together = [count + one for count, one in zip(together, has, strict=True)]
            if any(has):
                kind = "quoted"
            elif _is_titled(own, of_cited, collection):
                kind = "titled"
            elif not collection.term_numbers.keys().isdisjoint(same):
                kind = "apart"
            else:
                of_any = solution.searched.beside_texts
                kind = "titled" if _is_titled(own, of_any, collection) else "nowhere"
            found[kind].append(word)
        kinds = {kind: tuple(members) for kind, members in found.items()}
        return cls(together=max(together, default=0), **kinds)

    @property
    def count(self) -> int:
        """How many words there are."""
        return sum(map(len, (self.quoted, self.titled, self.apart, self.nowhere)))


def words_that_matter(question: Question, collection: CollectionRecord) -> tuple[Words, Words]:
    """The words that say what a question and those before it are about: all of them, and those that
    are not as light as "come" and "put"."""
    numbers, languages = collection.term_numbers, tuple(collection.language_counts)
    every: Words = {}
    weighty: Words = {}
    for text in question.texts:
        language, _ = language_of_question(text, languages, numbers)
        light = light_words(language)
        for word, terms in content_words(text, numbers, languages).items():
            every.setdefault(tuple(terms), word)
            if word not in light:
                weighty.setdefault(tuple(terms), word)
    return every, weighty


def unknown_words(solution: Solution) -> list[str]:
    """The words of the question itself that no document has, not even in its title or name."""
    collection = solution.searched.collection
    numbers, languages = collection.term_numbers, tuple(collection.language_counts)
    words = content_words(solution.question.text, numbers, languages)
    return [
        word
        for word, terms in words.items()
        if numbers.keys().isdisjoint(_with_forms(frozenset(terms), collection))
        and not _is_titled(frozenset((word, *terms)), solution.searched.beside_texts, collection)
    ]


def nearest_word(solution: Solution, word: str, asked: Sequence[tuple[str, ...]]) -> str:
    """The word of the documents nearest to one that they do not have; empty if none is near.

    A word that shares no passage with the others of the question is not meant: most words that are
    missing are no typos, and many are spelt like one of another meaning.

    Parameters
    ----------
    asked : the terms of the words of the question.
    """
    indexes, languages = solution.searched, solution.searched.collection.language_counts
    own = [analyzer_of(language).term for language in languages]
    nearest = indexes.near_words.nearest(word, [term(word) for term in own])
    numbers = indexes.numbers(solution.options)
    found = [[numbers[term] for term in terms if term in numbers] for terms in asked]
    others = list(filter(None, found))
    if not nearest or not others:
        return nearest
    near = [numbers[term(nearest)] for term in own if term(nearest) in numbers]
    return nearest if indexes.stand_together(near, others) else ""


def _with_forms(terms: frozenset[str], collection: CollectionRecord) -> frozenset[str]:
    """The terms of a word and those of other forms that are known to belong to it."""
    forms = english_forms() if "en" in collection.language_counts else {}
    return terms.union(*(forms.get(term, ()) for term in terms))


def _quotes(solution: Solution) -> list[frozenset[str]]:
    """The words and terms of each quoted sentence, among them the contexts."""
    collection, contexts_of = solution.model.collection, solution.problem.contexts_of
    vocabulary, terms_of = collection.split.vocabulary, collection.split.terms_of
    quoted = {number for one in solution.shown for number in (one, *contexts_of(one))}
    return [
        frozenset(tokens(collection.text(number))).union(
            vocabulary[term] for term in terms_of(number).tolist()
        )
        for number in quoted
    ]


def _words(text: str, collection: CollectionRecord) -> frozenset[str]:
    """The words of a text, and their terms in the languages of the documents."""
    words = tokens(text)
    analyzers = map(analyzer_of, collection.language_counts)
    return frozenset(words).union(*(map(analyzer.term, words) for analyzer in analyzers))


def _is_titled(own: frozenset[str], lines: str, collection: CollectionRecord) -> bool:
    """Whether a line has a word, which is given with its terms."""
    beginnings = {each[:BEGINNING] for each in own}
    return any(
        not own.isdisjoint(_words(line, collection))
        for line in (lines.splitlines() if any(map(lines.__contains__, beginnings)) else ())
        if any(map(line.__contains__, beginnings))
    )
