"""Files of Outlook (msg, oft) are read as other mail."""

import io
from datetime import timedelta
from pathlib import Path

import pytest
from compressed_rtf import compress

from documents_made import word
from hyperdigest.documents import Document, Post
from hyperdigest.read import read_paths
from hyperdigest.split.sentences import split
from mail_made import message, modern, part, parted
from outlook_made import (
    ADDRESS,
    ANNA,
    ANSWERED,
    BODY,
    CLASS,
    CODE_PAGE,
    DAY,
    FILE_NAME,
    HEADERS,
    HTML,
    HTML_PAGE,
    IDENTITY,
    LOCATION,
    METHOD,
    RTF,
    SENDER,
    SENT,
    START,
    SUBJECT,
    Coded,
    Item,
    Value,
    file,
    outlook,
)

NEW = "The ferry sails at ten on Sundays, and every hour after that."
OLD = "Does anybody know when the ferry sails?"
HEAD = "From: Anna Berg <anna@example.org>\nDate: Tue, 03 Nov 2026 09:12:13 +0000\n"


def sentences(document: Document) -> list[str]:
    spans = split(document)
    found = [document.text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]
    return [each for each in found if each != document.title]


def read_one(tmp_path: Path, values: dict[int, Value]) -> Document:
    """The only document of a message, which is read without a warning."""
    (tmp_path / "one.msg").write_bytes(outlook(values))
    reading = read_paths([tmp_path / "one.msg"])
    assert reading.warnings == ()
    [document] = reading.documents
    return document


def test_a_message_of_outlook_is_a_document_as_its_reader_sees_it(tmp_path: Path):
    answered = "From: Bert\r\nSent: Monday, 2 November 2026 10:00\r\nTo: Anna\r\nSubject: The ferry"
    body = f"{NEW}\r\n\r\nRegards\r\nAnna\r\n\r\n{answered}\r\n\r\n{OLD}\r\n"
    document = read_one(tmp_path, {BODY: body})
    assert (document.name, document.title, document.format) == ("one.msg", "The ferry", "mail")
    assert (document.authors, document.date) == (("Anna Berg",), "2026-11-03")
    read = body.replace("\r\n", "\n").strip()
    assert document.text == f"{HEAD}Subject: The ferry\n\n{read}"
    assert sentences(document) == [NEW]


@pytest.mark.parametrize("name", ["one.oft", "one", "one.unknown"])
def test_a_template_or_a_message_under_another_name_is_read(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(outlook({BODY: NEW}))
    [document] = read_paths([tmp_path / name]).documents
    assert (document.format, sentences(document)) == ("mail", [NEW])


def test_a_message_on_standard_input_is_found_by_its_content():
    [document] = read_paths(["-"], stdin=io.BytesIO(outlook({BODY: NEW}))).documents
    assert (document.format, sentences(document)) == ("mail", [NEW])


def test_html_is_read_rather_than_the_text_that_outlook_makes_of_it(tmp_path: Path):
    page = (
        f"<p>See <a href='https://example.org'>all ferries</a>. {NEW}</p><table><tr><td>Day<td>Hour"
    )
    plain = f"See all ferries<https://example.org>. {NEW}\r\n\r\nDay\r\n\r\nHour\r\n" + NEW * 9
    document = read_one(tmp_path, {BODY: plain, HTML: page.encode()})
    assert sentences(document)[:2] == ["See all ferries.", NEW]
    assert document.text.endswith("\n\nDay\tHour")


ANSWERED_PAGE = """<html><body lang=EN-GB><div class=WordSection1>
<p class=MsoNormal>{new}<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>Regards<o:p></o:p></p><p class=MsoNormal>Anna<o:p></o:p></p>
<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>
<p class=MsoNormal><b>From:</b> Bert Carl &lt;bert@example.org&gt; <br><b>Sent:</b> 2 November 2026
10:00 AM<br><b>To:</b> Anna Berg<br><b>Subject:</b> The ferry<o:p></o:p></p></div></div>
<p class=MsoNormal>{old}<o:p></o:p></p></div></body></html>"""


def test_only_what_is_new_in_an_answer_in_html_is_quoted(tmp_path: Path):
    page = ANSWERED_PAGE.format(new=NEW, old=OLD)
    document = read_one(tmp_path, {HTML: page.encode(), SUBJECT: "RE: The ferry"})
    assert sentences(document) == [NEW]
    assert OLD in document.text


WRAPPED = rb"""{\rtf1\ansi\ansicpg1252\fromhtml1 \fbidis \deff0
{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial;}}{\colortbl\red0\green0\blue0;}
{\*\htmltag18 <html>}{\*\htmltag50 <body>}\htmlrtf \b\f0\htmlrtf0
{\*\htmltag64 <p>}\htmlrtf {not read\htmlrtf0 Die F\'e4hre \u8211\'96 \f1 \'cf\'e0\'f0\'ee\'ec\f0
{\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 b>{\*\mhtmltag64 <no>}.\htmlrtf\par}\htmlrtf0
{\*\htmltag72 </p>}{\*\htmltag64 <ul><li>}{\pntext left out}Noon\{\}{\*\htmltag72 </li></ul>}}"""


def test_html_that_is_wrapped_in_compressed_rtf_is_unwrapped(tmp_path: Path):
    document = read_one(tmp_path, {RTF: compress(WRAPPED)})
    assert document.text.endswith("\n\nDie Fähre – Паром<b>.\n\nNoon{}")
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "item"]


