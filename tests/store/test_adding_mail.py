"""A mailbox that grew: its new messages come in, and the others stay as they are."""

from pathlib import Path

import pytest

from hyperdigest import Collection, Options
from hyperdigest.documents import Post
from mail_made import mailbox, message

BODIES = [
    "The ferry sails at ten on Sundays, and every hour after that.",
    "The bridge is closed for repairs until the end of the month.",
    "The harbour master says that nobody sails in a storm.",
]
QUESTION = "When does the ferry sail?"


def sent(day: int, **fields: str) -> bytes:
    head = f"From: Anna Berg <anna@example.org>\nDate: {day} Nov 2026 10:00:00 +0000\n"
    return message(f"{BODIES[day - 1]}\n", f"{head}Subject: Ferry\n", **fields)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "list.mbox"
    path.write_bytes(mailbox(sent(1, Message_ID="<1@x>"), sent(2, References="<1@x>")))
    return path


def test_the_new_messages_of_a_mailbox_are_added_and_the_others_stay(box: Path):
    model = Collection.read(box).fit(Options(sweeps=6))
    held = model.collection.documents
    with box.open("ab") as file:
        file.write(mailbox(sent(3, References="<1@x> <2@x>")))
    grown = model.add(box, sweeps=2).collection.documents
    assert grown[:2] == held
    assert [d.name for d in grown] == [f"list.mbox/2026-11-0{n} Anna Berg" for n in (1, 2, 3)]
    assert [(d.post.thread, d.post.position) for d in grown if d.post] == [
        ("Ferry", 1), ("Ferry", 2), ("Ferry", 3),
    ]  # fmt: skip
    assert model.add(box, sweeps=2).add(box, sweeps=2).collection.documents == grown


def test_a_message_deleted_from_its_mailbox_is_removed(box: Path):
    model = Collection.read(box).fit(Options(sweeps=6))
    box.write_bytes(mailbox(sent(2, References="<1@x>"), sent(3)))
    grown = model.add(box, sweeps=2).collection.documents
    assert [d.date for d in grown] == ["2026-11-02", "2026-11-03"]


def test_a_saved_mailbox_has_authors_dates_and_threads(box: Path, tmp_path: Path):
    model = Collection.read(box).fit(Options(sweeps=6))
    model.save(tmp_path / "case.hdig")
    from hyperdigest import Model

    again = Model.load(tmp_path / "case.hdig")
    assert again.collection.documents == model.collection.documents
    digest = again.digest(QUESTION, words=15)
    [cited] = digest.sentences
    assert (cited.text, cited.authors, cited.date) == (BODIES[0], ("Anna Berg",), "2026-11-01")
    assert cited.post == model.collection.documents[0].post


def test_a_message_in_a_separate_file_joins_its_thread(box: Path, tmp_path: Path):
    model = Collection.read(box).fit(Options(sweeps=6))
    head = "From: Bert <b@example.org>\nDate: 5 Nov 2026 10:00:00 +0000\nSubject: AW: [x] {}\n"
    (tmp_path / "new.eml").write_bytes(message(BODIES[2], head.format("Ferry"), References="<2@x>"))
    grown = model.add(tmp_path / "new.eml", sweeps=2)
    assert grown.collection.documents[-1].post == Post("message", "Ferry", 3)
    (tmp_path / "newer.eml").write_bytes(message("Then I will row.", head.format("Ferry")))
    (tmp_path / "other.eml").write_bytes(message("It is cold.", head.format("Frost")))
    (tmp_path / "again.eml").write_bytes(
        message("A new ferry is built.", head.format("Ferry").replace("AW: ", ""))
    )
    files = [tmp_path / f"{name}.eml" for name in ("newer", "other", "again")]
    grown = grown.add(files[0], sweeps=2).add(files[1:], sweeps=2)
    assert [document.post for document in grown.collection.documents[3:]] == [
        Post("message", "Ferry", 4), Post("message", "Frost", 0), Post("message", "Ferry (2)", 1),
    ]  # fmt: skip
    assert grown.add(files, sweeps=2).collection.documents == grown.collection.documents


def test_messages_added_to_a_mailbox_join_threads_with_other_subjects(box: Path, tmp_path: Path):
    (tmp_path / "first.eml").write_bytes(
        message("Who paints the ferry?", "From: C <c@x.org>\nSubject: Ferry\n")
    )
    model = Collection.read([tmp_path / "first.eml", box]).fit(Options(sweeps=6))
    called = [d.post.thread for d in model.collection.documents if d.post]
    assert called == ["Ferry", "Ferry (2)", "Ferry (2)"]
    with box.open("ab") as file:
        file.write(mailbox(sent(3, References="<1@x>")))
    grown = model.add(box, sweeps=2).collection.documents
    assert grown[-1].post == Post("message", "Ferry (2)", 3)
