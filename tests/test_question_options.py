import pytest

from bridge import QUESTION, bridge_model
from hyperdigest import Options, Question
from hyperdigest.errors import OptionError


def options(preset=None, *, model=None, **changes):
    asked = Question.of(QUESTION, preset=preset, changes=changes)
    return (model or bridge_model()).options_for(asked)


def test_without_a_preset_the_options_are_those_of_the_model():
    model = bridge_model(words=77, damping=0.5)
    assert options(model=model) == model.options
    assert model.digest(QUESTION).budget == 77


def test_changes_are_for_one_question():
    model = bridge_model()
    assert options(words=31, damping=0.1) == model.options.changed(words=31, damping=0.1)
    assert model.digest(QUESTION, words=31).budget == 31
    assert model.digest(QUESTION).budget == model.options.words


def test_a_preset_keeps_what_the_topics_rest_on():
    paper = options("paper", words=31)
    fitted = bridge_model().options.term_concentration
    assert paper == Options.preset("paper", sweeps=40, words=31, term_concentration=fitted)


@pytest.mark.parametrize(
    ("name", "value"), [("seed", 1), ("sweeps", 41), ("language", "de"), ("term_prior", "each")]
)
@pytest.mark.parametrize("preset", [None, "paper"])
def test_what_the_topics_rest_on_cannot_be_changed(name, value, preset):
    with pytest.raises(OptionError, match=f"option {name} is {value!r}.*fit the documents again"):
        options(preset, **{name: value})


def test_what_the_topics_rest_on_may_be_said_again():
    assert options(seed=0, sweeps=40.0) == bridge_model().options


@pytest.mark.parametrize("samples", [0, 4])
def test_samples_are_the_ones_kept_or_none(samples):
    assert options(samples=samples, model=bridge_model(samples=4)).samples == samples


def test_other_samples_than_were_kept_are_refused():
    with pytest.raises(OptionError, match=r"samples is 5, but the fit has 4: give 4 or 0, or fit"):
        options(samples=5, model=bridge_model(samples=4))


def test_a_fit_that_needs_no_samples_keeps_those_another_preset_asks_for():
    published = bridge_model(samples=0)
    assert options("paper", model=published).samples == 0
    assert options("default", model=published).samples == Options().samples
    assert len(bridge_model(samples=0, sweeps=1).topics.samples) == 1


def test_samples_are_counted_by_the_chain():
    model = bridge_model(chains=2, samples=2, sweeps=10)
    assert len(model.topics.samples) == 4
    assert options(samples=2, model=model).samples == 2
    with pytest.raises(OptionError, match="samples is 4, but the fit has 2"):
        options(samples=4, model=model)


@pytest.mark.parametrize("ask", ["digest", "explain", "ask"])
def test_every_way_of_asking_refuses_what_is_unknown(ask):
    with pytest.raises(OptionError, match="unknown option 'dampnig'"):
        getattr(bridge_model(), ask)(QUESTION, dampnig=0.5)
    with pytest.raises(OptionError, match="preset is 'best'"):
        getattr(bridge_model(), ask)(QUESTION, preset="best")
    with pytest.raises(OptionError, match="option words is 0"):
        getattr(bridge_model(), ask)(QUESTION, words=0)
