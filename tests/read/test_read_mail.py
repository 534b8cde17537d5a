"""Mail as documents: their text, authors, dates, threads and attachments."""

import gzip
import io
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents_made import lines, pdf, word, zipped
from hyperdigest.documents import Document, Post
from hyperdigest.errors import ReadError
from hyperdigest.read import ReadingOptions, read_file, read_paths
from hyperdigest.split.sentences import split
from mail_made import ANNA, BERT, FOOTER, HEAD, coded, mailbox, message, modern, part, parted

NEW = "The ferry sails at ten on Sundays, and every hour after that."
OLD = "Does anybody know when the ferry sails?"
PAGE = f"<html><body><p>{NEW}</p></body></html>"


def sentences(document: Document) -> list[str]:
    spans = split(document)
    return [document.text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]


def sentences_of(document: Document) -> list[str]:
    """The sentences of the body of a message."""
    return [each for each in sentences(document) if each != document.title]


def read_all(tmp_path: Path, *messages: bytes) -> list[Document]:
    """The documents of a mailbox of these messages."""
    (tmp_path / "list.mbox").write_bytes(mailbox(*messages))
    reading = read_paths([tmp_path / "list.mbox"])
    assert reading.warnings == ()
    return list(reading.documents)


def read_one(tmp_path: Path, data: bytes) -> Document:
    (tmp_path / "one.eml").write_bytes(data)
    [document] = read_paths([tmp_path / "one.eml"]).documents
    return document


def test_a_message_is_a_document_as_its_reader_sees_it(tmp_path: Path):
    body = f"On Monday Anna wrote:\n> {OLD}\n\n{NEW}\n\n-- \nBert\n{FOOTER}"
    document = read_one(tmp_path, message(body))
    assert document.name == "one.eml"
    assert (document.title, document.format) == ("The ferry", "mail")
    assert (document.authors, document.date) == (("Anna Berg",), "2026-11-03")
    assert document.text == (
        f"From: {ANNA}\nDate: Tue, 3 Nov 2026 10:12:13 +0100\nSubject: The ferry\n\n{body.strip()}"
    )
    assert sentences(document) == ["The ferry", NEW]


def test_each_message_of_a_mailbox_is_a_document_named_by_day_and_author(tmp_path: Path):
    again = message("It sails at noon, too.")
    nobody = message("Nobody signed this sentence.", head="Subject: Notice\n")
    bare = message("This message has no header to speak of.", head="X-Field: 1\n")
    documents = read_all(tmp_path, message(NEW), again, nobody, bare)
    assert [d.name for d in documents] == [
        "list.mbox/2026-11-03 Anna Berg", "list.mbox/2026-11-03 Anna Berg (2)",
        "list.mbox/2026-11-03 Notice", "list.mbox/2026-11-03",
    ]  # fmt: skip
    assert {d.path for d in documents} == {str(tmp_path / "list.mbox")}
    assert [d.date for d in documents] == ["2026-11-03"] * 4


def test_lines_that_begin_with_from_do_not_split_a_message(tmp_path: Path):
    body = (
        "From there it is an hour.\n\nFrom here it is two hours.\nSo: sail early, and be patient."
    )
    (tmp_path / "a.mbox").write_bytes(
        mailbox(message(body)).replace(b"\n>From there", b"\nFrom there")
        + b"From b@example.org Wed Nov  4 10:12:13 2026\n" + message("Another message is this.")
    )  # fmt: skip
    first, second = read_paths([tmp_path]).documents
    assert first.text.endswith(body)
    assert sentences_of(second) == ["Another message is this."]


