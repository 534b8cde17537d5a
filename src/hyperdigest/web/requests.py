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
from starlette.requests import Request

from hyperdigest.base.text import numbered, printable
from hyperdigest.constraints import CONSTRAINTS, DATE_CONSTRAINTS, Constraints
from hyperdigest.dates import given_date
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, UNITS, named_options
from hyperdigest.question import Question, check_text
from hyperdigest.read.encoding import replace_surrogates
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
"""The names in a query of what is pinned, excluded and read already: ``DOCUMENT:START`` each."""

SEVERAL = frozenset({"earlier", "new"})
"""The names of other wishes in a query that may be given several times."""

LARGEST_FORM = 100_000
"""Most bytes of a form without files."""

MOST_FIELDS = 20
LONGEST_NAME = 500
DIGITS = 9
"""Most digits of a number in a URL; Python refuses to convert very long ones."""

MOST_PATHS = 100
"""Paths that a request may name; a folder is one."""


async def object_of(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises a RequestError where it is said to be
    something else (415), or is none (400)."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(415, "the request is not JSON: send Content-Type: application/json")
    body = await request.body()
    if is_litter(body):
        raise RequestError(413, "the request is JSON of too many small parts: send fewer")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, "the request is not JSON: send one object") from error
    if not isinstance(value, dict):
        raise RequestError(400, "the request is JSON, but no object: send one")
    if _is_tangled(value):
        raise RequestError(
            400,
            f"the request has more than {MOST_PARTS} lists and objects, or {DEEPEST} in each other",
        )
    return value


async def fields_of_form(request: Request) -> dict[str, str]:
    """The fields of a form without files. Raises a RequestError where the request is none (415), or
    a large one (413)."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise RequestError(415, "the request is no form: send application/x-www-form-urlencoded")
    body = await request.body()
    if len(body) > LARGEST_FORM:
        raise RequestError(413, f"the form has {len(body)} bytes: send {LARGEST_FORM} at most")
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise RequestError(400, "the form is malformed: send its fields once each") from error
    return dict(pairs)


def is_litter(body: bytes) -> bool:
    """Whether JSON has so many strings, or so much besides them, that parsing takes long."""
    if len(body) <= BESIDE_TEXTS:
        return False
    quotes = body.count(b'"') - body.count(b'\\"')
    return quotes > QUOTES or len(_TEXT.sub(b"", body)) > BESIDE_TEXTS


def _is_tangled(value: dict[str, Any]) -> bool:
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
    constraints = question.constraints
    for name, field in PLACES.items():
        pairs += [(name, f"{document}:{start}") for document, start in getattr(constraints, field)]
    pairs += [("earlier", earlier) for earlier in constraints.earlier]
    pairs += [("new", name) for name in constraints.new]
    pairs += [(name, date) for name in DATE_CONSTRAINTS if (date := getattr(constraints, name))]
    return urlencode(pairs)


def question_from_url(pairs: Iterable[tuple[str, str]], limits: Limits) -> Question:
    """The question in a URL: ``q``, ``preset``, options by name or symbol, constraints. Names and
    values come in order; an empty value of an option says nothing. Raises an OptionError if
    anything in it is unknown, malformed or out of its range."""
    wishes: dict[str, Any] = {}
    single: dict[str, str] = {}
    for name, value in pairs:
        if name in PLACES or name in SEVERAL:
            wishes.setdefault(PLACES.get(name, name), []).append(value)
        elif name in DATE_CONSTRAINTS:
            wishes[name] = value
        elif value or name == "q":
            single[name] = value
    question, preset = single.pop("q", ""), single.pop("preset", None)
    return _checked(question, preset, single, wishes, limits, parse_option)


def question_from_json(body: Mapping[str, Any], limits: Limits) -> Question:
    """The question in a JSON body: ``question``, ``preset``, options, constraints.

    Constraints are as for `Constraints.of`; errors as for `question_from_url`.
    """
    fields = dict(body)
    question, preset = fields.pop("question", ""), fields.pop("preset", None)
    wishes = {name: fields.pop(name) for name in CONSTRAINTS if name in fields}
    return _checked(question, preset, fields, wishes, limits)


def _checked(
    question: Any,
    preset: Any,
    given: Mapping[str, Any],
    wishes: Mapping[str, Any],
    limits: Limits,
    parse: Callable[[str, Any], Any] = lambda name, value: value,
) -> Question:
    named = named_options(given)
    changes = {name: parse(name, value) for name, value in named.items() if value is not None}
    check_text(question)
    check_preset(preset)
    wished = Constraints.of(_without_surrogates(wishes))
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
    changed = tuple(sorted(values.items()))
    return Question(replace_surrogates(question), wished, preset, changed)


def _without_surrogates(value: Any) -> Any:
    """`value` with lone surrogates replaced, which UTF-8 cannot encode."""
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
        shown = repr(preset)
        shown = shown if len(shown) <= 80 else f"{shown[:79]}…"
        raise OptionError(f"preset is {shown}: choose one of {', '.join(PRESETS)}")


def checked_option(name: str, value: Any) -> Any:
    """The value of an option that a request may set, in the option's type."""
    if name in FILE_OPTIONS:
        raise OptionError(f"option {name} names a file of this machine: a request cannot set it")
    parameter = PARAMETERS[name]
    return parameter.check(replace_surrogates(value) if isinstance(value, str) else value)


