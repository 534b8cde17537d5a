"""Code in text: fences, blocks that are indented, and commands after a prompt.

Each function gives the number of the line after a block of code that begins at a line, or that of
the line itself if none begins there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hyperdigest.documents import Block
from hyperdigest.split.entries import is_in_index_of_words, is_pointer_of_info
from hyperdigest.split.lines import DEEPEST_HASHES, Line, Lines

_SHORTEST_COMMENT = 3
"""In words; a shorter one may be the name of a file."""

_SAMPLE = 40
"""How many lines of a block are read to know whether it is code."""

_LONGEST_LINE = 400
_OF_COMPUTER = r"\[?[\w.-]{1,30}@[\w.-]{1,40}(?:[: ]?[~/\w.-]{0,60}\]?|[: ][~/][~/\w.-]{0,60} )[$#]"
"""A prompt with the name of a computer, and perhaps a folder: ``[ada@mill ~]$``."""

_PROMPT = re.compile(
    r"(?:[$%#]|>>>|\.\.\.|[A-Z]:\\[^<>|?*\s]{0,80}>|PS [A-Z]:\\\S{0,80}>"
    rf"|{_OF_COMPUTER}|\(?[\w.-]{1, 20}\)? ?[$>#]"
    r"|[a-z]{2,12}[>=#]+)[ ]?(?=\S)"
)
_STRONG_PROMPT = re.compile(
    rf"(?:(?:[$%]|>>>|{_OF_COMPUTER})[ ]"
    r"|[A-Z]:\\[^<>|?*\s]{0,80}>[ ]?)"
    r"(?=[\w./~\"'(\[{-])(?!\d)"
)
_PROMPTS_OF_COMMANDS = ("$ ", ">>> ")
_PROMPT_SIGNS = frozenset("$%#>[CDEFG")
_ROOT_PROMPT = re.compile(r"\#[ ](?:[a-z][\w.+-]{0,30}|\.{0,2}/\S{1,80})(?=\s|$)")
_SIGN = re.compile(
    r"""
      \s(?:\|\|?|&&)$ | ^(?:\|\|?|&&)\s | [;{}\\]$ | ^[{}<@]
    | \$[\w({] | [^\s=]=[^\s=] | \s:?=\s | [\w\]]\( | \)\s*[;{] | \(\)
    | ://\S | :: | (?:^|\s)--?[A-Za-z] | [-=]> | \s\|\s | \s>>?\s | \w\|-{0,2}\w | <[\w/-]+> | \w_\w
    | (?:^|[\s"'=])(?:~|\.{1,2})?/[\w.*] | \w\.[a-z]{2,4}(?=\s|$) | (?<![\w.])\.[a-z]\w*
    | (?<![\w.])[\w-]+\.[a-z](?=\s|$) | \d+\.\d+\.\d+\.\d+ | ["'\]\)],?$ | ^\w+\s*[=:]\s*["'\[{]
    | ^[a-z]\w{3,}[ ]-?\d[\d. ]*$ | ^\w+=$ | \s<<-?[ ]?[\\"']?[A-Za-z_]
    """,
    re.VERBOSE,
)
_COMMENT = re.compile(r"(?:\#|//|/\*|\*/?(?:\s|$)|;|--\s|<!--|\"\"\")")
_HASHES = re.compile(r"#+(?:\s|\Z)")
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[.!?][\"”')]*$")
FUNCTION_WORD = re.compile(
    r"(?<![\w$/.|-])(?:the|of|to|and|is|are|was|be|with|that|this|you|your|it|an?|or|as|which|not|can"
    r"|will|der|die|das|und|ist|mit|von|les?|la|des|est|el|los|del|que|una?)(?![\w/.=(|-])",
    re.IGNORECASE,
)
_PRINTS = re.compile(r"\w ?\((?:\w+, ?)?[a-z]?([\"']).*\1[;,)]*$")
"""A sentence that is the argument of a function."""

_PLACEHOLDER = re.compile(r"<[^<>]+>")
"""What a reader has to do between two commands: "<fill the tank>"."""

_PAGES_OF_MANUALS = re.compile(r"(?:[\w.:+-]+\(\d[a-z]{0,3}\)[,.]?\s*)+$")
_FILE_AND_PLACE = re.compile(r"[\w.-]+ \((?:~|\$\w+)?/[^\s()]+\)")
"""A file and where it is, above what explains it: "tanks.conf (/etc/tanks.conf)"."""

_GAP = re.compile(r"\S(?:\t|[ ]{2})")
_DATE = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?=\s|\Z)")
_AMOUNT = re.compile(r"\S(?:\t|[ ]{2,})[^\s\d]?[-+]?\d[\d.,]*(?=\s|\Z)")
_SIGNS_OF_VERSES = ";,\"')] "
_NO_SETTINGS = ("item", "step", "table", "turn", "heading")
_JOINTS = ("\\", " |", " ||", " &&")
_BEGIN_JOINED = ("| ", "|| ", "&& ")
_HERE_DOCUMENT = re.compile(r"(?<![<\w])<<-?[ ]?[\\\"']?([A-Za-z_]\w*)")
_OPEN_BRACKET = re.compile(r"\$\([^()\n]*\Z")
_LITERAL = re.compile(r"\.\.[ ](?:code(?:-block)?|sourcecode|parsed-literal|highlight|prompt)::")
_WITHOUT_TEXT = re.compile(r"\.\.[ ](?:meta|contents|toctree|index)::")
_LINK_DEFINITION = re.compile(
    r"\[(?!\^)[^\[\]]{1,300}\]:[ \t]+(?:<[^<>]*>|#\S+|\S*(?:[/:@]|\w\.\w)\S*)"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?"
)
_LINK_TARGET = re.compile(r"\.\.[ ]_[^:]{1,80}:(?:\s|$)")


def is_literal_directive(text: str) -> bool:
    """Whether a line of reStructuredText says that code follows."""
    return _LITERAL.match(text) is not None


def is_link_target(text: str) -> bool:
    """Whether a line of reStructuredText says where a link leads."""
    return _LINK_TARGET.match(text) is not None


def defines_link(text: str) -> bool:
    """Whether a line of Markdown says where the links with a name lead, which no reader sees."""
    return _LINK_DEFINITION.fullmatch(text) is not None


def is_directive_without_text(text: str) -> bool:
    """Whether a line of reStructuredText begins what no reader sees, or a list of links."""
    return _WITHOUT_TEXT.match(text) is not None


def prompt_of(line: str) -> str:
    """The prompt of a shell or of Python before a command; empty if a line has none."""
    found = _STRONG_PROMPT.match(line)
    return found[0].rstrip() if found else ""


def fence_end(lines: Lines, number: int) -> tuple[int, int]:
    """The line after the code in the fence that opens at `number`, and that after the fence.

    A fence that is not closed counts to the end.
    """
    opening = lines[number]
    mark = lines.text[opening.start]
    length = 3
    while lines.text[opening.start + length : opening.start + length + 1] == mark:
        length += 1
    for after in range(number + 1, len(lines)):
        line = lines[after]
        closes = line.kind == "fence" and lines.text.startswith(mark * length, line.start)
        if closes and lines.of(line).strip(mark) == "":
            return after, after + 1
    return len(lines), len(lines)


def indented_end(lines: Lines, number: int, indent: int) -> int:
    """The end of the lines from `number` on with at least this indent, over blank lines."""
    end = number
    for after in range(number, len(lines)):
        if lines.is_blank(after):
            continue
        if lines[after].indent < indent:
            break
        end = after + 1
    return end


def prompt_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    """The end of a session in a terminal, whose first line begins with a prompt.

    The output of commands belongs to it, up to a blank line.
    """
    first = lines[number]
    if lines.text[first.start] not in _PROMPT_SIGNS:
        at = lines.text.find("@", first.start, min(first.end, first.start + 32))
        if at < 0:
            return number
    end, following = number, number
    introduced = introduced or first.indent > base
    while following < len(lines) and lines[following].indent == first.indent:
        text = _start(lines, lines[following])
        if not _STRONG_PROMPT.match(text) and not is_root_command(text, introduced=introduced):
            break
        end = following + 1
        while not lines.is_blank(end) and (
            _stays_open(lines, end - 1) or not _ends_session(lines, lines[end], first, base)
        ):
            end += 1
        following, introduced = lines.next(end), True
        if following == end:
            break
    return end


def _ends_session(lines: Lines, line: Line, first: Line, base: int) -> bool:
    """Whether a line is no command and no output of the session that begins at `first`."""
    if line.indent < first.indent:
        return True
    text = _start(lines, line)
    return line.indent <= base and _is_prose(text) and not _PROMPT.match(text)


def with_quoted_code(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with quotes as code if all their lines look like it, as where a page indents
    commands without marking them, and so paragraphs that begin with a prompt and a command.

    Signs at the ends of lines do not count: verses and citations have them too. Nor do lines that
    are only short and in lower case, as in answers to a letter, names after a dash, and what ends
    with a colon.
    """
    for block in blocks:
        if block.kind == "quote" and block.end - block.start <= _SAMPLE * _LONGEST_LINE:
            lines = [line.strip() for line in text[block.start : block.end].splitlines()]
            lines = [line.lstrip("> ").rstrip(_SIGNS_OF_VERSES)[:_LONGEST_LINE] for line in lines]
            lines = [line for line in lines if line]
            if len(lines) <= _SAMPLE and has_signs(lines) and _is_code(lines, introduced=False):
                is_name = lines[0][0] == "-" or lines[-1][-1] == ":"
                block = block if is_name else replace(block, kind="code")
        elif block.kind == "paragraph" and text.startswith(_PROMPTS_OF_COMMANDS, block.start):
            first = text[block.start : block.end].split("\n", 1)[0][:_LONGEST_LINE]
            command = first.split(" ", 1)[1].lstrip()
            if _STRONG_PROMPT.match(first) and not command[0].isupper() and not _is_prose(command):
                block = replace(block, kind="code")
        yield block


LEAST_OF_PROSE = 15
"""In words; a shorter paragraph may be a comment or a message of a program."""


def is_wrapped_prose(paragraph: str) -> bool:
    """Whether a paragraph of several lines is prose: from a capital letter or a dash to the end of
    a sentence or a colon, with words such as "the" in it and few signs of code."""
    lines = [line.strip() for line in paragraph.strip().splitlines()]
    words = paragraph.split()
    widths = [len(line) for line in lines]
    if len(lines) < 2 or len(words) < LEAST_OF_PROSE or 2 * min(widths[:-1]) < max(widths):
        return False
    first = words[0].lstrip("\"'([“‘")[:1]
    if not first.isupper() and first != "-":
        return False
    if not (lines[-1].endswith(":") or _SENTENCE_END.search(lines[-1])):
        return False
    signs = sum(_SIGN.search(line.rstrip(_SIGNS_OF_VERSES)) is not None for line in lines)
    return 8 * len(FUNCTION_WORD.findall(paragraph)) >= len(words) and 2 * signs <= len(lines)


def goes_on(above: str, line: str) -> bool:
    """Whether a command goes on with a line below it: that is joined by what ends the line above,
    such as a backslash, or begins it, such as the bar of a pipeline."""
    return above.endswith(_JOINTS) or line.startswith(_BEGIN_JOINED)


def has_signs(texts: Sequence[str]) -> bool:
    """Whether at least half of some lines have signs of code."""
    signs = sum(_SIGN.search(text) is not None or _PROMPT.match(text) is not None for text in texts)
    return signs > 0 and 2 * signs >= len(texts)


def code_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    """The end of lines that look like code: deeper than the text around them, whose indent is
    `base`, or a whole block between blank lines.

    Parameters
    ----------
    introduced : whether the sentence before it announces something.
    """
    first = lines[number]
    if is_in_index_of_words(lines, number, introduced=introduced):
        return number
    if first.indent > base:
        end = _deeper_end(lines, number, base, introduced=introduced)
        return end if end > number else _explained_settings_end(lines, number)
    end = _explained_settings_end(lines, number)
    if end == number:
        end = _dated_entry_end(lines, number)
    if end > number:
        return end
    is_structure = first.kind in _NO_SETTINGS and first.kind != "table"
    if is_structure or not _may_be_directive(_start(lines, first)):
        return number
    sample = lines.run(number, _SAMPLE)
    if any(line.indent < first.indent for line in sample):
        return number
    if not _are_directives([_start(lines, line) for line in sample], introduced=introduced):
        return number
    end = _blank_after(lines, number)
    following = lines.next(end)
    while end < following < len(lines) and lines[following].indent >= first.indent:
        texts = [_start(lines, line) for line in lines.run(following, _SAMPLE)]
        if lines[following].kind in _NO_SETTINGS or not _are_directives(texts):
            break
        end = _blank_after(lines, following)
        following = lines.next(end)
    return end


def _explained_settings_end(lines: Lines, number: int) -> int:
    """The end of settings or commands of a file below comments that explain them, up to a blank
    line, or only of such comments."""
    first = lines[number]
    if first.indent <= DEEPEST_HASHES or lines.text[first.start] != "#":
        return number
    sample = lines.run(number, _SAMPLE)
    texts = [_start(lines, line) for line in sample]
    if len(texts) < 2 or not _HASHES.match(texts[0]):
        return number
    is_prose = any(
        (FUNCTION_WORD.search(text) or ends_sentence(text))
        and (text[0].isupper() or not _SIGN.search(text))
        for text in texts
        if text[0] != "#"
    )
    is_outdented = any(line.indent < first.indent for line in sample)
    return number if is_prose or is_outdented else _blank_after(lines, number)


def _dated_entry_end(lines: Lines, number: int) -> int:
    """The end of an entry of a journal: amounts in a column of their own, below a date and
    deeper than that."""
    first = lines[number]
    if not _DATE.match(_start(lines, first)) or lines.is_blank(number + 1):
        return number
    entries = lines.run(number + 1, _SAMPLE)
    texts = [_start(lines, line) for line in entries]
    is_entry = all(line.indent > first.indent for line in entries)
    return _blank_after(lines, number) if is_entry and any(map(_AMOUNT.search, texts)) else number


def _blank_after(lines: Lines, number: int) -> int:
    """The first blank line after a line."""
    while not lines.is_blank(number):
        number += 1
    return number


def display_end(lines: Lines, number: int, base: int, margin: float, *, introduced: bool) -> int:
    """The end of lines of a page of a manual that are shown as they were typed.

    They are deeper than the text around them, have the same indent, are no sentences or columns,
    and none is filled up to the margin. A single one has to be announced.
    """
    sample = lines.run(number, _SAMPLE)
    first = sample[0]
    if first.indent <= base or not lines.is_blank(number + len(sample)):
        return number
    if len(sample) == 1 and not introduced:
        return number
    if any(line.kind != "text" or line.indent != first.indent for line in sample):
        return number
    texts = [_start(lines, line) for line in sample]
    if any(_is_prose(text) or ends_sentence(text) or _GAP.search(text) for text in texts):
        return number
    filled = any(lines.is_wrapped(above, line, margin) for above, line in pairwise(sample))
    return number if filled else number + len(sample)


def _deeper_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    end = number
    while number < len(lines):
        sample = _deeper(lines.run(number, _SAMPLE), base)
        is_list = bool(sample) and sample[0].kind in ("item", "step")
        if (
            not sample
            or is_list
            or not _is_code(_outside_here_documents(lines, number, sample, base), introduced)
        ):
            break
        end = number
        while not lines.is_blank(end) and (lines[end].indent > base or _stays_open(lines, end - 1)):
            end = _here_document_end(lines, end, base)
        number = lines.next(end)
        introduced = False
        if number == end:
            break
    return end


def _outside_here_documents(
    lines: Lines, number: int, sample: Sequence[Line], base: int
) -> Sequence[str]:
    """The texts of a sample that begins at a line, without those of here-documents in it."""
    texts, following = list[str](), number
    for place, line in enumerate(sample, start=number):
        if place >= following:
            texts.append(_start(lines, line))
            following = _here_document_end(lines, place, base)
    return texts


def _here_document_end(lines: Lines, number: int, base: int) -> int:
    """The line after the here-document that a line opens (``cat <<EOF``), whose lines are deeper
    than the text around it and may be blank; the next line if it opens none that is closed."""
    text = _start(lines, lines[number])
    opening = _HERE_DOCUMENT.search(text) if "<<" in text else None
    if opening is None:
        return number + 1
    for after in range(number + 1, min(number + _SAMPLE, len(lines))):
        if lines.is_blank(after):
            continue
        if lines[after].indent <= base:
            break
        if lines.of(lines[after]).removeprefix("> ") == opening[1]:
            return after + 1
    return number + 1


def _stays_open(lines: Lines, number: int) -> bool:
    """Whether the command of a line goes on at the margin: a backslash at its end joins the next
    line, or the brackets of a command substitution, `$(...)`, are open there, as in a long line
    that was wrapped."""
    line, text = lines[number], lines.text
    if text.endswith(" \\", line.start, line.end):
        return True
    return _OPEN_BRACKET.search(text, max(line.start, line.end - 80), line.end) is not None


def _deeper(sample: Sequence[Line], base: int) -> Sequence[Line]:
    for place, line in enumerate(sample):
        if line.indent <= base:
            return sample[:place]
    return sample


def _start(lines: Lines, line: Line) -> str:
    """The text of a line, cut if it is very long."""
    return lines.text[line.start : min(line.end, line.start + _LONGEST_LINE)]


def is_root_command(text: str, *, introduced: bool) -> bool:
    """Whether a line is a command after "# ", and not a heading or a comment."""
    if not _ROOT_PROMPT.match(text) or _is_prose(text[2:]):
        return False
    if _SIGN.search(text[2:]):
        return introduced or len(text.split()) > 2
    return introduced and not FUNCTION_WORD.search(text)


def begins_with_comment(text: str, start: int) -> bool:
    """Whether code that starts here begins with a comment, which says what it is for."""
    if not text.startswith("# ", start):
        return False
    line = text[start : start + _LONGEST_LINE].split("\n", 1)[0]
    return len(line.split()) > _SHORTEST_COMMENT and not is_root_command(line, introduced=True)


def _is_prose(text: str) -> bool:
    words = text.split()
    if len(words) < 3:
        return False
    if len(words) >= 4 and _SENTENCE_END.search(text[-12:]):
        return True
    found = len(FUNCTION_WORD.findall(text))
    return found >= 2 and 6 * found >= len(words)


def _is_code(texts: Sequence[str], introduced: bool) -> bool:
    """Whether indented lines are code."""
    if all(map(_PAGES_OF_MANUALS.match, texts)) or is_pointer_of_info(texts[0]):
        return False
    own = [text for text in texts if not _COMMENT.match(text)] or texts
    prose = 0
    for text in own:
        is_said = _PRINTS.search(text) or _PLACEHOLDER.fullmatch(text)
        prose += _is_prose(text) and not is_said
        if 10 * prose > len(own):
            return False
    code = sum(_SIGN.search(text) is not None or _PROMPT.match(text) is not None for text in own)
    if prose:
        return 10 * code >= 6 * len(own)
    if not texts[0][0].isalpha() or texts[0][0].islower():
        short = max(len(text.split()) for text in own) <= 8
        lower = all(not text[0].isupper() for text in own) and not texts[0][0].isdigit()
        plain = not any(map(FUNCTION_WORD.search, own))
        return 2 * code >= len(own) or (plain and lower and (introduced or short))
    return 10 * code >= 6 * len(own) and not any(map(ends_sentence, own))


def _are_directives(texts: Sequence[str], *, introduced: bool = False) -> bool:
    """Whether lines that are not indented are commands or settings.

    All have to begin in lower case or with a sign, without words such as "the", and most to have
    signs of code if nothing introduces them and no braces enclose them. An "or" between them is
    part of them.
    """
    is_enclosed = texts[0].endswith("{") and texts[-1].startswith("}")
    lines = code = 0
    for text in texts:
        if text.startswith("#") or text == "or":
            continue
        if not (text[0].islower() or text[0] in '<{[$./~-_"}])' or _ASSIGNMENT.match(text)):
            return False
        if text[-1] in ",:" or len(text.split()) > 12 or ends_sentence(text):
            return False
        if FUNCTION_WORD.search(text) or _is_prose(text) or _PAGES_OF_MANUALS.match(text):
            return False
        if _FILE_AND_PLACE.fullmatch(text):
            return False
        lines += 1
        code += _SIGN.search(text) is not None
    return lines > 0 and (introduced or is_enclosed or 10 * code >= 7 * lines)


def _may_be_directive(text: str) -> bool:
    return text[0].islower() or text[0] in _FIRST_SIGNS or _ASSIGNMENT.match(text) is not None


_FIRST_SIGNS = frozenset('<{[$./~-_"}])#')
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.-]*\s?=\s?\S|[A-Z_]{3,}\s?=")


def ends_sentence(text: str) -> bool:
    """Whether several words end as a sentence does."""
    return _SENTENCE_END.search(text[-12:]) is not None and " " in text
