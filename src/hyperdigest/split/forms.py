"""Classify sentences by form, such as prose, heading or fragment, so that a digest cites prose.

`form_of` uses rules about the shape of the sentence, English subordinate clauses without a main
clause, flattened lists, bylines and speech.
"""

from __future__ import annotations

import re

from hyperdigest.documents import FORMS, BlockKind, Form
from hyperdigest.split.bibliography import begins_with_key
from hyperdigest.split.bylines import is_byline
from hyperdigest.split.cited_sources import without_brackets, without_citations, without_source
from hyperdigest.split.entries import (
    has_leaders,
    is_in_brackets,
    is_in_index_of_info,
    is_in_table_of_info,
    is_pointer_of_info,
    is_row_of_links,
)
from hyperdigest.split.flattened_lists import is_flattened_list, is_introduced, looks_english
from hyperdigest.split.notes import is_note_label
from hyperdigest.split.scripts import THAI, has_paired_letters, stop_words
from hyperdigest.split.speech import is_filler, only_says_who_spoke
from hyperdigest.split.thai import SHORTEST_THAI
from hyperdigest.split.verbs import VERB, has_finite_verb, verbs

_FORM_INDEX = {form: index for index, form in enumerate(FORMS)}
HEADING, PROSE, INCOMPLETE, STUB = (
    _FORM_INDEX[form] for form in ("heading", "prose", "incomplete", "stub")
)

FINAL = re.compile(
    r"[.!?…。！？｡．؟।॥։۔](?<![(\[]\.\..)(?<![(\[].)\s?[\"'”’»›)\]*_`」』）】》〉］]*"
    r"(?:(?:\s?\[[\d,–\- ]{1,15}\])+|[\d⁰¹²³⁴-⁹]{1,3}(?:[,–-]\s?[\d⁰¹²³⁴-⁹]{1,3}){0,5})?$"
)
"""The mark that ends a sentence, with closing quotation marks and references after it; not "(...)".
"""

_QUESTION = re.compile(r"(?:[?？؟]|(?<=[Ͱ-Ͽἀ-῿])[;\u037e])\s?[\"'”’»›)\]*_`」』）】》〉］]*$")
_INTERRUPTED = re.compile(r"(?:(?:[—–]|\s-)\s?[.!?…]?|(?<!\w)(?:i\. ?e|e\. ?g)\.)[\"'”’»)]*$")
_MID_CLAUSE = re.compile(
    r"(?:\# )?[\"'“‘«(\[*_]*(?:[a-zß-öø-ÿа-яα-ω]|[,;:.)\]…&/=+%，、；：）」』》])"
)
"""Also after the sign of a comment, in an example that a page of a manual has filled as prose."""

_LABELLED = re.compile(
    r"(?!\(c\).{0,60}\b(?:19|20)\d\d)\(?(?:[a-z]|[ivx]{2,5})\)\s+[\"“‘«(]?[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]"
)
"""The label of an item in running text before a sentence, "b) The pumps have been oiled.", and no
copyright."""

_QUOTED_NAME = re.compile(
    r"[\"'“‘«][^\s\"'“”‘’«»]{1,40}(?<![,.!?])[\"'”’»](?:,|\s(?!(?:and|or|as|by|for|in|of|to)\b)\w)"
)
"""A word in quotation marks at the start of a sentence, which is about that: "'or' joins them."."""

_POINTER = re.compile(
    r"[(\[](?:see|cf\.|siehe|vgl\.|voir|véase|vedi|zie|veja)\b[^\n]{1,200}[)\]][.,;:]?",
    re.IGNORECASE,
)
"""A sentence in brackets that only points to another place."""

