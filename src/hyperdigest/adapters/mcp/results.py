"""What the tools give back, as schemas; the values are those of the JSON output."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Result(BaseModel):
    """An object that may hold more than is described."""

    model_config = ConfigDict(extra="allow")


class Share(Result):
    id: int
    label: Annotated[str, Field(description="The strongest words of the topic.")]
    share: Annotated[float, Field(description="Its share of the terms of the sentence.")]


class Sentence(Result):
    text: Annotated[str, Field(description="The sentence, verbatim.")]
    document: Annotated[str, Field(description="The name of the document it stands in.")]
    path: Annotated[str, Field(description="The file, or `text`.")]
    start: Annotated[int, Field(description="Offset of its first character in the document.")]
    end: Annotated[int, Field(description="Offset after its last character.")]
    page: Annotated[int | None, Field(description="Page of a PDF, from 1.")] = None
    place: Annotated[str, Field(description="Page, line or paragraph, for a reader.")]
    words: int
    size: Annotated[int, Field(description="Its part of the budget.")]
    score: Annotated[float, Field(description="Relevance.")]
    gain: Annotated[float, Field(description="What it added when it was picked.")]
    topics: list[Share]


class Certificate(Result):
    value: float
    bound: float
    ratio: Annotated[
        float,
        Field(description="The selection is worth at least this share of its objective's optimum."),
    ]
    budget: Annotated[
        int | None, Field(description="What it is about, where less than the budget was enough.")
    ] = None


class Cited(Result):
    question: str
    words: Annotated[int, Field(description="Words used.")]
    word: Annotated[
        str | None, Field(description="`segment` where a cited language has no spaces.")
    ] = None
    languages: Annotated[
        dict[str, int], Field(description="How many documents are in each language (ISO 639-1).")
    ]
    budget: int
    unit: Annotated[str, Field(description="What the budget counts: words, characters, tokens.")]
    used: Annotated[int, Field(description="How much of the budget is used.")]
    doubt: Annotated[
        str, Field(description="Why the documents may not answer; empty where they may.")
    ]
    signature: Annotated[str, Field(description="Every choice that makes the digest what it is.")]
    warnings: list[str]


class Digested(Cited):
    certificate: Certificate
    sentences: Annotated[list[Sentence], Field(description="In the order shown.")]


class Covered(Result):
    text: str
    document: str
    place: str
    chance: Annotated[float, Field(description="That one step leads from there to the sentence.")]


class Reasoned(Sentence):
    step: Annotated[int, Field(description="When it was picked, from 1.")]
    pinned: Annotated[bool, Field(description="Whether it is there because it was wished.")]
    relevance: Annotated[float, Field(description="Evidence that it answers; the mean is 1.")]
    centrality: Annotated[float, Field(description="Score without the question; the mean is 1.")]
    gain_share: float
    coverage: Annotated[float, Field(description="Sentences of the collection that it covers.")]
    question_words: list[str]
    covers: list[Covered]


class RunnerUp(Sentence):
    missing: Annotated[int, Field(description="By how much it was too long.")]


class Explained(Cited):
    sentences: Annotated[list[Reasoned], Field(description="In the order picked.")]
    runners_up: list[RunnerUp]


class Topic(Result):
    id: int
    words: Annotated[list[str], Field(description="The strongest first.")]
    weight: Annotated[float, Field(description="Of its hyperedge, as a share of all.")]
    share: Annotated[float, Field(description="Of the tokens.")]
    sentences: int
    documents: int


class Topics(Result):
    topics: Annotated[list[Topic], Field(description="Heaviest first.")]


def sendable(value: Any) -> Any:
    """`value` with every lone surrogate, which no JSON text may hold, as U+FFFD."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {name: sendable(item) for name, item in value.items()}
    return [sendable(item) for item in value] if isinstance(value, list) else value
