"""Count faults in the text read from PDFs, such as the set that `pdf_set.py` fetches.

`pdftotext` of Poppler, run in its three modes, is the oracle. Every count is of suspects: the
oracle errs too, so that the counts of two versions say more than those of one.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.pdf.reader import read_pdf
from hyperdigest.split.sentences import split

MODES = ("-layout", "-raw", "-enc")
"""With the text as it stands on the page, as it was drawn, and in reading order (the default)."""

EDGE = 2
"""Lines at the top and the bottom of a page of which some may be furniture."""

LEAST_PAGES = (2, 4)
"""Pages on which a line at the very edge, or near it, comes back, its numbers aside."""

PROSE = frozenset((FORMS.index("prose"), FORMS.index("incomplete")))
WORDS = 5
FAULTS = ("furniture", "url", "woven", "word", "twice")
ABOUT = {
    "furniture": "sentences that hold a line which comes back at the edges of pages",
    "url": "addresses with a space in them, or at whose middle a sentence ends",
    "woven": "sentences with neighbours that the oracle has nowhere side by side",
    "word": "words that the oracle does not have, and hyphens left before a space",
    "twice": "words said twice that the oracle says once",
}

_TOKEN = re.compile(r"\w+")
_URL = re.compile(
    r"(?:https?|ftp)://\S*[-/_=&?~#%+] (?!https?:|ftp:|www)[a-z0-9]\S*[-/_=.]\S+"
    r"|://[\w.-]* [a-z]\w*/\S"
)
_ADDRESS = re.compile(rb"/URI\s*\(((?:https?|ftp)://[^()\s\\]{8,300})\)")
_HYPHEN = re.compile(r"[^\W\d_]{2,}- (?!and |or |und |oder |to |nor )[^\W\d_]{2,}")
_TWICE = re.compile(r"\b([^\W\d_]{3,}(?: \w+){0,2}) \1\b")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", choices=FAULTS, help="print what has this fault, and no table")
    parser.add_argument("--sample", type=int, help="print so many random sentences of each PDF")
    parser.add_argument("--half", type=int, choices=(0, 1), help="of the set, this half alone")
    parser.add_argument("--name", default="", help="PDFs alone whose names hold this")
    arguments = parser.parse_args()
    paths = [
        path
        for path in sorted(arguments.folder.glob("*.pdf"))
        if arguments.name in path.name and arguments.half in (None, half_of(path))
    ]
    rows = []
    for path in paths:
        checked = Checked(path)
        if not checked.problem and arguments.sample:
            for said in random.Random(0).sample(
                checked.sentences, min(arguments.sample, len(checked.sentences))
            ):
                print(f"{path.stem[:30]:30} {said}")
        elif not checked.problem and arguments.show:
            for told in checked.found(arguments.show):
                print(f"{path.stem[:30]:30} {told}")
        elif checked.problem:
            print(f"{path.name} {checked.problem}")
        else:
            rows.append(checked.row())
    if not arguments.sample and not arguments.show:
        print_table(rows)


def half_of(path: Path) -> int:
    """Half 0 is for tuning, half 1 is held out."""
    return crc32(path.name.encode()) % 2


class Checked:
    """A PDF as we read it, beside the oracle."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        data = path.read_bytes()
        start = time.process_time()
        try:
            content = read_pdf(data)
        except ReadError as error:
            self.problem = str(error)
            return
        self.seconds = time.process_time() - start
        self.content: Content = content
        self.pages = len(content.pages)
        document = Document(
            "pdf", path.name, content.text, "", "pdf", content.blocks, content.pages
        )
        spans = split(document)
        self.spans = [
            (int(start), int(end))
            for start, end, form in zip(spans.start, spans.end, spans.form, strict=True)
            if form in PROSE
        ]
        said = (" ".join(content.text[start:end].split()) for start, end in self.spans)
        self.sentences = [each for each in said if len(each.split()) >= WORDS]
        self.addresses = sorted({found.decode("latin1") for found in _ADDRESS.findall(data)})
        self.furniture, self.tokens, self.pairs, self.counts = oracle(path)
        plain = (re.sub(r"\d+", "", f"{a} {b}").split() for a, b in self.pairs)
        self.body_pairs = {tuple(pair) for pair in plain}

    def row(self) -> list[object]:
        counts = [len(list(self.found(fault))) for fault in FAULTS]
        ours = Counter(tokens(self.content.text))
        lost = sum((self.counts - ours).values()) / max(1, sum(self.counts.values()))
        about = [self.path.stem[:44], half_of(self.path), self.pages, len(self.sentences)]
        return [*about, *counts, f"{lost:.1%}", round(self.seconds, 2)]

    def found(self, fault: str) -> Iterator[str]:
        if fault == "url":
            yield from self._broken_addresses()
            return
        for said in self.sentences:
            if fault == "furniture":
                yield from (
                    f"[{line}] {said}" for line in self.furniture if self._is_in(line, said)
                )
            elif fault == "woven":
                ours = list(tokens(said))
                strange = [pair for pair in pairwise(ours) if pair not in self.pairs]
                if strange:
                    yield f"{strange[:2]} {said}"
            elif fault == "word":
                yield from (f"[{found}] {said}" for found in _HYPHEN.findall(said))
                for token in tokens(said):
                    if len(token) > 4 and token.isalpha() and token not in self.tokens:
                        yield f"[{token}] {said}"
            elif fault == "twice":
                for found in _TWICE.finditer(said):
                    words = list(tokens(found[0]))
                    if any(pair not in self.pairs for pair in pairwise(words)):
                        yield f"[{found[0]}] {said}"

    def _is_in(self, line: str, said: str) -> bool:
        """Whether a line of furniture stands in a sentence, and its neighbours there nowhere."""
        same = re.sub(r"\d+", "#", said)
        start = same.find(line)
        if start < 0:
            return False
        before, inside, after = (
            list(tokens(part)) for part in (same[:start], line, same[start + len(line) :])
        )
        joints = [(before[-1:] + inside[:1]), (inside[-1:] + after[:1])]
        return any(len(pair) == 2 and tuple(pair) not in self.body_pairs for pair in joints)

    def _broken_addresses(self) -> Iterator[str]:
        text = self.content.text
        places = [n for n, character in enumerate(text) if not character.isspace()]
        squeezed = "".join(text[n] for n in places)
        seen: set[int] = set()
        for address in self.addresses:
            at = squeezed.find(address)
            while at >= 0:
                start, end = places[at], places[at + len(address) - 1]
                if end - start >= len(address) and start not in seen:
                    seen.add(start)
                    yield text[start : end + 1].replace("\n", "|")
                at = squeezed.find(address, at + 1)
        for found in _URL.finditer(text):
            if not any(abs(found.start() - start) < 100 for start in seen):
                yield found[0].replace("\n", "|")
        # A sentence that ends inside of an address.
        for start, end in self.spans:
            tail = text[max(start, end - 100) : end + 1].split()
            whole = tail and "://" in tail[-1] and not text[end : end + 1].isspace()
            if whole and end < len(text):
                yield f"stump {text[start:end][-70:]}|{text[end : end + 30]}"


