"""The text of inline markup of AsciiDoc without its marks, and what its attributes stand for."""

from __future__ import annotations

import re
from html import unescape

from hyperdigest.base.exponents import raised_after

LONGEST = 2_000
"""In characters; longer marked text keeps its marks."""

_LONGEST_VALUE = 1_000
_MOST_INSERTED = 10_000
"""What attributes insert is at most so many characters and twice the text of the file."""

_DEEPEST = 4
"""Marks in so many others are kept."""

_GIVEN = dict(
    (
        *(("nbsp", "\xa0"), ("zwsp", "\u200b"), ("wj", "\u2060"), ("sp", " "), ("empty", "")),
        *(("blank", ""), ("lt", "<"), ("gt", ">"), ("amp", "&"), ("apos", "'"), ("quot", '"')),
        *(("asterisk", "*"), ("plus", "+"), ("caret", "^"), ("startsb", "["), ("endsb", "]")),
        *(("tilde", "~"), ("backtick", "`"), ("two-colons", "::"), ("two-semicolons", ";;")),
        *(("cpp", "C++"), ("pp", "++"), ("vbar", "|"), ("deg", "°"), ("backslash", "\\")),
        *(("lsquo", "‘"), ("rsquo", "’"), ("ldquo", "“"), ("rdquo", "”"), ("litdd", "--")),
    )
)
"""The attributes that every file has."""

_REFERENCE = re.compile(r"(?<!\\)\{([A-Za-z0-9_][\w-]{0,100})\}")
_N = f"{{1,{LONGEST}}}"
_BRACKETED = rf"(?:[^\[\]\\]|\\.|\[[^\[\]]{{0,500}}\]){{0,{LONGEST}}}+"
_MARKED = re.compile(
    rf"""
      \+\+\+(?P<raw>[^+]{_N}+)\+\+\+
    | pass:[a-z,]{{0,20}}\[(?P<passed>{_BRACKETED})\]
    | \(\(\([^()]{{1,500}}\)\)\)
    | \(\((?P<term>[^()]{{1,500}})\)\)
    | \[\[[\w:.,\s-]{{1,200}}\]\]
    | <<(?P<target>[^<>,\n]{{1,300}})(?:,\s*(?P<name>[^<>]{_N}?))?>>
    | \b(?:footnote|footnoteref):[\w-]{{0,100}}\[(?P<note>{_BRACKETED})\]
    | \b(?:image|icon|anchor|indexterm2?|toc):[^\s\[\]:][^\s\[\]]{{0,500}}\[{_BRACKETED}\]
    | \bindexterm2?:\[{_BRACKETED}\]
    | \b(?:kbd|btn|stem|latexmath|asciimath):\[(?P<keys>{_BRACKETED})\]
    | \bmenu:(?P<menu>[^\s\[\]][^\[\]\n]{{0,200}})\[(?P<entry>{_BRACKETED})\]
    | \b(?:linkgit|man):(?P<page>[\w.+-]{{1,100}})\[(?P<section>\w{{0,9}})\]
    | (?:\b(?:link|xref|mailto):(?:\+\+)?(?P<local>[^\s\[\]]{{1,1000}}?)(?:\+\+)?
        |(?<![\w/])(?P<url><?(?:https?|ftp|irc)://[^\s\[\]<>]{{1,1000}}))
        \[(?P<link>{_BRACKETED})\]
    | (?<![\w\\])["'](?P<quoted>`[^`\n]{_N}?`)["'](?!\w)
    | ``(?=\S)(?P<mono2>[^`]{_N}+)``
    | (?<![\w\\`])`(?=\S)(?P<mono>[^`]{_N}+)(?<!\s)`(?![\w`])
    | (?<![\w\\+])\+(?=[^\s+])(?P<plus>[^+]{_N}+)(?<!\s)\+(?![\w+])
    | \+\+(?=\S)(?P<plus2>[^+]{_N}+)(?<!\s)\+\+
    | (?<!\\)\[\.?line-through\](?P<mark>[*_`\#]{{1,2}})[^*_`\#\n]{_N}+(?P=mark)
    | (?<!\\)(?:\[[^\[\]\n]{{1,200}}\])?(?:
        \*\*(?P<bold2>(?:[^*\\]|\\.){_N}+)\*\*
      | __(?P<italic2>(?:[^_\\]|\\.){_N}+)__
      | \#\#(?P<role2>[^\#]{_N}+)\#\#
      | (?<![\w*])\*(?=[^\s*])(?P<bold>(?:[^*\\]|\\.){_N}+)(?<!\s)\*(?![\w*])
      | (?<![\w])_(?=[^\s_])(?P<italic>(?:[^_\\]|\\.|(?<=\w)_(?=\w)){_N}+)(?<!\s)_(?!\w)
      | (?<![\w\#&])\#(?=[^\s\#])(?P<role>[^\#]{_N}+)(?<!\s)\#(?![\w\#])
      )
    | \[\#[\w.:-]{{1,200}}\]\#\#(?:\#\#)?
    | (?<!\\)(?:\^(?P<raised>[^\s^]{{1,200}})\^|~(?P<lowered>[^\s~]{{1,200}})~)
    | \\(?P<escaped>[*_`+\#^~{{<\[(])
    | (?P<entity>&(?:\#\d{{1,7}}|\#x[0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,30}});)
    | [ ]\+(?=\n|$)
    """,
    re.VERBOSE | re.DOTALL,
)
_NESTED = (
    "bold2",
    "italic2",
    "role2",
    "bold",
    "italic",
    "role",
    "mono2",
    "mono",
    "link",
    "name",
    "lowered",
)


