import json
import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_made import Failing, First, village_runner, village_set, write_villages
from hyperdigest.drawings.svg import width_of
from hyperdigest.evaluation.rouge import STOP_WORDS, Interval, bootstrap, rouge
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.data.tasks import sampled
from hyperdigest.experiments.experiment import load_runner, run_experiment
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import (
    Bullets,
    Cell,
    Code,
    Drawing,
    Grid,
    Heading,
    Paragraph,
    Report,
    column,
    render_html,
    render_markdown,
)
from hyperdigest.experiments.report.plots import (
    COLOR,
    MOST_TICKS,
    SIZE,
    Curve,
    Scale,
    curve_plot,
    dot_plot,
)
from hyperdigest.experiments.report.tables import run_comparison
from hyperdigest.experiments.results import p_values
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R2, SU4
from hyperdigest.experiments.systems import Row

ROWS = (Row("first", First()), Row("third", First(2)), Row("bad", Failing("frost")))
THREE = Comparison("Three", "About them.", ROWS, "first", (CONTENT, SU4, R2, DIVERSITY))
PAGE = Report(
    "A <b> & c",
    (
        Heading("Part"),
        Paragraph("One | two *three*"),
        Bullets(("first", "second")),
        Code("make a_table --of < x"),
        Grid(
            "Caption.",
            ("", "x"),
            ((Cell("a|b"), Cell("1", bold=True)), (Cell("c"), Cell("0.15 (0.1 - 0.2)†"))),
            command="make a_table",
        ),
        Drawing("plot", "A plot.", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    sets = (village_set("one"), village_set("two", words=25))
    return run_comparison(THREE, Runner(sets, tmp_path_factory.mktemp("three")))


def grids(report):
    blocks = report.blocks
    return {
        blocks[n - 1].text: block
        for n, block in enumerate(blocks)
        if isinstance(block, Grid) and isinstance(blocks[n - 1], Heading)
    }


def test_a_report_has_all_tasks_their_mean_and_each_set(report):
    titles = ["All tasks", "Sets side by side", "Mean over sets", "one", "two"]
    assert list(grids(report)) == titles
    for title, grid in grids(report).items():
        if title != "Sets side by side":
            of_set = ("Stop words",) if title in ("one", "two") else ()
            names = ("Content SU4", "ROUGE-SU4", "ROUGE-2", "Lexical Diversity")
            assert grid.head == ("", *names, *of_set)
        assert [row[0].text for row in grid.rows] == ["first", "third", "bad"]


def test_a_set_has_the_intervals_of_rouge(report):
    scores = report.numbers["scores"]["one"]
    values = [scores[task]["first"]["scores"][SU4] for task in sorted(scores)]
    interval = bootstrap(values)
    shown = grids(report)["one"].rows[0][2].text
    assert shown == f"{interval.average:.5f} ({interval.low:.5f} - {interval.high:.5f})"


def test_the_mean_over_sets_is_that_of_their_averages(report):
    averages = []
    for tasks in report.numbers["scores"].values():
        found = [of_task["third"]["scores"][R2] for of_task in tasks.values()]
        averages.append(sum(found) / len(found))
    assert grids(report)["Mean over sets"].rows[1][3].text == f"{sum(averages) / 2:.5f}"


def test_the_side_by_side_table_has_the_mean_and_every_set(report):
    found = grids(report)
    grid = found["Sets side by side"]
    assert grid.full_head == (
        "", "Mean Content", "Mean R-SU4", "one Content", "one R-SU4", "two Content", "two R-SU4",
    )  # fmt: skip
    for row, mean in zip(grid.rows, found["Mean over sets"].rows, strict=True):
        content, usual, *of_sets = (float(cell.text) for cell in row[1:])
        assert [cell.text for cell in row[1:3]] == [cell.text for cell in mean[1:3]]
        assert content == pytest.approx((of_sets[0] + of_sets[2]) / 2, abs=1e-5)
        assert usual == pytest.approx((of_sets[1] + of_sets[3]) / 2, abs=1e-5)


def test_content_su4_is_that_of_texts_cut_and_then_without_stop_words(report):
    scores = report.numbers["scores"]["one"]["orchard-q0"]["first"]["scores"]
    [task] = [task for task in village_set().tasks if task.id == "orchard-q0"]
    sentences = task.documents[0].text.split(". ")
    text = f"{sentences[0]}.\n{sentences[1]}."
    references = [" ".join(summary.text.split()[:30]) for summary in task.references]
    expected = rouge(content(text), [content(reference) for reference in references])
    assert scores[CONTENT] == expected["rouge-su4"].recall > 0
    assert scores[CONTENT] != scores[SU4]


def test_a_set_has_the_shares_of_stop_words_of_summaries_and_references(report, tmp_path):
    grid = grids(report)["one"]
    results = village_runner(tmp_path).score(ROWS)
    for row, label in zip(grid.rows, results.labels, strict=True):
        texts = [record.text for (of, *_), record in results.records.items() if of == label]
        assert row[-1].text == f"{share(texts):.5f}"
    written = [s.text for task in village_set().tasks for s in task.references]
    assert f"Stop words are {share(written):.5f} of the references." in grid.caption


def share(texts):
    words = [word.lower() for text in texts for word in re.findall("[A-Za-z0-9]+", text)]
    return sum(word in STOP_WORDS for word in words) / len(words)


def content(text):
    words = re.findall("[A-Za-z0-9]+", text)
    return " ".join(word for word in words if word.lower() not in STOP_WORDS)


def test_unranked_rows_are_never_bold(report, tmp_path):
    unranked = replace(THREE, unranked=("first",))
    of_three, of_unranked = (
        grids(run_comparison(comparison, village_runner(tmp_path)))["village"]
        for comparison in (THREE, unranked)
    )
    assert of_three.rows[0][2].bold
    assert not any(cell.bold for cell in of_unranked.rows[0])
    assert any(row[2].bold for row in of_unranked.rows)


def test_failures_are_warnings(report):
    [failure] = report.warnings
    assert failure.startswith("bad failed on one/orchard-q0, two/orchard-q0: ValueError")
    assert report.numbers["scores"]["one"]["orchard-q0"]["bad"]["scores"] is None


def test_the_best_of_a_column_is_bold_and_so_are_its_equals():
    cells = column(["a", "b", "c", "–"], [0.1234549, 0.12345, 0.1, None])
    assert [cell.bold for cell in cells] == [True, True, False, False]


def test_only_real_differences_get_small_p_values(tmp_path):
    rows = (Row("first", First()), Row("same", First(log="")), Row("third", First(2)))
    results = village_runner(tmp_path).score(rows)
    found = p_values(results, "first", SU4)
    assert set(found) == {"same", "third"}
    assert found["same"] == 1
    assert 0 < found["third"] <= 1


def test_markdown_escapes_what_it_would_read():
    text = render_markdown(PAGE)
    assert text.startswith("# A \\<b\\> & c\n")
    assert "One \\| two \\*three\\*" in text
    table = "|  | x |\n| --- | ---: |\n| a\\|b | **1** |\n| c | 0.15 (0.1 - 0.2)† |"
    assert f"{table}\n\n*Caption.* `make a_table`" in text
    assert "```sh\nmake a_table --of < x\n```" in text
    assert "![A plot.](plot.svg)" in text


def test_html_loads_nothing():
    text = render_html(PAGE)
    assert "<title>A &lt;b&gt; &amp; c</title>" in text
    assert "<strong>1</strong>" in text
    assert "<pre><code>make a_table --of &lt; x</code></pre>" in text
    assert "Caption. <code>make a_table</code>" in text
    assert "prefers-color-scheme: dark" in text
    assert '<span class="interval">(0.1 - 0.2)†</span>' in text
    assert not re.findall(r"""(?:src|href)=["'](?!data:)""", text)
    assert "<script" not in text


def parts_of(svg, tag):
    """The attributes of the elements of an SVG with a tag, and their texts."""
    found = ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [(each.attrib, each.text) for each in found]


def numbers_in(text):
    return [float(each) for each in re.findall(r"-?[\d.]+", text)]


def test_a_dot_plot_shows_every_row_in_scale():
    svg = dot_plot(
        {
            "a & b": Interval(0.2, 0.1, 0.3),
            "c": Interval(0.15, 0.15, 0.15),
            "one cluster": Interval(0.25, -math.inf, math.inf),
        },
        "score",
    )
    texts = {text: float(a["x"]) for a, text in parts_of(svg, "text")}
    rows = [(text, a["y"]) for a, text in parts_of(svg, "text") if a["text-anchor"] == "end"]
    assert [text for text, _ in rows] == ["a & b", "c", "one cluster"]
    dots = [float(a["cx"]) for a, _ in parts_of(svg, "circle")]
    scale = (texts["0.3"] - texts["0.1"]) / 0.2
    expected = [texts["0.1"] + scale * (value - 0.1) for value in (0.2, 0.15, 0.25)]
    assert dots == pytest.approx(expected, abs=0.2)
    drawn = [numbers_in(a["d"]) for a, _ in parts_of(svg, "path") if a["stroke"] == COLOR]
    assert [line[0] for line in drawn] == pytest.approx([texts["0.1"], dots[1]], abs=0.1)
    assert [line[2] for line in drawn] == pytest.approx([texts["0.3"], dots[1]], abs=0.1)


def test_a_dot_plot_has_room_for_long_labels():
    name = "BM25 + document + RM3 + MMR and the like"
    svg = dot_plot({name: Interval(0.2, 0.1, 0.3)}, "score")
    [right] = [float(a["x"]) for a, text in parts_of(svg, "text") if text == name]
    assert right >= width_of(name, SIZE)


def test_every_curve_has_a_panel_of_its_own_scale():
    curves = [
        Curve("low", (10.0, 100.0, 1000.0), (0.1, 0.3, 0.2), ((0.05, 0.2, 0.1), (0.2, 0.4, 0.3))),
        Curve("high", (10.0, 1000.0), (500.0, 400.0)),
    ]
    svg = curve_plot(curves, "sweeps", "score", 1000.0, logarithmic=True)
    assert [text for _, text in parts_of(svg, "text") if text in ("low", "high")] == ["low", "high"]
    first, second = (numbers_in(a["points"]) for a, _ in parts_of(svg, "polyline"))
    assert first[2] - first[0] == pytest.approx(first[4] - first[2], abs=0.02)
    assert first[3] < first[5] < first[1] and second[1] < second[3]
    [band] = (numbers_in(a["points"]) for a, _ in parts_of(svg, "polygon"))
    assert max(band[1::2]) > max(first[1::2]) and min(band[1::2]) < min(first[1::2])
    dashed = [a["d"] for a, _ in parts_of(svg, "path") if "stroke-dasharray" in a]
    assert [numbers_in(path)[0] for path in dashed] == pytest.approx([first[4], second[2]])


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5),
    st.floats(min_value=-1e6, max_value=1e6),
)
def test_an_axis_holds_its_values_and_has_ticks_among_them(values, more):
    axis = Scale.around([*values, more], 50.0, 350.0)
    assert all(50.0 <= axis.at(value) <= 350.0 for value in [*values, more])
    assert 1 <= len(axis.ticks()) <= MOST_TICKS
    assert all(50.0 - 1e-3 <= axis.at(tick) <= 350.0 + 1e-3 for tick in axis.ticks())


def test_a_plot_is_the_same_bytes_each_time():
    curves = [Curve("a", (0.0, 0.5, 1.0), (0.1, 0.3, 0.2)), Curve("b", (0.0, 1.0), (0.5, 0.4))]
    assert curve_plot(curves, "nu", "score", 0.35) == curve_plot(curves, "nu", "score", 0.35)
    dots = {"a & b": Interval(0.2, 0.1, 0.3)}
    assert dot_plot(dots, "score") == dot_plot(dots, "score")


def test_a_written_report_is_the_same_bytes_in_any_folder(tmp_path):
    data = write_villages(tmp_path / "data")
    choices = Choices(sample=2)
    for place in ("a", "b"):
        runner, warnings = load_runner("rivals", data, tmp_path / place, choices, 1)
        run_experiment("rivals", runner, choices, warnings)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / place / "rivals").iterdir()}
        for place in ("a", "b")
    )
    assert set(one) == {"report.md", "report.html", "scores.json", "set-1.svg"}
    assert one == two
    text = one["report.md"].decode()
    assert str(tmp_path) not in text
    assert "hyperdigest experiment rivals --data DATA --out OUT --sample 2" in text
    assert "| village/dev | 3 | 2 | 2 | no |" in text
    command = json.loads(one["scores.json"])["command"]
    assert f"```sh\n{command}\n```" in text
    assert f"* `{command}`\n" in text


def test_a_sample_keeps_whole_clusters():
    found = sampled(village_set(), 2)
    assert {task.cluster for task in found.tasks} == {"harbour", "orchard"}
    assert len(found.tasks) == 3
    assert sampled(village_set(), 5) == village_set()
