"""What the lists, tables and code of a page give to quote, with what has to be quoted before."""

import re
from html import unescape

import pytest

from hyperdigest import Collection
from hyperdigest.documents import SENTENCE_KINDS, Document
from hyperdigest.read.html.reader import read_html
from hyperdigest.split import split


def quotes(body: str) -> list[tuple[str, list[str]]]:
    """The words of each sentence of a page, and its contexts."""
    return [(words, contexts) for _, words, contexts in sentences(body)]


AT_NOON = "The keeper shuts the drain of the house at noon."


def units(body: str) -> list[tuple[str, str, list[str]]]:
    """The kind and the words of each sentence that is part of a structure, and its contexts."""
    return [one for one in sentences(body) if one[0] != "prose"]


def sentences(body: str) -> list[tuple[str, str, list[str]]]:
    """The kind and the words of each sentence of a page, and its contexts."""
    found = read_html(f"<html><body><h1>Valves</h1>{body}</body></html>".encode())
    document = Document("a", "a", found.text, format="html", blocks=found.blocks)
    spans = split(document)
    words = [found.text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]

    def contexts(number: int) -> list[str]:
        distance = int(spans.context[number])
        return [words[number - distance], *contexts(number - distance)] if distance else []

    return [
        (SENTENCE_KINDS[kind], words[number], contexts(number))
        for number, kind in enumerate(spans.kind)
    ]


def test_adjacent_numbered_lists_are_two_lists():
    first = "<ol><li>Shut all valves of the house.</li></ol>"
    second = "<ol><li>Open the drain by hand.</li><li>Wait until it is empty.</li></ol>"
    found = read_html(f"<html><body><p>Do this:</p>{first}{second}</body></html>".encode())
    spans = split(Document("a", "a", found.text, format="html", blocks=found.blocks))
    steps = [
        (int(number), int(of))
        for number, of, kind in zip(spans.ordinal, spans.of, spans.kind, strict=True)
        if SENTENCE_KINDS[kind] == "step"
    ]
    assert steps == [(1, 1), (1, 2), (2, 2)]


def test_a_list_that_is_counted_on_is_one_list():
    body = "<p>Do this:</p><ol><li>Shut the valve.</li></ol><ol start=2><li>Open it.</li></ol>"
    assert [context for *_, context in units(body)] == [["Do this:"], ["Do this:"]]


def test_a_term_in_a_definition_needs_the_term_of_that():
    inner = "<dl><dt>tar</dt><dd>An archive with all files.</dd></dl>"
    body = f"<dl><dt>format</dt><dd>The format of the backup.{inner}</dd></dl>"
    assert units(body) == [
        ("definition", "The format of the backup.", ["format"]),
        ("definition", "An archive with all files.", ["tar", "format"]),
    ]


NAMES = ("Room", "Single", "Double")
SUMMER, WINTER = "<td colspan=3>Prices in summer", "<td colspan=3>Prices in winter"


