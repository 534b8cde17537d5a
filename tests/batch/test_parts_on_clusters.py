"""A split collection in the processes of a cluster gives the bytes that it gives in this one."""

import shutil
import sqlite3
from contextlib import closing

import pytest

import hyperdigest.store.opening as opening
from hyperdigest import Question
from hyperdigest.batch.parts import on_cluster
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.saved import SavedModel
from needed import needs
from town import split_town

QUESTIONS = [
    Question.of(text, changes={"words": 40} | changes)
    for text, changes in [
        ("How many golden herons does the ferryman keep?", {}),
        ("Who paints zebras in Quito?", {}),
        ("Which bakery needs a clok?", {}),
        ("Who repairs the bridge?", {"focus": 4}),
        ("Who repairs the bridge?", {"whole": True}),
    ]
]


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    return split_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="module")
def whole(town):
    return town[0]


@pytest.fixture(scope="module")
def three(town):
    return town[1]


@pytest.fixture(autouse=True)
def large(monkeypatch):
    """Every collection counts as large, and few documents are opened."""
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)


def digests(saved):
    return [saved.answer(question).digest().to_json() for question in QUESTIONS]


def test_dask(whole, three):
    needs("distributed")
    with on_cluster(three, "dask", workers=2) as saved:
        assert digests(saved) == digests(SavedModel(whole))


@pytest.mark.slow
def test_ray(whole, three):
    needs("ray")
    with on_cluster(three, "ray", workers=2) as saved:
        assert digests(saved) == digests(SavedModel(whole))


def test_the_damage_that_a_process_finds_is_told(three, tmp_path):
    needs("distributed")
    parts = shutil.copytree(three, tmp_path / "parts")
    with closing(sqlite3.connect(parts / "part-2-of-3.hdig")) as database, database:
        database.execute("UPDATE postings SET sha256 = zeroblob(32)")
    with on_cluster(parts, "dask", workers=1) as saved:
        for _ in range(2):
            with pytest.raises(StoreError, match=r"part-2-of-3\.hdig is damaged"):
                saved.answer(QUESTIONS[2])


def test_a_cluster_needs_a_folder_of_parts(whole, three):
    with pytest.raises(OptionError, match="choose one of dask, ray"), on_cluster(three, "loky"):
        pass
    with pytest.raises(OptionError, match="is no folder of parts"), on_cluster(whole, "dask"):
        pass
