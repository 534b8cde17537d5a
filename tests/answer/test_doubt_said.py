"""What a doubt says of the words of a question is true of what the reader sees."""

import re

import pytest

from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.split.terms import tokens

TEXTS = [
    "The mill by the river grinds rye. The baker buys its flour on Mondays.",
    "The licensed ferry carries sheep to the island. Its captain was born in Norrby.",
    "The lighthouse keeper was teaching the children of the island to swim.",
    *(f"Ravens numbered {n} build nests in chalk cliffs." for n in range(60)),
]
COUNT = re.compile(
    r"(?:no quoted sentence has more than (\d+)|the quoted sentences have only (\d+))"
    r" of the (\d+) words of your question that matter"
)
LIST = re.compile(r"(quoted|not found|in a title or name|in other passages): ([^;]*?)(?=;|\)\.)")
NEAREST = re.compile(r" \(but “\w+” was\)")


def model_of(documents):
    return Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))


@pytest.fixture(scope="module")
def model():
    return model_of([Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(TEXTS)])


def listed(doubt):
    plain = NEAREST.sub("", doubt)
    return {kind: re.findall("“(.+?)”", words) for kind, words in LIST.findall(plain)}


def quoted_words(digest):
    texts = [part.text for part in digest.quoted.values()]
    return set(tokens(" ".join([*texts, *(sentence.heading for sentence in digest.sentences)])))


@pytest.mark.parametrize("words", [15, 40, 120])
@pytest.mark.parametrize(
    "question",
    [
        "Which baker grinds the captain's chalk for an emperor, an opera and a kangaroo?",
        "Which baker sings the captain's opera to a kangaroo by the river?",
        "How old are the ravens and sheep that the emperor of Norrby painted in Greenland?",
    ],
)
def test_the_words_that_are_told_are_those_that_no_quote_has(model, question, words):
    digest = model.digest(question, words=words)
    together, only, of = COUNT.search(digest.doubt).groups()
    kinds = listed(digest.doubt)
    quoted = kinds.pop("quoted", [])
    told = [word for kind in kinds.values() for word in kind]
    assert len(told) + len(quoted) == int(of)
    assert quoted_words(digest).issuperset(quoted)
    assert not quoted_words(digest).intersection(told)
    everything = set(tokens(" ".join(TEXTS)))
    assert not everything.intersection(kinds["not found"])
    assert everything.issuperset(kinds.get("in other passages", ()))
    most = max(len(set(quoted) & set(tokens(each.text))) for each in digest.sentences)
    assert most == int(together or only) and (only is None) == (most < len(quoted))


def test_another_form_and_a_typo_are_named_beside_a_word_that_was_not_found(model):
    doubt = model.digest("Which opera did the kangaroo of the lighthuose sing?", words=20).doubt
    assert "“lighthuose” (but “lighthouse” was)" in doubt
    assert model.digest("Lighthuose?").doubt == (
        "These documents may not answer this: the word of your question that matters was not found"
        " in them: “lighthuose” (but “lighthouse” was). Ask in other words before you give up."
    )


@pytest.mark.parametrize(
    ("question", "is_named"),
    [
        ("Did a zeppelin or an opera bring the sheep that was lisensed to the emperor?", True),
        ("Did a zeppelin or an opera bring the ravens that were lisensed to Rome?", False),
        ("Did a zeppelin or an opera get lisensed in Rome?", True),
    ],
)
def test_a_word_spelt_alike_is_named_only_if_it_stands_near_others(model, question, is_named):
    doubt = model.digest(question, words=20).doubt
    assert "“lisensed”" in doubt
    assert ("(but “licensed” was)" in doubt) == is_named


def test_a_word_spelt_alike_may_stand_below_a_title_with_another():
    told = "The chimney has a crack. Its height is ten metres. The owner was told of it in May."
    texts = [("Brennfield", told), *(("", text) for text in TEXTS)]
    model = model_of(
        [Document(f"{n}", f"{n}", text, title) for n, (title, text) in enumerate(texts)]
    )
    asked = "Which emperor painted the chimny of Brennfield for an opera in Greenland?"
    assert "“chimny” (but “chimney” was)" in model.digest(asked, words=30).doubt


def test_a_form_that_belongs_to_a_word_is_quoted_in_its_place(model):
    digest = model.digest("Was opera taught to the kangaroo and the walrus?", words=30)
    assert "teaching" in quoted_words(digest)
    assert listed(digest.doubt) == {
        "quoted": ["taught"],
        "not found": ["opera", "kangaroo", "walrus"],
    }


def test_a_form_that_belongs_to_a_word_is_found_in_its_place(model):
    doubt = model.digest("Was opera taught in Greenland to the captain of a ferry?", words=15).doubt
    assert listed(doubt)["in other passages"] == ["taught"]
    digest = model.digest(
        "Was the licensed ferry that carries sheep to the island taught?", words=15
    )
    assert not digest.doubt and not digest.warnings


