"""What a LaTeX file defines: commands and environments, with what they stand for, and numbers and
lengths, with what is given to them, which is not printed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hyperdigest.read.latex.commands import ASSIGNED
from hyperdigest.read.latex.source import STAR, Source, is_word

_PARAMETER = re.compile(r"(\\[A-Za-z@]+)?#(#|\d)")
_PARAMETERS = re.compile(r"\s*(?:((?:#\d)*)\s*|([^\s#\\{}]{1,3}))(?=\{)")
_DELIMITED = re.compile(r"(?:[^{}\\\n]|\\.){0,200}(?=\{)")
_NAME = re.compile(r"\s*\\([A-Za-z@]+|.)[ \t]*", re.DOTALL)
_BEFORE_VALUE = re.compile(r"[ \t]*=?[ \t]*")
_END = re.compile(r"\\end(?:\s*\{([^{}]{1,50})\}|([A-Za-z]{1,50}))")
_COMMAND = re.compile(r"\\(?:([A-Za-z@]+)[ \t]*|.)", re.DOTALL)
_SIGNATURE = re.compile(r"([+!]*)([a-zA-Z])(\{[^{}]*\})?|\s+")

_MOST_PARAMETERS = 9
_COST = 16
"""In characters, of one use of a command beside what it stands for."""


Arguments = tuple[str | None, ...]
"""For each argument None, or, if it is in brackets and may be missing, what stands for it then."""

REGISTERS = frozenset(("newcount", "newdimen", "newskip", "newlength"))
"""Commands that define a number or a length."""

_DIMENSION = re.compile(
    r"[ \t]*=?[ \t]*-?[ \t]*(?:\d*\.?\d+[ \t]*[a-z]{2}\b|\\[A-Za-z@]+|\d+)?"
    r"(?:[ \t]*(?:plus|minus)[ \t]*-?\d*\.?\d+[ \t]*[a-z]{2,5}\b)*"
)
_RULE = re.compile(
    r"(?:[ \t]*(?:width|height|depth)[ \t]*=?[ \t]*(?:\\[A-Za-z@]+|[\d.]+[ \t]*[a-z]{2}))*"
)
_VALUE = re.compile(
    r"[ \t]*(?:=[ \t]*-?[ \t]*(?:\d*\.?\d+|\\[A-Za-z@]+)|-?\d*\.?\d+)"
    r"[ \t]*(?:(?:pt|cm|mm|in|em|ex|sp|bp|pc)\b)?"
)
_NUMBERED = re.compile(
    r"[ \t]*\d{1,5}(?:[ \t]*=[ \t]*-?[ \t]*(?:\\[A-Za-z@]+|\d*\.?\d+[ \t]*(?:[a-z]{2}\b)?))?"
)
_CALCULATED = re.compile(r"[ \t]*\\[A-Za-z@]+\d*[ \t]*(?:by)?[ \t]*-?[\d.]*(?:[a-z]{2}\b)?")
_OPERANDS = {
    **dict.fromkeys(ASSIGNED, _DIMENSION),
    **dict.fromkeys(("hrule", "vrule"), _RULE),
    **dict.fromkeys(("count", "dimen", "skip", "muskip"), _NUMBERED),
    "catcode": re.compile(r"[ \t]*(?:`\\?.|\d+)[ \t]*=?[ \t]*(?:\d+|\\active\b)?"),
    **dict.fromkeys(("advance", "multiply", "divide"), _CALCULATED),
}
"""What follows commands of TeX that print nothing."""


@dataclass(frozen=True, slots=True)
class Macro:
    """What a command stands for.

    Parameters
    ----------
    body : with ``#1`` for the first argument.
    end : what has to follow the name of the command, and is read with it.
    """

    body: str
    arguments: Arguments = ()
    end: str = ""


@dataclass(slots=True)
class Macros:
    """The definitions so far.

    Parameters
    ----------
    left : so many characters may still come of commands.
    kept : names of commands that cannot be defined anew.
    """

    left: int
    kept: frozenset[str] = frozenset()
    commands: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, tuple[Macro, str]] = field(default_factory=dict)
    theorems: dict[str, str] = field(default_factory=dict)
    exhausted: bool = False
    _ending: dict[str, dict[str, None]] = field(default_factory=dict)
    _closing: dict[str, dict[str, None]] = field(default_factory=dict)

    def put(self, name: str, source: Source) -> bool:
        """Put what a command stands for before the rest of a source that has just read it.

        False, and nothing is done, if the command is not defined, stands for itself, or no more may
        come of commands.
        """
        macro = self.commands.get(name)
        if macro is None or source.is_open(name):
            return False
        return self._put(macro, source, name)

    def begin(self, name: str, source: Source) -> bool:
        """Put the begin of an environment before the rest, as `put`."""
        found = self.environments.get(name)
        return found is not None and self._put(found[0], source, "")

    def finish(self, end: str, source: Source) -> None:
        """Put what stands for the end of an environment before the rest, as `put`."""
        self._put(Macro(end), source, "")

    def _put(self, macro: Macro, source: Source, name: str) -> bool:
        if self.left <= 0:
            self.exhausted = True
            return False
        if macro.end:
            source.match(re.compile(re.escape(macro.end)))
        given = [_given(source, default) for default in macro.arguments]
        body = _with_arguments(macro.body, given)
        self.left -= len(body) + _COST
        if self.left <= 0 or not source.put(body, name):
            self.exhausted = True
        return True

    def expanded(self, text: str) -> str:
        """A text in which all commands that are defined are replaced by what they stand for."""
        if not self.commands or "\\" not in text:
            return text
        source, parts = Source(text), list[str]()
        while source.frames:
            frame = source.frames[-1]
            found = _COMMAND.search(frame.text, frame.place)
            parts.append(frame.text[frame.place : found.start() if found else None])
            if not found:
                source.frames.pop()
                continue
            frame.place = found.end()
            if not (found[1] and self.put(found[1], source)):
                parts.append(found[0])
            elif parts and is_word(parts[-1]):
                parts.append(" ")
        return "".join(parts)

    def end_of(self, name: str) -> re.Pattern[str]:
        r"""The pattern of ``\end{name}``, or of what stands for it, by the definitions so far. Its
        group 1 is the name of another environment that ends with it."""
        commands = "|".join(map(re.escape, self._ending.get(name, ())))
        others = "|".join(map(re.escape, self._closing.get(name, ())))
        return re.compile(
            rf"\\end\s*\{{{re.escape(name)}\}}|\\(?:{commands or '(?!)'})(?![A-Za-z@])"
            rf"|\\end\s*\{{({others or '(?!)'})\}}"
        )

    def new_command(self, source: Source) -> None:
        r"""Read a definition after ``\newcommand``."""
        source.match(STAR)
        name = source.argument().strip().lstrip("\\")
        arguments = counted(source)
        self._define(name, Macro(source.argument(), arguments))

    def new_environment(self, source: Source) -> None:
        r"""Read a definition after ``\newenvironment``."""
        source.match(STAR)
        name = source.argument().strip()
        arguments = counted(source)
        begin, end = source.argument(), source.argument()
        self._define_environment(name, Macro(begin, arguments), end)

    def new_document_command(self, source: Source) -> None:
        r"""Read a definition after ``\NewDocumentCommand``."""
        name = source.argument().strip().lstrip("\\")
        arguments, body = signed(source.argument()), source.argument()
        if arguments is not None:
            self._define(name, Macro(body, arguments))

    def new_document_environment(self, source: Source) -> None:
        r"""Read a definition after ``\NewDocumentEnvironment``."""
        name = source.argument().strip()
        arguments, begin, end = signed(source.argument()), source.argument(), source.argument()
        if arguments is not None:
            self._define_environment(name, Macro(begin, arguments), end)

    def define(self, source: Source) -> None:
        r"""Read a definition after ``\def``. One with marks between its arguments is left out."""
        name, parameters = source.match(_NAME), source.match(_PARAMETERS)
        if not parameters:
            source.match(_DELIMITED)
            source.argument()
        elif name:
            count = min(len(parameters[1] or "") // 2, _MOST_PARAMETERS)
            end = parameters[2] or ""
            self._define(name[1], Macro(source.argument(), (None,) * count, end))

    def let(self, source: Source) -> None:
        r"""Read a definition after ``\let``: one command is to stand for another."""
        name = source.match(_NAME)
        source.match(_BEFORE_VALUE)
        other = source.match(_NAME)
        if name and other and name[1] != other[1]:
            macro = self.commands.get(other[1])
            self._define(name[1], macro or Macro(f"\\{other[1]} "))

    def new_operator(self, source: Source) -> None:
        r"""Read a definition after ``\DeclareMathOperator``."""
        source.match(STAR)
        name = source.argument().strip().lstrip("\\")
        self._define(name, Macro(rf"\operatorname{{{source.argument()}}}"))

    def new_theorem(self, source: Source) -> None:
        r"""Read a definition after ``\newtheorem``."""
        source.match(STAR)
        name = source.argument().strip()
        source.option()
        self.theorems[name] = source.argument()
        source.option()

    def _define(self, name: str, macro: Macro) -> None:
        if name and name not in self.kept:
            self.commands[name] = macro
            for found in _END.finditer(macro.body):
                self._ending.setdefault(found[1] or found[2], {})[name] = None

    def _define_environment(self, name: str, begin: Macro, end: str) -> None:
        self.environments[name] = begin, end
        for found in _END.finditer(end):
            self._closing.setdefault(found[1] or found[2], {})[name] = None


def counted(source: Source) -> Arguments:
    """The arguments of a definition, from their number and what stands for the first one."""
    count, default = source.option(), source.option()
    number = int(count) if count and count.strip().isdecimal() and len(count) < 3 else 0
    return (default, *[None] * (number - 1))[: min(number, _MOST_PARAMETERS)]


def signed(signature: str) -> Arguments | None:
    """The arguments of a definition, from their letters; None if one is of another kind."""
    arguments: list[str | None] = []
    for _, letter, default in _SIGNATURE.findall(signature):
        if letter in ("m", "o", "O"):
            arguments.append({"m": None, "o": "", "O": default[1:-1]}[letter])
        elif letter:
            return None
    return tuple(arguments[:_MOST_PARAMETERS])


def _given(source: Source, default: str | None) -> str:
    """The next argument; `default` for one in brackets that is missing."""
    if default is None:
        return source.argument()
    found = source.option()
    return default if found is None else found


def _with_arguments(body: str, given: list[str]) -> str:
    def value(found: re.Match[str]) -> str:
        word, number = found[1] or "", int(found[2]) if found[2] != "#" else 0
        shown = given[number - 1] if 0 < number <= len(given) else "#" * (not number)
        # the name of a command does not go on with a letter of its argument
        return f"{word} {shown}" if word and shown[:1].isalpha() else word + shown

    return _PARAMETER.sub(value, body)


class Registers:
    """The numbers and lengths that a file defines."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def new(self, source: Source) -> None:
        """Read the name of one after the command that defines it."""
        self._names.add(source.argument().strip().lstrip("\\"))

    def takes_operand(self, name: str, source: Source) -> bool:
        """Read what is given to a number or a length, or follows another command that prints
        nothing; False, and nothing is done, if the name is of neither."""
        operand = _OPERANDS.get(name) or (_VALUE if name in self._names else None)
        if operand:
            source.match(operand)
        return operand is not None
