"""Draw compressed sentences to be read, and tell what the readers found.

    python benchmarks/compressed_read.py draw --data DATA --texts FOLDER drawn.jsonl
    python benchmarks/compressed_read.py tell compressed_read.jsonl

Half are sentences that digests cite, half any sentences of prose; every set gives the same number,
as far as it has them. Of each sentence the shortest form is taken. `draw` prints the sentences,
whole and compressed, and writes a line for each without its text: where it stands, its hash, the
slices that stay, the rules, and a verdict and a reason that are to be filled in.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from hyperdigest import Collection, Options
from hyperdigest.documents import FORMS, Document
from hyperdigest.evaluation.datasets import load_sets
from hyperdigest.split import split
from hyperdigest.split.compression import compressed_forms, droppable_parts
from measuring import table

OF_A_DIGEST = 2
"""Sentences taken of a digest at most."""

Asked = tuple[str, str, tuple[Document, ...]]
"""The id, the question and the documents of a task."""

PROSE = FORMS.index("prose")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw", help="draw sentences and print them")
    drawing.add_argument("--data", type=Path, required=True, help="a folder of task sets")
    drawing.add_argument("--sets", action="append", default=[], help="only these sets")
    drawing.add_argument("--texts", type=Path, help="a folder of documents, a set of its own")
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--number", type=int, default=100)
    drawing.add_argument("--skip", type=Path, help="a file of hashes of sentences read before")
    drawing.add_argument("out", type=Path)
    drawing.set_defaults(run=draw)
    telling = commands.add_parser("tell", help="print the verdicts as a table")
    telling.add_argument("read", type=Path)
    telling.set_defaults(run=tell)
    arguments = parser.parse_args()
    arguments.run(arguments)


def draw(arguments: argparse.Namespace) -> None:
    chance = random.Random(arguments.seed)
    skipped = set(arguments.skip.read_text().split()) if arguments.skip else set()
    pools: dict[str, list[Iterator[dict[str, Any]]]] = {}
    for name, tasks in sets_of(arguments):
        chance.shuffle(tasks)
        pools[name] = [cited(name, tasks, chance), any_of(name, tasks, chance)]
    drawn: list[dict[str, Any]] = []
    for row in in_turn(pools):
        if row["hash"] not in skipped:
            skipped.add(row["hash"])
            drawn.append(row)
            print(f"{len(drawn)} {row['set']} ({row['drawn']}): {', '.join(row['rules'])}")
            print(f"  whole: {row.pop('whole')}\n  short: {row.pop('short')}", flush=True)
        if len(drawn) == arguments.number:
            break
    arguments.out.write_text("".join(json.dumps(row) + "\n" for row in drawn))


def sets_of(arguments: argparse.Namespace) -> Iterator[tuple[str, list[Asked]]]:
    """Every set, by name."""
    for each in load_sets(arguments.data, arguments.sets, warn=print):
        tasks = [
            (task.id, task.question, task.documents)
            for task in each.tasks
            if task.language in ("en", "auto")
        ]
        if tasks:
            yield each.name, tasks
    if arguments.texts:
        documents = Collection.read(arguments.texts).documents
        yield "texts", [(one.name, one.title or one.name, (one,)) for one in documents]


def cited(name: str, tasks: list[Asked], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Sentences with a form that the digests of tasks cite, a few of each."""
    for task, question, documents in tasks:
        model = Collection.of(documents).fit(Options(words=250))
        texts = {document.name: document.text for document in documents}
        rows = [
            row
            for one in model.digest(question).sentences
            for row in row_of(name, task, one.document, texts[one.document], one.start, one.end)
        ]
        for row in chance.sample(rows, min(OF_A_DIGEST, len(rows))):
            yield {**row, "drawn": "digest"}


def any_of(name: str, tasks: list[Asked], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Sentences of prose with a form, each of a document drawn at random."""
    for _ in range(5000):
        task, _, documents = chance.choice(tasks)
        document = chance.choice(documents)
        spans = split(document)
        prose = [n for n, form in enumerate(spans.form.tolist()) if form == PROSE]
        for n in chance.sample(prose, min(5, len(prose))):
            start, end = int(spans.start[n]), int(spans.end[n])
            for row in row_of(name, task, document.name, document.text, start, end):
                yield {**row, "drawn": "any"}


def row_of(
    name: str, task: str, document: str, text: str, start: int, end: int
) -> Iterator[dict[str, Any]]:
    """The row of a sentence that has a form."""
    sentence = text[start:end]
    forms = compressed_forms(sentence)
    if not forms:
        return
    form = forms[-1]
    left_out = [
        part.rule
        for part in droppable_parts(sentence)
        if not any(begin < part.end and part.start < stop for begin, stop in form)
    ]
    yield {
        "set": name,
        "task": task,
        "document": document,
        "start": start,
        "end": end,
        "hash": sha256(sentence.encode()).hexdigest()[:16],
        "parts": [[start + begin, start + stop] for begin, stop in form],
        "rules": left_out,
        "verdict": "",
        "why": "",
        "whole": " ".join(sentence.split()),
        "short": " [...] ".join(" ".join(sentence[begin:stop].split()) for begin, stop in form),
    }


def in_turn(pools: dict[str, list[Iterator[dict[str, Any]]]]) -> Iterator[dict[str, Any]]:
    """A row of each set in turn, one that a digest cites and any one in turn."""
    turn = 0
    while any(pools.values()):
        for pool in pools.values():
            while pool:
                row = next(pool[turn % len(pool)], None)
                if row is not None:
                    yield row
                    break
                del pool[turn % len(pool)]
        turn += 1


def tell(arguments: argparse.Namespace) -> None:
    rows = [json.loads(line) for line in arguments.read.read_text().splitlines()]
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        rules = (f"rule: {rule}" for rule in set(row["rules"]))
        for group in ("all", f"drawn: {row['drawn']}", f"set: {row['set']}", *rules):
            counted[group][row["verdict"]] += 1
    counts = ([name, found.total(), found["ok"]] for name, found in sorted(counted.items()))
    table(["", "read", "grammatical and true"], counts)


if __name__ == "__main__":
    main()
