"""Compressed sentences are drawn to be read, without their texts, and verdicts are told."""

import json
import sys

SENTENCES = (
    "The old mill, which was built in 1901, is open to all visitors of the valley.",
    "The mill sells many crops, such as wheat and rye, and it is known for its bread.",
    "The river turns the wheel of the mill in spring, making the work of the miller easy.",
    "In autumn the miller of the valley grinds the wheat (a kind of emmer) in the night.",
)


def test_sentences_are_drawn_and_verdicts_told(script, tmp_path, monkeypatch, capsys):
    text = " ".join(SENTENCES)
    task = {
        "id": "mill",
        "query": "When was the mill built?",
        "documents": [{"id": "a", "title": "The mill", "text": text}],
        "references": ["It was built in 1901."],
    }
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mills.jsonl").write_text(json.dumps(task) + "\n")
    drawn, read = tmp_path / "drawn.jsonl", tmp_path / "read.txt"
    read.write_text("")
    reading = script("compressed_read")
    arguments = ["draw", "--data", str(tmp_path / "data"), "--number", "2", "--skip", str(read)]
    monkeypatch.setattr(sys, "argv", ["compressed_read", *arguments, str(drawn)])
    reading.main()
    assert capsys.readouterr().out.count("short: ") == 2
    rows = [json.loads(line) for line in drawn.read_text().splitlines()]
    assert len({row["hash"] for row in rows}) == 2
    for row in rows:
        assert text[row["start"] : row["end"]] in SENTENCES
        assert all(row["start"] <= start < end <= row["end"] for start, end in row["parts"])
        assert row["rules"]
        row["verdict"] = "ok"
    assert not any(word in drawn.read_text() for word in ("wheat", "valley"))
    drawn.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr(sys, "argv", ["compressed_read", "tell", str(drawn)])
    reading.main()
    assert "| all | 2 | 2 |" in capsys.readouterr().out
