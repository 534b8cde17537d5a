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

BETA = 2
"""How many times as much it weighs that a sentence has the words of a claim as that the claim has
those of the sentence, in the F measure of the two shares."""

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
    """The sentences that have the most of a claim's words, the best first: by the F measure of the
    share of the claim's words that they have, and the share of theirs that the claim has."""
    first, last = words.within(start, end)
    if last - first < FEWEST:
        return ()
    own, at = np.unique(words.words[first:last], return_index=True)
    weights = words.rarity(first, last)[at]
    found: dict[tuple[int, int, int], tuple[float, float]] = {}
    for passage in words.nearest(first, last, _WINDOWS):
        offset = int(words.index.start[passage.first])
        begin, stop = pile.sentence(passage.document, offset)
        there = np.unique(words_in(pile.text(passage.document)[begin:stop])[0])
        common, claimed = float(weights[np.isin(own, there)].sum()), float(weights.sum())
        said = float(words.index.rarity(there).sum())
        if common / claimed >= LEAST_SHARE:
            measure = (1 + BETA**2) * common / (BETA**2 * claimed + said)
            found[passage.document, begin, stop] = measure, common / claimed
    best = sorted(found, key=lambda place: (-found[place][0], place))[:MOST]
    return tuple(
        Support(
            text=document.text[begin:stop],
            document=document.name,
            path=document.path,
            start=begin,
            end=stop,
            place=pile.place(number, begin, stop)[0],
            share=round(found[number, begin, stop][1], 4),
        )
        for number, begin, stop in best
        for document in [pile.documents[number]]
    )
