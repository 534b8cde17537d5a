"""Whether the text of a LaTeX file is German at a place, where '"a' is one letter."""

from __future__ import annotations

import re

_GERMAN = re.compile(r"n?german|germanb|n?austrian|n?swissgerman")
_OTHER = re.compile(
    r"american|australian|british|bulgarian|catalan|croatian|czech|danish|dutch|english|finnish"
    r"|fran[cç]ais|french|greek|hungarian|italian|latin|magyar|norsk|nynorsk|polish|portuguese"
    r"|romanian|russian|serbian|slovak|slovene|spanish|swedish|turkish|UKenglish|ukrainian|USenglish"
)
"""Languages that are told the class of a document, among its other options."""

_MAIN = re.compile(r"\bmain\s*=\s*(\w+)")


def is_german(language: str) -> bool:
    """Whether a language, by its name in LaTeX, is German."""
    return _GERMAN.fullmatch(language.strip()) is not None


def main_of_class(options: str) -> str:
    """The main language by the options of a class; empty if they name none."""
    named = [name for name in _names(options) if is_german(name) or _OTHER.fullmatch(name)]
    return named[-1] if named else ""


def main_of_packages(packages: str, options: str) -> str:
    """The main language by some packages and their options; empty if they tell none.

    Of several that babel is told, it is the last one.
    """
    names = _names(packages)
    if "babel" in names:
        if main := _MAIN.search(options):
            return main[1]
        return next((name for name in reversed(_names(options)) if "=" not in name), "")
    return next(filter(is_german, names), "")


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]
