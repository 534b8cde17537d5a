from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from hyperdigest import Collection
from hyperdigest.documents import FORMS, Document, Post, Sentences
from hyperdigest.hypergraph import term_counts, topic_hypergraph
from hyperdigest.ranking import evidence as ranked
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.evidence import (
    SOURCES,
    EvidenceIndex,
    WeightedQuestion,
    Weights,
    weighted_sum,
)
from hyperdigest.ranking.passages import Headings, neighbours
from hyperdigest.ranking.titles import LONGEST_TITLE, Titles, label_of, title_of, title_terms
from hyperdigest.relevance import question_bias
from oracles import evidence as oracle
from oracles import hypergraph as walk
from strategies import CORPORA, SEEDS

WEIGHTS = st.fixed_dictionaries(dict.fromkeys(SOURCES, st.one_of(st.just(0.0), st.floats(0.05, 2))))
LIKELY_FORMS = ("prose", "prose", "heading", "question", "incomplete", "stub")


def sentences_of(document, words, forms=()):
    """Sentences of which only their document, length and form matter; those of one length have one
    text."""
    document, words = np.array(document, np.int32), np.array(words, np.int32)
    form = [FORMS.index(name) for name in forms or ["prose"] * len(document)]
    columns = words, words, words, np.array(form, np.uint8), words.astype(np.uint64)
    return Sentences(
        document, *columns, np.zeros(len(words), np.uint8), *[np.zeros_like(words)] * 4
    )


def index_of(terms, sentences, document, n_terms, forms=(), words=()):
    """The index of sentences, of one word each where their lengths do not matter."""
    held = sentences_of(document, words or [1] * len(document), forms)
    counts = term_counts(terms, sentences, len(document), n_terms)
    return EvidenceIndex.of(counts, held)


def texts_of(corpus):
    return [corpus.terms[corpus.sentences == i].tolist() for i in range(corpus.n_sentences)]


def evidence(asked, weights, sharpening=0.0, incomplete=1.0):
    """The bias of a question whose sources of evidence have weights."""
    how = Weights(sharpening, incomplete)
    return ranked.evidence(weighted_sum(asked, weights), asked.index, asked.matching, how)


class Case:
    """A question to a corpus, and the document, form and words of each sentence."""

    def __init__(self, corpus, seed, known=True, near=True, titled=False):
        rng = np.random.default_rng(seed)
        n = corpus.n_sentences
        self.texts = texts_of(corpus)
        self.document = np.sort(rng.integers(0, 4, n))
        self.words = rng.integers(1, 50, n)
        self.forms = [LIKELY_FORMS[i] for i in rng.integers(0, len(LIKELY_FORMS), n)]
        question = rng.integers(0, 3, corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3) * 0.5
        question[rng.integers(corpus.n_terms)] = 1.0
        related = rng.random(corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3)
        held = sentences_of(self.document, self.words, self.forms)
        counts = term_counts(corpus.terms, corpus.sentences, n, corpus.n_terms)
        n_titles = rng.integers(1, 4)
        self.titles = [rng.integers(corpus.n_terms, size=size).tolist() for size in (2, 1, 5)]
        self.titles = self.titles[:n_titles] if titled else []
        above = rng.integers(-1, n_titles, 4)
        self.title = [above[d] if titled and above[d] >= 0 else None for d in self.document]
        terms = [(term, t) for t, title in enumerate(self.titles) for term in title]
        of_titles = csr_array(
            (np.ones(len(terms), int), tuple(zip(*terms, strict=True))), (corpus.n_terms, n_titles)
        ) if titled else None  # fmt: skip
        titles = Titles.whole(of_titles, above[self.document]) if titled else None
        columns = corpus.topics, corpus.terms, corpus.sentences
        self.topics = topic_hypergraph(*columns, n, corpus.n_terms)
        self.asked = WeightedQuestion(
            EvidenceIndex.of(counts, held, titles),
            question * known,
            np.where(question > 0, 0.0, related) * near,
            question_bias(self.topics, question * known),
            np.zeros(n),
            rng.random(n) * near,
        )

    @property
    def question(self):
        return self.asked.terms

    def slow_sources(self):
        topic = walk.bias(self.topics, self.question)
        where = self.document, self.forms, self.words
        return oracle.sources(self.texts, *where, self.asked, topic, self.titles, self.title)

    def slow_evidence(self, weights, **how):
        incomplete = [form == "incomplete" for form in self.forms]
        own = oracle.words_of(self.texts, self.document, self.question)
        return oracle.evidence(self.slow_sources(), weights, own, incomplete, **how)


