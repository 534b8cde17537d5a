"""The option `enough` leaves out passages that do not stand out for a question."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model
from hyperdigest import Collection, Document, Options
from hyperdigest.constraints import Constraints
from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.features.enough import (
    ENOUGH_OF_BARE_NAME,
    ENOUGH_OF_BEST,
    ENOUGH_OF_NAME,
    ENOUGH_OF_SCRAP,
    ENOUGH_OF_TITLE,
    LEAST_EXCESS,
    LEAST_OF_ONE_PASSAGE,
    NAME_WORDS,
    SCRAP_WORDS,
    WORDS_OF_TITLE,
    keep_to_one_document,
    keep_what_stands_out,
    leave_out_names,
    leave_out_scraps,
)
from hyperdigest.lengths import usable_budget
from hyperdigest.ranking.windows import Match
from hyperdigest.selection.costs import full_lengths

ABOUT = "Then why does the ferry of Norrby no longer cross the sound in winter?"
ANSWER = (
    "The ferry of Norrby no longer crosses the sound in winter because the ice broke its rudder."
)
NEXT = "Its crew of six now repairs the nets of the harbour until the spring tide comes."
OTHERS = [
    f"The committee of the parish met on day {day} and spoke about the {thing} for two hours."
    for day, thing in enumerate(["roof", "mill", "well", "school", "road", "bridge", "barn"] * 60)
]


def ferry_model():
    filler = [" ".join(OTHERS[n : n + 6]) for n in range(0, len(OTHERS), 6)]
    texts = [f"{ANSWER} {NEXT}", *filler]
    documents = [Document(f"{n}", f"{n}", text) for n, text in enumerate(texts)]
    return Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1))


def test_a_question_that_one_passage_answers_is_answered_by_that_passage():
    model = ferry_model()
    short = model.digest(ABOUT, words=120)
    filled = model.digest(ABOUT, words=120, enough=False)
    assert short.sentences[0].text == filled.sentences[0].text == ANSWER
    assert {sentence.document for sentence in short.sentences} == {"0"}
    assert len({sentence.document for sentence in filled.sentences}) > 1
    assert short.used < filled.used


def test_a_digest_does_not_end_with_what_the_question_says_itself():
    model = ferry_model()
    claim = f"{ANSWER} Is that true?"
    digest = model.digest(claim, words=120)
    assert digest.sentences[0].text == ANSWER
    assert digest.used == model.digest(claim, words=120, enough=False).used
    assert model.digest(ABOUT, words=120).used < digest.used


def test_a_question_for_an_overview_uses_the_whole_budget():
    model = ferry_model()
    overview = ABOUT.replace("Then why does", "Tell me about why")
    assert model.digest(overview, words=120).used > 100 > model.digest(ABOUT, words=120).used


def test_a_question_about_many_passages_uses_the_whole_budget():
    model = ferry_model()
    asked = "What did the committee of the parish speak about?"
    texts = [
        [sentence.text for sentence in model.digest(asked, words=120, enough=enough).sentences]
        for enough in (True, False)
    ]
    assert texts[0] == texts[1] != []


@given(st.floats(0, 5), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_the_sentences_left_stand_out_and_so_do_their_passages(excess, share, seed):
    answer = bridge_model().ask(QUESTION, words=250)
    rng, n = np.random.default_rng(seed), len(answer.problem.lengths)
    contexts = rng.integers(-n, n, (n, 2)).clip(-1, np.arange(n)[:, None] - 1).astype(np.int32)
    problem = replace(answer.problem, contexts=contexts)
    match = Match(*rng.random((2, n)), 1 + excess, share)
    left = keep_what_stands_out(problem, match, answer.options)
    eligible = np.flatnonzero(problem.eligible)

    def best_with_context(i: int) -> float:
        quoted = [i, *(context for context in problem.contexts[i] if context >= 0)]
        return max(match.sentences[quoted])

    best_match = max(match.sentences[i] for i in eligible)
    best_value = max(problem.value[i] for i in eligible)
    excess *= share
    least_match = least_value = 0.0
    if excess > LEAST_EXCESS:
        least_match = best_match * min(ENOUGH_OF_BEST, 1 - 1 / (3 * excess - 1.5))
        least_value = best_value / (4 * excess**2)
    stand_out = {
        i for i in eligible
        if (best_with_context(i) >= least_match and problem.value[i] >= least_value)
        or problem.value[i] >= best_value / 2
    }  # fmt: skip
    fits = any(problem.full_lengths[i] <= usable_budget(answer.options) for i in stand_out)
    assert set(np.flatnonzero(left.eligible)) == (stand_out if fits else set(eligible))


def test_a_command_stands_out_with_what_introduces_it():
    answer = bridge_model().ask(QUESTION, words=250)
    lead_in, command, other = np.flatnonzero(answer.problem.eligible)[:3]
    n = len(answer.problem.lengths)
    contexts = np.full((n, 1), -1, np.int32)
    contexts[command] = lead_in
    is_lead_in = np.arange(n) == lead_in
    problem = replace(answer.problem, contexts=contexts, value=np.where(is_lead_in, 1.0, 0.4))
    matches = np.where(is_lead_in, 1.0, 0.5)
    left = keep_what_stands_out(problem, Match(matches, matches, 6.0, 1.0), answer.options)
    assert left.eligible[[lead_in, command, other]].tolist() == [True, True, False]


@given(st.floats(0, 2), st.floats(0, 1), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_little_of_other_documents_is_quoted_if_one_passage_has_most_of_the_question(
    excess, share, words, seed
):
    answer = bridge_model().ask(QUESTION, words=250)
    rng, n = np.random.default_rng(seed), len(answer.problem.lengths)
    problem = replace(answer.problem, value=rng.random(n))
    options = answer.options.changed(words=words)
    sentences = answer.model.collection.split.sentences
    match = Match(*rng.random((2, n)), 1 + excess, share)
    left = keep_to_one_document(problem, match, sentences, options)
    eligible = np.flatnonzero(problem.eligible).tolist()
    fitting = [i for i in eligible if problem.full_lengths[i] <= usable_budget(options)]
    expected = set(eligible)
    if share >= LEAST_OF_ONE_PASSAGE and match.weighted_excess >= LEAST_OF_ONE_PASSAGE and fitting:
        best = max(fitting, key=lambda i: problem.value[i])
        expected = {
            i for i in eligible
            if sentences.document[i] == sentences.document[best]
            or problem.value[i] >= problem.value[best] / 2
        }  # fmt: skip
    assert set(np.flatnonzero(left.eligible)) == expected


def test_a_passage_that_stands_out_more_is_quoted_more_completely():
    answer = bridge_model().ask(QUESTION, words=250)
    matches = np.ones(len(answer.problem.lengths))

    def left(excess):
        match = Match(matches, matches, 1 + excess, 1.0)
        return keep_what_stands_out(answer.problem, match, answer.options).eligible

    assert 0 < left(1.1).sum() < left(2.0).sum() <= left(20.0).sum()


def test_passages_are_kept_if_no_sentence_of_the_best_one_fits_the_budget():
    answer = bridge_model().ask(QUESTION, words=250)
    problem, options = answer.problem, answer.options.changed(words=10)
    lengths = problem.full_lengths
    longest = int(np.argmax(np.where(problem.eligible, lengths, 0)))
    assert lengths[longest] > usable_budget(options)
    matches = np.where(np.arange(len(lengths)) == longest, 1.0, 0.01)
    assert keep_what_stands_out(problem, Match(matches, matches, 6.0, 1.0), options) is problem


def test_pinned_sentences_stay_in_a_digest_of_the_best_passages():
    model = ferry_model()
    pinned = model.digest(ABOUT, words=120, wishes=Constraints(pinned=(("5", 0),)))
    assert {"0", "5"} == {sentence.document for sentence in pinned.sentences}


@pytest.mark.parametrize("exact", [False, True])
def test_the_optimum_is_one_of_the_passages_that_stand_out(exact):
    digest = ferry_model().digest(ABOUT, words=60, exact=exact)
    assert {sentence.document for sentence in digest.sentences} == {"0"}
    assert digest.certificate.bound >= digest.certificate.value > 0


def test_only_the_default_leaves_passages_out():
    assert Options().enough
    assert not Options.preset("paper").enough


@given(st.integers(0, 2**32 - 1))
def test_only_short_sentences_outside_lists_and_tables_of_little_value_are_scraps(seed):
    answer = bridge_model().ask(QUESTION, words=250)
    rng, n = np.random.default_rng(seed), len(answer.problem.value)
    sentences = replace(
        answer.model.collection.split.sentences,
        words=rng.integers(1, 2 * SCRAP_WORDS, n).astype(np.int32),
        kind=rng.integers(0, len(SENTENCE_KINDS), n).astype(np.uint8),
    )
    contexts = rng.integers(-n, n, (n, 1)).clip(-1, np.arange(n)[:, None] - 1).astype(np.int32)
    lengths = full_lengths(answer.problem.lengths, contexts)
    problem = replace(answer.problem, value=rng.random(n), contexts=contexts, full_lengths=lengths)
    directness = rng.integers(0, 2, n) * rng.random(n)
    left = leave_out_scraps(problem, directness, sentences, answer.options)
    best = problem.value[problem.eligible].max()
    for i in np.flatnonzero(problem.eligible).tolist():
        kinds, least = ("prose", "code"), ENOUGH_OF_SCRAP
        words = int(sentences.words[i])
        if contexts[i, 0] >= 0:
            kinds = ("prose", "code", "definition")
            least = ENOUGH_OF_SCRAP / 2 if directness[i] > 0 else ENOUGH_OF_SCRAP
            words += int(sentences.words[contexts[i, 0]])
        is_name = sentences.context[i] > 1 and sentences.words[i] <= NAME_WORDS
        if is_name and SENTENCE_KINDS[sentences.kind[i]] == "definition":
            least = ENOUGH_OF_NAME
        is_scrap = words <= SCRAP_WORDS and SENTENCE_KINDS[sentences.kind[i]] in kinds
        assert left.eligible[i] == (not is_scrap or problem.value[i] >= least * best)
    assert not left.eligible[~problem.eligible].any()


def test_a_budget_is_not_filled_with_a_word_below_a_heading():
    pile = f"{ANSWER}\n\n## Timber\n\n    norrby_all_winter --off\n\n" + " ".join(OTHERS[:6])
    made = Document("a", "a", pile, format="markdown")
    model = Collection.of([made]).fit(Options(sweeps=5, samples=1))
    digest = model.digest(ABOUT, words=25)
    assert [sentence.text for sentence in digest.sentences] == [ANSWER]


def test_a_budget_is_not_filled_with_scraps():
    pile = f"{ANSWER} The winter of Norrby.\n\n" + " ".join(OTHERS[:6])
    model = Collection.of([Document("a", "a", pile)]).fit(Options(sweeps=5, samples=1))
    both = [model.digest(ABOUT, words=25, enough=enough, shortest=3) for enough in (True, False)]
    assert [[s.text for s in digest.sentences] for digest in both] == [
        [ANSWER],
        [ANSWER, "The winter of Norrby."],
    ]


NAMES = """# Settings of the rope winch

