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
from hyperdigest.options import named_options, overridden

try:
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.utils import deserialize_callable, serialize_callable
except ImportError as error:
    raise missing_extra(error, "haystack") from error

FUNCTION = "function"
"""Under which the name of a tokenizer that is a function is written down."""

Per = Literal["document", "sentence"]


@component
class HyperdigestCompressor:
    """Keeps of the documents the sentences that answer the query best, word for word.

    >>> pipeline.add_component("digest", HyperdigestCompressor(words=120))
    >>> pipeline.connect("retriever.documents", "digest.documents")

    Raises an OptionError where an option is unknown or out of its range.

    Parameters
    ----------
    per : ``document``: of each document cited, one whose content is its sentences, one below the
        other; ``sentence``: one for each sentence, ``#START-END`` after the id. Either way the
        meta are kept, and ``hyperdigest`` among them tells where in the original content each
        sentence stands.
    preset, options : as for `digest_texts`; options may be given as arguments of their own.
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
        self.options = checked_options(preset, given_options(options, **more))

    def warm_up(self) -> None:
        """Load the sampler, and compile it if nobody has yet, so that no query waits for it."""
        load_sampler()

    @component.output_types(documents=list[Document], digest=dict[str, Any])
    def run(
        self,
        query: str,
        documents: list[Document],
        words: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The documents cited, in the order given, or by score where the options say so.

        The score of each is the relevance of the most relevant of its sentences. Documents
        without text are left out.

        Raises an OptionError where the query is empty, an option is wrong, or no sentence fits the
        budget.

        Parameters
        ----------
        words, options : for this query, in place of those the component was made with.

        Returns
        -------
        ``documents``, and ``digest``, the object that the command line prints as JSON, whose
        sentences name as their document the number, from 0, of that among those given.
        """
        own = named_options(given_options(options)) | ({} if words is None else {"words": words})
        asked = overridden(self.options, own)
        texts = [document.content or "" for document in documents]
        digest = digest_texts(texts, query, self.preset, **asked)
        kept = [_cut(documents[each.index], each) for each in excerpts(digest, self.per)]
        return {"documents": kept, "digest": as_object(digest)}

    def to_dict(self) -> dict[str, Any]:
        """The component in plain values; a tokenizer that is a function goes by its name."""
        options = dict(self.options)
        tokenizer = options.get("tokenizer")
        if callable(tokenizer):
            options["tokenizer"] = {FUNCTION: serialize_callable(tokenizer)}
        return default_to_dict(self, per=self.per, preset=self.preset, options=options)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HyperdigestCompressor:
        """The component that `to_dict` described."""
        given = data.get("init_parameters", {})
        tokenizer = (given.get("options") or {}).get("tokenizer")
        if isinstance(tokenizer, dict):
            function = deserialize_callable(tokenizer[FUNCTION])
            options = {**given["options"], "tokenizer": function}
            data = {**data, "init_parameters": {**given, "options": options}}
        made: HyperdigestCompressor = default_from_dict(cls, data)
        return made


def _cut(document: Document, excerpt: Excerpt) -> Document:
    about = excerpt.metadata
    return replace(
        document,
        id=document.id + excerpt.mark,
        content=excerpt.text,
        meta={**(document.meta or {}), KEY: about},
        score=about["score"],
        embedding=None,
        sparse_embedding=None,
    )
