"""Drawings are well-formed, escaped and reproducible, and their labels do not overlap."""

from dataclasses import replace
from itertools import pairwise
from json import loads
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model
from hyperdigest.drawings.graph import (
    NARROW,
    WIDE,
    marks_of,
    neighbourhood_svg,
    neighbourhood_table,
)
from hyperdigest.drawings.pages import (
    explanation_page,
    render_neighbourhood_json,
    render_topics_map_json,
    topics_map_page,
)
from hyperdigest.drawings.svg import lines, standalone, width_of
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg
from oracles.browser import Page

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>\"'&\x00\x0b\ufffe\ud800 \u202e"


@pytest.fixture(scope="module")
def drawn():
    return bridge_model().ask(QUESTION, words=60).neighbourhood()


@pytest.fixture(scope="module")
def mapped():
    return bridge_model().topics_map()


def hostile(view):
    """A view all of whose texts are hostile."""
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


def test_text_is_escaped(drawn, mapped):
    for page in [
        *graphs(hostile(drawn)),
        *maps(hostile(mapped)),
        topics_map_table(hostile(mapped)),
        neighbourhood_table(hostile(drawn)),
    ]:
        assert "<script" not in page
        assert "alert(1)" in page
        assert not any(sign in page for sign in "\x00\x0b\ufffe")
        assert "\u202e" not in "".join(ElementTree.fromstring(page).itertext())
        page.encode()


def test_a_drawing_has_the_same_bytes_each_time(drawn, mapped):
    assert graphs(drawn) == graphs(bridge_model().ask(QUESTION, words=60).neighbourhood())
    assert maps(mapped) == maps(bridge_model().topics_map())


def drawn_page(html):
    page = Page(html)
    assert "style" not in page.attributes
    assert "script" not in page.tags
    return page


def test_sentences_of_an_explanation_link_to_their_reasons():
    answer = bridge_model().ask(QUESTION, words=60)
    drawn = answer.neighbourhood()
    page = drawn_page(explanation_page(answer.explain(), drawn))
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(page.links) == 2 * len(drawn.vertices)


def test_the_page_of_an_explanation_says_what_completes_a_list():
    answer = bridge_model().ask(QUESTION, words=60)
    choice = replace(answer.choice, completing=frozenset(answer.chosen[:1]))
    explanation = replace(answer, choice=choice).explain()
    assert "Completes a list" in explanation_page(explanation, answer.neighbourhood())


def test_the_page_of_an_explanation_has_the_doubt_before_the_reasons():
    def page(question):
        answer = bridge_model().ask(question, words=60)
        return explanation_page(answer.explain(), answer.neighbourhood())

    doubted = page("Which volcano erupted in Iceland?")
    notice = doubted.index('<p class="doubt" role="note">These documents may not answer this: ')
    assert notice < doubted.index("In the digest")
    assert 'class="doubt"' not in page(QUESTION)


def test_the_page_of_topics_has_map_table_and_list(mapped):
    topics = bridge_model().topic_table()
    page = topics_map_page(mapped, topics)
    assert len(drawn_page(page).ids) == len(set(drawn_page(page).ids))
    assert page.count("<tr>") == 1 + len(mapped.rows)
    assert page.count("<td>") == mapped.shares.size
    assert all(", ".join(topic.words) in page for topic in topics)
    assert "default-src 'none'; style-src 'sha256-" in page


def test_every_share_is_in_the_drawing_and_in_the_table(mapped):
    root = ElementTree.fromstring(topics_map_svg(mapped))
    rows = [g for g in root.iter(f"{SVG}g") if g.get("class") == "row"]
    for n, row in enumerate(rows):
        shares = {int(g.get("data-topic")): float(g.get("data-share"))
                for g in row.iter(f"{SVG}g") if g.get("data-topic")}  # fmt: skip
        assert shares == {
            topic.id: pytest.approx(share, abs=1e-4)
            for topic, share in zip(mapped.topics, mapped.shares[n], strict=True)
            if share
        }


def test_nodes_have_their_sources_and_hyperedges(drawn):
    root = ElementTree.fromstring(neighbourhood_svg(drawn, "/{}/{}/{}".format))
    nodes = list(root.iter(f"{SVG}a"))
    assert len(nodes) == len(drawn.vertices)
    for n, (node, vertex) in enumerate(zip(nodes, drawn.vertices, strict=True)):
        assert node.get("href") == f"/{vertex.document}/{vertex.start}/{vertex.end}"
        assert node.get("data-text") == vertex.text
        tied = {f"e{e}" for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)}
        assert set(node.get("data-edges").split()) == tied
    hubs = [g for g in root.iter(f"{SVG}g") if g.get("data-edge")]
    assert len(hubs) == len(drawn.hyperedges)
    for hub in hubs:
        edge = drawn.hyperedges[int(hub.get("data-edge"))]
        assert hub.get("tabindex") == "0"
        assert [int(n) for n in hub.get("data-nodes").split()] == [n for n, _ in edge.members]


