"""The transformer in scikit-learn's own hands."""

import pickle
import sys

import numpy as np

from needed import needs

needs("pandas", "sklearn")

import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.utils import estimator_checks

from hyperdigest.adapters.sklearn import TopicTransformer
from hyperdigest.errors import EmptyCollectionError, OptionError

SKY = [
    "The moon covers the sun and the shadow of the moon falls on the plains.",
    "The shadow of the moon crosses the sun while the sky turns dark.",
    "A dark sky and a covered sun: the moon throws its shadow.",
    "The moon and the sun meet in the sky, and the shadow begins.",
]
ROADS = [
    "Traffic is heavy and police ask drivers to leave the roads early.",
    "Drivers wait on the roads while police count the traffic.",
    "Police close the roads to traffic, and drivers carry water.",
    "The traffic of the drivers fills the roads, the police say.",
]
TEXTS, LABELS = SKY + ROADS, ["sky"] * 4 + ["roads"] * 4
NEW = ["The moon hides the sun.", "Police stop the traffic on the roads.", "Of the and.", ""]

API = [
    estimator_checks.check_estimator_cloneable,
    estimator_checks.check_estimator_repr,
    estimator_checks.check_estimator_tags_renamed,
    estimator_checks.check_valid_tag_types,
    estimator_checks.check_no_attributes_set_in_init,
    estimator_checks.check_do_not_raise_errors_in_init_or_set_params,
    estimator_checks.check_parameters_default_constructible,
    estimator_checks.check_get_params_invariance,
    estimator_checks.check_set_params,
    estimator_checks.check_mixin_order,
]
"""The checks of scikit-learn that give the estimator no table of numbers to fit."""


def quick(**changes):
    few = {"sweeps": 30, "fold_sweeps": 20, "term_concentration": 2.0}
    return TopicTransformer(**(few | changes))


@pytest.fixture(scope="module")
def fitted():
    return quick().fit(TEXTS)


@pytest.mark.parametrize("check", API, ids=lambda check: check.__name__)
def test_the_estimator_passes_the_checks_of_scikit_learn(check):
    check("TopicTransformer", quick())


def test_texts_are_transformed_to_shares_of_topics(fitted):
    rows = fitted.fit_transform(TEXTS)
    assert rows.shape == (len(TEXTS), fitted.n_topics_)
    assert rows.sum(axis=1) == pytest.approx(1)
    assert (rows >= 0).all()


def test_fitting_does_not_change_parameters_and_returns_the_estimator():
    transformer = quick()
    before = transformer.get_params()
    assert transformer.fit(TEXTS, LABELS) is transformer
    assert transformer.get_params() == before


def test_a_new_text_has_the_topics_of_similar_texts():
    alike = np.zeros((2, len(TEXTS)))
    for seed in range(8):
        fitted = quick(random_state=seed)
        rows = fitted.fit_transform(TEXTS)
        new = fitted.transform(NEW)
        alike += new[:2] @ rows.T
        assert new[2:].tolist() == [[0] * fitted.n_topics_] * 2
    assert alike[0, :4].mean() > alike[0, 4:].mean()
    assert alike[1, 4:].mean() > alike[1, :4].mean()


def test_a_row_does_not_depend_on_the_others(fitted):
    together = fitted.transform([*TEXTS, *NEW])
    alone = np.vstack([fitted.transform([text]) for text in (*TEXTS, *NEW)])
    assert np.array_equal(together, alone)
    assert np.array_equal(fitted.transform(TEXTS[::-1]), fitted.transform(TEXTS)[::-1])


def test_the_same_seed_gives_the_same_rows_and_another_may_not():
    def rows(**seed):
        transformer = quick(**seed)
        return [transformer.fit_transform(TEXTS).tolist(), transformer.transform(NEW).tolist()]

    assert rows() == rows(random_state=0)
    assert rows(random_state=np.random.RandomState(5)) == rows(
        random_state=np.random.RandomState(5)
    )
    assert rows(random_state=1) != rows(random_state=2)
    np.random.seed(3)
    first = rows(random_state=None)
    np.random.seed(3)
    assert rows(random_state=None) == first


