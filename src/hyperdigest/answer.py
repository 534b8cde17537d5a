"""The answer to a question: the arrays computed on the way, and the digest made of them.

Sentences are picked among those that are eligible; pinned ones are always in, excluded ones never.
Every sentence of a collection can be had with what was computed of it for a question, as columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.compressing import Ground, Shortened, untouched, with_forms
from hyperdigest.constraints import NOTHING, Place, Wishes, documents_named
from hyperdigest.documents import (
    Certificate,
    Citation,
    Corroboration,
    Digest,
    Document,
    joined,
    uncertain,
)
from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.fitted import Corpus, Fitted
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.query.dates import documents_within, doubtful_dates, left_out
from hyperdigest.query.doubt import covered, doubt, threshold
from hyperdigest.query.evidence import SOURCES, Query, evidence
from hyperdigest.query.news import (
    ONLY_IN_NEW,
    OPENING,
    News,
    known_terms,
    new_words,
    opened,
)
from hyperdigest.query.repeats import left_to_tell, told_by_one
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
from hyperdigest.selection import Greedy, RelevanceAndCoverage, SetFunction
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum, tighten
from hyperdigest.selection.selector import WHOLE, Selector
from hyperdigest.signature import digest_signature
from hyperdigest.split.scripts import UNSPACED, has_paired_letters

if TYPE_CHECKING:
    from hyperdigest.corroboration import Found
    from hyperdigest.views.neighbourhood import Neighbourhood

MOST_ASKED = 200
"""Sentences of which it is found out how many sources say the same, where that counts."""

Lengths = NDArray[np.integer[Any]]

NOTHING_LEFT = (
    "Nothing is new: all that the new documents say stands in known ones too, or was read before or"
    " excluded."
)
TOLD_AGAIN = (
    "These sentences may be nothing new: known documents have all their words where they speak of"
    " the question."
)
"""Doubts of a digest of what is new."""


def sentences_at(collection: Corpus, places: Sequence[Place]) -> list[int]:
    """The numbers of the sentences at places; an OptionError where there is none at one."""
    documents = documents_named(places, collection.document_numbers)
    found = []
    for document, (name, start) in zip(documents, places, strict=True):
        sentence = collection.sentence_at(document, start)
        if sentence is None:
            raise OptionError(
                f"no sentence of {name!r} begins at character {start}: name a sentence by its"
                " document and start, as a digest does"
            )
        found.append(sentence)
    return found


def eligible_sentences(
    model: Fitted,
    options: Options,
    wishes: Wishes,
    named: list[int],
    known: NDArray[np.bool_] | None = None,
    said: NDArray[np.uint64] | None = None,
) -> tuple[NDArray[np.bool_], list[str]]:
    """(N,) the sentences that may be picked beside the pinned ones, and warnings.

    Where no sentence is fit, all are, but for those of documents that are not of the dates wished.
    The sentences named by the reader are not, nor is what says the same words as one of them, if
    the options want prose alone. Where some sentences are known, (N,), neither they nor any that
    says the same words may be picked, nor any whose words have a hash among those `said`. Raises an
    OptionError where no document is of these dates.
    """
    collection, warnings = model.collection, []
    sentences = collection.split.sentences
    of_dates = documents_within(collection.documents, wishes)
    if wishes.dated:
        eligible = sentences.eligible(options.shortest, options.prose_only, of_dates)
        found = [collection.documents[number] for number in np.flatnonzero(of_dates).tolist()]
        warnings += [*left_out(collection.documents), *doubtful_dates(found)]
    else:
        eligible = model.prepared.eligible(options).copy()
    others, whole = of_dates[sentences.document], bool(eligible.any())
    if known is not None:
        wordings = model.prepared.wordings
        told, fit = np.zeros((2, len(eligible)), bool)
        told[wordings[known]], fit[wordings[eligible]] = True, True
        whole = bool(fit[wordings[others & ~known]].any())
        others &= ~told[wordings]
        if said is not None and len(said):
            others &= ~np.isin(sentences.text_hash, said)
        eligible &= others
    if not whole and others.any():
        eligible = others
        warnings.append(
            f"no whole sentence of {options.shortest} words or more: fragments were allowed"
        )
    eligible[named] = False
    if named and options.prose_only:
        text_hash = sentences.text_hash
        eligible &= ~np.isin(text_hash, text_hash[named])
    return eligible, warnings


def choose(
    function: SetFunction,
    lengths: Lengths,
    eligible: NDArray[np.bool_],
    pinned: list[int],
    options: Options,
    selector: Selector = WHOLE,
) -> tuple[Greedy, int, list[str]]:
    """The pinned sentences and the best to go with them, gains in that order; the budget; warnings.

    The bound is of all sets that hold the pinned sentences, within the budget told: where the
    digest is to end when it is enough, that is as much of the one asked for as is enough.

    The (N,) lengths are in the unit of the budget. Where sentences may be compressed, forms are
    numbered behind them, and the `selector` is an `Alternatives`. Raises an OptionError where
    pinned sentences, or without any the shortest that may be picked, exceed the budget, or nothing
    may be picked.
    """
    available = room(options)
    taken = int(lengths[pinned].sum())
    if taken > available:
        needed = taken + options.budget - available
        raise OptionError(
            f"the pinned sentences have {needed} {options.unit} together, and the budget is"
            f" {options.budget}: give a larger one, or unpin some"
        )
    if not pinned:
        if not eligible.any():
            raise OptionError(
                "no sentence is left to pick: all that may be picked are excluded or were read"
                " before"
            )
        shortest = int(lengths[eligible].min())
        if shortest > available:
            needed = shortest + options.budget - available
            raise BudgetError(
                f"no sentence fits in {options.budget} {options.unit}: the shortest that may be"
                f" picked has {needed}, so ask for at least as many"
            )
    held = function.copy()
    gains = [held.add(sentence) for sentence in pinned]
    left = available - taken
    if options.enough and left >= 1:
        cost = options.cost_exponent
        how: dict[str, Any] = {"cost_exponent": cost, "eligible": eligible}
        left = int(selector.enough_room(held, lengths, left, **how))
    rest, warnings = _best(held, lengths, left, eligible, options, selector)
    both = Greedy([*pinned, *rest.chosen], [*gains, *rest.gains], rest.value, rest.bound)
    budget = options.budget - available + taken + left if options.enough else options.budget
    return both, budget, warnings


def _best(
    held: SetFunction,
    lengths: Lengths,
    available: int,
    eligible: NDArray[np.bool_],
    options: Options,
    selector: Selector,
) -> tuple[Greedy, list[str]]:
    """The best sentences for the room there is, and a warning where that could not be proved."""
    if available < 1:
        return Greedy([], [], held.value, held.value), []
    if not options.exact:
        cost = options.cost_exponent
        return selector.greedy(held, lengths, available, cost_exponent=cost, eligible=eligible), []
    best = selector.maximize(held, lengths, available, options.time_limit, eligible=eligible)
    gains = [held.add(sentence) for sentence in best.chosen]
    late = f"the exact selection stopped after {options.time_limit:g} s, unproved"
    found = Greedy(best.chosen, gains, best.value, best.bound)
    return found, [] if best.proved else [late]


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
    ground = Ground(function, lengths, eligible)
    if options.compress:
        ground = with_forms(model, hypergraph, function, lengths, eligible, options)
        relaxed += untouched(collection)
    function = ground.function
    if read:
        function.fill(np.array(read))
    if known is not None:
        function.fill(np.flatnonzero(filled), options.known_weight)
    if news and not pinned and not eligible.any():
        selection, budget, unproved = Greedy([], [], 0.0, 0.0), options.budget, list[str]()
    else:
        if news:
            tighten(function, np.flatnonzero(ground.eligible))
        selection, budget, unproved = choose(
            function, ground.lengths, ground.eligible, pinned, options, ground.selector
        )
    shortened = ground.shortened(selection.chosen)
    selection = replace(selection, chosen=ground.sentences(selection.chosen))
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
        shortened=shortened,
    )


def worth_of_news(
    model: Fitted, options: Options, scores: Floats, new: NDArray[np.bool_], read: list[int]
) -> Floats:
    """(N,) the scores of sentences, more for those whose topics the `new` ones opened, and less for
    those of which one known sentence, or one that was `read`, tells most; they sum to 1. The latter
    is left out where relevance is never used up, as in the preset ``paper``."""
    prepared, split = model.prepared, model.collection.split
    worth = scores * (1 + OPENING * opened(prepared.topics(options), new))
    known = ~new
    known[read] = True
    if options.saturation and known.any():
        worth = worth * left_to_tell(told_by_one(split, prepared.counts, worth, known))
    return np.asarray(worth / worth.sum())


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


def corroborated(model: Fitted, scores: Floats, options: Options) -> Floats:
    """(N,) the scores, those of sentences that other sources hold too raised; their sum is kept.

    The `MOST_ASKED` eligible sentences with the highest scores are looked at. With n independent
    sources beside its own, a score is multiplied by 1 + corroboration times log2(1 + n).
    """
    eligible = np.flatnonzero(model.prepared.eligible(options))
    best = eligible[np.argsort(-scores[eligible], kind="stable")[:MOST_ASKED]]
    sources = np.array([model.corroborations.sources(sentence) for sentence in best.tolist()])
    raised = scores.copy()
    raised[best] *= 1 + options.corroboration * np.log2(1 + sources)
    total = raised.sum()
    return np.asarray(raised * (scores.sum() / total)) if total > 0 else raised


def objective_function(
    model: Fitted, hypergraph: FuzzyHypergraph, scores: Floats, options: Options
) -> SetFunction:
    """(1 - nu) relevance + nu / N C(S), the paper's objective; relevance may saturate.

    With a saturation it has diminishing returns where sentences repeat the terms of each other;
    without, it is the sum of the scores.
    """
    balance = options.coverage_balance
    if not options.saturation:
        return RelevanceAndCoverage(hypergraph, scores, balance)
    relevance = SaturatedRelevance(model.prepared.terms, scores, options.saturation)
    if not balance:
        return relevance
    coverage = RelevanceAndCoverage(hypergraph, np.zeros_like(scores), 1.0)
    return WeightedSum([(1 - balance, relevance), (balance, coverage)])


def over_budget(sentences: Sequence[str], options: Options) -> list[str]:
    """A warning where sentences have more tokens together than each has alone, and too many; none
    has a mark of what is left out."""
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
    shortened : the sentences that were picked in a compressed form.
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
    shortened: Mapping[int, Shortened] = field(default_factory=dict)

    def finished(self) -> SetFunction:
        """The objective of the sentences picked."""
        grown = self.function.copy()
        for sentence in self.selection.chosen:
            short = self.shortened.get(sentence)
            grown.add(short.number if short else sentence)
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
                *over_budget([self._quoted(sentence) for sentence in sentences], self.options),
                *uncertain(sentences),
                *self._told_of_order(documents),
            ),
            documents=documents,
            languages=collection.language_counts,
            segments=any(collection.language_of(d) in UNSPACED for d in cited),
            doubt=self.doubt,
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
        found = covered(words, numbers, passages, among=among)
        if found.share < least:
            found = covered(words, numbers, passages, prepared.spelling, among)
        doubted = doubt(
            found,
            least,
            in_pairs=has_paired_letters(self.question),
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
        document, short = int(columns.document[sentence]), self.shortened.get(sentence)
        whole = ((int(columns.start[sentence]), int(columns.end[sentence])),)
        slices = short.form.parts if short else whole
        shown = " ".join(collection.documents[document].displayed(*each) for each in slices)
        ranks = self._ranks

        def rank(term: str) -> float:
            return float(ranks[numbers[term]]) if term in numbers else 0.0

        return new_words(shown, collection.language_of(document), rank)

    def _quoted(self, sentence: Citation) -> str:
        """A sentence of the digest without marks of what is left out."""
        collection = self.model.collection
        text = collection.documents[collection.document_numbers[sentence.document]].text
        return joined(text[start:end] for start, end in sentence.slices)

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
        elif self.options.order == "source":
            best: dict[int, float] = {}
            for i in chosen:
                best[source[i]] = max(best.get(source[i], 0.0), float(self.scores[i]))
            chosen.sort(key=lambda i: -best[source[i]])
        return chosen

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
        whole = Citation(
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
        )
        short = self.shortened.get(sentence)
        if short is None:
            return whole
        form = short.form
        cut = replace(whole, parts=form.parts, words=form.words, size=short.length)
        return replace(cut, text=cut.with_marks([document.text[a:b] for a, b in cut.parts]))
