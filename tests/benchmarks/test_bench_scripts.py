"""Every benchmark runs, at a tiny size and without peers, and prints its table."""

import json
import os
import re
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from hyperdigest import Collection, Document
from hyperdigest.topics import TopicSample
from needed import needs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

TINY = {
    "bench_gibbs": ["--documents", "2", "--no-peers"],
    "bench_held_out": ["--documents", "2", "--no-peers"],
    "bench_question": ["--documents", "2", "--no-peers"],
    "bench_summaries": ["--documents", "2", "--no-peers"],
    "bench_growth": ["--documents", "2", "--sweeps", "5"],
    "bench_add": ["--tasks", "1"],
    "bench_rouge": ["--tasks", "2"],
    "bench_hostile": ["--only", "q.pdf"],
    "bench_posts": ["--megabytes", "0.1"],
    "bench_verify": [str(EXAMPLES / "eclipse"), "--quotations", "20"],
}


@pytest.mark.slow
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
        for size in (1_000, 10_000, 1_000_000)
    ]
    assert [len(span) for span in growth.spans(rows).values()] == [2]
    assert growth.slope(rows, "seconds", "fit") == pytest.approx(1)
    assert growth.slope(rows, "peaks", "fit") == pytest.approx(0)
    needs("matplotlib")
    for name in ("one.svg", "two.svg"):
        growth.draw(rows, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_the_start_is_timed(script, tmp_path):
    [row] = islice(script("bench_start").rows(tmp_path, runs=1), 1)
    assert row[1] > 0


def test_a_missing_peer_is_told(script):
    assert script("measuring").peer("no_such_package") is None
    assert script("measuring").peer("json").loads("1") == 1


def test_a_peer_that_was_not_built_is_told(script, monkeypatch):
    bench = script("bench_gibbs")
    monkeypatch.setattr(bench, "VISITS", 1)
    monkeypatch.setattr(bench, "peer", lambda name: None)
    told = {row[0]: row for row in bench.rows(script("corpora").corpus(2), bench.Built(), runs=2)}
    assert told.pop("hyperdigest")[4] > 0
    assert {"Teh, three layers", "hdp-faster, sentences", "tomotopy, documents"} <= set(told)
    assert {row[4] for row in told.values()} == {"not installed"}


def test_a_peer_named_in_vain_is_an_error_of_one_line(script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench_gibbs", "--hdp-faster", "no/such/program"])
    with pytest.raises(SystemExit):
        script("bench_gibbs").main()
    assert "there is no file no/such/program" in capsys.readouterr().err


def test_lda_c_counts_the_terms_of_each_group(script):
    assert script("peer_blei").lda_c([["3", "0", "3"], ["7"]]) == "2 3:2 0:1\n1 7:1\n"


def test_hdp_faster_is_given_the_model_and_asked_for_its_topics(script, tmp_path):
    program = tmp_path / "hdp"
    program.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {tmp_path}/called\n'
        'printf "time\\titer\\tnum.topics\\n1\\t5\\t42\\n" > "$4/train.log"\n'
    )
    program.chmod(0o755)
    sample = script("peer_blei").sample
    _, topics = sample(program, [["0", "1"]], 5, gamma=7.0, alpha=1.0, zeta=0.5)
    assert topics == 42
    without, sweeping = (tmp_path / "called").read_text().splitlines()
    assert without.endswith("--max_iter 0") and sweeping.endswith("--max_iter 5")
    assert "--gamma 7.0 --alpha 1.0 --eta 0.5" in sweeping


@pytest.fixture
def sentences_as_topics(tmp_path, monkeypatch):
    """An `Rscript` that gives each token its sentence for a topic, after half a second."""
    program = tmp_path / "Rscript"
    program.write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/called\necho 0.5\ntr "\\n" " " < "$3/sentences"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path / "hdp.so"


def test_tehs_sampler_is_given_the_model_and_asked_for_topics(script, sentences_as_topics):
    made = script("corpora").corpus(2)
    sample = script("peer_teh").sample
    cpu, topics = sample(sentences_as_topics, made, 5, concentrations=(7.0, 5.0, 1.0), zeta=0.5)
    assert cpu == 0.5
    assert topics.n_topics == len(made.documents)
    np.testing.assert_array_equal(topics.assignments, made.sentences)
    called = (sentences_as_topics.parent / "called").read_text()
    assert called.endswith(f" {made.n_terms} 5 7.0 5.0 1.0 0.5\n")


def test_topics_of_tehs_sampler_are_judged_as_ours_are(script, sentences_as_topics, monkeypatch):
    bench, made = script("bench_held_out"), script("corpora").corpus(2)
    monkeypatch.setattr(bench, "SWEEPS", (1, 2))
    points = list(bench.teh_curve(made, 0.5, sentences_as_topics))
    known = bench.seen(made)
    topics = TopicSample(known.sentences.astype(np.int32), len(known.documents))
    expected = bench.perplexity(made, topics, 0.5)
    assert points == [bench.Point(n, 0.5, len(known.documents), expected) for n in (1, 2)]


def test_samplers_that_were_not_built_have_no_curve(script, monkeypatch, capsys):
    bench = script("bench_held_out")
    monkeypatch.setattr(bench, "SWEEPS", (1,))
    monkeypatch.setattr(bench, "peer", lambda name: None)
    curves = bench.report(script("corpora").corpus(2), 0.5, script("bench_gibbs").Built())
    assert list(curves) == ["hyperdigest"]
    printed = capsys.readouterr().out
    for name in "Teh, three layers", "tomotopy, sentences", "tomotopy, documents":
        assert f"{name}: not installed" in printed


def test_peers_walk_between_the_same_sentences(script):
    corpora, peers = script("corpora"), script("question_peers")
    made = corpora.corpus(2)
    answer = script("models").model(made, sweeps=5).ask(corpora.question(made, seed=0))
    steps = peers.transitions(answer)
    assert steps.shape == (len(made.documents), len(made.documents))
    assert steps.sum(axis=1) == pytest.approx(1)
    assert np.diag(steps) == pytest.approx(answer.ranking.hypergraph.self_transition)
    assert peers.amounts(answer).sum(axis=0).min() > 0
    run = peers.dense_pagerank(answer)
    assert run.solve > 0 and not run.reason


def test_questions_about_what_is_new_are_timed_beside_plain_ones(script, monkeypatch, capsys):
    bench = script("bench_update")
    monkeypatch.setattr(bench, "QUESTIONS", 1)
    bench.report(script("corpora").corpus(10))
    rows = [line for line in capsys.readouterr().out.splitlines() if " of 10 |" in line]
    assert [row.split(" | ")[:2] for row in rows] == [
        [f"| {preset}", f"{new} of 10"] for preset in ("default", "paper") for new in (1, 5)
    ]


def test_the_share_of_known_answers_within_so_many_tokens(script, tmp_path, monkeypatch, capsys):
    needs("mcp")
    pile = tmp_path / "pile"
    pile.mkdir()
    (pile / "bridge.md").write_text(
        "# The bridge\n\nThe council closed the `old` bridge on Monday. Two arches are cracked.\n\n"
        "The state pays for half of the repair.\n"
    )
    (pile / "lake.txt").write_text("Nobody rows on the lake in winter. The ice is too thin.\n" * 40)
    rows = [
        {"question": "Who pays for the repair?", "answers": ["The state pays", "the council pays"]},
        {"question": "What is the bridge like?", "kind": "broad",
         "answers": [["the old bridge"], ["the golden gate"]]},
        {"question": "Which arches?", "answers": [["Two arches", "golden"], ["Two arches"]]},
        {"question": "Which arches?", "parts": [[["Two arches"]], [["golden"]]]},
        {"question": "Who rows?", "answers": []},
    ]  # fmt: skip
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(map(json.dumps, rows)))
    bench = script("bench_agents")
    asked = bench.asked_in(str(questions))
    text = (pile / "bridge.md").read_text()
    assert [each.share(text) for each in asked] == [1, 0.5, 1, 0.5]
    assert [each.share("") for each in asked] == [0] * 4
    command = ["bench_agents", str(pile), str(questions), "--budgets", "20", "1000"]
    monkeypatch.setattr(sys, "argv", command)
    bench.main()
    printed = capsys.readouterr().out
    assert printed.startswith("4 questions, 2 documents of")
    table = [line.split(" | ") for line in printed.splitlines() if line.startswith("| ")]
    assert [row[0] for row in table[1:]] == [f"| {name}" for name in bench.WAYS]
    assert table[1][2] == "0.75 |"


def test_what_an_agent_is_given_keeps_to_the_budget(script):
    needs("mcp")
    bench = script("bench_agents")
    lines = [f"Line {number} tells of the bridge and of nothing else." for number in range(60)]
    lines[20] = "The bridge over the lake was closed."
    documents = [Document("a.txt", "a.txt", "\n".join(lines))]
    pile = bench.Pile(Collection.of(documents).fit())
    for way in bench.WAYS.values():
        given = way(pile, "Why was the bridge over the lake closed?", 50)
        assert 0 < pile.tokens(given) <= 50
    found = dict(bench.groups_of(documents[0].text, re.compile(r"\b(?:lake|closed)\b")))
    assert found == {2: "\n".join(lines[17:24])}
    chunks = list(bench.chunks_of("one two " * 250))
    assert [len(chunk.split()) for chunk in chunks] == [200, 200, 100]
