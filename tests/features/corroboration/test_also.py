"""What is listed beside the sentences of a digest, over small collections."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Block
from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.options import Options

QUICK = Options(sweeps=5, samples=1)
CLAIM = "The council of Colby approved the new tram line on Tuesday evening."
REWORDED = "The council of Colby gave its approval to the new tram line on Tuesday evening."
WEDNESDAY = "The council of Colby approved the new tram line on Wednesday evening."
FIRST = Constraints(pinned=(("0.txt", 0),))
"""The first sentence is told, where others say the same."""

FILLER = (
    "Bakers in the old town sell rye bread and poppy seed rolls from six in the morning.",
    "Rowing on the reservoir is popular among students of the technical college.",
    "Heavy rain flooded two cellars near the castle and blocked a farm track.",
    "A choir from the coast sang shanties in the market hall to much applause.",
    "Volunteers planted apple trees along the canal and cleaned the lock gates.",
    "Engineers checked the chimney of the brewery and found loose bricks at its top.",
)


def fitted(*texts, language="en", **documents):
    named = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(texts)]
    return Collection.of([*named, *documents.values()], language=language).fit(QUICK)


def cited(model, text=CLAIM, **options):
    digest = model.digest(
        "Who approved the new tram line of Colby?", words=40, wishes=FIRST, **options
    )
    return next(sentence for sentence in digest.sentences if sentence.text == text)


def test_the_sentences_of_other_documents_are_listed_with_their_places():
    model = fitted(
        f"{CLAIM} {FILLER[0]}", f"{FILLER[1]} {REWORDED}", f"{WEDNESDAY} {FILLER[2]}", FILLER[3]
    )
    [also] = cited(model).also
    assert (also.document, also.path, also.text) == ("1.txt", "1.txt", REWORDED)
    document = model.collection.documents[1]
    assert document.text[also.start : also.end] == REWORDED
    assert (also.place, also.page, also.copy) == ("line 1", None, False)
    assert cited(model).sources == 1


def test_a_step_of_another_procedure_confirms_nothing():
    steps = "To board the tram of Colby:\n\n1. Press the green button beside the door.\n2. {}\n"
    model = fitted(steps.format("Sit down in the tram."), steps.format("Stand up in the tram."))
    digest = model.digest("How do I board the tram of Colby?", words=40)
    assert "Press the green button beside the door." in [each.text for each in digest.sentences]
    assert not any(sentence.also for sentence in digest.sentences)


def test_a_document_does_not_agree_with_itself():
    model = fitted(f"{CLAIM} {FILLER[0]} {REWORDED}", FILLER[1], FILLER[2])
    digest = model.digest("Who approved the new tram line of Colby?", words=40)
    assert not any(sentence.also for sentence in digest.sentences)


def test_short_answers_are_no_statements_that_agree():
    asked = ("Did Colby approve the tram?", "Did Colby repair the tram?")
    model = fitted(*(f"{FILLER[n]}\n\nQ: {q}\n\nA: Yes, in May.\n" for n, q in enumerate(asked)))
    digest = model.digest(asked[0], words=100)
    answers = [s for s in digest.sentences if "Yes, in May." in s.text]
    assert len(answers) == 2
    assert not any(answer.also for answer in answers)


def test_copies_of_one_release_count_once():
    release = " ".join((CLAIM, *FILLER[:3]))
    model = fitted(
        f"{release} {FILLER[3]}",
        f"{release} {FILLER[4]}",
        f"{release} {FILLER[5]}",
        f"{REWORDED} Nobody in the hall of the guild had spoken against it for long.",
        FILLER[5],
    )
    sentence = cited(model)
    assert [(other.document, other.copy) for other in sentence.also] == [
        ("1.txt", True),
        ("2.txt", True),
        ("3.txt", False),
    ]
    assert sentence.sources == 1


def test_two_copies_of_another_release_are_one_source():
    release = " ".join((REWORDED, *FILLER[:3]))
    model = fitted(f"{CLAIM} {FILLER[5]}", f"{release} {FILLER[3]}", f"{release} {FILLER[4]}")
    assert [other.copy for other in cited(model).also] == [False, True]


@pytest.mark.parametrize("quoted", ["> {}\n\nI was there.", "{}"])
def test_a_quoted_sentence_is_no_separate_source(quoted):
    text = quoted.format(REWORDED)
    blocks = () if text.startswith(">") else (Block(0, len(text), "quote"),)
    reply = Document("reply", "reply.eml", text, blocks=blocks)
    sentence = cited(fitted(f"{CLAIM} {FILLER[0]}", FILLER[1], reply=reply))
    assert [(other.document, other.copy) for other in sentence.also] == [("reply", True)]
    assert sentence.sources == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This condition is inherited from both parents in equal measure.", False),
        ("It carries oxygen from the lungs to all parts of the body.", False),
        ("The disease affects men and women in equal measure.", False),
        ("Treatment depends on age and weight.", False),
        ("Red blood cells carry oxygen from the lungs to all parts of the body.", True),
    ],
)
def test_sentences_that_refer_back_agree_only_about_the_same_subject(text, expected):
    one = "Marfan syndrome was named after a doctor. Marfan syndrome weakens tissue. "
    other = "Wilson disease was named after a neurologist. Wilson disease stores copper. "
    collection = fitted(one + text, other + text, one.replace("named", "called") + text)
    found = {found.sentence for found in Corroborations.of(collection).also(2)}
    assert found == ({5, 8} if expected else {8})


@pytest.mark.parametrize("ending", ["?", "."])
def test_questions_never_say_the_same(ending):
    asked = f"Did the council of Colby approve the new tram line on Tuesday{ending}"
    model = fitted(f"{asked} {FILLER[0]}", f"{asked} {FILLER[1]}")
    found = Corroborations.of(model).also(0)
    assert len(found) == (ending == ".")


def test_in_other_languages_only_the_same_words_say_the_same():
    german = "Der Rat von Colby hat die neue Tramlinie am Dienstag beschlossen"
    rest = " Die Tramlinie von Colby kostet viel. Colby hat einen Rat und eine Tramlinie."
    model = fitted(
        f"{german}.{rest}",
        f"{german}! Bäcker verkaufen Brot.{rest}",
        f"{german.replace('hat', 'hat nicht')}.{rest}",
        language="de",
    )
    columns = model.collection.split.sentences
    found = [int(columns.document[found.sentence]) for found in Corroborations.of(model).also(0)]
    assert found == [1]


@given(st.lists(st.sampled_from([CLAIM, REWORDED, WEDNESDAY, *FILLER]), min_size=2, max_size=12))
def test_candidates_give_the_same_pairs_as_comparing_all(sentences):
    documents = [
        Document(f"{n}", f"{n}", f"{text} {FILLER[n % len(FILLER)]}")
        for n, text in enumerate(sentences)
    ]
    model = Collection.of(documents, language="en").fit(QUICK)
    collection = model.collection
    column = collection.split.sentences.document.tolist()
    numbers = range(len(column))
    for one in numbers:
        found = [other.sentence for other in Corroborations.of(model).also(one)]
        compared = [other for other in numbers if Corroborations.of(model).score(one, other)]
        assert {column[other] for other in found} == {column[other] for other in compared}
        assert len({column[other] for other in found}) == len(found)
        for other in found:
            assert says_the_same(collection.text(one), collection.text(other))


def test_corroborated_sentences_count_more_with_the_option():
    texts = [f"{CLAIM} {FILLER[0]}", f"{FILLER[1]} {REWORDED}", f"{WEDNESDAY} {FILLER[2]}"]
    model = fitted(*texts)
    plain, raised = (
        model.ask("Who approved the new tram line of Colby?", 40, corroboration=weight).table()
        for weight in (0.0, 1.0)
    )
    ratio = dict(
        zip(
            plain["text"],
            (b / a for a, b in zip(plain["score"], raised["score"], strict=True)),
            strict=True,
        )
    )
    assert ratio[CLAIM] == pytest.approx(2 * ratio[WEDNESDAY])
    assert ratio[REWORDED] == pytest.approx(ratio[CLAIM])
    assert sum(raised["score"]) == pytest.approx(sum(plain["score"]))


def test_json_lists_other_sources_if_there_are_any():
    model = fitted(f"{CLAIM} {FILLER[0]}", f"{FILLER[1]} {REWORDED}", FILLER[2])
    digest = model.digest("Who approved the new tram line of Colby?", words=40, wishes=FIRST)
    told = {each["text"]: each for each in json.loads(digest.to_json())["sentences"]}
    assert told[CLAIM]["sources"] == 1
    [also] = told[CLAIM]["also"]
    assert also == {
        "text": REWORDED,
        "document": "1.txt",
        "path": "1.txt",
        "start": len(FILLER[1]) + 1,
        "end": len(FILLER[1]) + 1 + len(REWORDED),
        "place": "line 1",
    }
    assert not any(
        {"also", "sources"} & each.keys() for text, each in told.items() if not each.get("also")
    )
