"""A procedure in sentences and commands in turn is quoted whole if a question asks how to do it."""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.features.whole_lists.procedures import procedure_of
from hyperdigest.render import render_text

FERRY = """# The ferry

The ferry crosses the harbour at night. The ferry of the harbour is old and made of wood.

## Repairs

To repair the ferry in the harbour, first order the planks of the ferry:

    order --planks

and pull it on land:

    winch --slow

Then replace the rotten planks:

    hammer --nails 40

The town pays for the harbour and its lamps. The keeper of the lamps lives beside the harbour.
"""

COMMANDS = ["order --planks", "winch --slow", "hammer --nails 40"]


def model_of(text):
    document = Document("m", "m", text, format="markdown")
    return Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))


def quoted(digest):
    return [sentence.text for sentence in digest.sentences if sentence.kind == "code"]


def procedures(text):
    """The commands of each procedure in a text."""
    model = model_of(text)
    n = len(model.collection.split.sentences)
    found = dict.fromkeys(procedure_of(i, model) for i in range(n))
    return [list(map(model.collection.text, each)) for each in found if each]


def test_a_procedure_is_quoted_whole_and_in_its_order_if_it_is_asked_for():
    model = model_of(FERRY)
    digest = model.digest("How do I repair the ferry in the harbour?", words=45)
    leads = [sentence for sentence in digest.sentences if sentence.lead]
    assert quoted(digest) == COMMANDS
    assert [sentence.text for sentence in leads] == COMMANDS
    assert [part.text for part in leads[1].context] == [COMMANDS[0], "and pull it on land:"]
    assert digest.used <= 45
    text = render_text(digest)
    assert sorted(COMMANDS, key=text.index) == COMMANDS


def test_it_leads_in_its_order_whichever_command_is_the_best():
    text = FERRY.replace(
        "rotten planks:", "rotten planks of the ferry in the harbour for the town:"
    )
    digest = model_of(text).digest("How do I replace the rotten planks?", words=60)
    leads = [sentence.text for sentence in digest.sentences if sentence.lead]
    assert leads == COMMANDS


def test_other_questions_get_the_commands_that_answer_them():
    model = model_of(FERRY)
    digest = model.digest("What is ordered to repair the ferry in the harbour?", words=45)
    assert "winch --slow" not in quoted(digest)


def test_of_one_that_does_not_fit_a_run_with_the_best_command_is_quoted():
    digest = model_of(FERRY).digest("How do I repair the ferry in the harbour?", words=25)
    assert quoted(digest)[:2] == COMMANDS[:2]
    assert COMMANDS[2] not in quoted(digest)
    assert digest.used <= 25


def test_a_procedure_is_looked_for_even_if_all_sentences_are_as_valuable():
    model, question = model_of(FERRY), "How do I repair the ferry in the harbour?"
    for words in range(40, 50):
        assert model.digest(question, words=words, any_form=True, damping=0.0).sentences


@pytest.mark.parametrize(
    "going_on",
    ["Then replace the planks:", "Now replace the planks:", "and replace the planks with:",
     "The ferry is on land now. Replace its planks:", "You can then replace the planks:"],
)  # fmt: skip
def test_a_sentence_that_goes_on_makes_commands_a_procedure(going_on):
    text = f"Pull the ferry on land:\n\n    winch --slow\n\n{going_on}\n\n    hammer --nails\n"
    assert procedures(text) == [["winch --slow", "hammer --nails"]]


@pytest.mark.parametrize(
    "between",
    [
        "To lower the ferry into the water:",
        "If the ferry is new, then call this:",
        "# The planks\n\nThen replace the planks:",
        "- The ferry is old.\n- The harbour is deep.\n\nThen replace the planks:",
        "The keeper of the lamps lives beside the harbour. " * 9 + "Then replace the planks:",
        "The ferry is on land now.",
    ],
    ids=["another way", "a condition", "a heading", "a list", "long prose", "no introduction"],
)
def test_examples_in_prose_are_no_procedure(between):
    text = f"Pull the ferry on land:\n\n    winch --slow\n\n{between}\n\n    hammer --nails\n"
    if between.endswith("now."):
        text = text.replace("Pull the ferry on land:\n\n", "")
    assert SENTENCE_KINDS.index("code") in model_of(text).collection.split.sentences.kind
    assert procedures(text) == []


