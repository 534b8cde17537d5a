"""What leads a digest: the best sentence, and with a part of a list the other chosen parts."""

import pytest

from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.documents import SENTENCE_KINDS, Post
from hyperdigest.render import render_text

PUMP = """# The pump in the harbour

The pump in the harbour is older than the mill. Nobody repairs the pump in winter.

To drain the pump:

1. Close the inlet valve of the pump.
2. Open the drain cock.
3. Wait until the pump is empty.

The mill has no pump of its own.
"""


def digest_of(question: str, **options):
    other = (
        "The mill grinds grain for the town. The bakers of the town buy the flour in the morning."
    )
    documents = [
        Document("pump.md", "pump.md", PUMP, format="markdown"),
        Document("mill.txt", "mill.txt", other),
    ]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    return model.digest(question, **options)


def test_the_steps_of_one_list_lead_together_in_their_order():
    digest = digest_of("How do I drain the pump?", words=40)
    leads = [sentence for sentence in digest.sentences if sentence.lead]
    assert [sentence.kind for sentence in leads] == ["step"] * 3
    assert [sentence.ordinal for sentence in leads] == [1, 2, 3]
    assert digest.sentences[:3] == tuple(leads)
    assert all(sentence.of == 3 for sentence in leads)
    assert [part.text for part in leads[0].context] == ["To drain the pump:"]


