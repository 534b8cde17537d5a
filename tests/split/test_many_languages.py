"""Sentences, terms and lengths in languages with other punctuation, other scripts or no spaces."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import FORMS, Document
from hyperdigest.split import Analyzer, split, split_documents
from hyperdigest.split.scripts import count_words, in_pairs, lacks_spaces
from hyperdigest.split.terms import tokens
from languages_made import SENTENCES, text_in


def cut(text, format="text"):
    """The sentences of a text as pairs of text and form."""
    spans = split(Document("d", "d", text, format=format))
    rows = zip(spans.start.tolist(), spans.end.tolist(), spans.form.tolist(), strict=True)
    return [(text[start:end], FORMS[form]) for start, end, form in rows]


@pytest.mark.parametrize("language", SENTENCES)
def test_sentences_of_many_languages_are_separated(language):
    assert [sentence for sentence, _ in cut(text_in(language))] == SENTENCES[language]


@pytest.mark.parametrize("language", SENTENCES)
def test_ordinary_sentences_are_prose_and_questions_are_recognized(language):
    asking = [sentence for sentence in SENTENCES[language] if sentence[-1] in "?？؟;"]
    for sentence, form in cut(text_in(language)):
        assert form == ("question" if sentence in asking else "prose"), sentence


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("桥很旧。  河水很深。", ["桥很旧。", "河水很深。"]),
        ("他问：“桥在哪里？”然后走了。她没有回答.他又问", None),
        ("桥长20米.河宽18米.", ["桥长20米.", "河宽18米."]),
        ("橋は古い．川は深い．", ["橋は古い．", "川は深い．"]),
        ("「古い橋だ。」と彼は言った。", ["「古い橋だ。」と彼は言った。"]),
        ("「古い橋。」が題だ。川は深い。", ["「古い橋。」が題だ。", "川は深い。"]),
        ("（桥于去年关闭。）船票很贵。", ["（桥于去年关闭。）", "船票很贵。"]),
        ("पुल पुराना है।नदी गहरी है।", ["पुल पुराना है।", "नदी गहरी है।"]),
    ],
)
def test_sentences_end_at_marks_without_a_space_after_them(text, sentences):
    found = [sentence for sentence, _ in cut(text)]
    assert "".join("".join(found).split()) == "".join(text.split())
    assert sentences is None or found == sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "证券交易所（WSE）是该地区最大的市场，截至2009年8月31日，有374家上市公司。",
        "如果P不等于NP，那么P也不等于PSPACE。",
        "更多信息见https://example.org/bridge，桥梁的全部图纸都在那里公布。",
        "1990年3月5日，桥梁关闭，1991年4月2日，桥梁重新开放，1992年，又修了一次。",
        "यह NATO और UN का पुल है।",
    ],
)
def test_capitals_numbers_and_addresses_do_not_change_the_form(sentence):
    assert cut(f"桥很旧。\n\n{sentence}")[-1] == (sentence, "prose")


def test_a_long_run_of_connected_thai_clauses_is_split():
    clause = "และชาวบ้านใช้สะพานเก่านี้ขนข้าวไปขายที่ตลาดในเมืองทุกเช้า"
    found = [sentence for sentence, _ in cut(" ".join([clause] * 12))]
    assert len(found) > 2
    assert max(map(len, found)) < 4 * len(clause)
    assert " ".join(found) == " ".join([clause] * 12)


def test_thai_lists_names_and_numbers_are_not_split():
    sentence = "ตลาดแห่งนี้ขายข้าว ปลา ผลไม้ และผ้าทอมือ จากหมู่บ้าน 12 แห่ง เช่น NATO ทุกวันเสาร์"
    assert cut(sentence) == [(sentence, "prose")]


def test_short_lines_without_a_mark_are_headings():
    assert cut("桥的历史\n\n老桥由村里的木匠建成。")[0] == ("桥的历史", "heading")
    assert cut("다리의 역사\n\n다리는 오래되었다.")[0] == ("다리의 역사", "heading")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("北京大学", ["北", "京", "大", "学", "北京", "京大", "大学"]),
        ("桥，河", ["桥", "河"]),
        ("北京2008年Python版本", ["北", "京", "北京", "2008", "年", "python", "版", "本", "版本"]),
        ("コンサート", ["コン", "ンサ", "サー", "ート"]),
        ("한국의 역사", ["한국", "국의", "역사"]),
        ("ไทย", ["ไทย"]),
        ("ประเทศ", ["ประ", "ระเท", "เทศ"]),
        ("cầu cũ", ["cầu", "cũ"]),
        ("Ａ組", ["a", "組"]),
    ],
)
def test_letters_without_spaces_make_pairs_and_ideographs_are_terms_too(text, expected):
    assert tokens(text) == expected


@given(st.lists(st.text("老桥河水北京大学abc12", min_size=1, max_size=8), max_size=5))
def test_pairs_are_made_within_each_run_of_letters(words):
    expected = []
    for word in words:
        run = ""
        for letter in f"{word} ":
            if run and (letter == " " or letter.isascii() != run[-1].isascii()):
                pairs = [run[i : i + 2] for i in range(len(run) - 1)]
                expected += [run] if run.isascii() else [*run, *pairs]
                run = ""
            run += letter.strip()
    assert in_pairs(words) == expected


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("zh", "谁建了老桥？", "老桥由村里的木匠于1894年建成。"),
        ("ja", "橋はいつ建てられたか", "この古い橋は1894年に村の大工によって建てられた。"),
        ("ko", "다리를 누가 지었나요?", "이 다리는 마을 목수들이 지었다."),
        ("th", "ใครสร้างสะพานเก่า", "สะพานเก่าสร้างขึ้นโดยช่างไม้"),
        ("vi", unicodedata.normalize("NFD", "Ai dựng cây cầu?"), "Cây cầu cũ được dựng lên."),
        ("tr", "ilkbahar", "İlkbahar seli"),
        ("tr", "ışık", "IŞIK VE GÖLGE"),
        ("tr", "ırmak", "Irmaklar taştı."),
        ("ro", "ţărani", "Țăranii au construit podul."),
        ("vi", "hoà bình", "Hiệp định hòa bình được ký."),
        ("vi", "thủy", "Thuỷ điện"),
        ("hi", "गांव", "गाँव में पुल बना।"),
        ("hi", "हिंदी", "हिन्दी भाषा"),
        ("hi", "1894", "सन् १८९४ में"),
        ("ar", "1200000", "بلغت الكلفة ١٢٠٠٠٠٠ دينار"),
        ("ar", "1,200.5", "١٬٢٠٠٫٥"),
        ("th", "34,000", "ราว ๓๔,๐๐๐ บาท"),
        ("ja", "1.5km", "橋の長さは１．５ｋｍである。"),
        ("ja", unicodedata.normalize("NFD", "ガ"), "ｶﾞ"),
        ("ko", unicodedata.normalize("NFD", "다리"), "다리는"),
    ],
)
def test_question_and_answer_share_terms(language, question, sentence):
    analyzer = Analyzer(language)
    assert set(analyzer.terms(question)) & set(analyzer.terms(sentence))


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("The old bridge is closed.", "en", 5),
        ("老桥很旧", "zh", 2),
        ("老桥很旧了。", "zh", 3),
        ("老桥，很旧。", "zh", 2),
        ("他用Python 3写程序。", "zh", 1 + 2 + 2),
        ("老桥 NATO — 很旧", "zh", 3),
        ("北京 大学", "en", 2),
        ("古い橋", "ja", 2),
        ("ประเทศไทย", "th", 2),
        ("이 다리는 오래되었다.", "ko", 3),
        ("", "zh", 0),
        ("……！", "zh", 0),
    ],
)
def test_lengths_count_words_or_segments(text, language, count):
    assert count_words(text, language) == count


@given(st.text("老桥河水。，ก่า คน", max_size=40))
def test_segments_of_a_text_are_no_more_than_its_letters(text):
    count = count_words(text, "zh")
    letters = sum(unicodedata.category(c) == "Lo" for c in text)
    assert -(-letters // 3) // 2 <= count <= max(letters, len(text))


def test_texts_without_spaces_are_recognized():
    assert lacks_spaces("老桥 is old") is False
    assert lacks_spaces("老桥很旧，NATO")
    assert not lacks_spaces("이 다리는 오래되었다.")
    assert not lacks_spaces("12 — !")


def test_each_document_is_split_by_the_rules_of_its_language():
    german, english = "Die Stadt will die Brücken.", "Men die on bridges."
    documents = [Document(text, text, text) for text in (german, english, german)]
    found = split_documents(documents, ["de", "en", "de"])
    terms = [[found.vocabulary[t] for t in found.terms[found.sentence_of == n]] for n in range(3)]
    assert terms == [Analyzer("de").terms(german), Analyzer("en").terms(english), terms[0]]
    assert "die" in terms[1] and "die" not in terms[0]


def test_only_documents_without_spaces_are_measured_in_segments():
    text = "老桥由村里的木匠建成。"
    documents = [Document(name, name, text) for name in "ab"]
    assert split_documents(documents, ["zh", "en"]).sentences.words.tolist() == [5, 1]
