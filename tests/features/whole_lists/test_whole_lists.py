"""A list of which most is quoted is quoted whole."""

from dataclasses import replace

import numpy as np
import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import SENTENCE_KINDS, Sentences
from hyperdigest.features.whole_lists.complete import (
    IF_SEVERAL_ARE_ASKED_FOR,
    USUALLY,
    completion_for,
    with_whole_lists,
)
from hyperdigest.hypergraph import term_hypergraph
from hyperdigest.question import Question
from hyperdigest.selection import RelevanceAndCoverage
from hyperdigest.selection.choose import RepeatsAllowed, choose
from hyperdigest.selection.costs import full_lengths
from hyperdigest.selection.problem import Problem

_CODE = SENTENCE_KINDS.index("code")


def digest_of(
    values,
    n_steps,
    budget,
    lengths=None,
    quotable=None,
    pinned=(),
    lead_ins=(),
    is_step=None,
    kind="step",
    completion=USUALLY,
    code=(),
    warnings=(),
):
    """The choice among sentences of which the first are the steps of a list, and what it was
    before its lists were completed.

    `lead_ins` has the context of each sentence, -1 for none; `is_step` says which are of the list,
    and `code` has the places of code.
    """
    n = len(values)
    lengths = np.array(lengths or [5] * n, np.int32)
    column, ordinal = np.zeros(n, np.int32), np.minimum(np.arange(1, n + 1), n_steps + 1)
    in_list = np.array(is_step or np.arange(n) < n_steps).astype(np.int32)
    sentences = Sentences(
        **dict.fromkeys(("document", "start", "end", "context"), column),
        words=lengths,
        form=column.astype(np.uint8),
        text_hash=np.arange(n, dtype=np.uint64),
        kind=np.where(np.isin(np.arange(n), code), _CODE, in_list * SENTENCE_KINDS.index(kind)),
        list_number=in_list,
        ordinal=(ordinal * in_list).astype(np.int32),
        of=n_steps * in_list,
    )
    graph = term_hypergraph(np.arange(n), np.arange(n), n, n)
    value = np.array(values, float)
    contexts = np.array([[each] for each in lead_ins] or np.empty((n, 0)), np.int32)
    objective = RelevanceAndCoverage(graph, value, 0.0)
    eligible = value > 0
    both = lengths, full_lengths(lengths, contexts)
    quotable = np.ones(n, bool) if quotable is None else np.array(quotable, bool)
    problem = Problem(objective, value, *both, eligible, quotable, contexts, pinned)
    options = Options(words=budget, least_share=0.0, cost_exponent=1.0)
    before = replace(choose(problem, options), warnings=warnings)
    found = with_whole_lists(problem, before, options, RepeatsAllowed(), sentences, completion)
    return found, before


def test_the_missing_step_takes_the_place_of_what_is_less_relevant():
    found, before = digest_of([9, 8, 0, 7, 6, 5], n_steps=4, budget=25)
    assert sorted(before.chosen) == [0, 1, 3, 4, 5]
    assert sorted(found.chosen) == [0, 1, 2, 3, 4]
    assert (found.completing, before.completing) == ({2}, set())
    assert found.value / before.value == pytest.approx(30 / 35)
    assert found.value <= before.value <= found.bound


def test_a_choice_with_a_whole_list_keeps_the_warnings_about_the_choice_before():
    found, before = digest_of([9, 8, 0, 7, 6, 5], n_steps=4, budget=25, warnings=("not proved",))
    assert found.chosen != before.chosen
    assert found.warnings == ("not proved",)


