"""Digests in the output formats of plugins."""

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.render import FORMATS, file_type, format_of_suffix, formats, renderer
from plugins_made import ONE_OF_EACH


def test_a_plugin_renders_a_digest(install):
    install("plain", ONE_OF_EACH)
    digest = bridge_model().digest(QUESTION, 60)
    assert renderer("shout")(digest).startswith(digest.sentences[0].text.upper())
    assert formats() == (*FORMATS, "shout")
    assert file_type("shout") == (".txt", "text/plain; charset=utf-8")
    assert file_type("markdown")[0] == ".md"


def test_built_in_formats_are_rendered_without_searching_plugins(monkeypatch):
    monkeypatch.setattr("hyperdigest.base.plugins.plugins", None)
    assert renderer("text") is FORMATS["text"]


def test_a_plugin_names_its_suffix_and_media_type(install):
    source = "def f(digest): return b'x'\nf.suffix, f.media_type = '.x', 'application/x'"
    install("odd", {"renderers": {"x": "odd:f"}}, {"odd": source})
    assert file_type("x") == (".x", "application/x")
    assert renderer("x")(None) == b"x"


def test_the_format_is_found_by_suffix_and_broken_plugins_are_ignored(install):
    source = "def f(digest): return b'x'\nf.suffix = '.x'"
    found = {"a": "absent:f", "x": "odd:f"}
    install("odd", {"renderers": found}, {"odd": source})
    assert format_of_suffix(".X") == "x"
    assert format_of_suffix(".txt") == ""


@pytest.mark.parametrize("given", ["None", "3", "1 / 0"])
def test_a_plugin_that_returns_no_text_is_an_error(install, given):
    install("odd", {"renderers": {"x": "odd:f"}}, {"odd": f"def f(digest): return {given}"})
    with pytest.raises(PluginError, match=r"the renderer 'x' of odd 1.0 (returned|failed)"):
        renderer("x")(None)


def test_the_error_for_an_unknown_format_lists_the_known_ones(install):
    install("plain", ONE_OF_EACH)
    with pytest.raises(OptionError, match=r"no format 'rtf': choose one of text, .*, shout"):
        renderer("rtf")
    with pytest.raises(OptionError, match="no format 'rtf'"):
        file_type("rtf")
