"""Lines about a text, not of it: who wrote it and when, where to read on."""

from __future__ import annotations

import re

from hyperdigest.split.markup import NOT_IN_ADDRESS
from hyperdigest.split.scripts import count_words

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
      (?:read|learn|find[ ]out|see|discover)[ ]more\b | (?:please[ ])?click[ ](?:here|on|the)\b
    | (?:sign[ ]up|subscribe|log[ ]in|register)\b.{0,40}\b(?:newsletter|account|today|here|for)\b
    | (?:share[ ]this|follow[ ]us|skip[ ]to|back[ ]to[ ]top|continue[ ]reading|advertisement\b)
    | for[ ](?:more|further|additional)[ ](?:information|details)\b
        .{0,90}?(?<=[,\w][ ])(?:see|visit|contact|call|go[ ]to|click)\b
    | to[ ](?:learn|find[ ]out|read)\b.{0,120}?[ ](?:visit|go[ ]to|click)[ ]
    | (?:visit|see|call|contact|go[ ]to)[ ].{2,120}?[ ]
        for[ ](?:more|further|additional)[ ](?:information|details)\b
    | (?:more|further|additional)[ ](?:[a-z]+[ ]){0,2}?information\b
        .{0,90}?[ ](?:can|may)[ ]be[ ](?:found|viewed|accessed|obtained)\b
    | \(?see[ ](?:also\b|(?:the[ ])?(?:table|figure)\b)
    | .{0,80}\ball[ ]rights[ ]reserved\b | this[ ](?:site|website)[ ]uses[ ]cookies
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ADDRESS = re.compile(rf"(?:https?://|www\.)[^{NOT_IN_ADDRESS}]+|\S+@\S+\.\w+")


def is_byline(sentence: str) -> bool:
    """Whether a sentence says who made a text and when, or sends its reader elsewhere."""
    found = _BYLINE.match(sentence) or _BOILERPLATE.match(sentence)
    return found is not None or _is_address(sentence)


def _is_address(sentence: str) -> bool:
    """Whether little is left of a sentence without its web and mail addresses."""
    if "@" not in sentence and "www." not in sentence and "://" not in sentence:
        return False
    return count_words(_ADDRESS.sub("", sentence)) < 4