@given(CORPORA, SEEDS)
def test_bm25_of_every_term_equals_the_formula(corpus, seed):
    case = Case(corpus, seed)
    index = case.asked.index
    for term, question in enumerate(np.eye(corpus.n_terms)):
        scores = index.sentences.scores(question)
        expected = oracle.bm25(case.texts, {term: 1}, 0.6, 0.4, document=case.document)
        np.testing.assert_allclose(scores, expected, rtol=1e-12)
        assert index.sentences.idf[term] == pytest.approx(oracle.idf(case.texts, term))
    for d, weight in enumerate(index.documents.scores(np.eye(corpus.n_terms)[0])):
        held = corpus.terms[np.isin(corpus.sentences, np.flatnonzero(index.document == d))]
        assert (weight > 0) == (0 in held)


def test_bm25_by_hand():
    index = index_of([0, 0, 1, 1, 2], [0, 0, 0, 1, 1], [0, 0], n_terms=3)
    idf = np.log(1 + (2 - 1 + 0.5) / 1.5)
    norm = 0.6 * (0.6 + 0.4 * 3 / 2.5)
    assert index.sentences.scores(np.eye(3)[0]) == pytest.approx([idf * 2 * 1.6 / (2 + norm), 0])
    [whole] = index.documents.scores(np.eye(3)[0])
    assert whole == pytest.approx(np.log(1 + 0.5 / 1.5) * 2 * 2.2 / (2 + 1.2))


def test_bm25_of_empty_texts_is_zero():
    from scipy.sparse import csr_array

    index = BM25(csr_array(np.array([[0, 1], [0, 0]])))
    assert index.scores(np.array([1.0, 1.0]))[0] == 0


@given(CORPORA, SEEDS)
def test_passages_and_their_shares_of_the_question_equal_loops(corpus, seed):
    case = Case(corpus, seed)
    matched, in_sentence, in_passage = case.asked.passages
    question, around = oracle.as_question(case.question), oracle.passages(case.texts, case.document)
    expected = oracle.bm25(around, question, among=case.texts, document=case.document)
    np.testing.assert_allclose(matched, expected, rtol=1e-10)
    own = oracle.shares(case.texts, question, case.texts)
    np.testing.assert_allclose(in_sentence, own, rtol=1e-10, atol=1e-14)
    near = oracle.shares(around, question, case.texts)
    np.testing.assert_allclose(in_passage, near, rtol=1e-10, atol=1e-14)
    assert (in_sentence <= in_passage + 1e-12).all()
    assert (in_passage <= 1 + 1e-12).all()


def test_a_passage_ends_with_its_document():
    index = index_of(range(8), range(8), [0, 0, 0, 0, 3, 3, 3, 7], n_terms=8)
    for term, near in [
        (0, [0, 1, 2]), (2, [0, 1, 2, 3]), (3, [1, 2, 3]), (4, [4, 5, 6]), (7, [7]),
    ]:  # fmt: skip
        matched, in_sentence, in_passage = index.passages.scores(np.eye(8)[term])
        assert np.flatnonzero(matched).tolist() == near
        assert np.flatnonzero(in_passage).tolist() == near
        assert np.flatnonzero(in_sentence).tolist() == [term]


def test_a_question_without_a_term_has_no_share():
    index = index_of([0, 1], [0, 1], [0, 0], n_terms=2)
    for values in index.passages.scores(np.zeros(2)):
        assert values.tolist() == [0, 0]


