"""What the text before a line says about that line: the open lists, the last block, its end."""

from __future__ import annotations

import re

from hyperdigest.base.slices import QUESTION_LABEL
from hyperdigest.documents import BlockKind
from hyperdigest.split.code_blocks import fence_end
from hyperdigest.split.commands import DEEPEST_HEADING, Commands
from hyperdigest.split.definitions import Term, is_one_of_terms, term_at
from hyperdigest.split.entries import has_nodes, is_contents_heading
from hyperdigest.split.hanging_terms import hanging_term
from hyperdigest.split.lines import WHOLE_PARAGRAPHS, Line, Lines
from hyperdigest.split.lists import Nesting, announces, least_indent, section_depth
from hyperdigest.split.manual_terms import term_of_manual
from hyperdigest.split.names_above import NamesAbove, file_above
from hyperdigest.split.options import is_option
from hyperdigest.split.terms_beside import term_beside

_MANUAL_SECTION = re.compile(
    r"^(?:NAME|SYNOPSIS|DESCRIPTION|OPTIONS|SEE ALSO)[ \t\r]*$", re.MULTILINE
)
_HEAD_OF_MANUAL = re.compile(r"\s{0,80}(\S{1,60}\(\d[A-Za-z]{0,4}\))[ \t].*[ \t]\1[ \t\r]*\n")
QUESTION_OR_ANSWER = re.compile(rf"{QUESTION_LABEL}\s+")
"""The label of a question or of the answer to one, with the spaces after it."""

_FEWEST_HEADINGS = 2
"""In Markdown; a single one may be only the title, above headings without marks."""

_FAR = 1 << 20
"""The indent of the text before, if it says nothing about that of the text after it."""


