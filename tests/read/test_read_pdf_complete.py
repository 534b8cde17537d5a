"""Every word on the pages of a PDF is in its text, as often as there, and no other word."""

import random
import re
import textwrap
from collections import Counter

import pytest

from documents_made import lines, pdf
from hyperdigest.read.pdf.reader import read_pdf

STEMS = ("barn", "crane", "depot", "ferry", "gull", "harbour", "island", "jetty", "keel", "lamp")


def sentences(random_, count):
    """Sentences with figures in them, no two alike."""
    return [
        " ".join(
            [*random_.choices(STEMS, k=random_.randint(4, 14)), f"{random_.random():.4f}"]
        ).capitalize()
        + "."
        for _ in range(count)
    ]


def made(random_, columns, apart):
    """A PDF with heads, feet, tables, notes and text at an angle, and the words on its pages."""
    words, recurring = Counter(), Counter()
    draws = []
    for number in range(1, 7):
        head, foot = "Yearbook of the Harbour", f"Yearbook 2019 | {number}"
        texts = [" ".join(sentences(random_, 3)) for _ in range(4)]
        rows = [[str(random_.randint(1, 9999)) for _ in range(4)] for _ in range(5)]
        side = sentences(random_, 1)
        shown = [*texts, *side, *(" ".join(row) for row in rows)]

        def draw(canvas, head=head, foot=foot, texts=texts, rows=rows, side=side):
            lines(canvas, [head], y=800 + apart)
            width = 70 // columns
            for column in range(columns):
                begun = [textwrap.wrap(text, width) for text in texts[column::columns]]
                lines(canvas, [line for text in begun for line in text], x=72 + 240 * column)
            for n, row in enumerate(rows):
                for cell, value in enumerate(row):
                    lines(canvas, [value], x=72 + 80 * cell, y=200 - 13 * n)
            lines(canvas, [foot], y=60 - apart)
            canvas.rotate(90)
            lines(canvas, side, x=100, y=-30)

        draws.append(draw)
        for text in shown:
            words.update(re.findall(r"[\w.]+", text))
        recurring.update((head, "Yearbook 2019 | #"))
    return pdf(*draws), words, recurring


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("apart", [0, 15])
@pytest.mark.parametrize("seed", range(3))
def test_all_words_are_read_once(columns, apart, seed):
    data, words, recurring = made(random.Random(seed), columns, apart)
    content = read_pdf(data)
    for line, count in recurring.items():
        words.update(line.replace(" | #", " 1").split())
        numbers = f", # = 2-{count}" if "#" in line else ""
        assert f"“{line}” ({count - 1} times{numbers})" in content.repeats
    assert Counter(re.findall(r"[\w.]+", content.text)) == words
