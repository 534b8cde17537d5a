"""Numbers and dates as a spreadsheet shows them: by the codes of number formats.

A code such as ``#,##0.00;[Red]-#,##0.00`` has up to four sections: for positive and negative
numbers, for zero, and for text. What cannot be shown by its code is shown plainly, as is a number
whose code hides all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache, partial
from itertools import takewhile
from math import isfinite

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: "$#,##0;-$#,##0", 6: "$#,##0;-$#,##0", 7: "$#,##0.00;-$#,##0.00", 8: "$#,##0.00;-$#,##0.00",
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm",
    37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
    41: "#,##0;(#,##0);-", 42: "$#,##0;$(#,##0);$-",
    43: "#,##0.00;(#,##0.00);-", 44: "$#,##0.00;$(#,##0.00);$-",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The codes by the ids that every file may use. A date in the short form of the reader's country,
which the file does not name, is shown as 2026-11-22."""

_EAST_ASIAN_DATES = (*range(27, 37), *range(50, 59))
BUILT_IN.update(dict.fromkeys(_EAST_ASIAN_DATES, "yyyy-mm-dd"))

LONGEST_CODE = 255
"""In characters; spreadsheet programs allow no longer ones."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.?)|_(?P<space>.?)|\*(?P<fill>.?)|\[(?P<bracket>[^\]]*)\]?'
    r"|(?P<general>Generale?|Standard\w*|Standaard|Est[aá]ndar|Geral|Основной|G/[標通]\w+)"
    r"|(?P<noon>AM/PM|A/P)|(?P<part>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+)"
    r"|(?P<exponent>[eE][+-])|(?P<sign>.)",
    re.DOTALL | re.IGNORECASE,
)
_SECTION = re.compile(r'(?:"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?|[^;])*', re.DOTALL)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_LAST_DAY = 2_958_466
"""The first number after 9999-12-31, the last date."""

_MOST_DIGITS = 100
"""Digits of a number that are shown by a code; one with more is shown plainly."""

Token = tuple[str, str]
"""The kind of a part of a code, and its text."""


Shown = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class _Section:
    """A part of a code: its tokens, and the comparison that tells which numbers it is for."""

    tokens: Sequence[Token]
    condition: tuple[str, float] | None

    @property
    def is_of_text(self) -> bool:
        return ("sign", "@") in self.tokens

    def fits(self, value: float) -> bool:
        """Whether its comparison holds for a number."""
        sign, limit = self.condition or ("", 0.0)
        return (
            (sign in ("<=", ">=", "=") and value == limit)
            or (sign in ("<", "<=", "<>") and value < limit)
            or (sign in (">", ">=", "<>") and value > limit)
        )

    def compiled(self, first_year: int) -> Shown:
        """The function that shows numbers by this section."""
        if self.is_of_text:
            return lambda value: _filled(self.tokens, plain_number(value))
        if any(kind in ("part", "elapsed", "noon") for kind, _ in self.tokens):
            return lru_cache(1024)(partial(_date, self.tokens, first_year))
        return _simple(self.tokens) or partial(_number, self.tokens)


@lru_cache(4096)
def number_format(code: str, first_year: int = 1900) -> Shown:
    """A function that shows numbers by a code; days are counted from 1900 or 1904."""
    by_section = _by_section(_sections(code[:LONGEST_CODE]), first_year)

    def shown(value: float) -> str:
        with suppress(ValueError, OverflowError, ArithmeticError, IndexError):
            return " ".join(by_section(value).split())
        return plain_number(value)

    return shown


def _by_section(sections: Sequence[_Section], first_year: int) -> Shown:
    """A function that shows each number by the section that is for it."""
    numbers = [each for each in sections[:3] if not each.is_of_text] or [sections[0]]
    if not any(each.tokens for each in numbers):
        return plain_number
    show = [each.compiled(first_year) for each in numbers]
    if any(each.condition for each in numbers):
        others = [n for n, each in enumerate(numbers) if each.condition is None]
        rest = others[-1] if others else len(numbers) - 1

        def by_condition(value: float) -> str:
            own = (n for n, each in enumerate(numbers) if each.condition and each.fits(value))
            number = next(own, rest)
            has_own_sign = number > 0 and numbers[number].condition is not None
            return show[number](abs(value) if has_own_sign else value)

        return by_condition
    if len(show) == 1:
        return show[0]
    positive, negative, zero = show[0], show[1], show[2] if len(show) > 2 else show[0]
    return lambda value: (
        positive(value) if value > 0 else negative(-value) if value < 0 else zero(value)
    )


@lru_cache(4096)
def text_format(code: str) -> Callable[[str], str]:
    """A function that shows texts by a code, which may add words to them."""
    own = next((each for each in _sections(code[:LONGEST_CODE]) if each.is_of_text), None)
    if own is None or all(kind not in ("literal", "sign") or t == "@" for kind, t in own.tokens):
        return str
    return lambda text: _filled(own.tokens, text).strip()


def _filled(tokens: Sequence[Token], text: str) -> str:
    """What a section of text adds to a text, with it."""
    return "".join(text if token == ("sign", "@") else token[1] for token in tokens)


def plain_number(value: float) -> str:
    """A number in up to ten digits, and all digits of a whole one, such as the number of an item.

    Very large and very small numbers are shown with an exponent.
    """
    if not isfinite(value):
        return str(value)
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    shown = f"{value:.10g}"
    mantissa, _, exponent = shown.partition("e")
    return f"{mantissa}E{exponent[0]}{exponent[1:].zfill(2)}" if exponent else mantissa


def _sections(code: str) -> list[_Section]:
    """The sections of a code, at least one."""
    texts, start = [], 0
    while start <= len(code):
        found = _SECTION.match(code, start)
        texts.append(found[0] if found else "")
        start += len(texts[-1]) + 1
    return [_section(text) for text in texts]


def _section(text: str) -> _Section:
    tokens: list[Token] = []
    condition = None
    for found in _TOKEN.finditer(text):
        kind, token = found.lastgroup or "quoted", found[0]
        if kind in ("quoted", "escaped"):
            tokens.append(("literal", found[kind] or ""))
        elif kind == "space":
            tokens.append(("literal", " "))
        elif kind == "bracket":
            inner = found["bracket"]
            if compared := _CONDITION.fullmatch(inner.strip()):
                condition = compared[1], float(compared[2])
            elif inner.startswith("$"):
                tokens.append(("literal", inner[1:].rpartition("-")[0] or inner[1:].split("-")[0]))
            elif inner.lower().strip("hms") == "" and len(set(inner.lower())) == 1:
                tokens.append(("elapsed", inner.lower()))
        elif kind == "part":
            tokens.append(("part", token.lower()))
        elif kind != "fill":
            tokens.append((kind, token))
    return _Section(_with_minutes(tokens), condition)


def _with_minutes(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with ``m`` as minutes next to hours or seconds, and ``0`` after seconds as their
    fraction."""
    found: list[Token] = []
    parts = [n for n, token in enumerate(tokens) if token[0] in ("part", "elapsed")]
    for number, (kind, text) in enumerate(tokens):
        if (kind, text[:1]) == ("part", "m") and len(text) < 3:
            place = parts.index(number)
            before = tokens[parts[place - 1]][1][0] if place else ""
            after = tokens[parts[place + 1]][1][0] if place + 1 < len(parts) else ""
            kind = "minutes" if before == "h" or after == "s" else kind
        elif kind == "sign" and text == "0" and found and found[-1][0] == "fraction":
            found[-1] = ("fraction", found[-1][1] + "0")
            continue
        elif kind == "sign" and text in ".," and found and found[-1][1][:1] == "s":
            kind, text = "fraction", ""
        found.append((kind, text))
    return found


