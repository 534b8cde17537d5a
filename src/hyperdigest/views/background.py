"""Find the background topic, whose words occur evenly in the whole collection."""

from __future__ import annotations

import numpy as np

from hyperdigest.split import Split
from hyperdigest.topics.data import TopicSample


def background_topic(topics: TopicSample, split: Split) -> int:
    """The number of the background topic; -1 if there is none.

    It is the largest topic k, if it has at least a tenth of the tokens and twice as many as the
    next topic, and if it is spread over the documents d as all tokens are: the divergence
    sum_d p(d|k) log(p(d|k) / p(d)) is at most 0.25 nats. With less than four documents, eight equal
    parts of the text are used instead.
    """
    z = topics.assignments
    sizes = np.bincount(z, minlength=topics.n_topics)
    if len(sizes) < 2:
        return -1
    second, first = np.sort(sizes)[-2:].tolist()
    if first < max(0.1 * len(z), 2.0 * second):
        return -1
    largest = int(sizes.argmax())
    part = split.sentences.document[split.sentence_of]
    if part[-1] + 1 < 4:
        part = (np.arange(len(z)) * 8 // len(z)).astype(np.int32)
    overall = np.bincount(part) / len(z)
    own = np.bincount(part[z == largest], minlength=len(overall)) / first
    occurs = own > 0
    divergence = float((own[occurs] * np.log(own[occurs] / overall[occurs])).sum())
    return largest if divergence <= 0.25 else -1