def test_the_steps_lead_below_a_sentence_that_introduces_them_and_leads():
    introduction = "Drain the pump as follows."
    text = PUMP.replace("To drain the pump:", introduction)
    model = Collection.of([Document("a", "a", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    pinned = Constraints(pinned=[("a", text.index(introduction))])
    digest = model.digest("Drain the pump as follows", words=40, wishes=pinned)
    leads = [sentence.text for sentence in digest.sentences if sentence.lead]
    assert leads[0] == introduction
    assert leads[1:] == [s.text for s in digest.sentences if s.kind == "step"] != []


def test_a_sentence_of_prose_leads_alone():
    digest = digest_of("Is the pump in the harbour older than the mill?", words=60)
    leads = [sentence for sentence in digest.sentences if sentence.lead]
    assert [sentence.text for sentence in leads] == [
        "The pump in the harbour is older than the mill."
    ]


def test_nothing_leads_in_another_order():
    digest = digest_of("How do I drain the pump?", words=40, order="reading")
    assert not any(sentence.lead for sentence in digest.sentences)


def test_a_small_budget_has_the_answer_rather_than_the_sentence_before_it():
    text = "The old pump stands in the harbour of the town. It drains the tank at night in an hour."
    model = Collection.of([Document("a", "a", text)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    question = "When is the tank drained?"
    [alone] = model.digest(question, words=11).sentences
    assert alone.text.startswith("It drains")
    assert alone.context == ()
    both = next(s for s in model.digest(question, words=30).sentences if s.text == alone.text)
    assert [part.text for part in both.context] == [text[: both.start - 1]]


def test_a_step_needs_its_lead_in_in_any_budget():
    digest = digest_of("How do I open the drain cock?", words=8)
    for sentence in digest.sentences:
        assert sentence.kind != "step" or sentence.context
    assert digest.words <= 8


def test_the_sentences_of_a_step_lead_together():
    text = PUMP.replace("drain cock.", "drain cock. It is on the left of the pump.")
    model = Collection.of([Document("a", "a", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("Where is the drain cock of the pump?", words=60, enough=False)
    leads = [s.text for s in digest.sentences if s.lead]
    assert [t for t in leads if "cock" in t or "left" in t] == [
        "Open the drain cock.",
        "It is on the left of the pump.",
    ]


def test_a_list_leads_with_the_lists_in_it_however_deep():
    text = """To drain the pump:

1. Close the inlet valve of the pump.
   - Turn the red wheel to the left.
     1. Hold the wheel until it stops.
     2. Let the wheel of the valve go.
   - Lock the wheel of the valve.
2. Open the drain cock.
"""
    model = Collection.of([Document("a", "a", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("How do I drain the pump?", words=60, enough=False)
    assert [sentence.lead for sentence in digest.sentences] == [True] * 6
    starts = [sentence.start for sentence in digest.sentences]
    assert starts == sorted(starts)


@pytest.mark.parametrize("order", ["answer", "source", "score"])
def test_a_chosen_sentence_is_shown_once_before_the_one_that_needs_it(order):
    text = (
        "The harbour has a pump of bronze. It drains the tank of the mill at night in an hour."
        " The bakers buy flour in the town. The council meets in May and in June."
    )
    model = Collection.of([Document("a", "a", text)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest(
        "When is the tank of the mill drained?", words=60, order=order, enough=False
    )
    cited = [sentence.text.split()[1] for sentence in digest.sentences]
    assert sorted(cited) == ["bakers", "council", "drains", "harbour"]
    both = ("drains", "harbour") if order == "answer" else ("harbour", "drains")
    assert cited.index(both[1]) == cited.index(both[0]) + 1
    shown = [part.text.split()[1] for part in digest.quoted.values()]
    assert sorted(shown) == sorted(cited)
    assert shown.index("drains") == shown.index("harbour") + 1
    leads = [sentence.lead for sentence in digest.sentences]
    assert leads == [order == "answer"] * 2 + [False] * 2
    shown = render_text(digest)
    assert shown.index("The harbour has") < shown.index("It drains")
    assert shown.count("The harbour has") == 1


def test_what_needs_the_sentence_that_leads_stands_below_it():
    text = (
        "The mill stands by the pump. The old crane lifts stones. It then rests for an hour. "
        "The crane is green."
    )
    model = Collection.of([Document("a", "a", text)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    pinned = [("a", text.index(words)) for words in ("The mill", "It then", "The crane")]
    wishes = Constraints(pinned=[*pinned, ("a", text.index("The old"))])
    digest = model.digest("What does the old crane lift?", words=60, wishes=wishes)
    assert [sentence.text for sentence in digest.sentences if sentence.lead] == [
        "The old crane lifts stones.",
        "It then rests for an hour.",
    ]
    assert [sentence.lead for sentence in digest.sentences] == [True, True, False, False]


@pytest.mark.parametrize("order", ["answer", "source", "reading", "score", "date"])
def test_the_steps_of_a_list_are_together_in_their_order_in_every_order(order):
    text = PUMP.replace("drain cock.", "drain cock of the mill.") + (
        "\nNobody opens the cock of the mill in winter.\n"
    )
    other = "The drain cock of the mill in the harbour is opened in winter by the miller.\n"
    documents = [Document(name, name, each, format="markdown") for name, each in
                 (("a", other), ("b", text))]  # fmt: skip
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    steps = [("b", text.index(words)) for words in ("Wait until", "Close the", "Open the")]
    digest = model.digest(
        "Who opens the drain cock of the mill?",
        words=80,
        order=order,
        enough=False,
        wishes=Constraints(pinned=steps),
    )
    assert len(digest.sentences) > 4
    ordinals = [sentence.ordinal for sentence in digest.sentences]
    first = ordinals.index(1)
    assert ordinals[first : first + 3] == [1, 2, 3]
    shown = render_text(digest)
    places = [shown.index(words) for words in ("To drain", "1. Close", "2. Open", "3. Wait")]
    assert places == sorted(places)
    assert shown.count("To drain the pump:") == 1


def test_what_introduces_a_command_of_a_step_leads_after_the_steps_before_it():
    text = """To drain the pump:

1. Close the inlet valve of the pump.
2. Open the drain cock.

   It is opened by the red wheel of the mill as follows:

       wheel --slow
3. Wait until the pump is empty.
"""
    model = Collection.of([Document("a", "a", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    places = [("a", text.index(words)) for words in ("It is opened", "Close the", "Wait")]
    digest = model.digest(
        "Which red wheel of the mill is it opened by?",
        words=60,
        wishes=Constraints(pinned=places),
        prose_only=True,
    )
    leads = [sentence.text.split()[0] for sentence in digest.sentences if sentence.lead]
    assert leads[:2] == ["Close", "It"]
    starts = [sentence.start for sentence in digest.sentences]
    assert starts == sorted(starts)
    assert "Close the inlet" in render_text(digest).split("It is opened")[0]


GLOSSARY = """# Groups of the harbour

crane
: Members of the group may move the crane of the harbour.

net
: Members of the group may mend nets on the quay of the harbour in winter.

pump
: Members of the group may open and drain the pump of the mill.
"""


def test_the_best_definition_leads_and_not_the_others_of_its_list():
    document = Document("a.md", "a.md", GLOSSARY, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest(
        "Which group may drain the pump of the mill?", words=26, enough=False, least_share=0
    )
    assert [(s.kind, s.lead) for s in digest.sentences] == [
        ("definition", True),
        ("definition", False),
    ]
    assert digest.sentences[0].text.endswith("drain the pump of the mill.")


def test_the_rest_of_another_definition_does_not_lead():
    text = GLOSSARY.replace("in winter.", "in winter. It may not drain a thing.")
    model = Collection.of([Document("a.md", "a.md", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    crane, rest = (("a.md", text.index(words)) for words in ("Members", "It may not"))
    digest = model.digest(
        "Which group may drain the pump of the mill?",
        words=60,
        wishes=Constraints(pinned=[rest], excluded=[crane]),
    )
    leads = {s.text for s in digest.sentences if s.lead}
    assert "It may not drain a thing." in {s.text for s in digest.sentences} - leads
    assert any(text.endswith("drain the pump of the mill.") for text in leads)


def test_an_item_leads_by_the_words_that_introduce_it():
    text = (
        "The drain of the pump of the mill is old, and the drain of the mill is older.\n\n"
        "To drain the pump of the mill you need one of these:\n\n- A red wheel.\n- Two men.\n"
    )
    document = Document("a.md", "a.md", text, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    answer = model.ask("What do you need to drain the pump of the mill?", words=40)
    is_item = answer.model.collection.split.sentences.kind == SENTENCE_KINDS.index("item")
    assert is_item.sum() == 2
    assert (answer.ranking.directness[is_item] > 0).all()


FAQ = {
    "markdown": "## How often is the pump cleaned?\n\nOnce in three months is enough for mills.\n\n"
    "## Who repairs the pump in winter?\n\nThe smith of the village does so for a small fee.\n\n"
    "## The mill\n\nThe pump is cleaned and oiled. Millers talk about the pump in winter.\n",
    "text": "Q. How often is the pump cleaned?\nA. Once in three months is enough for mills.\n\n"
    "Q. Who repairs the pump in winter?\nA. The smith of the village does so for a small fee.\n\n"
    "The pump is cleaned and oiled. Millers talk about the pump in winter.\n",
}


@pytest.mark.parametrize("format", FAQ)
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How often is the pump cleaned?", "Once in three months is enough for mills."),
        (
            "Who repairs the pump in winter?",
            "The smith of the village does so for a small fee.",
        ),
    ],
)
def test_a_question_of_an_faq_is_answered_by_its_answer(format, question, answer):
    document = Document("a", "a", FAQ[format], format=format)
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    lead = model.digest(question, words=30).sentences[0]
    assert lead.text.removeprefix("A. ") == answer
    assert [part.text.removeprefix("Q. ") for part in lead.context] == [question]


def test_the_sentences_of_an_answer_lead_in_their_order():
    text = (
        "# The shop\n\nThe shop is a red house beside the mill, and the keeper lives there.\n\n"
        "## How long is a parcel kept?\n\nIt stays there for seven days in a dry room. After that"
        " the parcel returns to whoever has kept the parcel before.\n\n"
        "## Who built the mill?\n\nA duke of the town built it.\n"
    )
    document = Document("a.md", "a.md", text, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    shown = model.digest("How long is a parcel kept?", words=60).sentences
    assert [sentence.text[:10] for sentence in shown[:2]] == ["It stays t", "After that"]


def test_a_short_answer_leads_after_its_question():
    text = (
        "The pump of the mill stands in the harbour, and millers talk about the pump in winter.\n\n"
        "wheel\n: What opens the pump.\n\n## Which port does the pump use?\n\nPort 8443.\n"
    )
    document = Document("a.md", "a.md", text, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest("Which port does the pump use?", words=60)
    lead = digest.sentences[0]
    assert (lead.text, lead.kind, lead.lead) == ("Port 8443.", "prose", True)
    assert [part.text for part in lead.context] == ["Which port does the pump use?"]


def test_an_answer_leads_before_the_setting_that_is_quoted():
    text = (
        "# Mills\n\n## Are millers kept there?\n\nYes. The setting that keeps the millers at the"
        " pump is:\n\n    keep_millers=YES\n\n## Ice\n\nIn winter there is ice in the river.\n"
    )
    document = Document("a.md", "a.md", text, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest("Which setting keeps the millers at the pump?", words=60)
    leads = [sentence.text for sentence in digest.sentences if sentence.lead]
    assert leads == ["Yes.", "keep_millers=YES"]


@pytest.mark.parametrize("order", ["answer", "source"])
def test_the_posts_of_a_thread_stand_together(order):
    told = {
        "a": ("Green water", "The pump of the harbour drains the tank of the mill in winter."),
        "b": ("Red gutters", "In winter the pump of the harbour is drained."),
        "c": ("Green water", "Nobody in the town has seen a pump since the winter."),
        "d": ("Red gutters", "The tank of the bakery is empty in winter."),
    }
    documents = [
        Document(name, name, text, post=Post("message", thread))
        for name, (thread, text) in told.items()
    ]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest(
        "When does the pump drain the tank of the mill?", words=60, order=order, enough=False
    )
    names = [sentence.document for sentence in digest.sentences]
    assert sorted(names) == ["a", "b", "c", "d"]
    assert set(names[:2]) == {"a", "c"}


def test_the_row_that_answers_leads_before_weaker_rows_above_it():
    rows = ["| Store | Key | Cellar of |", "|---|---|---|"]
    rows += [
        f"| {goods} | {metal} | {who} |"
        for goods, metal, who in [
            ("Barley", "brass", "the miller and the baker"),
            ("Salted herring", "iron", "the harbour master"),
            ("Candles", "copper", "the sexton"),
        ]
    ]
    text = "# Stores\n\n" + "\n".join(rows) + "\n"
    model = Collection.of([Document("stores.md", "stores.md", text, format="markdown")]).fit()
    digest = model.digest("Which store has the iron key, that of salted herring?", words=27)
    assert len(digest.sentences) == 2
    leads = [each.text for each in digest.sentences if each.lead]
    assert leads == ["| Salted herring | iron | the harbour master |"]
    assert render_text(digest).count("Cellar of") == 2  # the header is shown for each part