The winch is controlled in the cabin. The log of the winch is written to the drum.

- Winch::Keep-Rope - boolean

  The winch stays still if it is set.

- Winch::Wind-Slowly - boolean

  The speed of the winch is then halved.

- Winch::Ring-Bell - boolean

  The bell of the winch rings at the end.
"""


def test_a_budget_is_not_filled_with_names_of_items_that_say_nothing_alone():
    made = Document("a", "a", NAMES, format="markdown")
    model = Collection.of([made]).fit(Options(sweeps=5, samples=1))
    asked = model.digest("Where is the log of the winch written?", words=24)
    assert "The log of the winch is written to the drum." in {s.text for s in asked.sentences}
    assert not [s.text for s in asked.sentences if "boolean" in s.text]
    listed = model.digest("Which settings of the winch are boolean?", words=24)
    assert sum("boolean" in s.text for s in listed.sentences) == 3


@given(st.integers(0, 2**32 - 1))
def test_items_of_little_value_that_are_only_names_are_left_out(seed):
    answer = bridge_model().ask(QUESTION, words=250)
    rng, n = np.random.default_rng(seed), len(answer.problem.value)
    sentences = replace(
        answer.model.collection.split.sentences,
        words=rng.integers(1, 2 * WORDS_OF_TITLE, n).astype(np.int32),
        kind=rng.integers(0, len(SENTENCE_KINDS), n).astype(np.uint8),
        form=rng.integers(0, len(FORMS), n).astype(np.uint8),
    )
    contexts = rng.integers(-n, n, (n, 1)).clip(-1, np.arange(n)[:, None] - 1).astype(np.int32)
    problem = replace(answer.problem, value=rng.random(n), contexts=contexts)
    left = leave_out_names(problem, sentences, answer.options)
    best = problem.value[problem.eligible].max()
    for i in np.flatnonzero(problem.eligible).tolist():
        least, words = 0.0, sentences.words[i]
        kind, form = SENTENCE_KINDS[sentences.kind[i]], FORMS[sentences.form[i]]
        may_be_name = kind == "item" or (kind == "step" and form != "prose")
        if may_be_name and words <= NAME_WORDS:
            least = ENOUGH_OF_BARE_NAME
        if may_be_name and words <= WORDS_OF_TITLE and i in contexts[problem.eligible]:
            least = ENOUGH_OF_TITLE
        assert left.eligible[i] == (problem.value[i] >= least * best)
    assert not left.eligible[~problem.eligible].any()


EXITS = """NAME
       {0} - wind a rope

