"""Parameters by name, by symbol, from a TOML file; and values that cannot be."""

import json
import sys
from pathlib import Path

import pytest

from encoder import Encoder
from hyperdigest.options import PARAMETERS, UNITS, Options
from hyperdigest.ranking.embeddings import model_name
from oracles.cli import QUICK
from plugins_made import ONE_OF_EACH

OTHER = {
    "language": "de", "term_prior": "each", "order": "score", "resample_concentrations": True,
    "any_form": True, "prose_only": True, "context": False, "enough": False, "exact": True,
    "whole": True, "exact_walk": True, "splitter": "lines", "hyperedges": "letters",
    "characters": 99,
}  # fmt: skip

ON_FILES = {"embedding_model", "tokens", "tokenizer"}
"""Those that need a file."""


def another(name: str):
    """A value in the range of a parameter that is not its default."""
    parameter = PARAMETERS[name]
    if name in OTHER:
        return OTHER[name]
    if parameter.type is int:
        return parameter.default + 1
    return parameter.default / 2 if parameter.default else 0.25


def flags(name: str, value) -> list[str]:
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{flag}" if value else f"--no-{flag}"]
    return [f"--{flag}", str(value)]


def signature(cli, *arguments) -> dict[str, str]:
    """The fields of the signature of a digest."""
    result = cli("ask", "sun", *arguments, "--format", "json")
    assert result.code == 0, result.err
    line = json.loads(result.out)["signature"]
    return dict(field.split(":", 1) for field in line.split("|")[1:])


def shown(name: str, value) -> tuple[str, str]:
    """How the signature names a value."""
    if name == "embedding_model":
        return name, model_name(value)
    if name == "hyperedges":
        return name, f"{value}@plain-1.0"
    if name in UNITS:
        return "budget", f"{value}{name[0]}"
    return name, str(value)


@pytest.mark.parametrize("name", sorted(PARAMETERS.keys() - ON_FILES))
def test_every_parameter_is_set_by_its_name(cli, folder, install, name):
    install("plain", ONE_OF_EACH)
    value = another(name)
    quick = [] if name in ("sweeps", "samples") else QUICK
    key, text = shown(name, value)
    assert signature(cli, "docs", *quick, *flags(name, value))[key] == text


@pytest.mark.parametrize(
    "symbol", ["alpha", "beta", "gamma", "zeta", "lambda", "mu", "nu", "r", "L"]
)
def test_every_parameter_of_the_paper_is_set_by_its_symbol(cli, folder, symbol):
    (name,) = (p.name for p in PARAMETERS.values() if p.symbol == symbol)
    value = another(name)
    key, text = shown(name, value)
    assert signature(cli, "docs", *QUICK, f"--{symbol}", str(value))[key] == text


def test_the_command_line_wins_over_the_file_and_the_file_over_the_preset(cli, folder):
    Path("my.toml").write_text(
        'preset = "paper"\nwords = 30\ndamping = 0.5\nsweeps = 4\n', encoding="utf-8"
    )
    fields = signature(cli, "docs", "--config", "my.toml", "--mu", "0.75")
    assert fields["preset"] == "paper"
    assert fields["budget"] == "30w"
    assert fields["damping"] == "0.75"
    assert fields["sweeps"] == "4"
    fields = signature(
        cli, "docs", "--config", "my.toml", "--preset", "default", "--samples", "2", "--mu", "0.75"
    )
    assert fields["preset"] == "default"
    assert fields["budget"] == "30w"


def test_a_file_sets_every_parameter_by_name(cli, folder, install, embedding_model):
    install("plain", ONE_OF_EACH)
    values = {name: another(name) for name in PARAMETERS.keys() - ON_FILES - {"characters"}}
    values |= {"sweeps": 5, "samples": 1, "embedding_model": embedding_model}
    rows = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    Path("all.toml").write_text("\n".join(rows), encoding="utf-8")
    fields = signature(cli, "docs", "--config", "all.toml")
    for name, value in values.items():
        key, text = shown(name, value)
        assert fields.get(key, str(getattr(Options.preset(fields["preset"]), name))) == text


def test_the_paper_preset_has_the_values_of_the_paper(cli, folder):
    fields = signature(cli, "docs", "--preset", "paper", "--sweeps", "4")
    assert fields["preset"] == "paper"
    assert fields["deviations"]
    assert not {"coverage_balance", "query_balance", "eligible"} & fields.keys()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("words", "0"), ("words", "-5"), ("words", "99999999999999999999"), ("seed", "-1"),
        ("seed", "9223372036854775808"), ("sweeps", "0"), ("sweeps", "1000001"), ("chains", "0"),
        ("chains", "1001"), ("samples", "-1"), ("shortest", "0"), ("sentence_concentration", "0"),
        ("document_concentration", "-1"), ("corpus_concentration", "inf"),
        ("term_concentration", "1e+300"), ("damping", "1"), ("damping", "-0.1"), ("damping", "nan"),
        ("query_balance", "1.01"), ("coverage_balance", "-0.01"), ("cost_exponent", "2.5"),
        ("topic_share", "1.5"), ("word_evidence", "-1"), ("word_evidence", "2000000000.0"),
        ("saturation", "-inf"), ("time_limit", "0"),
    ],
)  # fmt: skip
def test_a_number_out_of_range_is_an_error(cli, folder, name, value):
    mistakes = [cli("ask", "sun", "docs", f"--{name.replace('_', '-')}={value}").mistake]
    Path("bad.toml").write_text(f"{name} = {value}", encoding="utf-8")
    mistakes.append(cli("ask", "sun", "docs", "--config", "bad.toml").mistake)
    for mistake in mistakes:
        assert f"option {name} is {value}" in mistake
        assert PARAMETERS[name].interval in mistake


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--words", "many"], "'many' is not a valid integer"),
        (["--words", "2.5"], "'2.5' is not a valid integer"),
        (["--mu", "high"], "'high' is not a valid float"),
        (["--order", "random"], "'random' is not one of 'answer', 'source', 'reading'"),
        (["--term-prior", "none"], "'none' is not one of 'total', 'each'"),
        (["--preset", "best"], "'best' is not one of 'default', 'paper'"),
        (["--format", "pdf"], "'pdf' is not one of"),
        (["--wordz", "3"], "--words"),
        (["--words"], "requires an argument"),
        (["--language", "xx"], "option language is 'xx': choose one of auto, ar, "),
        (["--sweeps", "3"], "samples is 3: 3 sweeps give at most 2"),
    ],
)
def test_an_invalid_argument_is_an_error(cli, folder, arguments, said):
    assert said in cli("ask", "sun", "docs", *arguments).mistake


