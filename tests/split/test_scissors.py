"""Code between lines that show where to cut is code without them; prose and one line are not."""

import pytest

from hyperdigest import Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks

MARKS = [
    ("---%<---------------", "---%<---------------"),
    ("--8<---------------cut here---------------start------------->8---",
     "--8<---------------cut here---------------end--------------->8---"),
    ("--- 8< ---", "--- >8 ---"),
]  # fmt: skip
SESSION = "a login ann\n* OK Logged in.\na select inbox"


def units(text: str) -> list[tuple[str, str]]:
    """The kind and the text of each sentence."""
    spans = split(Document("a", "a", text, format="text"))
    return [
        (SENTENCE_KINDS[kind], text[s:e])
        for kind, s, e in zip(spans.kind, spans.start, spans.end, strict=True)
    ]


@pytest.mark.parametrize(("begin", "end"), MARKS)
def test_what_is_between_two_cuts_is_code(begin, end):
    text = f"To look at the inbox:\n\n{begin}\n{SESSION}\n{end}\n\nThe server then says it.\n"
    assert units(text)[1:] == [("code", SESSION), ("prose", "The server then says it.")]


def test_code_between_cuts_is_below_the_item_that_introduces_it():
    text = (
        "Try both of them:\n\n * Use the first port:\n   ---%<---\n   # connect --port 993\n"
        "   ---%<---\n\n * Use the other port:\n   ---%<---\n   # connect --port 143\n   ---%<---\n"
    )
    found = [
        (block.kind, text[block.start : block.end], block.level) for block in find_blocks(text)
    ]
    assert found[1:] == [
        ("item", "Use the first port:", 1), ("code", "# connect --port 993", 1),
        ("item", "Use the other port:", 1), ("code", "# connect --port 143", 1),
    ]  # fmt: skip


def test_prose_between_cuts_and_what_is_below_one_cut_stay_prose():
    prose = "The boats of the town land at the pier.\nThe mail is sent to the island by one."
    text = f"She wrote it:\n\n---8<---\n{prose}\n---8<---\n\nThe pier is old and of wood.\n"
    assert "code" not in [kind for kind, _ in units(text)]
    assert "code" not in [kind for kind, _ in units("---8<---\nThe pier is old and of wood.\n")]
