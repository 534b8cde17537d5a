from pathlib import Path

import pytest

from hyperdigest.errors import ReadError
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.content import Content
from hyperdigest.read.formats import kind_at, sniff
from hyperdigest.read.isolated import read_content

JATS = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) v1.2//EN" "JATS-archivearticle1.dtd">
<article article-type="research-article" xmlns:xlink="http://www.w3.org/1999/xlink">
<front><journal-meta><journal-title>Boats</journal-title></journal-meta><article-meta>
<article-id pub-id-type="doi">10.1234/ferry.5</article-id>
<title-group><article-title>On ferries<xref ref-type="fn">*</xref></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Lovelace</surname>
<given-names>Ada</given-names></name></contrib></contrib-group>
<pub-date pub-type="epub"><day>5</day><month>3</month><year>2026</year></pub-date>
<abstract><title>Abstract</title><p>They sail.</p></abstract></article-meta></front>
<body><sec><label>1.</label><title>Methods</title>
<p>We counted 10<sup>3</sup> boats<sup><xref ref-type="bibr">1</xref></sup> of
<italic>many</italic> kinds:<list list-type="order"><list-item><p>big</p></list-item>
<list-item><p>small</p></list-item></list> and no more.<fn><p>By hand.</p></fn></p>
<table-wrap><label>Table 1</label><caption><p>Boats</p></caption><table><thead><tr><th>Kind</th>
<th>Count</th></tr></thead><tbody><tr><td>big</td><td>7</td></tr></tbody></table></table-wrap>
<fig><label>Figure 1</label><caption><p>A boat.</p></caption><graphic xlink:href="a"/></fig>
</sec></body>
<back><ref-list><ref><mixed-citation>Left out</mixed-citation></ref></ref-list></back>
</article>"""

TEI = """\
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>The Sea</title>
<author>Ada Lovelace</author></titleStmt><publicationStmt><date when="1843-10">1843</date>
<idno>https://sea.example/1</idno></publicationStmt></fileDesc></teiHeader><text><body>
<div><head>Act I</head><stage>A harbour.</stage>
<sp><speaker>HERO.</speaker><l>The sea<note place="foot">Cold.</note> is wide</l>
<l>and deep.</l></sp>
<sp><speaker>CHORUS</speaker><p>It <choice><sic>si</sic><corr>is</corr></choice> so.</p></sp>
<lg><l>One line</l><l>and another</l></lg>
<list type="gloss"><label>rope</label><item>It holds.</item></list>
<table><row role="label"><cell>Day</cell><cell>Hour</cell></row><row><cell>Sunday</cell>
<cell>ten</cell></row></table></div></body></text></TEI>"""

DOCBOOK = """\
<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd"
[<!ENTITY boat "Swan"> <!ENTITY % more "IGNORE">]>
<book><bookinfo><title>The &boat;</title><author><firstname>Ada</firstname>
<surname>Lovelace</surname></author><pubdate>2026-03-05</pubdate><legalnotice><para>No.</para>
</legalnotice></bookinfo><chapter><title>Sailing</title><indexterm><primary>x</primary></indexterm>
<para>The &boat; caf&eacute; has &unknown; &amp; <command>hoist</command>.</para>
<note><title>Care</title><para>Mind it.</para></note>
<procedure><step><para>Choose <menuchoice><guimenu>File</guimenu><guimenuitem>Sail</guimenuitem>
</menuchoice>.</para></step></procedure>
<variablelist><varlistentry><term>rope</term><listitem><para>It holds.</para><para>Long.</para>
</listitem></varlistentry></variablelist>
<programlisting>hoist(
  1)</programlisting>
