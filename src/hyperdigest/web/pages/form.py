"""The question form that all pages of a collection share, and the addresses of these pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer.answer import Answer
from hyperdigest.constraints import parse_place
from hyperdigest.dates import given_date
from hyperdigest.digest import Citation
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.options import PARAMETERS
from hyperdigest.read.pages import has_pages
from hyperdigest.web.model_cache import LoadedModel
from hyperdigest.web.record import Record
from hyperdigest.web.registry import Registry, record_of, registry_of
from hyperdigest.web.requests import PLACES, SEVERAL, number_in, question_from_url, whole_in
from hyperdigest.web.templates import DATE_LABELS, ORDERS, PRESET_NAMES, page


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider of the form: its names in an address, its range and step, and what is at its ends.

    `wordings` are the words for the values of a slider between two sides: 0, the three thirds
    between, and 1. A slider without them is a number of units.
    """

    name: str
    option: str
    label: str
    ends: tuple[str, str]
    scale: tuple[float, float, float] = (0, 1, 0.05)
    wordings: tuple[str, ...] = ()

    def shown(self, value: str) -> str:
        """A value in words."""
        with suppress(ValueError):
            number = float(value)
            if not self.wordings:
                return f"{number:.0f} {self.name}"
            between = 1 + int(3 * number) if number > 0 else 0
            return self.wordings[-1 if number >= 1 else between]
        return value


WORDS = Slider("words", "words", "Length", ("short", "long"), (20, 1000, 10))
CHARACTERS = Slider("characters", "characters", "Length", ("short", "long"), (100, 6000, 50))
BALANCES = (
    Slider(
        "lambda",
        "query_balance",
        "Keep to",
        ("the question", "the collection"),
        wordings=(
            "only the question",
            "mostly the question",
            "the question and what belongs to it",
            "mostly what the collection is about",
            "only what the collection is about",
        ),
    ),
    Slider(
        "nu",
        "coverage_balance",
        "Prefer",
        ("relevance", "variety"),
        wordings=(
            "the most relevant sentences",
            "mostly the most relevant",
            "the relevant and the different",
            "mostly the most different",
            "the most different sentences",
        ),
    ),
)


Pair = tuple[str, str]
OF_PAGES = frozenset((
    "open", "r", "unit", "topic", "page", "format", "choose",
    "around", "start", "end", "near", "find", "token",
    "hit", "part", "whole", "panel", "match", "pages", "sort", "from", "to", "draft",
))  # fmt: skip
"""Parameters of the pages themselves; all others are part of the question."""

LETTERS = {"words": 6, "characters": 1}
"""Units of a budget that a page offers, and about how many characters each takes."""


