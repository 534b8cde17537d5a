"""Cached indexes of a collection, each made for the first question that needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.equations import inverse_sentence_frequency
from hyperdigest.hypergraph import (
    FuzzyHypergraph,
    cosine_hypergraph,
    stack,
    term_counts,
    term_edges,
    topic_hypergraph,
)
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.ranking.evidence import EvidenceIndex
from hyperdigest.ranking.near_words import NearWords
from hyperdigest.ranking.post_quality import qualities
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.titles import (
    Titles,
    TitleTerms,
    label_of,
    seen_beside_text,
    title_of,
    title_terms,
)
from hyperdigest.ranking.windows import Windows
from hyperdigest.ranking.word_forms import english_forms
from hyperdigest.record import ModelRecord

if TYPE_CHECKING:
    from hyperdigest.lengths import Count

Lengths = NDArray[np.int32]


class Indexes:
    """The counts, hypergraphs, indexes and embeddings of a model's collection.

    Letters: N sentences, V terms.
    """

    def __init__(self, model: ModelRecord) -> None:
        self._collection, self._topics = model.collection, model.topics
        self._split, self._documents = model.collection.split, model.collection.documents
        self._of_topics: BoundedCache[int, FuzzyHypergraph] = BoundedCache()
        self._of_walk: BoundedCache[tuple[int, float, str, float], FuzzyHypergraph] = BoundedCache()
        self._of_plugins: BoundedCache[str, FuzzyHypergraph | None] = BoundedCache()
        self._eligible: BoundedCache[tuple[int, bool, bool], NDArray[np.bool_]] = BoundedCache()
        self._embeddings: BoundedCache[str, Floats] = BoundedCache()
        self._token_lengths: BoundedCache[str | Count, Lengths] = BoundedCache()

    @classmethod
    def of(cls, model: ModelRecord) -> Self:
        """The indexes of a model, the same ones at every call."""
        return model.cached(cls)

    def walk(self, options: Options) -> FuzzyHypergraph:
        """The hypergraph of the walk: topics, terms weighted so that steps follow cosines, and the
        hyperedges of a plugin."""
        key = options.samples, options.topic_share, options.hyperedges, options.hyperedge_share
        return self._of_walk.get(key, lambda: self._blend(options))

    def plugin_hyperedges(self, name: str) -> FuzzyHypergraph | None:
        """The hyperedges that a plugin finds in the collection; None if it finds none."""
        return self._of_plugins.get(name, lambda: self._hyperedges_of(name))

    def eligible(self, options: Options) -> NDArray[np.bool_]:
        """(N,) the sentences that the options allow to be quoted."""
        shortest, *forms = rule = options.shortest, options.any_form, options.prose_only
        any_form, prose_only = forms
        return self._eligible.get(
            rule,
            lambda: self._split.sentences.eligible(
                shortest, any_form=any_form, prose_only=prose_only
            ),
        )

    def lengths(self, options: Options, progress: Progress = quiet) -> Lengths:
        """(N,) the length of each sentence in the unit of the budget."""
        sentences = self._split.sentences
        if options.unit == "words":
            return sentences.words
        if options.unit == "characters":
            return sentences.end - sentences.start
        from hyperdigest.lengths import token_lengths

        tokenizer = options.tokenizer
        return self._token_lengths.get(
            tokenizer, lambda: token_lengths(tokenizer, self._texts(), progress)
        )

    def topics(self, options: Options) -> FuzzyHypergraph:
        """The topics of all samples with equal weight, or only those of the most likely sample."""
        return self._of_topics.get(options.samples, lambda: self._of_samples(options))

    @locked_cached_property
    def wordings(self) -> NDArray[np.intp]:
        """(N,) a number for each sentence, the same for sentences with the same words."""
        return np.unique(self._split.sentences.text_hash, return_inverse=True)[1]

    @locked_cached_property
    def contexts(self) -> NDArray[np.int32]:
        """(N, C) the sentences that are quoted before each one; see `Sentences.contexts`."""
        return self._split.sentences.contexts()

    @locked_cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term occurs in each sentence."""
        split = self._split
        shape = len(split.sentences), len(split.vocabulary)
        return term_counts(split.terms, split.sentence_of, *shape)

    @locked_cached_property
    def term_numbers(self) -> Mapping[str, int]:
        """The number of each term: those of the vocabulary, and from V on those that only the
        labels of documents have."""
        numbers = dict(self._collection.term_numbers)
        for term in chain.from_iterable(self._label_terms.values()):
            numbers.setdefault(term, len(numbers))
        return numbers

    def numbers(self, options: Options) -> Mapping[str, int]:
        """The number of each term that is evidence: of labels only if headings are."""
        return self.term_numbers if options.heading_evidence else self._collection.term_numbers

    @locked_cached_property
    def counts_with_labels(self) -> Any:
        """The counts with an empty row for each term that only labels have."""
        begins, n_terms = self.counts.indptr, len(self.term_numbers)
        begins = np.append(begins, np.repeat(begins[-1:], n_terms + 1 - len(begins)))
        shape = n_terms, self.counts.shape[1]
        return sparse.csr_array((self.counts.data, self.counts.indices, begins), shape)

    @locked_cached_property
    def isf(self) -> Floats:
        """(V,) inverse sentence frequency of each term."""
        return inverse_sentence_frequency(self.counts)

    @locked_cached_property
    def terms(self) -> FuzzyHypergraph:
        """The terms as hyperedges, for the saturation of relevance."""
        return term_edges(self.counts)

    @locked_cached_property
    def evidence(self) -> EvidenceIndex:
        """The indexes from which evidence is computed."""
        split = self._split
        labels = self._titles(self._labels, self._label_terms)
        posts = [each.post for each in self._documents]
        quality = qualities(posts) if any(posts) else None
        tokens = split.terms, split.sentence_of
        counts = self.counts_with_labels
        return EvidenceIndex.of(counts, *tokens, split.sentences, labels, quality)

    @locked_cached_property
    def titles(self) -> Titles | None:
        """The titles above the sentences, without the names of files; None if there is none."""
        titles = [title_of(each) for each in self._documents]
        return self._titles(titles, title_terms(titles, self._languages))

    @locked_cached_property
    def beside_texts(self) -> str:
        """A line for each document with what a reader sees of it besides its text."""
        return "\n".join(map(seen_beside_text, self._documents))

    @locked_cached_property
    def windows(self) -> Windows:
        """The passages by which it is measured if one stands out."""
        evidence = self.evidence
        counts = self.counts_with_labels
        return Windows.of(counts, self._split.sentences, evidence.document, evidence.headings)

    @locked_cached_property
    def spelling(self) -> Spelling:
        """The index that finds terms with similar spelling."""
        has_english = "en" in self._collection.language_counts
        return Spelling(self._split.vocabulary, english_forms() if has_english else None)

    @locked_cached_property
    def near_words(self) -> NearWords:
        """The index that finds the nearest word to one that no document has."""
        return NearWords(self._split.words, self.spelling)

    def embeddings(self, model: str, progress: Progress = quiet) -> Floats:
        """(N, M) the embeddings of the sentences, by the model in a folder."""
        from hyperdigest.ranking.embeddings import embeddings

        return self._embeddings.get(model, lambda: embeddings(model, self._texts(), progress))

    def embedding_similarity(self, question: str, options: Options) -> Floats:
        """(N,) cosine of the embeddings of sentence and question; 0 without a model."""
        if not options.embedding_model or not options.embedding_evidence:
            return np.zeros(len(self._split.sentences))
        from hyperdigest.ranking.embeddings import embeddings

        asked = embeddings(options.embedding_model, [question])
        return np.asarray((self.embeddings(options.embedding_model) * asked).sum(axis=1))

    @locked_cached_property
    def _languages(self) -> list[str]:
        return [self._collection.language_of(number) for number in range(len(self._documents))]

    @locked_cached_property
    def _labels(self) -> list[str]:
        return [label_of(each) for each in self._documents]

    @locked_cached_property
    def _label_terms(self) -> TitleTerms:
        return title_terms(self._labels, self._languages)

    def _titles(self, titles: Sequence[str], terms_of: TitleTerms) -> Titles | None:
        document = self._split.sentences.document
        return Titles.of(titles, self._languages, terms_of, self.term_numbers, document)

    def _texts(self) -> list[str]:
        columns = self._split.sentences
        places = columns.document.tolist(), columns.start.tolist(), columns.end.tolist()
        return [self._documents[d].text[start:end] for d, start, end in zip(*places, strict=True)]

    def _of_samples(self, options: Options) -> FuzzyHypergraph:
        samples = self._topics.samples if options.samples else [self._topics.best]
        split, zeta = self._split, options.term_concentration
        tokens = split.terms, split.sentence_of, len(split.sentences), len(split.vocabulary)
        prior: dict[str, Any] = {"term_prior": options.term_prior, "isf": self.isf}
        hypergraphs = [
            topic_hypergraph(sample.assignments, *tokens, zeta, **prior) for sample in samples
        ]
        return stack(hypergraphs, [1 / len(samples)] * len(samples))

    def _hyperedges_of(self, name: str) -> FuzzyHypergraph | None:
        from hyperdigest.ranking.plugin_hyperedges import SentencesView, family

        sentences = self._split.sentences
        view = SentencesView(
            documents=self._documents,
            document=sentences.document,
            start=sentences.start,
            end=sentences.end,
            vocabulary=self._split.vocabulary,
            counts=self.counts,
        )
        return family(name, view)

    def _blend(self, options: Options) -> FuzzyHypergraph:
        share, plugin_share = options.topic_share, options.hyperedge_share
        if share == 1:
            hypergraph = self.topics(options)
        else:
            hypergraph = cosine_hypergraph(self.counts)
            if share:
                hypergraph = stack([self.topics(options), hypergraph], [share, 1 - share])
        if not options.hyperedges or not plugin_share:
            return hypergraph
        added = self.plugin_hyperedges(options.hyperedges)
        if added is None:
            return hypergraph
        return stack([hypergraph, added], [1 - plugin_share, plugin_share])
