"""Raise the relevance of commands if a question asks how to do something, and lower that of code
if it asks something else.

A command is code, but not what another command prints, a sentence that names an option ("Give tar
-x to unpack"), or what explains one.
"""

from __future__ import annotations

import re

import numpy as np

from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_how_to
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.terms import other_words
from hyperdigest.record import ModelRecord

CODE_FACTOR = 2.5
"""How many times as relevant code is for such a question, in the passage that matches best."""

OTHER_CODE_FACTOR = 0.6
"""How many times as relevant code is for any other question: it repeats its few words, and seldom
says what something is. A search for words alone may be for code."""

OPTION_FACTOR = 2.0
"""How many times as relevant another sentence is that names an option."""

_OPTION = re.compile(r"-(?<![\w-]-)-?[a-zA-Z]")
"""The hyphen comes first, so that nothing is looked for where none is."""


def favour_commands(
    ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Ranking:
    """The ranking with a higher relevance of commands, if the question asks how to do something, or
    else a lower one of code; the same one if what is written does not count as evidence.

    The better the passage around a command matches, relative to the best one, the more it counts:
    a command in a passage about something else says how to do that.
    """
    if not options.written_evidence:
        return ranking
    collection, sentences = model.collection, model.collection.split.sentences
    is_code = sentences.kind == SENTENCE_KINDS.index("code")
    languages = tuple(collection.language_counts)
    if not asks_how_to(question.text, languages):
        asks = other_words(question.text, collection.term_numbers, languages)
        factor = np.where(is_code, OTHER_CODE_FACTOR, 1.0)
        return ranking.scaled(factor) if asks and is_code.any() else ranking
    named = np.zeros(len(sentences), bool)
    searched = ranking.most_relevant()
    named[searched] = [bool(_OPTION.search(text)) for text in collection.texts(searched)]
    definitions, terms = sentences.explanations()
    named[definitions] |= named[terms]
    factor = np.where(named, OPTION_FACTOR, 1.0)
    is_printed = (sentences.context > 0) & is_code[np.arange(len(is_code)) - sentences.context]
    factor[is_code & ~is_printed] = CODE_FACTOR
    if ranking.match:
        factor = 1 + (factor - 1) * ranking.match.sentences
    return ranking.scaled(factor) if factor.max(initial=1.0) > 1 else ranking
