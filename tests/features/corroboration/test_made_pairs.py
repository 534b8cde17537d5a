"""Pairs made to be hard: paraphrases, and sentences that differ in one thing that matters."""

import json
from pathlib import Path

import pytest

from hyperdigest.features.corroboration.agreement import says_the_same

FILE = Path(__file__).parents[2] / "fixtures" / "says_the_same.jsonl"
PAIRS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
SAME = [pair for pair in PAIRS if pair["label"] == "same"]
OTHER = [pair for pair in PAIRS if pair["label"] == "not"]


@pytest.mark.parametrize("pair", OTHER, ids=lambda pair: f"{pair['kind']}: {pair['second'][:40]}")
def test_pairs_that_differ_do_not_say_the_same(pair):
    assert not says_the_same(pair["first"], pair["second"])


def test_some_paraphrases_say_the_same():
    found = [pair for pair in SAME if says_the_same(pair["first"], pair["second"])]
    assert len(found) >= 0.05 * len(SAME)


def test_the_made_pairs_are_well_formed():
    assert len(PAIRS) >= 200
    for pair in PAIRS:
        assert set(pair) == {"domain", "label", "kind", "first", "second"}
        assert bool(pair["kind"]) == (pair["label"] == "not")
        assert pair["first"] != pair["second"]
    assert len(SAME) + len(OTHER) == len(PAIRS)
