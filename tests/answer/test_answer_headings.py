"""Each citation names the heading above its sentence."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.answer.headings import LONGEST_LABEL
from hyperdigest.documents import Block
from hyperdigest.ranking.passages import nearest_above
from hyperdigest.render import render_json
from hyperdigest.render.json import render_explanation_json

QUESTION = "What does the directory hold?"
HOLDS = "This directory holds system crash dumps."
KEEPS = "Another directory keeps the old logs of all users."


def answer_to(*documents, question=QUESTION, **options):
    how = {"words": 500, "shortest": 1, "enough": False, **options}
    return Collection.of(documents).fit().ask(question, **how)


def headings(*documents, question=QUESTION, **options):
    """The heading of each sentence that is cited."""
    sentences = (
        answer_to(*documents, question=question, **{"enough": False, **options}).digest().sentences
    )
    return {sentence.text: sentence.heading for sentence in sentences}


def markdown(text, title="", name="a.md"):
    return Document(name, name, text, title, "markdown")


def parts(*given, name="a"):
    """A document of parts, each a kind of block and its text."""
    blocks, text = [], ""
    for kind, part in given:
        blocks.append(Block(len(text), len(text) + len(part), kind))
        text += f"{part}\n\n"
    return Document(name, name, text, format="html", blocks=tuple(blocks))


def test_without_headings_sentences_have_none():
    digest = answer_to(markdown(f"{HOLDS} {KEEPS}")).digest()
    assert [sentence.heading for sentence in digest.sentences] == ["", ""]
    assert "heading" not in digest.to_json()


def test_each_sentence_has_the_nearest_heading_above_it():
    text = (
        f"The logs of users are in a directory.\n\n# Files\n\n## The directory of dumps\n\n{HOLDS}"
        f" It is optional in every system.\n\n## Logs\n\n{KEEPS}\n\n# Last words\n"
    )
    told = headings(markdown(text))
    assert told == {
        "The logs of users are in a directory.": "",
        HOLDS: "The directory of dumps",
        "It is optional in every system.": "The directory of dumps",
        KEEPS: "Logs",
    }


def test_the_section_around_a_heading_that_recurs_is_named_before_it():
    text = (
        f"# Changes of the valve\n\n## 2.0\n\n### Fixes\n\n{HOLDS}\n\n"
        f"### Features\n\nIt is red.\n\n## 1.0\n\n### Fixes\n\n{KEEPS}\n\n"
    )
    told = headings(markdown(text), question=f"{QUESTION} What is red?")
    assert told == {HOLDS: "2.0 › Fixes", "It is red.": "Features", KEEPS: "1.0 › Fixes"}


@pytest.mark.parametrize("rule", ["=", "-", "~"])
@pytest.mark.parametrize("name", ["The old logs are lost", "Nothing is kept!", "Why it is slow"])
def test_a_sentence_with_a_rule_below_it_is_the_heading_of_what_is_below(name, rule):
    text = f"Dumps\n=====\n\n{HOLDS}\n\n{name}\n{rule * len(name)}\n\n{KEEPS}\n"
    assert headings(Document("a", "a", text)) == {HOLDS: "Dumps", KEEPS: name}


def test_a_heading_applies_only_to_its_own_document():
    one = markdown(f"{HOLDS}\n\n# The end of this file\n", name="a.md")
    assert headings(one, markdown(KEEPS, name="b.md")) == {HOLDS: "", KEEPS: ""}


@pytest.mark.parametrize("title", ["Crash  Dumps", "CRASH\nDUMPS", "crash dumps"])
def test_the_title_of_the_document_is_not_named_as_a_heading(title):
    text = f"# Crash dumps\n\n{HOLDS}\n\n## Crash dumps of today\n\n{KEEPS}\n"
    assert headings(markdown(text, title)) == {HOLDS: "", KEEPS: "Crash dumps of today"}


def test_a_cited_heading_has_no_heading_itself():
    text = f"# All the files\n\n## The directory of crash dumps\n\n{HOLDS}\n"
    told = headings(markdown(text), any_form=True)
    assert told["The directory of crash dumps"] == ""
    assert told[HOLDS] == "The directory of crash dumps"


def test_marks_are_stripped_and_white_space_is_one_space():
    text = f"## The **directory** of\t[dumps](https://example.org/a)  `x`\n\n{HOLDS}\n"
    assert headings(markdown(text)) == {HOLDS: "The directory of dumps x"}


def test_control_characters_of_a_heading_are_made_visible():
    told = headings(parts(("heading", "The \x1b[31m dumps"), ("paragraph", HOLDS)))
    assert told == {HOLDS: "The ␛[31m dumps"}


@pytest.mark.parametrize("mark", ["# ", "## **", ""])
@pytest.mark.parametrize(
    "heading",
    ["5.6. /var/crash : System crash dumps (optional)", "Chapter 5. The /var Hierarchy",
     "Part II. Chapter 5. The /var Hierarchy"],
)  # fmt: skip
def test_a_heading_includes_its_number(mark, heading):
    text = f"# Manual\n\n{mark}{heading}{'**' * mark.endswith('**')}\n\n{HOLDS}\n"
    assert headings(markdown(text, "Manual")) == {HOLDS: heading}


def test_of_several_headings_in_a_row_the_last_is_named():
    before = parts(("heading", "All of it."), name="0")
    after = parts(("heading", "The\ndumps."), ("heading", "Of\ntoday"), ("paragraph", HOLDS))
    assert headings(before, after) == {HOLDS: "Of today"}


def test_a_heading_of_a_thousand_words_is_ignored():
    long = " ".join(f"w{n}" for n in range(1000))
    one = parts(("heading", "Dumps"), ("paragraph", KEEPS), ("heading", long), ("paragraph", HOLDS))
    assert headings(one) == {KEEPS: "Dumps", HOLDS: "Dumps"}


@pytest.mark.parametrize("length", [LONGEST_LABEL, LONGEST_LABEL + 1, 5000])
def test_long_headings_are_cut(length):
    heading = ("dumps-" * length)[:length]
    (told,) = headings(parts(("heading", heading), ("paragraph", HOLDS))).values()
    if length <= LONGEST_LABEL:
        assert told == heading
    else:
        assert told == f"{heading[: LONGEST_LABEL - 1]}…"


def test_a_question_that_is_a_paragraph_of_its_own_is_a_heading():
    text = f"What do the dumps tell?\r\n\r\n{HOLDS} {KEEPS}\r\n"
    told = headings(Document("a.txt", "a.txt", text))
    assert told == {HOLDS: "What do the dumps tell?", KEEPS: "What do the dumps tell?"}


@pytest.mark.parametrize("between", [" ", "\n", "\r\n"])
def test_a_question_inside_a_paragraph_is_no_heading(between):
    text = f"# Dumps\n\n{KEEPS}{between}Which of them tell why?{between}{HOLDS}\n"
    assert headings(markdown(text)) == {KEEPS: "Dumps", HOLDS: "Dumps"}
    text = f"# Dumps\n\nWhich of them tell why?{between}{HOLDS}\n"
    assert headings(markdown(text)) == {HOLDS: "Dumps"}


@pytest.mark.parametrize(
    ("heading", "sentence", "question"),
    [
        ("第五章 崩溃转储", "该目录保存系统的崩溃转储文件，供查看。", "目录保存什么？"),
        ("Глава 5. Дампы", "В этом каталоге хранятся дампы системы.", "Что хранится в каталоге?"),
        ("תמונות זיכרון", "בספרייה הזאת נשמרות תמונות הזיכרון של המערכת.", "מה נשמר בספרייה?"),
        ("Überschrift: Abbilder", "Dieses Verzeichnis enthält die Abbilder.", "Abbilder?"),
    ],
)  # fmt: skip
def test_headings_of_other_languages(heading, sentence, question):
    told = headings(markdown(f"# {heading}\n\n{sentence}\n"), question=question)
    assert told == {sentence: heading}


def test_json_and_explanations_have_the_heading_if_there_is_one():
    answer = answer_to(markdown(f"{KEEPS}\n\n# Dumps\n\n{HOLDS}\n"))
    for told in (render_json(answer.digest()), render_explanation_json(answer.explain())):
        found = {each["text"]: each for each in json.loads(told)["sentences"]}
        assert found[HOLDS]["heading"] == "Dumps"
        assert "heading" not in found[KEEPS]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_the_nearest_heading_above_equals_a_loop(told):
    marked, begins = (np.array(column) for column in zip(*told, strict=True))
    document, expected, last = begins.cumsum(), [], -1
    for number in range(len(told)):
        last = -1 if begins[number] else last
        expected.append(-1 if marked[number] else last)
        last = number if marked[number] else last
    assert nearest_above(marked, document).tolist() == expected


@pytest.mark.parametrize(
    "line",
    [
        "By Jane Doe",
        "By a staff writer",
        "Published 14 August 2017",
        "7",
        "- 7 -",
        "Guide to dumps             65",
        "66           Guide to dumps",
        "Page 3 of 9",
        "Table 1. Numbers of dumps",
        "Figure 3.2: The tree of dumps",
        "*Published 14 August 2017*",
    ],
)
def test_bylines_dates_and_page_numbers_are_no_headings(line):
    document = Document("a.txt", "a.txt", f"Dumps of systems\n\n{line}\n\n{HOLDS}\n")
    assert headings(document) == {HOLDS: "Dumps of systems"}


@pytest.mark.parametrize("line", ["By Jane Doe", "By a staff writer", "Published 14 August 2017"])
def test_a_byline_is_no_heading_even_if_marked_as_one(line):
    document = parts(("heading", "Dumps of systems"), ("heading", line), ("paragraph", HOLDS))
    assert headings(document) == {HOLDS: "Dumps of systems"}


@pytest.mark.parametrize("line", ["7", "2026", "1.2.0", "[2.0] - 2020-01-02", "14 August 2017"])
def test_a_number_or_a_date_is_a_heading_if_marked_as_one(line):
    marked = parts(("heading", "Dumps of systems"), ("heading", line), ("paragraph", HOLDS))
    for document in (marked, markdown(f"# Dumps of systems\n\n## {line}\n\n{HOLDS}\n")):
        assert headings(document) == {HOLDS: line}


STORES = "The system stores crash dumps in a directory."


@pytest.mark.parametrize("mark", ["## ", "", "**"])
def test_a_block_without_a_term_ends_the_section_of_a_heading(mark):
    text = (
        f"# Files\n\n{KEEPS}\n\n{mark}Where it is\n\n{STORES} It was. Dumps of a system are large."
    )
    told = headings(markdown(f"{text}\n\n# Dumps\n\nIt is so.\n\nDumps of directories last."))
    assert told[KEEPS] == "Files"
    assert told[STORES] == told["Dumps of a system are large."] == ""


def test_a_sentence_without_a_term_in_a_paragraph_does_not_end_the_section():
    told = headings(markdown(f"# Files\n\nIt is so. {HOLDS} It was. {KEEPS}"))
    assert told == {HOLDS: "Files", KEEPS: "Files"}


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("heading", ["# Where it is", "Who\n---", "Where it is\n====="])
def test_a_marked_heading_without_a_term_ends_the_section_above_it(heading, end):
    text = f"# Files\n\n{KEEPS}\n\n{heading}\n{STORES}\n".replace("\n", end)
    assert headings(markdown(text)) == {KEEPS: "Files", STORES: ""}


@pytest.mark.parametrize("form", ["pptx", "odp", "pdf"])
def test_a_heading_applies_only_to_its_own_slide(form):
    both = parts(("heading", "Dumps"), ("paragraph", KEEPS), ("paragraph", HOLDS))
    pages = (0, both.text.index(HOLDS))
    told = headings(replace(both, format=form, pages=pages))
    assert told == {KEEPS: "Dumps", HOLDS: "Dumps" if form == "pdf" else ""}


@pytest.mark.parametrize(
    "line",
    ["Beirut and Amman, April 2017", "*Niamey, May 2017*", "2 Logs ........ 9", "Logs . . . . . 9"],
)
def test_a_dateline_or_table_of_contents_gives_no_heading(line):
    assert headings(markdown(f"Dumps of systems\n\n{line}\n\n{HOLDS}\n")) == {HOLDS: ""}
    assert headings(markdown(f"# Dumps\n\n## Rates, April 2017\n\n{HOLDS}\n")) == {
        HOLDS: "Rates, April 2017"
    }


@pytest.mark.parametrize("before", ["Table 1.", "Table 1. Numbers", "Table 1: Dumps are large."])
def test_a_heading_below_a_caption_is_a_heading(before):
    text = f"Dumps of systems\n\n{before}\n\nLogs of users\n\n{HOLDS}\n"
    assert headings(Document("a.txt", "a.txt", text))[HOLDS] == "Logs of users"


def test_the_heads_of_pages_are_no_headings_and_end_the_reach_of_none():
    head = "The Guide to Directories                 {}\n\n"
    page = "".join(f"Keep {n} copies of the logs.\n\n" for n in range(20))
    text = f"4.2. /var/crash\n\n{HOLDS}\n\n{page}"
    text += "".join(f"{head.format(n)}{page}" for n in range(2, 5)) + f"{head.format(5)}{KEEPS}\n"
    found = headings(Document("a.txt", "a.txt", text))
    assert found[HOLDS] == found[KEEPS] == "4.2. /var/crash"


@pytest.mark.parametrize(
    "silent",
    [
        "R> K",
        "-DMAX_LENGTH=123456789",
        "dump -i crash -f usb:-1",
        "\\a alert (bell)",
        "R",
        "b hello c d e g",
        "−1",
        "Z τ",
        "16256518318",
        "0 2 4 6 8",
        "\ue0011 −1 0 0\ue002",
    ],
)
def test_a_heading_that_says_nothing_gives_way_to_the_one_of_higher_rank(silent):
    text = f"# Directories\n\n## Logs\n\n{KEEPS}\n\n## {silent}\n\n{HOLDS}\n"
    assert headings(markdown(text)) == {KEEPS: "Logs", HOLDS: "Directories"}
    assert headings(markdown(f"## Logs\n\n{KEEPS}\n\n## {silent}\n\n{HOLDS}\n"))[HOLDS] == ""


@pytest.mark.parametrize(
    "telling",
    [
        *(
            "-x, --extract",
            "--output=FILE",
            "-V",
            "MAX_LENGTH=N",
            "Appendix A",
            "E|env",
            "C++ tools",
        ),
        *(
            "dumps(8) -- the keeper",
            "Version 4.4.1",
            "2024-05-01",
            "What is a dump for?",
            "The file could be",
        ),
    ],
)
def test_options_and_names_say_something_if_marked_as_headings(telling):
    text = f"# Directories\n\n## {telling}\n\n{HOLDS}\n"
    assert headings(markdown(text))[HOLDS] == telling


@pytest.mark.parametrize(
    "silent",
    [
        *("An example of the directory could be", "R> K", "HOME=/var/crash"),
        *("Symbol Name        Description", "C-a : paste p"),
    ],
)
def test_what_only_looks_like_a_heading_in_plain_text_is_none(silent):
    text = f"Directories\n\n{KEEPS}\n\n{silent}\n\n{HOLDS}\n"
    assert headings(Document("a.txt", "a.txt", text))[HOLDS] == "Directories"


def test_sections_with_a_number_or_a_question_mark_may_have_a_verb():
    for telling in ("3. Computer is not synchronising", "What is in the directory of dumps?"):
        text = f"Directories\n\n{KEEPS}\n\n{telling}\n\n{HOLDS}\n"
        assert headings(Document("a.txt", "a.txt", text))[HOLDS] == telling


@pytest.mark.parametrize("mark", [" ¶", "¶", "[[DUMPS]]"])
def test_the_mark_of_a_link_to_a_heading_is_not_cited(mark):
    assert headings(markdown(f"# Dumps{mark}\n\n{HOLDS}\n"))[HOLDS] == "Dumps"


@pytest.mark.parametrize("rules", ["=-", "--"])
def test_a_heading_with_a_rule_below_it_is_marked_even_if_it_has_a_verb(rules):
    title, part = rules
    text = (
        f"The works\n{title * 9}\n\nLogs\n{part * 4}\n\n{KEEPS}\n\n"
        f"What to do when they leak\n{part * 25}\n\n{HOLDS}\n"
    )
    told = headings(markdown(text))
    assert told[KEEPS] == "Logs"
    assert told[HOLDS] == "What to do when they leak"


@pytest.mark.parametrize("heading", [r"\page", r"\page <name> (title)"])
def test_a_command_with_a_backslash_is_a_heading_if_the_document_marks_it(heading):
    assert headings(parts(("heading", heading), ("paragraph", HOLDS))) == {HOLDS: heading}


def test_questions_are_headings_beside_marked_ones_only_in_an_faq():
    asked = [f"What does the {name} hold?" for name in ("tank", "mill", "gate")]
    page = [("heading", "Logs"), ("paragraph", asked[0]), ("paragraph", HOLDS)]
    rest = [("paragraph", part) for one in asked[1:] for part in (one, f"It is in {one[14:18]}.")]
    assert headings(parts(*page))[HOLDS] == "Logs"
    assert headings(parts(*page, *rest))[HOLDS] == asked[0]
    assert headings(parts(*page[1:]))[HOLDS] == asked[0]


GUIDE = """# Guide to the mills

