"""The parser of docutils, set up so that nothing is looked up, included, run or reported.

Docutils finds the parts of a text: sections, lists, tables and the like. Directives are read here
by what they are for, so that those of Sphinx and unknown ones give their text. Nothing is
registered with docutils: other users of it in a program notice nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList

from hyperdigest.read.markup.rst_directives import Use, use_of
from hyperdigest.read.markup.rst_inline import plain

_DIRECTIVE = re.compile(r"\.\.[ ]+(?P<name>[A-Za-z0-9](?:[\w:.+-]{0,100}\w)?)[ ]?::(?:[ ]+|$)")
_SUBSTITUTION = re.compile(
    r"\.\.[ ]+\|(?P<name>[^|]{1,200})\|[ ]+(?P<directive>[\w-]{1,100})::(?:[ ]+|$)"
)
_OPTION = re.compile(r"\s*:[A-Za-z0-9][^:\n]{0,100}:(?:\s|$)")
_HIDDEN_ROLE = re.compile(r"^\.\. +role:: +([\w.+-]+)\( *raw *\)", re.MULTILINE)
_CODE_POINT = re.compile(r"(?:0x|\\?x|U\+|\\?u|&\#x)([0-9A-F]{1,6});?", re.IGNORECASE)


class Directive(nodes.General, nodes.Element):  # type: ignore[misc]
    """A directive: its ``name`` and ``argument``, the ``raw`` lines of its content, and their
    line; its children are the parts of the content, if that is text."""


class _Inliner(states.Inliner):  # type: ignore[misc]
    """Keeps the marks in texts, which are taken out when all that they stand for is known."""

    def __init__(self) -> None:
        super().__init__()
        self.replaced: dict[str, str] = {}

    def init_customizations(self, settings: Any) -> None:
        """Prepare no patterns, as there are none."""

    def adjust_uri(self, uri: str) -> str:
        """The address of a target as it is."""
        return uri

    def parse(self, text: str, *_: Any) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The text as one node, and no messages."""
        return [nodes.Text(text)], []


class _TableLines(StringList):  # type: ignore[misc]
    """The lines of a table. Where no character stands above another one, a cell is cut without a
    look at the others, so that the time does not grow with the square of their number."""

    def get_2D_block(  # noqa: N802, the name of docutils
        self, top: int, left: int, bottom: int, right: int, strip_indent: bool = True
    ) -> Any:
        """The lines of a cell."""
        block = self[top:bottom]
        if not all(map(str.isascii, block.data)):
            return super().get_2D_block(top, left, bottom, right, strip_indent)
        block.data = [line[left:right].rstrip() for line in block.data]
        indents = (len(line) - len(line.lstrip()) for line in block.data if line)
        if strip_indent and (indent := min(indents, default=0)):
            block.data = [line[indent:] for line in block.data]
        return block


class Parsed:
    """A document of docutils in `tree`, whose texts have marks that `plain` takes out."""

    def __init__(self, text: str) -> None:
        self._inliner = _Inliner()
        self._hidden = frozenset(name.lower() for name in _HIDDEN_ROLE.findall(text))
        parser = Parser(rfc2822=text.lstrip().startswith("PEP:"), inliner=self._inliner)
        parser.state_classes = _state_classes()
        self.tree = utils.new_document("", _settings())
        parser.parse(text, self.tree)

    def plain(self, text: str) -> str:
        """A text of the tree without marks."""
        return plain(text, self._inliner.replaced, self._hidden)


def _settings() -> Any:
    settings = frontend.get_default_settings(Parser)
    settings.file_insertion_enabled = settings.raw_enabled = False
    settings.halt_level = settings.report_level = 5
    settings.warning_stream = False
    settings.line_length_limit = sys.maxsize
    return settings


class _OwnDirectives(states.RSTState):  # type: ignore[misc]
    """A state of the parser in which directives and substitutions are read in our way."""

    nested_sm_cache: ClassVar[list[Any]] = []

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.nested_sm_kwargs = {"state_classes": _state_classes(), "initial_state": "Body"}

    def isolate_grid_table(self) -> Any:
        """The lines of a table in a frame, from which cells are cut fast."""
        block, *rest = super().isolate_grid_table()
        return _TableLines(block), *rest

    def isolate_simple_table(self) -> Any:
        """The lines of a table between rules, from which cells are cut fast."""
        block, *rest = super().isolate_simple_table()
        return _TableLines(block), *rest

    def explicit_construct(self, match: re.Match[str]) -> tuple[list[nodes.Node], bool]:
        """The nodes of a directive or another thing that begins with two dots, and whether a blank
        line follows it."""
        if found := _SUBSTITUTION.match(match.string):
            return self._substitution(found)
        found = _DIRECTIVE.match(match.string)
        if found is None or use_of(found["name"].lower()) == "table":
            result: tuple[list[nodes.Node], bool] = super().explicit_construct(match)
            return result
        return self._directive(found)

    def _substitution(self, found: re.Match[str]) -> tuple[list[nodes.Node], bool]:
        lines, _, _, is_blank = self.state_machine.get_first_known_indented(found.end())
        text = " ".join(" ".join(lines).split())
        if found["directive"] == "unicode":
            text = _CODE_POINT.sub(_character, text.partition(" .. ")[0])
        elif found["directive"] != "replace":
            text = ""
        self.inliner.replaced[" ".join(found["name"].lower().split())] = plain(text, {})
        return [], is_blank

    def _directive(self, found: re.Match[str]) -> tuple[list[nodes.Node], bool]:
        machine = self.state_machine
        name, line = found["name"].lower(), machine.abs_line_number()
        lines, _, offset, is_blank = machine.get_first_known_indented(found.end(), strip_top=0)
        is_blank = is_blank or machine.is_next_line_blank()
        use = use_of(name)
        if use == "nothing":
            return [], is_blank
        argument, begin = _argument(lines, use)
        if name == "math":
            argument, begin = [], 0
        content = lines[begin:]
        while content and not content[0].strip():
            content.trim_start()
            begin += 1
        node = Directive(name=name, use=use, argument="\n".join(argument))
        node.line, node["raw"], node["raw_line"] = line, "\n".join(content), offset + begin + 1
        if use != "code" and any(text.strip() for text in content):
            self.nested_parse(content, offset + begin, node)
        return [node], is_blank


def _argument(lines: Sequence[str], use: Use) -> tuple[Sequence[str], int]:
    """The lines of a directive that are its argument, and the number of the first one after it and
    its options."""
    if use in ("note", "quote") and lines[0].strip():
        return (), 0
    if use == "code" or not lines[0].strip():
        others = (n for n in range(1, len(lines)) if not _OPTION.match(lines[n]))
        return (), next(others, len(lines))
    head = next((n for n, text in enumerate(lines) if not text.strip()), len(lines))
    options = (n for n in range(1, head) if _OPTION.match(lines[n]))
    return lines[: next(options, head)], head


def _character(found: re.Match[str]) -> str:
    """The character of a code point; the text itself if there is none."""
    point = int(found[1], 16)
    is_valid = point <= sys.maxunicode and not 0xD800 <= point <= 0xDFFF
    return chr(point) if is_valid else found[0]


@cache
def _state_classes() -> tuple[type, ...]:
    """The states of the parser, each with our way of directives; they are found by their names."""
    return tuple(type(each.__name__, (_OwnDirectives, each), {}) for each in states.state_classes)
