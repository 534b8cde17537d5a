import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from needed import needs

needs("langchain_classic")

from langchain_classic.retrievers import ContextualCompressionRetriever
from langchain_classic.retrievers.document_compressors import DocumentCompressorPipeline
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from pydantic import ValidationError

from adapters.passages import ANSWER, PASSAGES, QUESTION, check_account, thirds
from hyperdigest.adapters.langchain import HyperdigestCompressor, compress
from hyperdigest.errors import OptionError


def retrieved():
    return [
        Document(text, metadata={"source": f"{n}.txt"}, id=f"id{n}")
        for n, text in enumerate(PASSAGES)
    ]


class Retriever(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        return retrieved()


def test_documents_are_reduced_to_the_sentences_of_the_digest():
    [kept] = HyperdigestCompressor(words=13).compress_documents(retrieved(), QUESTION)
    assert (kept.page_content, kept.id, kept.metadata["source"]) == (ANSWER, "id1", "1.txt")


def test_a_document_without_metadata_gets_a_record():
    bare = Document.model_construct(page_content=PASSAGES[1], metadata=None, id=None)
    [kept] = compress([bare], QUESTION, words=13)
    assert list(kept.metadata) == ["hyperdigest"]


@pytest.mark.parametrize("per", ["document", "sentence"])
def test_excerpts_are_verbatim_and_have_their_offsets(per):
    kept = HyperdigestCompressor(words=60, per=per).compress_documents(retrieved(), QUESTION)
    originals = {document.metadata["source"]: document for document in retrieved()}
    for document in kept:
        original = originals[document.metadata["source"]]
        check_account(
            document.page_content, document.metadata["hyperdigest"], original.page_content
        )
    assert len({document.id for document in kept}) == len(kept)
    if per == "sentence":
        assert all(len(each.metadata["hyperdigest"]["sentences"]) == 1 for each in kept)
        assert all(document.id.startswith("id1#") for document in kept[:2])


def test_the_given_documents_are_not_changed():
    given = retrieved()
    HyperdigestCompressor(words=20).compress_documents(given, QUESTION)
    assert given == retrieved()


def test_the_compressor_works_in_a_contextual_compression_retriever():
    retriever = ContextualCompressionRetriever(
        base_compressor=HyperdigestCompressor(words=13), base_retriever=Retriever()
    )
    assert [document.page_content for document in retriever.invoke(QUESTION)] == [ANSWER]
    kept = asyncio.run(retriever.ainvoke(QUESTION))
    assert [document.page_content for document in kept] == [ANSWER]


def test_the_compressor_works_in_a_pipeline_of_compressors():
    pipeline = DocumentCompressorPipeline(
        transformers=[HyperdigestCompressor(words=40), HyperdigestCompressor(words=13)]
    )
    [kept] = pipeline.compress_documents(retrieved(), QUESTION)
    assert kept.page_content == ANSWER


def test_the_compressor_works_in_a_chain_of_runnables():
    chain = RunnableLambda(lambda found: compress(found["context"], found["question"], words=13))
    [kept] = chain.invoke({"context": retrieved(), "question": QUESTION})
    assert kept.page_content == ANSWER
    assert compress(tuple(retrieved()), QUESTION, words=13, per="sentence")[0].id.startswith("id1#")


def test_a_budget_of_tokens_limits_the_excerpts():
    compressor = HyperdigestCompressor(tokens=25, tokenizer=thirds)
    [kept] = compressor.compress_documents(retrieved(), QUESTION)
    account = kept.metadata["hyperdigest"]
    assert (kept.page_content, account["tokens"]) == (ANSWER, thirds(ANSWER + "\n"))


def test_the_same_question_gives_the_same_documents_even_in_threads():
    compressor = HyperdigestCompressor(words=40)
    expected = compressor.compress_documents(retrieved(), QUESTION)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(
            lambda _: compressor.compress_documents(retrieved(), QUESTION), range(8)
        ):
            assert found == expected


def test_a_compressor_is_restored_from_its_fields():
    compressor = HyperdigestCompressor(words=40, **{"lambda": 0.7})
    assert compressor.options == {"words": 40, "query_balance": 0.7}
    assert HyperdigestCompressor(**compressor.model_dump()) == compressor
    assert HyperdigestCompressor.model_validate_json(compressor.model_dump_json()) == compressor


def test_invalid_options_are_refused_at_construction():
    with pytest.raises(OptionError, match="unknown option 'wordz'"):
        HyperdigestCompressor(wordz=3)
    with pytest.raises(ValidationError, match="per"):
        HyperdigestCompressor(per="page")
