"""Collections in any language and in several: what is detected, shown, asked, saved and added."""

import json
from dataclasses import replace

import pytest

from hyperdigest import Collection, Document, Model, Options
from hyperdigest.errors import OptionError
from hyperdigest.store.writing import save
from languages_made import SENTENCES, text_in
from store_content import load

QUICK = Options(sweeps=4, samples=1)


def collection(*languages, **how):
    documents = [Document(name, name, text_in(name)) for name in languages]
    return Collection.of(documents, **how)


@pytest.mark.parametrize("language", SENTENCES)
def test_every_language_is_detected_and_answers(language):
    model = collection(language).fit(QUICK)
    assert model.collection.language_counts == {language: 1}
    digest = model.digest(SENTENCES[language][0], characters=100)
    assert SENTENCES[language][0] in [sentence.text for sentence in digest.sentences]
    assert not digest.warnings


def test_a_language_that_is_named_overrides():
    assert collection("en", language="de").language_counts == {"de": 1}
    with pytest.raises(OptionError, match="choose one of auto, ar, "):
        Collection.read("nothing.txt", language="xx")


def test_a_question_finds_the_documents_of_its_language():
    model = collection("en", "de", "zh", "ru").fit(QUICK)
    for language in ("en", "de", "zh", "ru"):
        digest = model.digest(SENTENCES[language][1], characters=120)
        assert language in {sentence.document for sentence in digest.sentences}
        assert not any("question seems to be in" in told for told in digest.warnings)


def test_a_question_in_another_language_is_told():
    model = collection("en").fit(QUICK)
    [told, *_] = model.digest("Wie lange dauerte die Reparatur der Anlage?").warnings
    assert told == (
        "the question seems to be in German, and the documents are in English: only words that both"
        " have count"
    )
    [told, *_] = collection("en", "de").fit(QUICK).digest("修理花了多长时间？").warnings
    assert "is in Chinese" in told.replace("seems to be", "is")
    assert "in German and English" in told or "in English and German" in told


def test_json_tells_languages_and_what_a_word_is():
    model = collection("en", "zh", "de").fit(QUICK)
    chinese = json.loads(model.digest("修理花了多长时间？", words=12).to_json())
    assert chinese["languages"] == {"de": 1, "en": 1, "zh": 1}
    assert chinese["word"] == "segment"
    assert sum(sentence["words"] for sentence in chinese["sentences"]) == chinese["words"] <= 12
    english = collection("en").fit(QUICK).digest("How old is the bridge?")
    assert "word" not in json.loads(english.to_json())
    assert json.loads(english.to_json())["languages"] == {"en": 1}


def test_the_signature_names_languages_unless_all_is_english():
    assert "|languages:" not in collection("en").fit(QUICK).digest("bridge").signature
    assert "|languages:de+en|" in collection("en", "de").fit(QUICK).digest("bridge").signature
    named = collection("de", language="de").fit(QUICK).digest("Brücke").signature
    assert "|language:de|" in named and "|languages:" not in named


def test_the_summary_tells_other_languages_than_english():
    assert collection("en", "de").fit(QUICK).summary.startswith("2 documents (1 de, 1 en), ")
    assert collection("en").fit(QUICK).summary.startswith("1 document, ")


def test_a_saved_collection_keeps_its_languages(tmp_path):
    model = collection("en", "zh", "de").fit(QUICK)
    model.save(tmp_path / "case.hdig")
    loaded = Model.load(tmp_path / "case.hdig")
    assert loaded.collection.languages == ("en", "zh", "de")
    part = Model.load(tmp_path / "case.hdig", [1, 2])
    assert part.collection.languages == model.subset([1, 2]).collection.languages == ("zh", "de")
    question = "修理花了多长时间？"
    assert loaded.digest(question).to_json() == model.digest(question).to_json()


@pytest.mark.parametrize("languages", [["en"], ["en", "xx"], "en", None, [1, 2]])
def test_a_file_with_wrong_languages_is_damaged(tmp_path, languages):
    from hyperdigest.errors import StoreError

    path = tmp_path / "case.hdig"
    collection("en", "de").fit(QUICK).save(path)
    saved = load(path)
    save(path, replace(saved, meta={**saved.meta, "languages": languages}))
    with pytest.raises(StoreError, match="damaged"):
        Model.load(path)


def test_documents_added_later_get_their_own_language():
    model = collection("de").fit(QUICK)
    grown = model.add(
        [
            Document("en", "en", text_in("en")),
            Document("numbers", "numbers", "1894 1200 40\n\n12 Brücken"),
        ],
        sweeps=2,
    )
    assert grown.collection.languages == ("de", "en", "en")
    assert grown.remove("de").collection.languages == ("en", "en")
    alone = model.add(Document("numbers", "numbers", "1894 1200 40"), sweeps=2)
    assert alone.collection.languages == ("de", "de")


def test_any_number_of_processes_gives_the_same(tmp_path):
    texts = {f"{name}{n}": text_in(name) * 60 for n in range(25) for name in ("en", "de", "zh")}
    documents = [Document(name, name, f"{name}. {text}") for name, text in texts.items()]
    assert sum(len(document.text) for document in documents) > 1 << 19
    alone, shared = (Collection.of(documents, jobs=jobs) for jobs in (1, 2))
    assert alone.languages == shared.languages
    assert alone.split.vocabulary == shared.split.vocabulary
    assert (alone.split.terms == shared.split.terms).all()
    assert (alone.split.sentences.words == shared.split.sentences.words).all()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("كم استغرق الإصلاح؟", "in Arabic, and the documents are in English"),
        ("כמה זמן נמשך תיקון הגשר?", "in an unsupported language, and the documents"),
        ("পুল?", "in an unsupported language, and the documents"),
        ("1894?", ""),
        ("🙂🙂", ""),
    ],
)
def test_a_short_question_in_another_script_is_told(question, told):
    digest = collection("en").fit(QUICK).digest(question)
    seems = [each for each in digest.warnings if "the question seems to be" in each]
    assert bool(seems) == bool(told)
    assert all(told in each for each in seems)


def test_a_question_in_the_unknown_script_of_the_documents_is_answered():
    hebrew = "הגשר הישן נבנה בשנת 1894 בידי נגרים מן הכפר. השיטפון סחף שני עמודים."
    model = Collection.of([Document("he", "he", hebrew)]).fit(QUICK)
    digest = model.digest("הגשר הישן נבנה")
    assert "הגשר הישן נבנה" in digest.sentences[0].text
    assert not digest.warnings


@pytest.mark.parametrize("row", ["|  |  |", "| — | — |"])
def test_a_row_of_signs_alone_is_no_hindrance_in_a_language_without_spaces(row):
    text = f"{text_in('zh')}\n\n| 桥 | 年 |\n|---|---|\n{row}\n| 老桥 | 1894 |\n"
    model = Collection.of([Document("zh", "zh", text, format="markdown")]).fit(QUICK)
    assert model.collection.split.sentences.words.min() == 1
    assert model.digest(SENTENCES["zh"][0], words=40).sentences
