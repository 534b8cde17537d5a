"""The sentences of a digest in their order, each with the context that is shown before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hyperdigest.digest import Citation, Digest, Slice
from hyperdigest.render.parts import CitedSource
from hyperdigest.render.quotes import Part

GroupKind = Literal["paragraph", "list", "table", "code", "definition"]


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence, and those parts of its context that are shown before it: each only once, but a
    term again where its entry goes on after something else, and a header row likewise."""

    context: tuple[Part, ...]
    part: Part
    sentence: Citation

    @property
    def parts(self) -> tuple[Part, ...]:
        return (*self.context, self.part)

    @property
    def needs(self) -> int:
        """Where the first part of its context begins that is shown already; -1 without one."""
        new = self.parts[0].quoted.start
        before = [part.start for part in self.sentence.context if part.start < new]
        return before[-1] if before else -1

    @property
    def defines(self) -> bool:
        """Whether it is a part of a definition, or an answer or code below a term."""
        if self.sentence.kind not in ("prose", "code"):
            return self.sentence.kind == "definition"
        context = self.sentence.context
        kinds = {part.kind for part in context}
        if self.sentence.kind == "prose" and "definition" in kinds:
            return False  # it is below the list, and refers to that
        lists = {part.position.number for part in context if part.position}
        return len(lists) <= 1 and "term" in kinds

    @property
    def has_heading(self) -> bool:
        """Whether a heading is shown before it."""
        return any(part.quoted.kind == "heading" for part in self.context)

    @property
    def has_term(self) -> bool:
        """Whether a term is shown before it."""
        return any(part.quoted.kind == "term" for part in self.context)

    @property
    def begins(self) -> GroupKind:
        """The kind of the group that it begins, if it does not belong to the one before it."""
        if self.sentence.kind == "row":
            return "table"
        if self.defines and self.has_term:
            return "definition"
        is_in_list = any(part.quoted.position for part in self.context)
        if self.sentence.kind == "code":
            return "list" if is_in_list else "code"
        continues_item = level_of(self.part) and is_in_list
        is_item = self.sentence.kind != "definition" and (self.sentence.position or continues_item)
        return "list" if is_item else "paragraph"


def quotations(digest: Digest, numbered: dict[str, CitedSource]) -> Iterator[Quotation]:
    """The quotations of a digest, in the order shown; `numbered` are its `sources`.

    Where sentences of a document follow one another as they do there, a context of any of them
    stands before the first that comes after it in the document. It is shown once, but a term again
    before a sentence of its entry, unless the sentence above is of the same entry, that of its last
    term: otherwise the sentence could be taken for a part of what stands above it. So are the
    header rows of a row that is not below the same ones as the sentence above, or is the first
    after the lead. The words of what is shown again count once.
    """
    shown = {(sentence.document, sentence.start) for sentence in digest.sentences}
    quoted, below = frozenset(shown), ("", False, -1)
    for run in _runs(digest):
        sentences = [sentence for _, sentence in run]
        source = numbered[sentences[0].document]
        new: list[dict[int, Slice]] = [{} for _ in run]
        for sentence in sentences:
            for part in sentence.context:
                if (sentence.document, part.start) not in shown:
                    shown.add((sentence.document, part.start))
                    place = bisect_right(sentences, part.start, key=lambda other: other.start)
                    new[place][part.start] = part
        above, last = set[int](), -1
        for (number, sentence), before in zip(run, new, strict=True):
            headers, header = _of_kind("header", sentence.context), below
            below = sentence.document, sentence.lead, max(headers, default=-1)
            if below != header:
                before.update(
                    (start, part)
                    for start, part in headers.items()
                    if (sentence.document, start) not in quoted
                )
            terms = _of_kind("term", sentence.context)
            if max(terms, default=-1) not in (max(above, default=-1), last):
                again = terms.keys() - above or terms.keys()
                before.update((start, terms[start]) for start in again)
            above, last = terms.keys() | _of_kind("term", before.values()).keys(), sentence.start
            context = tuple(Part(source, before[start]) for start in sorted(before))
            yield Quotation(context, Part(source, sentence, number), sentence)


def _of_kind(kind: str, context: Iterable[Slice]) -> dict[int, Slice]:
    """The parts of a context that are of a kind, by where they begin."""
    return {part.start: part for part in context if part.kind == kind}


def _runs(digest: Digest) -> Iterator[list[tuple[int, Citation]]]:
    """The sentences and their numbers, in runs that are in the order of a document."""
    run: list[tuple[int, Citation]] = []
    for number, sentence in _contexts_first(digest):
        last = run[-1][1] if run else sentence
        if last.document != sentence.document or last.start > sentence.start:
            yield run
            run = []
        run.append((number, sentence))
    if run:
        yield run


def _contexts_first(digest: Digest) -> Iterator[tuple[int, Citation]]:
    """The sentences and their numbers, each after those that are quoted before it."""
    numbered = {(s.document, s.start): (n, s) for n, s in enumerate(digest.sentences, start=1)}
    for sentence in digest.sentences:
        found, rest = dict[int, tuple[int, Citation]](), [sentence.start]
        while rest:
            start = rest.pop()
            if one := numbered.pop((sentence.document, start), None):
                found[start] = one
                rest += (part.start for part in one[1].context)
        yield from (found[start] for start in sorted(found))


def level_of(part: Part) -> int:
    """The number of lists that a part is in; 0 if it is not known."""
    document = part.source.document
    block = document.block_at(part.quoted.start) if document else None
    return 0 if block is None or block.kind == "heading" else block.level
