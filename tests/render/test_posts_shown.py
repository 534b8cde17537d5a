"""What is told of a sentence in a post of a thread, in every form of a digest."""

import csv
import io
import json
from dataclasses import replace

import docx
import pytest

from hyperdigest.documents import Document, Post
from hyperdigest.render import (
    FORMATS,
    render_bibtex,
    render_csl,
    render_csv,
    render_docx,
    render_html,
    render_markdown,
    render_text,
)
from oracles.digests import ECLIPSE, PATH, cite, digest_of

TITLE = "Which sealant for a zinc gutter?"


def post(name, text, authors=(), date="", **told):
    return Document(
        name,
        "forum/Posts.xml",
        text,
        TITLE,
        authors=authors,
        date=date,
        post=Post(**({"kind": "answer", "thread": TITLE} | told)),
    )


ACCEPTED = post(
    "Posts.xml/3", "Solder it well.", ("Anna Berg",), "2026-11-03", accepted=True, score=12
)
DOUBTED = post("Posts.xml/2", "Tape it well.", ("Ivo", "Ada", "Zoe"), score=-3)
MAIL = post("m.eml", "Paint it well.", date="2026-11", kind="message", thread="Re: paint")


def cited(document, text):
    return replace(
        cite(document, text), authors=document.authors, date=document.date, post=document.post
    )


DIGEST = digest_of(
    cited(ACCEPTED, "Solder it well."),
    cited(DOUBTED, "Tape it well."),
    cited(MAIL, "Paint it well."),
    cite(PATH, "It leaves the coast at Charleston."),
    documents=(ACCEPTED, DOUBTED, MAIL, PATH),
)
FIRST = "Anna Berg, 2026-11-03, accepted answer, score 12, line 1"
SECOND = "Ivo and others, answer, score -3, line 1"


@pytest.mark.parametrize(
    ("fields", "summary"),
    [
        ({"kind": "message"}, ""),
        ({"kind": "message", "score": 4}, "score 4"),
        ({"kind": "answer"}, "answer"),
        ({"kind": "answer", "accepted": True, "score": 12}, "accepted answer, score 12"),
        ({"kind": "comment", "score": 0}, "comment, score 0"),
        ({"kind": "message", "accepted": True}, "accepted message"),
    ],
)
def test_the_summary_of_a_post_has_its_kind_acceptance_and_score(fields, summary):
    assert Post(**fields).summary == summary


def test_text_names_author_and_date_and_the_thread_once():
    text = render_text(DIGEST)
    assert f"Solder it well. [1] {FIRST}\n" in text
    assert f"Tape it well. [2] {SECOND}\n" in text
    assert "Paint it well. [3] 2026-11, line 1\n" in text
    assert "It leaves the coast at Charleston. [4] line 2\n" in text
    assert text.count(TITLE) == 2  # of the mail, which is in another thread, it is the title
    assert "[2] in the thread of [1] · Ivo and others · Posts.xml/2 · forum/Posts.xml\n" in text


def test_markdown_html_and_word_name_author_date_and_thread():
    markdown, html = render_markdown(DIGEST), render_html(DIGEST)
    assert rf"Tape it well. ([2], {SECOND})" in markdown
    assert r"2. in the thread of \[1\] · Ivo and others" in markdown
    assert f'<span class="place">{FIRST}</span>' in html
    assert '<a href="#d2">in the thread of [1]</a>' in html
    written = [p.text for p in docx.Document(io.BytesIO(render_docx(DIGEST))).paragraphs]
    assert f"Solder it well. [1] {FIRST}".replace("\xa0", " ") in [
        text.replace("\xa0", " ") for text in written
    ]


def test_csv_has_columns_for_posts_if_there_are_any():
    read = csv.DictReader(io.StringIO(render_csv(DIGEST).removeprefix("\ufeff"), newline=""))
    rows = [[row[name] for name in ("authors", "date", "thread", "kind", "votes", "accepted")]
            for row in read]  # fmt: skip
    assert rows == [
        ["Anna Berg", "2026-11-03", TITLE, "answer", "12", "yes"],
        ["Ivo; Ada; Zoe", "", TITLE, "answer", "-3", ""],
        ["", "2026-11", "Re: paint", "message", "", ""],
        ["", "", "", "", "", ""],
    ]
    assert "votes" not in render_csv(ECLIPSE)


def test_bibliographies_name_the_thread_and_the_score():
    found = {item["custom"]["name"]: item for item in json.loads(render_csl(DIGEST))}
    assert found["Posts.xml/3"]["type"] == "post"
    assert found["Posts.xml/3"]["note"] == "Posts.xml/3, accepted answer, score 12, line 1"
    assert "container-title" not in found["Posts.xml/3"]
    assert found["m.eml"]["container-title"] == "Re: paint"
    assert "note = {Posts.xml/2, answer, score -3, line 1}" in render_bibtex(DIGEST)


def test_json_has_the_post_itself():
    first, *_, last = json.loads(DIGEST.to_json())["sentences"]
    assert first["authors"] == ["Anna Berg"]
    assert first["post"] == {
        "kind": "answer", "thread": TITLE, "position": 0, "score": 12, "accepted": True,
    }  # fmt: skip
    assert not {"authors", "date", "post"} & last.keys()


@pytest.mark.parametrize("format", FORMATS)
def test_a_malicious_author_name_is_escaped(format):
    odd = replace(DIGEST.sentences[0], authors=("<b>[x](y)\n\x1b[31m</b>",), date="=1+1\n")
    shown = FORMATS[format](replace(DIGEST, sentences=(odd,)))
    text = shown if isinstance(shown, str) else "\n".join(
        p.text for p in docx.Document(io.BytesIO(shown)).paragraphs
    )  # fmt: skip
    assert "\x1b" not in text
    assert "<b>" not in text or format not in ("html", "markdown")


def test_below_the_title_of_a_thread_other_posts_have_author_and_date():
    lead, *others = DIGEST.sentences
    text = render_text(replace(DIGEST, sentences=(replace(lead, lead=True), *others)))
    assert "[2] Ivo and others\n" in text
    assert "[3] Re: paint\n" not in text  # the title of the mail, whose thread is another one
    assert f"[3] {TITLE}\n" in text
