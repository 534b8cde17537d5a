"""The arguments of the tools, with descriptions for a language model, and messages about them.

Results have the values of the JSON output, which `hyperdigest.render.schema` describes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from hyperdigest.answer.expand import LIMITS
from hyperdigest.constraints import MOST_NEW_NAMES
from hyperdigest.options import UNITS

LARGEST_BUDGET = 10**9

MOST_ERRORS = 3
"""The most invalid arguments that a message names."""


def _as_list(given: Any) -> Any:
    """A list, which a client may also give as JSON in a string; one string is a list of it."""
    value = _decoded(given)
    return [value] if isinstance(value, str) else value


def _as_object(given: Any) -> Any:
    """An object, which a client may also give as JSON in a string; None is an empty one."""
    return {} if given is None else _decoded(given)


def _decoded(given: Any) -> Any:
    """The list or object if `given` is its JSON in a string; otherwise `given` itself."""
    if not isinstance(given, str) or not given.lstrip().startswith(("[", "{")):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return given


Paths = Annotated[list[str], Field(max_length=1000)]
Values = dict[str, bool | int | float | str]


class SourcesInput(BaseModel):
    """The documents to read."""

    model_config = ConfigDict(extra="forbid")

    paths: Annotated[Paths | None, BeforeValidator(_as_list)] = Field(
        None,
        description=(
            "The documents: files and folders (txt, Markdown, HTML, PDF, docx, EPUB, JSON lines),"
            " globs, or only one saved collection (.hdig). Give this or `text`."
        ),
        examples=[["reports/"], ["case.hdig"]],
    )
    text: str | None = Field(
        None, description="A text instead of `paths`; the offsets of citations are those in it."
    )
    text_column: str | None = Field(
        None,
        description=(
            "The column of tables whose cells are documents, empty if none are; by default it is"
            " looked for. A saved collection has been read."
        ),
    )

    @model_validator(mode="after")
    def _either_paths_or_text(self) -> Self:
        if bool(self.paths) == bool(self.text):
            raise ValueError("give either paths or text")
        if self.text and self.text_column is not None:
            raise ValueError("text_column is for tables in paths: leave it out with text")
        return self


class DocumentsInput(SourcesInput):
    """The documents to read, and the options."""

    preset: Literal["default", "paper"] | None = Field(
        None, description="`default` was chosen by measurements, `paper` is the published method."
    )
    options: Annotated[Values, BeforeValidator(_as_object)] = Field(
        default_factory=dict,
        description=(
            "Other options by name, for instance order ('answer', 'source', 'reading', 'score' or"
            " 'date'), query_balance (0: only the question counts, 1: only the walk), enough, seed,"
            " focus."
        ),
        examples=[{"query_balance": 0.7}],
    )

    @property
    def changes(self) -> dict[str, Any]:
        """The given options, by name or symbol."""
        return dict(self.options)


Sentences = Annotated[list[str], Field(max_length=1000, examples=[["report.txt:120"]])]


class ConstraintsInput(BaseModel):
    """The constraints of a question. A sentence is named as DOCUMENT:START."""

    model_config = ConfigDict(extra="forbid")

    pinned: Sentences = Field(default=[], description="Sentences that must be in the digest.")
    excluded: Sentences = Field(default=[], description="Sentences that must not be in the digest.")
    read: Sentences = Field(
        default=[],
        description="Sentences read before: neither they nor their statements are repeated.",
    )
    earlier: list[str] = Field(
        default=[],
        max_length=100,
        description="The questions asked before, oldest first.",
    )
    since: str = Field(
        default="",
        description=(
            "A date, such as 2026-11-22, 2026-11 or 2026: only documents of this date or later are"
            " cited."
        ),
    )
    until: str = Field(
        default="",
        description="A date: only documents of this date or earlier are cited.",
    )
    new_since: str = Field(
        default="",
        description=(
            "A date, such as 2026-11-22, 2026-11 or 2026: the digest has only what documents of"
            " this date or later say beyond all others."
        ),
    )
    new: list[str] = Field(
        default=[],
        max_length=MOST_NEW_NAMES,
        description=(
            "Names, files, folders or patterns of documents: the digest has only what they say"
            " beyond all others."
        ),
        examples=[["week48/"]],
    )


class QuestionInput(DocumentsInput):
    """A question to documents."""

    question: str = Field(max_length=100_000, description="The question, in plain words.")
    words: int | None = Field(
        None, ge=1, le=LARGEST_BUDGET, description="The most words of the digest; default 250."
    )
    characters: int | None = Field(
        None,
        ge=1,
        le=LARGEST_BUDGET,
        description="The most characters of the digest, instead of words.",
    )
    tokens: int | None = Field(
        None,
        ge=1,
        le=LARGEST_BUDGET,
        description="The most tokens of the digest, instead of words; needs `tokenizer`.",
    )
    tokenizer: str | None = Field(
        None, description="The tokenizer: a file tokenizer.json, or an installed plugin."
    )
    wishes: Annotated[ConstraintsInput, BeforeValidator(_as_object)] = Field(
        ConstraintsInput(),
        description="Constraints: sentences to pin or exclude, what was read before, dates, news.",
    )

    @property
    def changes(self) -> dict[str, Any]:
        """The given options, including the budget."""
        named = {name: getattr(self, name) for name in (*UNITS, "tokenizer")}
        return self.options | {name: value for name, value in named.items() if value is not None}


class ExpandInput(DocumentsInput):
    """A sentence of the documents, and how much around it to return."""

    document: str = Field(
        max_length=10_000, description="The name of the document, as in a sentence of a digest."
    )
    start: int = Field(ge=0, description="Where the sentence starts, as in a digest.")
    paragraphs: int = Field(
        1,
        ge=0,
        le=LIMITS["paragraphs"],
        description="How many paragraphs before that of the sentence, and how many after it.",
    )
    characters: int = Field(
        0,
        ge=0,
        le=LIMITS["characters"],
        description="If not 0, the most characters before the sentence, and the most after it, in"
        " place of paragraphs.",
    )


class TopicsInput(DocumentsInput):
    """The topics of documents."""

    top: int = Field(10, ge=1, le=1000, description="The number of words to show of each topic.")


class VerifyInput(SourcesInput):
    """A draft whose quotations are looked up in documents."""

    draft: str = Field(description="The text of the draft, as plain text or Markdown.")
    claims: bool = Field(
        False,
        description="Whether the sentences that support each other sentence best are given too.",
    )


def validation_message(error: ValidationError) -> str:
    """What is wrong with the arguments, on one line."""
    messages = [_error_message(detail) for detail in error.errors(include_url=False)]
    if len(messages) > MOST_ERRORS:
        messages[MOST_ERRORS:] = [f"and {len(messages) - MOST_ERRORS} more"]
    return "; ".join(messages)


def _error_message(detail: Mapping[str, Any]) -> str:
    place = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        return f"there is no argument {place!r}"
    message = str(detail["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message
