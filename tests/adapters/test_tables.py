"""The tables in pandas and in Arrow, with their types."""

import io
import subprocess
import sys

from hyperdigest import Collection, Options
from hyperdigest.adapters.tables import to_pandas
from needed import needs
from oracles.quoting import LAST, LEAD, ONE, OPEN, PUMP, TWO, manual

needs("pandas", "pyarrow")

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.adapters.tables import to_arrow, topics_to_arrow, topics_to_pandas
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError


@pytest.fixture(scope="module")
def answer():
    return bridge_model().ask(QUESTION, 60)


def test_a_data_frame_has_the_values_and_their_types(answer):
    frame, table = to_pandas(answer), answer.table()
    assert frame.columns.to_list() == list(table)
    for name, column in table.items():
        assert frame[name].astype(object).where(frame[name].notna(), None).to_list() == column
    types = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert types == {
        "document": "category", "path": "category", "start": "int64", "end": "int64",
        "page": "Int64", "page_label": "category", "words": "int64", "text": types["text"],
            "passage": types["text"],
        "score": "float64", "evidence": "float64", "eligible": "bool", "chosen": "Int64",
        "gain": "Float64",
        "topic": "category",
    }  # fmt: skip
    assert pd.api.types.is_string_dtype(frame["text"])


def test_the_digest_is_found_in_a_data_frame(answer):
    frame = to_pandas(answer)
    picked = frame[frame["chosen"].notna()].sort_values(["document", "start"])
    digest = sorted(answer.digest().sentences, key=lambda s: (s.document, s.start))
    assert picked["text"].to_list() == [sentence.text for sentence in digest]
    assert picked["words"].sum() <= 60


def test_an_arrow_table_has_the_values_and_their_types(answer):
    table = to_arrow(answer)
    assert table.to_pydict() == answer.table()
    name = pa.dictionary(pa.int32(), pa.string())
    assert {field.name: field.type for field in table.schema} == {
        "document": name, "path": name, "start": pa.int64(), "end": pa.int64(),
        "page": pa.int64(), "page_label": name, "words": pa.int64(), "text": pa.string(),
            "passage": pa.string(),
        "score": pa.float64(), "evidence": pa.float64(), "eligible": pa.bool_(),
        "chosen": pa.int64(),
        "gain": pa.float64(), "topic": name,
    }  # fmt: skip
    assert [field.name for field in table.schema if field.nullable] == [
        "page", "page_label", "chosen", "gain",
    ]  # fmt: skip


def test_an_arrow_table_is_written_to_a_file_and_read(answer):
    file = io.BytesIO()
    parquet.write_table(to_arrow(answer), file)
    assert parquet.read_table(file).to_pydict() == answer.table()


def test_topics_are_a_table():
    model = bridge_model()
    rows = model.topic_table(4)
    frame, table = topics_to_pandas(model, 4), topics_to_arrow(model, 4)
    assert frame["words"].to_list() == table["words"].to_pylist() == [list(t.words) for t in rows]
    assert frame["id"].to_list() == table["id"].to_pylist() == [topic.id for topic in rows]
    assert frame["share"].sum() == pytest.approx(1)
    assert table.schema.field("words").type == pa.list_(pa.string())
    assert frame["label"][0] == model.topic_view.labels[rows[0].id]


@pytest.mark.parametrize("top", [0, -1, 1.5, True, "3", None])
def test_an_invalid_number_of_words_is_refused(top):
    for table in (topics_to_pandas, topics_to_arrow):
        with pytest.raises(OptionError, match=r"top is .*: give a whole number from 1 on"):
            table(bridge_model(), top)


def test_lone_surrogates_are_replaced():
    text = "The bridge \ud800bears forty bicycles. Traders cross the \udfffbridge at noon."
    model = Collection.of([Document("b\udcff.txt", "in/b\udcff.txt", text)]).fit(Options(sweeps=5))
    answer = model.ask("Who crosses the bridge?", 60)
    file = io.BytesIO()
    parquet.write_table(to_arrow(answer), file)
    frame = to_pandas(answer)
    assert parquet.read_table(file).column("document").to_pylist() == ["b\ufffd.txt"] * 2
    assert frame["text"][0] == "The bridge \ufffdbears forty bicycles."
    for table in (frame, topics_to_pandas(model, 5)):
        assert "bridge" in table.to_csv().encode().decode()
    assert topics_to_arrow(model, 5).num_rows == model.topics.best.n_topics


@pytest.mark.parametrize(
    ("library", "extra", "make"), [("pandas", "pandas", to_pandas), ("pyarrow", "arrow", to_arrow)]
)
def test_without_the_library_the_extra_is_named(answer, monkeypatch, library, extra, make):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"the library {library}, .*hyperdigest\[{extra}\]"):
        make(answer)


def test_the_module_loads_neither_pandas_nor_pyarrow():
    program = "import sys, hyperdigest.adapters.tables; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not {"pandas", "pyarrow"} & {*done.stdout.splitlines()}


def passages(context):
    made = manual()
    document = Document("a.html", "a.html", made.text, format="html", blocks=tuple(made.blocks))
    options = Options.preset("default", context=context, prose_only=False)
    frame = to_pandas(Collection.of([document]).fit(options).ask("How do I switch it off?"))
    return dict(zip(frame["text"], frame["passage"], strict=True))


def test_a_passage_is_the_sentence_after_its_context():
    shown = passages(context=True)
    assert shown[PUMP] == PUMP
    assert shown[ONE] == f"{LEAD}\n1. {ONE}"
    assert shown[LAST] == f"{LEAD}\n[...]\n4. {LAST}"


def test_without_contexts_it_is_the_sentence_with_its_number():
    shown = passages(context=False)
    steps = {ONE: "1.", TWO: "2.", OPEN: "3.", LAST: "4."}
    assert shown == {text: f"{steps.get(text, '')} {text}".strip() for text in shown}
