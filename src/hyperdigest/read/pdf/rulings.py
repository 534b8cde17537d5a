"""The rulings of a page: straight lines that are drawn along it and down it, and edges of boxes.

They are the strongest evidence of where the cells of a table are. A page with very many of them is
a map or a chart. A word with a ruling through it, as in drafts of contracts, is deleted for its
readers.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf, sqrt
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from hyperdigest.read.pdf.drawn_bullets import may_be_bullet
from hyperdigest.read.pdf.highlights import HIGHEST, LOWEST, Shade, highlights
from hyperdigest.read.pdf.layout import Word
from hyperdigest.read.pdf.pdfium_calls import unchecked

MOST_OBJECTS = 30_000
"""Objects of a page that are looked at."""

MOST_PATHS = 5_000
"""A page with more paths is a map or a chart, which has no rulings."""

MOST_SEGMENTS = 20_000
"""Segments of the paths of a page that are looked at, together."""

DEEPEST = 3
"""Objects in groups nested deeper are not looked at."""

THICKEST = 4.0
"""Points; a thicker box has edges."""

SHORTEST = 4.0
"""Points; a shorter line rules nothing."""

NEAR = 2.5
"""Points between two rulings that are one, at most."""

WHITE = 250
"""A color with no component below this cannot be seen on paper."""

LOWEST_STRIKE, HIGHEST_STRIKE = 0.12, 0.5
"""Where a line through a word is above the baseline, in heights of the word: an underline is below
it, and the ruling of a table above the letters."""

LEAST_COVERED = 0.85
"""Share of the word that is struck, at least."""

THICKEST_STRIKE = 0.15
"""How thick such a line is, in heights of the word, at most: a thicker one, and one that is white,
is behind the word."""

MOST_RULINGS = 2_000
"""A page with more horizontal rulings has a chart."""


class Ruling(NamedTuple):
    """A straight line or edge: its distance from the left or lower side of the page, its ends,
    whether it is drawn as a line, and how thick that is; it is endless if it is white."""

    at: float
    start: float
    end: float
    is_line: bool
    thickness: float = 0.0


@dataclass(frozen=True, slots=True)
class Rulings:
    """The horizontal and the vertical rulings of a page, from below and from the left, and shapes
    that may be bullets."""

    across: Sequence[Ruling] = ()
    down: Sequence[Ruling] = ()
    bullets: Sequence[Shade] = ()


NO_RULINGS = Rulings()

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_bounds = unchecked(pdfium.FPDFPageObj_GetBounds)
_count = unchecked(pdfium.FPDFPage_CountObjects)
_count_in_group = unchecked(pdfium.FPDFFormObj_CountObjects)
_count_segments = unchecked(pdfium.FPDFPath_CountSegments)
_draw_mode = unchecked(pdfium.FPDFPath_GetDrawMode)
_fill_color = unchecked(pdfium.FPDFPageObj_GetFillColor)
_stroke_color = unchecked(pdfium.FPDFPageObj_GetStrokeColor)
_stroke_width = unchecked(pdfium.FPDFPageObj_GetStrokeWidth)
_matrix = unchecked(pdfium.FPDFPageObj_GetMatrix)
_object = unchecked(pdfium.FPDFPage_GetObject)
_object_in_group = unchecked(pdfium.FPDFFormObj_GetObject)
_point = unchecked(pdfium.FPDFPathSegment_GetPoint)
_segment = unchecked(pdfium.FPDFPath_GetPathSegment)
_segment_type = unchecked(pdfium.FPDFPathSegment_GetType)
_closes = unchecked(pdfium.FPDFPathSegment_GetClose)
_type = unchecked(pdfium.FPDFPageObj_GetType)


def rulings_of(page: Any, turns: int = 0, words: Sequence[Word] = ()) -> Rulings:
    """The rulings of a page turned back by so many quarter turns; none if it has too many.

    The edges of boxes behind some of the `words` of a line are none.
    """
    paths = list(islice(_paths(page), MOST_PATHS + 1))
    if not paths or len(paths) > MOST_PATHS:
        return NO_RULINGS
    lines = _Lines()
    for path, matrix in paths:
        lines.add(path, matrix)
        if lines.left < 0:
            return NO_RULINGS
    across, down = lines.across, lines.down
    shades, bullets = lines.shades, lines.bullets
    for _ in range(turns):
        across, down = (
            [each._replace(start=-each.end, end=-each.start) for each in down],
            [each._replace(at=-each.at) for each in across],
        )
        shades, bullets = (
            [Shade(-high, left, -low, right) for left, low, right, high in each]
            for each in (shades, bullets)
        )
    behind_words = highlights(shades, words)
    for n, (left, low, right, high) in enumerate(shades):
        if n not in behind_words:
            across += (Ruling(y, left, right, is_line=False) for y in (low, high))
            down += (Ruling(x, low, high, is_line=False) for x in (left, right))
    return Rulings(_merged(across), _merged(down), bullets)


def _paths(page: Any) -> Iterator[tuple[Any, Matrix]]:
    """The paths of a page, each with the matrix of the groups around it."""
    left = MOST_OBJECTS
    groups: list[tuple[Any, Matrix, int]] = [(None, _IDENTITY, 0)]
    values = pdfium.FS_MATRIX()
    while groups:
        group, matrix, depth = groups.pop()
        count, of = (_count_in_group, _object_in_group) if depth else (_count, _object)
        holder = group if depth else page
        for n in range(min(count(holder), left)):
            left -= 1
            each = of(holder, n)
            kind = _type(each)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield each, matrix
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
                _matrix(each, ctypes.byref(values))
                own = values.a, values.b, values.c, values.d, values.e, values.f
                groups.append((each, _product(own, matrix), depth + 1))


def _product(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    x, y = _moved(e, f, other)
    (p, q), (r, s) = _moved(a, b, (*other[:4], 0, 0)), _moved(c, d, (*other[:4], 0, 0))
    return p, q, r, s, x, y


def _moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


class _Lines:
    """The lines along and down a page among the segments of paths that are added."""

    def __init__(self) -> None:
        self.across: list[Ruling] = []
        self.down: list[Ruling] = []
        self.shades: list[Shade] = []
        self.bullets: list[Shade] = []
        self.left = MOST_SEGMENTS
        self._edges = [ctypes.c_float() for _ in range(4)]
        self._to_edges = [ctypes.byref(edge) for edge in self._edges]
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._to_point = ctypes.byref(self._x), ctypes.byref(self._y)
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._width = ctypes.c_float()
        self._to_width = ctypes.byref(self._width)
        self._color = [ctypes.c_uint() for _ in range(4)]
        self._to_color = [ctypes.byref(part) for part in self._color]
        self._values = pdfium.FS_MATRIX()

    def add(self, path: Any, group: Matrix) -> None:
        """Add the lines of a path that can be seen."""
        _draw_mode(path, ctypes.byref(self._fill), ctypes.byref(self._stroke))
        is_white = not self._fill.value or self._is_white(path, _fill_color)
        if not self._stroke.value and is_white:
            return
        _bounds(path, *self._to_edges)
        left, low, right, high = (edge.value for edge in self._edges)
        if may_be_bullet(shape := Shade(*_moved(left, low, group), *_moved(right, high, group))):
            self.bullets.append(shape)
        if right - left <= THICKEST or high - low <= THICKEST:
            ends = _moved(left, low, group), _moved(right, high, group)
            self.left -= 1
            (x, y), (u, v) = ends
            thickness = min(abs(u - x), abs(v - y))
            if self._stroke.value:
                # pdfium's bounds have it on both sides
                thickness -= self._stroke_thickness(path, group)
                is_white = is_white and self._is_white(path, _stroke_color)
            self._add(*ends, is_line=True, thickness=inf if is_white else thickness)
            return
        count = _count_segments(path)
        self.left -= count
        if self.left < 0:
            return
        matrix = self._matrix_of(path, group)
        is_line = self._stroke.value > 0
        edges: list[tuple[tuple[float, float], tuple[float, float]]] = []
        points: set[tuple[float, float]] = set()
        first = before = (0.0, 0.0)
        for n in range(count):
            segment = _segment(path, n)
            _point(segment, *self._to_point)
            point = _moved(self._x.value, self._y.value, matrix)
            points.add(point)
            kind = _segment_type(segment)
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                first = point
            elif kind == pdfium.FPDF_SEGMENT_LINETO:
                edges.append((before, point))
            if _closes(segment):
                edges.append((point, first))
            before = point
        xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
        is_box = len(points) == 4 and len(xs) == len(ys) == 2
        if is_box and not is_line and LOWEST < ys[1] - ys[0] < HIGHEST:
            self.shades.append(Shade(xs[0], ys[0], xs[1], ys[1]))
            return
        thickness = 0.0
        if is_line:
            is_white = self._is_white(path, _stroke_color)
            thickness = inf if is_white else self._stroke_thickness(path, group)
        for one, other in edges:
            self._add(one, other, is_line=is_line, thickness=thickness)

    def _is_white(self, path: Any, color: Any) -> bool:
        color(path, *self._to_color)
        return min(part.value for part in self._color[:3]) >= WHITE

    def _matrix_of(self, path: Any, group: Matrix) -> Matrix:
        _matrix(path, ctypes.byref(self._values))
        values = self._values
        return _product((values.a, values.b, values.c, values.d, values.e, values.f), group)

    def _stroke_thickness(self, path: Any, group: Matrix) -> float:
        """How thick the lines are that are drawn along a path."""
        _stroke_width(path, self._to_width)
        a, b, c, d, _, _ = self._matrix_of(path, group)
        return self._width.value * sqrt(abs(a * d - b * c))

    def _add(
        self,
        one: tuple[float, float],
        other: tuple[float, float],
        *,
        is_line: bool,
        thickness: float,
    ) -> None:
        """Add the line between two points, if it is straight along or down the page."""
        (x, y), (u, v) = one, other
        width, height = abs(u - x), abs(v - y)
        if height <= THICKEST and width >= SHORTEST and width > 2 * height:
            self.across.append(Ruling((y + v) / 2, min(x, u), max(x, u), is_line, thickness))
        elif width <= THICKEST and height >= SHORTEST and height > 2 * width:
            self.down.append(Ruling((x + u) / 2, min(y, v), max(y, v), is_line, thickness))


def _merged(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Rulings, with those as one that lie in each other or end where another begins."""
    found: list[Ruling] = []
    for group in _near_each_other(sorted(rulings)):
        begun: list[Ruling] = []
        at = group[len(group) // 2].at
        for each in sorted(group, key=lambda each: each.start):
            if begun and each.start <= begun[-1].end + NEAR:
                last = begun[-1]
                begun[-1] = last._replace(
                    end=max(each.end, last.end),
                    is_line=last.is_line or each.is_line,
                    thickness=max(last.thickness, each.thickness),
                )
            else:
                begun.append(each._replace(at=at))
        found += begun
    return found


def _near_each_other(rulings: Sequence[Ruling]) -> Iterator[list[Ruling]]:
    """The rulings at about the same distance."""
    group: list[Ruling] = []
    for each in rulings:
        if group and each.at - group[0].at > NEAR:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def without_struck(words: Sequence[Word], across: Sequence[Ruling]) -> list[Word]:
    """The words of a page without those that horizontal rulings, from below, strike through."""
    if not across or len(across) > MOST_RULINGS:
        return list(words)
    places = [ruling.at for ruling in across]

    def is_struck(word: Word) -> bool:
        first = bisect_left(places, word.base + LOWEST_STRIKE * word.height)
        last = bisect_right(places, word.base + HIGHEST_STRIKE * word.height)
        return any(
            ruling.is_line
            and ruling.thickness <= THICKEST_STRIKE * word.height
            and min(ruling.end, word.right) - max(ruling.start, word.left)
            >= LEAST_COVERED * (word.right - word.left)
            for ruling in across[first:last]
        )

    return [word for word in words if word.turns or not is_struck(word)]
