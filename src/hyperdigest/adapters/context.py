"""Context compression: texts found by another library, cut to the sentences that answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hyperdigest.answer.signature import digest_signature
from hyperdigest.documents import Certificate, Citation, Digest, Document, corpus_hash
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.options import FITTED_STAGES, PARAMETERS, Options, named_options

KEY = "hyperdigest"
"""Under which the metadata of a text say what is cited of it."""


def given_options(options: Any, **more: Any) -> dict[str, Any]:
    """The options of an adapter, by name or symbol, with `more` of them; none where it is None.
    Raises an OptionError where it is no mapping of names."""
    if options is None:
        return more
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise OptionError(f"options is {options!r:.80}: give a dict of options by name, or None")
    return {**options, **more}


def checked_options(preset: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """`options` by name; they may go by symbol too. Raises an OptionError where the preset or an
    option is unknown, or one is out of its range."""
    named = named_options(options)
    Options.preset(preset or "default", **named)
    return named


def fitting_options(preset: str | None, options: Mapping[str, Any]) -> Options:
    """The options that the topics rest on, of those given by name."""
    fitting = {
        name: value
        for name, value in options.items()
        if PARAMETERS[name].stage in (*FITTED_STAGES, "hypergraph")
    }
    return Options.preset(preset or "default", **fitting)


def digest_texts(
    texts: Sequence[str], question: str, preset: str | None = None, **options: Any
) -> Digest:
    """The digest of `texts`, each a document called by its number from 0.

    It is empty, with a warning, where no text has a sentence with a word that means something.
    Texts are taken as they come, so offsets of sentences are into them, and the order of reading
    is theirs.

    Raises an OptionError where the question is empty, an option is wrong, or no sentence fits the
    budget.

    Parameters
    ----------
    options : the budget (`words`, `characters`, or `tokens` with a `tokenizer`) of all texts
        together, and any other option, by name.
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
        chosen = fitted.changed(**options)
        signature, nothing = digest_signature(chosen, corpus_hash(documents)), Certificate(0.0, 0.0)
        warnings, unit = (str(error),), chosen.unit
        return Digest(question, chosen.budget, (), nothing, signature, warnings, unit=unit)
    return collection.fit(fitted).digest(question, **options)


@cache
def load_sampler() -> None:
    """Load what a digest needs, and compile the sampler if nobody has yet; once a process."""
    digest_texts(["One sentence is enough to load the sampler."], "sampler")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a digest cites of one text: one sentence or more, in the order of the digest.

    `index` is the number of the text, from 0, and `mark` is to be put behind the id of the text,
    where several excerpts of it stand for themselves.
    """

    digest: Digest
    index: int
    sentences: tuple[Citation, ...]
    mark: str = ""

    @property
    def text(self) -> str:
        """The sentences, verbatim, one below the other."""
        return "\n".join(sentence.text for sentence in self.sentences)

    @property
    def metadata(self) -> dict[str, Any]:
        """What is cited and how well, in plain values, for the metadata of a text. ``start`` and
        ``end`` enclose the sentences in the text; ``score`` is the relevance of the most relevant
        one."""
        digest, fields = self.digest, ("text", "start", "end", "score", "heading")
        return {
            "start": min(sentence.start for sentence in self.sentences),
            "end": max(sentence.end for sentence in self.sentences),
            "score": max(sentence.score for sentence in self.sentences),
            "words": sum(sentence.words for sentence in self.sentences),
            digest.unit: sum(sentence.size for sentence in self.sentences),
            "sentences": [
                {name: value for name in fields if (value := getattr(each, name)) != ""}
                for each in self.sentences
            ],
            "doubt": digest.doubt,
            "certificate": digest.certificate.ratio,
            "signature": digest.signature,
            "warnings": list(digest.warnings),
        }


def excerpts(digest: Digest, per: str) -> list[Excerpt]:
    """The excerpts of a digest, one for each sentence where `per` is ``sentence``, else by text.
    Those of sentences are in the order of the digest, those of texts in that of first citation."""
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
    """The object of the JSON output."""
    content: dict[str, Any] = json.loads(digest.to_json())
    return content
