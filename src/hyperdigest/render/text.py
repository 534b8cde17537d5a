"""The digest for a terminal or a pipe."""

from __future__ import annotations

from textwrap import wrap

from hyperdigest.documents import Digest
from hyperdigest.render.plain import line
from hyperdigest.render.sources import account, nothing_fits, sources

WIDTH = 80


def render_text(digest: Digest, width: int | None = WIDTH) -> str:
    """The digest as plain text, a paragraph a sentence, without a final newline.

    Parameters
    ----------
    width : columns at which paragraphs are wrapped; None leaves each on one line.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        citation = f"[{source.number}] {line(sentence.place)}"
        sentences.append(_paragraph(source.shown(sentence), width, citation))
    listed = [f"[{source.number}] {' · '.join(source.labels)}" for source in numbered.values()]
    parts = [
        _paragraph(line(digest.question), width),
        *(sentences or [nothing_fits(digest)]),
        "\n".join(["Sources", *listed]) if listed else "",
        account(digest),
        "\n".join(_paragraph(f"Warning: {line(text)}", width) for text in digest.warnings),
        line(digest.signature),
    ]
    return "\n\n".join(part for part in parts if part)


def _paragraph(text: str, width: int | None, last: str = "") -> str:
    """`text` wrapped, with `last` after it, never broken across lines."""
    if width is None:
        return f"{text} {last}".rstrip()
    lines = wrap(text, width, break_long_words=False, break_on_hyphens=False)
    if last and lines and len(lines[-1]) + 1 + len(last) <= width:
        lines[-1] += f" {last}"
    elif last:
        lines.append(last)
    return "\n".join(lines)
