import pytest

from hyperdigest.documents import Certificate, Document
from hyperdigest.render.sources import Source, account, counted, guarantee, sources
from oracles.digests import ECLIPSE, EMPTY, LEAFLET, MOON, PATH, cite, digest_of


def test_a_document_has_one_number_in_order_of_first_citation():
    numbers = {name: source.number for name, source in sources(ECLIPSE).items()}
    assert numbers == {"path.txt": 1, "moon.md": 2, "leaflet.pdf": 3}


def test_order_of_documents_does_not_matter():
    sentence = cite(LEAFLET, "Glasses help.")
    digest = digest_of(sentence, documents=(PATH, MOON, LEAFLET))
    assert [source.document for source in sources(digest).values()] == [LEAFLET]


@pytest.mark.parametrize(
    ("name", "path", "title", "labels"),
    [
        ("a.txt", "news/a.txt", "", ("news/a.txt",)),
        ("a.txt", "news/a.txt", "The moon", ("The moon", "news/a.txt")),
        ("wire#3", "wire.jsonl", "The moon", ("The moon", "wire#3", "wire.jsonl")),
        ("-", "-", "", ("-",)),
        ("a\x1b", "b\nc", "T\n\x9b", ("T �", "a␛", "b␊c")),
    ],
)
def test_labels_repeat_nothing_and_hide_nothing(name, path, title, labels):
    assert Source(1, name, path, Document(name, path, "", title)).labels == labels


@pytest.mark.parametrize(
    ("value", "bound", "words"),
    [
        (0.939, 1.0, "at least 93% of the best possible"),
        (0.29, 1.0, "at least 29% of the best possible"),
        (0.9999, 1.0, "at least 99% of the best possible"),
        (2.0, 2.0, "the best possible"),
    ],
)
def test_the_guarantee_is_never_rounded_up(value, bound, words):
    assert guarantee(Certificate(value, bound)) == words


def test_account_and_numbers_of_nouns():
    assert account(ECLIPSE) == "36 of 40 words · at least 93% of the best possible"
    assert account(EMPTY) == "0 of 3 words"
    assert [counted(1, "word"), counted(2, "word")] == ["1 word", "2 words"]


def test_an_optimum_proved_to_a_millionth_is_the_best_possible():
    assert guarantee(Certificate(0.999999, 1.0)) == "the best possible"
    assert guarantee(Certificate(0.9999, 1.0)) == "at least 99% of the best possible"
