"""Curves drawn by matplotlib, the same bytes every time."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure in both of its forms."""

    svg: str
    png: bytes


STYLE: dict[Any, Any] = {
    "svg.hashsalt": "hyperdigest",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw(curves: list[Curve], x: str, y: str, mark: float) -> Drawn:
    """The curves over each other.

    Parameters
    ----------
    x, y : what the axes are.
    mark : the place on the x axis at which the published value is shown.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(5.6, 3.6), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for curve in curves:
            axes.plot(curve.x, curve.y, marker="o", markersize=3, linewidth=1.4, label=curve.label)
        axes.axvline(mark, color="0.6", linewidth=0.8, linestyle="--")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.grid(color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False, fontsize=8)
        png, svg = BytesIO(), BytesIO()
        figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    return Drawn(svg.getvalue().decode(), png.getvalue())
