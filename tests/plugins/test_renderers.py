"""Digests in the forms of plugins."""

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.render import FORMATS, file_type, format_of_suffix, formats, renderer
from plugins_made import ONE_OF_EACH


def test_a_plugin_shows_a_digest(install):
    install("plain", ONE_OF_EACH)
    digest = bridge_model().digest(QUESTION, 60)
    assert renderer("shout")(digest).startswith(digest.sentences[0].text.upper())
    assert formats() == (*FORMATS, "shout")
    assert file_type("shout") == (".txt", "text/plain; charset=utf-8")
    assert file_type("markdown")[0] == ".md"


def test_what_is_built_in_is_shown_without_a_look_at_plugins(monkeypatch):
    monkeypatch.setattr("hyperdigest.base.plugins.plugins", None)
    assert renderer("text") is FORMATS["text"]


def test_a_plugin_names_its_suffix_and_media_type(install):
    source = "def f(digest): return b'x'\nf.suffix, f.media_type = '.x', 'application/x'"
    install("odd", {"renderers": {"x": "odd:f"}}, {"odd": source})
    assert file_type("x") == (".x", "application/x")
    assert renderer("x")(None) == b"x"


def test_the_form_is_found_by_the_suffix_and_what_is_broken_is_passed_by(install):
    source = "def f(digest): return b'x'\nf.suffix = '.x'"
    found = {"a": "absent:f", "x": "odd:f"}
    install("odd", {"renderers": found}, {"odd": source})
    assert format_of_suffix(".X") == "x"
    assert format_of_suffix(".txt") == ""


@pytest.mark.parametrize("given", ["None", "3", "1 / 0"])
def test_a_plugin_that_shows_nothing(install, given):
    install("odd", {"renderers": {"x": "odd:f"}}, {"odd": f"def f(digest): return {given}"})
    with pytest.raises(PluginError, match=r"the renderer 'x' of odd 1.0 (gave|failed)"):
        renderer("x")(None)


def test_an_unknown_form_is_told_with_those_that_are_known(install):
    install("plain", ONE_OF_EACH)
    with pytest.raises(OptionError, match=r"no format 'rtf': choose one of text, .*, shout"):
        renderer("rtf")
    with pytest.raises(OptionError, match="no format 'rtf'"):
        file_type("rtf")
