"""What an agent learns from so many tokens: the share of known answers in them, by where it looks.

python benchmarks/bench_agents.py PILE QUESTIONS.jsonl
python benchmarks/bench_agents.py PILE QUESTIONS.jsonl --budgets 1000 --tokenizer tokenizer.json

A line of QUESTIONS is an object with a `question` and what answers it: `answers`, a list of
alternatives, each a text or a list of texts that must all be there; or `parts`, a list of such
lists, whose share counts. `answers` of a question of the kind `broad` are parts. A question without
answers is left out. An answer counts if it stands in what the agent is given, as it is but for
white space, backticks and bars of tables.

All look at the same text, as hyperdigest read it. A token is four characters, unless a tokenizer is
named. What is given is cut where the budget ends.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hyperdigest import Collection, Digest, Model
from hyperdigest.adapters.mcp.tools import digest_text
from hyperdigest.lengths import token_lengths
from hyperdigest.split import Analyzer
from measuring import table

BUDGETS = (500, 1000, 2000, 4000)
CHARACTERS_PER_TOKEN = 4
WORDS_OF_CHUNK = 200
LINES_AROUND = 3
"""Of a line that `grep` finds: `-C 3`."""

Answer = Sequence[Sequence[Sequence[str]]]
"""Parts, each a list of alternatives, each a list of texts that must all be there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its known answer."""

    question: str
    answer: Answer

    @classmethod
    def of(cls, row: dict[str, Any]) -> Asked:
        """The question of a line of the file."""
        parts = row.get("parts")
        if parts is None:
            answers = row.get("answers", [])
            parts = answers if row.get("kind") == "broad" else [answers] if answers else []
        return cls(
            row["question"],
            [[[each] if isinstance(each, str) else each for each in part] for part in parts],
        )

    def share(self, given: str) -> float:
        """The share of the parts of the answer that stand in a text."""
        shown = plain(given)
        found = [
            any(all(plain(text) in shown for text in each) for each in part) for part in self.answer
        ]
        return sum(found) / len(found)


def plain(text: str) -> str:
    """A text without backticks and bars, with single spaces."""
    return " ".join(re.sub(r"[`\u00ad\u200b]", "", text).replace("|", " ").split())


def words_of(text: str) -> list[str]:
    """The words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


