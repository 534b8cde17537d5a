"""Evidence that a sentence answers the question, from several sources, as the bias of the walk.

The paper's p(j|q) uses only topics. Further sources are words, the text around a sentence, its
document, and, if a model is named, embeddings. Each source gives a number for each sentence; their
weighted sum is the bias.

Letters: N sentences, V terms, D documents, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import CHUNK, Floats, Ints, places_of_ascending
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.base.sparse import summed_columns
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Sentences
from hyperdigest.documents.chains import MOST_CONTEXTS
from hyperdigest.options import Options
from hyperdigest.ranking.bm25 import BM25, TextSums
from hyperdigest.ranking.document_idf import DocumentBM25
from hyperdigest.ranking.passages import Headings, Passages, heads, neighbours
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.ranking.titles import Titles

SENTENCE_TERM_SATURATION, SENTENCE_LENGTH_NORMALISATION = 0.6, 0.4
"""k1 and b of BM25 of sentences: few repeat a term, and long ones say more."""


HEADER_SHARE = 0.6
"""How much of the evidence for a header row counts for each row, relative to other lead-ins."""


NAMED_ROW = 0.3
"""How much of the lesser one of a row's own evidence and that of its header row counts beside the
other: the row that the question names is before others with the same header."""


AROUND_ROWS = 0.7
"""How much of the evidence around a header row counts as that around each row."""


@dataclass(frozen=True)
class EvidenceIndex:
    """The indexes of a collection from which evidence is computed for any question.

    Parameters
    ----------
    sentences, documents : BM25 of the sentences, and of the D documents.
    document : (N,) document of each sentence, 0..D-1.
    passages, headings : the passage around each sentence, and the headings above it.
    incomplete : (N,) the sentences that may be incomplete.
    introduction : (N,) the sentence that introduces each part of a list, a table, a program or a
        list of terms, or the heading before an answer; -1 for none and for other sentences.
    row : (N,) the rows of tables.
    quality : (N,) the quality of the post that each sentence is in, in [-1, 1], 0 for a sentence of
        another document; None if no document is a post.
    reductions : over the collection, of which the sentences may be a part.
    last_scores : those of the passages for the last question.
    """

    sentences: BM25
    documents: BM25
    document: NDArray[np.intp]
    passages: Passages
    headings: Headings
    incomplete: NDArray[np.bool_]
    introduction: Ints
    row: NDArray[np.bool_]
    quality: Floats | None = None
    reductions: Reductions = LOCAL
    last_scores: BoundedCache[bytes, tuple[Floats, Floats, Floats]] = field(
        default_factory=lambda: BoundedCache(1)
    )

    @cached_property
    def introduced(self) -> NDArray[np.intp]:
        """(n,) the sentences that another one introduces."""
        return np.flatnonzero(self.introduction >= 0)

    @cached_property
    def introducing(self) -> NDArray[np.intp]:
        """(n,) the sentences that introduce these."""
        return self.introduction[self.introduced].astype(np.intp)

    @cached_property
    def below_header(self) -> NDArray[np.bool_]:
        """(n,) which of them are rows of tables, introduced by a header row."""
        return self.row[self.introduced]

    def passage_scores(self, question: Floats) -> tuple[Floats, Floats, Floats]:
        """The scores of the passages for a question; those of the last one are cached."""
        return self.last_scores.get(question.tobytes(), lambda: self.passages.scores(question))

    @classmethod
    def of(
        cls,
        counts: Any,
        sentences: Sentences,
        titles: Titles | None = None,
        quality: Floats | None = None,
        tokens: NDArray[Any] | None = None,
        reductions: Reductions = LOCAL,
    ) -> Self:
        """The indexes of a collection, made once for all questions.

        Parameters
        ----------
        counts : (V, N) csr, how often each term occurs in each sentence.
        sentences : in the order of their documents; documents without a sentence do not count.
        titles : the titles above the sentences; None if there is none.
        quality : (D,) the quality of each document as a post; None if none is one.
        tokens : (N,) the tokens of each sentence; None if `counts` has all of them.
        """
        document_of = places_of_ascending(sentences.document)
        how = SENTENCE_TERM_SATURATION, SENTENCE_LENGTH_NORMALISATION
        tokens = np.asarray(counts.sum(axis=0)) if tokens is None else tokens
        of_all = TextSums.of(counts, tokens, reductions)
        of_sentences = DocumentBM25(counts, document_of, *how, tokens, of_all, titles)
        of_documents = np.bincount(document_of, tokens)
        in_documents = summed_columns(counts, document_of, len(of_documents))
        of_all = TextSums.of(in_documents, of_documents, reductions)
        return cls(
            of_sentences,
            BM25(in_documents, lengths=of_documents, of_all=of_all),
            document_of,
            Passages.of(of_sentences, document_of, heads(sentences), titles, reductions),
            Headings.of(counts, sentences, document_of, titles, tokens, reductions),
            sentences.form == FORMS.index("incomplete"),
            introductions(sentences),
            sentences.kind == SENTENCE_KINDS.index("row"),
            None if quality is None else quality[sentences.document],
            reductions,
        )


@dataclass(frozen=True)
class WeightedQuestion:
    """A question as weights of the collection's terms, and the indexes to compare it with.

    Parameters
    ----------
    terms : (V,) the weights of the question's terms.
    related : (V,) the weights of terms that are spelt similarly to one of these.
    topics : (N,) the paper's p(j|q), by topics.
    written : (N,) the share of the question's options, paths and names that are in each sentence.
    meaning : (N,) how near each sentence is by embeddings, in [0, 1]; 0 without a model.
    """

    index: EvidenceIndex
    terms: Floats
    related: Floats
    topics: Floats
    written: Floats
    meaning: Floats

    @cached_property
    def words(self) -> Floats:
        """(N,) BM25 of sentence and question."""
        return self.index.sentences.scores(self.terms)

    @cached_property
    def passages(self) -> tuple[Floats, Floats, Floats]:
        """(N,) BM25 of the passages, and the shares of the question in sentences and passages."""
        return self.index.passage_scores(self.terms)

    @locked_cached_property
    def best(self) -> float:
        """The largest BM25 of a sentence and the question."""
        return self.index.reductions.largest_of(self.words)

    @property
    def matching(self) -> int:
        """How many sentences match well: their BM25 is at least half of the best one's."""
        if not self.best > 0:
            return 0
        return self.index.reductions.count(int(np.count_nonzero(self.words >= self.best / 2)))

    def share_of_largest(self, values: Floats) -> Floats:
        """The values divided by the largest one of all sentences, if that is above 0."""
        return self.index.reductions.share_of_largest(values)

    @cached_property
    def shares(self) -> Floats:
        """(N,) the share of the question in each sentence, together with what introduces it."""
        index, shares = self.index, self.passages[1].copy()
        introduced, introducing = index.introduced, index.introducing
        weights, found = self.terms * index.sentences.idf, np.zeros(len(introduced))
        for term in np.flatnonzero(self.terms).tolist():
            has_term = np.zeros(len(shares), bool)
            has_term[index.sentences.texts_with(term)] = True
            found += weights[term] * (has_term[introduced] | has_term[introducing])
        shares[introduced] = found / (weights.sum() or 1.0)
        return shares


