"""Lists in running text: their introductions, and text that follows without a full stop."""

import pytest

from hyperdigest.documents import FORMS, Document
from hyperdigest.split import split
from hyperdigest.split.flattened_lists import clauses_after_items, is_flattened_list, is_introduced


def cut(text: str) -> list[str]:
    spans = split(Document("d", "d", text))
    return [text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]


@pytest.mark.parametrize(
    "gold",
    [
        [
            "Causes of rust include Salt in the air Old paint on the deck Certain signs of wear",
            "Repair depends on the cause.",
        ],
        [
            "You may see: Rust on the cables Cracks in the deck Holes where water stands",
            "After looking at your bridge, the engineer may order tests.",
        ],
        [
            "Signs of wear include: Rust on the joints Bent rails Loose bolts in the deck",
            "Signs of age are common and include: Worn steps Dull lamps Old paint on rails",
            "They should be seen to.",
        ],
        [
            "Some owners notice Trouble with trams Cracks that run across Poor lamps in the dark",
            "Usually these signs go away.",
        ],
        ["Take the tram to Old Town Bridge if the Mayor of Harbour City is away."],
    ],
)
def test_a_clause_after_the_items_of_a_flattened_list_is_separated(gold):
    assert cut(" ".join(gold)) == gold


def test_a_flattened_list_and_the_clause_after_it_are_prose():
    text = "You may see: Rust on the cables Cracks in the deck Loose bolts Repair can be dear."
    spans = split(Document("d", "d", text))
    assert [FORMS[form] for form in spans.form] == ["prose", "prose"]
    assert text[spans.start[1] :] == "Repair can be dear."


def test_a_turn_is_not_split_at_items():
    text = (
        "Ann: We may see Rust on the cables Cracks in the deck Loose bolts Repair can be dear.\n"
        "Tom: Yes.\nAnn: So we wait."
    )
    assert cut(text)[0] == text[: text.index("\n")]


@pytest.mark.parametrize(
    ("sentence", "flattened", "introduced"),
    [
        ("Causes are salt in the air, paint and age.", False, False),
        ("Causes include Salt in the air Old paint Loose bolts.", True, True),
        ("It may be caused by:[1] Salt in the air Old paint Loose bolts.", True, True),
        ("Salt in the air Old paint on decks Loose bolts include Rust.", True, False),
        ("Table Costs of work include Paint for decks Loose bolts Lamps.", True, False),
        ("The Mayor of Harbour City and the Lord of Old Town met in May.", False, False),
    ],
)
def test_a_list_introduced_by_a_clause_is_recognized(sentence, flattened, introduced):
    assert is_flattened_list(sentence) == flattened
    assert is_introduced(sentence) == introduced
    assert list(clauses_after_items(sentence)) == []
