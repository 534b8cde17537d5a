"""Terms of pages of manuals in plain text, and the sentences that explain them."""

import pytest

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document
from hyperdigest.split import split

HEAD = """\
PUMP(8)                 Manual of the Water Works                PUMP(8)

NAME
       pump - move water to another tank

"""

FILLED = (
    "       The following words are used on all of the pages of this manual of the\n"
    "       water works, and on the labels of its tanks, which are old by now, too.\n"
)
"""Its lines fill the width of the page."""


def terms(body: str) -> dict[str, str]:
    """The words that are shown before each sentence of a page that is quoted."""
    text = HEAD + body
    spans = split(Document("a", "a", text))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    quoted = [
        SENTENCE_KINDS[kind] != "prose" or FORMS[form] in ("prose", "incomplete")
        for kind, form in zip(spans.kind, spans.form, strict=True)
    ]
    shown = enumerate(zip(words, spans.context.tolist(), strict=True))
    return {one: words[n - far] if far else "" for n, (one, far) in shown if quoted[n]}


def test_a_term_with_its_text_beside_it_above_one_with_its_text_below_it():
    found = terms(
        "ENVIRONMENT\n"
        "       BASIN  The first tank of the works.\n"
        "       BARRELS\n"
        "              The number of barrels that are moved at a time.  The default is\n"
        "              three.\n"
        "       VALVE  The name of the valve that is opened first.\n"
        "       WATERMARK\n"
        "              The highest level of a tank.\n"
    )
    assert found["The first tank of the works."] == "BASIN"
    assert found["The number of barrels that are moved at a time."] == "BARRELS"
    assert found["The default is three."] == "BARRELS"
    assert found["The name of the valve that is opened first."] == "VALVE"
    assert found["The highest level of a tank."] == "WATERMARK"


def test_a_short_explanation_ends_above_the_next_term():
    found = terms(
        "COMMANDS\n"
        f"{FILLED}\n"
        "       open-the-valve (C-o)\n"
        "              Open the valve between the two tanks of the works.\n"
        "       close-the-valve-slowly (C-c)\n"
        "              Close it in a minute, so that no pipe of the works bursts.\n"
        "       drain-the-basin (C-d)\n"
        "              Let the water out.\n"
    )
    assert found["Open the valve between the two tanks of the works."] == "open-the-valve (C-o)"
    assert found["Close it in a minute, so that no pipe of the works bursts."] == (
        "close-the-valve-slowly (C-c)"
    )
    assert found["Let the water out."] == "drain-the-basin (C-d)"


@pytest.mark.parametrize(
    ("lines", "term"),
    [
        (["level=high", "level=low"], "level=high level=low"),
        (["LowerTank=, UpperTank=, FirstTank=,", "LastTank="], None),
        (["--lowest-level-of-tanks number (Ring the bell below this", "level)"], None),
        (["fill [-b barrels] [-l level] [-t target]", "       [-w watermark]"], None),
        (["until [-l level] tank ...", "while [-l level] tank ..."], None),
        (["kind=old|new|all|none", "[default: all]"], None),
        (["slow|fast|silent|loud|very-", "loud"], None),
        (["fill [-b | -l] tank ..."], None),
        (["b or ^B or SPACE or RETURN or ENTER or f or j or J"], None),
        (["Target Tank:"], None),
        (["-e command ;"], None),
        (["basin (M-{)"], None),
    ],
)
def test_lines_right_above_deeper_text_are_its_term(lines, term):
    head = "".join(f"       {line}\n" for line in lines)
    found = terms(f"COMMANDS\n{head}           Move water until the bell of the tank rings.\n")
    expected = term or " ".join(" ".join(lines).split())
    assert found["Move water until the bell of the tank rings."] == expected


def test_a_remark_below_a_wrapped_term_is_no_explanation():
    found = terms(
        "COMMANDS\n"
        "     fill [-b barrels] [-l level] [-t target]\n"
        "             [-w watermark]\n"
        "                   (alias: f)\n"
        "             Move water into a tank.\n"
    )
    assert "fill [-b barrels]" in found["Move water into a tank."]