def _date(tokens: Sequence[Token], first_year: int, value: float) -> str:
    """A number of days as a date, a time, or a duration."""
    digits = max((len(text) for kind, text in tokens if kind == "fraction"), default=0)
    has_seconds = any(kind in ("part", "elapsed") and text[0] == "s" for kind, text in tokens)
    is_duration = any(kind == "elapsed" for kind, _ in tokens)
    if not (0 <= value < _LAST_DAY or (is_duration and abs(value) < _LAST_DAY)):
        raise ValueError("not a date")
    unit = 10**digits if has_seconds else 1
    ticks = round(abs(Decimal(repr(value))) * 86_400 * unit)  # parts of a second
    seconds = ticks // unit
    epoch = datetime(1904, 1, 1) if first_year == 1904 else datetime(1899, 12, 30)
    if first_year == 1900 and value < 60:
        epoch += timedelta(1)  # the program takes 1900 for a leap year
    moment = epoch + timedelta(seconds=seconds)
    has_noon = any(kind == "noon" for kind, _ in tokens)
    texts = ["-" if value < 0 else ""]
    left = seconds
    for kind, text in tokens:
        if kind == "elapsed":
            size = {"h": 3600, "m": 60, "s": 1}[text[0]]
            texts.append(str(left // size).zfill(len(text)))
            left %= size
        elif kind == "minutes":
            texts.append(str(moment.minute).zfill(len(text)))
        elif kind == "noon":
            texts.append(("AM", "PM")[moment.hour >= 12][: 1 + (len(text) > 3)])
        elif kind == "fraction":
            texts.append("." * (digits > 0) + str(ticks % unit).zfill(digits)[: len(text)])
        elif kind == "part":
            texts.append(_part_of_date(text, moment, has_noon=has_noon))
        elif kind in ("literal", "sign"):
            texts.append(text)
    return "".join(texts)


def _part_of_date(text: str, moment: datetime, *, has_noon: bool) -> str:
    letter, size = text[0], len(text)
    if letter == "y":
        return f"{moment.year:04}" if size > 2 else f"{moment.year % 100:02}"
    if letter == "m" and size > 2:
        name = _MONTHS[moment.month - 1]
        return {3: name[:3], 5: name[0]}.get(size, name)
    if letter == "d" and size > 2:
        name = _DAYS[moment.weekday()]
        return name[:3] if size == 3 else name
    hour = (moment.hour + 11) % 12 + 1 if has_noon else moment.hour
    number = {"m": moment.month, "d": moment.day, "h": hour, "s": moment.second}[letter]
    return str(number).zfill(min(size, 2))


_SIMPLE = re.compile(
    r"(?P<before>[^0#?.,/E]*)(?P<whole>#,##0|0+)(?:\.(?P<digits>0+))?(?P<after>[^0#?.,/E]*)"
)
"""A code in which each token is a letter: most codes are such."""


def _simple(tokens: Sequence[Token]) -> Shown | None:
    """A function that shows numbers by the digits of a section; None if these are not usual."""
    kinds = {"literal": "L", "exponent": "E", "general": "E"}
    found = _SIMPLE.fullmatch("".join(kinds.get(kind) or text for kind, text in tokens))
    if found is None:
        return None
    before, after = (
        "".join(text for _, text in tokens[slice(*found.span(name))])
        for name in ("before", "after")
    )
    decimals = len(found["digits"] or "")
    fewest = 1 if "," in found["whole"] else len(found["whole"])
    width = fewest + decimals + (decimals > 0)
    comma = "," if "," in found["whole"] else ""
    unit, factor = Decimal(1).scaleb(-decimals), 100 ** found[0].count("%")

    def shown(value: float) -> str:
        number = Decimal(repr(value))
        rounded = (number * factor if factor > 1 else number).quantize(unit, ROUND_HALF_UP)
        minus = "-" if rounded < 0 else ""
        return f"{minus}{before}{format(abs(rounded), comma + 'f').zfill(width)}{after}"

    return shown


def _number(tokens: Sequence[Token], value: float) -> str:
    """A number by the digits of a section."""
    if any(kind == "general" for kind, _ in tokens):
        return "".join(
            plain_number(value) if kind == "general" else text
            for kind, text in tokens
            if kind in ("general", "literal", "sign")
        )
    signs = [text for kind, text in tokens if kind == "sign"]
    places = [n for n, (kind, text) in enumerate(tokens) if kind == "sign" and text in "0#?"]
    if not places:
        return "".join(text for kind, text in tokens if kind in ("literal", "sign"))
    minus = "-" if value < 0 else ""
    number = abs(Decimal(repr(value)))
    if "/" in signs:
        return minus + _fraction(number, tokens)
    number *= 100 ** signs.count("%")
    if any(kind == "exponent" for kind, _ in tokens):
        return minus + _with_exponent(number, tokens)
    if number.adjusted() > _MOST_DIGITS:
        raise ValueError("too large")
    shown = _digits(number, tokens)
    return shown if minus and not any(map("123456789".__contains__, shown)) else minus + shown


def _digits(number: Decimal, tokens: Sequence[Token]) -> str:
    """A number that is not negative, digit by digit."""
    signs = [(kind, text) for kind, text in tokens if kind in ("literal", "sign")]
    dot = signs.index(("sign", ".")) if ("sign", ".") in signs else len(signs)
    places = [n for n, (kind, text) in enumerate(signs) if kind == "sign" and text in "0#?"]
    whole_places = [place for place in places if place < dot]
    decimals = len(places) - len(whole_places)
    last = whole_places[-1] if whole_places else -1
    for end in {last, places[-1]}:
        scaled = takewhile(("sign", ",").__eq__, signs[end + 1 :])
        number /= 1000 ** sum(1 for _ in scaled)
    commas = [n for n, sign in enumerate(signs[:last]) if sign == ("sign", ",")]
    by_thousands = any(n > whole_places[0] for n in commas) if whole_places else False
    rounded = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:f}".partition(".")
    whole = whole.lstrip("0")
    texts: list[str] = []
    digits = list(whole)
    count = 0

    def digit(sign: str) -> None:
        nonlocal count
        if not digits and sign == "#":
            return
        if by_thousands and count and count % 3 == 0:
            texts.append(",")
        texts.append(digits.pop() if digits else {"0": "0", "?": " "}[sign])
        count += 1

    for n in range(min(dot, len(signs)) - 1, -1, -1):
        kind, text = signs[n]
        if n in whole_places:
            digit(text)
            while n == whole_places[0] and digits:
                digit(text)
        elif kind == "literal" or text != ",":
            texts.append(text[::-1])
    before = "".join(texts)[::-1]
    if not whole_places and digits:
        before += whole
    after: list[str] = []
    kept = len(fraction.rstrip("0"))
    number_of_digit = 0
    for n in range(dot + 1, len(signs)):
        kind, text = signs[n]
        if n in places:
            if text == "0" or number_of_digit < kept:
                after.append(fraction[number_of_digit])
            number_of_digit += 1
        elif kind == "literal" or text != ",":
            after.append(text)
    has_digits = any(map(str.isdigit, after[:1]))
    return before + ("." if has_digits else "") + "".join(after)


def _with_exponent(number: Decimal, tokens: Sequence[Token]) -> str:
    """A number with an exponent, which is a multiple of the digits before its point."""
    place = next(n for n, (kind, _) in enumerate(tokens) if kind == "exponent")
    mantissa, rest = tokens[:place], tokens[place + 1 :]
    signs = [text for kind, text in mantissa if kind == "sign"]
    whole = sum(sign in "0#?" for sign in "".join(signs).partition(".")[0])
    decimals = sum(sign in "0#?" for sign in "".join(signs).partition(".")[2])
    size = max(whole, 1)
    exponent = number.adjusted() // size * size if number else 0
    scaled = number.scaleb(-exponent)
    if scaled.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) >= 10**size:
        exponent += size
        scaled = number.scaleb(-exponent)
    width = sum(kind == "sign" and text in "0#?" for kind, text in rest)
    sign = "-" if exponent < 0 else "+" if tokens[place][1][1] == "+" else ""
    return f"{_digits(scaled, mantissa)}E{sign}{str(abs(exponent)).zfill(width)}"


def _fraction(number: Decimal, tokens: Sequence[Token]) -> str:
    """A number as a fraction: ``2 1/3``, or ``7/3`` if the code has no place for a whole number."""
    code = "".join(text for kind, text in tokens if kind in ("sign", "literal"))
    found = re.search(r"(?P<whole>[0#?]+\s+)?[0#?]+\s*/\s*(?P<below>[0#?]+|\d+)", code)
    if found is None:
        raise ValueError("no fraction")
    below = found["below"]
    exact = Fraction(number)
    if below.strip("0#?"):
        fraction = Fraction(round(exact * int(below)), int(below))
        denominator = int(below)
    else:
        fraction = exact.limit_denominator(10 ** min(len(below), 5) - 1)
        denominator = fraction.denominator
    numerator = int(fraction * denominator)
    whole = ""
    if found["whole"]:
        part, numerator = divmod(numerator, denominator)
        whole = f"{part} " if part or not numerator else ""
    shown = f"{whole}{numerator}/{denominator}" if numerator or not whole else whole
    return code[: found.start()] + shown + code[found.end() :]