class SoFar:
    """What is known about a text at a line, from the blocks before it.

    Parameters
    ----------
    marked : whether the text is Markdown.

    Attributes
    ----------
    margin : the width at which its lines are wrapped.
    is_info : whether it is a file of Info.
    has_headings : whether it is Markdown that marks its headings, or Info, which always does.
    manual : whether it is a page of a manual, in which only headings are not indented.
    commands : tells which lines are commands, in such a page.
    names : tells which lines are names of what the paragraphs below them say, in such a page.
    nesting : the lists and definitions that are open.
    base : the indent of the text before, than which code is deeper.
    last : the kind of the last block.
    introduced : whether the last block announces something, by a colon.
    open_ended : whether the last block is prose that ends without a mark.
    literal : whether the last block says that the next one is code, as in reStructuredText.
    asked : whether the last label was that of a question.
    contents : whether the lines are entries of a table of contents.
    section : the number of the last heading that looks like a step.
    empty_item : the indent of a bullet without words above the line; -1 without one.
    """

    def __init__(self, text: str, lines: Lines, *, marked: bool) -> None:
        self.text, self.lines, self.marked = text, lines, marked
        self.margin = WHOLE_PARAGRAPHS if marked else lines.margin()
        self.is_info = not marked and has_nodes(text)
        has_marked = marked and _marked_headings(lines) >= _FEWEST_HEADINGS
        self.has_headings = self.is_info or has_marked
        self.manual = not marked and (
            _HEAD_OF_MANUAL.match(text) is not None or len(_MANUAL_SECTION.findall(text)) >= 2
        )
        if self.manual:
            lines.without_turns()
        self._has_deep_text = self.manual and _has_deep_text(text, lines)
        self.commands = Commands(lines, self.margin) if self.manual else None
        self.names = NamesAbove(lines, self.commands) if self.commands else None
        self.nesting = Nesting()
        self.base = _FAR
        self.last: BlockKind = "paragraph"
        self.introduced = self.open_ended = self.literal = self.asked = self.contents = False
        self.section = 0
        self.empty_item = -1

    def add(self, kind: BlockKind, first: Line, last: Line) -> None:
        """Note what a block of these lines says about those after it."""
        end = self.text[max(first.body, last.end - 10) : last.end]
        self.introduced = announces(end)
        self.open_ended = kind in ("paragraph", "definition") and end[-1:].isalnum()
        self.last = kind
        if not self.marked:
            self.literal = end.endswith("::") and not self.text.startswith(".. ", first.body)
        if kind in ("item", "step"):
            self.base = self.lines.column(first, first.body)
        elif kind in ("paragraph", "heading", "definition"):
            self.base = first.indent if last is first else min(first.indent, last.indent)
        if kind == "heading":
            words = self.text[first.body : last.end]
            self.contents = is_contents_heading(words) or (
                self.contents and (first.kind == "step" or section_depth(words) > 0)
            )
            if self.manual:
                self.base = _FAR
        elif kind in ("paragraph", "definition"):
            self.contents = False

    def close(self, number: int, after: int = 0) -> None:
        """Close the lists that the block at a line is not part of.

        Code goes on with a list if the line `after` it is the next step.
        """
        following = self.lines.next(after) if after else len(self.lines)
        if following < len(self.lines):
            line = self.lines[following]
            if line.kind == "step" and self.nesting.is_next(line, self.lines.of(line)[:20]):
                return
        self.nesting.close(least_indent(self.lines, number))

    def names_part(self, number: int) -> bool:
        """Whether a line names a part of a section in a page of a manual: it is indented, but less
        than all text, and no option."""
        lines, line = self.lines, self.lines[number]
        if not self._has_deep_text or not 0 < line.indent <= DEEPEST_HEADING:
            return False
        if lines.is_blank(number + 1) or lines[number + 1].indent <= DEEPEST_HEADING:
            return False
        is_below = lines.is_blank(number - 1) or not lines[number - 1].indent
        return is_below and not is_option(lines.of(line))

    def question_label(self, line: Line) -> re.Match[str] | None:
        """The label of a question ("Q:"), or of the answer to one."""
        if line.kind not in ("text", "turn", "table") or self.text[line.start] not in "QA*_":
            return None
        found = QUESTION_OR_ANSWER.match(self.text, line.start, line.end)
        return found if found and (self.asked or found["asks"]) else None

    def term_beside(self, number: int, line: Line) -> Term | None:
        """The term at a line with its explanation beside it, or below it in the same column."""
        if self.question_label(line) or (self.manual and _names_section(self.text, line)):
            return None
        if self.names and (name := self.names.at(number, line)):
            return name
        is_option = self.text[line.start] == "-"
        column = self.nesting.column_of_terms(line.indent, is_option=is_option)
        if (
            self.commands
            and line.indent > DEEPEST_HEADING
            and not self.commands.begins_at(line)
            and (term := hanging_term(self.lines, number, line, column, self.margin))
        ):
            return term
        if file := file_above(self.lines, number, line, column):
            return file
        announced = self.introduced and line.indent > self.base
        term = term_beside(self.lines, number, line, column, announced=announced)
        if term or not self.commands:
            return term
        if is_one_of_terms(self.lines, number, line, column):
            return self.term_by_place(number, line)
        below = self.lines.next(number + 1)
        is_above = below < len(self.lines) and 0 <= column == self.lines[below].indent
        if not is_above or self.commands.begins_at(line):
            return None
        return term_of_manual(self.lines, number, line, column, self.margin)

    def term_by_place(self, number: int, line: Line) -> Term | None:
        """The term at a line, by its place above or beside its explanation."""
        column = self.nesting.column_of_terms(line.indent)
        if self.manual and not line.indent and not self.lines.of(line).startswith("NAME"):
            return None  # the name of a section; only that of the first one has an explanation
        if self.commands and (command := self.commands.explained_at(number)):
            return command
        manual = self.manual and line.indent > DEEPEST_HEADING
        term = term_at(self.lines, number, line, column, manual=manual)
        if term is None and manual:
            term = term_of_manual(self.lines, number, line, column, self.margin)
        return term


def _marked_headings(lines: Lines) -> int:
    """How many headings of Markdown begin with hashes or have a rule below them, up to as many as
    say that a text marks its headings."""
    found = number = 0
    while number < len(lines) and found < _FEWEST_HEADINGS:
        kind = "blank" if lines.is_blank(number) else lines[number].kind
        if kind == "fence":
            number = fence_end(lines, number)[1]
            continue
        is_below_text = number > 0 and lines[number - 1].kind == "text"
        is_rule = kind == "rule" and is_below_text and lines.text[lines[number].start] in "=-"
        found += kind == "heading" or is_rule
        number += 1
    return found


def _has_deep_text(text: str, lines: Lines) -> bool:
    """Whether the text below the name of the first section is indented more than any heading."""
    found = _MANUAL_SECTION.search(text)
    below = lines.next(lines.number_at(found.start()) + 1) if found else len(lines)
    return below < len(lines) and lines[below].indent > DEEPEST_HEADING


def _names_section(text: str, line: Line) -> bool:
    """Whether a line of a page of a manual names a section, perhaps with a remark in brackets: it
    is not indented, begins in upper case and has no gap."""
    is_capital = not line.indent and text[line.start].isupper()
    return is_capital and text.find("  ", line.start, line.end) < 0
