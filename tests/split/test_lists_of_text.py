"""Lists, signatures and remarks in plain text: what belongs to which unit, and its context."""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import FORMS, SENTENCE_KINDS
from hyperdigest.render import render_html, render_markdown, render_text
from hyperdigest.split import split


def units(text: str, format: str = "text") -> list[tuple[str, str, str | None]]:
    """The kind, the words and the context of each sentence."""
    spans = split(Document("a", "a", text, format=format))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    return [
        (SENTENCE_KINDS[kind], one, words[number - distance] if distance else None)
        for number, (one, kind, distance) in enumerate(
            zip(words, spans.kind, spans.context.tolist(), strict=True)
        )
    ]


def of_kind(text: str, *kinds: str, format: str = "text") -> list[tuple[str, str | None]]:
    return [(words, context) for kind, words, context in units(text, format) if kind in kinds]


@pytest.mark.parametrize(
    "item", ["lock the\n  Gate house", "keep the key\n  in the box", "lower the flag, the\n  lamp"]
)
def test_a_short_item_goes_on_in_the_column_of_its_words(item):
    text = (
        f"The guard must do this each night before he leaves the harbour:\n\n- {item}\n- go home\n"
    )
    assert [words for words, _ in of_kind(text, "item")] == [" ".join(item.split()), "go home"]


def test_a_single_word_above_others_stays_a_name():
    text = "The parts of the boat are these, from the bow on:\n\n- Mast\n  It carries the sail.\n"
    assert [words for words, _ in of_kind(text, "item")] == ["Mast", "It carries the sail."]


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_letters_below_a_number_in_the_same_column_are_a_list_in_it(between):
    steps = ["1. Buy oil", "a) for the pump", "b) for the lamp", "2. Buy bread"]
    assert of_kind("On Monday:\n\n" + between.join(steps) + "\n", "step") == [
        ("Buy oil", "On Monday:"),
        ("for the pump", "Buy oil"),
        ("for the lamp", "Buy oil"),
        ("Buy bread", "On Monday:"),
    ]


def test_a_note_between_items_does_not_end_their_list():
    text = "The mill has:\n\n- a wheel\n\nNote: the brake is heavy.\n\n- a roof of slate\n"
    assert of_kind(text, "item", format="markdown") == [
        ("a wheel", "The mill has:"),
        ("a roof of slate", "The mill has:"),
    ]


def test_whole_sentences_below_a_note_or_what_it_announces_are_another_list():
    mill = "The mill has:\n\n- a wheel\n\n"
    below = "- Bring the oil for the brake.\n"
    for note in ("Note: the brake is heavy.", "> **Warning**\n> The brake is heavy."):
        found = of_kind(f"{mill}{note}\n\n{below}", "item", format="markdown")
        assert found == [("a wheel", "The mill has:"), ("Bring the oil for the brake.", None)]
    text = "- Stop the wheel.\n\n**WARNING**: It is hot.\n\n- the manual of the wheel\n"
    found = of_kind(f"To stop:\n\n{text}", "item", format="markdown")
    assert found[1:] == [("the manual of the wheel", None)]
    found = of_kind(f"{mill}Note: you need:\n\n- oil for it\n", "item", format="markdown")
    assert found == [("a wheel", "The mill has:"), ("oil for it", "Note: you need:")]


@pytest.mark.parametrize(
    "note",
    ["> **Note**\n> It is hot.", "> [!NOTE]\n> It is hot.", ":::warning\nIt is hot.\n:::",
     "**Note:** It is hot.", "!!! note\n    It is hot."],
)  # fmt: skip
def test_steps_go_on_below_a_note_of_any_kind_and_it_introduces_none(note):
    text = f"To stop the mill:\n\n1. Stop the wheel.\n\n{note}\n\n1. Shut the door.\n"
    needed = [context for _, context in of_kind(text, "step", format="markdown")]
    assert needed == ["To stop the mill:"] * 2


@pytest.mark.parametrize(
    "signature",
    [
        "pump_open(name, flags,\n          timeout)",
        "int pump_read(int handle, char *buffer,\n              size_t *count);",
        "pump_close(handle)",
        "pump.write(text, end='') -> None",
    ],
)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_signature_is_the_term_of_the_text_below_it(signature, gap):
    text = f"Functions\n\n{signature}\n{gap}    Does something to the pump.\n\nAll is well now.\n"
    assert of_kind(text, "definition") == [
        ("Does something to the pump.", " ".join(signature.split()))
    ]


def test_a_remark_in_brackets_goes_on_with_the_definition():
    text = (
        "water_level\n    The level of the water.\n    (default off)\n\nlamp_colour\n    Green.\n"
    )
    assert of_kind(text, "definition")[0] == (
        "The level of the water. (default off)",
        "water_level",
    )