<table><title>Days</title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/>
<colspec colname="c"/><thead><row><entry>Day</entry><entry>From</entry><entry>To</entry></row>
</thead><tbody><row><entry>Sunday</entry><entry namest="b" nameend="c">ten</entry></row></tbody>
</tgroup></table><section><info><title>Inner</title></info>
<qandaset><qandaentry><question><para>Why?</para></question>
<answer><para>Because.</para></answer></qandaentry></qandaset></section></chapter></book>"""


def read(text: str) -> Content:
    return read_content(text.encode(), "xml")


def parts(text: str) -> list[tuple[str, str]]:
    content = read(text)
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def test_an_article_of_a_journal_is_read_in_order_with_what_it_says_about_itself():
    content = read(JATS)
    assert (content.title, content.authors, content.date) == (
        "On ferries", ("Ada Lovelace",), "2026-03-05",
    )  # fmt: skip
    assert content.address == "https://doi.org/10.1234/ferry.5"
    assert parts(JATS) == [
        ("heading", "On ferries"),
        ("heading", "Abstract"),
        ("paragraph", "They sail."),
        ("heading", "Methods"),
        ("paragraph", "We counted 10³ boats of many kinds:"),
        ("step", "big"),
        ("step", "small"),
        ("paragraph", "and no more."),
        ("paragraph", "Boats"),
        ("header", "Kind\tCount"),
        ("table", "big\t7"),
        ("paragraph", "A boat."),
        ("paragraph", "By hand."),
    ]
    assert [block.level for block in content.blocks if block.kind == "heading"] == [1, 2, 2]
    assert "1. Methods" in content.text and "Figure 1 A boat." in content.text


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("It was cold{1}. It was dry,{2} too.", "It was cold. It was dry, too."),
        ("It was cold{1},{2}, and dry{3}–{4}.", "It was cold, and dry."),
        ("It was cold<sup>{1}</sup><sup>,</sup><sup>{2}</sup>.", "It was cold."),
        ("It was cold [{1}, {2}] and dry ({3}).", "It was cold [1, 2] and dry (3)."),
        ("As in ref. {1}, {2} and {3}, of 10<sup>3</sup> m.", "As in ref. 1, 2 and 3, of 10³ m."),
        ('So says <xref ref-type="bibr">Bell 1999</xref>.', "So says Bell 1999."),
        ('See Fig.<xref ref-type="fig">2</xref> for it.', "See Fig.2 for it."),
    ],
)
def test_numbers_of_sources_are_read_unless_they_are_raised(markup: str, shown: str):
    numbers = ("", *(f'<xref ref-type="bibr" rid="b{n}">{n}</xref>' for n in range(1, 5)))
    body = f"<body><p>{markup.format(*numbers)}</p></body>"
    assert read(f'<article article-type="x">{body}</article>').text == shown


def test_subtitles_and_captions_of_films_are_read():
    article = """<article article-type="x"><front><article-meta><title-group>
