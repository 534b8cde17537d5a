"""LangChain: retrieved documents, cut down to the sentences that answer the query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from hyperdigest.adapters.context import (
    KEY,
    Excerpt,
    checked_options,
    digest_texts,
    excerpts,
)
from hyperdigest.errors import missing_extra

try:
    from langchain_core.callbacks import Callbacks
    from langchain_core.documents import BaseDocumentCompressor, Document
except ImportError as error:
    raise missing_extra(error, "langchain") from error

Per = Literal["document", "sentence"]


class HyperdigestCompressor(BaseDocumentCompressor):
    """Cuts documents down to the sentences that answer a query best, verbatim.

    >>> compressor = HyperdigestCompressor(words=120)
    >>> ContextualCompressionRetriever(base_compressor=compressor, base_retriever=retriever)

    Parameters
    ----------
    per : ``document`` for one document with all cited sentences of each cited document, a line
        each; ``sentence`` for one document for each sentence, with the suffix ``#START-END`` of its
        id. Other metadata are unchanged; ``hyperdigest`` in the metadata has the place of each
        sentence in the original text. Before a sentence stands what it needs to be understood.
    preset, options : as for `digest_texts`; options may also be given as keyword arguments.

    Raises
    ------
    OptionError
        if an option is unknown or out of its range.
    """

    per: Per = "document"
    preset: str | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 (a field)

    def __init__(
        self,
        *,
        per: Per = "document",
        preset: str | None = None,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        named = checked_options(preset, options, **more)
        fields: dict[str, Any] = {"per": per, "preset": preset, "options": named}
        super().__init__(**fields)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> list[Document]:
        """The cited documents, in order of first citation.

        Raises OptionError if the query is empty, or no sentence fits the budget.
        """
        texts = [document.page_content for document in documents]
        digest = digest_texts(texts, query, self.preset, **self.options)
        return [_cut(documents[each.index], each) for each in excerpts(digest, self.per)]


def compress(
    documents: Sequence[Document],
    query: str,
    *,
    per: Per = "document",
    preset: str | None = None,
    **options: Any,
) -> list[Document]:
    """The documents cut down to the sentences that answer `query`; see `HyperdigestCompressor`.

    >>> RunnableLambda(lambda found: compress(found["context"], found["question"], words=120))
    """
    compressor = HyperdigestCompressor(per=per, preset=preset, options=options)
    return compressor.compress_documents(documents, query)


def _cut(document: Document, excerpt: Excerpt) -> Document:
    changed = {
        "id": document.id and document.id + excerpt.id_suffix,
        "metadata": {**(document.metadata or {}), KEY: excerpt.metadata},
        "page_content": excerpt.text,
    }
    return document.model_copy(update=changed)
