"""Options of programs in paragraphs of their own, as pages of manuals in HTML and PDF have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.definitions import WORDS, is_option

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


def _explains(words: str, options: Sequence[Block]) -> bool:
    """Whether words below options may explain them."""
    goes_on = words[:1].islower() and options[-1].kind == "code"
    return not goes_on and WORDS.search(words) is not None