DESCRIPTION
       The {0} command winds a rope, and ends with the following values:

       0
           success

       1
           no rope
"""


def winches():
    made = [Document(name, name, EXITS.format(name)) for name in ("capstan", "windlass")]
    return Collection.of(made, language="en").fit(Options(sweeps=5, samples=1))


def test_a_lead_in_is_quoted_before_what_it_introduces_and_not_alone():
    digest = winches().digest("Which values does the windlass command end with?", words=18)
    assert [sentence.text for sentence in digest.sentences] == ["success", "no rope"]
    lead_in = "The windlass command winds a rope, and ends with the following values:"
    assert all(lead_in in [each.text for each in s.context] for s in digest.sentences)


def test_a_definition_below_another_lead_in_is_no_repeat():
    model = winches()
    sentences = model.collection.split.sentences
    eligible = may_be_quoted(sentences, 5)
    successes = [n for n in range(len(sentences)) if model.collection.text(n) == "success"]
    assert len(successes) == 2 and eligible[successes].all()


def test_a_budget_is_not_filled_with_the_names_that_an_explanation_lists():
    names = "\n".join(f"           Rope{chr(65 + n)}" for n in range(9))
    page = (
        "NAME\n       moor - moor a ship\n\nOPTIONS\n       -r     Moor with the stern first.\n\n"
        f"       -o option\n           Set an option of the rope:\n\n{names}\n"
    )
    model = Collection.of([Document("moor", "moor", page)]).fit(Options(sweeps=5, samples=1))
    digest = model.digest("What does the -r option of moor do?", words=25)
    texts = [sentence.text for sentence in digest.sentences]
    assert texts[0] == "Moor with the stern first."
    assert not any(text.startswith("Rope") for text in texts)
