"""Raise the relevance of code if a question asks how to do something: a command may answer it."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.features.asked_for.phrases import asks_for
from hyperdigest.question import Question
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord
from hyperdigest.split.verbs import verbs

CODE_FACTOR = 2.5
"""How many times as relevant code is for such a question."""

_FIRST_WORD = re.compile(r"\W*([a-z]+)\b", re.IGNORECASE)


def favour_code(ranking: Ranking, model: ModelRecord, question: Question) -> Ranking:
    """The ranking with a higher relevance of code, if the question asks how to do something."""
    if not asks_how_to(question.text, model.collection.language_counts):
        return ranking
    is_code = model.collection.split.sentences.kind == SENTENCE_KINDS.index("code")
    if not is_code.any():
        return ranking
    return ranking.scaled(np.where(is_code, CODE_FACTOR, 1.0))


def asks_how_to(question: str, languages: Collection[str]) -> bool:
    """Whether a question asks how to do something, in one of the languages.

    In English it may also be told what to do, without a question mark: "Set the clock once".
    """
    asked = any(asks_for("how_to", question, language) for language in languages)
    return asked or ("en" in languages and _tells(question))


def _tells(text: str) -> bool:
    """Whether a text begins with a verb and is no question, in English."""
    first = _FIRST_WORD.match(text)
    return first is not None and "?" not in text and first[1].lower() in verbs().bases
