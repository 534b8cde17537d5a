"""Signs of code: what tells commands, settings and programs from prose, line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.split.entries import is_pointer_of_info

_SHORTEST_COMMENT = 3
"""In words; a shorter one may be the name of a file."""

LONGEST_LINE = 400
"""Characters of a line that are looked at."""

_OF_COMPUTER = r"\[?[\w.-]{1,30}@[\w.-]{1,40}(?:[: ]?[~/\w.-]{0,60}\]?|[: ][~/][~/\w.-]{0,60} )[$#]"
"""A prompt with the name of a computer, and perhaps a folder: ``[ada@mill ~]$``."""

PROMPT = re.compile(
    r"(?:[$%#]|>>>|\.\.\.|[A-Z]:\\[^<>|?*\s]{0,80}>|PS [A-Z]:\\\S{0,80}>"
    rf"|{_OF_COMPUTER}|\(?[\w.-]{1, 20}\)? ?[$>#]"
    r"|[a-z]{2,12}[>=#]+)[ ]?(?=\S)"
)
STRONG_PROMPT = re.compile(
    rf"(?:(?:[$%]|>>>|{_OF_COMPUTER})[ ]"
    r"|[A-Z]:\\[^<>|?*\s]{0,80}>[ ]?)"
    r"(?=[\w./~\"'(\[{-])(?!\d)"
)
_ROOT_PROMPT = re.compile(r"\#[ ](?:[a-z][\w.+-]{0,30}|\.{0,2}/\S{1,80})(?=\s|$)")
SIGN = re.compile(
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

SIGNS_OF_VERSES = ";,\"')] "
_JOINTS = ("\\", " |", " ||", " &&")
_BEGIN_JOINED = ("| ", "|| ", "&& ")
_LEAST_OF_PROSE = 15
"""In words; a shorter paragraph may be a comment or a message of a program."""

_FIRST_SIGNS = frozenset('<{[$./~-_"}])#')
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.-]*\s?=\s?\S|[A-Z_]{3,}\s?=")


def prompt_of(line: str) -> str:
    """The prompt of a shell or of Python before a command; empty if a line has none."""
    found = STRONG_PROMPT.match(line)
    return found[0].rstrip() if found else ""


def is_wrapped_prose(paragraph: str) -> bool:
    """Whether a paragraph of several lines is prose: from a capital letter or a dash to the end of
    a sentence or a colon, with words such as "the" in it and few signs of code."""
    lines = [line.strip() for line in paragraph.strip().splitlines()]
    words = paragraph.split()
    widths = [len(line) for line in lines]
    if len(lines) < 2 or len(words) < _LEAST_OF_PROSE or 2 * min(widths[:-1]) < max(widths):
        return False
    first = words[0].lstrip("\"'([“‘")[:1]
    if not first.isupper() and first != "-":
        return False
    if not (lines[-1].endswith(":") or _SENTENCE_END.search(lines[-1])):
        return False
    signs = sum(SIGN.search(line.rstrip(SIGNS_OF_VERSES)) is not None for line in lines)
    return 8 * len(FUNCTION_WORD.findall(paragraph)) >= len(words) and 2 * signs <= len(lines)


def goes_on(above: str, line: str) -> bool:
    """Whether a command goes on with a line below it: that is joined by what ends the line above,
    such as a backslash, or begins it, such as the bar of a pipeline."""
    return above.endswith(_JOINTS) or line.startswith(_BEGIN_JOINED)


def has_signs(texts: Sequence[str]) -> bool:
    """Whether at least half of some lines have signs of code."""
    signs = sum(SIGN.search(text) is not None or PROMPT.match(text) is not None for text in texts)
    return signs > 0 and 2 * signs >= len(texts)


def is_root_command(text: str, *, introduced: bool) -> bool:
    """Whether a line is a command after "# ", and not a heading or a comment."""
    if not _ROOT_PROMPT.match(text) or is_prose(text[2:]):
        return False
    if SIGN.search(text[2:]):
        return introduced or len(text.split()) > 2
    return introduced and not FUNCTION_WORD.search(text)


def begins_with_comment(text: str, start: int) -> bool:
    """Whether code that starts here begins with a comment, which says what it is for."""
    if not text.startswith("# ", start):
        return False
    line = text[start : start + LONGEST_LINE].split("\n", 1)[0]
    return len(line.split()) > _SHORTEST_COMMENT and not is_root_command(line, introduced=True)


def is_prose(text: str) -> bool:
    """Whether a line ends as a sentence does, or has many words such as "the"."""
    words = text.split()
    if len(words) < 3:
        return False
    if len(words) >= 4 and _SENTENCE_END.search(text[-12:]):
        return True
    found = len(FUNCTION_WORD.findall(text))
    return found >= 2 and 6 * found >= len(words)


def is_code(texts: Sequence[str], introduced: bool) -> bool:
    """Whether indented lines are code."""
    if all(map(_PAGES_OF_MANUALS.match, texts)) or is_pointer_of_info(texts[0]):
        return False
    own = [text for text in texts if not _COMMENT.match(text)] or texts
    prose = 0
    for text in own:
        is_said = _PRINTS.search(text) or _PLACEHOLDER.fullmatch(text)
        prose += is_prose(text) and not is_said
        if 10 * prose > len(own):
            return False
    code = sum(SIGN.search(text) is not None or PROMPT.match(text) is not None for text in own)
    if prose:
        return 10 * code >= 6 * len(own)
    if not texts[0][0].isalpha() or texts[0][0].islower():
        short = max(len(text.split()) for text in own) <= 8
        lower = all(not text[0].isupper() for text in own) and not texts[0][0].isdigit()
        plain = not any(map(FUNCTION_WORD.search, own))
        return 2 * code >= len(own) or (plain and lower and (introduced or short))
    return 10 * code >= 6 * len(own) and not any(map(ends_sentence, own))


def are_directives(texts: Sequence[str], *, introduced: bool = False) -> bool:
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
        if FUNCTION_WORD.search(text) or is_prose(text) or _PAGES_OF_MANUALS.match(text):
            return False
        if _FILE_AND_PLACE.fullmatch(text):
            return False
        lines += 1
        code += SIGN.search(text) is not None
    return lines > 0 and (introduced or is_enclosed or 10 * code >= 7 * lines)


def may_be_directive(text: str) -> bool:
    """Whether a line that is not indented begins as a command or a setting does."""
    return text[0].islower() or text[0] in _FIRST_SIGNS or _ASSIGNMENT.match(text) is not None


def ends_sentence(text: str) -> bool:
    """Whether several words end as a sentence does."""
    return _SENTENCE_END.search(text[-12:]) is not None and " " in text
