"""Sentences that look the same and are not: none may be taken to say what another one says."""

import re
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from hyperdigest import Collection, Document
from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.search import Corroborations
from hyperdigest.options import Options

FILE = Path(__file__).parents[2] / "fixtures" / "look_the_same.txt"
LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
NESTED = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]")


def wordings(line):
    """The sentences of a line, one for each choice of what is in its brackets."""
    text = line.partition(": ")[2]
    fixed, choices = NESTED.split(text)[::2], [each.split("|") for each in NESTED.findall(text)]
    for chosen in product(*choices):
        parts = [part for pair in zip(fixed, [*chosen, ""], strict=True) for part in pair]
        sentence = " ".join("".join(parts).split())
        yield sentence[0].upper() + sentence[1:]


def test_there_are_many_pairs():
    assert sum(len(list(combinations(wordings(line), 2))) for line in LINES) > 2000
    assert all(len(set(wordings(line))) == len(list(wordings(line))) > 1 for line in LINES)


@pytest.mark.parametrize("line", LINES)
def test_no_wording_says_the_same_as_another(line):
    same = [pair for pair in permutations(wordings(line), 2) if says_the_same(*pair)]
    assert same == []


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "The laser of the works at Arden needs 5 mW of power.",
         "The laser of the works at Arden needs 5 MW of power."),
        ("en", "The dried sample from the quarry weighed 10⁻³ g at noon.",
         "The dried sample from the quarry weighed 10³ g at noon."),
        ("en", "The maid took the Polish cups from the shelf.",
         "The maid took the polish cups from the shelf."),
        ("de", "Der Laser im Werk von Arden braucht 5 mW Leistung.",
         "Der Laser im Werk von Arden braucht 5 MW Leistung."),
        ("fr", "Le laser pèse 10⁻³ g dans l'usine.", "Le laser pèse 10³ g dans l'usine."),
    ],
)  # fmt: skip
def test_documents_that_look_the_same_are_not_listed(language, one, other):
    texts = (one, other, one, "Rain fell. Boats sank. Trees grew.")
    documents = [
        Document(f"{n}.txt", f"{n}.txt", f"{text} {n}.", title="The works")
        for n, text in enumerate(texts)
    ]
    model = Collection.of(documents, language=language).fit(Options(sweeps=5, samples=1))
    document = model.collection.split.sentences.document
    found = Corroborations.of(model).also(0)
    assert [int(document[other.sentence]) for other in found] == [2]