def test_a_message_begins_below_a_masked_address_without_a_blank_line(tmp_path: Path):
    one = "From anna at example.org  Tue Nov  3 10:12:13 2026\nFrom: anna at example.org (Anna)\n"
    two = "From bert at example.com  Wed Nov  4 09:00:00 2026\nFrom: bert at example.com (Bert)\n"
    data = f"{one}\n{OLD}\n-- \nAnna\n{two}\n{NEW}\n"
    (tmp_path / "list.mbox").write_text(data)
    documents = read_paths([tmp_path / "list.mbox"]).documents
    assert [sentences_of(document) for document in documents] == [[OLD], [NEW]]
    assert [document.date for document in documents] == ["2026-11-03", "2026-11-04"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("gap", [b"\n", b""])
def test_line_ends_and_blank_lines_between_messages_may_vary(
    tmp_path: Path, end: bytes, gap: bytes
):
    data = mailbox(message(NEW), message("It sails at noon."))
    data = data.replace(b"\n\nFrom anna", b"\n" + gap + b"From anna").replace(b"\n", end)
    (tmp_path / "a.mbox").write_bytes(data)
    assert [sentences_of(d) for d in read_paths([tmp_path]).documents] == [
        [NEW],
        ["It sails at noon."],
    ]


CHARSETS = {
    "iso-2022-jp": ("フェリーは日曜日の十時に出ます。", "iso2022_jp", "7bit"),
    "ISO-2022-JP (undeclared)": ("フェリーは日曜日の十時に出ます。", "iso2022_jp", "us-ascii"),
    "shift_jis": ("フェリーは日曜日の十時に出ます。", "cp932", ""),
    "koi8-r": ("Паром отходит в десять часов по воскресеньям.", "koi8_r", ""),
    "windows-1251": ("Паром отходит в десять часов по воскресеньям.", "cp1251", ""),
    "windows-1250": ("Trajekt vyplouvá v neděli v deset hodin, říká přístav.", "cp1250", ""),
    "windows-1252": ("Die Fähre fährt sonntags um zehn – für alle.", "cp1252", ""),
    "iso-8859-1": ("Die Fähre fährt sonntags um zehn – für alle.", "cp1252", ""),
    "iso-8859-2": ("Prom odpływa w niedzielę o dziesiątej.", "iso8859_2", ""),
    "iso-8859-7": ("Το πλοίο φεύγει στις δέκα την Κυριακή.", "iso8859_7", ""),
    "gb2312": ("渡轮每周日十点开船。", "gb2312", ""),
    "big5": ("渡輪每週日十點開船。", "big5", ""),
    "euc-kr": ("나룻배는 일요일 열 시에 떠납니다.", "euc_kr", ""),
    "unknown-8bit": ("Die Fähre fährt sonntags um zehn für alle.", "cp1252", ""),
    "no-such-name": ("Die Fähre fährt sonntags um zehn für alle.", "utf-8", ""),
    "us-ascii": ("Le bac part à dix heures le dimanche, été comme hiver.", "cp1252", ""),
}


@pytest.mark.parametrize("way", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("named", CHARSETS)
def test_old_encodings_of_mail_are_decoded(tmp_path: Path, named: str, way: str):
    import base64
    import quopri

    text, encoding, said_to_be = CHARSETS[named]
    data = text.encode(encoding)
    data = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(
        way, lambda data: data
    )(data)
    document = read_one(tmp_path, coded(data, said_to_be or named.partition(" ")[0], way))
    assert document.text.endswith(f"\n\n{text}")


def test_utf_7_is_refused(tmp_path: Path):
    (tmp_path / "a.eml").write_bytes(coded(b"+BB8- words", "utf-7"))
    [skipped] = read_paths([tmp_path]).skipped
    assert skipped.reason.startswith("is in UTF-7")


def test_damaged_transfer_encodings_are_decoded_as_far_as_possible(tmp_path: Path):
    broken = coded(b"VGhlIGZlcnJ5IHNh\n!!aWxzIGF0IHRlbi4\n", "utf-8", "base64")
    assert sentences_of(read_one(tmp_path, broken)) == ["The ferry sails at ten."]
    broken = coded(b"The ferry =\nsails =XX at=20ten.\n", "utf-8", "quoted-printable")
    assert sentences_of(read_one(tmp_path, broken)) == ["The ferry sails =XX at ten."]
    plain = coded(b"This is no base64 at all, is it?\n", "utf-8", "base64")
    assert sentences_of(read_one(tmp_path, plain)) == ["This is no base64 at all, is it?"]


HEADERS = {
    "=?utf-8?q?J=C3=B6rg_M=C3=BCller?= <j@x.org>": "Jörg Müller",
    "=?iso-8859-1?B?SvZyZyBN/Gxs?= =?iso-8859-1?Q?er?= <j@x.org>": "Jörg Müller",
    "=?utf-8?q?J=C3?=\n =?utf-8?q?=B6rg?= <j@x.org>": "Jörg",
    '"Müller, Jörg" <j@x.org>': "Jörg Müller",
    "j@x.org (Jörg Müller)": "Jörg Müller",
    "Jörg Müller via Ferry <ferry@x.org>": "Jörg Müller",
    "j@x.org": "j@x.org",
    "<j@x.org>": "j@x.org",
    '"j@x.org" <j@x.org>': "j@x.org",
    "=?no-such?q?J=F6rg?= <j@x.org>": "Jörg",
    "=?utf-8?b?!!!?= <j@x.org>": "j@x.org",
}


@pytest.mark.parametrize("field", HEADERS)
def test_the_author_of_a_message_is_found(tmp_path: Path, field: str):
    head = f"From: {field}\nSubject: x\n"
    assert read_one(tmp_path, message(NEW, head)).authors == (HEADERS[field],)


DATES = {
    "Date: Tue, 3 Nov 2026 23:50:00 -0800": "2026-11-03",
    "Date: Wed, 4 Nov 2026 00:10:00 +0900 (JST)": "2026-11-04",
    "Date: 3 Nov 98 10:00 GMT": "1998-11-03",
    "Date: Tue Nov  3 10:12:13 2026": "2026-11-03",
    "Date: some day\nReceived: by a; Mon, 2 Nov 2026 10:00:00 +0000": "2026-11-02",
    "Received: by b; Tue, 3 Nov 2026 10:00:00 GMT\nReceived: by a; Mon, 2 Nov 2026 9:00 GMT":
        "2026-11-02",
    "Date: Thu, 1 Jan 1970 00:00:00 +0000": "",
    "Date: 99 Foo 99999999999 77:88": "",
    "Date:": "",
}  # fmt: skip


@pytest.mark.parametrize("field", DATES)
def test_the_date_of_a_message_is_found(tmp_path: Path, field: str):
    head = f"From: {ANNA}\n{field}\n"
    assert read_one(tmp_path, message(NEW, head)).date == DATES[field]


def test_html_is_read_if_the_plain_text_is_a_notice_or_missing(tmp_path: Path):
    notice = modern("Your program shows no pages.", PAGE.replace("</p>", "</p><p>So." * 30))
    assert NEW in sentences_of(read_one(tmp_path, notice))
    long = "The plain text is the longer one, and says all that there is to say of the matter. "
    assert NEW not in read_one(tmp_path, modern(long * 4, PAGE)).text
    assert sentences_of(read_one(tmp_path, parted(part(PAGE, "text/html")))) == [NEW]
    assert sentences_of(read_one(tmp_path, message(PAGE, Content_Type="text/html"))) == [NEW]


QUOTED_PAGES = {
    "gmail": '<div class="gmail_quote"><div class="gmail_attr">On Monday, Anna wrote:</div>'
    "<blockquote>{}</blockquote></div>",
    "apple": '<br><div>On 3. Nov 2026, at 10:12, Anna wrote:</div><blockquote type="cite">{}'
    "</blockquote>",
    "thunderbird": '<div class="moz-cite-prefix">Am 03.11.26 schrieb Anna:<br></div>'
    '<blockquote type="cite" cite="mid:1@x"><p>{}</p></blockquote>',
    "outlook": '<div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Anna<br><b>Sent:</b> '
    "Tuesday<br><b>To:</b> Bert<br><b>Subject:</b> Ferry</p></div><p>{}</p>",
    "outlook on the web": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> '
    "Anna</div><div><p>{}</p></div>",
    "yahoo": '<div id="x" class="yahoo_quoted"><div>On Monday, Anna wrote:</div><p>{}</p></div>',
    "marks": "<p>&gt; {}<br>&gt; And why?</p>",
    "signature": '<div class="gmail_signature">{}<br>Harbour</div>',
    "dashes": "<p>-- <br>{}<br>Harbour</p>",
}


@pytest.mark.parametrize("quote", QUOTED_PAGES.values(), ids=QUOTED_PAGES)
def test_quotes_in_html_are_kept_in_the_text_and_are_no_sentences(tmp_path: Path, quote: str):
    page = f"<html><body><div>{NEW}</div>{quote.format(OLD)}</body></html>"
    document = read_one(tmp_path, message(page, Content_Type="text/html"))
    assert sentences_of(document) == [NEW]
    assert OLD in document.text


OWN_QUOTES = {
    "plain": "<p>The harbour office says:</p><blockquote>{}</blockquote>",
    "of a dated source": "<p>As Smith (2019) writes:</p><blockquote><p>{}</p></blockquote>",
    "above a reply": '<blockquote>{}</blockquote><div class="gmail_quote"><div class="gmail_attr">'
    "On 3 Nov 2026, Anna wrote:</div><blockquote>Which ferry?</blockquote></div>",
}
REPLIES = {
    "attribution": "<p>On 3 Nov 2026 at 10:12, Anna wrote:</p><blockquote>{}</blockquote>",
    "address": "<p>Anna &lt;anna@example.org&gt; wrote:</p><blockquote>{}</blockquote>",
    "between answers": "<p>Am 03.11.2026 um 10:12 schrieb Anna:</p><blockquote>Which?</blockquote>"
    "<p>The last ferry of the day.</p><blockquote>{}</blockquote>",
    "separator": "<blockquote>-----Original Message-----<br>From: Anna<br><br>{}</blockquote>",
}


@pytest.mark.parametrize("quote", OWN_QUOTES.values(), ids=OWN_QUOTES)
def test_a_block_quote_of_the_author_is_a_part_of_a_message(tmp_path: Path, quote: str):
    page = f"<html><body><p>{NEW}</p>{quote.format(OLD)}</body></html>"
    document = read_one(tmp_path, message(page, Content_Type="text/html"))
    quoted = [document.text[b.start : b.end] for b in document.blocks if b.kind == "quote"]
    assert quoted == [OLD]


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_a_block_quote_of_an_earlier_message_is_none(tmp_path: Path, reply: str):
    page = f"<html><body><p>{NEW}</p>{reply.format(OLD)}</body></html>"
    document = read_one(tmp_path, message(page, Content_Type="text/html"))
    assert "quote" not in {block.kind for block in document.blocks}
    assert OLD not in sentences_of(document)


def test_flowed_lines_are_joined_and_keep_their_quotes(tmp_path: Path):
    body = "> Does anybody know \n> when it sails?\nThe ferry \nsails at ten.\n> >x\n-- \nAnna\n"
    data = message(body, Content_Type="text/plain; format=flowed")
    document = read_one(tmp_path, data)
    assert "> Does anybody know when it sails?\nThe ferry sails at ten.\n" in document.text
    assert sentences_of(document) == ["The ferry sails at ten."]
    joined = message("渡轮 \n每周日开船。\n", Content_Type="text/plain; format=flowed; delsp=yes")
    assert sentences_of(read_one(tmp_path, joined)) == ["渡轮每周日开船。"]


def test_signatures_and_encoded_files_are_removed_from_the_text(tmp_path: Path):
    signed = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{NEW}\n- -- \nAnna\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n=abcd\n-----END PGP SIGNATURE-----\n"
    )
    assert read_one(tmp_path, message(signed)).text.endswith(f"\n\n{NEW}\n-- \nAnna")
    letters = "\n".join(["M" + "1234567890!#$%&()*+,-./:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]"] * 9)
    packed = f"{NEW}\n\nbegin 644 plan.bin\n{letters}\n`\nend\n\nIt is cold.\n"
    assert sentences_of(read_one(tmp_path, message(packed))) == [NEW, "It is cold."]


def test_attached_files_get_author_and_date_of_the_message(tmp_path: Path):
    drawn = pdf(lambda canvas: lines(canvas, ["Some words of a PDF."]), title="Plan")
    written = word(lambda made: made.add_paragraph("Some words of Word."))
    data = modern(
        NEW,
        files={
            "plan.pdf": drawn, "a.docx": written, "../../b.txt": b"Some words of text.",
            "c.txt.gz": gzip.compress(b"Some packed words."), "d.docx": b"nonsense",
            "e.xlsx": b"x", "tôt.md": b"# Some heading\n\nWords.", "f.mbox": b"From a b\n\n",
        },
    )  # fmt: skip
    picture = part(b"\x89PNG", "image/png", "logo.png")
    (tmp_path / "list.mbox").write_bytes(mailbox(data, parted(part(NEW + " Yes."), picture)))
    reading = read_paths([tmp_path])
    name = "list.mbox/2026-11-03 Anna Berg"
    assert [(d.name, d.format) for d in reading.documents] == [
        (name, "mail"), (f"{name}/plan.pdf", "pdf"), (f"{name}/a.docx", "docx"),
        (f"{name}/b.txt", "text"), (f"{name}/c.txt.gz", "text"), (f"{name}/tôt.md", "markdown"),
        (f"{name} (2)", "mail"),
    ]  # fmt: skip
    assert {d.date for d in reading.documents[3:]} == {"2026-11-03"}
    assert {d.authors for d in reading.documents[3:]} == {("Anna Berg",)}
    assert [d.post for d in reading.documents[1:6]] == [None] * 5
    box = tmp_path / "list.mbox"
    assert [(s.path, s.reason[:8]) for s in reading.skipped] == [
        (f"{box}, message 1, d.docx", "is broke"), (f"{box}, message 1, e.xlsx", "is broke"),
        (f"{box}, message 1, f.mbox, message 1", "contains"),
    ]  # fmt: skip


def test_an_attached_message_is_a_separate_document(tmp_path: Path):
    inner = message(OLD, head=f"From: {BERT}\nSubject: Question\n")
    outer = parted(part(NEW), b"Content-Type: message/rfc822\n\n" + inner)
    (tmp_path / "one.eml").write_bytes(outer)
    first, second = read_paths([tmp_path]).documents
    assert (first.name, second.name) == ("one.eml", "one.eml/Bert Carl")
    assert (sentences_of(first), sentences_of(second), second.authors) == (
        [NEW],
        [OLD],
        ("Bert Carl",),
    )


def test_replies_are_in_the_thread_of_their_message(tmp_path: Path):
    def sent(hour: int, subject: str, body: str, who: str = ANNA, **fields: str) -> bytes:
        head = f"From: {who}\nDate: Tue, 3 Nov 2026 {hour:02}:00:00 +0000\nSubject: {subject}\n"
        return message(body, head, **fields)

    documents = read_all(
        tmp_path,
        sent(12, "AW: [ferry] Re: Sundays", "It sails at ten.", BERT, In_Reply_To="<1@x>"),
        sent(10, "[ferry] Sundays", "When does it sail on Sundays?", Message_ID="<1@x>"),
        sent(14, "New name", "And on Mondays it does not sail.", References="<1@x> <9@x>"),
        sent(15, "Re: Sundays", "It sails at ten, says the harbour."),
        sent(16, "Sundays", "The museum is closed on Sundays."),
        sent(17, "Re: Something older", "I think so too, as I have said."),
        sent(18, "Fähre", "Faehrt sie morgen wirklich?", Message_ID="<7@x>"),
    )
    assert [(d.post.thread, d.post.position) for d in documents if d.post] == [
        ("Sundays", 2), ("Sundays", 1), ("Sundays", 3), ("Sundays", 4), ("Sundays (2)", 1),
        ("Something older", 0), ("Fähre", 1),
    ]  # fmt: skip


def test_threads_continue_over_all_files_read_together(tmp_path: Path):
    (tmp_path / "a.eml").write_bytes(message(NEW, In_Reply_To="<1@x>"))
    head = f"From: {BERT}\nDate: Mon, 2 Nov 2026 10:00:00 +0000\nSubject: Sundays\n"
    (tmp_path / "b.eml").write_bytes(message(OLD, head, Message_ID="<1@x>"))
    posts = [document.post for document in read_paths([tmp_path]).documents]
    assert posts == [Post("message", "Sundays", 2), Post("message", "Sundays", 1)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_messages_saved_in_wide_characters_are_read(tmp_path: Path, encoding: str):
    data = message("Die Fähre fährt nicht.", Message_ID="<1@x>").decode()
    (tmp_path / "a.eml").write_bytes(data.encode(encoding))
    (tmp_path / "b.mbox").write_bytes(mailbox(message(NEW)).decode().encode(encoding))
    first, second = read_paths([tmp_path]).documents
    assert sentences_of(first) == ["Die Fähre fährt nicht."]
    assert (first.title, first.date) == ("The ferry", "2026-11-03")
    assert sentences_of(second) == [NEW]


def test_a_long_name_of_a_file_takes_no_long_time(tmp_path: Path):
    files = {"a" * 150_000 + ".txt": b"It is cold.", "b.txt": b"It is dry."}
    (tmp_path / "a.eml").write_bytes(modern(NEW, files=files))
    began = time.process_time()
    assert len(read_paths([tmp_path], ReadingOptions(seconds=10)).documents) == 3
    assert time.process_time() - began < 5


def test_of_a_footer_shared_by_messages_one_copy_stays(tmp_path: Path):
    footer = "Harbour Office, Quay 3"
    bodies = [f"{words}\n\n{footer}" for words in (NEW, OLD, "It is cold.", "Yes.")]
    (tmp_path / "a.mbox").write_bytes(mailbox(*map(message, bodies)))
    reading = read_paths([tmp_path])
    first, *others = map(sentences_of, reading.documents)
    assert first == [NEW, footer]
    assert others == [[OLD], ["It is cold."], ["Yes."]]
    assert all(footer in document.text for document in reading.documents)
    [note] = reading.warnings
    assert note.endswith(f"has footers that are left out 3 times, here or later: “{footer}”")
    twice = read_all(tmp_path, *map(message, bodies[:2]))
    assert [sentences_of(document)[-1] for document in twice] == [footer, footer]


def test_footers_of_a_list_that_no_message_keeps_are_reported_on_one_line(tmp_path: Path):
    footer = f"{FOOTER}https://example.org/mailman/listinfo/ferry"
    words = [f"Gate {number} is shut." for number in range(30)]
    (tmp_path / "a.mbox").write_bytes(mailbox(*(message(f"{w}\n\n{footer}") for w in words)))
    reading = read_paths([tmp_path])
    assert [sentences_of(document) for document in reading.documents] == [[w] for w in words]
    [warning] = reading.warnings
    assert warning == (
        "a.mbox/2026-11-03 Anna Berg has footers that are left out 60 times, here or later: "
        "“ferry mailing list”, “ferry@example.org https://example.org/mailman/listinfo/ferry”"
    )
    assert all(footer in document.text for document in reading.documents)


DISCLAIMER = (
    "This e-mail is confidential. If you have received this message in error, please tell the "
    "sender."
)


def test_the_first_copy_of_a_disclaimer_can_be_quoted(tmp_path: Path):
    bodies = [f"{words}\n\n{DISCLAIMER}" for words in (NEW, OLD, "It is cold.")]
    page = f"<p>The boat sank off the pier.</p><p>{DISCLAIMER}</p>"
    (tmp_path / "a.mbox").write_bytes(mailbox(*map(message, bodies)))
    (tmp_path / "b.eml").write_bytes(modern("See below.", page))
    reading = read_paths([tmp_path])
    first, *others = (" ".join(sentences_of(document)) for document in reading.documents)
    assert first == f"{NEW} {DISCLAIMER}"
    assert others == [OLD, "It is cold.", "The boat sank off the pier."]
    [note] = reading.warnings
    assert "a.mbox/2026-11-03 Anna Berg has footers that are left out 3 times" in note


def test_files_attached_after_broken_ones_are_read(tmp_path: Path):
    broken = {f"{number}.pdf": b"%PDF-1.4 x" for number in range(150)}
    (tmp_path / "a.eml").write_bytes(modern(NEW, files={**broken, "report.txt": OLD.encode()}))
    reading = read_paths([tmp_path])
    assert [sentences_of(document) for document in reading.documents] == [[NEW], [OLD]]
    assert len(reading.skipped) == 150


def test_parts_that_are_left_out_are_counted_and_named(tmp_path: Path):
    files = [part("", "application/pdf", f"{number}.pdf") for number in range(1_005)]
    (tmp_path / "a.eml").write_bytes(parted(part(NEW), *files))
    [warning] = [each.reason for each in read_paths([tmp_path]).skipped if "parts" in each.reason]
    assert warning.endswith("7 parts left out: 998.pdf, 999.pdf, 1000.pdf and 4 more")


@pytest.mark.parametrize(
    "ends",
    [
        ["The council paid 870 marks to the smith."] * 4,
        [f"The council paid {sum} marks to the smith" for sum in (870, 2_300, 41)],
        [f"Gate {gate} is shut until noon" for gate in "ABC"],
        ["Do not cross the ice!", "Do cross the ice!", "Do not cross the ice?"],
    ],
    ids=["a sentence", "figures", "words", "negation"],
)
def test_an_end_that_differs_or_is_a_sentence_is_no_footer(tmp_path: Path, ends: list[str]):
    bodies = [f"Message {n} of the week.\n\n{end}" for n, end in enumerate(ends)]
    documents = read_all(tmp_path, *map(message, bodies))
    assert [sentences_of(document)[-1] for document in documents] == ends


def test_messages_without_own_text_are_reported_together(tmp_path: Path):
    empty = [message(f"> {OLD}\n\n-- \nAnna"), message(""), message("Sent from my iPhone")]
    (tmp_path / "a.mbox").write_bytes(mailbox(message(NEW), *empty, *empty))
    reading = read_paths([tmp_path])
    assert len(reading.documents) == 1
    [warning] = reading.warnings
    assert "message 2" in warning
    assert "and 3 more" in warning
    assert "contain only quotes" in warning


def test_a_bad_message_does_not_affect_the_others(tmp_path: Path):
    bad = coded(b"+BB8- words", "utf-7")
    (tmp_path / "a.mbox").write_bytes(mailbox(message(NEW), bad, message(OLD)))
    reading = read_paths([tmp_path])
    assert [sentences_of(document) for document in reading.documents] == [[NEW], [OLD]]
    assert [skipped.path for skipped in reading.skipped] == [f"{tmp_path / 'a.mbox'}, message 2"]


def test_compressed_and_piped_mail_is_read(tmp_path: Path):
    box = mailbox(message(NEW), message(OLD))
    (tmp_path / "a.mbox.gz").write_bytes(gzip.compress(box, mtime=0))
    assert [d.name for d in read_paths([tmp_path]).documents] == [
        "a.mbox.gz/2026-11-03 Anna Berg", "a.mbox.gz/2026-11-03 Anna Berg (2)",
    ]  # fmt: skip
    piped = read_paths(["-"], stdin=io.BytesIO(box)).documents
    assert [(d.name, d.path) for d in piped] == [
        ("standard input/2026-11-03 Anna Berg", "-"),
        ("standard input/2026-11-03 Anna Berg (2)", "-"),
    ]
    [piped] = read_paths(["-"], stdin=io.BytesIO(modern(NEW))).documents
    assert (piped.name, piped.format) == ("standard input", "mail")
    [text] = read_paths(["-"], stdin=io.BytesIO(b"From: here\n\nIt is far.")).documents
    assert text.format == "text"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.eml", b"", "is empty"),
        ("a.mbox", b"\n\n", "is not a mailbox"),
        ("a.eml", b"no header at all", "is not a mail message"),
        ("a.mbox", b"just words\n\nand more", "is not a mailbox"),
        ("a.mbox", bytes(range(256)) * 4, "is not a mailbox"),
        ("a.eml", b"From: a@b\n\n", "contains only quotes, a signature or pictures"),
    ],
)
def test_a_file_that_is_no_mail_is_reported(tmp_path: Path, name: str, data: bytes, reason: str):
    (tmp_path / name).write_bytes(data)
    [skipped] = read_paths([tmp_path]).skipped
    assert reason in skipped.reason


