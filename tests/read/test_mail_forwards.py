"""Forwarded messages and the messages of list digests are separate documents of their authors."""

from pathlib import Path

import pytest

from hyperdigest.documents import Document
from hyperdigest.read import read_paths
from hyperdigest.split.sentences import split
from mail_made import mailbox, message, part, parted

NEW = "The ferry sails at ten on Sundays, and every hour after that."
OLD = "The council closed the northern pier last week."
COMMENT = "Please read what the harbour master says."
BERT = "Bert Carl <bert@example.org>"


def sentences(document: Document) -> list[str]:
    spans = split(document)
    return [document.text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]


def forwarded(body: str, subject: str = "Fwd: The pier", **fields: str) -> bytes:
    head = f"From: {BERT}\nDate: Wed, 4 Nov 2026 09:00:00 +0100\nSubject: {subject}\n"
    return message(body, head, **{"Message_ID": "<9@example.org>", **fields})


def read(tmp_path: Path, data: bytes) -> list[Document]:
    (tmp_path / "one.eml").write_bytes(data)
    reading = read_paths([tmp_path / "one.eml"])
    assert reading.warnings == ()
    return list(reading.documents)


PLAIN = {
    "gmail": "---------- Forwarded message ---------\nFrom: Anna Berg <anna@example.org>\n"
    "Date: Tue, Nov 3, 2026 at 10:12 AM\nSubject: The pier\nTo: <bert@example.org>\n\n\n{}\n",
    "gmail, German": "---------- Weitergeleitete Nachricht ---------\nVon: Anna Berg <a@x.org>\n"
    "Datum: Di., 3. Nov. 2026 um 10:12 Uhr\nSubject: The pier\nTo: <bert@example.org>\n\n{}",
    "outlook": "________________________________\nFrom: Anna Berg <anna@example.org>\n"
    "Sent: Tuesday, November 3, 2026 10:12 AM\nTo: Bert Carl\nSubject: The pier\n\n{}\n",
    "outlook, older": "-----Original Message-----\nFrom: Anna Berg [mailto:anna@example.org]\n"
    "Sent: Tuesday, November 3, 2026 10:12 AM\nTo: Bert Carl\nSubject: The pier\n\n{}\n",
    "outlook, German": "Von: Anna Berg <anna@example.org>\nGesendet: Dienstag, 3. November 2026\n"
    "An: Bert Carl\nBetreff: The pier\n\n{}\n",
    "outlook, French": "De : Anna Berg <anna@example.org>\nEnvoyé : mardi 3 novembre 2026 10:12\n"
    "À : Bert Carl\nObjet : The pier\n\n{}\n",
    "outlook, Spanish": "De: Anna Berg <anna@example.org>\nEnviado el: martes, 3 de noviembre de "
    "2026 10:12\nPara: Bert Carl\nAsunto: The pier\n\n{}\n",
    "outlook, Dutch": "Van: Anna Berg <anna@example.org>\nVerzonden: dinsdag 3 november 2026 10:12"
    "\nAan: Bert Carl\nOnderwerp: The pier\n\n{}\n",
    "apple": "Begin forwarded message:\n\nFrom: Anna Berg <anna@example.org>\nSubject: The pier\n"
    "Date: 3 November 2026 at 10:12:13 GMT+1\nTo: Bert Carl <bert@example.org>\n\n{}\n",
    "apple, marked": "Begin forwarded message:\n\n> From: Anna Berg <anna@example.org>\n"
    "> Subject: The pier\n> Date: 3 November 2026\n> To: Bert Carl\n> \n> {}\n",
    "thunderbird": "-------- Forwarded Message --------\nSubject: \tThe pier\nDate: \tTue, 3 Nov "
    "2026 10:12:13 +0100\nFrom: \tAnna Berg <anna@example.org>\nTo: \tBert Carl\n\n{}\n",
}  # fmt: skip
PAGES = {
    "gmail": '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded '
    "message ---------<br>From: <strong>Anna Berg</strong> <span>&lt;anna@example.org&gt;</span>"
    "<br>Date: Tue, Nov 3, 2026 at 10:12 AM<br>Subject: The pier<br>To:  &lt;b@example.org&gt;<br>"
    "</div><br><br><div>{}</div></div>",
    "outlook": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><font><b>From:</b> Anna '
    "Berg &lt;anna@example.org&gt;<br><b>Sent:</b> Tuesday, November 3, 2026 10:12 AM<br><b>To:"
    "</b> Bert<br><b>Subject:</b> The pier</font></div><div><p>{}</p></div>",
    "apple": '<div><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: '
    "</b>Anna Berg &lt;anna@example.org&gt;</div><div><b>Subject: </b>The pier</div><div><b>Date: "
    "</b>3 November 2026 at 10:12:13 CET</div><div><b>To: </b>Bert</div><br><div>{}</div>"
    "</blockquote></div>",
    "thunderbird": '<div class="moz-forward-container">-------- Forwarded Message --------<table '
    'class="moz-email-headers-table"><tr><th>Subject: </th><td>The pier</td></tr><tr><th>Date: '
    "</th><td>Tue, 3 Nov 2026 10:12:13 +0100</td></tr><tr><th>From: </th><td>Anna Berg "
    "&lt;anna@example.org&gt;</td></tr><tr><th>To: </th><td>Bert</td></tr></table><p>{}</p></div>",
}


