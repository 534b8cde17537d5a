import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.load import read_paths
from hyperdigest.read.notebook import MOST_LINES, read_notebook
from hyperdigest.split.blocks import find_blocks


def notebook(*cells: dict[str, Any], **metadata: Any) -> bytes:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}).encode()


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": [f"{line}\n" for line in lines]}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": outputs, "execution_count": 1}


def shown(**data: Any) -> dict[str, Any]:
    kinds = {"plain": "text/plain", "html": "text/html", "png": "image/png", "md": "text/markdown"}
    return {"output_type": "display_data", "data": {kinds[key]: data[key] for key in data}}


def placed(content: Content) -> list[tuple[str, str, str]]:
    document = Document("n", "n.ipynb", content.text, format="markdown", places=content.places)
    return [
        (block.kind, document.place(block.start), content.text[block.start : block.end])
        for block in find_blocks(content.text, "markdown")
    ]


def test_cells_programs_and_their_output_are_read_with_their_places():
    content = read_notebook(
        notebook(
            markdown("# Counting birds", "", "We count *wrens*:", "", "- one", "- two"),
            code("n = 14\nprint(n)", {"output_type": "stream", "name": "stdout", "text": ["14\n"]}),
            code("n / 2", shown(plain="7.0")),
            {"cell_type": "raw", "source": "As it is."},
            code(""),
            markdown("The end."),
            language_info={"name": "python"},
            authors=[{"name": "Ada Lovelace"}, "Charles Babbage"],
        )
    )
    assert content.title == "Counting birds"
    assert content.authors == ("Ada Lovelace", "Charles Babbage")
    assert placed(content) == [
        ("heading", "cell 1", "Counting birds"),
        ("paragraph", "cell 1", "We count *wrens*:"),
        ("item", "cell 1", "one"),
        ("item", "cell 1", "two"),
        ("code", "cell 2", "n = 14\nprint(n)"),
        ("code", "cell 2, output", "14"),
        ("code", "cell 3", "n / 2"),
        ("code", "cell 3, output", "7.0"),
        ("paragraph", "cell 4", "As it is."),
        ("paragraph", "cell 6", "The end."),
    ]


def test_tables_are_read_as_tables_and_pictures_are_left_out():
    table = "<table><tr><th>Bird</th><th>Number</th></tr><tr><td>Wr|en</td><td>14</td></tr></table>"
    content = read_notebook(
        notebook(
            code("a", shown(plain="  Bird\n0 Wren", html=f"<style>x</style>{table}")),
            code("b", shown(plain="<Figure size 640x480 with 1 Axes>", png="AAAA")),
            code("c", shown(plain="[<matplotlib.lines.Line2D at 0x7f2a>]")),
            code("d", shown(md="A **bold** claim.", plain="no")),
        )
    )
    assert [each for each in placed(content) if "output" in each[1]] == [
        ("header", "cell 1, output", "| Bird | Number |"),
        ("table", "cell 1, output", "| Wr\\|en | 14 |"),
        ("paragraph", "cell 4, output", "A **bold** claim."),
    ]


def test_errors_and_terminal_output_are_read_as_they_are_seen():
    content = read_notebook(
        notebook(
            code(
                "x",
                {"output_type": "stream", "text": "10%\r50%\r100%\n\x1b[31mred\x1b[0m\n"},
                {
                    "output_type": "error",
                    "ename": "NameError",
                    "evalue": "no x",
                    "traceback": ["\x1b[31mlong\x1b[0m"],
                },
            )
        )
    )
    outputs = [each[2] for each in placed(content)[1:]]
    assert outputs == ["100%\nred", "NameError: no x"]


def test_long_output_is_cut_and_that_is_told():
    lines = "".join(f"line {n}\n" for n in range(10_000))
    content = read_notebook(
        notebook(code("x"), code("y", {"output_type": "stream", "text": lines}))
    )
    assert f"line {MOST_LINES - 1}\n" in content.text
    assert f"line {MOST_LINES}\n" not in content.text
    assert content.notes == (
        "has long output, of which 500 lines and 50,000 characters are read at most: cell 2",
    )


def test_fences_of_a_cell_end_with_it():
    content = read_notebook(
        notebook(markdown("```python", "open"), code("s = '''\n```\n'''"), markdown("Prose after."))
    )
    assert [each[0] for each in placed(content)] == ["code", "code", "paragraph"]


@pytest.mark.parametrize(
    "old",
    [
        {
            "nbformat": 3,
            "worksheets": [
                {
                    "cells": [
                        {"cell_type": "heading", "level": 2, "source": ["Birds"]},
                        {
                            "cell_type": "code",
                            "language": "python",
                            "input": ["a = 1", "a"],
                            "outputs": [{"output_type": "pyout", "text": ["1"]}],
                        },
                    ]
                }
            ],
        },
    ],
)
def test_old_notebooks_are_read(old: dict[str, Any]):
    assert placed(read_notebook(json.dumps(old).encode())) == [
        ("heading", "cell 1", "Birds"),
        ("code", "cell 2", "a = 1\na"),
        ("code", "cell 2, output", "1"),
    ]


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"cells": 3}', b"[" * 100_000, b"\x00\x01"])
def test_what_is_no_notebook_is_told(data: bytes):
    with pytest.raises(ReadError, match=r"is not a notebook|is binary"):
        read_notebook(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text("a`|#\n<", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("cell_type", "source", "outputs", "data", "text/html", "text", "level")
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


KINDS = st.sampled_from(("code", "markdown", "heading", "raw", "odd"))


@given(
    st.lists(
        st.fixed_dictionaries({}, optional=dict.fromkeys(("source", "outputs", "level"), JSON))
        | st.fixed_dictionaries({"cell_type": KINDS, "source": JSON, "outputs": st.lists(JSON)})
    ),
    JSON,
)
def test_odd_cells_lose_nothing_but_themselves(cells: list[dict[str, Any]], about: Any):
    value = {"cells": [*cells, markdown("Prose after.")], "metadata": about}
    assert read_notebook(json.dumps(value).encode()).text.endswith("Prose after.\n")


def test_a_notebook_is_a_document_with_sentences_of_its_cells(tmp_path: Path):
    path = tmp_path / "birds.ipynb"
    path.write_bytes(notebook(markdown("Wrens sing at dawn.")))
    (document,) = read_paths([path]).documents
    assert document.format == "markdown"
    assert document.place(0) == "cell 1"
