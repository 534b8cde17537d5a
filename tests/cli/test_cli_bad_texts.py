"""Documents and questions at the edge: too little, too much, nothing that fits."""

import json
from pathlib import Path

import pytest

from hyperdigest.options import PARAMETERS
from oracles.cli import QUICK, TEXTS


def ask(cli, question: str, text: str, *arguments: str):
    Path("only.txt").write_text(text, encoding="utf-8")
    return cli("ask", question, "only.txt", "--format", "json", *QUICK, *arguments)


def test_one_document_is_enough(cli, folder):
    result = ask(cli, "moon", TEXTS["moon.txt"])
    assert result.code == 0
    assert len(json.loads(result.out)["sentences"]) == 3
    assert result.err.startswith("1 document, 3 sentences, ")


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_one_sentence_is_enough(cli, folder, preset):
    sentence = "The moon covers the sun for two minutes over Nebraska."
    result = ask(cli, "moon", sentence, "--preset", preset)
    assert result.code == 0
    digest = json.loads(result.out)
    assert [s["text"] for s in digest["sentences"]] == [sentence]
    assert digest["certificate"]["ratio"] == 1.0


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_one_word_is_enough(cli, folder, preset):
    result = ask(cli, "moon", "Moon", "--preset", preset)
    assert result.code == 0
    assert [s["text"] for s in json.loads(result.out)["sentences"]] == ["Moon"]


@pytest.mark.parametrize(
    "text", ["And so it was. He is not what they are!", "... --- ...", "\x00\x00?"]
)
def test_nothing_but_stop_words_and_signs(cli, folder, text):
    result = ask(cli, "moon", text)
    assert "hyperdigest: " in result.mistake
    assert "give " in result.mistake


def test_identical_documents_are_named_and_count_once(cli, folder):
    for n in range(3):
        Path(f"docs/moon-{n}.txt").write_text(TEXTS["moon.txt"], encoding="utf-8")
    result = cli("ask", "moon", "docs", "--format", "json", *QUICK)
    digest = json.loads(result.out)
    assert digest["warnings"] == []
    for name in ("moon-1.txt", "moon-2.txt", "moon.txt"):
        assert f"warning: left out {name}: same text as moon-0.txt" in result.err
    texts = [s["text"] for s in digest["sentences"]]
    assert len(texts) == len(set(texts))


def test_a_sentence_of_a_hundred_thousand_words(cli, folder):
    endless = "the moon and the sun met over the river while people sang " * 8400
    assert "no sentence fits in 250 words" in ask(cli, "moon", endless).mistake
    result = ask(cli, "moon", f"{endless}.\n\n{TEXTS['moon.txt']}")
    assert result.code == 0
    assert all(s["words"] < 20 for s in json.loads(result.out)["sentences"])
    whole = ask(cli, "moon", endless, "--words", "200000")
    assert json.loads(whole.out)["words"] > 100_000


def test_a_word_of_a_million_letters(cli, folder):
    result = ask(cli, "moon", "a" * 1_000_000 + " " + TEXTS["moon.txt"])
    assert result.code == 0


def test_a_question_of_unknown_words_gets_a_general_digest_and_a_warning(cli, folder):
    digest = json.loads(ask(cli, "xyzzy quux?", TEXTS["moon.txt"]).out)
    assert digest["sentences"]
    (warning,) = digest["warnings"]
    assert "this digest is a general one" in warning
    assert "Warning: no content word of the question" in cli("ask", "xyzzy", "only.txt", *QUICK).out


def test_some_unknown_words_are_named(cli, folder):
    digest = json.loads(ask(cli, "xyzzy moon?", TEXTS["moon.txt"]).out)
    assert digest["warnings"] == ["not in the documents: xyzzy"]


@pytest.mark.parametrize("question", ["", " ", "\t\n"])
@pytest.mark.parametrize("command", ["ask", "explain"])
def test_an_empty_question_is_an_error(cli, case, command, question):
    assert "the question is empty" in cli(command, question, case).mistake


def test_an_empty_question_is_an_error_before_the_work(cli, folder):
    assert "the question is empty" in cli("ask", "", "nowhere").mistake


@pytest.mark.parametrize(
    "question", ["?!", "...", "\x00\x1b[31m", "\udcff\udc80", "‮moon", "🌑" * 500]
)
@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_a_question_of_odd_characters(cli, case, question, format):
    result = cli("ask", question, case, "--format", format)
    assert result.code == 0
    assert not set(result.out) & set("\x00\x1b\u202e\udcff")
    if format == "json":
        assert json.loads(result.out)["question"] == question


def test_a_very_long_question_is_answered(cli, case):
    assert cli("ask", "Where is the moon and who sees it? " * 3000, case).code == 0


def test_a_question_that_looks_like_an_option(cli, case):
    assert cli("ask", "--", "--words?", case).code == 0
    assert "No such option" in cli("ask", "--wordz?", case).mistake


def test_a_budget_smaller_than_any_sentence_is_an_error(cli, case):
    mistake = cli("ask", "moon", case, "--words", "3").mistake
    assert "no sentence fits in 3 words: the shortest eligible one has " in mistake
    needed = mistake.split("eligible one has ")[1].split(",")[0]
    assert cli("ask", "moon", case, "--words", needed).code == 0


def test_a_budget_larger_than_the_collection(cli, case):
    digest = json.loads(cli("ask", "moon", case, "--words", "1000000", "--format", "json").out)
    assert digest["certificate"]["ratio"] == 1.0
    assert digest["words"] < 100
    everything = cli(
        "ask", "moon", case, "--words", "1000000", "--format", "json", "--any-form",
        "--shortest", "1",
    )  # fmt: skip
    assert len(json.loads(everything.out)["sentences"]) == 8


def test_fragments_are_selected_if_there_is_nothing_else(cli, folder):
    digest = json.loads(ask(cli, "moon", "# Moon\n\nthe corona of the sun,\n").out)
    assert digest["sentences"]
    assert "fragments were allowed" in digest["warnings"][0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--topic-share", "0"], ["--topic-share", "1"], ["--lambda", "0"], ["--lambda", "1"],
        ["--mu", "0"], ["--mu", "0.9999999"], ["--nu", "1"], ["--nu", "0.5"], ["--r", "2"],
        ["--saturation", "0"], ["--saturation", "1000000000"], ["--samples", "0"],
        [f"--{name.replace('_', '-')}=0" for name in PARAMETERS if name.endswith("_evidence")],
        ["--word-evidence", "1000000000"], ["--exact", "--time-limit", "0.000001"],
        ["--shortest", "1000000000"], ["--words", "1000000000"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", ["Where is the moon?", "xyzzy"])
def test_parameters_at_the_ends_of_their_ranges(cli, case, question, arguments):
    result = cli("ask", question, case, "--format", "json", *arguments)
    assert result.code == 0, result.err
    digest = json.loads(result.out)
    assert digest["sentences"]
    assert 0 <= digest["certificate"]["ratio"] <= 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--alpha", "1e-300"], ["--alpha", "1e9"], ["--beta", "1e-300"], ["--beta", "1e9"],
        ["--gamma", "1e-300"], ["--gamma", "1e9"], ["--zeta", "1e-300"], ["--zeta", "1e9"],
        ["--seed", "9223372036854775807"], ["--chains", "3"], ["--resample-concentrations"],
    ],
)  # fmt: skip
def test_fits_at_the_ends_of_their_ranges(cli, folder, arguments):
    result = cli("ask", "moon", "docs", "--format", "json", *QUICK, *arguments)
    assert result.code == 0, result.err
    assert json.loads(result.out)["sentences"]