def test_too_few_sweeps_are_told_before_anything_is_read(cli, folder, monkeypatch):
    monkeypatch.setattr("hyperdigest.model.Collection.read", lambda *_, **__: 1 / 0)
    assert "raise sweeps" in cli("fit", "docs", "--sweeps", "3", "-o", "case.hdig").mistake


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("words = many", "my.toml is not TOML: "),
        ("wordz = 3", ": unknown option 'wordz': choose from language, "),
        ("[ask]\nwords = 3", ": unknown option 'ask'"),
        ('words = "many"', "option words is 'many': give a number in [1, "),
        ("words = 2.5", "option words is 2.5: give a whole number"),
        ("words = true", "option words is True: give a number"),
        ("words = [3]", "option words is [3]: give a number"),
        ("exact = 1", "option exact is 1: give true or false"),
        ("language = 3", "option language is 3: give a text"),
        ("order = []", "option order is []: choose one of answer, source, reading"),
        ("preset = 3", "preset is 3: choose one of default, paper"),
        (b"words = 3 # \xff", "my.toml is not TOML: "),
    ],
)
def test_an_invalid_parameter_file_is_an_error(cli, folder, text, said):
    Path("my.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert said in cli("ask", "sun", "docs", "--config", "my.toml").mistake


@pytest.mark.parametrize("name", ["none.toml", "docs"])
def test_an_unreadable_parameter_file_is_an_error(cli, folder, name):
    assert f"cannot read {name}: " in cli("ask", "sun", "docs", "--config", name).mistake


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "5"], ["--alpha", "0.5"], ["--sweeps", "6"], ["--language", "de"],
        ["--resample-concentrations"], ["--term-prior", "each"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["ask", "explain", "topics"])
def test_parameters_of_the_fit_cannot_be_changed_in_a_saved_collection(
    cli, case, command, arguments
):
    question = [] if command == "topics" else ["sun"]
    mistake = cli(command, *question, case, *arguments).mistake
    assert "but the topics were fitted with" in mistake
    assert mistake.endswith("fit the documents again to change it")


def test_options_equal_to_those_of_the_fit_are_no_error(cli, case):
    assert cli("ask", "sun", case, "--seed", "0", "--alpha", "0.75").code == 0


def test_more_samples_than_the_fit_has_are_an_error(cli, case):
    assert "but the fit has 1" in cli("ask", "sun", case, "--samples", "3").mistake


def test_another_preset_applies_to_a_saved_collection(cli, case):
    assert signature(cli, case, "--preset", "paper")["preset"] == "paper"


def test_embeddings_select_from_documents(cli, folder, embedding_model):
    named = ("--embedding-model", embedding_model)
    result = cli("ask", "sun", "docs", *QUICK, *named, "--format", "json")
    assert result.code == 0, result.err
    assert f"|embedding_model:{model_name(embedding_model)}|" in json.loads(result.out)["signature"]
    assert str(folder) not in result.out
    assert Encoder.encoded


@pytest.mark.parametrize("command", ["ask", "explain"])
def test_embeddings_select_from_a_saved_collection(cli, case, embedding_model, command):
    result = cli(command, "heavens", case, "--embedding-model", embedding_model, "--words", "40")
    assert result.code == 0, result.err
    assert "sun" in result.out
    assert Encoder.encoded


def test_a_missing_model_is_an_error(cli, folder, embedding_model):
    named = ("--embedding-model", "nowhere")
    for arguments in (("ask", "sun", "docs"), ("explain", "sun", "docs"), ("fit", "docs")):
        output = ("-o", "case.hdig") if arguments[0] == "fit" else ()
        assert "no embedding model in nowhere: give" in cli(*arguments, *output, *named).mistake
    assert not (folder / "case.hdig").exists()


def test_a_missing_model_of_a_saved_collection_is_an_error(cli, case):
    assert "no embedding model in x" in cli("ask", "sun", case, "--embedding-model", "x").mistake


def test_a_missing_library_is_an_error(cli, folder, embedding_model, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    mistake = cli("ask", "sun", "docs", "--embedding-model", embedding_model).mistake
    assert 'pip install "hyperdigest[embeddings]"' in mistake
