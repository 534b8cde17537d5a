"""Plots by matplotlib, the same bytes at every run: averages with intervals, and curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import isfinite
from typing import TYPE_CHECKING, Any

from hyperdigest.evaluation.significance import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOR = "#7a3b12"


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure, and optionally the band of low and high values around it."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    band: tuple[tuple[float, ...], tuple[float, ...]] | None = None


def curve_plot(
    curves: Sequence[Curve], x: str, y: str, published: float, *, logarithmic: bool = False
) -> tuple[str, bytes]:
    """A panel for each curve, each with its own scale: as SVG and as PNG.

    `x` and `y` are the labels of the axes. `published` is the x value marked by a dashed line. If
    `logarithmic`, the x axis is, and its ticks are the x values of the curve.
    """
    columns = min(len(curves), 3)
    rows = -(-len(curves) // columns)
    size = (5.6, 3.6) if columns == 1 else (3.7 * columns, 2.8 * rows)
    with new_figure(size) as figure:
        for place, curve in enumerate(curves, 1):
            axes = figure.add_subplot(rows, columns, place)
            axes.plot(curve.x, curve.y, marker="o", markersize=3, linewidth=1.4, color=COLOR)
            if curve.band is not None:
                axes.fill_between(curve.x, *curve.band, color=COLOR, alpha=0.15, linewidth=0)
            if logarithmic:
                axes.set_xscale("log")
                axes.set_xticks(curve.x, [f"{value:g}" for value in curve.x])
                axes.minorticks_off()
            axes.axvline(published, color="0.6", linewidth=0.8, linestyle="--")
            axes.set_title(curve.label, fontsize=10)
            axes.set_xlabel(x)
            axes.set_ylabel(y)
            axes.grid(color="0.9", linewidth=0.6)
            axes.set_axisbelow(True)
        png = BytesIO()
        figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
        return svg_of(figure), png.getvalue()


def dot_plot(intervals: Mapping[str, Interval], x: str) -> str:
    """An SVG with the average of each label as a dot on the line of its interval.

    `x` is the label of the axis.
    """
    with new_figure((6.6, 0.7 + 0.25 * len(intervals))) as figure:
        draw_intervals(figure.add_subplot(), intervals, x)
        return svg_of(figure)


def draw_intervals(axes: Axes, intervals: Mapping[str, Interval], x: str) -> None:
    """Draw the intervals from top to bottom; an infinite one is a dot without a line."""
    for row, interval in enumerate(intervals.values()):
        if isfinite(interval.high - interval.low):
            axes.hlines(row, interval.low, interval.high, color=COLOR)
        axes.plot(interval.average, row, "o", markersize=5, color=COLOR)
    axes.set_yticks(range(len(intervals)), list(intervals))
    axes.set_ylim(len(intervals) - 0.5, -0.5)
    axes.tick_params(left=False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(x)
    axes.grid(axis="x", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)


@contextmanager
def new_figure(size: tuple[float, float]) -> Iterator[Figure]:
    """A figure of some inches, in the style of all plots."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.hashsalt": "hyperdigest",
        "svg.fonttype": "path",
        "font.family": "DejaVu Sans",
        "font.size": 10.0,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with rc_context(style):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure


def svg_of(figure: Figure) -> str:
    """The figure as SVG, without its date."""
    svg = BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    return svg.getvalue().decode()
