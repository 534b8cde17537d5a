"""Pairs of sentences that say the same or do not: drawn from task sets, read by a person, scored.

    python benchmarks/same_pairs.py draw --data DATA > drawn.jsonl
    python benchmarks/same_pairs.py show --data DATA [--half tuning] [--from 0] [--to 20]
    python benchmarks/same_pairs.py check --data DATA

`draw` draws pairs of sentences of different documents of a task, seeded, in strata of how alike
their words are. Each was read in its context and labelled in `same_pairs.jsonl`, which holds
places, hashes of the texts, labels and reasons, but no text. The second sentence says the same
where "also in its document" may stand below a quotation of the first: it has the facts, numbers,
names, conditions and certainty of the first, of the same thing, and may add something. A pair of
which a reader may think either is unclear, and is not counted.

`show` prints these pairs with their texts and what stands around them, and `check` says whether the
data are those that were read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from scipy import sparse

from hyperdigest import Collection
from hyperdigest.documents import FORMS, Document
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.split.table import Split

LABELS = "same", "not", "unclear"
KINDS = {
    "broader": "the second is more general, or leaves out something that matters",
    "narrower": "the second speaks of a case of what the first says",
    "condition": "one holds only under a condition",
    "modality": "one is more certain than the other",
    "name": "another person, place, thing or group",
    "number": "another number, share or amount",
    "subject": "the same words on another thing, which only the context names",
    "topic only": "the same matter, something else said of it",
    "other": "another claim in another way",
}
"""How the second sentence of a pair differs whose label is ``not``."""

LABELLED = Path(__file__).with_name("same_pairs.jsonl")
SEED = 15
HALVES = "tuning", "apart"
SHORTEST = 6
"""Least words of a sentence of a pair."""

BANDS = (0.3, 0.45, 0.6, 0.75, 0.9)
"""Where a stratum begins: the cosine of the terms, weighted by how rare they are in the task."""

EQUAL = "equal words"
WANTED = {
    ("medquad/dev", True): (12, 26, 30, 30, 26, 6),
    ("medquad/dev", False): (6, 12, 18, 22, 22, 12),
    ("expertqa/dev", False): (14, 20, 13, 8, 4, 6),
    ("mediqa-mas/val", False): (8, 20, 14, 4, 4, 2),
    ("scholarqa-multi/dev", False): (10, 4, 0, 0, 0, 0),
    ("qmsum/val", False): (0, 4, 4, 4, 4, 0),
    ("squality/dev", True): (0, 4, 4, 4, 2, 0),
}
"""Pairs wanted of each stratum, the last of sentences of equal words, by set and by whether the
documents have the same title."""


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence: the slice of a document's text, and the hash of what stands there."""

    document: str
    start: int
    end: int
    hash: str

    def text(self, task: Task) -> str:
        """The sentence as it stands in the task's document."""
        return document(task, self.document).text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sentences of a task; `titles` says whether their documents have the same title.

    The `label`, one of `LABELS`, says whether the second says what the first says, the `kind`, one
    of `KINDS`, how it differs, and the `reason` why a reader thinks so.
    """

    set: str
    task: str
    half: str
    stratum: str
    titles: bool
    first: Place
    second: Place
    label: str = ""
    kind: str = ""
    reason: str = ""

    @property
    def cell(self) -> tuple[str, str, str, bool]:
        """What pairs are drawn from at random."""
        return self.set, self.half, self.stratum, self.titles


def document(task: Task, name: str) -> Document:
    """The task's document of a name."""
    return next(each for each in task.documents if each.name == name)


def hashed(text: str) -> str:
    """A short hash of a text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def labelled(path: Path = LABELLED) -> list[Pair]:
    """The pairs of a file of labels."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        places = {name: Place(**row.pop(name)) for name in ("first", "second")}
        found.append(Pair(**row, **places))
    return found


def tasks_of(data: Path) -> dict[str, list[Task]]:
    """One task of each cluster, by set: tasks of a cluster share their documents."""
    names = list(dict.fromkeys(name for name, _ in WANTED))
    return {
        tasks.name: list({task.cluster: task for task in reversed(tasks.tasks)}.values())[::-1]
        for tasks in load_sets(data, names)
    }


def halves(tasks: Sequence[Task]) -> dict[str, str]:
    """The half of each task, by its id: tasks that have a document in common are in the same."""
    group = {task.id: {task.id} for task in tasks}
    holder: dict[str, str] = {}
    for task in tasks:
        for each in task.documents:
            other = holder.setdefault(each.text, task.id)
            if group[other] is not group[task.id]:
                group[other] |= group[task.id]
                for id in group[task.id]:
                    group[id] = group[other]
    groups = {min(ids): sorted(ids) for ids in group.values()}
    order = sorted(groups.values(), key=lambda ids: (-len(ids), hashed(ids[0])))
    half_of: dict[str, str] = {}
    for ids in order:
        filled = Counter(half_of.values())
        half_of |= dict.fromkeys(ids, min(HALVES, key=lambda half: filled[half]))
    return half_of


def stratum(cosine: float) -> str:
    """The name of the stratum of a cosine."""
    above = [low for low in BANDS if cosine >= low]
    return f"from {above[-1]}"


