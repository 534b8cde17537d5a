"""Plots, the same bytes at every run: averages with intervals as SVG, curves by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from math import ceil, floor, isfinite, log10
from typing import Any

from hyperdigest.evaluation.significance import Interval


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure, and the band of low and high values around it, if there is one."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    band: tuple[tuple[float, ...], tuple[float, ...]] | None = None


COLUMNS = 3

CURVE_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "hyperdigest",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw(
    curves: list[Curve], x: str, y: str, mark: float, *, logarithmic: bool = False
) -> tuple[str, bytes]:
    """A panel for each curve, with a scale of its own: as SVG and as PNG.

    `x` and `y` say what the axes are. `mark` is the place on the x axis at which the published
    value is shown. `logarithmic` gives each doubling on the x axis the same room, and names the
    places there are.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(len(curves), COLUMNS)
    rows = -(-len(curves) // columns)
    with rc_context(CURVE_STYLE):
        width = 5.6 if columns == 1 else 3.7 * columns
        figure = Figure(figsize=(width, 3.6 if columns == 1 else 2.8 * rows), layout="constrained")
        FigureCanvasAgg(figure)
        for place, curve in enumerate(curves, 1):
            axes = figure.add_subplot(rows, columns, place)
            axes.plot(curve.x, curve.y, marker="o", markersize=3, linewidth=1.4, color="#7a3b12")
            if curve.band is not None:
                axes.fill_between(curve.x, *curve.band, color="#7a3b12", alpha=0.15, linewidth=0)
            if logarithmic:
                axes.set_xscale("log")
                axes.set_xticks(curve.x, [f"{value:g}" for value in curve.x])
                axes.minorticks_off()
            axes.axvline(mark, color="0.6", linewidth=0.8, linestyle="--")
            axes.set_title(curve.label, fontsize=10)
            axes.set_xlabel(x)
            axes.set_ylabel(y)
            axes.grid(color="0.9", linewidth=0.6)
            axes.set_axisbelow(True)
        png, svg = BytesIO(), BytesIO()
        figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    return svg.getvalue().decode(), png.getvalue()


ROW, TOP, BOTTOM, WIDTH, RIGHT = 24, 12, 44, 430, 24
LETTER = 7.8
"""Width of a letter of a label, at most, on average."""

DOTS_STYLE = """
.ink { fill: #21201d; } .soft { fill: #66625a; } .rule { stroke: #d8d3c8; }
.dot { fill: #7a3b12; } .span { stroke: #7a3b12; }
@media (prefers-color-scheme: dark) {
  .ink { fill: #e4e1da; } .soft { fill: #a09c93; } .rule { stroke: #3a3c43; }
  .dot { fill: #e9b083; } .span { stroke: #e9b083; }
}
text { font: 13px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
"""


def dot_plot(intervals: Mapping[str, Interval], axis: str) -> str:
    """Averages by label as dots on the lines of their intervals: SVG for both dark and light.

    `axis` says what the values are.
    """
    ends = {
        label: (i.low, i.high) if isfinite(i.high - i.low) else (i.average, i.average)
        for label, i in intervals.items()
    }
    marks = ticks(min(low for low, _ in ends.values()), max(high for _, high in ends.values()))
    first, span = marks[0], marks[-1] - marks[0]
    left = 24 + ceil(LETTER * max(map(len, intervals)))
    height, total = TOP + ROW * len(intervals) + BOTTOM, left + WIDTH + RIGHT
    bottom = height - BOTTOM

    def x(value: float) -> float:
        return left + WIDTH * (value - first) / span

    lines = [
        f'<line class="rule" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{bottom}"/>'
        f'<text class="soft" x="{x(mark):.1f}" y="{bottom + 17}" text-anchor="middle">{mark:g}'
        "</text>"
        for mark in marks
    ]
    for number, (label, (low, high)) in enumerate(ends.items()):
        y = TOP + ROW * (number + 0.5)
        lines.append(
            f'<text class="ink" x="{left - 12}" y="{y + 4.5:.1f}" text-anchor="end">'
            f"{escape(label)}</text>"
            f'<line class="span" stroke-width="2" x1="{x(low):.1f}" x2="{x(high):.1f}"'
            f' y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<circle class="dot" cx="{x(intervals[label].average):.1f}" cy="{y:.1f}" r="4.5"/>'
        )
    lines.append(f'<text class="soft" x="{left}" y="{height - 6}">{escape(axis)}</text>')
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}"'
        f' width="{total}" height="{height}" role="img">\n<style>{DOTS_STYLE}</style>\n{body}\n'
        "</svg>\n"
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below `low` to above `high`, at least two."""
    rough = max(high - low, 1e-6) / about
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first, last = floor(low / step), ceil(high / step)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]
