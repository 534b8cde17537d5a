"""Find the draft itself, or another version of it, in the pile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hyperdigest.base.arrays import runs
from hyperdigest.documents import Document, beginning, fingerprint
from hyperdigest.verify.exports import is_digest
from hyperdigest.verify.index import LONGEST_RUN
from hyperdigest.verify.lookup import MOST_PER_RUN, DraftWords

FEWEST, FEWEST_OF_ALL = 50, 8
"""In runs of words; if a draft has less than the first number, only a document that is not much
longer is a version of it, and with less than the second none is."""

MOST_LONGER = 2.0
"""How many times as long as a short draft a version of it may be: in another format it has marks.
"""

LEAST_SHARE = 0.8
"""A document with so many of the runs of words of a draft that it does not quote is a version."""


def versions_of(
    draft: Document,
    words: DraftWords,
    quoted: Sequence[tuple[int, int]],
    documents: Sequence[Document],
) -> list[int]:
    """The numbers of the documents that are the draft, by their text, their path or their words."""
    begins, content = beginning(draft), fingerprint(draft)
    found = {
        number
        for number, document in enumerate(documents)
        if _same_file(draft.path, document.path)
        or (beginning(document) == begins and fingerprint(document) == content)
    }
    if is_digest(draft):  # a page of it has the texts of its sources
        return sorted(found)
    own = np.ones(len(words.words), bool)
    for start, end in quoted:
        first, last = words.within(start, end)
        own[max(0, first - LONGEST_RUN + 1) : last] = False
    low, high = words.ranges[LONGEST_RUN - 1]
    count = high - low
    places = np.flatnonzero(own)[: -LONGEST_RUN + 1]
    if len(places) < FEWEST_OF_ALL:
        return sorted(found)
    known = places[(count[places] > 0) & (count[places] <= MOST_PER_RUN)]
    at = words.index.order[runs(low[known], count[known])]
    which = np.repeat(known, count[known])
    pairs = np.unique(words.documents_of(at) << 32 | which)
    shares = np.bincount(pairs >> 32, minlength=len(documents)) / len(places)
    versions = np.flatnonzero(shares >= LEAST_SHARE).tolist()
    if len(places) < FEWEST:
        longest = MOST_LONGER * len(draft.text)
        versions = [number for number in versions if len(documents[number].text) <= longest]
    return sorted(found.union(versions))


def _same_file(one: str, other: str) -> bool:
    if not one or not other or "-" in (one, other):
        return False
    try:
        return one == other or (Path(one).name == Path(other).name and Path(one).samefile(other))
    except (OSError, ValueError):
        return False
