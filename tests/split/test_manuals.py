"""Pages of manuals in plain text: their commands, with what introduces or explains them."""

import pytest

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document
from hyperdigest.split import split

HEAD = """\
PUMP(8)                 Manual of the Water Works                PUMP(8)

NAME
       pump - move water to another tank

SYNOPSIS
       pump [OPTION]... TANK... TARGET
       pump --list [TANK]

"""


def units(body: str) -> list[tuple[str, str, str]]:
    """The kind of each unit of a page below its head, its words, and those of its context."""
    text = HEAD + body
    spans = split(Document("a", "a", text))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    found = [
        (SENTENCE_KINDS[kind], one, words[number - distance] if distance else "")
        for number, (kind, one, distance) in enumerate(
            zip(spans.kind, words, spans.context.tolist(), strict=True)
        )
    ]
    return found[next(n for n, one in enumerate(words) if one in ("EXAMPLES", "DESCRIPTION")) + 1 :]


def test_the_ways_to_call_a_program_are_one_piece_of_code():
    text = HEAD + "DESCRIPTION\n       It is old.\n"
    spans = split(Document("a", "a", text))
    code = spans.kind == SENTENCE_KINDS.index("code")
    found = [text[s:e] for s, e in zip(spans.start[code], spans.end[code], strict=True)]
    assert [one.split() for one in found] == [
        ["pump", "[OPTION]...", "TANK...", "TARGET", "pump", "--list", "[TANK]"]
    ]


def test_a_command_in_the_column_of_the_sentence_above_is_code_with_that_sentence():
    found = units(
        "EXAMPLES\n"
        "       Move ten barrels to the upper tank.\n"
        "       pump -n 10 lower upper\n\n"
        "       Show what there is.\n\n"
        "       pump show tanks\n"
    )
    assert found == [
        ("prose", "Move ten barrels to the upper tank.", ""),
        ("code", "pump -n 10 lower upper", "Move ten barrels to the upper tank."),
        ("prose", "Show what there is.", ""),
        ("code", "pump show tanks", "Show what there is."),
    ]


def test_a_command_is_the_term_of_deeper_text_below_however_long_it_is():
    found = units(
        "EXAMPLES\n"
        "       pump add lower to upper until the water is at 12 and then stop\n"
        "               Move water until the tank is nearly full.\n\n"
        "       pump -l\n"
        "       pump --list\n"
        "               list tanks\n"
    )
    assert [(kind, context) for kind, _, context in found if kind == "definition"] == [
        ("definition", "pump add lower to upper until the water is at 12 and then stop"),
        ("definition", "pump -l pump --list"),
    ]


def test_sentences_that_begin_with_the_name_of_the_program_are_no_commands():
    found = units(
        "DESCRIPTION\n"
        "       pump moves water from some tanks to a target that is higher than\n"
        "       all of them. It does not move oil. As it is an old program with bugs,\n"
        "       pump is to be watched.\n\n"
        "       pump first appeared in release 6.7.\n\n"
        "       pump moves water\n"
    )
    assert [one for kind, one, _ in found if kind != "prose"] == []


def test_heads_and_feet_of_pages_are_no_part_of_the_text():
    found = units("DESCRIPTION\n       It is old.\n\nWater 2.4        March 1999        PUMP(8)\n")
    assert [one for _, one, _ in found] == ["It is old."]
    text = HEAD.replace("NAME", "BEZEICHNUNG").replace("SYNOPSIS", "ÜBERSICHT")
    first, *_ = split(Document("a", "a", text)).start
    assert text[first:].startswith("BEZEICHNUNG")


def test_what_stands_right_above_deeper_text_is_its_term_and_no_heading():
    found = units(
        "DESCRIPTION\n       PUMP_LEVEL\n              The highest level of water in the tank.\n\n"
        "       12\n              tank 3 is dry\n"
    )
    assert [one for one in found if one[0] == "definition"] == [
        ("definition", "The highest level of water in the tank.", "PUMP_LEVEL"),
        ("definition", "tank 3 is dry", "12"),
    ]


