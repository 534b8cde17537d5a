"""Options of programs in paragraphs of their own, as pages of manuals in HTML and PDF have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.definitions import WORDS, is_option

_BEGIN = re.compile(r"--?[^\W\d_]")


def with_options_as_terms(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with paragraphs that are only options, such as ``-q, --quiet``, as terms, and the
    paragraph of words below them as their definition."""
    options: list[Block] = []
    for block in blocks:
        if block.kind == "paragraph":
            own = text[block.start : block.end]
            begins = _BEGIN.match(own)
            if begins and "\n" not in own and is_option(own.rstrip(":")):
                options.append(block)
                continue
            if options and not begins and WORDS.search(own):
                yield from (replace(option, kind="term") for option in options)
                options, block = [], replace(block, kind="definition")
        yield from options
        options = []
        yield block
    yield from options
