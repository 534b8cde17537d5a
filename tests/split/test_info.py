"""What only leads through a manual in Info is not quoted: pointers, links of nodes, its tables."""

import pytest

from hyperdigest import Collection, Document
from hyperdigest.answer.headings import heading_above
from hyperdigest.documents.quotable import may_be_quoted

PROSE = "The pump stands in the hall of the old town, and it is red."


def collection_of(text):
    return Collection.of([Document("a", "a", text)])


def quotable(text):
    sentences = collection_of(text).split.sentences
    eligible = may_be_quoted(sentences, 2)
    return [
        " ".join(text[start:end].split())
        for start, end, may_be in zip(sentences.start, sentences.end, eligible, strict=True)
        if may_be
    ]


@pytest.mark.parametrize(
    "pointer",
    [
        "*Note Old Pumps::.",
        "*Note Old Pumps::, for more information on how to run 'pump'.",
        "*Note Old Pumps:: and *note New Pumps::.",
        "(*Note (water)Old Pumps::, for an introduction to pumps.)",
        "*Note Old Pumps::  for their names.",
        "See *note Old Pumps::, *note Valves::, and *note Oil::.",
        "*Note Pump Conventions: (water)Conventions, for more about them and about the valves that"
        "\n   are in the hall of the town, which is closed in the winter of each year.",
    ],
)
def test_a_sentence_that_only_points_to_a_node_is_not_quoted(pointer):
    assert quotable(f"1 Pumps\n*******\n\n{PROSE}\n\n   {pointer}\n") == [PROSE]
    assert quotable(f"1 Pumps\n*******\n\n{PROSE}\n\n'-o'\n     {pointer}\n") == [PROSE]


@pytest.mark.parametrize(
    "sentence",
    [
        "*Note Old Pumps:: is the place where all of them are listed.",
        "Pumps are oiled (*note Oil::) at the end of the year.",
    ],
)
def test_a_sentence_that_says_something_beside_a_pointer_is_quoted(sentence):
    assert quotable(f"{PROSE}\n\n{sentence}\n") == [PROSE, sentence]


NODE = "File: pump.info,  Node: Oil,  Next: Valves,  Up: Top"


def test_the_links_of_a_node_are_no_heading():
    text = (
        f"2 Old Pumps\n===========\n\n{PROSE}\n\n\x1f\n{NODE}\n\nThe oil must be clean and dry.\n"
    )
    collection = collection_of(text)
    assert heading_above(collection, len(collection.split.sentences) - 1) == "2 Old Pumps"
    assert not any("Node" in each for each in quotable(text))


def test_the_links_of_a_node_are_no_turn_of_a_speaker():
    records = "Name: Anna\nTown: Mill\n\nName: Tom\nTown: Hall\n\nName: Ida\nTown: Mill\n"
    assert not any("Node" in each for each in quotable(f"{records}\n{NODE}\n\n{records}\n{NODE}\n"))


def test_the_tables_at_the_end_of_a_file_of_info_are_not_quoted():
    text = (
        f"{PROSE}\n\n\x1f\nIndirect:\npump.info-1: 1201\npump.info-2: 312546\n\x1f\nTag Table:\n"
        "(Indirect)\nNode: Top\x7f1201\nRef: The pumps of the old town hall are red\x7f2897\n\x1f\n"
    )
    assert quotable(text) == [PROSE]


def headings_of(text):
    collection = collection_of(text)
    sentences = collection.split.sentences
    return {heading_above(collection, number) for number in range(len(sentences))} - {""}


def test_in_info_only_lines_with_a_rule_below_them_are_headings():
    top = f"\x1f\n{NODE}\n\n1 Pumps\n*******\n\n{PROSE}\n\n1.1 Oil\n=======\n\n"
    text = (
        f"{top}Clean oil\n\n{PROSE}\n\n"
        f"1.1.1.1 Oil of the hall\n.......................\n\n{PROSE}\n"
    )
    assert headings_of(text) == {"1 Pumps", "1.1 Oil", "1.1.1.1 Oil of the hall"}
    assert "Clean oil" in headings_of(text.replace("\x1f", ""))


def test_a_numbered_question_in_info_is_a_heading_of_its_answer():
    text = f"\x1f\n{NODE}\n\n1 Pumps\n*******\n\n1. Who oils the pump?\n\n{PROSE}\n"
    assert "1. Who oils the pump?" in headings_of(text)
