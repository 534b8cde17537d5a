"""The quotations of a draft, looked up over HTTP."""

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