_LOWER_CASE_NAME = re.compile(
    rf"""
    [\"'“‘«(\[*_]*
    (?:
        [a-zα-ω]{{1,3}}(?:[A-Z\d]|-[A-Z])
      | &[A-Za-z][\w.-]*;
      | [a-z][\w-]*[./_:+\d][\w./:+-]*\w\S*\s
      | (?:/|~/|\.{{1,2}}/|--?[a-z]|\$[A-Z]|\.[a-z])[\w./:=-]*\S*\s
      | [a-z][\w+]*(?:-[\w+]+)+[ ][a-z]+s[ ](?:the|an?|its|all|any|each|every|no|it|them|you)\b
      | (?P<name>[a-z][\w+-]+)(?:\(\d\w?\))?\s+
        (?:(?:[a-z]+ly|also|always|never|only|often|still|then)\s+)?
        (?:{VERB}\b|(?P<verb>[A-Za-z][a-z]{{2,}}s)\b(?!\s(?:that|which|who|of)\b))
    )
    """,
    re.VERBOSE,
)
"""A name in lower case at the start of a sentence: a path, an option, a file, a command, or an
entity of XML that is declared elsewhere, such as that of a product."""

_LABELLED_WORDS = re.compile(r"(?:^|[,;]\s)([A-Z]{1,3}):\s(?=[^\W\d_]|[?\[(])")
_FEWEST_LABELS = 4

_POINT_BELOW = frozenset({"here", "below"})

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
_OPTION = re.compile(r"(?<![\w-])--[a-z]")
_FEWEST_OPTIONS = 3
_IDENTIFIER = re.compile(r"\w+_\w+")

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

_ASCII_SIGNS = bytes(code for code in range(128) if _SIGN.match(chr(code)))
_NOUN_WITH_CLAUSE = re.compile(
    rf"([A-Z][a-z]+)(?:-[a-z]+)*(?: (?!{VERB}\b)[a-z-]+| \([A-Z][A-Za-z]+\)){{0,3}}, "
    rf"(?:who|which) (?!.*,\s(?:\w+ly )?(?:{VERB}|\w+ed|\w+s)\b)"
)
_ENDS_IN_WORD = re.compile(r"(?:^|[\s(])([^\W\d_]{3,}|\d+%?|[A-Z]{2,}\d*)\)?$")
_FEWEST_WORDS_UNCLOSED = 8
_LONGEST_BEGINNING = 500
"""Characters of a sentence in which a name at its start is looked for."""


def form_of(sentence: str, kind: BlockKind) -> int:
    """Index into `FORMS` of a sentence in a block of this `kind`."""
    return _FORM_INDEX[_form(without_citations(without_source(sentence)), kind)]


def reference_heads(text: str) -> list[tuple[int, int]]:
    """The start of each entry of a list of references in a block, and of the entry's title."""
    if "19" not in text and "20" not in text:
        return []
    return [found.span("entry") for found in _REFERENCE_HEAD.finditer(text)]


def lacks_full_stop(sentence: str) -> bool:
    """Whether an English sentence is a whole clause except for the full stop."""
    if sentence.endswith("."):
        return False
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
    if is_note_label(sentence) or _mostly_signs(sentence) or _is_reference_or_link(sentence):
        return "stub"
    if kind == "paragraph" and "--" in sentence and _lists_options(sentence):
        return "stub"
    closed = sentence.endswith((".", "!", "?", '"', "。", "->"))
    may_be_heading = kind not in ("item", "step", "definition", "quote")
    if may_be_heading and _in_capitals(sentence) and len(sentence) > 1 and not closed:
        return "heading"
    if _QUESTION.search(sentence[-12:]):
        return "question"
    if not _is_fragment(sentence):
        return "incomplete" if kind == "paragraph" and is_title(sentence) else "prose"
    return "incomplete" if _may_be_quoted(sentence) else "stub"


