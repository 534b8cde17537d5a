"""The pairs that were read are well formed, hold no text, and their halves share nothing."""

import gzip
import json
import sys

import pytest


@pytest.fixture
def pairs(script):
    return script("same_pairs").labelled()


def test_there_are_enough(pairs):
    clear = [pair for pair in pairs if pair.label != "unclear"]
    assert len(clear) >= 300
    assert sum(pair.label == "same" for pair in clear) >= 100
    assert sum(pair.stratum == "equal words" for pair in pairs) <= len(pairs) / 10


def test_every_label_has_a_reason(script, pairs):
    same_pairs = script("same_pairs")
    for pair in pairs:
        assert pair.label in same_pairs.LABELS
        assert pair.kind in (same_pairs.KINDS if pair.label == "not" else ("",))
        assert 0 < len(pair.reason) <= 100


def test_no_pair_is_there_twice(pairs):
    assert len({frozenset((pair.task, pair.first, pair.second)) for pair in pairs}) == len(pairs)


def test_the_halves_share_no_task_and_no_sentence(script, pairs):
    tasks, hashes = ({half: set() for half in script("same_pairs").HALVES} for _ in range(2))
    for pair in pairs:
        tasks[pair.half].add((pair.set, pair.task))
        hashes[pair.half] |= {pair.first.hash, pair.second.hash}
    assert not set.intersection(*tasks.values())
    assert not set.intersection(*hashes.values())


def test_no_text_is_in_it(script):
    known = {"set", "task", "half", "stratum", "titles", "first", "second"}
    known |= {"label", "kind", "reason"}
    for line in script("same_pairs").LABELLED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert set(row) == known
        for place in (row["first"], row["second"]):
            assert set(place) == {"document", "start", "end", "hash"}
            assert 0 <= place["start"] < place["end"]
            assert len(place["hash"]) == 16
            int(place["hash"], 16)


@pytest.fixture
def data(tmp_path, script, monkeypatch):
    """A folder of two tasks, of which a pair of each stratum is wanted."""
    monkeypatch.setattr(script("same_pairs"), "WANTED", {("made", False): (2,) * 6})
    tasks = []
    for number, place in enumerate(("Arden", "Colby")):
        texts = (
            f"The bridge of {place} will be closed to lorries until June. The council met twice.",
            f"The bridge of {place} will be closed to lorries until June. Nobody came on Sunday.",
            f"The bakers of {place} are on strike again. Their union wants better pay and rest.",
        )
        documents = [
            {"id": f"{place}-{each}", "title": "", "text": text} for each, text in enumerate(texts)
        ]
        tasks.append({"id": f"{number}", "query": "?", "documents": documents, "references": ["a"]})
    with gzip.open(tmp_path / "made.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(map(json.dumps, tasks)))
    return tmp_path


def run(script, monkeypatch, capsys, *arguments, name="same_pairs"):
    monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
    script(name).main()
    return capsys.readouterr().out


def test_pairs_are_drawn_again_and_shown(script, monkeypatch, capsys, data, tmp_path):
    drawn = run(script, monkeypatch, capsys, "draw", "--data", data)
    assert drawn == run(script, monkeypatch, capsys, "draw", "--data", data)
    found = [json.loads(line) for line in drawn.splitlines()]
    assert {pair["half"] for pair in found} == {"tuning", "apart"}
    assert {pair["stratum"] for pair in found} == {"equal words"}
    (tmp_path / "labels").write_text(drawn, encoding="utf-8")
    labels = "--data", data, "--pairs", tmp_path / "labels"
    shown = run(script, monkeypatch, capsys, "show", *labels)
    assert "[[The bridge of Arden will be closed to lorries until June.]]" in shown
    assert "2 pairs stand" in run(script, monkeypatch, capsys, "check", *labels)


def test_changed_data_are_noticed(script, monkeypatch, capsys, data, tmp_path):
    drawn = run(script, monkeypatch, capsys, "draw", "--data", data)
    found = [json.loads(line) for line in drawn.splitlines()]
    found[0]["second"]["hash"] = "0" * 16
    (tmp_path / "labels").write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    with pytest.raises(SystemExit, match="not those that were read"):
        run(script, monkeypatch, capsys, "check", "--data", data, "--pairs", tmp_path / "labels")


def test_what_is_listed_is_scored(script, monkeypatch, capsys, data, tmp_path):
    drawn = run(script, monkeypatch, capsys, "draw", "--data", data)
    found = [json.loads(line) for line in drawn.splitlines()]
    found[0] |= {"label": "same", "reason": "equal"}
    found[1] |= {"label": "not", "kind": "name", "reason": "only to test"}
    (tmp_path / "labels").write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    arguments = "--data", data, "--pairs", tmp_path / "labels", "--errors"
    scored = run(script, monkeypatch, capsys, *arguments, name="score_same_pairs")
    assert "| tuning, all | 1 | 1 | 1 | 1.00 (0.21 to 1.00) | 1.00 (0.21 to 1.00) |" in scored
    assert "| apart, weighted | 1 | 0 | 1 | 0.00 (0.00 to 0.79) | none |" in scored
    assert "| name | 0 | 1 |" in scored
    assert "wrong" not in scored.split("name |")[1]


def test_the_interval_is_wilsons(script):
    low, high = script("score_same_pairs").interval(0.9, 50)
    assert (round(low, 3), round(high, 3)) == (0.786, 0.957)
