"""The text of a LaTeX file, and of those that it inputs; which of them begins a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from hyperdigest.read.encoding import decode
from hyperdigest.read.included_files import IncludedFiles
from hyperdigest.read.latex.names import candidates
from hyperdigest.read.latex.source import Source

_PREAMBLE = re.compile(
    r"(?:\s|%[^\n]*\n|\\(?!begin|document)[^\n]*\n)*\\document(?:class|style)(?![A-Za-z])"
)
_BODY = re.compile(r"^[^%\n]*?\\begin\s*\{document\}", re.MULTILINE)
_BODY_END = re.compile(r"^[^%\n]*?(?=\\end\s*\{document\})", re.MULTILINE)
_ENCODING = re.compile(rb"^[^%\n]*\\usepackage\s*\[([\w-]{1,20})\]\s*\{inputenc\}", re.MULTILINE)
_ENCODINGS = {"ansinew": "cp1252", "applemac": "mac_roman", "latin9": "iso8859_15"}

_DEEPEST = 100
"""Environments that are open at the same time; further ones are not looked at."""

_PARTS = re.compile(
    r"(?<!\\)%[^\n]*"
    r"|^(?P<begins>[ \t}]*(?:\\[A-Za-z@]+\*?(?:\[[^][{}%\n]*\])?(?:\{[^{}%\n]*\})*[ \t]*)*?"
    r"\\begin[ \t]*\{document\})"
    r"|^[ \t]*(?P<class>\\document(?:class|style)\b)"
    r"|\\(?P<kind>begin|end)[ \t]*\{(?P<name>[^{}\n]{1,100})\}",
    re.MULTILINE,
)


def decoded(data: bytes, encoding: str = "") -> str:
    """The text of a LaTeX file, by its own word about its encoding, or that of the main file.

    Raises ReadError as `decode`.
    """
    text = decode(data, encoding or encoding_of(data)).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoding_of(data: bytes) -> str:
    """The encoding that a LaTeX file names; empty if it names none."""
    found = _ENCODING.search(data)
    name = found[1].decode() if found else ""
    return _ENCODINGS.get(name, name)


class Inputs:
    """Puts the files that are input before the rest of a source.

    Parameters
    ----------
    path : that of the main file; None if there is none, and so no other file.
    encoding : the encoding of all files.
    """

    def __init__(self, path: Path | None, encoding: str) -> None:
        self._files = IncludedFiles(path)
        self._decoded = partial(decoded, encoding=encoding)
        self.notes = self._files.notes

    def enter(self, name: str, source: Source, folder: str = "") -> None:
        """Read the file of a name next, from a folder below that of the main file, if there is one
        to be read."""
        name = f"{folder.strip().rstrip('/')}/{name}".lstrip("/") if folder.strip() else name
        names = candidates(name)
        found = self._files.find(name, names, self._folders(source)) if names else None
        if found and not any(frame.key == str(found) for frame in source.frames):
            self._open(found, name, source)

    def _open(self, path: Path, name: str, source: Source) -> None:
        if (text := self._files.text(path, name, self._decoded)) is not None:
            source.enter(_body(text), self._files.shown(path), str(path))

    def _folders(self, source: Source) -> Iterator[Path]:
        """Where a file is looked for: beside the main file, then beside the one that inputs it."""
        if self._files.folder:
            yield self._files.folder
            yield next(Path(frame.key).parent for frame in reversed(source.frames) if frame.key)

    def code(self, name: str, source: Source) -> tuple[str, str]:
        """The text of a file that is shown as it is, and the name of the file; empty if it cannot
        be read."""
        found = self._files.find(name, (name,), self._folders(source))
        text = found and self._files.text(found, name, self._decoded)
        return (text, self._files.shown(found)) if found and text else ("", "")

    def packages(self, names: str, source: Source) -> None:
        """Read the packages of a list next that stand beside the main file, for the commands that
        they define."""
        for name in reversed(names.split(",")):
            stem = name.strip()
            if (
                stem.isprintable()
                and "/" not in stem
                and (path := self._files.beside(f"{stem}.sty"))
            ):
                self._open(path, path.name, source)


def _body(text: str) -> str:
    """The text of an input file, without the preamble that it has to be read alone."""
    begin = _BODY.search(text) if _PREAMBLE.match(text) else None
    if not begin:
        return text
    end = _BODY_END.search(text, begin.end())
    # the lines of the preamble stay, empty, so that the others keep their numbers
    return "\n" * text.count("\n", 0, begin.end()) + text[begin.end() : end.end() if end else None]


def has_preamble(text: str) -> bool:
    """Whether a document begins in a text, with a preamble before it.

    It begins on a line of its own, or after commands. What is within another environment, which
    ends after it, only shows how one begins, unless the class of the document is told before.
    """
    is_main = False
    opened: list[str] = []
    depths: list[int] = []  # of the open environments around each place where one may begin
    for found in _PARTS.finditer(text):
        name = found["name"]
        if found["begins"]:
            if is_main or not opened:
                return True
            depths.append(len(opened))
        elif found["class"]:
            is_main = is_main or not opened
        elif name == "document":
            continue
        elif found["kind"] == "begin" and len(opened) < _DEEPEST:
            opened.append(name)
        elif found["kind"] == "end" and name in opened:
            place = len(opened) - 1 - opened[::-1].index(name)
            del opened[place:]
            depths = [depth for depth in depths if depth <= place]
    return bool(depths)
