"""What a request asks of a collection, from the query of an address or from JSON, all checked.

Documents that a request brings as texts.

Whole numbers as they are written in addresses.

Files of this machine that a request names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request

from hyperdigest.base.text import numbered, printable
from hyperdigest.constraints import NAMES, NOTHING, Wishes
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, UNITS, Parameter, named_options
from hyperdigest.query.terms import check_question
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.web.errors import RefusedError
from hyperdigest.web.settings import Limits, Settings

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
    return Asked(replace_surrogates(question), preset, tuple(sorted(values.items())), wished)


def _without_surrogates(value: Any) -> Any:
    """Texts in `value` as they can be written in UTF-8."""
    if isinstance(value, str):
        return replace_surrogates(value)
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
    return parameter.check(replace_surrogates(value) if isinstance(value, str) else value)


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


LONGEST_NAME = 500


def given_name(value: Any) -> str:
    """The name that a request gives a collection, if it does."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(f"name is no text of {LONGEST_NAME} characters at most")
    return value


def given_documents(value: Any, most: int) -> list[dict[str, str]]:
    """Documents, each an object with ``text``, and perhaps ``name`` and ``title``.

    Raises
    ------
    OptionError
        where they are none, or more than `most`.
    """
    if not isinstance(value, list) or not value:
        raise OptionError("documents is no list: give objects with name and text")
    if len(value) > most:
        raise OptionError(f"documents has {len(value)} entries: give {most} at most")
    return [_document(each, number) for number, each in enumerate(value, 1)]


def documents_of(given: Sequence[Mapping[str, str]]) -> list[Document]:
    """The documents that texts with ``name`` and perhaps ``title`` are."""
    names = numbered([printable(replace_surrogates(each["name"])) for each in given])
    return [
        Document(
            name, name, replace_surrogates(each["text"]), replace_surrogates(each.get("title", ""))
        )
        for name, each in zip(names, given, strict=True)
    ]


def _document(value: Any, number: int) -> dict[str, str]:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise OptionError(f"document {number} has no text: give objects with name and text")
    unknown = value.keys() - {"name", "text", "title"}
    if unknown:
        raise OptionError(
            f"document {number} has {sorted(map(str, unknown))[0]!r:.60}: give name, text, title"
        )
    name, title = (_short_value(value.get(field), field, number) for field in ("name", "title"))
    return {"name": name.strip() or f"document {number}", "text": value["text"], "title": title}


def _short_value(value: Any, field: str, number: int) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(
            f"{field} of document {number} is no text of {LONGEST_NAME} characters at most"
        )
    return value


DIGITS = 9
"""More than anything here counts to; turning very long numerals into numbers fails."""


def number_in(text: str) -> int | None:
    """The whole number that a text is; None where it is none, or longer than `DIGITS`."""
    written = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if written else None


def whole_in(request: Request, name: str, default: int) -> int:
    """A whole number in the query of a request; `default` where there is none."""
    number = number_in(request.query_params.get(name, ""))
    return default if number is None else number


class NumberConvertor(Convertor[int]):
    """A part of a path, ``{number:number}``, that is a whole number."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def convert(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number as it is written."""
        return str(value)


register_url_convertor("number", NumberConvertor())


MOST = 100
"""Paths that a request may name; a folder is one."""


def allowed_paths(given: Any, settings: Settings) -> list[str]:
    """The paths that a request names, whole, where it may.

    Raises
    ------
    OptionError
        where they are no paths.
    RefusedError
        where the owner of the app does not let files be named, or not there (403).
    """
    if not isinstance(given, list) or not all(isinstance(path, str) for path in given):
        raise OptionError("paths is no list of texts: give the paths of files and folders")
    if not given or len(given) > MOST:
        raise OptionError(f"paths has {len(given)} entries: give 1 to {MOST}; a folder is one")
    if not settings.may_name_files:
        raise RefusedError(403, "files of this machine cannot be named here: upload them")
    return [_allowed(path, settings.root) for path in given]


def _allowed(given: str, root: Path | None) -> str:
    if not given.strip() or "\0" in given or ".." in Path(given).parts:
        raise OptionError(f"{given!r} is no path: name a file or a folder, without ..")
    try:
        path = Path(root.absolute() if root else "", Path(given).expanduser())
        real = Path(os.path.realpath(path))
    except (OSError, RuntimeError, ValueError) as error:
        raise OptionError(f"{given!r} is no path: name a file or a folder") from error
    if not path.is_absolute():
        raise OptionError(f"{given!r} is not a whole path: begin it with / or ~")
    if root is not None and not real.is_relative_to(os.path.realpath(root)):
        raise RefusedError(403, f"only what lies in {root} can be named here")
    return str(path)