def parse_option(name: str, value: str) -> Any:
    """A value converted to the option's type; one that cannot be is left for `check` to refuse."""
    parameter = PARAMETERS[name]
    kind = str if parameter.choices else parameter.type
    if kind is bool:
        return {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}.get(
            value.lower(), value
        )
    try:
        return kind(value)
    except ValueError:
        return value


def short_text(value: Any, label: str) -> str:
    """A text of a request, such as a name, or empty; an OptionError where it is long or none."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(f"{label} is no text of {LONGEST_NAME} characters at most")
    return value


def request_documents(value: Any, most: int) -> list[dict[str, str]]:
    """Documents, each an object with ``text``, and perhaps ``name``, ``title`` and ``date``. Raises
    an OptionError where they are none, or more than `most`."""
    if not isinstance(value, list) or not value:
        raise OptionError("documents is no list: give objects with name and text")
    if len(value) > most:
        raise OptionError(f"documents has {len(value)} entries: give {most} at most")
    return [_document(each, number) for number, each in enumerate(value, 1)]


def _document(value: Any, number: int) -> dict[str, str]:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise OptionError(f"document {number} has no text: give objects with name and text")
    unknown = value.keys() - {"name", "text", "title", "date"}
    if unknown:
        raise OptionError(
            f"document {number} has {sorted(map(str, unknown))[0]!r:.60}: give name, text, title,"
            " date"
        )
    name, title = (
        short_text(value.get(field), f"{field} of document {number}") for field in ("name", "title")
    )
    date = given_date(f"date of document {number}", value.get("date"))
    name = name.strip() or f"document {number}"
    return {"name": name, "text": value["text"], "title": title, "date": date}


def documents_of(texts: Sequence[Mapping[str, str]]) -> list[Document]:
    """Documents from texts with ``name`` and perhaps ``title`` and ``date``."""
    names = numbered([printable(replace_surrogates(each["name"])) for each in texts])
    clean = _without_surrogates(list(texts))
    return [
        Document(name, name, each["text"], each.get("title", ""), date=each.get("date", ""))
        for name, each in zip(names, clean, strict=True)
    ]


def allowed_paths(paths: Any, settings: Settings) -> list[str]:
    """The absolute paths that a request names, where it may. Raises an OptionError where they are
    no paths, and a RequestError where the owner of the app does not let files be named, or not
    there (403)."""
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise OptionError("paths is no list of texts: give the paths of files and folders")
    if not paths or len(paths) > MOST_PATHS:
        raise OptionError(
            f"paths has {len(paths)} entries: give 1 to {MOST_PATHS}; a folder is one"
        )
    if not settings.may_name_files:
        raise RequestError(403, "files of this machine cannot be named here: upload them")
    return [_allowed(path, settings.root) for path in paths]


def _allowed(name: str, root: Path | None) -> str:
    if not name.strip() or "\0" in name or ".." in Path(name).parts:
        raise OptionError(f"{name!r} is no path: name a file or a folder, without ..")
    try:
        path = Path(root.absolute() if root else "", Path(name).expanduser())
        leads_out = root is not None and outside(path, root)
    except (OSError, RuntimeError, ValueError) as error:
        raise OptionError(f"{name!r} is no path: name a file or a folder") from error
    if not path.is_absolute():
        raise OptionError(f"{name!r} is not a whole path: begin it with / or ~")
    if leads_out:
        raise RequestError(403, f"only what lies in {root} can be named here")
    return str(path)


def number_in(text: str) -> int | None:
    """The whole number in a string; None where it is none, or longer than `DIGITS`."""
    written = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if written else None


def whole_in(request: Request, name: str, default: int) -> int:
    """A whole number in the query of a request; `default` where there is none."""
    number = number_in(request.query_params.get(name, ""))
    return default if number is None else number


class NumberConvertor(IntegerConvertor):
    """A convertor of path parameters, ``{number:number}``, to whole numbers."""

    regex = f"[0-9]{{1,{DIGITS}}}"


register_url_convertor("number", NumberConvertor())
