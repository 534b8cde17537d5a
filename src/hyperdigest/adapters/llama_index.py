"""LlamaIndex: retrieved nodes, cut down to the sentences that answer the query."""

from __future__ import annotations

from typing import Any, Literal

from hyperdigest.adapters.context import (
    KEY,
    Excerpt,
    checked_options,
    digest_texts,
    excerpts,
    given_options,
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
    """Keeps of the nodes the sentences that answer the query best, word for word.

    >>> index.as_query_engine(node_postprocessors=[HyperdigestPostprocessor(words=120)])

    Raises an OptionError where an option is unknown or out of its range.

    Parameters
    ----------
    per : ``node``: of each node cited, one whose text is its sentences, one below the other;
        ``sentence``: one for each sentence, ``#START-END`` after the id. Either way the metadata
        and relationships are kept, and ``hyperdigest`` among the metadata, which neither a
        language model nor an embedding gets to see, tells where in the original text each
        sentence stands.
    preset, options : as for `digest_texts`; options may be given as arguments of their own.
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
        own = {name: more.pop(name) for name in ("callback_manager",) if name in more}
        named = checked_options(preset, given_options(options, **more))
        super().__init__(**{"per": per, "preset": preset, "options": named, **own})

    @classmethod
    def class_name(cls) -> str:
        """How LlamaIndex calls it where it is written down."""
        return "HyperdigestPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        """The nodes cited, in the order given, or by score where the options say so.

        The score of each is the relevance of the most relevant of its sentences.

        Raises an OptionError where there is no query, or it is empty, or no sentence fits the
        budget.
        """
        if query_bundle is None:
            raise OptionError("there is no query: give a query_bundle or a query_str")
        texts = [each.node.get_content(MetadataMode.NONE) for each in nodes]
        digest = digest_texts(texts, query_bundle.query_str, self.preset, **self.options)
        return [_cut(nodes[each.index].node, each) for each in excerpts(digest, self.per)]


def _cut(node: BaseNode, excerpt: Excerpt) -> NodeWithScore:
    about = excerpt.metadata
    changed: dict[str, Any] = {
        "id_": node.id_ + excerpt.mark,
        "metadata": {**node.metadata, KEY: about},
        "excluded_llm_metadata_keys": _with_key(node.excluded_llm_metadata_keys),
        "excluded_embed_metadata_keys": _with_key(node.excluded_embed_metadata_keys),
        "embedding": None,
    }
    if isinstance(node, TextNode) and node.start_char_idx is not None:
        changed["end_char_idx"] = node.start_char_idx + about["end"]
        changed["start_char_idx"] = node.start_char_idx + about["start"]
    cut = node.model_copy(update=changed)
    cut.set_content(excerpt.text)
    return NodeWithScore(node=cut, score=about["score"])


def _with_key(excluded: list[str]) -> list[str]:
    """The keys and that of hyperdigest, each once: a node may have been cut before."""
    return list(dict.fromkeys([*excluded, KEY]))
