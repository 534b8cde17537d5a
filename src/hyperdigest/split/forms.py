"""What kind of text a sentence is, so that a digest may keep to prose."""

from __future__ import annotations

import re

from hyperdigest.documents import FORMS, BlockKind, Form
from hyperdigest.split.bylines import is_byline
from hyperdigest.split.clauses import lacks_main_clause
from hyperdigest.split.lists import VERB, is_flattened_list, is_introduced, looks_english
from hyperdigest.split.scripts import THAI, has_paired_letters
from hyperdigest.split.speech import is_filler, is_left_from_quote
from hyperdigest.split.thai import SHORTEST
from hyperdigest.split.wordlists import stop_words

_CODE = {form: index for index, form in enumerate(FORMS)}
PROSE, STUB = _CODE["prose"], _CODE["stub"]

_FINAL = re.compile(
    r"[.!?…。！？｡．؟।॥։۔]\s?[\"'”’»›)\]*_`」』）】》〉］]*"
    r"(?:(?:\s?\[[\d,–\- ]{1,15}\])+|\d{1,3}(?:[,–-]\d{1,3}){0,5})?$"
)
_QUESTION = re.compile(r"(?:[?？؟]|(?<=[Ͱ-Ͽἀ-῿])[;\u037e])\s?[\"'”’»›)\]*_`」』）】》〉］]*$")
_INTERRUPTED = re.compile(r"(?:[—–]|\s-)\s?[.!?…]?[\"'”’»)]*$")
_MID_CLAUSE = re.compile(r"[\"'“‘«(\[*_]*(?:[a-zß-öø-ÿа-яα-ω]|[,;:.)\]…&/=+%，、；：）」』》])")
_LOWER_CASE_NAME = re.compile(
    rf"""
    [\"'“‘«(\[*_]*
    (?:
        [a-zα-ω]{{1,3}}(?:[A-Z\d]|-[A-Z])
      | [a-z][\w-]*[./_:+\d][\w./:+-]*\w\S*\s
      | (?:/|~/|\.{{1,2}}/|--?[a-z]|\$[A-Z]|\.[a-z])[\w./:=-]*\S*\s
      | [a-z][\w+]*(?:-[\w+]+)+[ ][a-z]+s[ ](?:the|an?|its|all|any|each|every|no|it|them|you)\b
      | (?P<name>[a-z][\w+-]+)[ ](?:{VERB}|uses|provides|contains|supports|allows|takes|runs)\b
    )
    """,
    re.VERBOSE,
)
"""A name in small letters at the head of a sentence: a path, an option, a file, a command."""

