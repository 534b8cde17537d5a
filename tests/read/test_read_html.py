import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest import Collection
from hyperdigest.documents import Document
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.html import reader as html
from hyperdigest.read.html.reader import read_html
from hyperdigest.split import split

LONG = (
    "The council approved the new tram line on Monday after a debate of six hours. "
    "Engineers said that the first cars will run in the spring of next year."
)


SITE = (
    "<title>The Tram</title><meta property='og:type' content='article'>"
    "<link rel='alternate' type='application/rss+xml' href='/feed'>"
)
"""The head of a page of a web site."""


def page(body: str, head: str = "<title>The Tram</title>") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def test_the_blocks_of_an_article_come_out_in_order_with_their_kinds():
    content = read_html(page(f"""
        <article><h1>Tram <em>line</em> approved</h1><p>{LONG}</p>
        <h2>Why</h2><ul><li>Noise</li><li>Trees<ol><li>Planes</li></ol></li></ul>
        <blockquote><p>We are  glad,
        all of us.</p></blockquote><pre>if x &lt; 1:
    stop</pre>
        <table><tr><th>Year</th><th>Riders</th></tr><tr><td>2015</td><td>14 105</td></tr></table>
        <dl><dt>Tram</dt><dd>A car on rails.</dd></dl>
        <p>Caf&eacute;&nbsp;au lait<br>and bread &amp; butter</p></article>"""))  # fmt: skip
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "Tram line approved"),
        ("paragraph", LONG),
        ("heading", "Why"),
        ("item", "Noise"),
        ("item", "Trees"),
        ("step", "Planes"),
        ("quote", "We are glad, all of us."),
        ("code", "if x < 1:\n    stop"),
        ("header", "Year\tRiders"),
        ("table", "2015\t14 105"),
        ("term", "Tram"),
        ("definition", "A car on rails."),
        ("paragraph", "Café au lait\nand bread & butter"),
    ]
    shown = [text for _, text in parts(content)]
    assert content.text == "\n\n".join(shown).replace("Planes", "1. Planes")


@pytest.mark.parametrize(
    "mark",
    [
        '<sup><a href="#fn1">1</a></sup>',
        '<sup>[<a href="notes.xhtml#n2">2</a>, <a href="notes.xhtml#n3">3</a>]</sup>',
        '<a href="#fn4" id="ref4"><sup>4</sup></a>',
        '<a href="#fn5" epub:type="noteref">5</a>',
        '<a href="#fn6" class="footnote-ref" role="doc-noteref"><sup>*</sup></a>',
    ],
)
def test_footnote_links_are_left_out(mark: str):
    content = read_html(page(f"<article><p>{LONG}{mark} Trees stay.</p><p>{LONG}</p></article>"))
    assert parts(content)[0] == ("paragraph", f"{LONG} Trees stay.")


@pytest.mark.parametrize(
    "markup", ["x<sup>2</sup>", '<a href="#y">12</a>', '<a href="#y">x<sup>2</sup> of rails</a>']
)
def test_powers_and_other_links_are_not_removed(markup: str):
    content = read_html(page(f"<article><p>{LONG} See {markup} there.</p><p>{LONG}</p></article>"))
    assert re.sub("<.*?>", "", markup.replace("<sup>2</sup>", "²")) in content.text


def test_an_anchor_is_not_counted_as_a_link():
    content = read_html(
        page(f"""
        <a name="A1"><b>Where does the tram stop?</b></a><p>{LONG}</p>
        <a name="A2" href="#list"><b>What does a ride cost?</b></a><p>{LONG}</p>
        Words outside of any paragraph.<p>{LONG}</p>""")
    )
    assert [text for _, text in parts(content) if text != LONG] == [
        "Where does the tram stop?", "What does a ride cost?", "Words outside of any paragraph.",
    ]  # fmt: skip


def test_a_self_closed_anchor_of_xhtml_does_not_contain_what_follows():
    section = '<div class="section"><h2><a id="s{0}"/>Stop {0}</h2><p>Here ends line {0}.</p></div>'
    content = read_html(page(f"<h1>Tram</h1><p>{LONG}</p>" + "".join(map(section.format, "1234"))))
    assert parts(content)[2:] == [
        part
        for n in "1234"
        for part in (("heading", f"Stop {n}"), ("paragraph", f"Here ends line {n}."))
    ]