def test_plain_text_that_is_wrapped_in_rtf_is_unwrapped(tmp_path: Path):
    wrapped = (
        rb"{\rtf1\ansi\fromtext {\fonttbl{\f0 Courier;}}\f0 One line\par > quoted\par New \'e4.}"
    )
    document = read_one(tmp_path, {RTF: compress(wrapped)})
    assert document.text.endswith("\n\nOne line\n> quoted\nNew ä.")
    assert sentences(document) == ["One line", "New ä."]


@pytest.mark.parametrize("packed", [True, False])
def test_rtf_is_read_if_there_is_no_other_text(tmp_path: Path, packed: bool):
    written = (
        rb"{\rtf1\ansi\pard Die F\'e4hre f\'e4hrt.\par{\trowd\cellx1\cellx2 a\cell b\cell\row}}"
    )
    document = read_one(tmp_path, {RTF: compress(written, packed), BODY: " \r\n"})
    assert document.text.endswith("\n\nDie Fähre fährt.\n\na\tb")
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "table"]


CODED = {
    1251: ("Паром", "Анна Берг", "Паром отходит в десять часов по воскресеньям."),
    932: ("フェリー", "安奈", "フェリーは日曜日の十時に出ます。"),
    936: ("轮渡", "安娜", "轮渡星期日十点开船。"),
    65001: ("Fähre", "Anna Bergé", "Die Fähre fährt sonntags um zehn – für alle."),
    28592: ("Prom", "Ania Góra", "Prom odpływa w niedzielę o dziesiątej."),
    20866: ("Паром", "Анна", "Паром отходит в десять часов по воскресеньям."),
}
ENCODINGS = {1251: "cp1251", 932: "cp932", 936: "gbk", 65001: "utf-8", 28592: "iso8859_2"}


@pytest.mark.parametrize("page", CODED)
def test_texts_in_a_code_page_are_decoded(tmp_path: Path, page: int):
    subject, author, body = CODED[page]
    texts = {SUBJECT: subject, SENDER: author, BODY: body}
    coded = {n: Coded(text.encode(ENCODINGS.get(page, "koi8_r"))) for n, text in texts.items()}
    document = read_one(tmp_path, {**coded, CODE_PAGE: page})
    assert (document.title, document.authors) == (subject, (author,))
    assert document.text.endswith(body)


def test_html_is_decoded_in_its_own_code_page(tmp_path: Path):
    page = "<p>Паром отходит в десять часов.</p>".encode("koi8_r")
    document = read_one(tmp_path, {HTML: page, HTML_PAGE: 20866, CODE_PAGE: 1252})
    assert document.text.endswith("Паром отходит в десять часов.")