@given(CORPORA, SEEDS)
def test_neighbours_equal_loops(corpus, seed):
    case = Case(corpus, seed)
    values = np.random.default_rng(seed).random(corpus.n_sentences)
    expected = oracle.neighbours(values.tolist(), case.document)
    np.testing.assert_allclose(neighbours(values, case.document), expected, rtol=1e-12)


def test_neighbours_by_hand():
    values, document = np.array([1.0, 2.0, 4.0, 8.0]), np.array([0, 0, 1, 1])
    assert neighbours(values, document).tolist() == [1, 1, 4, 4]
    assert neighbours(values[:1], document[:1]).tolist() == [0]


@given(CORPORA, SEEDS)
def test_headings_equal_loops(corpus, seed):
    case = Case(corpus, seed)
    found = case.asked.index.headings
    runs, above = oracle.headings(case.document, case.forms, case.words, case.words)
    assert found.above.tolist() == [-1 if run is None else run for run in above]
    heads = [[term for i in run for term in case.texts[i]] for run in runs]
    for question in (case.question, np.ones(corpus.n_terms)):
        of_heading = oracle.bm25(heads, oracle.as_question(question)) if heads else []
        expected = [0.0 if run is None else of_heading[run] for run in above]
        np.testing.assert_allclose(found.scores(question), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("forms", "above"),
    [
        ("h p p h p", [-1, 0, 0, -1, 1]),
        ("p h q p p", [-1, -1, -1, 0, 0]),
        ("p p", [-1, -1]),
        ("h", [-1]),
        ("h s t", [-1, 0, 0]),
    ],
)
def test_sentences_below_a_heading_or_a_question_belong_to_it(forms, above):
    names = {"h": "heading", "p": "prose", "q": "question", "s": "stub", "t": "table"}
    forms = [names[form] for form in forms.split()]
    n = len(forms)
    assert index_of(range(n), range(n), [0] * n, n, forms).headings.above.tolist() == above


def test_of_many_headings_in_a_row_the_last_three_count():
    forms = ["heading", "question", "heading", "question", "heading", "prose"]
    headings = index_of(range(6), range(6), [0] * 6, 6, forms).headings
    counted = [bool(headings.scores(question)[5] > 0) for question in np.eye(6)]
    assert counted == [False, False, True, True, True, False]


def test_a_heading_applies_only_to_its_own_document():
    forms = ["heading", "prose", "prose", "heading", "heading", "prose"]
    headings = index_of(range(6), range(6), [0, 0, 1, 1, 2, 2], 6, forms).headings
    assert headings.above.tolist() == [-1, 0, -1, -1, -1, 2]
    assert headings.scores(np.eye(6)[3]).tolist() == [0] * 6


def test_a_heading_that_recurs_counts_with_that_of_its_entry():
    forms = ["heading", "prose", "heading", "prose"] * 2
    lengths = [3, 9, 5, 9, 4, 9, 5, 9]  # the third and the seventh are the same
    headings = index_of(range(8), range(8), [0] * 8, 8, forms, lengths).headings
    counted = [np.flatnonzero(headings.scores(question)).tolist() for question in np.eye(8)]
    assert counted == [[1, 3], [], [3], [], [5, 7], [], [7], []]


def test_a_long_question_is_no_heading():
    forms = ["question", "prose", "question", "prose"]
    index = index_of(range(4), range(4), [0] * 4, 4, forms, [25, 9, 26, 9])
    assert index.headings.above.tolist() == [-1, 0, 0, 0]


def test_a_collection_without_a_heading_has_no_evidence_of_one():
    counts = term_counts([0, 1], [0, 1], 2, 2)
    headings = Headings.of(counts, sentences_of([0, 0], [5, 5]), np.array([0, 0]))
    assert headings.scores(np.ones(2)).tolist() == [0, 0]


@given(CORPORA, SEEDS, st.booleans(), st.booleans(), st.booleans())
def test_every_source_equals_loops(corpus, seed, known, near, titled):
    case = Case(corpus, seed, known, near, titled)
    expected = case.slow_sources()
    assert list(SOURCES) == list(expected)
    for name, source in SOURCES.items():
        found = source(case.asked)
        np.testing.assert_allclose(found, expected[name], rtol=1e-10, atol=1e-14, err_msg=name)
        assert (found >= 0).all()


