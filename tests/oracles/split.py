"""Slow, obvious versions of what the splitter computes."""

import re

from hyperdigest.documents import FORMS, Document
from hyperdigest.split import Analyzer, split

WORD = "(?:[0-9]+[.,](?=[0-9]))*[a-z0-9]+"


def term_table(documents: list[Document], language: str = "en") -> list[tuple[int, str, list[str]]]:
    """(document, sentence, its terms) of every sentence of plain ASCII texts that has a term, and
    of answers and what introduces parts of lists and code, with the words as terms if they are
    none."""
    analyzer = Analyzer(language)
    rows = []
    for index, document in enumerate(documents):
        spans = split(document)
        parts = [number for number, kind in enumerate(spans.kind) if kind]
        needed = {n for n, form in enumerate(spans.form) if FORMS[form] == "answer"}
        needed |= {number - spans.context[number] for number in parts if spans.context[number]}
        for number, (start, end) in enumerate(zip(spans.start, spans.end, strict=True)):
            sentence = document.text[start:end]
            terms = [t for word in re.findall(WORD, sentence.lower())
                     for t in analyzer.terms(word)]  # fmt: skip
            if not terms and number in needed:
                terms = re.findall(WORD, sentence.lower())
            if terms:
                rows.append((index, sentence, terms))
    return rows


def first_with_same_words(sentences: list[str]) -> list[int]:
    """For each sentence the index of the first one that has the same words in the same order."""
    keys = [re.findall(WORD, sentence.lower()) for sentence in sentences]
    return [keys.index(key) for key in keys]