@pytest.mark.parametrize("subject", ["Fwd: The pier", "WG: The pier"])
@pytest.mark.parametrize("style", PLAIN)
def test_a_forwarded_message_is_a_document_with_its_author(
    tmp_path: Path, style: str, subject: str
):
    [only] = read(tmp_path, forwarded(PLAIN[style].format(OLD), subject))
    assert (only.name, only.title) == ("one.eml/2026-11-03 Anna Berg", "The pier")
    assert (only.authors, only.date) == (("Anna Berg",), "2026-11-03")
    assert sentences(only) == ["The pier", OLD]
    first, second = read(tmp_path, forwarded(f"{COMMENT}\n\n{PLAIN[style].format(OLD)}", subject))
    assert (sentences(first)[1:], first.authors) == ([COMMENT], ("Bert Carl",))
    assert (sentences(second)[1:], second.authors) == ([OLD], ("Anna Berg",))
    assert [d.post.thread for d in (first, second) if d.post] == ["The pier"] * 2
    assert [d.post.position for d in (first, second) if d.post] == [2, 1]


@pytest.mark.parametrize("style", PAGES)
def test_a_message_forwarded_as_html_is_a_document(tmp_path: Path, style: str):
    inner = f"{OLD}<blockquote>On Monday Cleo said so.</blockquote>It is cold today."
    page = f"<html><body><div>{COMMENT}</div>{PAGES[style].format(inner)}</body></html>"
    first, second = read(tmp_path, forwarded(page, Content_Type="text/html"))
    assert (sentences(first)[1:], first.authors) == ([COMMENT], ("Bert Carl",))
    assert sentences(second)[1:] == [OLD, "It is cold today."]
    assert (second.authors, second.date) == (("Anna Berg",), "2026-11-03")
    [only] = read(tmp_path, forwarded(PAGES[style].format(OLD), Content_Type="text/html"))
    assert (sentences(only)[1:], only.authors) == ([OLD], ("Anna Berg",))


@pytest.mark.parametrize("style", ["outlook", "outlook, older", "outlook, German"])
def test_an_embedded_message_in_a_reply_is_a_quote_and_no_document(tmp_path: Path, style: str):
    [answer] = read(tmp_path, forwarded(f"{NEW}\n\n{PLAIN[style].format(OLD)}", "Re: The pier"))
    assert sentences(answer) == [NEW]
    quoted = f"{NEW}\n\nOn Tue, 3 Nov 2026 Anna wrote:\n> {PLAIN['gmail'].format(OLD)}"
    [answer] = read(tmp_path, forwarded(quoted.replace("\n", "\n> ", 30), "Re: Fwd: The pier"))
    assert OLD not in sentences(answer)


def test_a_message_below_a_header_is_forwarded_if_the_author_wrote_nothing(tmp_path: Path):
    [only] = read(tmp_path, forwarded(PLAIN["outlook"].format(OLD), "Report of the harbour"))
    assert (only.authors, sentences(only)[-1]) == (("Anna Berg",), OLD)


def test_quotes_signatures_and_footers_of_a_forwarded_message_are_left_out(tmp_path: Path):
    text = (
        f"> What of the pier?\n\n{OLD}\n\n-- \nAnna\nHarbour Office\n\n______\nferry mailing list\n"
    )
    [only] = read(tmp_path, forwarded(PLAIN["gmail"].format(text)))
    assert sentences(only)[1:] == [OLD]


def test_each_of_several_nested_forwarded_messages_is_a_document(tmp_path: Path):
    inner = PLAIN["gmail"].format(OLD).replace("Anna Berg", "Cleo Dorn").replace("Nov 3", "Nov 2")
    middle = PLAIN["gmail"].format(f"{NEW}\n\n{inner}")
    documents = read(tmp_path, forwarded(middle))
    assert [d.authors for d in documents] == [("Anna Berg",), ("Cleo Dorn",)]
    assert [sentences(d)[-1] for d in documents] == [NEW, OLD]
    assert [d.date for d in documents] == ["2026-11-03", "2026-11-02"]


def test_a_message_forwarded_without_a_header_has_no_author(tmp_path: Path):
    [only] = read(tmp_path, forwarded(f"---------- Forwarded message ----------\n\n{OLD}\n"))
    assert (only.authors, only.date, sentences(only)) == ((), "", [OLD])


