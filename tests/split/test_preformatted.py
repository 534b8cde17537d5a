"""Running text that a page marks as code is split as text; code stays code."""

import pytest

from hyperdigest.documents import SENTENCE_KINDS, Block, Document
from hyperdigest.read.html.reader import read_html
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.preformatted import are_options, are_steps, is_running_text

PROSE = (
    "The pump stops when the water falls below the lower mark. It begins again\n"
    "after ten minutes, so that the motor can cool, and rings a bell before that.\n"
)
OPTIONS = (
    "  -q : print nothing but the errors, which is the best for a job that runs at\n"
    "    night and that nobody looks at.\n\n"
    "  -n <seconds> : wait for so many seconds until the pump begins again, instead\n"
    "    of ten minutes.\n"
)
CODE = (
    "def pump(level):\n    if level < LOWER:\n        return stop()\n\n"
    "# The bell is rung before the motor begins, because of the\n# people in the shaft.\nring()\n"
)


def split_as_code(text):
    document = Document("a", "a", text, format="html", blocks=(Block(0, len(text), "code"),))
    spans = split(document)
    return [
        (SENTENCE_KINDS[kind], text[start:end])
        for kind, start, end in zip(spans.kind, spans.start, spans.end, strict=True)
    ]


def test_prose_in_the_element_of_code_is_prose_and_its_examples_are_code():
    found = split_as_code(f"{PROSE}\nTo stop it at once :\n\n    $ pump --stop\n\n{PROSE}")
    kinds = [kind for kind, _ in found]
    assert kinds == ["prose", "prose", "prose", "code", "prose", "prose"]
    assert found[0][1] == "The pump stops when the water falls below the lower mark."
    assert found[3][1].strip() == "$ pump --stop"


def pages(n: int, kind: str) -> str:
    """A page with more settings than prose, all in the element of code."""
    settings = "".join(f"valve_{one} = {{{one}, {one + 1}, {one + 2}}};\n\n" for one in range(n))
    listed = "".join(f"valve {one}\n    open at {one} below it\n\n" for one in range(n))
    return (
        f"{PROSE}\nTo stop it, type this\nin a shell:\n    pump --stop\n\n"
        + (settings if kind == "program" else listed)
        + 3 * f"{PROSE}\n"
    )


def test_a_page_that_is_one_element_of_code_is_read_as_text_if_it_is_no_program():
    found = split_as_code(pages(60, "manual"))
    assert ("code", "pump --stop") in [(kind, text.strip()) for kind, text in found]
    assert ("prose", "It begins again\nafter ten minutes, so that the motor can cool, and rings a "
            "bell before that.") in found  # fmt: skip
    assert {kind for kind, _ in split_as_code(pages(90, "program"))} == {"code"}


def test_running_text_in_a_step_does_not_end_the_list():
    text = f"Read this:\n{PROSE}\nStart the pump again."
    begin, close = text.index(PROSE), text.index("Start")
    parts = Block(0, begin, "step", 1), Block(begin, close, "code", 1)
    last = Block(close, len(text), "step", 1)
    spans = split(Document("a", "a", text, format="html", blocks=(*parts, last)))
    assert [(o, n) for o, n in zip(spans.ordinal, spans.of, strict=True) if o] == [(1, 2), (2, 2)]


def test_options_in_the_element_of_code_are_no_code():
    found = split_as_code(f"{PROSE}\n{OPTIONS}")
    assert "code" not in {kind for kind, _ in found}
    assert [text[:2] for _, text in found[2:]] == ["-q", "-n"]


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        f"{CODE}\n{CODE}\n{PROSE}",
        "$ pump --stop\nThe pump is off.",
        "What is the name of the pump? red\nWhich of the tanks is it to fill? upper\n"
        "Type the word that starts it.",
        "Started at 10:15\nStopped at 10:25\nNo errors were found in the log of the pump.",
        "",
    ],
)
def test_code_with_comments_and_what_programs_print_are_no_running_text(text):
    assert not is_running_text(text)
    assert {kind for kind, _ in split_as_code(text)} <= {"code"}


def test_steps_in_the_element_of_code_are_steps():
    page = (
        "<p>To fill the pump:</p><pre>\n  1. Open the lid\n  2. Fill in the water\n"
        "     up to the mark\n  3. Close the lid\n</pre>"
    )
    content = read_html(page.encode())
    spans = split(Document("a", "a", content.text, format="html", blocks=content.blocks))
    shown = [content.text[s:e].split() for s, e in zip(spans.start, spans.end, strict=True)]
    assert [" ".join(words) for words in shown[1:]] == [
        "Open the lid", "Fill in the water up to the mark", "Close the lid",
    ]  # fmt: skip
    assert [SENTENCE_KINDS[kind] for kind in spans.kind] == ["prose", "step", "step", "step"]
    assert spans.context.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "1. Open the lid",
        "1. Open the lid\n3. Close the lid",
        "1. red\n2. blue",
        "1. Open the lid\nagain\n2. Close the lid",
        "1. Pump --stop; sleep 5\n2. Pump --start",
    ],
)
def test_other_numbers_at_the_start_of_lines_of_code_are_no_steps(text):
    assert not are_steps(text)


HELP = (
    "Usage: pump [options] <well>\n\n"
    "  -h, --help           print this text and exit\n"
    "  -n, --wait SECONDS   wait for so many seconds until the pump\n"
    "                       begins again\n"
) + "".join(
    f"  --log-{part} FILE     write all that happens in the {part} to a file\n"
    for part in ("motor", "valve", "shaft", "house", "tower", "canal", "basin")
)


def test_each_option_in_long_code_is_a_definition():
    found = [(kind, " ".join(text.split())) for kind, text in split_as_code(HELP)]
    texts = [text for kind, text in found if kind == "definition"]
    assert len(texts) == 9
    assert texts[:2] == [
        "print this text and exit",
        "wait for so many seconds until the pump begins again",
    ]
    assert ("prose", "-n, --wait SECONDS") in found


def test_options_in_short_code_are_quoted_together():
    text = HELP[: HELP.index("  --log-valve")].strip()
    assert split_as_code(text) == [("code", text)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#!/bin/sh\n", "pump_all $1\n"),
        ("usage() {\n    cat <<EOF\n", "EOF\n}\n"),
        ("cat <<'END'\n", "END\npump --start\n"),
        ('HELP = """\n', '"""\nprint(HELP)\n'),
    ],
)
def test_a_program_that_prints_its_options_is_code(before, after):
    code = f"{before}{HELP}{after}".strip()
    found = split_as_code(code)
    assert {kind for kind, _ in found} == {"code"}
    assert [word for _, text in found for word in text.split()] == code.split()


@pytest.mark.parametrize(
    "lines",
    [
        "docker run \\\n  -v  /srv/pump:/pump \\\n  -p  80:80 \\\n  -e  LEVEL=low \\\n  pump\n",
        "- old:   the pump of the town\n- new:   the pump of the harbour\n- red:   none\n",
    ],
)
def test_arguments_and_lists_in_code_are_no_options(lines):
    assert not are_options(20 * lines)


def test_a_command_wrapped_at_the_margin_is_one_block():
    page = (
        "The tank is filled so:\n\n"
        "    fill = pump -i tank --from $(tank show\nsource) --mark dry\n"
        "    drain = pump -o tank --from $(tank show\nsource) --mark wet\n\n"
        "The tank is full then.\n"
    )
    code = [page[b.start : b.end] for b in find_blocks(page, "text") if b.kind == "code"]
    assert code == [page[page.index("fill =") : page.index("\n\nThe tank is full")]]