@pytest.mark.parametrize("sign", ["¶", "&para;", "#", "\uf0c1"])
def test_permalinks_of_headings_are_left_out(sign: str):
    link = f'<a class="headerlink" href="#stops" title="Permalink to this heading">{sign}</a>'
    content = read_html(page(f'<h1 id="stops">Stops{link}</h1><p>{LONG} §&nbsp;4 holds.</p>'))
    assert parts(content) == [("heading", "Stops"), ("paragraph", f"{LONG} § 4 holds.")]


@pytest.mark.parametrize("name", ["legal-copy", "legalCopy"])
def test_the_line_of_rights_of_javadoc_is_left_out(name):
    rights = f"<p class='{name}'><small>Copyright 2001 The Tram Firm. All rights kept.</small></p>"
    assert read_html(page(f"<p>{LONG}</p>{rights}")).text.strip() == LONG.strip()


def test_a_paragraph_of_the_class_of_code_is_code():
    body = '<p>Copy it:</p><p class="code">$ cp a b<br/>\n$ sync<br/></p><p class="note">Done.</p>'
    assert parts(read_html(page(body))) == [
        ("paragraph", "Copy it:"),
        ("code", "$ cp a b\n$ sync"),
        ("paragraph", "Done."),
    ]


@pytest.mark.parametrize(
    "code",
    [
        "<pre><span class='linenos'>1</span>tram stop\n<span class='linenos'>2</span>tram go</pre>",
        "<table><tr><td class='linenos'><div class='linenodiv'><pre>1\n2</pre></div></td>"
        "<td class='code'><div><pre>tram stop\ntram go</pre></div></td></tr></table>",
    ],
)
def test_the_numbers_of_lines_of_code_are_not_read(code):
    body = f"<p>{LONG}<div>{code}</div><p>{LONG}"
    for text in (body, f"<article>{body}</article>"):
        found = parts(read_html(page(text)))
        assert found[1:-1] == [("code", "tram stop\ntram go")]
    article = f"<body><article><h1>Trams</h1>{body}</article>"
    assert parts(read_html(article.encode()))[2:-1] == [("code", "tram stop\ntram go")]


def test_code_of_the_class_of_blocks_is_a_block_with_its_lines():
    body = f"""<p>{LONG}</p><p>Copy it:</p><code class="block">
        cp a b
          sync
      </code><br/><a name="b"><b>Where is the tram?</b></a><br/><p>Here.</p>"""
    assert parts(read_html(page(body)))[1:] == [
        ("paragraph", "Copy it:"),
        ("code", "cp a b\n          sync"),
        ("paragraph", "Where is the tram?"),
        ("paragraph", "Here."),
    ]


def test_menus_footers_and_advertisements_are_left_out():
    content = read_html(page(f"""
        <script>var noise = 1</script><style>p {{ color: red }}</style><noscript>noise</noscript>
        <div id="cookie-banner">We use cookies, noise.</div>
        <nav><ul><li><a href="/">Noise</a></li></ul></nav>
        <ul><li><a href="/a">Noise one</a></li><li><a href="/b">Noise two</a></li></ul>
        <main><h1>Tram</h1><p>{LONG}</p><p>{LONG}</p>
        <div class="share">Share: <a href="#">Noise</a> <a href="#">Noise</a></div>
        <aside class="related"><a href="#">Noise of the ferry</a></aside></main>
        <div id="comments"><p>Great noise, thanks for this.</p></div>
        <form><input value="noise"><button>Noise</button></form>
        <footer><p>Copyright noise</p></footer>""", head=SITE))  # fmt: skip
    assert parts(content) == [("heading", "Tram"), ("paragraph", LONG), ("paragraph", LONG)]


def test_prose_is_read_wherever_it_stands():
    help_box = "<div><h2>Keyboard</h2><p>Press the S key to search in the book.</p></div>"
    content = read_html(page(f"{help_box}<main><p>{LONG}</p><p>{LONG}</p></main>"))
    assert "Press the S key to search in the book." in content.text


def test_a_page_that_is_only_a_menu_gives_the_menu():
    content = read_html(
        page("<nav><ul><li><a href='a'>Stops</a><li><a href='b'>Fares</a></ul></nav>")
    )
    assert parts(content) == [("paragraph", "Stops"), ("paragraph", "Fares")]


def test_a_very_short_page_is_read():
    assert parts(read_html(b"<p>The tram is late.</p>")) == [("paragraph", "The tram is late.")]