def test_the_header_with_which_a_message_was_sent_has_precedence(tmp_path: Path):
    sent = (
        "Microsoft Mail Internet Headers Version 2.0\r\nReceived: from a; Wed, 4 Nov 2026 01:00:00"
        " +0000\r\nFrom: =?utf-8?q?C=C3=A4cilie?= <c@example.org>\r\nDate: Wed, 4 Nov 2026 00:30:00"
        " +0200\r\nSubject: Old\r\n\r\n"
    )
    document = read_one(tmp_path, {HEADERS: sent, BODY: NEW})
    assert (document.authors, document.date) == (("Cäcilie",), "2026-11-04")
    assert document.title == "The ferry"


@pytest.mark.parametrize(
    ("name", "address", "shown", "author"),
    [
        ("Berg, Anna", "a@example.org", '"Berg, Anna" <a@example.org>', "Anna Berg"),
        ("Berg, Anna", "/O=EXCHANGE/CN=ANNA", '"Anna Berg"', "Anna Berg"),
        ("a@example.org", "a@example.org", "a@example.org", "a@example.org"),
        ("Änne", "ä@example.org", "Änne <ä@example.org>", "Änne"),
        ("", "a@example.org", "a@example.org", "a@example.org"),
    ],
)
def test_the_sender_is_named_as_outlook_does(
    tmp_path: Path, name: str, address: str, shown: str, author: str
):
    document = read_one(tmp_path, {SENDER: name, ADDRESS: address, BODY: NEW})
    assert document.text.startswith(f"From: {shown}\n")
    assert document.authors == (author,)


def test_a_subject_is_shown_without_control_characters(tmp_path: Path):
    document = read_one(tmp_path, {SUBJECT: "\x01\x04RE: The\tferry\0", BODY: NEW})
    assert document.title == "RE: The ferry"


def test_messages_of_outlook_and_others_are_in_one_thread(tmp_path: Path):
    (tmp_path / "a.msg").write_bytes(outlook({BODY: OLD, IDENTITY: "<1@example.org>"}))
    answer = {BODY: NEW, SUBJECT: "Re: Ferry?", ANSWERED: "<1@example.org>"}
    later = {SENT: DAY + timedelta(hours=1)}
    (tmp_path / "b.msg").write_bytes(outlook({**answer, **later}))
    (tmp_path / "c.eml").write_bytes(message("Thanks, Anna!", In_Reply_To="<1@example.org>"))
    posts = {d.name: d.post for d in read_paths([tmp_path]).documents}
    assert posts == {
        "a.msg": Post("message", "The ferry", 1),
        "b.msg": Post("message", "The ferry", 3),
        "c.eml": Post("message", "The ferry", 2),
    }


def test_attached_files_and_messages_are_documents_of_their_own(tmp_path: Path):
    inner = Item({**ANNA, SENDER: "Bert", BODY: OLD}, [file("inner.txt", b"Some inner words.")])
    written = word(lambda made: made.add_paragraph("Some words of Word."))
    data = outlook(
        {BODY: NEW}, file("plan.docx", written), inner, file("logo.png", b"\x89PNG"),
        file("Other", message("Another message says noon."), "message/rfc822"),
        {FILE_NAME: "a.pdf", METHOD: 7},
        file("winmail.dat", b"x"), file("what.xyz", b"x"),
    )  # fmt: skip
    (tmp_path / "a.msg").write_bytes(data)
    reading = read_paths([tmp_path])
    assert [(d.name, d.format, d.authors) for d in reading.documents] == [
        ("a.msg", "mail", ("Anna Berg",)),
        ("a.msg/plan.docx", "docx", ("Anna Berg",)),
        ("a.msg/2026-11-03 Bert", "mail", ("Bert",)),
        ("a.msg/2026-11-03 Bert/inner.txt", "text", ("Bert",)),
        ("a.msg/2026-11-03 Anna Berg", "mail", ("Anna Berg",)),
    ]
    assert [(s.path.partition(", ")[2], s.reason[:23]) for s in reading.skipped] == [
        ("a.pdf", "is only a link to a fil"),
        ("winmail.dat", "is a message in a form "),
        ("what.xyz", "has an unsupported form"),
    ]


