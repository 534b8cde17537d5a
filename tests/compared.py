"""Whether two models are the same in all that a digest or a file is made of."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from hyperdigest import Model
from hyperdigest.documents import Sentences
from hyperdigest.split import Split


def same_split(mine: Split, theirs: Split, *, words: bool = True) -> None:
    """Fail unless the two are equal, the words that terms are shown as too, if `words`."""
    assert mine.vocabulary == theirs.vocabulary
    assert not words or mine.words == theirs.words
    columns = [
        *((getattr(s.sentences, f.name) for s in (mine, theirs)) for f in fields(Sentences)),
        (mine.terms, theirs.terms),
        (mine.sentence_of, theirs.sentence_of),
    ]
    for one, other in columns:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def same_model(mine: Model, theirs: Model) -> None:
    """Fail unless the two are equal."""
    assert mine.options == theirs.options
    assert mine.history == theirs.history
    assert mine.collection.documents == theirs.collection.documents
    assert mine.collection.language == theirs.collection.language
    assert mine.collection.warnings == theirs.collection.warnings
    assert mine.collection.corpus_hash == theirs.collection.corpus_hash
    same_split(mine.collection.split, theirs.collection.split)
    for one, other in zip(states(mine), states(theirs), strict=True):
        assert one.n_topics == other.n_topics
        assert one.assignments.dtype == other.assignments.dtype
        np.testing.assert_array_equal(one.assignments, other.assignments)
    for name in ("trace", "traces", "concentrations"):
        np.testing.assert_array_equal(getattr(mine.topics, name), getattr(theirs.topics, name))


def states(model: Model):
    """The best state and every sample."""
    return [model.topics.best, *model.topics.samples]
