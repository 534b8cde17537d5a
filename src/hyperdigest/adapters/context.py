"""Context compression: texts that another library retrieved, cut to the sentences that answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hyperdigest.answer.signature import digest_signature
from hyperdigest.base.slices import indent_before, passage
from hyperdigest.digest import Certificate, Citation, Digest, Slice, number_before
from hyperdigest.documents import Document, corpus_hash
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.options import FITTED_STAGES, PARAMETERS, Options, named_options

KEY = "hyperdigest"
"""The key of the metadata of a text under which its citation is."""


def given_options(options: Any, **more: Any) -> dict[str, Any]:
    """The options given to an adapter, by name or symbol, and those of `more`, by name.

    Raises OptionError if `options` is neither None nor a mapping of names, or one is unknown.
    """
    given = {} if options is None else options
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise OptionError(f"options is {options!r:.80}: give a dict of options by name, or None")
    return named_options({**given, **more})


def checked_options(preset: str | None, options: Any, **more: Any) -> dict[str, Any]:
    """The `given_options`.

    Raises OptionError also if the preset is unknown, or an option is out of its range.
    """
    named = given_options(options, **more)
    Options.preset(preset or "default", **named)
    return named


def fitting_options(preset: str | None, options: Mapping[str, Any]) -> Options:
    """The options to fit documents with, among those given by name."""
    fitting = {
        name: value
        for name, value in options.items()
        if PARAMETERS[name].stage in (*FITTED_STAGES, "hypergraph")
    }
    return Options.preset(preset or "default", **fitting)


def digest_texts(
    texts: Sequence[str], question: str, preset: str | None = None, **options: Any
) -> Digest:
    """The digest of `texts`, in reading order, each a document with its number from 0 as its name.

    Offsets of sentences are those in the texts. If no text has a sentence with a term, the digest
    is empty and has a warning.

    Parameters
    ----------
    options : the budget (`words`, `characters`, or `tokens` with a `tokenizer`) of all texts
        together, and any other option, by name or symbol.

    Raises
    ------
    OptionError
        if the question is empty, an option is unknown or out of its range, or no sentence fits the
        budget.
    """
    from hyperdigest.model import Collection
    from hyperdigest.question import check_text

    check_text(question)
    options = checked_options(preset, options)
    fitted = fitting_options(preset, options)
    documents = [Document(str(n), str(n), text) for n, text in enumerate(texts)]
    try:
        collection = Collection.of(documents, language=fitted.language, splitter=fitted.splitter)
    except EmptyCollectionError as error:
        asked = fitted.changed(**options)
        signature = digest_signature(asked, corpus_hash(documents))
        certificate, warnings = Certificate(0.0, 0.0), (str(error),)
        return Digest(question, asked.budget, (), certificate, signature, warnings, unit=asked.unit)
    return collection.fit(fitted).digest(question, **options)


@cache
def load_sampler() -> None:
    """Load the sampler, and compile it if it is not cached; at the first call in a process."""
    digest_texts(["One sentence is enough to load the sampler."], "sampler")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One or more sentences of one text that a digest cites, with what is quoted before them.

    Parameters
    ----------
    index : the number of the text, from 0.
    sentences : in the order of the digest.
    id_suffix : what distinguishes the ids of several excerpts of one text; empty for only one.
    """

    digest: Digest
    index: int
    sentences: tuple[Citation, ...]
    id_suffix: str = ""

    @property
    def text(self) -> str:
        """The sentences, verbatim, a line each, every one after what is quoted before it.

        What several sentences need stands before the first of them, its number before a step, and
        what indents code before its first line.
        Where words are missing between a sentence and what is quoted before it, there is a line
        ``[...]``.
        """
        document = self._document
        shown, passages = {sentence.start for sentence in self.sentences}, []
        for sentence in self.sentences:
            parts: list[Citation | Slice] = [
                part for part in sentence.context if part.start not in shown
            ]
            shown |= {part.start for part in parts}
            quoted = [
                (part.start, part.end, number_before(part, document), _lines(part, document))
                for part in [*parts, sentence]
            ]
            passages.append(passage(document.text if document else None, quoted))
        return "\n".join(passages)

    @property
    def _document(self) -> Document | None:
        name = str(self.index)
        return next((each for each in self.digest.documents if each.name == name), None)

    @property
    def _quoted(self) -> list[Citation | Slice]:
        """The sentences and what is quoted before them, each once."""
        quoted: dict[int, Citation | Slice] = {}
        for sentence in self.sentences:
            quoted |= {part.start: part for part in sentence.context}
            quoted[sentence.start] = sentence
        return list(quoted.values())

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata of the excerpt, as JSON values.

        ``start`` and ``end`` are those of the smallest slice of the text with all sentences,
        without what is quoted before them, and ``score`` is the relevance of the most relevant
        sentence. The lengths count all that is quoted.
        """
        digest, fields = self.digest, ("text", "start", "end", "score", "heading")
        return {
            "start": min(sentence.start for sentence in self.sentences),
            "end": max(sentence.end for sentence in self.sentences),
            "score": max(sentence.score for sentence in self.sentences),
            "words": sum(part.words for part in self._quoted),
            digest.unit: sum(part.size for part in self._quoted),
            "sentences": [
                {name: value for name in fields if (value := getattr(each, name)) != ""}
                | _context(each)
                for each in self.sentences
            ],
            "doubt": digest.doubt,
            "certificate": digest.certificate.ratio,
            "signature": digest.signature,
            "warnings": list(digest.warnings),
        }


def _lines(part: Citation | Slice, document: Document | None) -> str:
    """The text of a part, and of code what indents its first line."""
    if part.kind != "code" or document is None:
        return part.text
    return indent_before(document.text, part.start) + part.text


def _context(sentence: Citation) -> dict[str, Any]:
    """What is quoted before a sentence, as JSON values; empty if nothing is."""
    slices = [
        {"text": part.text, "start": part.start, "end": part.end} for part in sentence.context
    ]
    return {"context": slices} if slices else {}


def excerpts(digest: Digest, per: str) -> list[Excerpt]:
    """The excerpts of a digest, in order of first citation.

    There is one for each sentence if `per` is ``sentence``, otherwise one for each text.
    """
    if per == "sentence":
        return [
            Excerpt(digest, int(each.document), (each,), f"#{each.start}-{each.end}")
            for each in digest.sentences
        ]
    cited: dict[int, list[Citation]] = {}
    for sentence in digest.sentences:
        cited.setdefault(int(sentence.document), []).append(sentence)
    return [Excerpt(digest, index, tuple(sentences)) for index, sentences in cited.items()]


def as_object(digest: Digest) -> dict[str, Any]:
    """The digest as the object of its JSON output."""
    content: dict[str, Any] = json.loads(digest.to_json())
    return content
