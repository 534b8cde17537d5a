"""The question form that all pages of a collection share, and its query string."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer.answer import Answer
from hyperdigest.constraints import parse_place
from hyperdigest.dates import given_date
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.options import PARAMETERS, PRESETS
from hyperdigest.web.model_cache import LoadedModel
from hyperdigest.web.record import Record
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import PLACES, number_in, question_from_url
from hyperdigest.web.responses import page

Pair = tuple[str, str]
OF_PAGES = frozenset((
    "open", "r", "unit", "topic", "page", "format", "choose",
    "around", "start", "end", "near", "find", "token",
    "hit", "part", "whole", "panel", "match", "pages", "sort", "from", "to",
))  # fmt: skip
"""Parameters of the pages themselves; all others are part of the query."""

WISHES = ("pin", "exclude", "read", "earlier", "new")
"""Parameters of wishes, each of which may be given several times."""

LETTERS = {"words": 6, "characters": 1}
"""Units of a budget that a page offers, and about how many characters each takes."""

LENGTHS = {"words": (20, 1000, 10), "characters": (100, 6000, 50)}
"""Range and step of the length slider; a budget outside extends the range."""

BALANCE = (0, 1, 0.05)
"""Range and step of a slider between two sides."""

SIDES = {"query_balance": ("question", "collection"), "coverage_balance": ("relevance", "coverage")}

PRESET_NAMES = {"default": "Measured best", "paper": "As published"}
ORDERS = (
    ("", "as the preset has it"),
    ("answer", "the answer first, then its source"),
    ("source", "most relevant source first"),
    ("reading", "as in the documents"),
    ("score", "most relevant first"),
    ("date", "oldest source first"),
)
NAMED = 3
"""New documents that are named."""

DATES = (("since", "Documents from"), ("until", "Documents to"))
NEW_SINCE = ("new_since", "Only what is new since")
SELDOM_CHANGED = (
    *("since", "until"),
    *("preset", "order", "focus", "characters", "tokens", "enough", "exact"),
)


@dataclass(frozen=True, slots=True)
class Address:
    """An immutable query string: names and values in order."""

    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Address:
        """The parameters of a query, without empty ones and those of the pages themselves. ``unit``
        among them converts the budget to another unit."""
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


async def form_of(request: Request) -> tuple[LoadedModel, Form]:
    """The collection of a request in memory, and the form with what it asks."""
    registry, record = registry_of(request), record_of(request)
    loaded = await registry.loaded(record)
    asked = Address.of(request.query_params.multi_items())
    gone = [pair for pair in asked.pairs if _is_missing(pair, loaded.model.collection)]
    address, longest = asked.dropping(*gone), registry.limits.question
    return loaded, Form(record, loaded.model, address, longest, len(gone))


async def answered(request: Request, loaded: LoadedModel, address: Address) -> Answer:
    """The answer to what an address asks.

    Raises the errors of `question_from_url` and of `Registry.answer`.
    """
    registry = registry_of(request)
    return await registry.answer(loaded, question_from_url(address.pairs, registry.limits))


def form_page(template: str, form: Form, status: int = 200, **content: Any) -> Response:
    """A page of a collection: a template filled in with its form, its record and `content`."""
    query = form.address.query
    return page(template, status, record=form.record, form=form, asked_query=query, **content)


@dataclass(frozen=True, slots=True)
class Form:
    """The question form of a page: a collection and what is asked of it.

    `longest` is the most characters of a question, `missing` how many pinned, excluded or read
    sentences are not in the collection any more.
    """

    record: Record
    model: Model
    address: Address
    longest: int
    missing: int = 0

    @property
    def question(self) -> str:
        """The question, or nothing."""
        return self.address.value("q")

    @property
    def base(self) -> str:
        """The address of the collection."""
        return f"/c/{self.record.id}"

    @property
    def back(self) -> str:
        """The address of the digest."""
        return self.base + self.address.query

    @property
    def wishes(self) -> list[Pair]:
        """The wishes, for which the form has hidden fields."""
        return [pair for pair in self.address.pairs if pair[0] in WISHES]

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """The presets with their names for readers, and whether each is the one asked for. Without
        one it is the preset nearest to the collection's own options."""
        chosen = self.address.value("preset", self.model.options.preset_name)
        return [(name, PRESET_NAMES.get(name, name), name == chosen) for name in PRESETS]

    @property
    def unit(self) -> str:
        """What the budget counts."""
        own = self.model.options.unit
        return "characters" if self.address.value("characters") or own == "characters" else "words"

    @property
    def sliders(self) -> list[dict[str, Any]]:
        """Length, question against collection, relevance against coverage. Each has a range and
        step, what stands at its ends, and its values."""
        unit = self.unit
        low, high, step = LENGTHS[unit]
        number = number_in(self._value(unit, unit))
        if number is not None:
            low, high = min(low, number), max(high, number)
        rows = (
            (unit, unit, "Length", (low, high, step), ("short", "long")),
            ("lambda", "query_balance", "Keep to", BALANCE, ("the question", "the collection")),
            ("nu", "coverage_balance", "Prefer", BALANCE, SIDES["coverage_balance"]),
        )
        sliders = []
        for name, option, label, scale, ends in rows:
            told, sides = self._value(name, option), SIDES.get(option)
            slider = {
                "name": name,
                "label": label,
                "scale": scale,
                "ends": ends,
                "sides": sides,
                "value": told,
                "default": f"{getattr(self.model.options, option):g}",
                "paper": f"{PARAMETERS[option].paper:g}",
            }
            with suppress(ValueError):
                part = float(told)
                told = f"{1 - part:.0%} {sides[0]}" if sides else f"{part:.0f} {name}"
            sliders.append(slider | {"told": told})
        return sliders

    def _value(self, symbol: str, name: str) -> str:
        published = self.address.value("preset") == "paper"
        own = PARAMETERS[name].paper if published else getattr(self.model.options, name)
        return self.address.value(symbol) or self.address.value(name) or f"{own:g}"

    @property
    def fields(self) -> list[tuple[str, str, str, str, tuple[Pair, ...]]]:
        """Settings that are seldom changed: name, label, value, placeholder, choices."""
        units = tuple((unit, unit) for unit in LENGTHS)
        order, focus = self.address.value("order"), self.address.value("focus")
        return [
            ("unit", "Length counted in", self.unit, "", units),
            ("order", "Order", order, "", ORDERS),
            ("focus", "Best documents only", focus, "look into all", ()),
        ]

    @property
    def new(self) -> tuple[str, str]:
        """The documents of which what is new is wanted, in words, and the address without them."""
        names = self.address.values("new")
        told = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" * (len(names) > NAMED))
        return told, self.base + self.address.without("new").query

    @property
    def dates(self) -> list[tuple[str, str, str]]:
        """The dates between which documents may be: name, label, value."""
        return [(name, label, self.address.value(name)) for name, label in DATES]

    def check_dates(self) -> None:
        """Raise an OptionError that names the field of a date that is none."""
        for name, label in (NEW_SINCE, *DATES):
            given_date(f"“{label}”", self.address.value(name))

    @property
    def dated(self) -> bool:
        """Whether any document has a date."""
        return any(each.dated.date for each in self.model.collection.documents)

    def on(self, name: str) -> bool:
        """Whether the address switches an option on."""
        return self.address.value(name) in ("true", "on", "1")

    @property
    def advanced(self) -> bool:
        """Whether anything seldom changed is changed."""
        return any(self.address.value(name) for name in SELDOM_CHANGED)

    @property
    def thread(self) -> list[Pair]:
        """The questions before this one with the addresses that ask each as it was last asked."""
        asked = {past.question: f"?{past.query}" for past in self.record.history}
        settings = self.address.settings
        return [
            (each, self.base + (asked.get(each) or settings.asking(each).query))
            for each in self.address.values("earlier")
        ]

    @property
    def excluded(self) -> list[Pair]:
        """The sentences that are not to be in the digest, and the addresses that allow each again.
        Where no sentence begins at a place, the place stands for it."""
        excluded, collection = [], self.model.collection
        for place in self.address.values("exclude"):
            try:
                [found] = collection.sentences_at([parse_place(place, "exclude")])
                columns = collection.split.sentences
                document = collection.documents[columns.document[found]]
                text = document.displayed(int(columns.start[found]), int(columns.end[found]))
            except OptionError:
                text = place
            allowed = self.address.dropping(("exclude", place))
            excluded.append((text, self.base + allowed.query))
        return excluded


def _is_missing(pair: Pair, collection: Collection) -> bool:
    """Whether a pair names a sentence that is not there; one that names none is to be refused."""
    name, value = pair
    if name not in PLACES:
        return False
    with suppress(OptionError):
        place = parse_place(value, name)
        try:
            collection.sentences_at([place])
        except OptionError:
            return True
    return False
