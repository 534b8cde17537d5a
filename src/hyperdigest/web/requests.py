"""Validation of requests: JSON bodies, questions with options, documents, paths, numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import QueryParams
from starlette.requests import Request

from hyperdigest.base.text import numbered, printable
from hyperdigest.constraints import CONSTRAINTS, DATE_CONSTRAINTS, Constraints
from hyperdigest.dates import given_date
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, UNITS, named_options
from hyperdigest.question import Question, check_text
from hyperdigest.read.encoding import without_surrogates
from hyperdigest.read.paths import outside
from hyperdigest.web.errors import RequestError
from hyperdigest.web.settings import Limits, Settings

DEEPEST = 10
"""Most levels of nested lists and objects in a request; questions need three."""

MOST_PARTS = 100_000
"""Most lists and objects in a request."""

QUOTES = 400_000
"""Most quotation marks around the strings of a large request."""

BESIDE_TEXTS = 1 << 20
"""Most bytes of a request besides its strings."""

_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
FILE_OPTIONS = frozenset({"embedding_model", "tokenizer"})
"""Options that name files on this machine, which no request may set."""

PLACES = {"pin": "pinned", "exclude": "excluded", "read": "read"}
"""The constraints that are sentences, ``DOCUMENT:START``, by their names in a URL."""

SEVERAL = frozenset({"earlier", "new"})
"""Other constraints that a URL may have several times."""

BOOLEANS = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
Parse = Callable[[str, Any], Any]

LARGEST_FORM = 100_000
"""Most bytes of a form without files."""

LONGEST_NAME = 500
DIGITS = 9
"""Most digits of a number in a URL; Python refuses to convert very long ones."""

MOST_PATHS = 100
"""Paths that a request may name; a folder is one."""


async def object_of(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request, its texts without lone surrogates. Raises a
    RequestError if it is of another type (415), too large (413) or malformed (400)."""
    _check_type(request, "application/json", "the request is not JSON")
    body = await request.body()
    if has_too_many_parts(body):
        raise RequestError(413, "the request is JSON of too many small parts: send fewer")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, "the request is not JSON: send one object") from error
    if not isinstance(value, dict):
        raise RequestError(400, "the request is JSON, but not an object: send one")
    if _is_too_deep(value):
        raise RequestError(
            400,
            f"the request has more than {MOST_PARTS} lists and objects, or {DEEPEST} in each other",
        )
    clean: dict[str, Any] = without_surrogates(value)
    return clean


async def fields_of_form(request: Request) -> dict[str, str]:
    """The fields of a form without files. Raises a RequestError if the request is not a form (415),
    too large (413) or malformed (400)."""
    _check_type(request, "application/x-www-form-urlencoded", "the request is not a form")
    body = await request.body()
    if len(body) > LARGEST_FORM:
        raise RequestError(413, f"the form has {len(body)} bytes: send {LARGEST_FORM} at most")
    try:
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=20))
    except ValueError as error:
        raise RequestError(400, "the form is malformed: send its fields once each") from error


def _check_type(request: Request, wanted: str, problem: str) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != wanted:
        raise RequestError(415, f"{problem}: send Content-Type: {wanted}")


def has_too_many_parts(body: bytes) -> bool:
    """Whether JSON has so many strings, or so much besides them, that parsing takes long."""
    if len(body) <= BESIDE_TEXTS:
        return False
    quotes = body.count(b'"') - body.count(b'\\"')
    return quotes > QUOTES or len(_TEXT.sub(b"", body)) > BESIDE_TEXTS


def _is_too_deep(value: dict[str, Any]) -> bool:
    """Whether there are more than `MOST_PARTS` lists and objects, or more than `DEEPEST` nested."""
    level: list[Any] = [value]
    left = MOST_PARTS
    for _ in range(DEEPEST + 1):
        parts = (each.values() if isinstance(each, dict) else each for each in level)
        inner = (part for each in parts for part in each if isinstance(part, list | dict))
        level = list(islice(inner, left + 1))
        left -= len(level)
        if left < 0:
            return True
    return bool(level)


