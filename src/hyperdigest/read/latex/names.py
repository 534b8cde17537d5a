"""The names of the files that a LaTeX file inputs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hyperdigest.file_formats import BY_KIND

_COMMENT = re.compile(rb"(?<!\\)%[^\n]*")
_INPUT = re.compile(
    rb"\\(?:(?:input|include|subfile|subfileinclude)(?![A-Za-z@])"
    rb"|(?:sub)?(?:import|inputfrom|includefrom)\s*\{(?P<folder>[^{}\n]{0,200})\})"
    rb"\s*(?:\{(?P<name>[^{}\n]{1,200})\}|(?P<bare>[^\s{}\\%]{1,200}))"
)
_SUFFIX = re.compile(r"\.[A-Za-z]{1,4}")


def candidates(name: str) -> tuple[str, ...]:
    """The names that a file may have which is input by a name; none if it is no LaTeX file."""
    name = name.strip().strip('"')
    if not name or any(sign in name for sign in "\0\\#{}|"):
        return ()
    suffix = os.path.splitext(name)[1]  # noqa: PTH122 (the name may be anything)
    if suffix.lower() in BY_KIND["latex"].suffixes:
        return (name,)
    return () if _SUFFIX.fullmatch(suffix) else (f"{name}.tex", name)


def inputs_in(data: bytes) -> Iterator[str]:
    """The names that the files that a LaTeX file inputs may have."""
    for found in _INPUT.finditer(_COMMENT.sub(b"", data)):
        folder = os.fsdecode(found["folder"] or b"").strip()
        for name in candidates(os.fsdecode(found["name"] or found["bare"])):
            yield f"{folder}/{name}" if folder else name
