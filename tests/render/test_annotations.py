"""The digest as W3C Web Annotations."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from hyperdigest import Collection, Options
from hyperdigest.render import FORMAT_TYPES, render_annotations
from pages_made import typeset

TEXT = (
    "Naïve 😀 readers.\r\nThe tram costs 340 million euros. "
    "It rings its bell in the old streets.\r\n"
)
QUESTION = "What does the tram cost?"


def annotated(path: Path, **changes: object) -> list[dict]:
    digest = Collection.read(path).fit(Options(sweeps=5, samples=1)).digest(QUESTION, words=100)
    assert digest.sentences
    collection = json.loads(render_annotations(replace(digest, **changes)))
    assert collection["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert collection["type"] == "AnnotationCollection"
    assert collection["label"] == QUESTION
    page = collection["first"]
    assert page["type"] == "AnnotationPage"
    items = page["items"]
    assert collection["total"] == len(items) == len(digest.sentences)
    ids = [collection["id"], page["id"], *(item["id"] for item in items)]
    assert len(set(ids)) == len(ids)
    assert all(id.startswith("urn:uuid:") for id in ids)
    for number, item in enumerate(items, 1):
        assert item["type"] == "Annotation"
        assert item["body"][0]["value"] == f"[{number}] {QUESTION}"
    return items


def selectors(item: dict) -> dict[str, dict]:
    return {each["type"]: each for each in item["target"]["selector"]}


@pytest.mark.parametrize("name", ["a.txt", "b.md", "c.text"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_positions_count_the_code_points_of_a_file_of_text(tmp_path, name, mark):
    path = tmp_path / name
    path.write_bytes((mark + TEXT).encode())
    for item in annotated(path):
        found = selectors(item)
        quote, place = found["TextQuoteSelector"], found["TextPositionSelector"]
        assert item["target"]["source"] == path.as_uri()
        text = path.read_bytes().decode("utf-8-sig")
        start, end = place["start"], place["end"]
        assert text[start:end] == quote["exact"]
        assert text[:start].endswith(quote["prefix"])
        assert text[end:].startswith(quote["suffix"])
        assert quote["prefix"] or start == 0


@pytest.mark.parametrize("name", ["a.html", "a.pdf", "a.jsonl", "a.eml", "a.txt.gz"])
def test_a_text_that_is_not_that_of_its_file_has_no_position(tmp_path, name):
    content = {
        "a.html": f"<html><body><p>{TEXT}</p></body></html>".encode(),
        "a.pdf": typeset([TEXT.replace("😀 ", "")]),
        "a.jsonl": json.dumps({"text": TEXT}).encode(),
        "a.eml": f"From: a@example.org\nSubject: Tram\nDate: 1 Nov 2026\n\n{TEXT}".encode(),
        "a.txt.gz": gzip.compress(TEXT.encode()),
    }[name]
    (tmp_path / name).write_bytes(content)
    for item in annotated(tmp_path / name):
        found = selectors(item)
        assert "TextPositionSelector" not in found
        assert ("FragmentSelector" in found) == (name == "a.pdf")
        if name == "a.pdf":
            assert found["FragmentSelector"]["value"] == "page=1"


def test_the_source_of_an_upload_is_relative_and_that_on_the_web_its_address(tmp_path):
    path = tmp_path / "a b.txt"
    path.write_text(TEXT)
    digest = Collection.read(path).fit(Options(sweeps=5, samples=1)).digest(QUESTION, words=100)

    def source(place: str) -> str:
        documents = tuple(replace(each, path=place) for each in digest.documents)
        sentences = tuple(replace(each, path=place) for each in digest.sentences)
        changed = replace(digest, documents=documents, sentences=sentences)
        page = json.loads(render_annotations(changed))["first"]
        return page["items"][0]["target"]["source"]

    assert source(str(path)) == path.as_uri()
    assert path.as_uri().endswith("a%20b.txt")
    assert source("no such/a b.txt") == "no%20such/a%20b.txt"
    assert source("https://example.org/a b.txt") == "https://example.org/a%20b.txt"


def test_a_note_and_a_doubt_are_told(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    digest = Collection.read(path).fit(Options(sweeps=5, samples=1)).digest(QUESTION, words=100)
    noted = replace(
        digest, doubt="It may not answer.", sentences=(replace(digest.sentences[0], note="Ask."),)
    )
    collection = json.loads(render_annotations(noted))
    assert collection["rdfs:comment"] == "It may not answer."
    [item] = collection["first"]["items"]
    assert [body["purpose"] for body in item["body"]] == ["describing", "commenting"]
    assert item["body"][1]["value"] == "Ask."


def test_an_empty_digest_has_no_page(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    digest = Collection.read(path).fit(Options(sweeps=5, samples=1)).digest(QUESTION, words=100)
    collection = json.loads(render_annotations(replace(digest, sentences=())))
    assert collection["total"] == 0
    assert "first" not in collection


def test_the_suffix_and_media_type_are_those_of_the_standard():
    suffix, kind = FORMAT_TYPES["annotations"]
    assert suffix == ".jsonld"
    assert kind == 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"'
