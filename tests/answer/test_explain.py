from dataclasses import replace

import numpy as np
import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.answer.explain import MOST_COVERED, RUNNERS_UP
from hyperdigest.documents import FORMS
from hyperdigest.relevance import relevance
from hyperdigest.split import Analyzer
from oracles.hypergraph import transition


@pytest.fixture(params=["default", "paper"])
def answer(request):
    return bridge_model().ask(QUESTION, 60, preset=request.param)


def index_of(citation):
    """Number of a cited sentence in its collection."""
    collection = bridge_model().collection
    names = [document.name for document in collection.documents]
    columns = collection.split.sentences
    here = (columns.document == names.index(citation.document)) & (columns.start == citation.start)
    return int(np.flatnonzero(here)[0])


def test_every_sentence_of_the_digest_has_a_reason_in_the_order_of_selection(answer):
    explanation, digest = answer.explain(), answer.digest()
    picked = [reason.citation for reason in explanation.reasons]
    assert [index_of(citation) for citation in picked] == list(answer.chosen)
    assert sorted(picked, key=index_of) == list(digest.sentences)
    assert [reason.step for reason in explanation.reasons] == list(range(1, len(picked) + 1))
    assert sum(reason.gain_share for reason in explanation.reasons) == pytest.approx(1)
    for name in ("question", "budget", "words", "signature", "warnings"):
        assert getattr(explanation, name) == getattr(digest, name)


def test_a_sentence_that_completes_a_list_says_so(answer):
    first, *_ = answer.chosen
    choice = replace(answer.choice, completing=frozenset({first}))
    reasons = replace(answer, choice=choice).explain().reasons
    assert [reason.completes for reason in reasons] == [i == first for i in answer.chosen]


def test_relevance_and_centrality_are_multiples_of_the_mean(answer):
    walk = relevance(answer.ranking.hypergraph, answer.ranking.terms, 1.0, answer.options.damping)
    for reason in answer.explain().reasons:
        i = index_of(reason.citation)
        assert reason.relevance == pytest.approx(
            answer.ranking.evidence[i] * len(answer.ranking.evidence)
        )
        assert reason.centrality == pytest.approx(walk[i] / walk.mean())


def test_coverage_is_the_probability_of_being_reached_from_other_sentences(answer):
    steps = transition(answer.ranking.hypergraph)
    chosen = list(answer.chosen)
    for reason in answer.explain().reasons:
        s = index_of(reason.citation)
        assert reason.coverage == pytest.approx(1 + np.delete(steps[:, s], s).sum())
        outside = np.delete(steps[:, s], chosen)
        expected = sorted(outside[outside > 0], reverse=True)[:MOST_COVERED]
        assert [covered.chance for covered in reason.covers] == pytest.approx(expected)
        picked = {citation.citation.text for citation in answer.explain().reasons}
        assert not picked & {covered.text for covered in reason.covers}


def test_matched_words_of_the_question_are_in_the_sentence(answer):
    analyzer, asked = Analyzer("en"), set(Analyzer("en").terms(QUESTION))
    for reason in answer.explain().reasons:
        terms = set(analyzer.terms(reason.citation.text)) & asked
        assert {analyzer.term(word) for word in reason.question_words} == terms


def test_runners_up_are_eligible_and_ordered_by_gain_for_cost(answer):
    explanation = answer.explain()
    left = explanation.budget - explanation.words
    grown = answer.problem.objective.copy()
    for sentence in answer.chosen:
        grown.add(sentence)
    gains, ratios = grown.marginal_gains(np.arange(len(answer.ranking.relevance)))(), []
    assert 1 <= len(explanation.runners_up) <= RUNNERS_UP
    for runner in explanation.runners_up:
        i = index_of(runner.citation)
        assert answer.eligible[i]
        assert i not in answer.chosen
        assert runner.missing == runner.citation.words - left > 0
        assert runner.citation.gain == pytest.approx(gains[i])
        ratios.append(gains[i] / runner.citation.words**answer.options.cost_exponent)
    assert ratios == sorted(ratios, reverse=True)


def test_a_filler_that_was_left_out_is_not_too_long():
    found = []
    for words in (30, 33, 75):
        explanation = bridge_model().explain(QUESTION, words, least_share=1.0)
        left = words - explanation.used
        found += [(r.missing, max(0, r.citation.size - left)) for r in explanation.runners_up]
    assert all(missing == lacking for missing, lacking in found)
    assert {bool(missing) for missing, _ in found} == {False, True}


def test_if_all_eligible_sentences_are_selected_there_are_no_runners_up():
    assert bridge_model().explain(QUESTION, words=10**6).runners_up == ()


def test_ineligible_sentences_are_no_runners_up():
    answer = bridge_model().ask(QUESTION, 40, preset="default")
    forms = bridge_model().collection.split.sentences.form
    for runner in answer.explain().runners_up:
        assert FORMS[forms[index_of(runner.citation)]] in ("prose", "incomplete")


def test_an_exact_digest_is_explained_too():
    explanation = bridge_model().explain(QUESTION, 40, exact=True)
    digest = bridge_model().digest(QUESTION, 40, exact=True)
    assert [reason.citation for reason in explanation.reasons] == list(digest.sentences)
    assert sum(reason.gain_share for reason in explanation.reasons) == pytest.approx(1)
