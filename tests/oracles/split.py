"""Slow, obvious versions of what the splitter computes."""

import re

from hyperdigest.documents import Document
from hyperdigest.split import Analyzer, split

WORD = "(?:[0-9]+[.,](?=[0-9]))*[a-z0-9]+"


def term_table(documents: list[Document], language: str = "en") -> list[tuple[int, str, list[str]]]:
    """(document, sentence, its terms) of every sentence of plain ASCII texts that has a term."""
    analyzer = Analyzer(language)
    rows = []
    for index, document in enumerate(documents):
        spans = split(document)
        for start, end in zip(spans.start, spans.end, strict=True):
            sentence = document.text[start:end]
            terms = [t for word in re.findall(WORD, sentence.lower())
                     for t in analyzer.terms(word)]  # fmt: skip
            if terms:
                rows.append((index, sentence, terms))
    return rows


def first_with_same_words(sentences: list[str]) -> list[int]:
    """For each sentence the index of the first one that has the same words in the same order."""
    keys = [re.findall(WORD, sentence.lower()) for sentence in sentences]
    return [keys.index(key) for key in keys]
