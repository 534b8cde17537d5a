"""Every address says which methods it takes, and takes those."""

import re

import pytest
from starlette.routing import Route

from web_app import API

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
ONE = f"{API}/collections/none"

TAKEN = {
    "/": {"GET", "HEAD"},
    "/collections": {"POST"},
    "/c/none": {"GET", "HEAD"},
    "/c/none/remove": {"POST"},
    "/c/none/documents/add": {"POST"},
    "/c/none/notes": {"GET", "HEAD"},
    "/c/none/verify": {"GET", "HEAD", "POST"},
    "/static/app.js": {"GET", "HEAD"},
    "/api": {"GET", "HEAD"},
    f"{API}/digest": {"POST"},
    f"{API}/collections": {"GET", "HEAD", "POST"},
    ONE: {"GET", "HEAD", "PATCH", "DELETE"},
    f"{ONE}/documents": {"GET", "HEAD", "POST", "DELETE"},
    f"{ONE}/documents/0": {"GET", "HEAD"},
    f"{ONE}/history": {"GET", "HEAD", "DELETE"},
    f"{ONE}/digest": {"POST"},
}


@pytest.mark.parametrize("address", TAKEN)
def test_the_methods_of_an_address_are_named_where_another_is_used(client, address):
    for method in METHODS:
        answer = client.request(method, address, follow_redirects=False)
        assert (answer.status_code == 405) == (method not in TAKEN[address]), (method, answer)
        if answer.status_code == 405:
            assert set(re.split(", *", answer.headers["allow"])) == TAKEN[address]


def test_no_address_has_two_routes(client):
    paths = [route.path for route in client.app.routes if isinstance(route, Route)]
    assert len(paths) == len(set(paths))


def test_a_head_is_answered_as_a_get_without_its_content(client, bridge):
    for address in ("/", f"{API}/collections", bridge, f"{bridge}/documents"):
        head, get = client.head(address), client.get(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == get.headers["content-type"]