@pytest.mark.parametrize(
    ("values", "how", "chosen"),
    [
        ([9, 8, 0, 0, 0, 7], {"n_steps": 5, "budget": 15}, [0, 1, 5]),
        ([9, 8, 0, 0, 7], {"n_steps": 4, "budget": 15}, [0, 1, 4]),
        ([9, 8, 0, 7], {"n_steps": 3, "budget": 15, "quotable": [1, 1, 0, 1]}, [0, 1, 3]),
        ([3, 2, 0, 9], {"n_steps": 3, "budget": 23, "lengths": [5, 5, 11, 5]}, [0, 1, 3]),
        ([9, 8, 0, 7], {"n_steps": 3, "budget": 21, "lengths": [5, 5, 11, 5]}, [0, 1, 2]),
        ([9, 0, 8, 0, 0, 0, 7], {"n_steps": 6, "budget": 15}, [0, 1, 2]),
        ([9, 8, 0, 7], {"n_steps": 3, "budget": 15, "pinned": (3,)}, [0, 1, 3]),
        ([9, 8, 1, 2, 7], {"n_steps": 5, "budget": 15}, [0, 1, 2]),
        ([3, 1, 8, 9, 7], {"n_steps": 5, "budget": 20}, [1, 2, 3, 4]),
        ([9, 0, 5, 5, 5], {"n_steps": 5, "budget": 15}, [0, 1, 2]),
        ([9, 8, 1, 2, 7], {"n_steps": 5, "budget": 15, "kind": "item"}, [0, 1, 2]),
        ([9, 8, 1, 2, 7], {"n_steps": 5, "budget": 15, "pinned": (4,)}, [0, 1, 4]),
    ],
    ids=[
        "less than half is chosen",
        "it does not fit",
        "a constraint keeps a part",
        "much is missing of what is less relevant",
        "much is missing of the most relevant",
        "a gap",
        "what is pinned stays",
        "steps that do not fit",
        "the run with the largest value",
        "the run holds the best step",
        "items that do not fit",
        "a pinned step",
    ],
)
def test_a_list_is_completed_if_most_of_it_is_chosen_and_it_fits(values, how, chosen):
    found, _ = digest_of(values, **how)
    assert sorted(found.chosen) == chosen


def test_a_step_that_introduces_code_is_completed_by_the_code():
    steps = {"n_steps": 3, "is_step": [1, 1, 0, 1, 0], "lead_ins": [-1, -1, 1, -1, -1]}
    found, before = digest_of([9, 0, 2, 8, 5], budget=20, **steps)
    assert sorted(before.chosen) == [0, 3, 4]
    assert sorted(found.chosen) == [0, 2, 3]
    assert found.completing == {2}
    found, before = digest_of([9, 0, 0, 8, 5], budget=20, **steps, quotable=[1, 0, 0, 1, 1])
    assert found is before


def test_a_step_that_was_missing_brings_its_code():
    steps = {"n_steps": 3, "is_step": [1, 1, 0, 1, 0, 0], "lead_ins": [-1, -1, 1, -1, -1, -1]}
    found, before = digest_of([9, 1, 2, 8, 5, 4], budget=20, **steps, code=(2,))
    assert sorted(before.chosen) == [0, 3, 4, 5]
    assert sorted(found.chosen) == [0, 1, 2, 3]
    found, _ = digest_of([9, 1, 2, 8, 5, 4], budget=20, **steps)
    assert sorted(found.chosen) == [0, 1, 3, 4], "a sentence about it may be left out"


def test_a_missing_part_takes_the_place_of_nothing_more_relevant_than_the_list():
    found, before = digest_of([3, 1.5, 20], n_steps=2, budget=12, lengths=[3, 2, 9])
    assert sorted(before.chosen) == [0, 2]
    assert found is before
    found, _ = digest_of([3, 1.5, 20], n_steps=2, budget=14, lengths=[3, 2, 9])
    assert sorted(found.chosen) == [0, 1, 2]


def test_a_list_needs_fewer_chosen_parts_if_several_things_are_asked_for():
    values, budget = [6, 0, 0, 0, 9, 8, 7, 6], 20
    found, before = digest_of(values, n_steps=4, budget=budget)
    assert found is before
    found, before = digest_of(values, n_steps=4, budget=35, completion=IF_SEVERAL_ARE_ASKED_FOR)
    assert sorted(before.chosen) == [0, 4, 5, 6, 7]
    assert sorted(found.chosen) == [0, 1, 2, 3, 4, 5, 6]
    found, before = digest_of([3, *values[1:]], 4, 35, completion=IF_SEVERAL_ARE_ASKED_FOR)
    assert found is before


