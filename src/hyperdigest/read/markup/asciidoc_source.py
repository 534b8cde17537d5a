"""The lines of an AsciiDoc file that hold under its conditions, and the directives that include
files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.read.encoding import decode
from hyperdigest.read.markup.inclusion import Include, Lines, names_of, of_numbers
from hyperdigest.read.markup.lined import PlacedLine

_ATTRIBUTE = re.compile(r":(!?)([A-Za-z0-9_][\w-]{0,100})(!?):(?:[ \t]+(.*))?")
_DIRECTIVE = re.compile(r"(ifdef|ifndef|ifeval|endif|include)::([^\[\]\n]*)\[(.*)\]$")
_NAMED = re.compile(r"\{([A-Za-z0-9_][\w-]{0,100})\}")
_OPTION = re.compile(r"\b(lines|tags?|leveloffset|indent)\s*=\s*(?:\"([^\"]*)\"|([^,\s]*))")
_TAG = re.compile(r"(?:^|[^\w\\])(tag|end)::([^\s\[\]]+)\[\](?=$|\s|-->|\*/)")
_HEADING = re.compile(r"(={1,6}|#{1,6})(?=[ \t]+\S)")
_DEFINED = ("asciidoctor", "backend", "backend-html5", "basebackend", "basebackend-html", "docname")
"""What a program that shows the text as a web page defines."""


def includes_in(data: bytes) -> Iterator[str]:
    """The names of the files that a file includes whole, as parts of its text."""
    return names_of(decode(data), AsciidocSource()) if b"include::" in data else iter(())


class AsciidocSource:
    """Finds the directives of a file, and leaves out the lines whose conditions do not hold, as far
    as attributes decide, of which included files have those of the others."""

    def __init__(self) -> None:
        self._values = dict.fromkeys(_DEFINED, "")
        self._shown: list[bool] = []  # whether what is in each open condition is shown

    def read(self, lines: Lines, n: int) -> Include | Lines:
        """The directive that begins at a line, or what is shown of the line."""
        line = lines[n]
        found = _DIRECTIVE.match(line.text) if "::" in line.text else None
        is_shown = not self._shown or self._shown[-1]
        if found is None:
            return self._line(line) if is_shown else ()
        directive, names, rest = found.groups()
        if directive == "include":
            return _include(self._named(names), rest) if is_shown else ()
        if directive == "endif":
            del self._shown[-1:]
        elif directive == "ifeval" or not rest:
            self._shown.append(is_shown and self._holds(directive, names))
        elif is_shown and self._holds(directive, names):
            return (line._replace(text=rest),)
        return ()

    def _line(self, line: PlacedLine) -> Lines:
        if found := _ATTRIBUTE.match(line.text):
            name = found[2].lower()
            if found[1] or found[3]:
                self._values.pop(name, None)
            else:
                self._values[name] = found[4] or ""
        return (line._replace(text=line.text[1:]) if line.text.startswith("\\i") else line,)

    def _named(self, text: str) -> str:
        """A text with the values of attributes in place of their names."""
        return _NAMED.sub(lambda found: self._values.get(found[1].lower(), found[0]), text)

    def _holds(self, condition: str, names: str) -> bool:
        """Whether a condition holds; one that compares values is taken to do so."""
        if condition == "ifeval":
            return True
        known = [name.strip().lower() in self._values for name in re.split("[,+]", names)]
        holds = all(known) if "+" in names else any(known)
        return holds == (condition == "ifdef")


def _include(name: str, given: str) -> Include:
    """The directive that includes a file, with what stands in its brackets."""
    options = {key: quoted or bare for key, quoted, bare in _OPTION.findall(given)}
    tags = options.get("tags", options.get("tag", ""))
    numbers = options.get("lines", "")

    def chosen(lines: Lines) -> Lines | None:
        return of_numbers(lines, numbers) if numbers else _tagged(lines, tags)

    def shaped(lines: Lines) -> Lines:
        offset = options.get("leveloffset", "").removeprefix("+")
        if not offset.isdecimal() or len(offset) > 1:
            return lines
        deeper = rf"\g<0>{'=' * int(offset)}"
        return [line._replace(text=_HEADING.sub(deeper, line.text)) for line in lines]

    return Include(name, 1, chosen if numbers or tags else None, shaped)


def _tagged(lines: Lines, tags: str) -> Lines | None:
    """The lines of the regions with some tags, and of none with a tag after a ``!``; None if there
    are none."""
    named = {tag.strip() for tag in re.split("[,;]", tags)}
    unwanted = {tag[1:] for tag in named if tag.startswith("!")}
    wanted = {tag for tag in named if not tag.startswith("!")} or {"**"}
    around, shown = set[str](), list[PlacedLine]()
    for line in lines:
        if edge := _TAG.search(line.text):
            (around.add if edge[1] == "tag" else around.discard)(edge[2])
        elif (around & wanted or "**" in wanted or ("*" in wanted and around)) and not (
            around & unwanted
        ):
            shown.append(line)
    return shown or None
