import json
import os
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from dataclasses import fields, replace

import numpy as np
import pytest

from bridge import bridge_model
from hyperdigest.documents import BLOCK_KINDS, Block, Document, Place, Sentences
from hyperdigest.errors import StoreError
from hyperdigest.split import Split
from hyperdigest.store import rows, writing
from hyperdigest.store.file import Saved
from hyperdigest.store.finding import is_store
from hyperdigest.store.format import APPLICATION_ID, FORMAT_VERSION, checksum
from hyperdigest.store.rows import FIELDS
from store_content import load

DOCUMENTS = (
    Document("a.txt", "in/a.txt", "Two words.\r\nThen \x00 a NUL.", "A", "text"),
    Document(
        "b.pdf",
        "in/b\udcff.pdf",
        "Ünïcode 😀.",
        "",
        "pdf",
        (Block(0, 10, "heading"),),
        (0, 4),
        page_labels=("iv", "1"),
        places=(Place(0, "row 1"), Place(4, "row 2", "Ada")),
        authors=("Ada Lovelace",),
        date="1843-10",
    ),
)

COLUMNS = [field.name for field in fields(Sentences)]


@pytest.fixture
def content():
    column = np.arange(3, dtype=np.int32)
    sentences = Sentences(
        document=np.array([0, 0, 1], np.int32),
        start=column,
        end=column + 5,
        words=column + 10,
        form=(column + 1).astype(np.uint8),
        text_hash=~column.astype(np.uint64),
        kind=(column % 3).astype(np.uint8),
        context=np.array([0, 1, 0], np.int32),
        list_number=column,
        ordinal=column,
        of=column + 1,
    )
    terms, sentence_of = np.array([1, 0, 1, 0], np.int32), np.array([0, 0, 1, 2], np.int32)
    split = Split(sentences, ("two", "word"), ("Two", "words"), terms, sentence_of)
    topics = np.array([0, 1, 1, 0], np.int32), np.array([0, 0, 1, 2], np.int32)
    arrays = {"trace": np.array([-3.5, -1.25])}
    meta = {"language": "en", "options": {"damping": 0.99}}
    return Saved(meta, DOCUMENTS, split, topics, arrays)


@pytest.fixture
def saved(tmp_path, content):
    path = tmp_path / "case.hdig"
    writing.save(path, content)
    return path


def test_saving_writes_no_journal_file(tmp_path, content, monkeypatch):
    connect, statements = sqlite3.connect, []

    def traced(path):
        connection = connect(path)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    writing.save(tmp_path / "case.hdig", content)
    assert statements[0] == "PRAGMA journal_mode = OFF;"


def test_what_is_loaded_equals_what_was_saved(saved, content):
    loaded = load(saved)
    assert loaded.meta == content.meta
    assert loaded.documents == content.documents
    assert loaded.split.vocabulary == content.split.vocabulary
    assert loaded.split.words == content.split.words
    for mine, theirs in zip(arrays_of(loaded), arrays_of(content), strict=True):
        assert mine.dtype == theirs.dtype
        assert mine.tolist() == theirs.tolist()


def arrays_of(content):
    split = content.split
    columns = [getattr(split.sentences, name) for name in COLUMNS]
    others = [content.arrays[name] for name in sorted(content.arrays)]
    return [*columns, split.terms, split.sentence_of, *content.topics, *others]


def test_blocks_keep_their_kind_and_level(tmp_path, content):
    blocks = (*(Block(0, n, kind, n) for n, kind in enumerate(BLOCK_KINDS, 1)), Block(1, 2))
    documents = [replace(DOCUMENTS[0], text="x" * 20, blocks=blocks), *DOCUMENTS[1:]]
    path = tmp_path / "blocks.hdig"
    writing.save(path, replace(content, documents=tuple(documents)))
    assert load(path).documents[0].blocks == blocks


@pytest.mark.parametrize("level", ["-1", "1.5", '"2"', "true"])
def test_a_level_that_is_no_number_is_refused(level):
    values = [b"a", b"a", b"", b"text", b"Words.", f'[[0, 5, "item", {level}]]'.encode()]
    with pytest.raises(ValueError, match="no valid level"):
        rows._document([*values, b"[]", b"{}"])


@pytest.mark.parametrize("numbers", [[0], [1], [1, 0], []])
def test_some_documents_are_loaded_without_the_others(saved, content, numbers):
    loaded = load(saved, numbers)
    assert loaded.documents == tuple(DOCUMENTS[number] for number in numbers)
    assert loaded.split.vocabulary == content.split.vocabulary
    tokens = [
        (DOCUMENTS.index(loaded.documents[d]), start, term, *topics)
        for d, start, term, *topics in token_rows(loaded)
    ]
    assert tokens == [row for number in numbers for row in token_rows(content) if row[0] == number]


def token_rows(content):
    """Document, start of the sentence, term and topics of each token."""
    split = content.split
    document = split.sentences.document[split.sentence_of].tolist()
    start = split.sentences.start[split.sentence_of].tolist()
    return list(zip(document, start, split.terms.tolist(), *map(list, content.topics), strict=True))


