"""Every command and every format, from files to what is printed."""

import io
import json
import sys
from pathlib import Path

import pytest

from documents_made import lines, pdf
from hyperdigest.cli.progress import ProgressLines
from oracles.browser import Page
from oracles.cli import QUICK, TEXTS, write_documents

QUESTION = "Who should watch the eclipse with glasses?"


def check_verbatim(digest: dict) -> None:
    """The contract of the JSON form: keys, slices, budget."""
    assert set(digest) == {
        "question", "words", "budget", "unit", "used", "languages", "doubt", "signature",
        "warnings", "certificate", "sentences",
    }  # fmt: skip
    assert set(digest["certificate"]) == {"value", "bound", "ratio"}
    assert digest["sentences"]
    for sentence in digest["sentences"]:
        text = Path(sentence["path"]).read_bytes().decode()
        assert text[sentence["start"] : sentence["end"]] == sentence["text"]
        assert sentence["words"] == len(sentence["text"].split())
        for topic in sentence["topics"]:
            assert set(topic) == {"id", "label", "share"}
    assert digest["words"] == sum(s["words"] for s in digest["sentences"])
    assert digest["used"] == sum(s["size"] for s in digest["sentences"]) <= digest["budget"]


def test_standard_output_is_only_the_json_with_its_documented_keys(cli, folder):
    result = cli("ask", QUESTION, "docs", "--words", "40", "--format", "json", *QUICK)
    assert result.code == 0
    digest = json.loads(result.out)
    check_verbatim(digest)
    assert digest["question"] == QUESTION
    assert digest["budget"] == 40
    assert result.err.startswith("3 documents, 8 sentences, ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_two_runs_print_the_same_bytes_and_a_file_gets_them_too(cli, folder, format):
    call = ("ask", QUESTION, "docs", "--words", "40", "--format", format, *QUICK)
    first, second = cli(*call), cli(*call)
    assert first.code == second.code == 0
    assert first.out == second.out
    written = cli(*call, "-o", "answer")
    assert written.code == 0
    assert written.out == ""
    assert Path("answer").read_bytes().decode() == first.out


def test_text_is_the_default_format(cli, folder):
    plain = cli("ask", QUESTION, "docs", "--words", "40", *QUICK)
    assert plain.out == cli("ask", QUESTION, "docs", "--words=40", "--format=text", *QUICK).out
    assert plain.out.startswith(f"{QUESTION}\n")
    assert "Sources\n[1] " in plain.out
    assert "hyperdigest|preset:default|seed:0|budget:40w|" in plain.out


def test_the_page_is_well_formed_and_loads_nothing(cli, folder):
    page = cli("ask", QUESTION, "docs", "--format", "html", *QUICK).out
    assert page.startswith("<!doctype html>")
    assert not {"src", "srcset"} & Page(page).attributes


def test_a_fitted_collection_answers_as_its_documents_do(cli, folder):
    call = ("--words", "40", "--format", "json")
    fresh = cli("ask", QUESTION, "docs", *call, *QUICK)
    fit = cli("fit", "docs", "-o", "case.hdig", *QUICK)
    assert fit.code == 0
    assert fit.out == ""
    assert "8 sentences" in fit.err
    assert "saved in case.hdig" in fit.err
    saved = cli("ask", QUESTION, "case.hdig", *call)
    assert saved.code == 0
    assert saved.out == fresh.out


def test_paths_are_valid_in_any_current_folder(cli, folder, monkeypatch):
    Path("kept").mkdir()
    assert cli("fit", "docs", "-o", "kept/case.hdig", *QUICK).code == 0
    for place, name in (
        (".", "kept/case.hdig"),
        ("kept", "case.hdig"),
        ("docs", "../kept/case.hdig"),
    ):
        monkeypatch.chdir(folder / place)
        check_verbatim(json.loads(cli("ask", QUESTION, name, "--format", "json").out))


def test_parameters_of_the_question_are_saved_as_defaults(cli, folder):
    assert cli("fit", "docs", "-o", "case.hdig", "--words", "25", "--mu", "0.5", *QUICK).code == 0
    digest = json.loads(cli("ask", QUESTION, "case.hdig", "--format", "json").out)
    assert digest["budget"] == 25
    assert "|damping:0.5|" in digest["signature"]


def test_a_saved_collection_can_be_fitted_again_without_its_documents(cli, folder):
    assert cli("fit", "docs", "-o", "old.hdig", *QUICK).code == 0
    assert cli("fit", "docs", "-o", "expected.hdig", "--seed", "7", *QUICK).code == 0
    for file in Path("docs").iterdir():
        file.unlink()
    assert cli("fit", "old.hdig", "-o", "new.hdig", "--seed", "7", *QUICK).code == 0
    answers = [cli("ask", QUESTION, name).out for name in ("new.hdig", "expected.hdig")]
    assert answers[0] == answers[1]
    assert "|seed:7|" in answers[0]


def test_topics_are_listed_with_their_words(cli, case):
    text = cli("topics", case, "--top", "2")
    assert text.code == 0
    assert text.out.splitlines()[0].split()[:2] == ["topic", "weight"]
    topics = json.loads(cli("topics", case, "--top", "2", "--format", "json").out)["topics"]
    assert len(topics) == len(text.out.splitlines()) - 1
    assert all(1 <= len(topic["words"]) <= 2 for topic in topics)
    assert sum(topic["weight"] for topic in topics) == pytest.approx(1.0, abs=1e-4)
    words = set(" ".join(TEXTS.values()).lower().replace(".", " ").replace("*", " ").split())
    assert {word for topic in topics for word in topic["words"]} <= words | {"glasses"}


def test_explain_has_a_reason_for_each_sentence_of_the_digest(cli, case):
    digest = json.loads(cli("ask", QUESTION, case, "--words", "30", "--format", "json").out)
    reasons = json.loads(cli("explain", QUESTION, case, "--words", "30", "--format", "json").out)
    assert {s["text"] for s in reasons["sentences"]} == {s["text"] for s in digest["sentences"]}
    for sentence in reasons["sentences"]:
        assert {"step", "relevance", "centrality", "gain", "coverage"} <= sentence.keys()
    assert reasons["runners_up"]
    text = cli("explain", QUESTION, case, "--words", "30")
    assert text.code == 0
    assert "Nearly in" in text.out
    assert text.out == cli("explain", QUESTION, case, "--words", "30").out


def test_doctor_describes_the_installation(cli, folder):
    result = cli("doctor")
    assert result.code == 0
    assert result.err == ""
    assert "is missing" not in result.out
    for name in ("hyperdigest ", "Python ", "numba ", "pypdfium2 ", "kernels: "):
        assert any(line.startswith(name) for line in result.out.splitlines())


def test_doctor_compiles_with_the_option(cli, folder):
    result = cli("doctor", "--warm")
    assert result.code == 0
    assert "kernels: compiled" in result.out


def test_doctor_shows_how_files_were_read_and_split(cli, folder):
    Path("docs/copy.txt").write_text(TEXTS["moon.txt"], encoding="utf-8")
    Path("docs/bad.pdf").write_bytes(b"no pdf")
    result = cli("doctor", "docs", "nowhere.txt")
    assert result.code == 0
    assert "eyes.md: markdown, " in result.out
    assert "heading" in result.out
    assert "docs/bad.pdf: skipped, " in result.out
    assert "nowhere.txt: skipped, does not exist" in result.out
    assert "moon.txt: same text as copy.txt" in result.out


def test_doctor_shows_which_lines_of_pages_were_left_out(cli, folder):
    page = ["Yearbook of the Harbour", *[""] * 4, "The cranes were painted in May."]
    Path("docs/book.pdf").write_bytes(pdf(*[lambda canvas: lines(canvas, page)] * 4))
    shown = "“Yearbook of the Harbour” (3 times)"
    assert f"book.pdf: left out, since the text has one copy: {shown}" in cli("doctor", "docs").out
    found = json.loads(cli("doctor", "docs", "--format", "json").out)
    assert found["repeats"] == {"book.pdf": [shown]}


def test_doctor_shows_what_was_left_out_of_a_message(cli, folder):
    head = "From: Anna <anna@example.org>\nSubject: The ferry\n\n"
    Path("a.eml").write_text(f"{head}It sails at ten.\n\n> When does it sail?\n", encoding="utf-8")
    shown = [line.split(maxsplit=2)[1:] for line in cli("doctor", "a.eml").out.splitlines()[2:]]
    assert ["2", "left out    > When does it sail?"] in shown
    [read] = json.loads(cli("doctor", "a.eml", "--format", "json").out)["documents"]
    assert read["left_out"][-1]["text"] == "> When does it sail?"


def test_doctor_shows_the_documents_of_a_saved_collection(cli, case):
    assert "eyes.md: markdown, " in cli("doctor", case).out


def test_doctor_shows_what_may_be_incomplete_in_line_with_the_others(cli, folder):
    text = "Ann Lee, who keeps the bridge, said that it is closed to trams\n\nTrams run."
    (folder / "lacking.md").write_text(f"- {text}\n", encoding="utf-8")
    shown = cli("doctor", "lacking.md").out
    assert "(1 incomplete, 1 prose)" in shown
    assert "line 1  incomplete  Ann Lee, who keeps the bridge" in shown
    assert "line 3  prose       Trams run." in shown


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help(cli, flag):
    first = cli(flag)
    assert first.code == 0
    assert first.err == ""
    for name in ("ask", "explain", "fit", "topics", "doctor"):
        assert f"  {name} " in first.out
        assert cli(name, flag).out.startswith(f"Usage: hyperdigest {name} ")


def test_without_arguments_help_is_shown(cli):
    result = cli()
    assert result.code == 0
    assert result.out == cli("--help").out


def test_the_option_version_prints_the_version(cli):
    from importlib.metadata import version

    assert cli("--version").out == f"hyperdigest {version('hyperdigest')}\n"


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input_is_a_document(cli, folder, monkeypatch):
    feed(monkeypatch, TEXTS["moon.txt"].encode())
    result = cli("ask", "corona", "-", "docs/roads.txt", "--format", "json", *QUICK)
    sentences = json.loads(result.out)["sentences"]
    piped = [s for s in sentences if s["path"] == "-"]
    assert piped
    assert all(s["text"] == TEXTS["moon.txt"][s["start"] : s["end"]] for s in piped)


def test_json_lines_are_documents(cli, folder, monkeypatch):
    lines = [json.dumps({"name": name, "text": text}) for name, text in TEXTS.items()]
    Path("all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    Path("tasks.jsonl").write_text(
        json.dumps({"id": "t", "documents": [{"text": text} for text in TEXTS.values()]}),
        encoding="utf-8",
    )
    for name in ("all.jsonl", "tasks.jsonl"):
        digest = json.loads(cli("ask", "corona", name, "--format", "json", *QUICK).out)
        assert {s["path"] for s in digest["sentences"]} == {name}
        for sentence in digest["sentences"]:
            assert any(
                sentence["text"] == text[sentence["start"] : sentence["end"]]
                for text in TEXTS.values()
            )
    feed(monkeypatch, "\n".join(lines).encode())
    assert cli("ask", "corona", "-", *QUICK).code == 0


def test_globs_files_and_folders_together_are_each_read_once(cli, folder):
    Path("docs/deep").mkdir()
    Path("docs/deep/more.txt").write_text("A comet came near the sun in winter.", encoding="utf-8")
    result = cli("ask", "comet", "docs/*.txt", "docs/moon.txt", "docs", "docs/**/*.txt", *QUICK)
    assert result.code == 0
    assert result.err.startswith("4 documents, 9 sentences, ")


@pytest.mark.parametrize("order", ["source", "reading", "score"])
def test_sentences_have_the_order_of_the_option(cli, case, order):
    result = cli("ask", QUESTION, case, "--order", order, "--format", "json")
    sentences = json.loads(result.out)["sentences"]
    if order == "score":
        scores = [s["score"] for s in sentences]
        assert scores == sorted(scores, reverse=True)
    elif order == "reading":
        places = [(s["document"], s["start"]) for s in sentences]
        assert places == sorted(places)
    else:
        best = {}
        for s in sentences:
            best[s["document"]] = max(best.get(s["document"], 0), s["score"])
        places = [(-best[s["document"]], s["document"], s["start"]) for s in sentences]
        assert places == sorted(places)


def test_the_exact_selection_is_at_least_as_good(cli, case):
    values = [
        json.loads(cli("ask", QUESTION, case, "--words", "35", "--format", "json", *more).out)[
            "certificate"
        ]
        for more in ((), ("--exact",))
    ]
    assert values[1]["value"] >= values[0]["value"] - 1e-9
    assert values[1]["ratio"] == 1.0


def test_doctor_shows_the_prose_that_was_left_out_of_a_page(cli, folder):
    said = "Children who travel without a ticket are let ashore at the next quay, where it is dark."
    head = "<title>T</title><meta property='og:type' content='article'>"
    Path("a.html").write_text(
        f"{head}<body><main><p>{said} It is old.</p><p>{said} It is slow.</p></main>"
        f"<div class='comment-list'><p>{said}</p></div>",
        encoding="utf-8",
    )
    out = cli("doctor", "a.html").out
    assert "a.html: left out 17 words in 1 block of prose" in out
    assert out.rstrip().endswith(said)
    found = json.loads(cli("doctor", "a.html", "--format", "json").out)["dropped"]
    assert found == {"a.html": {"blocks": 1, "words": 17, "texts": [said]}}


@pytest.fixture
def docs(tmp_path):
    write_documents(tmp_path / "docs")
    return tmp_path / "docs"


def test_what_a_digest_cites_is_expanded(cli, docs):
    asked = cli("ask", "Who looks at the sun?", docs, "--words", "30", "--format", "json", *QUICK)
    sentence = json.loads(asked.out)["sentences"][0]
    place = f"{sentence['document']}:{sentence['start']}"
    found = json.loads(cli("expand", place, docs, "--format", "json").out)
    assert found["text"] == TEXTS[sentence["document"]][found["start"] : found["end"]]
    assert sentence["text"] in found["text"]
    shown = cli("expand", place, docs).out
    assert shown.startswith(f"{sentence['document']}, {sentence['place']}")
    assert shown.endswith(f"\n\n{found['text']}\n")
    near = json.loads(cli("expand", place, docs, "--characters", "5", "--format", "json").out)
    assert near["end"] - sentence["end"] <= 5


def test_documents_and_their_saved_collection_say_the_same(cli, docs, tmp_path):
    saved = tmp_path / "case.hdig"
    cli("fit", docs, "-o", saved, *QUICK)
    assert cli("expand", "moon.txt:0", saved).out == cli("expand", "moon.txt:0", docs).out


def test_mistakes_are_told_in_one_line(cli, docs):
    for wrong, reason in (
        (("moon.txt",), "name a sentence as DOCUMENT:START"),
        (("sun.txt:0",), "no document is called 'sun.txt'"),
        (("moon.txt:0", "--paragraphs", "-1"), "paragraphs is -1"),
    ):
        place, *options = wrong
        assert reason in cli("expand", place, docs, *options).mistake


@pytest.fixture
def lines_of(monkeypatch, capsys):
    """Reports steps at given seconds, and returns the lines that were written."""

    def report(total, *steps):
        lines = ProgressLines()
        for second, done in steps:
            monkeypatch.setattr("time.monotonic", lambda second=second: second)
            lines("scoring", done, total)
        return capsys.readouterr().err.splitlines()

    return report


def test_short_work_has_no_line(lines_of):
    assert lines_of(10, *((100 + n / 2, n) for n in range(11))) == []


def test_every_tenth_has_a_line_with_the_remaining_time(lines_of):
    lines = lines_of(1000, *((n / 5, n) for n in range(0, 1001, 5)))
    assert lines[0] == "scoring: 100 of 1,000 (10%), about 3 min left"
    assert 8 <= len(lines) <= 10


def test_slow_work_has_a_line_every_minute(lines_of):
    lines = lines_of(1000, *((40.0 * n, n) for n in range(6)))
    assert lines == [
        "scoring: 2 of 1,000 (0%), about 11.1 h left",
        "scoring: 4 of 1,000 (0%), about 11.1 h left",
    ]


TICKETS = """place;words
Oslo;The tram is late on every Monday, and nobody says why.
Rome;The tram costs three euros, which is too much for a short way.
"""


def test_a_row_is_shown_with_its_place(cli, tmp_path):
    (tmp_path / "a.csv").write_text("Line,Length\nHarbour tram,7 km\nHill tram,9 km\n")
    result = cli("ask", "How long is the harbour tram?", tmp_path / "a.csv", "--words", "10")
    assert "Harbour tram  7 km    [1] row 2" in result.out


def test_the_column_of_texts_is_chosen(cli, tmp_path):
    (tmp_path / "a.csv").write_text(TICKETS)
    ask = "ask", "What does the tram cost?", tmp_path / "a.csv", "--words", "20"
    assert "a.csv/3" not in cli(*ask).out
    chosen = cli(*ask, "--text-column", "words").out
    assert "[1] row 3" in chosen
    assert "a.csv/3" in chosen
    assert "a.csv/3" in cli("doctor", tmp_path / "a.csv", "--text-column", "words").out
    warned = cli(*ask, "--text-column", "story")
    assert "a.csv has no column story, and is read as a table" in warned.out
