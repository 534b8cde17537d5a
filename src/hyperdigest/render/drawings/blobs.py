"""Hyperedges: a topic as a soft region with an arm to each sentence, a term as spokes."""

from __future__ import annotations

from hyperdigest.render.drawings.layout import Floats
from hyperdigest.render.drawings.markup import number
from hyperdigest.views.neighbourhood import Hyperedge

HUB, LEAST, MOST = 11.0, 7.0, 24.0
"""Half the width of an arm at its hub; at a sentence of least and of most membership."""
WAIST = 0.2
"""Where the sides of an arm bend to, beside its middle, as a share of half its width."""
THIN, THICK = 0.6, 3.4


def blob(edge: Hyperedge, hub: Floats, dots: Floats) -> str:
    """An arm to each sentence, as broad there as the root of its membership."""
    strongest = edge.members[0][1]
    x, y = float(hub[0]), float(hub[1])
    parts = [_disc(x, y, HUB * 1.5)]
    for vertex, psi in edge.members:
        broad = LEAST + (MOST - LEAST) * (psi / strongest) ** 0.5
        u, v = float(dots[vertex, 0]), float(dots[vertex, 1])
        parts += [_arm((x, y), (u, v), broad), _disc(u, v, broad)]
    return "".join(parts)


def _disc(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def _arm(hub: tuple[float, float], dot: tuple[float, float], broad: float) -> str:
    """A stretch from the hub to a dot, drawn in between."""
    (x, y), (u, v) = hub, dot
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    waist = WAIST * min(HUB, broad)
    a, b = (x + u) / 2, (y + v) / 2
    ends = (
        (x - dy * HUB, y + dx * HUB),
        (a - dy * waist, b + dx * waist),
        (u - dy * broad, v + dx * broad),
        (u + dy * broad, v - dx * broad),
        (a + dy * waist, b - dx * waist),
        (x + dy * HUB, y - dx * HUB),
    )
    one, bend, two, three, back, four = (f"{number(p)} {number(q)}" for p, q in ends)
    return f'<path d="M{one}Q{bend} {two}L{three}Q{back} {four}Z"/>'


def spokes(edge: Hyperedge, hub: Floats, dots: Floats) -> str:
    """A line to each sentence, as broad as its membership."""
    strongest = edge.members[0][1]
    return "".join(
        f'<line x1="{number(hub[0])}" y1="{number(hub[1])}" x2="{number(dots[vertex, 0])}"'
        f' y2="{number(dots[vertex, 1])}"'
        f' stroke-width="{number(THIN + (THICK - THIN) * psi / strongest)}"/>'
        for vertex, psi in edge.members
    )
