"""A second hop is compared with a plain reading of its definition."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import FORMS
from hyperdigest.features.second_hop import BEST_SENTENCES, follow_hops, hop_gains
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import rank

QUESTION = "Who was the first warden of the guild that publishes the Lantern Almanac?"
NAMES_GUILD = "The Lantern Almanac is a yearly book that the Norrby Guild publishes in autumn."
NAMES_WARDEN = "Its first warden was Tilda Ek, who kept the lamps of the harbour."
ABOUT_OTHERS = [
    ("Lamps of the coast", "The lamps of the coast burn oil. A keeper fills them twice a day."),
    ("Almanac of tides", "An almanac of tides lists the hours of high water for each harbour."),
    ("Wardens of forests", "A warden of a forest counts the deer. The first snow ends his year."),
    ("Mill of Ekby", "The mill of Ekby grinds rye. Its wheel was made of oak by a cartwright."),
]


def guild_documents():
    return [
        Document("almanac", "almanac", NAMES_GUILD, "Lantern Almanac"),
        Document("guild", "guild", f"It meets on the quay. {NAMES_WARDEN}", "Norrby Guild"),
        *(Document(title, title, text, title) for title, text in ABOUT_OTHERS),
        *(
            Document(
                f"{n}", f"{n}", f"On day {n} the council of Ekby spoke of roads and {n} wells."
            )
            for n in range(20)
        ),
    ]


def fitted(documents):
    return Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1))


def test_the_sentence_a_step_away_is_quoted_beside_the_one_that_names_it():
    model = fitted(guild_documents())
    texts = [sentence.text for sentence in model.digest(QUESTION, words=40).sentences]
    assert NAMES_GUILD in texts
    assert NAMES_WARDEN in texts
    alone = [s.text for s in model.digest(QUESTION, words=40, second_hop=0).sentences]
    assert NAMES_WARDEN not in alone


def test_a_sentence_is_a_step_away_by_a_rare_name_if_no_document_has_a_title():
    documents = [Document(d.name, d.name, d.text) for d in guild_documents()]
    question = "Who was the first warden of the guild that sells the almanac of lanterns in autumn?"
    names_guild = "The almanac of lanterns is sold in autumn by the Norrby guild."
    names_warden = "The first warden of Norrby was Tilda Ek, who kept the lamps of the harbour."
    documents[0] = Document("almanac", "almanac", names_guild)
    documents[1] = Document("guild", "guild", f"It meets on the quay. {names_warden}")
    documents += [Document(f"day {n}", f"{n}", f"Day {n} was dry.") for n in range(700)]
    model = fitted(documents)
    raised = ranked(model, question)
    number = [model.collection.text(n) for n in range(len(raised.value))].index(names_warden)
    before = rank(model, Question.of(question), model.options)
    assert raised.value[number] > before.value[number]


def ranked(model, question):
    question = Question.of(question)
    return follow_hops(rank(model, question, model.options), model, question, model.options)


def test_the_preset_of_the_paper_does_not_hop():
    assert Options.preset("paper").second_hop == 0


def heading_terms(sentences, terms_of, number):
    """The terms of the heading of a sentence, which is the only one of its document."""
    first = sentences.document.tolist().index(sentences.document[number])
    return terms_of[first] if sentences.form[first] == FORMS.index("heading") else set()


def slow_gains(model, ranking, best, above, titles_of, terms_of, share):
    """What each sentence gains, by the definition; `above` has the number of each one's title."""
    split, idf = model.collection.split, Indexes.of(model).evidence.sentences.idf
    document, known = split.sentences.document.tolist(), set().union(*terms_of)
    in_several = min(1.0, max(0.0, 3 - 4 * share))
    asked = set(np.flatnonzero(ranking.all_terms).tolist())
    total = sum(ranking.all_terms[t] * idf[t] for t in asked)
    gains = np.zeros(len(split.sentences))
    first = ranking.directness[best[0]]
    for i in best:
        for j in range(len(gains)):
            title, own = titles_of[j], titles_of[i]
            here = terms_of[i] | own | heading_terms(split.sentences, terms_of, i)
            missing = (asked - here) & (terms_of[j] | title)
            sure = 0.0
            if title & known and above[i] != above[j] and title & known <= terms_of[i]:
                sure = min(1.0, sum(idf[t] for t in title & known - asked) / idf.max())
            if document[i] != document[j] and len(missing) >= 2:
                linked = max(
                    sum(idf[t] for t in (terms_of[i] - asked) & theirs
                        if idf[t] >= 2 / 3 * max(8.0, idf.max()))
                    for theirs in (terms_of[j], title)
                )  # fmt: skip
                sure = max(sure, in_several * min(1.0, linked / (2 * max(8.0, idf.max()))))
            if first <= 0:
                continue
            found = sum(ranking.all_terms[t] * idf[t] for t in missing) / total
            hop = found * sure * (ranking.directness[i] / first) ** 0.5
            gains[j] = max(gains[j], hop)
    return gains