def test_more_words_than_are_named_are_counted(model):
    asked = "Why do opera, kangaroo, walrus, emperor, zeppelin and vulcano need the ferry?"
    doubt = model.digest(asked, words=20).doubt
    assert "not found: “opera”, “kangaroo”, “walrus”, “emperor” and 2 more)" in doubt


def test_if_no_word_occurs_all_are_named_once(model):
    digest = model.digest("Which zeppelin sang opera?", words=30)
    assert digest.doubt == (
        "These documents may not answer this: none of the 3 words of your question that matter was"
        " found in them: “zeppelin”, “sang”, “opera”. Ask in other words before you give up."
    )
    assert not any("zeppelin" in warning for warning in digest.warnings)


def test_without_a_doubt_a_warning_names_the_words_that_were_not_found(model):
    digest = model.digest("Does the licensed ferry carry sheep to the island, zebra?", words=30)
    assert digest.doubt == ""
    assert digest.warnings == ("not in the documents: zebra",)


def test_words_in_titles_names_and_authors_were_found():
    texts = {"halcyon.txt": ("The logbook", ("Ida Brenner",)), "b.txt": ("", ())}
    documents = [
        Document(name, name, f"{TEXTS[n]} Tanks hold water. {n}", title, authors=authors)
        for n, (name, (title, authors)) in enumerate(texts.items())
    ]
    model = model_of([*documents, *(Document(f"{n}", f"{n}", t) for n, t in enumerate(TEXTS[3:]))])
    asked = "Which opera did Brenner sing aboard the Halcyon, says the logbook?"
    kinds = listed(model.digest(asked, words=30).doubt)
    assert kinds["in a title or name"] == ["brenner", "halcyon", "logbook"]
    assert kinds["not found"] == ["opera", "sing", "aboard"]
    assert "in a title or name: “halcyon”" in model.digest("Halcyon opera?", words=30).doubt
    asked = "Does the licensed ferry to the island carry sheep, says Brenner the zebra?"
    told = model.digest(asked, words=30)
    assert told.doubt == "" and told.warnings == ("not in the documents: zebra",)


def test_words_of_a_heading_or_a_context_are_quoted():
    orchard = "# The orchard\n\nTo prune a tree, take these:\n\n- a ladder\n- sharp scissors\n"
    others = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(TEXTS)]
    model = model_of([Document("a.md", "a.md", orchard, format="markdown"), *others])
    digest = model.digest("Which emperor blessed scissors in his orchard?", words=20)
    assert "scissors" in quoted_words(digest)
    assert set(listed(digest.doubt)["not found"]) == {"emperor", "blessed"}
    assert "in other passages" not in digest.doubt


def test_words_that_carry_nothing_are_not_told_unless_the_question_has_no_others(model):
    doubt = model.digest("How did the walrus come to put the kangaroo to the test?").doubt
    assert "come" not in doubt and "put" not in doubt
    assert "none of the 3 words" in doubt
    assert "“begin”" in model.digest("Did it begin?").doubt


def test_words_of_earlier_questions_count_too(model):
    wishes = Constraints(earlier=("Does the ferry carry a kangaroo?",))
    doubt = model.digest("Or a walrus and an emperor?", words=30, wishes=wishes).doubt
    assert "words of your questions that matter" in doubt
    assert set(listed(doubt)["not found"]) == {"walrus", "emperor", "kangaroo"}


def test_stop_words_of_the_language_of_the_question_are_not_told(model):
    asked = "Wie kam der Walfisch von Norrby auf die Bühne der Oper zu den Ravens?"
    kinds = listed(model.digest(asked).doubt)
    assert kinds["not found"] == ["walfisch", "bühne", "oper"]


def test_if_one_quoted_sentence_has_all_words_it_may_be_by_chance():
    old = Document("old.txt", "old.txt", "The emperor sang an opera.", date="2020-01-01")
    new = [Document(f"{n}", f"{n}", text, date="2026-01-01") for n, text in enumerate(TEXTS)]
    wishes = Constraints(new_since="2025-01-01", pinned=(("old.txt", 0),))
    told = model_of([old, *new]).digest("Which emperor sang opera?", words=30, wishes=wishes).doubt
    assert told == (
        "The new documents may not answer this: the quoted sentences have the 3 words of your"
        " question that matter perhaps by chance (quoted: “emperor”, “sang”, “opera”)."
    )


def test_letters_are_counted_but_not_named_in_languages_without_spaces():
    text = "古桥在周一关闭。工程师发现了裂缝。修理费用由市政府承担。学校离河很远。"
    model = Collection.of([Document("a", "a", text)]).fit(Options(sweeps=2, samples=1))
    assert model.digest("火山？").doubt == (
        "These documents may not answer this: none of the 3 letters and pairs of letters of your"
        " question that matter was found in them. Ask in other words before you give up."
    )
