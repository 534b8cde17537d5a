"""The compressed forms of the sentences that a question may pick, ready for its selection.

`forms_of` finds those of a sentence and the tokens that each keeps; `Compressed.of` puts those of
many sentences together, numbers them for `Alternatives`, and says what share of its sentence each
keeps in the hyperedges of a hypergraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices, runs
from hyperdigest.documents import joined
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.alternatives import Alternatives
from hyperdigest.selection.parts import Parts
from hyperdigest.split.compression import compressed_forms
from hyperdigest.split.forms import visible
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import count_words

MOST = 8
"""The most forms of a sentence that are looked at: the longest."""

TIMES = 2
"""The sentences whose forms are looked at are those of the most worth for their cost that would
fill the budget so many times, and `LEAST` at least."""

LEAST = 24

ENOUGH = 24
"""Forms after which those of no further sentence are looked at."""

Bools = NDArray[np.bool_]
TokenEdges = Sequence[NDArray[np.int32]]
"""Families of hyperedges that are made of tokens: of each token of the collection, (T,), the
hyperedge that it is in."""


@dataclass(frozen=True, slots=True)
class CompressedForm:
    """What stays of a sentence: slices of its document, in order, and how many words they have."""

    parts: tuple[tuple[int, int], ...]
    words: int


@dataclass(frozen=True, eq=False)
class SentenceForms:
    """The F compressed forms of a sentence of t tokens, and the steps between them.

    Parameters
    ----------
    tokens : (F, t) which tokens each form keeps, at least one.
    """

    forms: tuple[CompressedForm, ...]
    tokens: Bools

    @cached_property
    def steps(self) -> tuple[Indices, Indices, Bools, Bools]:
        """Of each step from a form to another or to the whole, which is -1: the form, the other,
        whether that keeps all of it, and (n, t) the tokens that it has more."""
        rows = np.concatenate([self.tokens, np.ones((1, self.tokens.shape[1]), bool)])
        count = len(self.forms)
        before, after = np.repeat(np.arange(count), count + 1), np.tile(np.arange(count + 1), count)
        more = rows[after] & ~rows[before]
        longer = ~(rows[before] & ~rows[after]).any(axis=1)
        some = more.any(axis=1)
        after[after == count] = -1
        return before[some], after[some], longer[some], more[some]


NONE = SentenceForms((), np.zeros((0, 0), bool))


def forms_of(
    sentence: str, start: int, format: str, language: str, terms: Sequence[str]
) -> SentenceForms:
    """The compressed forms of a sentence that begins at `start` in its document.

    `terms` are those of its tokens; where cutting the sentence would make others of them, as in the
    middle of a word, a form is left out. `format` is that of the document.
    """
    found = compressed_forms(sentence, language)
    if not found:
        return NONE
    # What terminals and line ends do to plain text is not looked at: such terms are not the same.
    shown = visible(sentence, "plain" if format == "text" else format)
    analyzer = analyzer_of(language)
    forms, rows = [], []
    for slices in found[:MOST]:
        bounds = [0, *(bound for each in slices for bound in each), len(sentence)]
        pieces = [analyzer.terms(shown[begin:end]) for begin, end in pairwise(bounds)]
        kept = [bool(n % 2) for n, piece in enumerate(pieces) for _ in piece]
        if [term for piece in pieces for term in piece] == list(terms) and any(kept):
            words = count_words(joined(sentence[begin:end] for begin, end in slices), language)
            places = tuple((start + begin, start + end) for begin, end in slices)
            forms.append(CompressedForm(places, words))
            rows.append(kept)
    return SentenceForms(tuple(forms), np.array(rows, bool)) if forms else NONE


def considered(density: Floats, lengths: Floats, room: int) -> Indices:
    """The sentences whose compressed forms are looked at, those of the most worth first.

    Parameters
    ----------
    density : (N,) the most that each sentence may add for its cost; below 0 where it may not be
        picked.
    lengths : (N,).
    room : the budget, in the unit of the lengths.
    """
    most = max(LEAST, TIMES * room)  # no sentence is shorter than 1
    best = np.arange(len(density))
    if most < len(density):
        best = np.sort(np.argpartition(-density, most)[:most])
    best = best[density[best] >= 0]
    best = best[np.argsort(-density[best], kind="stable")]
    enough = int(np.searchsorted(np.cumsum(lengths[best]), TIMES * room)) + 1
    return best[: max(LEAST, enough)]


@dataclass(frozen=True, eq=False)
class Compressed:
    """The compressed forms of some sentences.

    Parameters
    ----------
    alternatives : how they are numbered.
    forms : (M,) the forms.
    owners : (P,) the sentence of each form and of each step.
    tokens, kept : the tokens of the owners, one owner after the other, and whether they are in the
        form or step.
    sizes : (P,) how many tokens each owner has.
    """

    alternatives: Alternatives
    forms: tuple[CompressedForm, ...]
    owners: Indices
    tokens: Indices
    kept: Bools
    sizes: Indices

    @classmethod
    def of(
        cls, found: Sequence[tuple[int, SentenceForms]], n_sentences: int, first_token: Indices
    ) -> Compressed:
        """The forms of sentences, given in order with those of each; (N,) `first_token` is where
        the tokens of each sentence begin."""
        found = [(sentence, each) for sentence, each in found if each.forms]
        counts = [len(each.forms) for _, each in found]
        bases = np.cumsum([0, *counts])[:-1] + n_sentences
        numbers = np.array([sentence for sentence, _ in found], np.intp)
        before, after, longer, tokens, owners = [], [], [], [], []
        for base, (sentence, each) in zip(bases.tolist(), found, strict=True):
            step_before, step_after, step_longer, more = each.steps
            before.append(step_before + base)
            after.append(np.where(step_after < 0, sentence, step_after + base))
            longer.append(step_longer)
            tokens.append(more)
            owners.append(np.full(len(more), sentence))
        rows = [*(each.tokens for _, each in found), *tokens]
        form_of = np.repeat(numbers, counts)
        whole = np.concatenate([form_of, *owners]).astype(np.intp)
        sizes = np.repeat(
            np.array([row.shape[1] for row in rows], np.intp), [len(row) for row in rows]
        )
        none = np.zeros(0, np.intp)
        return cls(
            Alternatives(
                n_sentences=n_sentences,
                form_of=form_of,
                before=np.concatenate([none, *before]),
                after=np.concatenate([none, *after]),
                longer=np.concatenate([none.astype(bool), *longer]),
            ),
            tuple(form for _, each in found for form in each.forms),
            whole,
            runs(first_token[whole], sizes),
            np.concatenate([none.astype(bool), *(row.ravel() for row in rows)]),
            sizes,
        )

    def tokens_kept(self, form: int) -> Bools:
        """(t,) which tokens of its sentence a form keeps."""
        first = int(self.sizes[:form].sum())
        return self.kept[first : first + int(self.sizes[form])]

    def parts(self, hypergraph: FuzzyHypergraph, families: TokenEdges) -> Parts:
        """The forms and steps as parts in a hypergraph: of a hyperedge of tokens a part keeps the
        share that it has of the sentence's tokens there, of others that of all tokens."""
        found = hypergraph.incidence(self.owners)
        numbers = np.arange(len(self.owners))
        width = len(hypergraph.weights)
        keys = np.repeat(numbers * width, found.sizes) + found.edges
        of_part = np.repeat(numbers, self.sizes)
        count, held = np.zeros((2, len(keys)))
        for edges in families:
            wanted = of_part * width + edges[self.tokens]
            places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            there = keys[places] == wanted
            count += np.bincount(places, there, len(keys))
            held += np.bincount(places, there & self.kept, len(keys))
        overall = np.bincount(of_part, self.kept, len(numbers)) / self.sizes
        shares = np.where(count > 0, held / np.maximum(count, 1), np.repeat(overall, found.sizes))
        return Parts(hypergraph, self.owners, found, shares)
