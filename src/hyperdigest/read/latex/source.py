"""The characters of LaTeX files as tokens, one after the other, with the lines they stand in.

What a command stands for is put before what is left to read, as TeX does. Each character is read a
bounded number of times, whatever is not closed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

DEEPEST = 200
"""So many commands may stand for each other at most before one is left as it is."""

_MOST_SIGNS = 8
_LONGEST_CODE = 200
"""In characters; a longer one is text."""

LONGEST_OPTION = 2_000
"""In characters; an argument in brackets that is longer is text."""

STAR = re.compile(r"[ \t]*\*")
OVERLAY = re.compile(
    r"[ \t]*<(?:(?:[a-z]{1,12}@)?(?:[+.\d]|-\d)"
    r"|(?:beamer|handout|article|presentation|trans|second|all|\w{1,12}@)(?![a-z]))[^<>\n]{0,50}>"
)
"""What may follow the names of commands; an overlay tells on which slides of a talk one acts. Other
words in such brackets are text, as those that stand for an argument in manuals."""

_SKIPPED = re.compile(r"(?:[ \t]+|%[^\n]*\n?|\n(?![ \t]*\n))*")
_BRACE = re.compile(r"\\.|%[^\n]*|[{}]", re.DOTALL)
_LITERAL_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACKET = re.compile(r"\\.|%[^\n]*|[{}\]]|\n[ \t]*\n", re.DOTALL)
_DOLLAR = re.compile(r"\\.|%[^\n]*|[{}$]|\n[ \t]*\n", re.DOTALL)
_FORMULA = re.compile(r"(?:[^$\\\n]|\\.|\n(?![ \t]*\n)){0,5000}?\$", re.DOTALL)
_ONE = re.compile(r"\\(?:[A-Za-z@]+[ \t]*|.)|[^\\{}]", re.DOTALL)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\Z")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*)?")
_WORD = re.compile(r"\\[A-Za-z@]+\Z")


@dataclass(slots=True)
class Frame:
    """A text that is being read: that of a file, or what a command stands for.

    Parameters
    ----------
    file : the name of an input file; empty for the main file.
    key : what tells one file from all others; empty for what a command stands for.
    name : the command that stands for it; empty for a file.
    missing : ends that were looked for in vain.
    no_option, no_dollar : up to here a bracket, or a formula, is not closed.
    """

    text: str
    file: str = ""
    key: str = ""
    name: str = ""
    place: int = 0
    missing: set[str] = field(default_factory=set)
    no_option: int = 0
    no_dollar: int = 0
    _line: int = 1
    _counted: int = 0

    def line(self) -> int:
        """The number of the line at the place."""
        self._line += self.text.count("\n", self._counted, self.place)
        self._counted = self.place
        return self._line


@lru_cache(64)
def _token(signs: str) -> re.Pattern[str]:
    """The pattern of tokens, of which each of some signs is one."""
    own = re.escape(signs)
    return re.compile(
        rf"""(?P<comment>%[^\n]*(?:\n[ \t]*)?)
        | (?P<paragraph>\n[ \t]*\n\s*)
        | (?P<space>\n[ \t]*)
        | \\(?P<command>[A-Za-z@]+)(?:[ \t]*(?:\n(?![ \t]*(?:\n|$))[ \t]*)?)
        | \\(?P<symbol>.)
        | (?P<open>\{{) | (?P<close>\}}) | (?P<math>\$\$?) | (?P<cell>&)
        | (?P<text>[^%\n\\{{}}$&{own}]+ | .)
        """,
        re.VERBOSE | re.DOTALL,
    )


class Source:
    """Reads a text from its begin to its end, with what is put before the rest on the way."""

    def __init__(self, text: str, key: str = "") -> None:
        self.frames = [Frame(text, key=key)]
        self._signs: frozenset[str] = frozenset()
        self._token = _token("")

    def next(self) -> tuple[str, str] | None:
        """The next token, as the name of a group of the pattern of tokens and what it matches, or
        `code` and what stands between its signs; None at the end. Comments are left out."""
        while self.frames:
            frame = self.frames[-1]
            found = self._token.match(frame.text, frame.place)
            if not found:
                if len(self.frames) == 1:
                    return None
                self.frames.pop()
                if frame.key:
                    return "space", "\n"
                continue
            frame.place = found.end()
            kind = found.lastgroup or ""
            if found[0] in self._signs and (code := self._code(found[0])) is not None:
                return "code", code
            if kind != "comment":
                return kind, found[kind]
            if frame.text.startswith("\n", frame.place):
                return "paragraph", "\n"
        return None

    def _code(self, sign: str) -> str | None:
        """What stands between a sign that has been read and the next one in the line, which is
        read, too; None, and nothing is read, if there is none soon."""
        frame = self.frames[-1]
        end = frame.text.find(sign, frame.place, frame.place + _LONGEST_CODE)
        if end < 0 or frame.text.find("\n", frame.place, end) >= 0:
            return None
        code, frame.place = frame.text[frame.place : end], end + 1
        return code

    def put(self, text: str, name: str = "") -> bool:
        """Put a text before the rest, that which a command of some name stands for; False, and
        nothing is done, if that is too deep."""
        if len(self.frames) > DEEPEST:
            return False
        self.frames.append(Frame(text, name=name))
        return True

    def is_open(self, name: str) -> bool:
        """Whether what is read is a part of what a command stands for."""
        return any(frame.name == name for frame in self.frames)

    def enter(self, text: str, file: str, key: str) -> None:
        """Put the text of a file before the rest."""
        self.frames.append(Frame(text, file, key))

    def set_code_sign(self, sign: str, *, is_one: bool) -> None:
        """A sign is to stand around code in a line, or no longer; a few do at most."""
        if is_one and len(self._signs) >= _MOST_SIGNS:
            return
        self._signs = self._signs | {sign} if is_one else self._signs - {sign}
        self._token = _token("".join(sorted(self._signs)))

    def end_file(self) -> None:
        """Read no more of this file."""
        while len(self.frames) > 1 and not self.frames[-1].key:
            self.frames.pop()
        self.frames[-1].place = len(self.frames[-1].text)

    def end(self) -> None:
        """Read no more."""
        del self.frames[1:]
        self.frames[0].place = len(self.frames[0].text)

    def where(self) -> tuple[str, int]:
        """The file and the line that are being read."""
        for frame in reversed(self.frames):
            if frame.key or frame is self.frames[0]:
                return frame.file, frame.line()
        return "", 0

    def after_spaces(self) -> str:
        """The next character after white space and comments, which are read; empty at the end of
        what a command stands for, or of a file."""
        while True:
            frame = self.frames[-1]
            found = _SKIPPED.match(frame.text, frame.place)
            frame.place = found.end() if found else frame.place
            if frame.place < len(frame.text) or frame.key or len(self.frames) == 1:
                return frame.text[frame.place : frame.place + 1]
            self.frames.pop()

    def peek(self) -> str:
        """The next character; empty at the end."""
        frame = self._frame()
        return frame.text[frame.place : frame.place + 1]

    @property
    def is_after_space(self) -> bool:
        """Whether white space was read last."""
        frame = self._frame()
        return frame.text[max(0, frame.place - 1) : frame.place].isspace()

    def _frame(self) -> Frame:
        """What is read next, of which something is left unless it is a file."""
        while len(self.frames) > 1 and not self.frames[-1].key:
            frame = self.frames[-1]
            if frame.place < len(frame.text):
                break
            self.frames.pop()
        return self.frames[-1]

    def take(self, character: str) -> bool:
        """Read one character after white space, if it is the next one."""
        if self.after_spaces() != character:
            return False
        self.frames[-1].place += 1
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what matches a pattern, if it does here."""
        frame = self._frame()
        found = pattern.match(frame.text, frame.place)
        frame.place = found.end() if found else frame.place
        return found

    def argument(self, *, literal: bool = False) -> str:
        """The next argument as it is written, without its braces; one token if it has none.

        One whose brace is not closed ends with its paragraph. In a ``literal`` one, such as a web
        address, a percent sign begins no comment.
        """
        start = self.after_spaces()
        if start == "{":
            frame = self.frames[-1]
            frame.place += 1
            return self._to_brace(_LITERAL_BRACE if literal else _BRACE)
        found = self.match(_ONE) if start and start != "}" else None
        return found[0].strip() if found else ""

    def option(self) -> str | None:
        """The next optional argument, without its brackets; None if there is none."""
        frame = self._frame()
        begin = frame.place
        if self.after_spaces() != "[":
            if self.frames[-1] is frame:
                frame.place = begin
            return None
        frame = self.frames[-1]
        start = frame.place + 1
        if start > frame.no_option:
            end = _end(_BRACKET, "]", frame.text, start, start + LONGEST_OPTION)
            if end >= 0:
                frame.place = end + 1
                return frame.text[start:end]
            frame.no_option = start + LONGEST_OPTION
        return None

    def _to_brace(self, pattern: re.Pattern[str]) -> str:
        """What stands before the brace that closes a group, which is read, too."""
        frame = self.frames[-1]
        start, stop = frame.place, len(frame.text)
        if "}" in frame.missing:
            stop = _paragraph_end(frame.text, start)
        end = _end(pattern, "}", frame.text, start, stop)
        if end >= 0:
            frame.place = end + 1
            return frame.text[start:end]
        frame.missing.add("}")
        frame.place = _paragraph_end(frame.text, start)
        return frame.text[start : frame.place]

    def before(self, end: re.Pattern[str]) -> tuple[str, re.Match[str]] | None:
        """What stands before the next match of `end`, which is read, too, and the match; None, and
        nothing is read, if there is none in what is left."""
        frame = self._frame()
        found = None if end.pattern in frame.missing else end.search(frame.text, frame.place)
        if not found:
            frame.missing.add(end.pattern)
            return None
        start, frame.place = frame.place, found.end()
        return frame.text[start : found.start()], found

    def formula(self) -> str | None:
        """What stands before the dollar sign that ends a formula in a paragraph, which is read,
        too; None, and nothing is read, if none does."""
        frame = self._frame()
        start, depth = frame.place, 0
        if start >= frame.no_dollar:
            for found in _DOLLAR.finditer(frame.text, start):
                mark = found[0]
                if mark == "$" and depth <= 0:
                    frame.place = found.end()
                    return frame.text[start : found.start()]
                depth += (mark == "{") - (mark == "}")
                if mark[0] == "\n":
                    break
            frame.no_dollar = _paragraph_end(frame.text, start)
        simple = _FORMULA.match(frame.text, start)
        if not simple:
            return None
        frame.place = simple.end()
        return simple[0][:-1]


def _end(pattern: re.Pattern[str], end: str, text: str, start: int, stop: int) -> int:
    """Where a brace or bracket is that is in no braces of its own; -1 if there is none."""
    depth = 0
    for found in pattern.finditer(text, start, stop):
        mark = found[0]
        if mark == end and not depth:
            return found.start()
        depth += (mark == "{") - (mark == "}")
        if depth < 0 or mark[0] == "\n":
            return -1
    return -1


def _paragraph_end(text: str, start: int) -> int:
    found = _PARAGRAPH_END.search(text, start)
    return found.start() if found else len(text)


def without_comments(text: str) -> str:
    """LaTeX without comments, and without the line ends after them."""
    return _COMMENT.sub(r"\1", text) if "%" in text else text


def is_word(text: str) -> bool:
    """Whether a text ends in a command that would go on with a letter after it."""
    return bool(_WORD.search(text))
