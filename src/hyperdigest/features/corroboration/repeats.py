"""Find chosen sentences that repeat a statement, so that a digest has none twice."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord


class RepeatedStatements:
    """Finds sentences that say the same, and those that say what the reader knows."""

    def __init__(self, model: ModelRecord, reader: Reader) -> None:
        self._corroborations, self._known = Corroborations.of(model), reader.known

    def among(self, chosen: Sequence[int], pinned: Sequence[int]) -> list[int]:
        """The chosen sentences, none of them pinned, that repeat a statement.

        Of two that say the same, the later one is a repeat; so is a sentence that says the same as
        one that the reader knows.
        """
        same = {sentence: self.like([sentence]) for sentence in chosen}
        repeats: list[int] = []
        for sentence in reversed(chosen):
            is_known = bool(self._known[list(same[sentence])].any())
            others = same[sentence].difference(repeats).intersection(chosen)
            if sentence not in pinned and (is_known or others):
                repeats.append(sentence)
        return repeats

    def like(self, sentences: Sequence[int]) -> set[int]:
        """The other sentences that say the same as one of some sentences."""
        return {other for one in sentences for other in self._corroborations.equals(one)}
