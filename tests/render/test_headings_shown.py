"""The heading above a cited sentence, in every form of a digest."""

import csv
import io
import json
from dataclasses import replace

import docx
import pytest
from jsonschema import validate

from hyperdigest import Collection
from hyperdigest.render import (
    render_bibtex,
    render_csl,
    render_csv,
    render_docx,
    render_html,
    render_json,
    render_markdown,
    render_text,
)
from hyperdigest.render.schema import DIGEST
from hyperdigest.render.text import WIDTH
from oracles.digests import ECLIPSE

HEADING = "5.6. /var/crash: <i>System</i> *crash* dumps"
LONG = "The rules of the town on the repair of all gutters and on who of the owners is to pay for…"
FIRST, *OTHERS = ECLIPSE.sentences


def under(heading, sentence=FIRST):
    """A digest whose first sentence stands under a heading."""
    return replace(ECLIPSE, sentences=(replace(sentence, heading=heading), *OTHERS))


def test_text_names_the_heading_with_the_place():
    assert f"[1] {FIRST.place}, under “{HEADING}”\n" in render_text(under(HEADING))
    assert render_text(under(HEADING)).count("under “") == 1


def test_a_short_sentence_has_the_heading_on_its_line():
    short = replace(FIRST, end=FIRST.start + 10, text=FIRST.text[:10])
    assert f" [1] {FIRST.place}, under “Rates”\n" in render_text(under("Rates", short))


def test_a_long_heading_is_wrapped_to_an_indented_line():
    lines = render_text(under(LONG)).split("\n")
    assert max(map(len, lines[: lines.index("Sources")])) <= WIDTH
    (at,) = (n for n, line in enumerate(lines) if "under “" in line)
    assert lines[at].startswith(f"[1] {FIRST.place}, under “The rules")
    assert lines[at + 1].startswith("   ")
    assert f"{lines[at]} {lines[at + 1].strip()}".endswith(f"{LONG}”")
    assert f" [1] {FIRST.place}, under “{LONG}”\n" in render_text(under(LONG), width=None)


def test_all_of_the_citation_is_painted():
    painted = []
    render_text(under(LONG), paint=lambda text, role: painted.append((role, text)) or text)
    citation = " ".join(text for role, text in painted if role == "citation")
    assert f"{LONG}”" in " ".join(citation.split())


def test_markdown_shows_the_heading_as_text():
    told = r"under “5.6. /var/crash: \<i\>System\</i\> \*crash\* dumps”"
    assert f"([1], {FIRST.place}, {told})" in render_markdown(under(HEADING))


def test_html_has_the_heading_after_the_place():
    told = "under “5.6. /var/crash: &lt;i&gt;System&lt;/i&gt; *crash* dumps”"
    page = render_html(under(HEADING))
    assert f'<span class="place">{FIRST.place}</span> <span class="under">{told}</span>' in page
    assert page.count('class="under"') == 1


def test_word_has_the_heading_in_the_citation_mark():
    written = docx.Document(io.BytesIO(render_docx(under(HEADING))))
    texts = [paragraph.text.replace("\xa0", " ") for paragraph in written.paragraphs]
    assert sum(text.endswith(f" [1] {FIRST.place}, under “{HEADING}”") for text in texts) == 1


def test_csv_has_a_column_for_headings_if_there_are_any():
    read = csv.DictReader(io.StringIO(render_csv(under(HEADING)).removeprefix("\ufeff")))
    assert [row["heading"] for row in read] == [HEADING, *("" for _ in OTHERS)]
    assert "heading" not in render_csv(ECLIPSE)
    assert "'=SUM(A1)" in render_csv(under("=SUM(A1)"))


def test_json_has_the_heading_if_there_is_one():
    content = json.loads(render_json(under(HEADING)))
    validate(content, DIGEST)
    first, *others = content["sentences"]
    assert first["heading"] == HEADING
    assert not any("heading" in other for other in others)


@pytest.mark.parametrize("render", [render_bibtex, render_csl])
def test_bibliographies_name_places_without_headings(render):
    assert render(under(HEADING)) == render(ECLIPSE)


@pytest.mark.parametrize("format", ["html", "md"])
def test_a_heading_with_the_same_words_below_another_part_is_named_with_that(tmp_path, format):
    text = (
        "# Pumps\n\n## check\n\nChecks that all tanks are full of water.\n\n### Options\n\n"
        "Report every tank that is full to this file.\n\n## count\n\n"
        "Counts the tanks that were full of water before.\n\n### Options\n\n"
        "Report every tank that is new to the works.\n"
    )
    if format == "html":
        marked = (line.lstrip("# ") for line in text.split("\n\n"))
        ranks = (line.count("#") for line in text.split("\n\n"))
        text = "".join(
            f"<h{rank}>{words}</h{rank}>" if rank else f"<p>{words}</p>"
            for rank, words in zip(ranks, marked, strict=True)
        )
    (tmp_path / f"a.{format}").write_text(text)
    model = Collection.read(tmp_path / f"a.{format}").fit()
    digest = model.ask("Which tank is reported?", words=200, enough=False).digest()
    reported = [one for one in digest.sentences if one.text.startswith("Report")]
    shown = render_text(replace(digest, sentences=tuple(reported)))
    assert [shown.count(f"under “{part} › Options”") for part in ("check", "count")] == [1, 1]
