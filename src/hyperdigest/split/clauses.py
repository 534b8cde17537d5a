"""English clauses that stand where a sentence should, with no main clause to hang on."""

from __future__ import annotations

import re

from hyperdigest.split.lists import VERB

_SUBJECT = r"(?:I|you|he|she|it|they|we|there)\b"
_SUBORDINATE = re.compile(
    rf"[\"“‘'(\[]*(?:Although|Because|Though|Whereas"
    rf"|(?:While|Since\s(?={_SUBJECT}))(?!.*\w\s{_SUBJECT}\s))\b",
    re.DOTALL,
)
_RELATIVE = re.compile(
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
    """Whether a sentence is a subordinate clause alone: "Because the cables had rusted."

    Two words after a comma pass for a main clause, unless they join on to what is before it.
    """
    if _SUBORDINATE.match(sentence):
        return _MAIN_CLAUSE.search(sentence) is None
    return _RELATIVE.match(sentence) is not None
