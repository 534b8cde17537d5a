"""Classify sentences by form, such as prose, heading or fragment, so that a digest cites prose.

`form_of` uses rules about: the shape of the sentence; flattened lists, whose items follow each
other without punctuation ("Causes include Noise in the street Ear infections Old age Treatment
depends on the cause."); English subordinate clauses without a main clause; bylines, which say who
wrote a text or where to read more; and speech, such as "he said", halves of quotes and fillers.
`visible` replaces markup by spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from hyperdigest.base.readable import readable
from hyperdigest.documents import FORMS, BlockKind, Form
from hyperdigest.split.entries import (
    begins_as_reference,
    is_in_brackets,
    is_row_of_links,
    without_targets,
)
from hyperdigest.split.scripts import (
    CJK,
    SHORTEST_THAI,
    THAI,
    count_words,
    has_paired_letters,
    stop_words,
    word_list,
)
from hyperdigest.split.terms import tokens
from hyperdigest.split.verbs import verbs

VERB = r"(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|do|does|did)"
"""Auxiliary verbs, which make a clause."""

NOT_IN_ADDRESS = rf"\s<>\"\u3000-\u303f\uff00-\uffef{CJK}"
"""Character class of what ends a web address: in Chinese and Japanese no space follows it."""

_FORM_INDEX = {form: index for index, form in enumerate(FORMS)}
PROSE, INCOMPLETE, STUB = (_FORM_INDEX[form] for form in ("prose", "incomplete", "stub"))

FINAL = re.compile(
    r"[.!?…。！？｡．؟।॥։۔]\s?[\"'”’»›)\]*_`」』）】》〉］]*"
    r"(?:(?:\s?\[[\d,–\- ]{1,15}\])+|\d{1,3}(?:[,–-]\d{1,3}){0,5})?$"
)
"""The mark that ends a sentence, with closing quotation marks and references after it."""

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
      | (?P<name>[a-z][\w+-]+)(?:\(\d\w?\))?\s+
        (?:{VERB}\b|(?P<verb>[A-Za-z][a-z]{{2,}}s)\b(?!\s(?:that|which|who|of)\b))
    )
    """,
    re.VERBOSE,
)
"""A name in lower case at the start of a sentence: a path, an option, a file or a command."""

_OPEN_END = re.compile(r"[,:;–—-]$")
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
_PUBLICATION_SIGNS = ("doi", "):", ";", "ISBN", "arXiv:", "p.")
"""Every match of `_PUBLICATION` contains one of these; to search them is faster."""

_UPPER = "[A-ZÀ-ÖØ-ÞŁŚŠŽČА-ЯЁ]"
_SURNAME = rf"(?:(?:d[aeiu]|la|le|van|von|den)\s)*{_UPPER}[\w'’-]+(?:[ ]{_UPPER}[\w'’-]+)?"
_INITIALS = rf"{_UPPER}\.(?:[\s-]{{0,2}}{_UPPER}\.){{0,3}}"
_REFERENCE_HEAD = re.compile(
    rf"""
    (?:^|(?<=[.)\]\d])\s+|\n[ \t]*) (?P<entry>
    {_SURNAME},\s+{_INITIALS}
    (?:(?:,?\s+(?:and|&|und|et|y|e|и)\s+|[,;]\s+)
       (?:{_INITIALS}\s+{_SURNAME}|{_SURNAME},\s+{_INITIALS})){{0,20}}
    (?:,?\s+et\s+al\.)?[.,]?\s+
    (?:\((?:19|20)\d\d[a-z]?\)[.,:]?|(?:19|20)\d\d[a-z]?[.:])\s+)
    (?=[\"“«]?(?:{_UPPER}|\d))
    """,
    re.VERBOSE,
)
"""The authors and the year at the start of an entry in a list of references."""

_THAI = re.compile(f"[{THAI}]")
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"[\d!-/:-@\[-`{-~•]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff가-힣]")
"""Characters that count as much as two or three letters of an alphabet."""

