"""Every benchmark runs, at a tiny size and without peers, and prints its table."""

import sys
from itertools import islice

import numpy as np
import pytest

TINY = {
    "bench_gibbs": ["--documents", "2", "--no-peers"],
    "bench_held_out": ["--documents", "2", "--no-peers"],
    "bench_question": ["--documents", "2", "--no-peers"],
    "bench_summaries": ["--documents", "2", "--no-peers"],
    "bench_growth": ["--documents", "2", "--sweeps", "5"],
    "bench_add": ["--tasks", "1"],
    "bench_rouge": ["--tasks", "2"],
}


@pytest.mark.parametrize("name", TINY)
def test_it_runs(name, script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [name, *TINY[name]])
    script(name).main()
    printed = capsys.readouterr().out
    assert printed.strip()
    assert "nan" not in printed


def test_growth_is_drawn(script, tmp_path):
    growth = script("bench_growth")
    rows = [
        {
            "sentences": size,
            "topics": 9,
            "seconds": dict.fromkeys(growth.STAGES, size / 1e3),
            "peaks": dict.fromkeys(growth.STAGES, 1.0),
        }
        for size in (1_000, 10_000)
    ]
    assert growth.slope(rows, "seconds", "fit") == pytest.approx(1)
    assert growth.slope(rows, "peaks", "fit") == pytest.approx(0)
    for name in ("one.svg", "two.svg"):
        growth.draw(rows, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_the_start_is_timed(script, tmp_path):
    [row] = islice(script("bench_start").rows(tmp_path, runs=1), 1)
    assert row[1] > 0


def test_a_missing_peer_is_told(script):
    assert script("measuring").peer("no_such_package") is None
    assert script("measuring").peer("json").loads("1") == 1


def test_peers_walk_between_the_same_sentences(script):
    corpora, peers = script("corpora"), script("question_peers")
    made = corpora.corpus(2)
    answer = script("models").model(made, sweeps=5).ask(corpora.question(made, seed=0))
    steps = peers.transitions(answer)
    assert steps.shape == (len(made.documents), len(made.documents))
    assert steps.sum(axis=1) == pytest.approx(1)
    assert np.diag(steps) == pytest.approx(answer.hypergraph.returns)
    assert peers.amounts(answer).sum(axis=0).min() > 0
    run = peers.dense_pagerank(answer)
    assert run.solve > 0 and not run.reason
