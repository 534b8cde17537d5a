"""A feature whose option is off changes nothing."""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.features.corroboration.search import reward_agreement
from hyperdigest.features.how_to import favour_commands
from hyperdigest.features.numbers import favour_numbers
from hyperdigest.features.subject import favour_subjects
from hyperdigest.question import Question
from hyperdigest.ranking.rank import rank

TEXT = """# The ferry

The ferry has two decks. To start the ferry, tell the keeper of the lamp:

```
ferry --start
```

A ferry is a boat that crosses a river and comes back.
"""


@pytest.fixture(scope="module")
def model():
    documents = [Document(name, name, TEXT, format="markdown") for name in ("one", "other")]
    return Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1))


@pytest.mark.parametrize(
    ("favour", "option", "question"),
    [
        (favour_commands, "written_evidence", "How do I start the ferry?"),
        (favour_numbers, "word_evidence", "How many decks does the ferry have?"),
        (favour_subjects, "word_evidence", "What is a ferry?"),
    ],
)
def test_a_feature_changes_a_ranking_only_if_its_option_is_on(model, favour, option, question):
    asked, off = Question.of(question), model.options.changed(**{option: 0.0})
    ranking = rank(model, asked, model.options)
    assert favour(ranking, model, asked, model.options) is not ranking
    assert favour(ranking, model, asked, off) is ranking


def test_agreement_counts_only_if_it_is_asked_for(model):
    ranking = rank(model, Question.of("What is a ferry?"), model.options)
    on = model.options.changed(corroboration=1.0)
    assert reward_agreement(ranking, model, on) is not ranking
    assert reward_agreement(ranking, model, model.options) is ranking
