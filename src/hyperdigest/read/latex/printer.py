"""What LaTeX prints while a file is read: its text, and what is open around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.read.latex import commands as known
from hyperdigest.read.latex.flow import Flow, Piece
from hyperdigest.read.latex.inputs import Inputs, has_preamble
from hyperdigest.read.latex.languages import is_german
from hyperdigest.read.latex.macros import Macros
from hyperdigest.read.latex.mathematics import in_line
from hyperdigest.read.latex.source import OVERLAY, STAR, Source
from hyperdigest.read.latex.tabular import Table
from hyperdigest.read.latex.title_page import TitlePage

_MOST_EXPANDED = 4 << 20
"""So many characters may come of the commands that a file defines, and twice its own."""

DEEPEST = 30
"""Parts that are apart from the text around them are nested so deep at most."""


@dataclass(slots=True)
class Group:
    """What is open: a group in braces, or an environment with its name.

    `is_short` is whether it ends with its paragraph at the latest.
    """

    name: str = ""
    close: Callable[[], object] | None = None
    is_short: bool = False
    table: Table | None = None


class Printer:
    """Collects the text of a LaTeX file, as far as that does not depend on single commands.

    Parameters
    ----------
    text : that of the file.
    path : that of the file, if it has one.
    encoding : the one that the file names.
    """

    def __init__(self, text: str, path: Path | None, encoding: str = "") -> None:
        self._source = Source(text, str(path) if path else "")
        self._inputs = Inputs(path, encoding)
        self._macros = Macros(max(_MOST_EXPANDED, 2 * len(text)))
        self._flow = Flow()
        self._argument_end = (-1, -1)
        self._groups: list[Group] = []
        self._open: dict[str, int] = {}
        self._short = 0
        self._tables: list[Table] = []
        self._footnotes: list[Piece] = []
        self._algorithms = self._nested = 0
        self._is_german = False
        self.title_page = TitlePage()
        self._in_preamble = has_preamble(text)
        self._documents = 0 if self._in_preamble else 1

    def _add(self, text: str) -> None:
        self._flow.add(text, self._source.where())

    def _line_end(self) -> None:
        if self._algorithms:
            self._flow.line_end()
        else:
            self._flow.space()

    def _end_paragraph(self) -> None:
        while self._short:
            self._pop()
        if self._algorithms:
            self._flow.line_end()
        else:
            self._flow.end()

    def _close_brace(self) -> None:
        if self._groups and not self._groups[-1].name:
            self._pop()

    def _pop(self) -> None:
        group = self._groups.pop()
        if group.name:
            self._open[group.name] -= 1
        self._short -= group.is_short
        if group.close:
            group.close()

    def _close_all(self) -> None:
        while self._groups:
            self._pop()

    def _push(
        self, name: str, close: Callable[[], object] | None, table: Table | None = None
    ) -> None:
        self._open[name] = self._open.get(name, 0) + 1
        self._groups.append(Group(name, close, table=table))

    def _capture(self, then: Callable[[Flow], None], *, is_short: bool = False) -> None:
        """The text of the next group is no part of this one: `then` gets it when the group ends.

        A group that is nested too deep stays a part.
        """
        if self._nested < DEEPEST and self._source.take("{"):
            close = self._apart(then)
            self._groups.append(Group("", close, is_short))
            self._short += is_short

    def _apart(self, then: Callable[[Flow], None]) -> Callable[[], None]:
        """Begin text that is apart from the rest; what is to be called at its end."""
        outer, self._flow = self._flow, Flow()
        self._nested += 1

        def close() -> None:
            inner, self._flow = self._flow, outer
            self._nested -= 1
            inner.end()
            then(inner)

        return close

    def _select(self, language: str) -> None:
        """Read in a language from here to the end of the group or environment."""
        before, self._is_german = self._is_german, is_german(language)
        if self._groups:
            group = self._groups[-1]
            close = group.close

            def restore() -> None:
                if close:
                    close()
                self._is_german = before

            group.close = restore

    def _set_main_language(self) -> None:
        """Read the main language by polyglossia, in which letters of babel are an option."""
        options, language = self._source.option() or "", self._source.argument()
        if "babelshorthands" in options:
            self._is_german = is_german(language)

    def _foreign(self) -> None:
        """Read an argument in the language that another one names."""
        self._source.option()
        language = self._source.argument()
        if self._source.take("{"):
            self._groups.append(Group())
            self._select(language)

    def _skip(self, letters: str) -> None:
        """Read arguments that are no text."""
        for letter in letters:
            if letter == "s":
                self._source.match(STAR)
            elif letter == "o":
                self._source.option()
            else:
                self._source.argument()

    def _read(self, letters: str) -> str:
        """Arguments that are settings, with commas between them."""
        read = {"o": self._source.option, "m": self._source.argument}
        return ", ".join(read[letter]() or "" for letter in letters)

    def _print_argument(self) -> None:
        """Print an argument, and those that come next after a space."""
        self._source.take("{")
        self._groups.append(Group("", self._print_next_argument))

    def _print_next_argument(self) -> None:
        if self._source.peek() == "{":
            self._flow.space()
            self._print_argument()
        else:
            self._argument_end = self._flow.end_of_text

    def _space_between_arguments(self) -> None:
        """Print a space if an argument of another command has just ended."""
        if self._argument_end == self._flow.end_of_text:
            self._flow.space()

    def _heading(self, name: str) -> None:
        self._source.match(STAR)
        self._source.match(OVERLAY)
        self._source.option()
        self._flow.end()
        line, flow = self._source.where(), self._flow
        rank = known.SECTIONS[name]
        self._capture(lambda text: flow.block("heading", text.text(), line, rank), is_short=True)

    def _dollar(self, mark: str) -> None:
        if mark == "$$":
            self._formula(re.compile(r"\$\$"))
            return
        body = self._source.formula()
        self._add("$" if body is None else self._in_line(body))

    def _formula(self, end: re.Pattern[str]) -> None:
        """Add a formula that is set apart, to the sentence that it is a part of."""
        if found := self._source.before(end):
            self._add(f" {self._in_line(found[0])} ")

    def _in_line(self, formula: str) -> str:
        if self._flow is self.title_page.authors_flow:
            return ""
        return in_line(self._macros.expanded(formula), self._flow.last)

    def _in_table(self) -> bool:
        """Whether the innermost group is a table."""
        return bool(self._groups) and self._groups[-1].table is not None

    def _end_flow(self) -> None:
        self._flow.end()
