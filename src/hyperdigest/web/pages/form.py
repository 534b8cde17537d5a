"""The form that asks: its fields with what was asked, and what it keeps besides.

Wishes for sentences that have gone with their documents, which nobody can grant.

What all pages of a collection begin with: its entry, its model, what is asked, the answer.

What was asked of a collection before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.requests import Request

from hyperdigest.answer import sentences_at
from hyperdigest.base.text import counted
from hyperdigest.constraints import place_of
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.options import PARAMETERS, PRESETS
from hyperdigest.web.pages.query_string import WISHES, Address, Pair
from hyperdigest.web.record import Entry
from hyperdigest.web.registry import Loaded, Shelf
from hyperdigest.web.requests import PLACES, asked_in_query, number_in

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

LENGTHS = {"words": (20, 1000, 10), "characters": (100, 6000, 50)}
"""The ends and the step of the slider of length; a longer budget moves its upper end."""

PRESET_NAMES = {"default": "Measured best", "paper": "As published"}


@dataclass(frozen=True, slots=True)
class Slider:
    """A number between two ends; `one` and `other` are what a share weighs against each other."""

    name: str
    label: str
    low: float
    high: float
    step: float
    value: str
    default: str
    paper: str
    left: str
    right: str
    one: str = ""
    other: str = ""

    @property
    def told(self) -> str:
        """The value in words."""
        try:
            value = float(self.value)
        except ValueError:
            return self.value
        return f"{1 - value:.0%} {self.one}" if self.one else f"{value:.0f} {self.name}"


@dataclass(frozen=True, slots=True)
class Field:
    """A setting that is seldom changed."""

    name: str
    label: str
    value: str
    placeholder: str = ""
    choices: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """A question before this one, and the address that asks it."""

    question: str
    address: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """A sentence that is not to be in the digest, and the address that allows it again."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked of a collection, for the fields of a page.

    Parameters
    ----------
    longest : most characters of a question.
    gone : sentences that were pinned, excluded or read, and are not in the collection any more.
    """

    entry: Entry
    model: Model
    address: Address
    longest: int
    gone: int = 0

    @property
    def question(self) -> str:
        """The question, or nothing."""
        return self.address.value("q")

    @property
    def gone_told(self) -> str:
        """What to say of sentences that are gone."""
        return (
            f"Not in the collection any more, and left out: {counted(self.gone, 'sentence')} that"
            " you pinned, excluded or read before."
        )

    @property
    def base(self) -> str:
        """The address of the collection."""
        return f"/c/{self.entry.id}"

    @property
    def back(self) -> str:
        """The address of the digest."""
        return self.base + self.address.query

    @property
    def settings(self) -> tuple[Pair, ...]:
        """How it is asked."""
        return self.address.settings.pairs

    @property
    def kept(self) -> list[Pair]:
        """What the form has no field for."""
        return [pair for pair in self.address.pairs if pair[0] in WISHES]

    @property
    def preset(self) -> str:
        """The preset asked for, or the one nearest to the collection's own options."""
        return self.address.value("preset", self.own_preset)

    @property
    def own_preset(self) -> str:
        """The preset nearest to the collection's own options."""
        return self.model.options.preset_name

    @property
    def presets(self) -> list[Pair]:
        """The presets and what to call them."""
        return [(name, PRESET_NAMES.get(name, name)) for name in PRESETS]

    @property
    def sliders(self) -> list[Slider]:
        """Length, question against collection, relevance against coverage."""
        return [
            self._length,
            Slider(
                "lambda", "Keep to", 0, 1, 0.05, self._value("query_balance", "lambda"),
                *self._defaults("query_balance"), "the question", "the collection",
                "question", "collection",
            ),
            Slider(
                "nu", "Prefer", 0, 1, 0.05, self._value("coverage_balance", "nu"),
                *self._defaults("coverage_balance"), "relevance", "coverage",
                "relevance", "coverage",
            ),
        ]  # fmt: skip

    @property
    def unit(self) -> str:
        """What the budget counts."""
        own = self.model.options.unit
        return "characters" if self.address.value("characters") or own == "characters" else "words"

    @property
    def _length(self) -> Slider:
        unit = self.unit
        value, (low, high, step) = self._value(unit), LENGTHS[unit]
        given = number_in(value)
        if given is not None:
            low, high = min(low, given), max(high, given)
        return Slider(
            unit, "Length", low, high, step, value, *self._defaults(unit), "short", "long"
        )

    @property
    def fields(self) -> list[Field]:
        """Settings that are seldom changed."""
        orders = (
            ("", "as the preset has it"),
            ("source", "most relevant source first"),
            ("reading", "as in the documents"),
            ("score", "most relevant first"),
        )
        units = tuple((unit, unit) for unit in LENGTHS)
        return [
            Field("unit", "Length counted in", self.unit, choices=units),
            Field("order", "Order", self.address.value("order"), choices=orders),
            Field("focus", "Best documents only", self.address.value("focus"), "look into all"),
        ]

    @property
    def exact(self) -> bool:
        """Whether the best choice is looked for."""
        return self.address.value("exact") in ("true", "on", "1")

    @property
    def enough(self) -> bool:
        """Whether the digest ends where the rest adds little."""
        return self.address.value("enough") in ("true", "on", "1")

    @property
    def advanced(self) -> bool:
        """Whether anything seldom changed is changed."""
        names = ("preset", "order", "focus", "characters", "tokens", "enough", "exact")
        return any(self.address.value(name) for name in names)

    @property
    def thread(self) -> list[Past]:
        """The questions before this one, each as it was last asked."""
        asked = {past.question: past.query for past in self.entry.history}
        return [
            Past(each, f"{self.base}?{asked[each]}")
            if each in asked
            else Past(each, self.base + Address((("q", each), *self.settings)).query)
            for each in self.address.values("earlier")
        ]

    @property
    def afresh(self) -> str:
        """The address that asks the question without those before it."""
        return self.base + self.address.without("read", "earlier").query

    @property
    def excluded(self) -> list[SetAside]:
        """The sentences that are not to be in the digest."""
        return [
            SetAside(self._said(place), self.base + self.address.dropping(("exclude", place)).query)
            for place in self.address.values("exclude")
        ]

    def _said(self, place: str) -> str:
        """The sentence at a place; the place itself where none stands there."""
        name, _, start = place.rpartition(":")
        document = self.model.collection.document_numbers.get(name)
        first = number_in(start)
        if document is None or first is None:
            return place
        columns = self.model.collection.split.sentences
        here = (columns.document == document) & (columns.start == first)
        found = here.nonzero()[0]
        return self.model.collection.text(int(found[0])) if len(found) else place

    def _value(self, name: str, symbol: str = "") -> str:
        own = PARAMETERS[name].paper if self._as_published else getattr(self.model.options, name)
        return self.address.value(symbol) or self.address.value(name) or f"{own:g}"

    @property
    def _as_published(self) -> bool:
        return self.address.value("preset") == "paper"

    def _defaults(self, name: str) -> tuple[str, str]:
        own: float = getattr(self.model.options, name)
        return f"{own:g}", f"{PARAMETERS[name].paper:g}"


