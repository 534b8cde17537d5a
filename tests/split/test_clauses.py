"""Captions of numbered clauses are headings; steps with short sentences are steps."""

import pytest

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Block, Document
from hyperdigest.split import split

DUTY = (
    "The ferryman shall keep the ferry in good repair and shall tell the town of any damage to its"
    " hull or its rope within two days after he has seen it."
)
ALONE = f"""HIRE OF THE FERRY

1. Duties of the Ferryman.

{DUTY}

2. Fees and fines

The fee is due on the first day of a month. These fines apply:

   a) a late start costs five crowns;
   b) a lost oar costs ten.

3. Termination.

Either side may end the hire.
"""
RUN_IN = f"""HIRE OF THE FERRY

   1. Duties of the Ferryman. {DUTY}

      He keeps a book of these.

   2. Termination. {DUTY.replace("hull", "keel")}
"""
STEPS = f"""To moor the ferry:

1. Open the Gate. Pull.

2. Final Check.

   Look at the rope.

3. Rest. {DUTY}
"""


def sentences_of(text, **how):
    document = Document("a", "a", text, **how)
    spans = split(document)
    rows = zip(spans.start, spans.end, spans.form, spans.kind, spans.of, strict=True)
    return [
        (text[start:end], FORMS[form], SENTENCE_KINDS[kind], of)
        for start, end, form, kind, of in rows
    ]


def headings(text, **how):
    return [words for words, form, _, _ in sentences_of(text, **how) if form == "heading"]


def test_a_caption_of_its_own_is_a_heading_with_its_number():
    captions = ["1. Duties of the Ferryman.", "2. Fees and fines", "3. Termination."]
    assert headings(ALONE) == ["HIRE OF THE FERRY", *captions]


def test_a_list_in_a_clause_stays_a_list():
    kinds = {words: (kind, of) for words, _, kind, of in sentences_of(ALONE)}
    assert kinds["a late start costs five crowns;"] == ("step", 2)
    assert kinds["Either side may end the hire."] == ("prose", 0)


def test_a_caption_before_the_text_of_a_clause_is_a_heading():
    captions = ["1. Duties of the Ferryman.", "2. Termination."]
    assert headings(RUN_IN) == ["HIRE OF THE FERRY", *captions]
    kinds = {words: kind for words, form, kind, _ in sentences_of(RUN_IN) if form == "prose"}
    assert kinds == dict.fromkeys(
        (DUTY, "He keeps a book of these.", DUTY.replace("hull", "keel")), "prose"
    )


@pytest.mark.parametrize("numbers", ["1. 2. 3.", "a) b) c)"])
def test_steps_stay_steps(numbers):
    text = STEPS
    for plain, number in zip(("1.", "2.", "3."), numbers.split(), strict=True):
        text = text.replace(plain, number)
    assert not headings(text)
    assert "step" in {kind for _, _, kind, _ in sentences_of(text)}


def test_the_last_step_of_a_list_whose_numbers_are_all_1_stays_a_step():
    steps = ["Очистите фильтр.", "Посмотрите на датчик.", "Выключите насос."]
    text = "\n\n".join(["Делайте так:", *(f"1. {step}" for step in steps), "Насос ведёт воду.\n"])
    kinds = {words: (kind, of) for words, _, kind, of in sentences_of(text)}
    assert [kinds[step] for step in steps] == [("step", 3)] * 3


def test_numbered_titles_of_office_documents_are_headings():
    lines = ["Duties of the Ferryman", DUTY, "Termination", "Either side may end the hire."]
    text, blocks = "\n\n".join(lines), []
    for line, kind in zip(lines, ["step", "paragraph"] * 2, strict=True):
        start = text.index(line)
        blocks.append(Block(start, start + len(line), kind, int(kind == "step")))
    assert headings(text, blocks=tuple(blocks)) == [lines[0], lines[2]]


def test_a_clause_without_a_caption_does_not_make_steps_of_those_after_it():
    clauses = ALONE.replace("Fees and fines\n\nThe fee", "The fee")
    clauses += f"\n4. U.S. Ferries.\n\n{DUTY}\n"
    captions = ["1. Duties of the Ferryman.", "3. Termination.", "4. U.S. Ferries."]
    assert headings(clauses) == ["HIRE OF THE FERRY", *captions]


def test_captions_of_what_is_no_clause_are_items():
    reasons = RUN_IN.replace("shall", "will")
    assert headings(reasons) == ["HIRE OF THE FERRY"]
    kinds = {words: kind for words, _, kind, _ in sentences_of(reasons)}
    assert kinds["Termination."] == "step"


def test_captions_of_clauses_in_clauses_are_headings():
    inner = ALONE.replace("1. Duties of the Ferryman.", "1. Duties\n\n1.1. Care of the Ferry.")
    inner = inner.replace("3. Termination.", f"2.1 Sale of Fish. {DUTY}\n\n3. Termination.")
    assert headings(inner)[2:] == [
        "1.1. Care of the Ferry.",
        "2. Fees and fines",
        "2.1 Sale of Fish.",
        "3. Termination.",
    ]
    assert (DUTY, "prose", "prose", 0) in sentences_of(inner)


def test_a_paragraph_that_begins_with_a_decimal_number_is_no_caption():
    for start in ("1.5 Litres of Oil. It leaks.", "2.1. The ferry sinks.", "3.1. Pull the rope."):
        assert start.split(". ")[0] not in " ".join(headings(f"{start}\n\nNobody has seen it.\n"))


def test_captions_of_lettered_clauses_are_headings():
    lettered = f"   (a) Losses.\n\n       {DUTY}\n\n   (b) Old Boats. {DUTY}\n\n{DUTY}\n"
    clauses = f"4. Claims\n\n{DUTY}\n\n{lettered}"
    assert headings(clauses) == ["4. Claims", "(a) Losses.", "(b) Old Boats."]
    assert {kind for _, _, kind, _ in sentences_of(clauses)} == {"prose"}


def test_the_caption_of_definitions_is_a_heading():
    for begin in ('"Fare" means', "“Fare” (or “Fee”) shall mean", '1.1. "Fare" refers to'):
        clauses = f"1. Definitions.\n\n   {begin} what is paid for a boat.\n\n   {DUTY}\n"
        assert headings(clauses) == ["1. Definitions."]
