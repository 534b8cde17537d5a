"""What the selection of a question picks from: sentences, or sentences and compressed forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.fitted import Corpus, Fitted
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.query.tokens import room
from hyperdigest.selection.selector import WHOLE, Selector

if TYPE_CHECKING:
    from hyperdigest.query.compressed import Compressed, CompressedForm
    from hyperdigest.selection import SetFunction
    from hyperdigest.selection.parts import Parts

Lengths = NDArray[np.integer[Any]]

COMPRESSIBLE = frozenset({"en"})
"""The languages for which there are rules of compression."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A sentence that was compressed: its number among all that may be picked, its form, that
    form's length in the unit of the budget, and (t,) which tokens it keeps."""

    number: int
    form: CompressedForm
    length: int
    tokens: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Ground:
    """All that may be picked: the N sentences, and perhaps compressed forms numbered behind them.

    Parameters
    ----------
    function : the objective, of the empty set.
    lengths, eligible : of each.
    """

    function: SetFunction
    lengths: Lengths
    eligible: NDArray[np.bool_]
    selector: Selector = WHOLE
    compressed: Compressed | None = None

    def exclude(self, sentences: Sequence[int]) -> None:
        """Let some sentences, and their forms, no longer be picked."""
        self.eligible[np.asarray(sentences, np.intp)] = False
        if self.compressed is not None:
            n = self.compressed.alternatives.n_sentences
            owners = self.compressed.alternatives.form_of
            self.eligible[n:] &= ~np.isin(owners, sentences)

    def shortened(self, chosen: Sequence[int]) -> dict[int, Shortened]:
        """What was picked of each sentence that was compressed."""
        if self.compressed is None:
            return {}
        found = self.compressed
        sentences, n = found.alternatives.form_of, found.alternatives.n_sentences
        return {
            int(sentences[number - n]): Shortened(
                number, found.forms[number - n], int(self.lengths[number]),
                found.tokens_kept(number - n),
            )
            for number in chosen
            if number >= n
        }  # fmt: skip

    def sentences(self, chosen: Sequence[int]) -> list[int]:
        """The sentences of what was picked."""
        if self.compressed is None:
            return list(chosen)
        sentences = self.compressed.alternatives.sentence_of(np.array(chosen, np.intp))
        return [int(sentence) for sentence in sentences]


def untouched(collection: Corpus) -> list[str]:
    """A warning where there are no rules of compression for a language of the documents."""
    without = [code for code in collection.language_counts if code not in COMPRESSIBLE]
    if not without:
        return []
    return [f"only sentences in English are compressed: those in {', '.join(without)} stay whole"]


def with_forms(
    model: Fitted,
    hypergraph: FuzzyHypergraph,
    function: SetFunction,
    lengths: Lengths,
    eligible: NDArray[np.bool_],
    options: Options,
) -> Ground:
    """The sentences with the compressed forms of those that promise most; `hypergraph` is that of
    the walk, the rest as of `Ground`."""
    from hyperdigest.query.compressed import considered

    collection, prepared = model.collection, model.prepared
    size = lengths.astype(np.float64)
    density = np.where(eligible, function.upper_bounds / size**options.cost_exponent, -1.0)
    numbers = considered(density, size, room(options)).tolist()
    documents = collection.split.sentences.document[numbers].tolist()
    languages = [collection.language_of(document) for document in documents]
    found = prepared.compressed(numbers, languages)
    if not found.forms:
        return Ground(function, lengths, eligible)
    own = prepared.form_lengths(found, options)
    words = np.array([form.words for form in found.forms])
    shorter = own < lengths[found.alternatives.form_of]

    def view(of: FuzzyHypergraph) -> Parts:
        terms = of is prepared.terms
        split = collection.split
        return found.parts(of, [split.terms] if terms else prepared.token_edges(options))

    return Ground(
        function=function.with_parts(view),
        lengths=np.concatenate([lengths, own]),
        eligible=np.concatenate([eligible, shorter & (words >= options.shortest)]),
        selector=found.alternatives,
        compressed=found,
    )