def row(*cells: str, tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


@pytest.mark.parametrize("tag", ["td", "th"])
@pytest.mark.parametrize("title", [SUMMER, SUMMER.replace("td", "th")])
def test_a_title_above_the_names_of_columns_is_their_context(tag, title):
    body = f"<table><tr>{title}</tr>{row(*NAMES, tag=tag)}"
    body += f"{row('North', '50', '80')}{row('South', '60', '90')}</table>"
    names = ["Room\tSingle\tDouble", "Prices in summer"]
    assert units(body) == [("row", "North\t50\t80", names), ("row", "South\t60\t90", names)]


@pytest.mark.parametrize("tag", ["td", "th"])
def test_a_title_between_rows_is_the_context_of_those_below_it(tag):
    body = f"<table>{row(*NAMES, tag=tag)}<tr>{SUMMER}</tr>{row('North', '50', '80')}"
    body += f"{row('South', '60', '90')}<tr>{WINTER}</tr>{row('North', '40', '60')}"
    body += "<tr><td colspan=3>All prices are for one night.</td></tr></table>"
    summer, winter = (
        [f"Prices in {season}", "Room\tSingle\tDouble"] for season in ("summer", "winter")
    )
    assert units(body) == [
        ("row", "North\t50\t80", summer),
        ("row", "South\t60\t90", summer),
        ("row", "North\t40\t60", winter),
    ]


def test_code_that_shows_its_lines_is_a_block_with_them():
    code = "make all\nmake install\n"
    for style in ("white-space:pre", "color: red; white-space : pre-wrap"):
        body = f'<p>Run this:<code style="{style}">{code}</code>Then it is on.</p>'
        assert units(body)[:1] == [("code", "make all\nmake install", ["Run this:"])]
    body = '<p>The command <code style="white-space: pre">make all</code> is slow to run.</p>'
    assert [kind for kind, *_ in units(body)] == []


def test_the_paragraphs_of_an_item_are_parts_of_it():
    body = (
        "<p>Choose one of these:</p><ul><li><p>Slow mode.</p><p>Sails are set by hand.</p></li>"
        "<li><p>Fast mode.</p></li></ul><p>Sails wear out.</p>"
    )
    lead_in = "Choose one of these:"
    assert units(body) == [
        ("item", "Slow mode.", [lead_in]),
        ("item", "Sails are set by hand.", ["Slow mode.", lead_in]),
        ("item", "Fast mode.", [lead_in]),
    ]


def test_the_rest_of_a_long_row_is_quoted_below_its_beginning():
    begin, rest = "It is opened by hand.", f"It leads {'to the lower tank and ' * 18}back."
    last = "The default is shut."
    rows = "".join(f"<tr><td>{name}<td>{begin} {rest} {last}" for name in ("drain", "inlet"))
    names = "<tr><th>Valve<th>What it does"
    found = quotes(f"<table>{names}{rows}</table>")
    assert [contexts for text, contexts in found if text == last] == [
        [f"{name}\t{begin}", "Valve\tWhat it does"] for name in ("drain", "inlet")
    ]


@pytest.mark.parametrize("words", range(20, 200, 20))
def test_the_rest_of_a_long_row_is_never_quoted_without_its_beginning(words):
    begin = f"It leads {'to the lower tank and ' * 10}back."
    rest = f"It is opened {'by the hand of the keeper and ' * 6}at night. The default is shut."
    rows = "".join(f"<tr><td>{name}<td>{begin} {rest}" for name in ("drain", "inlet"))
    table = f"<table><tr><th>Valve<th>Use{rows}</table>"
    found = read_html(f"<html><body><p>{AT_NOON}</p>{table}</body></html>".encode())
    model = Collection.of([Document("a", "a", found.text, format="html", blocks=found.blocks)])
    digest = model.fit().digest("Is the drain shut by default?", words=words)
    for sentence in digest.sentences:
        is_rest = sentence.kind == "prose" and sentence.text != AT_NOON
        assert not is_rest or sentence.context[-1].text.endswith("back.")


def test_a_table_of_notes_or_of_several_paragraphs_is_layout():
    long = f"It leads {'to the lower tank and ' * 15}back."
    rows = "<tr><td>{}<td>Open.<tr><td>{}<td>Shut.<tr><td>{}<td>" + long
    for names in (("[1]", "[2]", "[3]"), ("1.", "2.", "3."), ("*", "**", "***")):
        assert units(f"<table>{rows.format(*names)}</table>") == []
    paragraphs = rows.replace(long, f"<p>{long}<p>{long}")
    assert units(f"<table>{paragraphs.format('Our home', 'News', 'Files')}</table>") == []


@pytest.mark.parametrize("names", [("0", "1", "130"), ("*", "?", "**"), ("-a", "-b", "-c")])
def test_numbers_and_signs_name_rows_if_they_are_no_marks_of_notes(names):
    long = f"It leads {'to the lower tank and ' * 15}back."
    rows = f"<tr><td>{{}}<td>Open.<tr><td>{{}}<td>Shut.<tr><td>{{}}<td><p>{long}<p>{long}"
    found = units(f"<table>{rows.format(*names)}</table>")
    assert [text.split("\t")[0] for kind, text, _ in found if kind == "row"] == [*names]


def test_first_cells_name_the_rows_of_a_table_with_long_cells():
    long = f"It leads {'to the lower tank and ' * 15}back."
    rows = "<tr><td>drain<td>time<td>{}<tr><td>inlet<td>day<td>Shut.<tr><td>lid<td>day<td>Open."
    assert [kind for kind, *_ in units(f"<table>{rows.format(long)}</table>")] == 3 * ["row"]
    without = rows.replace("<td>lid<td>day<td>Open.", "<td><td>day<td>Open.")
    assert units(f"<table>{without.format(long)}</table>") == []


def test_a_first_row_above_a_single_one_names_its_columns_if_they_are_several():
    ports = "<table><tr><td>Name<td>Kind<td>Port<tr><td>web<td>tcp<td>80</table>"
    assert units(ports) == [("row", "web\ttcp\t80", ["Name\tKind\tPort"])]
    pair = "<table><tr><td>Author<td>Ada<tr><td>Year<td>1843</table>"
    assert [text for _, text, _ in units(pair)] == ["Author\tAda", "Year\t1843"]


def test_a_table_that_is_a_list_of_terms_is_read_as_one():
    def entry(term: str, *parts: str) -> str:
        return f"<tr><td><p><span class=term>{term}</span></p></td><td>{''.join(parts)}</td></tr>"

    def table(*entries: str) -> str:
        return f"<table class='x variablelist'><tbody>{''.join(entries)}</tbody></table>"

    inner = table(entry("slow", "<p>A tenth of the valve is open.</p>"))
    found = units(
        table(
            entry("--speed=<em>S</em>", "<p>Fill at this speed.</p>", inner),
            entry("--[no-]drain", "<p>Drain the tank first.</p>"),
        )
    )
    assert found == [
        ("definition", "Fill at this speed.", ["--speed=S"]),
        ("definition", "A tenth of the valve is open.", ["slow", "--speed=S"]),
        ("definition", "Drain the tank first.", ["--[no-]drain"]),
    ]


def test_the_last_row_that_a_cell_spans_is_no_title_of_the_rows_below():
    rows = (
        "<tr><td rowspan=3>Pumps<td>How many are there<tr><td>Where they stand"
        "<tr><td>What they fill<tr><td>Valves<td>Where they lead<tr><td>Tanks<td>How deep they are"
    )
    found = units(f"<table><thead><tr><th>Part<th>What to ask</thead>{rows}</table>")
    assert [contexts for *_, contexts in found] == 5 * [["Part\tWhat to ask"]]


def test_a_cell_that_spans_many_rows_stands_in_each_but_not_without_limit():
    rows = "".join(f"<tr><td>valve {n}</td></tr>" for n in range(199))
    table = "<table><tr><th>Room<th>Valve<tr><td rowspan=1000>cellar<td>drain</tr>"
    assert {text.split("\t")[0] for _, text, _ in units(f"{table}{rows}</table>")} == {"cellar"}
    wide = "<td rowspan=1000>" + "The room below the stairs of the old house"
    page = f"<table><tr>{wide * 60}</tr>{rows}</table>".encode()
    assert len(read_html(page).text) < 8 * len(page)


@pytest.mark.parametrize("name", ["HOME", "next", "menu-height"])
def test_a_term_that_is_a_link_to_itself_is_no_navigation(name):
    found = units(
        "<dl><dt id='DRAIN'><a href='#DRAIN'>DRAIN</a></dt><dd>Opens the lower valve.</dd>"
        f"<dt id='{name}'><a href='#{name}'>{name}</a></dt><dd>Opens the upper valve.</dd></dl>"
    )
    assert found[-1] == ("definition", "Opens the upper valve.", [name])


def test_a_question_that_opens_at_a_click_ends_with_its_answer():
    answer = "<p>No, paint keeps the heat in it.</p><ul><li>Paint is bad for rivers too.</li></ul>"
    body = f"<details><summary>May I paint it?</summary>{answer}</details>"
    question = ["May I paint it?"]
    assert sentences(f"{body}<p>A pump is as heavy as a mill.</p>")[-3:] == [
        ("prose", "No, paint keeps the heat in it.", question),
        ("item", "Paint is bad for rivers too.", question),
        ("prose", "A pump is as heavy as a mill.", []),
    ]
    found = read_html(f"{body}<p>A pump is as heavy as a mill.</p>".encode())
    assert [block.kind for block in found.blocks] == ["term", "definition", "item", "paragraph"]
    titled = body.replace("<summary>", "<summary><h3>").replace("</summary>", "</h3></summary>")
    assert sentences(titled)[-2:] == [
        ("prose", "No, paint keeps the heat in it.", question),
        ("item", "Paint is bad for rivers too.", []),
    ]
    found = read_html(b"<details><summary>About paint</summary><p>Paint is red.</p></details>")
    assert [block.kind for block in found.blocks] == ["paragraph", "paragraph"]


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        ("Which port is it?", "prose"),
        ("Welcher Port ist es?", "prose"),
        ("ポートはどれですか？", "prose"),
        ("How do I move to version 2?", "prose"),
        ("1. Who asks “Is it on?”", "prose"),
        ("यह पंप क्या है?", "prose"),
        ("-h, --help, -?", "definition"),
        ("help, ?", "definition"),
        ("empty?", "definition"),
        ("Port", "definition"),
    ],
)
def test_an_answer_is_prose_though_its_question_is_a_term(term, kind):
    answer = "The valve is told by this port of the pump, and by no other one of it."
    for words in ("Port 8443.", answer):
        found = sentences(f"<dl><dt>{term}<dd>{words}</dl>")
        assert found[-1] == (kind, words, [term])