@pytest.mark.parametrize(
    "words",
    ["Produces a list of", "then the pump", "}", "fill upper |", "fill upper [", "NOTE:"],
)
def test_other_lines_above_deeper_text_are_no_terms_of_it(words):
    found = terms(f"COMMANDS\n       {words}\n\n           The tank is full of water.\n")
    assert found["The tank is full of water."] == ""


def test_several_words_before_the_column_of_the_text_of_other_terms_are_a_term():
    found = terms(
        "COMMANDS\n"
        "       h or H Help on the commands.  If you forget all the others, remember this\n"
        "              one.\n\n"
        "       p or P Pump until the bell of the tank rings.\n\n"
        "       q      Quit the program at once.\n"
    )
    assert found["Help on the commands."] == "h or H"
    assert found["Pump until the bell of the tank rings."] == "p or P"


def test_a_remark_in_brackets_at_the_start_of_an_explanation_is_no_part_of_the_option():
    found = terms(
        "OPTIONS\n"
        "       -A     [new  pumps  only]  move  water to the upper tank until the bell\n"
        "              of the tank rings.\n\n"
        "       -B     move water to the lower tank.\n"
    )
    assert list(found.values())[-2:] == ["-A", "-B"]


def test_options_with_one_blank_between_them_are_one_term():
    found = terms(
        "OPTIONS\n"
        "       -d, --drain tank ...\n"
        "           Let the water out of a tank.\n\n"
        "       -f, --fill tank ...\n"
        "           Move water into a tank.\n"
    )
    assert found["Move water into a tank."] == "-f, --fill tank ..."


def test_a_term_alone_between_blank_lines_above_deeper_text():
    found = terms(
        "COMMANDS\n"
        "       FULL and EMPTY\n\n"
        "         The tank has as much water as it can have, or none at all.\n\n"
        "       Loss of pressure in old pipes\n\n"
        "         The pump moves less water than it did.\n"
    )
    assert list(found.values())[-2:] == ["FULL and EMPTY", "Loss of pressure in old pipes"]


def test_terms_right_below_the_line_that_announces_them():
    found = terms(
        "SETTINGS\n"
        "       bell_format\n"
        "              This is what the bell of the works shows.  The parts of it may be:\n"
        "              %t     name of the tank\n"
        "              %l     level of the tank\n\n"
        "       -o setting\n"
        "              The name of the setting is one of the following, or its first letter:\n"
        "              always\n"
        "                     Ring it all the time.\n"
        "              never  Do not ring it.\n"
    )
    assert found["name of the tank"] == "%t"
    assert found["level of the tank"] == "%l"
    assert found["Ring it all the time."] == "always"
    assert found["Do not ring it."] == "never"


def test_terms_in_what_is_beside_a_term():
    found = terms(
        "OPTIONS\n"
        "       -n      Read the list of the tanks, but do not move any water.\n\n"
        "       -o      The argument can be one of the names of the following settings of\n"
        "               the works:\n"
        "               bell    Ring it if the tank is full.\n"
        "               overflow\n"
        "                       Let the water out if the tank is full.\n"
    )
    assert found["Ring it if the tank is full."] == "bell"
    assert found["Let the water out if the tank is full."] == "overflow"


def test_properties_of_settings_do_not_make_turns_of_the_notes_on_them():
    found = terms(
        "SETTINGS\n"
        + "".join(
            f"       {name}\n              Type: number\n              Default: {value}\n\n"
            f"              Moves the {name} of the works when the tank is full.\n\n"
            for value, name in enumerate(["basin", "valve", "barrel"])
        )
        + "              Note: this needs a new pump, or the old one with more pressure.\n"
    )
    note = "Note: this needs a new pump, or the old one with more pressure."
    assert found[note] == "barrel"


