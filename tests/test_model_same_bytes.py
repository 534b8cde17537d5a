"""The same input, options and seed give the same bytes, in any process on any number of threads."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from bridge import QUESTION, documents
from hyperdigest import Collection, Options

OPTIONS = {"sweeps": 16}

PROGRAM = """
import sys
from hashlib import sha256
from pathlib import Path
from hyperdigest import Collection, Options

question, folder, saved = sys.argv[1:]
model = Collection.read(folder).fit(Options(sweeps=16, chains=2))
model.save(saved)
print(sha256(Path(saved).read_bytes()).hexdigest())
for preset in ("default", "paper"):
    print(model.digest(question, words=60, preset=preset).to_json())
print(model.digest(question, words=40, exact=True).to_json())
print(model.explain(question, words=60))
print(model.topic_table())
"""

LARGE = """
from hashlib import sha256
import numpy as np
from hyperdigest.hypergraph import cosine_hypergraph, term_counts
from hyperdigest.relevance import relevance

rng = np.random.default_rng(0)
n, terms = 40_000, 20_000
sentences = np.repeat(np.arange(n), 6)
drawn = (terms ** rng.random(len(sentences))).astype(int)
question = np.bincount(drawn[:5], minlength=terms + 1)
graph = cosine_hypergraph(term_counts(drawn, sentences, n, terms + 1))
print(sha256(relevance(graph, question).tobytes()).hexdigest())
"""


def run(folder, threads, hash_seed):
    command = [sys.executable, "-c", PROGRAM, QUESTION, "town", "case.hdig"]
    return called(command, folder, threads, hash_seed)


def called(command, folder, threads, hash_seed):
    counts = dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), threads
    )
    environment = os.environ | counts | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=True
    ).stdout


def test_a_fresh_process_with_other_threads_and_hashes_gives_the_same_bytes(tmp_path):
    town = tmp_path / "town"
    town.mkdir()
    for document in documents():
        (town / document.name).write_text(document.text, encoding="utf-8")
    first, second = run(tmp_path, "1", "1"), run(tmp_path, "4", "2")
    assert first == second
    assert first.count(b'"sentences"') == 3


def test_sums_over_many_sentences_do_not_depend_on_threads(tmp_path):
    command = [sys.executable, "-c", LARGE]
    assert len({called(command, tmp_path, threads, "1") for threads in ("1", "2")}) == 1


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_two_fits_give_the_same_bytes(preset):
    made = [
        Collection.of(documents()).fit(Options(**OPTIONS)).digest(QUESTION, 60, preset=preset)
        for _ in range(2)
    ]
    assert made[0].to_json() == made[1].to_json()


def test_questions_do_not_change_one_another():
    model = Collection.of(documents()).fit(Options(**OPTIONS))
    first = model.digest(QUESTION, 60).to_json()
    model.digest("When was the flood?", 100, preset="paper", coverage_balance=1.0)
    model.explain("And the ferry?", 30, topic_share=0.0)
    model.topic_table()
    assert model.digest(QUESTION, 60).to_json() == first


def test_another_seed_finds_other_topics(tmp_path):
    hashes = set()
    for seed in (0, 1):
        model = Collection.of(documents()).fit(Options(seed=seed, **OPTIONS))
        hashes.add(sha256(model.topics.best.assignments.tobytes()).hexdigest())
    assert len(hashes) == 2
