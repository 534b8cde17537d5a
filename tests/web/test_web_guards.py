"""Requests from elsewhere, or by another method, are refused before any route sees them."""

import re

import pytest
from starlette.routing import Route

from hyperdigest.web.security import host_of
from hyperdigest.web.settings import Limits
from web_app import API, app_client

TOKEN = "a-token-of-many-characters"
POLICY = "content-security-policy"
COLLECTIONS = f"{API}/collections"


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8340", "localhost", "LOCALHOST.:80", "[::1]:8340", "127.3.2.1"]
)
def test_names_of_this_machine_are_answered_to(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.com", "evil.com:8340", "127.0.0.1.evil.com", "localhost.evil.com", "192.168.1.5", "",
     "[::1", "::1", "[127.0.0.1]", "[127.0.0.1]x", "[::1]evil.com", "[::1]:80:80", "[::1]]:80",
     "127.0.0.1:80:80", "127.0.0.1:eighty", "127.0.0.1@evil.com", "evil.com@127.0.0.1", "0x7f.1",
     "localhost..", "local host", "localhost/evil.com", ".", ":8340"],
)  # fmt: skip
def test_a_foreign_name_that_leads_here_is_refused(client, host):
    answer = client.get(COLLECTIONS, headers={"Host": host})
    assert answer.status_code == 400
    assert "address it printed" in answer.json()["error"]["message"]


def test_other_machines_may_use_addresses_in_digits_and_names_that_were_given():
    with app_client(host="0.0.0.0", names=("Papers.example",), token=TOKEN) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        for host in ("192.168.1.5:8340", "papers.example", "[fe80::1]:8340"):
            assert client.get("/", headers={"Host": host}).status_code == 200
        assert client.get("/", headers={"Host": "evil.com"}).status_code == 400


def test_the_host_is_what_stands_before_the_port():
    assert [host_of(each) for each in ("a.b:80", "A.", "[::1]:80", "[::1]")] == [
        "a.b", "a", "::1", "::1",
    ]  # fmt: skip
    assert [host_of(each) for each in ("[::1]x", "a:1:2", "a b", "a@b", "[a]")] == [""] * 5


NAVIGATED = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.com"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "http://127.0.0.1:8340.evil.com"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:8340"},
        {
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        },
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_what_another_site_sends_is_refused(client, bridge, headers, method):
    assert client.request(method, bridge, headers=headers).status_code == 403
    assert client.get(bridge).json()["status"] == "ready"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://127.0.0.1:8340"},
        {"Origin": "http://127.0.0.1:8340", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_what_the_app_itself_or_a_program_sends_is_taken(client, bridge, headers):
    assert client.delete(bridge, headers=headers).status_code == 204


def test_another_site_may_link_here_but_not_read_here(client):
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers={**link, "Sec-Fetch-Dest": "document"}).status_code == 200
    assert client.get("/", headers={**link, "Sec-Fetch-Dest": "iframe"}).status_code == 403
    reading = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get(COLLECTIONS, headers=reading).status_code == 403


@pytest.mark.parametrize("address", ["/", "/nowhere", COLLECTIONS, "/static/app.css", "/api"])
def test_every_answer_forbids_what_the_app_does_not_bring(client, address):
    headers = client.get(address).headers
    assert "default-src 'none'" in headers[POLICY]
    assert "unsafe" not in headers[POLICY]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_a_crash_says_nothing_of_the_inside_and_has_the_headers_too(client, bridge, monkeypatch):
    async def broken(entry):
        raise RuntimeError("secret /path")

    monkeypatch.setattr(client.registry, "model", broken)
    answer = client.get(f"{bridge}/documents")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers[POLICY]


def test_without_the_token_nothing_is_shown():
    with app_client(token=TOKEN) as client:
        page, data = client.get("/"), client.get(COLLECTIONS)
        assert (page.status_code, data.status_code) == (401, 401)
        assert "<form" in page.text
        assert data.headers["www-authenticate"] == "Bearer"
        wrong = {"Authorization": "Bearer wrong"}
        assert client.get(COLLECTIONS, headers=wrong).status_code == 401
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/api/openapi.json").status_code == 401


def test_the_token_in_an_address_is_swapped_for_a_cookie():
    with app_client(token=TOKEN) as client:
        answer = client.get(f"/?q=a+b&token={TOKEN}", follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/?q=a+b"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert TOKEN not in cookie
        assert client.get("/").status_code == 200
        assert client.get(COLLECTIONS).status_code == 200


def test_the_way_on_from_a_token_never_leads_to_another_site():
    with app_client(token=TOKEN) as client:
        answer = client.get(f"//evil.com/?token={TOKEN}", follow_redirects=False)
        assert not answer.headers.get("location", "/").startswith(("//", "http"))


def test_a_token_in_the_header_is_enough_for_programs():
    with app_client(token=TOKEN) as client:
        known = {"Authorization": f"bearer {TOKEN}"}
        assert client.get(COLLECTIONS, headers=known).json() == {"collections": []}


def test_a_body_that_says_it_is_too_large_is_refused():
    with app_client(limits=Limits(body_bytes=1000)) as client:
        answer = client.post(COLLECTIONS, json={"documents": [{"text": "x" * 2000}]})
        assert answer.status_code == 413


def test_a_body_that_turns_out_too_large_is_refused():
    def pieces():
        for _ in range(100):
            yield b" " * 100

    with app_client(limits=Limits(body_bytes=1000)) as client:
        headers = {"Content-Type": "application/json"}
        assert client.post(COLLECTIONS, content=pieces(), headers=headers).status_code == 413


@pytest.mark.parametrize(
    "path",
    ["/static/..%2f..%2fapp.py", "/static/%00", "/static/../app.py", "/c/%00", "/c/%ff/digest",
     "/static/" + "a" * 5000, "/c/..%2f..", "/api/v1/collections/%2e%2e", "/%2f%2fevil.com/"],
)  # fmt: skip
def test_no_path_leads_out_of_what_is_served(client, path):
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code in (404, 400)
    assert "import" not in answer.text


def test_a_collection_whose_file_is_gone_is_said_to_be(saved, tmp_path):
    copy = tmp_path / "copy.hdig"
    copy.write_bytes(saved.read_bytes())
    with app_client(saved=[copy]) as client:
        copy.unlink()
        answer = client.get(f"{COLLECTIONS}/{client.registry.collections[0].id}/topics")
        assert answer.status_code == 409


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
