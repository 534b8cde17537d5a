"""Options of programs: what is one, and paragraphs that are only options, as pages of manuals in
HTML and PDF have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hyperdigest.documents import Block

OPTION = re.compile(
    r"[`\"'*‘“]{0,2}(?:-{1,2}[A-Za-z0-9?@#\[][\w\[\]=-]*|-[^\s\w]|\+[a-zA-Z][\w-]*|/[A-Z?]\b)"
)
BEFORE_OPTION = "-+/`\"'*‘“"
"""What an option may begin with; manuals written in Texinfo quote options."""

_OPTION_PART = re.compile(
    r"""
    [`"'*‘“]{0,2} (?:
        [,|/&’] | or | and | \.{3} | -.* | \+\w.* | /[A-Z?].* | =.* | [a-z][\w.-]*[,]?
      | [<\[{(|].* | .*[>\]})|][,.]? | \W*[A-Z\d][A-Z\d_.:,|/-]*[,.]?
    ) [`"'*’”,]{0,3}$
    """,
    re.VERBOSE,
)
_QUOTED_VALUE = re.compile(r"[= ]([\"'])[^\"'\n]{1,60}\1(?=\s|$)")
"""The value of an option: ``--rule="kind mode"``."""

WORDS = re.compile(r"[^\W\d_]{2,}\W+[^\W\d_]{2}")
"""Occur in what explains an option, but not in a value that is beside it."""

LONGEST_OPTION = 100
"""In characters, with its arguments."""

_BEGIN = re.compile(r"[*`‘“]{0,3}--?[^\W\d_]")

_SIGNATURE = re.compile(r"--[A-Z][a-z]+(?: [A-Z][a-z]*\.?)*")
"""Who wrote what is above: "--Ada"."""

_ENDS = (".", "!", "?", ")")

_LONGEST = 5
"""In paragraphs; what explains an option may be so long if another option is below it."""


def with_options_as_terms(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with paragraphs that are only options, such as ``-q, --quiet``, as terms, and the
    paragraph or quote with words below them as their definition; so are further ones above another
    option, and so are options right above a term.

    Options that are set as code are such, too, below a heading or a whole sentence, if the words
    below them do not go on with theirs.
    """
    options, further, explains, is_open = list[Block](), list[Block](), False, False
    for block in blocks:
        is_paragraph = block.kind == "paragraph"
        may_be_option = is_paragraph or (block.kind == "code" and not is_open)
        is_said = is_paragraph or block.kind == "quote"
        own = text[block.start : block.end] if may_be_option or is_said else ""
        begins = _BEGIN.match(own) and not _SIGNATURE.fullmatch(own)
        if block.kind != "code":
            is_open = is_paragraph and not text.endswith(_ENDS, block.start, block.end)
        if begins and may_be_option and "\n" not in own and is_option(own.rstrip(":")):
            yield from (replace(each, kind="definition") for each in further)
            further, explains = [], False
            options.append(block)
        elif options and block.kind == "term":
            yield from (replace(option, kind="term") for option in options)
            options, explains = [], False
            yield block
        elif options and is_said and not begins and _explains(own, options):
            yield from (replace(option, kind="term") for option in options)
            options, explains = [], True
            yield replace(block, kind="definition")
        elif explains and is_said and own and len(further) < _LONGEST:
            further.append(block)
        else:
            yield from (*options, *further, block)
            options, further, explains = [], [], False
    yield from (*options, *further)


def is_option(head: str) -> bool:
    """Whether a text is an option, or several with the same meaning, with its arguments."""
    if not OPTION.match(head) or len(head) > LONGEST_OPTION or head[-1] in ":;!":
        return False
    words = _QUOTED_VALUE.sub("=", head).split()
    if len(words) > 12 or not all(map(_OPTION_PART.match, words)):
        return False
    plain = sum(
        word[0].islower() and word not in ("or", "and") and before != "|"
        for before, word in pairwise(["", *words])
    )
    return plain <= 2 or plain <= sum(word[0] in "-+/<[" for word in words)


def _explains(words: str, options: Sequence[Block]) -> bool:
    """Whether words below options may explain them."""
    goes_on = words[:1].islower() and options[-1].kind == "code"
    return not goes_on and WORDS.search(words) is not None
