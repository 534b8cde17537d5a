"""Entries of tables of contents, indexes and references, and rows of links: never quoted."""

from __future__ import annotations

import re

_CONTENTS = re.compile(
    r"(?:\.[ \t]?){4,}[ \t]*[\divxlc]+$"
    r"|^\d+(?:\.\d+)*[ \t]+(?=[^\t]*[^\W\d_])[^.!?]{3,80}\t+\d{1,4}$"
)
_INDEX = re.compile(r"^[^.!?:;]{2,60}(?:, \d{1,4}(?:[-–]\d{1,4})?){2,}$")
_REFERENCE = re.compile(r"^\[[\w+-]{1,12}\]\s")
_PUBLICATION = re.compile(r"\b(?:doi:|doi\.org/|ISBN\b|arXiv:)")
_LINK = re.compile(r"(?<![^\s(<\[])(?:→|=>|»|\S+\.html?\b|https?://\S+)(?=\s|$)")
_LINK_SIGNS = ("→", "=>", "»", ".htm", "://")
"""Every match of `_LINK` contains one of these; to search them is faster."""


def is_entry(sentence: str, words: int) -> bool:
    """Whether a part of a list, or a row, with this number of words is such an entry."""
    if _CONTENTS.search(sentence) or _INDEX.match(sentence):
        return True
    if _REFERENCE.match(sentence) or _PUBLICATION.search(sentence):
        return True
    return is_row_of_links(sentence, words)


def begins_as_reference(sentence: str) -> bool:
    """Whether a sentence begins with the number or key of a reference: "[12] ...", "[Knuth84]"."""
    return sentence.startswith("[") and _REFERENCE.match(sentence) is not None


def is_row_of_links(sentence: str, words: int) -> bool:
    """Whether at least half of the words of a sentence are arrows and addresses."""
    if not any(sign in sentence for sign in _LINK_SIGNS):
        return False
    return 2 * len(_LINK.findall(sentence)) >= words


def is_in_brackets(sentence: str) -> bool:
    """Whether brackets enclose all words: "[mesh of nodes]", "(see below)."."""
    first, bare = sentence[0], sentence.rstrip(".,;: ")
    if first not in "([" or not bare.endswith(")" if first == "(" else "]"):
        return False
    return sentence.find(bare[-1]) == len(bare) - 1
