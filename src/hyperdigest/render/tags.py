"""Topics as coloured tags: the same topic has the same colour in every digest of a collection."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hyperdigest.documents import Digest, TopicShare
from hyperdigest.render.plain import line

_GOLDEN_ANGLE = 137.508
_FIRST_HUE = 255.0


def colours(digest: Digest) -> str:
    """Style rules: a hue for each topic; the sentences without the topic pointed at step back."""
    rules = []
    for topic in legend(digest):
        rules.append(f".k{topic.id}{{--hue:{hue(topic.id):.1f}}}")
        rules.append(
            f"main:has(.tag.k{topic.id}:hover) .sentence:not(:has(.tag.k{topic.id})){{opacity:.3}}"
        )
    return "\n".join(rules)


def hue(topic: int) -> float:
    """The hue of a topic, in degrees; those of topics with near numbers lie far apart."""
    return (_FIRST_HUE + topic * _GOLDEN_ANGLE) % 360


def legend(digest: Digest) -> list[TopicShare]:
    """The topics of the digest, each with its share of the digest's words, largest first."""
    words = sum(sentence.words for sentence in digest.sentences if sentence.topics)
    shares: dict[int, float] = {}
    labels: dict[int, str] = {}
    for sentence in digest.sentences:
        for topic in sentence.topics:
            part = topic.share * sentence.words / max(words, 1)
            shares[topic.id] = shares.get(topic.id, 0.0) + part
            labels.setdefault(topic.id, topic.label)
    order = sorted(shares, key=lambda topic: (-shares[topic], topic))
    return [TopicShare(topic, labels[topic], shares[topic]) for topic in order]


def tag_list(topics: Iterable[TopicShare], name: str) -> str:
    """A list of tags, or nothing where there is no topic."""
    tags = "".join(f"<li>{_tag(topic)}</li>" for topic in topics)
    return f'<ul class="tags" aria-label="{name}">{tags}</ul>' if tags else ""


def bar(share: float) -> str:
    """A drawing of a share in [0, 1], for the eye only: the number stands beside it."""
    width = 100 * min(max(share, 0.0), 1.0)
    return (
        '<svg class="bar" aria-hidden="true" focusable="false" preserveAspectRatio="none">'
        f'<rect width="{width:.1f}%" height="100%"/></svg>'
    )


def _tag(topic: TopicShare) -> str:
    label = escape(line(topic.label))
    return (
        f'<span class="tag k{topic.id}">{bar(topic.share)}'
        f'<span class="label">{label}</span> <span class="share">{topic.share:.0%}</span></span>'
    )
