"""Flattened lists: items that follow each other in a sentence without punctuation between them.

"Causes include Noise in the street Ear infections Old age Treatment depends on the cause."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from hyperdigest.split.scripts import stop_words
from hyperdigest.split.verbs import VERB

_ITEM_AFTER_ITEM = re.compile(r"(?<![\w.])([a-z]{3,})\)? (?=[A-Z][a-z]{2,}\b(?! [A-Z]))")
_CAPITALS = re.compile(" [A-Z][a-z][a-z]")
_LIST_OPENING = re.compile(
    r"\b[a-z]+\)?:(?:\[[\d,–-]+\])*\s[A-Z]"
    r"|\b(?:include|includes|including|caused by|such as|may|have|with|notice|as)\s[A-Z]"
)
_ENGLISH = re.compile(r"\b(?:the|of|to|and|or|with|your)\b")
_GERMAN = re.compile(r"\b(?:der|die|das|dem|und|von|im|ist|wurde)\b")
"""German nouns have capitals too, so that these do not show where items begin."""

_BEFORE_NAMES = frozenset(("via", "per", "former", "called", "like", "within", "across", "named"))
_SUBJECT_WORD = r"(?:it|they|you|we|the|these|this|your|most|some|an?|doctors|people)\b"
_CONJUNCTION = "that|which|who|when|where|while|until|after|before|if|because"
_CLAUSE_AFTER_ITEM = re.compile(
    rf"""
    (?:([a-z]+) | [)\]])\)?[ ]
    (?=(
        (?:(?:It|They|You|We|This|These)[ ]|There(?:[ ]|['’]s[ ]))[a-z]
      | (?:Eventually|Often|Sometimes|Usually),?[ ]{_SUBJECT_WORD}
      | (?:After|Although|Because|Before|Even|If|In|Once|Sometimes|To|When|With)\b
        [^,:.]{{0,80}},[ ]{_SUBJECT_WORD}
      | [A-Z][\w'’-]*
        (?:,?[ ](?!(?:{_CONJUNCTION}|{VERB})\b)[\w()'’/-]+){{0,8}}
        [ ](?:(?!do\b|have\b){VERB}[ ][a-z(]|(?:includes?|depends?)(?:[ ][a-z(]|:))
    ))
    """,
    re.VERBOSE,
)


def is_flattened_list(sentence: str) -> bool:
    """Whether an English sentence contains the items of a list without punctuation between them.

    They are recognized by capitals after words that no name follows: "... in older people Exposure
    to noise Ear infections ...".
    """
    if len(_CAPITALS.findall(sentence)) < 2:
        return False
    items = len(_items(sentence))
    if items < 2 or not looks_english(sentence):
        return False
    return items > 2 or _LIST_OPENING.search(sentence) is not None


def looks_english(sentence: str) -> bool:
    """Whether a sentence has English function words, and no German ones."""
    return _ENGLISH.search(sentence) is not None and not _GERMAN.search(sentence)


def is_introduced(sentence: str) -> bool:
    """Whether a clause introduces the items of a flattened list, so that it is a whole sentence."""
    opening = _LIST_OPENING.search(sentence)
    if opening is None or sentence.startswith("Table") or sentence[-1] in ",:;":
        return False
    return opening.start() <= _items(sentence)[0]


def clauses_after_items(sentence: str) -> Iterator[int]:
    """Offsets at which a clause begins after the items of a flattened list, without punctuation.

    If the clause could begin at several items, it begins at the last of them.
    """
    if not is_flattened_list(sentence) or sentence.startswith("Table"):
        return
    found = [one for one in _CLAUSE_AFTER_ITEM.finditer(sentence) if not _before_name(one[1] or "")]
    for one, following in zip_longest(found, found[1:]):
        if following is None or one.end(2) <= following.end():
            yield one.end()


def _items(sentence: str) -> list[int]:
    """Offsets of the words after which an item of a flattened list begins."""
    found = _ITEM_AFTER_ITEM.finditer(sentence)
    return [word.start() for word in found if not _before_name(word[1])]


def _before_name(word: str) -> bool:
    return word in stop_words("en") or word in _BEFORE_NAMES
