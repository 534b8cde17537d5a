"""Lists and tables on the command line, with and without what is quoted before them."""

import json

import pytest

PAGE = """<!doctype html><html lang="en"><title>Pump</title><h1>Pump</h1>
<p>The pump is at the harbour of the town. It moves water from the harbour to the houses.</p>
<h2>Filter</h2><p>The filter of the pump is replaced like this:</p>
<ol><li>Switch off the pump at the harbour.<li>Take the old filter out of the pump.</ol>
"""
ASK = ("ask", "How is the filter of the pump replaced?", "pump.html", "--no-prose-only")
LEAD_IN = "The filter of the pump is replaced like this:"


@pytest.fixture(autouse=True)
def pump(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pump.html").write_text(PAGE, encoding="utf-8")


@pytest.mark.parametrize("format", ["text", "markdown", "html", "csv"])
def test_contexts_are_quoted_if_they_are_asked_for(cli, format):
    shown = cli(*ASK, "--context", "--words", "60", "--format", format).out
    assert LEAD_IN in shown


def test_sentences_are_quoted_alone_without_contexts(cli):
    out = cli(*ASK, "--no-context", "--words", "20", "--format", "json").out
    assert all(each["context"] == [] for each in json.loads(out)["sentences"])
    texts = {each["text"] for each in json.loads(out)["sentences"]}
    shown = cli(*ASK, "--no-context", "--words", "20").out
    assert (LEAD_IN in shown) == (LEAD_IN in texts)


def test_all_that_is_quoted_is_within_the_budget(cli):
    result = json.loads(cli(*ASK, "--context", "--words", "30", "--format", "json").out)
    quoted = {
        part["start"]: part["text"]
        for each in result["sentences"]
        for part in [*each["context"], each]
    }
    assert sum(len(text.split()) for text in quoted.values()) == result["words"] <= 30


def test_what_is_quoted_before_has_a_quieter_shade_only_where_there_are_colours(cli, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    order = ("--context", "--words", "60", "--order", "reading")
    assert "\x1b[2m" in cli(*ASK, *order).out.split("Sources")[0]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli(*ASK, *order).out