def test_json_contains_the_views(drawn, mapped):
    read = loads(render_neighbourhood_json(drawn))
    assert [vertex["text"] for vertex in read["vertices"]] == [v.text for v in drawn.vertices]
    assert [
        [(m["vertex"], m["membership"]) for m in edge["members"]] for edge in read["hyperedges"]
    ] == [list(edge.members) for edge in drawn.hyperedges]
    rows = loads(render_topics_map_json(mapped))["rows"]
    np.testing.assert_allclose([row["shares"] for row in rows], mapped.shares, atol=1e-6)


def circles(group):
    """The centres and radii of the circles that are direct children of an element."""
    return [
        tuple(float(c.get(a)) for a in ("cx", "cy", "r")) for c in group.findall(f"{SVG}circle")
    ]


def test_each_membership_has_a_dot(drawn):
    root = ElementTree.fromstring(neighbourhood_svg(drawn))
    hubs = {
        g.get("data-edge"): circles(g)[0][0] for g in root.iter(f"{SVG}g") if g.get("data-edge")
    }
    rows = {g.get("data-node"): g for g in root.iter(f"{SVG}g") if g.get("data-node")}
    assert len(rows) == len(drawn.vertices)
    radii = {}
    for n, row in rows.items():
        middle = circles(next(g for g in row if g.get("class", "").startswith("mark")))[0][1]
        dots = [g for g in row if g.get("class", "").startswith("dot")]
        found = {}
        for dot in dots:
            [(x, y, radius)] = circles(dot)
            edge = dot.get("class").split()[-1].removeprefix("e")
            assert (x, y) == (hubs[edge], middle)
            found[int(edge)] = radius
        radii[int(n)] = found
        assert set(found) == {
            e for e, edge in enumerate(drawn.hyperedges) if int(n) in dict(edge.members)
        }
    for e, edge in enumerate(drawn.hyperedges):
        drawn_radii = [radii[n][e] for n, _ in edge.members]
        assert drawn_radii == sorted(drawn_radii, reverse=True)


def test_rows_and_columns_do_not_overlap(drawn):
    root = ElementTree.fromstring(neighbourhood_svg(drawn))
    stripes = [r for r in root.iter(f"{SVG}rect") if r.get("class") == "stripe"]
    spans = sorted((float(r.get("y")), float(r.get("y")) + float(r.get("height"))) for r in stripes)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    columns = sorted(circles(g)[0][0] for g in root.iter(f"{SVG}g") if g.get("data-edge"))
    assert all(right - left > 15 for left, right in pairwise(columns))
    texts = [t for t in root.iter(f"{SVG}text") if t.get("class") == "said"]
    assert max(float(t[0].get("x")) + width_of(t[0].text, 12.5) for t in texts) < columns[0] - 9


def test_sentences_of_the_digest_have_numbers_and_the_others_letters(drawn):
    marks = marks_of(drawn.vertices)
    assert len(set(marks)) == len(marks)
    for mark, vertex in zip(marks, drawn.vertices, strict=True):
        assert mark == str(vertex.number) if vertex.number else mark.isalpha()


def test_the_narrow_drawing_lists_the_sentences_of_each_topic_and_word(drawn):
    root = ElementTree.fromstring(neighbourhood_svg(drawn, shape=NARROW))
    marks = marks_of(drawn.vertices)
    hubs = [g for g in root.iter(f"{SVG}g") if g.get("data-edge")]
    for hub, edge in zip(hubs, drawn.hyperedges, strict=True):
        digits = [t.text for t in hub.iter(f"{SVG}text") if t.get("class") == "digit"]
        assert digits == [marks[n] for n in sorted(n for n, _ in edge.members)]


def test_the_table_of_the_hypergraph_has_every_membership(drawn):
    table = ElementTree.fromstring(neighbourhood_table(drawn))
    for n, row in enumerate(table.findall("tbody/tr")):
        cells = [cell.text for cell in row.findall("td")]
        assert cells == [
            f"{dict(edge.members)[n]:.1%}" if n in dict(edge.members) else None
            for edge in drawn.hyperedges
        ]


@given(st.text(), st.floats(20, 300), st.integers(1, 3))
def test_labels_fit_into_their_room(text, room, most):
    made = lines(text, room, 12, most)
    assert 1 <= len(made) <= most
    assert all(width_of(each, 12) <= room for each in made)
