"""The map of topics as an HTML table, for screen readers and to copy from."""

from __future__ import annotations

from hyperdigest.render.drawings.heat import DocumentLink, told
from hyperdigest.render.drawings.markup import exact, shown
from hyperdigest.views.topics_map import MapRow, TopicsMap


def topics_map_table(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """A row a document, a column a topic, shares in percent; nothing where there is none."""
    heads = "".join(f'<th scope="col">{shown(topic.label)}</th>' for topic in drawn.topics)
    rows = "\n".join(
        f'<tr><th scope="row">{_name(row, link)}</th>{_cells(drawn.shares[n].tolist())}</tr>'
        for n, row in enumerate(drawn.rows)
    )
    return f"""<table class="shares">
<caption>Share of each document's words by topic</caption>
<thead><tr><th scope="col">Document</th>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>"""


def _name(row: MapRow, link: DocumentLink | None) -> str:
    name = shown(told(row))
    if link is None or row.documents > 1:
        return name
    return f'<a href="{exact(link(row.first))}">{name}</a>'


def _cells(shares: list[float]) -> str:
    return "".join(f"<td>{share:.1%}</td>" if share else "<td></td>" for share in shares)
