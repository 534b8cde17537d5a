"""Tables whose rows are texts: each is a document."""

from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.documents import FORMS
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.read import Reading, ReadingOptions, read_paths
from sheets_made import xlsx

LOGIN = "I cannot log in since yesterday, and the page says that my token is wrong."
EXPORT = "The export of the report takes more than ten minutes, and then it stops."
TICKETS = (
    "id,Subject,author,created,product,text\n"
    f'T-7,Login fails,Anna Smith,2026-03-04,Portal,"{LOGIN}\n\nI tried two browsers."\n'
    f'T-8,Slow export,Ben Miller,2026-03-05,Reports,"{EXPORT}"\n'
)


def read(
    folder: Path, data: str | bytes, column: str | None = None, name: str = "a.csv"
) -> Reading:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_paths([path], ReadingOptions(text_column=column))


def test_a_row_with_a_text_is_a_document_with_the_fields_of_its_columns(tmp_path: Path):
    first, second = read(tmp_path, TICKETS).documents
    assert (first.name, first.title, first.date) == ("T-7", "Login fails", "2026-03-04")
    assert first.authors == ("Anna Smith",)
    assert first.place(0) == "row 2"
    found = [(block.kind, first.text[block.start : block.end]) for block in first.blocks]
    assert found == [
        ("paragraph", LOGIN),
        ("paragraph", "I tried two browsers."),
        ("header", "product"),
        ("table", "Portal"),
    ]
    assert second.place(0) == "row 3"


def test_rows_without_a_name_are_numbered_as_in_the_program(tmp_path: Path):
    documents = read(tmp_path, f"comment\n{LOGIN}\n{EXPORT}\n".replace(", ", " ")).documents
    assert [document.name for document in documents] == ["a.csv/2", "a.csv/3"]


def test_a_row_without_text_keeps_its_other_cells(tmp_path: Path):
    data = f"id,author,message\n1,Anna,{LOGIN.replace(',', '')}\n2,Ben,\n"
    _, second = read(tmp_path, data).documents
    assert second.text == "id\tauthor\n\n2\tBen"


def test_long_prose_is_text_whatever_its_column_is_called(tmp_path: Path):
    data = f"who;what\nAnna;{LOGIN} {EXPORT}\nBen;{EXPORT} {LOGIN}\n"
    assert len(read(tmp_path, data).documents) == 2


@pytest.mark.parametrize("first", ["The portal was down on Monday.", "word " * 13])
def test_a_text_at_the_top_of_a_single_column_is_no_name_and_is_kept(tmp_path: Path, first: str):
    data = f'"{first}"\n"{LOGIN} {EXPORT}"\n"{EXPORT} {LOGIN}"\n'
    [document] = read(tmp_path, data).documents
    assert document.text.startswith(first.strip())
    assert len(document.blocks) == 3


def test_a_question_above_its_answers_names_their_column(tmp_path: Path):
    data = f'What did you like least about it?\n"{LOGIN} {EXPORT}"\n"{EXPORT} {LOGIN}"\n'
    first, _ = read(tmp_path, data).documents
    assert first.text == f"What did you like least about it?\n\n{LOGIN} {EXPORT}"
    assert [block.kind for block in first.blocks] == ["heading", "paragraph"]


def test_a_small_table_with_a_text_below_a_larger_one_is_a_table(tmp_path: Path):
    rows = "".join(f"Pier {n},{n}\n" for n in range(4))
    data = f'name,depth\n{rows}\nrule,description\nmean,"{LOGIN}"\n'
    [document] = read(tmp_path, data).documents
    found = [document.text[block.start : block.end] for block in document.blocks]
    assert found[-2:] == ["rule\tdescription", f"mean\t{LOGIN}"]


def test_short_descriptions_are_cells_of_a_table(tmp_path: Path):
    data = "name,description,price\nchair,of oak,7\ntable,of beech,8\n"
    assert len(read(tmp_path, data).documents) == 1


def test_texts_of_several_columns_are_below_their_names(tmp_path: Path):
    data = f"What is good?;What is bad?\n{LOGIN} {EXPORT};{EXPORT} {LOGIN}\n"
    [document] = read(tmp_path, data).documents
    headings = [document.text[b.start : b.end] for b in document.blocks if b.kind == "heading"]
    assert headings == ["What is good?", "What is bad?"]


def test_a_column_can_be_chosen_or_none(tmp_path: Path):
    data = "place,tag\nOslo,cold in winter\nRome,hot in summer\n"
    assert [document.text for document in read(tmp_path, data, "Tag").documents] == [
        "cold in winter\n\nplace\n\nOslo",
        "hot in summer\n\nplace\n\nRome",
    ]
    assert [document.name for document in read(tmp_path, TICKETS, "").documents] == ["a.csv"]
    assert len(Collection.read(tmp_path / "a.csv", text_column="").documents) == 1


def test_a_column_that_is_not_there_is_told(tmp_path: Path):
    reading = read(tmp_path, "place,tag\nOslo,cold\nRome,hot\n", "story")
    assert len(reading.documents) == 1
    assert "has no column story" in reading.warnings[0]
    assert "place, tag" in reading.warnings[0]


