"""Statements that a digest would make twice, or that the reader knows already."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Repeats


def find_repeats(model: ModelRecord, reader: Reader) -> Repeats:
    """A function that finds the chosen sentences which repeat a statement.

    Of two chosen sentences that say the same, the later one repeats the other; one that says what
    the reader knows repeats that. Pinned sentences are never among those found.
    """
    corroborations, known = Corroborations.of(model), reader.already_known

    def repeats(chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        same = {s: {found.sentence for found in corroborations.also(s)} for s in chosen}
        again: list[int] = []
        for sentence in reversed(chosen):
            is_known = known is not None and bool(known[list(same[sentence])].any())
            others = same[sentence].difference(again).intersection(chosen)
            if sentence not in pinned and (is_known or others):
                again.append(sentence)
        return again

    return repeats
