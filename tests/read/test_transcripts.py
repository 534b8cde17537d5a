"""Transcripts with times, in any kind of document."""

import pytest

from documents_made import lines, pdf, word
from hyperdigest.documents import Document
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.split.sentences import split
from office_made import odt, rtf


def read_text(data: bytes) -> Content:
    return read_content(data, "text")


def said(content: Content) -> list[tuple[str, str, tuple[str, ...]]]:
    """The words, the place and the authors of each sentence."""
    document = Document(
        *("d", "d", content.text),
        format=content.format,
        blocks=content.blocks,
        pages=content.pages,
        places=content.places,
    )
    spans = split(document)
    return [
        (document.text[start:end], document.place(start), document.authors_at(start))
        for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True)
    ]


TURNS = [
    ("We sailed to the island.", "00:00:14, Anna Bell", ("Anna Bell",)),
    ("The ferry was old.", "00:00:14, Anna Bell", ("Anna Bell",)),
    ("It sank in May.", "01:02:03, Ben Cole", ("Ben Cole",)),
    ("Nobody knew why.", "01:02:09, Anna Bell", ("Anna Bell",)),
]
FIRST, SECOND, THIRD = "We sailed to the island. The ferry was old.", TURNS[2][0], TURNS[3][0]

SHAPES = [
    "[00:00:14] {a}: {0}\n[01:02:03] {b}: {1}\n[01:02:09] {a}: {2}\n",
    "(00:00:14) {a}: {0}\n\n(01:02:03) {b}: {1}\n\n(01:02:09) {a}: {2}\n",
    "00:00:14 {a}: {0}\n01:02:03 {b}: {1}\n01:02:09 {a}: {2}\n",
    "00:00:14 {a}\n{0}\n\n01:02:03 {b}\n{1}\n\n01:02:09 {a}\n{2}\n",
    "{a}  0:14\n{0}\n\n{b}  1:02:03\n{1}\n\n{a}  1:02:09\n{2}\n",
    "{a} (0:14):\r\n{0}\r\n\r\n{b} (1:02:03):\r\n{1}\r\n\r\n{a} (1:02:09):\r\n{2}\r\n",
    "{a} [00:14]: {0}\n\n{b} [1:02:03]: {1}\n\n{a} [1:02:09]: {2}\n",
    "[{a}] 00:00:14\n{0}\n\n[{b}] 01:02:03\n{1}\n\n[{a}] 01:02:09\n{2}\n",
    "**{a}** [0:14]: {0}\n\n**{b}** [1:02:03]: {1}\n\n**{a}** [1:02:09]: {2}\n",
    "### {a} (0:14)\n\n{0}\n\n### {b} (1:02:03)\n\n{1}\n\n### {a} (1:02:09)\n\n{2}\n",
    "0:0:14.0 --> 0:0:19.2\n{a}\n{0}\n\n1:2:3.0 --> 1:2:4.5\n{b}\n{1}\n\n"
    "1:2:9.0 --> 1:2:9.9\n{a}\n{2}\n",
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_each_turn_has_its_time_and_speaker_and_the_text_is_that_of_the_file(shape, kind):
    text = shape.format(FIRST, SECOND, THIRD, a="Anna Bell", b="Ben Cole")
    content = read_content(text.encode(), kind)
    assert content.text == text
    assert said(content) == TURNS


def test_what_stands_before_the_first_turn_has_places_of_its_own():
    text = "Weekly meeting\nNov 26, 2026\n\n" + SHAPES[4].format(
        FIRST, SECOND, THIRD, a="Anna Bell", b="Ben Cole"
    )
    found = said(read_text(text.encode()))
    assert [place for _, place, _ in found[:2]] == ["line 1", "line 2"]
    assert found[2:] == TURNS


def test_the_line_above_the_first_turn_is_a_heading():
    text = SHAPES[4].format(FIRST, SECOND, THIRD, a="Anna Bell", b="Ben Cole")
    first, *turns = read_text(f"The ferry of the island\n\n{text}".encode()).blocks
    assert (first.kind, first.end) == ("heading", len("The ferry of the island"))
    assert {turn.kind for turn in turns} == {"turn"}


def test_a_time_now_and_then_holds_for_the_names_that_follow():
    text = (
        "00:00:00\n\nAnna Bell: The ferry sank.\nBen Cole: Why did it sink?\n\n"
        "00:05:03\n\nAnna Bell: It was old.\n\n00:10:03\n\nBen Cole: Let us end.\n"
    )
    assert [(words, place) for words, place, _ in said(read_text(text.encode()))] == [
        ("The ferry sank.", "00:00:00, Anna Bell"),
        ("Why did it sink?", "00:00:00, Ben Cole"),
        ("It was old.", "00:05:03, Anna Bell"),
        ("Let us end.", "00:10:03, Ben Cole"),
    ]


def test_lines_without_punctuation_are_quoted_each():
    text = "0:00\nwelcome to the show today we\n0:04\nwill talk about the ferry that\n0:09\nsank\n"
    found = said(read_text(text.encode()))
    assert found[1] == ("will talk about the ferry that", "00:00:04", ())


def test_times_of_the_day_stay_as_they_are():
    text = (
        "Anna Bell  11:02 AM\nIt sank.\n\nBen Cole  1:04 PM\nWhy so?\n\n"
        "Anna Bell  1:05 PM\nIn fog.\n"
    )
    assert [place for _, place, _ in said(read_text(text.encode()))] == [
        *("11:02 AM, Anna Bell", "1:04 PM, Ben Cole", "1:05 PM, Anna Bell"),
    ]


def test_paragraphs_of_word_documents_are_turns():
    def fill(document):
        document.add_heading("Weekly meeting", 0)
        for time, name, text in (
            *(("0:14", "Anna Bell", FIRST), ("1:02:03", "Ben Cole", SECOND)),
            ("1:02:09", "Anna Bell", THIRD),
        ):
            paragraph = document.add_paragraph(f"{name}   {time}")
            paragraph.add_run().add_break()
            paragraph.add_run(text)

    content = read_content(word(fill), "docx")
    assert said(content) == [("Weekly meeting", "par. 1", ()), *TURNS]
    assert [block.kind for block in content.blocks] == ["heading", "turn", "turn", "turn"]


PARAGRAPHS = [
    *("Anna Bell  0:14", FIRST, "Ben Cole  1:02:03", SECOND),
    *("Anna Bell  1:02:09", THIRD),
]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("odt", odt("".join(f"<text:p>{each}</text:p>" for each in PARAGRAPHS))),
        ("rtf", rtf("".join(f"{each}\\par\n" for each in PARAGRAPHS))),
        ("html", "".join(f"<p>{each}</p>" for each in PARAGRAPHS).encode()),
    ],
)
def test_paragraphs_of_other_documents_are_turns(kind, data):
    assert said(read_content(data, kind)) == TURNS