def query_string(question: Question) -> str:
    """The query string of a URL that asks a question."""
    pairs: list[tuple[str, Any]] = [("q", question.text)]
    if question.preset:
        pairs.append(("preset", question.preset))
    for name, value in question.changes:
        written = str(value).lower() if isinstance(value, bool) else str(value)
        pairs.append((PARAMETERS[name].symbol or name, written))
    names = {constraint: name for name, constraint in PLACES.items()}
    for constraint, value in question.constraints.to_dict().items():
        values = value if isinstance(value, list) else [value]
        pairs += [(names.get(constraint, constraint), each) for each in values]
    return urlencode(pairs)


def question_from_url(pairs: Iterable[tuple[str, str]], limits: Limits) -> Question:
    """The question in a URL: ``q``, ``preset``, options by name or symbol, constraints.

    An empty value of an option counts as no value. Raises an OptionError if anything is unknown,
    malformed or out of its range.
    """
    constraints: dict[str, Any] = {}
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in PLACES or name in SEVERAL:
            constraints.setdefault(PLACES.get(name, name), []).append(value)
        elif name in DATE_CONSTRAINTS:
            constraints[name] = value
        elif value or name == "q":
            values[name] = value
    return _question(values.pop("q", ""), values, constraints, limits, parse_option)


def question_from_json(body: Mapping[str, Any], limits: Limits) -> Question:
    """The question in a JSON body: ``question``, ``preset``, options, constraints.

    Constraints are as for `Constraints.of`; errors as for `question_from_url`.
    """
    values = dict(body)
    constraints = {name: values.pop(name) for name in CONSTRAINTS if name in values}
    return _question(values.pop("question", ""), values, constraints, limits)


def _question(
    text: Any,
    values: Mapping[str, Any],
    constraints: Mapping[str, Any],
    limits: Limits,
    parse: Parse | None = None,
) -> Question:
    check_text(text)
    preset, options = preset_and_options(values, parse)
    found = Constraints.of(constraints)
    for each in (text, *found.earlier):
        if len(each) > limits.question:
            raise OptionError(
                f"a question has {len(each)} characters: ask in {limits.question} at most"
            )
    for name in UNITS:
        if options.get(name, 0) > limits.words:
            raise OptionError(f"option {name} is {options[name]}: give {limits.words} at most")
    if options.get("exact"):
        longest = PARAMETERS["time_limit"].default
        options["time_limit"] = min(options.get("time_limit", longest), limits.answer_seconds)
    return Question.of(text, found, preset, options)


def preset_and_options(
    values: Mapping[str, Any], parse: Parse | None = None
) -> tuple[str | None, dict[str, Any]]:
    """The preset and the checked options among the values of a request; None counts as no value.

    `parse` converts the texts of a form or a URL. Raises an OptionError if an option is unknown,
    out of its range, or names a file of this machine.
    """
    named = {name: value for name, value in named_options(values).items() if value is not None}
    preset = named.pop("preset", None)
    options = {}
    for name, value in named.items():
        if name in FILE_OPTIONS:
            raise OptionError(
                f"option {name} names a file of this machine: a request cannot set it"
            )
        options[name] = PARAMETERS[name].check(parse(name, value) if parse else value)
    return preset, options


def parse_option(name: str, value: str) -> Any:
    """A text converted to the type of an option, or unchanged if it cannot be converted."""
    parameter = PARAMETERS[name]
    kind = str if parameter.choices else parameter.type
    if kind is bool:
        return BOOLEANS.get(value.lower(), value)
    try:
        return kind(value)
    except ValueError:
        return value


