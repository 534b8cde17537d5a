"""Look up the quotations of a draft in a pile: the status, source and difference of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.text import some_names
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.split import Analyzer, languages_of
from hyperdigest.verify.claims import claims_of
from hyperdigest.verify.comparing import Comparison, Side, compare
from hyperdigest.verify.index import LONGEST_RUN
from hyperdigest.verify.lookup import DraftWords, Passage
from hyperdigest.verify.pile import Pile
from hyperdigest.verify.quoting import (
    Quoted,
    Segment,
    find_quotations,
    segments_of,
    without_brackets,
)
from hyperdigest.verify.result import (
    HARMLESS,
    SHORT,
    Difference,
    Quotation,
    Status,
    Verification,
)
from hyperdigest.verify.versions import versions_of
from hyperdigest.verify.words import covered

DRAFT = "draft"
"""The name of a draft that is given as a text."""

MOST_QUOTATIONS = 20_000
"""So many quotations of a draft are looked up, which takes some 2 ms each."""

LEAST_SHARES = 0.8, 0.75, 0.5
"""A passage with fewer of the words of a quotation is not what it was made of, by how many of these
are no stop words: none, one or more. Stop words stand together by chance."""

MOST_COMPARED = 8
"""So many passages are compared with a quotation, word for word."""

_MOST_INSERTED = 15
"""Words in brackets may stand for so many words of the source."""

_MOST_OMITTED = 1_000
_MOST_BEFORE_FEW = 100
"""Words that a mark may stand for; fewer before a part of one or two words, which are anywhere."""


@dataclass(frozen=True, slots=True)
class _Match:
    """Where a quotation may be from: the passages of its segments, compared with them."""

    document: int
    comparisons: tuple[Comparison, ...]
    marks: tuple[Difference, ...] = ()

    @property
    def differences(self) -> tuple[Difference, ...]:
        return tuple(
            sorted(
                (*(each for part in self.comparisons for each in part.differences), *self.marks),
                key=lambda each: each.start,
            )
        )

    @property
    def status(self) -> Status:
        kinds = {each.kind for each in self.differences}
        if kinds - HARMLESS:
            return "changed"
        return "found_but" if kinds else "found"


_ORDER: tuple[Status, ...] = ("found", "found_but", "changed")


def verify(
    draft: str | Document, pile: Pile, *, claims: bool = False, progress: Progress = quiet
) -> Verification:
    """Look up every quotation of a draft in the documents of a pile.

    A document with the text or the path of the draft, or another version of it, is not searched.

    Parameters
    ----------
    draft : a document, or plain text.
    claims : whether the sentences that support each other sentence of the draft best are found.
    progress : called with ``indexing`` for every document and ``verifying`` for every quotation.

    Raises
    ------
    OptionError
        if the draft is neither.
    """
    if isinstance(draft, str):
        draft = Document(DRAFT, "", draft)
    if not isinstance(draft, Document):
        raise OptionError(f"the draft is {draft!r:.60}: give a text or a document")
    quoted, warnings = find_quotations(draft)
    index = pile.indexed(progress)
    text = without_brackets(covered(draft))
    words = DraftWords(text, index)
    own = versions_of(draft, words, [(each.start, each.end) for each in quoted], pile.documents)
    words.excluded[list(own)] = True
    if own:
        names = some_names([pile.documents[number].name for number in own])
        warnings.append(f"not searched, because it is the draft itself: {names}")
    if not quoted:
        warnings.append("the draft has no quotation: there is nothing to look up")
    looked_up = quoted[:MOST_QUOTATIONS]
    if len(looked_up) < len(quoted):
        warnings.append(
            f"only the first {MOST_QUOTATIONS} of {len(quoted)} quotations were looked up: split"
            " the draft"
        )
    checker = _Checker(draft, Side(draft.text, text), words, pile)
    quotations = tuple(
        checker.checked(each) for each in steps(looked_up, "verifying", len(looked_up), progress)
    )
    supported = None
    if claims:
        supported = claims_of(draft, words, quoted, pile, progress)
    cited = {quotation.document for quotation in quotations}
    if supported:
        cited |= {support.document for claim in supported for support in claim.support}
    return Verification(
        draft,
        quotations,
        tuple(document for document in pile.documents if document.name in cited),
        len(pile.documents) - len(own),
        supported,
        tuple(warnings),
    )


class _Checker:
    """Looks up the quotations of one draft."""

    def __init__(self, draft: Document, side: Side, words: DraftWords, pile: Pile) -> None:
        self._draft, self._side, self._words, self._pile = draft, side, words, pile
        self._index = words.index
        self._analyzer = Analyzer(languages_of([draft])[0])

    def checked(self, quoted: Quoted) -> Quotation:
        """A quotation with its status and its source."""
        named = self._named(quoted)
        segments = segments_of(self._side.plain, quoted.start, quoted.end)
        whole = [Segment(quoted.start, quoted.end)]
        matches, frequent = self._exact(whole, named)
        if not any(match.status != "changed" for match in matches) and (
            len(segments) > 1 or segments != whole
        ):
            more, times = self._exact(segments, named)
            matches, frequent = [*matches, *more], frequent or times
        if not matches:
            matches = self._near(segments, named)
        best = min(matches, key=lambda match: self._rank(match, named), default=None)
        return self._quotation(quoted, named, best, frequent)

    def _named(self, quoted: Quoted) -> frozenset[int]:
        naming = self._pile.naming
        if quoted.named:
            found = naming.called(quoted.named)
        else:
            found = naming.named(self._draft.text, quoted.around)
        return frozenset(number for number in found if not self._words.excluded[number])

    def _rank(self, match: _Match, named: frozenset[int]) -> tuple[float, ...]:
        """The order of matches: without changes, in what the draft names, and near to it."""
        status, share = match.status, min(each.share for each in match.comparisons)
        harmful = sum(each.kind not in HARMLESS for each in match.differences)
        return (
            status == "changed",
            match.document not in named,
            _ORDER.index(status),
            harmful - 2 * (match.document in named),
            -share,
            match.document,
            match.comparisons[0].start,
        )

    def _exact(
        self, segments: Sequence[Segment], named: frozenset[int]
    ) -> tuple[list[_Match], int]:
        """The passages that have all words of all segments, one after another, and how many such
        passages there are."""
        spans = [self._words.within(each.start, each.end) for each in segments]
        if not spans or any(first == last for first, last in spans):
            return [], 0
        chains = self._words.occurrences(*spans[0])[:, None]
        for (before, first_of), segment in zip(pairwise(spans), segments[1:], strict=True):
            if not len(chains):
                break
            following = self._words.occurrences(*first_of)
            ends = chains[:, -1] + (before[1] - before[0])
            place = np.searchsorted(following, ends)
            inside = place < len(following)
            chains, ends, place = chains[inside], ends[inside], place[inside]
            begins = following[place]
            most = _MOST_INSERTED
            if segment.before == "omission":
                few = first_of[1] - first_of[0] < LONGEST_RUN
                most = _MOST_BEFORE_FEW if few else _MOST_OMITTED
            documents = self._words.documents_of(begins)
            kept = (begins - ends <= most) & (documents == self._words.documents_of(chains[:, -1]))
            chains = np.column_stack([chains, begins])[kept]
        documents = self._words.documents_of(chains[:, 0]).astype(np.intp)
        in_named = self._mask(named)[documents]
        chosen = [
            *np.flatnonzero(in_named)[:MOST_COMPARED].tolist(),
            *np.flatnonzero(~in_named)[:MOST_COMPARED].tolist(),
        ]
        matches = []
        for number in chosen:
            passages = [
                Passage(int(documents[number]), word, word + last - first - 1)
                for word, (first, last) in zip(chains[number].tolist(), spans, strict=True)
            ]
            match = self._compared(segments, passages, loose=False)
            matches.append(match)
            if match.status == "found" and (not named or match.document in named):
                break
        return matches, len(chains)

    def _near(self, segments: Sequence[Segment], named: frozenset[int]) -> list[_Match]:
        """The passages that are nearest to a quotation, the longest of its segments first."""
        spans = [self._words.within(each.start, each.end) for each in segments]
        sizes = [last - first for first, last in spans]
        if not sizes or not max(sizes):
            return []
        longest = int(np.argmax(sizes))
        candidates = _foremost(self._words.near(*spans[longest], MOST_COMPARED // 2))
        if named:
            within = self._mask(named)
            candidates += _foremost(self._words.near(*spans[longest], 2, within))
        found = []
        for passage in dict.fromkeys(candidates):
            passages: list[Passage | None] = [None] * len(segments)
            passages[longest] = passage
            self._place_others(spans, passages, longest)
            match = self._compared(segments, passages, loose=True)
            if self._is_source(match, sizes):
                found.append(match)
        return found

    def _is_source(self, match: _Match, sizes: Sequence[int]) -> bool:
        """Whether a quotation may have been made of what it was compared with: by the share of its
        words that stand there, and by those that are no stop words."""
        parts = match.comparisons
        share = sum(part.share * size for part, size in zip(parts, sizes, strict=True)) / sum(sizes)
        common = frozenset[str]().union(*(part.common for part in parts))
        weighty = sum(not self._analyzer.is_stop_word(word) for word in common)
        longer = max(1.0, sum(part.size for part in parts) / sum(sizes)) if weighty < 2 else 1.0
        return share >= LEAST_SHARES[min(weighty, 2)] * longer

    def _place_others(
        self,
        spans: Sequence[tuple[int, int]],
        passages: list[Passage | None],
        longest: int,
    ) -> None:
        """Find the other segments of a quotation around its longest one, in the same document."""
        around = passages[longest]
        assert around is not None  # noqa: S101
        within = self._mask([around.document])
        for order in (range(longest + 1, len(spans)), range(longest - 1, -1, -1)):
            beside = around
            for number in order:
                first, last = spans[number]
                if first == last:
                    continue
                later = number > longest
                exact = self._words.occurrences(first, last)
                exact = exact[self._words.documents_of(exact) == around.document]
                exact = exact[exact > beside.first] if later else exact[exact < beside.last]
                if len(exact):
                    begin = int(exact[0] if later else exact[-1])
                    passages[number] = beside = Passage(
                        around.document, begin, begin + last - first - 1
                    )
                    continue
                for near in self._words.near(first, last, 3, within):
                    if (near.last > beside.first) if later else (near.first < beside.last):
                        passages[number] = beside = near
                        break

    def _mask(self, documents: Sequence[int] | frozenset[int]) -> NDArray[np.bool_]:
        mask = np.zeros(len(self._words.excluded), bool)
        mask[list(documents)] = True
        return mask

    def _compared(
        self, segments: Sequence[Segment], passages: Sequence[Passage | None], *, loose: bool
    ) -> _Match:
        """Segments compared with a passage each; one without a passage has no word in common."""
        document = next(passage.document for passage in passages if passage is not None)
        source = Side(self._pile.documents[document].text, self._pile.text(document))
        parts: list[Comparison] = []
        marks: list[Difference] = []
        for segment, passage in zip(segments, passages, strict=True):
            before = parts[-1] if parts else None
            if passage is None:
                at = before.end if before else 0
                lost = Difference(
                    "word", self._side.text[segment.start : segment.end], "",
                    segment.start, segment.end, at, at,
                )  # fmt: skip
                parts.append(Comparison(at, at, 0.0, (lost,)))
                continue
            begin, end = self._index.slice_of(passage.first, passage.last)
            part = compare(self._side, (segment.start, segment.end), source, (begin, end), loose)
            if before is not None and part.start < before.start:
                marks.append(_moved(self._side.text, segment, part))
            elif segment.before and before is not None:
                marks.append(_mark(self._side.text, segment, before, part, source.text))
            parts.append(part)
        return _Match(document, tuple(parts), tuple(marks))

    def _quotation(
        self,
        quoted: Quoted,
        named: frozenset[int],
        match: _Match | None,
        frequent: int,
    ) -> Quotation:
        """The result for a quotation, and its nearest sentence if no passage is near to it."""
        first, last = self._words.within(quoted.start, quoted.end)
        status: Status = match.status if match else "nowhere"
        difference = match.differences if match else ()
        document, start, end = -1, 0, 0
        if match:
            document = match.document
            parts = [part for part in match.comparisons if part.start < part.end]
            start, end = min(p.start for p in parts), max(p.end for p in parts)
            if named and document not in named and status != "changed":
                status = "other_source"
        elif nearest := self._words.nearest(first, last):
            document, at = nearest[0].document, int(self._index.start[nearest[0].first])
            start, end = self._pile.sentence(document, at)
        place, heading = ("", "") if document < 0 else self._pile.place(document, start, end)
        source = self._pile.documents[document] if document >= 0 else None
        return Quotation(
            quote=self._draft.text[quoted.start : quoted.end],
            start=quoted.start,
            end=quoted.end,
            place=self._draft.place(quoted.start),
            status=status,
            document=source.name if source else "",
            path=source.path if source else "",
            source_start=start,
            source_end=end,
            source=source.text[start:end] if source else "",
            source_place=place,
            heading=heading,
            difference=difference,
            named=tuple(self._pile.documents[number].name for number in sorted(named)),
            short=last - first < SHORT,
            frequent=frequent if frequent > 1 else 0,
        )


def _foremost(passages: Sequence[Passage]) -> list[Passage]:
    """The passages with at least half of the score of the best one, which comes first."""
    return [each for each in passages if 2 * each.score >= passages[0].score]


def _moved(draft: str, segment: Segment, part: Comparison) -> Difference:
    """A part of a quotation that is sooner in the source than the part before it."""
    return Difference(
        "order",
        draft[segment.start : segment.end].strip(),
        "",
        segment.start,
        segment.end,
        part.start,
        part.start,
    )


def _mark(
    draft: str, segment: Segment, before: Comparison, part: Comparison, source: str
) -> Difference:
    """What an omission or insertion of a quotation stands for in the source."""
    start, end = segment.mark
    source_start, source_end = before.end, max(before.end, part.start)
    return Difference(
        "omission" if segment.before == "omission" else "insertion",
        draft[start:end],
        source[source_start:source_end].strip(),
        start,
        end,
        source_start,
        source_end,
    )
