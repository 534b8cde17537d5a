"""Lists whose items stand in running text with nothing between them.

"Causes include Noise in the street Ear infections Old age Treatment depends on the cause."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from hyperdigest.split.wordlists import stop_words

VERB = r"(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|do|does|did)"
"""Verbs that make a clause of the words around them."""

_ITEM_AFTER_ITEM = re.compile(r"(?<![\w.])([a-z]{3,})\)? (?=[A-Z][a-z]{2,}\b(?! [A-Z]))")
_CAPITALS = re.compile(" [A-Z][a-z][a-z]")
_OPENING = re.compile(
    r"\b[a-z]+\)?:(?:\[[\d,–-]+\])*\s[A-Z]"
    r"|\b(?:include|includes|including|caused by|such as|may|have|with|notice|as)\s[A-Z]"
)
_ENGLISH = re.compile(r"\b(?:the|of|to|and|or|with|your)\b")
_GERMAN = re.compile(r"\b(?:der|die|das|dem|und|von|im|ist|wurde)\b")
"""Capitals stand at nouns there, not at the beginnings of items."""
_BEFORE_NAMES = frozenset(("via", "per", "former", "called", "like", "within", "across", "named"))
_WHOLE = r"(?:it|they|you|we|the|these|this|your|most|some|an?|doctors|people)\b"
_SUBORDINATE = "that|which|who|when|where|while|until|after|before|if|because"
_CLAUSE_AFTER_ITEM = re.compile(
    rf"""
    (?:([a-z]+) | [)\]])\)?[ ]
    (?=(
        (?:(?:It|They|You|We|This|These)[ ]|There(?:[ ]|['’]s[ ]))[a-z]
      | (?:Eventually|Often|Sometimes|Usually),?[ ]{_WHOLE}
      | (?:After|Although|Because|Before|Even|If|In|Once|Sometimes|To|When|With)\b
        [^,:.]{{0,80}},[ ]{_WHOLE}
      | [A-Z][\w'’-]*
        (?:,?[ ](?!(?:{_SUBORDINATE}|{VERB})\b)[\w()'’/-]+){{0,8}}
        [ ](?:(?!do\b|have\b){VERB}[ ][a-z(]|(?:includes?|depends?)(?:[ ][a-z(]|:))
    ))
    """,
    re.VERBOSE,
)


def is_flattened_list(sentence: str) -> bool:
    """Whether items of a list stand in an English sentence with nothing between them.

    Told by capitals after words that no name follows: "... in older people Exposure to noise Ear
    infections ...".
    """
    if len(_CAPITALS.findall(sentence)) < 2:
        return False
    items = _items(sentence)
    if len(items) < 2 or not looks_english(sentence):
        return False
    return len(items) > 2 or _OPENING.search(sentence) is not None


def looks_english(sentence: str) -> bool:
    """Whether a sentence has English words that join others, and no German ones."""
    return _ENGLISH.search(sentence) is not None and not _GERMAN.search(sentence)


def is_introduced(sentence: str) -> bool:
    """Whether a clause introduces the items of a flattened list: it reads as a sentence."""
    opening = _OPENING.search(sentence)
    if opening is None or sentence.startswith("Table") or sentence[-1] in ",:;":
        return False
    return opening.start() <= _items(sentence)[0]


def clauses_after_items(sentence: str) -> Iterator[int]:
    """Offsets in a sentence at which a clause begins that is glued to the items of a list.

    Where an item before it could begin the same clause, the clause is the shorter of the two.
    """
    if not is_flattened_list(sentence) or sentence.startswith("Table"):
        return
    found = [one for one in _CLAUSE_AFTER_ITEM.finditer(sentence) if not _before_name(one[1] or "")]
    for one, following in zip_longest(found, found[1:]):
        if following is None or one.end(2) <= following.end():
            yield one.end()


def _items(sentence: str) -> list[int]:
    """Offsets of the words after which an item begins."""
    found = _ITEM_AFTER_ITEM.finditer(sentence)
    return [word.start() for word in found if not _before_name(word[1])]


def _before_name(word: str) -> bool:
    return word in stop_words("en") or word in _BEFORE_NAMES
