"""Properties of features together: pins, exclusions, reading, news, dates, focus, order, budget.

What is asserted is computed from the texts and the constraints, not by the code under test.
"""

import random
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hyperdigest import Collection, Constraints, Document, Model
from hyperdigest.errors import OptionError
from hyperdigest.features.corroboration.search import Corroborations

QUESTION = "Who paid for the new bridge over the river?"
STATEMENTS = (
    "The council paid for the new bridge over the river in June.",
    "The bridge over the river was closed to all traffic on 7 November after a third pillar was"
    " found cracked.",
    "Engineers measured the pillars of the bridge for a week.",
    "The ferry carries people on foot across the river every twenty minutes.",
    "Buses go round by the northern road, which is narrow and steep.",
    "A toll of two crowns pays for the repair of the bridge.",
    "Shopkeepers on the island fear for their Christmas trade.",
    "The old bridge was built by a firm that no longer exists.",
    "Nobody knows who paid for the lamps on the bridge.",
    "The river rose by two metres in the storm of March.",
    "The mayor opened the new bridge on a cold morning.",
    "Fishermen lost their nets, and the council paid for new ones.",
)
REWORDED = (
    "The bridge over the river was closed to all traffic on November 7 after a third pillar was"
    " found cracked.",
    "In June the council paid for the new bridge over the river.",
)
DATES = ("2024", "2025-03", "2025-03-09", "2026-11-02", "2026-11-20", "")


@dataclass(frozen=True)
class Pile:
    """A model of some documents, and the sentences of each as they stand there."""

    model: Model
    sentences: tuple[tuple[str, ...], ...]

    @property
    def places(self) -> list[tuple[str, int]]:
        """The place of every sentence."""
        return [
            (document.name, document.text.index(sentence))
            for document, sentences in zip(
                self.model.collection.documents, self.sentences, strict=True
            )
            for sentence in sentences
        ]


@cache
def pile(seed: int) -> Pile:
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(int(rng.integers(2, 7))):
        own = rng.permutation([*STATEMENTS, *REWORDED])[: rng.integers(2, 7)]
        texts.append(tuple(str(each) for each in own))
    documents = [
        Document(f"{n}.txt", f"{n}.txt", " ".join(text), date=str(rng.choice(DATES)))
        for n, text in enumerate(texts)
    ]
    return Pile(Collection.of(documents, language="en").fit(), tuple(texts))


@st.composite
def asked(draw):
    """A pile, constraints that name its sentences and documents, and options."""
    found = pile(draw(st.integers(0, 15)))
    places = st.lists(st.sampled_from(found.places), max_size=3, unique=True)
    pinned = draw(st.lists(st.sampled_from(found.places), max_size=2, unique=True))
    excluded = [place for place in draw(places) if place not in pinned]
    names = [document.name for document in found.model.collection.documents]
    constraints = Constraints(
        pinned=tuple(pinned),
        excluded=tuple(excluded),
        read=tuple(draw(places)),
        since=draw(st.sampled_from(["", "", "2025"])),
        new=tuple(draw(st.lists(st.sampled_from(names), max_size=2, unique=True))),
    )
    options = {
        "preset": draw(st.sampled_from(["default", "default", "paper"])),
        "words": draw(st.integers(10, 90)),
        "focus": draw(st.sampled_from([0, 0, 1, 2])),
        "order": draw(st.sampled_from(["answer", "source", "reading", "score", "date"])),
        "exact": draw(st.sampled_from([False, False, True])),
        "enough": draw(st.booleans()),
        "corroboration": draw(st.sampled_from([0.0, 1.0])),
    }
    return found, constraints, options


def answered(problem):
    """The answer to a problem; a problem that cannot be solved as asked is no example."""
    found, constraints, options = problem
    try:
        return found.model.ask(QUESTION, wishes=constraints, **options)
    except OptionError:
        assume(False)


@given(asked())
def test_a_digest_respects_budget_pins_and_exclusions(problem):
    _, constraints, options = problem
    digest = answered(problem).digest()
    cited = [(each.document, each.start) for each in digest.sentences]
    assert sum(len(each.text.split()) for each in digest.sentences) <= options["words"]
    assert len(set(cited)) == len(cited)
    assert set(constraints.pinned) <= set(cited)
    assert not set(constraints.excluded) & set(cited)
    assert not (set(constraints.read) - set(constraints.pinned)) & set(cited)


