"""What a digest quotes as HTML: the items of a list of sentences, for the report and for the app.

Each sentence is an element of the class ``sentence``, with its text in one of the class ``quote``
and all that belongs to it below. Text that is quoted before it has the class ``context``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from hyperdigest.base.slices import GAP
from hyperdigest.render.quotes import (
    BULLET,
    Code,
    Definition,
    Group,
    Item,
    List,
    Paragraph,
    Part,
    SourceTitle,
    Table,
    code_of,
    lines_of,
    number_of,
)
from hyperdigest.render.source_layout import unbroken

_GAP = f'<span class="gap">{GAP}</span>'


@dataclass(frozen=True, slots=True)
class HtmlQuotes:
    """Writes groups as HTML.

    Parameters
    ----------
    attributes : the attributes of the element of a sentence, whose class also has the names given.
    linked : the text of a sentence, which is escaped already, as a link to its source.
    below : what is below a sentence: its citation, its notes.
    """

    attributes: Callable[[Part, str], str]
    linked: Callable[[Part, str], str]
    below: Callable[[Part], str]

    def shown(self, groups: Iterable[Group]) -> str:
        """The items of an ordered list of the class ``sentences``."""
        return "\n".join(item for group in groups for item in self._items(group))

    def _items(self, group: Group) -> Iterator[str]:
        match group:
            case Paragraph(parts):
                yield from self._sentences(parts, "li")
                return
            case SourceTitle(source):
                number = f'<span class="number">{source.number}</span>'
                title = f'<span dir="auto">{escape(group.title)}</span>'
                names = "source-title of-thread" if source.thread else "source-title"
                yield f'<li class="{names}"><h2>{number} {title}</h2></li>'
                return
            case Table():
                body = self._table(group)
            case List() | Code():
                body = self._within(group)
            case Definition(_, terms, below):
                names = "".join(
                    f'<dt class="gap">{GAP}</dt>' * term.gap
                    + f'<dt class="context" dir="auto">{escape(term.text)}</dt>'
                    for term in terms
                )
                inner = "".join(map(self._within, below))
                body = f"<dl>{names}<dd>{inner}</dd></dl>{_extent(group.extent)}"
        yield f'<li class="group">{self._inside(group.lead)}{body}</li>'

    def _sentences(self, parts: Sequence[Part], element: str, mark: str = "") -> Iterator[str]:
        """Each sentence of running text as an element, after what is quoted before it."""
        pieces = [mark] if mark else []
        joined = ""
        for part in parts:
            if part.gap:
                pieces.append(_GAP)
            text = escape(part.text)
            if part.is_code:
                if pieces:
                    yield f'<p class="quote" dir="auto">{" ".join(pieces)}</p>'
                pieces = []
                lines = "\n".join(map(escape, lines_of([part])))
                yield f'<pre class="quote context" dir="ltr">\n<code>{lines}</code></pre>'
                continue
            if part.sentence is None:
                pieces.append(_quoted_before(part))
                continue
            quote = (
                f'<p class="quote" dir="auto">{" ".join([*pieces, self.linked(part, text)])}</p>'
            )
            opened = f"{element} {self.attributes(part, joined)}"
            yield f"<{opened}>\n{quote}\n{self.below(part)}</{element}>"
            pieces, joined = [], "joined"
        if pieces:
            yield f'<p class="quote" dir="auto">{" ".join(pieces)}</p>'

    def _inside(self, parts: Sequence[Part], mark: str = "") -> str:
        return "".join(self._sentences(parts, "div", mark))

    def _list(self, items: List) -> str:
        element = "ol" if items.number else "ul"
        shown = "".join(map(self._item, items.items))
        return f"<{element}>{shown}</{element}>{_extent(items.extent)}"

    def _item(self, item: Item) -> str:
        gap = f'<li class="gap">{GAP}</li>' if item.gap else ""
        number, mark, value = number_of(item.mark), "", ""
        if number:
            value = f' value="{number}"'
        elif item.mark != BULLET:
            names = "mark" if item.parts[0].sentence else "mark context"
            mark, value = f'<span class="{names}">{escape(item.mark)}</span>', ' class="marked"'
        inner = "".join(map(self._within, item.below))
        return f"{gap}<li{value}>{self._inside(item.parts, mark)}{inner}</li>"

    def _within(self, below: List | Code | Paragraph) -> str:
        match below:
            case List():
                return self._list(below)
            case Code():
                return self._code(below)
            case Paragraph(parts):
                return self._inside(parts)

    def _table(self, table: Table) -> str:
        head = ""
        if table.header:
            names = "".join(
                f'<th scope="col" dir="auto">{escape(cell)}</th>' for cell in table.header.cells
            )
            head = f'<thead class="context"><tr>{names}</tr></thead>'
        rows = "".join(
            self._row(part, row.cells_of(number))
            for row in table.rows
            for number, part in enumerate(row.parts)
        )
        shown = f'<div class="table-frame"><table>{head}{rows}</table></div>'
        return shown + _extent(table.extent)

    def _row(self, part: Part, row: Sequence[str]) -> str:
        """A row with these cells, its first one a link, and one below it."""
        linked, cells, width = False, list[str](), len(row)
        for cell in row:
            text = escape(cell)
            if text and not linked:
                text, linked = self.linked(part, text), True
            cells.append(f'<td dir="auto"{unbroken(cell)}>{text}</td>' if text else "<td></td>")
        gap = f'<tbody class="gap"><tr><td colspan="{width}">{GAP}</td></tr></tbody>'
        return (
            f"{gap if part.gap else ''}<tbody {self.attributes(part, '')}>"
            f'<tr class="quote">{"".join(cells)}</tr>\n'
            f'<tr><td colspan="{width}">{self.below(part)}</td></tr></tbody>'
        )

    def _code(self, code: Code) -> str:
        shown = ""
        for parts in code.blocks:
            shown += f'<p class="gap">{GAP}</p>' if parts[0].gap else ""
            for number, (part, text) in enumerate(zip(parts, code_of(parts), strict=True)):
                attributes = self.attributes(part, "joined" if number else "")
                boxed = escape(text.removeprefix("\n"))
                # A browser drops the first line end of a block.
                lines = self.linked(part, f"<code>{boxed}</code>")
                shown += (
                    f'<div {attributes}><pre class="quote" dir="ltr">\n{lines}</pre>\n'
                    f"{self.below(part)}</div>"
                )
        return shown


def _quoted_before(part: Part) -> str:
    line_break = "<br>" if part.stands_alone else ""
    return f'<span class="context">{escape(part.text)}</span>{line_break}'


def _extent(extent: str) -> str:
    return f'<p class="extent">{extent}</p>' if extent else ""
