import numpy as np
import pytest

from hyperdigest import Collection, Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.features.how_to import (
    CODE_FACTOR,
    OPTION_FACTOR,
    OTHER_CODE_FACTOR,
    favour_commands,
)
from hyperdigest.question import Question
from hyperdigest.ranking.rank import rank

MANUAL = """# The ferry

The ferry goes at night if somebody asks for it at the pier before eight.

To start the ferry, and to tell the keeper of the lamp:

```
ferry --start --tell keeper
```

The lamp is lit by its keeper. The ferry and the lamp are old.
"""


@pytest.fixture(scope="module")
def model():
    return Collection.of([Document("m", "m", MANUAL, format="markdown")], language="en").fit()


@pytest.mark.parametrize(
    "question", ["How do I start the ferry?", "Which command starts the ferry?", "Start the ferry"]
)
def test_code_is_more_relevant_to_a_question_how_to_do_something(model, question):
    asked = Question.of(question)
    before = rank(model, asked, model.options)
    after = favour_commands(before, model, asked, model.options)
    ratio = after.relevance / before.relevance
    is_code = model.collection.split.sentences.kind == SENTENCE_KINDS.index("code")
    assert is_code.sum() == 1
    assert np.unique(ratio[~is_code].round(12)).size == 1
    assert ratio[is_code] == pytest.approx(CODE_FACTOR * ratio[~is_code][0])
    assert after.relevance.sum() == pytest.approx(1)
    assert after.value.sum() == pytest.approx(1)


def test_code_is_less_relevant_to_other_questions(model):
    asked = Question.of("When does the ferry go?")
    before = rank(model, asked, model.options)
    ratio = favour_commands(before, model, asked, model.options).relevance / before.relevance
    is_code = model.collection.split.sentences.kind == SENTENCE_KINDS.index("code")
    assert ratio[is_code] == pytest.approx(OTHER_CODE_FACTOR * ratio[~is_code][0])
    assert np.unique(ratio[~is_code].round(12)).size == 1


def test_a_search_for_words_alone_changes_nothing(model):
    asked = Question.of("Ferry lamp keeper")
    before = rank(model, asked, model.options)
    assert favour_commands(before, model, asked, model.options) is before


def test_a_command_counts_as_far_as_the_passage_around_it_matches():
    about = "Wind turns the mill slowly on most days of the week and on some nights too. " * 12
    other = f"# The mill\n\n{about}\n\nTo start the mill:\n\n```\nmill --start\n```\n"
    documents = [
        Document(name, name, text, format="markdown")
        for name, text in (("ferry", MANUAL), ("mill", other))
    ]
    model = Collection.of(documents, language="en").fit()
    asked = Question.of("How do I start the ferry?")
    before = rank(model, asked, model.options)
    ratio = favour_commands(before, model, asked, model.options).relevance / before.relevance
    sentences = model.collection.split.sentences
    is_code = sentences.kind == SENTENCE_KINDS.index("code")
    of_ferry, of_mill = ratio[is_code] / ratio[~is_code][0]
    assert of_ferry == pytest.approx(CODE_FACTOR)
    assert 1 < of_mill < of_ferry


def test_a_sentence_that_names_an_option_is_more_relevant_too():
    prose = "Give the ferry -t so that it starts. The well-known ferry - a boat - goes at night."
    model = Collection.of([Document("m", "m", prose)], language="en").fit()
    asked = Question.of("How do I start the ferry?")
    before = rank(model, asked, model.options)
    named, other = favour_commands(before, model, asked, model.options).relevance / before.relevance
    assert named == pytest.approx(OPTION_FACTOR * other)


def test_what_explains_an_option_is_more_relevant_too():
    options = "OPTIONS\n\n-t, --tell\n    Starts the ferry.\n\nOlder ferries start at noon.\n"
    model = Collection.of([Document("m", "m", options)], language="en").fit()
    asked = Question.of("How do I start the ferry?")
    before = rank(model, asked, model.options)
    ratio = favour_commands(before, model, asked, model.options).relevance / before.relevance
    explains = model.collection.split.sentences.kind == SENTENCE_KINDS.index("definition")
    assert explains.sum() == 1
    assert ratio[explains] == pytest.approx(OPTION_FACTOR * ratio[-1])


def test_without_commands_nothing_changes():
    prose = "The ferry goes at night. The lamp is lit by its keeper. How do I start it?"
    model = Collection.of([Document("m", "m", prose)], language="en").fit()
    asked = Question.of("How do I start the ferry?")
    before = rank(model, asked, model.options)
    assert favour_commands(before, model, asked, model.options) is before
