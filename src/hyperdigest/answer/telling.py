"""Which headings say something in a citation: "Rates of 2027" does, a command or a letter not."""

from __future__ import annotations

import re

from hyperdigest.split.scripts import ends_with_question_mark
from hyperdigest.split.verbs import has_finite_verb

_CODE = re.compile(
    r"""
      (?:[$>]|>>>|[A-Za-z]{1,12}>|[\w.-]{1,30}@\S{1,60}[$#]|[A-Z]:\\[^\s>]{0,80}>)\s
    | [\\!|;{}]
    | [CM]-\w\s
    | [a-z./~][\w./~-]*\s(?:.*\s)?--?[A-Za-z]
    | (?:.*\s)?--?\w[\w-]*=[\w.,:]*\d
    """,
    re.VERBOSE,
)
"""A prompt, an escaped letter or another sign of code, or keys pressed together ("C-a"), first; a
command with an option; and an option with a value."""

_MACRO = re.compile(r"\\[A-Za-z]{2,}")
"""The name of a command after a backslash, with which a declared heading may begin."""

_FORMULA = re.compile(r"(?=.*[=+±×−√∑∫\ue000-\uf8ff])[\W\d_]*")
"""Signs and numbers without a letter. Pieces of large brackets are characters of private use."""

_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.]*\s?=\s?(?=[^\d/]*[\d/])[^\s=<]+$")
_GAP = re.compile(r"[^\W\d_]{2}\S*(?:[ ]{3,}|[ ]?\t[ ]?)\S")
_OPTION = re.compile(r"[\W_]?-\w")
_LETTER = re.compile(r"[\W_]*[A-Za-zΑ-Ωα-ω](?:[\W\d_][A-Za-zΑ-Ωα-ω]?)*")
"""A part of a heading with letters, but no two in a row; those of other scripts may be words."""

_NUMBERS = re.compile(r"\d{9,}|\d+(?:\s+\d+){3,}")
"""The numbers of a scale or of a column, and no version, date or number of a section."""


def says_something(heading: str, *, declared: bool) -> bool:
    """Whether a heading says something about what is below it.

    It does not if it is code (a prompt, a command with an option, or an option with a value), a
    piece of a formula or the numbers of a scale. Nor does it if more than half of its parts are
    single letters, as in a glossary; numbers and signs are no parts. An option itself ("-x,
    --extract") says something.

    What the document does not declare as a heading must also be no assignment of a number or path,
    no row or running head with a wide gap between words, and no piece of a sentence, such as "The
    file could be": it has no verb, unless it has the number of a section or is a question.
    """
    is_code = _CODE.match(heading) and not (declared and _MACRO.match(heading))
    if is_code or _FORMULA.fullmatch(heading) or _NUMBERS.fullmatch(heading):
        return False
    parts = [part for part in heading.split() if not part.lstrip("`*_([")[:1].isdigit()]
    parts = [part for part in parts if any(map(str.isalpha, part))]
    letters = sum(bool(_LETTER.fullmatch(part)) and not _OPTION.match(part) for part in parts)
    if 2 * letters > len(parts):
        return False
    if declared:
        return True
    is_question = ends_with_question_mark(heading, 0, len(heading))
    may_be_clause = not heading[:1].isdigit() and not is_question
    is_clause = may_be_clause and has_finite_verb(heading)
    return not (is_clause or _ASSIGNMENT.match(heading) or _GAP.search(heading))
