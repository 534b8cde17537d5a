"""The words and signs of a slice of a text, as they are compared."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hyperdigest.base.readable import SOFT_HYPHEN, readable
from hyperdigest.documents import Document
from hyperdigest.verify.characters import DASHES, QUOTES, Kind, folded, is_bullet, kind_of

WordKind = Literal["word", "number", "sign", "punctuation"]

PUNCTUATION = frozenset(".,;:!?…()[]{}¿¡。、，；：！？․‥،؛؟।—/\\")
_SIGNS_BEFORE = frozenset("+-−±$€£¥<>≤≥≈~#§")
_SIGNS_AFTER = frozenset("%‰°€£¥$+²³")

_MARKDOWN = re.compile(
    r"[\]\[!#*`~_\\< ](?:"
    r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"
    r"|(?<=\])\[[^\]\n]{0,100}\]"
    r"|(?:(?<=\[)|(?<=!)\[)(?=[^\[\]\n]{1,500}\](?:\(|\[))"
    r"|(?:(?<=^#)#{0,5}|(?<=^[ ])[ ]{0,2}#{1,6})[ \t]+"
    r"|(?:(?<=[*`])(?<!\\.)|(?<=~)(?<!\\~)~)(?:[*`]|~~)*|(?<=_)(?<!\w_)_*|(?<=_)_*(?!\w)"
    r"|(?<=\\)(?<!`\\)(?=[!-/:-@\[-`{-~])"
    r"|(?<=<)/?(?:a|abbr|b|blockquote|br|center|code|d[dlt]|del|details|div|em|font|h[1-6r]|i|img|ins|kbd|li"
    r"|ol|p|picture|pre|q|s|samp|small|source|span|strong|su[bp]|summary|table|t[bhdrt]|tbody|thead|u|ul"
    r"|var)\b[^<>\n]{0,300}>)",
    re.MULTILINE,
)
"""The marks of Markdown; their first characters are looked for in a fraction of the time."""

_LINE_MARKS = re.compile(r"^[ \t]*(?:>[ \t]?)+|^[ \t]*[-*+•][ \t]+", re.MULTILINE)
_RESTRUCTURED = re.compile(
    r"``(?=\S)|(?<=\S)``|(?<![\w`])`(?=[^`\n]{1,300}`_)|(?:\s<[^<>\n]{1,300}>)?`__?(?!\w)"
)
_NOTE = re.compile(r"\[(?<=[^\s\[]\[)(?:\d{1,3}|\^[\w-]{1,20}|[a-z])\](?!['’]?\w)")
"""The mark of a footnote after a word."""

_LINE_END = re.compile(r"([-\u2010\xad])(?<=[^\W\d_].)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
"""A hyphen and the line end after it. The line end is covered, and the hyphen counts as one within
a word then, which makes no difference."""

_PLAIN: tuple[WordKind, ...] = ("word", "number", "punctuation")
_PLAIN_WORD = re.compile(
    r"(?:([A-Za-z]++)(?=[ \n,.;:!?)]|\Z)|([0-9]++)(?=[ \n;!?)]|\Z)|([,;:!?()]|\.(?!\.)))[ \n]*+"
)
"""A word of plain letters, a plain number or a mark, a group of each kind, and the white space
after it: the most frequent cases."""

_COVERED = ("text", "markdown", "mail")


def covered(document: Document) -> str:
    """The text of a document with its markup covered by soft hyphens, so that offsets stay valid.

    These are the marks of Markdown and reStructuredText, of quoted lines and of footnotes, the
    hyphens at line ends, and the escapes of a terminal.
    """
    text = readable(document.text, document.format)
    if document.format == "markdown":
        text = _MARKDOWN.sub(_cover, text)
    elif document.format == "text" and "`" in text:
        text = _without_restructured(text)
    if document.format in _COVERED:
        text = _LINE_MARKS.sub(_cover, text)

    def joined(found: re.Match[str]) -> str:
        is_own = document.text.startswith(found[1], found.start())
        return found[1] + SOFT_HYPHEN * (len(found[0]) - 1) if is_own else found[0]

    text = _LINE_END.sub(joined, text)
    return _NOTE.sub(_cover, text) if "[" in text else text


def _without_restructured(text: str) -> str:
    """A text with the marks of reStructuredText covered, of which each is on a line with a grave
    accent, or begins at the line end before it."""
    first, *lines = text.split("\n")
    return "".join(
        _RESTRUCTURED.sub(_cover, line) if "`" in line else line
        for line in (first, *(f"\n{line}" for line in lines))
    )


def _cover(found: re.Match[str]) -> str:
    return SOFT_HYPHEN * len(found[0])


class Word(NamedTuple):
    """A word, a number, a sign or a punctuation mark.

    Parameters
    ----------
    text : in lower case, without ligatures and hyphens; that of a dash is a hyphen.
    start, end : the slice of the text.
    """

    text: str
    start: int
    end: int
    kind: WordKind


def words_of(text: str, start: int, end: int) -> list[Word]:
    """The words and signs of ``text[start:end]``.

    Quotation marks, bullets and hyphens within words are left out.
    """
    found: list[Word] = []
    at = start
    while at < end:
        plain = _PLAIN_WORD.match(text, at, end)
        if plain and (group := plain.lastindex):
            begin, stop = plain.span(group)
            found.append(Word(text[begin:stop].lower(), begin, stop, _PLAIN[group - 1]))
            at = plain.end()
            continue
        kind = kind_of(text[at])
        if kind in (Kind.LETTER, Kind.DIGIT, Kind.ALONE):
            word = _word_at(text, at, end)
            found.append(word)
            at = word.end
            continue
        character = text[at]
        is_blank = kind == Kind.INVISIBLE or character.isspace() or is_bullet(character)
        if not is_blank and (sign := _sign_at(text, at, end)):
            found.append(sign)
            at = sign.end
            continue
        at += 1
    return found


def _word_at(text: str, start: int, end: int) -> Word:
    """The word that begins at an offset."""
    if kind_of(text[start]) == Kind.ALONE:
        return Word(folded(text[start]), start, start + 1, "word")
    pieces, at, last = [folded(text[start])], start + 1, start + 1
    has_digit = kind_of(text[start]) == Kind.DIGIT
    while at < end:
        kind = kind_of(text[at])
        if kind in (Kind.LETTER, Kind.DIGIT):
            has_digit |= kind == Kind.DIGIT
            pieces.append(folded(text[at]))
            last = at = at + 1
            continue
        following = _next_visible(text, at + 1, end)
        after = kind_of(text[following]) if following < end else Kind.SEPARATOR
        before = kind_of(text[last - 1])
        in_word = after in (Kind.LETTER, Kind.DIGIT) and Kind.LETTER in (before, after)
        if kind == Kind.INVISIBLE or (kind == Kind.HYPHEN and in_word):
            at += 1
        elif kind == Kind.APOSTROPHE and before == after == Kind.LETTER and text[at] != "`":
            pieces.append("'")
            at += 1
        elif (
            text[at] in ".,:"
            and before == Kind.DIGIT
            and after == Kind.DIGIT
            and following == at + 1
        ) or (text[at] == "_" and after in (Kind.LETTER, Kind.DIGIT)):
            pieces.append(text[at])
            at += 1
        else:
            break
    return Word("".join(pieces), start, last, "number" if has_digit else "word")


def _next_visible(text: str, at: int, end: int) -> int:
    while at < end and kind_of(text[at]) == Kind.INVISIBLE:
        at += 1
    return at


def _sign_at(text: str, at: int, end: int) -> Word | None:
    """The sign or punctuation mark at an offset; None for a quotation mark."""
    character = text[at]
    if character in DASHES:
        stop = at + 1
        while stop < end and text[stop] in DASHES:
            stop += 1
        is_minus = (
            stop == at + 1
            and stop < end
            and kind_of(text[stop]) == Kind.DIGIT
            and (at == 0 or text[at - 1].isspace() or text[at - 1] in '([$€£¥"“«')
        )
        return Word("-", at, stop, "sign" if is_minus else "punctuation")
    if character in QUOTES:
        return None
    if character == "." and text[at : at + 3] == "..." and at + 3 <= end:
        return Word("…", at, at + 3, "punctuation")
    if character in PUNCTUATION:
        return Word(folded(character), at, at + 1, "punctuation")
    return Word(folded(character), at, at + 1, "sign")


def within(words: list[Word]) -> list[Word]:
    """Words without the punctuation marks at both ends, which belong to the sentence around."""
    first, last = 0, len(words)
    while first < last and words[first].kind == "punctuation":
        first += 1
    while first < last and words[last - 1].kind == "punctuation":
        last -= 1
    return words[first:last]


def whole(text: str, start: int, end: int, least: int, most: int) -> tuple[int, int]:
    """A slice with the signs beside it and the rest of the numbers that it cuts, such as the last
    digits of 3.25, but nothing before `least` and from `most` on."""
    if start > least and text[start - 1] in _SIGNS_BEFORE:
        start -= 1
    while start > least + 1 and text[start - 1] in ".," and text[start - 2].isdigit():
        if not text[start].isdigit():
            break
        start -= 2
        while start > least and text[start - 1].isdigit():
            start -= 1
    while end + 1 < most and text[end] in ".,:" and text[end + 1].isdigit():
        if not text[end - 1].isdigit():
            break
        end += 2
        while end < most and text[end].isdigit():
            end += 1
    while end < most and text[end] in _SIGNS_AFTER:
        end += 1
    return start, end