@given(CORPORA, SEEDS, WEIGHTS, st.booleans())
def test_evidence_is_the_weighted_sum_of_its_sources(corpus, seed, weights, known):
    case = Case(corpus, seed, known)
    bias = evidence(case.asked, weights)
    np.testing.assert_allclose(bias, case.slow_evidence(weights), rtol=1e-10, atol=1e-14)
    assert bias.sum() == pytest.approx(1)
    assert (bias >= 0).all()


@given(CORPORA, SEEDS, WEIGHTS, st.floats(0, 10), st.floats(0, 1), st.booleans())
def test_sharpening_and_incomplete_weight_equal_loops(corpus, seed, weights, power, share, known):
    case = Case(corpus, seed, known)
    bias = evidence(case.asked, weights, power, share)
    expected = case.slow_evidence(weights, sharpening=power, incomplete_weight=share)
    np.testing.assert_allclose(bias, expected, rtol=1e-8, atol=1e-12)
    assert bias.sum() == pytest.approx(1)


WORDS_ALONE = dict.fromkeys(SOURCES, 0.0) | {"word": 1.0}


def asked_of(index, question):
    """A question without related terms or embeddings, for sources that look at no topic."""
    none = np.zeros(len(index.document))
    return WeightedQuestion(index, question, np.zeros(len(question)), none, none, none)


def test_sharpening_is_divided_by_the_number_of_matching_sentences():
    many = index_of([0] * 8 + [1, 0, 2, 2, 2, 2, 2], [*range(9), 9, 9, 9, 9, 9, 9], [0] * 10, 3)
    few = index_of([0, 0, 0, *[1] * 9, *[2] * 8], [0, 0, *range(1, 10), *range(1, 10)], [0] * 10, 3)
    for index in (many, few):
        asked = asked_of(index, np.array([1.0, 0.0, 0.0]))
        matching = np.count_nonzero(asked.words >= asked.words.max() / 2)
        plain, sharp = (evidence(asked, WORDS_ALONE, power) for power in (0.0, 6.0))
        assert sharp == pytest.approx(
            plain ** (1 + 6 / matching) / (plain ** (1 + 6 / matching)).sum()
        )
        assert sharp.max() >= plain.max()


def test_sentences_that_may_be_incomplete_count_less():
    forms = ["prose", "incomplete", "stub"]
    asked = asked_of(index_of([0, 0, 0], [0, 1, 2], [0, 0, 0], 1, forms), np.ones(1))
    assert evidence(asked, WORDS_ALONE, 0.0, 0.5) == pytest.approx([0.4, 0.2, 0.4])
    assert evidence(asked, WORDS_ALONE, 0.0, 0.0) == pytest.approx([0.5, 0, 0.5])
    assert evidence(asked, WORDS_ALONE, 0.0, 1.0) == pytest.approx([1 / 3] * 3)


@given(CORPORA, SEEDS, st.floats(0.01, 10))
def test_with_topics_only_evidence_is_the_question_bias_of_the_paper(corpus, seed, weight):
    case = Case(corpus, seed)
    weights = dict.fromkeys(SOURCES, 0.0) | {"topic": weight}
    expected = walk.bias(case.topics, case.question)
    np.testing.assert_allclose(evidence(case.asked, weights), expected, rtol=1e-12)


@given(CORPORA, SEEDS, WEIGHTS, st.floats(0, 10))
def test_a_question_of_unknown_words_gives_uniform_evidence(corpus, seed, weights, power):
    case = Case(corpus, seed, known=False, near=False)
    n = corpus.n_sentences
    assert evidence(case.asked, weights, power) == pytest.approx(np.full(n, 1 / n))


