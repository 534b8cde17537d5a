"""Reasons as the pages show them."""

import re

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.web.pages.ask import shown_runners


@pytest.mark.parametrize("budget", [{"words": 20}, {"characters": 110}])
def test_what_was_lacking_is_told_in_the_unit_of_the_budget(budget):
    explanation = bridge_model().explain(QUESTION, **budget)
    [(unit, _)] = budget.items()
    told = [place for _, place in shown_runners(explanation)]
    assert any(re.search(rf": \d+ {unit.removesuffix('s')}s? too many$", each) for each in told)
