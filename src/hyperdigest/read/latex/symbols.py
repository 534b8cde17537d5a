"""What the commands of LaTeX for letters, signs and accents stand for."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    '"': "\u0308",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
    "b": "\u0331",
    "d": "\u0323",
    "t": "\u0361",
}
"""The combining characters of the accents over and below letters of text."""

ACCENTS = frozenset(_ACCENTS)

_SPACES = (
    *(" ", "\n", "\t", ",", ";", ":", ">", "quad", "qquad", "enspace", "enskip", "space", "hfil"),
    *("thinspace", "medspace", "thickspace", "nobreakspace", "hfill", "dotfill", "hrulefill"),
)
_NOTHING = (*"!/-@+<()[]", "qed", "qedhere", "displaystyle", "textstyle", "scriptstyle")
_NAMED_UNITS = (
    "pico=p nano=n micro=µ milli=m centi=c deci=d hecto=h kilo=k mega=M giga=G tera=T per=/ "
    "metre=m meter=m gram=g second=s minute=min hour=h ampere=A kelvin=K mole=mol candela=cd "
    "litre=l liter=l newton=N pascal=Pa joule=J watt=W volt=V ohm=Ω hertz=Hz coulomb=C "
    "farad=F tesla=T weber=Wb henry=H lumen=lm lux=lx becquerel=Bq sievert=Sv gray=Gy "
    "electronvolt=eV tonne=t hectare=ha decibel=dB kilogram=kg squared=² cubed=³ "
    "degreeCelsius=°C"
)
"""The prefixes and units of the package siunitx."""

_OWN = {
    **dict(pair.split("=") for pair in _NAMED_UNITS.split()),
    **dict.fromkeys(_SPACES, " "),
    **dict.fromkeys(_NOTHING, ""),
    **{name: name for name in ("TeX", "LaTeX", "BibTeX", "XeTeX", "XeLaTeX", "LuaTeX", "LuaLaTeX")},
    "LaTeXe": "LaTeX2e",
    "pdfLaTeX": "pdfLaTeX",
    "pdfTeX": "pdfTeX",
    "SS": "SS",
    "%": "%",
    "textasciicircum": "^",
    "textbar": "|",
    "textless": "<",
    "textgreater": ">",
    "slash": "/",
    "lbrack": "[",
    "rbrack": "]",
    "lq": "‘",
    "rq": "’",
    "|": "‖",
    "colon": ":",
    "degree": "°",
    "glqq": "„",
    "grqq": "“",
    "glq": "‚",
    "grq": "‘",
    "flqq": "«",
    "frqq": "»",
    "euro": "€",
    "og": "« ",
    "fg": " »",
    "copyright": "©",
    "checkmark": "✓",
    "cmark": "✓",
    "xmark": "✗",
    "gets": "←",
    "iff": "⟺",
    "implies": "⟹",
    "impliedby": "⟸",
    "ne": "≠",
    "land": "∧",
    "lor": "∨",
    "coloneqq": ":=",
    "bmod": "mod",
    "argmax": "argmax",
    "argmin": "argmin",
    "imath": "ı",
    "jmath": "ȷ",
    "hbar": "ℏ",
    "phi": "φ",
    "blacksquare": "■",
    "prime": "′",
    "dotsb": "⋯",
    "dotsm": "⋯",
    "dotsi": "⋯",
    "celsius": "°C",
    "percent": "%",
    "lt": "<",
    "gt": ">",
    "intercal": "⊺",
    "bot": "⊥",
    "mathellipsis": "…",
    "newline": " ",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textunderscore": "_",
    "bslash": "\\",
    "hyp": "-",
    "ndash": "–",
    "mdash": "—",
    "Dash": "—",
    "AmS": "AMS",
    "eTeX": "eTeX",
    "MF": "METAFONT",
    "KOMAScript": "KOMA-Script",
    "sarg": "*",
    "today": "",
    "S": "§",
    "P": "¶",
}
"""Beside the symbols that pylatexenc knows, or other than in it."""

_LIGATURES = re.compile(r"---?|``|''|[`'~]")
_JOINED = {"--": "–", "---": "—", "``": "“", "''": "”", "`": "‘", "'": "’", "~": " "}
_GERMAN = re.compile(r"\"([aouAOUsz`'=~\-|])")
_GERMAN_SIGNS = {
    "a": "ä",
    "o": "ö",
    "u": "ü",
    "A": "Ä",
    "O": "Ö",
    "U": "Ü",
    "s": "ß",
    "z": "ß",
    "`": "„",
    "'": "“",
    "=": "-",
    "~": "-",
    "-": "",
    "|": "",
}


@cache
def symbol(name: str) -> str | None:
    """What a command without arguments prints; None if it is not known to print anything."""
    if name in _OWN:
        return _OWN[name]
    shown = getattr(_known().get_macro_spec(name), "simplify_repl", None)
    return shown if isinstance(shown, str) and shown and "%" not in shown else None


@cache
def _known() -> Any:
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()


def accented(accent: str, letter: str) -> str:
    """A letter with an accent of `ACCENTS`, given by the name of its command."""
    base = {"\\i": "i", "\\j": "j"}.get(letter.strip(), letter.strip())
    if base.startswith("\\"):
        base = symbol(base[1:].strip()) or ""
    if accent == "t":
        return base
    return unicodedata.normalize("NFC", base[:1] + _ACCENTS[accent] * bool(base) + base[1:])


def printed(text: str, *, german: bool = False) -> str:
    """Text without commands as it is printed: with quotation marks and dashes."""
    if german and '"' in text:
        text = _GERMAN.sub(lambda found: _GERMAN_SIGNS[found[1]], text)
    return _LIGATURES.sub(lambda found: _JOINED[found[0]], text)