@dataclass(frozen=True, slots=True)
class Address:
    """An immutable query string: names and values in order."""

    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Address:
        """The parameters of a question, without empty ones and those of the pages themselves.

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

    def only(self, *names: str) -> Address:
        """The address with only some names."""
        return Address(tuple(pair for pair in self.pairs if pair[0] in names))

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
        """The options, without question and constraints."""
        return self.without("q", *PLACES, *SEVERAL)

    @property
    def query(self) -> str:
        """The query string with its question mark, or empty."""
        return f"?{urlencode(self.pairs)}" if self.pairs else ""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The question form of a page: a collection and what is asked of it.

    `missing` is how many pinned, excluded or read sentences are no longer in the collection.
    """

    registry: Registry
    record: Record
    loaded: LoadedModel
    address: Address
    missing: int = 0

    @property
    def model(self) -> Model:
        """The model that is asked."""
        return self.loaded.model

    @property
    def documents(self) -> Sequence[Document]:
        """The documents of the collection."""
        return self.model.collection.documents

    def number(self, name: str) -> int:
        """The number of a document."""
        return self.model.collection.document_numbers[name]

    @property
    def question(self) -> str:
        """The question, or nothing."""
        return self.address.value("q")

    def asking(self, question: str) -> QuestionForm:
        """The form with another question."""
        return replace(self, address=self.address.asking(question))

    async def answer(self) -> Answer:
        """The answer to what is asked; errors of `question_from_url` and `Registry.answer`."""
        question = question_from_url(self.address.pairs, self.registry.limits)
        return await self.registry.answer(self.loaded, question)

    async def page(self, template: str, status: int = 200, **content: Any) -> Response:
        """A page of the collection: a template with the form, its record and `content`."""
        shared = {"record": self.record, "form": self, "asked_query": self.address.query}
        return await self.registry.threads.run(lambda: page(template, status, **shared | content))

    @property
    def base(self) -> str:
        """The address of the collection."""
        return f"/c/{self.record.id}"

    def url(self, path: str = "", **more: Any) -> str:
        """The address of a page of the collection, with the question and more parameters."""
        pairs = ((name, str(value)) for name, value in more.items())
        return f"{self.base}{path}{self.address.adding(*pairs).query}"

    def url_at(self, number: int, start: int, end: int) -> str:
        """The address of a slice of a document, by its number."""
        return f"{self.url(f'/documents/{number}', start=start, end=end)}#at"

    def url_of(self, name: str, near: int = 0) -> str:
        """The address of a document, at the sentence `near` of the digest if there is one."""
        path = f"/documents/{self.number(name)}"
        return f"{self.url(path, near=near)}#m{near}" if near else self.url(path)

    def image_url(self, document: Document | None, sentence: Citation) -> str:
        """The address of the image of the page with a sentence; empty if there is no image."""
        if document is None or not has_pages(document) or not sentence.page:
            return ""
        path = f"/pages/{self.number(document.name)}-{sentence.page}"
        return f"{self.url(path, start=sentence.start, end=sentence.end)}#spot"

    def note_url(self, number: int, start: int, back: str) -> str:
        """The address at which a note on a sentence is written."""
        where = urlencode({"document": number, "at": start, "back": back})
        return f"{self.base}/notes/write?{where}"

    def toggled(self, name: str, place: str) -> str:
        """The address with a sentence pinned or excluded, or no longer if it was pinned."""
        pin, pair = ("pin", place), (name, place)
        address = self.address.dropping(pin)
        if pair != pin or pin not in self.address.pairs:
            address = address.adding(pair)
        return self.base + address.query

    @property
    def unit(self) -> str:
        """What the budget counts."""
        own = self.model.options.unit
        return "characters" if self.address.value("characters") or own == "characters" else "words"

    @property
    def sliders(self) -> list[Slider]:
        """Length, question against collection, relevance against coverage."""
        length = CHARACTERS if self.unit == "characters" else WORDS
        number = number_in(self.value(length))
        if number is not None:
            low, high, step = length.scale
            length = replace(length, scale=(min(low, number), max(high, number), step))
        return [length, *BALANCES]

    def value(self, slider: Slider) -> str:
        """The value of a slider: what is asked, or that of the preset or the collection."""
        published = self.address.value("preset") == "paper"
        parameter = PARAMETERS[slider.option]
        own = parameter.paper if published else getattr(self.model.options, slider.option)
        asked = self.address.value(slider.name) or self.address.value(slider.option)
        return asked or f"{own:g}"

    @property
    def summary(self) -> str:
        """The settings on one line: the length, how near to the question, and all else that is
        set."""
        asked = self.address
        length, near, variety = self.sliders
        parts = [each.shown(self.value(each)) for each in (length, near)]
        if asked.only(variety.name, variety.option).pairs:
            parts.append(variety.shown(self.value(variety)))
        for name, names in (("preset", PRESET_NAMES), ("order", ORDERS)):
            if value := asked.value(name):
                parts.append(names.get(value, value))
        if best := asked.value("focus"):
            parts.append(f"best {best} documents only")
        for name, label in DATE_LABELS.items():
            if date := asked.value(name):
                parts.append(f"{label[:1].lower()}{label[1:]} {date}")
        if not is_on(asked.value("enough", "true")):
            parts.append("the whole length")
        if is_on(asked.value("exact")):
            parts.append("the best possible choice")
        return " · ".join(parts)

    def check_dates(self) -> None:
        """Raise an OptionError that names the field of a malformed date."""
        for name, label in DATE_LABELS.items():
            given_date(f"“{label}”", self.address.value(name))

    @property
    def dated(self) -> bool:
        """Whether any document has a date."""
        return any(each.dated.date for each in self.documents)

    @property
    def thread(self) -> list[Pair]:
        """The questions before this one, with the addresses that ask each as it was asked last."""
        asked = {past.question: f"?{past.query}" for past in self.record.history}
        settings = self.address.settings
        return [
            (each, self.base + (asked.get(each) or settings.asking(each).query))
            for each in self.address.values("earlier")
        ]

    @property
    def excluded(self) -> list[Pair]:
        """The excluded sentences, and the addresses that allow each again.

        A place at which no sentence begins is shown as it is.
        """
        excluded, collection = [], self.model.collection
        for place in self.address.values("exclude"):
            text = place
            with suppress(OptionError):
                [found] = collection.sentences_at([parse_place(place, "exclude")])
                document, start, end = collection.slice_of(found)
                text = document.displayed(start, end)
            allowed = self.address.dropping(("exclude", place))
            excluded.append((text, self.base + allowed.query))
        return excluded


def is_on(value: str) -> bool:
    """Whether a box is ticked, by its value in an address."""
    return value in ("true", "on", "1")


def listed(query: QueryParams, entries: Any, most: int) -> tuple[Any, int, int]:
    """The entries of a long list on the page that a query names, `most` at most, the number of that
    page, and of how many."""
    pages = max(1, -(-len(entries) // most))
    current = min(max(whole_in(query, "page", 1), 1), pages)
    return entries[(current - 1) * most : current * most], current, pages


async def form_of(request: Request) -> QuestionForm:
    """The form with what a request asks of a collection, which is loaded."""
    registry, record = registry_of(request), record_of(request)
    loaded = await registry.read(record)
    address = Address.of(request.query_params.multi_items())
    missing = [pair for pair in address.pairs if _is_missing(pair, loaded.model.collection)]
    return QuestionForm(registry, record, loaded, address.dropping(*missing), len(missing))


def _is_missing(pair: Pair, collection: Collection) -> bool:
    """Whether a pair names a sentence that is not in the collection; False if it is malformed."""
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
