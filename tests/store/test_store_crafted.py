"""Crafted files: whatever stands in one, with checksums that hold, it is told or does no harm."""

import json
import shutil
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focusing import answer_from_file
from hyperdigest import Collection, Model, Options
from hyperdigest.documents import Block, Document
from hyperdigest.errors import HyperdigestError, StoreError
from hyperdigest.store.format import checksum
from hyperdigest.store.growing import from_documents
from hyperdigest.store.postings import Posting, posting_row, row_id
from hyperdigest.store.rows import COLUMNS, FIELDS, TEXT_FIELDS
from hyperdigest.store.updating import add_to, remove_from
from store_content import load

QUESTION = "Why was the bridge closed by the council?"
DOCUMENTS = (
    Document("a.txt", "a.txt", "The council closed the bridge. Engineers found cracks in it."),
    Document(
        "b.pdf",
        "b.pdf",
        "Der Rat hat die Brücke geschlossen. Die Händler verloren ihre Kunden.",
        "Die Brücke",
        "pdf",
        (Block(0, 35, "heading"), Block(36, 69)),
        (0, 36),
        page_labels=("iv", "1"),
        authors=("Ada Lovelace",),
        date="1843-10",
    ),
)
ODD = (
    *(None, True, 0, 5, -1, 10**30, 1.5, float("nan"), "x", "", "\ud800", "\x1b[2J\n", "1" * 3000),
    *([], {}, [[]], [5], [None], ["x"], ["\ud800"], ["x", "y", "z"], {"a": 5}, [["a", 1]]),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    path = tmp_path_factory.mktemp("base") / "base.hdig"
    model = Collection.of(DOCUMENTS).fit(Options(sweeps=6, samples=2))
    model.add([Document("c.txt", "c.txt", "A ferry takes bicycles over the river.")]).save(path)
    return path


@pytest.fixture
def case(base):
    """A copy of the file to craft."""
    path = base.with_name("case.hdig")
    shutil.copy(base, path)
    return path


def crafted_meta(path, change):
    """Write what `change` makes of the values of ``meta``, and sign them."""
    with closing(sqlite3.connect(path)) as database, database:
        pairs = database.execute("SELECT key, value FROM meta").fetchall()
        meta = change({key: json.loads(value) for key, value in pairs if key != "sha256"})
        meta["sha256"] = checksum([json.dumps(sorted(meta.items())).encode()]).hex()
        database.execute("DELETE FROM meta")
        rows = [(key, json.dumps(value)) for key, value in meta.items()]
        database.executemany("INSERT INTO meta VALUES (?, ?)", rows)


def crafted_document(path, column, value):
    """Write a value of the second document, and sign it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.text_factory = bytes
        found = database.execute("SELECT * FROM documents WHERE id = 1").fetchone()
        row = dict(zip(FIELDS, found, strict=True)) | {column: value}
        signed = checksum(list(row.values())[:-1])
        place = "CAST(? AS TEXT)" if column in TEXT_FIELDS else "?"
        database.execute(
            f'UPDATE documents SET "{column}" = {place}, sha256 = ? WHERE id = 1', (value, signed)
        )


def crafted_array(path, name, **values):
    with closing(sqlite3.connect(path)) as database, database:
        found = database.execute("SELECT * FROM arrays WHERE name = ?", (name,)).fetchone()
        kept = dict(zip(("name", "dtype", "shape", "data"), found, strict=False)) | values
        parts = [p if isinstance(p, bytes) else p.encode() for p in kept.values()]
        database.execute(
            "UPDATE arrays SET dtype = ?, shape = ?, data = ?, sha256 = ? WHERE name = ?",
            (kept["dtype"], kept["shape"], kept["data"], checksum(parts), name),
        )


def changed_in_part(path):
    """Add a document to a copy of the file, and remove another; then load that."""
    copy = shutil.copy(path, path.with_name("changed.hdig"))
    new = Document("e.txt", "e.txt", "Traders asked the council for a ferry.")
    add_to(Model, Collection, copy, lambda held: from_documents(held, [new]), 2)
    remove_from(copy, ["b.pdf"])
    Model.load(copy)


def used(path):
    """The error of a collection that is loaded, asked in all ways, grown and saved again."""
    try:
        model = Model.load(path)
        answer = model.ask(QUESTION, words=40)
        answer.digest().to_json()
        answer.table()
        model.explain(QUESTION, words=40)
        model.topic_table(5)
        model.topics_map()
        model.save(path.with_name("again.hdig"))
        model.remove("a.txt")
        model.add([Document("d.txt", "d.txt", "The new bridge opened in spring for traders.")])
        answer_from_file(path, QUESTION, focus=1).digest().to_json()
        changed_in_part(path)
    except HyperdigestError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1500
        return error
    return None


def places(value):
    """The path to each value within a value of JSON, that itself first."""
    yield ()
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        yield from ((name, *path) for name, part in inner for path in places(part))


def put(value, path, new):
    if not path:
        return new
    if isinstance(value, dict):
        return {name: put(v, path[1:], new) if name == path[0] else v for name, v in value.items()}
    return [put(v, path[1:], new) if n == path[0] else v for n, v in enumerate(value)]


def read_meta(path):
    with closing(sqlite3.connect(path)) as database:
        pairs = database.execute("SELECT key, value FROM meta").fetchall()
    return {key: json.loads(value) for key, value in pairs if key != "sha256"}


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_metadata_of_other_types_are_refused_or_harmless(base, data):
    case, meta = base.with_name("case.hdig"), read_meta(base)
    path = data.draw(st.sampled_from([path for path in places(meta) if path]))
    new = data.draw(st.sampled_from(ODD))
    shutil.copy(base, case)
    crafted_meta(case, lambda meta: put(meta, path, new))
    used(case)


@pytest.mark.parametrize(
    "name", ["options", "warnings", "corpus", "history", "languages", "topic_names"]
)
@pytest.mark.parametrize("value", [None, 5, {"a": 5}, [5], [[]], ["\ud800", 5]])
def test_metadata_of_a_wrong_type_are_refused(case, name, value):
    crafted_meta(case, lambda meta: meta | {name: value})
    assert isinstance(used(case), StoreError)


@pytest.mark.parametrize("column", ["blocks", "pages", "metadata"])
@pytest.mark.parametrize("odd", range(len(ODD)))
def test_fields_of_a_document_of_other_types_are_refused_or_harmless(case, column, odd):
    values = {
        "blocks": [[0, 35, "heading"], [36, 69, "paragraph"]],
        "pages": [0, 36],
        "metadata": {"page_labels": ["iv", "1"], "authors": ["Ada"], "date": "1843-10"},
    }
    for path in places(values[column]):
        written = json.dumps(put(values[column], path, ODD[odd]))
        crafted_document(case, column, written.encode())
        used(case)


@given(
    column=st.sampled_from([*COLUMNS, "topics"]),
    value=st.sampled_from([0, 1, 3, 9, 50, 255, -1, 2**31 - 1, -(2**31)]),
    where=st.sampled_from([slice(None), slice(0, 1), slice(-1, None)]),
)
@settings(max_examples=80, deadline=None)
def test_changed_numbers_of_sentences_and_tokens_are_refused_or_harmless(
    base, column, value, where
):
    case = base.with_name("case.hdig")
    shutil.copy(base, case)
    kind = COLUMNS.get(column, "<i4")
    with closing(sqlite3.connect(base)) as database:
        [found] = database.execute(f'SELECT "{column}" FROM documents WHERE id = 1').fetchone()
    numbers = np.frombuffer(found, kind).copy()
    numbers[where] = np.array(value).astype(kind)
    crafted_document(case, column, numbers.tobytes())
    used(case)


ARRAYS = (
    *("best_trace", "traces", "concentrations"),
    *("document_ids", "document_tokens", "topic_tokens", "topic_documents"),
    *("term_topics_ends", "term_topics_columns", "term_topics_tokens"),
)


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize(
    "values",
    [
        *({"dtype": d} for d in ("|O", "<U4", "<M8[s]", "|V8", "<c16", "|b1", "<i4,<f4", "no", "")),
        *(
            {"shape": s}
            for s in ("[10000000000]", "[-1,1,1]", '["a"]', "null", "[[1]]", "[" * 9999)
        ),
        {"data": b"", "shape": "[0]"},
        {"data": b"\xff" * 24, "shape": "[3]"},
    ],
)
def test_arrays_of_other_types_or_shapes_are_refused(case, name, values):
    crafted_array(case, name, **values)
    assert isinstance(used(case), StoreError)


@pytest.mark.parametrize(
    ("documents", "sizes", "sentences", "times"),
    [([99], [1], [0], [1]), ([-1], [1], [0], [1]), ([2**31 - 1], [1], [0], [1]),
     ([1, 0], [1, 1], [0, 0], [1, 1]), ([0, 0], [1, 1], [0, 1], [1, 1]), ([0], [0], [], []),
     ([0], [-5], [0], [1]), ([0, 1], [1], [0], [1]), ([0], [], [0], [1]), ([0], [1], [0], [0]),
     ([0], [1], [-1], [1]), ([0], [1], [0, 1], [1, 1]), ([0], [1], [0], [1, 1])],
)  # fmt: skip
def test_postings_out_of_range_are_refused(case, documents, sizes, sentences, times):
    with closing(sqlite3.connect(case)) as database, database:
        n_terms = database.execute("SELECT count(*) FROM postings").fetchone()[0]
        crafted = Posting(*(np.array(part, int) for part in (documents, sizes, sentences, times)))
        database.executemany(
            "INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?, ?)",
            [posting_row(row_id(term, 0), crafted) for term in range(n_terms)],
        )
    assert isinstance(used(case), StoreError)


@pytest.mark.parametrize("name", ["terms", "words"])
@pytest.mark.parametrize(
    "craft",
    [
        lambda texts: [texts[1], *texts[1:]],
        lambda texts: texts[1:],
        lambda texts: [7, *texts[1:]],
        lambda texts: [None, *texts[1:]],
        lambda texts: ["\ud800", *texts[1:]],
        lambda texts: dict.fromkeys(texts, 1),
        lambda texts: "x" * len(texts),
    ],
)
def test_terms_that_are_not_distinct_texts_are_refused_or_harmless(case, name, craft):
    texts = craft(load(case).split.vocabulary)
    data = json.dumps(texts).encode()
    crafted_array(case, name, data=data, shape=f"[{len(data)}]")
    found = used(case)
    assert isinstance(found, StoreError) or name == "words"


@pytest.mark.parametrize("ids", [[2, 1, 0], [0, 0, 1], [-1, 0, 1], [0, 1, 7], [0, 1]])
def test_ids_of_documents_that_are_not_there_are_refused(case, ids):
    crafted_array(case, "document_ids", data=np.array(ids, "<i8").tobytes(), shape=f"[{len(ids)}]")
    assert isinstance(used(case), StoreError)


@pytest.mark.parametrize("name", ARRAYS[-4:])
@pytest.mark.parametrize("number", [-1, 0, 1, 2, 2**31 - 1])
@pytest.mark.parametrize("place", [0, 1, -1])
def test_sums_that_do_not_fit_each_other_are_refused_or_harmless(case, name, number, place):
    with closing(sqlite3.connect(case)) as database:
        find = "SELECT dtype, data FROM arrays WHERE name = ?"
        dtype, data = database.execute(find, (name,)).fetchone()
    numbers = np.frombuffer(data, dtype).copy()
    numbers[place] = number
    crafted_array(case, name, data=numbers.tobytes())
    found = used(case)
    assert number in (0, 1, 2) or isinstance(found, StoreError)


@pytest.mark.parametrize("id", [-1, 2**26, 2**31 - 1, 2**62])
def test_ids_of_terms_out_of_range_are_refused(case, id):
    ids = list(range(len(load(case).split.vocabulary)))
    ids[3] = id
    crafted_array(case, "term_ids", dtype="<i8", data=np.array(ids, "<i8").tobytes())
    assert isinstance(used(case), StoreError)


@pytest.mark.parametrize("numbers", [[[0, 0]] * 3, [[2**40] * 3] * 3, [[-1, -1, -1]] * 3])
def test_sizes_of_topics_that_do_not_match_are_refused_or_harmless(case, numbers):
    data = np.array(numbers, "<i8")
    shape = json.dumps(data.shape)
    crafted_array(case, "topic_tokens", data=data.tobytes(), shape=shape)
    used(case)