@pytest.mark.parametrize(
    ("question", "enough"),
    [
        ("Which tools does the baker use?", IF_SEVERAL_ARE_ASKED_FOR),
        ("Which tool does the baker use?", USUALLY),
    ],
)
def test_what_is_enough_depends_on_the_question(question, enough):
    model = Collection.of([Document("m", "m", "The baker uses a sieve and a peel.")]).fit()
    assert completion_for(Question.of(question), model) == enough


@pytest.mark.parametrize(
    ("values", "how", "chosen"),
    [
        ([9, 0, 8, 0, 0, 0, 7, 6], {"n_steps": 6, "budget": 15}, [0, 1, 2]),
        ([9, 0, 0, 0, 0, 8, 7, 6], {"n_steps": 6, "budget": 20}, [0, 6, 7]),
        ([9, 0, 0, 0, 0, 8, 7, 6], {"n_steps": 6, "budget": 20, "pinned": (5,)}, [0, 5, 6, 7]),
        ([9, 0, 0, 0, 0, 8, 7, 6], {"n_steps": 6, "budget": 20, "kind": "item"}, [0, 5, 6, 7]),
        ([9, 0, 8, 7, 30, 30], {"n_steps": 4, "budget": 25}, [0, 1, 2, 4, 5]),
        ([9, 0, 8, 0, 0, 0, 7, 6], {"n_steps": 6, "budget": 20, "kind": "item"}, [0, 1, 2, 6]),
    ],
    ids=[
        "a gap is filled",
        "what is far is left out",
        "what is pinned stays",
        "items may be far",
        "what is much better stays",
        "a small gap between items",
    ],
)
def test_steps_are_quoted_in_one_run(values, how, chosen):
    found, _ = digest_of(values, **how)
    assert sorted(found.chosen) == chosen
    assert found.value <= found.bound


def test_no_step_is_left_out_of_a_run_because_its_items_are_below_it():
    lines = [
        *("1. Close the inlet valve.", "2. Connect the hose to the outlet.", "3. Open the screw:"),
        *("  - a quarter turn on old models", "  - a half turn on new models"),
        *("4. Wait for five minutes.", "5. Tighten the screw.", "6. Remove the hose."),
    ]
    text = "\n".join(["To drain the pump:", "", *lines, "", "The pump is as old as the house."])
    model = Collection.of([Document("d", "d", text, format="markdown")], language="en").fit()
    most = 0
    for words in range(12, 45):
        digest = model.digest("How do I drain the pump?", words=words)
        shown = tuple(each.text for one in digest.sentences for each in (*one.context, one))
        run = [n for n, line in enumerate(lines) if line.endswith(shown)]
        most = max(most, len(run))
        assert {*range(run[0], run[-1] + 1)} - {*run} <= {3, 4}, "only items may be left out"
    assert most >= 7


def test_a_step_or_two_of_a_long_list_do_not_fill_the_budget():
    values = [1, 0, 0, 0, 0, 9, 8, 7]
    found, before = digest_of(values, n_steps=5, budget=25)
    assert sorted(before.chosen) == [0, 5, 6, 7]
    assert sorted(found.chosen) == [5, 6, 7]
    for kept in ([4, *values[1:]], [1, 1, 1, *values[3:]]):
        found, before = digest_of(kept, n_steps=5, budget=30)
        assert 0 in found.chosen
    assert 0 in digest_of(values, n_steps=5, budget=25, kind="item")[0].chosen
    assert 0 in digest_of(values, n_steps=5, budget=25, pinned=(0,))[0].chosen


@pytest.mark.parametrize("words", [18, 20, 22, 24])
def test_an_item_within_a_step_keeps_the_step_that_it_needs(words):
    text = (
        "# House manual\n\nDo the following before winter:\n\n1. Prepare the boiler room.\n"
        "   - Heat the pipes before the tenant arrives.\n   - Cool the spare tank.\n"
        "   - Write the date on the door.\n2. Sweep the chimney.\n3. Close the garden gate.\n"
        "4. Ask the tenant to sign the list.\n"
    )
    document = Document("a", "a", text, format="markdown")
    model = Collection.of([document]).fit(Options(sweeps=3, samples=1))
    digest = model.digest("What happens before the tenant arrives?", words=words)
    assert "Heat the pipes before the tenant arrives." in [s.text for s in digest.sentences]