def test_the_paragraphs_of_a_single_column_are_columns_if_its_header_names_them():
    def row(*paragraphs: str, tag: str = "td") -> str:
        return f"<tr><{tag}>{''.join(f'<p>{text}</p> ' for text in paragraphs)}</{tag}></tr>"

    names = row("Command", "What it does", "Examples", tag="th")
    rows = row("stop ( <i>line</i> )", "Stops all trams of a line.", "<code>stop(4)</code>")
    rows += row("go ( )", "go ( <i>line</i> )", "Lets trams go.", "go()", "go(4)")
    rows += row("More commands")
    content = read_html(page(f"<p>{LONG}</p><table><thead>{names}</thead>{rows}</table>"))
    assert parts(content)[1:] == [
        ("header", "Command\tWhat it does\tExamples"),
        ("table", "stop ( line )\tStops all trams of a line.\tstop(4)"),
        ("table", "go ( ) go ( line )\tLets trams go.\tgo() go(4)"),
        ("table", "More commands"),
    ]


def test_a_layout_table_is_read_as_paragraphs():
    content = read_html(page(
        f"<table><tr><td><a href='a'>Home</a><br><a href='b'>News</a></td>"
        f"<td><b>The tram</b><br><br>{LONG} {LONG} {LONG}<br><br>{LONG}</td></tr></table>",
        head=SITE,
    ))  # fmt: skip
    assert parts(content) == [
        ("paragraph", "The tram"), ("paragraph", f"{LONG} {LONG} {LONG}"), ("paragraph", LONG),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "cell",
    [
        "<ul><li>Open the gate</li><li>Ring twice</li></ul>",
        "<ol><li>Open the gate</li><li>Ring twice</li></ol>",
        "<h4>Open the gate</h4><pre>Ring twice</pre>",
        "<blockquote>Open the gate</blockquote>Ring twice",
    ],
)
def test_lists_and_code_in_a_cell_below_a_header_are_the_text_of_that_cell(cell):
    header = "<tr><th>Code<th>Remedy</tr>"
    rows = f"<tr><td>E11<td>Wait.</tr><tr><td>E12<td>{cell}</tr>"
    found = parts(read_html(f"<ul><li>All:<table>{header}{rows}</table>Then wait.</ul>".encode()))
    assert found == [
        ("item", "All:"),
        ("header", "Code\tRemedy"),
        ("table", "E11\tWait."),
        ("table", "E12\tOpen the gate Ring twice"),
        ("paragraph", "Then wait."),
    ]


def test_lists_side_by_side_below_their_names_are_lists():
    header = "<tr><th>Lines<th>Stops</tr>"
    lists = "<td><ul><li>A red line<li>A blue line</ul><td><ul><li>One stop</ul>"
    content = read_html(f"<p>They are:<table>{header}<tr>{lists}</tr></table>".encode())
    assert [kind for kind, _ in parts(content)].count("item") == 3


def test_a_table_in_a_cell_is_the_text_of_that_cell():
    inner = "<table><tr><td>Hull<td>7 d</tr></table>"
    rows = f"<tr><th>Port<th>Open</tr><tr><td>Oslo<td>5 d</tr><tr><td>Others<td>{inner}</tr>"
    content = read_html(f"<p>The ports are open:</p><table>{rows}</table>".encode())
    found = [(each.kind, content.text[each.start : each.end]) for each in content.blocks]
    assert found[1:] == [
        ("header", "Port\tOpen"),
        ("table", "Oslo\t5 d"),
        ("table", "Others\tHull 7 d"),
    ]


def test_a_table_of_links_without_a_header_is_a_menu():
    link = "<td><a href='{0}.html'>The {0}</a>"
    rows = "".join(f"<tr>{link.format(a)}{link.format(b)}" for a, b in ("ab", "cd"))
    header = "<tr><th>Stop<th>Line"
    found = parts(read_html(page(f"<p>{LONG}<table>{rows}</table><p>{LONG}", head=SITE)))
    assert found[1:-1] == [("table", "The a The b"), ("table", "The c The d")]
    named = parts(read_html(page(f"<p>{LONG}<table>{header}{rows}</table><p>{LONG}", head=SITE)))
    assert named[1:-1] == [
        ("header", "Stop\tLine"), ("table", "The a\tThe b"), ("table", "The c\tThe d"),
    ]  # fmt: skip
    words = "<tr><td><a href='e.html'>The e</a><td>Opens at nine."
    mixed = parts(read_html(page(f"<p>{LONG}<table>{rows}{words}</table><p>{LONG}", head=SITE)))
    assert [kind for kind, _ in mixed].count("table") == 3


