"""The arguments of the tools, described for a language model to read; and results made sendable.

The values of results are those of the JSON output, and `hyperdigest.render.schema` describes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from hyperdigest.constraints import MOST_NEW_NAMES
from hyperdigest.options import UNITS

MOST = 10**9
"""The largest budget."""

SHOWN = 3
"""How many of the mistakes in the arguments an error names."""


def _listed(given: Any) -> Any:
    """A list where a client gave it as JSON in a string, or one path alone."""
    found = _from_text(given)
    return [found] if isinstance(found, str) else found


def _object(given: Any) -> Any:
    """An object where a client gave it as JSON in a string, or none."""
    return {} if given is None else _from_text(given)


def _from_text(given: Any) -> Any:
    """What a text holds that looks like JSON of a list or an object; else what was given."""
    if not isinstance(given, str) or not given.lstrip().startswith(("[", "{")):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return given


Paths = Annotated[list[str], Field(max_length=1000)]
Values = dict[str, bool | int | float | str]


class Reading(BaseModel):
    """What to read, and how."""

    model_config = ConfigDict(extra="forbid")

    paths: Annotated[Paths | None, BeforeValidator(_listed)] = Field(
        None,
        description=(
            "What to read: files and folders (txt, Markdown, HTML, PDF, docx, EPUB, JSON lines),"
            " globs, or one saved collection (.hdig) alone. Give this or `text`."
        ),
        examples=[["reports/"], ["case.hdig"]],
    )
    text: str | None = Field(
        None, description="A text to read, instead of `paths`; citations are offsets in it."
    )
    preset: Literal["default", "paper"] | None = Field(
        None, description="`default` was chosen by measurement, `paper` is the published method."
    )
    options: Annotated[Values, BeforeValidator(_object)] = Field(
        default_factory=dict,
        description=(
            "Any other option by name, for instance query_balance (0: the whole collection, 1: the"
            " question alone), order ('source', 'reading' or 'score'), enough, seed, focus."
        ),
        examples=[{"query_balance": 0.7}],
    )

    @model_validator(mode="after")
    def _of_one_kind(self) -> Reading:
        if bool(self.paths) == bool(self.text):
            raise ValueError("give either paths or text")
        return self

    @property
    def changes(self) -> dict[str, Any]:
        """The options given, by name or symbol."""
        return dict(self.options)


Sentences = Annotated[list[str], Field(max_length=1000, examples=[["report.txt:120"]])]


class Wanted(BaseModel):
    """Sentences to hold or to bar, each named as DOCUMENT:START; what was read; dates; and news."""

    model_config = ConfigDict(extra="forbid")

    pinned: Sentences = Field(default=[], description="Must be in the digest.")
    excluded: Sentences = Field(default=[], description="Must not be in it.")
    read: Sentences = Field(
        default=[], description="Read already: what they say is not said again."
    )
    earlier: list[str] = Field(
        default=[],
        max_length=100,
        description="Earlier questions, oldest first, that this follows.",
    )
    since: str = Field(
        default="",
        description=(
            "A date, such as 2026-11-22, 2026-11 or 2026: cites no documents that are earlier, or"
            " of no known date."
        ),
    )
    until: str = Field(
        default="", description="A date: cites no documents that are later, or of no known date."
    )
    new_since: str = Field(
        default="",
        description=(
            "A date, such as 2026-11-22, 2026-11 or 2026: tells what documents of it or later say"
            " that no other document says."
        ),
    )
    new: list[str] = Field(
        default=[],
        max_length=MOST_NEW_NAMES,
        description=(
            "Names, files, folders or patterns of documents: tells what they say that no other"
            " document says."
        ),
        examples=[["week48/"]],
    )


class QuestionInput(Reading):
    """A question put to what is read."""

    question: str = Field(max_length=100_000, description="What to answer, in plain words.")
    words: int | None = Field(
        None, ge=1, le=MOST, description="Most words of the digest; 250 unless told."
    )
    characters: int | None = Field(
        None, ge=1, le=MOST, description="Most characters, in place of words."
    )
    tokens: int | None = Field(
        None, ge=1, le=MOST, description="Most tokens, in place of words; needs `tokenizer`."
    )
    tokenizer: str | None = Field(
        None, description="What counts tokens: a file tokenizer.json, or an installed plugin."
    )
    wishes: Annotated[Wanted, BeforeValidator(_object)] = Field(
        Wanted(), description="What is wanted beside the answer."
    )

    @property
    def changes(self) -> dict[str, Any]:
        """The options given, the budget among them."""
        named = {name: getattr(self, name) for name in (*UNITS, "tokenizer")}
        return self.options | {name: value for name, value in named.items() if value is not None}


class Overview(Reading):
    """How much to tell of the topics of what is read."""

    top: int = Field(10, ge=1, le=1000, description="Words to tell of each topic.")


def mistakes(error: ValidationError) -> str:
    """What is wrong with the arguments, on one line."""
    told = [_mistake(detail) for detail in error.errors(include_url=False)]
    if len(told) > SHOWN:
        told[SHOWN:] = [f"and {len(told) - SHOWN} more"]
    return "; ".join(told)


def _mistake(detail: Mapping[str, Any]) -> str:
    place = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        return f"there is no argument {place!r}"
    message = str(detail["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def sendable(value: Any) -> Any:
    """`value` with every lone surrogate, which no JSON text may hold, as U+FFFD."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {name: sendable(item) for name, item in value.items()}
    return [sendable(item) for item in value] if isinstance(value, list) else value
