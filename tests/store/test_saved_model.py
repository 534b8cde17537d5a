"""A saved collection gives the same bytes to whoever asks it, whether it is whole or in part."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

import hyperdigest.store.opening as opening
from batch_made import OUT, answers, by, here, run
from hyperdigest import Collection, Model, Options
from hyperdigest.batch.worker import forget
from hyperdigest.errors import StoreError
from hyperdigest.progress import quiet
from hyperdigest.question import Question
from hyperdigest.saved import SavedModel
from needed import needs
from town import texts
from web_app import API, app_client

QUESTIONS = [
    "How many golden herons does the ferryman keep?",
    "Which bakery needs a clock?",
    "Who paints the heron?",
    "Describe all.",
    "What does --xyzzy do?",
]


@pytest.fixture(scope="module")
def model():
    return Collection.of(texts(), language="en").fit(Options(sweeps=10, samples=2, language="en"))


@pytest.fixture
def saved(model, tmp_path):
    path = tmp_path / "town.hdig"
    model.save(path)
    return path


def as_large(monkeypatch):
    """Every collection counts as large, and few documents are opened."""
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)


@pytest.fixture
def large(monkeypatch):
    as_large(monkeypatch)


def asked(path, question, **changes):
    return SavedModel(path).answer(Question.of(question, changes={"words": 30, **changes}))


def by_http(path, questions):
    with app_client(saved=[path]) as client:
        address = f"{API}/collections/{client.registry.collections[0].id}/digest"
        for question in questions:
            yield client.post(address, json={"question": question, "words": 30}).json()


def by_mcp(path, questions):
    needs("mcp")
    from hyperdigest.adapters.mcp.schema import QuestionInput
    from hyperdigest.adapters.mcp.tools import FileAccess, LockedCache, Service, digest

    service = Service(FileAccess(), LockedCache())
    for question in questions:
        request = QuestionInput(question=question, paths=[str(path)], words=30)
        yield digest(service, request, quiet)[0]


def in_batch(path, questions):
    forget()
    lines = [{"question": each, "paths": str(path), "words": 30} for each in questions]
    run(*lines)
    return [line["digest"] for line in answers(OUT)]


@pytest.mark.parametrize("entry", [by_http, by_mcp, in_batch])
@pytest.mark.parametrize("in_part", [False, True])
def test_all_entries_give_the_digest_of_ask(saved, monkeypatch, in_part, entry):
    monkeypatch.chdir(saved.parent)
    by(monkeypatch, here)
    if in_part:
        as_large(monkeypatch)
    expected = [json.loads(asked(saved, each).digest().to_json()) for each in QUESTIONS]
    assert [bool(each.get("opened_documents")) for each in expected] == [in_part] * 5
    assert list(entry(saved, QUESTIONS)) == expected


@pytest.mark.parametrize("entry", [by_http, by_mcp])
def test_a_large_one_answers_without_being_read_whole(saved, large, monkeypatch, entry):
    monkeypatch.setattr(Model, "load", None)
    assert all(each["opened_documents"] for each in entry(saved, QUESTIONS[:3]))


def test_the_page_of_a_large_one_shows_the_digest_of_ask(saved, large):
    digest = asked(saved, QUESTIONS[0]).digest()
    with app_client(saved=[saved]) as client:
        page = f"/c/{client.registry.collections[0].id}"
        shown = client.get(page, params={"q": QUESTIONS[0], "words": 30}).text
    assert f"{digest.opened_documents} best-matching documents" in shown
    assert all(each.text in shown for each in digest.sentences)


@pytest.mark.parametrize("in_part", [False, True])
def test_threads_get_the_same_bytes_of_one_object(saved, monkeypatch, in_part):
    if in_part:
        as_large(monkeypatch)
    shared, wanted = SavedModel(saved), QUESTIONS * 4
    with ThreadPoolExecutor(6) as threads:
        found = threads.map(
            lambda each: shared.answer(Question.of(each, changes={"words": 30})).digest().to_json(),
            wanted,
        )
        assert list(found) == [asked(saved, each).digest().to_json() for each in wanted]


def test_what_is_read_whole_later_does_not_change_the_digest(saved, large):
    shared, question = SavedModel(saved), Question.of(QUESTIONS[1], changes={"words": 30})
    before = shared.answer(question).digest().to_json()
    assert shared.contents == shared.whole().contents
    assert shared.answer(question).digest().to_json() == before


def test_a_file_that_was_replaced_is_told(saved, model, large):
    shared = SavedModel(saved)
    model.remove("report-0.md").save(saved)
    with pytest.raises(StoreError, match="has changed since it was opened: ask again"):
        shared.answer(Question.of(QUESTIONS[0]))
    assert asked(saved, QUESTIONS[0]).digest().sentences