_WITHOUT_SIGNS = {code: None for code in range(128) if _SIGN.match(chr(code))}
_NOUN_WITH_CLAUSE = re.compile(
    rf"([A-Z][a-z]+)(?:-[a-z]+)*(?: (?!{VERB}\b)[a-z-]+| \([A-Z][A-Za-z]+\)){{0,3}}, "
    rf"(?:who|which) (?!.*,\s(?:\w+ly )?(?:{VERB}|\w+ed|\w+s)\b)"
)
_ENDS_IN_WORD = re.compile(r"(?:^|[\s(])([^\W\d_]{3,}|\d+%?|[A-Z]{2,}\d*)\)?$")
_FINITE = re.compile(rf" (?:{VERB}|we [a-z]+|they [a-z]+|it [a-z]+s)\b|^(?:We|They) [a-z]")
_FEWEST_WORDS_UNCLOSED = 8
_LONGEST_BEGINNING, _LONGEST_SEARCHED = 500, 5000
"""Characters of a sentence in which a name at its start, and a verb, are looked for."""


def form_of(sentence: str, kind: BlockKind) -> int:
    """Index into `FORMS` of a sentence in a block of this `kind`."""
    return _FORM_INDEX[_form(sentence, kind)]


def reference_heads(text: str) -> list[tuple[int, int]]:
    """The start of each entry of a list of references in a block, and of the entry's title."""
    if "19" not in text and "20" not in text:
        return []
    return [found.span("entry") for found in _REFERENCE_HEAD.finditer(text)]


def has_finite_verb(sentence: str) -> bool:
    """Whether an English sentence has an auxiliary, or a verb after a pronoun."""
    return _FINITE.search(sentence, 0, _LONGEST_SEARCHED) is not None


def lacks_full_stop(sentence: str) -> bool:
    """Whether an English sentence is a whole clause except for the full stop."""
    last = _ENDS_IN_WORD.search(sentence[-30:])
    if (
        last is None
        or last[1] in stop_words("en")
        or len(sentence.split()) < _FEWEST_WORDS_UNCLOSED
    ):
        return False
    return has_finite_verb(sentence)


def _form(sentence: str, kind: BlockKind) -> Form:
    if kind in ("code", "table", "header", "heading", "term"):
        return kind
    if is_byline(sentence):
        return "byline"
    if _mostly_signs(sentence) or _is_reference_or_link(sentence):
        return "stub"
    closed = sentence.endswith((".", "!", "?", '"', "。"))
    in_list = kind in ("item", "step", "definition")
    if not in_list and _in_capitals(sentence) and len(sentence) > 1 and not closed:
        return "heading"
    if _QUESTION.search(sentence[-12:]):
        return "question"
    if not _is_fragment(sentence):
        return "incomplete" if kind == "paragraph" and is_title(sentence) else "prose"
    return "incomplete" if _may_be_quoted(sentence) else "stub"


def _is_reference_or_link(sentence: str) -> bool:
    """Whether a sentence is an entry of references, a fragment in brackets, or a row of links."""
    if is_row_of_links(sentence, len(sentence.split())):
        return True
    enclosed = begins_as_reference(sentence) or is_in_brackets(sentence)
    return enclosed and not has_finite_verb(sentence)


def _may_be_quoted(sentence: str) -> bool:
    """Whether an incomplete sentence may be quoted.

    It begins like a statement, and lacks only the full stop, announces something, or is a flattened
    list.
    """
    if _begins_mid_clause(sentence) or _mostly_signs(sentence):
        return False
    if _CAPTION.match(sentence) or _REFERENCE.match(sentence) or _names_publication(sentence):
        return False
    if is_filler(sentence) or lacks_main_clause(sentence) or _INTERRUPTED.search(sentence[-8:]):
        return False
    if _OPEN_END.search(sentence):
        return not is_flattened_list(sentence) and _is_statement_before_colon(sentence)
    if FINAL.search(sentence[-40:]):
        return is_flattened_list(sentence)
    if looks_english(sentence):
        return lacks_full_stop(sentence)
    return len(sentence.split()) >= _FEWEST_WORDS_UNCLOSED


