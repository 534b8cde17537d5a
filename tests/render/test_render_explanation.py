import json
from dataclasses import replace
from pathlib import Path

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest import Collection, Document, Options
from hyperdigest.answer.explain import Covered, Explanation, Reason, RunnerUp
from hyperdigest.base.text import UNSAFE
from hyperdigest.render import EXPLANATION_FORMATS, TOPIC_FORMATS
from hyperdigest.render.text import render_explanation
from oracles.digests import LEAFLET, PATH, cite

FIRST = Reason(
    citation=cite(PATH, "It leaves the coast at Charleston.", gain=0.1234567),
    step=1,
    pinned=False,
    completes=False,
    relevance=2.5,
    centrality=0.75,
    gain_share=0.625,
    coverage=3.21,
    question_words=("leaves", "coast"),
    covers=(Covered("Glasses help.", "leaflet.pdf", 0, 13, "p. 1", 0.128),),
)
EXPLAINED = Explanation(
    question="Where does it leave?",
    budget=10,
    unit="words",
    words=6,
    used=6,
    reasons=(FIRST,),
    runners_up=(RunnerUp(cite(LEAFLET, "Look only while it is covered.", gain=0.05), 2),),
    signature="hyperdigest|preset:default",
    warnings=("not in the documents: zebras",),
)
GOLDEN = """\
Where does it leave?

1. It leaves the coast at Charleston.
   - path.txt line 2, 6 words
   - relevance to the question 2.50 times the average (leaves, coast)
   - centrality 0.75 times the average
   - marginal gain 0.123, 62% of the digest's value
   - coverage 3.2 sentences of the collection
   - topic 4, 75% of it: shadow, coast, path
   - covers “Glasses help.” (leaflet.pdf p. 1, 0.13)

6 of 10 words

Nearly in
- “Look only while it is covered.” (leaflet.pdf p. 2): gain 0.05, 6 words, 2 too many

Warning: not in the documents: zebras

hyperdigest|preset:default"""


def test_the_text_of_an_explanation():
    assert render_explanation(EXPLAINED) == GOLDEN


def test_missing_parts_of_an_explanation_are_not_mentioned():
    bare = replace(
        EXPLAINED,
        reasons=(replace(FIRST, question_words=(), covers=()),),
        runners_up=(),
        warnings=(),
    )
    shown = render_explanation(bare)
    assert "2.50 times the average\n" in shown
    for word in ("covers", "Nearly", "Warning"):
        assert word not in shown


def test_what_is_quoted_before_a_sentence_is_named_with_its_length():
    document = Document("a", "a", "To drain the pump:\n\n1. Open the cock.\n2. Wait an hour.\n")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    shown = render_explanation(model.explain("How do I drain the pump?", words=20))
    assert shown.count("   - after “To drain the pump:” (4 words, counted once)\n") == 2
    assert "\n10 of 20 words" in shown


def test_a_sentence_that_completes_a_list_says_so():
    changed = replace(EXPLAINED, reasons=(replace(FIRST, completes=True),))
    assert "   - completes a list of which most is quoted\n" in render_explanation(changed)


def test_a_runner_up_that_would_fit_is_not_too_long():
    runner = replace(EXPLAINED.runners_up[0], missing=0)
    shown = render_explanation(replace(EXPLAINED, runners_up=(runner,)))
    assert shown.splitlines()[-5].endswith("gain 0.05, 6 words")


def test_a_long_sentence_is_wrapped_under_itself_and_a_long_quote_cut():
    long = replace(FIRST.citation, text="some words " * 20)
    runner = RunnerUp(long, 9)
    changed = replace(EXPLAINED, reasons=(replace(FIRST, citation=long),), runners_up=(runner,))
    lines = render_explanation(changed).splitlines()
    assert max(map(len, lines[2:5])) <= 80
    assert lines[3].startswith("   some")
    assert any(line.startswith("- “some words") and " ...” (" in line for line in lines)


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\u202e", "\x00", "\r\n- x"])
def test_control_characters_are_made_visible(hostile):
    citation = replace(FIRST.citation, text=f"a{hostile}b", document=f"d{hostile}", place=hostile)
    covered = Covered(f"a{hostile}b", hostile, 0, 2, hostile, 0.5)
    reason = replace(FIRST, citation=citation, covers=(covered,), question_words=(hostile,))
    changed = replace(
        EXPLAINED,
        question=f"q{hostile}",
        reasons=(reason,),
        runners_up=(RunnerUp(citation, 1),),
        warnings=(hostile,),
    )
    shown = render_explanation(changed)
    assert not UNSAFE.search(shown.replace("\n", ""))
    assert shown.count("\n") == GOLDEN.count("\n")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_real_explanation_is_rendered(form):
    explanation = bridge_model().explain(QUESTION, 60)
    shown = EXPLANATION_FORMATS[form](explanation)
    assert explanation.signature in shown
    assert explanation.reasons[0].citation.text.split()[0] in shown


def test_json_has_all_fields_of_an_explanation():
    content = json.loads(EXPLANATION_FORMATS["json"](EXPLAINED))
    (sentence,), (runner,) = content["sentences"], content["runners_up"]
    assert sentence["text"] == PATH.text[sentence["start"] : sentence["end"]]
    assert (sentence["step"], sentence["gain"], sentence["gain_share"]) == (1, 0.123457, 0.625)
    assert "wording" not in sentence
    assert sentence["question_words"] == ["leaves", "coast"]
    assert sentence["covers"][0]["chance"] == 0.128
    assert runner["missing"] == 2
    assert content["warnings"] == ["not in the documents: zebras"]


def test_topics_are_lines_of_aligned_columns_and_json():
    table = bridge_model().topic_table(3)
    head, *rows = TOPIC_FORMATS["text"](table).splitlines()
    assert len(rows) == len(table)
    words = head.index("strongest words")
    for row, topic in zip(rows, table, strict=True):
        assert row[words:] == ", ".join(topic.words)
        assert row.split()[0] == str(topic.id)
    listed = json.loads(TOPIC_FORMATS["json"](table))["topics"]
    assert [topic["words"] for topic in listed] == [list(topic.words) for topic in table]


def test_hyphenated_words_are_joined_and_markup_is_left_out(tmp_path: Path):
    report = (
        "The bridge is closed for encum-\nbrances on the road over the harbour.\n\n"
        "The closed bridge has an adminis-\ntration that owns the harbour and the road.\n"
    )
    notes = "The **closed** bridge over the harbour was [built](https://a.org) for the road.\n"
    for name, text in {"report.txt": report, "notes.md": notes}.items():
        (tmp_path / name).write_text(text)
    model = Collection.read(tmp_path).fit()
    told = model.explain("Why is the bridge closed?", words=14)
    shown = " ".join(render_explanation(told).split())
    assert "encumbrances" in shown
    assert "administration that" in shown
    assert "The closed bridge over the harbour was built for" in shown
    texts = {document.name: document.text for document in model.collection.documents}
    for each in (*told.reasons[0].covers, *(near.citation for near in told.runners_up)):
        assert texts[each.document][each.start : each.end] == each.text