def test_deeper_lines_that_are_not_filled_are_one_display():
    found = units(
        "DESCRIPTION\n       The file of the upper tank is like this.\n\n"
        "           Tank: upper\n           Level: highest of all\n           Owner: Jane Doe\n\n"
        "       It ends there.\n"
    )
    display = "Tank: upper Level: highest of all Owner: Jane Doe"
    assert found[1] == ("code", display, "The file of the upper tank is like this.")
    assert found[2][:2] == ("prose", "It ends there.")


def test_commands_above_their_explanations_in_examples_are_terms():
    found = units(
        "EXAMPLES\n"
        "       pump --list lower\n\n"
        "       This lists one tank. Its level is in barrels.\n\n"
        "       pump --levels | sort -n | tail\n\n"
        "       Find the highest tank.\n"
    )
    assert [one for one in found if one[0] == "definition"] == [
        ("definition", "This lists one tank.", "pump --list lower"),
        ("definition", "Its level is in barrels.", "This lists one tank."),
        ("definition", "Find the highest tank.", "pump --levels | sort -n | tail"),
    ]


def test_code_that_a_sentence_announces_is_no_term_of_what_is_below():
    found = units(
        "EXAMPLES\n       pump --list\n\n       It lists tanks. To stop it:\n\n"
        "       pump --stop\n\n       It may take a minute.\n"
    )
    assert [one for kind, one, _ in found if kind == "code"] == ["pump --list", "pump --stop"]


@pytest.mark.parametrize(
    "name",
    [
        "drain TANK...",
        "drain TANK…",
        "drain [-a] [-n COUNT] [--slow] [--quiet] [--to TANK] [TANK...]",
        "set-level TANK NAME=VALUE...",
    ],
)
def test_a_command_with_arguments_is_the_term_of_deeper_text_below(name):
    found = units(f"DESCRIPTION\n       {name}\n           Let the water out of the tank.\n")
    assert found == [("prose", name, ""), ("definition", "Let the water out of the tank.", name)]


@pytest.mark.parametrize("words", ["When it is full, etc.", "drain [-a] [-n", "Is it NASA?"])
def test_a_sentence_or_a_part_of_a_command_is_no_term(words):
    found = units(f"DESCRIPTION\n       {words}\n           Let the water out of the tank.\n")
    assert "definition" not in [kind for kind, _, _ in found]


def test_a_comment_in_indented_text_is_no_heading():
    text = (
        "The pump prints them.\n\n       tank north\n       # The old pump\n\n       It is old.\n"
    )
    spans = split(Document("a", "a", text))
    assert FORMS.index("heading") not in spans.form.tolist()


def test_terms_in_the_explanation_of_a_term_need_it_and_what_is_below_them_too():
    found = units(
        "DESCRIPTION\n"
        "       LEVELS\n"
        "              The levels that the pump knows.\n\n"
        "              low\n"
        "                     It runs by day only.\n\n"
        "              high   It runs all the time.\n\n"
        "              Others are an error.\n\n"
        "       TANKS\n"
        "              The names of all tanks.\n"
    )
    assert [one for one in found if one[2]] == [
        ("definition", "The levels that the pump knows.", "LEVELS"),
        ("prose", "low", "LEVELS"),
        ("definition", "It runs by day only.", "low"),
        ("prose", "high", "LEVELS"),
        ("definition", "It runs all the time.", "high"),
        ("definition", "Others are an error.", "LEVELS"),
        ("definition", "The names of all tanks.", "TANKS"),
    ]


def test_names_with_a_colon_above_deeper_text_are_terms():
    found = units(
        "DESCRIPTION\n       -t, --tank NAME\n              The tank to fill. They are:\n\n"
        "              upper:\n                  It is on the hill.\n"
        "              lower:\n                  It is on the river.\n"
        "              old:\n                  It is not used any more.\n"
    )
    assert [one for one in found if one[1].startswith("It is")] == [
        ("definition", "It is on the hill.", "upper"),
        ("definition", "It is on the river.", "lower"),
        ("definition", "It is not used any more.", "old"),
    ]
    assert ("prose", "lower", "-t, --tank NAME") in found


