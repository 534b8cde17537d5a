"""The documents that match a question best, found before anything else is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.constraints import Wishes, documents_named
from hyperdigest.documents import Sentences
from hyperdigest.options import Options
from hyperdigest.query.bm25 import BM25, Postings
from hyperdigest.query.news import News
from hyperdigest.query.terms import terms_with_earlier

NONE = np.zeros(0, np.int32)
"""No document."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The documents to look into, by their numbers in order, and what to tell the user of it:
    `undated` of those that were left out since they have no date. `news` says which are new, where
    what is new is wanted alone."""

    documents: NDArray[np.int32]
    told: str
    undated: Sequence[str] = ()
    news: News | None = None


def documents_of(wishes: Wishes, numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """The documents of the sentences that wishes name, in order.

    `numbers` are those of all documents by name. An OptionError is raised where there is no
    document of a name.
    """
    if not wishes.places:
        return NONE
    return np.unique(np.array(documents_named(wishes.places, numbers), np.int32))


def focus_on(
    questions: Sequence[str],
    numbers: Mapping[str, int],
    languages: Sequence[str],
    options: Options,
    postings: Postings,
    named: NDArray[np.int32],
    among: NDArray[np.bool_] | None = None,
) -> Focus:
    """The documents that match a question best, as many as the options say, and those `named`.

    `questions` are the question, and those asked before it, oldest first. `numbers` are those of
    the terms that are known. `languages` are those of the documents, that of most first. `among`,
    (D,), are the documents that may be looked into; all without it.
    """
    question, *earlier = questions
    terms, _ = terms_with_earlier(question, earlier, numbers, languages, options.asking_weight)
    return find_focus(terms, options.focus, postings, named, among)


def with_known(news: News, new: Focus, known: Focus, sentences: Sentences) -> Focus:
    """A focus on new documents and one on known ones as one, of which a digest of what is new is
    made: without known documents all would be new. `sentences` are those of all documents."""
    found = np.union1d(new.documents, known.documents)
    counts = len(new.documents), len(known.documents), len(news.new)
    told = "looked into {} new and {} known of {} documents that match the question best (focus)"
    return Focus(found, told.format(*counts), news=news.of(found, sentences))


def narrows(options: Options, n_documents: int, named: NDArray[np.int32]) -> bool:
    """Whether the options ask to look into fewer documents than there are, the named among them."""
    return options.focus > 0 and max(options.focus, len(named)) < n_documents


def find_focus(
    terms: NDArray[np.float64],
    most: int,
    postings: Postings,
    named: NDArray[np.int32] = NONE,
    among: NDArray[np.bool_] | None = None,
) -> Focus:
    """The documents that match a question best, `most` of them, by BM25 of its terms.

    Equal matches go to the earlier document. A question of which nothing is known matches all
    documents alike. `terms` are the (V,) weights of the question's terms. `named` are documents
    that are among them whatever they match, be they more than `most`. Others are `among` those, a
    (D,) mask, where it is given.
    """
    asked = np.flatnonzero(terms)
    lengths = postings.lengths if among is None else np.where(among, postings.lengths, 0)
    held = np.flatnonzero(lengths).astype(np.int32)
    total = len(postings.lengths)
    first, why = "first ", "alone"
    if len(asked) and len(held):
        documents = BM25(postings.counts(asked)[:, held].tocsr(), lengths=postings.lengths[held])
        scores = documents.scores(terms[asked])
        best = np.argsort(-scores, kind="stable")
        held = held[best[scores[best] > 0]]
        first, why = "", "that match the question best"
    others = held[~np.isin(held, named)]
    found = np.union1d(named, others[: max(0, most - len(named))])
    return Focus(found, f"looked into the {first}{len(found)} of {total} documents {why} (focus)")
