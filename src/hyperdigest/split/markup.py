"""What a reader of a text sees: markup blanked out, every offset kept."""

from __future__ import annotations

import re

from hyperdigest.split.scripts import CJK

NOT_IN_ADDRESS = rf"\s<>\"\u3000-\u303f\uff00-\uffef{CJK}"
"""What ends a web address, as in the brackets of a regular expression: no space need follow it in
Chinese and Japanese."""

_TAGS = re.compile(
    r"<!--(?:[^<]|<(?!!--))*?-->|</?[A-Za-z][^<>\n]{0,300}>|&(?:[A-Za-z]{2,8}|\#\d{1,6}|\#x[\dA-Fa-f]{1,6});"
    rf"|(?:https?|ftp)://[^{NOT_IN_ADDRESS}]+|www\.[^{NOT_IN_ADDRESS}]+",
)
_MARKDOWN = re.compile(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"  # target of a link
    r"|\]\[[^\]\n]{0,100}\]"  # name of a target
    r"|^[ ]{0,3}\[[^\]\n]{1,100}\]:[ \t]+\S+.*$"  # definition of a target
    r"|\{[#.:][^{}\n]{0,100}\}"  # attributes
    r"|[*_`~]+",
    re.MULTILINE,
)


def visible(text: str, format: str = "text") -> str:
    """`text` at its own length, with tags, entities and addresses replaced by spaces.

    In Markdown the targets of links and the marks of emphasis go too.
    """
    text = _MARKDOWN.sub(_blank, text) if format == "markdown" else text
    return _TAGS.sub(_blank, text) if _has_tags(text) else text


def _has_tags(text: str) -> bool:
    return "<" in text or "&" in text or "://" in text or "www." in text


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
