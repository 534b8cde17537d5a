"""spaCy: a component that marks in each document the sentences that answer a question.

>>> nlp = spacy.blank("en")
>>> nlp.add_pipe("sentencizer")
>>> nlp.add_pipe("hyperdigest", config={"question": "Who pays for the repair?", "words": 40})
>>> [sentence.text for sentence in nlp(text)._.digest]
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from hyperdigest.documents import Block, Document
from hyperdigest.errors import BudgetError, EmptyCollectionError, missing_extra
from hyperdigest.options import Options, named_options

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup
except ImportError as error:
    raise missing_extra(error, "spacy") from error

if TYPE_CHECKING:
    from hyperdigest.answer.answer import Answer

CHOSEN = "digest"
"""The key of the spans of a document that are the sentences of the digest."""

SCORED = "digest_sentences"
"""The key of the spans that are all sentences, with their scores as an attribute."""

LABEL = "DIGEST"


class Digester:
    """The component, which makes a digest of each document.

    It uses the sentences that an earlier component has set, or else finds sentences itself. The
    results are in ``doc.spans``, so that they are saved with the document:

    - ``doc._.digest``: the sentences of the digest, a tuple of spans in the order shown;
    - ``doc._.digest_scores``: (span, relevance) of each sentence with a term;
    - ``doc._.digest_account``: question, words used, doubt, certificate and warnings.

    Parameters
    ----------
    question : the question to answer, unless a call has another one:
        ``nlp(text, component_cfg={"hyperdigest": {"question": ...}})``.
    preset : the preset of the options.
    options : the budget (`words`) and any other option by name or symbol.

    Raises
    ------
    OptionError
        if an option is unknown or out of its range.
    """

    def __init__(
        self, question: str = "", preset: str = "default", options: dict[str, Any] | None = None
    ) -> None:
        self._set(question, preset, options or {})

    def _set(self, question: str, preset: str, options: dict[str, Any]) -> None:
        from hyperdigest.split import check_language

        self.question, self.preset, self.options = question, preset, named_options(options)
        self._chosen = Options.preset(preset, **self.options)
        check_language(self._chosen.language)

    def __call__(self, doc: Doc, question: str | None = None, words: int | None = None) -> Doc:
        """The document with its digest.

        If the document has no term, or no sentence that fits the budget, the digest is empty and
        has a warning. Raises OptionError if there is no question, or an option is out of its range.
        """
        from hyperdigest.question import check_text

        asked = self.question if question is None else question
        check_text(asked)
        options = self._chosen if words is None else self._chosen.changed(words=words)
        try:
            answer = _answer(doc, asked, options)
        except (EmptyCollectionError, BudgetError) as error:
            _mark(doc, [], [], [], {"question": asked, "words": 0, "warnings": [str(error)]})
        else:
            digest = answer.digest()
            starts = answer.model.collection.split.sentences.start.tolist()
            chosen = [starts.index(sentence.start) for sentence in digest.sentences]
            account = {
                "question": digest.question,
                "words": digest.words,
                "doubt": digest.doubt,
                "certificate": digest.certificate.ratio,
                "warnings": list(digest.warnings),
            }
            _mark(doc, _spans(doc, answer), answer.ranking.relevance.tolist(), chosen, account)
        return doc

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The question, preset and options as JSON."""
        settings = {"question": self.question, "preset": self.preset, "options": self.options}
        return json.dumps(settings).encode()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Digester:
        """Set the question, preset and options from the result of `to_bytes`."""
        self._set(**json.loads(data))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the question, preset and options to a file."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Digester:
        """Set the question, preset and options from a file that `to_disk` wrote."""
        return self.from_bytes(Path(path).read_bytes())


@Language.factory(
    "hyperdigest",
    default_config={
        "question": "",
        "words": None,
        "characters": None,
        "tokens": None,
        "tokenizer": None,
        "preset": "default",
        "options": {},
    },
    assigns=["doc._.digest", "doc._.digest_scores", "doc._.digest_account", "doc.spans"],
)
def make_digester(
    nlp: Language,
    name: str,
    question: str,
    words: int | None,
    characters: int | None,
    tokens: int | None,
    tokenizer: str | None,
    preset: str,
    options: dict[str, Any],
) -> Digester:
    """The component of a pipeline, in the language of the pipeline if that is supported."""
    from hyperdigest.split import LANGUAGES

    language = {"language": nlp.lang} if nlp.lang in LANGUAGES else {}
    named = {"words": words, "characters": characters, "tokens": tokens, "tokenizer": tokenizer}
    budget = {name: value for name, value in named.items() if value is not None}
    return Digester(question, preset, language | named_options(options) | budget)


def _answer(doc: Doc, question: str, options: Options) -> Answer:
    from hyperdigest.model import Collection

    blocks: tuple[Block, ...] = ()
    if doc.has_annotation("SENT_START"):
        blocks = tuple(Block(s.start_char, s.end_char, "sentence") for s in doc.sents)
    document = Document("doc", "doc", doc.text, blocks=blocks)
    splitter = "" if blocks else options.splitter
    collection = Collection.of([document], language=options.language, splitter=splitter)
    return collection.fit(options).ask(question)


def _spans(doc: Doc, answer: Answer) -> list[Span]:
    """The sentences of an answer as spans: those that the document has, or else of its tokens."""
    sentences = answer.model.collection.split.sentences
    if doc.has_annotation("SENT_START"):
        spans = list(doc.sents)
        starts = [span.start_char for span in spans]
        return [spans[bisect_right(starts, start) - 1] for start in sentences.start.tolist()]
    bounds = zip(sentences.start.tolist(), sentences.end.tolist(), strict=True)
    return [cast(Span, doc.char_span(start, end, alignment_mode="expand")) for start, end in bounds]


def _mark(
    doc: Doc, sentences: list[Span], scores: list[float], chosen: list[int], account: dict[str, Any]
) -> None:
    spans = [Span(doc, sentence.start, sentence.end, LABEL) for sentence in sentences]
    digest = [spans[n] for n in chosen]
    doc.spans[CHOSEN] = SpanGroup(doc, name=CHOSEN, spans=digest, attrs=account)
    doc.spans[SCORED] = SpanGroup(doc, name=SCORED, spans=spans, attrs={"scores": scores})


def _scores(doc: Doc) -> list[tuple[Span, float]]:
    if SCORED not in doc.spans:
        return []
    return list(zip(doc.spans[SCORED], doc.spans[SCORED].attrs["scores"], strict=True))


def _account(doc: Doc) -> dict[str, Any]:
    return dict(doc.spans[CHOSEN].attrs) if CHOSEN in doc.spans else {}


Doc.set_extension("digest", getter=lambda doc: tuple(doc.spans.get(CHOSEN, ())), force=True)
Doc.set_extension("digest_scores", getter=_scores, force=True)
Doc.set_extension("digest_account", getter=_account, force=True)
