"""How CPU seconds and memory grow from a thousand sentences to a million, stage by stage.

    python benchmarks/bench_growth.py [--documents 30 ... 21300] [--sweeps 20] [--svg OUT.svg]

Each size is a folder of text files, read, split, fitted and saved by one fresh process and loaded
and asked by another. A peak is the most memory the process held during a stage, what earlier
stages left there included. The last stages are whole commands on the saved file: a question
(`ask`), one to the 300 documents that match it best (`ask --focus 300`), 30 new documents (`add`),
and two documents less (`remove`). The slope is that of log seconds over log sentences, 1 being
linear: up to a hundred times the smallest size, and from a tenth of the largest up.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from corpora import corpus, question, write_files
from measuring import forget_peak, peak, peer, seconds, table

DOCUMENTS = 30, 100, 300, 1_000, 3_000, 10_000, 21_300
QUESTIONS = 5
STAGES = (
    *("read and split", "fit", "save", "load", "prepare", "question"),
    *("ask", "focus", "add", "remove"),
)
FOCUS, NEW = 300, 30

Row = dict[str, Any]


class Stages:
    """CPU seconds and peaks of the stages of this process."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.peaks: dict[str, float] = {}

    def run(self, stage: str, work: Callable[[], Any]) -> Any:
        """The result of `work`, measured."""
        forget_peak()
        start = time.process_time()
        result = work()
        self.seconds[stage] = time.process_time() - start
        self.peaks[stage] = peak()
        return result


def fit(folder: str, case: str, sweeps: str) -> Row:
    """Read, split, fit, save."""
    from hyperdigest.model import Collection
    from hyperdigest.options import Options

    stages = Stages()
    collection = stages.run("read and split", lambda: Collection.read(folder))
    model = stages.run("fit", lambda: collection.fit(Options(sweeps=int(sweeps))))
    stages.run("save", lambda: model.save(case))
    split = collection.split
    return {
        "sentences": len(split.sentences),
        "tokens": len(split.terms),
        "terms": len(split.vocabulary),
        "topics": model.topics.best.n_topics,
        "seconds": stages.seconds,
        "peaks": stages.peaks,
        "file": Path(case).stat().st_size / 1e9,
    }


def ask(case: str, *questions: str) -> Row:
    """Load, answer a first question, answer more."""
    from hyperdigest.model import Model

    stages = Stages()
    model = stages.run("load", lambda: Model.load(case))
    stages.run("prepare", lambda: model.digest(questions[0]))
    forget_peak()
    one = median(seconds(lambda q=q: model.digest(q), warm=False) for q in questions)
    stages.seconds["question"], stages.peaks["question"] = one, peak()
    stages.seconds["prepare"] = max(0.0, stages.seconds["prepare"] - one)
    return {"seconds": stages.seconds, "peaks": stages.peaks}


def command(stage: str, *arguments: str) -> Row:
    """Run the command line, as one stage."""
    from hyperdigest.cli import run

    code = run(list(arguments))
    if code:
        raise SystemExit(f"{' '.join(arguments)}: exit code {code}")
    return {"seconds": {stage: time.process_time()}, "peaks": {stage: peak()}}


CHILDREN = {"fit": fit, "ask": ask, "command": command}


def fresh(*arguments: str) -> Row:
    """What one of `CHILDREN` returns in a process of its own."""
    command = [sys.executable, __file__, "--child", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout))


def measured(documents: int, sweeps: int) -> Row:
    """All stages over a collection of so many documents."""
    data = corpus(documents)
    questions = [question(data, seed) for seed in range(QUESTIONS)]
    with tempfile.TemporaryDirectory() as place:
        texts, new, case = str(Path(place, "texts")), str(Path(place, "new")), f"{place}/case.hdig"
        write_files(data, Path(texts))
        write_files(corpus(NEW, seed=1), Path(new))
        asked = "ask", questions[0], case, "-o", f"{place}/digest.txt"
        row = fresh("fit", texts, case, str(sweeps))
        for more in (
            fresh("ask", case, *questions),
            fresh("command", "ask", *asked),
            fresh("command", "focus", *asked, "--focus", str(FOCUS)),
            fresh("command", "add", "add", case, new, "--jobs", "1"),
            fresh("command", "remove", "remove", case, "*000001.txt"),
        ):
            for column in ("seconds", "peaks"):
                row[column] |= more[column]
    return row


