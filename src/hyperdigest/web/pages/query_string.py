"""Query strings of pages: what is asked of a collection, and links that change a part of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from hyperdigest.web.requests import number_in

Pair = tuple[str, str]
OF_PAGES = frozenset(
    (
        "open",
        "r",
        "unit",
        "topic",
        "page",
        "format",
        "choose",
        "around",
        "start",
        "end",
        "near",
        "find",
        "token",
    )
)
"""What the pages themselves are told in a query; the rest is what is asked."""

WISHES = ("pin", "exclude", "read", "earlier")
"""What a reader wants beside the question; each may be given several times."""

LETTERS = {"words": 6, "characters": 1}
"""Units of a budget that a page offers, and about how many characters each takes."""


@dataclass(frozen=True, slots=True)
class Address:
    """The names and values of a query, in order; every method gives another address."""

    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Address:
        """What is asked in a query: without what is empty, and without what pages are told."""
        filled = [(name, value) for name, value in pairs if value.strip()]
        asked = [pair for pair in filled if pair[0] not in OF_PAGES]
        return cls(tuple(asked))._in(dict(filled).get("unit", ""))

    def _in(self, unit: str) -> Address:
        """The address with its budget in another unit; in its own where there is no such unit."""
        if unit not in LETTERS:
            return self
        pairs = [
            (unit, str(number * LETTERS[name] // LETTERS[unit]))
            if name in LETTERS and (number := number_in(value)) is not None
            else (name, value)
            for name, value in self.pairs
        ]
        return Address(tuple(pairs))

    def values(self, name: str) -> list[str]:
        """All values of a name."""
        return [value for key, value in self.pairs if key == name]

    def value(self, name: str, default: str = "") -> str:
        """The last value of a name."""
        return (self.values(name) or [default])[-1]

    def without(self, *names: str) -> Address:
        """The address without some names."""
        return Address(tuple(pair for pair in self.pairs if pair[0] not in names))

    def dropping(self, *removed: Pair) -> Address:
        """The address without some pairs."""
        return Address(tuple(pair for pair in self.pairs if pair not in removed))

    def adding(self, *more: Pair) -> Address:
        """The address with more pairs, each once."""
        return Address(tuple(dict.fromkeys((*self.pairs, *more))))

    def asking(self, question: str) -> Address:
        """The address with another question."""
        return Address((("q", question), *self.without("q").pairs))

    @property
    def settings(self) -> Address:
        """How it is asked, without what."""
        return self.without("q", *WISHES)

    @property
    def query(self) -> str:
        """The end of an address, its question mark included, or nothing."""
        return f"?{urlencode(self.pairs)}" if self.pairs else ""
