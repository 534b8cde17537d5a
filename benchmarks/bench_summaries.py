"""A whole digest from documents in memory, and what others take for a summary of the same ones.

    python benchmarks/bench_summaries.py [--documents 30] [--no-peers]

CPU seconds over the documents of `examples/` and of a synthetic corpus.
hyperdigest splits, finds topics, and answers a question; sumy and lexrank are given its sentences
as they are and take no question. A ratio says how many times as fast hyperdigest is.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from corpora import corpus, question, texts
from hyperdigest.documents import Document
from hyperdigest.model import Collection
from measuring import MISSING, peer, seconds, short, table

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ASKED = {
    "eclipse": "How and in what location will the total solar eclipse occur?",
    "migration": "Which policies answer migration to the European Union?",
}
PICKED = 12
"""Sentences of a summary by a peer, about 250 words."""


class Letters:
    """A tokenizer for sumy: runs of letters are words."""

    def to_words(self, sentence: str) -> list[str]:
        """The words of a sentence."""
        return re.findall(r"[^\W\d_]+", sentence)


def sumy_summary(module: str, name: str) -> Callable[[list[str]], object] | None:
    """A summarizer of sumy as a function of sentences."""
    found, dom = peer(f"sumy.summarizers.{module}"), peer("sumy.models.dom")
    if found is None or dom is None:
        return None

    def summarize(said: list[str]) -> object:
        sentences = [dom.Sentence(sentence, Letters()) for sentence in said]
        document = dom.ObjectDocumentModel([dom.Paragraph(sentences)])
        return getattr(found, name)()(document, PICKED)

    return summarize


def lexrank_summary() -> Callable[[list[str]], object] | None:
    """The package lexrank as a function of sentences."""
    package: Any = peer("lexrank")
    if package is None:
        return None

    def summarize(said: list[str]) -> object:
        ranker = package.LexRank([[sentence] for sentence in said], package.STOPWORDS["en"])
        return ranker.get_summary(said, summary_size=PICKED, threshold=0.1)

    return summarize


def rows(collection: Collection, asked: str, with_peers: bool) -> Iterator[tuple[object, ...]]:
    """A row for hyperdigest and for each peer."""
    mine = seconds(lambda: Collection.of(collection.documents).fit().digest(asked), warm=False)
    yield "hyperdigest", mine, ""
    said = [" ".join(collection.text(n).split()) for n in range(len(collection.split.sentences))]
    for name, summarize in (
        ("sumy LexRank", sumy_summary("lex_rank", "LexRankSummarizer")),
        ("sumy TextRank", sumy_summary("text_rank", "TextRankSummarizer")),
        ("sumy LSA", sumy_summary("lsa", "LsaSummarizer")),
        ("lexrank", lexrank_summary()),
    ):
        if not with_peers:
            return
        if summarize is None:
            yield name, MISSING, ""
        else:
            cpu = seconds(lambda s=summarize: s(said), warm=False)
            yield name, short(cpu), cpu / mine


def report(name: str, collection: Collection, asked: str, with_peers: bool) -> None:
    """Print what a summary of these documents costs."""
    documents, sentences = len(collection.documents), len(collection.split.sentences)
    print(f"{name}: {documents} documents, {sentences:,} sentences\n")
    table(("summarizer", "CPU s", "ratio"), rows(collection, asked, with_peers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--documents", type=int, default=30)
    arguments = parser.parse_args()
    with_peers = not arguments.no_peers
    data = corpus(arguments.documents)
    made = (Document(f"{n:06}", f"{n:06}", text) for n, text in enumerate(texts(data)))
    synthetic, asked = Collection.of(made), question(data, 0)
    synthetic.fit().digest(asked)
    for name in ASKED:
        report(f"examples/{name}", Collection.read(EXAMPLES / name), ASKED[name], with_peers)
    report("synthetic", synthetic, asked, with_peers)


if __name__ == "__main__":
    main()
