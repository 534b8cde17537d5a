"""The answer to a question: the arrays computed on the way, and the digest made of them.

Sentences are picked among those that are eligible; pinned ones are always in, excluded ones never.
Every sentence of a collection can be had with what was computed of it for a question, as columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.choosing import (
    choose_statements,
    corroborated,
    eligible_sentences,
    objective_function,
    sentences_at,
    told_of_length,
    worth_of_news,
)
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import (
    Certificate,
    Citation,
    Corroboration,
    Digest,
    Document,
    uncertain,
)
from hyperdigest.errors import OptionError
from hyperdigest.fitted import Fitted
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.query.dates import doubtful_dates
from hyperdigest.query.doubt import ENOUGH_PAIRS, ENOUGH_WORDS, covered, doubt, threshold
from hyperdigest.query.evidence import SOURCES, Query, evidence
from hyperdigest.query.headings import told_heading
from hyperdigest.query.news import ONLY_IN_NEW, News, known_terms, new_words
from hyperdigest.query.terms import (
    EMBEDDINGS_ALONE,
    NOTHING_KNOWN,
    RELATED_ALONE,
    content_terms,
    terms_with_earlier,
    words_asked,
)
from hyperdigest.query.tokens import room, token_lengths
from hyperdigest.relevance import stationary_scores
from hyperdigest.selection import Greedy, SetFunction
from hyperdigest.selection.objectives import tighten
from hyperdigest.signature import digest_signature
from hyperdigest.split.scripts import UNSPACED, has_paired_letters

if TYPE_CHECKING:
    from hyperdigest.corroboration import Found
    from hyperdigest.views.neighbourhood import Neighbourhood


NOTHING_LEFT = (
    "Nothing is new: all that the new documents say stands in known ones too, or was read before or"
    " left out."
)
TOLD_AGAIN = (
    "These sentences may be nothing new: known documents have all their words where they speak of"
    " the question."
)
"""Doubts of a digest of what is new."""


def answer(model: Fitted, question: str, options: Options, wishes: Wishes = NOTHING) -> Answer:
    """Put a question to a model: evidence, walk, selection.

    Raises an OptionError where the question is empty, a wish names no sentence, or no sentence that
    may be picked, or not all that are pinned, fit the budget.
    """
    collection = model.collection
    unpinned = [place for place in wishes.read if place not in wishes.pinned]
    pinned, excluded, read = (
        sentences_at(collection, places) for places in (wishes.pinned, wishes.excluded, unpinned)
    )
    terms, bias, warnings = gathered_evidence(model, question, options, wishes.earlier)
    hypergraph = model.prepared.walk(options)
    scores = stationary_scores(hypergraph, bias, options.query_balance, options.damping)
    if options.corroboration:
        scores = corroborated(model, scores, options)
    news = collection.news(wishes) if wishes.updates else None
    new = news.new[collection.split.sentences.document] if news else None
    worth = scores if new is None else worth_of_news(model, options, scores, new, read)
    function = objective_function(model, hypergraph, worth, options)
    known = None if new is None else ~new
    if known is not None:
        filled = known.copy()
        filled[[*pinned, *read]] = False
        known[read] = True
    named = [*pinned, *excluded, *read]
    said = news.said if news else None
    eligible, relaxed = eligible_sentences(model, options, wishes, named, known, said)
    lengths = model.prepared.lengths(options)
    if read:
        function.fill(np.array(read))
    if known is not None:
        function.fill(np.flatnonzero(filled), options.known_weight)
    if news:
        tighten(function, np.flatnonzero(eligible))
    heard = known
    if known is None and read:
        heard = np.zeros(len(eligible), bool)
        heard[read] = True
    selection, budget, unproved = choose_statements(
        model, function, lengths, eligible, pinned, options, heard, may_be_empty=news is not None
    )
    if np.ptp(bias) > 0:
        relaxed += told_of_length(worth, lengths, eligible, pinned, options)
    name = options.hyperedges
    if name and options.hyperedge_share and model.prepared.family(name) is None:
        left = "topics and terms are all there is"
        unproved.append(f"hyperedges {name!r} found none in these documents: {left}")
    return Answer(
        model=model,
        options=options,
        question=question,
        wishes=wishes,
        terms=terms,
        hypergraph=hypergraph,
        function=function,
        bias=bias,
        scores=scores,
        eligible=eligible,
        lengths=lengths,
        selection=selection,
        budget=budget,
        warnings=(
            *warnings,
            *(news.warnings if news else ()),
            *relaxed,
            *unproved,
            *collection.warnings,
        ),
        news=news,
        known=known,
    )


def gathered_evidence(
    model: Fitted, question: str, options: Options, earlier: Sequence[str] = ()
) -> tuple[Floats, Floats, list[str]]:
    """(V,) the weights of the question's terms, (N,) the bias p(j|q), and warnings.

    The questions asked before come oldest first.
    """
    prepared, languages = model.prepared, tuple(model.collection.language_counts)
    terms, warnings = terms_with_earlier(
        question, earlier, model.collection.term_numbers, languages, options.asking_weight
    )
    similarity, related = prepared.embedding_similarity(question, options), np.zeros(len(terms))
    if options.related_evidence:
        words = content_terms(question, model.collection.term_numbers, languages)
        related = np.where(terms > 0, 0.0, prepared.spelling.related(words))
    instead = EMBEDDINGS_ALONE if similarity.any() else RELATED_ALONE if related.any() else ""
    if instead:
        warnings = [instead if told == NOTHING_KNOWN else told for told in warnings]
    weights = {name: getattr(options, f"{name}_evidence") for name in SOURCES}
    query = Query(prepared.index, prepared.topics(options), terms, related, similarity)
    bias = evidence(
        query, weights, options.sharpening, options.incomplete_weight, options.post_weight
    )
    return terms, bias, warnings


def over_budget(sentences: Sequence[str], options: Options) -> list[str]:
    """A warning where sentences have more tokens together than each has alone, and too many."""
    if not options.tokens:
        return []
    text = "\n".join(sentences)
    ends = options.budget - room(options)
    together = ends + int(token_lengths(options.tokenizer, [text])[0])
    if together <= options.tokens:
        return []
    return [
        f"put one a line, the sentences have {together} tokens, more than the {options.tokens}"
        " asked for: this tokenizer joins what stands on different lines"
    ]


@dataclass(frozen=True)
class Answer:
    """The arrays between a question and its digest.

    Parameters
    ----------
    terms : (V,) weight of each term in the question.
    function : the objective, of the empty set; what was read before is used up.
    bias : (N,) p(j|q), the evidence that each sentence answers the question.
    scores : (N,) relevance.
    eligible : (N,) which sentences may be picked beside the pinned ones.
    lengths : (N,) in the unit of the budget.
    budget : what the bound of the selection is about; less than was asked for where less is enough.
    news : which documents are new, where what is new is wanted alone.
    known : (N,) the sentences of known documents and those read before; None where all are wanted.
    """

    model: Fitted
    options: Options
    question: str
    wishes: Wishes
    terms: Floats
    hypergraph: FuzzyHypergraph
    function: SetFunction
    bias: Floats
    scores: Floats
    eligible: NDArray[np.bool_]
    lengths: NDArray[np.int32]
    selection: Greedy
    budget: int
    warnings: tuple[str, ...]
    news: News | None = None
    known: NDArray[np.bool_] | None = None

    def finished(self) -> SetFunction:
        """The objective of the sentences picked."""
        grown = self.function.copy()
        for sentence in self.selection.chosen:
            grown.add(sentence)
        return grown

    def digest(self) -> Digest:
        """The sentences picked, in the order asked for, each with its source."""
        citations = dict(zip(self.selection.chosen, self.citations(), strict=True))
        shown = self._ordered(list(citations))
        collection = self.model.collection
        cited = dict.fromkeys(collection.split.sentences.document[shown].tolist())
        documents = tuple(collection.documents[number] for number in cited)
        sentences = tuple(citations[i] for i in shown)
        return Digest(
            question=self.question,
            budget=self.options.budget,
            unit=self.options.unit,
            wishes=self.wishes,
            sentences=sentences,
            certificate=Certificate(self.selection.value, self.selection.bound, self.budget),
            signature=digest_signature(
                self.options,
                collection.corpus_hash,
                self.model.history,
                self.wishes,
                collection.languages,
                self._new_documents,
            ),
            warnings=(
                *self.warnings,
                *over_budget([sentence.text for sentence in sentences], self.options),
                *uncertain(sentences),
                *self._told_of_order(documents),
            ),
            documents=documents,
            languages=collection.language_counts,
            segments=any(collection.language_of(d) in UNSPACED for d in cited),
            doubt=self.doubt,
            new_documents=len(self._new_documents),
        )

    @cached_property
    def doubt(self) -> str:
        """Why the documents may not answer the question, one sentence; empty where they may."""
        if self.news and (nothing := self.news.nothing or self._nothing_left):
            return nothing
        collection, prepared = self.model.collection, self.model.prepared
        earlier = self.wishes.earlier
        numbers, passages = collection.term_numbers, prepared.index.passages
        words = words_asked(self.question, earlier, numbers, tuple(collection.language_counts))
        among = None if self.known is None else ~self.known
        least = threshold(len(passages.place) if among is None else int(among.sum()))
        in_pairs = has_paired_letters(self.question)
        enough = ENOUGH_PAIRS if in_pairs else ENOUGH_WORDS
        found = covered(words, numbers, passages, None, among, enough)
        if found.share < least:
            found = covered(words, numbers, passages, prepared.spelling, among, enough)
        doubted = doubt(
            found,
            least,
            in_pairs=in_pairs,
            several=len(earlier) > 0,
            embedded=bool(self.options.embedding_model and self.options.embedding_evidence),
            new=self.news is not None,
        )
        return doubted or self._told_again

    @property
    def _nothing_left(self) -> str:
        """That the new documents have nothing to pick, where that is so."""
        if self.eligible.any() or self.selection.chosen:
            return ""
        return NOTHING_LEFT

    @property
    def _told_again(self) -> str:
        """That no sentence has a new word, where that is so and some documents are known."""
        chosen = self.selection.chosen
        if self.known is None or not self.known.any() or any(map(self.new_words, chosen)):
            return ""
        return TOLD_AGAIN if chosen else ""

    @property
    def _new_documents(self) -> tuple[str, ...]:
        """The names of the new documents."""
        documents = self.model.collection.documents
        numbers = np.flatnonzero(self.news.new).tolist() if self.news else []
        return tuple(documents[number].name for number in numbers)

    @cached_property
    def _ranks(self) -> Floats:
        """(V,) how special each term is that known sentences do not have near the question's words;
        0 for one that they have."""
        collection, prepared = self.model.collection, self.model.prepared
        numbers = collection.term_numbers
        asked = content_terms(self.question, numbers, tuple(collection.language_counts))
        terms = [numbers[term] for term in asked if term in numbers]
        known = np.zeros(len(self.scores), bool) if self.known is None else self.known
        anywhere, near = known_terms(prepared.index.passages, known, terms)
        return np.where(near, 0.0, prepared.isf + ONLY_IN_NEW * ~anywhere)

    def new_words(self, sentence: int) -> tuple[str, ...]:
        """The words of a sentence, as it is quoted, that known sentences do not have near the
        question's words, a few of the most special ones; none where no sentence is known, or this
        one is."""
        if self.known is None or self.known[sentence] or not self.known.any():
            return ()
        collection = self.model.collection
        columns, numbers = collection.split.sentences, collection.term_numbers
        document = int(columns.document[sentence])
        place = int(columns.start[sentence]), int(columns.end[sentence])
        shown = collection.documents[document].displayed(*place)
        ranks = self._ranks

        def rank(term: str) -> float:
            return float(ranks[numbers[term]]) if term in numbers else 0.0

        return new_words(shown, collection.language_of(document), rank)

    def _ordered(self, chosen: list[int]) -> list[int]:
        """Sentences in the order they are shown in; equals in the order of reading."""
        chosen.sort()
        column = self.model.collection.split.sentences.document
        source = {i: int(column[i]) for i in chosen}
        if self.options.order == "score":
            chosen.sort(key=lambda i: -self.scores[i])
        elif self.options.order == "date":
            known = {d: self.model.collection.documents[d].dated.date for d in source.values()}
            chosen.sort(key=lambda i: (not known[source[i]], known[source[i]]))
        elif self.options.order in ("answer", "source"):
            best: dict[int, float] = {}
            for i in chosen:
                best[source[i]] = max(best.get(source[i], 0.0), float(self.scores[i]))
            chosen.sort(key=lambda i: (i != self.lead, -best[source[i]]))
        return chosen

    @property
    def lead(self) -> int | None:
        """The sentence that stands on top as the answer: that of the highest score, the first of
        equals. None where none was picked, or in another order than ``answer``."""
        if self.options.order != "answer" or not self.selection.chosen:
            return None
        return max(sorted(self.selection.chosen), key=lambda i: self.scores[i])

    def _told_of_order(self, cited: Sequence[Document]) -> list[str]:
        """What to know of the dates by which sentences are ordered; nothing in another order."""
        if self.options.order != "date" or self.wishes.dated:
            return []
        undated = [document.name for document in cited if not document.dated.date]
        last = [f"without a date, and so last: {', '.join(undated)}"] if undated else []
        return [*doubtful_dates(cited), *last]

    def neighbourhood(self, around: tuple[str, int] | None = None, near: int = 12) -> Neighbourhood:
        """The hypergraph around the digest, or around the sentence at a place, to be drawn.

        Parameters
        ----------
        around : name of a document, and where a sentence starts in it.
        near : sentences outside that are shown: those a step of the walk reaches most likely.

        Raises
        ------
        OptionError
            where no sentence stands at the place.
        """
        from hyperdigest.views.neighbourhood import Surroundings, neighbourhood

        fitted, options, centre = self.model, self.options, None
        if around is not None:
            name, start = around
            document = fitted.collection.document_numbers.get(name)
            if document is not None:
                centre = fitted.collection.sentence_at(document, start)
            if centre is None:
                raise OptionError(
                    f"no sentence of {name!r} starts at {start}: give the place of one that is"
                )
        topics = fitted.prepared.topics(options.changed(samples=0)) if options.topic_share else None
        drawn = Surroundings(
            documents=fitted.collection.documents,
            split=fitted.collection.split,
            walk=self.hypergraph,
            eligible=self.eligible,
            topics=topics,
            labels=fitted.topic_view.labels,
            topic_share=options.topic_share,
        )
        return neighbourhood(
            drawn,
            self._ordered(list(self.selection.chosen)),
            centre,
            near=near,
            question=self.question,
            signature=self.digest().signature,
        )

    def table(self) -> dict[str, list[Any]]:
        """All N sentences in the order of reading, as columns of N values.

        ``document`` and ``path``; ``start``, ``end``, ``page`` and ``page_label`` (of a PDF, else
        None), ``words`` and ``text``; ``score`` (relevance), ``evidence`` (that it answers the
        question) and ``eligible``; ``chosen`` (when it was picked, from 1, else None) and ``gain``
        (what it added then); ``topic`` (the name of its strongest topic).
        """
        collection, topics = self.model.collection, self.model.topic_view
        columns = collection.split.sentences
        documents = [collection.documents[number] for number in columns.document.tolist()]
        starts = columns.start.tolist()
        chosen: list[int | None] = [None] * len(columns)
        gain: list[float | None] = [None] * len(columns)
        picked = zip(self.selection.chosen, self.selection.gains, strict=True)
        for step, (sentence, added) in enumerate(picked, start=1):
            chosen[sentence], gain[sentence] = step, float(added)
        return {
            "document": [document.name for document in documents],
            "path": [document.path for document in documents],
            "start": starts,
            "end": columns.end.tolist(),
            "page": [each.page(start) for each, start in zip(documents, starts, strict=True)],
            "page_label": [
                each.page_label(start) for each, start in zip(documents, starts, strict=True)
            ],
            "words": columns.words.tolist(),
            "text": [collection.text(sentence) for sentence in range(len(columns))],
            "score": self.scores.tolist(),
            "evidence": self.bias.tolist(),
            "eligible": self.eligible.tolist(),
            "chosen": chosen,
            "gain": gain,
            "topic": [topics.labels[topic] for topic in topics.strongest().tolist()],
        }

    def citations(self) -> list[Citation]:
        """The sentences in the order picked, each with those that say the same."""
        picked = zip(self.selection.chosen, self.selection.gains, strict=True)
        return [replace(self.citation(i, gain), also=self.also[i]) for i, gain in picked]

    @cached_property
    def also(self) -> dict[int, tuple[Corroboration, ...]]:
        """The sentences of other documents that say the same as each that was picked."""
        find = self.model.corroborations.also
        return {i: tuple(map(self._corroboration, find(i))) for i in self.selection.chosen}

    def _corroboration(self, found: Found) -> Corroboration:
        collection = self.model.collection
        columns = collection.split.sentences
        document = collection.documents[columns.document[found.sentence]]
        start, end = int(columns.start[found.sentence]), int(columns.end[found.sentence])
        return Corroboration(
            text=collection.text(found.sentence),
            document=document.name,
            path=document.path,
            start=start,
            end=end,
            place=document.place(start),
            page=document.page(start),
            page_label=document.page_label(start),
            copy=found.copy,
        )

    def citation(self, sentence: int, gain: float) -> Citation:
        """`sentence` with its source, its score and what it adds."""
        columns = self.model.collection.split.sentences
        document = self.model.collection.documents[columns.document[sentence]]
        start, end = int(columns.start[sentence]), int(columns.end[sentence])
        lines = document.lines_read(start, end)
        place = document.place(start)
        return Citation(
            text=self.model.collection.text(sentence),
            document=document.name,
            path=document.path,
            start=start,
            end=end,
            page=document.page(start),
            place=f"{place}, read by machine" if lines else place,
            words=int(columns.words[sentence]),
            size=int(self.lengths[sentence]),
            score=float(self.scores[sentence]),
            gain=float(gain),
            topics=self.model.topic_view.shares(sentence),
            page_label=document.page_label(start),
            recognized=min((line.confidence for line in lines), default=None),
            authors=document.authors,
            date=document.dated.stated,
            post=document.post,
            new=self.new_words(sentence),
            heading=self._heading_above(sentence),
            lead=sentence == self.lead,
        )

    def _heading_above(self, sentence: int) -> str:
        """The heading above a sentence; empty where there is none to tell."""
        heading = int(self.model.prepared.headings[sentence])
        if heading < 0:
            return ""
        collection, columns = self.model.collection, self.model.collection.split.sentences
        return told_heading(collection.documents[columns.document[heading]], columns, heading)
