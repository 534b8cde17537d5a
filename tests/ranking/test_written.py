"""Options, paths and names of code in a question are found as they are written."""

import numpy as np
import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.written import MENTIONED, MOST_WRITTEN, written_words

MANUAL = """Options of the pump

-a, --all
    Pump everything that is in the tank, whatever its colour may be.

-b, --but-one
    Leave one litre of the water in the tank, so that nothing rusts.

-A
    Ask nothing at all, neither before nor after the tank is empty.

The setting queue_lifetime in main.cf says how long the water may stay.
"""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does pump -a do?", ("-a",)),
        ("Set maximal_queue_lifetime in main.cf!", ("maximal_queue_lifetime", "main.cf")),
        ("Is --strip-components=2 right?", ("--strip-components",)),
        ("Why does awaitWriteFinish wait?", ("awaitWriteFinish",)),
        ("How is std::sort called in /etc/pump?", ("std::sort", "etc/pump")),
        ("Did the U.S. buy a co-op step-by-step, e.g. in 3.5 days?", ()),
        ("What do ~b, $HOME and ‘^A’ (or %h) mean?", ("~b", "$HOME", "^A", "%h")),
        ("Who paid $5 for ~40 litres, or 5%?", ()),
        ("-", ()),
        ("--- " + "-" * 1000, ()),
    ],
)
def test_words_of_code_are_told_from_others(question, words):
    assert written_words(question) == words


def test_few_words_of_a_question_are_searched():
    assert len(written_words(" ".join(f"--option{n}" for n in range(99)))) == MOST_WRITTEN


def model_of(*texts: str):
    documents = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(texts)]
    return Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))


def test_the_evidence_is_what_a_plain_search_finds():
    model = model_of(MANUAL, "The pump is old.", MANUAL.replace("-a", "-c"))
    collection = model.collection
    sentences = collection.split.sentences
    found = Indexes.of(model).written("What does -a to queue_lifetime?")
    texts = [collection.text(n) for n in range(len(sentences))]
    is_term = sentences.form == FORMS.index("term")
    has = np.array([["-a," in text for text in texts], ["queue_lifetime" in t for t in texts]])
    assert is_term[has[0]].all()
    assert not is_term[has[1]].any()
    n = has.sum(axis=1)
    weight = np.log1p((len(texts) - n + 0.5) / (n + 0.5))
    expected = weight @ has
    for number in np.flatnonzero(sentences.kind == SENTENCE_KINDS.index("definition")):
        expected[number] += expected[number - sentences.context[number]]
    assert found == pytest.approx(expected / expected.max())
    assert has.any(axis=1).all()
    assert not Indexes.of(model).written("What does --nothing do?").any()


def test_a_term_counts_more_than_what_mentions_it():
    model = model_of(MANUAL + "\nWith -b the pump is never dry, which its owner likes.\n")
    collection = model.collection
    found = Indexes.of(model).written("What does -b do?")
    of = {collection.text(n): found[n] for n in np.flatnonzero(found)}
    explained = "Leave one litre of the water in the tank, so that nothing rusts."
    mention = "With -b the pump is never dry, which its owner likes."
    assert of == {"-b, --but-one": 1, explained: 1, mention: MENTIONED}


def test_an_option_is_answered_by_its_definition_not_by_one_of_another_case():
    model = model_of(MANUAL)
    digest = model.digest("What does -a do?", words=20)
    assert digest.sentences[0].text.startswith("Pump everything")
    assert [part.text for part in digest.sentences[0].context] == ["-a, --all"]
    assert not digest.warnings
    other = model.digest("What does -A do?", words=20)
    assert other.sentences[0].text.startswith("Ask nothing")


def test_a_name_that_goes_on_after_a_dot_is_another():
    text = "The file main.cf.proto is read. So is main.cf. Then the class pump::tank::lid is made."
    model = model_of(text)
    written = Indexes.of(model).written
    assert np.flatnonzero(written("What is main.cf?")).tolist() == [1]
    assert not written("What is pump::tank?").any()
