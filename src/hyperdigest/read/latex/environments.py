"""The environments of LaTeX: what each of them does to the text or the program in it."""

from __future__ import annotations

import re
from pathlib import Path

from hyperdigest.documents import BlockKind
from hyperdigest.read.latex import commands as known
from hyperdigest.read.latex.flow import Flow
from hyperdigest.read.latex.lists import List
from hyperdigest.read.latex.printer import DEEPEST, Group, Printer
from hyperdigest.read.latex.source import OVERLAY, STAR
from hyperdigest.read.latex.tabular import Table

_OPTION = re.compile(r"\[[^\[\]{}\n]{0,200}\]")
CAPTION = re.compile(
    r"(?<![\w-])(?:caption|title|frametitle)\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^\s,{][^,]*)"
)
"""Where the settings of an environment have what is printed above it."""

_TITLE = re.compile(r"\s*([^\W\d_a-z][^=]{3,})")
"""What stands in the brackets of an environment that is not known, if it is its title."""

_ROUND = re.compile(r"[ \t]*\([^()\n]{0,20}\)")

_NAMES = "bs us ob cb ca am lt gt sh pc dl hy sq dq ti at lb rb"
_SIGNS = dict(zip(_NAMES.split(), "\\_{}^&<>#%$-'\"~@[]", strict=True))
_SIGN = re.compile(r"\\PY(?:G)?Z(\w\w)\{\}")
_COLORED = re.compile(r"\\PYG?\{[^{}\n]{0,100}\}\{([^{}]*)\}")
_TOKEN = re.compile(r"\\[A-Z][A-Za-z]{1,30}Tok\{((?:[^{}\\]|\\.|\{[^{}\\]?\})*)\}")
_COMMANDS = (
    *("textbackslash", "textless", "textgreater", "textbar", "VerbBar", "textquotesingle"),
    *("textquotedbl", "textasciigrave", "textasciitilde", "textasciicircum"),
)
_WRITTEN = dict(zip(_COMMANDS, "\\<>||'\"`~^", strict=True))
_ESCAPED = re.compile(rf"\\([{{}}_%&#$^~]|{'|'.join(_WRITTEN)})(?:\{{\}})?|\{{([^{{}}\\])\}}")


