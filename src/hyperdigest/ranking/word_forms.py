"""Forms of a word that have different stems: lose, lost and loss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from hyperdigest.split.languages import analyzer_of


@cache
def english_forms() -> Mapping[str, frozenset[str]]:
    """The terms of the other forms of an English word, by the term of each form."""
    text = files("hyperdigest.ranking").joinpath("word_forms.txt").read_text(encoding="utf-8")
    term, groups = analyzer_of("en").term, defaultdict[str, set[str]](set)
    for line in text.splitlines():
        if not line.startswith("#"):
            terms = set(filter(None, map(term, line.split())))
            for form in terms:
                groups[form] |= terms - {form}
    return {form: frozenset(others) for form, others in groups.items()}
