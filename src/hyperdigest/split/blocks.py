"""Find the blocks of a text: parts that no sentence crosses.

`find_blocks` finds headings, items, steps, quotes, terms, tables, code and speakers' turns by the
first characters and the indents of lines, and joins lines that were wrapped at a margin to one
paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hyperdigest.base.front_matter import end_of_front_matter
from hyperdigest.base.text import BLOCK_TAG
from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.code_blocks import (
    code_end,
    cut_end,
    defines_link,
    display_end,
    fence_end,
    indented_end,
    is_directive_without_text,
    is_link_target,
    is_literal_directive,
    is_scissors,
    prompt_end,
)
from hyperdigest.split.columns import heads_crossed_rule, heads_labelled_row, table_at
from hyperdigest.split.definitions import EXPLANATION, Term
from hyperdigest.split.headings import (
    LEVEL_OF_BOLD,
    TITLED_RULE,
    after_hashes,
    heading_or_paragraph,
    is_bold_title,
    is_numbered_heading,
    is_underline,
    is_underlined,
    underlined,
)
from hyperdigest.split.lettered import mark_lettered_steps
from hyperdigest.split.lines import DEEPEST_HASHES, FRAME, Line, Lines
from hyperdigest.split.lists import LETTER_BULLET, announces, step_number
from hyperdigest.split.options import WORDS, is_option
from hyperdigest.split.paragraphs import begins_paragraph, continues, is_listed_term, is_wrapped
from hyperdigest.split.running_heads import RunningHeads
from hyperdigest.split.scripts import ends_with_question_mark
from hyperdigest.split.so_far import SoFar
from hyperdigest.split.terms_beside import term_beside
from hyperdigest.split.usage import is_heading, usage_end

_COMMAND = re.compile(r"(?P<marks>`{1,2})(?P<code>(?!-)[^`\s]+ [^`\n]*[^`\s])(?P=marks)")
"""A paragraph of Markdown that is nothing but words set as code: a command, but no option."""

_LONGEST_LINK = 3000
"""In characters; a longer line defines no link."""

_WIDEST_BULLET = 3
"""In characters, with the blanks after it."""

_WHOLE = frozenset({"code", "header", "table"})
"""The kinds of blocks in which tags and bullets are a part of the code, or of a cell."""

_BOLD_SUMMARY = r"(?<=<summary>)<(b|strong)>|</(?:b|strong)>(?=\s*</summary>)"
_TAG = re.compile(rf"{BLOCK_TAG}|{_BOLD_SUMMARY}|\s[•‣▪●◦∙](?=\s)", re.IGNORECASE)
_TAG_START = re.compile("[<•‣▪●◦∙]")
_TAGS_OF_TERMS: dict[str, BlockKind] = {"dt": "term", "dd": "definition"}


def find_blocks(text: str, format: str = "text") -> Iterator[Block]:
    """The blocks of `text`, in order and disjoint, without marks at the start of lines.

    The front matter of Markdown is in none.
    """
    marked = format == "markdown"
    start = end_of_front_matter(text) if marked else 0
    lines = Lines(text, start, 4 if marked else 8)
    mark_lettered_steps(lines, marked=marked)
    for block in _Finder(text, lines, marked=marked).blocks():
        is_paragraph = marked and block.kind == "paragraph"
        if is_paragraph and (code := _COMMAND.fullmatch(text, block.start, block.end)):
            yield Block(*code.span("code"), "code", block.level)
        else:
            yield from (block,) if block.kind in _WHOLE else _cut_at_tags(text, block)


class _Finder:
    """Finds the blocks of a text from its first line to its last one.

    Parameters
    ----------
    marked : whether the text is Markdown.
    """

    def __init__(self, text: str, lines: Lines, *, marked: bool) -> None:
        self._text, self._lines, self._marked = text, lines, marked
        self._so_far = SoFar(text, lines, marked=marked)
        self._nesting = self._so_far.nesting
        manual = self._so_far.manual
        self._running_heads = None if marked else RunningHeads(lines, manual=manual)

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
        if self._running_heads and self._running_heads.recurs(number):
            return number + 1, ()
        if not self._marked and self._is_empty_item(number):
            self._so_far.empty_item = lines[number].indent
            return number + 1, ()
        if self._so_far.names_part(number):
            part = lines[number]
            self._nesting.close_all()
            self._so_far.add("heading", part, part)
            return number + 1, (Block(part.start, part.end, "heading", 2),)
        line = self._first(number, after_blank=after_blank)
        may_define = self._marked and self._text[line.start] == "[" and line.indent < 4
        may_define &= line.end - line.start <= _LONGEST_LINK
        if may_define and defines_link(lines.of(line)):
            return number + 1, ()
        if not self._marked and (name := TITLED_RULE.fullmatch(self._text, line.start, line.end)):
            self._nesting.close_all()
            self._so_far.add("heading", line, line)
            return number + 1, (Block(*name.span("name"), "heading"),)
        if line.kind == "fence" and not is_underline(self._so_far, number):
            return self._fenced(number, *fence_end(lines, number))
        if not self._marked and (cut := cut_end(lines, number)) > number:
            return self._fenced(number, cut, cut + 1)
        if not self._marked and line.kind == "text" and self._text[line.start] == ".":
            directive = lines.of(line)[:100]
            if is_literal_directive(directive):
                self._so_far.literal, self._so_far.base = True, line.indent
                return number + 1, ()
            if is_link_target(directive):
                return number + 1, ()
            if is_directive_without_text(directive):
                return indented_end(lines, number + 1, line.indent + 1), ()
        end = self._marked_code_end(number, line, after_blank=after_blank)
        term = None
        if end == number and not self._marked:
            if line.kind in ("text", "table"):
                term = self._so_far.term_beside(number, line)
            if term is None and line.kind in ("text", "turn"):
                end = usage_end(lines, number)
            if (
                term is None
                and end == number
                and (line.kind != "table" or self._is_pipeline(number, line))
            ):
                end = self._guessed_code_end(number, line, after_blank=after_blank)
            commands = self._so_far.commands
            if term is None and end == number and commands and not commands.explained_at(number):
                end = commands.end(number)
        if end > number:
            self._so_far.close(number, after=end)
            self._so_far.introduced, self._so_far.last = False, "code"
            code = Block(line.start, lines[end - 1].end, "code", self._nesting.level)
            return end, (code,)
        may_be_row = line.kind in ("text", "table", "rule") or (
            line.kind == "turn" and "|" in lines.of(line)[:200]
        )
        may_be_row = may_be_row and not self._explains_option(line, term)
        if may_be_row and (found := table_at(lines, number, marked=self._marked)):
            self._so_far.close(number)
            self._so_far.introduced, self._so_far.last = False, "table"
            return found[0], self._leveled(found[1])
        if line.kind == "rule":
            return number + 1, ()
        if term is None and not self._marked:
            term = self._so_far.term_by_place(number, line)
        if term:
            return self._definition(number, line, term)
        return self._paragraph(number, line)

    def _explains_option(self, line: Line, term: Term | None) -> bool:
        """Whether some words beside a term explain it, and it is an option, or one blank is between
        them."""
        if term is None:
            return False
        is_near = term.text == term.end + 1
        if not is_near and not is_option(self._text[term.start : term.end]):
            return False
        return WORDS.search(self._text, max(term.end, term.text), line.end) is not None

    def _is_pipeline(self, number: int, line: Line) -> bool:
        """Whether a line with bars, alone between blank ones, may be commands and no row."""
        lines = self._lines
        is_alone = lines.is_blank(number - 1) and lines.is_blank(number + 1)
        text = lines.of(line)[:200] if is_alone else ""
        return text[:1].islower() and "  " not in text and "\t" not in text

    def _marked_code_end(self, number: int, line: Line, *, after_blank: bool) -> int:
        """The line after code that its indent marks; that line itself if none begins at it."""
        if self._marked:
            if line.indent < 4 or not (after_blank or self._so_far.last == "heading"):
                return number
            body = self._nesting.body_at(line.indent)
            least = max(0, body) + 4
            if line.indent < least or (line.kind in ("item", "step") and body >= 0):
                return number
            return indented_end(self._lines, number, least)
        literal, self._so_far.literal = self._so_far.literal, False
        if literal and line.indent > self._so_far.base:
            return indented_end(self._lines, number, self._so_far.base + 1)
        return number

    def _guessed_code_end(self, number: int, line: Line, *, after_blank: bool) -> int:
        """The line after what looks like code; that line itself if none begins at it."""
        lines, so_far = self._lines, self._so_far
        body = self._nesting.body_at(line.indent)
        base = body if body >= 0 else min(so_far.base, line.indent)
        introduced = so_far.introduced or so_far.open_ended
        end = prompt_end(lines, number, base, introduced=introduced)
        begins = after_blank or introduced or so_far.last == "heading"
        is_comment = self._text[line.start] == "#" and not lines.is_blank(end)
        may_begin = begins and line.kind not in ("item", "step")
        if (end == number or is_comment) and may_begin and not begins_paragraph(so_far, number):
            end = max(end, code_end(lines, number, base, introduced=introduced))
            if end == number and so_far.manual and not table_at(lines, number, marked=False):
                announced = so_far.introduced
                end = display_end(lines, number, base, so_far.margin, introduced=announced)
        return end

    def _fenced(self, number: int, end: int, after: int) -> tuple[int, Sequence[Block]]:
        """The code below a line up to `end`, and the line after that which closes it."""
        lines = self._lines
        self._so_far.close(number, after)
        self._so_far.introduced = False
        first = lines.next(number + 1)
        while end > first and lines.is_blank(end - 1):
            end -= 1
        if first >= end:
            return after, ()
        table = table_at(lines, first, marked=False)
        if table and table[0] == end and table[1]:
            return after, self._leveled(table[1])
        level = self._nesting.level
        return after, (Block(lines[first].start, lines[end - 1].end, "code", level),)

    def _leveled(self, rows: Sequence[Block]) -> Sequence[Block]:
        level = self._nesting.level
        return [Block(row.start, row.end, row.kind, level) for row in rows]

    def _definition(self, number: int, line: Line, term: Term) -> tuple[int, Sequence[Block]]:
        """A term, and what explains it if that begins on the same line."""
        lines, nesting = self._lines, self._nesting
        indent = min(line.indent, term.column - 1)
        nesting.close(indent)
        nesting.open_definition(indent, term.column)
        so_far = self._so_far
        so_far.introduced, so_far.open_ended, so_far.last = False, False, "term"
        blocks = [Block(term.start, term.end, "term", nesting.level)]
        if term.text < 0:
            return lines.number_at(term.end - 1) + 1, blocks
        end = number + 1
        previous = line
        while not lines.is_blank(end):
            one = lines[end]
            deeper = one.indent > line.indent + 1
            if one.kind in ("item", "step", "rule", "fence", "heading"):
                break
            outdented = line.indent < one.indent < term.column - 1
            if outdented and so_far.term_beside(end, one):
                break
            if one.indent == term.column and is_listed_term(so_far, previous, end, one):
                break
            if not deeper and not (
                term.column == line.indent + 1
                and continues(so_far, [previous], end, one)
                and not so_far.term_by_place(end, one)
            ):
                break
            previous, end = one, end + 1
        blocks.append(Block(term.text, previous.end, "definition", nesting.level))
        so_far.introduced = announces(self._text[term.text : previous.end][-10:])
        return end, blocks

    def _paragraph(self, number: int, first: Line) -> tuple[int, Sequence[Block]]:
        """The paragraph, heading, item or step that begins at a line."""
        lines = self._lines
        group, end = [first], number + 1
        while not lines.is_blank(end):
            line = lines[end]
            is_cut = not self._marked and (
                is_scissors(lines, line) or heads_labelled_row(lines, end)
            )
            if is_cut or not continues(self._so_far, group, end, line):
                break
            group.append(line._replace(kind="text") if line.kind == "table" else line)
            end += 1
        if is_underlined(self._so_far, group, end):
            self._nesting.close_all()
            self._so_far.add("heading", first, group[-1])
            return end + 1, (underlined(self._text, group, lines[end]),)
        is_named = self._marked and first.kind == "text" and not self._explains(first)
        if is_named and self._is_explained(end):
            self._nesting.close(first.indent)
            self._so_far.add("term", first, group[-1])
            level = self._nesting.level + 1
            return end, [Block(line.body, line.end, "term", level) for line in group]
        block = self._block(number, group, end)
        is_shown = block.kind == "quote" and first.kind == "text"
        self._so_far.add("paragraph" if is_shown else block.kind, group[0], group[-1])
        return end, (block,)

    def _first(self, number: int, *, after_blank: bool) -> Line:
        """The first line of a block, with the kind that it has in its place."""
        lines, text, so_far = self._lines, self._text, self._so_far
        line = lines[number]
        if self._marked:
            return line
        if line.kind == "heading" and (
            line.indent > DEEPEST_HASHES  # a comment in an example
            or (line.body - line.start > 2 and text[line.start + 1].isspace())  # in its own column
        ):
            return line._replace(kind="text", body=line.start)
        if line.kind == "item" and not after_blank and self._is_term(line):
            return line._replace(kind="text", body=line.start)
        if line.kind not in ("text", "table"):
            return line
        if heads_crossed_rule(lines, number):
            return line._replace(kind="table")
        if text[line.start] in "o°?" and (mark := LETTER_BULLET.match(text, line.start, line.end)):
            listed = so_far.contents or (
                text[line.start] != "?"
                and (after_blank or so_far.introduced or so_far.last == "heading")
            )
            if listed or so_far.empty_item >= 0 or self._nesting.has_item_at(line.indent):
                empty, so_far.empty_item = so_far.empty_item, -1
                indent = empty if 0 <= empty < line.indent else line.indent
                return line._replace(kind="item", body=mark.end(), indent=indent)
        if (
            line.kind == "table"
            and text[line.start] not in FRAME
            and not lines.is_blank(number + 1)
        ):
            below = lines[number + 1]
            if below.indent == line.indent and is_wrapped(so_far, line, below):
                return line._replace(kind="text")
        return line

    def _is_empty_item(self, number: int) -> bool:
        """Whether a line is only the bullet "o" of a list, above one that is deeper."""
        line, below = self._lines[number], self._lines.next(number + 1)
        is_bullet = line.kind == "text" and self._lines.of(line) == "o"
        if not is_bullet or below == len(self._lines) or not self._nesting.has_item_at(line.indent):
            return False
        inner = self._lines[below]
        is_deeper = inner.indent > line.indent
        return is_deeper and LETTER_BULLET.match(self._text, inner.start, inner.end) is not None

    def _is_term(self, line: Line) -> bool:
        """Whether the bullet of a line is a term, as keys are, among others in the same column with
        their text in a column of its own, without a blank line between them."""
        column = self._lines.column(line, line.body)
        is_apart = line.body - line.start > _WIDEST_BULLET
        return is_apart and self._nesting.column_of_terms(line.indent) == column

    def _block(self, number: int, group: list[Line], end: int) -> Block:
        """The block of the lines of a paragraph; opens and closes lists."""
        text, so_far, nesting = self._text, self._so_far, self._nesting
        first, stop = group[0], group[-1].end
        if first.kind == "heading":
            nesting.close_all()
            return after_hashes(text, first, stop)
        if first.kind in ("item", "step"):
            if first.kind == "step" and is_numbered_heading(so_far, first, stop, end):
                nesting.close_all()
                so_far.section = step_number(text[first.start : first.body])
                return Block(first.start, stop, "heading", 1)
            if first.kind == "item" and is_bold_title(so_far, first, stop, end):
                nesting.close_all()
                return Block(first.body, stop, "heading", LEVEL_OF_BOLD)
            body = self._lines.column(first, first.body)
            level = nesting.open_item(first.kind, first, body, text[first.start : first.body])
            if nesting.innermost and first.kind == "step":
                nesting.innermost.announces = announces(text[first.body : stop][-10:])
            return Block(first.body, stop, first.kind, level)
        if label := so_far.question_label(first):
            nesting.close_all()
            so_far.asked = label["asks"] is not None
            is_question = so_far.asked and (
                ends_with_question_mark(text, label.end(), stop) or self._is_answered(end)
            )
            mark = "" if label["closed"] else label["emphasis"] or ""
            if text.endswith(mark, label.end(), stop):
                stop -= len(mark)
            return Block(label.end(), stop, "heading" if is_question else "paragraph")
        nesting.close(min(line.indent for line in group[:2]))
        if self._running_heads and self._running_heads.is_like_one(number):
            return Block(first.body, stop, "paragraph", nesting.level)
        if first.kind in ("quote", "turn", "table"):
            return Block(first.body, stop, first.kind, nesting.level)
        if self._marked and self._explains(first):
            body = self._lines.column(first, first.start + 1) + 1
            nesting.open_definition(first.indent, body)
            return Block(first.start + 1, stop, "definition", nesting.level)
        if nesting.innermost:
            within = nesting.innermost.kind == "definition"
            return Block(first.body, stop, "definition" if within else "paragraph", nesting.level)
        if len(group) == 1 and self._heads_terms(first, end):
            return Block(first.body, stop, "heading")
        return heading_or_paragraph(so_far, first, text[first.body : stop], stop, end)

    def _heads_terms(self, line: Line, end: int) -> bool:
        """Whether a line is the heading of the terms below it, with their explanation beside."""
        lines, below = self._lines, self._lines.next(end)
        if self._marked or below > end + 1 or below == len(lines) or not is_heading(lines, line):
            return False
        is_deeper = lines[below].indent > line.indent
        return is_deeper and term_beside(lines, below, lines[below], -1, announced=True) is not None

    def _is_answered(self, number: int) -> bool:
        """Whether the next text from a line on has the label of an answer to what is before it."""
        following = self._lines.next(number)
        if following == len(self._lines):
            return False
        label = self._so_far.question_label(self._lines[following])
        return label is not None and not label["asks"]

    def _is_explained(self, number: int) -> bool:
        """Whether a line, or the one after a blank one, explains terms in Markdown (": text")."""
        following = number if not self._lines.is_blank(number) else number + 1
        if self._lines.is_blank(following):
            return False
        return EXPLANATION.match(self._text, self._lines[following].start) is not None

    def _explains(self, line: Line) -> bool:
        if self._so_far.last not in ("term", "definition"):
            return False
        return EXPLANATION.match(self._text, line.start) is not None


def _cut_at_tags(text: str, block: Block) -> Iterator[Block]:
    """Cut a block at HTML tags, and at bullets within a line."""
    start, kind, level = block.start, block.kind, block.level
    place = text, block.start, block.end
    for tag in _TAG.finditer(*place) if _TAG_START.search(*place) else ():
        if start < tag.start():
            yield Block(start, tag.start(), kind, level)
        start, kind, level = tag.end(), block.kind, block.level
        name = (tag[1] or tag[2] or "li").lower()
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