def _is_statement_before_colon(sentence: str) -> bool:
    """Whether an English sentence announces something in a clause: "Sales were as follows:"."""
    if not sentence.endswith(":") or len(sentence.split()) < _FEWEST_WORDS_UNCLOSED:
        return False
    words = [word.lower() for word in _WORD_OF_LETTERS.findall(sentence)[1:]]
    if not words or words[-1] in stop_words("en"):
        return False
    has_verb = any(word in verbs().finite or _AUXILIARY.fullmatch(word) for word in words)
    return has_verb and looks_english(sentence)


def _begins_mid_clause(sentence: str) -> bool:
    """Whether a sentence begins inside a clause, and not with a name in lower case."""
    if not _MID_CLAUSE.match(sentence):
        return False
    named = _LOWER_CASE_NAME.match(sentence, 0, _LONGEST_BEGINNING)
    if named is None or named["name"] in stop_words("en"):
        return True
    if not named["verb"]:
        return False
    _, ending = verbs().inflected.get(named["verb"].lower(), ("", ""))
    return "-" in named["name"] or ending != "s"


def _in_capitals(sentence: str) -> bool:
    """Whether a sentence is in capitals, with at most half of its letters without case."""
    if not sentence.isupper() or sentence.isascii():
        return sentence.isupper()
    return 2 * sum(map(str.isupper, sentence)) > sum(map(str.isalpha, sentence))


def _mostly_signs(sentence: str) -> bool:
    """Whether at least half of the characters, without spaces, are digits and punctuation."""
    if sentence.isascii():
        signs = len(sentence) - len(sentence.translate(_WITHOUT_SIGNS))
    else:
        signs = len(_SIGN.findall(sentence)) - len(_IDEOGRAPH.findall(sentence))
    return 2 * signs >= len(sentence) - sentence.count(" ")


def _names_publication(sentence: str) -> bool:
    """Whether a sentence has data of a publication: volume and page, DOI, ISBN."""
    possible = any(part in sentence for part in _PUBLICATION_SIGNS)
    return possible and _PUBLICATION.search(sentence) is not None


def _is_fragment(sentence: str) -> bool:
    """Whether a sentence is no statement: part of a clause, a list, a half quote, a reference."""
    if _begins_mid_clause(sentence):
        return True
    if is_flattened_list(sentence):
        return not is_introduced(sentence)
    # A Thai sentence has no full stop.
    closed = FINAL.search(sentence[-40:]) or len(_THAI.findall(sentence)) >= SHORTEST_THAI
    if not closed or _INTERRUPTED.search(sentence[-8:]):
        return True
    if _DIGIT.search(sentence) and (_CAPTION.match(sentence) or _names_publication(sentence)):
        return True
    if is_left_from_quote(sentence) or lacks_main_clause(sentence):
        return True
    if is_filler(sentence) and not has_paired_letters(sentence):
        return True
    found = _REFERENCE.match(sentence) or _NOUN_WITH_CLAUSE.match(sentence)
    return found is not None and found[1].lower() not in stop_words("en")


_WORD_OF_LETTERS = re.compile(r"[^\W\d_][\w'’-]*")
_AUXILIARY = re.compile(rf"{VERB}|be|been|being|am|.*['’].*")
_FEWEST_CAPITALS = 4


