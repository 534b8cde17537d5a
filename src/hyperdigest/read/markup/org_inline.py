"""The text of inline markup of Org without its marks."""

from __future__ import annotations

import re

from hyperdigest.base.exponents import raised_after

LONGEST = 2_000
"""In characters; longer marked text keeps its marks."""

_DEEPEST = 4
"""Marks in so many others are kept."""

_N = f"{{1,{LONGEST}}}"
_MARKED = re.compile(
    rf"""
      \[\[(?P<target>[^\[\]]{_N}+)\](?:\[(?P<words>[^\[\]]{_N}+(?:\[[^\[\]]{{0,500}}\][^\[\]]{{0,500}})?)\])?\]
    | \[fn:[\w-]{{0,100}}(?::(?P<note>(?:[^\[\]]|\[[^\[\]]{{0,500}}\]){_N}+))?\]
    | <<<(?P<radio>[^<>\n]{{1,300}})>>>
    | <<[^<>\n]{{1,300}}>>
    | <(?P<address>(?:https?|ftp|file|mailto):[^<>\s]{{1,1000}})>
    | [<\[](?P<time>\d{{4}}-\d\d-\d\d[^<>\[\]\n]{{0,60}})[>\]]
    | @@[\w-]{{1,30}}:.{{0,{LONGEST}}}?@@
    | \bsrc_[\w-]{{1,50}}(?:\[[^\[\]\n]{{0,300}}\])?\{{(?P<source>[^{{}}\n]{_N}+)\}}
    | (?<![^\s(\[{{'"\u2014-])(?:
        [=~](?=\S)(?:(?<==)(?P<verbatim>[^=]{_N}+)(?<!\s)=|(?<=~)(?P<code>[^~]{_N}+)(?<!\s)~)
      | \*(?=\S)(?P<bold>[^*]{_N}+)(?<!\s)\*
      | /(?=\S)(?P<italic>(?:[^/]|(?<=\w)/(?=\w)){_N}+)(?<!\s)/
      | _(?=\S)(?P<underlined>(?:[^_]|(?<=\w)_(?=\w)){_N}+)(?<!\s)_
      | \+(?=\S)(?P<struck>[^+]{_N}+)(?<!\s)\+
      )(?![^\s)\]}}'".,;:!?\u2014-])
    | (?<=\S)(?:\^\{{(?P<raised>[^{{}}\n]{{1,200}})\}}|_\{{(?P<lowered>[^{{}}\n]{{1,200}})\}})
    | \\\\(?=\n|$)
    """,
    re.VERBOSE | re.DOTALL,
)
_NESTED = ("words", "bold", "italic", "underlined")
_AS_IT_IS = ("radio", "address", "time", "source", "verbatim", "code", "lowered")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp)$", re.I)
_PREFIX = re.compile(r"(?:file|id|info|mailto|doi):", re.I)


def plain(text: str, notes: list[str], depth: int = 0) -> str:
    """A text without marks; the texts of its footnotes are added to `notes`."""
    if depth >= _DEEPEST:
        return text

    def shown(found: re.Match[str]) -> str:
        for name in _NESTED:
            if inner := found[name]:
                return plain(inner, notes, depth + 1)
        if found["raised"]:
            return raised_after([text[max(0, found.start() - 1) : found.start()]], found["raised"])
        if found["target"] and _PICTURE.search(found["target"]):
            return ""
        if found["target"]:
            return _PREFIX.sub("", found["target"], count=1).lstrip("*#")
        if found["note"]:
            notes.append(plain(found["note"], notes, depth + 1))
        return next((found[name] for name in _AS_IT_IS if found[name]), "")

    return _MARKED.sub(shown, text)
