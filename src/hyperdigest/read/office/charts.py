"""Charts of presentations and Word documents: their titles, and their figures as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import isfinite
from typing import Any

from hyperdigest.read.content import BEGINS_TABLE, BlockText
from hyperdigest.read.number_formats import number_format

MOST_ROWS = 60
"""A chart of more points is a curve, whose points nobody can tell; it has only its titles."""

MOST_SERIES = 20
MOST_TITLES = 20


def chart_parts(space: Any) -> Iterator[BlockText]:
    """The titles of a chart, and a row for each of its points below the names of its series."""
    titles = islice(space.iter("{*}title"), MOST_TITLES)
    texts = (" ".join("".join(p.itertext("{*}t")).split()) for t in titles for p in t.iter("{*}p"))
    yield from (BlockText("paragraph", text) for text in texts if text)
    series = list(islice(space.iter("{*}ser"), MOST_SERIES))
    names = [_name(each) for each in series]
    columns = [_points(each, "val", "yVal") for each in series]
    labels = next(filter(None, (_points(each, "cat", "xVal") for each in series)), {})
    rows = sorted({*labels, *(n for column in columns for n in column)})
    if not any(columns) or len(rows) > MOST_ROWS:
        return
    has_names = any(names)
    if has_names:
        yield BlockText("header", "\t".join(["", *names]), 0, BEGINS_TABLE)
    for number, n in enumerate(rows):
        cells = [labels.get(n, ""), *(column.get(n, "") for column in columns)]
        mark = "" if number or has_names else BEGINS_TABLE
        yield BlockText("table", "\t".join(cells).rstrip("\t"), 0, mark)


def _name(series: Any) -> str:
    """What the legend calls a series."""
    values = (value.text or "" for value in series.iterfind("{*}tx//{*}v"))
    return " ".join(" ".join(values).split())


def _points(series: Any, *names: str) -> dict[int, str]:
    """The points of a series as text, or what is written below them, by their numbers."""
    of = next((each for name in names for each in series.iterfind(f"{{*}}{name}")), None)
    if of is None:
        return {}
    level = of.find(".//{*}lvl")  # the innermost names of groups
    code = of.findtext(".//{*}formatCode", "")
    found: dict[int, str] = {}
    for point in islice((of if level is None else level).iter("{*}pt"), MOST_ROWS + 1):
        number, value = point.get("idx", ""), point.findtext("{*}v", "")
        if number.isdecimal() and number.isascii() and value.strip():
            shown = _shown(value, number_format(point.get("formatCode", code)))
            found[int(number[:9])] = " ".join(shown.split())
    return found


def _shown(value: str, show: Callable[[float], str]) -> str:
    """A value as its number format shows it, if it is a number."""
    try:
        number = float(value)
    except ValueError:
        return value
    return show(number) if isfinite(number) else value
