"""Say why the documents may not answer a question, and which of its words they have where.

That they may not is decided before any sentence is chosen (`ranking.doubt`); what is said is about
the sentences that the reader has before them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hyperdigest.answer.question_words import (
    QuestionWords,
    nearest_word,
    unknown_words,
    words_that_matter,
)
from hyperdigest.answer.solution import Solution
from hyperdigest.digest import Citation
from hyperdigest.documents import FORMS
from hyperdigest.features.news.words import news_doubt, repetition_doubt
from hyperdigest.split.scripts import has_paired_letters

MOST_WORDS = 4
"""The most words of each kind that are named."""

_SAY_NOTHING = frozenset(("heading", "question", "byline", "term", "header"))

ASK_OTHERWISE = "Ask in other words before you give up."


def doubt_of(solution: Solution, sentences: Sequence[Citation]) -> str:
    """Why the documents may not answer the question, or nothing is new; empty if they may."""
    reader, scope = solution.reader, solution.scope
    if reader.wants_news and (nothing_new := news_doubt(scope, solution.eligible, sentences)):
        return nothing_new
    return _statement(solution, sentences) or repetition_doubt(reader, sentences)


def unknown_warning(solution: Solution) -> list[str]:
    """A warning about words of the question that no document has, unless the doubt is about it."""
    if solution.doubt or not solution.ranking.all_terms.any():
        return []
    unknown = unknown_words(solution)
    return [f"not in the documents: {', '.join(unknown)}"] if unknown else []


def _statement(solution: Solution, sentences: Sequence[Citation]) -> str:
    """The doubt whether the documents answer, and what the digest does because of it."""
    doubt = solution.doubt
    if doubt is None:
        return ""
    which = "The new" if doubt.only_new else "These"
    asked = "questions" if len(solution.question.texts) > 1 else "question"
    if doubt.only_unquoted and _quotes_all_words(solution, sentences):
        return ""  # they are fragments, quoted because there is no whole sentence
    if doubt.only_unquoted:
        why = f"only headings, questions and what is not quoted have what your {asked} is about"
    elif doubt.lacking_name:
        why = f"“{doubt.lacking_name}” was not found in them"
    else:
        why = _why(solution, sentences, asked)
    advice = "" if doubt.only_unquoted or doubt.only_new else ASK_OTHERWISE
    statement = f"{which} documents may not answer this: {why}."
    return " ".join(filter(None, (statement, doubt.remark, advice)))


def _quotes_all_words(solution: Solution, sentences: Sequence[Citation]) -> bool:
    """Whether no headings and the like are quoted, and a sentence has all words that matter."""
    forms = solution.model.collection.split.sentences.form[list(solution.chosen)]
    if any(FORMS[form] in _SAY_NOTHING for form in forms):
        return False
    every, weighty = words_that_matter(solution.question, solution.searched.collection)
    words = QuestionWords.of(solution, sentences, weighty or every)
    return 0 < words.count == words.together


def _why(solution: Solution, sentences: Sequence[Citation], asked: str) -> str:
    """What the quoted sentences have of the question, and where its other words stand."""
    every, weighty = words_that_matter(solution.question, solution.searched.collection)
    asked_for = weighty or every
    words = QuestionWords.of(solution, sentences, asked_for)
    if words.together == words.count:
        asked_for = every
        words = QuestionWords.of(solution, sentences, asked_for)
    is_paired = has_paired_letters(solution.question.text)
    count, has = words.count, len(words.quoted)
    unit, units = ("letter", "letters and pairs of letters") if is_paired else ("word", "words")
    one = f"{unit} of your {asked} that matters"
    matter = f"{count} {units} of your {asked} that matter"
    unknown = (
        "" if is_paired else _listed(words.nowhere, partial(_instead, solution, list(asked_for)))
    )
    if len(words.nowhere) == count:
        none = f"the {one} was not" if count == 1 else f"none of the {matter} was"
        return f"{none} found in them" + (f": {unknown}" if unknown else "")
    if count == 1:
        why = f"no quoted sentence has the {one}"
    elif not has:
        why = f"no quoted sentence has any of the {matter}"
    elif words.together == count:
        why = f"the quoted sentences have the {matter} perhaps by chance"
    elif words.together < has:
        why = f"no quoted sentence has more than {words.together} of the {matter}"
    else:
        why = f"the quoted sentences have only {has} of the {matter}"
    kinds = {
        "quoted": _listed(words.quoted),
        "not found": unknown,
        "in a title or name": _listed(words.titled),
        "in other passages": _listed(words.apart),
    }
    where = "; ".join(f"{place}: {listed}" for place, listed in kinds.items() if listed)
    return f"{why} ({where})" if where and not is_paired else why


def _instead(solution: Solution, asked: Sequence[tuple[str, ...]], word: str) -> str:
    """The word of the documents nearest to one that was not found."""
    nearest = nearest_word(solution, word, asked)
    return f" (but “{nearest}” was)" if nearest else ""


def _listed(words: Sequence[str], after: Callable[[str], str] = lambda word: "") -> str:
    """The first words, with something after each of them, and how many more there are."""
    named = ", ".join(f"“{word}”{after(word)}" for word in words[:MOST_WORDS])
    return named + (f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else "")
