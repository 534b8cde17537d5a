"""Sources of manual pages, read by mandoc."""

import gzip
from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import label_of
from hyperdigest.read.formats import sniff
from hyperdigest.read.man_pages import read_man
from needed import needs

PAGE = b"""'\\" t
.\\" A page of our own.
.de Sp
.if n .sp
..
.TH WINCH 1 2026-11-01
.SH NAME
winch \\- turn the winch of the lock
.SH OPTIONS
.TP
.BR \\-s ", " \\-\\-slowly
Turn it with half of the power, so that nobody in a small boat is scared.
.TP
.BI \\-\\-turns= COUNT
Stop after so many turns; the default is 12.
.SH EXAMPLES
To close the gate behind a boat:
.PP
.nf
    winch \\-\\-turns=30 gate
.fi
"""


@pytest.mark.parametrize(
    "source",
    [
        PAGE,
        b'\\"By hand.\n.TH WINCH 1\n',
        b".Dd November 1, 2026\n.Dt WINCH 1\n",
        b".so man1/winch.1\n",
    ],
)
def test_sources_of_manual_pages_are_known_by_their_first_lines(source):
    assert sniff(source) == "man"


@pytest.mark.parametrize("text", [b".profile is read first.\n", b"\n.TH\n", b"The .TH macro.\n"])
def test_other_texts_are_none(text):
    assert sniff(text) == "text"


def test_options_have_names_and_commands_what_introduces_them(tmp_path: Path):
    needs("mandoc")
    (tmp_path / "winch.1.gz").write_bytes(gzip.compress(PAGE))
    collection = Collection.read(tmp_path, language="en")
    assert collection.documents[0].title == "winch - turn the winch of the lock"
    model = collection.fit()
    slowly = model.digest("What does --slowly do?", 30).sentences[0]
    assert slowly.text.startswith("Turn it with half of the power")
    assert [each.text for each in slowly.context] == ["-s, --slowly"]
    close = model.digest("How do I close the gate?", 30).sentences[0]
    assert close.text == "winch --turns=30 gate"
    assert close.context[-1].text == "To close the gate behind a boat:"


def test_a_log_with_a_number_is_read_as_text(tmp_path: Path):
    (tmp_path / "winch.log.1").write_text("The winch stopped at noon, and nobody knows why.\n")
    document = Collection.read(tmp_path).documents[0]
    assert document.text.startswith("The winch stopped at noon")
    assert label_of(document.name, document.format) == "plain text"


def test_a_page_includes_no_other_file(tmp_path: Path):
    needs("mandoc")
    (tmp_path / "secret").write_text("The code is 1234.")
    page = PAGE + f".so {tmp_path}/secret\n.pso cat {tmp_path}/secret\n".encode()
    assert "1234" not in read_man(page).text


def test_another_name_of_a_page_says_which_page_it_is():
    with pytest.raises(ReadError, match=r"another name of man1/winch\.1: give that"):
        read_man(b".so man1/winch.1\n")


def test_without_mandoc_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ReadError, match=r"install mandoc, or save as \.txt what man shows"):
        read_man(PAGE)
