"""The front matter of Markdown, as far as it is simple YAML: lines ``name: value`` and lists."""

from __future__ import annotations

import re
from collections import defaultdict

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.S | re.M)
_FIELD = re.compile(r"([A-Za-z][\w-]*)[ \t]*:(.*)")
_ITEM = re.compile(r"[ \t]*(?:-[ \t]+(?:name[ \t]*:)?|name[ \t]*:)[ \t]*((?![\w-]+:[ \t]).*)")


def front_matter(text: str) -> tuple[dict[str, list[str]], int]:
    """The values of each field by its name in lower case, and the offset of the text after it.

    The lines of a list, or ``name:`` lines below ``authors:``, are values of the field above them.
    """
    front = _FRONT_MATTER.match(text)
    if front is None:
        return {}, 0
    fields: defaultdict[str, list[str]] = defaultdict(list)
    name = ""
    for line in front[1].splitlines():
        if field := _FIELD.fullmatch(line):
            name = field[1].lower()
            fields[name] += _values(field[2])
        elif name and line[:1] in (" ", "\t", "-") and (item := _ITEM.fullmatch(line)):
            fields[name] += _values(item[1])
    return dict(fields), front.end()


def _values(written: str) -> list[str]:
    """A value without its quotes, or the values of a list in brackets."""
    plain = written.strip()
    listed = plain.startswith("[") and plain.endswith("]")
    parts = plain[1:-1].split(",") if listed else [plain]
    return [value for part in parts if (value := part.strip().strip("\"'").strip())]
