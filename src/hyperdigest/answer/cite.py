"""Make a digest of a solution: its sentences in order, each with its source, and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hyperdigest.answer.document_dates import date_warnings
from hyperdigest.answer.doubt import doubt_of, unknown_warning
from hyperdigest.answer.headings import heading_above
from hyperdigest.answer.signature import digest_signature
from hyperdigest.answer.solution import Solution
from hyperdigest.digest import (
    Certificate,
    Citation,
    Corroboration,
    Digest,
    ListPosition,
    Naming,
    Slice,
    recognition_warning,
)
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document, Sentences
from hyperdigest.documents.lists import begin_of_definition, begin_of_item
from hyperdigest.features.corroboration.search import Corroborations, EquivalentSentence
from hyperdigest.features.news.words import NewWords
from hyperdigest.features.references.index import MOST_KEPT, References
from hyperdigest.lengths import token_lengths, usable_budget
from hyperdigest.options import Options
from hyperdigest.ranking.terms import NO_KNOWN_WORD
from hyperdigest.record import CollectionRecord
from hyperdigest.split.scripts import UNSPACED
from hyperdigest.views.topic_names import topic_view


def cite(solution: Solution) -> Digest:
    """The digest: the chosen sentences in the order asked for, each with its source."""
    collection, options = solution.model.collection, solution.options
    citation_of = dict(zip(solution.chosen, chosen_citations(solution), strict=True))
    sentences = tuple(citation_of[number] for number in solution.shown)
    document_of = collection.split.sentences.document
    cited = dict.fromkeys(document_of[list(solution.shown)].tolist())
    documents = tuple(collection.documents[number] for number in cited)
    new = _new_documents(solution)
    choice = solution.choice
    digest = Digest(
        question=solution.question.text,
        budget=options.budget,
        unit=options.unit,
        wishes=solution.question.constraints,
        sentences=sentences,
        certificate=Certificate(choice.value, choice.bound),
        signature=digest_signature(
            options,
            collection.corpus_hash,
            solution.model.history,
            solution.question.constraints,
            collection.languages,
            new,
        ),
        documents=documents,
        languages=solution.searched.collection.language_counts,
        segments=any(collection.language_of(number) in UNSPACED for number in cited),
        doubt=doubt_of(solution, sentences),
        new_documents=len(new),
        opened_documents=solution.scope.opened,
        known_words=NO_KNOWN_WORD not in solution.ranking.warnings,
    )
    warnings = (
        *solution.warnings,
        *unknown_warning(solution),
        *_token_warning([part.text for part in digest.quoted.values()], options),
        *recognition_warning(sentences),
        *_order_warnings(solution, documents),
    )
    return replace(digest, warnings=warnings)


def chosen_citations(solution: Solution) -> list[Citation]:
    """The chosen sentences in the order picked, with gains, the sentences that say the same, and
    those that name their part of the document."""
    collection, corroborations = solution.model.collection, Corroborations.of(solution.model)
    return [
        replace(
            citation,
            gain=float(gain),
            also=tuple(_corroboration(collection, other) for other in corroborations.also(number)),
            named_in=tuple(_naming(collection, other) for other in naming[:MOST_KEPT]),
            named_more=max(0, len(naming) - MOST_KEPT),
        )
        for number, citation, gain, naming in zip(
            solution.chosen,
            citations(solution, solution.chosen),
            solution.choice.gains,
            map(References.of(collection).naming, solution.chosen),
            strict=True,
        )
    ]


def citations(solution: Solution, sentences: Sequence[int]) -> list[Citation]:
    """Any sentences with sources, scores, topics and headings, but without gains."""
    new_words = NewWords(solution.model, solution.question, solution.reader)
    topics, leads = topic_view(solution.model), solution.leads
    collection = solution.model.collection
    columns, cited = collection.split.sentences, []
    for sentence in sentences:
        document, start, end = collection.slice_of(sentence)
        lines = document.recognized_lines(start, end)
        kind = SENTENCE_KINDS[columns.kind[sentence]]
        is_definition = kind == "definition"
        begin_of = begin_of_definition if is_definition else begin_of_item
        citation = Citation(
            text=document.text[start:end],
            document=document.name,
            path=document.path,
            start=start,
            end=end,
            page=document.page(start),
            place=document.stated_place(start, end),
            words=int(columns.words[sentence]),
            size=int(solution.problem.lengths[sentence]),
            score=float(solution.ranking.relevance[sentence]),
            gain=0.0,
            topics=topics.shares(sentence),
            page_label=document.page_label(start),
            recognized=min((line.confidence for line in lines), default=None),
            authors=document.authors_at(start),
            date=document.dated.stated,
            post=document.post,
            new=new_words.of(sentence),
            heading=heading_above(collection, sentence),
            lead=sentence in leads,
            kind=kind,
            context=tuple(
                _slice(solution, needed, sentence)
                for needed in solution.problem.contexts_of(sentence)
            ),
            ordinal=int(columns.ordinal[sentence]),
            of=int(columns.of[sentence]),
            position=_position(columns, sentence, begin_of(sentence, columns)),
            link=document.link(start, end),
        )
        cited.append(citation)
    return cited


def _slice(solution: Solution, sentence: int, before: int) -> Slice:
    """A sentence that is quoted before another one; prose that stands between that and the begin of
    its item is in the item too."""
    collection = solution.model.collection
    columns = collection.split.sentences
    form, kind = FORMS[columns.form[sentence]], SENTENCE_KINDS[columns.kind[sentence]]
    first, begin = begin_of_item(sentence, columns), begin_of_item(before, columns)
    if first < 0 <= begin < sentence and kind == "prose":
        first, kind = begin, SENTENCE_KINDS[columns.kind[before]]
    return Slice(
        start=int(columns.start[sentence]),
        end=int(columns.end[sentence]),
        text=collection.text(sentence),
        words=int(columns.words[sentence]),
        size=int(solution.problem.lengths[sentence]),
        kind=form if form in ("heading", "term", "header") else kind,
        position=_position(columns, sentence, first),
    )


def _position(columns: Sentences, sentence: int, first: int) -> ListPosition | None:
    """The item or row that a sentence is a part of, of which one is the first sentence."""
    if first < 0:
        return None
    return ListPosition(
        number=int(columns.list_number[first]),
        ordinal=int(columns.ordinal[first]),
        of=int(columns.of[first]),
        begins=first == sentence,
    )


def _corroboration(collection: CollectionRecord, other: EquivalentSentence) -> Corroboration:
    document, start, end = collection.slice_of(other.sentence)
    return Corroboration(
        text=document.text[start:end],
        document=document.name,
        path=document.path,
        start=start,
        end=end,
        place=document.place(start),
        page=document.page(start),
        page_label=document.page_label(start),
        copy=other.copy,
    )


def _naming(collection: CollectionRecord, sentence: int) -> Naming:
    document, start, end = collection.slice_of(sentence)
    text, place = document.text[start:end], document.place(start)
    return Naming(text, document.name, start, end, place)


def _new_documents(solution: Solution) -> tuple[str, ...]:
    """The names of the documents that are new to the reader."""
    if solution.scope.new is None:
        return ()
    documents = solution.model.collection.documents
    return tuple(documents[n].name for n in np.flatnonzero(solution.scope.new).tolist())


def _token_warning(sentences: Sequence[str], options: Options) -> list[str]:
    """A warning if the sentences exceed the budget when they are tokenized together."""
    if not options.tokens:
        return []
    special = options.budget - usable_budget(options)
    together = special + int(token_lengths(options.tokenizer, ["\n".join(sentences)])[0])
    if together <= options.tokens:
        return []
    return [
        f"on lines of one text, the sentences have {together} tokens, more than the budget of"
        f" {options.tokens}: this tokenizer does not tokenize each line separately"
    ]


def _order_warnings(solution: Solution, cited: Sequence[Document]) -> list[str]:
    """Warnings about the dates by which the sentences are sorted, unless the scope has them."""
    constraints = solution.question.constraints
    if solution.options.order != "date" or constraints.dated or constraints.new_since:
        return []
    undated = [document.name for document in cited if not document.dated.date]
    last = [f"sorted last without a date: {', '.join(undated)}"] if undated else []
    return [*date_warnings(cited), *last]
