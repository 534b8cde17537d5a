"""What all questions to a collection share, each part made when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.documents import Document
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
from hyperdigest.query.evidence import Index, make_index
from hyperdigest.query.headings import headings_shown
from hyperdigest.query.post_quality import qualities
from hyperdigest.query.related import Spelling
from hyperdigest.query.titles import Titles
from hyperdigest.split import Split

if TYPE_CHECKING:
    from hyperdigest.query.tokens import Count
    from hyperdigest.topics import TopicFit

Lengths = NDArray[np.int32]


class Prepared:
    """The counts of a collection, its hypergraphs, its index, and its embeddings.

    `languages` are those of the documents, English where none are told.
    """

    def __init__(
        self,
        documents: tuple[Document, ...],
        split: Split,
        topics: TopicFit,
        languages: Sequence[str] = (),
    ) -> None:
        self._documents, self._split, self._topics = documents, split, topics
        self._languages = languages or ("en",) * len(documents)
        self._of_topics: BoundedCache[int, FuzzyHypergraph] = BoundedCache()
        self._of_walk: BoundedCache[tuple[int, float, str, float], FuzzyHypergraph] = BoundedCache()
        self._families: BoundedCache[str, FuzzyHypergraph | None] = BoundedCache()
        self._eligible: BoundedCache[tuple[int, bool], NDArray[np.bool_]] = BoundedCache()
        self._embedded: BoundedCache[str, Floats] = BoundedCache()
        self._counted: BoundedCache[str | Count, Lengths] = BoundedCache()

    def walk(self, options: Options) -> FuzzyHypergraph:
        """The hypergraph of the walk: topics, terms along which a step follows cosines, and the
        hyperedges of a plugin."""
        key = options.samples, options.topic_share, options.hyperedges, options.hyperedge_share
        return self._of_walk.get(key, lambda: self._blend(options))

    def family(self, name: str) -> FuzzyHypergraph | None:
        """The hyperedges that a plugin finds in the collection; None where it finds none."""
        return self._families.get(name, lambda: self._found_by(name))

    def eligible(self, options: Options) -> NDArray[np.bool_]:
        """(N,) the sentences fit to be picked."""
        rule = options.shortest, options.prose_only
        return self._eligible.get(rule, lambda: self._split.sentences.eligible(*rule))

    def lengths(self, options: Options, progress: Progress = quiet) -> Lengths:
        """(N,) how much of the budget each sentence takes, in its unit."""
        sentences = self._split.sentences
        if options.unit == "words":
            return sentences.words
        if options.unit == "characters":
            return sentences.end - sentences.start
        from hyperdigest.query.tokens import token_lengths

        of = options.tokenizer
        return self._counted.get(of, lambda: token_lengths(of, self._texts(), progress))

    def topics(self, options: Options) -> FuzzyHypergraph:
        """The topics of the samples, each with the same weight, or of the most likely one."""
        return self._of_topics.get(options.samples, lambda: self._of_samples(options))

    @locked_cached_property
    def wordings(self) -> NDArray[np.intp]:
        """(N,) a number for each sentence, the same for those that say the same words."""
        return np.unique(self._split.sentences.text_hash, return_inverse=True)[1]

    @locked_cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term stands in each sentence."""
        split = self._split
        shape = len(split.sentences), len(split.vocabulary)
        return term_counts(split.terms, split.sentence_of, *shape)

    @locked_cached_property
    def isf(self) -> Floats:
        """(V,) inverse sentence frequency of each term."""
        return inverse_sentence_frequency(self.counts)

    @locked_cached_property
    def terms(self) -> FuzzyHypergraph:
        """The terms as hyperedges, in which relevance is used up."""
        return term_edges(self.counts)

    @locked_cached_property
    def index(self) -> Index:
        """What evidence needs of the collection."""
        split, documents = self._split, self._documents
        document = split.sentences.document
        titles = Titles.of(documents, self._languages, split.vocabulary, document)
        posts = [found.post for found in documents]
        quality = qualities(posts) if any(posts) else None
        tokens = split.terms, split.sentence_of
        return make_index(self.counts, *tokens, split.sentences, titles, quality)

    @locked_cached_property
    def headings(self) -> NDArray[np.intp]:
        """(N,) the number of the heading that a reader finds above each sentence; -1 for none."""
        return headings_shown(self._documents, self._split.sentences)

    @locked_cached_property
    def spelling(self) -> Spelling:
        """The spelling of the terms, by which related ones are found."""
        return Spelling(self._split.vocabulary)

    def embeddings(self, model: str, progress: Progress = quiet) -> Floats:
        """(N, M) the embeddings of the sentences by the model in a folder."""
        from hyperdigest.query.embeddings import embeddings

        return self._embedded.get(model, lambda: embeddings(model, self._texts(), progress))

    def embedding_similarity(self, question: str, options: Options) -> Floats:
        """(N,) cosine of the embeddings of sentence and question; 0 where no model counts."""
        if not options.embedding_model or not options.embedding_evidence:
            return np.zeros(len(self._split.sentences))
        from hyperdigest.query.embeddings import embeddings

        asked = embeddings(options.embedding_model, [question])
        return np.asarray((self.embeddings(options.embedding_model) * asked).sum(axis=1))

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

    def _found_by(self, name: str) -> FuzzyHypergraph | None:
        from hyperdigest.query.plugin_edges import SentencesView, family

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
        share, added_share = options.topic_share, options.hyperedge_share
        if share == 1:
            own = self.topics(options)
        else:
            own = cosine_hypergraph(self.counts)
            if share:
                own = stack([self.topics(options), own], [share, 1 - share])
        added = self.family(options.hyperedges) if options.hyperedges and added_share else None
        return own if added is None else stack([own, added], [1 - added_share, added_share])