_LEADS_ON = re.compile(r"[,:;–—-]$")
_CAPTION = re.compile(
    r"(?:Fig(?:ure)?s?|Tab(?:le)?|Box|Chart|Scheme|Plate|Exhibit|Photo|Map)\b\.?\s?[A-Z]?\d+[a-z]?"
    r"(?:\s?[.:|]|\s[–—-])\s",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(?:\[?\d{1,3}[\].]\s*)?([A-Z][\w'’-]+),?\s(?:[A-Z]\.[\s-]?){1,3}(?:,|;|&|and\b|\()"
)
_PUBLICATION = re.compile(
    r"\bdoi:|doi\.org/|\b\d+\s?\(\d+\):\s?\d+|\b(?:19|20)\d\d;\s?\d+|\bISBN\b|\barXiv:"
    r"|\bpp?\.\s?\d+[-–]\d+\.$"
)
_OF_A_PUBLICATION = ("doi", "):", ";", "ISBN", "arXiv:", "p.")
"""One of these is in everything that the expression above finds."""

_THAI = re.compile(f"[{THAI}]")
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"[\d!-/:-@\[-`{-~•]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff가-힣]")
"""A letter that says what two or three of an alphabet do."""

_WITHOUT_SIGNS = {code: None for code in range(128) if _SIGN.match(chr(code))}
_NOUN_WITH_CLAUSE = re.compile(
    rf"([A-Z][a-z]+)(?:-[a-z]+)*(?: (?!{VERB}\b)[a-z-]+| \([A-Z][A-Za-z]+\)){{0,3}}, "
    rf"(?:who|which) (?!.*,\s(?:\w+ly )?(?:{VERB}|\w+ed|\w+s)\b)"
)
_ENDS_IN_WORD = re.compile(r"(?:^|[\s(])([^\W\d_]{3,}|\d+%?|[A-Z]{2,}\d*)\)?$")
_FINITE = re.compile(rf" (?:{VERB}|we [a-z]+|they [a-z]+|it [a-z]+s)\b|^(?:We|They) [a-z]")
_SHORTEST_UNCLOSED = 8


def form_of(sentence: str, kind: BlockKind) -> int:
    """Index into `FORMS` of a sentence that stands in a block of `kind`."""
    return _CODE[_form(sentence, kind)]


def lacks_its_stop(sentence: str) -> bool:
    """Whether an English sentence is a whole clause, but for the mark that would close it."""
    last = _ENDS_IN_WORD.search(sentence[-30:])
    if last is None or last[1] in stop_words("en") or len(sentence.split()) < _SHORTEST_UNCLOSED:
        return False
    return _FINITE.search(sentence) is not None


def _form(sentence: str, kind: BlockKind) -> Form:
    if kind in ("code", "table", "heading"):
        return kind
    if is_byline(sentence):
        return "byline"
    if _mostly_signs(sentence):
        return "stub"
    if (
        _in_capitals(sentence)
        and len(sentence) > 1
        and not sentence.endswith((".", "!", "?", '"', "。"))
    ):
        return "heading"
    if _QUESTION.search(sentence[-12:]):
        return "question"
    if not _is_fragment(sentence):
        return "prose"
    return "incomplete" if _may_stand(sentence) else "stub"


def _may_stand(sentence: str) -> bool:
    """Whether a sentence that is hardly a whole statement may be quoted all the same.

    It begins like one, and has either all but its stop, or capitals as of items in a row.
    """
    if _begins_inside(sentence) or _mostly_signs(sentence) or _LEADS_ON.search(sentence):
        return False
    if _CAPTION.match(sentence) or _REFERENCE.match(sentence) or _tells_publication(sentence):
        return False
    if is_filler(sentence) or lacks_main_clause(sentence) or _INTERRUPTED.search(sentence[-8:]):
        return False
    if _FINAL.search(sentence[-40:]):
        return is_flattened_list(sentence)
    if looks_english(sentence):
        return lacks_its_stop(sentence)
    return len(sentence.split()) >= _SHORTEST_UNCLOSED


def _begins_inside(sentence: str) -> bool:
    """Whether a sentence begins in the middle of a clause, and not with a name in small letters."""
    if not _MID_CLAUSE.match(sentence):
        return False
    named = _LOWER_CASE_NAME.match(sentence)
    return named is None or named["name"] in stop_words("en")


def _in_capitals(sentence: str) -> bool:
    """Whether a sentence has no small letter and, as scripts without case are, few of neither."""
    if not sentence.isupper():
        return False
    return sentence.isascii() or 2 * sum(map(str.isupper, sentence)) > sum(
        map(str.isalpha, sentence)
    )


def _mostly_signs(sentence: str) -> bool:
    """Whether half of the characters are digits and signs, white space aside."""
    if sentence.isascii():
        signs = len(sentence) - len(sentence.translate(_WITHOUT_SIGNS))
    else:
        signs = len(_SIGN.findall(sentence)) - len(_IDEOGRAPH.findall(sentence))
    return 2 * signs >= len(sentence) - sentence.count(" ")


def _tells_publication(sentence: str) -> bool:
    """Whether a sentence says where something was published: volume and page, DOI, ISBN."""
    if not any(part in sentence for part in _OF_A_PUBLICATION):
        return False
    return _PUBLICATION.search(sentence) is not None


def _is_thai_clause(sentence: str) -> bool:
    """Whether a sentence has as much Thai as a clause, which needs no stop."""
    return not sentence.isascii() and len(_THAI.findall(sentence)) >= SHORTEST


def _is_fragment(sentence: str) -> bool:
    """Whether a sentence is no whole statement: a piece of a clause, a list, speech, an entry."""
    if _begins_inside(sentence):
        return True
    if is_flattened_list(sentence):
        return not is_introduced(sentence)
    if not (_FINAL.search(sentence[-40:]) or _is_thai_clause(sentence)):
        return True
    if _INTERRUPTED.search(sentence[-8:]):
        return True
    if _DIGIT.search(sentence) and (_CAPTION.match(sentence) or _tells_publication(sentence)):
        return True
    if is_left_from_quote(sentence) or (is_filler(sentence) and not has_paired_letters(sentence)):
        return True
    if lacks_main_clause(sentence):
        return True
    found = _REFERENCE.match(sentence) or _NOUN_WITH_CLAUSE.match(sentence)
    return found is not None and found[1].lower() not in stop_words("en")
