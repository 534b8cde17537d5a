"""What a question is compared with: counts of a collection's terms, and indexes made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, Indices, Mask
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.base.sparse import entries_of
from hyperdigest.documents import Post
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.equations import inverse_sentence_frequency
from hyperdigest.hypergraph import term_counts
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.doubt import Doubt, document_doubt, has_letters
from hyperdigest.ranking.evidence import EvidenceIndex
from hyperdigest.ranking.near_words import NearWords
from hyperdigest.ranking.post_quality import qualities
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.terms import english_forms
from hyperdigest.ranking.titles import (
    Titles,
    TitleTerms,
    label_of,
    seen_beside_text,
    title_of,
    title_terms,
)
from hyperdigest.ranking.windows import Match, Windows
from hyperdigest.ranking.written import sentences_with, written_evidence, written_words
from hyperdigest.record import CollectionRecord


class CollectionIndex:
    """The indexes of a collection, each made when it is first needed.

    Letters: N sentences, V terms.
    """

    reductions: Reductions = LOCAL
    """Those over the collection, of which the sentences may be a part."""

    def __init__(self, collection: CollectionRecord) -> None:
        self.collection = collection
        self._split, self._documents = collection.split, collection.documents
        self._eligible: BoundedCache[tuple[int, bool, bool], Mask] = BoundedCache()
        self._last_match: BoundedCache[bytes, Match] = BoundedCache(1)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the documents, that of most documents first."""
        return tuple(self.collection.language_counts)

    @locked_cached_property
    def counts(self) -> Any:
        """(V, N) csr, how often each term occurs in each sentence."""
        split = self._split
        shape = len(split.sentences), len(split.vocabulary)
        return term_counts(split.terms, split.sentence_of, *shape)

    @locked_cached_property
    def tokens(self) -> NDArray[np.integer[Any]]:
        """(N,) how many tokens each sentence has."""
        return np.bincount(self._split.sentence_of, minlength=len(self._split.sentences))

    def eligible(self, options: Options) -> Mask:
        """(N,) the sentences that the options allow to be quoted."""
        shortest, *forms = rule = options.shortest, options.any_form, options.prose_only
        any_form, prose_only = forms
        return self._eligible.get(
            rule,
            lambda: may_be_quoted(
                self._split.sentences, shortest, any_form=any_form, prose_only=prose_only
            ),
        )

    @locked_cached_property
    def term_numbers(self) -> Mapping[str, int]:
        """The number of each term: those of the vocabulary, and from V on those that only the
        labels of documents have."""
        numbers = self.collection.term_numbers
        of_labels = dict.fromkeys(chain.from_iterable(self._label_terms.values()))
        new = [term for term in of_labels if term not in numbers]
        return {**numbers, **dict(zip(new, count(len(numbers))))} if new else numbers

    def numbers(self, options: Options) -> Mapping[str, int]:
        """The number of each term that is evidence: of labels only if headings are."""
        return self.term_numbers if options.heading_evidence else self.collection.term_numbers

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
        known = self.collection.isf
        return inverse_sentence_frequency(self.counts) if known is None else known

    @locked_cached_property
    def evidence(self) -> EvidenceIndex:
        """The indexes from which evidence is computed."""
        of_documents = self._label_titles, self._quality
        return EvidenceIndex.of(
            self.counts_with_labels,
            self._split.sentences,
            *of_documents,
            self.tokens,
            self.reductions,
        )

    @locked_cached_property
    def titles(self) -> Titles:
        """The titles above the sentences, without the names of files."""
        titles = [title_of(each.title, each.post) for each in self._documents]
        found = self._titles(titles, title_terms(titles, self._languages))
        return found or Titles.none(len(self.term_numbers), len(self._split.sentences))

    @locked_cached_property
    def title_lengths(self) -> Indices:
        """(T,) how many terms of each of the `titles` any sentence has."""
        counts, occurring = self.titles.counts, np.diff(self.counts_with_labels.indptr) > 0
        entries, _ = entries_of(counts, np.flatnonzero(occurring))
        return np.bincount(counts.indices[entries], minlength=counts.shape[1])

    @locked_cached_property
    def beside_texts(self) -> str:
        """A line for each document with what a reader sees of it besides its text."""
        return "\n".join(map(seen_beside_text, self._documents))

    @locked_cached_property
    def windows(self) -> Windows:
        """The passages by which it is measured if one stands out."""
        return self.new_windows().kept()

    def new_windows(self) -> Windows:
        """The `windows`, to be matched once."""
        evidence = self.evidence
        counts, sentences = self.counts_with_labels, self._split.sentences
        of_all = evidence.document, evidence.headings, self.tokens, self.reductions
        return Windows.of(counts, sentences, *of_all)

    def written(self, question: str) -> Floats:
        """(N,) the share of a question's options, paths and names that is in each sentence."""
        words, sentences = written_words(question), self._split.sentences
        if not words:
            return np.zeros(len(sentences))
        return written_evidence(words, self._sentences_with, sentences, self.reductions)

    def has_name(self, name: str, sentences: NDArray[Any]) -> bool:
        """Whether one of some sentences, by their numbers, or the title or name of a document has a
        name, signs and case aside."""
        texts = map(self.collection.text, sentences.tolist())
        return has_letters(name, chain(texts, map(seen_beside_text, self._documents)))

    def _sentences_with(self, word: str) -> Indices:
        """The numbers of the sentences in which a word stands as written."""
        return sentences_with(word, self._documents, self._split.sentences)

    def match(self, question: Floats) -> Match:
        """How the passages match a question, (V + L,) weights; that of the last one is cached.

        A part of a list or of a program matches at least as well as what introduces it, although a
        window may end between them. Of rows, which a header introduces all, only those with a word
        of the question do: else the first ones, near the header, would be before them.
        """
        return self._last_match.get(question.tobytes(), lambda: self._match(question))

    def _match(self, question: Floats) -> Match:
        match, index = self.windows.match(question), self.evidence
        asked_for = ~index.row
        for term in np.flatnonzero(question).tolist():
            asked_for[index.sentences.texts_with(term)] = True
        is_asked_for = asked_for[index.introduced]
        part, introducing = index.introduced[is_asked_for], index.introducing[is_asked_for]
        sentences = match.sentences.copy()
        sentences[part] = np.maximum(sentences[part], match.sentences[introducing])
        return replace(match, sentences=sentences)

    @locked_cached_property
    def spelling(self) -> Spelling:
        """The index that finds terms with similar spelling."""
        has_english = "en" in self.collection.language_counts
        return Spelling(self._split.vocabulary, english_forms() if has_english else None)

    @locked_cached_property
    def near_words(self) -> NearWords:
        """The index that finds the nearest word to one that no document has."""
        return NearWords(self._split.words, self.spelling)

    def doubt(
        self,
        question: Question,
        options: Options,
        quotable: Indices,
        candidates: Indices | None,
        nearness: float | None,
    ) -> Doubt | None:
        """The doubt whether the sentences answer a question; see `document_doubt`.

        Those that may be quoted, and may answer, are given by their numbers.
        """
        others = None if candidates is None else self._marked(candidates)
        marked = self._marked(quotable)
        return document_doubt(self, question, options, marked, others, nearness)

    def stand_together(self, terms: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
        """Whether a passage or the title above it has one of some terms, and one of others."""
        passages = self.evidence.passages
        near = passages.having(terms)
        return self.reductions.any((near & other).any() for other in map(passages.having, others))

    def _marked(self, sentences: Indices) -> Mask:
        """(N,) some sentences, by their numbers."""
        marked = np.zeros(len(self._split.sentences), bool)
        marked[sentences] = True
        return marked

    @locked_cached_property
    def _languages(self) -> list[str]:
        return [self.collection.language_of(number) for number in range(len(self._documents))]

    @property
    def _posts(self) -> Sequence[Post | None]:
        return [each.post for each in self._documents]

    @locked_cached_property
    def _labels(self) -> list[str]:
        return [label_of(each.name, each.title, each.post) for each in self._documents]

    @locked_cached_property
    def _label_terms(self) -> TitleTerms:
        return title_terms(self._labels, self._languages)

    @property
    def _label_titles(self) -> Titles | None:
        """The labels above the sentences."""
        return self._titles(self._labels, self._label_terms)

    @property
    def _quality(self) -> Floats | None:
        """(D,) the quality of each document as a post; None if none is one."""
        posts = self._posts
        return qualities(posts) if any(posts) else None

    def _titles(self, titles: Sequence[str], terms_of: TitleTerms) -> Titles | None:
        document = self._split.sentences.document
        return Titles.of(titles, self._languages, terms_of, self.term_numbers, document)
