"""Plots: averages with their intervals as SVG, and curves drawn by matplotlib.

Both are the same bytes at every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from io import BytesIO
from math import ceil, floor, log10
from typing import Any


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure, and the band of low and high values around it, if there is one."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    band: tuple[tuple[float, ...], tuple[float, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure in both of its forms."""

    svg: str
    png: bytes


COLUMNS = 3

CURVE_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "hyperdigest",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw(curves: list[Curve], x: str, y: str, mark: float, *, logarithmic: bool = False) -> Drawn:
    """A panel for each curve, with a scale of its own.

    Parameters
    ----------
    x, y : what the axes are.
    mark : the place on the x axis at which the published value is shown.
    logarithmic : give each doubling on the x axis the same room, and name the places there are.
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
    return Drawn(svg.getvalue().decode(), png.getvalue())


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


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of the plot."""

    label: str
    value: float
    low: float
    high: float


def dot_plot(dots: list[Dot], axis: str) -> str:
    """The plot as SVG that follows the reader's choice of dark or light.

    Parameters
    ----------
    axis : what the values are.
    """
    marks = ticks(min(dot.low for dot in dots), max(dot.high for dot in dots))
    first, span = marks[0], marks[-1] - marks[0]
    left = 24 + ceil(LETTER * max(len(dot.label) for dot in dots))
    height = TOP + ROW * len(dots) + BOTTOM

    def x(value: float) -> float:
        return left + WIDTH * (value - first) / span

    lines = [_tick(mark, x(mark), height) for mark in marks]
    rows = [_row(dot, left - 12, TOP + ROW * (n + 0.5), x) for n, dot in enumerate(dots)]
    total = left + WIDTH + RIGHT
    title = f'<text class="soft" x="{left}" y="{height - 6}">{escape(axis)}</text>'
    body = "\n".join([*lines, *rows, title])
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


def _tick(mark: float, x: float, height: int) -> str:
    bottom = height - BOTTOM
    return (
        f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>'
        f'<text class="soft" x="{x:.1f}" y="{bottom + 17}" text-anchor="middle">{mark:g}</text>'
    )


def _row(dot: Dot, end: float, y: float, x: Callable[[float], float]) -> str:
    return (
        f'<text class="ink" x="{end}" y="{y + 4.5:.1f}" text-anchor="end">'
        f"{escape(dot.label)}</text>"
        f'<line class="span" stroke-width="2" x1="{x(dot.low):.1f}" x2="{x(dot.high):.1f}"'
        f' y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle class="dot" cx="{x(dot.value):.1f}" cy="{y:.1f}" r="4.5"/>'
    )
