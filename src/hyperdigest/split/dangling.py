"""Openers: words at the start of a sentence that refer to the sentence before, such as "It".

A sentence that only announces an example refers to the one before, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from hyperdigest.split.forms import FINAL
from hyperdigest.split.scripts import word_list

LANGUAGES_WITH_OPENERS = frozenset(("de", "en", "es", "fr", "it", "nl", "pt"))

MOST_WORDS = 4
"""The most words of an opener."""

_NEXT_STEP = "+ "
"""Before an opener in a list: it begins the next step of a procedure, as "Then" does."""

_LONGEST_BEGINNING = 500
"""Characters of a sentence in which an opener is looked for."""

_FIRST_WORDS = re.compile(
    rf"\W{{0,3}}([^\W\d_]+(?:[’'-][^\W\d_]+)?(?: [^\W\d_]+){{0,{MOST_WORDS - 1}}})"
)
_IMPERSONAL = {
    language: re.compile(rf"\W{{0,3}}(?:{pattern})", re.IGNORECASE if language != "en" else 0)
    for language, pattern in {
        "en": r"It (?:is|was|has been|may be|might be|can be|seems|appears)(?: \w+){0,3}"
        r" (?:that|to|if|whether|how|when|why)\b|It (?:takes|took|turns out)\b"
        r"|(?:So|Such) (?:far|as|that)\b|(?:This|These) (?:days|time|year|week|month)\b"
        r"|Next\s+(?!(?:I|we|you)\b)\w"
        r"|(?:Then|And)[’']|These (?!are\b|[^:]*\b(?:follow|includ))[^:]*:+\Z"
        r"|This (?:page|section|chapter|appendix|FAQ|HOWTO) (?:also |briefly )?"
        r"(?:describes|explains|documents|lists|shows|covers|discusses|contains|gives|provides"
        r"|introduces|summari[sz]es|presents|assumes|defines|outlines|details)\b",
        "fr": r"il (?:n[’']|ne )?(?:(?:me |te |lui |nous |vous |leur )?fa(?:ut|llait|udra(?:it)?)\b"
        r"|y (?:a|avait|aura)\b|exist(?:e|ait|era)\b|(?:suffi|convien)[td]?(?:t|ra)?\b|vaut mieux\b"
        r"|(?:est|était|sera(?:it)?|semble|paraît|devient|peut être|a été)(?: pas)?(?: \w+)? "
        r"(?:im|mal)?(?:possible|nécessaire|important|essentiel|(?:dé)?conseillé|recommandé"
        r"|préférable|interdit|obligatoire|(?:in)?utile|indispensable|fréquent|rare|facile"
        r"|difficile|prudent|souhaitable|permis|prévu|(?:im)?probable|vrai|clair|évident|courant"
        r"|normal|urgent|temps|judicieux|primordial|crucial|exclu|demandé|autorisé|certain) "
        r"(?:de |d[’']|que |qu[’'])"
        r"|(?:semble|paraît|arrive|se peut)(?:rait)? (?:que |qu[’']))"
        r"|ce (?:que |qu[’']|dont )|(?:cette|ce) (?:année|semaine|mois|fois)\b",
        "de": r"diese[nrs]? (?:Tage|Mal|Jahr|Woche|Monat)\b",
        "es": r"est[ea] (?:vez|año|semana|mes)\b|después (?:del?|que)\b",
        "it": r"quest[oa] (?:volta|settimana|mese)\b|(?:ciò|quell[aeio]) che\b",
        "nl": r"(?:dit|deze) (?:keer|jaar|week|maand)\b",
        "pt": r"est[ea] (?:vez|ano|semana|mês)\b|depois (?:d[aeo]s?|que)\b",
    }.items()
}
"""Openers that refer to nothing before: "It is recommended that", "Il faut", "These are known:",
or to the text that they are in: "This page describes"."""


_SEVERAL = re.compile(
    r"\W{0,3}(?:i[fn] |\w{2,5} of )?(?:these|those|they|them|their|diesen?|jene|ihre|ces"
    r"|c(?:eux|elles)-ci|ils|elles|estos|estas|esos|esas|ellos|ellas|queste|questi|essi|loro|deze"
    r"|zij|ze|estes|esses|essas|eles|elas)\b",
    re.IGNORECASE,
)
"""Openers that refer to several things, or may do so."""


_EXAMPLE = re.compile(
    r"\W{0,3}(?:(?:(?:for|another|one|an?|some|here(?: is|['’]s) an(?:other)?|here are some) )?"
    r"(?:examples?|instance)|e\.? ?g\.?|like (?:this|so)|as follows"
    r"|(?:zum |ein )?Beispiele?|z\. ?B\.|(?:par )?exemples?|(?:por )?(?:ejemplos?|exemplos?)"
    r"|(?:ad )?esempi[oe]?|(?:bij)?voorbeeld(?:en)?|например|примеры?)[ *_]{0,3}[:,][*_:]{0,3}",
    re.IGNORECASE,
)
"""A lead-in that says nothing alone: "For example:", "Eg:"."""


@cache
def _openers(language: str) -> dict[str, dict[str, bool]]:
    """The openers of a language by their first word, and whether each begins the next step of a
    procedure."""
    found = defaultdict[str, dict[str, bool]](dict)
    if language in LANGUAGES_WITH_OPENERS:
        for line in word_list(f"openers/{language}.txt"):
            opener = line.removeprefix(_NEXT_STEP)
            found[opener.split(" ", 1)[0]][opener] = opener != line
    return dict(found)


def refers_back(sentence: str, language: str) -> bool:
    """Whether a sentence begins with an opener of its language, or only announces an example.

    It never begins with one in a language without a list of openers. "Then run this:" is as any
    other lead-in of a procedure, whose steps are quoted in turn. An opener without anything
    after it is a name: "OTHERS".
    """
    last = sentence[-4:]
    if (":" in last or "," in last) and _EXAMPLE.fullmatch(sentence):
        return True
    openers = _openers(language)
    begin = _FIRST_WORDS.match(sentence, 0, _LONGEST_BEGINNING) if openers else None
    if begin is None:
        return False
    words = begin[1].lower()
    possible = openers.get(words.split(" ", 1)[0])
    is_name = begin.end() == len(sentence)
    if possible is None or (is_name and words in possible):
        return False
    begun = [step for opener, step in possible.items() if f"{words} ".startswith(f"{opener} ")]
    if not begun or _IMPERSONAL[language].match(sentence):
        return False
    return not any(begun) or FINAL.search(sentence[-40:]) is not None


def refers_to_several(sentence: str) -> bool:
    """Whether a sentence that refers back does so with words such as "These" or "In these"."""
    return _SEVERAL.match(sentence) is not None
