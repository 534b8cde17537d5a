"""The blocks that `join` makes of the parts that a reader finds."""

from __future__ import annotations

from hyperdigest.documents import DEEPEST_LEVEL, Block
from hyperdigest.read.content import BlockText, join, join_pages


def test_levels_are_kept() -> None:
    parts = [BlockText("paragraph", "Do:"), BlockText("step", "Wait.", 1), ("code", "ls\nrm", 1)]
    text, blocks = join(parts)
    assert text == "Do:\n\nWait.\n\nls\nrm"
    assert blocks == (Block(0, 3), Block(5, 10, "step", 1), Block(12, 17, "code", 1))


def test_a_part_without_a_level_has_level_0() -> None:
    assert join([("item", "One"), (None, "2")]) == ("One\n\n2", (Block(0, 3, "item"),))


def test_levels_are_limited() -> None:
    parts = [BlockText("item", "Deep", 10**9), BlockText("item", "Wrong", -1)]
    assert [block.level for block in join(parts)[1]] == [DEEPEST_LEVEL, 0]


def test_an_empty_part_is_no_block_of_its_page() -> None:
    text, blocks, pages = join_pages([[BlockText("item", " ", 1)], [BlockText("item", "A", 2)]])
    assert (text, blocks, pages) == ("A", (Block(0, 1, "item", 2),), (0, 0))