def test_a_block_right_below_another_belongs_to_the_same_procedure():
    text = (
        "First pull the ferry on land:\n\n```\nwinch --slow\n```\n\n```\nwinch --stop\n```\n\n"
        "Then replace the planks:\n\n```\nhammer --nails\n```\n"
    )
    assert procedures(text) == [["winch --slow", "winch --stop", "hammer --nails"]]
    alone = text.split("Then")[0]
    assert procedures(alone) == []


CRANE = """# The crane

The crane lifts boxes in the harbour, and its old engine is loud in the morning.

The keeper may want to restart the engine of the crane after a storm in the harbour. {}

{}1. Pull the red lever down.
2. Wait for a minute at the gauge. The needle falls back very slowly. It stops at the zero.
3. Push the lever up again.

## The lamps

The lamps beside the harbour burn oil, and the town pays for them.
"""


STEPS = ["Pull the red lever down.", "Wait for a minute at the gauge.",
         "The needle falls back very slowly.", "It stops at the zero.",
         "Push the lever up again."]  # fmt: skip


def steps_asked_for(text, words=80, question="How do I restart the engine of the crane?"):
    """What a question finds as the procedure that it asks for."""
    answer = model_of(text).ask(question, words=words)
    digest = answer.digest()
    quoted = [sentence.text for sentence in digest.sentences]
    found = [answer.model.collection.text(step) for step in answer.choice.procedure]
    assert [text for text in quoted if text in found] == found
    assert digest.used <= words
    return found


def test_the_steps_below_the_best_sentence_follow_it_as_far_as_they_fit():
    text = CRANE.format("This is easy.", "")
    assert steps_asked_for(text) == STEPS
    assert steps_asked_for(text, 40) == [STEPS[0], STEPS[1], STEPS[4]]
    assert steps_asked_for(text, 36) == STEPS[:2]
    assert steps_asked_for(text, question="When may the engine of the crane be restarted?") == []


def test_steps_of_another_section_or_far_below_do_not_follow():
    assert steps_asked_for(CRANE.format("This is easy.", "## Boats\n\n")) == []
    assert steps_asked_for(CRANE.format("Oil is dear in the town, as all know. " * 9, "")) == []


def test_what_a_step_says_after_its_first_sentence_is_quoted_if_it_fits():
    text = CRANE.format("", "").replace("Pull the", "Restart the engine of the crane: pull the")
    assert steps_asked_for(text)[1:] == STEPS[1:]
    assert steps_asked_for(text, 46)[1:] == [STEPS[1], STEPS[2], STEPS[4]]


WINCH = """# The winch

The winch of the ferry lifts the boats in the harbour, and its rope is new.

How the ferry is brought to the other bank by its winch:

1. Wind up the rope of the ferry:

       winch --wind

2. Watch it cross the water:

       winch --watch

   It prints what it does, line by line:

       {}

3. Let go of the rope:

       winch --release

The lamps beside the harbour burn oil, and the town pays for them.
"""


def test_steps_that_only_introduce_commands_are_one_procedure_with_the_first_command_of_each():
    question = "What are the steps to bring the ferry to the other bank by its winch?"
    printed = "\n       ".join(f"metre {n} of the rope, at rest" for n in range(12))
    text = WINCH.format(printed)
    commands = ["winch --wind", "winch --watch", "winch --release"]
    assert steps_asked_for(text, 50, question) == commands
    longer = steps_asked_for(text, 150, question)
    assert [each for each in longer if each.startswith("winch")] == commands
    assert any(each.startswith("metre 0") for each in longer)
    leads = [each.text for each in model_of(text).digest(question, words=50).sentences if each.lead]
    assert leads[-3:] == commands
