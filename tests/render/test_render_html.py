import re
from base64 import b64encode
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.readable import readable
from hyperdigest.base.text import visible
from hyperdigest.digest import TopicShare
from hyperdigest.documents import Block, Document
from hyperdigest.render import render_html
from hyperdigest.render.html import legend
from oracles.browser import Page
from oracles.digests import ECLIPSE, EMPTY, PATH, cite, cite_range, digest_of, one


def test_every_link_has_its_one_target():
    page = Page(render_html(ECLIPSE))
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    for number in (1, 2, 3, 4):
        assert f"#m{number}" in page.links
        assert f"#s{number}" in page.links


def test_exactly_the_sentence_is_highlighted():
    marks = [mark.split() for mark in Page(render_html(ECLIPSE)).marks]
    in_order_of_sources = [ECLIPSE.sentences[i] for i in (0, 3, 1, 2)]
    assert marks == [sentence.text.split() for sentence in in_order_of_sources]


def test_the_page_is_self_contained_and_scriptless():
    html = render_html(ECLIPSE)
    page = Page(html)
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert "src" not in page.attributes
    assert "style" not in page.attributes
    assert all(link.startswith("#") for link in page.links)
    assert "default-src 'none'" in html


def test_the_policy_allows_exactly_the_style_of_the_page():
    html = render_html(ECLIPSE)
    style = html.partition("<style>")[2].partition("</style>")[0]
    assert f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "</mark></div><img src=x onerror=alert(1)>",
        "\"><svg onload='alert(1)'>",
        "</style></title><!-- ",
        "&lt;script&gt;",
    ],
)
@pytest.mark.parametrize("format", ["text", "markdown"])
def test_documents_cannot_add_markup(text, format):
    plain, tried = one("Word.", format), one(text, format)
    expected, page = Page(render_html(plain)), Page(render_html(tried))
    assert page.tags == expected.tags
    assert page.attributes == expected.attributes
    assert page.marks == [text]


def test_names_questions_topics_and_warnings_cannot_add_markup():
    bad = "<i>\x1b</i>\u202e"
    document = Document(bad, bad, "A word.", bad)
    sentence = cite_range(document, 0, 7)
    object.__setattr__(sentence, "topics", (TopicShare(1, bad, 0.5),))
    html = render_html(
        digest_of(sentence, documents=(document,), question=bad, warnings=(bad,), signature=bad)
    )
    assert Page(html).tags["i"] == 0
    assert "\x1b" not in html
    assert "\u202e" not in html


def test_full_texts_are_printed_if_asked_for():
    html = render_html(ECLIPSE)
    assert html.count('<input type="checkbox" id="print-texts">') == 1
    assert "body:not(:has(#print-texts:checked)) .texts { display: none; }" in html
    assert re.findall(r'href="#s(\d)" data-number="(\d)"', html) == [
        ("1", "1"), ("4", "4"), ("2", "2"), ("3", "3"),
    ]  # fmt: skip
    assert "print-texts" not in render_html(EMPTY).partition("</style>")[2]


def test_pages_are_separated_only_if_there_are_pages():
    html = render_html(ECLIPSE)
    assert re.findall(r'data-page="([^"]*)"', html) == ["page 1", "page 2"]
    assert '<span class="page" role="doc-pagebreak" aria-label="page 2"' in html


def test_pages_are_named_by_their_labels():
    labels = ("iv", "1", '"><script>\n')
    document = Document(
        "a", "a.pdf", "One two three.", format="pdf", pages=(0, 4, 8), page_labels=labels
    )
    html = render_html(digest_of(cite_range(document, 0, 14), documents=(document,)))
    assert Page(html).marks == ["One two three."]
    assert 'aria-label="page iv (1st)" data-page="page iv (1st)"' in html
    assert 'data-page="page 1 (2nd)"' in html
    assert "<script" not in html


def test_a_sentence_may_run_over_a_page():
    document = Document("a", "a.pdf", "One two three.", format="pdf", pages=(0, 4, 8))
    page = Page(render_html(digest_of(cite_range(document, 0, 14), documents=(document,))))
    assert page.marks == ["One two three."]