@pytest.mark.parametrize("sign", [">", "|", "›"])
def test_a_row_of_links_is_read_and_never_quoted(sign):
    links = f" {sign} ".join(f"<a href='{name}'>The lamps of {name}</a>" for name in "abc")
    found = read_html(page(f"<p>{LONG}<p>{links}<p>{LONG}"))
    menu = f"The lamps of a {sign} The lamps of b {sign} The lamps of c"
    assert parts(found)[1] == ("table", menu)
    document = Document("p", "p", found.text, blocks=found.blocks, format="html")
    sentences = Collection.of([document], language="en").split.sentences
    start, end = found.blocks[1].start, found.blocks[1].end
    is_menu = (sentences.start >= start) & (sentences.end <= end)
    assert is_menu.any()
    assert not may_be_quoted(sentences, 5)[is_menu].any()


LINKS = [f"{n}. <a href='{n}.html'>The lamps are lit by an officer.</a>" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    "links",
    [f"<blockquote><p>{'<br>'.join(LINKS)}</blockquote>", "".join(f"<p>{one}" for one in LINKS)],
)
def test_a_list_of_links_that_nothing_introduces_is_never_quoted(links):
    found = read_html(page(f"<p>{LONG}{links}<p>{LONG}"))
    assert [kind for kind, _ in parts(found)[1:-1]] == ["table", "table", "table"]
    document = Document("p", "p", found.text, blocks=found.blocks, format="html")
    sentences = Collection.of([document], language="en").split.sentences
    start, end = found.blocks[1].start, found.blocks[-2].end
    is_link = (sentences.start >= start) & (sentences.end <= end)
    assert is_link.any()
    assert not may_be_quoted(sentences, 5)[is_link].any()
    introduced = parts(read_html(page(f"<p>{LONG}<p>These are known:{links}<p>{LONG}")))
    assert "table" not in {kind for kind, _ in introduced}


def test_of_a_page_that_is_a_menu_the_links_are_rows():
    found = read_html(page(f"<div class='toctree'>{''.join(f'<p>{one}' for one in LINKS)}</div>"))
    assert [kind for kind, _ in parts(found)] == ["table", "table", "table"]


def test_menus_and_lists_of_figures_are_left_out():
    menu = (
        "<table class='menu'><tr><td>&bull; <a href='#a' accesskey='1'>Lamps</a><td>Of oil</table>"
    )
    figures = "<div class='list-of-figures'><dl><dt>1. <a href='#f'>A lamp</a></dl></div>"
    found = read_html(page(f"<p>{LONG}{menu}{figures}<p>{LONG}"))
    assert [kind for kind, _ in parts(found)] == ["paragraph", "paragraph"]


def test_a_malformed_page_is_read():
    content = read_html(
        f"<title>Bad & ugly</title><body><h1>Bad<p>{LONG}<p><b><i>{LONG}</b></i></span><ul>"
        f"<li>One thing<li>Another thing</ul><p>{LONG}<table><tr><td>a<td>b".encode()
    )
    assert [kind for kind, _ in parts(content)] == [
        "heading", "paragraph", "paragraph", "item", "item", "paragraph", "table",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "head"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", ""),
        ("iso-8859-1", "<meta charset=iso-8859-1>"),
        ("cp1252", "<meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-1'>"),
        ("cp1251", "<meta charset='windows-1251'>"),
        ("cp1252", "<meta charset='nonsense'>"),
    ],
)
def test_declared_encodings_are_used(encoding: str, head: str):
    sentence = "Солнечное затмение в понедельник." if encoding == "cp1251" else "L'été à la gare."
    text = f"<html><head>{head}<title>T</title></head><body><p>{sentence} {LONG}</p></body>"
    assert parts(read_html(text.encode(encoding))) == [("paragraph", f"{sentence} {LONG}")]


def test_the_title_may_be_the_first_heading():
    assert read_html(page(f"<h1>Only heading</h1><p>{LONG}</p>", head="")).title == "Only heading"


def test_invisible_characters_are_dropped():
    content = read_html(page(f"<p>auto\xadmobile\u200b</p><p>{LONG}</p>"))
    assert parts(content)[0] == ("paragraph", "automobile")