class Inline:
    """Takes marks out of texts, and puts in the values of the attributes that are known so far.

    `notes` are the texts of footnotes that were found and not yet taken.

    Parameters
    ----------
    size : the length of the file, which limits how much the attributes insert.
    """

    def __init__(self, size: int) -> None:
        self.notes: list[str] = []
        self._values = dict(_GIVEN)
        self._left = 2 * size + _MOST_INSERTED

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._values

    def define(self, name: str, value: str) -> None:
        """Give an attribute a value, or with a ``!`` in its name none."""
        bare = name.strip("!").lower()
        self._values.pop(bare, None)
        if bare == name.lower() and bare not in _GIVEN:
            self._values[bare] = self.with_values(value)[:_LONGEST_VALUE]

    def value(self, name: str) -> str:
        """The value of an attribute; empty if it has none."""
        return self._values.get(name, "")

    def with_values(self, text: str) -> str:
        """A text with the values of attributes in place of their names, as far as they are known
        and not too much."""

        def value(found: re.Match[str]) -> str:
            known = self._values.get(found[1].lower(), found[0])
            self._left -= len(known)
            return known if self._left >= 0 else found[0]

        return _REFERENCE.sub(value, text) if "{" in text else text

    def plain(self, text: str) -> str:
        """A text without marks."""
        return self._plain(self.with_values(text), 0)

    def _plain(self, text: str, depth: int) -> str:
        if depth >= _DEEPEST:
            return text

        def shown(found: re.Match[str]) -> str:
            for name in _NESTED:
                if inner := found[name]:
                    if name == "link":
                        inner = _words_of_link(inner)
                    return self._plain(inner, depth + 1)
            if found["raised"]:
                before = text[max(0, found.start() - 1) : found.start()]
                return raised_after([before], self._plain(found["raised"], depth + 1))
            if found["entity"]:
                return unescape(found["entity"])
            if found["note"]:
                self.notes.append(self._plain(found["note"], depth + 1))
                return ""
            if found["quoted"]:
                quotes = "“”" if found[0][0] == '"' else "‘’"
                return quotes[0] + self._plain(found["quoted"].strip("`"), depth + 1) + quotes[1]
            if found["menu"]:
                return " > ".join(filter(None, (found["menu"], found["entry"])))
            if found["page"]:
                return f"{found['page']}({found['section']})"
            as_it_is = ("passed", "term", "keys", "url", "local", "target", "plus", "plus2")
            return next((found[name] for name in as_it_is if found[name]), found["escaped"] or "")

        return _MARKED.sub(shown, text)


def _words_of_link(text: str) -> str:
    """The words of a link, without the window that it opens and other attributes after them."""
    text = text.removesuffix("^")
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    words, comma, rest = text.partition(",")
    return words if comma and "=" in rest else text