def around(question: WeightedQuestion, values: Floats, share: float = AROUND_ROWS) -> Floats:
    """The values of what is around each sentence; for each row a share of that of its header row.

    The header is near the first rows alone, and would put them before the row that is asked for.
    """
    index = question.index
    rows = index.introduced[index.below_header]
    if not len(rows):
        return values
    found = values.copy()
    found[rows] = share * values[index.introducing[index.below_header]]
    return found


def coverage_evidence(question: WeightedQuestion) -> Floats:
    """(N,) the square of the share of the question in the passage around each sentence.

    A row is understood with its header row alone, so that these two are a passage as well.
    """
    found, index = around(question, question.passages[2] ** 2), question.index
    rows = index.introduced[index.below_header]
    if len(rows):
        found[rows] = np.maximum(found[rows], question.shares[rows] ** 2)
    return found


def related_evidence(question: WeightedQuestion) -> Floats:
    """(N,) BM25 of the related terms, relative to the largest BM25 of the question's own terms."""
    if not question.related.any():
        return np.zeros(len(question.index.document))
    scores = question.index.sentences.scores(question.related)
    best = question.best
    return scores / best if best > 0 else question.share_of_largest(scores)


SOURCES: Mapping[str, Callable[[WeightedQuestion], Floats]] = {
    # The paper's p(j|q): the membership in the topics of the question's terms.
    "topic": lambda question: question.share_of_largest(question.topics),
    # BM25 of the question's terms, and of terms that are spelt similarly.
    "word": lambda question: question.share_of_largest(question.words),
    "related": related_evidence,
    # Options, paths and names of code, as written.
    "written": lambda question: question.written,
    # The square of the share of the question's idf in the passage around the sentence.
    "coverage": coverage_evidence,
    # BM25 of the passage around the sentence.
    "passage": lambda question: around(question, question.share_of_largest(question.passages[0])),
    # BM25 of the sentence before, plus half of that of the sentence after.
    "neighbour": lambda question: around(
        question,
        question.share_of_largest(neighbours(question.words, question.index.document)),
        share=0.0,
    ),
    # BM25 of the heading or FAQ question above the sentence, plus that of the title.
    "heading": lambda question: question.share_of_largest(
        question.index.headings.scores(question.terms)
    ),
    # BM25 of the sentence's document.
    "document": lambda question: question.share_of_largest(
        question.index.documents.scores(question.terms)
    )[question.index.document],
    # Embeddings of the sentence and of the passage around it.
    "embedding": lambda question: question.meaning,
}
"""The sources of evidence by name; each returns (N,) numbers from 0 to 1."""


