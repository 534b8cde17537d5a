"""Which paragraphs, steps and items of a text are headings, and which are questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.documents import Block
from hyperdigest.split.bylines import is_byline
from hyperdigest.split.code_signs import ends_sentence
from hyperdigest.split.commands import DEEPEST_HEADING
from hyperdigest.split.entries import is_contents_heading, is_line_of_node
from hyperdigest.split.lines import Line
from hyperdigest.split.lists import LETTER_BULLET, least_indent, section_depth, step_number
from hyperdigest.split.properties import is_property
from hyperdigest.split.scripts import CJK, ends_with_question_mark, stop_words
from hyperdigest.split.so_far import SoFar

MAIL_HEADER = re.compile(
    r"(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Message-ID|Organi[sz]ation|Newsgroups"
    r"|Lines|Keywords|Attachments?|X-[\w-]+):",
    re.IGNORECASE,
)
ENDS_SENTENCE = re.compile(r"[.!?…:;。！？؟।][\"'”’»)\]*_]*$")
TITLED_RULE = re.compile(r"(-{5,}) (?P<name>[A-Z][a-z]+) \1")
"""A word between rules of the same length, such as that above the footnotes of a page of Info."""

LEVEL_OF_BOLD = 4
"""The rank of a heading that is an item all in bold."""

_ENTRY_OF_DIRECTORY = re.compile(r"(?:START|END)-INFO-DIR-ENTRY|INFO-DIR-SECTION .*")
"""Lines of Info around the entry for its directory."""

_EXAMPLE = re.compile(r"Example \d{1,3}\.\s")
_SENTENCE_INSIDE = re.compile(r"[^\W\d_]{3}[.!?][\"”’)]*\s")
_ALTERNATIVES = re.compile(r"\s(?:\||::?=|=)\s")
"""A sign between the parts of a grammar or of a setting, which no heading has."""

_ENDS_STATEMENT = re.compile(r"[.!…。।۔][\"'”’»)\]*_]*$")
_CLOSING_HASHES = re.compile(r"(?<![ \t])[ \t]+#+$", re.MULTILINE)
_IDEOGRAPH = re.compile(f"[{CJK}가-힣]")
_FIELD = re.compile(r"[A-Z][\w-]{0,20}:\s*\S")
"""A name and its value: "License: MIT"."""

_MARKED_FIELD = re.compile(r"([*_]{1,3})[A-Z][^*_:\n\d]{0,30}(?::\1|\1:)[ \t]+\S")
"""A field of Markdown with its name in bold: "**Status:** open". "**Step 1:** Install" is none."""

_BOLD = re.compile(r"(\*\*|__)[^*_\n]+\1")
_EMPHASIZED = re.compile(r"([*_]{1,3})[^*_\n]+\1")
_ARROWS = ("->", "=>", "→")
_COMPARED = ("< ", "\\ ")
"""What begins a line of a comparison of two files, in which a rule divides their lines."""

_LONGEST_HEADING = 90
_MOST_LINES_OF_HEADING = 2
_UNDERLINES = {"=": 1, "-": 2, "~": 3}


def is_underline(so_far: SoFar, number: int) -> bool:
    """Whether a line is a rule below the words of a heading."""
    lines, text = so_far.lines, so_far.text
    if lines.is_blank(number) or lines.is_blank(number - 1):
        return False
    line, above = lines[number], lines[number - 1]
    if line.kind == "fence":
        if so_far.marked or text[line.start] != "~":
            return False
    elif line.kind != "rule":
        return False
    if not so_far.marked and text.startswith(_COMPARED, above.start):
        return False
    return above.kind in ("text", "step") and line.indent == above.indent


def is_underlined(so_far: SoFar, group: Sequence[Line], end: int) -> bool:
    """Whether the lines of a paragraph are a heading above a rule: one line, or one with a number
    and the rest of it, above a rule that is nearly as long as the longer of them."""
    first = group[0]
    if len(group) == 1:
        is_heading = first.kind in ("text", "step") and is_underline(so_far, end)
        return is_heading and not is_above_rule(
            so_far.text[first.body : first.end], so_far.lines.of(so_far.lines[end])
        )
    if so_far.marked or len(group) != _MOST_LINES_OF_HEADING or first.kind != "step":
        return False
    if so_far.lines.is_blank(end):
        return False
    rule = so_far.lines[end]
    mark = so_far.text[rule.start]
    if rule.kind not in ("rule", "fence") or mark not in _UNDERLINES or rule.indent != first.indent:
        return False
    words = so_far.text[first.body : group[-1].end]
    if ENDS_SENTENCE.search(words) and not ends_with_question_mark(
        so_far.text, first.body, group[-1].end
    ):
        return False
    longest = max(line.end - line.start for line in group)
    return 4 * (rule.end - rule.start) >= 3 * longest


def is_above_rule(words: str, rule: str) -> bool:
    """Whether words on the line above a rule are rather a paragraph than a heading: they end with a
    full stop, are several sentences or long, and more than twice as long as the rule, which is no
    double one."""
    if rule.startswith("=") or len(words) <= 2 * len(rule):
        return False
    if not _ENDS_STATEMENT.search(words[-10:]):
        return False
    return len(words) > _LONGEST_HEADING or _SENTENCE_INSIDE.search(words) is not None


def underlined(text: str, group: Sequence[Line], rule: Line) -> Block:
    """The heading of the lines above a rule."""
    rank = _UNDERLINES.get(text[rule.start], 4)
    return Block(group[0].start, group[-1].end, "heading", rank)


def after_hashes(text: str, first: Line, stop: int) -> Block:
    """The heading of lines that begin with hashes, without those at its end."""
    closing = _CLOSING_HASHES.search(text, first.body, stop)
    stop = closing.start() if closing else stop
    return Block(first.body, stop, "heading", text.count("#", first.start, first.body))


def is_numbered_heading(so_far: SoFar, first: Line, stop: int, end: int) -> bool:
    """Whether what looks like a step is the heading of a section, or a question.

    It is if no step and nothing that is part of it follows, or if it stands alone and has the
    number after that of the section above.
    """
    lines, words = so_far.lines, so_far.text[first.body : stop]
    is_question = ends_with_question_mark(so_far.text, first.body, stop)
    if so_far.is_info and not is_question:
        return False
    if _has_sections(so_far, first, end):
        return True
    if len(words) > 2 * _LONGEST_HEADING or not (
        is_question or (_is_heading(words) and not so_far.marked)
    ):
        return False
    if not so_far.text[first.start].isdigit() or lines.column(first, first.body) == first.indent:
        return False
    following = lines.next(end)
    if so_far.contents:
        return True
    if following == len(lines) or so_far.nesting.is_next(
        first, so_far.text[first.start : first.body]
    ):
        return False
    line = lines[following]
    number = step_number(so_far.text[first.start : first.body])
    if number > 1 and number == so_far.section + 1 and lines.is_blank(end):
        return True
    if line.kind in ("item", "step", "fence", "table"):
        return False
    return is_question or least_indent(lines, following) <= first.indent


def _has_sections(so_far: SoFar, first: Line, end: int) -> bool:
    """Whether the number after that of a step is that of a section in it ("2.1")."""
    following = so_far.lines.next(end)
    if following == len(so_far.lines):
        return False
    start = so_far.lines[following].start
    section = f"{so_far.text[first.start : first.body].strip('( .)')}.1"
    return so_far.text.startswith(section, start)


def is_bold_title(so_far: SoFar, first: Line, stop: int, end: int) -> bool:
    """Whether an item of Markdown is all bold, and paragraphs stand before and after it.

    It is none of a list that has an item before it, or that a colon announces if the paragraph
    after it is in the item.
    """
    if (
        not so_far.marked
        or so_far.last in ("item", "step")
        or not _BOLD.fullmatch(so_far.text, first.body, stop)
        or so_far.nesting.has_item_at(first.indent)
    ):
        return False
    following = so_far.lines.next(end)
    if following in (end, len(so_far.lines)):
        return False
    line = so_far.lines[following]
    is_in_item = line.indent > first.indent
    is_below = line.indent == first.indent
    return line.kind == "text" and (is_below or (is_in_item and not so_far.introduced))


def heading_or_paragraph(so_far: SoFar, first: Line, words: str, stop: int, end: int) -> Block:
    """The block of a paragraph outside of lists: a heading if it looks like one, and heads what is
    below it. The last section of a manual may be empty."""
    is_last = so_far.lines.next(end) == len(so_far.lines) and not so_far.manual
    if len(words) <= 2 * _LONGEST_HEADING and not is_last:
        depth = section_depth(words)
        if (
            depth
            and not so_far.is_info
            and (_is_heading(words) or ends_with_question_mark(so_far.text, first.body, stop))
        ):
            return Block(first.body, stop, "heading", depth)
        is_lead_in = "\n" in words and _lists_follow(so_far, end)
        is_field = MAIL_HEADER.match(words) or _is_field(so_far, words, end)
        is_deep = so_far.manual and first.indent > DEEPEST_HEADING
        is_headed = not is_deep or _EXAMPLE.match(words)
        if so_far.manual and _is_section(so_far, first, stop, end):
            return Block(first.body, stop, "heading", 1)
        if (so_far.marked or so_far.has_headings) and not _may_be_unmarked(so_far, words, end):
            return Block(first.body, stop, "paragraph")
        if so_far.marked and _EMPHASIZED.fullmatch(words) and is_byline(words):
            return Block(first.body, stop, "paragraph")
        is_plain = not so_far.marked and not so_far.manual
        is_shown = is_plain and _is_example(so_far, first, words)
        is_lead_in = is_lead_in or (is_plain and _joins_code(so_far, first, words, end))
        if is_shown and words.isupper():
            return Block(first.body, stop, "quote")
        if _is_heading(words) and not (is_lead_in or is_field or is_shown) and is_headed:
            rank = 0 if not so_far.manual or is_deep else 1 + (first.indent > 0)
            return Block(first.body, stop, "heading", rank)
    return Block(first.body, stop, "paragraph")


def _is_example(so_far: SoFar, first: Line, words: str) -> bool:
    """Whether a line of plain text is a part of an example: a sentence announces it, or it is
    indented right below a line that is no heading and no end of a sentence, or deeper than the text
    before code or before a sentence that is left open."""
    if so_far.introduced and so_far.last in ("paragraph", "definition"):
        return not is_contents_heading(words)
    is_left_open = so_far.open_ended and not words.isupper() and so_far.base <= DEEPEST_HEADING
    if first.indent > so_far.base and (is_left_open or so_far.last == "code"):
        return True
    above = so_far.lines.number_at(first.start) - 1
    if not first.indent or so_far.lines.is_blank(above) or so_far.last == "heading":
        return False
    return not ends_sentence(so_far.lines.of(so_far.lines[above]))


def _joins_code(so_far: SoFar, first: Line, words: str, end: int) -> bool:
    """Whether a line goes on from code above it to what is deeper below it: "Then", "I get"."""
    if so_far.last != "code" or words.split(None, 1)[0].lower() not in stop_words("en"):
        return False
    following = so_far.lines.next(end)
    return following < len(so_far.lines) and so_far.lines[following].indent > first.indent


def _may_be_unmarked(so_far: SoFar, words: str, end: int) -> bool:
    """Whether a paragraph of Markdown or Info may be a heading though no mark says so: none is
    right above code, nor in a text that marks its headings, unless it is all bold or in italics in
    Markdown."""
    if not so_far.lines.is_blank(end) and so_far.lines[end].kind == "fence":
        return False
    return not so_far.has_headings or (so_far.marked and _EMPHASIZED.fullmatch(words) is not None)


def _is_section(so_far: SoFar, first: Line, stop: int, end: int) -> bool:
    """Whether a line of a page of a manual is the heading of a section in any case: it is not
    indented, but what is below it is, and it is no sentence."""
    lines, following = so_far.lines, so_far.lines.next(end)
    if first.indent or stop != first.end or following == len(lines):
        return False
    ends = ENDS_SENTENCE.search(so_far.text, max(first.body, stop - 10), stop)
    is_short = stop - first.body <= _LONGEST_HEADING
    return is_short and not ends and lines[following].indent > DEEPEST_HEADING


def _is_field(so_far: SoFar, words: str, end: int) -> bool:
    """Whether a line is a field with its name in bold, or one of a list of fields: one is right
    above or below it, too."""
    if so_far.marked and _MARKED_FIELD.match(words):
        return True
    if "\n" in words or not _FIELD.match(words):
        return False
    lines = so_far.lines
    beside = (lines[number] for number in (end - 2, end) if not lines.is_blank(number))
    return any(_FIELD.match(so_far.text, line.start, line.end) for line in beside)


def _lists_follow(so_far: SoFar, end: int) -> bool:
    following = so_far.lines.next(end)
    if following == len(so_far.lines):
        return False
    line = so_far.lines[following]
    letter = LETTER_BULLET.match(so_far.text, line.start, line.end)
    return line.kind in ("item", "step") or (letter is not None and not so_far.marked)


def _is_heading(block: str) -> bool:
    """Whether a block is a heading: short, beginning with a capital or digit, without full stop."""
    if len(block) > _LONGEST_HEADING or not block or is_property(block):
        return False
    if is_line_of_node(block) or _ENTRY_OF_DIRECTORY.fullmatch(block):
        return False
    bare = block.strip("*_ ")
    if _ALTERNATIVES.search(bare):
        return False
    if not bare or bare[-1] in ',—–"”-，、' or bare.endswith(_ARROWS):
        return False
    if _SENTENCE_INSIDE.search(bare):
        return False
    if ENDS_SENTENCE.search(bare[-10:]):
        return False
    if _IDEOGRAPH.search(bare):
        return len(bare) <= _LONGEST_HEADING // 3
    return len(bare.split()) <= 12 and (bare[0].isupper() or bare[0].isdigit())
