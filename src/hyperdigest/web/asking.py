"""What a request asks of a collection, from the query of an address or from JSON, all checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from hyperdigest.errors import OptionError
from hyperdigest.evidence.question import check_question
from hyperdigest.options import PARAMETERS, PRESETS, named_options
from hyperdigest.parameter import Parameter
from hyperdigest.read.decode import whole
from hyperdigest.web.settings import Limits

OWNERS = frozenset({"embedding_model", "tokenizer"})
"""Options that name files on this machine, which no request may do."""

FIXED = ("split", "topics")
"""Stages whose options are settled when a collection is fitted."""

Place = tuple[str, int]


@dataclass(frozen=True)
class Asked:
    """A question with all that it is asked with.

    Parameters
    ----------
    changes : options and their values, sorted by name, ``words`` among them.
    pinned, excluded, read, earlier : as in `hyperdigest.wishes.Wishes`.
    """

    question: str
    preset: str | None = None
    changes: tuple[tuple[str, Any], ...] = ()
    pinned: tuple[Place, ...] = ()
    excluded: tuple[Place, ...] = ()
    read: tuple[Place, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The query of an address that asks the same."""
        pairs: list[tuple[str, Any]] = [("q", self.question)]
        if self.preset:
            pairs.append(("preset", self.preset))
        pairs += [(_short(name), _written(value)) for name, value in self.changes]
        for name, places in zip(PLACES, (self.pinned, self.excluded, self.read), strict=True):
            pairs += [(name, f"{document}:{start}") for document, start in places]
        pairs += [("earlier", question) for question in self.earlier]
        return urlencode(pairs)


PLACES = ("pin", "exclude", "read")
"""The names in a query of what is pinned, excluded and read already: ``DOCUMENT:START`` each."""


def asked_in_query(pairs: Iterable[tuple[str, str]], limits: Limits) -> Asked:
    """What the query of an address asks: ``q``, ``preset``, options by name or symbol, places.

    Parameters
    ----------
    pairs : names and values, in order; an empty value of an option says nothing.

    Raises
    ------
    OptionError
        where anything in it is unknown, malformed or out of its range.
    """
    places: dict[str, list[Place]] = {name: [] for name in PLACES}
    earlier: list[str] = []
    single: dict[str, str] = {}
    for name, value in pairs:
        if name in places:
            places[name].append(_place(name, value))
        elif name == "earlier":
            earlier.append(value)
        elif value or name == "q":
            single[name] = value
    question, preset = single.pop("q", ""), single.pop("preset", None)
    changes = {name: typed_option(name, value) for name, value in named_options(single).items()}
    return _checked(question, preset, changes, *places.values(), earlier=earlier, limits=limits)


def asked_in_json(body: Mapping[str, Any], limits: Limits) -> Asked:
    """What an object of JSON asks: ``question``, ``preset``, options by name or symbol, wishes.

    Wishes are ``pinned``, ``excluded`` and ``read``, lists of ``[document, start]``, and
    ``earlier``, a list of questions; raised as for `asked_in_query`.
    """
    fields = dict(body)
    question, preset = fields.pop("question", ""), fields.pop("preset", None)
    places = [_places(name, fields.pop(name, None)) for name in ("pinned", "excluded", "read")]
    earlier = fields.pop("earlier", None)
    earlier = [] if earlier is None else earlier
    if not isinstance(earlier, list) or not all(isinstance(each, str) for each in earlier):
        raise OptionError(f"earlier is {_shown(earlier)}: give a list of questions")
    changes = {name: value for name, value in named_options(fields).items() if value is not None}
    return _checked(question, preset, changes, *places, earlier=earlier, limits=limits)


def _checked(
    question: Any,
    preset: Any,
    changes: dict[str, Any],
    *places: list[Place],
    earlier: list[str],
    limits: Limits,
) -> Asked:
    check_question(question)
    for text in (question, *earlier):
        if len(text) > limits.question:
            raise OptionError(
                f"a question has {len(text)} characters: ask in {limits.question} at most"
            )
    check_preset(preset)
    values = {name: checked_option(name, value) for name, value in changes.items()}
    for name in ("words", "characters", "tokens"):
        if values.get(name, 0) > limits.words:
            raise OptionError(f"option {name} is {values[name]}: give {limits.words} at most")
    if values.get("exact"):
        longest = PARAMETERS["time_limit"].default
        values["time_limit"] = min(values.get("time_limit", longest), limits.answer_seconds)
    pinned, excluded, read = (tuple(dict.fromkeys(some)) for some in places)
    return Asked(
        question=whole(question),
        preset=preset,
        changes=tuple(sorted(values.items())),
        pinned=pinned,
        excluded=excluded,
        read=read,
        earlier=tuple(map(whole, earlier)),
    )


def check_preset(preset: Any) -> None:
    """Raise an OptionError where there is no such preset."""
    if preset is not None and preset not in PRESETS:
        raise OptionError(f"preset is {_shown(preset)}: choose one of {', '.join(PRESETS)}")


def checked_option(name: str, value: Any) -> Any:
    """The value of an option that a request may set, in the option's type."""
    if name in OWNERS:
        raise OptionError(f"option {name} names a file of this machine: a request cannot set it")
    parameter = PARAMETERS[name]
    return parameter.check(whole(value) if isinstance(value, str) else value)


def typed_option(name: str, value: str) -> Any:
    """A value as the option's type; what is not written so is left for `check` to refuse."""
    parameter: Parameter | None = PARAMETERS.get(name)
    kind = parameter.type if parameter and not parameter.choices else str
    if kind is bool:
        return {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}.get(
            value.lower(), value
        )
    try:
        return kind(value)
    except ValueError:
        return value


def _place(name: str, value: str) -> Place:
    document, _, start = value.rpartition(":")
    if not document or not start.isdecimal() or not start.isascii() or len(start) > 12:
        raise OptionError(f"{name} is {_shown(value)}: give DOCUMENT:START, such as report.pdf:120")
    return whole(document), int(start)


def _places(name: str, value: Any) -> list[Place]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise OptionError(f"{name} is {_shown(value)}: give a list of [document, start]")
    for each in value:
        pair = isinstance(each, list) and len(each) == 2
        if not pair or not isinstance(each[0], str) or type(each[1]) is not int:
            raise OptionError(f"{name} has {_shown(each)}: give [document, start]")
    return [(whole(document), start) for document, start in value]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _short(name: str) -> str:
    return PARAMETERS[name].symbol or name


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