def short_text(value: Any, label: str) -> str:
    """A text of a request, such as a name; empty for None. Raises an OptionError if it is long or
    not a text."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(f"{label} is not a text of at most {LONGEST_NAME} characters")
    return value


def request_documents(value: Any, most: int) -> list[dict[str, str]]:
    """Documents, each an object with ``text``, and perhaps ``name``, ``title`` and ``date``.

    Raises an OptionError if they are malformed, or more than `most`.
    """
    if not isinstance(value, list) or not value:
        raise OptionError("documents is not a list: give objects with name and text")
    if len(value) > most:
        raise OptionError(f"documents has {len(value)} entries: give {most} at most")
    return [_document(each, number) for number, each in enumerate(value, 1)]


def _document(value: Any, number: int) -> dict[str, str]:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise OptionError(f"document {number} has no text: give objects with name and text")
    if unknown := sorted(map(str, value.keys() - {"name", "text", "title", "date"})):
        raise OptionError(
            f"document {number} has {unknown[0]!r:.60}: give only name, text, title and date"
        )
    name, title = (
        short_text(value.get(field), f"{field} of document {number}") for field in ("name", "title")
    )
    date = given_date(f"date of document {number}", value.get("date"))
    name = name.strip() or f"document {number}"
    return {"name": name, "text": value["text"], "title": title, "date": date}


def check_draft(text: str, limits: Limits) -> None:
    """Raise a RequestError (413) if a draft is too long."""
    most = limits.once_characters
    if len(text) > most:
        raise RequestError(413, f"the draft has {len(text)} characters: give {most} at most")


def documents_of(texts: Sequence[Mapping[str, str]]) -> list[Document]:
    """Documents from texts with ``name`` and perhaps ``title`` and ``date``."""
    names = numbered([printable(each["name"]) for each in texts])
    return [
        Document(name, name, each["text"], each.get("title", ""), date=each.get("date", ""))
        for name, each in zip(names, texts, strict=True)
    ]


def allowed_paths(paths: Any, settings: Settings) -> list[str]:
    """The absolute paths that a request names. Raises an OptionError if they are malformed, and a
    RequestError (403) if requests may not name files, or not these."""
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise OptionError("paths is not a list of texts: give the paths of files and folders")
    if not paths or len(paths) > MOST_PATHS:
        raise OptionError(
            f"paths has {len(paths)} entries: give 1 to {MOST_PATHS}; a folder is one"
        )
    if not settings.may_name_files:
        raise RequestError(403, "files of this machine cannot be named here: upload them")
    return [_allowed(path, settings.root) for path in paths]


def _allowed(name: str, root: Path | None) -> str:
    if not name.strip() or "\0" in name or ".." in Path(name).parts:
        raise OptionError(f"{name!r} is not a path: name a file or a folder, without ..")
    try:
        path = Path(root.absolute() if root else "", Path(name).expanduser())
        leads_out = root is not None and outside(path, root)
    except (OSError, RuntimeError, ValueError) as error:
        raise OptionError(f"{name!r} is not a path: name a file or a folder") from error
    if not path.is_absolute():
        raise OptionError(f"{name!r} is not an absolute path: begin it with / or ~")
    if leads_out:
        raise RequestError(403, f"only what is in {root} can be named here")
    return str(path)


def number_in(text: str) -> int | None:
    """The whole number in a string; None if it is not one, or longer than `DIGITS`."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if is_number else None


def whole_in(query: QueryParams, name: str, default: int) -> int:
    """A whole number in the query of a request, or `default`."""
    number = number_in(query.get(name, ""))
    return default if number is None else number


def range_in(text: str) -> tuple[int, int] | None:
    """The two whole numbers of ``BEGIN-END``; None if a string is not of this form."""
    begin, _, end = text.partition("-")
    first, last = number_in(begin), number_in(end)
    return None if first is None or last is None else (first, last)


class NumberConvertor(IntegerConvertor):
    """A convertor of path parameters, ``{number:number}``, to whole numbers."""

    regex = f"[0-9]{{1,{DIGITS}}}"


register_url_convertor("number", NumberConvertor())
