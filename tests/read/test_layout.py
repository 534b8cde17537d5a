from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.readable import Hyphens
from hyperdigest.read.pdf.columns import columns
from hyperdigest.read.pdf.layout import Word, joined, lines_of


def test_a_raised_note_mark_belongs_to_its_line():
    words = [
        Word("rails", 100, 120, 50, 10),
        Word("1", 121, 124, 53.5, 6),
        Word("of", 85, 97, 50, 10),
    ]
    assert [line.text for line in lines_of(words)] == ["of rails 1"]


def test_parts_of_a_word_with_nothing_between_them_are_joined():
    words = [
        Word("the", 80, 93, 50, 10),
        Word("ob", 96, 106, 50, 10),
        Word("ject", 106, 120, 50, 10),
        Word("of", 120.3, 130, 50, 10),
        Word("1", 130, 135, 53.5, 6),
    ]
    assert [word.text for word in joined(words)] == ["the", "object", "of", "1"]


word = st.builds(
    lambda text, left, width, base, height: Word(text, left, left + width, base, height),
    st.text("abc-.", min_size=1, max_size=5),
    st.floats(0, 600),
    st.floats(0, 200),
    st.floats(0, 800),
    st.floats(0, 40),
)


@given(st.lists(word, max_size=40))
def test_every_word_of_a_page_is_in_exactly_one_column(words: list[Word]):
    found = [word for column in columns(words) for line in column for word in line.words]
    assert sorted(found, key=repr) == sorted(words, key=repr)


def test_hyphens_at_line_ends_are_removed_unless_the_text_has_the_compound():
    hyphens = Hyphens(["A coordinate is no co-operation.", "The sidewalk-"])
    assert hyphens.join("the co-", "operation") == "the co-"
    assert hyphens.join("the co-", "ordinate") == "the co"
    assert hyphens.join("in 1914-", "1918 there") == "in 1914-"
    assert hyphens.join("state-of-the-", "art") == "state-of-the-"
    assert hyphens.join("no hyphen", "here") == "no hyphen "
    assert hyphens.join("a dash -", "here") == "a dash - "


def test_suspended_hyphens_are_kept():
    hyphens = Hyphens(["Drawn in two-", "and three-dimensional space."])
    assert hyphens.join("in two-", "and three-dimensional") == "in two- "
    assert hyphens.join("from mid-", "to late summer") == "from mid- "
    assert hyphens.join("goes in-", "to the town") == "goes in"
    assert hyphens.join("after 3-", "and 4-year terms") == "after 3- "
    assert hyphens.join("an up-", "to-date map") == "an up-"


def test_of_two_spellings_the_more_frequent_one_is_used():
    hyphens = Hyphens(["A task-specific and task-specific taskspecific word, taskfree task-free."])
    assert hyphens.join("a task-", "specific") == "a task-"
    assert hyphens.join("a task-", "free") == "a task"
