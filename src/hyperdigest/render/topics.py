"""The topics of a collection, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.documents import Topic
from hyperdigest.render.plain import line

HEAD = ("topic", "weight", "tokens", "sentences", "documents", "strongest words")


def render_topics(topics: Sequence[Topic]) -> str:
    """A line a topic, in the order given, in aligned columns."""
    rows = [
        (
            str(topic.id),
            f"{topic.weight:.1%}",
            f"{topic.share:.1%}",
            str(topic.sentences),
            str(topic.documents),
            line(", ".join(topic.words)),
        )
        for topic in topics
    ]
    widths = [max(len(row[n]) for row in (HEAD, *rows)) for n in range(len(HEAD) - 1)]
    return "\n".join(
        "  ".join([*(cell.rjust(w) for cell, w in zip(row, widths, strict=False)), row[-1]])
        for row in (HEAD, *rows)
    )
