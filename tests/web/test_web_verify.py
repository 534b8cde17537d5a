"""The quotations of a draft, looked up over HTTP."""

import re

import pytest

from bridge import TEXTS

QUOTED = "The council closed the old bridge over the river Aune on Monday"


def test_quotations_are_looked_up_in_a_collection(client, bridge):
    draft = f"“{QUOTED}” and “{QUOTED.replace('Monday', 'Friday')}”, as he wrote."
    values = client.post(f"{bridge}/verify", json={"draft": draft, "claims": True}).json()
    found, changed = values["quotations"]
    assert (found["status"], found["document"]) == ("found", "council.txt")
    assert TEXTS["council.txt"][found["source_start"] : found["source_end"]] == QUOTED
    assert changed["status"] == "changed"
    assert [(each["quote"], each["source"]) for each in changed["difference"]] == [
        ("Friday", "Monday")
    ]
    assert not values["passed"]
    assert "claims" in values


@pytest.mark.parametrize(
    "body",
    [{}, {"draft": 3}, {"draft": "a", "format": "pdf"}, {"draft": "a", "claims": 1},
     {"draft": "a", "words": 3}],
)  # fmt: skip
def test_a_draft_that_is_none_is_refused(client, bridge, body):
    answer = client.post(f"{bridge}/verify", json=body)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]["message"]


def page_of(client):
    return f"/c/{client.registry.collections[0].id}/verify"


def test_a_pasted_draft_is_shown_beside_its_sources_the_wrong_ones_first(client):
    draft = f"“{QUOTED}” and “{QUOTED.replace('Monday', '<b>Friday')}”, as he wrote."
    answer = client.post(page_of(client), files={"file": ("", b"")}, data={"text": draft})
    assert answer.history[0].status_code == 303
    html = client.get(answer.url).text
    assert "2 quotations looked up in 5 documents: 1 found, 1 changed" in html
    assert html.index('id="q2"') < html.index('id="q1"')
    assert "<b>Friday" not in html
    assert re.search(r"<del>[^<]*Friday</del>", html)
    address = re.search(r'<cite[^>]*><a href="([^"]+)#at"', html)[1].replace("&amp;", "&")
    assert re.search(r'<mark[^>]* id="at"|id="at"[^>]*>', client.get(address).text)


@pytest.mark.parametrize("name", ["d.txt", "d.md", "d.html", "d.eml"])
def test_a_draft_that_is_uploaded_is_read_and_leaves_nothing(client, name):
    data = f"Subject: a draft\n\nHe says “{QUOTED}” in the letter.\n".encode()
    if name == "d.html":
        data = f"<p>He says <q>{QUOTED}</q> in the letter.</p>".encode()
    html = client.post(page_of(client), files={"file": (name, data)}).text
    assert "1 quotation looked up in 5 documents: 1 found" in html
    assert not list(client.registry.state.uploads.iterdir())


@pytest.mark.parametrize(
    ("file", "status"),
    [(("d.pdf", b"nothing"), 422), (("d.exe", b"MZ"), 415), (("", b""), 422),
     (("d.txt", b"a" * 3_000_000), 413)],
)  # fmt: skip
def test_a_draft_that_cannot_be_read_is_refused_on_the_page(client, file, status):
    answer = client.post(page_of(client), files={"file": file})
    assert answer.status_code == status
    assert "data-error" in answer.text
    assert str(client.registry.state.uploads) not in answer.text
    assert not list(client.registry.state.uploads.iterdir())


def test_an_address_that_is_forgotten_says_so(client):
    assert "not kept any more" in client.get(f"{page_of(client)}?draft=x").text


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_digest_that_the_app_exported_is_looked_up_as_a_draft(client, form):
    record = client.registry.collections[0].id
    asked = {"q": "Why was the old bridge closed?", "words": 40, "format": form}
    digest = client.get(f"/c/{record}/export", params=asked)
    file = (f"digest.{form}", digest.content)
    html = client.post(page_of(client), files={"file": file}).text
    assert re.search(r"(\d+) quotations? looked up in 5 documents: \1 found", html)