def without_gone(address: Address, collection: Collection) -> Address:
    """The address without the sentences that are pinned, excluded or read and stand nowhere."""
    return address.dropping(*(pair for pair in address.pairs if _is_gone(pair, collection)))


def _is_gone(pair: Pair, collection: Collection) -> bool:
    """Whether a pair names a sentence that is not there; one that names none is to be refused."""
    name, value = pair
    if name not in PLACES:
        return False
    try:
        place = place_of(value, name)
    except OptionError:
        return False
    try:
        sentences_at(collection, [place])
    except OptionError:
        return True
    return False


class CollectionPages:
    """Pages of the collections on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def _form(self, request: Request) -> tuple[Loaded, Form]:
        """The collection of a request in memory, and the form with what it asks."""
        entry = self._shelf.get(request.path_params["id"])
        loaded = await self._shelf.loaded(entry)
        given = Address.of(request.query_params.multi_items())
        address = without_gone(given, loaded.model.collection)
        gone = len(given.pairs) - len(address.pairs)
        return loaded, Form(entry, loaded.model, address, self._shelf.limits.question, gone)

    async def _answer(self, loaded: Loaded, address: Address) -> Answer:
        """The answer to what an address asks; errors as for `asked_in_query` and `Shelf.ask`."""
        asked = asked_in_query(address.pairs, self._shelf.limits)
        return await self._shelf.answer(loaded, asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the past; `iso` and `told` are when, in the time of the world."""

    question: str
    words: int
    query: str
    iso: str
    told: str


def asked_before(entry: Entry) -> list[Asked]:
    """The questions put to a collection, the latest first."""
    return [
        Asked(past.question, past.words, past.query, *_when(past.time))
        for past in reversed(entry.history)
    ]


def _when(time: float) -> tuple[str, str]:
    when = datetime.fromtimestamp(time, UTC)
    return when.isoformat(timespec="seconds"), when.strftime("%Y-%m-%d %H:%M UTC")
