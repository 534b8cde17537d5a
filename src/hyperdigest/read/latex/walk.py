"""The way through a LaTeX file: what each of its commands does to the text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from hyperdigest.base.exponents import raised_after
from hyperdigest.base.text import some_names
from hyperdigest.read.latex import commands as known
from hyperdigest.read.latex.conditions import Conditions
from hyperdigest.read.latex.environments import CAPTION, Environments
from hyperdigest.read.latex.flow import Flow, Piece
from hyperdigest.read.latex.languages import is_german, main_of_class, main_of_packages
from hyperdigest.read.latex.macros import REGISTERS, Registers, counted, signed
from hyperdigest.read.latex.printer import Group
from hyperdigest.read.latex.source import OVERLAY, STAR, without_comments
from hyperdigest.read.latex.symbols import ACCENTS, accented, printed, symbol

_OPTION = re.compile(r"\[[^\[\]{}\n]{0,200}\]")
_WORDS_IN_OPTION = re.compile(r"\[[^\W\d_]{3,}(?:[ -][^\W_]+)*\]")
_DELIMITED = re.compile(r"([^\sA-Za-z{}])(.{0,2000}?)\1")
_NEXT_NAME = re.compile(r"\\(?!csname)(?:[A-Za-z@]+|.)|[^\s\\]", re.DOTALL)
_NAMED_NEXT = re.compile(r"\\csname[ \t]*([^\\\n]{1,100})\\endcsname")
_LONE = re.compile(r"\{\s*\\([A-Za-z@]+)\*?\s*\}")
"""An argument that is only a command."""

_BETWEEN_SIGNS = re.compile(r"(?:\[[^\[\]\n]{0,200}\])?([|!\"+/])([^\n]{1,200}?)\1")

_CHARACTER = re.compile(r"""[ \t]*=?[ \t]*(?:'([0-7]{1,7})|"([0-9A-F]{1,6})|(\d{1,7})|`\\?(.)) ?""")
_SHORT_UNIT = re.compile(r"\\([A-Za-z]{1,4})(?![A-Za-z])")
_NAMED = re.compile(r"\\endcsname")
_EXPLAINED = re.compile(r"\\ExplSyntaxOff")
_FILE = re.compile(r"[ \t]*([^\s{}\\%]{1,200})")


class Walk(Environments):
    """Reads a LaTeX file from its begin to its end, with the parameters of a `Printer`."""

    def __init__(self, text: str, path: Path | None, encoding: str = "") -> None:
        super().__init__(text, path, encoding)
        self._commands = self._handlers()
        self._macros.kept = frozenset(self._commands) | known.LOOKS | frozenset(known.ARGUMENTS)
        self._conditions = Conditions()
        self._registers = Registers()
        self._unknown: dict[str, None] = {}

    def pieces(self) -> list[Piece]:
        """All that is printed, the footnotes last."""
        while token := self._source.next():
            kind, value = token
            if kind == "text":
                self._add(printed(value, german=self._is_german))
            elif kind == "code":
                self._add(value)
            elif kind == "space":
                self._line_end()
            elif kind == "command":
                self._command(value)
            elif kind == "open":
                self._groups.append(Group())
            elif kind == "close":
                self._close_brace()
            elif kind == "math":
                self._dollar(value)
            elif kind == "symbol":
                self._symbol(value)
            elif kind == "paragraph":
                self._end_paragraph()
            else:
                self._cell()
        self._close_all()
        self._flow.end()
        shown = self._flow.pieces
        first = self.title_page.printed() if shown else []
        return first + shown + self._footnotes

    def notes(self) -> tuple[str, ...]:
        """Messages for the user about what was not read."""
        many = "uses commands of its own so often that some are left out"
        unknown = (
            f"has commands whose text is not known and left out: {some_names(list(self._unknown))}"
        )
        return (
            *self._inputs.notes(),
            *((many,) if self._macros.exhausted else ()),
            *((unknown,) if self._unknown else ()),
        )

    def _command(self, name: str) -> None:
        if handler := self._commands.get(name):
            handler(name)
        elif self._macros.put(name, self._source):
            return
        elif name in known.ARGUMENTS:
            self._skip(known.ARGUMENTS[name])
        elif name in known.LOOKS:
            self._source.match(OVERLAY)
        elif self._conditions.meets(name, self._source) or self._registers.takes_operand(
            name, self._source
        ):
            return
        elif self._algorithms and (word := known.ALGORITHM_WORDS.get(name.lower())) is not None:
            self._add(f" {word} ")
        elif not self._is_setting and (shown := symbol(name)) is not None:
            self._add(shown)
        elif name in ACCENTS:
            self._add(accented(name, self._source.argument()))
        elif name in self._verbatim or name in known.LISTS or name in known.TABLES:
            self._begin(name)
        elif (begun := name.removeprefix("end")) in self._verbatim or self._open.get(begun):
            self._end(begun)
        elif name in known.ABBREVIATIONS:
            is_ended = self._source.peek() == "."
            self._add(known.ABBREVIATIONS[name].removesuffix("." * is_ended))
            self._xspace()
        elif name in known.ARGUMENTS_SHOWN:
            self._show_argument(*known.ARGUMENTS_SHOWN[name])
        elif name in known.NAMES_SHOWN:
            self._source.match(STAR)
            self._add("\\" + self._source.argument().strip().lstrip("\\"))
        elif name == "DescribeMacro":
            self._add(f"{self._source.argument().strip()} ")
        elif known.VERBATIM_NAME.search(name) and (found := self._source.match(_BETWEEN_SIGNS)):
            self._add(found[2])
        else:
            self._source.match(STAR)
            option = self._source.match(_OPTION)
            lone = self._source.match(_LONE)
            if lone and not self._is_known(lone[1]):
                self._add(lone[0].strip("{} \t\n"))
            elif lone:
                self._source.put(lone[0])
                self._print_argument()
            elif self._is_setting and not known.SETTING_NAME.match(name):
                self._capture(self.title_page.add_further)
            elif self._source.peek() == "{":
                self._space_between_arguments()
                self._print_argument()
            elif option and not self._in_preamble and _WORDS_IN_OPTION.fullmatch(option[0]):
                self._add(option[0][1:-1])
            elif self._flow.begun and self._is_lost(name):
                self._unknown[f"\\{name}"] = None
                if self._source.is_after_space:
                    self._flow.space()

    @property
    def _is_setting(self) -> bool:
        """Whether what comes is in the preamble, and in no group of it."""
        return self._in_preamble and not self._groups

    def _is_lost(self, name: str) -> bool:
        """Whether a command that is not known may have printed text."""
        return not (self._in_preamble or "@" in name or name in self._macros.commands)

    def _is_known(self, name: str) -> bool:
        """Whether a command without arguments prints text, or changes how it looks."""
        looks = name in known.LOOKS or name in known.ENDS_PARAGRAPH
        return looks or symbol(name) is not None or name in self._macros.commands

    def _show_name(self) -> None:
        if found := self._source.match(_NAMED_NEXT):
            self._add(f"\\{found[1]}")
        elif found := self._source.match(_NEXT_NAME):
            self._add(found[0])

    def _show_argument(self, opening: str, closing: str) -> None:
        """Print an argument in brackets."""
        self._source.match(STAR)
        self._add(opening)
        if self._source.take("{"):
            self._groups.append(Group("", lambda: self._add(closing)))
        else:
            self._add(f"{self._source.argument()}{closing}")

    def _symbol(self, sign: str) -> None:
        if sign == "\\":
            self._row_end("\\")
        elif sign == "(":
            self._formula(re.compile(r"\\\)"))
        elif sign == "[":
            self._formula(re.compile(r"\\\]"))
        elif sign in ACCENTS and not (sign in "=`'" and self._open.get("tabbing")):
            self._add(accented(sign, self._source.argument()))
        elif (shown := symbol(sign)) is not None:
            self._add(shown)

    def _handlers(self) -> dict[str, Callable[[str], object]]:
        """What is to be done for commands, by their names."""
        own: dict[str, Callable[[str], object]] = {
            "begin": lambda _: self._begin(self._source.argument().strip()),
            "end": lambda _: self._end(self._source.argument().strip()),
            "item": lambda _: self._item(),
            "frame": lambda _: self._frame(),
            "caption": lambda _: self._caption(),
            "title": lambda _: self._title(),
            "author": lambda _: self._author(),
            **dict.fromkeys(
                ("subtitle", "subject", "publishers", "dedication"), lambda _: self._subtitle()
            ),
            "date": lambda _: self._capture(self.title_page.set_date),
            "maketitle": lambda _: self._make_title(),
            "titlepage": lambda _: self._make_title(),
            "abstract": lambda _: self._abstract(),
            "keywords": lambda _: self._add("Keywords: "),
            **dict.fromkeys(("verb", "lstinline", "Verb"), lambda _: self._verb()),
            "string": lambda _: self._show_name(),
            "mintinline": lambda _: self._verb(language=True),
            "url": lambda _: self._address(),
            "href": lambda _: self._link(),
            "path": lambda _: self._address(),
            "nolinkurl": lambda _: self._address(),
            "ensuremath": lambda _: self._add(self._in_line(self._source.argument())),
            "SI": lambda _: self._quantity(),
            "qty": lambda _: self._quantity(),
            "SIrange": lambda _: self._quantity(2),
            "qtyrange": lambda _: self._quantity(2),
            "nicefrac": self._fraction,
            "sfrac": self._fraction,
            "subfloat": lambda _: self._source.put(f"{self._source.option() or ''} "),
            "ang": lambda _: self._add(f"{self._in_line(self._source.argument())}°"),
            "char": lambda _: self._character(self._source.match(_CHARACTER)),
            "symbol": lambda _: self._character(_CHARACTER.match(self._source.argument())),
            "textsuperscript": lambda _: self._capture(self._raise),
            "multicolumn": lambda _: self._span_columns(),
            "multirow": lambda _: self._span_rows(),
            "tabularnewline": self._row_end,
            "cr": self._row_end,
            "endhead": lambda _: self._table_part("endhead"),
            "endfirsthead": lambda _: self._table_part("endfirsthead"),
            "endfoot": lambda _: self._table_part("endfoot"),
            "endlastfoot": lambda _: self._table_part("endfoot"),
            "and": lambda _: self._flow.end(),
            "And": self._next_author,
            "AND": self._next_author,
            "sep": lambda _: self._add(", "),
            "input": lambda _: self._input(),
            "include": lambda _: self._input(),
            "subfile": lambda _: self._input(),
            "import": lambda _: self._input(self._source.argument()),
            "subimport": lambda _: self._input(self._source.argument()),
            "texorpdfstring": lambda _: self._first_of_two(),
            "xspace": lambda _: self._xspace(),
            "endinput": lambda _: self._source.end_file(),
            "newtheorem": lambda _: self._macros.new_theorem(self._source),
            "DeclareMathOperator": lambda _: self._macros.new_operator(self._source),
            "let": lambda _: self._macros.let(self._source),
            "newif": lambda _: self._conditions.new(self._source),
            "documentclass": lambda _: self._document_class(),
            "documentstyle": lambda _: self._document_class(),
            "selectlanguage": lambda _: self._select(self._source.argument()),
            "foreignlanguage": lambda _: self._foreign(),
            **dict.fromkeys(known.CODE_SIGNS, self._short_verb),
            "usepackage": lambda _: self._use_packages(),
            "lstnewenvironment": self._new_listing,
            "newtcblisting": self._new_listing,
            "DefineVerbatimEnvironment": self._new_verbatim,
            "newminted": self._new_verbatim,
            "ExplSyntaxOn": lambda _: self._source.before(_EXPLAINED),
            "csname": lambda _: self._source.before(_NAMED),
            "enquote": lambda _: self._quoted(),
            **dict.fromkeys(("linebreak", "newline", "break"), lambda _: self._flow.line_end()),
        }
        for name in ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"):
            own[name] = lambda _: self._macros.new_command(self._source)
        for name in ("New", "Renew", "Provide", "Declare"):
            own[f"{name}DocumentCommand"] = lambda _: self._macros.new_document_command(
                self._source
            )
            own[f"{name}DocumentEnvironment"] = lambda _: self._macros.new_document_environment(
                self._source
            )
            own[f"{name}TCBListing"] = self._new_listing
        for name in ("setmainlanguage", "setdefaultlanguage"):
            own[name] = lambda _: self._set_main_language()
        for name in ("newenvironment", "renewenvironment", "provideenvironment"):
            own[name] = lambda _: self._macros.new_environment(self._source)
        for name in ("def", "gdef", "edef", "xdef"):
            own[name] = lambda _: self._macros.define(self._source)
        groups: tuple[tuple[frozenset[str], Callable[[str], object]], ...] = (
            (frozenset(known.SECTIONS), self._heading),
            (known.FOOTNOTES, self._footnote),
            (known.CITATIONS, self._cite),
            (known.REFERENCES, self._refer),
            (known.CODE_FILES, self._code_file),
            (known.NOT_PRINTED, lambda _: self._skip("om")),
            (REGISTERS, lambda _: self._registers.new(self._source)),
            (known.ENDS_PARAGRAPH, self._space_between),
            (frozenset(known.RULES), self._rule),
            (known.BOLD, self._bold),
        )
        for names, handler in groups:
            own |= dict.fromkeys((name for name in names if name not in own), handler)
        return own

    def _title(self) -> None:
        self._source.option()
        self._capture(self.title_page.set_title)

    def _subtitle(self) -> None:
        self._source.option()
        if not self.title_page.is_printed:
            self._capture(self.title_page.add_subtitle)

    def _author(self) -> None:
        self._source.option()
        self._capture(self.title_page.add_authors)
        self.title_page.authors_flow = self._flow

    def _next_author(self, name: str) -> None:
        """End the name of an author; outside of the title page this is a sign."""
        if self._groups:
            self._flow.end()
        elif self._flow.begun:
            self._unknown[f"\\{name}"] = None
            self._flow.space()

    def _make_title(self) -> None:
        self._flow.end()
        self._flow.pieces += self.title_page.printed()

    def _abstract(self) -> None:
        line, flow, in_preamble = self._source.where(), self._flow, self._in_preamble

        def show(text: Flow) -> None:
            flow.block("heading", "Abstract", line, known.SECTIONS["section"])
            flow.pieces += text.pieces
            if in_preamble:
                self.title_page.further += flow.pieces[-1 - len(text.pieces) :]

        self._capture(show)

    def _footnote(self, _: str) -> None:
        self._source.option()
        self._capture(lambda text: self._footnotes.extend(text.pieces))

    def _caption(self) -> None:
        self._source.match(STAR)
        self._source.option()
        table = self._tables[-1] if self._in_table() else None
        flow = self._flow

        def show(text: Flow) -> None:
            if table:
                table.before += text.pieces
            else:
                flow.end()
                flow.pieces += text.pieces

        self._capture(show)

    def _raise(self, text: Flow) -> None:
        raised = text.text()
        self._add(raised_after([self._flow.last], raised))

    def _quantity(self, numbers: int = 1) -> None:
        """Add a number, or a range of two, and the unit, as the package siunitx prints them."""
        self._source.option()
        shown = " to ".join(self._in_line(self._source.argument()) for _ in range(numbers))
        unit = self._macros.expanded(self._source.argument())
        self._add(f"{shown} {self._in_line(_SHORT_UNIT.sub(_short_unit, unit))}")

    def _fraction(self, name: str) -> None:
        above, below = self._source.argument(), self._source.argument()
        self._add(self._in_line(rf"\{name}{{{above}}}{{{below}}}"))

    def _character(self, found: re.Match[str] | None) -> None:
        """Add the character with a number."""
        if found:
            octal, hexadecimal, decimal, sign = found.groups()
            number = int(octal or "0", 8) or int(hexadecimal or "0", 16) or int(decimal or "0")
            shown = sign or chr(min(number, sys.maxunicode))
            self._add(shown if shown.isprintable() else "")

    def _cite(self, _: str) -> None:
        self._source.match(STAR)
        first, second = self._source.option(), self._source.option()
        before, after = (None, first) if second is None else (first, second)
        keys = self._source.argument()
        named = [key.strip() for key in without_comments(keys).split(",")]
        listed = ", ".join(filter(None, (*named, printed(after or ""))))
        self._add(f"[{printed(before or '')} {listed}]".replace("[ ", "[") if listed else "")

    def _refer(self, _: str) -> None:
        self._source.match(STAR)
        self._source.option()
        label = self._source.argument().strip()
        self._add(f"[{label}]" if label else "")

    def _address(self) -> None:
        address = self._source.argument(literal=True)
        self._add(address.replace("\\", "").replace("\n", ""))

    def _link(self) -> None:
        self._source.option()
        self._source.argument(literal=True)

    def _verb(self, *, language: bool = False) -> None:
        self._source.match(STAR)
        self._source.option()
        if language:
            self._source.argument()
        if found := self._source.match(_DELIMITED):
            self._add(found[2])
        else:
            self._add(self._source.argument())

    def _document_class(self) -> None:
        if language := main_of_class(self._source.option() or ""):
            self._is_german = is_german(language)
        name = self._source.argument().strip()
        if name in known.CLASSES_OF_MANUALS:
            self._source.set_code_sign("|", is_one=True)
        self._verbatim |= known.CODE_OF_CLASSES.get(name, {})

    def _short_verb(self, name: str) -> None:
        self._source.match(STAR)
        self._source.option()
        sign = self._source.argument().strip().lstrip("\\")[:1]
        if sign:
            self._source.set_code_sign(sign, is_one=known.CODE_SIGNS[name])

    def _quoted(self) -> None:
        self._source.match(STAR)
        flow = self._flow
        if self._source.take("{"):
            self._add("“")
            self._groups.append(Group("", lambda: flow.add("”", self._source.where())))

    def _first_of_two(self) -> None:
        first, _ = self._source.argument(), self._source.argument()
        self._source.put(first)

    def _xspace(self) -> None:
        if self._source.peek().isalnum():
            self._flow.space()

    def _space_between(self, name: str) -> None:
        self._flow.end()
        self._skip(known.ARGUMENTS.get(name, ""))
        self._registers.takes_operand(name, self._source)

    def _bold(self, name: str) -> None:
        self._skip(known.ARGUMENTS.get(name, ""))
        if self._tables and not self._flow.begun:
            self._tables[-1].bold = True

    def _input(self, folder: str = "") -> None:
        bare = self._source.match(_FILE)
        name = bare[1] if bare else self._source.argument()
        self._inputs.enter(name, self._source, folder)

    def _use_packages(self) -> None:
        options = self._source.option() or ""
        names = self._source.argument()
        self._source.option()
        if language := main_of_packages(names, options):
            self._is_german = is_german(language)
        if self._in_preamble:
            self._inputs.packages(names, self._source)

    def _code_file(self, name: str) -> None:
        self._source.match(STAR)
        option = self._source.option() or ""
        self._skip("m" * (name == "inputminted"))
        file = self._source.argument()
        self._flow.end()
        caption = CAPTION.search(option)
        if not (caption and self._source.put(f"{caption[1]}\\par\\verbatiminput{{{file}}}")):
            code, name = self._inputs.code(file.strip(), self._source)
            self._flow.block("code", code, (name, 1))

    def _new_verbatim(self, name: str) -> None:
        option = self._source.option()
        environment = self._source.argument().strip()
        environment = (
            f"{environment}code" if name == "newminted" and option is None else environment
        )
        self._verbatim.setdefault(environment, "o")
        self._skip("mm" if name[0] == "D" else "m")

    def _new_listing(self, name: str) -> None:
        self._source.option()
        environment = self._source.argument().strip()
        has_letters = name.endswith("TCBListing")
        given = signed(self._source.argument()) if has_letters else counted(self._source)
        letters = "".join("m" if default is None else "o" for default in given or ())
        self._verbatim.setdefault(environment, letters or "o")
        self._skip("mm" if name == "lstnewenvironment" else "m")


def _short_unit(found: re.Match[str]) -> str:
    r"""A unit that the package siunitx has a short command for, such as ``\um``."""
    name = found[1]
    return found[0] if symbol(name) is not None else re.sub(r"^u(?=.)", "µ", name)