def test_a_term_that_nothing_explains_is_no_name_of_the_next_one():
    body = "<dl><dt>size<dd><dt>colour<dt>color<dd>The paint of the pump.<dt>age<dd>Its years.</dl>"
    assert units(body) == [
        ("definition", "The paint of the pump.", ["color", "colour"]),
        ("definition", "Its years.", ["age"]),
    ]
    found = read_html(body.encode())
    spans = split(Document("a", "a", found.text, format="html", blocks=found.blocks))
    assert sorted(set(spans.of)) == [0, 2]


INDENTED = ("<div class='Bd-indent'>", "<div style='margin-left: 2em'>", "<blockquote>")


def explained(term: str, explanation: str, begin: str = INDENTED[0]) -> str:
    name = begin.strip("<>").split()[0]
    return f"<p>{term}</p>{begin}{explanation}</{name}>"


@pytest.mark.parametrize("begin", INDENTED)
@pytest.mark.parametrize(
    "term",
    ["<b>--drain</b>", "<b>-d</b>, <b>--drain</b>=<i>room</i>", "<code>DRAIN</code> (number)"],
)
def test_what_is_indented_below_a_marked_term_explains_it(begin, term):
    words = re.sub("<[^>]*>", "", term)
    body = explained(term, "Opens the lower valve.<p>The valve stays open.</p>", begin)
    body += "<p>All valves are made of brass.</p>"
    assert units(body) == [
        ("definition", "Opens the lower valve.", [words]),
        ("definition", "The valve stays open.", [words]),
    ]


