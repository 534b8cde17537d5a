"""What only joins a statement to the text around it: "In addition, ", ", on the other hand,"."""

from __future__ import annotations

import re
from itertools import pairwise

from hyperdigest.split.compression.clause import Spans, Words, starts_predicate
from hyperdigest.split.compression.words import (
    AUXILIARIES,
    CONJUNCTIONS,
    PRONOUNS,
    RELATIVES,
)

_OPENING = """
    accordingly|additionally|after all|also|as a consequence|as a matter of fact|as a result
    |as expected|as such|as we can see|as we know|as you can see|as you know|at any rate
    |at the same time|besides|by contrast|by the way|consequently|finally|first of all|for example
    |for instance|for that reason|for these reasons|for this reason|furthermore|hence|however
    |importantly|in addition|in addition to this|in brief|in conclusion|in contrast|in fact
    |in other words|in particular|in short|in summary|indeed|instead|interestingly
    |last but not least|likewise|meanwhile|more specifically|moreover|nevertheless|nonetheless
    |not surprisingly|notably|of course|on the contrary|on the one hand|on the other hand|similarly
    |specifically|therefore|thus|to sum up|to summarize|to that end|to this end|what is more
"""
_POINTING = r"""
    as[ ](?:(?:was|has[ ]been|is|we|I)[ ])?(?:already[ ]|previously[ ]|just[ ])?
        (?:mentioned|noted|discussed|described|stated|said|shown|explained|seen|outlined)
        (?:[ ](?:already|above|earlier|before|previously|below))?
        (?:[ ]in[ ](?:the[ ])?(?:(?:previous|last|next|preceding|following)[ ])?
            (?:section|chapter|figure|fig\.?|table|appendix|introduction|paragraph)s?
            (?:[ ][A-Z]?\d[\w.]*)?)?
    | in[ ]this[ ]
        (?:paper|article|section|chapter|work|study|report|document|review|survey|thesis|guide)
        (?=,[ ](?:we|I)[ ])
"""
_NOTICE = r"""
    (?:(?:please[ ])?(?:note|notice|remember|recall|(?:keep|bear)[ ]in[ ]mind)
    | it[ ](?:should|must)[ ](?:also[ ])?be[ ](?:noted|remembered|mentioned|emphasized|stressed)
    | it[ ]is[ ](?:also[ ])?(?:important|worth|interesting|useful)[ ]
        (?:to[ ]note|noting|mentioning))
    [ ]that[ ]
"""
_LEADING = re.compile(
    rf"(?:(?:{re.sub(r'[ ]*([|]|$)[ ]*', r'|', ' '.join(_OPENING.split())).replace(' ', '[ ]')}"
    rf"{_POINTING}),[ ]|{_NOTICE})",
    re.VERBOSE | re.IGNORECASE,
)


_NO_SUBJECT = CONJUNCTIONS | {"to", "was", "is"}


def leading(words: Words) -> Spans:
    """ "In addition, ", "As mentioned above, ", "Note that ", at the head of a sentence."""
    found = _LEADING.match(words.text)
    if found is None:
        return
    end = next((i for i, start in enumerate(words.start) if start >= found.end()), 0)
    if end and words.word[end][0].isalnum() and words.word[end] not in _NO_SUBJECT:
        yield 0, end


_JOINING = frozenset(
    (
        "however",
        "moreover",
        "furthermore",
        "therefore",
        "nevertheless",
        "nonetheless",
        "indeed",
        "of course",
        "in fact",
        "in addition",
        "on the other hand",
        "as a result",
        "in turn",
        "by contrast",
        "in contrast",
        "for that matter",
    )
)
_MAY_PRECEDE = AUXILIARIES | CONJUNCTIONS | PRONOUNS | RELATIVES


def medial(words: Words) -> Spans:
    """ ", on the other hand,", before the verb of a sentence."""
    commas = words.commas(1, len(words) - 1)
    for comma, other in pairwise(commas):
        if other - comma > 5 or " ".join(words.word[comma + 1 : other]) not in _JOINING:
            continue
        placed = comma == commas[0] or words.word[comma - 1] in _MAY_PRECEDE
        if placed and starts_predicate(words, other + 1):
            yield comma, other + 1
