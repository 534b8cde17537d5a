"""How many of the items of a list, or the rows of a table, a digest shows: ``4 of 9 steps``.

If other quotations part the items of a list, that is said once, below the last of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hyperdigest.render.quotes import Part

Shown = Mapping[tuple[int, int], int]
"""How many items are shown of each list, by the numbers of its source and of the list."""

_NOUNS = {"step": ("step", "steps"), "row": ("row", "rows")}


def items_shown(groups: Sequence[Iterable[Part]]) -> Sequence[Shown]:
    """For each group, how many items are shown in all of each list that has its last one there."""
    ordinals, last = defaultdict[tuple[int, int], set[int]](set), dict[tuple[int, int], int]()
    for number, parts in enumerate(groups):
        for part in parts:
            if position := part.quoted.position:
                of = part.source.number, position.number
                ordinals[of].add(position.ordinal)
                last[of] = number
    found: list[dict[tuple[int, int], int]] = [{} for _ in groups]
    for of, number in last.items():
        found[number][of] = len(ordinals[of])
    return found


def extent(kind: str, part: Part, shown: Shown) -> str:
    """How many items of the list of a part are shown; empty if all are, or if more come later."""
    position = part.quoted.position
    if position is None:
        return ""
    count = shown.get((part.source.number, position.number), position.of)
    one, many = _NOUNS.get(kind, ("item", "items"))
    return f"{count} of {position.of} {one if position.of == 1 else many}" * (count < position.of)