def _is_reference_or_link(sentence: str) -> bool:
    """Whether a sentence is an entry of references, contents or an index, a fragment in brackets,
    or a row of links."""
    if has_leaders(sentence) or is_in_index_of_info(sentence):
        return True
    if is_row_of_links(sentence) or _POINTER.fullmatch(sentence):
        return True
    if is_pointer_of_info(sentence) or is_in_table_of_info(sentence):
        return True
    enclosed = begins_with_key(sentence) or is_in_brackets(sentence)
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
    """Whether an English sentence announces something in a clause: "Sales were as follows:", "It is
    to be found here:"."""
    if not sentence.endswith(":") or len(sentence.split()) < _FEWEST_WORDS_UNCLOSED:
        return False
    words = [word.lower() for word in _WORD_OF_LETTERS.findall(sentence)[1:]]
    if not words or words[-1] in stop_words("en") - _POINT_BELOW:
        return False
    has_verb = any(word in verbs().finite or _AUXILIARY.fullmatch(word) for word in words)
    return has_verb and looks_english(sentence)


def _begins_mid_clause(sentence: str) -> bool:
    """Whether a sentence begins inside a clause, and not with a name in lower case."""
    if not _MID_CLAUSE.match(sentence):
        return False
    if _QUOTED_NAME.match(sentence) or _LABELLED.match(sentence):
        return False
    named = _LOWER_CASE_NAME.match(sentence, 0, _LONGEST_BEGINNING)
    if named is None or named["name"] in stop_words("en"):
        return True
    if not named["verb"]:
        return False
    _, ending = verbs().inflected.get(named["verb"].lower(), ("", ""))
    return "-" in named["name"] or ending != "s"


def _in_capitals(sentence: str) -> bool:
    """Whether a sentence is in capitals, with at most half of its letters without case, and no
    identifier such as `WATER_FIELD`."""
    if "_" in sentence and _IDENTIFIER.fullmatch(sentence):
        return False
    if not sentence.isupper() or sentence.isascii():
        return sentence.isupper()
    return 2 * sum(map(str.isupper, sentence)) > sum(map(str.isalpha, sentence))


def _mostly_signs(sentence: str) -> bool:
    """Whether at least half of the characters, without spaces, are digits and punctuation."""
    if sentence.isascii():
        signs = len(sentence) - len(sentence.encode().translate(None, _ASCII_SIGNS))
        return 2 * signs >= len(sentence) - sentence.count(" ")
    signs, visible = len(_SIGN.findall(sentence)), len(sentence) - sentence.count(" ")
    return 2 * signs >= visible and 2 * (signs - len(_IDEOGRAPH.findall(sentence))) >= visible


def _lists_options(sentence: str) -> bool:
    """Whether half of the words of a sentence, and three, are options: "They are --key, ..."."""
    options = len(_OPTION.findall(sentence))
    return options >= _FEWEST_OPTIONS and 2 * options >= len(sentence.split())


def _names_publication(sentence: str) -> bool:
    """Whether a sentence has data of a publication: volume and page, DOI, ISBN.

    A sentence with a verb may have them in brackets, to say where something was published.
    """
    if not any(map(sentence.__contains__, _PUBLICATION_SIGNS)):
        return False
    starts = [found.start() for found in _PUBLICATION.finditer(sentence)]
    if not starts:
        return False
    outside = without_brackets(sentence)
    return not (all(outside[start] == " " for start in starts) and has_finite_verb(outside))


def _lists_labelled(sentence: str) -> bool:
    """Whether a sentence lists words of several languages: "D: Seil, F: corde, I: fune, ..."."""
    if ":" not in sentence[1:4]:
        return False
    labels = {*_LABELLED_WORDS.findall(sentence)}
    return len(labels) >= _FEWEST_LABELS and not has_finite_verb(sentence)


def _is_fragment(sentence: str) -> bool:
    """Whether a sentence is no statement: part of a clause, a list, who spoke, a reference."""
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
    if only_says_who_spoke(sentence) or lacks_main_clause(sentence) or _lists_labelled(sentence):
        return True
    if is_filler(sentence) and not has_paired_letters(sentence):
        return True
    found = _REFERENCE.match(sentence)
    if found is None and (", who " in sentence or ", which " in sentence):
        found = _NOUN_WITH_CLAUSE.match(sentence)
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
