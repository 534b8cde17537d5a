"""Digests that hold what is pinned, bar what is excluded, and add to what was read."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model, documents
from focusing import answer_from_file, part_of
from hyperdigest import Collection, Model, Options
from hyperdigest.constraints import Constraints
from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import OptionError
from hyperdigest.ranking.terms import NO_KNOWN_WORD, ONLY_EARLIER_QUESTIONS, terms_with_earlier
from hyperdigest.render import render_explanation, render_json
from oracles import selection as oracle

MODEL = bridge_model()
N = len(MODEL.collection.split.sentences)


def place(sentence):
    columns = MODEL.collection.split.sentences
    document = MODEL.collection.documents[columns.document[sentence]]
    return document.name, int(columns.start[sentence])


def places(digest):
    return [(sentence.document, sentence.start) for sentence in digest.sentences]


def constraints_of(pinned=(), excluded=(), read=(), earlier=()):
    return Constraints(
        *(tuple(map(place, some)) for some in (pinned, excluded, read)), tuple(earlier)
    )


HEADING, QUESTIONED = (
    next(i for i in range(N) if FORMS[MODEL.collection.split.sentences.form[i]] == form)
    for form in ("heading", "question")
)


def test_every_sentence_is_found_at_its_place():
    assert MODEL.collection.sentences_at([place(i) for i in range(N)]) == list(range(N))


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, N - 1), max_size=3, unique=True),
    st.lists(st.integers(0, N - 1), max_size=4, unique=True),
    st.lists(st.integers(0, N - 1), max_size=4, unique=True),
    st.sampled_from(["default", "paper"]),
    st.sampled_from(["words", "characters"]),
)
def test_pins_and_exclusions_are_respected_within_the_budget(pinned, excluded, read, preset, unit):
    excluded = [i for i in excluded if i not in pinned]
    budget = {"words": 110, "characters": 660}[unit]
    wishes = constraints_of(pinned, excluded, read)
    digest = MODEL.digest(QUESTION, wishes=wishes, preset=preset, **{unit: budget})
    found = set(places(digest))
    assert found >= set(map(place, pinned))
    assert not found & set(map(place, excluded))
    assert not found & {place(i) for i in read if i not in pinned}
    assert digest.used == sum(s.size for s in digest.quoted.values()) <= digest.budget == budget
    assert digest.unit == unit
    for sentence in digest.sentences:
        assert sentence.size == (sentence.words if unit == "words" else len(sentence.text))
    assert sum(s.gain for s in digest.sentences) == pytest.approx(digest.certificate.value)
    assert digest.certificate.value <= digest.certificate.bound


@pytest.mark.parametrize("exact", [False, True])
def test_the_certificate_bounds_all_digests_that_contain_the_pins(exact):
    texts = [d for d in documents() if d.name in ("history.txt", "schools.txt")]
    model = Collection.of(texts).fit(Options(sweeps=12))
    columns = model.collection.split.sentences
    pinned = [2, 0]
    named = [(texts[columns.document[i]].name, int(columns.start[i])) for i in (*pinned, 4)]
    wishes = Constraints(pinned=tuple(named[:2]), excluded=tuple(named[2:]))
    answer = model.ask(QUESTION, 60, wishes=wishes, exact=exact)
    n, values = len(columns), []
    for mask in range(2**n):
        grown = answer.problem.objective.copy()
        for i in range(n):
            if mask >> i & 1:
                grown.add(i)
        values.append(grown.value)
    masks = np.arange(2**n)
    barred = sum(1 << i for i in range(n) if not answer.eligible[i] and i not in pinned)
    fits = oracle.length_of_all(columns.words) <= 60
    allowed = fits & (masks & 0b101 == 0b101) & (masks & barred == 0)
    best = np.array(values)[allowed].max()
    certificate = answer.digest().certificate
    assert certificate.value <= best + 1e-12
    assert certificate.bound >= best - 1e-12
    assert list(answer.chosen[:2]) == pinned
    assert answer.choice.gains[0] == pytest.approx(values[0b100])
    assert answer.choice.gains[1] == pytest.approx(values[0b101] - values[0b100])
    if exact:
        assert certificate.value == pytest.approx(best, rel=1e-6)


def test_a_heading_or_a_question_may_be_pinned():
    digest = MODEL.digest(QUESTION, 60, wishes=constraints_of([HEADING, QUESTIONED]))
    assert {place(HEADING), place(QUESTIONED)} < set(places(digest))


def test_pinned_sentences_may_fill_the_budget():
    words = MODEL.collection.split.sentences.words
    digest = MODEL.digest(QUESTION, int(words[3]), wishes=constraints_of([3]))
    assert places(digest) == [place(3)]
    assert digest.certificate.ratio == 1


def test_pinned_sentences_that_do_not_fit_are_an_error_with_the_numbers():
    words = MODEL.collection.split.sentences.words
    taken = int(words[[0, 1]].sum())
    with pytest.raises(OptionError, match=f"have {taken} words together, and the budget is 20"):
        MODEL.digest(QUESTION, 20, wishes=constraints_of([0, 1]))


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (("nobody.txt", 0), "no document is called 'nobody.txt', as in nobody.txt:0"),
        (("history.txt", 1), "no sentence of 'history.txt' begins at character 1"),
        (("history.txt", 10**12), "begins at character 1000000000000"),
    ],
)
@pytest.mark.parametrize("kind", ["pinned", "excluded", "read"])
@pytest.mark.parametrize("focus", [0, 2])
def test_a_place_without_a_sentence_is_named(kind, named, told, focus):
    with pytest.raises(OptionError, match=told):
        MODEL.digest(QUESTION, 60, wishes=Constraints(**{kind: (named,)}), focus=focus)


def test_excluding_a_sentence_also_excludes_its_repetition():
    said = "The council will repair the old bridge over the river before winter."
    other = " The mayor opened a market beside the bridge on Monday morning."
    texts = {"a.txt": said + other, "b.txt": "A ferry crosses the river every hour. " + said}
    held = [Document(name, name, text) for name, text in texts.items()]
    model = Collection.of(held).fit(Options(sweeps=12))
    for wishes in (
        Constraints(excluded=(("a.txt", 0),)),
        Constraints(read=(("b.txt", texts["b.txt"].index(said)),)),
    ):
        digest = model.digest("Who will repair the bridge?", 100, wishes=wishes)
        assert said not in [sentence.text for sentence in digest.sentences]
    twin = ("b.txt", texts["b.txt"].index(said))
    digest = model.digest("Who will repair the bridge?", 100, wishes=Constraints(pinned=(twin,)))
    assert [place for place in places(digest) if place in (twin, ("a.txt", 0))] == [twin]


def test_sentences_that_were_read_count_as_already_selected():
    first = MODEL.ask(QUESTION, 60)
    second = MODEL.ask(QUESTION, 60, wishes=Constraints(read=first.digest().follow_up().read))
    grown = first.problem.objective.copy()
    for sentence in first.chosen:
        grown.add(sentence)
    others = np.setdiff1d(np.arange(N), first.chosen)
    gains = [function.marginal_gains(others)() for function in (second.problem.objective, grown)]
    np.testing.assert_allclose(*gains)
    assert second.problem.objective.value == 0
    assert second.choice.value == pytest.approx(sum(second.choice.gains))


def test_follow_ups_select_unread_sentences_until_none_is_eligible():
    wishes, read = Constraints(), set()
    with pytest.raises(OptionError, match="no eligible sentences remain"):
        for _ in range(N + 1):
            digest = MODEL.digest(QUESTION, 60, wishes=wishes)
            assert not read & set(places(digest))
            read |= set(places(digest))
            wishes = digest.follow_up()
    assert len(read) == MODEL.ask(QUESTION, enough=False).eligible.sum()


def test_a_sentence_pinned_again_counts_as_unread():
    first = MODEL.digest(QUESTION, 60)
    again = Constraints(pinned=tuple(places(first)), read=tuple(places(first)))
    assert MODEL.digest(QUESTION, 60, wishes=again).certificate.value == pytest.approx(
        first.certificate.value
    )


def test_words_of_earlier_questions_count_a_third_and_less():
    numbers = MODEL.collection.term_numbers
    asked = "Who rebuilt the arches?", "How long is the bus to school?", "Any ferry?"
    last, middle, first = (
        terms_with_earlier((q,), numbers, ("en",), Options())[0] for q in asked[::-1]
    )
    both, warnings = terms_with_earlier((asked[2], *asked[:2]), numbers, ("en",), Options())
    np.testing.assert_allclose(both, last + 0.3 * middle + 0.09 * first)
    assert warnings == []


def test_only_unknown_words_of_the_question_itself_are_reported():
    digest = MODEL.digest("Any ferry?", 60, wishes=Constraints(earlier=("Who saw zebras?",)))
    assert digest.warnings == ()
    digest = MODEL.digest(
        "Any zebras at the ferry?", 60, wishes=Constraints(earlier=("Unicorns?",))
    )
    assert digest.warnings == ("not in the documents: zebras",)
    assert MODEL.digest("And why?", 60).warnings == (NO_KNOWN_WORD,)
    digest = MODEL.digest("And why?", 60, wishes=Constraints(earlier=("Is there a ferry?",)))
    assert digest.warnings == (ONLY_EARLIER_QUESTIONS,)


def test_the_signature_has_a_hash_of_constraints_if_there_are_any():
    plain = MODEL.digest(QUESTION, 60).signature
    wishes = constraints_of([0])
    assert "wishes" not in plain
    assert MODEL.digest(QUESTION, 60, wishes=Constraints()).signature == plain
    named = MODEL.digest(QUESTION, 60, wishes=wishes).signature
    assert named.replace(f"|wishes:sha256-{wishes.hash}", "") == plain


@pytest.mark.parametrize("read", ["memory", "file"])
def test_a_focus_includes_the_documents_that_are_named(tmp_path, read):
    asked = "Who needs a ferry?"
    last = next(i for i in range(N) if place(i)[0] == "schools.txt")
    wishes = constraints_of([last])
    if read == "file":
        MODEL.save(tmp_path / "case.hdig")
        answer = answer_from_file(tmp_path / "case.hdig", asked, wishes, focus=2, words=80)
    else:
        answer = MODEL.ask(asked, 80, wishes=wishes, focus=2)
    names = [document.name for document in answer.model.collection.documents]
    assert names == ["traders.txt", "schools.txt"]
    digest = answer.digest()
    assert place(last) in places(digest)
    assert digest.to_json() == MODEL.digest(asked, 80, wishes=wishes, focus=2).to_json()
    assert sum("option focus" in warning for warning in digest.warnings) == 1


def test_more_documents_may_be_named_than_a_focus_has_room_for():
    firsts = [next(i for i in range(N) if place(i)[0] == d.name) for d in documents()[:3]]
    wishes = constraints_of(read=firsts)
    focused = part_of(MODEL, "Where do children wait?", wishes, focus=1)
    assert len(focused.collection.documents) == 3
    assert part_of(focused, "Where do children wait?", wishes, focus=1) is focused


def test_an_explanation_names_pinned_sentences():
    wishes = constraints_of([HEADING])
    explanation = MODEL.explain(QUESTION, 60, wishes=wishes)
    assert [reason.pinned for reason in explanation.reasons[:2]] == [True, False]
    assert "pinned by the reader" in render_explanation(explanation)
    assert explanation.used <= explanation.budget == 60
    picked = {(r.citation.document, r.citation.start) for r in explanation.reasons}
    assert not picked & {(r.citation.document, r.citation.start) for r in explanation.runners_up}


def test_an_explanation_of_a_digest_without_gain_can_be_made():
    read = constraints_of(read=range(N)).read
    explanation = MODEL.explain(QUESTION, 60, wishes=Constraints(pinned=read[:1], read=read))
    assert len(explanation.reasons) == 1


def test_without_constraints_the_bytes_are_the_same():
    assert render_json(MODEL.digest(QUESTION, 60, wishes=Constraints())) == render_json(
        MODEL.digest(QUESTION, 60)
    )
    assert json.loads(MODEL.digest(QUESTION, 60).to_json())["unit"] == "words"


def test_a_saved_collection_finds_sentences_by_their_offsets(tmp_path):
    MODEL.save(tmp_path / "case.hdig")
    wishes = constraints_of([3], [0], [5], ["Who pays?"])
    ours = MODEL.digest(QUESTION, 80, wishes=wishes).to_json()
    theirs = Model.load(tmp_path / "case.hdig").digest(QUESTION, 80, wishes=wishes)
    kept = ("path",)
    for sentence, other in zip(
        json.loads(ours)["sentences"], json.loads(theirs.to_json())["sentences"], strict=True
    ):
        assert {k: v for k, v in sentence.items() if k not in kept} == {
            k: v for k, v in other.items() if k not in kept
        }


def test_the_most_relevant_sentence_that_does_not_fit_is_named():
    said = "The mill at the weir grinds rye, wheat, barley and oats for all farms of the valley."
    rest = ["The mill is old.", "Rain fell on the road all day.", "Farms grow hay and peas here."]
    model = Collection.of([Document(f"{n}", f"{n}", t) for n, t in enumerate([said, *rest])]).fit()
    question = "What does the mill at the weir grind for the farms?"
    warning = "does not fit in 10 words: it needs a budget of at least 17 words"
    assert f"the most relevant sentence {warning}" in model.digest(question, words=10).warnings
    for how in ({"words": 17}, {"words": 10, "exclude": True}):
        wishes = Constraints(excluded=(("0", 0),)) if how.pop("exclude", False) else Constraints()
        assert "does not fit" not in str(model.digest(question, wishes=wishes, **how).warnings)
    pinned = Constraints(pinned=(("1", 0),))
    beside = "does not fit with the pinned ones in 18 words: it needs a budget of at least 21 words"
    assert beside in str(model.digest(question, words=18, wishes=pinned).warnings)
    assert said in {each.text for each in model.digest(question, 21, wishes=pinned).sentences}
    assert "does not fit" not in str(model.digest("Quantum zebras?", words=10).warnings)