def test_read_file_refuses_a_mailbox(tmp_path: Path):
    (tmp_path / "a.mbox").write_bytes(mailbox(message(NEW)))
    with pytest.raises(ReadError, match="read it with read_paths"):
        read_file(tmp_path / "a.mbox")


QUOTED = st.lists(
    st.text("abc .,:?!<>|-_\tÄ", min_size=1, max_size=40).map("quotedword {}".format),
    min_size=1, max_size=5,
)  # fmt: skip


@given(st.lists(QUOTED | st.just([NEW]), min_size=1, max_size=6), st.sampled_from(["\n", "\n\n"]))
def test_quoted_text_is_never_a_sentence_of_the_message(stretches, gap):
    from hyperdigest.read.mail.body import html_body, plain_body

    plain = gap.join(
        "\n".join(part if part == NEW else f"> {part}" for part in each) for each in stretches
    )
    page = "".join(
        f"<p>{NEW}</p>"
        if each == [NEW]
        else f'<blockquote type="cite">{"<br>".join(each)}</blockquote>'
        for each in stretches
    ).replace("<>", "")
    for body in (plain_body(plain.encode(), "utf-8"), html_body(page.encode(), "utf-8")):
        document = Document("a", "a", body.text, format="mail", blocks=body.blocks)
        if body.blocks:
            assert {NEW} == set(sentences(document))