def test_overlapping_and_adjacent_sentences_are_marked_from_their_starts():
    document = Document("a", "a.txt", "abcdefghij")
    sentences = [cite_range(document, *ends) for ends in ((2, 6), (4, 8), (8, 9), (8, 9), (3, 3))]
    page = Page(render_html(digest_of(*sentences, documents=(document,))))
    assert "".join(page.marks) == "cdefghi"
    assert {"m1", "m2", "m3", "m4", "m5"} <= set(page.ids)


def test_headings_of_a_source_are_marked_as_headings():
    blocks = (Block(0, 7, "heading"), Block(8, 13))
    document = Document("a", "a.html", "Heading\nText.", format="html", blocks=blocks)
    html = render_html(digest_of(cite_range(document, 8, 13), documents=(document,)))
    assert '<strong>Heading</strong>\n<mark id="m1">Text.</mark>' in html
    assert "<strong># The moon</strong>" in render_html(ECLIPSE)


def test_an_empty_digest_says_so():
    html = render_html(EMPTY)
    assert "No sentence fits in 3 words." in html
    assert "optimum" not in html
    Page(html)


def test_sentences_without_their_document_are_no_links():
    page = Page(render_html(digest_of(cite(PATH, "It leaves the coast"), documents=())))
    assert page.links == []


def test_a_topic_has_the_same_colour_everywhere():
    html = render_html(ECLIPSE)
    hue = re.search(r"\.k4\{--hue:([\d.]+)\}", html)
    assert hue and hue[0] in render_html(one("Another digest."))


def test_the_legend_weighs_topics_by_words():
    long, short = cite(PATH, "It leaves the coast"), cite(PATH, "WASHINGTON.")
    object.__setattr__(short, "topics", (TopicShare(9, "capital", 1.0),))
    shares = [(topic.id, topic.share) for topic in legend(digest_of(long, short, documents=()))]
    assert shares == [(4, pytest.approx(0.6)), (9, pytest.approx(0.2))]


def test_scores_of_zero_have_empty_bars():
    html = render_html(digest_of(cite(PATH, "It leaves", score=0.0, gain=0.0), documents=(PATH,)))
    assert html.count('<rect width="0.0%"') == 2


@given(
    st.text(st.sampled_from("<>&\"'/-! \n\r\b\x00#ab\ud800") | st.characters(), min_size=1),
    st.data(),
    st.sampled_from(["text", "markdown", "pdf", "html"]),
)
def test_any_page_is_balanced_and_complete(text, data, format):
    # No sentence ends between a letter and the one that is printed over it.
    inside = (n for n in range(1, len(text)) if "\b" not in text[n - 1 : n + 1])
    offset = st.sampled_from([0, *inside, len(text)])
    ranges = data.draw(st.lists(st.tuples(offset, offset).map(sorted), min_size=1, max_size=4))
    pages = tuple(sorted(data.draw(st.lists(offset, max_size=3)))) if format == "pdf" else ()
    headings = data.draw(st.lists(st.tuples(offset, offset).map(sorted), max_size=2))
    blocks = tuple(Block(start, end, "heading") for start, end in sorted(headings))
    document = Document("it", "it", text, text, format, blocks, pages)
    cited = [cite_range(document, start, end) for start, end in ranges]
    html = render_html(digest_of(*cited, documents=(document,), question=text))
    html.encode()
    page = Page(html)
    assert {f"m{number + 1}" for number in range(len(cited))} <= set(page.ids)
    covered = {i for start, end in ranges for i in range(start, end)}
    # Where a letter is printed over another one, the source shows the last.
    printed = readable(text, format)
    shown = visible("".join(printed[i] for i in sorted(covered)), keep="\n\r\t\f")
    assert "".join(page.marks).split() == shown.split()


def test_plain_text_with_blocks_is_shown_without_its_overstruck_letters():
    text = "Name\n\nThe b\bbo\bol\bld\bd ferry leaves."
    document = Document("it", "it", text, text, "text", (Block(0, 4, "heading"),))
    html = render_html(digest_of(cite_range(document, 6, len(text)), documents=(document,)))
    assert "".join(Page(html).marks).replace("\xad", "") == "The bold ferry leaves."


def test_scores_are_shown_as_percentages_of_the_highest():
    sentences = (
        cite(PATH, "It leaves the coast", score=4e-5),
        cite(PATH, "WASHINGTON.", score=1e-5),
    )
    html = render_html(digest_of(*sentences, documents=(PATH,)))
    assert "100% of the highest" in html
    assert "25% of the highest" in html
    assert "e-05" not in html
