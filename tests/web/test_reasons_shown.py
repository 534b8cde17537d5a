"""Reasons as the pages show them."""

import re

import pytest

from bridge import QUESTION


@pytest.mark.parametrize("budget", [{"words": 20}, {"characters": 110}])
def test_the_page_says_by_how_much_a_runner_up_is_too_long_in_the_unit_of_the_budget(
    client, budget
):
    page = f"/c/{client.registry.collections[0].id}/why"
    text = client.get(page, params={"q": QUESTION, **budget}).text
    [unit] = budget
    assert re.search(rf": \d+ {unit.removesuffix('s')}s? too many</span>", text)