def test_another_tool_reads_the_documents_and_sentences(tmp_path):
    path = tmp_path / "case.hdig"
    bridge_model().save(path)
    with closing(sqlite3.connect(path)) as database, database:
        rows = database.execute(
            "SELECT d.name, s.text FROM sentences s JOIN documents d ON d.id = s.document"
            ' ORDER BY d.id, s."start"'
        ).fetchall()
    collection = bridge_model().collection
    documents = collection.split.sentences.document
    expected = [
        (collection.documents[document].name, collection.text(sentence))
        for sentence, document in enumerate(documents)
    ]
    assert rows == expected


def test_the_same_content_gives_the_same_bytes(tmp_path, saved, content):
    writing.save(tmp_path / "again.hdig", content)
    assert (tmp_path / "again.hdig").read_bytes() == saved.read_bytes()


def test_every_truncation_is_detected(saved, tmp_path):
    data = saved.read_bytes()
    for size in [0, 1, 99, 100, 4096, len(data) // 2, len(data) - 1]:
        short = tmp_path / "short.hdig"
        short.write_bytes(data[:size])
        with pytest.raises(StoreError, match=r"truncated|not a saved collection") as error:
            load(short)
        assert "\n" not in str(error.value)


def test_a_changed_byte_in_text_or_array_is_detected(saved, tmp_path):
    data = saved.read_bytes()
    for part in (b"Then ", np.array([1, 0, 1], np.int32).tobytes(), np.float64(-1.25).tobytes()):
        damaged = tmp_path / "damaged.hdig"
        at = data.index(part)
        damaged.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(StoreError, match="has changed"):
            load(damaged)


@pytest.mark.parametrize("name", FIELDS)
def test_a_changed_value_of_a_document_is_detected(saved, name):
    change = "id = 7" if name == "id" else f'"{name}" = "{name}" || x\'00\''
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(f"UPDATE documents SET {change} WHERE id = 1")
    with pytest.raises(StoreError, match=r"document [17] has changed"):
        load(saved)
    with pytest.raises(StoreError, match=r"document 1 (has changed|is missing)"):
        load(saved, [1])
    assert load(saved, [0]).documents == DOCUMENTS[:1]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE arrays SET data = CAST('[\"too\",\"word\"]' AS BLOB) WHERE name = 'terms'",
        "DELETE FROM arrays WHERE name = 'words'",
        "UPDATE meta SET value = '\"de\"' WHERE key = 'language'",
        "UPDATE meta SET value = '1' WHERE key = 'documents'",
        "DELETE FROM documents WHERE id = 1",
        "UPDATE arrays SET shape = '[1]'",
    ],
)
def test_a_change_of_anything_else_is_detected(saved, change):
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(change)
    with pytest.raises(StoreError, match="is damaged"):
        load(saved)


def test_a_foreign_file_is_refused(tmp_path):
    text = tmp_path / "notes.hdig"
    text.write_text("not a database, but longer than a header " * 10, encoding="utf-8")
    other = tmp_path / "other.hdig"
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE t (x)")
    for path in (text, other):
        with pytest.raises(StoreError, match="not a saved collection"):
            load(path)
    with pytest.raises(StoreError, match="cannot open"):
        load(tmp_path / "nowhere.hdig")
    with pytest.raises(StoreError, match="cannot open"):
        load(tmp_path)


def test_a_newer_file_asks_for_an_upgrade(saved):
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(f"PRAGMA user_version = {FORMAT_VERSION + 1}")
    with pytest.raises(StoreError, match="upgrade"):
        load(saved)


def test_an_older_file_asks_to_be_fitted_again(saved):
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(f"PRAGMA user_version = {FORMAT_VERSION - 1}")
    with pytest.raises(StoreError, match="fit the documents again"):
        load(saved)


def test_a_file_without_its_tables_is_damaged(tmp_path):
    path = tmp_path / "hollow.hdig"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        database.execute("CREATE TABLE meta (key, value)")
    with pytest.raises(StoreError, match="damaged"):
        load(path)


@pytest.mark.parametrize(
    "harm",
    [
        """DROP TABLE meta; CREATE VIEW meta(key, value) AS WITH RECURSIVE
        n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, max(i) FROM n""",
        "DROP TABLE meta; CREATE TABLE meta (key, value AS (zeroblob(1000000000)))",
    ],
)
def test_computed_tables_are_refused(saved, harm):
    with closing(sqlite3.connect(saved)) as database:
        database.executescript(harm)
    with pytest.raises(StoreError, match="not those of a collection"):
        load(saved)