@given(asked())
def test_unpinned_sentences_are_new_and_within_the_dates(problem):
    found, constraints, _ = problem
    digest = answered(problem).digest()
    dates = {document.name: document.date for document in found.model.collection.documents}
    for each in digest.sentences:
        if (each.document, each.start) in constraints.pinned:
            continue
        if constraints.new:
            assert each.document in constraints.new
        if constraints.since:
            assert dates[each.document] >= constraints.since


@given(asked())
def test_no_sentence_repeats_another_or_a_known_one(problem):
    _, constraints, options = problem
    assume(options["preset"] == "default")
    answer = answered(problem)
    collection = answer.model.collection
    same = Corroborations.of(answer.model).score

    def says_the_same(one: int, other: int) -> bool:
        return same(one, other) > 0 or collection.text(one) == collection.text(other)

    pinned = set(collection.sentences_at(constraints.pinned))
    for one, other in combinations(answer.chosen, 2):
        assert {one, other} <= pinned or not says_the_same(one, other)
    known = set(collection.sentences_at(constraints.read)) - pinned
    if constraints.new:
        columns = collection.split.sentences.document
        known |= {
            number
            for number in range(len(columns))
            if collection.documents[columns[number]].name not in constraints.new
        } - pinned
    for sentence in set(answer.chosen) - pinned:
        assert not any(says_the_same(sentence, other) for other in known)


@given(asked())
def test_a_focus_cites_at_most_its_number_of_documents_and_those_named(problem):
    _, constraints, options = problem
    assume(options["focus"])
    answer = answered(problem)
    named = {document for document, _ in constraints.places}
    cited = {document.name for document in answer.digest().documents}
    assert len(cited - named) <= max(options["focus"], len(named))
    assert named <= {document.name for document in answer.model.collection.documents}


@given(asked())
def test_sentences_have_the_order_of_the_option(problem):
    found, _, options = problem
    answer = answered(problem)
    digest = answer.digest()
    names = [document.name for document in found.model.collection.documents]
    dates = {document.name: document.date for document in found.model.collection.documents}
    place = {each: (names.index(each.document), each.start) for each in digest.sentences}
    shown = list(digest.sentences)
    best = {each.document: 0.0 for each in shown}
    for each in shown:
        best[each.document] = max(best[each.document], each.score)
    lead = [each for each in shown if each.lead]
    assert (len(lead) > 0) == (options["order"] == "answer" and len(shown) > 0)
    if options["order"] == "reading":
        assert shown == sorted(shown, key=place.get)
    elif options["order"] == "score":
        assert shown == sorted(shown, key=lambda each: (-each.score, place[each]))
    elif options["order"] == "date":
        assert shown == sorted(
            shown, key=lambda each: (not dates[each.document], dates[each.document], place[each])
        )
    elif shown:
        if lead:
            assert shown[: len(lead)] == lead == sorted(lead, key=place.get)
            value = {
                place[each]: answer.problem.value[i]
                for i, each in zip(answer.shown, shown, strict=True)
            }
            assert max(value[place[each]] for each in lead) == max(value.values())
            best[lead[0].document] = np.inf
        rest = [each for each in shown if each not in lead]
        assert rest == sorted(rest, key=lambda each: (-best[each.document], place[each]))


@given(asked())
def test_the_certificate_bounds_every_other_choice_tried(problem):
    answer = answered(problem)
    assert answer.choice.value <= answer.choice.bound * (1 + 1e-9)
    lengths, budget = answer.problem.lengths, answer.options.budget
    pinned = list(answer.problem.pinned)
    others = np.flatnonzero(answer.eligible)[:6].tolist()
    for size in range(3):
        for more in combinations(others, size):
            some = [*pinned, *more]
            if lengths[some].sum() > budget:
                continue
            grown = answer.problem.objective.copy()
            for sentence in some:
                grown.add(sentence)
            assert grown.value <= answer.choice.bound * (1 + 1e-9)


