"""The front matter of Markdown: fields in simple YAML between ``---``, or TOML between ``+++``.

A rule at the top of a text is none: the next line must be a field, and the lines up to the end
those of fields, lists and comments.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from typing import Any

_FIRST = re.compile(r"\ufeff? ?(?P<fence>---|\+{3})[ \t]*\r?\n")
_END = {"---": re.compile(r"(?:---|\.\.\.)[ \t]*"), "+++": re.compile(r"\+{3}[ \t]*")}
_KEY = {
    "---": re.compile(r"(?:#|[\"']?[\w.-]{1,40}[\"']?[ \t]*:(?:[ \t]|$))"),
    "+++": re.compile(r"(?:#|\[|[\"']?[\w.-]{1,40}[\"']?[ \t]*=)"),
}
"""How the first line of the front matter begins."""

_LINE = {
    "---": re.compile(r"[ \t#\]}]|-(?:[ \t]|$)|[^:]{1,40}:(?:[ \t]|$)|$"),
    "+++": re.compile(""),
}
"""How its other lines begin: values of TOML may go over several lines."""

_MOST_LETTERS = 50_000
_FIELD = re.compile(r"([A-Za-z][\w-]*)[ \t]*:(.*)")
_ITEM = re.compile(r"[ \t]*(?:-[ \t]+(?:name[ \t]*:)?|name[ \t]*:)[ \t]*((?![\w-]+:[ \t]).*)")


def front_matter(text: str) -> tuple[dict[str, list[str]], int]:
    """The values of each field by its name in lower case, and the offset of the text after it.

    The lines of a list, or ``name:`` lines below ``authors:``, are values of the field above them.
    """
    end = end_of_front_matter(text)
    first, *lines = text[:end].splitlines() or [""]
    return (_of_toml if "+++" in first else _of_yaml)(lines[:-1]), end


def end_of_front_matter(text: str) -> int:
    """The offset of the text after the front matter; 0 if there is none."""
    first = _FIRST.match(text)
    if not first:
        return 0
    fence, place = first["fence"], first.end()
    begins = _KEY[fence]
    while place < min(len(text), _MOST_LETTERS):
        stop = text.find("\n", place) + 1 or len(text)
        line = text[place:stop].rstrip("\r\n")
        if begins is not _KEY[fence] and _END[fence].fullmatch(line):
            return stop
        if not begins.match(line):
            return 0
        place, begins = stop, _LINE[fence]
    return 0


def _of_yaml(lines: list[str]) -> dict[str, list[str]]:
    fields: defaultdict[str, list[str]] = defaultdict(list)
    name = ""
    for line in lines:
        if field := _FIELD.fullmatch(line):
            name = field[1].lower()
            fields[name] += _values(field[2])
        elif name and line[:1] in (" ", "\t", "-") and (item := _ITEM.fullmatch(line)):
            fields[name] += _values(item[1])
    return dict(fields)


def _values(written: str) -> list[str]:
    """A value without its quotes, or the values of a list in brackets."""
    plain = written.strip()
    listed = plain.startswith("[") and plain.endswith("]")
    parts = plain[1:-1].split(",") if listed else [plain]
    return [value for part in parts if (value := part.strip().strip("\"'").strip())]


def _of_toml(lines: list[str]) -> dict[str, list[str]]:
    """The fields of TOML; none if it is broken."""
    try:
        fields = tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return {}
    return {name.lower(): _texts(value) for name, value in fields.items()}


def _texts(value: Any) -> list[str]:
    """A value as text, the values of a list, or the names of what is described."""
    if isinstance(value, list):
        return [text for each in value for text in _texts(each) if not isinstance(each, list)]
    if isinstance(value, dict):
        return _texts(value["name"]) if isinstance(value.get("name"), str) else []
    return [str(value)] if str(value).strip() else []
