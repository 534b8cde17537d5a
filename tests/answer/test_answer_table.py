"""All sentences of a collection with what was computed of them for a question."""

import numpy as np
import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.answer.cite import chosen_citations
from hyperdigest.documents import Document
from hyperdigest.model import Collection
from hyperdigest.options import Options


@pytest.fixture(scope="module")
def answer():
    return bridge_model().ask(QUESTION, 60)


def test_each_row_is_a_sentence_with_its_source(answer):
    table = answer.table()
    texts = {document.name: document.text for document in answer.model.collection.documents}
    rows = zip(table["document"], table["start"], table["end"], strict=True)
    assert [texts[name][start:end] for name, start, end in rows] == table["text"]
    assert {len(column) for column in table.values()} == {len(answer.ranking.relevance)}
    assert table["words"] == [len(text.split()) for text in table["text"]]
    assert table["path"][0] == f"town/{table['document'][0]}"
    assert {*table["page"]} == {None}


def test_chosen_rows_are_the_sentences_of_the_digest(answer):
    table, citations = answer.table(), chosen_citations(answer)
    chosen = sorted((step, n) for n, step in enumerate(table["chosen"]) if step)
    assert [step for step, _ in chosen] == list(range(1, len(citations) + 1))
    for (_, n), citation in zip(chosen, citations, strict=True):
        assert (table["document"][n], table["start"][n]) == (citation.document, citation.start)
        assert (table["score"][n], table["gain"][n]) == (citation.score, citation.gain)
        assert table["eligible"][n]
    assert [gain is None for gain in table["gain"]] == [step is None for step in table["chosen"]]


def test_scores_and_evidence_are_those_of_the_answer(answer):
    table = answer.table()
    assert np.array_equal(table["score"], answer.ranking.relevance)
    assert np.array_equal(table["evidence"], answer.ranking.evidence)
    assert np.array_equal(table["eligible"], answer.eligible)


def test_the_topic_is_the_one_with_the_largest_share(answer):
    view = answer.model.topic_view
    for n, label in enumerate(answer.table()["topic"]):
        assert label == view.shares(n)[0].label


def test_a_sentence_of_a_pdf_has_its_page():
    document = Document("a", "a", "The moon is round. The sun is hot.", format="pdf", pages=(0, 19))
    answer = Collection.of([document]).fit(Options(sweeps=5, samples=1)).ask("moon", shortest=1)
    assert answer.table()["page"] == [1, 2]
    assert answer.table()["page_label"] == [None, None]


def test_a_sentence_of_a_pdf_has_the_label_of_its_page():
    text = "The moon is round. The sun is hot."
    document = Document("a", "a", text, format="pdf", pages=(0, 19), page_labels=("iv", "1"))
    answer = Collection.of([document]).fit(Options(sweeps=5, samples=1)).ask("moon", shortest=1)
    assert answer.table()["page_label"] == ["iv", "1"]
