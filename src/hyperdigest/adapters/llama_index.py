"""LlamaIndex: retrieved nodes, cut down to the sentences that answer the query."""

from __future__ import annotations

from typing import Any, Literal

from hyperdigest.adapters.context import (
    KEY,
    Excerpt,
    checked_options,
    digest_texts,
    excerpts,
)
from hyperdigest.errors import OptionError, missing_extra

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.schema import BaseNode, MetadataMode, NodeWithScore, QueryBundle, TextNode
except ImportError as error:
    raise missing_extra(error, "llama-index") from error

Per = Literal["node", "sentence"]


class HyperdigestPostprocessor(BaseNodePostprocessor):
    """Cuts nodes down to the sentences that answer a query best, verbatim.

    >>> index.as_query_engine(node_postprocessors=[HyperdigestPostprocessor(words=120)])

    Parameters
    ----------
    per : ``node`` for one node with all cited sentences of each cited node, a line each;
        ``sentence`` for one node for each sentence, with the suffix ``#START-END`` of its id. Other
        metadata and relationships are unchanged; ``hyperdigest`` in the metadata, which is excluded
        from the input of language models and embeddings, has the place of each sentence in the
        original text. Before a sentence stands what it needs to be understood.
    preset, options : as for `digest_texts`; options may also be given as keyword arguments.

    Raises
    ------
    OptionError
        if an option is unknown or out of its range.
    """

    per: Per = "node"
    preset: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)

    def __init__(
        self,
        *,
        per: Per = "node",
        preset: str | None = None,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        fields = {name: more.pop(name) for name in ("callback_manager",) if name in more}
        named = checked_options(preset, options, **more)
        super().__init__(**{"per": per, "preset": preset, "options": named, **fields})

    @classmethod
    def class_name(cls) -> str:
        """The name of the class when LlamaIndex serializes it."""
        return "HyperdigestPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        """The cited nodes, in order of first citation.

        The score of each is the relevance of its most relevant sentence. Raises OptionError if
        there is no query, it is empty, or no sentence fits the budget.
        """
        if query_bundle is None:
            raise OptionError("there is no query: give a query_bundle or a query_str")
        texts = [each.node.get_content(MetadataMode.NONE) for each in nodes]
        digest = digest_texts(texts, query_bundle.query_str, self.preset, **self.options)
        return [_cut(nodes[each.index].node, each) for each in excerpts(digest, self.per)]


def _cut(node: BaseNode, excerpt: Excerpt) -> NodeWithScore:
    metadata = excerpt.metadata
    changed: dict[str, Any] = {
        "id_": node.id_ + excerpt.id_suffix,
        "metadata": {**node.metadata, KEY: metadata},
        "excluded_llm_metadata_keys": _with_key(node.excluded_llm_metadata_keys),
        "excluded_embed_metadata_keys": _with_key(node.excluded_embed_metadata_keys),
        "embedding": None,
    }
    if isinstance(node, TextNode) and node.start_char_idx is not None:
        changed["end_char_idx"] = node.start_char_idx + metadata["end"]
        changed["start_char_idx"] = node.start_char_idx + metadata["start"]
    cut = node.model_copy(update=changed)
    cut.set_content(excerpt.text)
    return NodeWithScore(node=cut, score=metadata["score"])


def _with_key(excluded: list[str]) -> list[str]:
    """The excluded keys with that of hyperdigest, which a node that was cut before has already."""
    return list(dict.fromkeys([*excluded, KEY]))