@pytest.mark.parametrize("term", ["--drain &lt;room&gt;", "valve.drain", "Drain of the house"])
def test_a_term_of_a_manual_needs_no_bold_letters_above_an_indented_sentence(term):
    body = explained(term, "Opens the lower valve of the house.")
    assert [found[2] for found in units(body)] == [[unescape(term)]]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("The command", "drain --all house &gt; log"),
        ("The valves that are open now", "Two valves are in the cellar."),
        ("Shut the valve.", "<p>It is below the stairs.</p>"),
        ("<b>Note:</b>", "The valve below the stairs sticks."),
        ("<b>Example 1. All rooms</b>", "<pre>drain --all</pre>"),
        ("<b>1.</b>", "The valve below the stairs sticks."),
    ],
)
def test_what_is_indented_below_words_that_are_no_term_is_no_definition(above, below):
    assert "definition" not in [kind for kind, *_ in units(explained(above, below))]


def test_a_name_above_a_quotation_is_a_term_only_in_bold():
    quoted = "This valve was open for thirty years."
    assert units(explained("Ada Miller", quoted, "<blockquote>")) == []
    assert units(explained("<b>Ada Miller</b>", quoted, "<blockquote>")) == [
        ("definition", quoted, ["Ada Miller"])
    ]


def test_indented_terms_in_an_indented_explanation_need_the_term_of_that():
    inner = explained("<b>tar</b>", "An archive with all files.")
    body = explained("<b>format</b>", f"The format of the backup.{inner}<p>The default is tar.</p>")
    assert units(body) == [
        ("definition", "The format of the backup.", ["format"]),
        ("definition", "An archive with all files.", ["tar", "format"]),
        ("definition", "The default is tar.", ["format"]),
    ]


