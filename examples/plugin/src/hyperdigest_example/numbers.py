"""A family of hyperedges: sentences that name the same number belong together."""

import re
from collections import defaultdict

from scipy import sparse

from hyperdigest.plugins import Hyperedges, SentencesView

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
FEWEST = 2
"""Digits of a number that says something."""


def shared_numbers(sentences: SentencesView) -> Hyperedges:
    """A hyperedge for every number that stands in two sentences or more."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(sentences.texts()):
        for number in dict.fromkeys(_NUMBER.findall(text)):
            if len(number) >= FEWEST:
                holders[number].append(place)
    rows = [places for places in holders.values() if len(places) > 1]
    edges = [edge for edge, places in enumerate(rows) for _ in places]
    places = [place for row in rows for place in row]
    shape = len(rows), len(sentences)
    return Hyperedges(sparse.coo_array(([1.0] * len(places), (edges, places)), shape).tocsr())