def test_features_are_named_by_the_words_of_their_topics(fitted):
    names = fitted.get_feature_names_out()
    assert len(set(names)) == len(names) == fitted.n_topics_
    words = {word for name in names for word in name.split(", ")}
    assert {"moon", "traffic"} <= words


def test_a_data_frame_is_returned_if_asked_for():
    table = quick().set_output(transform="pandas").fit_transform(pd.Series(TEXTS))
    assert isinstance(table, pd.DataFrame)
    assert table.shape[0] == len(TEXTS)


def test_texts_may_be_in_any_container(fitted):
    rows = fitted.transform(NEW)
    for given in (tuple(NEW), iter(NEW), np.array(NEW), np.array(NEW, object), pd.Series(NEW)):
        assert np.array_equal(fitted.transform(given), rows)
    assert fitted.transform([]).shape == (0, fitted.n_topics_)


def test_a_pipeline_is_searched_for_its_best_parameters():
    pipeline = make_pipeline(quick(), LogisticRegression())
    grid = {"topictransformer__term_concentration": [2.0, 5.0]}
    search = GridSearchCV(pipeline, grid, cv=2, error_score="raise").fit(TEXTS, LABELS)
    assert search.predict(TEXTS).tolist() == LABELS
    union = FeatureUnion([("a", quick()), ("b", quick(random_state=1))]).fit(TEXTS)
    assert len(union.get_feature_names_out()) == union.transform(NEW).shape[1]


def test_a_clone_has_the_parameters_without_the_fit(fitted):
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    for asked in (lambda: copy.transform(TEXTS), copy.get_feature_names_out):
        with pytest.raises(NotFittedError):
            asked()


def test_a_fitted_estimator_can_be_pickled(fitted):
    assert np.array_equal(pickle.loads(pickle.dumps(fitted)).transform(NEW), fitted.transform(NEW))


def test_the_fit_can_be_asked_for_a_digest(fitted):
    digest = fitted.model_.digest("Where does the shadow fall?", words=20)
    assert digest.sentences[0].document in map(str, range(4))


def test_stop_words_depend_on_the_language():
    german = quick(language="de").fit(["Der Mond verdeckt die Sonne.", "Die Straße ist gesperrt."])
    assert german.transform(["der und die"]).sum() == 0
    assert german.transform(["the und die"]).shape == (1, german.n_topics_)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("The moon covers the sun.", "texts are one string"),
        (["The moon.", 3], "text 1 is of type int"),
        ([b"The moon."], "text 0 is of type bytes"),
        (None, "texts are None: give a list of strings"),
    ],
)
def test_values_that_are_no_text_are_refused(fitted, given, told):
    for method in (quick().fit, fitted.transform):
        with pytest.raises(OptionError, match=told):
            method(given)


@pytest.mark.parametrize(
    "wrong", [{"sweeps": 0}, {"language": "xx"}, {"fold_sweeps": 0}, {"random_state": -1}]
)
def test_parameters_are_checked_when_they_are_used(wrong):
    with pytest.raises(OptionError):
        quick(**wrong).fit(TEXTS).transform(NEW)


def test_sweeps_over_new_texts_are_checked_before_the_fit():
    with pytest.raises(OptionError, match="fold_sweeps is 0"):
        quick(fold_sweeps=0).fit(TEXTS)


def test_texts_without_words_cannot_be_fitted():
    with pytest.raises(EmptyCollectionError):
        quick().fit(["", "of the"])


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    monkeypatch.delitem(sys.modules, "hyperdigest.adapters.sklearn")
    with pytest.raises(ImportError, match=r'pip install "hyperdigest\[sklearn\]"'):
        import hyperdigest.adapters.sklearn  # noqa: F401
