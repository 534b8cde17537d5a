"""Files of JSON, and their values as dataclasses and tuples, with their types checked."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hyperdigest.base.files import atomic_write


def read_json(path: Path) -> Any:
    """The value in a file of JSON. Raises an OSError or a ValueError if there is none."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, value: Any) -> None:
    """Write a value to a file, whole or not at all. Raises an OSError if there is no room."""
    with atomic_write(path) as file:
        file.write_text(json.dumps(value), encoding="utf-8")


def from_json(kind: Any, value: Any) -> Any:
    """A value of the type `kind`, in which lists become tuples, and objects dataclasses.

    Raises ValueError if it is of another type.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or (origin is Literal and value in inner):
        return value
    if origin in (Union, UnionType) and type(value) in inner:
        return value
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        types = get_type_hints(kind)
        try:
            return kind(**{name: from_json(types[name], each) for name, each in value.items()})
        except (KeyError, TypeError) as error:
            raise ValueError(f"{value!r:.80} does not have the fields of {kind}") from error
    if origin is tuple and isinstance(value, list):
        kinds = (inner[0],) * len(value) if inner[-1] is ... else inner
        return tuple(from_json(*pair) for pair in zip(kinds, value, strict=True))
    if origin is dict and isinstance(value, dict):
        return {name: from_json(inner[1], each) for name, each in value.items()}
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    raise ValueError(f"{value!r:.80} is not of the type {kind}")
