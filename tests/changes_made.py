"""Changes of a collection by the app, asked for and waited for."""

from contextlib import contextmanager

from bridge import TEXTS
from web_app import API, wait_until_ended

COLLECTIONS = f"{API}/collections"
FERRY = b"The ferry to Hollen sails at noon. It carries forty bicycles and no lorry at all."
ASKED = {"question": "When does the ferry to Hollen sail?", "words": 40}


def sent(client, address, *files):
    return client.post(f"{address}/documents", files=[("files", file) for file in files])


def changed(client, address, answer):
    """The entry after the change that an answer promises."""
    assert answer.status_code == 202, answer.text
    assert answer.json()["status"] == "ready"
    return wait_until_ended(client, address)


def names(client, address):
    return [each["name"] for each in client.get(f"{address}/documents").json()["documents"]]


def said(client, address, body=ASKED):
    return client.post(f"{address}/digest", json=body).text


@contextmanager
def busy(client):
    """The line is held by a fit without end, so that what comes now has to wait."""
    body = {"documents": [{"text": f"{TEXTS['council.txt']} {n}"} for n in range(50)]}
    answer = client.post(COLLECTIONS, json={**body, "sweeps": 10**6})
    yield
    client.delete(answer.headers["location"])
