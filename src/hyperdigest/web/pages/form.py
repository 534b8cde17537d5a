"""The question form and what all pages of a collection share."""

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
from hyperdigest.web.record import Record
from hyperdigest.web.registry import LoadedModel, Registry
from hyperdigest.web.requests import PLACES, number_in, query_from_url

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

LENGTHS = {"words": (20, 1000, 10), "characters": (100, 6000, 50)}
"""Range and step of the length slider; a budget outside extends the range."""

PRESET_NAMES = {"default": "Measured best", "paper": "As published"}


class CollectionPages:
    """Base class of the pages of a collection."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def _form(self, request: Request) -> tuple[LoadedModel, Form]:
        """The collection of a request in memory, and the form with what it asks."""
        record = self._registry.get(request.path_params["id"])
        loaded = await self._registry.loaded(record)
        asked = Address.of(request.query_params.multi_items())
        address = without_missing(asked, loaded.model.collection)
        missing = len(asked.pairs) - len(address.pairs)
        return loaded, Form(record, loaded.model, address, self._registry.limits.question, missing)

    async def _answer(self, loaded: LoadedModel, address: Address) -> Answer:
        """The answer to what an address asks; errors as for `query_from_url` and `Registry.ask`."""
        asked = query_from_url(address.pairs, self._registry.limits)
        return await self._registry.answer(loaded, asked)


@dataclass(frozen=True, slots=True)
class Form:
    """The question form of a page: a collection and what is asked of it.

    Parameters
    ----------
    longest : most characters of a question.
    missing : how many pinned, excluded or read sentences are not in the collection any more.
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
    def missing_note(self) -> str:
        """The message about sentences that are not in the collection any more."""
        return (
            "Not in the collection any more, and left out:"
            f" {counted(self.missing, 'sentence')} that you pinned, excluded or read before."
        )

    @property
    def base(self) -> str:
        """The address of the collection."""
        return f"/c/{self.record.id}"

    @property
    def back(self) -> str:
        """The address of the digest."""
        return self.base + self.address.query

    @property
    def settings(self) -> tuple[Pair, ...]:
        """The options in the address."""
        return self.address.settings.pairs

    @property
    def kept(self) -> list[Pair]:
        """The wishes, for which the form has hidden fields."""
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
        """The presets with their names for readers."""
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
        number = number_in(value)
        if number is not None:
            low, high = min(low, number), max(high, number)
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
        """Whether the exact selection is asked for."""
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
        asked = {past.question: past.query for past in self.record.history}
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
            SetAside(
                self._sentence_at(place),
                self.base + self.address.dropping(("exclude", place)).query,
            )
            for place in self.address.values("exclude")
        ]

    def _sentence_at(self, place: str) -> str:
        """The sentence at a place; the place itself where no sentence begins there."""
        collection = self.model.collection
        try:
            found = sentences_at(collection, [place_of(place, "exclude")])
        except OptionError:
            return place
        return collection.text(found[0])

    def _value(self, name: str, symbol: str = "") -> str:
        own = PARAMETERS[name].paper if self._as_published else getattr(self.model.options, name)
        return self.address.value(symbol) or self.address.value(name) or f"{own:g}"

    @property
    def _as_published(self) -> bool:
        return self.address.value("preset") == "paper"

    def _defaults(self, name: str) -> tuple[str, str]:
        own: float = getattr(self.model.options, name)
        return f"{own:g}", f"{PARAMETERS[name].paper:g}"


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider; `one` and `other` name the two sides that a share balances."""

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
    def value_text(self) -> str:
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


def without_missing(address: Address, collection: Collection) -> Address:
    """The address without pinned, excluded and read sentences that are in no document any more."""
    return address.dropping(*(pair for pair in address.pairs if _is_missing(pair, collection)))


def _is_missing(pair: Pair, collection: Collection) -> bool:
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


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row of the history; `iso` and `time` are its time in UTC."""

    question: str
    words: int
    query: str
    iso: str
    time: str


def asked_before(record: Record) -> list[HistoryRow]:
    """The questions put to a collection, the latest first."""
    return [
        HistoryRow(past.question, past.words, past.query, *_when(past.time))
        for past in reversed(record.history)
    ]


def _when(time: float) -> tuple[str, str]:
    when = datetime.fromtimestamp(time, UTC)
    return when.isoformat(timespec="seconds"), when.strftime("%Y-%m-%d %H:%M UTC")
