"""A small collection to ask: a town and its old bridge, told by five documents."""

from __future__ import annotations

from functools import cache

from hyperdigest.documents import Document
from hyperdigest.model import Collection, Model
from hyperdigest.options import Options

TEXTS = {
    "council.txt": (
        "Council closes the old bridge\n\n"
        "The council closed the old bridge over the river Aune on Monday after engineers found"
        " cracks in two of its stone arches. Lorries will be sent through the valley until spring."
        " Who pays for the repair? The council said the state would carry half of the cost.\n\n"
        "The mayor told reporters that the bridge would open again in April, if the weather allows"
        " the masons to work through the winter.\n"
    ),
    "engineers.md": (
        "# What the engineers found\n\n"
        "Engineers lowered a **small boat** under the arches and measured every crack with lamps"
        " and gauges. The widest crack runs through the keystone of the third arch and lets water"
        " into the stone. Frost turns that water to ice, and the ice opens the crack a little more"
        " every winter.\n\n"
        "- keystone\n- third arch\n\n"
        "Steel rods and fresh mortar would hold the arches together for another fifty years, the"
        " engineers wrote in their report.\n"
    ),
    "traders.txt": (
        "Shops on the market square have lost a third of their customers since the bridge was"
        " closed. The baker now carries bread across the river in a rowing boat every morning."
        " Traders asked the council for a ferry, and for lower rents until the bridge opens"
        " again.\n\nA ferry would cost less than the repair of a single arch, they say.\n"
    ),
    "history.txt": (
        "Monks built the bridge in 1462 with stone from the quarry at Hollen. A flood carried away"
        " two of the seven arches in 1784, and the town rebuilt them in brick. The bridge has been"
        " closed only once before, in the winter of 1947, when ice blocked the river.\n\n"
        "By the archive desk\n"
    ),
    "schools.txt": (
        "Children from the far bank now travel an hour by bus to reach the school in town."
        " Their parents want the lessons to begin later while the bridge stays closed."
        " The school will open a reading room for children who miss the last bus.\n"
    ),
}
QUESTION = "Why was the bridge closed and who pays for the repair?"


def documents() -> list[Document]:
    formats = {"md": "markdown", "txt": "text"}
    return [
        Document(name, f"town/{name}", text, format=formats[name.rpartition(".")[2]])
        for name, text in TEXTS.items()
    ]


@cache
def bridge_model(**changes: object) -> Model:
    """The collection fitted with few sweeps; not to be changed."""
    return Collection.of(documents()).fit(Options(**({"sweeps": 40} | changes)))
