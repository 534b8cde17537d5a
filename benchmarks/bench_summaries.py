"""A whole digest from documents in memory, and what others take for a summary of the same ones.

    python benchmarks/bench_summaries.py [--no-peers]

CPU seconds over the documents of `examples/` and of a synthetic corpus of 1.4 thousand sentences.
hyperdigest splits, finds topics, and answers a question; sumy and lexrank are given its sentences
as they are and take no question.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from measuring import MISSING, peer, seconds, short, table, times
from corpora import SIZES, corpus, question, texts  # isort: skip

from hyperdigest.documents import Document
from hyperdigest.pipeline import Collection

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


def rows(documents: list[Document], asked: str, with_peers: bool) -> Iterator[tuple[object, ...]]:
    """A row for hyperdigest and for each peer."""
    mine = seconds(lambda: Collection.of(documents).fit().digest(asked))
    yield "hyperdigest", mine, ""
    split = Collection.of(documents)
    said = [" ".join(split.text(n).split()) for n in range(len(split.split.sentences))]
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
            yield name, short(cpu), times(cpu / mine)


def report(name: str, documents: list[Document], asked: str, with_peers: bool) -> None:
    """Print what a summary of these documents costs."""
    size = len(Collection.of(documents).split.sentences)
    print(f"{name}: {len(documents)} documents, {size:,} sentences\n")
    table(("summarizer", "CPU s", "hyperdigest is"), rows(documents, asked, with_peers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--no-peers", action="store_true")
    with_peers = not parser.parse_args().no_peers
    for name, asked in ASKED.items():
        documents = list(Collection.read(EXAMPLES / name).documents)
        report(f"examples/{name}", documents, asked, with_peers)
    data = corpus(SIZES["1x"])
    made = [Document(f"{n:06}", f"{n:06}", text) for n, text in enumerate(texts(data))]
    report("1x", made, question(data, 0), with_peers)


if __name__ == "__main__":
    main()