def test_a_lead_in_with_a_verb_above_terms_is_no_heading():
    text = "Each lamp may be:\n\n  red     danger for all boats\n  green   harbour is open now\n"
    collection = Collection.of([Document("a", "a", text)])
    digest = collection.fit(Options(sweeps=20)).digest("What may each lamp be?", 30)
    assert {sentence.heading for sentence in digest.sentences} == {""}
    assert of_kind(text, "definition") == [
        ("danger for all boats", "red"),
        ("harbour is open now", "green"),
    ]


def test_what_goes_on_with_code_to_more_code_needs_it():
    text = (
        "The lines\n\n    set depth 3\n    set width 4\n\nare equivalent to:\n\n    set size 3x4\n"
    )
    found = units(text)
    assert ("prose", "are equivalent to:", "set depth 3 set width 4") in found
    assert ("code", "set size 3x4", "are equivalent to:") in found


def test_a_listing_that_prints_sentences_is_one_program():
    lines = ["def stop(pump):", "    pump.halt()", "    print('The pump was stopped for you.')"]
    code = "".join(f"    {line}\n" for line in lines)
    assert len(of_kind(f"An example of it:\n\n{code}\nAll is well.\n", "code")) == 1


def test_several_definitions_say_how_many_of_all_they_are():
    words = ("danger for boats", "harbour is open", "ferry comes now", "mail boat lands")
    names = ("red", "green", "blue", "white")
    rows = "".join(f"  {name:8}{what}\n" for name, what in zip(names, words, strict=True))
    collection = Collection.of([Document("a", "a", f"Each lamp may be:\n\n{rows}")])
    model = collection.fit(Options(sweeps=20))
    for render in (render_text, render_markdown, render_html):
        assert "2 of 4 definitions" in render(model.digest("What may each lamp be?", 14))
        assert "of 4 definitions" not in render(model.digest("What may each lamp be?", 60))


@pytest.mark.parametrize("gap", ["", "\n"])
def test_an_entry_of_a_manual_in_texinfo_is_the_term_of_the_text_below_it(gap):
    entries = ["Command: pull the rope [LENGTH]", "Command: haul", "Function: int row (int WAY,"]
    rest = "\n          char *NAME, int N_ROWERS)"
    text = (
        f"1.2 Work\n========\n\n -- {entries[0]}\n -- {entries[1]}\n{gap}     Move the ferry.  It"
        f" is slow.\n\n -- {entries[2]}{rest}\n{gap}     Row it.\n\nAll is well now.\n"
    )
    spans = split(Document("a", "a", text))
    rows = zip(spans.form, spans.start, spans.end, strict=True)
    found = [(FORMS[f], text[s:e]) for f, s, e in rows]
    names = [words for form, words in found if form == "term"]
    assert names == [*entries[:2], entries[2] + rest]
    quoted = [words for form, words in found if form == "prose"]
    assert quoted == ["Move the ferry.", "It is slow.", "Row it.", "All is well now."]
    assert text[spans.start[-2] :].startswith("Row it.") and spans.context[-2] == 1


def test_options_in_quotation_marks_are_terms():
    text = (
        "Tanks\n=====\n\n‘-a’\n‘--all’\n     Fill all tanks of the mill.\n\n"
        "‘-s SECONDS’\n‘--slow=SECONDS’\n     Fill the tanks slowly.\n\n     They are old.\n"
    )
    spans = split(Document("a", "a", text))
    found = [
        (text[start:end], FORMS[form])
        for start, end, form in zip(spans.start, spans.end, spans.form, strict=True)
    ]
    assert found == [
        ("Tanks", "heading"),
        *((option, "term") for option in ("‘-a’", "‘--all’")),
        ("Fill all tanks of the mill.", "prose"),
        *((option, "term") for option in ("‘-s SECONDS’", "‘--slow=SECONDS’")),
        ("Fill the tanks slowly.", "prose"),
        ("They are old.", "prose"),
    ]


def test_a_signature_below_a_letter_is_no_entry():
    text = "All is well here.\n\n -- Anna Otter <anna@example.org>  Mon, 05 Jan 2026 10:00:00\n"
    spans = split(Document("a", "a", text))
    assert "term" not in [FORMS[form] for form in spans.form]


def test_the_indented_first_line_of_a_paragraph_is_no_code():
    first = "   Visit <https://lists.example.org/mailman/listinfo/old-mills> for the"
    rest = "list (of tanks, of pumps, ...).\n\n   fill --all <tank>\n\n"
    found = [(kind, words) for kind, words, _ in units(f"All tanks are full.\n\n{first}\n{rest}")]
    assert found[1] == ("prose", " ".join(f"{first} list (of tanks, of pumps, ...).".split()))
    assert found[2] == ("code", "fill --all <tank>")