@given(CORPORA, SEEDS)
def test_if_only_related_terms_are_known_they_are_the_evidence(corpus, seed):
    case = Case(corpus, seed, known=False)
    weights = dict.fromkeys(SOURCES, 1.0) | {"topic": 0.0, "embedding": 0.0}
    found = oracle.words_of(case.texts, case.document, case.asked.related)
    total = found.sum()
    n = corpus.n_sentences
    expected = found / total if total > 0 else np.full(n, 1 / n)
    np.testing.assert_allclose(evidence(case.asked, weights, 6.0), expected, rtol=1e-10)


def test_related_terms_count_beside_the_best_match_by_words():
    index = index_of([0, 1, 1], [0, 1, 2], [0, 0, 0], n_terms=2)
    asked = asked_of(index, np.array([1.0, 0.0]))
    near = replace(asked, related=np.array([0.0, 0.5]))
    best, other = index.sentences.scores(np.array([1.0, 0.5]))[:2]
    assert SOURCES["related"](near) == pytest.approx([0, other / best, other / best])
    alone = replace(asked, terms=np.zeros(2), related=np.array([0.0, 0.5]))
    assert SOURCES["related"](alone).tolist() == [0, 1, 1]


def test_documents_without_a_sentence_change_nothing():
    terms, sentences = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 2])
    dense = index_of(terms, sentences, [0, 1, 2], n_terms=3)
    sparse = index_of(terms, sentences, [2, 5, 9], n_terms=3)
    for question in np.eye(3):
        scores = dense.documents.scores(question)
        np.testing.assert_array_equal(scores, sparse.documents.scores(question))
        for ours, theirs in zip(
            dense.passages.scores(question), sparse.passages.scores(question), strict=True
        ):
            np.testing.assert_array_equal(ours, theirs)
    assert sparse.document.tolist() == [0, 1, 2]


def test_the_score_of_a_document_counts_for_each_of_its_sentences():
    terms, sentences = np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3])
    index = index_of(terms, sentences, [0, 0, 1, 1], n_terms=4)
    asked = asked_of(index, np.array([1.0, 0, 0, 0]))
    assert SOURCES["document"](asked)[0] == SOURCES["document"](asked)[1] > 0
    assert SOURCES["document"](asked)[2:].tolist() == [0, 0]


def document(title, **more):
    return Document(title or "none", title, "Zinc wants solder. So does lead.", title, **more)


def test_a_title_counts_for_all_sentences_of_its_documents():
    post = Post("message", "A gutter of zinc", 2)
    documents = [document("Zinc roofs"), document(""), document("Re: x", post=post)]
    documents.append(document("Zinc roofs"))
    names = [title_of(each.title, each.post) for each in documents]
    numbers = {"gutter": 0, "roof": 1, "zinc": 2}
    terms = title_terms(names, ["en"] * 4)
    titles = Titles.of(names, ["en"] * 4, terms, numbers, np.array([0, 0, 1, 2, 3]))
    assert titles.above.tolist() == [0, 0, -1, 1, 0]
    assert titles.counts.toarray().T.tolist() == [[0, 1, 1], [1, 0, 1]]
    assert titles.under(2).tolist() == [True, True, False, True, True]
    assert titles.under(0).tolist() == [False, False, False, True, False]


def test_titles_without_a_term_are_ignored_and_long_ones_cut():
    names, languages = ["", "The"], ["en", "en"]
    assert Titles.of(names, languages, title_terms(names, languages), {}, np.array([0, 1])) is None
    terms = title_terms(["zinc " * 1000], ["en"])
    long = Titles.of(["zinc " * 1000], ["en"], terms, {"zinc": 0}, np.array([0]))
    assert long.counts.sum() == LONGEST_TITLE


def test_a_word_that_only_a_title_or_a_name_has_is_evidence():
    documents = [
        Document("rope.txt", "rope.txt", "It is twisted of three strands. Tar keeps it dry."),
        Document("a.txt", "a.txt", "It was built in spring. A storm broke its mast.", "Larkholm"),
        Document("b.txt", "b.txt", "It was built in autumn. Its mast is of fir."),
        Document("Tern.txt", "Tern.txt", "It was built in winter. Its mast is of oak."),
    ]
    model = Collection.of(documents, language="en").fit()
    for word, name in (("Larkholm", "a.txt"), ("Tern", "Tern.txt")):
        digest = model.digest(f"When was the {word} built?", words=8)
        assert digest.sentences[0].document == name
        assert not any("general" in warning for warning in digest.warnings)
    assert model.digest("Larkholm", words=8).sentences[0].document == "a.txt"


