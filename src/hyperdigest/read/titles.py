"""Titles of documents: what a file calls its title, or the heading that says what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hyperdigest.read.content import BlockText, one_line
from hyperdigest.split.entries import is_contents_heading

_NO_TITLE = re.compile(
    r"""\W*(?:untitled|anonymous|unspecified|unnamed|no\ title|title|new\ page|document|main|slide
        |index|home|readme)[\W\d]*(?:document|page)?[\W\d]*
    | (?:microsoft\ (?:word|powerpoint|excel)|powerpoint|word)\s-\s.*
    | (?:powerpoint[ -])?pr[äae]+sentation | powerpoint\ presentation
    | \S*\.(?:docx?|dotx?|odt|rtf|txt|md|tex|dvi|ps|pdf|x?html?|pptx?|odp|xlsx?|indd|qxd|fm|p65)
    | .{0,80}\.(?:docx?|odt|rtf|tex|dvi|pptx?|odp|indd|qxd|pmd)
    | [^\W_](?:\ [^\W_])*\W?
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What programs write where no title was given, names of files, and single letters."""

_SECTION = re.compile(
    r"""[\d.\s]*(?:installation|install(?:ing)?|features|usage|introduction|overview|about
        |getting\ started|quick\ ?start|requirements|prerequisites?|description|synopsis|name
        |abstract|summary|preface|foreword|background|contents|license|copyright
        |einleitung|einführung|überblick|installieren|zusammenfassung|vorwort
        |introducción|resumen|instalación|avant-propos|résumé|введение|установка)\W*
    | (?:example|figure|table|listing|abbildung|tabelle|beispiel)\s\d.*
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The headings that sections of many documents have, and captions."""


def given_title(title: str) -> str:
    """The title in the metadata of a file, on one line; empty if a program filled it in."""
    title = one_line(title)
    return "" if _NO_TITLE.fullmatch(title) or is_contents_heading(title) else title


def title_of_headings(headings: Iterable[str]) -> str:
    """The first of some headings, on one line, that is no table of contents and no letter.

    It is empty if that is the heading of a section, such as "Installation": what follows is a
    section, too.
    """
    found = next(filter(None, map(given_title, headings)), "")
    return "" if _SECTION.fullmatch(found) else found


def title_from(given: str, parts: Iterable[BlockText]) -> str:
    """The title in the metadata of a file, or else that of the headings among its parts."""
    headings = (part.text for part in parts if part.kind == "heading")
    return given_title(given) or title_of_headings(headings)


def title_of_page(title: str, headings: Iterable[str]) -> str:
    """The title of a web page: that of its head, or else its first heading.

    If that of the head is only the name of a section, the heading says more.
    """
    given, first = given_title(title), title_of_headings(headings)
    return first if first and (not given or _SECTION.fullmatch(given)) else given