<article-title>On ferries</article-title><subtitle>A study</subtitle></title-group></article-meta>
</front><body><p>They sail.</p><media><label>Film 1</label><caption><p>A boat.</p></caption>
</media></body></article>"""
    content = read(article)
    assert content.text == "On ferries\n\nA study\n\nThey sail.\n\nFilm 1 A boat."
    assert content.title == "On ferries: A study"


def test_an_edition_is_read_with_who_speaks(tmp_path: Path):
    assert parts(TEI) == [
        ("heading", "Act I"),
        ("paragraph", "A harbour."),
        ("paragraph", "The sea is wide"),
        ("paragraph", "and deep."),
        ("paragraph", "It is so."),
        ("paragraph", "One line\nand another"),
        ("term", "rope"),
        ("definition", "It holds."),
        ("header", "Day\tHour"),
        ("table", "Sunday\tten"),
        ("paragraph", "Cold."),
    ]
    (tmp_path / "sea.xml").write_text(TEI)
    document = read_file(tmp_path / "sea.xml")
    assert (document.title, document.authors, document.date, document.address) == (
        "The Sea", ("Ada Lovelace",), "1843-10", "https://sea.example/1",
    )  # fmt: skip
    assert document.place(document.text.index("wide")) == "par. 3, HERO"
    assert document.authors_at(document.text.index("so.")) == ("CHORUS",)
    assert document.authors_at(document.text.index("One line")) == ("Ada Lovelace",)


def test_a_technical_book_is_read_in_order():
    content = read(DOCBOOK)
    assert (content.title, content.authors, content.date) == (
        "The Swan", ("Ada Lovelace",), "2026-03-05",
    )  # fmt: skip
    assert parts(DOCBOOK) == [
        ("heading", "The Swan"),
        ("heading", "Sailing"),
        ("paragraph", "The Swan café has &unknown; & hoist."),
        ("paragraph", "Care"),
        ("paragraph", "Mind it."),
        ("step", "Choose File > Sail ."),
        ("term", "rope"),
        ("definition", "It holds."),
        ("definition", "Long."),
        ("code", "hoist(\n  1)"),
        ("paragraph", "Days"),
        ("header", "Day\tFrom\tTo"),
        ("table", "Sunday\tten"),
        ("heading", "Inner"),
        ("term", "Why?"),
        ("definition", "Because."),
    ]
    assert [block.level for block in content.blocks if block.kind == "heading"] == [1, 2, 3]


def test_articles_are_told_from_other_xml(tmp_path: Path):
    files = {
        "jats.xml": JATS, "tei.xml": TEI, "book.xml": DOCBOOK, "other.xml": "<book><x/></book>",
        "chapter.xml": "<chapter><title>A</title><para>Words.</para></chapter>",
        "article.xml": '<article xmlns="http://docbook.org/ns/docbook"><para>Words.</para></article>',
        "posts.xml": '<posts><row Id="1" PostTypeId="1" Body="x"/></posts>',
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    kinds = {name: kind_at(tmp_path / name) for name in files}
    assert kinds == dict.fromkeys(files, "xml") | {"other.xml": "text", "posts.xml": "posts"}
    assert sniff(JATS.encode()) == "xml"
    read = read_paths([tmp_path])
    assert [document.format for document in read.documents].count("xml") == 5
    assert [Path(each.path).name for each in read.skipped][:1] == ["other.xml"]
    with pytest.raises(ReadError, match="is XML, but no article in JATS, TEI or DocBook"):
        read_content(b"<other/>", "xml")


def article(body: str, declared: str = "") -> str:
    kind = f"<!DOCTYPE article [{declared}]>" if declared else ""
    return f'{kind}<article article-type="x"><body>{body}</body></article>'


def test_a_reference_without_words_has_the_title_of_its_target():
    book = (
        '<book><chapter id="a"><title>The Harbour</title><para>See <xref linkend="b"/>, <xref'
        ' linkend="c"/>, <xref linkend="a" endterm="d"/> and <xref/>.</para></chapter>'
        '<chapter xml:id="b"><title>The Pier</title><para id="d">One pier.</para></chapter>'
        '<chapter id="c" xreflabel="Part 3"><title>Fog</title><para>None.</para></chapter></book>'
    )
    assert "See The Pier, Part 3, One pier. and ." in read(book).text


def test_a_part_of_a_book_with_several_roots_is_read_to_its_end():
    part = (
        '<sect1 id="a"><title>Piers</title><para>One.</para></sect1>\n<!-- next -->\n'
        '<sect1><title>Fog</title><para>See <xref linkend="a"/>.</para></sect1>\n'
    )
    content = read(part)
    assert (content.title, content.notes) == ("Piers", ())
    assert content.text.split("\n\n") == ["Piers", "One.", "Fog", "See Piers."]


def test_entities_are_neither_expanded_in_one_another_nor_read_from_files():
    bomb = '<!ENTITY a "xxxxxxxx">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "&a;" * 10}">' for n in range(12)
    )
    assert read(article("<p>&a; &a11; end</p>", bomb)).text == "xxxxxxxx &a11; end"
    long = f'<!ENTITY a "{"x" * 900}">'
    assert len(read(article("<p>" + "&a; " * 30_000 + "</p>", long)).text) < 600_000
    outside = '<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY % p SYSTEM "/etc/hostname">%p;'
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/hostname"/>'
    assert read(article(f"<p>one &a; two</p>{include}", outside)).text == "one &a; two"


def test_deep_and_broken_files_are_bounded_and_named():
    with pytest.raises(ReadError, match="nested too deep"):
        read(article("<sec>" * 100_000 + "<p>x</p>"))
    deep = article("<sec><p>word</p>" * 200 + "</sec>" * 200)
    assert read(deep).text.split() == ["word"] * 200
    broken = read(article("<p>First.</p><p>Second").removesuffix("</p></body></article>"))
    assert broken.text == "First.\n\nSecond"
    assert broken.notes == ("is broken XML at line 1: it may lack text from there on",)
    assert read_content(article("<p>é</p>").encode("utf-16"), "xml").text == "é"


def test_files_that_an_article_includes_are_named():
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{}"/>'
    inner = "".join(map(include.format, ("tides.xml", "/etc/hostname", "tides.xml")))
    text = f'<book xmlns="http://docbook.org/ns/docbook"><para>Words.</para>{inner}</book>'
    content = read(text)
    assert content.text == "Words."
    assert content.notes == ("includes 2 files not read with it: tides.xml, /etc/hostname",)
