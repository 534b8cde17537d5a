"""Known answers that stand in the documents word for word: whether a digest quotes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answers:
    """What a digest must quote to answer a question.

    Parameters
    ----------
    parts : a broad question has several parts, others have one, and a question that the documents
        do not answer has none; each part is quoted where any of its strings is.
    case : whether capitals count; white space never does.
    """

    parts: tuple[tuple[str, ...], ...]
    case: bool = False

    def held(self, text: str) -> float:
        """The share of the parts that `text` quotes; 0 without parts."""
        quoted = self._plain(text)
        hits = [any(self._plain(answer) in quoted for answer in part) for part in self.parts]
        return sum(hits) / len(hits) if hits else 0.0

    def _plain(self, text: str) -> str:
        return " ".join((text if self.case else text.casefold()).split())
