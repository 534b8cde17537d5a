"""What pages say of documents and sentences, and which of these they show first."""

from __future__ import annotations

from dataclasses import replace

from hyperdigest.web.labels import first_sentences
from oracles.quoting import Manual

FARES, TIMES, PROSE = "Ticket\tPrice", "From\tMinutes", "The ferry sails."
ROWS = ((FARES, "Adult\t8"), (FARES, "Child\t4"), (TIMES, "Harbour\t35"))
SCORES = {"Adult\t8": 0.2, "Child\t4": 0.6, "Harbour\t35": 0.9, PROSE: 0.8}


def digest_of(*quoted):
    made = Manual()
    for header, *rows in ((FARES, "Adult\t8", "Child\t4"), (TIMES, "Harbour\t35")):
        made.add("header", header)
        for row in rows:
            made.add("table", row)
    made.add("paragraph", PROSE)
    digest = made.digest(*quoted)
    scored = (replace(each, score=SCORES[each.text]) for each in digest.sentences)
    return replace(digest, sentences=tuple(scored))


def test_of_the_rows_of_a_table_the_most_relevant_is_looked_at_first():
    assert first_sentences(digest_of(*ROWS, PROSE)) == {"manual.html": 2}
    assert first_sentences(digest_of(PROSE, *ROWS)) == {"manual.html": 1}
    assert first_sentences(None) == {}