def candidates(tasks: Sequence[Task], name: str) -> Iterator[Pair]:
    """All pairs of prose sentences of different documents of a task that have words in common.

    Those whose words equal the words of an earlier pair are left out.
    """
    half_of = halves(tasks)
    seen: set[tuple[int, ...]] = set()
    for task in tasks:
        split = Collection.of(list(task.documents)).split
        rows = split.sentences
        for a, b, cosine in alike(split):
            words = tuple(sorted((int(rows.text_hash[a]), int(rows.text_hash[b]))))
            if words in seen:
                continue
            seen.add(words)
            a, b = (a, b) if int(hashed(f"{words}"), 16) % 2 else (b, a)
            titles = {task.documents[rows.document[i]].title.casefold() for i in (a, b)}
            yield Pair(
                name,
                task.id,
                half_of[task.id],
                EQUAL if words[0] == words[1] else stratum(cosine),
                len(titles) == 1 and titles != {""},
                *(place(task, split, i) for i in (a, b)),
            )


def alike(split: Split) -> Iterator[tuple[int, int, float]]:
    """The numbers of two sentences of different documents, and the cosine of their terms."""
    rows, shape = split.sentences, (len(split.sentences), len(split.vocabulary))
    has = sparse.csr_matrix((np.ones(len(split.terms)), (split.sentence_of, split.terms)), shape)
    has.sum_duplicates()
    has.data[:] = 1
    rarity = np.log((shape[0] + 1) / has.sum(axis=0).A1 if shape[0] else [])
    weighted = has @ sparse.diags(rarity)
    norms = np.sqrt(weighted.multiply(weighted).sum(axis=1).A1)
    weighted = sparse.diags(1 / np.maximum(norms, 1e-12)) @ weighted
    prose = np.flatnonzero((rows.form == FORMS.index("prose")) & (rows.words >= SHORTEST))
    cosines = sparse.triu(weighted[prose] @ weighted[prose].T, 1).tocsr()
    cosines.sort_indices()
    for row, column, cosine in zip(*sparse.find(cosines), strict=True):
        a, b = int(prose[row]), int(prose[column])
        if cosine >= BANDS[0] and rows.document[a] != rows.document[b]:
            yield a, b, float(cosine)


def place(task: Task, split: Split, number: int) -> Place:
    """Where the sentence of a number stands."""
    rows = split.sentences
    its, start, end = (int(column[number]) for column in (rows.document, rows.start, rows.end))
    text = task.documents[its].text[start:end]
    return Place(task.documents[its].name, start, end, hashed(text))


def drawn(found: Iterable[Pair]) -> Iterator[Pair]:
    """Pairs drawn at random from each cell, as many of each half, those of the first half first."""
    cells: defaultdict[tuple[str, str, str, bool], list[Pair]] = defaultdict(list)
    for pair in found:
        cells[pair.cell].append(pair)
    strata = [*map(stratum, BANDS), EQUAL]
    for half in HALVES:
        for (name, titles), counts in WANTED.items():
            for its, count in zip(strata, counts, strict=True):
                cell = cells[name, half, its, titles]
                cell.sort(key=lambda pair: (pair.task, *asdict(pair.first).values()))
                chosen = random.Random(f"{SEED} {name} {half} {its}")
                yield from chosen.sample(cell, min(len(cell), -(-count // 2)))


def around(task: Task, its: Place) -> str:
    """A sentence between brackets, with what stands before and after it."""
    text = document(task, its.document).text
    before, after = text[max(0, its.start - 160) : its.start], text[its.end : its.end + 80]
    return " ".join(f"{before}[[{text[its.start : its.end]}]]{after}".split())


def show(pairs: Sequence[Pair], tasks: dict[str, list[Task]], first: int, last: int) -> None:
    """Print pairs with their texts, numbered as in the file."""
    by_id = {(name, task.id): task for name, found in tasks.items() for task in found}
    for number, pair in enumerate(pairs[first:last], first):
        task = by_id[pair.set, pair.task]
        print(f"#{number} {pair.task} {pair.stratum} {pair.label} {pair.kind} {pair.reason}")
        for its in (pair.first, pair.second):
            print(f"  <{document(task, its.document).title}> {around(task, its)}")


def changed(pairs: Sequence[Pair], tasks: dict[str, list[Task]]) -> list[str]:
    """The pairs whose texts are no longer those that were read."""
    by_id = {(name, task.id): task for name, found in tasks.items() for task in found}
    return [
        f"{pair.task}, {its.document}: {its.start} to {its.end}"
        for pair in pairs
        for its in (pair.first, pair.second)
        if hashed(its.text(by_id[pair.set, pair.task])) != its.hash
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("draw", "show", "check"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, default=LABELLED)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int)
    arguments = parser.parse_args()
    tasks = tasks_of(arguments.data)
    if arguments.what == "draw":
        for pair in drawn(pair for name in tasks for pair in candidates(tasks[name], name)):
            print(json.dumps(asdict(pair), ensure_ascii=False))
        return
    pairs = [pair for pair in labelled(arguments.pairs) if arguments.half in (None, pair.half)]
    if arguments.what == "show":
        show(pairs, tasks, arguments.first, arguments.last)
    elif wrong := changed(pairs, tasks):
        sys.exit("the data are not those that were read: " + "; ".join(wrong[:5]))
    else:
        print(f"{len(pairs)} pairs stand where they were read")


if __name__ == "__main__":
    main()
