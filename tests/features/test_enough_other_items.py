"""Items without a word of the question beside such that have some."""

import numpy as np
import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.features.enough import own_terms
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.indexes import Indexes

LIST = """# Variables

The mill reads the following variables of its environment:

- MILL_JOBS sets the number of sacks that are ground side by side.
- MILL_GATE opens the gate of the dam in the evening.
- MILL_BELL rings the bell of the tower at noon.
- MILL_FLOUR says how fine the flour of the mill has to be.

The harbour has no variables.
"""


def digest_of(text, question, **options):
    model = Collection.of([Document("m.md", "m.md", text, format="markdown")], language="en").fit(
        Options(sweeps=5, samples=1)
    )
    return [sentence.text for sentence in model.digest(question, words=60, **options).sentences]


def test_items_that_only_their_lead_in_makes_relevant_are_left_out():
    question = "Which variable of the mill sets the number of sacks?"
    assert [text for text in digest_of(LIST, question) if text.startswith("MILL")] == [
        "MILL_JOBS sets the number of sacks that are ground side by side."
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which variables does the mill read?",  # several are asked for
        "What does the mill read from its environment?",  # no item has more than the lead-in
    ],
)
def test_all_items_stay_if_the_list_answers(question):
    assert sum(text.startswith("MILL") for text in digest_of(LIST, question)) == 4


THINGS = """# The ferry

Take these things with you:

- your ferry ticket
- a warm coat for the deck
- water for the children
- strong shoes

The ferry goes at noon.
"""


def test_one_word_of_what_all_is_about_does_not_divide_a_list():
    found = digest_of(THINGS, "What should I take with me on the ferry?")
    assert {"your ferry ticket", "a warm coat for the deck", "strong shoes"} <= {*found}


def test_what_the_lead_in_says_is_no_share_of_an_item():
    documents = [Document("m.md", "m.md", LIST, format="markdown")]
    model = Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1))
    collection, index = model.collection, Indexes.of(model).evidence.sentences
    assert isinstance(index, BM25)
    texts = collection.texts()
    items = np.array([n for n, text in enumerate(texts) if text.startswith("MILL")])
    before = items - collection.split.sentences.context[items]
    question = np.zeros(len(collection.term_numbers))
    for word in ("variabl", "mill", "gate", "number"):
        question[collection.term_numbers[word]] = 1.0
    found, n_terms = own_terms(items, before, question, index)
    idf = {word: index.idf[collection.term_numbers[word]] for word in ("gate", "number")}
    assert found == pytest.approx([idf["number"], idf["gate"], 0, 0])
    assert n_terms.tolist() == [1, 1, 0, 0]