class Environments(Printer):
    """Begins and ends the environments of a LaTeX file."""

    def __init__(self, text: str, path: Path | None, encoding: str = "") -> None:
        super().__init__(text, path, encoding)
        self._lists: list[List] = []
        self._verbatim = dict(known.VERBATIM)

    def _begin(self, name: str) -> None:
        source = self._source
        if name == "document":
            self._begin_document()
        elif name in self._verbatim:
            self._code(name)
        elif name in known.DROPPED:
            self._before_end(name)
        elif name in known.FORMULAS:
            self._skip(known.FORMULA_ARGUMENTS.get(name, ""))
            body = self._before_end(name)
            self._add("" if body is None else f" {self._in_line(body)} ")
        elif name in known.TABLES:
            self._begin_table(name)
        elif name in known.LISTS:
            self._begin_list(name)
        elif name in known.FLOATS:
            self._begin_float(name)
        elif name in known.ALGORITHMS:
            source.option()
            self._begin_algorithm(name)
        elif name in known.QUOTES:
            self._begin_kind(name, "quote")
        elif name in self._macros.environments:
            end = self._macros.environments[name][1]
            self._push(name, lambda: self._macros.finish(end, source))
            self._macros.begin(name, source)
        elif heading := known.HEADED.get(name):
            source.option()
            self._flow.end()
            self._flow.block("heading", heading, source.where(), known.SECTIONS["section"])
            self._push(name, self._flow.end)
        elif name in ("frame", "block", "exampleblock", "alertblock"):
            self._begin_frame(name)
        elif (stem := name.rstrip("*")) in self._macros.theorems or stem in known.THEOREMS:
            self._begin_theorem(name, self._macros.theorems.get(stem) or known.THEOREMS[stem])
        elif known.CODE_NAME.search(name):
            self._verbatim[name] = "o"
            self._code(name)
        else:
            letters = known.ENVIRONMENT_ARGUMENTS.get(name)
            given = self._read(letters or "o")
            self._flow.end()
            self._push(name, self._end_flow)
            if name.rstrip("*") == "otherlanguage":
                self._select(given)
            if title := CAPTION.search(given) or (not letters and _TITLE.fullmatch(given)):
                self._source.put(f"{title[1]}\\par ")
            elif name in known.PREFACED and (preface := source.option()):
                self._source.put(f"{preface}\\par ")
            elif letters is None and source.peek() == "{":
                self._print_argument()

    def _end(self, name: str) -> None:
        if name == "document":
            self._documents -= 1
            if self._documents <= 0:
                self._close_all()
                self._source.end()
        elif self._open.get(name):
            while self._groups[-1].name != name:
                self._pop()
            self._pop()

    def _before_end(self, name: str) -> str | None:
        """What stands before the end of an environment, which is read, too: before a command or the
        end of another environment that stands for it, if the file defines one."""
        found = self._source.before(self._macros.end_of(name))
        if not found:
            return None
        body, end = found
        if end[1]:
            self._end(end[1])
        return body

    def _begin_document(self) -> None:
        """Begin what is printed; an example in it may be a whole document, too."""
        self._documents += 1
        if self._in_preamble:
            self._close_all()
            self._flow, self._in_preamble = Flow(), False
            self._lists, self._tables, self._algorithms = [], [], 0

    def _code(self, name: str) -> None:
        arguments = self._verbatim[name]
        given = self._read(arguments)
        if caption := CAPTION.search(given):
            empty = "".join("[]" if each == "o" else "{}" for each in arguments)
            if self._source.put(f"{caption[1]}\\par\\begin{{{name}}}{empty}"):
                return
        line = self._source.where()
        body = self._before_end(name)
        if body is not None:
            first, _, rest = body.partition("\n")
            code = body if first.strip() else rest
            code = _without_colors(code) if "\\" in code else code
            self._flow.block("code", code.rstrip(), (line[0], line[1] + (not first.strip())))

    def _begin_float(self, name: str) -> None:
        self._skip(known.ENVIRONMENT_ARGUMENTS.get(name, "o"))
        around = self._flow

        def show(inner: Flow) -> None:
            if around.begun:
                around.later += inner.pieces
            else:
                around.pieces += inner.pieces

        self._push(name, self._apart(show) if self._nested < DEEPEST else None)
        if name.rstrip("*") in known.ALGORITHMS:
            self._begin_algorithm(f"{name} body")

    def _begin_algorithm(self, name: str) -> None:
        self._begin_kind(name, "code")
        self._algorithms += 1
        close = self._groups[-1].close

        def end() -> None:
            self._algorithms -= 1
            if close:
                close()

        self._groups[-1].close = end

    def _begin_kind(self, name: str, kind: BlockKind) -> None:
        """Begin an environment whose paragraphs are of a kind."""
        self._flow.end()
        flow, default = self._flow, self._flow.default
        flow.kind = flow.default = kind

        def close() -> None:
            flow.end()
            flow.kind = flow.default = default

        self._push(name, close)

    def _begin_frame(self, name: str) -> None:
        self._source.match(OVERLAY)
        self._source.option()
        self._flow.end()
        self._push(name, self._end_flow)
        rank = "frametitle" if name == "frame" else "framesubtitle"
        if self._source.peek() == "{":
            self._heading(rank)

    def _frame(self) -> None:
        """Read a slide in braces; within a paragraph it is a box."""
        self._source.match(OVERLAY)
        self._source.option()
        is_slide = not self._flow.begun
        if self._source.take("{"):
            self._groups.append(Group("", self._end_flow if is_slide else None))

    def _begin_theorem(self, name: str, title: str) -> None:
        option = self._source.option()
        self._flow.end()
        self._push(name, self._end_flow)
        self._source.put(f"{title} ({option}). " if option else f"{title}. ")

    def _begin_list(self, name: str) -> None:
        option = self._source.option()
        self._skip(known.ENVIRONMENT_ARGUMENTS.get(name, ""))
        self._flow.end()
        flow, default = self._flow, self._flow.default
        depth = sum(each.kind == "step" for each in self._lists[-DEEPEST:]) + 1
        self._lists.append(List.of(known.LISTS[name], option or "", depth))
        flow.level += 1
        flow.kind = flow.default = "paragraph"

        def close() -> None:
            flow.end()
            self._lists.pop()
            flow.level -= 1
            flow.kind = flow.default = default
            flow.mark = ""

        self._push(name, close)

    def _item(self) -> None:
        self._flow.end()
        self._source.match(OVERLAY)
        option = self._source.option()
        self._source.match(OVERLAY)
        self._begin_item(option)
        if option is None and self._source.peek() == "{":
            self._print_argument()

    def _begin_item(self, option: str | None) -> None:
        if not self._lists:
            if option and self._source.put(f"{{{option}}}"):
                self._term()
            return
        item, flow = self._lists[-1], self._flow
        if item.kind == "term":
            flow.kind = "definition"
            if option and self._source.put(f"{{{option}}}"):
                self._term()
            return
        flow.kind, flow.mark = item.kind, item.next_mark() if option is None else ""
        if option and self._source.put(f"{{{option}}}"):
            self._capture(lambda text: setattr(flow, "mark", text.text()))

    def _term(self) -> None:
        """Read a term, which the next paragraph defines."""
        flow, line = self._flow, self._source.where()
        flow.kind = "definition"
        self._capture(lambda text: flow.block("term", text.text(), line))

    def _begin_table(self, name: str) -> None:
        self._skip(known.TABLES[name])
        if self._nested >= DEEPEST:
            self._push(name, None)
            return
        self._nested += 1
        if not self._tables:
            self._flow.end()
        table = Table(self._flow)
        self._tables.append(table)
        self._flow = table.flow

        def close() -> None:
            self._tables.pop()
            self._nested -= 1
            self._flow = table.around
            if self._tables:
                for text in table.texts(self._source.where()):
                    self._add(f" {text} ")
            else:
                self._flow.end()
                self._flow.pieces += table.pieces(self._source.where())

        self._push(name, close, table)

    def _cell(self) -> None:
        if self._in_table():
            table = self._tables[-1]
            table.end_cell()
            self._flow = table.flow
        else:
            self._flow.space()

    def _row_end(self, _: str) -> None:
        self._source.match(STAR)
        if self._source.peek() == "[":
            self._source.match(_OPTION)
        if self._in_table():
            table = self._tables[-1]
            table.end_row(self._source.where())
            self._flow = table.flow
        elif self._tables:
            self._flow.space()
        else:
            self._flow.line_end()

    def _rule(self, name: str) -> None:
        self._source.match(_OPTION)
        if name == "cmidrule":
            self._source.match(_ROUND)
        self._skip(known.RULES[name])
        if self._in_table() and not known.RULES[name]:
            self._tables[-1].rule()

    def _span_columns(self) -> None:
        count = self._source.argument().strip()
        self._source.argument()
        if self._tables and count.isdecimal() and len(count) < 4:
            self._tables[-1].columns = max(1, int(count))

    def _span_rows(self) -> None:
        self._source.option()
        count = self._source.argument().strip()
        self._source.option()
        self._source.argument()
        if self._tables and count.isdecimal() and len(count) < 4:
            self._tables[-1].spanned = int(count)

    def _table_part(self, name: str) -> None:
        if self._in_table():
            table = self._tables[-1]
            table.end_row(self._source.where())
            self._flow = table.flow
            if name == "endfoot":
                table.end_foot()
            else:
                table.end_head(again=name == "endhead")


def _without_colors(code: str) -> str:
    """A program as it is printed."""
    if "\\PY" in code:
        placed = _SIGN.sub(lambda found: _private(found[1]), code)
        return "".join(map(_sign, _COLORED.sub(r"\1", _COLORED.sub(r"\1", placed))))
    if "Tok{" in code:
        return _ESCAPED.sub(_escaped, _TOKEN.sub(r"\1", code))
    return code


def _escaped(found: re.Match[str]) -> str:
    return found[2] or _WRITTEN.get(found[1], found[1])


def _private(name: str) -> str:
    """A character for private use that stands for a sign, so that no brace of it counts."""
    names = list(_SIGNS)
    return chr(0xF0000 + names.index(name)) if name in names else ""


def _sign(character: str) -> str:
    number = ord(character) - 0xF0000
    return list(_SIGNS.values())[number] if 0 <= number < len(_SIGNS) else character
