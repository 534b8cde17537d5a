"""Query strings of pages: what is asked of a collection, and links that change a part of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from hyperdigest.web.requests import number_in

Pair = tuple[str, str]
OF_PAGES = frozenset((
    "open", "r", "unit", "topic", "page", "format", "choose",
    "around", "start", "end", "near", "find", "token",
))  # fmt: skip
"""Parameters of the pages themselves; all others are part of the query."""

WISHES = ("pin", "exclude", "read", "earlier")
"""Parameters of wishes, each of which may be given several times."""

LETTERS = {"words": 6, "characters": 1}
"""Units of a budget that a page offers, and about how many characters each takes."""


@dataclass(frozen=True, slots=True)
class Address:
    """An immutable query string: names and values in order."""

    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Address:
        """The parameters of a query, without empty ones and those of the pages themselves.

        ``unit`` among them converts the budget to another unit.
        """
        filled = [(name, value) for name, value in pairs if value.strip()]
        unit = dict(filled).get("unit", "")
        asked = []
        for name, value in filled:
            if unit in LETTERS and name in LETTERS and (number := number_in(value)) is not None:
                asked.append((unit, str(number * LETTERS[name] // LETTERS[unit])))
            elif name not in OF_PAGES:
                asked.append((name, value))
        return cls(tuple(asked))

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
        """The options alone, without question and wishes."""
        return self.without("q", *WISHES)

    @property
    def query(self) -> str:
        """The query string with its question mark, or empty."""
        return f"?{urlencode(self.pairs)}" if self.pairs else ""
