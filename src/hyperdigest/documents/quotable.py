"""Which sentences may be quoted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import first_of_equals, is_among
from hyperdigest.documents.sentences import FORMS, SENTENCE_KINDS, Sentences

FEWEST_WORDS_ALONE = 3
"""The fewest words of an item that is quoted without a context."""


def may_be_quoted(
    sentences: Sentences,
    shortest: int,
    *,
    any_form: bool = False,
    prose_only: bool = False,
    documents: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """(N,) the sentences that may be quoted.

    These are whole sentences of prose of at least `shortest` words, and unless `prose_only`
    items, steps, rows, code, definitions and short answers, with whatever words they have; an
    item of fewer than `FEWEST_WORDS_ALONE` needs a context to say something. Of sentences with
    the same words, after the same context, only the first counts. With `any_form`, they are all
    sentences of at least `shortest` words. `documents` marks, (D,), the documents to pick from;
    None for all.
    """
    found, wording = wordings(
        sentences, shortest, any_form=any_form, prose_only=prose_only, documents=documents
    )
    if not any_form:
        found[found] = first_of_equals(wording[found])
    return found


def wordings(
    sentences: Sentences,
    shortest: int,
    *,
    any_form: bool = False,
    prose_only: bool = False,
    documents: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.uint64]]:
    """(N,) the sentences that `may_be_quoted`, or would be if no other had the same words, and
    hashes of the words of each with its context."""
    long_enough = sentences.words >= shortest
    searched = np.ones(len(sentences), bool) if documents is None else documents[sentences.document]
    if any_form:
        return searched & long_enough, sentences.text_hash
    quotable = np.isin(sentences.form, [FORMS.index("prose"), FORMS.index("incomplete")])
    quotable &= long_enough
    repeats_heading = _repeats_heading(sentences)
    quotable &= (sentences.form == FORMS.index("prose")) | ~repeats_heading
    wording = sentences.text_hash
    if not prose_only:
        is_item = sentences.kind == SENTENCE_KINDS.index("item")
        says_nothing = is_item & (sentences.words < FEWEST_WORDS_ALONE) & (sentences.context == 0)
        is_part = (sentences.kind > 0) | (sentences.form == FORMS.index("answer"))
        structure = is_part & ~says_nothing & ~repeats_heading
        quotable |= structure
        part, before = _wordings_before(sentences, structure)
        wording = wording.copy()
        wording[part] += before
    return quotable & searched, wording


def _wordings_before(
    sentences: Sentences, parts: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    """Those of some sentences that others are quoted before, and hashes of these words."""
    own, contexts = sentences.context_chains()
    is_part = parts[own]
    own, contexts = own[is_part], contexts[is_part]
    hashes = np.zeros(len(own), np.uint64)
    for needed in contexts.T:
        has_context = needed >= 0
        hashes[has_context] += sentences.text_hash[needed[has_context]]
        hashes[has_context] *= np.uint64(31)
    return own, hashes


def _repeats_heading(sentences: Sentences) -> NDArray[np.bool_]:
    """(N,) the sentences with the words of a heading of their document, such as entries of its
    table of contents; in a list, if more than half of it has such words."""
    key = sentences.hashes_in_documents()
    repeats = is_among(key, key[sentences.form == FORMS.index("heading")])
    begins = np.flatnonzero(sentences.list_number)
    lists = sentences.document[begins] * np.int64(2**32) + sentences.list_number[begins]
    _, own = np.unique(lists, return_inverse=True)
    repeats[begins] &= (2 * np.bincount(own, repeats[begins]) > np.bincount(own))[own]
    return repeats
