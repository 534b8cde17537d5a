"""Raise the relevance of commands if a question asks how to do something.

A command is code, but not what another command prints, a sentence that names an option ("Give tar
-x to unpack"), or what explains one.
"""

from __future__ import annotations

import re

import numpy as np

from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.how_to import asks_how_to
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord

CODE_FACTOR = 2.5
"""How many times as relevant code is for such a question, in the passage that matches best."""

OPTION_FACTOR = 2.0
"""How many times as relevant another sentence is that names an option."""

_OPTION = re.compile(r"-(?<![\w-]-)-?[a-zA-Z]")
"""The hyphen comes first, so that nothing is looked for where none is."""


def favour_commands(ranking: Ranking, model: ModelRecord, question: Question) -> Ranking:
    """The ranking with a higher relevance of commands, if the question asks how to do something.

    The better the passage around a command matches, relative to the best one, the more it counts:
    a command in a passage about something else says how to do that.
    """
    collection = model.collection
    if not asks_how_to(question.text, collection.language_counts):
        return ranking
    sentences = collection.split.sentences
    named = np.zeros(len(sentences), bool)
    searched = ranking.most_relevant()
    named[searched] = [bool(_OPTION.search(text)) for text in collection.texts(searched)]
    definitions, terms = sentences.explanations()
    named[definitions] |= named[terms]
    factor = np.where(named, OPTION_FACTOR, 1.0)
    is_code = sentences.kind == SENTENCE_KINDS.index("code")
    is_printed = (sentences.context > 0) & is_code[np.arange(len(is_code)) - sentences.context]
    factor[is_code & ~is_printed] = CODE_FACTOR
    if ranking.match:
        factor = 1 + (factor - 1) * ranking.match.sentences
    return ranking.scaled(factor) if factor.max(initial=1.0) > 1 else ranking