def test_too_many_elements_are_refused(monkeypatch):
    monkeypatch.setattr(html, "MOST_NODES", 1000)
    with pytest.raises(ReadError, match="more than 1,000 elements"):
        read_html(b"<p>x" * 1001)


def test_a_page_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(html, "LARGEST_PAGE", 1 << 20)
    with pytest.raises(ReadError, match="larger than 1 MB"):
        read_html(b"<p>" + b"word " * (1 << 18))


def test_entities_do_not_expand():
    bomb = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><p>&b; ' + LONG
    assert len(read_html(bomb.encode()).text) < 2 * len(LONG)


tags = st.sampled_from(
    ["<p>", "</p>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td>", "<br>",
     "<pre>", "<a href=x>", "</a>", "<h1>", "<svg>", "<title>", "<script>", "<!--", "-->", "&amp;",
     "&#xFDD0;", "&#xD800;", "\ufdd00\ufdd1", "<body>", "<frameset>", "<template>", "words ", "\0"]
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(tags, max_size=30).map(lambda t: "".join(t).encode()) | st.binary(max_size=200))
def test_any_bytes_are_read_as_a_page_or_refused(data: bytes):
    try:
        content = read_html(data)
    except ReadError:
        return
    end = 0
    for block in content.blocks:
        assert end <= block.start < block.end
        end = block.end
    assert end == len(content.text)


def test_what_was_deleted_from_a_page_is_not_read():
    page = b"<p>The old bridge over the river is <del>not</del> <ins>now</ins> safe for all.</p>"
    assert read_html(page).text == "The old bridge over the river is now safe for all."


def rows(*tables: str) -> list[tuple[str, str]]:
    """The rows of tables of a page, with the empty cells before them, and what they are."""
    page = read_html(f"<body><p>{LONG} {LONG}</p>{'<p>And now:</p>'.join(tables)}</body>".encode())
    starts = [page.text.rfind("\n", 0, block.start) + 1 for block in page.blocks]
    return [
        (block.kind, page.text[start : block.end])
        for start, block in zip(starts, page.blocks, strict=True)
        if block.kind in ("header", "table")
    ]


def table(*rows: str) -> str:
    return f"<table><tr>{'</tr><tr>'.join(rows)}</tr></table>"


def test_empty_and_spanned_cells_keep_the_place_of_the_others():
    assert rows(
        table("<td> <th>Red<th>Blue", "<td>A<td><td>2"),
        table("<th rowspan=2>Name<th colspan=2>Red<th>Blue", "<th>I<th>II<th>I", "<td>A<td>1<td>2"),
    ) == [
        ("header", "\tRed\tBlue"), ("table", "A\t\t2"),
        ("header", "Name\tRed\t\tBlue"), ("header", "\tI\tII\tI"), ("table", "A\t1\t2"),
    ]  # fmt: skip


def test_a_cell_that_spans_rows_stands_in_each_of_them():
    head = "<th>Part<th>Town<th>Boats<th>Note"
    europe = (
        "<td rowspan=3>Europe<td>Riga<td>1<td rowspan=2>old",
        "<td>Oslo<td>2",
        "<td>Bari<td>3",
    )
    asia = "<td rowspan=9>Asia<td>Goa<td>4<td>new"
    assert rows(table(head, *europe, asia)) == [
        ("header", "Part\tTown\tBoats\tNote"),
        ("table", "Europe\tRiga\t1\told"), ("table", "Europe\tOslo\t2\told"),
        ("table", "Europe\tBari\t3"), ("table", "Asia\tGoa\t4\tnew"),
    ]  # fmt: skip
    wide = table(head, "<td colspan=2 rowspan=2>All<td>1<td>a", "<td>2<td>b")
    assert rows(wide)[1:] == [("table", "All\t\t1\ta"), ("table", "All\t\t2\tb")]


def test_the_repeated_text_of_spanned_rows_is_limited():
    long = "a long note " * 20
    text = "".join(text for _, text in rows(table(f"<td rowspan=50>{long}<td>1", *["<td>2"] * 49)))
    assert 1000 < len(text) < 3 * len(long) + 1500 + 50 * 50


