"""Pages of manuals that groff wrote, in which only margins tell what explains what."""

from time import process_time

import pytest

from hyperdigest.read.html.reader import read_html

HEAD = '<html><head><meta name="generator" content="groff -Thtml, see www.gnu.org"></head><body>'
TABLE = '<table border="0" rules="none" frame="void"><tr><td width="11%"></td>'


def paragraph(margin: int, text: str, apart: bool = False) -> str:
    return f'<p style="margin-left:{margin}%;{" margin-top: 1em" * apart}">{text}</p>\n'


def read(*parts: str) -> list[tuple[str, int, str]]:
    content = read_html((HEAD + "<h2>OPTIONS</h2>\n" + "".join(parts) + "</body></html>").encode())
    return [(b.kind, b.level, content.text[b.start : b.end]) for b in content.blocks[1:]]


def test_what_is_right_below_a_term_and_deeper_explains_it():
    assert read(
        paragraph(11, "These are known:", apart=True),
        paragraph(11, "<b>--drain</b> (Empty the tank)", apart=True),
        paragraph(17, "Opens the lower valve."),
        paragraph(17, "It takes a minute.", apart=True),
        paragraph(11, "<b>--fill</b>", apart=True),
        paragraph(17, "Opens the upper valve."),
        paragraph(11, "Both may be given.", apart=True),
    ) == [
        ("paragraph", 0, "These are known:"),
        ("term", 1, "--drain (Empty the tank)"),
        ("definition", 1, "Opens the lower valve."),
        ("definition", 1, "It takes a minute."),
        ("term", 1, "--fill"),
        ("definition", 1, "Opens the upper valve."),
        ("paragraph", 0, "Both may be given."),
    ]


def test_a_term_beside_its_explanation_and_one_of_two_names_are_terms():
    assert read(
        TABLE + '<td width="3%"><p><b>-q</b></p></td><td width="3%"></td>'
        '<td width="83%"><p>Say nothing.</p></td></tr></table>\n',
        TABLE + '<td width="3%"><p><b>-V</b></p></td><td width="86%"></td></tr></table>\n',
        paragraph(11, "<b>--version</b>"),
        paragraph(17, "Print the version."),
    ) == [
        ("term", 1, "-q"),
        ("definition", 1, "Say nothing."),
        ("term", 1, "-V"),
        ("term", 1, "--version"),
        ("definition", 1, "Print the version."),
    ]


def test_bullets_in_an_explanation_are_items_of_it():
    bullet = '<td width="1%"><p>&bull;</p></td><td width="2%"></td><td width="75%"><p>{}</p></td>'
    rows = "".join(
        f'<tr><td width="17%"></td>{bullet.format(name)}</tr>' for name in ("brass", "steel")
    )
    assert read(
        paragraph(11, "<b>--metal</b> <i>NAME</i>", apart=True),
        paragraph(17, "NAME can be:"),
        f'<table frame="void">{rows}</table>',
    ) == [
        ("term", 1, "--metal NAME"),
        ("definition", 1, "NAME can be:"),
        ("item", 2, "brass"),
        ("item", 2, "steel"),
    ]


@pytest.mark.parametrize(
    "title",
    [
        paragraph(11, "<b>Basic options</b> <br>\nMost of them are short.", apart=True),
        paragraph(11, "<b>Basic options <br>\n-q</b>", apart=True) + paragraph(17, "Say nothing."),
        paragraph(11, "<b>Basic options</b>", apart=True)
        + paragraph(11, "<b>-q</b>")
        + paragraph(17, "Say nothing."),
    ],
)
def test_bold_words_after_space_above_other_lines_are_a_title(title):
    assert read(title)[0] == ("heading", 3, "Basic options")


def test_a_table_of_three_columns_stays_one():
    cells = "".join(f'<td width="20%"><p>{name}</p></td>' for name in ("Name", "Age", "Town"))
    assert read(f'<table frame="void"><tr>{cells}</tr></table>') == [
        ("table", 0, "Name\tAge\tTown")
    ]


def test_the_links_to_its_sections_are_never_quoted():
    links = "".join(f'<a href="#{name}">{name}</a><br>\n' for name in ("NAME", "FILES", "BUGS"))
    assert {kind for kind, _, _ in read(links + "<hr>", paragraph(11, "Shut it.", apart=True))} == {
        "table",
        "paragraph",
    }


def test_pages_take_linear_time():
    row = '<tr><td width="11%"></td><td width="3%"><p>-a</p></td><td><p>Say it.</p></td></tr>'

    def seconds(count: int) -> float:
        start = process_time()
        read(f'<table frame="void">{row * count}</table>', paragraph(11, "-b") * count)
        return process_time() - start

    seconds(10)
    assert seconds(4_000) < 12 * max(seconds(1_000), 0.02)
