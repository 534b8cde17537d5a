"""Who else says so, in every form."""

import csv
import io
import json
from dataclasses import replace

import docx
import pytest
from jsonschema import validate

from hyperdigest.digest import Corroboration
from hyperdigest.render import (
    render_csv,
    render_html,
    render_json,
    render_markdown,
    render_text,
    renderer,
)
from hyperdigest.render.schema import DIGEST
from oracles.digests import ECLIPSE

OTHERS = tuple(
    Corroboration(
        text=f"Oregon sees <it> first, *says* number {n}.",
        document=f"paper_{n}.txt",
        path=f"papers/paper_{n}.txt",
        start=n,
        end=n + 40,
        place=f"line {n}",
        copy=n == 3,
    )
    for n in range(1, 8)
)


def shown(*others):
    first, *rest = ECLIPSE.sentences
    return replace(ECLIPSE, sentences=(replace(first, also=others), *rest))


@pytest.mark.parametrize(
    ("others", "told"),
    [
        (OTHERS[:1], "Also in 1 source: paper_1.txt, line 1"),
        (OTHERS[:2], "Also in 2 sources: paper_1.txt, line 1; paper_2.txt, line 2"),
        (OTHERS[2:3], "Also in 1 copy: paper_3.txt, line 3 (copy)"),
        (
            OTHERS[1:3],
            "Also in 1 source and 1 copy: paper_2.txt, line 2; paper_3.txt, line 3 (copy)",
        ),
    ],
)
def test_text_names_the_places_of_other_sources(others, told):
    assert f"   {told}" in render_text(shown(*others), width=None).split("\n")


def test_a_long_list_is_cut_and_counted():
    text = render_text(shown(*OTHERS), width=None)
    assert "Also in 6 sources and 1 copy: paper_1.txt, line 1;" in text
    assert "paper_5.txt, line 5; and 2 more\n" in text
    assert "paper_6" not in text


def test_markdown_quotes_other_sources_with_escaped_text():
    assert "\n> Also in 1 source: paper\\_1.txt, line 1\n" in render_markdown(shown(OTHERS[0]))


def test_html_lists_all_other_sources_in_a_disclosure():
    page = render_html(shown(*OTHERS))
    assert page.count('<details class="also">') == 1
    assert "<summary>Also in 6 sources and 1 copy</summary>" in page
    for other in OTHERS:
        assert f"Oregon sees &lt;it&gt; first, *says* number {other.start}." in page
        assert f"{other.document}, {other.place}" in page


def test_word_names_the_places_of_other_sources():
    document = docx.Document(io.BytesIO(renderer("docx")(shown(OTHERS[0]))))
    told = [paragraph.text for paragraph in document.paragraphs]
    assert "Also in 1 source: paper_1.txt, line 1" in told


def test_a_table_has_two_columns_for_other_sources():
    text = render_csv(shown(*OTHERS[1:3])).removeprefix("\ufeff")
    first, second, *_ = csv.DictReader(io.StringIO(text, newline=""))
    assert (first["sources"], second["sources"]) == ("1", "")
    assert first["also"] == "paper_2.txt, line 2; paper_3.txt, line 3 (copy)"
    assert second["also"] == ""


def test_json_follows_its_schema():
    content = json.loads(render_json(shown(*OTHERS[1:3])))
    validate(content, DIGEST)
    assert content["sentences"][0]["sources"] == 1
    assert [other.get("copy") for other in content["sentences"][0]["also"]] == [None, True]


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json", "csv", "docx"])
def test_without_other_sources_no_output_changes(format):
    assert renderer(format)(shown()) == renderer(format)(ECLIPSE)
    if format != "docx":
        assert "also in" not in renderer(format)(ECLIPSE).lower()
