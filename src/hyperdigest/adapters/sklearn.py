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

    A hierarchical Dirichlet process finds the topics, and how many there are. A new text gets its
    topics given those of the texts fitted, which stay as they are; each new text by itself, so
    that its row does not depend on what else is transformed. The same seed gives the same rows.

    `fit` raises an OptionError where a parameter is out of its range or the texts are no strings,
    and an EmptyCollectionError where no text has a sentence with a word that means something.

    Parameters
    ----------
    language : of stop words and stemmer (ISO 639-1); ``auto`` detects that of each text.
    sweeps : Gibbs sweeps of the fit.
    fold_sweeps : Gibbs sweeps over a new text.
    sentence_concentration, document_concentration, corpus_concentration, term_concentration,
    term_prior : of the topic model; larger concentrations give more topics.
    random_state : seed, or a source of seeds; None takes one from NumPy's global source.

    Attributes
    ----------
    model_ : the texts with their topics, called by their numbers; it can be asked for digests.
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
        """Find the topics of texts; `y` is not looked at."""
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
        """The shares of the texts that the topics are found in, as the fit itself has them."""
        from hyperdigest.views.topics import shares

        model = self.fit(X, y).model_
        split = model.collection.split
        document_of = split.sentences.document[split.sentence_of]
        return shares(model.topics.best, document_of, len(model.collection.documents))

    def transform(self, X: Iterable[str]) -> Shares:
        """The shares of new texts; a row sums to 1, less what stands in topics of its own.

        A text without a word that means something has a row of zeros.
        """
        check_is_fitted(self)
        # Of all states of the sampler only the likeliest is looked at.
        likeliest = replace(self.model_.topics, samples=[])
        lean = type(self.model_)(self.model_.collection, self.model_.options, likeliest)
        texts = _texts(X)
        rows = {text: _folded(lean, text, self.fold_sweeps) for text in dict.fromkeys(texts)}
        return np.array([rows[text] for text in texts]).reshape(len(texts), self.n_topics_)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[np.object_]:
        """(K,) the names of the topics, no two the same."""
        check_is_fitted(self)
        return np.array(self.model_.topic_view.labels, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def _texts(given: Iterable[str]) -> Sequence[str]:
    if isinstance(given, str):
        raise OptionError("one text was given where texts are wanted: put it in a list")
    try:
        texts = list(given)
    except TypeError as error:
        raise OptionError(f"texts are {given!r:.40}: give a list of strings") from error
    for n, text in enumerate(texts):
        if not isinstance(text, str):
            kind = type(text).__name__
            raise OptionError(f"text {n} is no string but of type {kind}: give a list of strings")
    return texts


def _folded(model: Model, text: str, sweeps: int) -> Shares:
    """(K,) the shares of a text that is added to a model alone."""
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
