import json
from pathlib import Path

import numpy as np
import pytest

from bridge import QUESTION, TEXTS, bridge_model, documents
from hyperdigest import Collection, Options
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.hypergraph import term_hypergraph
from hyperdigest.ranking.evidence import SOURCES
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.relevance import relevance
from hyperdigest.selection import coverage, objective
from oracles import hypergraph as slow
from oracles import saturation

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The texts as files in the folder ``town`` of the current one."""
    monkeypatch.chdir(tmp_path)
    Path("town").mkdir()
    for name, text in TEXTS.items():
        Path("town", name).write_text(text, encoding="utf-8")
    return Path("town")


def texts(digest):
    return [sentence.text for sentence in digest.sentences]


def places(digest):
    return [(sentence.path, sentence.start) for sentence in digest.sentences]


def test_from_a_folder_to_a_digest_of_its_own_sentences(folder):
    digest = Collection.read(folder).fit(Options(sweeps=20)).digest(QUESTION, words=60)
    assert digest.sentences
    for sentence in digest.sentences:
        text = Path(sentence.path).read_text(encoding="utf-8")
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.words == len(sentence.text.split())
    assert 0 < digest.words <= digest.budget == 60
    assert {document.name for document in digest.documents} == {
        sentence.document for sentence in digest.sentences
    }


def test_a_folder_gives_what_its_documents_give(folder):
    read = Collection.read(folder).fit(Options(sweeps=40)).digest(QUESTION, words=60)
    assert read.to_json() == by_name().digest(QUESTION, words=60).to_json()


def by_name():
    ordered = sorted(documents(), key=lambda document: document.name)
    return Collection.of(ordered).fit(Options(sweeps=40))


@pytest.mark.parametrize("preset", ["default", "paper"])
@pytest.mark.parametrize("name", ["eclipse", "migration"])
def test_digests_of_real_files_are_verbatim_within_budget_and_certified(name, preset):
    options = Options.preset(preset, sweeps=10, samples=2 if preset == "default" else 0)
    model = Collection.read(EXAMPLES / name).fit(options)
    texts_by_name = {document.name: document.text for document in model.collection.documents}
    for words in (40, 100, 250):
        digest = model.digest(f"What is said about {name} and why?", words=words)
        assert 0 < digest.words <= words
        assert 0 < digest.certificate.ratio <= 1
        assert digest.certificate.value <= digest.certificate.bound
        for sentence in digest.sentences:
            text = texts_by_name[sentence.document]
            assert text[sentence.start : sentence.end] == sentence.text != ""


@pytest.mark.parametrize("words", [13, 30, 60, 120, 1000])
def test_no_budget_is_exceeded_nor_a_sentence_given_twice(words):
    digest = bridge_model().digest(QUESTION, words=words)
    assert 0 < digest.words <= words
    assert len(set(places(digest))) == len(digest.sentences)


def test_a_budget_larger_than_the_collection_takes_all_that_may_be_picked():
    answer = bridge_model().ask(QUESTION, 10**6)
    assert sorted(answer.chosen) == np.flatnonzero(answer.eligible).tolist()
    assert answer.digest().certificate.ratio == pytest.approx(1)


def test_the_paper_preset_is_worth_what_its_objective_says():
    answer = bridge_model().ask(QUESTION, 60, preset="paper")
    scores = relevance(answer.ranking.hypergraph, answer.ranking.terms)
    np.testing.assert_allclose(answer.ranking.relevance, scores, rtol=1e-12)
    value = objective(answer.ranking.hypergraph, scores, answer.chosen)
    certificate = answer.digest().certificate
    assert certificate.value == pytest.approx(value)
    assert sum(sentence.gain for sentence in answer.digest().sentences) == pytest.approx(value)


@pytest.mark.parametrize("balance", [0.0, 0.4, 1.0])
def test_the_default_preset_is_worth_what_its_function_says(balance):
    answer = bridge_model().ask(QUESTION, 60, coverage_balance=balance, saturation=0.5)
    split, chosen = answer.model.collection.split, list(answer.chosen)
    n = len(split.sentences)
    by_word = term_hypergraph(split.terms, split.sentence_of, n, len(split.vocabulary))
    relevance = saturation.value_of(by_word, answer.ranking.relevance, 0.5, chosen)
    value = (1 - balance) * relevance + balance / n * coverage(answer.ranking.hypergraph, chosen)
    assert answer.digest().certificate.value == pytest.approx(value)
    assert answer.problem.objective.value == 0


def test_without_saturation_relevance_is_the_plain_sum():
    answer = bridge_model().ask(QUESTION, 60, coverage_balance=0.0, saturation=0.0)
    value = answer.ranking.relevance[list(answer.chosen)].sum()
    assert answer.digest().certificate.value == pytest.approx(value)


def test_topics_speak_for_sentences_whatever_the_walk_goes_over():
    weights = {f"{name}_evidence": float(name == "topic") for name in SOURCES}
    whole = {"sharpening": 0.0, "incomplete_weight": 1.0}
    answer = bridge_model().ask(QUESTION, 60, topic_share=0.0, **weights, **whole)
    topics = Indexes.of(answer.model).topics(answer.options)
    np.testing.assert_allclose(
        answer.ranking.evidence, slow.bias(topics, answer.ranking.terms), rtol=1e-12
    )


def test_presets_differ_in_what_may_be_picked():
    model = bridge_model()
    default, paper = (model.ask(QUESTION, 250, preset=name) for name in ("default", "paper"))
    assert paper.eligible.all()
    assert not default.eligible.all()
    assert "Who pays for the repair?" not in texts(default.digest())
    assert "|preset:paper|" in paper.digest().signature
    assert "|preset:default|" in default.digest().signature


def test_sentences_are_shown_by_source_in_reading_order_or_by_score():
    model, names = bridge_model(), list(TEXTS)
    by = {
        order: model.digest(QUESTION, 100, order=order) for order in ("source", "reading", "score")
    }
    place = {
        order: [(names.index(s.document), s.start) for s in by[order].sentences] for order in by
    }
    assert place["reading"] == sorted(place["reading"])
    scores = [sentence.score for sentence in by["score"].sentences]
    assert scores == sorted(scores, reverse=True)
    best = {d: max(s.score for s in by["source"].sentences if s.document == d) for d in names
            if any(s.document == d for s in by["source"].sentences)}  # fmt: skip
    ranked = sorted(best, key=lambda name: -best[name])
    assert list(dict.fromkeys(s.document for s in by["source"].sentences)) == ranked
    assert place["source"] == sorted(
        place["source"], key=lambda p: (ranked.index(names[p[0]]), p[1])
    )
    assert sorted(place["source"]) == place["reading"] == sorted(place["score"])
    for digest in by.values():
        cited = dict.fromkeys(sentence.document for sentence in digest.sentences)
        assert [document.name for document in digest.documents] == list(cited)


def test_the_sentence_with_the_highest_score_leads_then_its_source_then_the_others():
    digest = bridge_model().digest(QUESTION, 100)
    lead, *rest = digest.sentences
    assert lead.lead and not any(sentence.lead for sentence in rest)
    assert lead.score == max(sentence.score for sentence in digest.sentences)
    best = {}
    for sentence in digest.sentences:
        best[sentence.document] = max(best.get(sentence.document, 0.0), sentence.score)
    assert [(s.document, s.start) for s in rest] == sorted(
        ((s.document, s.start) for s in rest), key=lambda place: (-best[place[0]], place[1])
    )
    assert rest[0].document == lead.document
    told = json.loads(digest.to_json())["sentences"]
    assert [s.get("lead", False) for s in told] == [True] + [False] * len(rest)


@pytest.mark.parametrize("order", ["source", "reading", "score", "date"])
def test_no_sentence_leads_in_another_order(order):
    digest = bridge_model().digest(QUESTION, 100, order=order)
    assert not any(sentence.lead for sentence in digest.sentences)
    assert '"lead"' not in digest.to_json()


def test_the_most_relevant_source_is_first_by_default_and_the_first_read_in_paper():
    model, asked = bridge_model(), "Why do children travel by bus?"
    first, *_, last = TEXTS
    assert model.digest(asked, words=250).sentences[0].document == last
    assert model.digest(asked, words=250, order="reading").sentences[0].document == first
    assert model.digest(asked, 250, preset="paper").sentences[0].document == first
    options = [Options.preset(name).order for name in ("default", "paper")]
    assert options == ["answer", "reading"]


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_a_question_with_no_known_word_gives_a_general_digest_and_says_so(preset):
    answer = bridge_model().ask("Quantum zebras?", 60, preset=preset)
    assert not answer.ranking.terms.any()
    if preset == "paper":
        assert answer.ranking.evidence == pytest.approx(
            np.full(len(answer.ranking.evidence), 1 / len(answer.ranking.evidence))
        )
    assert "this digest is a general one" in answer.digest().warnings[0]
    other = bridge_model().digest("the of and", words=60, preset=preset)
    assert texts(other) == texts(answer.digest())


@pytest.mark.parametrize("question", ["", " \n\t"])
def test_an_empty_question_is_refused(question):
    with pytest.raises(OptionError, match="question is empty"):
        bridge_model().digest(question)


def test_a_budget_below_the_shortest_sentence_is_refused_with_its_length():
    model = bridge_model()
    answer = model.ask(QUESTION)
    shortest = answer.problem.full_lengths[answer.eligible].min()
    assert model.digest(QUESTION, words=int(shortest)).words == shortest
    with pytest.raises(OptionError, match=rf"fits in {shortest - 1} words.*has {shortest}"):
        model.digest(QUESTION, words=int(shortest) - 1)


def test_where_no_sentence_is_fit_fragments_are_allowed_and_the_user_told():
    model = Collection.of(documents()[:1]).fit(Options(sweeps=12))
    digest = model.digest(QUESTION, words=30, shortest=500)
    assert digest.sentences
    assert "no whole sentence has 500 words or more: fragments were allowed" in digest.warnings[0]


def test_exact_selection_is_never_worse_and_says_when_it_ran_out_of_time():
    model = bridge_model()
    for words, preset in ((25, "default"), (60, "default"), (25, "paper"), (35, "paper")):
        quick = model.digest(QUESTION, words=words, preset=preset).certificate
        best = model.digest(QUESTION, words=words, preset=preset, exact=True)
        assert best.certificate.value >= quick.value * (1 - 1e-9)
        assert best.certificate.bound <= quick.bound * (1 + 1e-9)
        assert best.certificate.ratio == pytest.approx(1, abs=1e-5)
        assert sum(s.gain for s in best.sentences) == pytest.approx(best.certificate.value)
        assert best.words <= words
    late = model.digest(QUESTION, words=120, exact=True, time_limit=1e-9)
    assert late.warnings[0] == "the exact selection stopped after 1e-09 s without a proof"


def test_to_json_is_one_object_that_agrees_with_the_digest():
    digest = bridge_model().digest(QUESTION, words=60)
    content = json.loads(digest.to_json())
    assert content["question"] == QUESTION
    assert (content["words"], content["budget"]) == (digest.words, 60)
    assert content["signature"] == digest.signature
    assert [s["text"] for s in content["sentences"]] == texts(digest)
    assert content["certificate"]["ratio"] == pytest.approx(digest.certificate.ratio, rel=1e-5)


def test_what_was_read_is_summed_up():
    split = bridge_model().collection.split
    summary = bridge_model().summary
    assert summary.startswith(f"5 documents, {len(split.sentences)} sentences, ")


def test_a_file_that_cannot_be_read_is_named_in_every_digest(folder):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more")
    (folder / "copy.txt").write_text(TEXTS["schools.txt"], encoding="utf-8")
    collection = Collection.read([str(folder)])
    digest = collection.fit(Options(sweeps=12)).digest("bridge", words=60)
    assert any(w.startswith(f"skipped {Path('town', 'broken.pdf')}") for w in digest.warnings)
    assert any("same text as" in warning for warning in collection.warnings)
    assert not any("same text as" in warning for warning in digest.warnings)


@pytest.mark.parametrize("text", ["", "the of and"])
def test_documents_without_a_term_are_refused(tmp_path, text):
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(EmptyCollectionError) as error:
        Collection.read(tmp_path)
    assert "\n" not in str(error.value)


def test_nothing_to_read_is_refused(tmp_path):
    with pytest.raises(EmptyCollectionError, match="no document could be read"):
        Collection.read([tmp_path / "nowhere.txt"])