def test_a_message_of_outlook_that_is_attached_to_mail_is_read(tmp_path: Path):
    attached = outlook({BODY: OLD}, file("b.txt", b"Some attached words."))
    named = part(attached, "application/vnd.ms-outlook", "old.msg")
    by_type = part(
        outlook({BODY: "A third message.", SENDER: "Cleo"}), "application/vnd.ms-outlook"
    )
    (tmp_path / "a.eml").write_bytes(parted(part(NEW), named, by_type))
    names = [document.name for document in read_paths([tmp_path]).documents]
    inner = "a.eml/2026-11-03 Anna Berg"
    assert names == ["a.eml", inner, f"{inner}/b.txt", "a.eml/2026-11-03 Cleo"]


def test_a_signed_message_is_read_from_the_message_inside(tmp_path: Path):
    signed = parted(part(NEW), part(b"x", "application/pkcs7-signature"), kind="signed", head="")
    values = {CLASS: "IPM.Note.SMIME.MultipartSigned"}
    data = outlook({**values, BODY: NEW}, file("smime.p7m", signed, "multipart/signed"))
    (tmp_path / "a.msg").write_bytes(data)
    [document] = read_paths([tmp_path]).documents
    assert sentences(document) == [NEW]


def test_an_appointment_says_when_and_where(tmp_path: Path):
    values = {CLASS: "IPM.Appointment", START: DAY, LOCATION: "Room 4", BODY: NEW}
    document = read_one(
        tmp_path, {**values, 0x820E: DAY + timedelta(hours=1), 0x0E04: "Bert; Cleo"}
    )
    line = "Start: 2026-11-03 09:12 UTC; End: 2026-11-03 10:12 UTC; Location: Room 4"
    assert document.text == f"{HEAD}Subject: The ferry\n\n{line}; Attendees: Bert, Cleo\n\n{NEW}"
    assert sentences(document)[0] == f"{line}; Attendees: Bert, Cleo"


def test_a_contact_and_a_task_say_what_they_are_about(tmp_path: Path):
    contact = {CLASS: "IPM.Contact", 0x3001: "Bert Carl", 0x3A16: "Ferries Ltd", 0x8083: "b@x.org"}
    text = read_one(tmp_path, contact).text
    assert text.endswith("\n\nName: Bert Carl; Company: Ferries Ltd; Mail: b@x.org")
    task = {CLASS: "IPM.Task", 0x8105: DAY, BODY: NEW}
    assert read_one(tmp_path, task).text.endswith(f"\n\nDue: 2026-11-03\n\n{NEW}")


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (message(NEW), "mail"),
        (modern(NEW), "mail"),
        (f"<html><body><p>{NEW}</p></body></html>".encode(), "html"),
        (rb"{\rtf1\ansi " + NEW.encode() + b"}", "rtf"),
    ],
)
def test_another_kind_of_file_under_such_a_name_is_read_as_what_it_is(
    tmp_path: Path, data: bytes, format: str
):
    (tmp_path / "a.msg").write_bytes(data)
    [document] = read_paths([tmp_path]).documents
    assert (document.format, NEW in document.text) == (format, True)


def test_text_of_other_programs_with_such_a_name_is_no_message(tmp_path: Path):
    (tmp_path / "de.msg").write_bytes(b'::msgcat::mcset de "Yes" "Ja"')
    [skipped] = read_paths([tmp_path]).skipped
    assert skipped.reason == "is not a message of Outlook, nor another message"


def test_a_message_of_apple_mail_is_read_without_what_is_around_it(tmp_path: Path):
    data = message(NEW)
    properties = b"<?xml version='1.0'?><plist><dict><key>flags</key></dict></plist>"
    (tmp_path / "1.emlx").write_bytes(b"%d      \n%b%b" % (len(data), data, properties))
    [document] = read_paths([tmp_path]).documents
    assert (document.format, document.text.endswith(f"\n\n{NEW}")) == ("mail", True)
