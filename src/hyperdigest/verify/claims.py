"""Find the sentences of a pile that support each sentence of a draft that is no quotation.

A sentence supports a claim as far as it has its words, the rare ones above all. Of two that do, the
one that says little else is the better one. Whether the claim is true is not judged.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import numpy as np

from hyperdigest.documents import FORMS, Document
from hyperdigest.progress import Progress, steps
from hyperdigest.split import languages_of, split
from hyperdigest.verify.index import words_in
from hyperdigest.verify.lookup import DraftWords
from hyperdigest.verify.pile import Pile
from hyperdigest.verify.quoting import Quoted
from hyperdigest.verify.result import Claim, Support

LEAST_SHARE = 0.4
"""A sentence with less of the words of a claim, by their rarity, does not support it."""

FEWEST = 4
"""A sentence with fewer words claims nothing that could be looked up."""

MOST = 3
"""How many sentences are given for a claim."""

_WINDOWS = 8
_CLAIMING = [FORMS.index(form) for form in ("prose", "incomplete")]


def claims_of(
    draft: Document, words: DraftWords, quoted: Sequence[Quoted], pile: Pile, progress: Progress
) -> tuple[Claim, ...]:
    """The claims of a draft: its sentences without a quotation, each with what supports it.

    `progress` is called with ``supporting`` for each.
    """
    slices = list(_claims(draft, quoted))
    return tuple(
        Claim(
            draft.displayed(start, end),
            start,
            end,
            draft.place(start),
            _support(words, pile, start, end),
        )
        for start, end in steps(slices, "supporting", len(slices), progress)
    )


def _claims(draft: Document, quoted: Sequence[Quoted]) -> Iterator[tuple[int, int]]:
    """The sentences of prose that no quotation overlaps."""
    starts = [each.start for each in quoted]
    spans = split(draft, languages_of([draft])[0])
    rows = zip(spans.start.tolist(), spans.end.tolist(), spans.form.tolist(), strict=True)
    for start, end, form in rows:
        before = bisect_right(starts, end) - 1
        overlaps = before >= 0 and quoted[before].end > start
        if form in _CLAIMING and not overlaps:
            yield start, end


def _support(words: DraftWords, pile: Pile, start: int, end: int) -> tuple[Support, ...]:
    """The sentences that have the most of a claim's words, the best first: by the F2 measure of the
    share of the claim's words that they have, and the share of theirs that the claim has."""
    first, last = words.within(start, end)
    if last - first < FEWEST:
        return ()
    own, at = np.unique(words.words[first:last], return_index=True)
    weights = words.rarity(first, last)[at]
    found: dict[tuple[int, int, int], float] = {}
    fit: dict[tuple[int, int, int], float] = {}
    for passage in words.nearest(first, last, _WINDOWS):
        offset = int(words.index.start[passage.first])
        begin, stop = pile.sentence(passage.document, offset)
        there = np.unique(words_in(pile.text(passage.document)[begin:stop])[0])
        common = float(weights[np.isin(own, there)].sum())
        share = common / float(weights.sum())
        if share >= LEAST_SHARE:
            place = passage.document, begin, stop
            found[place] = share
            fit[place] = common / float(4 * weights.sum() + words.index.rarity(there).sum())
    best = sorted(found, key=lambda place: (-fit[place], place))[:MOST]
    return tuple(
        Support(
            text=document.text[begin:stop],
            document=document.name,
            path=document.path,
            start=begin,
            end=stop,
            place=pile.place(number, begin, stop)[0],
            share=round(found[number, begin, stop], 4),
        )
        for number, begin, stop in best
        for document in [pile.documents[number]]
    )
