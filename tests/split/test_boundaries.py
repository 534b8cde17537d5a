"""Texts written for these tests are split into exactly the sentences given."""

import pytest

from hyperdigest.documents import FORMS, Block, Document
from hyperdigest.split import split
from hyperdigest.split.sentence_ends import sentence_ends


def sentences(text: str, format: str = "text") -> list[str]:
    spans = split(Document("d", "d", text, format=format))
    return [text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]


GOLD = {
    "the status of a command": [
        "Write state=$(($? & 8)) below the call.",
        "The third bit of $? is set.",
        "Is it?",
        "It is.",
    ],
    "titles and initials": [
        "Dr. J. K. Smith met Prof. Ada Lane.",
        "Mrs. Hall came at 9 a.m. with Mr. Reed.",
        "They left.",
    ],
    "abbreviations before numbers and lower case": [
        "See vol. 2, p. 14 and approx. 5 others, e.g. the last.",
        "The hosts (eg. *.example.org) and shells (e.g. /bin/sh, or cf. --shell) are listed.",
        "It cites No. 7, Art. 5, para. 3 and Fig. 2.",
        "Two strains (accession no. QX204417 and nos. B-12) grew.",
        "Our answer was no.",
        "Others differ, cf. the notes.",
    ],
    "abbreviations that close a sentence": [
        "The train left at 5 p.m.",
        "Nobody was on it.",
        "She worked for the F.B.I.",
        "Her brother lived in the U.S.",
        "He sold his share of Acme Inc.",
        "The firm grew.",
    ],
    "times and abbreviations of capitals before lower case": [
        "The council met at 8p.m. in the old mill.",
        "It ended at 10.30pm. without a vote, and not at 9 a.m. as before.",
        "Ann Hall of the N.H.T.C. is invited.",
        "(C.T.C. members may come at 7:15 p.m. on foot.)",
        "She left the T.W.U.",
        "Nobody knew.",
        "We met at 8p.m.",
        "Nobody came.",
    ],
    "raised marks of notes": [
        "The claim was made in 1998.¹²",
        "It rose by 5.5³ percent.",
        "It was wrong.¹",
        "Nobody knew.",
    ],
    "names in angle brackets, and signs by themselves": [
        "Pass the socket to <mill.Gate> or <mill.Wheel>.",
        "It is <wet>.",
        "the shell has && and || to join commands, and ! to negate one.",
        "Use the ? to match one letter.",
    ],
    "the first line of scripts": [
        "It begins with `#!/bin/sh`, the usual #! line.",
        "The rest follows.",
    ],
    "marks before options": [
        "It starts.",
        "`--stop` ends it.",
        "*--now* does so at once.",
        '"--later" waits.',
    ],
    "decimals, dates and prices": [
        "The rate rose from 2.5 to 3.75 percent in Jan. 2014.",
        "It cost $1,200.50 on 3 Feb. 2015.",
        "Version 1.2.3 followed.",
    ],
    "quotes": [
        'He said, "We must wait."',
        '"Where is it?" she asked.',
        '"It is gone!" cried the man.',
        "“Not yet.”",
        '"Who is there?" Miss Hall asked, looking up.',
        '"Nobody!" Tom said.',
        '"Where?"',
        "Tom said nothing.",
        "(That was true.)",
        "Then they went.",
    ],
    "ellipsis": ["Wait...", "He was late... but he came.", "So it ended."],
    "addresses": [
        "The data are at https://example.org/a.b/C.html?x=1.2 for all.",
        "Write to ann.lee@example.org or see www.example.com today.",
        "It runs on Node.js and reads notes.txt files.",
    ],
    "words that look like abbreviations": [
        "He died of cancer.",
        "Both tools were close to hand.",
        "Trade was hard.",
        "Kings ruled then.",
        "The cable runs through the harbour.",
        "Hallmark steel is strong.",
        "It hurt his leg.",
        "Finding it took long.",
    ],
    "short answers and speech": [
        "No.",
        "Intermarriage is out.",
        '"Not yet," said Ann.',
        '"Your boots are wet."',
        '"Thanks."',
        "Retief left.",
        "OK.",
        "Sounds good.",
    ],
    "legal cites": [
        "In Smith v. Jones, 12 U.S. 34 (1990), the court held that Art. 5 applies.",
        "Under 42 U.S.C. § 1983 the claim fails.",
    ],
    "notes": [
        "It was seen in many cases.[3]",
        "The rate fell.[4][5]",
        "Others found no change [6].",
        "Smith et al. [7] disagree.",
        "The cause is unknown.12",
        "More work is needed.[8]",
    ],
    "exclamations": ["Stop!", "What now?!", "Nothing happened."],
    "german": [
        "Am 3. Oktober 1990 war es so.",
        "Er sagte: „Ich gehe.“",
        "Das gilt z. B. für Dr. Maier.",
        "„Warum?“, fragte sie.",
    ],
    "french": ["Il a dit : « Bonjour. »", "« Pourquoi ? » demanda-t-elle.", "C'est tout !"],
    "spanish": ["¿Qué pasa?", "¡Nada!", "El Sr. López llegó en 1990.", "Dijo: «No sé.»"],
    "russian": ["«Почему?» — спросила она.", "Это всё."],
    "russian abbreviations": [
        "Проф. Иванов сказал, что мост стоил 5 млн. рублей, т. е. слишком много.",
        "В 1990 г. пришло 10 тыс. человек и др. люди с ул. Ленина.",
        "Он ел рис.",
        "Потом пришёл проф. Петров (см. рис. 3).",
    ],
    "spaced": ["It is late .", "We go home .", "Why ?", "I do not know ."],
}


