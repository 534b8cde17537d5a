"""What a request asks of a collection, from the query of an address or from JSON, all checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from hyperdigest.budget.units import UNITS
from hyperdigest.errors import OptionError
from hyperdigest.evidence.question import check_question
from hyperdigest.options import PARAMETERS, PRESETS, Parameter, named_options
from hyperdigest.read.decode import whole
from hyperdigest.web.settings import Limits
from hyperdigest.wishes import NAMES, NOTHING, Wishes

OWNERS = frozenset({"embedding_model", "tokenizer"})
"""Options that name files on this machine, which no request may do."""

FIXED = ("split", "topics")
"""Stages whose options are settled when a collection is fitted."""


@dataclass(frozen=True)
class Asked:
    """A question with all that it is asked with; `changes` are options, sorted by name.

    `ignored` is what to tell of options of earlier versions.
    """

    question: str
    preset: str | None = None
    changes: tuple[tuple[str, Any], ...] = ()
    wishes: Wishes = NOTHING
    ignored: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The query of an address that asks the same."""
        pairs: list[tuple[str, Any]] = [("q", self.question)]
        if self.preset:
            pairs.append(("preset", self.preset))
        pairs += [(_short(name), _written(value)) for name, value in self.changes]
        for name, field in PLACES.items():
            places = getattr(self.wishes, field)
            pairs += [(name, f"{document}:{start}") for document, start in places]
        pairs += [("earlier", question) for question in self.wishes.earlier]
        return urlencode(pairs)


PLACES = {"pin": "pinned", "exclude": "excluded", "read": "read"}
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
    wishes: dict[str, list[str]] = {}
    single: dict[str, str] = {}
    for name, value in pairs:
        if name in PLACES or name == "earlier":
            wishes.setdefault(PLACES.get(name, name), []).append(value)
        elif value or name == "q":
            single[name] = value
    question, preset = single.pop("q", ""), single.pop("preset", None)
    ignored: list[str] = []
    named = named_options(single, tell=ignored.append)
    changes = {name: typed_option(name, value) for name, value in named.items()}
    return replace(_checked(question, preset, changes, wishes, limits), ignored=tuple(ignored))


def asked_in_json(body: Mapping[str, Any], limits: Limits) -> Asked:
    """What an object of JSON asks: ``question``, ``preset``, options by name or symbol, wishes.

    Wishes are as for `Wishes.of`; raised as for `asked_in_query`.
    """
    fields = dict(body)
    question, preset = fields.pop("question", ""), fields.pop("preset", None)
    wishes = {name: fields.pop(name) for name in NAMES if name in fields}
    ignored: list[str] = []
    named = named_options(fields, tell=ignored.append)
    changes = {name: value for name, value in named.items() if value is not None}
    return replace(_checked(question, preset, changes, wishes, limits), ignored=tuple(ignored))


def _checked(
    question: Any, preset: Any, changes: dict[str, Any], wishes: dict[str, Any], limits: Limits
) -> Asked:
    check_question(question)
    check_preset(preset)
    wished = Wishes.of(_without_surrogates(wishes))
    for text in (question, *wished.earlier):
        if len(text) > limits.question:
            raise OptionError(
                f"a question has {len(text)} characters: ask in {limits.question} at most"
            )
    values = {name: checked_option(name, value) for name, value in changes.items()}
    for name in UNITS:
        if values.get(name, 0) > limits.words:
            raise OptionError(f"option {name} is {values[name]}: give {limits.words} at most")
    if values.get("exact"):
        longest = PARAMETERS["time_limit"].default
        values["time_limit"] = min(values.get("time_limit", longest), limits.answer_seconds)
    return Asked(whole(question), preset, tuple(sorted(values.items())), wished)


def _without_surrogates(value: Any) -> Any:
    """Texts in `value` as they can be written in UTF-8."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_without_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_surrogates(each) for name, each in value.items()}
    return value


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


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _short(name: str) -> str:
    return PARAMETERS[name].symbol or name


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
