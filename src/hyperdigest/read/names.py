"""Names of documents: as short as tells them apart, and safe to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence


def unique_names(
    places: Sequence[tuple[Sequence[str], int]], taken: Collection[str] = ()
) -> list[str]:
    """A name for each place: the last of its parts, and as many before them as tell it apart.

    Parameters
    ----------
    places : the parts of each path, and how many of the last of them make its name at least.
    taken : names that others have.
    """
    shown = [least for _, least in places]
    while True:
        names = [_name(parts[-n:]) for (parts, _), n in zip(places, shown, strict=True)]
        count = Counter(names)
        longer = [
            n
            for n, name in enumerate(names)
            if (count[name] > 1 or name in taken) and shown[n] < len(places[n][0])
        ]
        if not longer:
            return numbered(names, taken)
        for n in longer:
            shown[n] += 1


def printable(text: str) -> str:
    """`text` with what a terminal cannot show, or would act on, written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _name(parts: Sequence[str]) -> str:
    return printable("/".join(part.strip("/\\") for part in parts).lstrip("/"))


def numbered(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """`names`, those that repeat an earlier one, or one that is taken, with a number behind."""
    taken = set(taken)
    last: Counter[str] = Counter()
    unique = []
    for name in names:
        candidate = name
        while candidate in taken:
            last[name] += 1
            candidate = f"{name} ({last[name] + 1})"
        taken.add(candidate)
        unique.append(candidate)
    return unique
