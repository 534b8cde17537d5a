import re
from dataclasses import replace
from pathlib import Path

import pytest

from bench_made import First, village_runner, village_set
from hyperdigest.experiments.comparison import (
    CAMPAIGNS,
    LEFT_OPEN,
    REASONS,
    SUMMARIZERS,
    Comparison,
)
from hyperdigest.experiments.paper.duc import DUC
from hyperdigest.experiments.paper.tables import hyperedges, rivals, selection, summarizers
from hyperdigest.experiments.report import findings
from hyperdigest.experiments.report.page import Bullets, Grid, Heading, render_html, render_markdown
from hyperdigest.experiments.report.tables import run_comparison
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import DIVERSITY, R2, SU4
from hyperdigest.experiments.systems import Row

TWO = Comparison(
    "Two",
    "About them.",
    (Row("first", First()), Row("third", First(2))),
    "first",
    paper="first is above third.",
    reason="the sets differ",
    published={"duc2007": {"first": {SU4: "0.2 (0.1 - 0.3)"}, "third": {SU4: "0.1"}}},
)


def sentences(report):
    return next(block for block in report.blocks if isinstance(block, Bullets)).items


def test_a_report_has_the_findings_of_the_paper_and_ours_and_a_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "p_values", lambda *_: {"third": 0.5})
    paper, content, here, reason = sentences(run_comparison(TWO, village_runner(tmp_path)))
    assert content.startswith("Here: first has a content SU4 of 0.")
    assert paper == "The paper: first is above third."
    assert here.startswith("Here: first has a ROUGE-SU4 of 0.")
    assert "over 4 tasks" in here
    assert here.endswith("In the paper it is above third.")
    assert reason == "Why: the sets differ."


def test_a_finding_as_in_the_paper_has_no_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "p_values", lambda *_: {"third": 0.001, "first": 0.001})
    for comparison in (TWO, replace(TWO, reference="third")):
        here, *reason = sentences(run_comparison(comparison, village_runner(tmp_path)))[2:]
        above = "significantly above" in here
        stands = above == (comparison.reference == "first")
        assert here.endswith("So it is in the paper.") == stands
        assert reason == ([] if stands else ["Why: the sets differ."])


def test_the_sets_of_the_paper_have_another_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "p_values", lambda *_: {"third": 0.5})
    runner = Runner((village_set("duc2007"),), tmp_path)
    assert sentences(run_comparison(TWO, runner))[-1] == f"Why: {LEFT_OPEN}."


def test_labels_with_punctuation_are_quoted(tmp_path):
    rows = (TWO.rows[0], Row("third, tuned", First(2)), Row("last (of all)", First(3)))
    report = run_comparison(replace(TWO, rows=rows), village_runner(tmp_path))
    assert all("“third, tuned” (0." in item for item in sentences(report)[1:3])
    assert all("“last (of all)” (0." in item for item in sentences(report)[1:3])


def test_the_reasons_are_those_of_the_results_that_are_documented():
    results = Path(__file__).parents[2].joinpath("docs/results.md").read_text("utf-8")
    for row, reason in REASONS.items():
        assert re.search(rf"^\| {row} \|.*\| {re.escape(reason)} \|$", results, re.M)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.001, "It is significantly "),
        (0.5, "At the level 0.05 it does not differ significantly from third"),
    ],
)
def test_the_findings_follow_the_p_values(p, said, tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "p_values", lambda *_: {"third": p})
    assert all(
        said in item for item in sentences(run_comparison(TWO, village_runner(tmp_path)))[1:3]
    )


def test_a_row_above_that_the_paper_has_below_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "p_values", lambda *_: {"third": 0.001, "first": 0.001})
    runner = village_runner(tmp_path)
    content, here = sentences(run_comparison(TWO, runner))[1:3]
    other = sentences(run_comparison(replace(TWO, reference="third"), runner))[2]
    against = "In the paper it is above third."
    assert (against in here) == ("significantly below third" in here)
    assert "In the paper" not in other + content


def test_published_figures_are_shown_for_the_same_set_only(tmp_path):
    runner = Runner((village_set("duc2007"), village_set("village")), tmp_path)
    blocks = run_comparison(TWO, runner).blocks
    of_duc, published, of_village = [b for b in blocks if isinstance(b, Grid)][-3:]
    assert blocks[blocks.index(published) - 1] == Heading("duc2007, here and in the paper")
    assert published.groups == (("ROUGE-SU4", 2),)
    assert published.head == ("", "Here", "Published")
    assert [row[2].text for row in published.rows] == ["0.2 (0.1 - 0.3)", "0.1"]
    here = [row[2].text.split()[0] for row in of_duc.rows]
    assert [row[1].text for row in published.rows] == here
    assert of_village.groups == ()


@pytest.mark.parametrize(
    "comparison", [hyperedges(), selection(), summarizers(), rivals(), DUC], ids=lambda c: c.title
)
def test_published_rows_are_rows_of_the_table(comparison):
    labels = {row.label for row in comparison.rows}
    ranked = {"Hum", "1st", "2nd", "3rd", "4th", "Syst. Av.", "Basel."}
    for rows in comparison.published.values():
        assert set(rows) <= labels | (ranked if comparison is DUC else set())
        assert all(set(row) <= {R2, SU4, DIVERSITY} for row in rows.values())


def test_the_published_tables_agree_about_the_papers_method():
    for name, rows in SUMMARIZERS.items():
        assert rows["MRC"] == CAMPAIGNS[name]["MRC"]
    assert hyperedges().published["duc2007"]["MRC"][SU4].startswith("0.17920 ")
    assert SUMMARIZERS["duc2007"]["MRC"][SU4] == "0.17920"


def test_means_come_first_below_a_head_of_two_rows(tmp_path):
    runner = Runner((village_set("one"), village_set("two")), tmp_path)
    page = run_comparison(TWO, runner)
    html = render_html(page)
    head = html.split("<h2>Sets side by side</h2>")[1].split("</thead>")[0]
    assert head.index(">Mean<") < head.index(">one<") < head.index(">two<")
    assert head.count('colspan="2"') == 3
    assert "|  | Mean Content | Mean R-SU4 | one Content |" in render_markdown(page)


def test_the_findings_of_also_compared_rows_are_reported(tmp_path):
    items = sentences(
        run_comparison(replace(TWO, also_compared=("third",)), village_runner(tmp_path))
    )
    rows = [item.split(" has ")[0] for item in items[1:5]]
    assert rows == ["Here: first", "Here: first", "Here: third", "Here: third"]