@given(asked())
def test_warnings_are_given_once_and_name_contradictions(problem):
    _, constraints, _ = problem
    warnings = answered(problem).digest().warnings
    assert len(set(warnings)) == len(warnings)
    both = set(constraints.pinned) & set(constraints.read)
    assert any("pinned and marked as read" in each for each in warnings) == bool(both)
    excluded_news = {name for name, _ in constraints.excluded} & set(constraints.new)
    assert any("new and excluded" in each for each in warnings) == bool(excluded_news)


@given(asked())
def test_a_sentence_that_is_too_long_is_named_only_if_it_could_be_chosen(problem):
    _, _, options = problem
    answer = answered(problem)
    warned = [each for each in answer.warnings if "most relevant sentence does not fit" in each]
    if not warned:
        return
    pinned = list(answer.problem.pinned)
    room = options["words"] - int(answer.problem.lengths[pinned].sum())
    ranked = sorted(
        np.flatnonzero(answer.eligible).tolist(), key=lambda i: -answer.problem.value[i]
    )
    known = answer.reader.known
    same = Corroborations.of(answer.model).also
    for sentence in ranked:
        others = [other.sentence for other in same(sentence)]
        repeats = set(others) & set(pinned) or known[others].any()
        if options["preset"] == "paper" or not repeats:
            assert int(answer.problem.lengths[sentence]) > room
            return
    pytest.fail("every eligible sentence repeats a statement")


def test_a_sentence_that_repeats_what_was_read_is_not_promised_at_a_larger_budget():
    read, again = STATEMENTS[1], REWORDED[0]
    documents = [
        Document("a.txt", "a.txt", f"{read} {STATEMENTS[3]}"),
        Document("b.txt", "b.txt", f"{again} {STATEMENTS[6]}"),
    ]
    model = Collection.of(documents, language="en").fit()
    constraints = Constraints(read=(("a.txt", 0),))
    question = "Why was the bridge over the river closed to all traffic on 7 November?"
    for words in (12, 16, 30, 60):
        digest = model.digest(question, words, wishes=constraints)
        assert again not in [each.text for each in digest.sentences]
        assert not any("most relevant sentence" in each for each in digest.warnings)


@pytest.mark.parametrize("read", [(), (("0.txt", 0),)])
def test_a_statement_in_many_wordings_is_made_once_at_any_budget(read):
    wordings = [
        f"The council {approved} the new {harbor} bridge for {cost} in {march} 2024."
        for approved in ("approved", "gave its approval to")
        for harbor in ("harbor", "harbour")
        for cost in ("$40 million", "40 million dollars")
        for march in ("March", "March of")
    ]
    rng = random.Random(3)
    nouns = (
        "herring bakery bread tourist lighthouse pier library concert garden tram museum orchard"
    )

    def filler():
        one, two, three = rng.sample(nouns.split(), 3)
        return f"The {one} near the {two} pleased every {three} in week {rng.randint(1, 52)}."

    documents = [
        Document(f"{n}.txt", f"{n}.txt", " ".join([text, *(filler() for _ in range(14))]))
        for n, text in enumerate(wordings)
    ]
    model = Collection.of(documents, language="en").fit()
    question = "Who approved the new harbor bridge for how many million dollars?"
    also = Corroborations.of(model).also
    assert len(also(0)) == len(wordings) - 1
    for words in (14, 20, 40, 80):
        answer = model.ask(question, words, wishes=Constraints(read=read))
        statements = [i for i in answer.chosen if i in {0, *(s.sentence for s in also(0))}]
        assert len(statements) <= (0 if read else 1), words


def test_warnings_of_dates_are_given_once_when_dates_and_news_are_asked_for():
    documents = [
        Document(f"{n}.txt", f"{n}.txt", text, modified="2026-11-20")
        for n, text in enumerate(STATEMENTS[:4])
    ]
    model = Collection.of(documents).fit()
    constraints = Constraints(until="2027", new_since="2026-11-01")
    warnings = model.digest(QUESTION, 40, wishes=constraints).warnings
    assert sum("have the date on which the file was changed" in each for each in warnings) == 1


def test_the_digest_of_an_answer_is_made_once():
    answer = pile(1).model.ask(QUESTION, 60)
    assert answer.digest() is answer.digest()
