"""A Maildir is read as one mailbox, with the folders in it."""

import gzip
import mailbox
from pathlib import Path

import pytest

from archives_made import tarred
from documents_made import zipped
from hyperdigest.documents import Document, Post
from hyperdigest.read import read_paths
from hyperdigest.read.changes import difference, stamps_of
from mail_made import mailbox as mailbox_of
from mail_made import message

NEW = "The ferry sails at ten on Sundays, and every hour after that."
OLD = "Does anybody know when the ferry sails?"
QUESTION = message(OLD, Message_ID="<1@example.org>")
ANSWER = (
    "From: Bert Carl <bert@example.org>\nDate: Wed, 4 Nov 2026 10:12:13 +0100\nSubject: Re: Ferry\n"
)


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    """A Maildir with a question, and the answer in a folder of it."""
    box = mailbox.Maildir(str(tmp_path / "Mail"))
    read = mailbox.MaildirMessage(QUESTION)
    read.set_subdir("cur")
    read.set_flags("S")
    box.add(read)
    box.add_folder("Sent").add(message(NEW, head=ANSWER, In_Reply_To="<1@example.org>"))
    return tmp_path / "Mail"


def about(documents: tuple[Document, ...]) -> dict[str, Post | None]:
    return {document.name: document.post for document in documents}


def test_the_messages_of_a_maildir_and_its_folders_are_in_their_threads(mail: Path):
    (mail / "dovecot-uidlist").write_text("3 V1")
    (mail / "tmp" / "1762074000.M1.host").write_bytes(message("It is being written."))
    reading = read_paths([mail])
    assert reading.warnings == ()
    assert about(reading.documents) == {
        "Mail/2026-11-03 Anna Berg": Post("message", "The ferry", 1),
        ".Sent/2026-11-04 Bert Carl": Post("message", "The ferry", 2),
    }
    assert [document.path for document in reading.documents] == [str(mail), str(mail / ".Sent")]


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_a_maildir_in_an_archive_is_read_with_the_mail_beside_it(mail: Path, suffix: str):
    (mail.parent / "one.eml").write_bytes(message("It sails.", In_Reply_To="<1@example.org>"))
    (mail.parent / "two.mbox").write_bytes(mailbox_of(message("Twice."), message("Thrice.")))
    (mail.parent / "new").mkdir()
    (mail.parent / "new" / "2024_report.txt").write_text("No message.")
    files = {each.relative_to(mail.parent).as_posix(): each.read_bytes() for each in _files(mail)}
    path = mail.parent / f"pile{suffix}"
    path.write_bytes(zipped(files) if suffix == ".zip" else gzip.compress(tarred(files.items())))
    reading = read_paths([path])
    assert reading.warnings == ()
    posts = {name.removeprefix(f"{path.name}/"): p for name, p in about(reading.documents).items()}
    assert list(posts) == [
        "Mail/2026-11-03 Anna Berg",
        "Mail/.Sent/2026-11-04 Bert Carl",
        *("new/2024_report.txt", "one.eml"),
        *("two.mbox/2026-11-03 Anna Berg", "two.mbox/2026-11-03 Anna Berg (2)"),
    ]
    assert posts["Mail/2026-11-03 Anna Berg"] == Post("message", "The ferry", 1)
    assert posts["Mail/.Sent/2026-11-04 Bert Carl"] == Post("message", "The ferry", 3)


def _files(mail: Path) -> list[Path]:
    """The files beside a Maildir and in it: an archive may lack its empty folders."""
    return sorted(each for each in mail.parent.rglob("*") if each.is_file())


def test_a_maildir_in_a_folder_is_read_with_the_other_files(mail: Path):
    (mail.parent / "notes.txt").write_text("Some notes beside.")
    (mail.parent / ".hidden").mkdir()
    (mail.parent / ".hidden" / "notes.txt").write_text("Hidden notes.")
    reading = read_paths([mail.parent])
    assert [document.name for document in reading.documents] == [
        "Mail/2026-11-03 Anna Berg",
        "Mail/.Sent/2026-11-04 Bert Carl",
        "notes.txt",
    ]
    assert reading.skipped == ()


def test_one_folder_of_a_maildir_can_be_read(mail: Path):
    assert list(about(read_paths([mail / "cur"]).documents)) == ["cur/2026-11-03 Anna Berg"]
    [file] = (mail / "cur").iterdir()
    assert read_paths([file]).documents[0].text.endswith(OLD)


def test_messages_come_in_the_order_of_their_arrival(tmp_path: Path):
    for folder in ("cur", "new"):
        (tmp_path / folder).mkdir()
    for number, folder in enumerate(["new", "cur", "new"]):
        body = message(f"This is message {number} of three.", head="From: Anna\nSubject: Hello\n")
        (tmp_path / folder / f"176207400{number}.M1.host").write_bytes(body)
    texts = [document.text[-9] for document in read_paths([tmp_path]).documents]
    assert len(texts) == 3
    assert [document.text.split()[-3] for document in read_paths([tmp_path]).documents] == [
        *("0", "1", "2"),
    ]


def test_folders_of_other_files_with_such_names_are_no_maildir(tmp_path: Path):
    for folder in ("cur", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "report.md").write_text(f"The report in {folder} has words.")
    assert [document.name for document in read_paths([tmp_path]).documents] == [
        "cur/report.md",
        "new/report.md",
    ]


def test_a_message_is_read_whatever_its_file_is_called(mail: Path):
    (mail / "new" / "1762074000.M1.host.md").write_bytes(message("The host is in Moldova."))
    (mail / "new" / "1762074001.M1.host,S=5").write_bytes(gzip.compress(message("It is packed.")))
    texts = [document.text for document in read_paths([mail]).documents]
    assert [text.rpartition("\n\n")[2] for text in texts[:2]] == [
        "The host is in Moldova.",
        "It is packed.",
    ]


def test_files_that_cannot_be_read_and_links_are_named(mail: Path, tmp_path: Path):
    (tmp_path / "secret").write_bytes(message("This is a secret of another user."))
    (mail / "new" / "1762074001.M1.host").symlink_to(tmp_path / "secret")
    (mail / "new" / "1762074002.M1.host").write_bytes(b"")
    (mail / "new" / "1762074003.M1.host").mkdir()
    reading = read_paths([mail])
    assert len(reading.documents) == 2
    assert [(file.path, file.reason) for file in reading.skipped] == [
        (f"{mail}, 1762074001.M1.host", "is a link, which is not followed"),
        (f"{mail}, 1762074002.M1.host", "is empty"),
        (
            f"{mail}, 1762074003.M1.host",
            "is not a regular file: save it as one, or pipe it and give -",
        ),
    ]


def test_a_maildir_without_messages_is_no_error(mail: Path):
    [file] = (mail / "cur").iterdir()
    file.unlink()
    assert list(about(read_paths([mail]).documents)) == [".Sent/2026-11-04 Bert Carl"]


def test_mail_that_has_come_since_is_noticed(mail: Path):
    before = stamps_of([str(mail)], "", 10)
    assert not difference(before, stamps_of([str(mail)], "", 10))
    (mail / "new" / "1762074002.M1.host").write_bytes(message("It has just come."))
    assert difference(before, stamps_of([str(mail)], "", 10)).changed == (str(mail),)