def test_too_many_parts_are_reported(tmp_path: Path):
    deep = f"Content-Type: text/plain\n\n{OLD}\n"
    for n in range(60):
        deep = f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n{deep}\n--b{n}--\n"
    head = "From: a@example.org\nMIME-Version: 1.0\n"
    (tmp_path / "deep.eml").write_text(head + deep)
    first = f"--b\nContent-Type: text/plain\n\n{NEW}\n"
    rest = "--b\nContent-Type: image/png\n\nx\n" * 1_200
    many = f"{head}Content-Type: multipart/mixed; boundary=b\n\n{first}{rest}--b--\n"
    (tmp_path / "many.eml").write_text(many)
    reading = read_paths([tmp_path])
    assert [sentences_of(document) for document in reading.documents] == [[NEW]]
    assert len(reading.warnings) == 2
    assert all("left out: " in warning for warning in reading.warnings)


def test_an_endless_header_is_cut(tmp_path: Path):
    data = HEAD.encode() + b"X-Field: y\n" * 200_000 + b"\n" + NEW.encode()
    assert sentences_of(read_one(tmp_path, data)) == [NEW]


PARTS = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(1000))
BOMBS = {
    "messages in messages": f"{HEAD}Content-Type: message/rfc822\n\n".encode() * 1000,
    "parts in parts": f"{HEAD}{PARTS}\n{NEW}".encode(),
    "parts beside parts": parted(*[b"\nx"] * 100_001),
    "lines": message("word\n" * 200_002),
    "a zip of blanks": parted(part(gzip.compress(b" " * (40 << 20)), name="a.txt.gz")),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_malicious_messages_are_reported_and_the_others_are_read(tmp_path: Path, bomb: str):
    (tmp_path / "a.mbox").write_bytes(mailbox(message(NEW), BOMBS[bomb], message(OLD)))
    reading = read_paths([tmp_path])
    assert [sentences_of(document) for document in reading.documents] == [[NEW], [OLD]]
    [skipped] = reading.skipped
    assert f"{tmp_path / 'a.mbox'}, message 2" in skipped.path


def test_messages_nested_too_deep_are_reported(tmp_path: Path):
    inner = message(OLD)
    for n in range(5):
        attached = b"Content-Type: message/rfc822\n\n" + inner
        inner = parted(part(f"Letter {n} is about the ferry."), attached, mark=f"b{n}")
    (tmp_path / "a.eml").write_bytes(inner)
    reading = read_paths([tmp_path])
    assert [sentences_of(d) for d in reading.documents] == [
        [f"Letter {n} is about the ferry."] for n in (4, 3, 2)
    ]
    [skipped] = reading.skipped
    assert "is nested more than 3 messages deep" in skipped.reason


def test_attached_tables_are_read(tmp_path: Path):
    attached = part("name,price\nchair,7\n", "text/csv", "a.csv")
    data = parted(part("Here are the prices of this week."), attached)
    _, table = read_all(tmp_path, data)
    assert table.text == "name\tprice\n\nchair\t7"
    assert table.place(len("name\tprice\n\n")) == "row 2"


@pytest.mark.parametrize("packed", [False, True])
def test_attached_files_of_several_documents_are_read(tmp_path: Path, packed: bool):
    answer = message("It sails at noon.", head="From: Bert <b@example.org>\nSubject: Noon\n")
    rows = b'{"id": "tides", "text": "The tide turns at six."}\n{"id": "none"}\n'
    files = {"old.mbox": mailbox(message(NEW), answer), "notes.jsonl": rows}
    attached = {"all.zip": zipped(files)} if packed else files
    (tmp_path / "a.eml").write_bytes(modern("Here they are.", files=attached))
    reading = read_paths([tmp_path / "a.eml"])
    around = "a.eml/all.zip" if packed else "a.eml"
    assert {d.name.removeprefix(f"{around}/") for d in reading.documents} == {
        *("a.eml", "old.mbox/2026-11-03 Anna Berg", "old.mbox/2026-11-03 Bert"),
        "notes.jsonl/tides",
    }
    [skipped] = reading.skipped
    assert skipped.path.endswith("notes.jsonl, line 2")
    assert skipped.reason == "has no text"


def test_an_attached_article_is_read_and_a_dump_is_named(tmp_path: Path):
    article = b"<article><title>Tides</title><para>The tide turns at six.</para></article>"
    files = {"a.xml": article, "b.xml": b'<posts><row Id="1" PostTypeId="1" Body="x"/></posts>'}
    (tmp_path / "a.eml").write_bytes(modern("Here they are.", files=files))
    reading = read_paths([tmp_path / "a.eml"])
    assert [d.name for d in reading.documents] == ["a.eml", "a.eml/a.xml"]
    [warning] = reading.warnings
    assert "b.xml: may contain several documents: save it" in warning
