"""Bylines and boilerplate: who wrote a text and when, and where to read more."""

from __future__ import annotations

import re

from hyperdigest.split.entries import without_targets
from hyperdigest.split.markup import NOT_IN_ADDRESS
from hyperdigest.split.scripts import count_words

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_WHEN = rf"(?:[A-Z][a-z]+day,?\s)?(?:{_MONTH}\s\d{{1,2}}|\d{{1,2}}\.?\s{_MONTH}),?\s\d{{4}}"
_BYLINE_CAPITALS = r"[A-Z][A-Z.'’-]+(?:,?[ ][A-Z][A-Z.'’-]+){0,5}"
_BYLINE = re.compile(
    rf"""
      (?:By|BY|Von|Par|Por)(?:[ ](?:and|AND|und|et|y|[A-Z][\w.'’-]*),?)+(?:[ ]?[|•·/].*)?$
    | (?i:(?:by|from)[ ](?:an?|our|the)[ ](?:[a-z]+[ ]){{0,2}}
        (?:writer|reporter|correspondent|editor)s?$)
    | {_BYLINE_CAPITALS}(?:,?[ ]{_WHEN}|[ ]?\([A-Z][A-Za-z]+\))+[ ]?[—–-]*$
    | {_BYLINE_CAPITALS}[ ]?[—–-]+$
    | (?:(?i:published|posted|updated|revised|printed)[ ](?:on[ ])?)?{_WHEN}\W*$
    | (?:[A-Z][a-z]+[ ])?v\.?\d[\d.]*,?[ ]\(?{_WHEN}\W*$
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
      (?:read|learn|find[ ]out|see|discover)[ ]more\b | (?:please[ ])?click[ ]here\b
    | (?:please[ ])?click[ ](?:on[ ])?(?:the|this|any)[ ](?:\w+[ ])?
        (?:link|image|photo|picture|banner)s?\b(?=.{0,60}\b(?:below|above|enlarge|more|full)\b)
    | (?:sign[ ]up|subscribe|log[ ]in|register)\b.{0,40}\b(?:newsletter|account|today|here|for)\b
    | (?:share[ ]this|follow[ ]us|skip[ ]to|back[ ]to[ ]top|continue[ ]reading|advertisement\b)
    | \(?for[ ](?:more|further|additional|complete|full)[ ](?:[a-z]+[ ]){0,2}?
        (?:info|information|details)\b .{0,90}?(?<=[,\w][ ])
        (?:see|visit|contact|call|go[ ]to|click|refer[ ]to|check[ ]out|consult|read|e-?mail)\b
    | \(?(?:if[ ]you(?:['’]d|[ ]would)?[ ](?:like|want|wish)[ ])?to[ ](?:learn|know|find[ ]out|read)
        [ ]more\b .{0,90}?(?<=[,\w][ ])(?:see|visit|contact|call|go[ ]to|click|check[ ]out)\b
    | \(?(?:watch|see)[ ](?:the|this|our)[ ]video\b
    | \(?(?:please[ ])?(?:see|refer[ ]to)[ ](?:\S+[ ]){0,7}?
        (?:(?:section|chapter|appendix|page|figure|table)[ ][\w.-]+
        |below|above|documentation|manual|details|info|information|examples?)\W*$
    | get[ ]more[ ](?:info|information|details)[ ](?:about|on)\b
    | (?:please[ ])?(?:contact|call|e-?mail)[ ]us\b(?!.*\b(?:if|when|unless|before)\b)
    | please[ ](?:contact|call|visit)[ ](?-i:[A-Z][\w'’&-]*[ ]){1,7}today[.!]?$
    | advertising[ ]on[ ](?:our|this)[ ](?:web[ ]?)?(?:site|page)s?\b
    | (?:please[ ]|don['’]t[ ]forget[ ]to[ ])?(?:like[ ]and[ ])?subscribe[ ]to[ ](?:our|my)\b
    | (?:(?:all|our|the)[ ]){0,2}code(?:[ ]and[ ][a-z]+){0,2}[ ](?:is|are|will[ ]be)
        [ ](?:[a-z]+[ ]){0,3}?available[ ](?:online[ ])?(?:at|on|from|via|here)\b
        [^.]{0,40}?(?:https?://|www\.|github|gitlab|zenodo)\S*(?:[ ]\S+){0,3}$
    | to[ ](?:learn|find[ ]out|read)\b.{0,120}?[ ](?:visit|go[ ]to|click)[ ]
    | (?:visit|see|call|contact|go[ ]to)[ ].{2,120}?[ ]
        for[ ](?:more|further|additional)[ ](?:info|information|details)\b
    | (?:more|further|additional)[ ](?:[a-z]+[ ]){0,2}?information\b
        .{0,90}?[ ](?:(?:can|may)[ ]be[ ](?:found|viewed|accessed|obtained)\b
        | (?:is|are)[ ](?:provided|available)[ ](?:at|by|from|here|in|on)\b)
    | \(?see[ ](?:also\b|(?:the[ ])?(?:table|figure)\b)
    | (?:abonnieren[ ]sie|abonniere|abonniert)[ ](?:jetzt[ ])?(?:unseren|meinen)
        [ ](?:newsletter|kanal)
    | abonnez-vous[ ]à[ ](?:notre|ma)[ ](?:newsletter|lettre|infolettre|chaîne)
    | (?:suscríbase|suscríbete)[ ]a[ ](?:nuestro|nuestra|mi)[ ](?:boletín|newsletter|canal|revista)
    | подпи(?:шитесь|сывайтесь)[ ]на[ ](?:нашу?|мой)[ ](?:рассылку|канал|новости)
    | (?:weitere|mehr|nähere)[ ](?:informationen|infos)\b.{0,90}?
        [ ](?:finden|erhalten|bekommen)[ ]sie[ ](?:auf|unter|hier|bei|im|in)\b
    | pour[ ](?:plus[ ]d['’]|de[ ]plus[ ]amples[ ]|en[ ]savoir[ ]plus)(?:informations?\b)?
        .{0,90}?,[ ](?:veuillez[ ])?(?:consulte[rz]|visite[rz]|contacte[rz]|appele[rz]|voir|voyez)\b
    | para[ ](?:más|mayor|obtener[ ]más)[ ]información\b
        .{0,90}?,[ ](?:por[ ]favor[ ])?(?:visite|consulte|llame|contacte|vea|vaya)\b
    | (?:для[ ]получения[ ])?(?:более[ ]подробн|дополнительн|подробн)(?:ую|ой)[ ]информаци[юи]\b
        .{0,90}?[ ](?:см\.|смотрите|посетите|обра(?:титесь|щайтесь)|(?:по)?звоните|найти|найдёте)
    | this[ ](?:site|website)[ ]uses[ ]cookies
    | this[ ](?:file|document)[ ]is[ ]part[ ]of[ ](?:the[ ])?\S+(?:[ ]\S+){0,2}$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_POINTER = re.compile(r"\(?See (?P<title>[^\s.,:;!?()_]+(?: [^\s.,:;!?()_]+){0,11})[.)]*")
"""A sentence that is only "See" and the title of a part of the text."""

_RIGHTS_RESERVED = re.compile(
    r"""
    .{0,80}?\b(?:all[ ]rights[ ]reserved\b
        |(?:alle[ ]rechte[ ]vorbehalten|tous[ ]droits[ ]réservés
        |todos[ ]los[ ]derechos[ ]reservados|reservados[ ]todos[ ]los[ ]derechos
        |все[ ]права[ ]защищены)\W*$)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_RIGHTS = "reserve", "vorbehalten", "réservé", "reservado", "защищены"
"""Every match of `_RIGHTS_RESERVED` contains one of these; to search them is faster."""

_EMPHASIS = ("*", "_")
_ADDRESS = re.compile(rf"(?:https?://|www\.)[^{NOT_IN_ADDRESS}]+|\S+@\S+\.\w+")


def is_byline(sentence: str) -> bool:
    """Whether a sentence says who wrote a text and when, or only refers its reader elsewhere.

    It does the latter if it has less than four words besides web and mail addresses. It may be
    broken over lines.
    """
    if "  " in sentence or not (sentence.isascii() and sentence.isprintable()):
        sentence = " ".join(sentence.split())
    if sentence.startswith(_EMPHASIS):
        sentence = sentence.strip("".join(_EMPHASIS))
    if _BYLINE.match(sentence) or _BOILERPLATE.match(sentence) or _reserves_rights(sentence):
        return True
    if (pointer := _POINTER.fullmatch(sentence)) and _is_title(pointer["title"]):
        return True
    sentence = without_targets(sentence)
    has_address = "@" in sentence or "www." in sentence or "://" in sentence
    return has_address and count_words(_ADDRESS.sub("", sentence)) < 4


def _reserves_rights(sentence: str) -> bool:
    possible = any(map(sentence.lower().__contains__, _RIGHTS))
    return possible and _RIGHTS_RESERVED.match(sentence) is not None


def _is_title(words: str) -> bool:
    """Whether the first or second word, and at least half of all, begin with capitals."""
    capitals = [word.lstrip("‘“\"'`")[:1].isupper() for word in words.split()]
    return any(capitals[:2]) and 2 * sum(capitals) >= len(capitals)
