"""Plots as SVG, the same bytes at every run: averages with intervals, and curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from hyperdigest.drawings.svg import element, escaped, label, width_of
from hyperdigest.evaluation.significance import Interval

COLOR, GRID, AXIS = "#7a3b12", "#e6e6e6", "#333"
SIZE, TITLE = 12.0, 13.0
"""Font sizes of labels and of titles, in pixels."""

ROW = 22.0
"""Height of a row of a dot plot."""

PANEL = (320.0, 230.0)
"""Width and height of a panel of curves, with its labels."""

LEFT, RIGHT, TOP, BOTTOM = 72.0, 18.0, 26.0, 46.0
"""Space around the axes of a panel for its labels."""

MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure, and optionally the band of low and high values around it."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    band: tuple[tuple[float, ...], tuple[float, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """The values from `low` to `high`, from the pixel `first` to the pixel `last`."""

    low: float
    high: float
    first: float
    last: float
    logarithmic: bool = False

    @classmethod
    def around(
        cls, values: Sequence[float], first: float, last: float, *, logarithmic: bool = False
    ) -> Scale:
        """The scale of all finite values, with a margin of a twentieth at both ends."""
        shown = [log10(v) if logarithmic else v for v in values if isfinite(v)]
        low, high = min(shown), max(shown)
        margin = (high - low) / 20 or abs(high) / 20 or 1.0
        return cls(low - margin, high + margin, first, last, logarithmic)

    def at(self, value: float) -> float:
        """The pixel of a value."""
        shown = log10(value) if self.logarithmic else value
        return self.first + (shown - self.low) / (self.high - self.low) * (self.last - self.first)

    def ticks(self) -> tuple[float, ...]:
        """At most `MOST_TICKS` multiples of 1, 2 or 5 times a power of ten."""
        least = (self.high - self.low) / (MOST_TICKS - 1)
        power = 10.0 ** floor(log10(least))
        step = next(power * n for n in (1, 2, 5, 10) if power * n >= least)
        multiples = range(ceil(self.low / step), floor(self.high / step) + 1)
        return tuple(float(f"{n * step:.6g}") for n in multiples)


def curve_plot(
    curves: Sequence[Curve], x: str, y: str, published: float, *, logarithmic: bool = False
) -> str:
    """A panel for each curve, each with its own scale, as SVG.

    `x` and `y` are the labels of the axes. `published` is the x value marked by a dashed line. If
    `logarithmic`, the x axis is, and its ticks are the x values of the curve.
    """
    columns, (width, height) = min(len(curves), 3), PANEL
    panels = (
        element(
            "g",
            "".join(_panel(curve, x, y, published, logarithmic)),
            transform=f"translate({width * (place % columns):g} {height * (place // columns):g})",
        )
        for place, curve in enumerate(curves)
    )
    return _svg(width * columns, height * -(-len(curves) // columns), panels)


def dot_plot(intervals: Mapping[str, Interval], x: str) -> str:
    """An SVG with the average of each label as a dot on the line of its interval, from top to
    bottom; an infinite interval is a dot without a line. `x` is the label of the axis."""
    left = max((width_of(name, SIZE) for name in intervals), default=0.0) + 2 * RIGHT
    bottom = ROW * len(intervals) + ROW / 2
    values = [v for each in intervals.values() for v in (each.average, each.low, each.high)]
    across = Scale.around(values or [0.0], left, left + 420.0)
    parts = [*_ticks_across(across, across.ticks(), ROW / 2, bottom, x)]
    for row, (name, interval) in enumerate(intervals.items()):
        y, dot = ROW * (row + 1), across.at(interval.average)
        parts.append(label(escaped(name), left - RIGHT, y + SIZE / 3, SIZE, "end"))
        if isfinite(interval.high - interval.low):
            low, high = across.at(interval.low), across.at(interval.high)
            parts.append(_line(low, y, high, y, COLOR, 1.5))
        parts.append(element("circle", cx=dot, cy=y, r=3.5, fill=COLOR))
    return _svg(across.last + RIGHT, bottom + BOTTOM, parts)


def _panel(curve: Curve, x: str, y: str, published: float, logarithmic: bool) -> Iterator[str]:
    """The elements of a panel: grid, axes, band, line and dots."""
    width, height = PANEL
    low, high = curve.band or (curve.y, curve.y)
    bottom = height - BOTTOM
    across = Scale.around([*curve.x, published], LEFT, width - RIGHT, logarithmic=logarithmic)
    up = Scale.around([*curve.y, *low, *high], bottom, TOP)
    yield label(escaped(curve.label), (LEFT + width - RIGHT) / 2, TITLE, TITLE, "middle")
    yield from _ticks_across(across, curve.x if logarithmic else across.ticks(), TOP, bottom, x)
    for value in up.ticks():
        yield _line(LEFT, up.at(value), width - RIGHT, up.at(value), GRID)
        yield label(f"{value:g}", LEFT - 6, up.at(value) + SIZE / 3, SIZE, "end")
    yield element(
        "text",
        escaped(y),
        transform=f"translate({SIZE:g} {(TOP + bottom) / 2:g}) rotate(-90)",
        text_anchor="middle",
        font_size=SIZE,
    )
    yield _line(LEFT, TOP, LEFT, bottom, AXIS)
    marked = across.at(published)
    yield element(
        "path", d=f"M{marked:.2f} {TOP:g}V{bottom:g}", stroke="#999", stroke_dasharray="4 3"
    )
    if curve.band is not None:
        around = [*zip(curve.x, low, strict=True), *zip(curve.x[::-1], high[::-1], strict=True)]
        yield element("polygon", points=_points(around, across, up), fill=COLOR, opacity="0.15")
    points = _points(zip(curve.x, curve.y, strict=True), across, up)
    yield element("polyline", points=points, fill="none", stroke=COLOR, stroke_width="1.6")
    for a, b in zip(curve.x, curve.y, strict=True):
        yield element("circle", cx=across.at(a), cy=up.at(b), r=2.2, fill=COLOR)


def _ticks_across(
    scale: Scale, ticks: Sequence[float], top: float, bottom: float, name: str
) -> Iterator[str]:
    """The horizontal axis with its grid lines, its ticks and its name."""
    for value in ticks:
        yield _line(scale.at(value), top, scale.at(value), bottom, GRID)
        yield label(f"{value:g}", scale.at(value), bottom + SIZE + 4, SIZE, "middle")
    yield _line(scale.first, bottom, scale.last, bottom, AXIS)
    middle = (scale.first + scale.last) / 2
    yield label(escaped(name), middle, bottom + 2 * SIZE + 10, SIZE, "middle")


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1.0) -> str:
    ends = f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}"
    return element("path", d=ends, stroke=color, stroke_width=width)


def _points(pairs: Iterable[tuple[float, float]], across: Scale, up: Scale) -> str:
    return " ".join(f"{across.at(x):.2f},{up.at(y):.2f}" for x, y in pairs)


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    sides = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    style = f'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" fill="{AXIS}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {sides} {style}>{"".join(parts)}</svg>\n'