def weighted_sum(question: WeightedQuestion, weights: Mapping[str, float]) -> Floats:
    """(N,) the sum of the sources of evidence by their weights, as far as they have any."""
    total = np.zeros(len(question.index.document))
    for name, source in SOURCES.items():
        if weights.get(name, 0.0) > 0:
            add_source(total, source(question), weights[name])
    return total


def add_source(total: Floats, values: Floats, weight: float) -> None:
    """Add a source of evidence, (N,) numbers from 0 to 1, to the sum of others."""
    if not values.any():
        return
    for begin in range(0, len(total), CHUNK):
        chunk = slice(begin, begin + CHUNK)
        total[chunk] += weight * values[chunk]


@dataclass(frozen=True)
class Weights:
    """What evidence counts for.

    Parameters
    ----------
    sharpening : the fewer sentences match the question well, the more they count: the sum of the
        sources is raised to the power 1 + sharpening / n, with n the `matching` sentences.
    incomplete : factor of the evidence for a sentence that may be incomplete.
    post : w; the evidence for a sentence in a post of quality x is multiplied by 1 + w x, so that
        votes alone are no evidence.
    lead_in_share : the share of the evidence for a sentence that what it introduces has at least.
    """

    sharpening: float = 0.0
    incomplete: float = 1.0
    post: float = 0.0
    lead_in_share: float = 0.0

    @classmethod
    def of(cls, options: Options) -> Self:
        """Those that the options of a question set."""
        of_form = options.incomplete_weight, options.post_weight
        return cls(options.sharpening, *of_form, options.lead_in_share)


def evidence(total: Floats, index: EvidenceIndex, matching: int, weights: Weights) -> Floats:
    """(N,) the bias p(j|q) of the walk, which sums to 1; 1/N without any evidence.

    Parameters
    ----------
    total : (N,) the sum of the sources; with only ``topic`` the bias is the paper's. It changes.
    index : of the N sentences, which may be a part of those that the question was weighed in.
    matching : how many of all sentences match the question well; see `WeightedQuestion`.
    """
    total = sharpened(total, index, matching, weights)
    mass = total.sum()
    if mass > 0:
        total /= mass
        return total
    return np.full(len(total), 1 / len(total))


def sharpened(total: Floats, index: EvidenceIndex, matching: int, weights: Weights) -> Floats:
    """(N,) numbers in proportion to the `evidence`, of which the parameters are."""
    if weights.lead_in_share > 0:
        total = _with_introductions(total, weights.lead_in_share, index)
    if weights.incomplete < 1:
        total[index.incomplete] *= weights.incomplete
    if weights.post > 0 and index.quality is not None:
        total *= 1 + weights.post * index.quality
    if weights.sharpening > 0 and matching:
        total = index.reductions.share_of_largest(total) ** (1 + weights.sharpening / matching)
    return total


def introductions(sentences: Sentences) -> Ints:
    """(N,) the sentence that is quoted before each part of a list, a table, a program or a list of
    terms, and before each of its terms, and the heading or question quoted before prose, as in an
    FAQ; -1 for none."""
    number = np.arange(len(sentences), dtype=np.int32) - sentences.context
    is_term = sentences.form == FORMS.index("term")
    introduced = (sentences.kind > 0) | is_term | heads(sentences)[number]
    return np.where(introduced & (sentences.context > 0), number, np.int32(-1))


def _with_introductions(total: Floats, share: float, index: EvidenceIndex) -> Floats:
    """The evidence, at least a share of that for the sentences that introduce each one.

    Of a list in a list, both lead-ins count. A header row names the columns of all rows, so that it
    counts less for each.
    """
    introduced, introducing, is_row = index.introduced, index.introducing, index.below_header
    rows = introduced[is_row]
    shares = np.where(is_row, HEADER_SHARE * share, share)
    beside = NAMED_ROW * np.minimum(total[rows], HEADER_SHARE * share * total[introducing[is_row]])
    for _ in range(MOST_CONTEXTS):
        by_lead_in = shares * total[introducing]
        total[introduced] = np.maximum(total[introduced], by_lead_in)
    total[rows] += beside
    return total
