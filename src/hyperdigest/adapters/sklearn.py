"""scikit-learn: texts as shares of topics, a step of a pipeline.

>>> from sklearn.linear_model import LogisticRegression
>>> from sklearn.pipeline import make_pipeline
>>> pipeline = make_pipeline(TopicTransformer(sweeps=100), LogisticRegression())
>>> pipeline.fit(["The moon covers the sun.", "The road is closed."], ["sky", "road"])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.documents import Document
from hyperdigest.errors import EmptyCollectionError, OptionError, missing_extra
from hyperdigest.options import Options

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:
    raise missing_extra(error, "sklearn") from error

if TYPE_CHECKING:
    from hyperdigest.model import Model

Shares = NDArray[np.float64]


class TopicTransformer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Texts as the shares of their terms that belong to each topic: (n_texts, K), dense.

    A hierarchical Dirichlet process finds the topics and their number. The topics of a new text are
    sampled given those of the fitted texts, which do not change. Each new text is transformed by
    itself, so that its row does not depend on the others. The same seed gives the same rows.

    `fit` raises OptionError if a parameter is out of its range or a text is no string, and
    EmptyCollectionError if no text has a sentence with a term.

    Parameters
    ----------
    language : of stop words and stemmer (ISO 639-1); ``auto`` to detect that of each text.
    sweeps : Gibbs sweeps of the fit.
    fold_sweeps : Gibbs sweeps over a new text.
    sentence_concentration, document_concentration, corpus_concentration, term_concentration,
    term_prior : of the topic model; larger concentrations give more topics.
    random_state : seed, or a random state to draw one from; None for NumPy's global random state.

    Attributes
    ----------
    model_ : the model of the texts, whose names are their numbers; it can be asked for digests.
    n_topics_ : K.
    """

    def __init__(
        self,
        *,
        language: str = "auto",
        sweeps: int = 200,
        fold_sweeps: int = 50,
        sentence_concentration: float = 0.75,
        document_concentration: float = 1.5,
        corpus_concentration: float = 7.0,
        term_concentration: float = 50.0,
        term_prior: Literal["total", "each"] = "total",
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.language = language
        self.sweeps = sweeps
        self.fold_sweeps = fold_sweeps
        self.sentence_concentration = sentence_concentration
        self.document_concentration = document_concentration
        self.corpus_concentration = corpus_concentration
        self.term_concentration = term_concentration
        self.term_prior = term_prior
        self.random_state = random_state

    def fit(self, X: Iterable[str], y: ArrayLike | None = None) -> TopicTransformer:
        """Fit the topics of texts; `y` is ignored."""
        from hyperdigest.model import Collection

        chosen = self.get_params(deep=False)
        seed = chosen.pop("random_state")
        if not isinstance(seed, int | np.integer):
            seed = check_random_state(seed).randint(2**31 - 1)
        sweeps = chosen.pop("fold_sweeps")
        if not isinstance(sweeps, int | np.integer) or sweeps < 1:
            raise OptionError(f"fold_sweeps is {sweeps!r}: give a whole number from 1 on")
        options = Options(seed=int(seed), samples=0, **chosen)
        documents = [Document(str(n), str(n), text) for n, text in enumerate(_texts(X))]
        collection = Collection.of(documents, language=self.language)
        self.model_ = collection.fit(options)
        self.n_topics_ = self.model_.topics.best.n_topics
        return self

    def fit_transform(self, X: Iterable[str], y: ArrayLike | None = None, **unused: Any) -> Shares:
        """Fit the topics of texts, and return the shares of these texts in the fit."""
        from hyperdigest.views.topics import shares

        model = self.fit(X, y).model_
        split = model.collection.split
        document_of = split.sentences.document[split.sentence_of]
        return shares(model.topics.best, document_of, len(model.collection.documents))

    def transform(self, X: Iterable[str]) -> Shares:
        """The shares of new texts; a row sums to 1 minus the share of topics that only it has.

        The row of a text without a term is 0.
        """
        check_is_fitted(self)
        # Only the topics of the most likely sample are needed.
        best_only = replace(self.model_.topics, samples=[])
        model = type(self.model_)(self.model_.collection, self.model_.options, best_only)
        texts = _texts(X)
        rows = {text: _new_shares(model, text, self.fold_sweeps) for text in dict.fromkeys(texts)}
        return np.array([rows[text] for text in texts]).reshape(len(texts), self.n_topics_)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[np.object_]:
        """(K,) the names of the topics, which are distinct."""
        check_is_fitted(self)
        return np.array(self.model_.topic_view.labels, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def _texts(given: Iterable[str]) -> Sequence[str]:
    if isinstance(given, str):
        raise OptionError(f"texts are one string, {given!r:.40}: put it in a list")
    try:
        texts = list(given)
    except TypeError as error:
        raise OptionError(f"texts are {given!r:.40}: give a list of strings") from error
    for n, text in enumerate(texts):
        if not isinstance(text, str):
            kind = type(text).__name__
            raise OptionError(f"text {n} is of type {kind}: give a list of strings")
    return texts


def _new_shares(model: Model, text: str, sweeps: int) -> Shares:
    """(K,) the shares of a new text, which is added to the model without the other new texts."""
    from hyperdigest.model import Collection
    from hyperdigest.store.growing import added

    name = str(len(model.collection.documents))
    n_topics, known = model.topics.best.n_topics, len(model.collection.split.terms)
    language, most = model.collection.language, next(iter(model.collection.language_counts))
    try:
        new = Collection.of([Document(name, name, text)], language=language, default=most)
    except EmptyCollectionError:
        return np.zeros(n_topics)
    topics = added(model, new, sweeps).topics.best.assignments[known:]
    return np.bincount(topics, minlength=n_topics)[:n_topics] / len(topics)