def test_the_first_row_is_the_header_of_a_table_without_one_if_it_looks_like_it():
    plain = table("<td>Name<td>Port", "<td>web<td>80", "<td>mail<td>25")
    bold = table("<td><b>Name</b><td><strong> Way</strong>", "<td>web<td>quick")
    captioned = bold.replace("<table>", "<table><caption>All</caption>")
    assert [[kind for kind, _ in rows(one)] for one in (plain, bold, captioned)] == [
        ["header", "table", "table"], ["header", "table"], ["header", "table"],
    ]  # fmt: skip
    for mark in ("code", "strong", "a href='#it'"):
        marked = [f"<td><p><{mark}>{name}</{mark.split()[0]}>{name}<td>All" for name in "ab"]
        assert rows(table("<td>Name<td>Use", marked[0], "<td><td>None", marked[1]))[0] == (
            "header",
            "Name\tUse",
        )
        assert rows(table("<td>In 3<td>Use", *marked))[0][0] == "table"
        assert rows(table("<td>No mast may be shortened<td>Use", *marked))[0][0] == "table"
        assert rows(table("<td>Name<td>Use", "<td>mast<td>All", *marked))[0][0] == "table"
        assert rows(table("<td>Name<td>Use", marked[0]))[0][0] == "table"
        assert rows(table(*marked, *marked))[0][0] == "table"
        assert rows(table(f"<td>mast<td><{mark}>All", *marked))[0][0] == "table"
    for same in (
        table("<td>Name<td>Way", "<td>web<td>quick", "<td>mail<td>slow"),
        table("<td><b>A</b><td>B", "<td><b>web</b><td>quick"),
        table("<td>Name<td>Port", "<td>web<td>80"),
        table("<td>Port 1<td>Port", "<td>web<td>80", "<td>mail<td>25"),
        table("<td><b>A</b><td><b>B</b>", "<td><b>web</b><td><b>quick</b>"),
    ):
        assert {kind for kind, _ in rows(same)} == {"table"}


def test_a_paragraph_of_several_words_that_are_all_code_is_code():
    page = """<h1>The ferry</h1><p>Ask for the <code>tide</code> first, as always, and wait.</p>
    <p><code>ferry --start<br/>\n <b>Harbour</b> 3</code></p><p><code>anchor</code></p>
    <p><code>sail add .</code></p>
    <ul><li><code>sail --down now</code></li>
    <li>Ask for the ferry:<br><br><code><b>$ ferry --call</b></code><br><br>Then wait.</li></ul>"""
    content = read_html(page.encode())
    assert [(block.kind, content.text[block.start : block.end]) for block in content.blocks] == [
        ("heading", "The ferry"),
        ("paragraph", "Ask for the tide first, as always, and wait."),
        ("code", "ferry --start\nHarbour 3"),
        ("paragraph", "anchor"),
        ("code", "sail add ."),
        ("item", "sail --down now"),
        ("item", "Ask for the ferry:"),
        ("code", "$ ferry --call"),
        ("paragraph", "Then wait."),
    ]


def test_paragraphs_with_rising_numbers_are_steps():
    page = """<h1>The ferry</h1><p>To leave the harbour:</p><p>1. Close the <b>doors</b>.</p>
    <p><code>ferry --close</code></p><p><b>2.</b> Blow the horn.</p><p>Then sail.</p>
    <p>1. This number stands alone.</p><p>The ferry is old.</p>
    <p>7. Seven is no first number.</p><p>8. Nor is eight.</p><p>1.</p><p>2.</p>"""
    content = read_html(page.encode())
    assert "1. Close the doors.\n\nferry --close\n\n2. Blow the horn." in content.text
    assert parts(content) == [
        ("heading", "The ferry"),
        ("paragraph", "To leave the harbour:"),
        ("step", "Close the doors."),
        ("code", "ferry --close"),
        ("step", "Blow the horn."),
        ("paragraph", "Then sail."),
        ("paragraph", "1. This number stands alone."),
        ("paragraph", "The ferry is old."),
        ("paragraph", "7. Seven is no first number."),
        ("paragraph", "8. Nor is eight."),
        ("paragraph", "1."),
        ("paragraph", "2."),
    ]
    document = Document("a", "a", content.text, format="html", blocks=content.blocks)
    spans = split(document, "en")
    steps = [content.text[spans.start[n] : spans.end[n]] for n in np.flatnonzero(spans.of == 2)]
    assert steps == ["Close the doors.", "Blow the horn."]