def test_titles_are_analyzed_in_the_language_of_their_document():
    texts = {"Zink": "Das Metall wird gelötet.", "Holz": "Das Brett wird genagelt."}
    documents = [Document(name, name, text, f"{name}dächer") for name, text in texts.items()]
    documents.append(Document("m", "m", "Zinkdächer und Holzdächer stehen nebeneinander."))
    model = Collection.of(documents, language="de").fit()
    table = model.ask("Was ist mit Zinkdächern?").table()
    found = dict(zip(table["document"], table["evidence"], strict=True))
    assert found["Zink"] > found["Holz"]


@pytest.mark.parametrize(
    ("name", "title", "label"),
    [
        ("contracts/Acme-NDA-2024.pdf", "Mutual agreement", "Mutual agreement Acme NDA"),
        ("roof_of_zinc.1.txt", "The zinc ROOF", "The zinc ROOF of"),
        ("4f2a-77.html", "", ""),
    ],
)
def test_a_label_has_the_words_of_the_name_that_the_title_lacks(name, title, label):
    assert label_of(name, title, None).strip() == label
    post = Post("message", "A gutter of zinc", 2)
    assert label_of(name, title, post) == "A gutter of zinc"


def test_a_word_of_the_name_of_a_file_is_evidence_for_all_of_it():
    text = "Both sides keep secrets for three years. An NDA is a contract."
    names = ("harbour.txt", "acme-nda.txt", "NDA and others.txt")
    documents = [Document(name, name, text.replace("An NDA", "It")) for name in names[:2]]
    documents.append(Document(names[2], names[2], "An NDA is a contract. It has a term."))
    model = Collection.of(documents, language="en").fit()
    table = model.ask("How long are the secrets of the NDA kept?").table()
    found = {}
    for name, share in zip(table["document"], table["evidence"], strict=True):
        found.setdefault(name, share)
    assert found["acme-nda.txt"] > found["harbour.txt"]


@pytest.mark.parametrize("named", ["Mary", "Anna", "Vasa", "Karl"])
def test_the_row_that_a_question_names_is_before_others_with_the_same_header(tmp_path, named):
    ships = ("Mary", "Anna", "Rosa", "Clara", "Emma", "Vasa", "Otto", "Karl")
    rows = [f"{ship} | {40 + 3 * n} m" for n, ship in enumerate(ships)]
    (tmp_path / "a.md").write_text("\n".join(["Ship | Length of the hull", "--- | ---", *rows]))
    question = f"length of the hull of the ship {named}"
    digest = Collection.read([tmp_path]).fit().digest(question, words=15)
    assert named in [sentence.text.split()[0] for sentence in digest.sentences]


def test_a_row_with_all_words_of_a_question_is_before_a_sentence_near_them(tmp_path):
    (tmp_path / "notes.txt").write_text(
        "The draught limit says how deep a laden boat may lie in the water, and is set by the guild"
        " of pilots every spring. A draught limit is painted on the gate of the lock.\n\n"
        "Boats pay a toll of two coins at the lock.\n"
    )
    others = "Width of the gate,8,8,8\nDraught limit,2,3,4\nBoats in a day,40,44,47\nKeepers,2,2,3"
    table = f"Figures,1990,2000,2010\nLength of the lock,31,31,33\n{others}\n"
    (tmp_path / "lock.csv").write_text(table)
    model = Collection.read([tmp_path]).fit()
    answer = model.ask("In which year was the draught limit the largest?", 50)
    of_texts = answer.table()
    found = dict(zip(of_texts["text"], of_texts["evidence"], strict=True))
    row = "Draught limit\t2\t3\t4"
    assert found[row] > found["Boats pay a toll of two coins at the lock."]
    assert row in [sentence.text for sentence in answer.digest().sentences]