def is_title(sentence: str) -> bool:
    """Whether a sentence is a title: "Rust of Old Cables in Harbour Towns.".

    All words but stop words begin with capitals, at least four, and no verb makes it a statement or
    a command.
    """
    stops, known = stop_words("en"), verbs()
    words: list[str] = []
    for found in _WORD_OF_LETTERS.finditer(sentence):
        word, lower = found[0], found[0].lower()
        if not word[0].isupper() and (lower not in stops or lower in known.finite):
            return False
        if _AUXILIARY.fullmatch(lower):
            return False
        words.append(word)
    capitals = sum(word[0].isupper() for word in words)
    if capitals < _FEWEST_CAPITALS or 2 * capitals < len(words) or sentence.isupper():
        return False
    if words[0].lower() in known.bases:
        return False
    return sum(word.lower() not in stops for word in words) >= _FEWEST_CAPITALS


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


_SUBJECT = r"(?:I|you|he|she|it|they|we|there)\b"
_SUBORDINATE_CLAUSE = re.compile(
    rf"[\"“‘'(\[]*(?:Although|Because|Though|Whereas"
    rf"|(?:While|Since\s(?={_SUBJECT}))(?!.*\w\s{_SUBJECT}\s))\b",
    re.DOTALL,
)
_RELATIVE_CLAUSE = re.compile(
    rf"[\"“‘'(\[]*Which(?:,|\s(?:{_SUBJECT}|{VERB}\b|brings|gives|leads|leaves|makes|means))"
    r"(?!.*\bdepends?\b)",
    re.DOTALL,
)
_MAIN_CLAUSE = re.compile(
    r"(?:[,;:—–][\"'”’]?|\s-|\))\s*"
    r"(?!(?:and|as|because|but|if|like|not|of|or|since|so|such|that|though|uh|um|when|where|whereas"
    r"|which|while|who|whose|you know)\b)\w[^\s,;:—–)]*\s\w"
)