def test_names_between_blank_lines_are_terms_of_the_paragraphs_below_them():
    found = units(
        "DESCRIPTION\n       The pump knows these commands:\n\n"
        "       drain [-a] TANK\n\n       Let the water out. It takes an hour.\n\n"
        "       fill TANK [LEVEL]\n\n       pour TANK\n\n       Let water in.\n\n"
        "           fill lower 12\n\n       The level is in barrels.\n\n"
        "       stop\n\n       End at once.\n"
    )
    assert [one for one in found if one[0] in ("code", "definition")] == [
        ("definition", "Let the water out.", "drain [-a] TANK"),
        ("definition", "It takes an hour.", "drain [-a] TANK"),
        ("definition", "Let water in.", "pour TANK"),
        ("code", "fill lower 12", "Let water in."),
        ("definition", "The level is in barrels.", "pour TANK"),
        ("definition", "End at once.", "stop"),
    ]


def test_commands_below_the_sentences_that_say_what_they_do_are_no_names():
    found = units(
        "DESCRIPTION\n       Let the water out of a tank.\n\n       drain lower\n\n"
        "       Let it in.\n\n       fill lower\n\n       Stop all pumps of a tank.\n\n"
        "       stop --all lower\n"
    )
    assert "definition" not in [kind for kind, _, _ in found]


@pytest.mark.parametrize(
    "pipeline",
    [
        "tank list |\n  drain --quiet |\n  tally",
        "tank list &&\n  drain lower ||\n  echo failed",
        "pump --list |\n    tally",
        "tank list\n  | drain --quiet\n  | tally",
        "pump lower \\\n  upper",
    ],
)
def test_a_command_that_goes_on_below_is_one_piece_of_code(pipeline):
    lines = pipeline.replace("\n", "\n           ")
    found = units(f"DESCRIPTION\n       Let all out.\n\n           {lines}\n\n       It ends.\n")
    assert found[1] == ("code", " ".join(pipeline.split()), "Let all out.")


def test_sentences_that_begin_with_the_name_of_the_program_are_prose():
    body = (
        "DESCRIPTION\n       It is a tool. pump never spills water on the floor.\n\n"
        "       pump(8) outlived its makers. mill outlived them too.\n"
    )
    text = HEAD + body
    spans = split(Document("a", "a", text))
    prose = [
        " ".join(text[s:e].split())
        for s, e, form in zip(spans.start, spans.end, spans.form, strict=True)
        if FORMS[form] == "prose"
    ]
    assert prose == [
        "It is a tool.",
        "pump never spills water on the floor.",
        "pump(8) outlived its makers.",
    ]


def test_a_gap_that_fills_a_line_makes_no_term():
    found = units(
        "DESCRIPTION\n       -a     Be loud.\n\n       --level TANK\n"
        "              Measure  how much water is in the tank that is to be pump-\n"
        "              tight.  In  the  end  it  is printed for all tanks of this town.\n"
    )
    assert [one for one in found if one[2] == "--level TANK"] == [
        ("definition", "Measure how much water is in the tank that is to be pump- tight.",
         "--level TANK"),
        ("definition", "In the end it is printed for all tanks of this town.", "--level TANK"),
    ]  # fmt: skip


def test_a_name_with_its_arguments_may_be_wrapped_and_followed_by_a_remark():
    found = units(
        "DESCRIPTION\n     drain-tank [-adq] [-c other-tank] [-f level] [-t\n"
        "             target-tank]\n                   (alias: drain)\n"
        "             Let the water out.  Levels are:\n\n"
        "             low     The pump can run.\n             high    It must not run.\n\n"
        "     list [-t tank]\n                   (alias: ls)\n             Show all.\n"
    )
    name = "drain-tank [-adq] [-c other-tank] [-f level] [-t target-tank]"
    assert [one for one in found if one[2]] == [
        ("definition", "(alias: drain)", name),
        ("definition", "Let the water out.", name),
        ("prose", "Levels are:", name),
        ("prose", "low", name),
        ("definition", "The pump can run.", "low"),
        ("prose", "high", name),
        ("definition", "It must not run.", "high"),
        ("definition", "(alias: ls)", "list [-t tank]"),
        ("definition", "Show all.", "list [-t tank]"),
    ]


