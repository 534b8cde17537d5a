import asyncio

import pytest

from needed import needs

needs("llama_index")

from llama_index.core import SummaryIndex
from llama_index.core.llms import MockLLM
from llama_index.core.schema import (
    Document,
    ImageNode,
    MetadataMode,
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)
from pydantic import ValidationError

from adapters.passages import ANSWER, PASSAGES, QUESTION, check_account
from hyperdigest.adapters.llama_index import HyperdigestPostprocessor
from hyperdigest.errors import OptionError

SOURCE = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="whole")}


def retrieved():
    return [
        NodeWithScore(
            node=TextNode(
                text=text,
                id_=f"id{n}",
                metadata={"file": f"{n}.txt"},
                relationships=SOURCE,
                start_char_idx=1000 * n,
                end_char_idx=1000 * n + len(text),
                embedding=[1.0],
            ),
            score=0.5,
        )
        for n, text in enumerate(PASSAGES)
    ]


def test_nodes_are_reduced_to_the_sentences_of_the_digest():
    [kept] = HyperdigestPostprocessor(words=13).postprocess_nodes(
        retrieved(), query_bundle=QueryBundle(QUESTION)
    )
    assert (kept.node.get_content(), kept.node_id) == (ANSWER, "id1")
    assert kept.metadata["file"] == "1.txt"
    assert kept.node.ref_doc_id == "whole"
    assert kept.score == kept.metadata["hyperdigest"]["score"] > 0


@pytest.mark.parametrize("per", ["node", "sentence"])
def test_excerpts_are_verbatim_and_have_their_offsets(per):
    processor = HyperdigestPostprocessor(words=60, per=per)
    kept = processor.postprocess_nodes(retrieved(), query_str=QUESTION)
    for each in kept:
        number = int(each.node_id[2])
        account = each.metadata["hyperdigest"]
        check_account(each.node.get_content(), account, PASSAGES[number])
        assert each.node.start_char_idx == 1000 * number + account["start"]
        assert each.node.end_char_idx == 1000 * number + account["end"]
        assert each.node.embedding is None
    assert len({each.node_id for each in kept}) == len(kept)


def test_a_language_model_sees_the_sentences_without_their_record():
    [kept] = HyperdigestPostprocessor(words=13).postprocess_nodes(retrieved(), query_str=QUESTION)
    for mode in (MetadataMode.LLM, MetadataMode.EMBED):
        assert kept.node.get_content(mode) == f"file: 1.txt\n\n{ANSWER}"


def test_a_node_reduced_twice_hides_its_record_once():
    processor = HyperdigestPostprocessor(words=13)
    once = processor.postprocess_nodes(retrieved(), query_str=QUESTION)
    [twice] = processor.postprocess_nodes(once, query_str=QUESTION)
    assert twice.node.excluded_llm_metadata_keys == once[0].node.excluded_llm_metadata_keys
    assert twice.node.excluded_embed_metadata_keys.count("hyperdigest") == 1


def test_the_given_nodes_are_not_changed():
    given = retrieved()
    HyperdigestPostprocessor(words=20).postprocess_nodes(given, query_str=QUESTION)
    assert given == retrieved()


def test_the_postprocessor_works_in_a_query_engine():
    index = SummaryIndex([each.node for each in retrieved()])
    engine = index.as_query_engine(
        llm=MockLLM(), node_postprocessors=[HyperdigestPostprocessor(words=13)]
    )
    response = engine.query(QUESTION)
    assert [each.node_id for each in response.source_nodes] == ["id1"]
    assert ANSWER in str(response)
    assert PASSAGES[0] not in str(response)


def test_the_postprocessor_works_asynchronously():
    found = asyncio.run(
        HyperdigestPostprocessor(words=13).apostprocess_nodes(retrieved(), query_str=QUESTION)
    )
    assert [each.node_id for each in found] == ["id1"]


def test_documents_are_reduced_and_nodes_without_text_left_out():
    whole = NodeWithScore(node=Document(text=PASSAGES[1], id_="whole"))
    given = [NodeWithScore(node=ImageNode(image="")), whole]
    [kept] = HyperdigestPostprocessor(words=13).postprocess_nodes(given, query_str=QUESTION)
    assert (kept.node_id, kept.node.get_content()) == ("whole", ANSWER)


@pytest.mark.parametrize("query", [{}, {"query_str": ""}, {"query_bundle": QueryBundle(" ")}])
def test_a_missing_query_is_an_error(query):
    with pytest.raises(OptionError, match=r"no query|question is empty"):
        HyperdigestPostprocessor().postprocess_nodes(retrieved(), **query)


def test_a_postprocessor_is_restored_from_its_dictionary():
    processor = HyperdigestPostprocessor(words=40, per="sentence", **{"lambda": 0.7})
    assert processor.options == {"words": 40, "query_balance": 0.7}
    again = HyperdigestPostprocessor.from_json(processor.to_json())
    assert (again.options, again.per) == (processor.options, processor.per)
    assert processor.to_dict()["class_name"] == "HyperdigestPostprocessor"


def test_invalid_options_are_refused_at_construction():
    with pytest.raises(OptionError, match="unknown option 'wordz'"):
        HyperdigestPostprocessor(wordz=3)
    with pytest.raises(ValidationError, match="per"):
        HyperdigestPostprocessor(per="page")
