"""Text without its markup: tags, addresses and the syntax of Markdown as spaces."""

from __future__ import annotations

import re

from hyperdigest.base.readable import readable, with_covered
from hyperdigest.base.struck import has_struck_out, struck_out
from hyperdigest.split.scripts import CJK

NOT_IN_ADDRESS = rf"\s<>\"\u3000-\u303f\uff00-\uffef{CJK}"
"""Character class of what ends a web address: in Chinese and Japanese no space follows it."""

_HTML = re.compile(
    r"<!--(?:[^<]|<(?!!--))*?-->|</?[A-Za-z][^<>\n]{0,2000}>|&(?:[A-Za-z]{2,8}|\#\d{1,6}|\#x[\dA-Fa-f]{1,6});"
    rf"|(?:https?|ftp)://[^{NOT_IN_ADDRESS}]+|www\.[^{NOT_IN_ADDRESS}]+"
)
_MARKDOWN_SYNTAX = re.compile(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"  # target of a link
    r"|\]\[[^\]\n]{0,100}\]"  # name of a target
    r"|^[ ]{0,3}\[[^\]\n]{1,100}\]:[ \t]+\S+.*$"  # definition of a target
    r"|\{[#.:][^{}\n]{0,100}\}"  # attributes
    r"|[*_`~]+",
    re.MULTILINE,
)


def visible(text: str, format: str = "text") -> str:
    """`text` with tags, entities and addresses replaced by spaces, so that its length is the same.

    In Markdown link targets, emphasis marks and what is struck out are replaced too. In plain text
    words that line ends broke are joined, as in `readable`.
    """
    if format == "markdown":
        if has_struck_out(text):
            text = with_covered(text, struck_out(text))
        text = _MARKDOWN_SYNTAX.sub(blank, text)
    else:
        text = readable(text, format)
    has_markup = "<" in text or "&" in text or "://" in text or "www." in text
    return _HTML.sub(blank, text) if has_markup else text


def blank(found: re.Match[str]) -> str:
    """As many spaces as the match is long."""
    return " " * len(found[0])
