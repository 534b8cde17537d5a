"""Topics fitted as a user fits them."""

import subprocess
import sys
import threading

import numpy as np
import pytest

from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.topics import fit_hdp
from hyperdigest.topics.data import arrange
from topics_made import bars, information, same

SMALL = ([0, 1, 2, 0, 1, 3], [0, 0, 1, 1, 2, 2], [0, 0, 1], 4)


@pytest.mark.parametrize("term_prior", ["total", "each"])
def test_planted_topics_are_found(term_prior):
    terms, sentences, documents, planted = bars()
    fit = fit_hdp(terms, sentences, documents, 25, term_prior=term_prior)
    assert 9 <= fit.best.n_topics <= 20
    assert information(fit.best.assignments, planted) > 0.85


@pytest.mark.parametrize("seed", range(3))
def test_planted_topics_are_found_with_resampled_concentrations(seed):
    terms, sentences, documents, planted = bars(seed, purity=0.7)
    fit = fit_hdp(terms, sentences, documents, 25, seed=seed, sweeps=300,
                  resample_concentrations=True)  # fmt: skip
    assert information(fit.best.assignments, planted) > 0.7
    assert (np.ptp(fit.concentrations[0, :75], axis=0) == 0).all()
    assert (np.ptp(fit.concentrations[0, 75:], axis=0) > 0).all()


@pytest.mark.parametrize("mass", [10.0, 20.0])
def test_planted_topics_are_found_under_a_prior_that_outweighs_a_document(mass):
    several = [bars(seed) for seed in range(8)]
    terms, _, _, planted = (np.concatenate(column) for column in zip(*several, strict=True))
    sentences, documents = (
        np.concatenate(
            [np.array(part[at]) + n * (part[at][-1] + 1) for n, part in enumerate(several)]
        )
        for at in (1, 2)
    )
    fit = fit_hdp(terms, sentences, documents, 25, sweeps=100, term_concentration=mass,
                  term_prior="each")  # fmt: skip
    assert 9 <= fit.best.n_topics <= 20
    assert information(fit.best.assignments, planted) > 0.85


def test_topics_are_numbered_as_they_first_occur():
    terms, sentences, documents, _ = bars()
    fit = fit_hdp(terms, sentences, documents, 25, sweeps=20, samples=5)
    for sample in [fit.best, *fit.samples]:
        found, first = np.unique(sample.assignments, return_index=True)
        assert (found == np.arange(sample.n_topics)).all()
        assert (np.diff(first) > 0).all()
        assert sample.assignments.dtype == np.int32


def test_assignments_are_in_the_callers_order_of_tokens():
    terms, sentences, documents, _ = (np.array(column) for column in bars())
    shuffle = np.random.default_rng(1).permutation(len(terms))
    fit = fit_hdp(terms[shuffle], sentences[shuffle], documents, 25, term_prior="each")
    planted = bars()[3]
    assert information(fit.best.assignments, planted[shuffle]) > 0.85


def test_the_same_seed_gives_the_same_bytes():
    assert same(fit_hdp(*SMALL, sweeps=50, samples=5), fit_hdp(*SMALL, sweeps=50, samples=5))
    assert not same(fit_hdp(*SMALL, sweeps=50), fit_hdp(*SMALL, sweeps=50, seed=1))


def test_integer_concentrations_do_not_compile_another_kernel():
    stages = set()
    real = fit_hdp(*SMALL, sweeps=9, sentence_concentration=1.0, corpus_concentration=3.0)
    whole = fit_hdp(*SMALL, sweeps=9, sentence_concentration=1, corpus_concentration=3,
                    progress=lambda stage, *_: stages.add(stage))  # fmt: skip
    assert same(real, whole)
    assert stages == {"topics"}


@pytest.mark.parametrize("processors", [1, 2, 16])
def test_the_number_of_threads_does_not_change_the_result(monkeypatch, processors):
    terms, sentences, documents, _ = bars()
    alone = [fit_hdp(terms, sentences, documents, 25, sweeps=10, chains=n) for n in (1, 3)]
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    again = fit_hdp(terms, sentences, documents, 25, sweeps=10, chains=3)
    assert same(alone[1], again)
    assert again.traces[0].tobytes() == alone[0].trace.tobytes()


