import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.options import (
    PARAMETERS,
    PRESETS,
    Options,
    read_toml,
)

PUBLISHED = {
    "sentence_concentration": 0.75,
    "document_concentration": 1.5,
    "corpus_concentration": 7.0,
    "term_concentration": 0.5,
    "query_balance": 0.75,
    "damping": 0.99,
    "coverage_balance": 0.35,
    "cost_exponent": 1.0,
    "words": 250,
    "prose_only": False,
    "shortest": 1,
    "samples": 0,
    "sharpening": 0.0,
    "incomplete_weight": 1.0,
    "post_weight": 0.0,
    "least_share": 0.0,
    "word_evidence": 0.0,
    "related_evidence": 0.0,
    "coverage_evidence": 0.0,
    "passage_evidence": 0.0,
    "neighbour_evidence": 0.0,
    "heading_evidence": 0.0,
    "document_evidence": 0.0,
}


def test_the_paper_preset_has_the_published_values():
    options = Options.preset("paper")
    assert {name: getattr(options, name) for name in PUBLISHED} == PUBLISHED


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_knows_its_name_and_has_no_differences_from_itself(preset):
    options = Options.preset(preset)
    assert options.preset_name == preset
    assert options.differences(preset) == {}


def test_a_change_is_the_only_difference():
    options = Options.preset("paper", damping=0.5)
    assert options.differences("paper") == {"damping": 0.5}
    assert options.changed(words=40).differences("paper") == {"damping": 0.5, "words": 40}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("damping", 1.0),
        ("damping", -0.1),
        ("query_balance", 1.01),
        ("sweeps", 0),
        ("sweeps", 1.5),
        ("sweeps", float("inf")),
        ("samples", -1),
        ("words", 0),
        ("sentence_concentration", 0.0),
        ("coverage_balance", float("nan")),
        ("corpus_concentration", float("inf")),
        ("order", "random"),
        ("exact", "yes"),
        ("exact", 1),
        ("words", "many"),
        ("words", True),
        ("language", 3),
    ],
)
def test_a_value_out_of_range_is_refused_with_name_and_value(name, value):
    with pytest.raises(OptionError) as error:
        Options(**{name: value})
    assert name in str(error.value)
    assert repr(value) in str(error.value)
    assert "\n" not in str(error.value)


def test_an_unknown_name_is_refused():
    with pytest.raises(OptionError, match="unknown option 'dampnig'"):
        Options.preset("default", dampnig=0.5)
    with pytest.raises(OptionError, match="preset is 'best'"):
        Options.preset("best")


@given(st.sampled_from(sorted(PARAMETERS)))
def test_every_parameter_is_a_field_with_help_and_an_allowed_default(name):
    parameter = PARAMETERS[name]
    assert parameter.help
    assert parameter.check(parameter.default) == parameter.default
    assert parameter.check(parameter.paper) == parameter.paper
    assert name in {field.name for field in dataclasses.fields(Options)}


def test_toml_gives_options_by_name(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('preset = "paper"\ndamping = 0.9\nwords = 60\n', encoding="utf-8")
    assert read_toml(file) == {"preset": "paper", "damping": 0.9, "words": 60}


def test_toml_takes_symbols_and_hyphens_as_the_command_line_does(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('lambda = 0.3\n"coverage-balance" = 0.2\nL = 40\n', encoding="utf-8")
    assert read_toml(file) == {"query_balance": 0.3, "coverage_balance": 0.2, "words": 40}
    file.write_text("lambda = 0.3\nquery_balance = 0.4\n", encoding="utf-8")
    with pytest.raises(OptionError, match="sets query_balance twice"):
        read_toml(file)


@pytest.mark.parametrize("content", ["damping = ", "speed = 3", "\xff\xfe"])
def test_a_bad_toml_file_is_named_in_one_line(tmp_path, content):
    file = tmp_path / "mine.toml"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(OptionError) as error:
        read_toml(file)
    assert "\n" not in str(error.value)


def test_a_missing_toml_file_is_named(tmp_path):
    with pytest.raises(OptionError, match=r"cannot read .*nowhere\.toml"):
        read_toml(tmp_path / "nowhere.toml")


def test_a_file_of_options_without_end_is_refused():
    with pytest.raises(OptionError, match="/dev/zero is larger than 1 MB: name a TOML file"):
        read_toml("/dev/zero")
