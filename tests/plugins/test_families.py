"""Hyperedges of plugins in the random walk."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from bridge import QUESTION, bridge_model
from hyperdigest.base.plugins import in_use
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.options import Options
from hyperdigest.ranking.plugin_hyperedges import Hyperedges, SentencesView, hypergraph_of
from plugins_made import ONE_OF_EACH

BAD = {
    "too-few": ("np.ones((1, 2))", "hyperedges over 2 sentences, of"),
    "negative": ("-np.ones((1, n))", "membership with an entry that is no number from 0 to 1e+100"),
    "nan": ("np.full((1, n), np.nan)", "membership with an entry that is no number"),
    "huge": ("np.full((1, n), 1e308)", "membership with an entry that is no number"),
    "complex": ("np.full((1, n), 1j)", "membership that is no matrix of numbers >= 0"),
    "row": ("np.ones(n)", "membership that is no matrix of numbers >= 0"),
    "writing": ("view.counts.data.fill(0)", "failed (ValueError: assignment destination is"),
    "words": ("'words'", "invalid hyperedges"),
    "nothing": ("None", "invalid hyperedges"),
    "weights": ("Hyperedges(np.ones((2, n)), weights=[1.0])", "weights of shape (1,) for 2"),
    "weight": ("Hyperedges(np.ones((1, n)), weights=[-1.0])", "a weight that is no number >= 0"),
    "terms": ("Hyperedges(np.ones((1, n)), edge_given_term=np.ones((1, 1)))", "of shape (1, 1)"),
    "raising": ("1 / 0", "failed (ZeroDivisionError"),
}


def test_a_family_changes_the_walk_and_is_in_the_signature(install):
    install("plain", ONE_OF_EACH)
    model = bridge_model()
    plain = model.ask(QUESTION, 60)
    added = model.ask(QUESTION, 60, hyperedges="letters", hyperedge_share=0.5)
    assert not np.allclose(plain.ranking.relevance, added.ranking.relevance)
    assert added.ranking.hypergraph.weights[-3:].sum() == pytest.approx(0.5)
    assert "|hyperedges:letters@plain-1.0|" in added.digest().signature
    again = bridge_model().ask(QUESTION, 60, hyperedges="letters", hyperedge_share=0.5)
    assert again.digest().to_json() == added.digest().to_json()


def test_a_family_without_a_share_is_not_used(install):
    model = bridge_model()
    without = model.digest(QUESTION, 60)
    unused = model.digest(QUESTION, 60, hyperedges="unknown", hyperedge_share=0)
    assert unused.sentences == without.sentences


def test_a_family_without_a_hyperedge_is_reported(install):
    source = "import numpy as np\ndef none(view): return np.zeros((3, len(view)))"
    install("odd", {"hyperedges": {"none": "odd:none"}}, {"odd": source})
    model = bridge_model()
    digest = model.digest(QUESTION, 60, hyperedges="none")
    assert digest.sentences == model.digest(QUESTION, 60).sentences
    assert "the plugin 'none' found no hyperedges in these documents" in digest.warnings[0]


@pytest.mark.parametrize("name", BAD)
def test_invalid_hyperedges_are_an_error_in_one_line(install, name):
    given, reason = BAD[name]
    source = "import numpy as np\nfrom hyperdigest.plugins import Hyperedges\n"
    source += f"def odd(view):\n    n = len(view)\n    return {given}"
    install("odd", {"hyperedges": {"odd": "odd:odd"}}, {"odd": source})
    with pytest.raises(PluginError, match=r"the family of hyperedges 'odd' of odd 1.0") as caught:
        bridge_model().digest(QUESTION, 60, hyperedges="odd")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_family_is_an_error():
    with pytest.raises(OptionError, match="option hyperedges is 'absent'"):
        bridge_model().digest(QUESTION, 60, hyperedges="absent")


@pytest.mark.parametrize("share", [-0.1, 1.0])
def test_the_shares_of_families_must_leave_some_to_topics_and_terms(share):
    with pytest.raises(OptionError, match="option hyperedge_share"):
        Options(hyperedge_share=share)


def test_a_plugin_sees_the_sentences_and_their_terms(install):
    source = "import numpy as np\nseen = []\n"
    source += "def see(view):\n    seen.append(view)\n    return np.ones((1, len(view)))"
    install("odd", {"hyperedges": {"see": "odd:see"}}, {"odd": source})
    model = bridge_model()
    model.digest(QUESTION, 60, hyperedges="see")
    (view,) = __import__("odd").seen
    collection = model.collection
    assert list(view.texts()) == [collection.text(i) for i in range(len(view))]
    assert view.counts.shape == (len(view.vocabulary), len(view))
    assert view.counts.sum() == len(collection.split.terms)
    assert view.documents == collection.documents


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_hyperedges_are_normalized_whatever_their_members(seed):
    rng = np.random.default_rng(seed)
    n, v, k = rng.integers(1, 9, 3)
    counts = sparse.csr_array(rng.integers(0, 3, (v, n)))
    places = np.arange(n, dtype=np.int32)
    view = SentencesView((), places, places, places, tuple(map(str, range(v))), counts)
    members = rng.random((k, n)) * (rng.random((k, n)) < rng.random()) * 10.0 ** rng.integers(-5, 5)
    weights = rng.random(k) * (rng.random(k) < 0.8) * 10.0 ** rng.integers(-300, 300)
    given_weights = weights if rng.random() < 0.5 else None
    found = hypergraph_of(None, Hyperedges(members, given_weights), view)
    if found is None:
        assert not members.any()
        return
    assert found.n_sentences == n
    alone = members.sum(axis=0) == 0
    psi = found.membership.toarray()
    assert (psi[:-1, alone] == 0).all() if alone.any() else (psi.shape[0] <= k)
    assert found.weights.max() <= 1


def test_without_a_package_no_plugin_is_in_use():
    assert in_use("hyperedges") == {}
