"""Curves drawn by matplotlib, the same bytes every time."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
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

STYLE: dict[Any, Any] = {
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
    with rc_context(STYLE):
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
