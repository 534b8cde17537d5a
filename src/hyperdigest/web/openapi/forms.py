"""Schemas of a few forms."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def record(required: dict[str, Schema], **optional: Schema) -> Schema:
    """An object with `required` fields and perhaps `optional` ones."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
    }


def array(items: Schema) -> Schema:
    """A list of `items`."""
    return {"type": "array", "items": items}


def nullable(schema: Schema) -> Schema:
    """What `schema` allows, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def reference(name: str) -> Schema:
    """The schema of a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listing(field: str, name: str) -> Schema:
    """An object whose one field is a list of what has a name."""
    return record({field: array(reference(name))})
