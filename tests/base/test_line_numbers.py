"""The numbers of lines are those that counting from the start gives."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base import line_numbers


def counted(text: str, offset: int) -> int:
    before = text[:offset]
    return before.count("\n") + before.count("\r") - before.count("\r\n") + 1


@given(st.text("a\r\n", max_size=30), st.integers(0, 30), st.integers(1, 5))
def test_a_line_has_the_number_that_counting_from_the_start_gives(text, offset, step):
    line_numbers._breaks_before.cache_clear()
    with patch.object(line_numbers, "_STEP", step):
        assert line_numbers.line_number(text, offset) == counted(text, offset)
    line_numbers._breaks_before.cache_clear()
