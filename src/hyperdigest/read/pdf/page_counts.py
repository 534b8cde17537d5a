"""Page numbers in the lines at the top and bottom of pages, by their form.

A number may be one of a page if it is alone in its line, or begins or ends the line or a part of it
and is set off from the rest by a wide gap, a separator or a word such as "page". After or before a
title of several words a space is enough. Whether it counts the pages, other pages show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 120
"""In characters; longer lines have no page numbers."""

_PAGE = (
    r"(?:page|pages|seite|pagina|página|side|sida|sivu|strona|str|oldal|sayfa|halaman"
    r"|trang|blad|bladzijde|страница|сторінка|σελίδα|صفحة|(?:p|pg|pág|pag|s|с|стр|str|σελ)\.)"
)
_OF = r"(?:of|von|de|sur|di|av|af|van|из|од|od|z|από|/)"
_AFTER = r"(?:页|頁|ページ|쪽|페이지)"
_DIGITS = r"(?:\d{1,4}|[ivxlc]{1,7})(?![A-Za-z\d])"
_END = rf"(?: ?{_OF} ?\d{{1,4}})?(?: ?{_AFTER})?[ \])}}|·•■.]*(?:[-–—] ?)?(?:$|\t)"
_NUMBER = re.compile(
    r"(?:^|\t)(?:[ (\[{|·•■]*(?:[-–—] |[-–—](?=\w{1,7}[-–—]))?)"
    rf"(?P<first>{_DIGITS})(?={_END}| ?[–—|·•](?! ?\d)| [-/] (?!\d))"
    r"|(?:[|·•] ?|(?<!\d)(?<!\d )[–—] ?|(?<!\d) [-/] |第 ?|(?:^|\t)(?:[A-Z]|\d{1,2})-"
    rf"|\b{_PAGE} ?)"
    rf"(?P<last>{_DIGITS})(?={_END})",
    re.I,
)
_SPACED = re.compile(r"(?<=[^\W_]) (?P<last>\d{1,3})$|^(?P<first>\d{1,3}) (?=[^\W\d_])")
_TITLE = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})+\.? )?[^\W\d_]+,?(?: \S+)* [^\W\d_]{2,}")
_ALONE = re.compile(rf"[ (\[{{|·•■]*(?:[-–—] ?(?=.*[-–—]$))?(?:{_PAGE}|第)? ?#{_END}", re.I)
_NAMED = re.compile(rf"\b{_PAGE} ?#|第 ?#|# ?(?:{_AFTER}|(?:{_OF}) ?\d{{1,4}}\W*(?:$|\t))", re.I)
_ROMAN = re.compile(
    r"(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|c{1,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class PageCount:
    """A number in a line that may be that of the page.

    Parameters
    ----------
    rest : the line with ``#`` for the number.
    offset : the number less the index of the page: the same on all pages that are counted.
    spaced : whether nothing but a space sets the number off.
    """

    rest: str
    offset: int
    spaced: bool = False

    @property
    def alone(self) -> bool:
        """Whether there is nothing else in the line, but perhaps the number of all pages."""
        return _ALONE.fullmatch(self.rest) is not None

    @property
    def named(self) -> bool:
        """Whether a word such as "page" is before the number, or that of all pages after it."""
        return _NAMED.search(self.rest) is not None


def counts_in(text: str, page: int) -> Iterator[PageCount]:
    """Each number in a line that may be that of the page with this index; tabs are wide gaps."""
    if len(text) > LONGEST:
        return
    set_off = list(_NUMBER.finditer(text))
    for found in set_off or _SPACED.finditer(text):
        place = "first" if found["first"] else "last"
        rest = text[: found.start(place)], text[found.end(place) :]
        if not set_off and not _is_title("".join(rest).strip()):
            continue
        if number := _value(found[place]):
            yield PageCount("#".join(rest), number - page, not set_off)


def _is_title(text: str) -> bool:
    """Whether a text without its number is several words, perhaps after the number of a section.

    The first has a capital letter if its script has them: "3 beds are free" counts something else.
    """
    return _TITLE.match(text) is not None and not text[0].islower()


def _value(number: str) -> int:
    """The value of a number in Arabic or Roman digits; 0 if it is none."""
    if number.isdigit():
        return int(number)
    roman = number.lower()
    if not _ROMAN.fullmatch(roman):
        return 0
    values = [_ROMAN_DIGITS[digit] for digit in roman]
    following = [*values[1:], 0]
    return sum(-one if one < other else one for one, other in zip(values, following, strict=True))
