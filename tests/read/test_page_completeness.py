"""All words of a page are read, whatever element they stand in, and none of its navigation."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import epub
from hyperdigest.read.content import Content
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.office.epub import read_epub

PROSE = "The ferry leaves the harbour at nine, and it comes back before the bakery opens."
SITE = "<meta property='og:type' content='article'><link rel=pingback href='/x'>"


def page(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head><title>T</title>{head}</head><body>{body}</body>".encode()


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (f'<div class="sidebar"><h3>Culture</h3><p>{PROSE}</p></div>', f"Culture {PROSE}"),
        (f'<div class="abstract"><p><b>Abstract</b></p><p>{PROSE}</p></div>', f"Abstract {PROSE}"),
        (f'<aside class="footnote"><p>{PROSE}</p></aside>', PROSE),
        ("<h2>NAME</h2><div><p>ferry-plan - Show the plan of ferries</p></div>",
         "NAME ferry-plan - Show the plan of ferries"),
        ('<p><a href="f.html">ferry-plan(1)</a> shows all.</p>', "ferry-plan(1) shows all."),
        ('<p>See the <a href="f.html">ferry-format-timetable(1)</a> page.</p>',
         "See the ferry-format-timetable(1) page."),
        ('<a class="permalink" href="#all"><dt id="all">--all</dt></a><dd>Show all.</dd>',
         "--all Show all."),
        ('<h1><a class="permalink" href="#OPTIONS">OPTIONS</a></h1>', "OPTIONS"),
        ('<h2><a class="toc-backref" href="#id4">How late?</a></h2>', "How late?"),
        ('<ul><li><a href="#low"><code>LOW_TIDE</code></a></li>'
         '<li><a href="#high"><code>HIGH_TIDE</code></a></li></ul>', "LOW_TIDE HIGH_TIDE"),
        ('<div class="toc"><dl><dt><a href="b.html">BOARD</a></dt><dd>lets the passengers of all '
         'decks come on board</dd></dl></div>',
         "BOARD lets the passengers of all decks come on board"),
        ('<header><h1>The ferry</h1><p>By the harbour master</p></header>',
         "The ferry By the harbour master"),
        ('<table><tr><th>Key</th><th>Leads to</th></tr>'
         '<tr><td>Home</td><td>the first line</td></tr></table>',
         "Key Leads to Home the first line"),
        ('<p>Press <a href="#n">Next</a> to sail on.</p>', "Press Next to sail on."),
        ('<p>Sails to <a href="a">Ayr</a> | <a href="b">Bute</a> | <a href="c">Cork</a></p>',
         "Sails to Ayr | Bute | Cork"),
        ('<dl><dt>name</dt><dd><a href="s">Text</a> | <a href="n">Number</a> | '
         '<a href="b">Bytes</a></dd></dl>', "name Text | Number | Bytes"),
        ('<form><p>' + PROSE * 7 + '</p><input name="a"></form>', PROSE * 7),
        (f'<nav><p>{PROSE}</p><a href="x">Harbours</a></nav>', PROSE),
        (f'<footer><h2>Notes</h2><p>{PROSE}</p></footer>', PROSE),
        (f'<div class="footer"><p>{PROSE}</p><p>© Quay. {PROSE}</p></div>', PROSE),
        ('<dl><dt><a class="headerlink" href="#f">--ferry</a></dt><dd>A ship</dd></dl>',
         "--ferry A ship"),
        ('<p>Built with <a href="t">tar</a>, the hull is tight.</p>',
         "Built with tar, the hull is tight."),
        ('<p>Load <math><mi>m</mi><mo>=</mo><mn>7</mn></math> tons.</p>', "Load m=7 tons."),
        ('<p>Load <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> ton.</p>', "Load 1/2 ton."),
        ('<p>Load <math><msup><mn>10</mn><mn>3</mn></msup><mo>&#x2062;</mo><mi>t</mi></math>.</p>',
         "Load 10^3 t."),
        ('<div><math><msqrt><mn>16</mn></msqrt></math></div>', "√16"),
        ('<p>Load <math><semantics><mi>m</mi><annotation>m_{tex}</annotation></semantics></math> '
         'tons.</p>', "Load m tons."),
        ('<p>Load <span class="katex"><math><mi>m</mi></math><span class="katex-html" '
         'aria-hidden="true">m</span></span> tons.</p>', "Load m tons."),
        ('<p>Load <img class="mathtex" src="m.png" alt="m = 7"> tons.</p>', "Load m = 7 tons."),
        ('<p>Load <span><math><mi>m</mi></math><img class="math" alt="m"></span> tons.</p>',
         "Load m tons."),
        ('<p>Load <img class="photo" alt="gulls"> tons.</p>', "Load tons."),
    ],
)  # fmt: skip
def test_what_a_manual_says_is_read_in_order(markup: str, text: str):
    assert words(read_html(page(f"<p>Before.</p>{markup}<p>After.</p>")).text) == words(
        f"Before. {text} After."
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<nav><p>Noise</p></nav>",
        '<div role="navigation"><h3>Noise</h3><ul><li><a href="a">Noise noise</a></li></ul></div>',
        '<div class="menu mainmenu"><ul><li><a href="a">Noise</a></ul></div>',
        '<div class="toc"><p>Noise</p><dl><dt><a href="#a">Noise of the sea</a></dt></dl></div>',
        '<div class="breadcrumbs"><a href="/">Noise</a> &gt; <a href="/x">Noise</a></div>',
        '<div class="navheader"><table><tr><td><a accesskey="p" href="p">Prev</a></td>'
        '<td><a href="u">Up</a></td><td><a href="n">Next</a></td></tr></table></div>',
        '<div class="navfooter"><table><tr><td><a href="p"><img src="p.png"></a></td></tr><tr>'
        "<td>C.5. Noise of gulls</td><td>D.1. Noise of waves in all the harbours of a town, at "
        "the quays and the mills (by day, by night, etc.)</td></tr></table></div>",
        '<table summary="Header navigation table"><tr><th colspan="2">Noise</th></tr><tr>'
        '<td>Chapter 3. Noise</td><td><a href="n">Next</a></td></tr></table>',
        '<table><tr><td><a href="p">Prev</a></td><td><a href="h">Home</a></td></tr></table>',
        '<p>Next: <a href="b">Noise of gulls</a>, Previous: <a href="a">Noise of waves</a>, '
        'Up: <a href="t">Top</a> &nbsp; [<a href="c">Contents</a>][<a href="i">Index</a>]</p>',
        '<ul><li><a href="p"><strong>Prev</strong>2.4. Noise</a></li></ul>',
        '<p>Available Languages: <a href="en">en</a> | <a href="fr">fr</a></p>',
        '<table><tr><td><a href="p">&lt;&lt;&lt; Zurück</a></td>'
        '<td><a href="n">Weiter &gt;&gt;&gt;</a></td></tr></table>',
        '<p>Created using <a href="x">Noise</a> 5.3.</p>',
        '<div class="footer">Noise 2026</div>',
        "<footer><p>Noise 2026</p></footer>",
        "<header><p>Noise</p></header>",
        '<p hidden>Noise</p><p style="display: none">Noise</p><i aria-hidden="true">Noise</i>',
        '<form action="search"><label>Noise <input name="q"></label><button>Noise</button></form>',
        "<script>noise()</script><style>.noise {}</style><noscript>Noise</noscript>",
    ],
)  # fmt: skip
@pytest.mark.parametrize("read", ["html", "epub"])
def test_navigation_is_not_read(markup: str, read: str):
    markup = f"{markup}<p>{PROSE}</p>"
    content = (
        read_html(page(markup))
        if read == "html"
        else read_epub(epub({"a": f"<body>{markup}</body>"}))
    )
    assert parts(content) == [("paragraph", PROSE)]


@pytest.mark.parametrize(
    "markup",
    [
        f'<div id="comments"><ol class="comment-list"><li>{PROSE}</li></ol></div>',
        f'<div class="cookie-notice"><p>{PROSE}</p></div>',
        f'<section class="related-posts"><h3>More</h3><p>{PROSE}</p></section>',
        f'<div class="author-bio"><p>{PROSE}</p></div>',
        f'<div class="widget newsletter-box"><p>{PROSE}</p></div>',
        '<div class="cards"><a href="/a"><p>Read how the gulls learned to steal a whole fish '
        "from the plates of the guests on deck.</p></a></div>",
    ],
)
def test_comments_notices_and_teasers_of_an_article_are_not_read(markup: str):
    article = "".join(f"<p>{PROSE} Part {n}.</p>" for n in range(5))
    content = read_html(page(f"<article><h1>Ferry</h1>{article}</article>{markup}", SITE))
    assert content.text.count("harbour") == 5
    assert "gulls" not in content.text


def test_prose_captions_and_rows_of_an_article_are_read():
    long = f"{PROSE} Nobody has seen it late."
    body = (
        f"<div class='left'><p>{long}</p></div>"
        f"<article class='post tag-ads'><h1>Ferry</h1><p>{PROSE}</p><p>{PROSE}</p>"
        "<figure><img src='a.png'><figcaption>The quay in 1931.</figcaption></figure>"
        "<div class='thumb'><div class='thumbcaption'>Gulls on deck.</div></div>"
        f"<table><tr><td>Quay</td><td>4</td></tr></table><p>{PROSE}</p></article>"
    )
    text = read_html(page(body, SITE)).text
    for said in (long, "The quay in 1931.", "Gulls on deck.", "Quay\t4"):
        assert said in text


@pytest.mark.parametrize("name", ["sidebar", "menu", "navigation", "footer", "overlay", "byline"])
def test_prose_among_the_paragraphs_of_an_article_is_read_whatever_its_box_is_called(name: str):
    said = "Children who travel without a ticket are let ashore at the next quay, where it is dark."
    box = f"<div class='{name}'><p>{said}</p><p>Low tide</p></div>"
    body = f"<h1>Ferry</h1><p>{PROSE}</p><p>{PROSE} It is old.</p>{box}<p>{PROSE} It is slow.</p>"
    text = read_html(page(body, SITE)).text
    assert said in text
    assert "Low tide" not in text


@pytest.mark.parametrize("name", ["class='note'", "class='footnote'", "role='doc-footnote'"])
def test_notes_in_an_article_are_read(name: str):
    said = "Children who travel without a ticket are let ashore at the next quay, where it is dark."
    body = (
        f"<h1>Ferry</h1><p>{PROSE}</p><p>{PROSE}</p><section><aside {name}>{said}</aside></section>"
    )
    assert said in read_html(page(body, SITE)).text


def test_the_page_of_a_manual_with_a_feed_is_read_as_one_of_a_manual():
    made = "<meta name='generator' content='Docutils 0.19'>"
    body = f"<article><p>{PROSE}</p><p>{PROSE}</p></article><div class='banner'>Low tide</div>"
    assert "Low tide" in read_html(page(body, SITE + made)).text
    assert "Low tide" not in read_html(page(body, SITE)).text


def test_a_feed_makes_no_article_of_a_manual():
    feed = "<link rel='alternate' type='application/rss+xml' href='f'>"
    body = f"<p>{PROSE}</p><p>{PROSE}</p><div class='banner'>Low tide</div>"
    assert "Low tide" in read_html(page(body, feed)).text


def test_the_number_of_a_footnote_is_read_before_it_and_not_inside_a_sentence():
    content = read_html(
        page(
            f'<p>{PROSE}<a href="#f1" id="r1"><sup>[1]</sup></a> It is red.</p>'
            '<div class="footnotes"><p><a href="#r1"><sup>[1]</sup></a> Not at Easter.</p></div>'
        )
    )
    assert parts(content) == [
        ("paragraph", f"{PROSE} It is red."),
        ("paragraph", "[1] Not at Easter."),
    ]


def book(reference: str, first: str) -> Content:
    item = '<item id="{0}" href="{0}.html" media-type="application/xhtml+xml"/>'
    package = (
        f"<package><metadata/><manifest>{item.format('a')}{item.format('b')}</manifest>"
        '<spine><itemref idref="a"/><itemref idref="b"/></spine>'
        f"<guide>{reference}</guide></package>"
    )
    return read_epub(epub({"a.html": first, "b.html": f"<p>{PROSE}</p>"}, package=package))


@pytest.mark.parametrize("place", ["", "#contents"])
def test_a_file_in_which_a_book_has_its_contents_keeps_its_other_text(place: str):
    links = '<p id="contents"><a href="b.html">The second chapter</a></p>'
    reference = f'<reference type="toc" href="a.html{place}"/>'
    assert book(reference, f"{links}<h1>One</h1><p>{PROSE}</p>").text.count("harbour") == 2
    assert book(reference, links).text == PROSE


@pytest.mark.parametrize("element", ["nav", "ul"])
def test_a_file_that_is_the_navigation_of_a_book_keeps_its_other_text(element: str):
    links = f'<h1>Contents</h1><{element}><a href="b.html">The second chapter</a></{element}>'
    for text, count in (("", 1), (f"<h1>One</h1><p>{PROSE}</p>", 2)):
        item = '<item id="{0}" href="{0}.html" media-type="application/xhtml+xml" {1}/>'
        items = item.format("a", 'properties="nav"') + item.format("b", "")
        package = (
            f"<package><metadata/><manifest>{items}</manifest>"
            '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
        )
        pages = {"a.html": links + text, "b.html": f"<p>{PROSE}</p>"}
        content = read_epub(epub(pages, package=package))
        assert content.text.count("harbour") == count
        assert content.text == PROSE or count == 2


WORDS = ["ferry", "harbour", "quay", "deck", "tide", "crew", "gull", "rope"]
SAID = st.lists(st.sampled_from(WORDS), min_size=3)
ELEMENTS = st.sampled_from(
    ["<p>{}.</p>", "<h2>{}</h2>", "<ul><li>{}</li></ul>", "<blockquote>{}</blockquote>",
     "<pre>{}</pre>", "<dl><dt>{}</dt></dl>", "<dl><dd><p>{}</p></dd></dl>", "<div>{}</div>",
     "<table><tr><td>{}</td><td>1</td></tr></table>", "<div class='sidebar'><p>{}</p></div>",
     "<section id='x'><b>{}</b></section>", "<details><summary>{}</summary></details>",
     "<p><a href='x'>{}</a></p>", "<aside>{}</aside>", "<center><font>{}</font></center>"]
)  # fmt: skip
MENUS = st.sampled_from(
    ["", "<nav>Noise</nav>", "<div class='toc'><a href='x'>Noise</a></div>",
     "<p><a href='x'>Next</a></p>", "<div class='navfooter'><a href='x'>Home</a></div>"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(ELEMENTS, SAID, MENUS), min_size=1, max_size=8))
def test_the_words_put_into_pages_and_books_come_out(put: list[tuple[str, list[str], str]]):
    markup = "".join(element.format(" ".join(said)) + menu for element, said, menu in put)
    expected = [word for _, said, _ in put for word in said]
    for content in (read_html(page(markup)), read_epub(epub({"a.xhtml": markup}))):
        found = [word for word in words(content.text) if word != "1"]
        assert found == expected
        between_tables = content.text.replace("\n\n\n", "\n\n")
        assert between_tables == "\n\n".join(text for _, text in parts(content))


def test_a_page_below_the_map_of_a_picture_that_is_not_closed_is_read():
    page = f'<html><body><map name="n"><area href="a.html" alt="Top"><p>{PROSE}</p></body></html>'
    assert PROSE.strip() in read_html(page.encode()).text


def test_the_way_to_a_page_is_no_part_of_it():
    way = "<li><a href='/'>All</a><li class='breadcrumb-item active'>The repair of the pump"
    body = f"<ul class='wy-breadcrumbs'>{way}</ul><p>The pump is old.</p>"
    assert read_html(body.encode()).text.strip() == "The pump is old."
    statement = (
        "The pump that stands beside the mill of the town is as old as the river below it is."
    )
    body = f"<div class='breadcrumbs'><p>{statement}</p></div><p>The pump is old.</p>"
    assert statement in read_html(body.encode()).text
