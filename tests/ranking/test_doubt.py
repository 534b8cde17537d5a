"""Doubt against a slow count over sets of words, and whether small collections are doubted."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import bridge_model
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.model import Collection
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.doubt import (
    USUAL_NEARNESS,
    coverage_by_chance,
    question_coverage,
    threshold,
)
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.weighing import Whole

WORDS = ["tower", "towers", "river", "bridge", "castle", "castles", "mill", "gate"]
TEXTS = st.lists(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=9),
    min_size=1,
    max_size=3,
)


def model_of(texts, **changes):
    """Each text a list of sentences, each a list of words."""
    documents = [
        Document(f"{n}.txt", f"{n}.txt", "\n\n".join(f"{' '.join(s).capitalize()}." for s in text))
        for n, text in enumerate(texts)
    ]
    collection = Collection.of(documents, language="en")
    return collection.fit(Options(sweeps=2, samples=1, **changes))


def slow_share(texts, asked, likeness, enough):
    """(share, whether a word occurs), of words as they are, no two alike.

    likeness : of two words, 0 where they are not related.
    enough : how many of the rarest words are taken for all of the question.
    """
    sentences = [set(sentence) for text in texts for sentence in text]
    n = len(sentences)
    bounds = [0]
    for text in texts:
        bounds.append(bounds[-1] + len(text))
    passages = [
        set().union(*sentences[max(low, i - 2) : min(high, i + 3)])
        for low, high in pairwise(bounds)
        for i in range(low, high)
    ]
    holding = {word: sum(word in s for s in sentences) for word in asked}
    idf = {word: math.log1p((n - holding[word] + 0.5) / (holding[word] + 0.5)) for word in asked}

    def has(words, word):
        return 1.0 if word in words else max((likeness(word, w) for w in words), default=0.0)

    rarest = sum(sorted(idf.values(), reverse=True)[:enough])
    shares = [
        min(1, sum(idf[w] * (has(s, w) + has(p, w)) for w in asked) / (2 * rarest))
        for s, p in zip(sentences, passages, strict=True)
    ]
    return max(shares), any(words & set(asked) for words in sentences)


PLAIN = ["tower", "river", "bridg", "castl", "mill", "gate"]


@given(
    TEXTS,
    st.lists(st.sampled_from([*PLAIN, "zebra", "mills"]), min_size=1, unique=True),
    st.integers(1, 9),
)
def test_coverage_of_the_question_equals_its_definition(texts, asked, enough):
    model = model_of(texts)
    numbers, index = model.collection.term_numbers, Indexes.of(model).evidence
    stems = [[_stem(word) for word in sentence] for text in texts for sentence in text]
    split, at = [], 0
    for text in texts:
        split.append(stems[at : at + len(text)])
        at += len(text)
    words = {(word,): 1.0 for word in asked}
    spelling = Indexes.of(model).spelling
    vocabulary = list(numbers)

    def likeness(one, other):
        return float(spelling.related([one])[vocabulary.index(other)])

    for own, alike in ((None, lambda one, other: 0.0), (spelling, likeness)):
        found = question_coverage(words, numbers, index.passages, own, enough=enough)
        share, occurs = slow_share(split, asked, alike, enough)
        assert found.share == pytest.approx(share)
        assert found.occurs == occurs


def _stem(word):
    return {"towers": "tower", "bridge": "bridg", "castle": "castl", "castles": "castl"}.get(
        word, word
    )


def slow_chance(weights, frequencies, n_passages):
    """The largest coverage of a set of words that at least one passage is expected to have."""
    sets = list(product([False, True], repeat=len(weights)))

    def coverage(chosen):
        return min(1.0, sum(w for w, has in zip(weights, chosen, strict=True) if has))

    def probability(chosen):
        pairs = zip(frequencies, chosen, strict=True)
        return math.prod(f if has else 1 - f for f, has in pairs)

    def expected(least):
        return n_passages * sum(probability(c) for c in sets if coverage(c) >= least - 1e-9)

    return max((coverage(c) for c in sets if expected(coverage(c)) >= 1), default=0.0)


@given(
    st.lists(st.tuples(st.integers(1, 160), st.integers(1, 19)), min_size=1, max_size=6),
    st.integers(1, 2_000),
)
def test_coverage_by_chance_is_that_of_independent_words(words, n_passages):
    weights = [w / 400 for w, _ in words]
    frequencies = [f / 20 for _, f in words]
    found = coverage_by_chance(weights, frequencies, n_passages)
    below = slow_chance(weights, frequencies, n_passages * (1 - 1e-9))
    above = slow_chance(weights, frequencies, n_passages * (1 + 1e-9))
    assert found == pytest.approx(below) or found == pytest.approx(above)


def test_the_coverage_by_chance_of_a_collection_counts_its_passages():
    texts = [[["tower"], ["river"], ["mill"], ["gate"], ["mill"], ["gate"], ["mill"], ["river"]]]
    model = model_of(texts)
    numbers, index = model.collection.term_numbers, Indexes.of(model).evidence
    found = question_coverage({("tower",): 1.0, ("river",): 1.0}, numbers, index.passages)
    idf = {"tower": math.log1p(7.5 / 1.5), "river": math.log1p(6.5 / 2.5)}
    weights = [each / sum(idf.values()) for each in idf.values()]
    expected = slow_chance(weights, [3 / 8, 7 / 8], 8)
    assert found.by_chance == pytest.approx(expected, abs=0.01)


def test_the_threshold_grows_with_chance_and_the_number_of_sentences():
    assert threshold(1, 1.0) == 0
    by_size = [threshold(size, 0.5) for size in (1, 10, 300, 24_600, 10**6)]
    assert by_size == sorted(by_size)
    by_chance = [threshold(24_600, share) for share in (0.0, 0.2, 0.5)]
    assert by_chance == sorted(by_chance)
    assert threshold(10**9, 1.0) < 1
    assert threshold(300, 0.4, in_syllables=True) > threshold(300, 0.4)


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_a_question_about_something_else_is_doubted_and_one_about_the_bridge_is_not(preset):
    model = bridge_model()
    other = model.digest("Which volcano erupted in Iceland?", preset=preset)
    assert other.doubt.startswith("These documents may not answer this: none of the 3 words")
    assert other.sentences
    near = model.digest("Which comet did the astronomers of the town discover?", preset=preset)
    assert near.doubt
    own = model.digest("Why was the bridge closed and who pays for the repair?", preset=preset)
    assert own.doubt == ""
    assert model.digest("What is it about?", preset=preset).doubt == ""


@pytest.mark.parametrize(
    ("asked", "is_known"),
    [
        ("What does max_rope_length do?", True),
        ("What does --max-rope-length do?", True),
        ("What does max_length do?", False),
        ("What does --rope-length-max do?", False),
        ("Is a max/length of the rope the rule?", True),
        ("What does ferry-rules.txt say?", True),
        ("What does ferry-fees.txt say?", False),
    ],
)
def test_a_name_as_code_that_the_documents_lack_is_doubted(asked, is_known):
    rules = "The rope of the ferry has the length that max_rope_length says. It is the rule.\n\n"
    document = Document("ferry-rules.txt", "The ferry", rules * 3)
    model = Collection.of([document]).fit(Options(sweeps=2, samples=1))
    doubt = model.digest(asked).doubt
    assert (doubt == "") == is_known
    assert is_known or f"“{asked.split()[2]}” was not found" in doubt


@pytest.mark.parametrize("name", ["ferry.5", "man-ferry.5", "man-ferry.5.txt", "Ferry.5"])
def test_the_name_of_a_file_is_no_word_that_its_text_must_have(name):
    named = Document("pages/man-ferry.5.txt", "", "The rope is forty metres long. It is of hemp.")
    others = [Document(f"{n}", "", f"Ravens numbered {n} nest in cliffs.") for n in range(40)]
    model = Collection.of([named, *others], language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest(f"According to {name}, how long is the rope?").doubt == ""
    assert model.digest(f"According to {name}, which otter ate the trout?").doubt
    assert model.digest("According to barge.5, how long is the keel?").doubt


def test_other_forms_of_a_word_count_in_part():
    words = ["Donaudampfschiff", "Hafen", "Ufer", "Wasser", "Turm", "Markt"]
    documents = [Document("a", "a", " ".join(f"Der {w} liegt hier am Rand." for w in words * 3))]
    model = Collection.of(documents, language="de").fit(Options(sweeps=2, samples=1))
    assert model.digest("Donaudampfschiffe?").doubt == ""
    assert model.digest("Eisenbahn?").doubt != ""


def test_a_question_of_which_no_word_occurs_is_doubted_whatever_resembles_it():
    texts = ["The ferry leaves at noon.", "Hens eat corn and lay eggs in the barn."]
    documents = [Document(f"{n}", f"{n}", text) for n, text in enumerate(texts * 3)]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest("Ferries?").doubt == model.digest("Is corn eaten?").doubt == ""
    assert model.digest("Ferri?").doubt == ""
    assert model.digest("Ferro?").doubt


def test_a_follow_up_counts_the_words_of_earlier_questions_less():
    model, earlier = bridge_model(), ("Which volcano erupted in Iceland?",)
    before = Constraints(earlier=earlier)
    assert "of your questions" in model.digest("And when?", wishes=before).doubt
    assert model.digest("Why was the bridge closed?", wishes=before).doubt == ""
    asked_before = ("Is the bridge old?", "A volcano?")
    words = words_asked(("Who closed the bridge?", *asked_before[::-1]), {}, ["en"])
    assert words == {
        ("close",): 1,
        ("bridg",): pytest.approx(1.3),
        ("old",): pytest.approx(0.3),
        ("volcano",): pytest.approx(0.09),
    }


def test_what_is_near_by_meaning_is_not_doubted_unless_no_word_occurs():
    model = bridge_model()
    every = np.ones(len(model.collection.split.sentences), bool)

    def doubted(question, nearness):
        asked = Question.of(question)
        whole = Whole(Indexes.of(model))
        return bool(whole.doubt(asked, model.options, every, None, nearness))

    degrees = (None, 0.0, USUAL_NEARNESS, 1.0)
    for asked, expected in {
        "Which volcano erupted near the bridge?": [True, True, True, False],
        "Which volcano cracked?": [False] * 4,
        "Which volcano erupted?": [True] * 4,
    }.items():
        assert [doubted(asked, degree) for degree in degrees] == expected


def test_words_that_say_little_count_half():
    others = [f"Ravens numbered {n} nest in cliffs." for n in range(40)]
    documents = [
        Document(f"{n}", "", text)
        for n, text in enumerate(["The lantern was put on a shelf by the harbour.", *others])
    ]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest("Which lantern shone, mended, varnished and soldered?").doubt
    assert not model.digest("Which lantern gave, brought, took and came?").doubt


def test_the_warning_names_letters_in_languages_without_spaces():
    text = "古桥在周一关闭。工程师发现了裂缝。修理费用由市政府承担。学校离河很远。"
    model = Collection.of([Document("a", "a", text)]).fit(Options(sweeps=2, samples=1))
    assert "letters and pairs of letters of your question" in model.digest("火山喷发了吗？").doubt
    assert model.digest("古桥关闭").doubt == ""


@given(TEXTS)
def test_a_word_of_two_terms_counts_as_one_merged_term(texts):
    joined = [[["tower" if w == "mill" else w for w in s] for s in text] for text in texts]

    def found(texts, *terms):
        model = model_of(texts)
        words = {terms: 1.0, ("river",): 1.0}
        return question_coverage(
            words, model.collection.term_numbers, Indexes.of(model).evidence.passages
        )

    assert found(texts, "tower", "mill") == found(joined, "tower")


ASKED = "How long did the repair of the bridge take?"
BARE = f"# Questions\n\n## Where is the ferry?\n\n## {ASKED}\n\n## Who pays for the tickets?\n"
HEADS = "# The bridge\n\n## How long the repair took\n\n## What it cost\n"


def doubt_about(*texts):
    documents = [Document(f"{n}.md", "", text, format="markdown") for n, text in enumerate(texts)]
    return (
        Collection.of(documents, language="en")
        .fit(Options(sweeps=2, samples=1))
        .digest(ASKED)
        .doubt
    )


@pytest.mark.parametrize("heads", [BARE, HEADS])
@pytest.mark.parametrize("others", [(), ("The ferry was sold to a trader. He lives by the sea.",)])
def test_headings_and_questions_with_nothing_below_them_do_not_count(heads, others):
    assert doubt_about(heads, *others) == (
        "These documents may not answer this: only headings, questions and what is not quoted have"
        " what your question is about."
    )


def test_what_is_not_quoted_does_not_answer():
    byline = "Published on 3 May 2021 by the repair of the bridge, how long it did take"
    assert doubt_about(byline, "The ferry was sold to a trader. He lives by the sea.") == (
        "These documents may not answer this: only headings, questions and what is not quoted have"
        " what your question is about."
    )


def test_fragments_that_are_quoted_for_want_of_sentences_are_not_said_to_be_left_out():
    log = (
        "2025-03-01 09:00:01 INFO Gate opened at door 8080.\n"
        "2025-03-01 09:00:05 WARN Barn /srv/barn is 91% full.\n"
        "2025-03-01 09:03:17 ERROR Repair at 10.0.0.7 was refused after 3 tries.\n"
    )
    model = Collection.of([Document("log.txt", "", log)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("Which barn is full?")
    assert any("fragments were allowed" in warning for warning in digest.warnings)
    assert digest.doubt == ""


def test_an_answer_below_its_question_is_not_doubted():
    answered = BARE.replace(f"{ASKED}\n", f"{ASKED}\n\nNobody knows that any more.\n")
    assert doubt_about(answered, "The ferry was sold to a trader. He lives by the sea.") == ""


@pytest.mark.parametrize("asked", ["Who is Mira Vesterlund?", "Vesterlund", "What is Larkholm?"])
def test_a_question_all_of_whose_words_a_title_or_name_has_is_not_doubted(asked):
    about = Document("3.txt", "", "She was born above a bakery. Her aunt sang.", "Mira Vesterlund")
    named = Document("larkholm.txt", "", "It was built at a small yard. Salt filled its hold.")
    others = [Document(f"{n}", "", f"Ravens numbered {n} nest in cliffs.") for n in range(40)]
    model = Collection.of([about, named, *others], language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest(asked, words=30).doubt == ""
    assert model.digest(f"{asked} Gout, asthma, scurvy, rickets, mumps?", words=30).doubt
    assert "general" in model.digest(asked, words=30, preset="paper").warnings[0]
    assert model.digest(asked, words=30, preset="paper").doubt
    news = {"new": ("0",)}
    assert model.digest(asked, words=30, wishes=Constraints(**news)).doubt


def test_a_passage_with_all_words_but_those_of_its_title_is_not_doubted():
    hens = [
        Document(f"{n}", "", f"Hen number {n} lays brown eggs. Its barn is red.", "Bulletin")
        for n in range(60)
    ]
    model = Collection.of(hens, language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest("Eggs, says the bulletin?", words=30).doubt == ""
    assert model.digest("Cheese, says the bulletin?", words=30).doubt


def test_a_title_above_nothing_but_headings_is_no_answer():
    empty = Document("0.md", "", HEADS, "Repair of the bridge", format="markdown")
    others = [Document(f"{n}", "", f"Ravens numbered {n} nest in cliffs.") for n in range(1, 40)]
    model = Collection.of([empty, *others], language="en").fit(Options(sweeps=2, samples=1))
    assert model.digest("Repair of the bridge?", words=30).doubt


def test_a_question_that_tells_a_story_is_covered_by_a_sentence_with_many_of_its_words():
    said = "The cellar of an old house dries where drains lead the rain away."
    others = [f"Ravens numbered {n} build nests in chalk cliffs." for n in range(200)]
    model = Collection.of([Document(f"{n}", f"{n}", t) for n, t in enumerate([said, *others])])
    story = (
        "My aunt bought an old house last spring; the neighbour blames gutters, the plumber paints"
        " plaster, nobody measured humidity, and whenever rain comes the cellar floods: do drains"
        " pay, or should she sell?"
    )
    found = model.fit(Options(sweeps=2, samples=1))
    assert found.digest(story, words=30).doubt == ""
    assert found.digest("Do giraffes like jazz?", words=30).doubt
