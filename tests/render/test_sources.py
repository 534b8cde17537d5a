from dataclasses import replace

import pytest

from hyperdigest.base.text import counted
from hyperdigest.digest import Certificate
from hyperdigest.documents import Document
from hyperdigest.render.parts import CitedSource, guarantee, sources, usage
from oracles.digests import ECLIPSE, EMPTY, LEAFLET, MOON, PATH, cite, digest_of


def test_a_document_has_one_number_in_order_of_first_citation():
    numbers = {name: source.number for name, source in sources(ECLIPSE).items()}
    assert numbers == {"path.txt": 1, "moon.md": 2, "leaflet.pdf": 3}


def test_the_order_of_documents_does_not_change_their_numbers():
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
def test_labels_of_a_source_have_name_path_and_title_without_repetition(name, path, title, labels):
    assert CitedSource(1, name, path, Document(name, path, "", title)).labels == labels


@pytest.mark.parametrize(
    ("authors", "date", "credit"),
    [
        (("Ada Lovelace",), "1843-10-01", "Ada Lovelace, 1843-10-01"),
        (("Ada Lovelace", "Charles Babbage"), "", "Ada Lovelace and Charles Babbage"),
        (("Ada Lovelace", "B", "C"), "1843", "Ada Lovelace and others, 1843"),
        ((), "1843-10", "1843-10"),
        (("A\n\x1b",), "", "A ␛"),
    ],
)
def test_authors_and_date_are_after_the_title(authors, date, credit):
    document = Document("a.txt", "a.txt", "", "Trams", authors=authors, date=date)
    assert CitedSource(1, "a.txt", "a.txt", document).labels == ("Trams", credit, "a.txt")


@pytest.mark.parametrize(
    ("value", "bound", "words"),
    [
        (0.939, 1.0, "at least 93% of "),
        (0.29, 1.0, "at least 29% of "),
        (0.9999, 1.0, "at least 99% of "),
        (2.0, 2.0, ""),
        (0.999999, 1.0, ""),
    ],
)
def test_the_guarantee_is_never_rounded_up_but_for_a_proof_to_a_millionth(value, bound, words):
    digest = replace(ECLIPSE, certificate=Certificate(value, bound))
    assert guarantee(digest) == f"Selection reaches {words}the optimum of its objective"


def test_usage_and_numbers_of_nouns():
    assert usage(ECLIPSE) == "36 of 40 words"
    assert usage(EMPTY) == "0 of 3 words"
    assert guarantee(EMPTY) == ""
    assert [counted(1, "word"), counted(2, "word")] == ["1 word", "2 words"]
