"""Where the clause of a sentence is named, on the pages of the app."""

import html
import re

import pytest

from contracts_made import CONTRACTS, collection
from hyperdigest import Collection

ASKED = {"q": "What interest is due if the Customer pays late?", "words": 40}
NAMED = r"<summary>Named in: amendment-1.txt, line \d+; msa.txt, line \d+</summary>"


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("references") / "contracts.hdig"
    Collection.of(collection(CONTRACTS).documents, language="en").fit().save(path)
    return path


@pytest.fixture
def page(client):
    """The pages of the collection, by their addresses."""
    base = f"/c/{client.registry.collections[0].id}"
    return lambda path="": client.get(f"{base}{path}", params=ASKED).text


def test_what_names_a_clause_opens_at_its_place(client, page):
    told = re.findall(r'<details class="also">.*?</details>', page(), re.S)
    (named,) = (each for each in told if re.search(NAMED, each))
    assert "Clause 8.3 of the MSA is amended so that 125 % reads 150 %." in named
    address, *_ = re.findall(r'<a data-source href="([^"]*)">', named)
    opened = client.get(html.unescape(address).partition("#")[0] + "&panel=1").text
    assert re.search(r"<mark[^>]*>Clause 8.3 of the MSA is amended", opened)


def test_the_page_of_reasons_names_it_too(page):
    assert '<dt>Named in</dt><dd dir="auto">amendment-1.txt, line ' in page("/why")
