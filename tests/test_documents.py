import pytest

from hyperdigest.documents import Document


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str):
    text = end.join(["One.", "", "Three.", "Four."])
    document = Document("a.txt", "a.txt", text)
    places = [document.place(text.index(word)) for word in ("One", "Three", "Four")]
    assert places == ["line 1", "line 3", "line 4"]
