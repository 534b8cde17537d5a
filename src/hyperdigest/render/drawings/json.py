"""The views as JSON objects, for programs that draw them in their own way."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hyperdigest.render.json import dumped

if TYPE_CHECKING:
    from hyperdigest.views.neighbourhood import Neighbourhood
    from hyperdigest.views.topics_map import TopicsMap


def render_topics_map_json(drawn: TopicsMap) -> str:
    """The topics, the rows, and in each row its shares of the topics, to 6 decimals."""
    rows = [
        asdict(row) | {"shares": [round(share, 6) for share in shares]}
        for row, shares in zip(drawn.rows, drawn.shares.tolist(), strict=True)
    ]
    content = {
        "order": drawn.order,
        "documents": drawn.n_documents,
        "topics_in_all": drawn.n_topics,
        "empty": drawn.empty,
        "topics": [asdict(topic) for topic in drawn.topics],
        "rows": rows,
    }
    return dumped(content)


def render_neighbourhood_json(drawn: Neighbourhood) -> str:
    """The vertices, and the hyperedges with their members."""
    edges = [
        asdict(edge)
        | {"members": [{"vertex": vertex, "membership": psi} for vertex, psi in edge.members]}
        for edge in drawn.hyperedges
    ]
    content = {
        "question": drawn.question,
        "around": None if drawn.around < 0 else drawn.around,
        "left_out": drawn.left_out,
        "signature": drawn.signature,
        "vertices": [asdict(vertex) for vertex in drawn.vertices],
        "hyperedges": edges,
    }
    return dumped(content)
