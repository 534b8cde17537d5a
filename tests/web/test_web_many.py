"""Many at once: everyone gets the answer that one alone would get."""

import json
import resource
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from bridge import QUESTION, bridge_model
from hyperdigest.constraints import Constraints
from hyperdigest.web.settings import Limits
from web_app import API, app_client, served

COLLECTIONS = f"{API}/collections"


def test_questions_asked_at_once_have_the_answers_of_those_asked_alone(saved, temporary):
    asked = [{"question": QUESTION, "words": 40 + n, "lambda": n / 30} for n in range(30)]
    with served(saved, temporary=temporary) as server:
        id = server.client.get(COLLECTIONS).json()["collections"][0]["id"]

        def ask(body):
            return server.client.post(f"{COLLECTIONS}/{id}/digest", json=body).text

        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(ask, asked))
    model = bridge_model()
    for body, answer in zip(asked, answers, strict=True):
        wanted = model.digest(QUESTION, words=body["words"], query_balance=body["lambda"])
        assert answer == wanted.to_json()


def test_collections_that_had_to_leave_memory_are_read_again(saved, tmp_path):
    copy = tmp_path / "copy.hdig"
    copy.write_bytes(saved.read_bytes())
    with app_client(saved=[saved, copy], limits=Limits(loaded_bytes=1)) as client:
        for _ in range(2):
            for entry in client.registry.collections:
                body = {"question": QUESTION, "words": 40}
                answer = client.post(f"{COLLECTIONS}/{entry.id}/digest", json=body)
                assert answer.text == bridge_model().digest(QUESTION, words=40).to_json()


def test_what_is_new_is_that_of_python(client, bridge):
    wishes = Constraints(new_since="2026", new=("traders.txt", "sch*"))
    body = {"question": QUESTION, "words": 40, "new_since": "2026", "new": wishes.new}
    answer = client.post(f"{bridge}/digest", json=body)
    assert answer.text == bridge_model().digest(QUESTION, words=40, wishes=wishes).to_json()
    shown = {sentence["document"] for sentence in answer.json()["sentences"]}
    assert shown <= {"traders.txt", "schools.txt"}
    for wrong in ({"new_since": "soon"}, {"new": "traders.txt"}, {"new": [""]}):
        answer = client.post(f"{bridge}/digest", json={"question": QUESTION, **wrong})
        assert answer.status_code == 422


def test_dates_are_wished_in_the_body(client, bridge):
    body = {"question": QUESTION, "since": "2000", "until": "2100"}
    answer = client.post(f"{bridge}/digest", json=body)
    assert answer.status_code == 422
    assert "none has a date" in answer.json()["error"]["message"]
    for name in ("since", "until", "new_since"):
        answer = client.post(f"{bridge}/digest", json={"question": QUESTION, name: "soon"})
        assert answer.status_code == 422
        assert f"{name} is 'soon', which is no date" in answer.json()["error"]["message"]
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    wanted = {"since", "until", "new_since", "new"}
    assert any(wanted <= set(each.get("properties", {})) for each in schemas.values())


def test_a_follow_up_and_pins_are_those_of_python(client, bridge):
    model = bridge_model()
    first = model.digest(QUESTION, words=40)
    wishes = first.follow_up()
    body = {"question": "Who pays for it?", "words": 40, "read": wishes.read, "earlier": [QUESTION]}
    answer = client.post(f"{bridge}/digest", json=body)
    assert answer.text == model.digest("Who pays for it?", words=40, wishes=wishes).to_json()
    place = json.loads(answer.text)["sentences"][0]
    barred = {"question": "Who pays for it?", "words": 40, "excluded": [place]}
    shown = client.post(f"{bridge}/digest", json=barred).json()["sentences"]
    assert place["text"] not in [sentence["text"] for sentence in shown]


def test_more_connections_than_most_systems_allow_are_answered(saved, temporary):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with served(saved, temporary=temporary) as server, ExitStack() as held:
        resource.setrlimit(resource.RLIMIT_NOFILE, (4000, hard))
        held.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        port = int(server.base.rstrip("/").rpartition(":")[2])
        for _ in range(1200):
            held.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert server.client.get(COLLECTIONS).status_code == 200