def test_terms_in_a_row_share_what_is_indented_below_them():
    body = "<p><b>Ways to open it</b></p><p><b>-o</b></p><p><b>--open</b></p>"
    body += "<div class='Bd-indent'>Opens the upper valve.</div>"
    found = read_html(f"<html><body>{body}</body></html>".encode())
    kinds = [(block.kind, found.text[block.start : block.end]) for block in found.blocks]
    assert kinds[1:] == [
        ("term", "-o"),
        ("term", "--open"),
        ("definition", "Opens the upper valve."),
    ]


def test_what_a_manual_indents_below_a_list_of_terms_goes_on_with_the_last_one():
    inner = "<dl><dt>tar</dt><dd>An archive with all files.</dd></dl>"
    body = (
        "<dl><dt>level</dt><dd>From 1 to 9.</dd><dt>format</dt><dd></dd></dl><p></p>"
        "<div class='Bd-indent'><dl><dt></dt><dd>The format of the backup.</dd></dl>"
        f"{inner}<p>The default is tar.</p></div>"
        "<div class='Bd-indent'><dl><dt></dt><dd>Old ones can be read.</dd></dl></div>"
        "<p>Backups are kept for a year.</p>"
    )
    assert units(body) == [
        ("definition", "From 1 to 9.", ["level"]),
        ("definition", "The format of the backup.", ["format"]),
        ("definition", "An archive with all files.", ["tar", "format"]),
        ("definition", "The default is tar.", ["format"]),
        ("definition", "Old ones can be read.", ["format"]),
    ]


def test_an_indented_division_of_a_manual_with_a_bullet_is_an_item():
    body = (
        "<p>The valve may be:</p><div class='Bd-indent'>&#x2022;<b>open</b> for all</div><p></p>"
        "<div class='Bd-indent'>&#x2022;shut by hand</div>"
    )
    assert units(body) == [
        ("item", "open for all", ["The valve may be:"]),
        ("item", "shut by hand", ["The valve may be:"]),
    ]


def test_terms_that_are_bullets_or_numbers_are_the_marks_of_items():
    bullets = "<dt>•</dt><dd>Brass is cheap.<p>It is soft.</dd><dt>•</dt><dd>Steel is hard.</dd>"
    assert units(f"<p>Mind this:<dl>{bullets}</dl>") == [
        ("item", "Brass is cheap.", ["Mind this:"]),
        ("item", "It is soft.", ["Brass is cheap.", "Mind this:"]),
        ("item", "Steel is hard.", ["Mind this:"]),
    ]
    assert units(f"<p>Mind this:<dl>{bullets.replace('•', 'o')}</dl>")[0][0] == "item"
    assert units("<p>Keys:<dl><dt>o</dt><dd>Opens it.</dd></dl>")[0][0] == "definition"
    numbers = "<dt>1.</dt><dd>Shut the valve.</dd><dt>2.</dt><dd>Drain the tank.</dd>"
    assert units(f"<p>Do this:<dl>{numbers}</dl>") == [
        ("step", "Shut the valve.", ["Do this:"]),
        ("step", "Drain the tank.", ["Do this:"]),
    ]


def test_a_term_that_looks_like_a_tag_is_the_context_of_its_explanation():
    found = read_html(b"<body><p>Keys:<dl><dt>&lt;q&gt;<dd>Quit.<dt>&lt;F1&gt;<dd>Ask.</dl>")
    document = Document("a", "a", found.text, format="html", blocks=found.blocks)
    sentences = Collection.of([document], language="en").split.sentences
    words = [found.text[s:e] for s, e in zip(sentences.start, sentences.end, strict=True)]
    assert words == ["Keys:", "<q>", "Quit.", "<F1>", "Ask."]
    assert sentences.contexts()[[2, 4], 0].tolist() == [1, 3]
