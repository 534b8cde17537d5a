"""The digest for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Literal

from hyperdigest.documents import Digest
from hyperdigest.render.plain import line
from hyperdigest.render.sources import Source, guarantee, nothing_fits, sources, usage

WIDTH = 80

Role = Literal["question", "citation", "heading", "path", "account", "warning", "signature"]
Paint = Callable[[str, Role], str]
"""Gives a part of the text the look of its role; it may add to the text, but nothing to be seen."""


def plain(text: str, role: Role) -> str:
    """`text` as it is."""
    return text


def render_text(digest: Digest, width: int | None = WIDTH, paint: Paint = plain) -> str:
    """The digest as plain text, a paragraph a sentence, without a final newline.

    Parameters
    ----------
    width : columns at which paragraphs are wrapped; None leaves each on one line.
    paint : called with the question, the doubt, each citation, and what follows the sentences.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        citation = f"[{source.number}] {line(sentence.place)}"
        sentences.append(_cited(source.shown(sentence), citation, width, paint))
    listed = [_listed(source, paint) for source in numbered.values()]
    parts = [
        paint(_wrapped(line(digest.question), width), "question"),
        paint(_wrapped(line(digest.doubt), width), "warning") if digest.doubt else "",
        *(sentences or [nothing_fits(digest)]),
        "\n".join([paint("Sources", "heading"), *listed]) if listed else "",
        paint(usage(digest), "account"),
        paint(_warned(digest, width), "warning") if digest.warnings else "",
        paint(proved, "signature") if (proved := guarantee(digest)) else "",
        paint(line(digest.signature), "signature"),
    ]
    return "\n\n".join(part for part in parts if part)


def _listed(source: Source, paint: Paint) -> str:
    *names, path = source.labels
    return f"{paint(f'[{source.number}]', 'citation')} {' · '.join([*names, paint(path, 'path')])}"


def _warned(digest: Digest, width: int | None) -> str:
    return "\n".join(_wrapped(f"Warning: {line(text)}", width) for text in digest.warnings)


def _cited(text: str, citation: str, width: int | None, paint: Paint) -> str:
    """`text` wrapped, with `citation` behind it, never broken across lines."""
    shown = paint(citation, "citation")
    if width is None:
        return f"{text} {shown}"
    lines = _wrapped(text, width).split("\n")
    fits = len(lines[-1]) + 1 + len(citation) <= width
    return "\n".join([*lines[:-1], f"{lines[-1]} {shown}"] if fits else [*lines, shown])


def _wrapped(text: str, width: int | None) -> str:
    if width is None:
        return text
    return "\n".join(wrap(text, width, break_long_words=False, break_on_hyphens=False))