@pytest.mark.parametrize(
    ("sweeps", "samples"), [(1, 1), (2, 1), (7, 2), (10, 5), (9, 5), (200, 6), (5, 0)]
)
def test_samples_are_from_the_second_half_of_the_sweeps(sweeps, samples):
    marks = [-(-(sweeps / 2 + k * sweeps / (2 * samples)) // 1) for k in range(1, samples + 1)]
    fit = fit_hdp(*SMALL, sweeps=sweeps, samples=samples, chains=2)
    assert len(fit.samples) == 2 * samples
    for mark, sample in zip(marks, fit.samples, strict=False):
        shorter = fit_hdp(*SMALL, sweeps=int(mark))
        assert (shorter.samples[0].assignments == sample.assignments).all()


def test_best_has_the_highest_likelihood_of_the_second_half():
    fit = fit_hdp(*SMALL, sweeps=41, chains=3)
    assert fit.traces.shape == (3, 41)
    assert fit.concentrations.shape == (3, 41, 3)
    assert fit.trace.max() >= fit.trace[20:].max() == fit.traces[:, 20:].max()
    at = 21 + int(fit.trace[20:].argmax())
    chain = int(fit.traces[:, 20:].max(1).argmax())
    mine = fit_hdp(*SMALL, sweeps=at, chains=chain + 1).samples[chain]
    assert (mine.assignments == fit.best.assignments).all()


def test_progress_ends_at_the_end():
    calls = []
    fit_hdp(*SMALL, sweeps=7, chains=2, progress=lambda *call: calls.append(call))
    assert calls[-1] == ("topics", 14, 14)
    assert [done for _, done, _ in calls] == sorted(done for _, done, _ in calls)


def test_an_interrupt_stops_all_chains():
    terms, sentences, documents, _ = bars()

    def interrupt(stage, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_hdp(terms, sentences, documents, 25, sweeps=10**6, samples=0, chains=2,
                progress=interrupt)  # fmt: skip
    others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for thread in others:
        thread.join(timeout=10)
    assert not any(thread.is_alive() for thread in others if "ThreadPool" in thread.name)


@pytest.mark.parametrize("prior", ["total", "each"])
@pytest.mark.parametrize("concentration", [5e-324, 1e-300, 1e-8, 1e9])
@pytest.mark.parametrize(
    "name", ["sentence_concentration", "document_concentration", "corpus_concentration",
             "term_concentration"],
)  # fmt: skip
def test_extreme_concentrations_do_not_stop_the_sampler(name, concentration, prior):
    terms, sentences, documents, _ = bars()
    fit = fit_hdp(terms[:400], sentences[:400], documents, 25, sweeps=6, term_prior=prior,
                  **{name: concentration})  # fmt: skip
    assert np.isfinite(fit.trace).all()


@pytest.mark.parametrize("concentration", [5e-324, 1e-300, 1e9])
def test_the_sampler_runs_with_all_concentrations_extreme(concentration):
    terms, sentences, documents, _ = bars()
    fit = fit_hdp(terms, sentences, documents, 25, sweeps=5, sentence_concentration=concentration,
                  document_concentration=concentration, corpus_concentration=concentration,
                  term_concentration=concentration)  # fmt: skip
    assert np.isfinite(fit.trace).all()


def test_thousands_of_topics_are_possible():
    rng = np.random.default_rng(0)
    fit = fit_hdp(rng.permutation(5000), np.arange(5000) // 5, np.arange(1000) // 10, 5000,
                  sweeps=5, sentence_concentration=100.0, document_concentration=100.0,
                  corpus_concentration=1e4, term_concentration=0.01)  # fmt: skip
    assert fit.best.n_topics > 1000
    assert np.isfinite(fit.trace).all()


def test_one_token_has_one_topic():
    fit = fit_hdp([2], [0], [0], 3, sweeps=3)
    assert fit.best.n_topics == 1
    assert fit.best.assignments.tolist() == [0]
    assert (fit.trace <= np.log(1 / 3)).all()


def test_a_corpus_of_one_term_can_be_fitted():
    fit = fit_hdp([0] * 500, np.arange(500) // 10, np.arange(50) // 5, 1, sweeps=20)
    assert fit.best.assignments.shape == (500,)


def test_a_sentence_may_have_a_hundred_thousand_tokens():
    terms = np.random.default_rng(0).integers(0, 50, 100_000)
    fit = fit_hdp(terms, np.zeros(100_000, int), [0], 50, sweeps=2)
    assert np.isfinite(fit.trace).all()


def test_empty_sentences_and_documents_change_nothing():
    dense = fit_hdp([0, 1, 0, 2], [0, 0, 1, 1], [0, 1], 4, sweeps=30)
    spread = fit_hdp([0, 1, 0, 2], [1, 1, 3, 3], [0, 1, 1, 5, 7], 4, sweeps=30)
    assert dense.trace.tobytes() == spread.trace.tobytes()


def test_tokens_in_order_stay_and_sentences_without_one_are_left_out():
    corpus = arrange([5, 6, 7, 8], [1, 1, 2, 4], [0, 0, 0, 1, 2], 10)
    assert corpus.order.tolist() == [0, 1, 2, 3]
    assert corpus.term.tolist() == [5, 6, 7, 8]
    assert corpus.sentence.tolist() == [0, 2, 3, 4]
    assert corpus.document.tolist() == [0, 2, 3]


def test_tokens_are_sorted_by_document_then_sentence():
    corpus = arrange([5, 6, 7, 8, 9], [2, 0, 2, 1, 0], [1, 0, 1], 10)
    assert corpus.order.tolist() == [3, 1, 4, 0, 2]
    assert corpus.term.tolist() == [8, 6, 9, 5, 7]
    assert corpus.sentence.tolist() == [0, 1, 3, 5]
    assert corpus.document.tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0], [0, 0], [0], 1), {}, "terms has 1 tokens and sentences 2: give both for each"),
        (([3], [0], [0], 3), {}, "terms contains 3: give numbers from 0 to 2"),
        (([-1], [0], [0], 3), {}, "terms contains -1"),
        (([0], [1], [0], 3), {}, "sentences contains 1: give numbers from 0 to 0"),
        (([0], [0], [-2], 3), {}, "documents contains -2"),
        (([0.5], [0], [0], 3), {}, "terms contains float64: give whole numbers"),
        (([[0]], [0], [0], 3), {}, "terms has 2 dimensions: give one column"),
        (([0], [0], [0], 0), {}, "n_terms is 0: give a whole number from 1 on"),
        (SMALL, {"sweeps": 0}, "sweeps is 0: give a whole number from 1 on"),
        (SMALL, {"sweeps": 2.5}, "sweeps is 2.5"),
        (SMALL, {"samples": -1}, "samples is -1"),
        (SMALL, {"sweeps": 10, "samples": 6}, "samples is 6: 10 sweeps give at most 5"),
        (SMALL, {"chains": 0}, "chains is 0"),
        (SMALL, {"seed": -1}, "seed is -1"),
        (SMALL, {"term_prior": "both"}, "term_prior is 'both': choose total or each"),
        (SMALL, {"sentence_concentration": 0.0}, "sentence_concentration is 0.0: give a number"),
        (SMALL, {"corpus_concentration": float("nan")}, "corpus_concentration is nan"),
        (SMALL, {"term_concentration": float("inf")}, "term_concentration is inf"),
    ],
)
def test_invalid_arguments_are_refused_in_one_line(arguments, options, message):
    with pytest.raises(OptionError) as caught:
        fit_hdp(*arguments, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_corpus_without_tokens_is_refused():
    with pytest.raises(EmptyCollectionError, match="no token"):
        fit_hdp([], [], [0], 3)


def test_importing_topics_does_not_load_numba():
    code = "import sys, hyperdigest.topics; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
