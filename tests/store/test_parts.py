"""A saved collection that is split into parts gives the bytes that it gave as a whole."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperdigest.store.opening as opening
from hyperdigest import Collection, Constraints, Document, Model, Options, Question
from hyperdigest.answer.answer import answer
from hyperdigest.saved import SavedModel
from hyperdigest.store.file import opened
from hyperdigest.store.finding import opened_at
from hyperdigest.store.parts.splitting import split_saved
from store_content import load
from town import OBJECTS, SUBJECTS, VERBS, texts

GERMAN = (
    "Der Fährmann hält elf goldene Reiher, und niemand sonst hat sie gesehen. "
    "Die Bäckerei der Stadt braucht eine neue Uhr für den Turm."
)
MANUAL = "-x\n    Open the gate of the lock at night.\n\nSet it in /etc/lock.conf by hand.\n"
NUMBERS = 1, 2, 7, 45


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    documents = [
        *texts(),
        Document("reiher.txt", "reiher.txt", GERMAN, "Reiher"),
        Document("lock.md", "docs/lock.md", MANUAL),
    ]
    path = tmp_path_factory.mktemp("whole") / "town.hdig"
    Collection.of(documents).fit(Options(sweeps=10, samples=2)).save(path)
    return path


@pytest.fixture(scope="module")
def splits(whole, tmp_path_factory):
    """Folders with 1, 2 and 7 parts, and with one of each document."""
    folder = tmp_path_factory.mktemp("splits")
    for number in NUMBERS:
        split_saved(whole, number, folder / str(number))
    return {number: folder / str(number) for number in NUMBERS}


@pytest.fixture(scope="module")
def asked(whole, splits):
    """The whole and each split, opened once for many questions."""
    return SavedModel(whole), {n: SavedModel(folder) for n, folder in splits.items()}


@pytest.fixture
def large(monkeypatch):
    """Every collection counts as large, and few documents are opened."""
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)


def digest(saved, question):
    """The digest in JSON, which has its signature, and how many documents were opened."""
    return saved.answer(question).digest().to_json()


def is_the_same(asked, question, numbers=NUMBERS):
    whole, splits = asked
    expected = digest(whole, question)
    for number in numbers:
        assert digest(splits[number], question) == expected, number
    return json.loads(expected)


QUESTIONS = [
    "How many golden herons does the ferryman keep?",
    "Who paints the heron?",
    "Who paints zebras in Quito?",
    "Which bakrey needs a clok?",
    "What does -x do in /etc/lock.conf?",
    "Welche Bäckerei braucht eine Uhr?",
    "Does report-3.md tell who repairs the mill?",
    "Describe all.",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_digest_of_opened_parts_is_that_of_the_whole(asked, large, question):
    found = is_the_same(asked, Question.of(question, changes={"words": 40}))
    assert 0 < found["opened_documents"] < 45


def test_names_written_as_code_are_known_if_another_question_came_between(asked, large):
    whole, splits = asked
    texts = ("What is set in `gate.conf` by hand?", "What is set in `lock.conf` by hand?")
    questions = [Question.of(text, changes={"words": 40}) for text in texts]

    def doubts(saved):
        opened = [(saved.open(question), question) for question in questions]
        for (model, options, scope), question in opened:
            doubt = answer(model, question, options, scope).doubt
            yield doubt and doubt.lacking_name

    assert list(doubts(whole)) == ["gate.conf", None]
    for number in NUMBERS:
        assert list(doubts(splits[number])) == ["gate.conf", None]


@pytest.mark.parametrize("question", QUESTIONS[::3])
def test_the_digest_of_parts_that_are_read_is_that_of_the_whole(asked, question):
    found = is_the_same(asked, Question.of(question, changes={"words": 40}))
    assert "opened_documents" not in found


CHANGES = [
    {"focus": 5},
    {"whole": True},
    {"preset": "paper"},
    {"coverage_balance": 0.5},
    {"corroboration": 1.0},
    {"second_hop": 0},
    {"heading_evidence": 0},
    {"sharpening": 0},
    {"concentration": 0, "enough": False},
    {"related_evidence": 0, "asking_weight": 1},
    {"prose_only": True},
    {"order": "date", "characters": 300},
]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
def test_so_it_is_with_other_options(asked, large, changes):
    changes = dict(changes)
    preset = changes.pop("preset", None)
    for text in (QUESTIONS[0], QUESTIONS[2], "Which bakery needs a clock for the market?"):
        length = {} if "characters" in changes else {"words": 60}
        is_the_same(asked, Question.of(text, preset=preset, changes=changes | length), (2, 7))


def test_so_it_is_with_embeddings(asked, large, embedding_model):
    changes = {"words": 40, "embedding_model": embedding_model}
    is_the_same(asked, Question.of("Who paints the heron?", changes=changes))


@pytest.fixture(scope="module")
def wishes(whole):
    """Constraints of several kinds."""
    model = Model.load(whole)
    starts = model.collection.split.sentences.start.tolist()
    first = model.digest("Who paints the heron?", words=20)
    return {
        "pinned": Constraints(pinned=[("report-0.md", starts[0])]),
        "excluded": Constraints(excluded=[("answer.txt", 0)]),
        "after": first.follow_up(),
        "new": Constraints(new_since="2026-01-01"),
    }


@pytest.mark.parametrize("kind", ["pinned", "excluded", "after", "new"])
def test_so_it_is_with_constraints(asked, large, wishes, kind):
    question = Question.of("How many golden herons are there?", wishes[kind], None, {"words": 60})
    is_the_same(asked, question)


WORDS = st.sampled_from(
    [*SUBJECTS, *VERBS, *OBJECTS, "heron", "painter", "crowns", "zebra", "uhr", "gate", "ward 7"]
)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(NUMBERS), st.booleans())
def test_so_it_is_with_any_question(asked, words, number, is_large):
    with pytest.MonkeyPatch.context() as patch:
        if is_large:
            patch.setattr(opening, "LARGE", 0)
            patch.setattr(opening, "MOST_SENTENCES", 40)
        text = f"What of the {' '.join(words)}?"
        is_the_same(asked, Question.of(text, changes={"words": 50}), (number,))


def test_parts_have_all_that_the_whole_has(asked, whole, splits):
    with opened(whole) as store:
        expected = store.content()
        sizes = store.topic_tokens, store.term_sentences[store.term_ids], store.document_tokens
    for number, folder in splits.items():
        with opened_at(folder) as joined:
            found = joined.content()
            own = joined.topic_tokens, joined.term_sentences[joined.term_ids]
            np.testing.assert_equal((*own, joined.document_tokens), sizes)
        assert [each.text for each in found.documents] == [each.text for each in expected.documents]
        assert (found.split.vocabulary, found.split.words) == (
            expected.split.vocabulary,
            expected.split.words,
        )
        np.testing.assert_equal(
            (found.split.terms, found.topics), (expected.split.terms, expected.topics)
        )
        np.testing.assert_equal(found.split.sentences.columns, expected.split.sentences.columns)
        assert found.meta == expected.meta
        assert asked[1][number].contents == asked[0].contents


def test_each_part_is_a_collection_by_itself(splits):
    for path in sorted(splits[7].iterdir()):
        model = Model.load(path)
        assert model.digest("Who repairs the mill?", words=20).sentences
        assert len(model.collection.documents) == len(load(path).documents) < 45
        assert "took " in model.history[-1]
    assert sum(map(len, (Model.load(p).collection.documents for p in splits[7].iterdir()))) == 45


def test_files_that_are_asked_by_other_commands_are_parts_too(whole, splits):
    assert Model.load(splits[7]).summary == Model.load(whole).summary
    assert Model.load(splits[2], [3, 40]).summary == Model.load(whole, [3, 40]).summary


def test_paths_lead_to_the_same_files_from_the_folder_of_the_parts(whole, splits):
    paths = [
        [str(each.path) for each in Model.load(p).collection.documents] for p in (whole, splits[7])
    ]
    assert paths[0] == paths[1]