@pytest.mark.parametrize("column", [None, "Reply"])
def test_a_workbook_may_have_tables_and_texts(tmp_path: Path, column: str | None):
    rows = [["No", "Reply"], [1, f"{LOGIN} {EXPORT}"], [2, f"{EXPORT} {LOGIN}"]]
    data = xlsx({"Prices": [["name", "price"], ["chair", 7]], "Replies": rows})
    tables, *texts = read(tmp_path, data, column, "a.xlsx").documents
    assert (tables.name, tables.text) == ("a.xlsx", "Prices\n\nname\tprice\n\nchair\t7")
    assert [text.place(0) for text in texts] == ["Replies, row 2", "Replies, row 3"]


def blocks(document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_texts_in_html_are_read_without_its_marks(tmp_path: Path):
    first = (
        "<p>The token is <b>wrong</b> since&nbsp;May.</p><ul><li>I tried two browsers.</li></ul>"
    )
    second = (
        "The report stops if a &lt; b<br>and the page is empty.<br/>I tried it in two browsers."
    )
    rows = f'id,body\n1,"{first}"\n2,"{second}"\n3,{EXPORT.replace(",", "")}\n'
    documents = read(tmp_path, rows).documents
    assert blocks(documents[0]) == [
        ("paragraph", "The token is wrong since May."),
        ("item", "I tried two browsers."),
    ]
    lines = ["The report stops if a < b", "and the page is empty.", "I tried it in two browsers."]
    assert documents[1].text.split("\n") == lines
    assert documents[2].text == EXPORT.replace(",", "")
    assert documents[0].place(0) == "row 2"


def test_texts_about_html_are_read_as_they_are_written(tmp_path: Path):
    about = "The sign <b> begins bold letters in a page, and </b> ends them again."
    others = "".join(f"{n},{EXPORT.replace(',', '')}\n" for n in range(3))
    [first, *_] = read(tmp_path, f'id,body\n9,"{about}"\n{others}').documents
    assert first.text == about


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Beschreibung", "Seit gestern kann ich mich nicht mehr anmelden, und niemand hilft mir."),
        ("Descripción", "Desde ayer no puedo entrar en la página y nadie me ayuda."),
        ("Réponse_libre", "Depuis hier je ne peux plus me connecter et personne ne répond."),
        ("Отзыв", "Со вчерашнего дня я не могу войти, и никто мне не помогает."),
        ("内容", "从昨天开始我无法登录，页面提示我的令牌有误，没有人帮助我。"),
        ("コメント", "昨日からログインできず、誰も助けてくれません。とても困っています。"),
        ("댓글", "어제부터 로그인할 수 없고 아무도 나를 도와주지 않아서 정말 곤란합니다"),
        ("النص", "لا أستطيع الدخول منذ أمس ولا أحد يساعدني في حل المشكلة"),
    ],
)
def test_columns_of_texts_have_names_in_many_languages(tmp_path: Path, name: str, text: str):
    rows = f'id,{name}\n1,"{text}"\n2,"{text} 2"\n'
    assert [document.text for document in read(tmp_path, rows).documents] == [text, f"{text} 2"]


def test_a_line_with_nothing_below_it_is_an_answer_and_no_heading(tmp_path: Path):
    data = (
        "id,comment\n"
        "1,More benches by the lake would be great for older people\n"
        "2,the lights in the lane have been broken since March\n"
        '3,"Opening hours\n\nPlease open the baths on Sundays because I work all week"\n'
        '4,"We need two things.\n\n- a new gate\n- more benches\n\nMany thanks to all of you"\n'
    )
    collection = Collection.of(read(tmp_path, data).documents)
    sentences = collection.split.sentences
    shown = [
        document.text[start:end] for document, start, end in map(collection.slice_of, range(8))
    ]
    quotable = may_be_quoted(sentences, 4).tolist()
    assert [text for text, may_be in zip(shown, quotable, strict=True) if may_be] == [
        "More benches by the lake would be great for older people",
        "the lights in the lane have been broken since March",
        "Please open the baths on Sundays because I work all week",
        "We need two things.",
        "a new gate",
        "more benches",
    ]
    assert FORMS[sentences.form[shown.index("Opening hours")]] == "heading"


@pytest.mark.parametrize("shown", ["2026-05-01 09:12:44", "2026-05-01T09:12Z", "1 May 2026, 5 pm"])
def test_the_time_of_day_of_a_text_stays_in_its_document(tmp_path: Path, shown: str):
    data = f'id,timestamp,message\n1,"{shown}","{LOGIN}"\n2,2026-05-02 00:00:00,"{EXPORT}"\n'
    first, second = read(tmp_path, data).documents
    assert (first.date, second.date) == ("2026-05-01", "2026-05-02")
    assert first.text == f"{LOGIN}\n\ntimestamp\n\n{shown}"
    assert second.text == EXPORT
