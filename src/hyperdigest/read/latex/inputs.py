"""The files that a LaTeX file inputs: those of its folder or below it, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from hyperdigest.base.text import counted, printable, some_names
from hyperdigest.errors import ReadError
from hyperdigest.read.content import LARGEST_TEXT, read_bytes
from hyperdigest.read.encoding import decode
from hyperdigest.read.latex.source import Source
from hyperdigest.read.latex_parts import candidates
from hyperdigest.read.paths import outside

MOST_INPUTS = 1_000

_BODY = re.compile(r"^[^%\n]*?\\begin\s*\{document\}", re.MULTILINE)
_BODY_END = re.compile(r"^[^%\n]*?(?=\\end\s*\{document\})", re.MULTILINE)
_ENCODING = re.compile(rb"^[^%\n]*\\usepackage\s*\[([\w-]{1,20})\]\s*\{inputenc\}", re.MULTILINE)
_ENCODINGS = {"ansinew": "cp1252", "applemac": "mac_roman", "latin9": "iso8859_15"}


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
        self._path, self._encoding = path, encoding
        self._left = LARGEST_TEXT
        self._count = 0
        self._missing: dict[str, None] = {}
        self._outside: dict[str, None] = {}
        self._refused: dict[str, None] = {}

    def enter(self, name: str, source: Source, folder: str = "") -> None:
        """Read the file of a name next, from a folder below that of the main file, if there is one
        to be read."""
        name = f"{folder.strip().rstrip('/')}/{name}".lstrip("/") if folder.strip() else name
        names = candidates(name)
        found = self._find(name, names, source) if names else None
        if found is None or any(frame.key == str(found) for frame in source.frames):
            return
        if not self._open(found, source):
            self._refused[name] = None

    def _open(self, path: Path, source: Source) -> bool:
        """Read a file next; False if it cannot be read, or files were too many or too large."""
        try:
            text = decoded(read_bytes(path), self._encoding)
        except ReadError:
            return False
        self._count += 1
        self._left -= len(text)
        if self._count > MOST_INPUTS or self._left < 0:
            return False
        shown = path.relative_to(self._path.parent).as_posix() if self._path else path.name
        source.enter(_body(text), printable(shown), str(path))
        return True

    def packages(self, names: str, source: Source) -> None:
        """Read the packages of a list next that stand beside the main file, for the commands that
        they define."""
        for name in reversed(names.split(",")):
            if self._path and (stem := name.strip()).isprintable() and "/" not in stem:
                path = self._path.parent / f"{stem}.sty"
                if not outside(path, self._path.parent) and path.is_file():
                    self._open(path, source)

    def _find(self, given: str, names: tuple[str, ...], source: Source) -> Path | None:
        """The file of one of some names, beside the main file or the file that inputs it."""
        if self._path is None:
            self._missing[given] = None
            return None
        main = self._path.parent
        current = next((Path(f.key).parent for f in reversed(source.frames) if f.key), main)
        leads_out = False
        for folder in dict.fromkeys((main, current)):
            for name in names:
                path = folder / name
                if outside(path, main):
                    leads_out = True
                elif path.is_file():
                    return path
        (self._outside if leads_out else self._missing)[given] = None
        return None

    def notes(self) -> tuple[str, ...]:
        """Messages about the files that were not read."""
        return tuple(
            f"inputs {counted(len(names), 'file')} {why}: {some_names(list(names))}"
            for names, why in (
                (self._missing, "not found beside it"),
                (self._outside, "outside of its folder, which is not read"),
                (self._refused, "that cannot be read, or are too many"),
            )
            if names
        )


def _body(text: str) -> str:
    """The text of an input file, without the preamble that it has to be read alone."""
    begin = _BODY.search(text)
    if not begin:
        return text
    end = _BODY_END.search(text, begin.end())
    # the lines of the preamble stay, empty, so that the others keep their numbers
    return "\n" * text.count("\n", 0, begin.end()) + text[begin.end() : end.end() if end else None]
