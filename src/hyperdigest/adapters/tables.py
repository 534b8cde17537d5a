"""pandas and Arrow: the sentences of an answer, or the topics of a model, as typed tables.

>>> answer = model.ask("Who pays for the repair?")
>>> to_pandas(answer).sort_values("score", ascending=False).head()
>>> pyarrow.parquet.write_table(to_arrow(answer), "sentences.parquet")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from hyperdigest.errors import missing_extra
from hyperdigest.read.encoding import replace_surrogates

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from hyperdigest.answer.answer import Answer
    from hyperdigest.model import Model

Kind = Literal[
    "name",
    "name or none",
    "text",
    "whole",
    "whole or none",
    "real",
    "real or none",
    "truth",
    "words",
]

TYPES: Mapping[Kind, tuple[str, str]] = {
    "name": ("category", "string"),
    "name or none": ("category", "string"),
    "text": ("str", "string"),
    "whole": ("int64", "int64"),
    "whole or none": ("Int64", "int64"),
    "real": ("float64", "double"),
    "real or none": ("Float64", "double"),
    "truth": ("bool", "bool"),
    "words": ("object", "string"),
}
"""The types of pandas and of Arrow; in Arrow, names are dictionary-encoded, and words are lists."""

SENTENCES: Mapping[str, Kind] = {
    "document": "name",
    "path": "name",
    "start": "whole",
    "end": "whole",
    "page": "whole or none",
    "page_label": "name or none",
    "words": "whole",
    "text": "text",
    "passage": "text",
    "score": "real",
    "evidence": "real",
    "eligible": "truth",
    "chosen": "whole or none",
    "gain": "real or none",
    "topic": "name",
}
"""The columns of `Answer.table`; a column of names has few distinct values, each stored once."""

TOPICS: Mapping[str, Kind] = {
    "id": "whole",
    "label": "text",
    "words": "words",
    "weight": "real",
    "share": "real",
    "sentences": "whole",
    "documents": "whole",
}
"""The columns of a table of topics."""


def to_pandas(answer: Answer) -> pandas.DataFrame:
    """A row for each sentence of the collection; missing values are ``pandas.NA``."""
    return _frame(answer.table(), SENTENCES)


def to_arrow(answer: Answer) -> pyarrow.Table:
    """A row for each sentence of the collection; missing values are null."""
    return _table(answer.table(), SENTENCES)


def topics_to_pandas(model: Model, top: int = 10) -> pandas.DataFrame:
    """A row for each topic by falling weight, with its `top` most probable words as a list."""
    return _frame(_topics(model, top), TOPICS)


def topics_to_arrow(model: Model, top: int = 10) -> pyarrow.Table:
    """A row for each topic by falling weight, with its `top` most probable words as a list."""
    return _table(_topics(model, top), TOPICS)


def _topics(model: Model, top: int) -> dict[str, Sequence[Any]]:
    rows = model.topic_table(top)
    columns: dict[str, Sequence[Any]] = {
        name: [getattr(topic, name) for topic in rows]
        for name in ("id", "weight", "share", "sentences", "documents", "label")
    }
    words = [list(topic.words) for topic in rows]
    return columns | {"words": words}


def _frame(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, Kind]) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError as error:
        raise missing_extra(error, "pandas") from error
    series = {
        name: pandas.Series(_values(columns[name]), dtype=TYPES[kind][0])
        for name, kind in kinds.items()
    }
    return pandas.DataFrame(series)


def _table(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, Kind]) -> pyarrow.Table:
    try:
        import pyarrow
    except ImportError as error:
        raise missing_extra(error, "arrow") from error
    fields = []
    for name, kind in kinds.items():
        type = pyarrow.type_for_alias(TYPES[kind][1])
        if kind.startswith("name"):
            type = pyarrow.dictionary(pyarrow.int32(), type)
        elif kind == "words":
            type = pyarrow.list_(type)
        fields.append(pyarrow.field(name, type, nullable="none" in kind))
    content = {name: _values(columns[name]) for name in kinds}
    return pyarrow.table(content, schema=pyarrow.schema(fields))


def _values(column: Sequence[Any]) -> list[Any]:
    """The values of a column; lone surrogates, which neither library can write, become U+FFFD."""
    return [
        replace_surrogates(value)
        if isinstance(value, str)
        else _values(value)
        if isinstance(value, list)
        else value
        for value in column
    ]