def spans(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows over which slopes are told, by name, where there are two at least."""
    smallest, largest = (edge(row["sentences"] for row in rows) for edge in (min, max))
    found = {
        "slope to 100x": [row for row in rows if row["sentences"] <= 100 * smallest],
        "slope of the last 10x": [row for row in rows if row["sentences"] >= largest / 12],
    }
    return {name: span for name, span in found.items() if len(span) > 1}


def slope(rows: list[Row], column: str, stage: str) -> float:
    """Of the log of `column` over the log of sentences."""
    sizes = np.log([row["sentences"] for row in rows])
    values = np.log([max(row[column][stage], 1e-9) for row in rows])
    return float(np.polyfit(sizes, values, 1)[0])


def print_tables(rows: list[Row]) -> None:
    """CPU seconds and peaks by size, with the slopes."""
    columns = "sentences", "tokens", "terms", "topics"
    for column, name in (("seconds", "CPU seconds"), ("peaks", "peak memory, GB")):
        print(f"{name}\n")
        header = *columns, *STAGES, "file, GB"
        body: list[tuple[object, ...]] = [
            (*(f"{row[c]:,}" for c in columns), *(row[column][s] for s in STAGES), row["file"])
            for row in rows
        ]
        for told, span in spans(rows).items():
            slopes = (f"{slope(span, column, stage):.2f}" for stage in STAGES)
            body.append((told, "", "", "", *slopes, ""))
        table(header, body)


def draw(rows: list[Row], path: Path) -> None:
    """Log-log lines of CPU seconds and memory, with their slopes."""
    if peer("matplotlib") is None:
        print('no picture: pip install "hyperdigest[benchmarks]"')
        return
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "growth", "font.size": 9})
    from matplotlib import pyplot

    sizes = [row["sentences"] for row in rows]
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 5), sharex=True)
    for axis, column, name in zip(
        axes, ("seconds", "peaks"), ("CPU seconds", "peak memory, GB"), strict=True
    ):
        for stage in STAGES:
            slopes = (f"{slope(span, column, stage):.2f}" for span in spans(rows).values())
            label = f"{stage} ({', '.join(slopes)})"
            values = [row[column][stage] for row in rows]
            axis.loglog(sizes, values, marker="o", markersize=3, linewidth=1.2, label=label)
        axis.set(xlabel="sentences", ylabel=name)
        axis.grid(True, which="major", linewidth=0.4)
        axis.legend(
            title="stage (slope to 100x, of the last 10x)", frameon=False, fontsize=8, ncols=2,
            loc="upper center", bbox_to_anchor=(0.5, -0.14),
        )  # fmt: skip
    last = rows[-1]["seconds"]["question"] / sizes[-1]
    axes[0].loglog(sizes, [last * size for size in sizes], "k:", linewidth=0.8)
    axes[0].annotate("linear", (sizes[0], last * sizes[0]), fontsize=7, va="top")
    for row in rows:
        place = (row["sentences"], 0.995)
        axes[0].annotate(
            f"K {row['topics']}", place, xycoords=("data", "axes fraction"), fontsize=7,
            ha="center", va="bottom",
        )  # fmt: skip
    axes[1].axhline(4, color="black", linewidth=0.8, linestyle="--")
    axes[1].annotate("4 GB", (sizes[-1], 4), fontsize=7, ha="right", va="bottom")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def compile_kernels() -> None:
    """Leave nothing to be compiled by what is measured."""
    from hyperdigest.topics import fit_hdp, fold_in

    small = fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    fold_in(small, [0, 1, 1], [0, 0, 1], [0, 1], 2, sweeps=1)


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(CHILDREN[sys.argv[2]](*sys.argv[3:])))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=DOCUMENTS)
    parser.add_argument("--sweeps", type=int, default=20)
    parser.add_argument("--svg", type=Path)
    arguments = parser.parse_args()
    compile_kernels()
    rows = []
    for documents in sorted(arguments.documents):
        rows.append(measured(documents, arguments.sweeps))
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    print_tables(rows)
    if arguments.svg:
        draw(rows, arguments.svg)


if __name__ == "__main__":
    main()