def test_an_attached_message_without_an_author_does_not_get_the_forwarding_one(tmp_path: Path):
    inner = message(OLD, head="Subject: The pier\n")
    data = parted(part(NEW), b"Content-Type: message/rfc822\n\n" + inner)
    _, attached = read(tmp_path, data)
    assert (attached.authors, sentences(attached)) == ((), ["The pier", OLD])


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Tuesday, 3 November 2026 10:12", "2026-11-03"),
        ("mar. 3 nov. 2026 à 10:12", "2026-11-03"),
        ("Dienstag, 3. März 2026 10:12", "2026-03-03"),
        ("martedì 3 maggio 2026 10:12", "2026-05-03"),
        ("вт, 3 нояб. 2026 г. в 10:12", "2026-11-03"),
        ("2026年11月3日 10:12", "2026-11-03"),
        ("03.11.2026 10:12", "2026-11-03"),
        ("23/11/2026 10:12", "2026-11-23"),
        ("11/23/2026 10:12", "2026-11-23"),
        ("3/11/2026 10:12", "2026"),
        ("last Tuesday", ""),
        ("99 November 2026", ""),
    ],
)
def test_the_date_of_a_forwarded_message_is_found(tmp_path: Path, written: str, day: str):
    header = (
        f"-----Forwarded Message-----\nFrom: Anna Berg\nSent: {written}\nTo: B\nSubject: Pier\n"
    )
    [only] = read(tmp_path, forwarded(f"{header}\n{OLD}"))
    assert only.date == day


DIGEST = """Send ferry mailing list submissions to
\tferry@example.org

You can reach the person managing the list at ferry-owner@example.org

Today's Topics:

   1. The pier (Anna Berg)
   2. Re: The pier (Cleo Dorn)


----------------------------------------------------------------------

Message: 1
Date: Tue, 3 Nov 2026 10:12:13 +0100
From: Anna Berg <anna@example.org>
To: ferry@example.org
Subject: [ferry] The pier
Message-ID: <1@example.org>
Content-Type: text/plain; charset=utf-8

{}

--
Anna

------------------------------

Message: 2
Date: Tue, 3 Nov 2026 11:12:13 +0100
From: Cleo Dorn <cleo@example.org>
To: ferry@example.org
Subject: Re: [ferry] The pier
Message-ID: <2@example.org>
In-Reply-To: <1@example.org>

> {}

{}

------------------------------

Subject: Digest Footer

_______________________________________________
ferry mailing list
ferry@example.org


------------------------------

End of ferry Digest, Vol 3, Issue 4
***********************************
"""


@pytest.mark.parametrize("subject", ["ferry Digest, Vol 3, Issue 4", "ferry Sammlung, Band 3"])
def test_each_message_of_a_digest_is_a_document(tmp_path: Path, subject: str):
    documents = read(tmp_path, forwarded(DIGEST.format(OLD, OLD, NEW), subject))
    assert [d.authors for d in documents] == [("Anna Berg",), ("Cleo Dorn",)]
    assert [sentences(d)[-1] for d in documents] == [OLD, NEW]
    assert OLD not in sentences(documents[1])
    assert [(d.post.thread, d.post.position) for d in documents if d.post] == [
        ("The pier", 1), ("The pier", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("body", [NEW, f"{NEW}\n\n{'-' * 40}\n\n{OLD}\n"])
def test_a_message_that_is_only_called_a_digest_is_read_as_others(tmp_path: Path, body: str):
    (document,) = read(tmp_path, forwarded(body, "Weekly digest"))
    assert document.authors == ("Bert Carl",)
    assert NEW in sentences(document)


def test_a_mailbox_with_a_forwarded_message_keeps_all_others(tmp_path: Path):
    box = mailbox(message(NEW), forwarded(PLAIN["gmail"].format(OLD)), message("It is cold."))
    (tmp_path / "a.mbox").write_bytes(box)
    names = [document.name for document in read_paths([tmp_path]).documents]
    assert names[1] == "a.mbox/2026-11-04 Bert Carl/2026-11-03 Anna Berg"


def test_what_a_message_forwards_with_marks_and_without_a_header_is_read(tmp_path):
    head = "From: Ann <a@example.org>\nSubject: {}The ferry\nContent-Type: text/plain\n\n"
    body = "> The ferry sank in May.\n>\n> Nobody was on board.\n"
    (tmp_path / "a.eml").write_text(head.format("Fwd: ") + body)
    (tmp_path / "b.eml").write_text(head.format("Re: ") + body)
    reading = read_paths([tmp_path])
    [forwarded] = reading.documents
    assert "".join(forwarded.text[b.start : b.end] for b in forwarded.blocks).count(".") == 2
    assert [skipped.path for skipped in reading.skipped] == [str(tmp_path / "b.eml")]
