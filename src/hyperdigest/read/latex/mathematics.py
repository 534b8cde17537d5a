"""Formulas of LaTeX as a line of text, such as ``x^2+y_(n+1)``, like those of office files."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import normalize

from hyperdigest.base.exponents import exponent_after
from hyperdigest.read.latex.source import without_comments
from hyperdigest.read.latex.symbols import ACCENTS, accented, symbol
from hyperdigest.read.mathml import COMBINING_LOW_LINE, COMBINING_OVERLINE

DEEPEST = 30
"""Groups nested deeper, as only broken files have, are left out."""

_TOKEN = re.compile(r"\\[A-Za-z@]+\*?|\\.|[{}^_&~']|\s+|[^\\{}^_&~'\s]", re.DOTALL)
_WORDS = frozenset(
    (
        *("text", "textrm", "textit", "textbf", "textsf", "texttt", "textnormal", "textsc"),
        *("mbox", "hbox", "fbox", "intertext", "shortintertext", "emph"),
    )
)
_LETTERS = frozenset(
    (
        *("mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathscr", "mathfrak", "bm"),
        *("boldsymbol", "mathnormal", "operatorname", "operatorname*", "ensuremath", "boxed"),
        *("mathop", "mathbin", "mathrel", "mathord", "mathopen", "mathclose", "mathinner", "pmb"),
        *("smash", "underbrace", "overbrace", "mathds", "mathbbm", "substack", "cancel", "textup"),
        *("mathclap", "mathrlap", "mathllap", "ce", "num", "unit", "si", "underline"),
    )
)
"""Commands that only change how their argument looks, or are taken so."""

_MARKS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": COMBINING_OVERLINE,
    "tilde": "\u0303",
    "overline": COMBINING_OVERLINE,
    "widetilde": "\u0303",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
    "underbar": COMBINING_LOW_LINE,
    "overrightarrow": "\u20d7",
}
"""The combining marks of the accents of formulas."""

_DOUBLE = {
    **dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    **{letter: chr(0x1D538 + ord(letter) - ord("A")) for letter in "ABDEFGIJKLMOSTUVWXY"},
    "1": "𝟙",
}
_FRACTIONS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"), "/"),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "¦"),
}
_LEFT_OUT = {
    **dict.fromkeys(("label", "vspace", "hspace", "hspace*", "phantom", "hphantom", "color"), 1),
    **dict.fromkeys(("vphantom", "mspace", "raisebox", "stepcounter"), 1),
    **dict.fromkeys(("colorbox", "cline", "overset", "stackrel", "end", "ref", "eqref", "cite"), 1),
    **dict.fromkeys(("setlength", "addtocounter", "setcounter", "rule", "arraycolsep"), 2),
}
"""Commands whose first arguments, so many, are no part of a formula."""

_RELATIONS = frozenset("=<>≤≥≠≈≡∼∝∈∉⊂⊆⊃⊇→←↔⇒⇐⇔⟹⟺≪≫≜↦⟶≔≺≻⪯⪰≅≃⊨⊢×∪∩∖±∧∨")
"""Signs with spaces around them, unless they are in a group."""

_ROW_ENDS = (r"\\", r"\cr")
_NO_SIZE = re.compile(r"(?:[bB]ig{1,2}[lrm]?|left|right|middle)\Z")
_ORDINALS = ("st", "nd", "rd", "th")
_ENDS = (",", ";", ".", ":")


def in_line(formula: str, before: str = "") -> str:
    """A formula, without dollar signs and with its own commands replaced, as a line of text.

    `before` is the text before it: an exponent may follow a number in it.
    """
    reader = _Formula(_TOKEN.findall(without_comments(formula)))
    text = reader.group("", before=before.rstrip() if formula.lstrip().startswith("^") else "")
    return " ".join(text.split())


class _Formula:
    """Reads the tokens of a formula."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens, self._place = tokens, 0
        self._depth = 0
        self._in_words = False

    def group(self, end: str, between: str = "", before: str = "") -> str:
        """The text up to a sign `end`, or to the end of the formula, that follows the text
        `before`; cells have `between` between them."""
        self._depth += 1
        rows, parts = list[str](), [before]
        while self._place < len(self._tokens):
            sign = self._tokens[self._place]
            self._place += 1
            if sign == end:
                break
            if sign in _ROW_ENDS:
                self._skip_option()
                rows.append("".join(parts))
                parts = [""]
            elif sign == "&":
                parts[-1] = parts[-1].rstrip()
                parts.append(between)
            else:
                self._add(sign, parts)
        self._depth -= 1
        rows.append("".join(parts))
        rows[0] = rows[0][len(before) :]
        return _joined(rows, "; " if between else ", ")

    def _add(self, sign: str, parts: list[str]) -> None:
        """Append what a sign stands for, with its arguments, to the parts of a line."""
        if sign in ("^", "_"):
            parts.append(self._script(sign, parts))
        elif sign.startswith("\\"):
            self._command(sign[1:], parts)
        elif sign == "{":
            parts.append(self._nested())
        elif sign == "'":
            parts.append("’" if self._in_words else "′")
        elif sign.isspace() or sign == "~":
            parts.append(" ")
        elif sign != "}":
            parts.append(self._spaced(sign))

    def _spaced(self, sign: str) -> str:
        return f" {sign} " if self._depth == 1 and sign in _RELATIONS else sign

    def _nested(self) -> str:
        """The group that was begun by the last sign; empty if it is nested too deep."""
        if self._depth < DEEPEST:
            return self.group("}")
        open_ = 1
        while self._place < len(self._tokens) and open_:
            sign = self._tokens[self._place]
            open_ += (sign == "{") - (sign == "}")
            self._place += 1
        return ""

    def _argument(self) -> str:
        """The next argument."""
        self._skip_spaces()
        if self._place == len(self._tokens) or self._tokens[self._place] in ("}", "&"):
            return ""
        sign = self._tokens[self._place]
        self._place += 1
        if sign == "{":
            return self._nested().strip()
        parts: list[str] = []
        self._depth += 1
        if self._depth <= DEEPEST:
            self._add(sign, parts)
        self._depth -= 1
        return "".join(parts).strip()

    def _script(self, sign: str, parts: list[str]) -> str:
        """What is below or above the parts before it."""
        text = self._argument()
        while parts and parts[-1].isspace():
            parts.pop()
        if parts:
            parts[-1] = parts[-1].rstrip()
        if sign == "^":
            if text in ("∘", "°"):
                return "°"
            if text and set(text) <= {"′", "⊺"}:
                return text
            raised = exponent_after(parts, text)
            if raised != text or text in _ORDINALS:
                return raised
        return f"{sign}{_grouped(text)}" if text else ""

    def _command(self, name: str, parts: list[str]) -> None:
        if form := _FORMS.get(name):
            parts.append(form(self))
        elif name in _WORDS:
            self._skip_spaces()
            parts.append(self._words())
        elif name in _LETTERS:
            self._skip_option()
            parts.append(self._apart(name, parts, self._argument()))
        elif name == "mathbb":
            letters = self._argument()
            parts.append(_DOUBLE.get(letters, letters))
        elif name in _MARKS:
            base = _grouped(self._argument())
            parts.append(normalize("NFC", f"{base}{_MARKS[name]}") if base else "")
        elif sign := _FRACTIONS.get(name):
            above, below = _grouped(self._argument()), _grouped(self._argument())
            parts.append(f"{above}{sign}{below}" if below else above)
        elif name in _LEFT_OUT:
            for _ in range(_LEFT_OUT[name]):
                self._argument()
        elif _NO_SIZE.match(name):
            self._skip_spaces()
            if self._place < len(self._tokens) and self._tokens[self._place] == ".":
                self._place += 1
        elif name in ACCENTS and not name.isalpha() and name not in "^~=":
            parts.append(" " if name == "." else accented(name, self._argument()))
        else:
            self._sign(name, parts)

    def _sign(self, name: str, parts: list[str]) -> None:
        """Append a symbol, or the name of a function or of a command that is not known."""
        shown = symbol(name.rstrip("*"))
        if shown is None:
            return
        if len(shown) > 1 and shown.isascii() and shown.replace(" ", "").isalpha():
            parts.append(self._apart(name, parts, shown))
        else:
            parts.append(self._spaced(shown))
            if not shown.isalnum() and shown.strip():
                self._skip_spaces()

    def _apart(self, name: str, parts: list[str], word: str) -> str:
        """The name of a function or the like, with spaces between it and letters beside it."""
        is_word = len(word) > 1 and word.replace(" ", "").isalpha()
        if not is_word or name not in ("operatorname", "operatorname*", "mathrm", word):
            return word
        before = parts[-1][-1:] if parts else ""
        after = self._tokens[self._place] if self._place < len(self._tokens) else ""
        first = " " * (before.isalnum() or before == ")")
        second = " " * (after.isalnum() or (after[:1] == "\\" and after[1:2].isalpha()))
        return f"{first}{word}{second}"

    def _words(self) -> str:
        """An argument that is text: formulas in it lose their dollar signs."""
        if self._place == len(self._tokens) or self._tokens[self._place] != "{":
            return self._argument()
        self._place += 1
        self._depth, self._in_words = self._depth + 1, True
        before = self._place
        text = self._nested().replace("$", "")
        written = "".join(self._tokens[before : self._place]).removesuffix("}")
        text = f"{' ' * written[:1].isspace()}{text}{' ' * written[-1:].isspace()}"
        self._depth, self._in_words = self._depth - 1, False
        return text

    def _skip_spaces(self) -> None:
        while self._place < len(self._tokens) and self._tokens[self._place].isspace():
            self._place += 1

    def _skip_option(self) -> str:
        """Read an optional argument that comes next."""
        if self._place == len(self._tokens) or self._tokens[self._place] != "[":
            return ""
        for end in range(self._place + 1, min(self._place + 40, len(self._tokens))):
            if self._tokens[end] == "]":
                inside = "".join(self._tokens[self._place + 1 : end])
                self._place = end + 1
                return inside
        return ""

    def root(self) -> str:
        degree = self._skip_option()
        return f"{degree}√{_grouped(self._argument())}"

    def begin(self) -> str:
        """An environment: the rows of a matrix with their cells, or lines below each other."""
        name = self._argument()
        starts = self._skip_option()
        if self._depth >= DEEPEST:
            return starts
        columns = ""
        if name in ("array", "alignedat", "subarray", "tabular"):
            columns = self._argument()
        is_matrix = name in _MATRICES and "".join(columns.split()) not in _ALIGNED
        inside = self.group(r"\end", ", " if is_matrix or name == "cases" else "")
        if self._tokens[self._place - 1] == r"\end":
            self._argument()
        left, right = _MATRICES.get(name, ("", ""))
        return f"{left}{inside}{right}" if name != "cases" else f"{{ {inside}"

    def below(self) -> str:
        """Something with what is set below it."""
        below, base = self._argument(), self._argument()
        return f"{base}_{_grouped(below)}"

    def tag(self) -> str:
        return f" ({self._argument()})"

    def negated(self) -> str:
        text = self._argument()
        return {"=": " ≠ ", "∈": " ∉ ", "⊂": " ⊄ ", "≡": " ≢ "}.get(text, f"¬{text}")

    def row_end(self) -> str:
        return " "

    def modulus(self) -> str:
        return f" (mod {self._argument()})"

    def arrow(self) -> str:
        above = self._argument()
        return f" →^{_grouped(above)} " if above else " → "

    def colored(self) -> str:
        self._skip_option()
        self._argument()
        return self._argument()


