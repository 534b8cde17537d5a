"""Tables in text files (csv, tsv): which delimiter and quotes they have, and their rows.

A quotation mark that is never closed is a character like others, so that it does not take the rest
of the file for one cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from hyperdigest.errors import ReadError
from hyperdigest.read.content import LARGEST
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.sheets.workbook import (
    MOST_CELLS,
    RowMaker,
    Sheet,
    Workbook,
    cell_text,
)

DELIMITERS = ";\t,|"
"""Those that are looked for; of two that fit equally well the first is taken, since commas are also
in numbers and texts."""

LONGEST_CELL = 1 << 20
"""In characters; a quotation mark that is closed after more is no quotation mark."""

_MOST_COLUMNS = 1_000_000
"""Cells of a row, each of which takes some 200 bytes of memory."""

_MOST_LINES = 10_000
"""Lines of a cell, with the same consequence."""

_SAMPLE = 200
"""Rows in which the delimiter is looked for."""

_SAMPLED = 1 << 18
"""Characters in which it is looked for."""

_NONE = "\x1f"
"""The delimiter of a file that is running text, each line of which is then one cell."""

_LEAST_SHARE = 0.9
"""Rows of running text that have the same number of cells are a smaller share."""

_FEWEST_WORDS_OF_PROSE = 4
"""For each delimiter."""

_STATED = re.compile(r"\ufeff?\"?sep=(\t|[^\"'\s\w])\"?[ \t]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
"""The line in which a file states its delimiter, which programs do not show as a row."""


_SINGLE = re.compile(r"(?m)(?:^|(?<=[;,\t|]))'(?:[^'\n]|''){0,10000}'(?=[;,\t|]|\r?$)")
_SINGLE_BEGINS = re.compile(r"(?m)(?:^|[;,\t|])'")
_SINGLE_FIRST = re.compile(r"(?m)^'[^'\n]*'[;,\t|]")

_SPACED = re.compile(r'\s*(?=[^\n]*")((?:"[^"\n]*"|[^\s",;|]+)(?: |(?=\r?\n)))+\r?\n')
"""A first row with cells in quotation marks and a space between all of them, as R writes it."""

_UNTIDY = re.compile(r"[\n\r\0\v\f\x1c-\x1e\x85\u2028\u2029]|(?<![^\t]) | (?![^\t])")
"""A line end in a cell, or a space at its end."""


class Dialect(csv.Dialect):
    """How the cells of a file are divided."""

    quoting = csv.QUOTE_MINIMAL
    lineterminator = "\n"
    quotechar = '"'

    def __init__(self, delimiter: str, *, escaped: bool = False, single: bool = False) -> None:
        self.delimiter = delimiter
        self.escapechar = "\\" if escaped else None
        self.doublequote = not escaped
        self.quotechar = "'" if single else '"'
        super().__init__()


def read_workbook(data: bytes, first: str = "") -> Workbook:
    """The rows of a text file as a sheet without a name.

    `first` are delimiters that are taken if they are in the file at all. Raises ReadError if the
    file is not text, or is too large.
    """
    text = decode(data)
    notes = damage(data, text)
    start = 1 if text.startswith("\ufeff") else 0
    delimiter = ""
    if stated := _STATED.match(text):
        start, delimiter = stated.end(), stated[1]
    sample = text[start : start + _SAMPLED]
    delimiter = delimiter or next((each for each in first if each in sample), "")
    dialect = dialect_of(sample, delimiter)
    sheet = Sheet()
    maker = RowMaker()
    if text.count(dialect.delimiter) > MOST_CELLS:
        raise ReadError(f"has more than {MOST_CELLS:,} cells: split it into parts")
    source = io.StringIO(text, newline="")
    source.seek(start)
    lacks_a_name = _lacks_a_name(sample, dialect)
    for number, cells in enumerate(rows(source, dialect), 1):
        if lacks_a_name and number == 1:
            cells.insert(0, "")
        if len(cells) > _MOST_COLUMNS:
            raise ReadError(f"has a row of more than {_MOST_COLUMNS:,} cells: split it into parts")
        line = "\t".join(cells)
        if line.count("\t") >= len(cells) or _UNTIDY.search(line):
            cells = list(map(cell_text, cells))
        if row := maker.row(number, cells):
            sheet.rows.append(row)
    return Workbook([sheet], notes=notes)


def _lacks_a_name(sample: str, dialect: Dialect) -> bool:
    """Whether the first row names all columns but the first, which has the names of the rows: all
    others have one cell more, and their last one is not only the end of a delimiter."""
    whole = sample[: sample.rfind("\n") + 1]
    found = list(islice(rows(io.StringIO(whole, newline=""), dialect), _SAMPLE))
    others = list(filter(None, found[1:]))
    if not others or len(found[0]) < 2 or {len(cells) for cells in others} != {len(found[0]) + 1}:
        return False
    return any(cells[-1] for cells in others)


def rows(source: io.StringIO, dialect: Dialect) -> Iterator[list[str]]:
    """The cells of each row, also of empty ones."""
    csv.field_size_limit(max(csv.field_size_limit(), LARGEST))
    lines = _Lines(source)
    while True:
        lines.begin()
        parsed = csv.reader(lines, dialect)
        for cells in parsed:
            if lines.ended:
                break
            yield cells
            lines.begin()
        else:
            return
        first, *others = lines.taken
        yield next(csv.reader([first], dialect, quoting=csv.QUOTE_NONE), [])
        lines.put_back(others)


class _Lines(Iterator[str]):
    """Lines of a file, and which of them a row has taken.

    It ends early if a row takes too many; `ended` is whether it did, or the file, within a row.
    """

    def __init__(self, source: io.StringIO) -> None:
        self._source = source
        self._waiting: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Begin a row."""
        self.taken: list[str] = []
        self._size = 0
        self.ended = False

    def put_back(self, lines: Sequence[str]) -> None:
        """Give these lines first, when the next ones are asked for."""
        self._waiting += reversed(lines)

    def __next__(self) -> str:
        is_long = len(self.taken) > _MOST_LINES or self._size > LONGEST_CELL
        line = ""
        if not (is_long and len(self.taken) > 1):
            line = self._waiting.pop() if self._waiting else self._source.readline()
        self.ended = not line
        if self.ended:
            raise StopIteration
        self.taken.append(line)
        self._size += len(line)
        return line


