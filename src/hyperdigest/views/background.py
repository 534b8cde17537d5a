"""The background: a topic that lies under the whole collection and tells no part of it apart."""

from __future__ import annotations

import numpy as np

from hyperdigest.split import Split
from hyperdigest.topics.data import TopicSample

LARGE, FAR, EVEN = 0.1, 2.0, 0.25
"""Its least share of all tokens; how many times it is as large as the next topic, at least; and how
far its tokens diverge from all tokens over the documents, in nats, at most."""

FEW_DOCUMENTS, STRETCHES = 4, 8
"""Fewer documents do not tell whether a topic is spread evenly: so many stretches of text do."""


def background_topic(topics: TopicSample, split: Split) -> int:
    """The topic that lies under the whole collection, -1 where there is none.

    It is the largest topic k, if its share of the tokens is at least `LARGE` and `FAR` times that
    of the next, and if it is spread over the documents d as all tokens are: the divergence
    sum_d p(d|k) log(p(d|k) / p(d)) is at most `EVEN`.
    """
    z = topics.assignments
    sizes = np.bincount(z, minlength=topics.n_topics)
    if len(sizes) < 2:
        return -1
    second, first = np.sort(sizes)[-2:].tolist()
    if first < max(LARGE * len(z), FAR * second):
        return -1
    largest = int(sizes.argmax())
    part = split.sentences.document[split.sentence_of]
    if part[-1] + 1 < FEW_DOCUMENTS:
        part = (np.arange(len(z)) * STRETCHES // len(z)).astype(np.int32)
    overall = np.bincount(part) / len(z)
    own = np.bincount(part[z == largest], minlength=len(overall)) / first
    held = own > 0
    divergence = float((own[held] * np.log(own[held] / overall[held])).sum())
    return largest if divergence <= EVEN else -1