def test_turns_of_a_pdf_are_on_its_pages():
    heads = ["[00:00:14] Anna Bell: ", "[01:02:03] Ben Cole: ", "[01:02:09] Anna Bell: "]
    first, *others = [head + words for head, words in zip(heads, PARAGRAPHS[1::2], strict=True)]
    data = pdf(
        lambda canvas: lines(canvas, ["Weekly meeting", "", first]),
        lambda canvas: [lines(canvas, [each], y=760 - 40 * n) for n, each in enumerate(others)],
    )
    assert said(read_content(data, "pdf")) == [
        ("Weekly meeting", "p. 1", ()),
        *((words, f"p. {1 + (n > 1)}, {at}", who) for n, (words, at, who) in enumerate(TURNS)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "12:00:01 Server: started listening\n12:00:02 Worker: connected\n12:00:04 Server: done\n",
        "[12:00:01] INFO Server: It runs.\n[12:00:02] WARN Disk: It is full.\n",
        "12:00:01 sshd[12]: Accepted 10.0.0.1.\n12:00:02 cron[9]: Ran 7.\n12:00:04 sshd[1]: No.\n",
        "09:00 Anna Bell: Opening\n09:30 Ben Cole: The bridge\n10:00 Tea\n10:30 Chi: Money\n",
        "We talk about bridges.\n\n0:00 Intro\n1:23 Setup\n4:10 The bridge\n9:00 Outro\n",
        "Anna Bell: The ferry sank.\nBen Cole: Why?\nAnna Bell: It was old.\nBen Cole: I see.\n",
        "# Use\n\nStart at 10:30 and wait.\n\n- 10:40 stop it\n- 10:50 start it again\n",
        "0:0\n" * 50,
    ],
)
def test_logs_agendas_chapters_and_minutes_are_none(text):
    assert read_text(text.encode()).places == ()


PLANS = [
    "07:30 Breakfast: porridge and tea.\n12:00 Lunch: soup of the day.\n18:00 Dinner: fish.\n",
    "9:00 AM - Arrival: the doors open.\n\n10:15 AM - Break: coffee.\n\n1:00 PM - Walk: pier.\n",
    "09:00 Talk: on dikes.\n09:45 Break: tea.\n10:00 Talk: on tides.\n11:00 Break: coffee.\n",
    "07:32 Hull: from platform two.\n08:07 York: from platform nine.\n09:11 Leeds: by bus.\n",
    "09:00 The doors open.\n09:30 Ann Lee speaks on dikes.\n10:15 Coffee in the hall.\n",
]


@pytest.mark.parametrize("kind", ["text", "markdown"])
@pytest.mark.parametrize("plan", PLANS)
def test_the_plan_of_a_day_keeps_its_times_and_labels(plan, kind):
    found = said(read_content(plan.encode(), kind))
    assert " ".join(words for words, _, _ in found).split() == plan.split()
    assert all(not who for _, _, who in found)


def test_a_chat_has_times_of_the_day_and_names_that_recur():
    text = "10:02 Anna: Is it high tide?\n10:05 Ben: It is.\n10:11 Anna: Then we sail.\n"
    assert [who for _, _, who in said(read_text(text.encode()))] == [
        *(("Anna",), ("Ben",), ("Anna",)),
    ]
