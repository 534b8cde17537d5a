"""Quote real documents in drafts with known changes, and count what `verify` reports of them.

    python benchmarks/bench_verify.py PILE... [--apart PILE...] [--quotations 200] [--seed 0]
    python benchmarks/bench_verify.py case.hdig --words 100000

Each draft quotes sentences of the pile: true ones, in the forms that authors and typesetters give
them, and as many with one change. Made-up ones are those of the pile --apart. It prints, for each
kind of quotation, how many are reported as changed or nowhere, in how many cases the right document
and place is named, and CPU seconds. With --words, the draft is so long, and only the time counts.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hyperdigest import Model
from hyperdigest.documents import FORMS, Document
from hyperdigest.read import read_paths
from hyperdigest.split import languages_of, split
from hyperdigest.store.finding import is_store
from hyperdigest.verify import Pile, Quotation, verify
from measuring import table

SHORTEST, LONGEST = 8, 60
"""Words of a sentence that is quoted."""

MOST_TRIED = 200
"""Of so many sentences at most, one is looked for that can be changed in some way."""

NEGATION = re.compile(r"\b(is|are|was|were|can|will|must|should|does|do|has|have)\b")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b")
NUMBER = re.compile(r"\d+")
WORD = re.compile(r"\b[a-z]{5,}\b")
INVENTED = ("Marlborough", "Castellane", "Whitfield", "Ostrander", "Kowalczyk")
OTHERS = ("seldom", "purple", "expensive", "quarterly", "harmless", "regional", "voluntary")


@dataclass(frozen=True)
class Sentence:
    """A sentence of the pile, without the markup of its format."""

    document: Document
    start: int
    end: int
    text: str


def sentences_of(documents: Sequence[Document]) -> list[Sentence]:
    """The sentences of documents that are prose of some length."""
    found = []
    for document, language in zip(documents, languages_of(documents), strict=True):
        spans = split(document, language)
        rows = zip(spans.start.tolist(), spans.end.tolist(), spans.form.tolist(), strict=True)
        for start, end, form in rows:
            text = document.displayed(start, end)
            fits = SHORTEST <= len(text.split()) <= LONGEST and not set(text) & set('"“”«»„[]')
            if FORMS[form] == "prose" and fits:
                found.append(Sentence(document, start, end, text))
    return found


Change = Callable[[str, random.Random], str | None]


def same(text: str, chance: random.Random) -> str:
    """The sentence as it is."""
    return text


def wrapped(text: str, chance: random.Random) -> str:
    """Lines that end at other places."""
    words = text.split(" ")
    at = chance.randrange(1, len(words))
    return " ".join(words[:at]) + "\n" + " ".join(words[at:])


def typeset(text: str, chance: random.Random) -> str:
    """Curly apostrophes, ligatures and soft hyphens."""
    text = text.replace("'", "’").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("--", "—")
    return re.sub(r"([a-z]{4})([a-z]{4})", "\\1\xad\\2", text, count=2)


def hyphenated(text: str, chance: random.Random) -> str | None:
    """A word divided at the end of a line."""
    long = list(re.finditer(r"\b[a-z]{8,}\b", text))
    if not long:
        return None
    at = chance.choice(long).start() + 4
    return f"{text[:at]}-\n{text[at:]}"


def lowered(text: str, chance: random.Random) -> str:
    """A small letter at the start, and no full stop."""
    return (text[0].lower() + text[1:]).rstrip(".")


def bracketed(text: str, chance: random.Random) -> str | None:
    """The first letter changed, in brackets."""
    return f"[{text[0].swapcase()}]{text[1:]}" if text[0].isalpha() else None


def shortened(text: str, chance: random.Random) -> str | None:
    """An omission that is marked."""
    words = text.split()
    if len(words) < 12:
        return None
    at = chance.randrange(4, len(words) - 6)
    mark = chance.choice(("...", "[...]", "[…]", "…", "(...)"))
    return " ".join([*words[:at], mark, *words[at + 2 :]])


def inserted(text: str, chance: random.Random) -> str:
    """An insertion that is marked."""
    words = text.split()
    at = chance.randrange(3, len(words) - 3)
    mark = chance.choice(("[sic]", "[the company]", "[in 2019]"))
    return " ".join([*words[:at], mark, *words[at:]])


def part(text: str, chance: random.Random) -> str:
    """A part of the sentence."""
    words = text.split()
    size = chance.randrange(5, len(words))
    at = chance.randrange(len(words) - size + 1)
    return " ".join(words[at : at + size]).strip(".,;:!?()-–— ")


def other_number(text: str, chance: random.Random) -> str | None:
    """Another digit."""
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return None
    found = chance.choice(numbers)
    at = chance.randrange(found.start(), found.end())
    digit = chance.choice([d for d in "123456789" if d != text[at]])
    return text[:at] + digit + text[at + 1 :]


def negated(text: str, chance: random.Random) -> str | None:
    """A negation more, or one less."""
    if " not " in text:
        return text.replace(" not ", " ", 1)
    found = NEGATION.search(text)
    return f"{text[: found.end()]} not{text[found.end() :]}" if found else None


def renamed(text: str, chance: random.Random) -> str | None:
    """Another name."""
    names = list(NAME.finditer(text))
    if not names:
        return None
    found = chance.choice(names)
    return text[: found.start()] + chance.choice(INVENTED) + text[found.end() :]


def other_word(text: str, chance: random.Random) -> str | None:
    """Another word."""
    words = list(WORD.finditer(text))
    if not words:
        return None
    found = chance.choice(words)
    return text[: found.start()] + chance.choice(OTHERS) + text[found.end() :]


def reordered(text: str, chance: random.Random) -> str | None:
    """Two words exchanged."""
    words = text.split()
    at = chance.randrange(1, len(words) - 2)
    if words[at].casefold() == words[at + 1].casefold():
        return None
    words[at : at + 2] = words[at + 1], words[at]
    return " ".join(words)


def cut(text: str, chance: random.Random) -> str | None:
    """An omission that is not marked."""
    words = text.split()
    at = chance.randrange(2, len(words) - 3)
    return " ".join([*words[:at], *words[at + 2 :]])


TRUE: Sequence[Change] = (
    same, wrapped, typeset, hyphenated, lowered, bracketed, shortened, inserted, part,
)  # fmt: skip
CHANGED: Sequence[Change] = (other_number, negated, renamed, other_word, reordered, cut)


@dataclass(frozen=True)
class Case:
    """A quotation of a draft, and what is known of it."""

    kind: str
    quote: str
    source: Sentence | None
    named: Document | None


MARKS = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("»", "«"))


def draft_of(cases: Sequence[Case], chance: random.Random) -> tuple[Document, list[int]]:
    """A draft in Markdown with the quotations of all cases, and where each begins."""
    text, starts = "# A draft\n\n", []
    for case in cases:
        name = case.named.name if case.named else ""
        if chance.random() < 0.2 and "\n" not in case.quote:
            text += f"{'As ' + name + ' puts it' if name else 'It has been written'}:\n\n> "
            starts.append(len(text))
            text += f"{case.quote}\n\n"
            continue
        before, after = chance.choice(MARKS)
        text += f"{'In ' + name if name else 'There'} we read: {before}"
        starts.append(len(text))
        text += f"{case.quote}{after} and that is all.\n\n"
    return Document("draft.md", "", text, format="markdown"), starts


def cases_of(
    sentences: Sequence[Sentence], apart: Sequence[Sentence], many: int, chance: random.Random
) -> list[Case]:
    """As many true quotations as changed ones, some made up, and some of a wrong source."""
    cases: list[Case] = []
    documents = list({sentence.document.name: sentence.document for sentence in sentences}.values())

    def add(changes: Sequence[Change], number: int) -> None:
        for turn in range(number):
            change = changes[turn % len(changes)]
            for sentence in chance.sample(sentences, min(len(sentences), MOST_TRIED)):
                quote = change(sentence.text, chance)
                if quote is not None:
                    named = sentence.document if chance.random() < 0.5 else None
                    cases.append(Case(change.__name__, quote, sentence, named))
                    break

    add(TRUE, many)
    add(CHANGED, many)
    for sentence in chance.sample(apart, min(len(apart), many // 4)):
        cases.append(Case("made up", sentence.text, None, None))
    for _ in range(many // 8 if len(documents) > 1 else 0):
        sentence = chance.choice(sentences)
        other = chance.choice([each for each in documents if each is not sentence.document])
        cases.append(Case("wrong source", sentence.text, sentence, other))
    chance.shuffle(cases)
    return cases


def is_right_place(quotation: Quotation, sentence: Sentence) -> bool:
    """Whether a quotation was found where it is from, or where the same words are."""
    near = (
        quotation.document == sentence.document.name
        and quotation.source_start < sentence.end
        and sentence.start < quotation.source_end
    )
    same_words = letters(quotation.source) in letters(sentence.text)
    return near or (bool(quotation.source) and same_words)


def letters(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, text.casefold()))


def documents_at(paths: Sequence[str]) -> list[Document]:
    """The documents of files, folders and saved collections."""
    saved = [
        document
        for path in paths
        if is_store(path)
        for document in Model.load(path).collection.documents
    ]
    return [*saved, *read_paths([path for path in paths if not is_store(path)]).documents]


def time_of(documents: Sequence[Document], words: int, seed: int) -> None:
    """Print the CPU seconds for a draft of so many words."""
    chance = random.Random(seed)
    some = chance.sample(list(documents), min(len(documents), 400))
    sentences = [s for s in sentences_of(some) if len(s.text.split()) >= SHORTEST]
    cases: list[Case] = []
    while sum(len(case.quote.split()) + 8 for case in cases) < words:
        cases += cases_of(sentences, sentences[:1], 200, chance)
    draft, _ = draft_of(cases, chance)
    begin = time.process_time()
    pile = Pile(documents)
    pile.indexed()
    indexed = time.process_time()
    result = verify(draft, pile)
    done = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{len(draft.text.split())} words, {len(result.quotations)} quotations: {result.counts}")
    print(f"index {indexed - begin:.1f} s, lookup {done - indexed:.1f} s, {memory} MB")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--apart", nargs="*", default=[])
    parser.add_argument("--quotations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--words", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print what was judged wrongly")
    given = parser.parse_args()
    documents = documents_at(given.paths)
    if given.words:
        time_of(documents, given.words, given.seed)
        return
    chance = random.Random(given.seed)
    cases = cases_of(
        sentences_of(documents),
        sentences_of(documents_at(given.apart)) if given.apart else [],
        given.quotations,
        chance,
    )
    draft, starts = draft_of(cases, chance)
    begin = time.process_time()
    result = verify(draft, Pile(documents))
    seconds = time.process_time() - begin
    found = {quotation.start: quotation for quotation in result.quotations}
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for case, start in zip(cases, starts, strict=True):
        quotation = found.get(start) or found.get(start + 1)
        row = counts[case.kind]
        row[0] += 1
        if quotation is None:
            row[3] += 1
            if given.show:
                print("not seen:", case.kind, repr(case.quote))
            continue
        alarm = quotation.status in ("changed", "nowhere")
        row[1] += quotation.status == "other_source" if case.kind == "wrong source" else alarm
        row[2] += case.source is None or is_right_place(quotation, case.source)
        true = case.kind in {change.__name__ for change in TRUE}
        right = case.source is None or is_right_place(quotation, case.source)
        if given.show and case.kind != "wrong source" and (alarm == true or not right):
            print(case.kind, quotation.status, repr(case.quote), repr(quotation.source))
            print("   ", [(d.kind, d.quote, d.source) for d in quotation.difference])
    rows = [[kind, *map(str, counts[kind])] for kind in sorted(counts)]
    table(["quotation", "in all", "reported", "right place", "not seen"], rows)
    print(f"{seconds:.1f} s; {len(result.quotations)} quotations found, {len(cases)} made")


if __name__ == "__main__":
    main()
