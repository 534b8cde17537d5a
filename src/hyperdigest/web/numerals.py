"""Whole numbers as they are written in addresses."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request

DIGITS = 9
"""More than anything here counts to; turning very long numerals into numbers fails."""


def number_in(text: str) -> int | None:
    """The whole number that a text is; None where it is none, or longer than `DIGITS`."""
    written = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if written else None


def whole_in(request: Request, name: str, default: int) -> int:
    """A whole number in the query of a request; `default` where there is none."""
    number = number_in(request.query_params.get(name, ""))
    return default if number is None else number


class NumberConvertor(Convertor[int]):
    """A part of a path, ``{number:number}``, that is a whole number."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def convert(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number as it is written."""
        return str(value)


register_url_convertor("number", NumberConvertor())
