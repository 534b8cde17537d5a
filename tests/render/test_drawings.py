"""Drawings: well-formed, escaped, the same bytes each time, and labels beside each other."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.render.drawings import (
    NARROW,
    WIDE,
    neighbourhood_svg,
    standalone,
    topics_map_svg,
    topics_map_table,
    topics_strips_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>\"'&\x00\x0b\ufffe\ud800 \u202e"


@pytest.fixture(scope="module")
def drawn():
    return bridge_model().ask(QUESTION, words=60).neighbourhood()


@pytest.fixture(scope="module")
def mapped():
    return bridge_model().topics_map()


def hostile(view):
    """A view whose every text is hostile."""
    if hasattr(view, "vertices"):
        texts = {"text": HOSTILE, "document": HOSTILE, "title": HOSTILE, "place": HOSTILE}
        vertices = tuple(replace(vertex, **texts) for vertex in view.vertices)
        edges = tuple(replace(edge, label=HOSTILE) for edge in view.hyperedges)
        return replace(view, question=HOSTILE, vertices=vertices, hyperedges=edges)
    topics = tuple(replace(topic, label=HOSTILE) for topic in view.topics)
    texts = {"label": HOSTILE, "first": HOSTILE, "last": HOSTILE}
    return replace(view, topics=topics, rows=tuple(replace(row, **texts) for row in view.rows))


def maps(view):
    address = "/c/1?d={}".format
    return [topics_map_svg(view, address), topics_strips_svg(view, address), topics_map_svg(view)]


def graphs(view):
    address = "/c/1?d={}&s={}&e={}".format
    return [neighbourhood_svg(view, address, shape) for shape in (WIDE, NARROW)] + [
        neighbourhood_svg(view)
    ]


def test_drawings_are_xml_without_script_or_style_attribute(drawn, mapped):
    for svg in [*graphs(hostile(drawn)), *maps(hostile(mapped)), *graphs(drawn), *maps(mapped)]:
        root = ElementTree.fromstring(standalone(svg))
        elements = list(root.iter())
        assert {e.tag.removeprefix(SVG) for e in elements} <= {
            "svg", "title", "desc", "style", "g", "a", "text", "tspan", "rect", "circle", "path",
            "line",
        }  # fmt: skip
        for element in elements:
            assert not {"style", "onload", "onclick"} & set(element.attrib)


def test_text_is_shown_and_not_obeyed(drawn, mapped):
    for page in [
        *graphs(hostile(drawn)),
        *maps(hostile(mapped)),
        topics_map_table(hostile(mapped)),
    ]:
        assert "<script" not in page
        assert "alert(1)" in page
        assert not any(sign in page for sign in "\x00\x0b\ufffe")
        assert "\u202e" not in "".join(ElementTree.fromstring(page).itertext())
        page.encode()


def test_a_drawing_has_the_same_bytes_each_time(drawn, mapped):
    assert graphs(drawn) == graphs(bridge_model().ask(QUESTION, words=60).neighbourhood())
    assert maps(mapped) == maps(bridge_model().topics_map())
