"""Summaries and references in files, and what the command line makes of them."""

import gzip
import json
from dataclasses import asdict
from pathlib import Path

from hyperdigest.evaluation.rouge import rouge

REFERENCES = {
    "mill.A.txt": "The smith mends the mill in May.",
    "mill.B.txt": "In May the old mill is mended by a smith.",
    "comet.txt": "A comet passed the sun in winter.",
    "bridge.1": "The bridge over the river is closed.",
}
GOOD = {
    "mill.txt": "A smith mends the mill.",
    "comet.txt": "The comet came near the sun in winter.",
    "bridge.txt": "The river bridge is closed for repairs.",
}
POOR = {
    "mill.txt": "Nobody knows.",
    "comet.txt": "Comets are cold.",
    "bridge.txt": "It rains on the river.",
}


def write(folder, texts):
    Path(folder).mkdir(parents=True)
    for name, text in texts.items():
        Path(folder, name).write_text(text, encoding="utf-8")


def lines(path, *records):
    data = "\n".join(json.dumps(record) for record in records).encode()
    Path(path).write_bytes(gzip.compress(data) if path.endswith(".gz") else data)


def scored(result):
    assert result.code == 0
    return json.loads(result.out)


def of(text, *names, **options):
    expected = rouge(text, [REFERENCES[name] for name in names], **options)
    return {metric: asdict(score) for metric, score in expected.items()}