@pytest.mark.parametrize(
    ("column", "values"),
    [("start", [-5] * 2), ("end", [10**6] * 2), ("words", [-1] * 2), ("words", [1]),
     ("tokens", [2**31 - 1] * 2), ("terms", [10**6]), ("terms", [-1]), ("topics", [2**31 - 1]),
     ("topics", [-1]), ("topics", [])],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(saved, column, values):
    with closing(sqlite3.connect(saved)) as database, database:
        database.text_factory = bytes
        row = dict(zip(FIELDS, database.execute("SELECT * FROM documents").fetchone(), strict=True))
        given = np.array(values, "<i4")
        size = len(row[column]) // 4
        whole = given if len(given) in (0, size) or column == "words" else np.resize(given, size)
        row[column] = whole.tobytes()
        signed = checksum(list(row.values())[:-1])
        database.execute(
            f'UPDATE documents SET "{column}" = ?, sha256 = ? WHERE id = ?',
            (row[column], signed, row["id"]),
        )
    with pytest.raises(StoreError, match="damaged"):
        load(saved)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("blocks", 3), ("blocks", [[0, 4, "heading", -1]]), ("blocks", [[0, 4, "heading", "1"]]),
        ("blocks", [["0", 4, "heading"]]),
        ("blocks", [[0, 11, "heading"]]), ("blocks", [[0, 4, "song"]]), ("blocks", [[0, 4, []]]),
        ("pages", "0"), ("pages", [0, "4"]), ("pages", [4, 0]), ("pages", [0, 4.5]),
        ("pages", [True]), ("metadata", []), ("metadata", {"authors": "Ada"}),
        ("metadata", {"authors": [1]}), ("metadata", {"date": 1843}),
        ("metadata", {"page_labels": ["1"]}), ("metadata", {"recognized": {}}),
        ("metadata", {"recognized": [[0, 4, 0.9]]}), ("metadata", {"scanned": [0]}),
        ("metadata", {"recognized": [[0, "4", 0.9, 1, 1, 2, 2]]}),
        ("metadata", {"places": [[0, "row 1"]]}), ("metadata", {"places": [["0", "row 1", ""]]}),
        ("metadata", {"places": [[4, "row 2", ""], [0, "row 1", ""]]}),
        ("metadata", {"recognized": [[0.5, 4, 0.9, 1, 1, 2, 2]]}),
        ("metadata", {"recognized": [[5, 9, 0.9, 1, 1, 2, 2], [0, 4, 0.9, 1, 1, 2, 2]]}),
    ],
)  # fmt: skip
def test_values_of_wrong_types_are_refused(saved, column, value):
    with closing(sqlite3.connect(saved)) as database, database:
        database.text_factory = bytes
        found = database.execute("SELECT * FROM documents WHERE id = 1").fetchone()
        row = dict(zip(FIELDS, found, strict=True)) | {column: json.dumps(value).encode()}
        signed = checksum(list(row.values())[:-1])
        database.execute(
            f'UPDATE documents SET "{column}" = CAST(? AS TEXT), sha256 = ? WHERE id = 1',
            (row[column], signed),
        )
    with pytest.raises(StoreError, match="damaged"):
        load(saved)


def test_a_named_pipe_is_refused_without_waiting(tmp_path):
    path = tmp_path / "pipe.hdig"
    os.mkfifo(path)
    with pytest.raises(StoreError, match="not a regular file"):
        load(path)


def test_a_damaged_schema_is_reported_in_one_line(saved):
    data = saved.read_bytes()
    saved.write_bytes(data.replace(b"FROM spans", b"FROM `pans", 1))
    with pytest.raises(StoreError, match="is damaged") as error:
        load(saved)
    assert "\n" not in str(error.value)


def test_is_store_looks_at_name_and_content(saved, tmp_path):
    renamed = tmp_path / "renamed.db"
    renamed.write_bytes(saved.read_bytes())
    text = tmp_path / "a.txt"
    text.write_text("plain", encoding="utf-8")
    assert is_store(saved)
    assert is_store(renamed)
    assert is_store(tmp_path / "typo.hdig")
    assert not is_store(text)
    assert not is_store(tmp_path)


def test_a_failed_write_leaves_the_old_file_and_no_other(saved, content, tmp_path):
    before = saved.read_bytes()
    broken = Saved({"x": object()}, *list(vars_of(content))[1:])
    with pytest.raises(TypeError):
        writing.save(saved, broken)
    assert saved.read_bytes() == before
    assert os.listdir(tmp_path) == [saved.name]


def test_a_missing_folder_is_an_error(tmp_path, content):
    with pytest.raises(StoreError, match="cannot write"):
        writing.save(tmp_path / "no" / "case.hdig", content)


def test_a_full_disk_is_an_error_and_leaves_the_old_file(saved, tmp_path):
    before = saved.read_bytes()
    program = f"""
        import resource, signal
        import numpy as np
        from hyperdigest.store import writing
        from hyperdigest.store.file import opened
        from hyperdigest.errors import StoreError
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with opened({str(saved)!r}) as store:
            content = store.content()
        content.arrays["large"] = np.zeros(1_000_000)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            writing.save({str(saved)!r}, content)
        except StoreError as error:
            print(error)
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert "cannot write" in result.stdout
    assert "nothing was changed" in result.stdout
    assert saved.read_bytes() == before
    assert os.listdir(tmp_path) == [saved.name]


def vars_of(content):
    return (getattr(content, name) for name in content.__dataclass_fields__)