@pytest.mark.parametrize(
    "name", ["TANK FILE(S) (tank.conf)", "[TANK] KEYS", "levels of a tank", "Wells (old)"]
)
def test_what_is_not_indented_is_a_heading_and_ends_the_terms_above(name):
    text = (
        f"{HEAD}DESCRIPTION\n       low\n              It runs by day only.\n\n"
        f"{name}\n       It is old. There are many.\n\n"
        "   Owners\n       Nobody knows them.\n"
    )
    spans = split(Document("a", "a", text))
    found = [text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    forms = [FORMS[form] for form in spans.form]
    place = found.index(name)
    assert found[place:] == [
        name,
        "It is old.",
        "There are many.",
        "Owners",
        "Nobody knows them.",
    ]
    assert [found[n] for n in range(place, len(found)) if forms[n] == "heading"] == [name, "Owners"]
    assert SENTENCE_KINDS.index("definition") not in spans.kind[place:].tolist()


def test_one_blank_after_a_term_that_fills_its_column_is_enough():
    found = units(
        "DESCRIPTION\n"
        "       --help Say how to call it.\n\n"
        "       --tank NAME\n              The tank to fill. Nothing else is filled.\n\n"
        "       levels say how high the water may be in all of the tanks of the town.  By\n"
        "              default it may be high.\n\n"
        "       drains name of the drain -- the name   of   the   old   drain   in  the\n"
        "              file of drains\n\n"
        "       TANKED If set, all is well.\n\n"
        "       remove takes out the pump at once.\n\n"
        "       Always read all of it.\n"
    )
    assert [one for one in found if one[0] in ("definition", "row")] == [
        ("definition", "Say how to call it.", "--help"),
        ("definition", "The tank to fill.", "--tank NAME"),
        ("definition", "Nothing else is filled.", "--tank NAME"),
        (
            "definition",
            "say how high the water may be in all of the tanks of the town.",
            "levels",
        ),
        ("definition", "By default it may be high.", "levels"),
        (
            "definition",
            "name of the drain -- the name of the old drain in the file of drains",
            "drains",
        ),
        ("definition", "If set, all is well.", "TANKED"),
        ("definition", "takes out the pump at once.", "remove"),
    ]


def test_a_short_line_above_deeper_text_is_a_term_as_a_whole():
    found = units(
        "DESCRIPTION\n       insert NUMBER of the new tank\n"
        "              Put a tank between two others.\n"
    )
    name = "insert NUMBER of the new tank"
    assert found == [("prose", name, ""), ("definition", "Put a tank between two others.", name)]


def test_a_name_with_its_arguments_may_be_wrapped_over_several_lines_of_one_column():
    found = units(
        "DESCRIPTION\n"
        "       list { <tank> | all | names } [levels | owners |\n"
        "       wells | names\n       | others]\n"
        "              Show all.\n\n"
        "       move <tank> [upper <tank>] [lower\n       <tank>] [well\n       <well>]\n"
        "              Move the water. The well is not used\n              if it is dry.\n"
    )
    listing = "list { <tank> | all | names } [levels | owners | wells | names | others]"
    moving = "move <tank> [upper <tank>] [lower <tank>] [well <well>]"
    assert found == [
        ("prose", listing, ""),
        ("definition", "Show all.", listing),
        ("prose", moving, ""),
        ("definition", "Move the water.", moving),
        ("definition", "The well is not used if it is dry.", moving),
    ]


FILE = """\
EXAMPLES
       # use the small tank, no matter what the label says
       TANK=small
       # on weekdays, wake Joe
       0 22 * * 1-5   mail -s "It's late" joe%Joe, is this your key?%

       # How fast the pump is
       # in litres. This can be high.
       speed FLOW

       # These are only remarks.
       # They are about no setting.

       # The pump is red
       and it is in the north.
"""


def test_settings_of_a_file_below_comments_are_code():
    code = [(text, context) for kind, text, context in units(FILE) if kind == "code"]
    assert code == [
        (
            "# use the small tank, no matter what the label says TANK=small # on weekdays, wake Joe"
            """ 0 22 * * 1-5 mail -s "It's late" joe%Joe, is this your key?%""",
            "EXAMPLES",
        ),
        ("# How fast the pump is # in litres. This can be high. speed FLOW", "EXAMPLES"),
        ("# These are only remarks. # They are about no setting.", "EXAMPLES"),
    ]


def test_settings_below_comments_and_other_ones_need_no_sentence_that_does_not_announce_them():
    settings = "".join(f"\n       # How fast pump {n} is.\n       speed{n} FLOW\n" for n in "AB")
    found = units(f"DESCRIPTION\n       The file is text.\n{settings}")
    assert found[-2:] == [
        ("code", "# How fast pump A is. speedA FLOW", "The file is text."),
        ("code", "# How fast pump B is. speedB FLOW", ""),
    ]


def test_a_comma_at_the_end_of_a_line_of_a_paragraph_goes_on_below_it():
    body = """\
DESCRIPTION
       If both fields of the pump are restricted, it runs when either of them
       matches.  For example,
       ``30 4'' would run the pump at half past four on every day of the week.
"""
    expected = (
        "For example, ``30 4'' would run the pump at half past four on every day of the week."
    )
    assert units(body)[-1] == ("prose", expected, "")


def test_an_option_above_another_name_of_it_with_the_text_beside_is_a_term():
    body = """\
DESCRIPTION
       --sign
       -s     Sign a message with the key of the pump, which is
              in the tank.

       --detach
       --apart
       -b     Make a signature that is apart from its message.
"""
    assert units(body) == [
        ("prose", "--sign", ""), ("prose", "-s", "--sign"),
        ("definition", "Sign a message with the key of the pump, which is in the tank.", "-s"),
        ("prose", "--detach", ""), ("prose", "--apart", "--detach"), ("prose", "-b", "--apart"),
        ("definition", "Make a signature that is apart from its message.", "-b"),
    ]  # fmt: skip


def test_a_bullet_in_a_column_of_terms_is_a_term():
    body = """\
DESCRIPTION
       The keys are:

             C-b         Break the pump out of the tank.
             -           Delete the most recent water.
             .           Prompt for a tank.
             0 to 9      Select tanks 0 to 9.
"""
    assert [(text, context) for kind, text, context in units(body) if kind == "definition"] == [
        ("Break the pump out of the tank.", "C-b"), ("Delete the most recent water.", "-"),
        ("Prompt for a tank.", "."), ("Select tanks 0 to 9.", "0 to 9"),
    ]  # fmt: skip


def test_an_item_in_a_bullet_without_words_is_one_of_the_list_around():
    body = """\
DESCRIPTION
       o      0 - Success

       o

              o      4 - The pump is off.

              o      the tank is full

       o      5 - Error
"""
    assert units(body) == [
        ("item", "0 - Success", "DESCRIPTION"), ("item", "4 - The pump is off.", ""),
        ("item", "the tank is full", "4 - The pump is off."), ("item", "5 - Error", "DESCRIPTION"),
    ]  # fmt: skip


def test_a_gap_that_fills_the_first_line_of_a_justified_text_makes_no_term():
    found = units(
        "DESCRIPTION\n"
        "       drain count\n"
        "              Asks  PUMP(8)  to  drain  the lower tank count times before clo‐\n"
        "              sing it.  Without this option, it is drained once.\n\n"
        "       spill  Let the water run over the edge of the upper tank, and tell the\n"
        "              guard of it.\n"
    )
    words = "Asks PUMP(8) to drain the lower tank count times before clo‐ sing it."
    assert ("definition", words, "drain count") in found


def test_what_is_right_above_the_column_of_explanations_is_a_term_however_much_like_code():
    body = (
        "DESCRIPTION\n       These files are read:\n\n"
        "       /etc/pump.conf\n              high level settings\n\n"
        "       /etc/pump[6].rules\n              rules of the tanks\n\n"
        "       fill\n              Fills all tanks.\n\n"
        "       reject TANK\n              closes a tank.  See RULES\n\n"
        "       reload reloads tanks\n\n"
        "       empty TANK\n              Empties the tank.\n"
    )
    found = units(body)
    assert [(words, term) for kind, words, term in found if kind == "definition"] == [
        ("high level settings", "/etc/pump.conf"),
        ("rules of the tanks", "/etc/pump[6].rules"),
        ("Fills all tanks.", "fill"),
        ("closes a tank.", "reject TANK"),
        ("reloads tanks", "reload"),
        ("Empties the tank.", "empty TANK"),
    ]
    assert "code" not in {kind for kind, _, _ in found}


def test_keywords_of_an_option_are_terms_in_a_column_of_their_own():
    body = (
        "DESCRIPTION\n       -m MODE\n              Set the mode of the pump.\n\n"
        "          s   (s)low and quiet\n\n          q   (q)uick and loud\n\n"
        "          b   (b)oth\n\n              It is rather loud.\n\n"
        "       -n     Do nothing.\n"
    )
    found = [(words, term) for kind, words, term in units(body) if kind == "definition"]
    assert found == [
        ("Set the mode of the pump.", "-m MODE"),
        ("(s)low and quiet", "s"),
        ("(q)uick and loud", "q"),
        ("(b)oth", "b"),
        ("It is rather loud.", "b"),
        ("Do nothing.", "-n"),
    ]


@pytest.mark.parametrize(
    "name", ["flood", "Old tanks and pumps", "-w: Water", "Example: fill a tank", "Is it old?"]
)
def test_a_line_less_deep_than_all_text_is_the_heading_of_a_part(name):
    text = HEAD + f"DESCRIPTION\n   {name}\n       It moves water.\n\n   -q\n       Say nothing.\n"
    spans = split(Document("a", "a", text))
    forms = {
        text[start:end]: FORMS[form]
        for start, end, form in zip(spans.start, spans.end, spans.form, strict=True)
    }
    assert forms[name] == "heading"
    assert forms["-q"] == "term"
    assert forms["It moves water."] in ("prose", "answer")


def test_options_less_deep_than_text_are_terms_if_all_text_is_there():
    text = "NAME\n   pump - move water\n\nOPTIONS\n   all\n       Fill all of them.\n"
    spans = split(Document("a", "a", text))
    words = [text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]
    assert FORMS[spans.form[words.index("all")]] != "heading"


@pytest.mark.parametrize("prompt", ["$", "ada@mill ~ $", "ada@mill:~/tanks$", "[ada@mill ~]$"])
def test_a_session_below_a_line_without_a_colon_is_code_with_that_line(prompt):
    found = units(
        "EXAMPLES\n"
        "       Fill the tank and tell the other mills of it\n"
        f"              {prompt} pump fill Tanks/upper 19\n"
        "              Filled Tanks/upper. Will close in 45 seconds.\n"
    )
    assert [(kind, context) for kind, _, context in found] == [
        ("prose", ""),
        ("code", "Fill the tank and tell the other mills of it"),
    ]


def test_a_file_and_its_place_above_what_explains_it_is_no_code():
    body = """\
DESCRIPTION
       The tanks are described here:

       https://example.org/tanks/docs/tanks.5.md

       tanks.conf (/etc/tanks/tanks.conf)

       tanks.conf is the file that says which tanks are to be filled in winter.
"""
    found = units(body)
    assert ("prose", "tanks.conf (/etc/tanks/tanks.conf)", "") in found
    assert all("tanks.conf (" not in words for kind, words, _ in found if kind == "code")