_MATRICES = {
    **dict.fromkeys(("matrix", "smallmatrix", "bmatrix"), ("[", "]")),
    **dict.fromkeys(("array", "tabular"), ("", "")),
    "pmatrix": ("(", ")"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "Bmatrix": ("{", "}"),
}
_ALIGNED = frozenset(("rcl", "lcl", "rl", "lll", "@{}rcl@{}", "rclcl"))
"""The columns of arrays that are formulas below each other."""

_FORMS: dict[str, Callable[[_Formula], str]] = {
    "sqrt": _Formula.root,
    "begin": _Formula.begin,
    "underset": _Formula.below,
    "tag": _Formula.tag,
    "tag*": _Formula.tag,
    "not": _Formula.negated,
    "tabularnewline": _Formula.row_end,
    "pmod": _Formula.modulus,
    "xrightarrow": _Formula.arrow,
    "textcolor": _Formula.colored,
}


def _grouped(text: str) -> str:
    """A part of a formula, in parentheses unless it is one name or number."""
    is_one = text.isalpha() or text.isdecimal() or len(text) < 2
    return text if is_one or (len(text) == 2 and _is_mark(text[1])) else f"({text})"


def _is_mark(character: str) -> bool:
    return character in _MARKS.values() or character == "′"


def _joined(rows: list[str], between: str) -> str:
    """The lines of a formula in one, with a sign between those that end in none."""
    text = ""
    for row in filter(None, (row.strip() for row in rows)):
        text += (" " if text.endswith(_ENDS) else between) * bool(text) + row
    return text
