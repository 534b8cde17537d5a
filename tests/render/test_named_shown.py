"""Where the numbered part of a sentence is named, in every form."""

import io
import json
from dataclasses import replace

import docx
import pytest
from jsonschema import validate

from contracts_made import CONTRACTS, collection
from hyperdigest.digest import Naming
from hyperdigest.model import Collection
from hyperdigest.render import render_explanation, render_explanation_json, render_text, renderer
from hyperdigest.render.schema import DIGEST, EXPLANATION
from oracles.digests import ECLIPSE

NAMINGS = tuple(
    Naming(
        text=f"Clause 8.{n} of the <MSA> is *deleted*.",
        document=f"amendment_{n}.txt",
        start=n,
        end=n + 36,
        place=f"line {n}",
    )
    for n in range(1, 6)
)
QUESTION = "What interest is due if the Customer pays late?"


def shown(*namings, more=0):
    first, *rest = ECLIPSE.sentences
    return replace(ECLIPSE, sentences=(replace(first, named_in=namings, named_more=more), *rest))


@pytest.fixture(scope="module")
def contracts():
    made = collection(CONTRACTS)
    return Collection.of(made.documents, language="en").fit()


def test_three_places_are_named_and_the_others_counted():
    text = render_text(shown(*NAMINGS[:3]), width=None)
    places = "amendment_1.txt, line 1; amendment_2.txt, line 2; amendment_3.txt, line 3"
    assert f"   Named in: {places}\n" in text
    assert f"   Named in: {places}; and 2 more\n" in render_text(shown(*NAMINGS), width=None)
    many = render_text(shown(*NAMINGS, more=90), width=None)
    assert f"   Named in: {places}; and 92 more\n" in many


def test_markdown_and_word_name_the_places():
    markdown = renderer("markdown")(shown(NAMINGS[0]))
    assert "\n> Named in: amendment\\_1.txt, line 1\n" in markdown
    document = docx.Document(io.BytesIO(renderer("docx")(shown(NAMINGS[0]))))
    told = [paragraph.text for paragraph in document.paragraphs]
    assert "Named in: amendment_1.txt, line 1" in told


def test_html_quotes_what_names_a_part():
    page = renderer("html")(shown(*NAMINGS))
    assert "<summary>Named in: amendment_1.txt, line 1; " in page
    for naming in NAMINGS:
        assert f"Clause 8.{naming.start} of the &lt;MSA&gt; is *deleted*." in page


def test_sentences_named_in_the_same_places_have_them_once():
    first, second, *rest = ECLIPSE.sentences
    second = replace(second, document=first.document, path=first.path)
    both = [replace(each, named_in=NAMINGS[:1]) for each in (first, second)]
    for format in ("text", "markdown", "html"):
        page = renderer(format)(replace(ECLIPSE, sentences=(*both, *rest)))
        assert page.count("Named in") == 1
    content = json.loads(renderer("json")(replace(ECLIPSE, sentences=(*both, *rest))))
    assert all(sentence["named_in"] for sentence in content["sentences"][:2])


def test_json_lists_what_names_a_part_and_follows_its_schema(contracts):
    digest = contracts.digest(QUESTION, words=40)
    content = json.loads(renderer("json")(digest))
    validate(content, DIGEST)
    listed = [
        naming for sentence in content["sentences"] for naming in sentence.get("named_in", ())
    ]
    documents = {document.name: document.text for document in contracts.collection.documents}
    assert "Clause 8.3 of the MSA is amended so that 125 % reads 150 %." in [
        naming["text"] for naming in listed
    ]
    for naming in listed:
        assert set(naming) == {"document", "start", "end", "place", "text"}
        assert documents[naming["document"]][naming["start"] : naming["end"]] == naming["text"]


def test_an_explanation_names_the_places(contracts):
    explanation = contracts.explain(QUESTION, words=40)
    assert "   - named in: amendment-1.txt, line " in render_explanation(explanation)
    validate(json.loads(render_explanation_json(explanation)), EXPLANATION)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json", "csv", "docx"])
def test_without_references_no_output_changes(format):
    assert renderer(format)(shown()) == renderer(format)(ECLIPSE)
    if format != "docx":
        assert "named" not in renderer(format)(shown()).lower()
