"""Sessions in a terminal: commands, each after a prompt, with what they print below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hyperdigest.split.code_signs import is_root_command, prompt_of

_LINE = re.compile(r"[ \t]*(?P<words>[^\n]*)(?:\n|\Z)")
_LEFT_OUT = re.compile(r"\#[ ]\W?(?:\.\.+|…)\W?\Z")
_PROMPT_OF_PROGRAM = re.compile(r"[a-z][\w.-]{0,19}(?::[~/][\w./~-]{0,60})?(?:=?[>#]|\$)(?=[ ]\S)")


class Entry(NamedTuple):
    """A command of a session: where it begins and ends, and where what it prints ends."""

    start: int
    end_of_command: int
    end: int


def entries_of(code: str) -> Sequence[Entry]:
    """The commands of some code in their order; none if it is no session.

    What is before the first prompt is in none.
    """
    lines = [line for line in _LINE.finditer(code) if line[0]]
    prompts = _prompts([line["words"] for line in lines])
    found: list[Entry] = []
    is_command = goes_on = False
    prompt = ""
    for line, own in zip(lines, prompts, strict=True):
        words = line["words"].rstrip()
        if own:
            prompt, is_command = own, True
            found.append(Entry(line.start("words"), line.end(), line.end()))
        elif found:
            is_command &= goes_on or words.startswith("..." if prompt == ">>>" else "> ")
            last = found[-1]
            end_of_command = line.end() if is_command else last.end_of_command
            found[-1] = last._replace(end_of_command=end_of_command, end=line.end())
        goes_on = words.endswith("\\")
    return found


def _prompts(lines: Sequence[str]) -> Sequence[str]:
    """The prompt of each line, empty if it has none.

    The sign ``#`` and the name of a program or a computer are prompts only if the first line has
    them, and ``#`` only if it is before a command wherever it begins a line: in a script it is
    before comments.
    """
    shells = list(map(prompt_of, lines))
    if any(shells):
        return shells
    if lines and is_root_command(lines[0], introduced=True):
        signed = [line if line.startswith("#") else "" for line in lines]
        is_script = not all(map(_is_command, filter(None, signed)))
        return [""] * len(lines) if is_script else ["#" * bool(line) for line in signed]
    program = _PROMPT_OF_PROGRAM.match(lines[0]) if lines else None
    own = program[0] if program else ""
    return [own if own and line.startswith(f"{own} ") else "" for line in lines]


def _is_command(line: str) -> bool:
    """Whether a line that begins with ``#`` is no comment; a command may be left out after it."""
    return is_root_command(line, introduced=True) or _LEFT_OUT.match(line) is not None