@pytest.mark.parametrize("marks", [("(1)", "(2)"), ("1.", "2.")])
def test_numbered_notes_of_a_table_are_no_steps(marks):
    table = "<tr><th>Pier</th><th>Ferries</th></tr><tr><td>North</td><td>12</td></tr>"
    notes = [f"{mark} The ferry counts twice in summer." for mark in marks]
    page = f"<h1>The ferry</h1><table>{table}</table>" + "".join(f"<p>{n}</p>" for n in notes)
    assert [
        part for part in parts(read_html(page.encode())) if part[0] in ("step", "paragraph")
    ] == [("paragraph", note) for note in notes]


def test_a_word_of_code_below_a_colon_is_code():
    page = """<h1>The ferry</h1><p>To stop at once, type:</p><p><kbd>anchor</kbd></p>
    <p>To read more, see:</p><p><code><a href="tides.html">tides.txt</a></code></p>
    <p>The tools are:</p><table><tr><td><p><code>pump</code></p></td><td><ul><li>Empties the boat.
    </ul></td></tr></table>"""
    assert parts(read_html(page.encode())) == [
        ("heading", "The ferry"),
        ("paragraph", "To stop at once, type:"),
        ("code", "anchor"),
        ("paragraph", "To read more, see:"),
        ("paragraph", "tides.txt"),
        ("paragraph", "The tools are:"),
        ("paragraph", "pump"),
        ("item", "Empties the boat."),
    ]


def test_code_in_a_definition_or_a_quotation_is_code():
    page = """<h1>The ferry</h1><dl><dt><code>list harbours</code></dt><dd><code>sail --list</code>
    <p>Shows the harbours as:</p><p><tt>name depth pilot</tt></p></dd></dl>
    <p>To leave, type:</p><blockquote><samp>sail --away now</samp></blockquote>"""
    assert parts(read_html(page.encode())) == [
        ("heading", "The ferry"),
        ("term", "list harbours"),
        ("definition", "sail --list"),
        ("definition", "Shows the harbours as:"),
        ("code", "name depth pilot"),
        ("paragraph", "To leave, type:"),
        ("code", "sail --away now"),
    ]


def test_prose_in_letters_of_a_typewriter_is_no_code():
    page = """<tt><h1>Owls</h1><p>Some owls hunt by day</p></tt>
    <p><tt>They see the mice from far away.</tt></p>"""
    assert [block.kind for block in read_html(page.encode()).blocks] == [
        "heading", "paragraph", "paragraph",
    ]  # fmt: skip


def test_the_first_line_of_code_keeps_its_indent_outside_of_the_block():
    page = f"<p>{LONG}</p><pre>\n    while night:\n        pump()\n</pre>"
    content = read_html(page.encode())
    code = content.blocks[-1]
    assert content.text[code.start : code.end] == "while night:\n        pump()"
    assert content.text[: code.start].endswith("\n\n    ")


def test_quotations_get_the_marks_that_a_browser_shows():
    said = "<p>He said <q>I will <em><q>resign</q></em> now</q>, and “<q>left</q>”.</p>"
    assert read_html(page(said + f"<p>{LONG}</p>")).text.startswith(
        "He said “I will ‘resign’ now”, and “left”."
    )
    text = read_html(page(f"<q><p>{LONG}</p></q><p>{LONG[:75]}</p>")).text
    assert "“”" not in text
    assert "”" not in text.removesuffix(LONG[:75])[-3:]


def test_lines_of_a_paragraph_that_begin_with_numbers_or_bullets_are_a_list():
    steps = "<p>To go:<br>1. Stop it.<br>2. Look<br>around.</p>"
    body = f"<p>{LONG}</p>{steps}<p>&bull; Oil<br>&bull; Rope</p>"
    assert parts(read_html(page(body)))[1:] == [
        ("paragraph", "To go:"),
        ("step", "Stop it."),
        ("step", "Look\naround."),
        ("item", "Oil"),
        ("item", "Rope"),
    ]


def test_lines_of_which_one_begins_with_a_number_are_a_paragraph():
    text = "Our address:\n1. Mill Lane\nOslo"
    body = f"<p>{LONG}</p><p>{text.replace(chr(10), '<br>')}</p>"
    assert parts(read_html(page(body)))[1:] == [("paragraph", text)]


def test_a_table_about_keys_for_navigation_is_no_navigation():
    keys = "<tr><th>Key<th>Use</tr><tr><td>j<td>next tank</tr><tr><td>k<td>previous tank</tr>"
    assert ("table", "j\tnext tank") in rows(f"<table summary='Navigation keys'>{keys}</table>")
