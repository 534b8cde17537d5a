"""Find the blocks of a text: parts that no sentence crosses.

`find_blocks` finds headings, items, steps, quotes, terms, tables, code and speakers' turns by the
first characters and the indents of lines, and joins lines that were wrapped at a margin to one
paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hyperdigest.base.front_matter import end_of_front_matter
from hyperdigest.base.slices import QUESTION_LABEL
from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.code_blocks import (
    code_end,
    fence_end,
    indented_end,
    is_link_target,
    is_literal_directive,
    prompt_end,
)
from hyperdigest.split.columns import table_at
from hyperdigest.split.definitions import Term, term_at, term_beside
from hyperdigest.split.entries import is_contents_heading
from hyperdigest.split.lines import NARROWEST_MARGIN, WHOLE_PARAGRAPHS, Line, Lines
from hyperdigest.split.lists import (
    Nesting,
    announces,
    least_indent,
    section_depth,
    step_number,
)
from hyperdigest.split.scripts import CJK

_MAIL_HEADER = re.compile(
    r"(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Message-ID|Organi[sz]ation|Newsgroups"
    r"|Lines|Keywords|Attachments?|X-[\w-]+):",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"<(?=[/a-z])/?(h[1-6]|p|br|hr|div|li|ul|ol|dl|dt|dd|t[rdh]|table|tbody|thead|section|article|header"
    r"|footer|nav|blockquote|figure|figcaption|pre)\b[^<>]{0,300}>|\s[•‣▪●◦∙](?=\s)",
    re.IGNORECASE,
)
_TAG_START = re.compile("[<•‣▪●◦∙]")
_ENDS_SENTENCE = re.compile(r"[.!?…:;。！？؟।][\"'”’»)\]*_]*$")
_SENTENCE_INSIDE = re.compile(r"[^\W\d_]{3}[.!?][\"”’)]*\s")
_CLOSING_HASHES = re.compile(r"(?<![ \t])[ \t]+#+$", re.MULTILINE)
_IDEOGRAPH = re.compile(f"[{CJK}가-힣]")
_LONGEST_HEADING = 90
_QUESTION_LABEL = re.compile(rf"{QUESTION_LABEL}\s+")
_QUESTION_MARK = re.compile(r"[?？؟][\"'”’»)\]*_]{0,3}$")
_MANUAL_SECTION = re.compile(
    r"^(?:NAME|SYNOPSIS|DESCRIPTION|OPTIONS|SEE ALSO)[ \t\r]*$", re.MULTILINE
)
_LETTER_BULLET = re.compile(r"[o°?][ \t]+(?=\S)")
_EXPLANATION = re.compile(r":[ \t]+(?=\S)")
_TAGS_OF_TERMS: dict[str, BlockKind] = {"dt": "term", "dd": "definition"}
_UNDERLINES = {"=": 1, "-": 2, "~": 3}
_BOLD = re.compile(r"(\*\*|__)[^*_\n]+\1")
_LEVEL_OF_BOLD = 4
_FAR = 1 << 20
"""The indent of the text before, if it says nothing about that of the text after it."""


def find_blocks(text: str, format: str = "text") -> Iterator[Block]:
    """The blocks of `text`, in order and disjoint, without marks at the start of lines.

    The front matter of Markdown is in none.
    """
    marked = format == "markdown"
    start = end_of_front_matter(text) if marked else 0
    for block in _Finder(text, Lines(text, start, 4 if marked else 8), marked=marked).blocks():
        yield from _cut_at_tags(text, block) if block.kind != "code" else (block,)


class _Finder:
    """Finds the blocks of a text from its first line to its last one.

    Parameters
    ----------
    marked : whether the text is Markdown.
    """

    def __init__(self, text: str, lines: Lines, *, marked: bool) -> None:
        self._text, self._lines, self._marked = text, lines, marked
        self._margin = WHOLE_PARAGRAPHS if marked else lines.margin()
        self._manual = not marked and len(_MANUAL_SECTION.findall(text)) >= 2
        self._nesting = Nesting()
        self._base = _FAR
        self._introduced = self._literal = self._asked = self._contents = False
        self._open_ended = False
        self._last: BlockKind = "paragraph"
        self._section = 0

    def blocks(self) -> Iterator[Block]:
        """The blocks, in order."""
        number, after_blank = 0, True
        while number < len(self._lines):
            if self._lines.is_blank(number):
                number, after_blank = number + 1, True
                continue
            end, blocks = self._at(number, after_blank=after_blank)
            yield from blocks
            number, after_blank = end, False

    def _at(self, number: int, *, after_blank: bool) -> tuple[int, Sequence[Block]]:
        """The blocks that begin at a line, and the line after them."""
        lines = self._lines
        line = self._first(number, after_blank=after_blank)
        if line.kind == "fence" and not self._underlines(number):
            return self._fence(number)
        if not self._marked and line.kind == "text" and self._text[line.start] == ".":
            directive = lines.of(line)[:100]
            if is_literal_directive(directive):
                self._literal, self._base = True, line.indent
                return number + 1, ()
            if is_link_target(directive):
                return number + 1, ()
        end = self._marked_code_end(number, line, after_blank=after_blank)
        term = None
        if end == number and not self._marked:
            if line.kind in ("text", "table"):
                term = self._term_beside(number, line)
            if term is None and line.kind != "table":
                end = self._guessed_code_end(number, line, after_blank=after_blank)
        if end > number:
            self._close(number, after=end)
            self._introduced, self._last = False, "code"
            code = Block(line.start, lines[end - 1].end, "code", self._nesting.level_of_part)
            return end, (code,)
        if line.kind in ("text", "table", "rule") and (
            found := table_at(lines, number, marked=self._marked)
        ):
            self._close(number)
            self._introduced, self._last = False, "table"
            return found[0], self._leveled(found[1])
        if line.kind == "rule":
            return number + 1, ()
        if term is None and not self._marked:
            term = self._term_by_place(number, line)
        if term:
            return self._definition(number, line, term)
        return self._paragraph(number, line)

    def _marked_code_end(self, number: int, line: Line, *, after_blank: bool) -> int:
        """The line after code that its indent marks; that line itself if none begins at it."""
        if self._marked:
            if not after_blank or line.indent < 4:
                return number
            body = self._nesting.body_at(line.indent)
            least = max(0, body) + 4
            if line.indent < least or (line.kind in ("item", "step") and body >= 0):
                return number
            return indented_end(self._lines, number, least)
        literal, self._literal = self._literal, False
        if literal and line.indent > self._base:
            return indented_end(self._lines, number, self._base + 1)
        return number

    def _guessed_code_end(self, number: int, line: Line, *, after_blank: bool) -> int:
        """The line after what looks like code; that line itself if none begins at it."""
        body = self._nesting.body_at(line.indent)
        base = body if body >= 0 else min(self._base, line.indent)
        introduced = self._introduced or self._open_ended
        end = prompt_end(self._lines, number, base, introduced=introduced)
        begins = after_blank or introduced or self._last == "heading"
        if end == number and begins and line.kind not in ("item", "step"):
            end = code_end(self._lines, number, base, introduced=introduced)
        return end

    def _close(self, number: int, after: int = 0) -> None:
        """Close the lists that the block at a line is not part of.

        Code goes on with a list if the line `after` it is the next step.
        """
        following = self._lines.next(after) if after else len(self._lines)
        if following < len(self._lines):
            line = self._lines[following]
            if line.kind == "step" and self._nesting.is_next(line, self._lines.of(line)[:20]):
                return
        self._nesting.close(least_indent(self._lines, number))

    def _fence(self, number: int) -> tuple[int, Sequence[Block]]:
        lines = self._lines
        end, after = fence_end(lines, number)
        self._close(number, after)
        self._introduced = False
        first = lines.next(number + 1)
        while end > first and lines.is_blank(end - 1):
            end -= 1
        if first >= end:
            return after, ()
        table = table_at(lines, first, marked=False)
        if table and table[0] == end and table[1]:
            return after, self._leveled(table[1])
        level = self._nesting.level_of_part
        return after, (Block(lines[first].start, lines[end - 1].end, "code", level),)

    def _leveled(self, rows: Sequence[Block]) -> Sequence[Block]:
        level = self._nesting.level_of_part
        return [Block(row.start, row.end, row.kind, level) for row in rows]

    def _term_beside(self, number: int, line: Line) -> Term | None:
        if self._question_label(line):
            return None
        column = self._nesting.column_of_terms(line.indent)
        return term_beside(self._lines, number, line, column)

    def _term_by_place(self, number: int, line: Line) -> Term | None:
        column = self._nesting.column_of_terms(line.indent)
        if self._manual and not line.indent and not self._lines.of(line).startswith("NAME"):
            return None  # the name of a section; only that of the first one has an explanation
        manual = self._manual and line.indent > 4
        return term_at(self._lines, number, line, column, manual=manual)

    def _definition(self, number: int, line: Line, term: Term) -> tuple[int, Sequence[Block]]:
        """A term, and what explains it if that begins on the same line."""
        lines, nesting = self._lines, self._nesting
        nesting.close(line.indent)
        nesting.open_definition(line.indent, term.column)
        self._introduced, self._last = False, "term"
        blocks = [Block(term.start, term.end, "term", nesting.level)]
        end = number + 1
        if term.text < 0:
            return end, blocks
        previous = line
        while not lines.is_blank(end):
            one = lines[end]
            deeper = one.indent > line.indent + 1
            if one.kind in ("item", "step", "rule", "fence", "heading"):
                break
            outdented = line.indent < one.indent < term.column - 1
            if outdented and self._term_beside(end, one):
                break
            if not deeper and not (
                term.column == line.indent + 1
                and self._continues([previous], end, one)
                and not self._term_by_place(end, one)
            ):
                break
            previous, end = one, end + 1
        blocks.append(Block(term.text, previous.end, "definition", nesting.level))
        self._introduced = announces(self._text[term.text : previous.end][-10:])
        return end, blocks

    def _paragraph(self, number: int, first: Line) -> tuple[int, Sequence[Block]]:
        """The paragraph, heading, item or step that begins at a line."""
        lines = self._lines
        group, end = [first], number + 1
        while not lines.is_blank(end):
            line = lines[end]
            if not self._continues(group, end, line):
                break
            group.append(line._replace(kind="text") if line.kind == "table" else line)
            end += 1
        if len(group) == 1 and first.kind in ("text", "step") and self._underlines(end):
            self._nesting.close_all()
            mark = self._text[lines[end].start]
            self._after("heading", first, first)
            return end + 1, (Block(first.start, first.end, "heading", _UNDERLINES.get(mark, 4)),)
        if self._marked and first.kind == "text" and self._is_explained(end):
            self._nesting.close(first.indent)
            self._after("term", first, group[-1])
            return end, [Block(line.body, line.end, "term", self._nesting.level) for line in group]
        block = self._block(number, group, end)
        self._after(block.kind, group[0], group[-1])
        return end, (block,)

    def _first(self, number: int, *, after_blank: bool) -> Line:
        """The first line of a block, with the kind that it has in its place."""
        lines, text = self._lines, self._text
        line = lines[number]
        if self._marked:
            return line
        if line.kind == "heading" and (
            (self._manual and self._nesting.body_at(line.indent) >= 0)  # a comment in an example
            or (line.body - line.start > 2 and text[line.start + 1].isspace())  # in its own column
        ):
            return line._replace(kind="text", body=line.start)
        if line.kind not in ("text", "table"):
            return line
        if text[line.start] in "o°?" and (mark := _LETTER_BULLET.match(text, line.start, line.end)):
            listed = self._contents or (
                text[line.start] != "?"
                and (after_blank or self._introduced or self._last == "heading")
            )
            if listed or self._nesting.has_item_at(line.indent):
                return line._replace(kind="item", body=mark.end())
        if line.kind == "table" and text[line.start] != "|" and not lines.is_blank(number + 1):
            below = lines[number + 1]
            if below.indent == line.indent and self._is_wrapped(line, below):
                return line._replace(kind="text")
        return line

    def _block(self, number: int, group: list[Line], end: int) -> Block:
        """The block of the lines of a paragraph; opens and closes lists."""
        text, nesting = self._text, self._nesting
        first, stop = group[0], group[-1].end
        if first.kind == "heading":
            nesting.close_all()
            closing = _CLOSING_HASHES.search(text, first.body, stop)
            stop = closing.start() if closing else stop
            return Block(first.body, stop, "heading", text.count("#", first.start, first.body))
        if first.kind in ("item", "step"):
            if first.kind == "step" and self._is_numbered_heading(first, stop, end):
                nesting.close_all()
                self._section = step_number(text[first.start : first.body])
                return Block(first.start, stop, "heading", 1)
            if first.kind == "item" and self._is_bold_title(first, stop, end):
                nesting.close_all()
                return Block(first.body, stop, "heading", _LEVEL_OF_BOLD)
            body = self._lines.column(first, first.body)
            level = nesting.open_item(first.kind, first, body, text[first.start : first.body])
            if nesting.innermost and first.kind == "step":
                nesting.innermost.announces = announces(text[first.body : stop][-10:])
            return Block(first.body, stop, first.kind, level)
        if label := self._question_label(first):
            nesting.close_all()
            self._asked = label["asks"] is not None
            is_question = self._asked and self._asks(label.end(), stop)
            mark = "" if label["closed"] else label["emphasis"] or ""
            if text.endswith(mark, label.end(), stop):
                stop -= len(mark)
            return Block(label.end(), stop, "heading" if is_question else "paragraph")
        nesting.close(least_indent(self._lines, number))
        if first.kind in ("quote", "turn", "table"):
            return Block(first.body, stop, first.kind, nesting.level)
        if self._marked and self._explains(first):
            body = self._lines.column(first, first.start + 1) + 1
            nesting.open_definition(first.indent, body)
            return Block(first.start + 1, stop, "definition", nesting.level)
        if nesting.innermost:
            within = nesting.innermost.kind == "definition"
            return Block(first.body, stop, "definition" if within else "paragraph", nesting.level)
        return self._outside_lists(first, text[first.body : stop], stop, end)

    def _is_bold_title(self, first: Line, stop: int, end: int) -> bool:
        """Whether an item of Markdown is all bold, and paragraphs stand before and after it.

        It is none of a list that has an item before it, or that a colon announces if the paragraph
        after it is in the item.
        """
        if (
            not self._marked
            or self._last in ("item", "step")
            or not _BOLD.fullmatch(self._text, first.body, stop)
            or self._nesting.has_item_at(first.indent)
        ):
            return False
        following = self._lines.next(end)
        if following in (end, len(self._lines)):
            return False
        line = self._lines[following]
        is_in_item = line.indent > first.indent
        is_below = line.indent == first.indent
        return line.kind == "text" and (is_below or (is_in_item and not self._introduced))

    def _outside_lists(self, first: Line, words: str, stop: int, end: int) -> Block:
        """A paragraph or heading."""
        if len(words) <= 2 * _LONGEST_HEADING:
            depth = section_depth(words)
            if depth and (_is_heading(words) or self._asks(first.body, stop)):
                return Block(first.body, stop, "heading", depth)
            is_lead_in = "\n" in words and self._lists_follow(end)
            if _is_heading(words) and not is_lead_in and not _MAIL_HEADER.match(words):
                rank = 0 if not self._manual or first.indent > 4 else 1 + (first.indent > 0)
                return Block(first.body, stop, "heading", rank)
        return Block(first.body, stop, "paragraph")

    def _lists_follow(self, end: int) -> bool:
        following = self._lines.next(end)
        if following == len(self._lines):
            return False
        line = self._lines[following]
        letter = _LETTER_BULLET.match(self._text, line.start, line.end)
        return line.kind in ("item", "step") or (letter is not None and not self._marked)

    def _after(self, kind: BlockKind, first: Line, last: Line) -> None:
        """Note what the paragraph says about the lines after it."""
        end = self._text[max(first.body, last.end - 10) : last.end]
        self._introduced = announces(end)
        self._open_ended = kind in ("paragraph", "definition") and end[-1:].isalnum()
        self._last = kind
        if not self._marked:
            self._literal = end.endswith("::")
        if kind in ("item", "step"):
            self._base = self._lines.column(first, first.body)
        elif kind in ("paragraph", "heading", "definition"):
            self._base = first.indent if last is first else min(first.indent, last.indent)
        if kind == "heading":
            words = self._text[first.body : last.end]
            self._contents = is_contents_heading(words) or (
                self._contents and (first.kind == "step" or section_depth(words) > 0)
            )
            if self._manual:
                self._base = _FAR
        elif kind in ("paragraph", "definition"):
            self._contents = False

    def _is_numbered_heading(self, first: Line, stop: int, end: int) -> bool:
        """Whether what looks like a step is the heading of a section, or a question.

        It is if no step and nothing that is part of it follows, or if it stands alone and has the
        number after that of the section above.
        """
        lines, words = self._lines, self._text[first.body : stop]
        asks = self._asks(first.body, stop)
        if self._has_sections(first, end):
            return True
        if len(words) > 2 * _LONGEST_HEADING or not (
            asks or (_is_heading(words) and not self._marked)
        ):
            return False
        if not self._text[first.start].isdigit() or lines.column(first, first.body) == first.indent:
            return False
        following = lines.next(end)
        if self._contents:
            return True
        if following == len(lines) or self._nesting.is_next(
            first, self._text[first.start : first.body]
        ):
            return False
        line = lines[following]
        number = step_number(self._text[first.start : first.body])
        if number > 1 and number == self._section + 1 and lines.is_blank(end):
            return True
        if line.kind in ("item", "step", "fence", "table"):
            return False
        return asks or least_indent(lines, following) <= first.indent

    def _has_sections(self, first: Line, end: int) -> bool:
        """Whether the number after that of a step is that of a section in it ("2.1")."""
        following = self._lines.next(end)
        if following == len(self._lines):
            return False
        start = self._lines[following].start
        section = f"{self._text[first.start : first.body].strip('( .)')}.1"
        return self._text.startswith(section, start)

    def _asks(self, start: int, stop: int) -> bool:
        return _QUESTION_MARK.search(self._text, max(start, stop - 8), stop) is not None

    def _question_label(self, line: Line) -> re.Match[str] | None:
        """The label of a question ("Q:"), or of the answer to one."""
        if line.kind not in ("text", "turn", "table") or self._text[line.start] not in "QA*_":
            return None
        found = _QUESTION_LABEL.match(self._text, line.start, line.end)
        return found if found and (self._asked or found["asks"]) else None

    def _is_asked(self, group: Sequence[Line], line: Line) -> bool:
        """Whether the lines before a line are a whole question after a label: the emphasis of all
        of it ends, or the line begins with the label of the answer."""
        last, label = group[-1], self._question_label(group[0])
        if not (label and label["asks"] and self._asks(last.start, last.end)):
            return False
        mark = "" if label["closed"] else label["emphasis"]
        if mark and self._text.endswith(mark, last.start, last.end):
            return True
        answer = _QUESTION_LABEL.match(self._text, line.start, line.end)
        return answer is not None and not answer["asks"]

    def _underlines(self, number: int) -> bool:
        """Whether a line is a rule below the words of a heading."""
        lines = self._lines
        if lines.is_blank(number) or lines.is_blank(number - 1):
            return False
        line, above = lines[number], lines[number - 1]
        if line.kind == "fence":
            if self._marked or self._text[line.start] != "~":
                return False
        elif line.kind != "rule":
            return False
        return above.kind in ("text", "step") and line.indent == above.indent

    def _is_explained(self, number: int) -> bool:
        """Whether a line, or the one after a blank one, explains terms in Markdown (": text")."""
        following = number if not self._lines.is_blank(number) else number + 1
        if self._lines.is_blank(following):
            return False
        return _EXPLANATION.match(self._text, self._lines[following].start) is not None

    def _explains(self, line: Line) -> bool:
        if self._last not in ("term", "definition"):
            return False
        return _EXPLANATION.match(self._text, line.start) is not None

    def _continues(self, group: Sequence[Line], number: int, line: Line) -> bool:
        """Whether a line belongs to the block of the lines before it."""
        text, previous = self._text, group[-1]
        if line.kind in ("item", "step") and previous.kind in ("text", "item", "step", "turn"):
            if not text[line.start].isdigit():
                return False
            if self._marked:
                outside = group[0].kind == "text" and not self._nesting.innermost
                return outside and not text.startswith("1", line.start)
            wrapped = self._is_wrapped(previous, line) and not _ends_sentence(text, previous)
            return wrapped and not self._counts_on(group[0], number, line)
        if line.kind == "quote":
            return (
                previous.kind == "quote" and line.body < line.end and previous.body < previous.end
            )
        if line.kind == "table":
            if self._marked or text[line.start] in "|+" or previous.kind == "table":
                return False
            return line.indent == previous.indent and self._is_wrapped(previous, line)
        if line.kind != "text" or previous.kind in ("heading", "table"):
            return False
        if _MAIL_HEADER.match(text, previous.start, previous.end):
            return line.indent > 0
        if self._is_asked(group, line):
            return False
        if self._marked:
            return _EXPLANATION.match(text, line.start) is None
        if self._starts(group, number, line):
            return False
        if text[line.body].islower() and not _ends_sentence(text, previous):
            broken = text[previous.end - 1] == "-" and text[previous.end - 2].isalpha()
            return broken or previous.end - previous.start >= NARROWEST_MARGIN // 2
        return self._is_wrapped(previous, line)

    def _counts_on(self, first: Line, number: int, line: Line) -> bool:
        """Whether the number at the start of a line is that of the next step of the list above, or
        of one around it, or is followed by the next one."""
        lines, text = self._lines, self._text
        own = step_number(text[line.start : line.body])
        if first.kind in ("item", "step") and line.indent < first.indent:
            return True
        if first.kind == "step" and abs(first.indent - line.indent) <= 1:
            return own == step_number(text[first.start : first.body]) + 1
        if lines.is_blank(number + 1):
            return False
        below = lines[number + 1]
        is_next = own + 1 == step_number(text[below.start : below.body])
        return is_next and below.kind == "step" and below.indent == line.indent

    def _starts(self, group: Sequence[Line], number: int, line: Line) -> bool:
        """Whether a line of plain text begins a block by itself."""
        text, first = self._text, group[0]
        if self._question_label(line):
            return True
        if len(group) > 1 and line.indent < min(first.indent, group[-1].indent):
            return True
        if line.indent >= first.indent + 2 and len(group) == 1 and first.kind == "text":
            words = text[first.start : first.end]
            if words.isupper() or announces(words[-8:]):
                return True
        bullet = text[line.start] == "o" and _LETTER_BULLET.match(text, line.start, line.end)
        if bullet and first.kind == "item" and abs(line.indent - first.indent) <= 1:
            return True
        if text[line.start] != "-":
            return False
        wrapped = self._is_wrapped(group[-1], line) and line.indent == group[-1].indent
        return not wrapped and self._term_beside(number, line) is not None

    def _is_wrapped(self, previous: Line, line: Line) -> bool:
        """Whether the first word of `line` does not fit at the end of `previous`."""
        if not self._margin or self._marked:
            return False
        word = self._text[line.body : min(line.end, line.body + 40)].split(None, 1)
        width = previous.end - previous.start + previous.indent
        return width + 1 + len(word[0] if word else "") > 0.85 * self._margin


def _ends_sentence(text: str, line: Line) -> bool:
    return _ENDS_SENTENCE.search(text, max(line.body, line.end - 10), line.end) is not None


def _is_heading(block: str) -> bool:
    """Whether a block is a heading: short, beginning with a capital or digit, without full stop."""
    if len(block) > _LONGEST_HEADING or not block:
        return False
    bare = block.strip("*_ ")
    if not bare or bare[-1] in ',—–"”-，、' or _SENTENCE_INSIDE.search(bare):
        return False
    if _ENDS_SENTENCE.search(bare[-10:]):
        return False
    if _IDEOGRAPH.search(bare):
        return len(bare) <= _LONGEST_HEADING // 3
    return len(bare.split()) <= 12 and (bare[0].isupper() or bare[0].isdigit())


def _cut_at_tags(text: str, block: Block) -> Iterator[Block]:
    """Cut a block at HTML tags, and at bullets within a line."""
    start, kind, level = block.start, block.kind, block.level
    place = text, block.start, block.end
    for tag in _TAG.finditer(*place) if _TAG_START.search(*place) else ():
        if start < tag.start():
            yield Block(start, tag.start(), kind, level)
        start, kind, level = tag.end(), block.kind, block.level
        name = (tag[1] or "li").lower()
        if not tag[0].startswith("</"):
            if name[0] == "h" and name[1:].isdigit():
                kind, level = "heading", int(name[1:])
            elif name == "li":
                kind, level = "item", max(1, level)
            elif name in _TAGS_OF_TERMS:
                kind = _TAGS_OF_TERMS[name]
            elif name in ("td", "th"):
                kind = "table"
    if start < block.end:
        yield Block(start, block.end, kind, level)
