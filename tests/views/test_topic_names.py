"""Names of topics: their words, their spelling, and that no two are the same."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import bridge_model
from hyperdigest.digest import BACKGROUND
from hyperdigest.documents import Document
from hyperdigest.split import split_documents
from hyperdigest.topics import TopicSample
from hyperdigest.views.phrases import lexsorted
from hyperdigest.views.topic_names import background_topic, topic_names

FOLDED = re.compile(r"[^\W_]+")


def named(texts: Sequence[str], topic_of, language="en"):
    """The names of topics if `topic_of` gives the topic of each word in the documents."""
    documents = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(texts)]
    split = split_documents(documents, language)
    topics = np.array([topic_of(split.words[t]) for t in split.terms.tolist()], np.int32)
    _, topics = np.unique(topics, return_inverse=True)
    sample = TopicSample(topics.astype(np.int32), int(topics.max()) + 1)
    return topic_names(sample, split, documents, lambda number: language)


def one_name(*texts, language="en"):
    [name] = named(texts, lambda word: 0, language)
    return name


def test_adjacent_words_of_several_sentences_are_a_phrase():
    name = one_name("The backup repository is full. A backup repository needs keys. Keys rust.")
    assert name == "backup repository, keys, rust"


def test_only_adjacent_words_are_a_phrase():
    apart = one_name("The mill, flour was sold. Here mill; flour is cheap. So the mill: flour.")
    assert "mill flour" not in apart
    linked = one_name(
        "The path of totality is narrow. A path of totality crosses the path of totality."
    )
    assert linked.startswith("path of totality")


def test_three_words_are_a_phrase_if_two_of_them_seldom_occur_without_the_third():
    text = (
        "We saw the total solar eclipse. Then the total solar eclipse ended. A total solar eclipse."
    )
    assert one_name(text).split(", ")[0] == "total solar eclipse"


def test_no_word_is_twice_in_a_name():
    text = "From ferry Rome ferry. To ferry Rome ferry. By ferry Rome ferry."
    assert sorted(re.findall(r"\w+", one_name(text))) == ["Rome", "ferry"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("He flew to Mexico. They left Mexico. Mexico was hot.", "Mexico"),
        ("The NASA probe. A probe of NASA.", "NASA"),
        ("Roads are long. The roads wind. All roads lead there.", "roads"),
    ],
)
def test_a_word_has_the_capitals_of_all_its_occurrences(text, name):
    assert name in one_name(text).split(", ")


def test_capitals_of_headings_do_not_count():
    text = "# Stone Bridges\n\nThe stone bridges stand. Those stone bridges were closed in spring."
    documents = [Document("a.md", "a.md", text, format="markdown")]
    split = split_documents(documents)
    topics = TopicSample(np.zeros(len(split.terms), np.int32), 1)
    assert topic_names(topics, split, documents, lambda number: "en")[0].startswith("stone bridges")


def test_numbers_letters_and_light_words_are_used_only_if_there_are_no_others():
    text = "Many mills of 2015 had p. 40 sacks. Perhaps many of them also made 7 sacks."
    assert one_name(text) == "sacks, mills"
    assert one_name("It was 1989. So 1989 it was.") == "1989"


def test_pairs_of_letters_are_joined_in_names():
    text = "欧洲议会通过法律。欧洲议会在布鲁塞尔。今天欧洲议会投票。"
    assert one_name(text, language="zh").split(", ")[0] == "欧洲议会"


def test_words_are_inflected_as_in_the_sentences():
    text = "Дождевые леса горят. Мы видели дождевые леса. Эти дождевые леса велики."
    assert one_name(text, language="ru").split(", ")[0] == "дождевые леса"


def test_a_word_with_always_the_same_neighbour_includes_it():
    texts = [
        "Maps of San Diego sell.",
        "San Diego is warm.",
        "They love San Diego.",
        "Old San ruins.",
    ]
    names = named(texts, lambda word: int(word == "diego"))
    assert names[1] == "San Diego"


def test_no_two_topics_have_the_same_name():
    text = "The mill turns. The mill turns. A mill turns."
    documents = [Document("a.txt", "a.txt", text)]
    split = split_documents(documents)
    topics = TopicSample(np.arange(len(split.terms), dtype=np.int32) // 2 % 3, 3)
    names = topic_names(topics, split, documents, lambda number: "en")
    assert len({name.casefold() for name in names}) == 3


WORDS = ["Rome", "ferry", "stone", "arch", "mill", "NASA", "1784", "very", "old", "council"]
SENTENCES = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), min_size=1, max_size=8
)


@given(st.lists(SENTENCES, min_size=1, max_size=4), st.integers(1, 4), st.randoms())
def test_every_word_of_a_name_is_in_a_sentence_of_its_topic(texts, n_topics, random):
    documents = [Document(str(n), str(n), ". ".join(each) + ".") for n, each in enumerate(texts)]
    split = split_documents(documents)
    if not len(split.terms):
        return
    drawn = np.array([random.randrange(n_topics) for _ in split.terms])
    _, drawn = np.unique(drawn, return_inverse=True)
    topics = TopicSample(drawn.astype(np.int32), int(drawn.max()) + 1)
    names = topic_names(topics, split, documents, lambda number: "en")
    assert len({name.casefold() for name in names}) == topics.n_topics
    assert names == topic_names(topics, split, documents, lambda number: "en")
    columns = split.sentences
    for topic, name in enumerate(names):
        assert name
        if name == BACKGROUND:
            assert topic == background_topic(topics, split)
            continue
        own = np.unique(split.sentence_of[topics.assignments == topic]).tolist()
        words_of_topic = {
            word
            for i in own
            for word in FOLDED.findall(
                documents[columns.document[i]].text[columns.start[i] : columns.end[i]].casefold()
            )
        }
        words = FOLDED.findall(re.sub(r" \(\d+\)$", "", name).casefold())
        assert set(words) <= words_of_topic
        assert len(words) == len(set(words))


def spread(share, uneven=False):
    """A sample of eight documents of 100 tokens: a topic with a given share and ten small ones."""
    text = ". ".join(["stone arch mill ferry river town boat bread ice frost"] * 10)
    documents = [Document(str(n), str(n), text) for n in range(8)]
    split = split_documents(documents)
    topics = np.arange(len(split.terms)) % 10 + 1
    count = round(share * len(topics))
    order = np.arange(len(topics)) if uneven else np.random.default_rng(0).permutation(len(topics))
    topics[order[:count]] = 0
    return TopicSample(topics.astype(np.int32), 11), split, documents


def test_a_large_evenly_spread_topic_is_the_background():
    topics, split, documents = spread(0.4)
    assert background_topic(topics, split) == 0
    names = topic_names(topics, split, documents, lambda number: "en")
    assert [name == BACKGROUND for name in names] == [True] + [False] * 10


@pytest.mark.parametrize(("share", "uneven"), [(0.4, True), (0.15, False), (0.05, False)])
def test_a_topic_of_some_documents_or_of_usual_size_is_no_background(share, uneven):
    topics, split, _ = spread(share, uneven)
    assert background_topic(topics, split) == -1


def test_topics_say_whether_they_are_the_background():
    for topic in bridge_model().topic_table():
        assert topic.background == (topic.label == BACKGROUND)


@given(st.integers(0, 2**32 - 1), st.integers(0, 300), st.sampled_from([3, 70_000]))
def test_lexsorted_equals_the_lexsort_of_numpy(seed, size, most):
    rng = np.random.default_rng(seed)
    keys = rng.integers(0, most, (2, size)).astype(np.int32)
    assert lexsorted(*keys).tolist() == np.lexsort(keys).tolist()
