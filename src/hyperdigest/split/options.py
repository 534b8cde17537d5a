"""Options of programs in paragraphs of their own, as pages of manuals in HTML and PDF have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.definitions import WORDS, is_option

_BEGIN = re.compile(r"[*`]{0,3}--?[^\W\d_]")

_LONGEST = 5
"""In paragraphs; what explains an option may be so long if another option is below it."""


def with_options_as_terms(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with paragraphs that are only options, such as ``-q, --quiet``, as terms, and the
    paragraph of words below them as their definition; so are further ones above another option."""
    options, further, explains = list[Block](), list[Block](), False
    for block in blocks:
        own = text[block.start : block.end] if block.kind == "paragraph" else ""
        begins = _BEGIN.match(own)
        if begins and "\n" not in own and is_option(own.rstrip(":")):
            yield from (replace(each, kind="definition") for each in further)
            further, explains = [], False
            options.append(block)
        elif options and own and not begins and WORDS.search(own):
            yield from (replace(option, kind="term") for option in options)
            options, explains = [], True
            yield replace(block, kind="definition")
        elif explains and own and len(further) < _LONGEST:
            further.append(block)
        else:
            yield from (*options, *further, block)
            options, further, explains = [], [], False
    yield from (*options, *further)