def lacks_main_clause(sentence: str) -> bool:
    """Whether a sentence is only a subordinate clause: "Because the cables had rusted.".

    Two words after a comma count as a main clause, unless the first is a conjunction.
    """
    if _SUBORDINATE_CLAUSE.match(sentence):
        return _MAIN_CLAUSE.search(sentence) is None
    return _RELATIVE_CLAUSE.match(sentence) is not None


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
    | \(?for[ ](?:more|further|additional|complete|full)[ ](?:[a-z]+[ ]){0,2}?
        (?:info|information|details)\b .{0,90}?(?<=[,\w][ ])
        (?:see|visit|contact|call|go[ ]to|click|refer[ ]to|check[ ]out|consult|read|e-?mail)\b
    | \(?(?:if[ ]you(?:['’]d|[ ]would)?[ ](?:like|want|wish)[ ])?to[ ](?:learn|know|find[ ]out|read)
        [ ]more\b .{0,90}?(?<=[,\w][ ])(?:see|visit|contact|call|go[ ]to|click|check[ ]out)\b
    | \(?(?:watch|see)[ ](?:the|this|our)[ ]video\b
    | (?:please[ ])?(?:see|refer[ ]to)[ ](?:\S+[ ]){0,7}?
        (?:(?:section|chapter|appendix|page|figure|table)[ ][\w.-]+
        |below|above|documentation|manual|details|information|examples?)\W*$
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
        for[ ](?:more|further|additional)[ ](?:information|details)\b
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
    """,
    re.VERBOSE | re.IGNORECASE,
)
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

_ADDRESS = re.compile(rf"(?:https?://|www\.)[^{NOT_IN_ADDRESS}]+|\S+@\S+\.\w+")


def is_byline(sentence: str) -> bool:
    """Whether a sentence says who wrote a text and when, or only refers its reader elsewhere.

    It does the latter if it has less than four words besides web and mail addresses.
    """
    if _BYLINE.match(sentence) or _BOILERPLATE.match(sentence) or _reserves_rights(sentence):
        return True
    sentence = without_targets(sentence)
    has_address = "@" in sentence or "www." in sentence or "://" in sentence
    return has_address and count_words(_ADDRESS.sub("", sentence)) < 4


def _reserves_rights(sentence: str) -> bool:
    lower = sentence.lower()
    possible = any(word in lower for word in _RIGHTS)
    return possible and _RIGHTS_RESERVED.match(sentence) is not None


_SPEAKER = (
    r"(?:I|He|She|They|We|(?:The|A|An|His|Her|My|Their|Our)(?:[ ][\w’'-]+){1,3}?"
    r"|(?!(?:After|And|As|Before|But|If|Like|So|Then|What|When|While)\b)"
    r"[A-Z][\w’'.-]+(?:[ ][A-Z][\w’'.-]+){0,2})"
)
_SPEECH_VERB = (
    r"(?:added|answered|asked|called|cried|demanded|exclaimed|murmured|muttered|repeated|replied"
    r"|said|says|screamed|shouted|snapped|whispered|yelled)"
)
_SPEECH_TAG = re.compile(rf"\s*{_SPEAKER}[ ]{_SPEECH_VERB}(?:[ ]\w+ly)?(?:[.!]|,(?!\s[\"“]))")
_ONLY_SPEECH_TAG = re.compile(
    rf"{_SPEAKER}[ ]{_SPEECH_VERB}(?:[ ]\w+ly)?(?:[.!]$|,[ ]\w+ing\b[^\"“]{{0,60}}$)"
)
_BREAKS_OFF = re.compile(r"(?:…|\.\.\.)\W*$")


def is_speech_tag(text: str, start: int) -> bool:
    """Whether the words at `start` say who spoke the quote before them: "he said."."""
    return _SPEECH_TAG.match(text, start) is not None


def capitalized(utterance: str) -> str:
    """An utterance of a transcript with a capital at its start, and without a comma at its end.

    One that breaks off (…) is unchanged.
    """
    if _BREAKS_OFF.search(utterance[-12:]):
        return utterance
    words = utterance.rstrip(" ,")
    return words[:1].upper() + words[1:]


def is_left_from_quote(sentence: str) -> bool:
    """Whether a sentence only says who spoke, or ends a quote that it does not begin."""
    if _ONLY_SPEECH_TAG.match(sentence):
        return True
    if sentence.endswith('"'):
        return sentence.count('"') % 2 == 1
    return sentence.endswith("”") and sentence.count("”") > len(re.findall("[“„]", sentence))


def is_filler(sentence: str) -> bool:
    """Whether at least half of the words of a sentence, and three, are fillers and numbers."""
    words = tokens(sentence)
    count = sum(map(word_list("fillers.txt").__contains__, words))
    if _DIGIT.search(sentence):
        count += sum(word[0].isdigit() for word in words)
    return count >= 3 and 2 * count >= len(words)


_HTML = re.compile(
    r"<!--(?:[^<]|<(?!!--))*?-->|</?[A-Za-z][^<>\n]{0,300}>|&(?:[A-Za-z]{2,8}|\#\d{1,6}|\#x[\dA-Fa-f]{1,6});"
    rf"|(?:https?|ftp)://[^{NOT_IN_ADDRESS}]+|www\.[^{NOT_IN_ADDRESS}]+"
)
_MARKDOWN_SYNTAX = re.compile(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"  # target of a link
    r"|\]\[[^\]\n]{0,100}\]"  # name of a target
    r"|^[ ]{0,3}\[[^\]\n]{1,100}\]:[ \t]+\S+.*$"  # definition of a target
    r"|\{[#.:][^{}\n]{0,100}\}"  # attributes
    r"|[*_`~]+",
    re.MULTILINE,
)


def visible(text: str, format: str = "text") -> str:
    """`text` with tags, entities and addresses replaced by spaces, so that its length is the same.

    In Markdown link targets and emphasis marks are replaced too. In plain text words that line ends
    broke are joined, as in `readable`.
    """
    text = _MARKDOWN_SYNTAX.sub(blank, text) if format == "markdown" else readable(text, format)
    has_markup = "<" in text or "&" in text or "://" in text or "www." in text
    return _HTML.sub(blank, text) if has_markup else text


def blank(found: re.Match[str]) -> str:
    """As many spaces as the match is long."""
    return " " * len(found[0])
