"""The directives of reStructuredText that include files: as text, as code, or as a table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from hyperdigest.read.encoding import decode
from hyperdigest.read.markup.inclusion import (
    Include,
    Lines,
    between,
    names_of,
    of_numbers,
)
from hyperdigest.read.markup.rst_directives import use_of

_DIRECTIVE = re.compile(r"[ \t]*\.\.[ ]+(?P<name>[\w:.+-]{1,100})[ ]?::(?:[ ]+(?P<argument>.*))?$")
_COMMENT = re.compile(r"[ \t]*\.\.(?:$|[ ]+(?![_|\[]))")
_OPTION = re.compile(r"[ \t]+:(?P<name>[a-z-]{1,30}):[ \t]*(?P<value>.*)$")
_SPACES = re.compile(" *")
_MARKS = re.compile(r" *(?:(?:[-*+•]|\w{1,3}[.)]) +)*")
_OF_DOCUTILS = re.compile(r"<[\w.-]{1,50}>$")
"""What docutils brings along: names of characters."""

_FIRST = {"start-after": True, "start-at": False}
_LAST = {"end-before": True, "end-at": False}
"""The options that name the line before the first one shown, or that line; and those of the end."""

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def includes_in(data: bytes) -> Iterator[str]:
    """The names of the files that a file includes whole, as parts of its text."""
    return names_of(decode(data), RstIncludes()) if b"include::" in data else iter(())


class RstIncludes:
    """Finds the directives of a file; those in code and in comments are text."""

    def __init__(self) -> None:
        self._literal = -1  # the indent of the line above lines that are no markup

    def read(self, lines: Lines, n: int) -> Include | Lines:
        """The directive that begins at a line, or the line."""
        line = lines[n]
        if not line.text or (self._literal >= 0 and _indent(line.text) > self._literal):
            return (line,)
        if "::" not in line.text and ".." not in line.text:
            self._literal = -1
            return (line,)
        found = _DIRECTIVE.match(line.text)
        name = found["name"].lower() if found else ""
        use = use_of(name) if found else ""
        is_literal = use in ("code", "nothing") if use else line.text.endswith("::")
        is_comment = not found and _COMMENT.match(line.text)
        self._literal = _indent(line.text, _MARKS) if is_literal or is_comment else -1
        if found and name in ("include", "literalinclude", "csv-table"):
            return _include(lines, n, name, (found["argument"] or "").strip()) or (line,)
        return (line,)


def _include(lines: Lines, n: int, name: str, argument: str) -> Include | None:
    """The directive that begins at a line; None if it includes no file."""
    options, end = dict[str, str](), n + 1
    while end < len(lines) and (found := _OPTION.match(lines[end].text)):
        options[found["name"]] = found["value"].strip()
        end += 1
    given = lines[n:end]
    if name == "csv-table":
        if not (file := options.get("file")):
            return None
        above = [line for line in given if ":file:" not in line.text]
        return Include(file, end - n, shaped=lambda rows: _below(above, rows), is_markup=False)
    if not argument or _OF_DOCUTILS.match(argument):
        return None
    is_code = name == "literalinclude" or bool({"code", "literal"} & options.keys())
    indent = " " * _indent(given[0].text)

    def shaped(inner: Lines) -> Lines:
        if is_code:
            return _below([given[0]._replace(text=f"{indent}.. code-block::")], inner)
        return [line._replace(text=indent + line.text if line.text else "") for line in inner]

    picks = {"lines", "start-line", "end-line", "pyobject", "parser", *_FIRST, *_LAST}
    chosen = (lambda inner: _chosen(inner, options)) if picks & options.keys() else None
    return Include(argument, end - n, chosen, shaped, is_markup=not is_code)


def _below(above: Lines, inner: Lines) -> Lines:
    """A directive with lines as its content."""
    blank, indent = above[0]._replace(text=""), " " * (_indent(above[0].text) + 4)
    return [*above, blank, *(line._replace(text=indent + line.text) for line in inner), blank]


def _chosen(lines: Lines, options: Mapping[str, str]) -> Lines | None:
    """The lines of a file that the options of a directive name; None if they are not found."""
    if "parser" in options:
        return None
    if "pyobject" in options:
        found = _object_in(lines, options["pyobject"])
        if found is None:
            return None
        lines = found
    if "lines" in options:
        return of_numbers(lines, options["lines"])
    numbers = [options.get(name, "") for name in ("start-line", "end-line")]
    begin, end = (int(each) if re.fullmatch(r"-?\d{1,9}", each) else None for each in numbers)
    first, last = ([name for name in names if name in options] for names in (_FIRST, _LAST))
    return between(
        lines[begin:end],
        options[first[0]] if first else "",
        options[last[0]] if last else "",
        after=bool(first) and _FIRST[first[0]],
        before=bool(last) and _LAST[last[0]],
    )


def _object_in(lines: Lines, name: str) -> Lines | None:
    """The lines of a Python file that define a function or class, such as ``Class.method``, with
    its decorators; None if they are not found."""
    try:
        found: ast.AST = ast.parse("\n".join(line.text for line in lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    begin = end = 0
    for part in name.split("."):
        for each in ast.iter_child_nodes(found):
            if isinstance(each, _DEFINITIONS) and each.name == part:
                found, end = each, each.end_lineno or 0
                begin = min((each.lineno, *(mark.lineno for mark in each.decorator_list)))
                break
        else:
            return None
    return lines[begin - 1 : end]


def _indent(text: str, before: re.Pattern[str] = _SPACES) -> int:
    """The indent of a line, in columns."""
    found = before.match(text.expandtabs())
    return found.end() if found else 0