class Bm25:
    """BM25 over texts, without stems and stop words (k1 = 1.2, b = 0.75)."""

    def __init__(self, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> None:
        self.postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        counted = [Counter(words_of(text)) for text in texts]
        lengths = [counts.total() for counts in counted]
        mean = sum(lengths) / len(lengths)
        for number, counts in enumerate(counted):
            norm = k1 * (1 - b + b * lengths[number] / mean)
            for word, times in counts.items():
                self.postings[word].append((number, times * (k1 + 1) / (times + norm)))
        self.size = len(texts)

    def ranked(self, question: str) -> list[int]:
        """The numbers of the texts with a word of the question, the best first."""
        scores: Counter[int] = Counter()
        for word in sorted(set(words_of(question))):
            found = self.postings.get(word, [])
            weight = math.log(1 + (self.size - len(found) + 0.5) / (len(found) + 0.5))
            for number, share in found:
                scores[number] += weight * share
        return sorted(scores, key=lambda number: (-scores[number], number))


def chunks_of(text: str) -> Iterator[str]:
    """A text in slices of `WORDS_OF_CHUNK` words."""
    words = [found.span() for found in re.finditer(r"\S+", text)]
    for first in range(0, len(words), WORDS_OF_CHUNK):
        last = words[first : first + WORDS_OF_CHUNK][-1]
        yield text[words[first][0] : last[1]]


def groups_of(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """The groups of lines that `grep -C` prints, each with how many of the words it has."""
    lines = text.splitlines()
    found = [number for number, line in enumerate(lines) if pattern.search(line)]
    at = 0
    while at < len(found):
        last = at
        while last + 1 < len(found) and found[last + 1] - found[last] <= 2 * LINES_AROUND + 1:
            last += 1
        start, end = max(0, found[at] - LINES_AROUND), found[last] + LINES_AROUND + 1
        group = "\n".join(lines[start:end])
        yield len({word.lower() for word in pattern.findall(group)}), group
        at = last + 1


class Pile:
    """Documents, and the ways to look into them.

    Parameters
    ----------
    tokenizer : a file ``tokenizer.json``; empty to count characters.
    """

    def __init__(self, model: Model, tokenizer: str = "") -> None:
        self.model, self.tokenizer = model, tokenizer
        self.texts = [document.text for document in model.collection.documents]

    def tokens(self, text: str) -> int:
        """The number of tokens of a text."""
        if self.tokenizer:
            return int(token_lengths(self.tokenizer, [text])[0])
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)

    def cut(self, text: str, budget: int) -> str:
        """The beginning of a text that keeps to the budget."""
        kept = text[: budget * CHARACTERS_PER_TOKEN * 3]
        while (found := self.tokens(kept)) > budget:
            kept = kept[: min(len(kept) - 1, len(kept) * budget // found)]
        return kept

    def digest(self, question: str, budget: int) -> Digest:
        """The digest by default, within so many tokens."""
        if self.tokenizer:
            return self.model.digest(question, tokens=budget, tokenizer=self.tokenizer)
        return self.model.digest(question, characters=budget * CHARACTERS_PER_TOKEN)

    @cached_property
    def _files(self) -> Bm25:
        return Bm25(self.texts)

    @cached_property
    def _chunks(self) -> tuple[list[str], Bm25]:
        chunks = [chunk for text in self.texts for chunk in chunks_of(text)]
        return chunks, Bm25(chunks)

    def _groups(self, question: str) -> list[tuple[int, str]]:
        analyzer = Analyzer("en")
        content = [word for word in words_of(question) if analyzer.term(word)]
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, content))})\b", re.I)
        return [group for text in self.texts for group in groups_of(text, pattern)]

    def files(self, question: str, budget: int) -> str:
        """Whole files, the best by BM25 first."""
        return self.cut("\n".join(self.texts[n] for n in self._files.ranked(question)), budget)

    def grep(self, question: str, budget: int) -> str:
        """What `grep -iw -C 3` prints for the content words of the question, file by file."""
        return self.cut("\n--\n".join(group for _, group in self._groups(question)), budget)

    def sorted_grep(self, question: str, budget: int) -> str:
        """The same, the groups of lines with most of the words first."""
        groups = sorted(self._groups(question), key=lambda group: (-group[0], len(group[1])))
        return self.cut("\n--\n".join(group for _, group in groups), budget)

    def chunks(self, question: str, budget: int) -> str:
        """The chunks that match best by BM25."""
        chunks, index = self._chunks
        return self.cut("\n\n".join(chunks[n] for n in index.ranked(question)), budget)

    def quoted(self, question: str, budget: int) -> str:
        """What the digest quotes."""
        quoted = self.digest(question, budget).quoted.values()
        return self.cut("\n".join(part.text for part in quoted), budget)

    def returned(self, question: str, budget: int) -> str:
        """The text that the tool `digest` returns, with sources: the longest that fits."""
        most = budget
        while True:
            text = digest_text(self.digest(question, most))
            over = self.tokens(text) - budget
            if over <= 0 or most <= 2 * over:
                return self.cut(text, budget)
            most -= over


WAYS: Mapping[str, Callable[[Pile, str, int], str]] = {
    "whole files, best by BM25 first": Pile.files,
    "`grep -iw -C 3` of the content words": Pile.grep,
    "the same, most words first": Pile.sorted_grep,
    "BM25 over chunks of 200 words": Pile.chunks,
    "hyperdigest, what it quotes": Pile.quoted,
    "hyperdigest, all that the tool returns": Pile.returned,
}


def asked_in(path: str) -> list[Asked]:
    """The questions of a file that have an answer."""
    rows = [json.loads(row) for row in Path(path).read_text("utf-8").splitlines() if row.strip()]
    return [asked for asked in map(Asked.of, rows) if asked.answer]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pile", help="a folder of documents, or a saved collection")
    parser.add_argument("questions", help="a file of JSON lines")
    parser.add_argument("--budgets", type=int, nargs="+", default=BUDGETS, metavar="TOKENS")
    parser.add_argument("--tokenizer", default="", metavar="FILE", help="a file tokenizer.json")
    given = parser.parse_args()
    saved = given.pile.endswith(".hdig")
    model = Model.load(given.pile) if saved else Collection.read(given.pile).fit()
    pile, questions = Pile(model, given.tokenizer), asked_in(given.questions)
    everything = [plain(text) for text in pile.texts]
    readable = sum(max(map(asked.share, everything)) for asked in questions) / len(questions)
    size = sum(map(pile.tokens, pile.texts))
    print(f"{len(questions)} questions, {len(pile.texts)} documents of {size:,} tokens in all;")
    print(f"{readable:.2f} of the answers stand in the text of one document.\n")

    def shares(way: Callable[[Pile, str, int], str]) -> Iterator[str]:
        for budget in given.budgets:
            found = [asked.share(way(pile, asked.question, budget)) for asked in questions]
            yield f"{sum(found) / len(found):.2f}"

    rows = ((name, *shares(way)) for name, way in WAYS.items())
    table(("tokens", *map(str, given.budgets)), rows)


if __name__ == "__main__":
    main()
