"""Open what a question needs of a saved collection, without reading all of it.

With the option `focus`, these are the documents that match best. Of a large collection they are
those with the best-matching sentences: the question is weighed in the whole collection by its
inverted index and its outline, and only the walk and the selection look at what is opened.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.answer.scope import named_documents
from hyperdigest.base.arrays import Ints
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import Postings
from hyperdigest.ranking.focus import (
    FocusIndex,
    best_documents,
    documents_to_open,
    is_narrower,
)
from hyperdigest.ranking.weighing import Whole
from hyperdigest.reader import Scope
from hyperdigest.record import Contents, history_entry
from hyperdigest.selection.choose import any_fits
from hyperdigest.split import count_languages
from hyperdigest.store.file import Store, languages_of, options_of
from hyperdigest.store.outlined import AskedStore
from hyperdigest.store.saving import C, M, read_model

LARGE = 2_000_000
"""Collections of more tokens are not read whole: some 200,000 sentences."""

MOST_SENTENCES = 20_000
"""Documents are opened until they have so many sentences."""


def part_for(
    kind: type[M], collection: type[C], store: AskedStore, question: Question
) -> tuple[M, Options, Scope] | None:
    """The part of a saved model that a question needs, its options, and the scope.

    None if all documents are needed: constraints about dates or new documents concern them all.
    """
    options = question.options(options_of(store), store.n_states - 1)
    of_all = question.constraints.dated or question.constraints.wants_news
    if options.focus and not of_all:
        part = _focused(kind, collection, store, question, options)
        if part is not None:
            return part[0], options, part[1]
    elif _looks_into_part(store, options) and not of_all:
        weighed, named = store.weigh(question, options), _named(store, question)
        is_general = weighed.is_general
        best = documents_to_open(
            weighed.best, store.sizes, named, MOST_SENTENCES, is_general=is_general
        )
        if best is not None:
            whole = weighed.opened(best)
            del weighed  # large arrays, before more is read
            model, scope = _part(kind, collection, store, whole, best)
            if any_fits(model.collection.split.sentences, options):
                return model, options, scope
    return None


def is_large(store: Store) -> bool:
    """Whether a saved collection is so large that it is opened in part."""
    return int(store.document_tokens.sum()) > LARGE


def contents_of(store: Store) -> Contents:
    """What a saved collection consists of."""
    languages = languages_of(store) or [options_of(store).language] * store.n_documents
    return Contents(
        store.n_documents,
        count_languages(languages),
        int(store.sizes.sum()),
        int(store.document_tokens.sum()),
        int(np.count_nonzero(store.topic_tokens[0])),
        store.meta["corpus"],
        tuple(store.meta["warnings"]),
    )


def _named(store: Store, question: Question) -> NDArray[np.int32]:
    """The numbers, in order, of the documents that constraints name."""
    if not question.constraints.places:
        return np.zeros(0, np.int32)
    numbers = {name: number for number, name in enumerate(store.document_names)}
    return named_documents(question.constraints, numbers)


def _looks_into_part(store: Store, options: Options) -> bool:
    """Whether a part of a collection is opened: it is large, and the options weigh its sentences by
    their words, and not by what all others cover, by embeddings, or by hyperedges of a plugin."""
    of_others = options.coverage_balance or options.embedding_model or options.hyperedges
    return not (options.whole or of_others) and is_large(store)


def _focused(
    kind: type[M],
    collection: type[C],
    store: Store,
    question: Question,
    options: Options,
) -> tuple[M, Scope] | None:
    """The model of the documents that the option `focus` asks for, and their scope.

    There are twice as many, and so on, if no sentence of these fits the budget; None for all.
    """
    terms = {term: number for number, term in enumerate(store.vocabulary)}
    languages = tuple(count_languages(languages_of(store) or [options.language]))
    postings = Postings(store.in_documents, store.document_tokens)
    index, named = FocusIndex(terms, languages, postings), _named(store, question)
    weights = index.weights(question, options)
    while is_narrower(options, store.n_documents, named):
        documents, warning = best_documents(weights, options.focus, index.postings, named)
        model = read_model(kind, collection, store, documents)
        if any_fits(model.collection.split.sentences, options):
            view = replace(model.collection, parent_hash=store.meta["corpus"])
            scope = Scope(documents, np.ones(len(documents), bool), focus_warnings=(warning,))
            return replace(model, collection=view), scope
        options = options.changed(focus=2 * options.focus)
    return None


def _part(
    kind: type[M],
    collection: type[C],
    store: Store,
    whole: Whole,
    documents: Ints,
) -> tuple[M, Scope]:
    """The model of some documents, with the frequencies of terms in all, and their scope."""
    model = read_model(kind, collection, store, documents)
    sizes = store.sizes
    own = np.bincount(model.collection.split.sentences.document, minlength=len(documents))
    if (own != sizes[documents]).any():
        raise ValueError("its outline does not match its documents")
    of_whole = whole.index.collection
    numbers = of_whole.term_numbers
    terms = [numbers[term] for term in model.collection.split.vocabulary]
    frequencies = store.term_sentences[store.term_ids[terms]]
    view = replace(
        model.collection,
        parent_hash=store.meta["corpus"],
        isf=np.log(int(store.sizes.sum()) / frequencies),
    )
    scope = Scope(documents, np.ones(len(documents), bool), whole=whole)
    entry = history_entry(documents, store.n_documents, store.meta["corpus"])
    return replace(model, collection=view, history=(*model.history, entry)), scope