@pytest.mark.parametrize("gold", GOLD.values(), ids=GOLD)
def test_sentences_in_one_line_are_separated(gold):
    assert sentences(" ".join(gold)) == gold


@pytest.mark.parametrize("gold", GOLD.values(), ids=GOLD)
def test_sentences_on_a_line_each_are_separated(gold):
    assert sentences("\n".join(gold)) == gold


@pytest.mark.parametrize("gold", GOLD.values(), ids=GOLD)
def test_sentences_separated_by_blank_lines_are_separated(gold):
    assert sentences("\r\n\r\n".join(gold)) == gold


@pytest.mark.parametrize(
    ("text", "gold"),
    [
        (
            "Good self-care helps.For other types see below.Rest helps (in part).The end.",
            [
                "Good self-care helps.",
                "For other types see below.",
                "Rest helps (in part).",
                "The end.",
            ],
        ),
        (
            "It writes ALTER ROLE ... IN TOWN ... SET ... commands. They wait ... Then they go.",
            [
                "It writes ALTER ROLE ... IN TOWN ... SET ... commands.",
                "They wait ...",
                "Then they go.",
            ],
        ),
        (
            "The film (lit. Only You) is old. The lamp is lit. Only You is a film.",
            ["The film (lit. Only You) is old.", "The lamp is lit.", "Only You is a film."],
        ),
        ("Call pump [OPTION]... FILE to begin.", ["Call pump [OPTION]... FILE to begin."]),
        ("He came to New York.The city slept.", ["He came to New York.", "The city slept."]),
        (
            "Use it if x<10.The next one is for i<3.Next is the gate.",
            ["Use it if x<10.", "The next one is for i<3.", "Next is the gate."],
        ),
        (
            "Use <net.Socket> or Map<gate.Lock>.",
            ["Use <net.Socket> or Map<gate.Lock>."],
        ),
        ("Call System.Out or example.Com now.", ["Call System.Out or example.Com now."]),
        (
            "Raise winch.RopeError, a crane.jib_Hook or (a quay.Buoy) here.",
            ["Raise winch.RopeError, a crane.jib_Hook or (a quay.Buoy) here."],
        ),
        ("这是第一句。这是第二句！好吗？", ["这是第一句。", "这是第二句！", "好吗？"]),
        ("यह एक है। यह दो है।", ["यह एक है।", "यह दो है।"]),
        ("First one. - Second one.  • Third one.", ["First one.", "Second one.", "Third one."]),
        ("-- First one. — Second one.", ["First one.", "Second one."]),
        (
            "Many have rust.2The cause is salt.12 Others have none.",
            ["Many have rust.2", "The cause is salt.12", "Others have none."],
        ),
        ("See notes.2The or release.2b here.", ["See notes.2", "The or release.2b here."]),
    ],
)
def test_sentences_without_spaces_between_and_foreign_ones_are_separated(text, gold):
    assert sentences(text) == gold


@pytest.mark.parametrize(
    ("text", "gold"),
    [
        ("A hoist! won't lift it. Use jib.", ["A hoist! won't lift it.", "Use jib."]),
        ("Quay What? is a play. It ran long.", ["Quay What? is a play.", "It ran long."]),
        ("the rope broke! a man fell. so sad.", ["the rope broke!", "a man fell.", "so sad."]),
    ],
)
def test_lower_case_goes_on_after_a_mark_in_a_text_with_capitals(text, gold):
    assert sentences(text) == gold


@pytest.mark.parametrize("text", ["Dr. Smith met Ann.", "# Trams", "---\ntitle: a\n---\n\nTrams."])
def test_a_byte_order_mark_changes_nothing(text):
    text += "\n\nIt rained."
    assert sentences("\ufeff" + text, "markdown") == sentences(text, "markdown")


