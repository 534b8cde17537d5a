"""Questions about documents that come along and are not kept."""

import pytest

from bridge import QUESTION, TEXTS
from hyperdigest import Collection, Document, Options
from hyperdigest.web.settings import Limits
from web_app import API, app_client

DOCUMENTS = [{"name": name, "text": text} for name, text in TEXTS.items()]
ADDRESS = f"{API}/digest"


def test_the_digest_is_the_one_that_python_gives(client):
    body = {"question": QUESTION, "words": 60, "sweeps": 20, "documents": DOCUMENTS}
    answers = [client.post(ADDRESS, json=body) for _ in range(2)]
    documents = [Document(name, name, text) for name, text in TEXTS.items()]
    model = Collection.of(documents).fit(Options().changed(sweeps=20))
    for answer in answers:
        assert answer.text == model.digest(QUESTION, words=60).to_json()
    assert len(client.registry.collections) == 1


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        ({"documents": []}, 422, "documents"),
        ({"documents": None}, 422, "documents"),
        ({"documents": [{"name": "a"}]}, 422, "no text"),
        ({"documents": [{"text": "a", "path": "/etc"}]}, 422, "path"),
        ({"documents": [{"text": "a", "name": 5}]}, 422, "name"),
        ({"documents": [{"text": "a", "date": "soon"}]}, 422, "date of document 1 is 'soon'"),
        ({"documents": [{"text": " the of "}]}, 422, "no sentence"),
        ({"documents": [{"text": "x" * 2000}]}, 413, "characters"),
        ({"language": "xx"}, 422, "language"),
        ({"question": ""}, 422, "empty"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_line(change, status, told):
    with app_client(limits=Limits(once_characters=1900)) as client:
        body = {"question": QUESTION, "documents": DOCUMENTS[:2]} | change
        answer = client.post(ADDRESS, json=body)
        assert answer.status_code == status
        assert told in answer.json()["error"]["message"]


def test_what_is_new_is_told_by_the_dates_of_the_documents(client):
    texts = {"2026-01-05": "The bridge was closed.", "2026-02-05": "The bridge was opened again."}
    documents = [{"name": day, "text": text, "date": day} for day, text in texts.items()]
    body = {"question": "What about the bridge?", "sweeps": 5, "documents": documents}
    answer = client.post(ADDRESS, json=body | {"new_since": "2026-02", "shortest": 1})
    assert answer.status_code == 200, answer.text
    told = [(sentence["text"], sentence["date"]) for sentence in answer.json()["sentences"]]
    assert told == [(texts["2026-02-05"], "2026-02-05")]


def test_one_that_takes_too_long_is_ended_and_the_next_is_answered():
    with app_client(limits=Limits(once_seconds=8)) as client:
        long = {"question": QUESTION, "documents": DOCUMENTS, "sweeps": 10**6}
        answer = client.post(ADDRESS, json=long)
        assert answer.status_code == 413
        assert "8 s" in answer.json()["error"]["message"]
        assert client.post(ADDRESS, json=long | {"sweeps": 5}).status_code == 200
