"""A saved collection is changed in a part of its file, and is what a whole new file would be."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import QUESTION, TEXTS, documents
from compared import same_model
from focusing import answer_from_file
from hyperdigest import Collection, Model, Options
from hyperdigest.documents import Document, fingerprint
from hyperdigest.errors import EmptyCollectionError, OptionError, StoreError
from hyperdigest.store.file import opened
from hyperdigest.store.format import SCHEMA, checksum
from hyperdigest.store.growing import Arrivals, from_documents, grown
from hyperdigest.store.postings import (
    Posting,
    last_row,
    posting_row,
    posting_rows,
    read_posting,
    row_id,
    rows_with,
)
from hyperdigest.store.rows import FIELDS
from hyperdigest.store.updating import add_to, remove_from
from hyperdigest.store.writing import INSERT_POSTING

POOL = (
    *documents(),
    Document("ferry.txt", "town/ferry.txt", "A ferry takes bicycles over the river Aune at noon."),
    Document("council.txt", "b.txt", "The council opened the bridge. Masons repaired its arches."),
    Document("nichts.txt", "c.txt", "Der Rat hat die Brücke geschlossen, und das Eis trägt nicht."),
    Document("empty.txt", "d.txt", "the of and"),
)
MISTAKES = EmptyCollectionError, OptionError
STEP = st.tuples(st.sets(st.sampled_from(range(len(POOL))), max_size=3),
                 st.sets(st.integers(0, 9), max_size=3))  # fmt: skip


def add(path, arriving):
    return add_to(Model, Collection, path, arriving, 2)


def adding(*new):
    return lambda collection: from_documents(collection, new)


@pytest.fixture
def saved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Collection.of(documents()[:3]).fit(Options(sweeps=6, samples=2)).save("case.hdig")
    return Path("case.hdig")


def changed_in_part(path, arriving):
    """The collection after a change of the file; a removal is asked for by name."""
    arrivals = arriving(Model.load(path).collection)
    if arrivals.documents or not arrivals.outdated:
        return add(path, arriving)[2]
    with opened(path) as store:
        names = store.document_names
    return remove_from(path, [names[number] for number in arrivals.outdated])[1]


@settings(deadline=None)
@given(
    st.sets(st.sampled_from([0, 1, 2, 3, 4, 5, 7]), min_size=1, max_size=5),
    st.lists(STEP, min_size=1, max_size=3),
    st.sampled_from(["auto", "en"]),
    st.sampled_from([1, 2, 500]),
)
def test_a_file_changed_in_part_has_what_a_whole_new_file_has(
    tmp_path_factory, first, steps, code, full
):
    folder = tmp_path_factory.mktemp("changed")
    part, whole = folder / "part.hdig", folder / "whole.hdig"
    held = Collection.of([POOL[n] for n in sorted(first)], language=code, warnings=["ferry.txt x"])
    held.fit(Options(sweeps=4, samples=2, language=code)).save(part)
    whole.write_bytes(part.read_bytes())
    with mock.patch("hyperdigest.store.postings.FULL", full):
        change_both(part, whole, steps)


def change_both(part, whole, steps):
    """Change a file in part and another as a whole, and fail unless they have the same content."""
    for new, leaving in steps:

        def arriving(collection, new=new, leaving=leaving):
            arrivals = from_documents(collection, [POOL[n] for n in sorted(new)])
            outdated = sorted({number % len(collection.documents) for number in leaving})
            if not arrivals.documents and len(outdated) == len(collection.documents):
                outdated = outdated[1:]
            return replace(arrivals, outdated=tuple(outdated), warnings=("council.txt is odd",))

        contents = told(changed_in_part, part, arriving)
        model = told(changed_whole, whole, arriving)
        assert contents == (model.contents if model else None)
        same_saved(part, whole)


def changed_whole(path, arriving):
    """The model after the same change, written whole."""
    return Model.change_saved(path, lambda model: grown(model, arriving(model.collection), 2))


def told(function, *arguments):
    """The result of a function; None if it refuses."""
    try:
        return function(*arguments)
    except MISTAKES:
        return None


def same_saved(part, whole):
    """Fail unless two files have the same content for whoever loads and asks them."""
    mine, theirs = Model.load(part), Model.load(whole)
    same_model(mine, theirs)
    assert mine.topic_names == theirs.topic_names
    assert mine.collection.languages == theirs.collection.languages
    last = len(mine.collection.documents) - 1
    for numbers in ([0], [last], [0, last]):
        one, other = (told(Model.load, path, numbers) for path in (part, whole))
        assert (one is None) == (other is None)
        if one:
            same_model(one, other)
            assert one.topic_names == other.topic_names
    for focus in (1, 2):
        one, other = (answer_from_file(p, QUESTION, focus=focus, words=60) for p in (part, whole))
        assert one.digest().to_json() == other.digest().to_json()
    with opened(part) as one, opened(whole) as other:
        assert one.outline.labels == other.outline.labels
        for name, array in one.outline.arrays().items():
            np.testing.assert_array_equal(array, other.outline.arrays()[name])
        terms = mine.collection.split.vocabulary
        for found, expected in zip(occurrences(one, terms), occurrences(other, terms), strict=True):
            np.testing.assert_array_equal(found, expected)
        assert sorted(one.vocabulary) == sorted(other.vocabulary)
        for store in (one, other):
            sums_are_those_of_its_tokens(store)
            assert store.documents_without_texts()[1] == [
                fingerprint(document) for document in mine.collection.documents
            ]


def sums_are_those_of_its_tokens(store):
    """Fail unless the sums in a file are those over the tokens of its documents."""
    content = store.content()
    split, document = content.split, content.split.sentences.document
    ids = store.term_ids[split.terms].tolist()
    held = document[split.sentence_of].tolist()
    for state, topics in enumerate(content.topics):
        sizes, in_documents = store.sums.tokens[state], store.sums.documents[state]
        pairs = Counter(zip(ids, topics.tolist(), strict=True))
        topics_of_documents = {*zip(held, topics.tolist(), strict=True)}
        for topic in range(len(sizes)):
            assert sizes[topic] == topics.tolist().count(topic)
            assert in_documents[topic] == sum(k == topic for _, k in topics_of_documents)
            column = store.sums.term_topics.toarray()[:, topic * len(content.topics) + state]
            assert column.tolist() == [pairs[term, topic] for term in range(len(column))]


def occurrences(store, terms):
    """How often terms occur in the documents and sentences of a file, and in how many of these."""
    numbers = np.array([store.vocabulary.index(term) for term in terms])
    in_sentences = store.postings.in_sentences(numbers, store.outline.sizes)
    frequencies = store.term_sentences[store.term_ids[numbers]]
    assert frequencies.tolist() == np.diff(in_sentences.indptr).tolist()
    yield store.postings.in_documents(numbers).toarray()
    yield in_sentences.toarray()


def many_saved(path):
    """A file of a collection so large that a short document changes neither names nor topics."""
    held = [Document(f"{n}.txt", "", f"{d.text} Number {n}.") for n in range(9) for d in POOL[:6]]
    options = Options(sweeps=20, samples=2, corpus_concentration=0.001)
    Collection.of(held).fit(options).save(path)


SHORT = Document("short.txt", "", "The council closed the bridge.")


def test_a_short_document_is_added_without_a_look_at_the_tokens_of_others(tmp_path, monkeypatch):
    part, whole = tmp_path / "part.hdig", tmp_path / "whole.hdig"
    many_saved(part)
    names = Model.load(part).topic_names
    whole.write_bytes(part.read_bytes())
    with monkeypatch.context() as patched:
        for name in ("documents_of", "check_numbers"):
            patched.setattr(f"hyperdigest.store.file.{name}", None)
        contents = add(part, adding(SHORT))[2]
    model = changed_whole(whole, adding(SHORT))
    assert contents == model.contents
    assert model.topic_names == names
    same_saved(part, whole)


def test_the_number_of_threads_does_not_change_the_file(tmp_path, monkeypatch):
    one, other = tmp_path / "one.hdig", tmp_path / "other.hdig"
    many_saved(one)
    other.write_bytes(one.read_bytes())
    for path, processors in ((one, 1), (other, 16)):
        monkeypatch.setattr("os.cpu_count", lambda processors=processors: processors)
        add(path, adding(SHORT))
    assert one.read_bytes() == other.read_bytes()


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=30),
    st.integers(1, 9),
    st.integers(0, 30),
)
def test_rows_of_postings_are_short_and_have_all_of_a_term(sizes, full, n_first):
    documents = np.arange(len(sizes)) * 2
    own = np.array(sizes)
    whole = Posting(documents, own, np.arange(own.sum()), np.ones(own.sum(), int))
    first = whole.without(documents[n_first:])
    rest = whole.without(documents[:n_first])
    with (
        closing(sqlite3.connect(":memory:")) as database,
        mock.patch("hyperdigest.store.postings.FULL", full),
    ):
        database.executescript(SCHEMA)
        for posting in (first, rest):
            if len(posting.documents):
                is_there = posting is rest and len(first.documents)
                last = last_row(database, 7) if is_there else None
                rows = list(posting_rows(7, posting, last))
                database.executemany(INSERT_POSTING, rows)
        for part, expected in zip(read_posting(database, 7), whole, strict=True):
            assert part.tolist() == expected.tolist()
        for document in documents.tolist():
            [(_, row)] = rows_with(database, 7, [document])
            assert document in row.documents
            assert len(row.sentences) < 2 * full + 2 * max(sizes)


def test_another_tool_reads_what_is_left(saved):
    remove_from(saved, ["council.txt"])
    add(saved, adding(POOL[5]))
    with closing(sqlite3.connect(saved)) as database:
        rows = database.execute(
            "SELECT d.name, s.text FROM sentences s JOIN documents d ON d.id = s.document"
            ' ORDER BY d.id, s."start"'
        ).fetchall()
    collection = Model.load(saved).collection
    held = enumerate(collection.split.sentences.document.tolist())
    assert rows == [(collection.documents[d].name, collection.text(s)) for s, d in held]


def test_nothing_of_a_removed_document_stays_in_the_file(saved):
    assert b"keystone" in saved.read_bytes()
    remove_from(saved, ["engineers.md"])
    data = saved.read_bytes()
    assert not any(word in data for word in (b"keystone", b"Frost", b"engineers.md"))


def test_a_reader_goes_on_with_the_file_that_it_opened(saved):
    with opened(saved) as store:
        remove_from(saved, ["council.txt"])
        add(saved, adding(POOL[5]))
        names = [document.name for document in store.content().documents]
    assert names == list(TEXTS)[:3]
    assert [d.name for d in Model.load(saved).collection.documents] == [*names[1:], "ferry.txt"]


@pytest.mark.parametrize(
    "change",
    [
        lambda path: add(path, lambda _: Arrivals((), unchanged=3)),
        lambda path: remove_from(path, ["unknown.txt"]),
        lambda path: remove_from(path, ["*"]),
        lambda path: add(path, adding(POOL[-1])),
        lambda path: add(path, lambda _: 1 / 0),
    ],
)
def test_a_file_without_a_change_is_not_written(saved, change):
    before, data = saved.stat(), saved.read_bytes()
    try:
        change(saved)
    except (*MISTAKES, ZeroDivisionError):
        pass
    after = saved.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert saved.read_bytes() == data
    assert os.listdir() == [saved.name]


def test_the_last_sentences_cannot_be_removed(saved):
    Collection.of([POOL[0], POOL[-1]]).fit(Options(sweeps=6)).save(saved)
    before = saved.read_bytes()
    with pytest.raises(EmptyCollectionError, match="no sentence to digest"):
        remove_from(saved, ["council.txt"])
    assert saved.read_bytes() == before
    assert os.listdir() == [saved.name]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE documents SET text = text || 'x' WHERE id = 0",
        "UPDATE documents SET topics = topics || x'00' WHERE id = 0",
        "DELETE FROM documents WHERE id = 0",
        "UPDATE postings SET sizes = documents",
        "DELETE FROM postings",
        "UPDATE arrays SET data = data || x'20' WHERE name = 'words'",
        "UPDATE arrays SET data = data || x'00'",
        "DELETE FROM arrays WHERE name = 'document_ids'",
        "DELETE FROM arrays WHERE name = 'topic_tokens'",
    ],
)
def test_a_damaged_file_is_told_and_stays(saved, harm):
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(harm)
    before = saved.read_bytes()
    with pytest.raises(StoreError, match="is damaged"):
        remove_from(saved, ["council.txt"])
    with pytest.raises(StoreError, match="is damaged"):
        add(saved, adding(POOL[5]))
    assert saved.read_bytes() == before
    assert os.listdir() == [saved.name]


def test_a_missing_row_of_a_frequent_term_is_told(saved):
    with mock.patch("hyperdigest.store.postings.FULL", 1):
        Model.load(saved).save(saved)
    with closing(sqlite3.connect(saved)) as database, database:
        find = "SELECT id >> 32, max(id) FROM postings GROUP BY 1 HAVING count(*) > 1"
        ids = [(id,) for _, id in database.execute(find)]
        database.executemany("DELETE FROM postings WHERE id = ?", ids)
    with pytest.raises(StoreError, match=r"is damaged \(.* changed\)"):
        answer_from_file(saved, QUESTION, focus=1)
    with pytest.raises(StoreError, match=r"is damaged \(.* changed\)"):
        remove_from(saved, ["traders.txt"])


def test_a_posting_of_a_document_that_is_not_there_is_refused(saved):
    with closing(sqlite3.connect(saved)) as database, database:
        crafted = Posting(*np.array([[0, 77], [1, 1], [0, 0], [1, 1]]))
        database.executemany(
            "INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?, ?)",
            [posting_row(row_id(term, 0), crafted) for term in range(200)],
        )
    with pytest.raises(StoreError, match="is damaged"):
        remove_from(saved, ["traders.txt"])
    with pytest.raises(StoreError, match="is damaged"):
        answer_from_file(saved, QUESTION, focus=1)


@pytest.mark.parametrize(
    ("column", "number"), [("topics", 2**31 - 1), ("topics", -1), ("terms", -1), ("terms", 2**30)]
)
def test_numbers_out_of_range_of_what_is_removed_are_refused(saved, column, number):
    with closing(sqlite3.connect(saved)) as database, database:
        database.text_factory = bytes
        row = dict(zip(FIELDS, database.execute("SELECT * FROM documents").fetchone(), strict=True))
        crafted = np.full(len(row[column]) // 4, number, "<i4").tobytes()
        signed = checksum([*(row | {column: crafted}).values()][:-1])
        change = f'UPDATE documents SET "{column}" = ?, sha256 = ? WHERE id = 0'
        database.execute(change, (crafted, signed))
    with pytest.raises(StoreError, match="is damaged"):
        remove_from(saved, ["council.txt"])


def run(program):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("statement", range(1, 40, 3))
def test_a_process_killed_at_any_statement_leaves_the_old_file_or_the_new(saved, statement):
    before = saved.read_bytes()
    ended = run(f"""
        import os, sqlite3
        from hyperdigest.store import writing
        from hyperdigest.store.updating import remove_from

        seen = []

        def connect(*arguments, whole=sqlite3.connect, **named):
            database = whole(*arguments, **named)
            database.set_trace_callback(count)
            return database

        def count(statement):
            seen.append(statement)
            if len(seen) == {statement}:
                os.kill(os.getpid(), {signal.SIGKILL:d})

        writing.sqlite3.connect = connect
        remove_from("case.hdig", ["council.txt"])
    """)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert saved.read_bytes() == before
    remove_from(saved, ["council.txt"])
    assert os.listdir() == [saved.name]


@pytest.mark.skipif(sys.platform == "win32", reason="no limits")
def test_a_full_disk_is_an_error_and_leaves_the_old_file(saved):
    before, size = saved.read_bytes(), saved.stat().st_size
    ended = run(f"""
        import resource, signal
        from hyperdigest.errors import StoreError
        from hyperdigest.store.updating import remove_from
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, ({size} // 2, {size} // 2))
        try:
            remove_from("case.hdig", ["council.txt"])
        except StoreError as error:
            print(error)
    """)
    assert "cannot write" in ended.stdout, ended.stderr
    assert "nothing was changed" in ended.stdout
    assert saved.read_bytes() == before
    assert os.listdir() == [saved.name]
