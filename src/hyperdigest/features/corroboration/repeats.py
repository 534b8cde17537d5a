"""Find chosen sentences that repeat a statement, so that a digest has none twice."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import FindRepeats


def repeat_finder(model: ModelRecord, reader: Reader) -> FindRepeats:
    """A function that finds the chosen sentences which repeat a statement.

    Of two chosen sentences that say the same, the later one is a repeat; so is a sentence that says
    the same as one that the reader knows. Pinned sentences are never repeats.
    """
    corroborations, known = Corroborations.of(model), reader.known

    def find_repeats(chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        same = {s: {other.sentence for other in corroborations.also(s)} for s in chosen}
        repeats: list[int] = []
        for sentence in reversed(chosen):
            is_known = bool(known[list(same[sentence])].any())
            earlier = same[sentence].difference(repeats).intersection(chosen)
            if sentence not in pinned and (is_known or earlier):
                repeats.append(sentence)
        return repeats

    return find_repeats
