import asyncio
import json

import pytest

from needed import needs

needs("haystack")

from haystack import Document, Pipeline
from haystack.components.builders import PromptBuilder
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.core.serialization import allow_deserialization_module
from haystack.document_stores.in_memory import InMemoryDocumentStore

from adapters.passages import ANSWER, NOTHING, PASSAGES, QUESTION, check_account, thirds
from hyperdigest.adapters.haystack import HyperdigestCompressor
from hyperdigest.errors import OptionError


def retrieved():
    return [
        Document(id=f"id{n}", content=text, meta={"file": f"{n}.txt"}, score=0.5, embedding=[1.0])
        for n, text in enumerate(PASSAGES)
    ]


@pytest.fixture
def pipeline():
    store = InMemoryDocumentStore()
    store.write_documents(retrieved())
    made = Pipeline()
    made.add_component("retriever", InMemoryBM25Retriever(store))
    made.add_component("digest", HyperdigestCompressor(words=13))
    made.add_component(
        "prompt", PromptBuilder("{% for document in documents %}{{ document.content }}{% endfor %}")
    )
    made.connect("retriever.documents", "digest.documents")
    made.connect("digest.documents", "prompt.documents")
    return made


ASKED = {"retriever": {"query": QUESTION}, "digest": {"query": QUESTION}}


def test_documents_are_reduced_to_the_sentences_of_the_digest():
    result = HyperdigestCompressor(words=13).run(query=QUESTION, documents=retrieved())
    [kept] = result["documents"]
    assert (kept.id, kept.content, kept.meta["file"]) == ("id1", ANSWER, "1.txt")
    assert kept.score == kept.meta["hyperdigest"]["score"] > 0
    assert kept.embedding is None
    [sentence] = result["digest"]["sentences"]
    assert (sentence["text"], sentence["document"]) == (ANSWER, "1")


@pytest.mark.parametrize("per", ["document", "sentence"])
def test_excerpts_are_verbatim_and_have_their_offsets(per):
    compressor = HyperdigestCompressor(words=60, per=per)
    kept = compressor.run(query=QUESTION, documents=retrieved())["documents"]
    for document in kept:
        whole = PASSAGES[int(document.id[2])]
        check_account(document.content, document.meta["hyperdigest"], whole)
    assert len({document.id for document in kept}) == len(kept)


def test_the_given_documents_are_not_changed():
    given = retrieved()
    HyperdigestCompressor(words=20).run(query=QUESTION, documents=given)
    assert given == retrieved()


def test_the_component_works_in_a_pipeline(pipeline):
    result = pipeline.run(ASKED, include_outputs_from={"digest"})
    assert result["prompt"]["prompt"] == ANSWER
    assert result["digest"]["digest"]["words"] == len(ANSWER.split())
    again = asyncio.run(pipeline.run_async(ASKED, include_outputs_from={"digest"}))
    assert again == result


def test_a_pipeline_is_restored_from_yaml(pipeline):
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["hyperdigest"])
    compressor = again.get_component("digest")
    assert (compressor.per, compressor.preset, compressor.options) == (
        "document",
        None,
        {"words": 13},
    )


def test_a_component_is_restored_from_its_dictionary():
    made = HyperdigestCompressor(per="sentence", preset="paper", **{"lambda": 0.7})
    assert made.options == {"query_balance": 0.7}
    again = HyperdigestCompressor.from_dict(made.to_dict())
    assert again.to_dict() == made.to_dict()
    assert again.options is not made.options


def test_a_query_may_have_its_own_options():
    made = HyperdigestCompressor(words=60)
    asked = {"query": QUESTION, "documents": retrieved()}
    assert len(made.run(**asked, words=13)["documents"]) == 1
    assert len(made.run(**asked, options={"words": 13})["documents"]) == 1
    assert len(made.run(**asked)["documents"]) > 1


def test_a_budget_of_tokens_and_its_tokenizer_are_serialized():
    made = HyperdigestCompressor(tokens=25, tokenizer=thirds)
    [kept] = made.run(query=QUESTION, documents=retrieved())["documents"]
    assert (kept.content, kept.meta["hyperdigest"]["tokens"]) == (ANSWER, thirds(ANSWER + "\n"))
    [kept] = made.run(query=QUESTION, documents=retrieved(), words=13)["documents"]
    assert kept.content == ANSWER
    described = made.to_dict()
    assert described["init_parameters"]["options"]["tokenizer"] == {
        "function": "adapters.passages.thirds"
    }
    json.dumps(described)
    allow_deserialization_module("adapters")
    again = HyperdigestCompressor.from_dict(described)
    assert again.options == {"tokens": 25, "tokenizer": thirds}
    assert described == made.to_dict()


def test_no_documents_or_no_terms_give_no_excerpts():
    silent = [Document(content=text) for text in (*NOTHING, None)]
    for documents in ([], silent):
        result = HyperdigestCompressor().run(query=QUESTION, documents=documents)
        assert result["documents"] == []
        assert result["digest"]["sentences"] == []
        assert "no sentence to digest" in result["digest"]["warnings"][0]


def test_documents_without_text_are_left_out():
    documents = [Document(content=None), *retrieved()]
    [kept] = HyperdigestCompressor(words=13).run(query=QUESTION, documents=documents)["documents"]
    assert kept.id == "id1"


def test_the_component_is_warmed_up_before_it_runs():
    made = HyperdigestCompressor()
    made.warm_up()
    made.warm_up()
    assert made.run(query=QUESTION, documents=retrieved())["documents"]


def test_invalid_options_are_refused_at_construction():
    with pytest.raises(OptionError, match="unknown option 'wordz'"):
        HyperdigestCompressor(wordz=3)
    with pytest.raises(OptionError, match="per is 'page'"):
        HyperdigestCompressor(per="page")
    with pytest.raises(OptionError, match="question is empty"):
        HyperdigestCompressor().run(query=" ", documents=retrieved())


@pytest.mark.parametrize("options", [5, "words", ["words"], [("words", 5)], {5: 5}])
def test_options_that_are_no_dictionary_are_refused(options):
    with pytest.raises(OptionError, match=r"options is .*: give a dict of options by name"):
        HyperdigestCompressor(options=options)
    with pytest.raises(OptionError, match=r"options is .*: give a dict of options by name"):
        HyperdigestCompressor().run(query=QUESTION, documents=retrieved(), options=options)
