"""Time a question about what is new beside the same question about everything.

    python benchmarks/bench_update.py [--documents 30 3000]

CPU milliseconds, medians over several questions of six words of the corpus, from the words typed to
the digest with its citations. The last documents are new, a tenth of all or a half of them, and are
named one by one; a ratio says how many times as long the question about them takes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median

from corpora import Corpus, corpus, question
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.model import Model
from hyperdigest.options import PRESETS
from measuring import seconds, table
from models import model

SWEEPS, QUESTIONS = 20, 9
SHARES = (0.1, 0.5)


def asked_with(fitted: Model, asked: list[str], preset: str, wishes: Constraints) -> float:
    """Median CPU milliseconds of a question."""
    fitted.digest(asked[0], preset=preset, wishes=wishes)
    return 1e3 * median(
        seconds(lambda q=q: fitted.digest(q, preset=preset, wishes=wishes), warm=False)
        for q in asked
    )


def rows(fitted: Model, asked: list[str]) -> Iterator[tuple[object, ...]]:
    """A row for each preset and share of new documents."""
    names = [document.name for document in fitted.collection.documents]
    for preset in PRESETS:
        whole = asked_with(fitted, asked, preset, NO_CONSTRAINTS)
        for share in SHARES:
            new = tuple(names[round(len(names) * (1 - share)) :][:1000])
            news = asked_with(fitted, asked, preset, Constraints(new=new))
            yield preset, f"{len(new)} of {len(names)}", whole, news, news / whole


def report(data: Corpus) -> None:
    """Print what questions about new documents cost over this corpus."""
    fitted = model(data, SWEEPS)
    print(f"{data.size}, {fitted.topics.best.n_topics} topics\n")
    asked = [question(data, seed) for seed in range(QUESTIONS)]
    table(
        ("preset", "new documents", "question, ms", "what is new, ms", "ratio"), rows(fitted, asked)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 3_000])
    for documents in parser.parse_args().documents:
        report(corpus(documents))


if __name__ == "__main__":
    main()
