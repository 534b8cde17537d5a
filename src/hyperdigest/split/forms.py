"""What kind of text a sentence is, so that a digest may keep to prose."""

from __future__ import annotations

import re

from hyperdigest.documents import FORMS, BlockKind, Form
from hyperdigest.split.wordlists import stop_words

_CODE = {form: index for index, form in enumerate(FORMS)}
_FINAL = re.compile(
    r"[.!?…。！？｡؟।॥։۔]\s?[\"'”’»›)\]*_`」』）]*"
    r"(?:(?:\s?\[[\d,–\- ]{1,15}\])+|\d{1,3}(?:[,–-]\d{1,3}){0,5})?$"
)
_QUESTION = re.compile(r"[?？؟]\s?[\"'”’»›)\]*_`」』）]*$")
_INTERRUPTED = re.compile(r"(?:[—–]|\s-)\s?[.!?…]?[\"'”’»)]*$")
_MID_CLAUSE = re.compile(r"[\"'“‘«(\[*_]*(?:[a-zß-öø-ÿа-яα-ω]|[,;:.)\]…&/=+%])")
_LOWER_CASE_NAME = re.compile(r"[\"'“‘«(\[*_]*[a-zα-ω]{1,3}(?:[A-Z\d]|-[A-Z])")
_CAPTION = re.compile(
    r"(?:Fig(?:ure)?s?|Tab(?:le)?|Box|Chart|Scheme|Plate|Exhibit|Photo|Map)\b\.?\s?[A-Z]?\d+[a-z]?"
    r"(?:\s?[.:|]|\s[–—-])\s",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(?:\[?\d{1,3}[\].]\s*)?[A-Z][\w'’-]+,?\s(?:[A-Z]\.[\s-]?){1,3}(?:,|;|&|and\b|\()"
)
_PUBLICATION = re.compile(
    r"\bdoi:|doi\.org/|\b\d+\s?\(\d+\):\s?\d+|\b(?:19|20)\d\d;\s?\d+|\bISBN\b|\barXiv:"
    r"|\bpp?\.\s?\d+[-–]\d+\.$"
)
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"[\d!-/:-@\[-`{-~•]")
_ITEM_AFTER_ITEM = re.compile(r"(?<![\w.])([a-z]{3,})\)? (?=[A-Z][a-z]{2,}\b(?! [A-Z]))")
_LIST_OPENED = re.compile(r"[a-z]: [A-Z]|\b(?:include|includes|including|caused by|such as) [A-Z]")
_VERB = r"(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|do|does|did)"
_NOUN_WITH_CLAUSE = re.compile(
    rf"([A-Z][a-z]+)(?:-[a-z]+)*(?: (?!{_VERB}\b)[a-z-]+| \([A-Z][A-Za-z]+\)){{0,3}}, "
    rf"(?:who|which) (?!.*,\s(?:\w+ly )?(?:{_VERB}|\w+ed|\w+s)\b)"
)
_ENGLISH = re.compile(r"\b(?:the|of|to|and|or|with|your)\b")
_BEFORE_NAMES = frozenset(("via", "per", "former", "called", "like", "within", "across", "named"))

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_WHEN = rf"(?:[A-Z][a-z]+day,?\s)?(?:{_MONTH}\s\d{{1,2}}|\d{{1,2}}\.?\s{_MONTH}),?\s\d{{4}}"
_CAPITALS = r"[A-Z][A-Z.'’-]+(?:,?[ ][A-Z][A-Z.'’-]+){0,5}"
_BYLINE = re.compile(
    rf"""
      (?:By|BY|Von|Par|Por)(?:[ ](?:and|AND|und|et|y|[A-Z][\w.'’-]*),?)+(?:[ ]?[|•·/].*)?$
    | {_CAPITALS}(?:,?[ ]{_WHEN}|[ ]?\([A-Z][A-Za-z]+\))+[ ]?[—–-]*$ | {_CAPITALS}[ ]?[—–-]+$
    | {_WHEN}\W*$
    | (?i:(?:written|reported|reporting|edited|editing|additional[ ]reporting|compiled|posted
        |published|photographs?|photos?|pictures?|images?|illustrations?|translated)[ ]
        (?:by|on|at|credits?|courtesy|source)\b(?=.{{0,80}}$))
    | (?i:(?:photo|image|credit|source|author|authors|updated|published|posted|tags|keywords
        |filed[ ]under|contact|tel|phone|fax|e-?mail|correspondence|doi|isbn|issn)[ ]?:)
    | (?i:(?:last|page)[ ](?:updated|reviewed|modified|edited)\b)
    | (?i:from|to|cc|bcc|sent|date|subject|reply-to|message-id):[ ]
    | (?i:(?:©|\(c\)[ ]\d{{4}}|copyright\b(?=.{{0,20}}(?:\d{{4}}|©|by\b))).*)
    """,
    re.VERBOSE,
)
_BOILERPLATE = re.compile(
    r"""
      (?:read|learn|find[ ]out|see|discover)[ ]more\b | click[ ](?:here|on|the)\b
    | (?:sign[ ]up|subscribe|log[ ]in|register)\b.{0,40}\b(?:newsletter|account|today|here|for)\b
    | (?:share[ ]this|follow[ ]us|skip[ ]to|back[ ]to[ ]top|continue[ ]reading|advertisement\b)
    | for[ ](?:more|further)[ ](?:information|details),?[ ]
        (?:\w+[ ]){0,4}?(?:see|visit|contact|call|go)\b
    | \(?see[ ](?:also[ ])?(?:table|figure|the[ ](?:table|figure)|section)\b
    | .{0,80}\ball[ ]rights[ ]reserved\b | this[ ](?:site|website)[ ]uses[ ]cookies
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\w+")


def form_of(sentence: str, kind: BlockKind) -> int:
    """Index into `FORMS` of a sentence that stands in a block of `kind`."""
    return _CODE[_form(sentence, kind)]


def _form(sentence: str, kind: BlockKind) -> Form:
    if kind in ("code", "table", "heading"):
        return kind
    if _BYLINE.match(sentence) or _BOILERPLATE.match(sentence) or _is_address(sentence):
        return "byline"
    if _mostly_signs(sentence):
        return "stub"
    if sentence.isupper() and len(sentence) > 1 and not sentence.endswith((".", "!", "?", '"')):
        return "heading"
    if _QUESTION.search(sentence[-12:]):
        return "question"
    return "stub" if _is_fragment(sentence) else "prose"


def _is_address(sentence: str) -> bool:
    """Whether little is left of a sentence without its web and mail addresses."""
    if "@" not in sentence and "www." not in sentence and "://" not in sentence:
        return False
    return len(_ADDRESS.sub("", sentence).split()) < 4


def _mostly_signs(sentence: str) -> bool:
    """Whether half of the characters are digits and signs, white space aside."""
    return 2 * len(_SIGN.findall(sentence)) >= len(sentence) - sentence.count(" ")


def _is_fragment(sentence: str) -> bool:
    """Whether a sentence begins or ends within a clause, or is a list's or reference's entry."""
    if not _FINAL.search(sentence[-40:]) or _INTERRUPTED.search(sentence[-8:]):
        return True
    if _MID_CLAUSE.match(sentence) and not _LOWER_CASE_NAME.match(sentence):
        return True
    if _DIGIT.search(sentence) and (_CAPTION.match(sentence) or _PUBLICATION.search(sentence)):
        return True
    if _REFERENCE.match(sentence) or _is_flattened_list(sentence):
        return True
    found = _NOUN_WITH_CLAUSE.match(sentence)
    return found is not None and found[1].lower() not in stop_words("en")


def _is_flattened_list(sentence: str) -> bool:
    """Whether items of a list stand in an English sentence with nothing between them.

    Told by capitals after words that no name follows: "... in older people Exposure to noise Ear
    infections ...".
    """
    found = _ITEM_AFTER_ITEM.findall(sentence)
    if len(found) < 2 or not _ENGLISH.search(sentence):
        return False
    function_words = stop_words("en") | _BEFORE_NAMES
    items = sum(word not in function_words for word in found)
    return items >= 3 or (items == 2 and _LIST_OPENED.search(sentence) is not None)
