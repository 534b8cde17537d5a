"""Text that is struck out in Markdown, ``~~like this~~`` or between tags of HTML, or a comment.

It is no longer valid, or was never meant for readers, so that no digest may quote it. It stays in
the text of its document, whose offsets are those of its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST_STRUCK = 2000
"""In characters; longer text between two marks is not struck out."""

_LONGEST_CODE = 1000
"""In characters; a longer piece of text between two marks of code is no code."""

_MARK = re.compile(
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})|(?P<code>`+)|(?<![~\\])(?P<tildes>~~)(?=[^\s~])"
    r"|<(?P<tag>del|s|strike)(?:\s[^<>]{0,200})?>|(?P<comment><!--)",
    re.MULTILINE | re.IGNORECASE,
)
_ENDS = {
    "": re.compile(r"(?<=[^\s~])~~(?!~)|\n[ \t]*\n"),
    **{name: re.compile(rf"</{name}\s?>", re.IGNORECASE) for name in ("del", "s", "strike")},
}
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
"""It ends a comment within a line, as in CommonMark."""

_LONGEST_END = 10
_INDENTS = ("    ", "\t")
_LONGEST_INDENT = 200
_POSSIBLE = ("~~", "<!--", "<del", "<s>", "<s ", "<strike", "<DEL", "<S>", "<S ", "<STRIKE")


def has_struck_out(text: str) -> bool:
    """Whether a text in Markdown may have text that is struck out, or comments."""
    return any(map(text.__contains__, _POSSIBLE))


def struck_out(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of what is struck out in a text in Markdown, and of comments, with their marks;
    none of it is code."""
    place, fence, end_of_comment, last_comment = 0, "", -1, text.rfind("-->")
    searched = dict[str, int]()  # up to where no end of each kind is
    while mark := _MARK.search(text, place):
        start, place = mark.span()
        if mark["fence"]:
            if not fence:
                fence = mark["fence"]
            elif mark["fence"].startswith(fence):
                fence = ""
        elif fence:
            continue
        elif mark["code"]:
            end_of_code = text.find(mark["code"], place, place + _LONGEST_CODE)
            place = end_of_code + len(mark["code"]) if end_of_code >= 0 else place
        elif mark["comment"]:
            if place > last_comment or place < searched.get("comment", 0):
                continue
            line = _line_before(text, start)
            if line.startswith(_INDENTS):
                continue
            if end_of_comment < place:
                end_of_comment = text.index("-->", place)
            blank = _BLANK_LINE.search(text, place, end_of_comment) if line.strip() else None
            if blank:
                searched["comment"] = blank.start()
            else:
                place = end_of_comment + len("-->")
                yield start, place
        else:
            name = "" if mark["tildes"] else mark["tag"].lower()
            stop = min(len(text), place + _LONGEST_STRUCK)
            found = _ENDS[name].search(text, max(place, searched.get(name, 0)), stop)
            if found and found[0].strip():
                place = found.end()
                yield start, place
            else:
                searched[name] = found.start() if found else stop - _LONGEST_END


def _line_before(text: str, place: int) -> str:
    """The end of a line before a place in it; it is code, or within an item, if it is indented."""
    return text[max(0, place - _LONGEST_INDENT) : place].rpartition("\n")[2]


def without_struck_out(text: str) -> str:
    """A text in Markdown without comments and what is struck out, and without the spaces before
    these unless a word follows."""
    if not has_struck_out(text):
        return text
    kept, place = [], 0
    for start, end in struck_out(text):
        before = text[place:start]
        kept.append(before if text[end : end + 1].isalnum() else before.rstrip(" "))
        place = end
    return "".join(kept) + text[place:]