WORDS = ["pump", "mill", "tide", "lamp", "rope", "well", "road", "barn"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=3)
PILES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), max_size=2, unique=True),
        TEXTS,
        st.lists(st.sampled_from(WORDS), max_size=2, unique=True),
    ),
    min_size=2, max_size=6,
)  # fmt: skip


@example(
    [(["tide"], [["mill"]], []), (["tide", "lamp"], [["pump", "tide"]], [])], ["pump", "mill"], 0.4
)
@example(
    [(["tide"], [["mill", "lamp"]], ["pump"]), (["lamp"], [["pump"]], [])], ["pump", "mill"], 0.4
)
@example(
    [([], [["mill", "tide"]], []), ([], [["tide", "pump", "lamp"]], [])],
    ["pump", "mill", "lamp"],
    0.6,
)
@given(
    PILES,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    st.sampled_from([0.3, 0.6, 0.7, 1.0]),
)
def test_gains_are_those_of_the_definition(piles, asked, share):
    documents = [
        Document(f"{n}", f"{n}", f"# {' '.join(heading)}\n\n" * bool(heading)
                 + " ".join(f"The {' '.join(words)} came." for words in texts),
                 " ".join(title).title(), format="markdown")
        for n, (title, texts, heading) in enumerate(piles)
    ]  # fmt: skip
    documents.append(Document("calendar", "calendar", "The day was dry. " * 350))
    model = fitted(documents)
    ranking = rank(model, Question.of(f"What of {' '.join(asked)}?"), model.options)
    indexes, split = Indexes.of(model), model.collection.split
    titles = indexes.titles
    terms_of = [set(split.terms_of(n).tolist()) for n in range(len(split.sentences))]
    columns, above = titles.counts.tocsc(), titles.above.tolist()
    titles_of = [
        set(columns.indices[columns.indptr[t] : columns.indptr[t + 1]].tolist() if t >= 0 else [])
        for t in above
    ]
    best = np.argsort(-ranking.directness, kind="stable")[:BEST_SENTENCES].tolist()
    found = hop_gains(
        [(float(ranking.directness[n]), n, split.terms_of(n)) for n in best],
        ranking.all_terms, indexes, share,
    )  # fmt: skip
    slow = slow_gains(model, ranking, best, above, titles_of, terms_of, share)
    assert found == pytest.approx(slow)
    assert ((found >= 0) & (found <= 1)).all()


def test_no_hop_is_needed_for_what_the_heading_and_the_lead_in_of_a_step_say():
    items = "- Say what is mended.\n- Look at it as in Looking at a chart.\n- Send it off.\n"
    question = "What are the steps to print a new harbour map?"
    for heading, lead_in, hops in (
        ("New harbour map", "To print it:", False),
        ("The press", "To print a new harbour map:", False),
        ("The press", "To do this:", True),
    ):
        text = f"# {heading}\n\n{lead_in}\n\n{items}\n# Ink\n\nThe steps of the press are steel.\n"
        documents = [
            Document("press", "press", text, "The press house", format="markdown"),
            Document("look", "look", "A new harbour map is thin.", "Looking at a chart"),
            *(Document(f"{n}", f"{n}", f"Day {n} of the council was dry.") for n in range(20)),
        ]
        model = fitted(documents)
        texts, asked = model.collection.texts(), Question.of(question)
        indexes = Indexes.of(model)
        item = next(n for n, each in enumerate(texts) if "Looking at a chart" in each)
        gains = hop_gains(
            [(1.0, item, model.collection.split.terms_of(item))],
            rank(model, asked, model.options).all_terms, indexes, 1.0,
        )  # fmt: skip
        assert (gains[texts.index("A new harbour map is thin.")] > 0) == hops


def test_a_pile_without_a_word_of_the_question_is_left_as_it_is():
    model = fitted(guild_documents())
    question = Question.of("Which zebra?")
    ranking = rank(model, question, model.options)
    assert follow_hops(ranking, model, question, model.options) is ranking
