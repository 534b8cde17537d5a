from hyperdigest.documents import Document
from hyperdigest.read.load import Duplicate, drop_duplicates


def test_of_equal_texts_the_first_is_kept_and_the_others_are_reported():
    a = Document("a", "a.txt", "The same\ntext.")
    b = Document("b", "b.txt", "Another text.")
    c = Document("c", "c.md", "\ufeffThe  same text.\r\n")
    assert drop_duplicates([a, b, c]) == ((a, b), (Duplicate("c", "a"),))


def test_texts_that_differ_in_case_or_punctuation_are_no_duplicates():
    documents = tuple(Document(t, t, t) for t in ("The text.", "the text.", "The text"))
    assert drop_duplicates(documents) == (documents, ())