# Windmill

The sails turn by night.

# When does it close?

It closes when the wind drops below four knots.

# Watermill

The wheel turns by day.

# When does it close?

It closes when the river freezes over for a week.

# Horse mill

Two horses turn the stone.

# When does it close?

It closes when the horses are at the market.
"""


def test_a_heading_that_recurs_without_levels_is_named_with_that_of_its_entry():
    document = Document("guide.md", "guide.md", GUIDE, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest("When does the watermill close?", words=60, enough=False)
    told = {sentence.text: sentence.heading for sentence in digest.sentences}
    closes = "When does it close?"
    assert told["It closes when the river freezes over for a week."] == f"Watermill › {closes}"
    assert told["It closes when the wind drops below four knots."] == f"Windmill › {closes}"
    assert told["The wheel turns by day."] == "Watermill"


def headings_of(text):
    model = Collection.of([Document("g.md", "g.md", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("When does the mill close?", words=200, enough=False)
    return {sentence.heading for sentence in digest.sentences}


def test_the_entry_is_named_below_a_title_too():
    below_title = GUIDE.replace("\n# ", "\n## ")
    assert "Watermill › When does it close?" in headings_of(below_title)


def test_a_deeper_heading_is_no_entry():
    deeper = GUIDE
    for deep in ("Windmill", "Watermill", "Horse mill"):
        deeper = deeper.replace(f"# {deep}\n", f"# The {deep}\n\n## About {deep}\n")
    assert all("About" not in each for each in headings_of(deeper) if "When" in each)
