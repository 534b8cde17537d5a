from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.text import printable, unique_names


def test_a_name_has_the_least_number_of_parts_asked_for():
    assert unique_names([(("docs", "sub", "a.txt"), 2)]) == ["sub/a.txt"]


def test_equal_names_get_more_of_their_paths_until_they_differ():
    places = [(("x", "p", "a.txt"), 1), (("y", "p", "a.txt"), 1), (("z", "b.txt"), 1)]
    assert unique_names(places) == ["x/p/a.txt", "y/p/a.txt", "b.txt"]


def test_an_absolute_path_has_no_double_slash():
    assert unique_names([(("/", "a.txt"), 1), (("c", "a.txt"), 1)]) == ["a.txt", "c/a.txt"]


def test_equal_paths_get_numbers():
    assert unique_names([(("a",), 1)] * 3) == ["a", "a (2)", "a (3)"]


parts = st.lists(st.text("ab\x1b\ud800/", min_size=1, max_size=2), min_size=1, max_size=3)


@given(st.lists(st.tuples(parts, st.integers(1, 3)), max_size=8))
def test_names_are_unique_and_printable(places):
    names = unique_names(places)
    assert len(set(names)) == len(places)
    assert all(name.isprintable() for name in names)


def test_terminal_escapes_are_written_as_escapes():
    assert printable("a\x1b[31m\udcff\u202eb é") == r"a\x1b[31m\udcff\u202eb é"