def oracle(path: Path) -> tuple[list[str], set[str], set[tuple[str, str]], Counter[str]]:
    """Lines of furniture, words, pairs of neighbours, and how often each word stands there."""
    known: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    counts: Counter[str] = Counter()
    furniture: list[str] = []
    for mode in MODES:
        command = ["pdftotext", mode, *(["UTF-8"] if mode == "-enc" else []), str(path), "-"]
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        pages = [
            [" ".join(line.split()) for line in page.splitlines() if line.strip()]
            for page in text.decode("utf-8", "replace").split("\f")
        ]
        if not furniture:
            furniture = recurring(pages)
        kept = [line for page in pages for line in body(page, furniture)]
        ours: list[str] = []
        for line in kept:
            ours += tokens(line)
        known.update(ours)
        pairs.update(pairwise(ours))
        for before, after in pairwise(kept):
            if before.endswith(("-", "\xad", "‐")):
                first, second = list(tokens(before))[-1:], list(tokens(after))[:2]
                if first and second:
                    joined = first[0] + second[0]
                    known.add(joined)
                    pairs.update((w, joined) for w in list(tokens(before))[-2:-1])
                    pairs.update((joined, w) for w in second[1:])
        if mode == "-raw":
            counts = Counter(token for line in kept for token in tokens(line) if len(token) > 3)
    return [line for line in furniture if len(line.split()) > 1], known, pairs, counts


def recurring(pages: list[list[str]]) -> list[str]:
    """Lines that come back at the edges of pages, their numbers as signs."""
    seen: Counter[str] = Counter()
    outermost: Counter[str] = Counter()
    for page in pages:
        seen.update({re.sub(r"\d+", "#", line) for line in page[:EDGE] + page[-EDGE:]})
        outermost.update({re.sub(r"\d+", "#", line) for line in page[:1] + page[-1:]})
    outer, near = LEAST_PAGES
    return [line for line, n in seen.items() if n >= near or outermost[line] >= outer]


def body(page: list[str], furniture: list[str]) -> list[str]:
    edges = {*range(EDGE), *range(len(page) - EDGE, len(page))}
    return [
        line
        for n, line in enumerate(page)
        if n not in edges or not (line.isdigit() or re.sub(r"\d+", "#", line) in furniture)
    ]


def tokens(text: str) -> Iterator[str]:
    """The words of a text, in small letters, hyphens aside."""
    text = text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff").replace("ﬃ", "ffi")
    text = re.sub(r"(?<=\w)[-\xad‐](?=\w)", "", text)
    return (found.lower() for found in _TOKEN.findall(text))


def print_table(rows: list[list[object]]) -> None:
    print("| PDF | half | pages | sentences |", " | ".join(FAULTS), "| lost | s |")
    print("|---|" + "---:|" * (len(FAULTS) + 5))
    for row in rows:
        print("|", " | ".join(map(str, row)), "|")
    for half in (0, 1, None):
        chosen = [row for row in rows if half in (None, row[1])]
        sums = [sum(row[n] for row in chosen) for n in range(2, 4 + len(FAULTS))]  # type: ignore[misc]
        seconds = round(sum(float(str(row[-1])) for row in chosen), 1)
        name = "all" if half is None else ("tuned on", "held out")[half]
        print(
            "|", " | ".join(map(str, [f"**{name}** ({len(chosen)})", "", *sums, "", seconds])), "|"
        )
    for fault in FAULTS:
        print(f"\n`{fault}`: {ABOUT[fault]}.", end="")
    print()


if __name__ == "__main__":
    main()