def test_the_first_sentence_of_a_turn_begins_with_its_speaker():
    text = "Dr. No. Hall: We wait. It is late.\nTom: Yes.\nDr. No. Hall: Then we go."
    assert sentences(text) == [
        "Dr. No. Hall: We wait.", "It is late.", "Tom: Yes.", "Dr. No. Hall: Then we go."
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "word " * 100_000,
        "!" * 300_000,
        "a.)" * 100_000,
        "?\" '" * 50_000,
        "A." * 100_000,
        ".1" * 100_000,
        "x" * 1_000_000,
        "<!--" * 50_000,
        "](" * 100_000,
        "- " * 100_000,
        "> " * 100_000,
        "\n" * 300_000,
        "a | b |" * 30_000,
        "Aa Bb: " * 30_000,
        "[1]" * 60_000,
        "AAAA" * 50_000 + "!",
        "of the noise Ear is " * 20_000,
        "While in noise Ear " * 20_000,
        "For more information " * 20_000,
        '!" The Hall ' * 30_000,
        ".2The" * 50_000,
        "Because" + ";a" * 100_000 + ".",
        "1," * 200_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_odd_sequences_of_marks_are_split(text):
    for format in ("text", "markdown"):
        assert sum(map(len, sentences(text, format))) <= len(text)


@pytest.mark.parametrize("label", ["Chapter 2.", "Example 2.6.", "TABLE B-3.", "Part IV."])
def test_a_number_before_a_title_is_part_of_it(label):
    text = f"## {label} Stop the tram\n\n{label} The tram stops. It waits.\n"
    assert sentences(text, "markdown") == [
        f"{label} Stop the tram", f"{label} The tram stops.", "It waits.",
    ]  # fmt: skip
    assert sentences("It is in chapter 2. The tram stops.") == [
        "It is in chapter 2.", "The tram stops.",
    ]  # fmt: skip


def test_a_block_of_kind_sentence_is_not_split():
    text = "It rained. Then it stopped.\n\n It snowed. "
    blocks = (Block(0, 27, "sentence"), Block(29, len(text), "sentence"))
    spans = split(Document("a", "a", text, blocks=blocks))
    assert [text[s:e] for s, e in zip(spans.start, spans.end, strict=True)] == [
        "It rained. Then it stopped.", "It snowed.",
    ]  # fmt: skip
    assert {FORMS[form] for form in spans.form} == {"prose"}


@pytest.mark.parametrize(
    ("language", "gold"),
    [
        ("en", ["These are signs of cancer.", "Being tired for long.", "Loss of weight."]),
        ("en", ["Add the salt by hand.", "Stir for an hour.", "Serve it."]),
        ("de", ["Das sind die Regeln.", "Trinken Sie Wasser.", "Gehen Sie spazieren."]),
        ("fr", ["Voici les conseils.", "Buvez de l'eau.", "Marchez un peu."]),
        ("es", ["Estos son los consejos.", "Beba agua.", "Camine un poco."]),
        ("ru", ["Вот советы.", "Пейте воду.", "Гуляйте чаще."]),
    ],
)
@pytest.mark.parametrize("bullet", ["-", "•", "–"])
def test_items_in_one_line_are_separated_before_their_bullets(language, gold, bullet):
    text = f" {bullet} ".join(gold)
    spans = split(Document("d", "d", text), language)
    assert [text[start:end] for start, end in zip(spans.start, spans.end, strict=True)] == gold


def test_byte_order_marks_between_spaces_make_no_table():
    coordinates = "The mill stands at 60 ° 12 ′ N \ufeff / \ufeff 60.2 ° N 24.9 ° E on the river."
    text = f"{coordinates} Its wheel was made of oak."
    assert sentences(text) == [coordinates, "Its wheel was made of oak."]


def test_a_full_stop_before_the_bracket_of_a_sentence_ends_none_in_it():
    assert sentences("The vote is secret (See §9.). Then it is read. (It is short.) It ends.") == [
        "The vote is secret (See §9.).", "Then it is read.", "(It is short.)", "It ends.",
    ]  # fmt: skip


def test_no_sentence_begins_in_the_value_of_an_attribute():
    shop = "No codes are needed. Buy ropes in the shop. Stay well."
    tag = f"<a title='{shop}' href='https://example.org'><img alt=\"{shop}\" src='a.png'></a>"
    spans = split(Document("d", "d", f"{tag}\n\nThe ropes are dry. {tag}", format="markdown"))
    prose = spans.form == FORMS.index("prose")
    assert prose.sum() == 1
    assert spans.start[prose][0] == len(tag) + 2


def test_the_mark_of_an_image_in_markdown_ends_no_sentence():
    assert sentence_ends("Status: [![It passes](a.svg)](a) now.")[:-1] == []
    assert sentence_ends("Stop![1] The pump leaks.")[:-1] != []


def test_marks_of_notes_in_markdown_belong_to_the_sentence_before_them():
    text = "The pump leaks.[^1] It ran dry.[^dry][^2]\n\nWe left it.[^3]"
    assert sentences(text, "markdown") == [
        "The pump leaks.[^1]",
        "It ran dry.[^dry][^2]",
        "We left it.[^3]",
    ]


@pytest.mark.parametrize("item", ["2 tbsp. Worcestershire sauce", "1 ½ lb. Beef"])
def test_an_amount_at_the_beginning_of_an_item_is_part_of_it(item):
    assert sentences(f"- {item}\n- 3 eggs\n", format="markdown") == [item, "3 eggs"]
