"""Convert a `Content` to a JSON value, in which child processes reply, and back."""

from __future__ import annotations

from dataclasses import asdict, astuple, fields
from typing import Any

from hyperdigest.documents import Block, Place, Post, RecognizedLine
from hyperdigest.read.content import Content, Dropped, Envelope


def row_of(content: Content) -> dict[str, Any]:
    """A content as a JSON value."""
    row = {field.name: getattr(content, field.name) for field in fields(content)}
    for name in ("blocks", "footers"):
        row[name] = [astuple(block) for block in getattr(content, name)]
    row["recognized"] = [astuple(line) for line in content.recognized]
    row["post"] = asdict(content.post) if content.post else None
    row["dropped"] = astuple(content.dropped)
    row["envelope"] = astuple(content.envelope) if content.envelope else None
    return row


def content_of(row: dict[str, Any]) -> Content:
    """The content that `row_of` converted to a JSON value."""
    values: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in row.items()
    }
    for name in ("blocks", "footers"):
        values[name] = tuple(Block(*block) for block in row[name])
    values["recognized"] = tuple(RecognizedLine(*line) for line in row["recognized"])
    values["places"] = tuple(Place(*place) for place in row["places"])
    values["post"] = Post(**row["post"]) if row["post"] else None
    blocks, words, texts = row["dropped"]
    values["dropped"] = Dropped(blocks, words, tuple(texts))
    if row["envelope"]:
        identity, references, *others = row["envelope"]
        values["envelope"] = Envelope(identity, tuple(references), *others)
    return Content(**values)
