"""Haystack: documents in a pipeline, cut down to the sentences that answer the query."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

from hyperdigest.adapters.context import (
    KEY,
    Excerpt,
    as_object,
    checked_options,
    digest_texts,
    excerpts,
    given_options,
    load_sampler,
)
from hyperdigest.errors import OptionError, missing_extra
from hyperdigest.options import overridden

try:
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.utils import deserialize_callable, serialize_callable
except ImportError as error:
    raise missing_extra(error, "haystack") from error

FUNCTION = "function"
"""The key under which a tokenizer that is a function is serialized."""

Per = Literal["document", "sentence"]


@component
class HyperdigestCompressor:
    """Cuts documents down to the sentences that answer a query best, verbatim.

    >>> pipeline.add_component("digest", HyperdigestCompressor(words=120))
    >>> pipeline.connect("retriever.documents", "digest.documents")

    Parameters
    ----------
    per : ``document`` for one document with all cited sentences of each cited document, a line
        each; ``sentence`` for one document for each sentence, with the suffix ``#START-END`` of its
        id. Other metadata are unchanged; ``hyperdigest`` in ``meta`` has the place of each sentence
        in the original content. Before a sentence stands what it needs to be understood.
    preset, options : as for `digest_texts`; options may also be given as keyword arguments.

    Raises
    ------
    OptionError
        if an option is unknown or out of its range.
    """

    def __init__(
        self,
        *,
        per: Per = "document",
        preset: str | None = None,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        if per not in get_args(Per):
            raise OptionError(f"per is {per!r}: choose one of {', '.join(get_args(Per))}")
        self.per = per
        self.preset = preset
        self.options = checked_options(preset, options, **more)

    def warm_up(self) -> None:
        """Load the sampler, and compile it if it is not cached, so that no query waits for it."""
        load_sampler()

    @component.output_types(documents=list[Document], digest=dict[str, Any])
    def run(
        self,
        query: str,
        documents: list[Document],
        words: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The cited documents, in order of first citation.

        The score of each is the relevance of its most relevant sentence. Documents without text are
        left out.

        Parameters
        ----------
        words, options : for this query, in place of those of the component.

        Returns
        -------
        ``documents``, and ``digest``, the object that the command line prints as JSON. The name of
        a document in the digest is its number, from 0, among those given.

        Raises
        ------
        OptionError
            if the query is empty, an option is unknown or out of its range, or no sentence fits the
            budget.
        """
        changes = given_options(options)
        if words is not None:
            changes["words"] = words
        texts = [document.content or "" for document in documents]
        digest = digest_texts(texts, query, self.preset, **overridden(self.options, changes))
        cited = [_cut(documents[each.index], each) for each in excerpts(digest, self.per)]
        return {"documents": cited, "digest": as_object(digest)}

    def to_dict(self) -> dict[str, Any]:
        """The component as JSON values; a tokenizer that is a function is serialized by name."""
        options = dict(self.options)
        tokenizer = options.get("tokenizer")
        if callable(tokenizer):
            options["tokenizer"] = {FUNCTION: serialize_callable(tokenizer)}
        return default_to_dict(self, per=self.per, preset=self.preset, options=options)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HyperdigestCompressor:
        """The component from the result of `to_dict`."""
        given = data.get("init_parameters", {})
        tokenizer = (given.get("options") or {}).get("tokenizer")
        if isinstance(tokenizer, dict):
            function = deserialize_callable(tokenizer[FUNCTION])
            options = {**given["options"], "tokenizer": function}
            data = {**data, "init_parameters": {**given, "options": options}}
        made: HyperdigestCompressor = default_from_dict(cls, data)
        return made


def _cut(document: Document, excerpt: Excerpt) -> Document:
    metadata = excerpt.metadata
    return replace(
        document,
        id=document.id + excerpt.id_suffix,
        content=excerpt.text,
        meta={**(document.meta or {}), KEY: metadata},
        score=metadata["score"],
        embedding=None,
        sparse_embedding=None,
    )
