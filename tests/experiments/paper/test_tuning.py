from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest

from bench_made import First, village_runner
from hyperdigest.experiments.paper import tuning
from hyperdigest.experiments.paper.search import (
    Axis,
    PointScores,
    SearchResult,
    Space,
    search,
    search_by_axis,
    search_grid,
    steps,
    validation_part,
)
from hyperdigest.experiments.paper.tuning import search_blocks, search_findings
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.scoring import SU4
from hyperdigest.experiments.systems import changed, seeded

X = Axis("x", "x", (0.0, 1.0, 2.0, 3.0))
Y = Axis("y", "y", (0.0, 1.0, 2.0))
SPACE = Space("made", None, (X, Y), (0.0, 0.0))
PEAKS = ((2.0, 1.0), (2.0, 1.0), (3.0, 1.0))
SIZES = np.array([2, 1, 1])


def hill(points):
    """Sums over clusters of a score with a peak of its own in each."""
    return {
        (x, y): np.array([
            size * (10 - (x - px) ** 2 - (y - py) ** 2)
            for size, (px, py) in zip(SIZES, PEAKS, strict=True)
        ])
        for x, y in points
    }  # fmt: skip


@pytest.mark.parametrize("how", [search_grid, search_by_axis])
def test_a_search_finds_the_peak_and_validates_it_on_what_was_left_out(how):
    found = how(SPACE, PointScores(hill, SIZES))
    assert found.best == (2.0, 1.0)
    assert found.score == pytest.approx((20 + 10 + 9) / 4)
    assert found.folds[0] in ((2.0, 1.0), (3.0, 1.0))
    assert found.folds[1:] == ((2.0, 1.0), (2.0, 1.0))
    of_first = 20 - 2 * (found.folds[0][0] - 2) ** 2
    assert found.validated == pytest.approx((of_first + 10 + 9) / 4)


def test_a_search_by_axis_tries_fewer_points_and_none_twice():
    asked = []

    def measure(points):
        asked.extend(points)
        return hill(points)

    found = search_by_axis(SPACE, PointScores(measure, SIZES))
    assert len(asked) == len(set(asked)) == len(found.tried) < 12


def test_the_best_is_the_best_of_all_that_was_tried():
    two_peaks = {(2.0, 2.0): 9.0, (1.0, 0.0): 1.0}

    def measure(points):
        of_last = {(3.0, 0.0): 50.0, (3.0, 2.0): 90.0}
        return {
            point: np.array([
                two_peaks.get(point, 0.0) + (point[0] == 2.0),
                two_peaks.get(point, 0.0),
                -of_last.get(point, 0.0),
            ])
            for point in points
        }  # fmt: skip

    found = search_by_axis(SPACE, PointScores(measure, np.array([1, 1, 1])))
    assert found.score == max(found.tried.values()) == found.tried[found.best]


@pytest.mark.parametrize("how", [search_grid, search_by_axis])
def test_the_published_point_is_scored_too(how):
    axes = replace(X, published=2.5), replace(Y, published=1.0)
    found = how(replace(SPACE, axes=axes), PointScores(hill, SIZES))
    assert found.published == found.tried[2.5, 1.0] == found.score
    assert how(SPACE, PointScores(hill, SIZES)).published is None


@pytest.mark.parametrize(("validated", "reason"), [(0.101, ()), (0.12, ("Why: chance.",))])
def test_a_reason_is_given_if_other_values_are_better_on_clusters_left_out(validated, reason):
    space = replace(SPACE, axes=(replace(X, published=2.0), replace(Y, published=1.0)))
    found = SearchResult((3.0, 1.0), ((3.0, 1.0),), 0.13, validated, 0.1, {})
    _, here, *reasons = search_findings("2 and 1.", "Why: chance.", (space, found)).items
    assert "best at x 3, y 1. Beside the published values (x 2, y 1)" in here
    assert here.endswith("So the published values hold.") == (not reason)
    assert tuple(reasons) == reason


def test_steps_hold_both_ends():
    assert steps(10, 150, 5) == tuple(range(10, 151, 5))
    assert steps(0.25, 2.5, 0.25)[-1] == 2.5
    assert 0.35 in steps(0.0, 1.0, 0.05)


def spaces():
    return [tuning.CONCENTRATIONS.space, tuning.BALANCES.space, *tuning.RIVAL_SPACES]


@pytest.mark.parametrize("space", spaces(), ids=lambda space: space.label)
def test_every_axis_leads_to_a_parameter_and_holds_the_published_value(space):
    for number, axis in enumerate(space.axes):
        default = attrgetter(axis.path)(space.system)
        for value in axis.values:
            point = (*space.start[:number], value, *space.start[number + 1 :])
            system = space.row(point).system
            assert attrgetter(axis.path)(system) == value
            assert isinstance(value, type(default))
        if axis.published is not None:
            assert axis.published in axis.values
            assert default == axis.published
        assert space.start[number] in axis.values


def test_a_parameter_is_found_by_name_and_scored_by_rouge(tmp_path):
    space = Space("first", First(), (Axis("skipped", "skipped", (0, 1, 2, 3)),), (0,))
    runner = village_runner(tmp_path)
    found, warnings = search(space, runner, full_grid=True)
    assert warnings == ()
    results = runner.score([space.row(point) for point in space.grid()])
    means = {
        point: np.mean(list(results.values(space.row(point).label, SU4).values()))
        for point in space.grid()
    }
    assert found.best == max(means, key=means.get)
    assert found.tried == pytest.approx(means)
    grid = search_blocks(space, found)[1]
    assert grid.rows[0][3].text == f"{found.best[0]}"


def test_the_validation_part_is_a_share_of_the_clusters(tmp_path):
    runner = village_runner(tmp_path)
    part = validation_part(runner, 0.7, seed=1)
    assert len({task.cluster for task in part.sets[0].tasks}) == 2
    assert part == validation_part(runner, 0.7, seed=1)
    assert validation_part(runner, 1.0, seed=1) == runner


def test_concentrations_are_tuned_one_after_the_other(tmp_path):
    space = tuning.CONCENTRATIONS.space
    few = tuple(replace(axis, values=axis.values[:2]) for axis in space.axes)
    start = tuple(axis.values[0] for axis in few)
    quick = changed(space.system, "hyperedges.sweeps", 8)
    small = replace(space, system=quick, axes=few, start=start)
    report = replace(tuning.CONCENTRATIONS, space=small).run(village_runner(tmp_path), Choices())
    assert set(report.numbers["best"]) == {"alpha", "beta", "gamma"}
    assert len(report.numbers["folds"]) == 3
    assert report.warnings == ()


def test_a_seed_reaches_every_part_that_draws():
    system = seeded(tuning.CONCENTRATIONS.space.system, 7)
    assert system.hyperedges.seed == 7
    assert seeded(First(), 7) == First()
