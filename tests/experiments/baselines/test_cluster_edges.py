"""Clusters of sentences against slow versions of their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.experiments.baselines.cluster_edges import (
    agglomerative_labels,
    cosine_distances,
    dbscan_labels,
    kmeans_labels,
    knee_radius,
    numbered,
)
from hyperdigest.experiments.task_input import unit_rows
from oracles.hyperedges import average_linkage, cosine, density_clusters, partition

SEEDS = st.integers(0, 2**32 - 1)


def vectors(seed, rows=14, terms=9):
    rng = np.random.default_rng(seed)
    dense = rng.random((rows, terms)) * (rng.random((rows, terms)) < 0.4)
    return unit_rows(sparse.csr_array(dense))


@given(SEEDS)
def test_distances_are_those_of_the_cosine(seed):
    rows = vectors(seed)
    dense = rows.toarray()
    exact = 1.0 - np.array([[cosine(a, b) for b in dense] for a in dense])
    np.fill_diagonal(exact, 0.0)
    found = cosine_distances(rows)
    np.testing.assert_allclose(found, exact, atol=1e-9)
    assert (found == found.T).all()
    assert found.min() >= 0 == np.diag(found).max()


def test_sentences_that_say_the_same_are_at_no_distance_and_empty_ones_far_from_all():
    rows = unit_rows(sparse.csr_array(np.array([[3, 1, 7], [3, 1, 7], [0, 0, 0], [0, 0, 0]])))
    found = cosine_distances(rows)
    assert found[0, 1] == 0
    assert found[2].tolist() == [1, 1, 0, 1]


@given(SEEDS, st.sampled_from([0.0, 0.21, 0.5, 1.0]))
def test_agglomeration_joins_the_most_alike_on_average(seed, threshold):
    rows = vectors(seed, rows=10)
    dense = rows.toarray() + 1e-3 * np.random.default_rng(seed).random(rows.shape)
    rows = unit_rows(sparse.csr_array(dense))
    exact = average_linkage(1.0 - cosine_distances(rows), threshold)
    assert agglomerative_labels(rows, threshold).tolist() == exact


@given(SEEDS, st.integers(1, 4), st.floats(0.05, 0.95))
def test_dbscan_is_its_definition(seed, min_points, radius):
    distances = cosine_distances(vectors(seed))
    exact = density_clusters(distances, min_points, radius)
    found = dbscan_labels(distances, min_points, radius)
    assert ((found < 0) == (np.array(exact) < 0)).all()
    assert partition(found) == partition(exact)
    assert found.tolist() == numbered(found).tolist()


def test_the_knee_is_where_the_second_neighbours_turn_far():
    places = np.array([0.0, 0.01, 0.02, 0.3, 0.31, 0.33, 0.6, 0.61, 0.62, 0.9])
    distances = np.abs(places[:, None] - places)
    second = sorted(sorted(row)[2] for row in distances)
    assert knee_radius(distances) == pytest.approx(0.03)
    assert second[-2] == pytest.approx(0.03)
    assert dbscan_labels(distances).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, -1]


def test_repeated_and_unrelated_points_leave_the_knee_alone():
    places = np.array([0.0, 0.01, 0.02, 0.3, 0.31, 0.33, 0.6, 0.61, 0.62, 0.9])
    more = np.concatenate((places, [2.0] * 5, [4.0, 9.0]))
    distances = np.minimum(np.abs(more[:, None] - more), 1.0)
    assert knee_radius(distances) == pytest.approx(0.03)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_points_with_nothing_between_are_noise(n):
    apart = 1.0 - np.eye(n)
    assert knee_radius(apart) == 0
    assert dbscan_labels(apart).tolist() == [-1] * n
    assert dbscan_labels(np.zeros((n, n))).tolist() == ([0] * n if n > 1 else [-1])


def test_equal_distances_are_their_own_knee():
    assert knee_radius(0.4 * (1.0 - np.eye(5))) == pytest.approx(0.4)


def planted(groups=4, size=6):
    rng = np.random.default_rng(3)
    rows = np.zeros((groups * size, groups * 5))
    for i in range(len(rows)):
        rows[i, i % groups * 5 : i % groups * 5 + 5] = 0.5 + rng.random(5)
    return unit_rows(sparse.csr_array(rows))


def test_every_method_finds_groups_that_share_no_term():
    rows, groups = planted(), [i % 4 for i in range(24)]
    assert kmeans_labels(rows, 4).tolist() == groups
    assert agglomerative_labels(rows).tolist() == groups
    assert dbscan_labels(cosine_distances(rows), radius=0.5).tolist() == groups


def test_centres_are_as_many_as_distinct_sentences_at_most():
    rows = vectors(1, rows=5)
    assert sorted(kmeans_labels(rows, 70)) == list(range(5))
    twice = sparse.vstack([rows, rows], "csr")
    assert partition(kmeans_labels(twice, 8)) == {frozenset({i, i + 5}) for i in range(5)}


def test_centres_minimise_what_lloyd_does():
    rows = vectors(7, rows=40)
    labels = kmeans_labels(rows, 6)
    dense = rows.toarray()
    centres = np.array([dense[labels == c].mean(axis=0) for c in range(6)])
    nearest = ((dense[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert nearest.tolist() == labels.tolist()


def test_the_same_seed_gives_the_same_clusters():
    rows = vectors(11, rows=60, terms=20)
    assert kmeans_labels(rows, 9, 5).tolist() == kmeans_labels(rows, 9, 5).tolist()


def test_one_sentence_is_one_cluster():
    rows = vectors(2, rows=1)
    assert agglomerative_labels(rows).tolist() == [0]
    assert kmeans_labels(rows).tolist() == [0]


@given(st.lists(st.integers(-1, 5), min_size=1, max_size=12))
def test_clusters_are_numbered_by_their_first_members(labels):
    found = numbered(np.array(labels)).tolist()
    assert partition(found) == partition(labels)
    assert [x < 0 for x in found] == [x < 0 for x in labels]
    seen = list(dict.fromkeys(x for x in found if x >= 0))
    assert seen == list(range(len(seen)))
