"""Slices of a text that are quoted one after another."""

import pytest

from hyperdigest.base.slices import is_gap


@pytest.mark.parametrize(
    ("between", "gap"),
    [
        ("\n\n```shell\n", False),
        ("\n\n.. code-block:: yaml\n   :linenos:\n\n", False),
        ("\n\n2. ", False),
        ("\n\nFirst this.\n\n```shell\n", True),
        ("\n\nthe pump\n", True),
        ("</td>\n</tr>\n<tr class='odd'><td>", False),
        ("</td></tr><tr><td>the pump</td></tr><tr><td>", True),
    ],
)
def test_what_opens_code_is_no_gap(between, gap):
    text = f"Run this:{between}pump --stop"
    assert is_gap(text, len("Run this:"), len(text) - len("pump --stop")) is gap
