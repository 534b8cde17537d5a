"""What is struck out in Markdown, and its comments, are not quoted and count for nothing."""

import time

import pytest

from hyperdigest import Collection, Document
from hyperdigest.base.struck import struck_out, without_struck_out
from hyperdigest.documents import FORMS, Block


def collected(text: str) -> Collection:
    return Collection.of([Document("a", "a", text, format="markdown")], language="en")


@pytest.mark.parametrize("struck", ["~~8080~~", "<del>8080</del>", '<s class="old">8080</s>'])
def test_a_sentence_is_quoted_without_what_is_struck_out_in_it(struck):
    text = f"# Ferry\n\nThe port of the ferry is {struck} 9090 since the last of the storms.\n"
    collection = collected(text)
    document, sentences = collection.documents[0], collection.split.sentences
    start, end = int(sentences.start[1]), int(sentences.end[1])
    assert struck in text[start:end]
    shown = document.displayed(start, end)
    assert shown == "The port of the ferry is 9090 since the last of the storms."
    assert "8080" not in collection.split.vocabulary


def test_sentences_that_are_struck_out_are_none():
    text = "Set it to ~~eighty~~ ninety. ~~Then start the ferry. Wait for it.~~ Go home.\n"
    collection = collected(text)
    shown = [collection.text(number) for number in range(len(collection.split.sentences))]
    assert shown == ["Set it to ~~eighty~~ ninety.", "Go home."]


def test_comments_are_no_sentences():
    text = (
        "<!-- lint: off -->\nThe ferry <!-- really --> sails at noon. <!-- or not -->\n\n"
        "<!--\nIt sails at ten.\n\n- It is slow.\n-->\n\nNobody is late.\n"
    )
    collection = collected(text)
    shown = [
        collection.documents[0].displayed(int(start), int(end))
        for start, end in zip(
            collection.split.sentences.start, collection.split.sentences.end, strict=True
        )
    ]
    assert shown == ["The ferry sails at noon.", "Nobody is late."]
    assert "ten" not in collection.split.vocabulary


def test_a_comment_parts_no_example_from_the_sentence_before_it():
    collection = collected("The ferry is called so:\n\n<!-- lint: off -->\n\n```js\ncall();\n```\n")
    sentences = collection.split.sentences
    assert sentences.context.tolist() == [0, 1]


def test_the_parts_that_a_document_marks_stay_without_what_is_struck_out():
    text = "The ferry is ~~late~~ fast.\n\nprint('<!-- a comment -->')\n\nIt sails.\n"
    cell = text.index("print"), text.index("\n\nIt")
    blocks = (
        Block(0, text.index("\n"), "paragraph"),
        Block(*cell, "code"),
        Block(cell[1] + 2, len(text) - 1, "paragraph"),
    )
    document = Document("a", "a", text, format="markdown", blocks=blocks)
    collection = Collection.of([document], language="en")
    sentences = collection.split.sentences
    assert [FORMS[form] for form in sentences.form] == ["prose", "code", "prose"]
    assert collection.text(1) == text[slice(*cell)]


@pytest.mark.parametrize(
    "text",
    ["`~~code~~`", "```\n~~code~~\n```", "~~~\n~~code~~\n~~~", "~~ apart ~~",
     "~~two\n\nparagraphs~~", "~one~ or ~~~three~~~", "\\~~escaped~~",
     "`<!-- code -->`", "```\n<!-- code -->\n```", "    <p><!-- code --></p>", "<!-- open",
     "a <!-- list\n\nand --> an arrow"],
)  # fmt: skip
def test_code_and_other_signs_strike_nothing_out(text):
    assert list(struck_out(text)) == []
    assert without_struck_out(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        "~~a ",
        "<s> ",
        "`a ",
        "~~a~~ ",
        "` `` ",
        "~~a\n\n",
        "<!-- a",
        "a --> <!--",
        "a <!--\n\n",
        "` <!--\n\n",
    ],
)
def test_the_time_is_linear(piece):
    begin = time.process_time()
    list(struck_out(piece * 100_000 + "-->"))
    assert time.process_time() - begin < 10