def test_names_with_arguments_right_behind_them_are_names_like_the_others():
    found = terms(
        "COMMANDS\n"
        "       fill tank\n\n       Move water into a tank.\n\n"
        "       drain[tank]\n\n       Let the water out of a tank.\n\n"
        "       pump [-f] [tank]\n\n       Start one more pump for the tank.\n\n"
        "       time   [tank]\n\n       Tell how long it takes to fill the tank.\n"
    )
    assert found["Let the water out of a tank."] == "drain[tank]"
    assert found["Start one more pump for the tank."] == "pump [-f] [tank]"
    assert found["Tell how long it takes to fill the tank."] == "time [tank]"


def test_what_announces_a_list_introduces_no_term_around_it():
    found = terms(
        "COMMANDS\n"
        "       fill the tanks of the works, the old ones and the new ones.\n\n"
        "              The following levels may be given:\n\n"
        "              high   Up to the watermark of the tank.\n\n"
        "              low    Up to the valve of the tank.\n\n"
        "       drain [tank]\n"
        "              Let the water out of the tank.\n"
    )
    assert found["Let the water out of the tank."] == "drain [tank]"
    assert "drain [tank]" not in found


def test_items_below_an_option_do_not_go_on_with_those_of_another_option():
    found = terms(
        "OPTIONS\n"
        "       --barrels=NUMBER\n"
        "              Move so many barrels.\n\n"
        "              The number may be:\n\n"
        "              • one of the works\n\n"
        "              Example\n\n"
        "       --level=NUMBER\n"
        "              The level of the tank is found in this order:\n\n"
        "              • on the label of the tank\n\n"
        "              • in the list of tanks\n"
    )
    assert found["on the label of the tank"] == "The level of the tank is found in this order:"


def test_a_paragraph_with_a_first_line_in_the_column_of_terms_is_whole():
    text = (
        "Symbols\n\n"
        "  @    you or another human being\n"
        "  #    a corridor or a sink\n"
        "  ^    a trap that you have found\n\n"
        "     You need not know all of these by heart; the game tells you what any\n"
        "of them means if you ask it.\n"
    )
    spans = split(Document("a", "a", text))
    whole = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    assert any(one.startswith("You need") and one.endswith("if you ask it.") for one in whole)


@pytest.mark.parametrize("head", ["", HEAD])
def test_names_of_files_between_blank_lines_are_terms_of_the_text_below_them(head):
    text = head + (
        "FILES\n"
        "       .tanks\n\n"
        "              This file is where the works keep the names of all tanks.\n\n"
        "       .water/last-reading.txt\n\n"
        "              This file has what was read last. It is encoded in UTF-8.\n\n"
        "       /etc/pumps.conf, ~/.pumps\n\n"
        "              This file names the pumps that are switched on at night.\n"
    )
    spans = split(Document("a", "a", text))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    shown = dict(zip(words, [words[n - far] for n, far in enumerate(spans.context)], strict=True))
    named = shown["This file names the pumps that are switched on at night."]
    assert named == "/etc/pumps.conf, ~/.pumps"
    assert shown["This file has what was read last."] == ".water/last-reading.txt"


def test_the_name_of_one_file_below_an_announcement_is_no_term():
    text = "Edit this file:\n\n    /etc/pumps.conf\n\n        It names the pumps of the works.\n"
    spans = split(Document("a", "a", text))
    assert "term" not in [FORMS[form] for form in spans.form]


def test_the_arguments_of_a_term_may_go_on_in_the_line_below_a_wide_gap():
    found = terms(
        "COMMANDS\n"
        "       fill  [options]  [<tank>  [<tank>...]],  fill  -i  [--slowly]  <tank>\n"
        "       <pump>\n"
        "              Fill the tanks.\n\n"
        "              No water is lost by this.\n\n"
        "       drain  [-qr] [-c <class>] [-n <number of the valve>] <tank>|<old ba\u2010\n"
        "       sin>\n"
        "              Open the lower valve.\n"
    )
    fill = "fill [options] [<tank> [<tank>...]], fill -i [--slowly] <tank> <pump>"
    assert found["Fill the tanks."] == found["No water is lost by this."] == fill
    assert found["Open the lower valve."].startswith("drain [-qr] [-c <class>]")
