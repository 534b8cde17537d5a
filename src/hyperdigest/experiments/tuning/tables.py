"""What a search found, as tables."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hyperdigest.experiments.report.numbers import NONE, decimals
from hyperdigest.experiments.report.page import Block, Bullets, Cell, Grid, Heading
from hyperdigest.experiments.tuning.search import Found
from hyperdigest.experiments.tuning.space import NEAR, Point, Space

SHOWN = 10


def found_blocks(space: Space, found: Found) -> list[Block]:
    """The values chosen, how good they are, and the points that come next."""
    values = tuple(
        (
            Cell(axis.symbol),
            Cell(f"{min(axis.values):g} to {max(axis.values):g}"),
            Cell(NONE if axis.published is None else f"{axis.published:g}"),
            Cell(f"{found.best[n]:g}", bold=True),
            Cell(_choices(found, n)),
        )
        for n, axis in enumerate(space.axes)
    )
    ranked = sorted(found.tried, key=lambda point: -found.tried[point])[:SHOWN]
    tried = tuple((Cell(_where(space, p)), Cell(decimals(found.tried[p]))) for p in ranked)
    return [
        Heading(space.label),
        Grid(_caption(found), ("", "Tried", "Published", "Best", "Chosen in folds"), values),
        Grid(f"The best of {len(found.tried)} points tried.", ("", "ROUGE-SU4"), tried),
    ]


def found_lines(paper: str, why: str, *searches: tuple[Space, Found]) -> Bullets:
    """What the paper found, what stands here, and why where the published values do not hold."""
    here = [f"Here: {found_text(*pair)}" for pair in searches]
    differs = not all(_hold(found) for _, found in searches)
    return Bullets((f"The paper: {paper}", *here, *([why] if differs else ())))


def found_text(space: Space, found: Found) -> str:
    """How much the best values gain on the published ones, and what is left of it elsewhere."""
    best = f"{space.label} is best at {_where(space, found.best)}"
    if found.published is None or space.published is None:
        return f"{best}, with a ROUGE-SU4 of {found.score:.3f}."
    gain, kept = (value / (found.published or 1.0) - 1 for value in (found.score, found.validated))
    return (
        f"{best}. Beside the published values ({_where(space, space.published)}) that changes"
        f" ROUGE-SU4 by {gain:+.1%}, and by {kept:+.1%} on clusters that it was not chosen on."
        f"{' So the published values hold.' if _hold(found) else ''}"
    )


def _hold(found: Found) -> bool:
    """Whether the published values are nearly as good as values chosen on other clusters."""
    return found.published is None or found.published >= NEAR * found.validated


def summary_grid(searches: list[tuple[Space, Found]]) -> Grid:
    """A row for each parameter of several searches."""
    rows = tuple(
        (
            Cell(space.label),
            Cell(axis.symbol),
            Cell(NONE if axis.published is None else f"{axis.published:g}"),
            Cell(f"{found.best[n]:g}", bold=True),
            Cell(decimals(found.published)),
            Cell(decimals(found.score)),
            Cell(decimals(found.validated)),
        )
        for space, found in searches
        for n, axis in enumerate(space.axes)
    )
    return Grid(
        "ROUGE-SU4 recall over all tasks at the published and at the best value, and by"
        " leave-one-out cross-validation over clusters.",
        ("", "Parameter", "Published", "Best", "At published", "At best", "Cross-validated"),
        rows,
    )


def found_numbers(space: Space, found: Found) -> dict[str, Any]:
    """What a search found, for programs."""
    symbols = [axis.symbol for axis in space.axes]
    return {
        "system": repr(space.system),
        "best": dict(zip(symbols, found.best, strict=True)),
        "published": found.published,
        "score": found.score,
        "validated": found.validated,
        "folds": [dict(zip(symbols, point, strict=True)) for point in found.folds],
        "tried": [
            {"at": dict(zip(symbols, point, strict=True)), "score": score}
            for point, score in sorted(found.tried.items())
        ],
    }


def _caption(found: Found) -> str:
    at_published = (
        "" if found.published is None else f" {decimals(found.published)} at the published,"
    )
    return (
        f"ROUGE-SU4 recall over all tasks is {decimals(found.score)} at the best values,"
        f"{at_published} and {decimals(found.validated)} by leave-one-out cross-validation over"
        f" {len(found.folds)} clusters."
    )


def _choices(found: Found, axis: int) -> str:
    """Values chosen without each cluster, the most frequent first."""
    counts = Counter(point[axis] for point in found.folds)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{value:g} ({count}x)" for value, count in ordered)


def _where(space: Space, point: Point) -> str:
    pairs = zip(space.axes, point, strict=True)
    return ", ".join(f"{axis.symbol} {value:g}" for axis, value in pairs)
