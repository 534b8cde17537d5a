"""Programs that Sphinx, minted or pandoc has colored, without the commands for colors."""

from __future__ import annotations

import re

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


def without_colors(code: str) -> str:
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