def dialect_of(sample: str, delimiter: str = "") -> Dialect:
    """How the cells of a file that begins so are divided, by this delimiter if one is given."""
    single = '"' not in sample and _has_single_quotes(sample)
    escaped = '""' not in re.sub(r'(?m)(?:^|(?<=[;,\t|]))""(?=[;,\t|]|\r?$)', "", sample)
    escaped = escaped and re.search(r'\\"(?![;,\t|\r\n])', sample) is not None
    if delimiter:
        return Dialect(delimiter, escaped=escaped, single=single)
    if spaced := _SPACED.match(sample):
        dialect = Dialect(" ", escaped=escaped)
        if _fit(sample[spaced.end() :], dialect)[1] >= _LEAST_SHARE:
            return dialect
    candidates = [
        Dialect(each, escaped=escaped, single=single) for each in DELIMITERS if each in sample
    ]
    best = max(candidates, key=lambda each: _fit(sample, each), default=Dialect(","))
    return Dialect(_NONE) if _is_prose(sample, best) else best


def _has_single_quotes(sample: str) -> bool:
    """Whether cells stand in single quotation marks: the first of several rows, or several, one
    with a delimiter in it, and no cell only begins with such a mark."""
    quoted = _SINGLE.findall(sample)
    others = _SINGLE.sub("", sample)
    others = others[: others.rfind("\n") + 1] or others  # the last line may be cut
    is_needed = any(set(text) & set(DELIMITERS) for text in quoted)
    if len(quoted) > 1 and is_needed and not _SINGLE_BEGINS.search(others):
        return True
    return len(_SINGLE_FIRST.findall(sample)) > 1


def _is_prose(sample: str, dialect: Dialect) -> bool:
    """Whether a delimiter is a sign of running text: the numbers of cells in the rows differ, and
    spaces follow most of the delimiters, and the cells have several words."""
    if dialect.delimiter == "\t" or _fit(sample, dialect)[1] >= _LEAST_SHARE:
        return False
    count = sample.count(dialect.delimiter)
    spaced = sample.count(f"{dialect.delimiter} ") + sample.count(f"{dialect.delimiter}\n")
    return 5 * spaced > 4 * count and len(sample.split()) > _FEWEST_WORDS_OF_PROSE * count


def _fit(sample: str, dialect: Dialect) -> tuple[bool, float, float]:
    """How well a delimiter divides a sample: whether most rows have the same number of cells, more
    than one, as the first one has, which share of them does, and how few cells more it is."""
    found = rows(io.StringIO(sample, newline=""), dialect)
    sizes = [len(cells) for cells in islice(found, _SAMPLE) if cells]
    divided = Counter(size for size in sizes if size > 1)
    if not divided:
        return False, 0.0, 0.0
    usual, count = max(divided.items(), key=lambda item: (item[1], item[0]))
    share = count / len(sizes)
    return 2 * count > len(sizes), round(share, 1), min(sizes[0], usual) / usual
