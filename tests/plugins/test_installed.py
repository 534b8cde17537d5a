"""Installed plugins are found, names that clash are rejected, and broken plugins are reported."""

import json

import pytest

from hyperdigest import plugins
from hyperdigest.base.plugins import in_use, named
from hyperdigest.cli.inspection import plugin_states, plugins_json, plugins_text
from hyperdigest.errors import OptionError, PluginError
from plugins_made import ONE_OF_EACH

BROKEN = {"broken": "raise RuntimeError('no\\nluck')", "leaving": "import sys; sys.exit('bye')"}


def test_plugins_of_every_kind_are_found_with_their_package(install):
    install("plain", ONE_OF_EACH)
    found = [(p.kind, p.name, p.package, p.version) for p in plugins.plugins()]
    assert found == [
        ("readers", ".notes", "plain", "1.0"),
        ("splitters", "lines", "plain", "1.0"),
        ("hyperedges", "letters", "plain", "1.0"),
        ("renderers", "shout", "plain", "1.0"),
        ("tokenizers", "letters", "plain", "1.0"),
        ("embeddings", "three", "plain", "1.0"),
    ]


def test_built_in_names_take_precedence_and_the_clash_is_reported(install):
    install("plain", {"readers": {".PDF": "plain:read"}, "renderers": {"json": "plain:shout"}})
    states = {(p["kind"], p["name"]): (p["state"], p["told"]) for p in plugin_states()}
    hidden = ("hidden", "a built-in one has the same name")
    assert states == {("readers", ".pdf"): hidden, ("renderers", "json"): hidden}


def test_of_two_plugins_of_one_name_the_first_package_is_used_and_the_clash_reported(install):
    install("zebra", {"tokenizers": {"t": "plain:count"}})
    install("ape", {"tokenizers": {"t": "plain:count"}})
    assert in_use("tokenizers")["t"].package == "ape"
    states = {p["package"]: (p["state"], p["told"]) for p in plugin_states()}
    assert states == {"ape": ("ready", ""), "zebra": ("hidden", "one of ape has the same name")}


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("broken:f", "RuntimeError: no luck"),
        ("leaving:f", "SystemExit: bye"),
        ("absent:f", "ModuleNotFoundError: No module named 'absent'"),
        ("plain:absent", "AttributeError: module 'plain' has no attribute 'absent'"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_reported_and_does_not_affect_others(
    install, place, reason
):
    install("bad", {"tokenizers": {"bad": place}}, BROKEN)
    install("plain", ONE_OF_EACH)
    with pytest.raises(PluginError) as caught:
        plugins.tokenizer("bad")
    message = f"the tokenizer 'bad' of bad 1.0 cannot be loaded ({reason}): fix or uninstall bad"
    assert str(caught.value) == message
    assert plugins.tokenizer("letters")("four") == 4
    assert {p["name"]: p["state"] for p in plugin_states()}["bad"] == "broken"


def test_a_plugin_that_is_not_a_function_is_refused(install):
    install("odd", {"tokenizers": {"pi": "math:pi"}}, {})
    with pytest.raises(PluginError, match=r"'pi' of odd 1.0 is not a function"):
        plugins.tokenizer("pi")


@pytest.mark.parametrize("given", ["-1", "10**30", "'many'", "None", "2.5", "1 / 0"])
def test_a_tokenizer_that_does_not_return_a_number_is_refused(install, given):
    install("odd", {"tokenizers": {"t": "odd:f"}}, {"odd": f"def f(text): return {given}"})
    with pytest.raises(PluginError, match=r"the tokenizer 't' of odd 1.0 (returned|failed)"):
        plugins.tokenizer("t")("text")


def test_the_error_for_an_unknown_name_lists_the_installed_ones(install):
    install("plain", ONE_OF_EACH)
    with pytest.raises(OptionError, match=r"option splitter is 'verse', .* \(lines\)"):
        named("splitters", "verse", "option splitter")


def test_the_list_of_plugins_is_text_or_json(install):
    assert plugins_text(plugin_states()) == "no plugin is installed"
    install("bad", {"renderers": {"b\x1b[2J": "absent:f"}}, {})
    install("plain", ONE_OF_EACH)
    text = plugins_text(plugin_states())
    assert "readers     .notes" in text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 7
    assert [row["state"] for row in json.loads(plugins_json(plugin_states()))].count("ready") == 6


def test_all_public_names_can_be_imported():
    assert all(getattr(plugins, name) for name in plugins.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = plugins.nothing
