"""The component in spaCy's own pipelines."""

import pickle
import sys

import pytest

from needed import needs

needs("spacy")

import spacy
from spacy.tokens import Doc, DocBin

from bridge import QUESTION, TEXTS
from hyperdigest.adapters.spacy import Digester
from hyperdigest.errors import OptionError

TEXT = "\n\n".join(TEXTS.values())
FEW = {"words": 40, "sweeps": 30}


def pipeline(*, sentences=True, question=QUESTION, **options):
    nlp = spacy.blank("en")
    if sentences:
        nlp.add_pipe("sentencizer")
    nlp.add_pipe("hyperdigest", config={"question": question, "options": FEW | options})
    return nlp


@pytest.mark.parametrize(
    ("budget", "unit"), [({"words": 12}, "words"), ({"characters": 120}, "characters")]
)
def test_the_budget_is_set_with_the_question(budget, unit):
    nlp = spacy.blank("en")
    nlp.add_pipe("hyperdigest", config={"question": QUESTION, "options": {"sweeps": 30}} | budget)
    digest = nlp(TEXT)._.digest
    length = {"words": lambda text: len(text.split()), "characters": len}[unit]
    assert 0 < sum(length(span.text) for span in digest) <= budget[unit]


def extensions_of(doc):
    """All extension attributes of a document, as plain values."""
    spans = [(span.start, span.end, span.label_) for span in doc._.digest]
    scores = [(span.start, span.end, score) for span, score in doc._.digest_scores]
    return spans, scores, doc._.digest_account


def test_the_digest_is_sentences_of_the_document():
    doc = pipeline()(TEXT)
    own = {(sentence.start, sentence.end) for sentence in doc.sents}
    assert doc._.digest
    assert {(span.start, span.end) for span in doc._.digest} <= own
    assert sum(len(span.text.split()) for span in doc._.digest) <= 40
    assert all(span.doc is doc for span in doc._.digest)


def test_sentences_are_split_if_the_pipeline_has_none():
    doc = pipeline(sentences=False)(TEXT)
    assert not doc.has_annotation("SENT_START")
    assert doc._.digest
    assert all(span.text.strip().endswith((".", "?")) for span in doc._.digest)
    assert [span.start for span in doc._.digest] == sorted(span.start for span in doc._.digest)


def test_every_sentence_with_a_term_has_a_score():
    doc = pipeline()(TEXT)
    scored = {(span.start, span.end): score for span, score in doc._.digest_scores}
    assert {(s.start, s.end) for s in doc.sents if len(s) > 1} == {*scored}
    assert min(scored.values()) > 0


def test_the_record_has_question_and_certificate():
    doc = pipeline()(TEXT)
    account = doc._.digest_account
    assert account["question"] == QUESTION
    assert account["words"] == sum(len(span.text.split()) for span in doc._.digest)
    assert 0 < account["certificate"] <= 1
    assert account["warnings"] == []


def test_a_question_can_be_given_with_the_call():
    nlp = pipeline(question="")
    asked = {"hyperdigest": {"question": "What did the monks build?", "words": 20}}
    doc = nlp(TEXT, component_cfg=asked)
    assert any("Monks" in span.text for span in doc._.digest)
    [streamed] = nlp.pipe([TEXT], component_cfg=asked)
    assert extensions_of(streamed) == extensions_of(doc)


def test_without_a_question_there_is_an_error():
    with pytest.raises(OptionError, match="question"):
        pipeline(question="")(TEXT)


@pytest.mark.parametrize("text", ["", "   ", "Of the and."])
def test_a_document_without_terms_has_an_empty_digest(text):
    doc = pipeline()(text)
    assert doc._.digest == ()
    assert doc._.digest_scores == []
    assert "no sentence to digest" in doc._.digest_account["warnings"][0]


def test_a_too_small_budget_does_not_stop_a_stream():
    nlp = pipeline(words=3)
    long, short = nlp.pipe([TEXT, "The bridge is closed to all lorries. Monks built it."])
    for doc in (long, short):
        assert doc._.digest == ()
        assert "no sentence fits in 3 words" in doc._.digest_account["warnings"][0]


def test_an_unprocessed_document_has_no_digest():
    assert extensions_of(spacy.blank("en")(TEXT)) == ([], [], {})


def test_the_digest_is_serialized_with_the_document():
    nlp = pipeline()
    doc = nlp(TEXT)
    assert extensions_of(Doc(nlp.vocab).from_bytes(doc.to_bytes())) == extensions_of(doc)
    packed = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    [kept] = DocBin().from_bytes(packed).get_docs(nlp.vocab)
    assert extensions_of(kept)[0] == extensions_of(doc)[0]


def test_a_pipeline_is_written_and_read(tmp_path):
    nlp = pipeline()
    nlp.get_pipe("hyperdigest").from_bytes(
        Digester("Who built the bridge?", options=FEW).to_bytes()
    )
    doc = nlp(TEXT)
    nlp.to_disk(tmp_path / "it")
    read = spacy.load(tmp_path / "it")
    assert read.get_pipe("hyperdigest").question == "Who built the bridge?"
    assert extensions_of(read(TEXT)) == extensions_of(doc)
    assert extensions_of(pipeline().from_bytes(nlp.to_bytes())(TEXT)) == extensions_of(doc)


def test_a_component_can_be_pickled():
    component = pickle.loads(pickle.dumps(Digester(QUESTION, options=FEW)))
    assert component(spacy.blank("en")(TEXT))._.digest


def test_the_language_is_that_of_the_pipeline():
    nlp = spacy.blank("de")
    assert nlp.add_pipe("hyperdigest").options == {"language": "de"}
    unknown = spacy.blank("xx")
    assert unknown.add_pipe("hyperdigest").options == {}
    told = spacy.blank("de").add_pipe("hyperdigest", config={"options": {"language": "fr"}})
    assert told.options == {"language": "fr"}


@pytest.mark.parametrize("options", [{"words": 0}, {"sweep": 3}, {"language": "xx"}])
def test_options_are_checked_when_the_component_is_made(options):
    with pytest.raises(OptionError):
        Digester(QUESTION, options=options)


def test_spacy_finds_the_component_by_itself():
    from importlib.metadata import entry_points

    [found] = [e for e in entry_points(group="spacy_factories") if e.name == "hyperdigest"]
    assert found.load().__module__ == "hyperdigest.adapters.spacy"


def test_without_spacy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy.language", None)
    monkeypatch.delitem(sys.modules, "hyperdigest.adapters.spacy")
    with pytest.raises(ImportError, match=r'pip install "hyperdigest\[spacy\]"'):
        import hyperdigest.adapters.spacy  # noqa: F401
