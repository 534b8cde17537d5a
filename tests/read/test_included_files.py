"""Files that reStructuredText, AsciiDoc and Org include; those of LaTeX are in test_read_latex."""

from pathlib import Path

import pytest

from hyperdigest.read import read_paths
from hyperdigest.read.load import Reading


def read(folder: Path, files: dict[str, str], main: str = "") -> Reading:
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)
    return read_paths([folder / main if main else folder])


def text_of(folder: Path, files: dict[str, str], main: str) -> str:
    (document,) = read(folder, files, main).documents
    return document.text


RST = {
    "main.rst": "Harbour\n=======\n\n.. include:: parts/ferry.inc\n\nLast words.\n",
    "parts/ferry.inc": "Ferry\n-----\n\nIt sails at nine.\n\n.. include:: more.inc\n",
    "parts/more.inc": "It returns at ten.\n",
}
ADOC = {
    "main.adoc": "= Harbour\n:dir: parts\n\ninclude::{dir}/ferry.inc[]\n\nLast words.\n",
    "parts/ferry.inc": "== Ferry\n\nIt sails at nine.\n\ninclude::more.inc[]\n",
    "parts/more.inc": "It returns at ten.\n",
}
ORG = {
    "main.org": '#+TITLE: Harbour\n\n#+INCLUDE: "parts/ferry.inc"\n\nLast words.\n',
    "parts/ferry.inc": "* Ferry\n\nIt sails at nine.\n\n#+include: more.inc\n",
    "parts/more.inc": "It returns at ten.\n",
}


@pytest.mark.parametrize("files", [RST, ADOC, ORG])
def test_files_are_included_in_their_place(tmp_path: Path, files: dict[str, str]):
    (document,) = read(tmp_path, files, next(iter(files))).documents
    assert document.text.split("\n\n") == [
        "Harbour", "Ferry", "It sails at nine.", "It returns at ten.", "Last words.",
    ]  # fmt: skip
    assert [document.place(document.text.index(word)) for word in ("sails", "returns")] == [
        f"parts/ferry.inc, line {3 + (files is RST)}", "parts/more.inc, line 1",
    ]  # fmt: skip
    assert document.place(document.text.index("Last")).startswith("line ")


INCLUDES = [
    ("rst", ".. include:: {}\n\n"),
    ("adoc", "include::{}[]\n\n"),
    ("org", "#+INCLUDE: {}\n\n"),
]


@pytest.mark.parametrize(("suffix", "include"), INCLUDES)
def test_only_files_of_the_folder_are_included_and_none_in_itself(
    tmp_path: Path, suffix: str, include: str
):
    names = ["../secret", "/etc/hostname", "link", f"main.{suffix}", "loop", "none"]
    files = {
        "secret": "Secret.",
        f"paper/main.{suffix}": "Text.\n\n" + "".join(map(include.format, names)),
        "paper/loop": f"Loop.\n\n{include.format(f'main.{suffix}')}{include.format('loop')}",
    }
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper/link").symlink_to(tmp_path / "secret")
    reading = read(tmp_path, files, f"paper/main.{suffix}")
    (document,) = reading.documents
    assert document.text == "Text.\n\nLoop."
    assert reading.notes == (
        f"main.{suffix} includes 1 file not found beside it: none",
        f"main.{suffix} includes 3 files outside of its folder, which is not read: ../secret,"
        " /etc/hostname, link",
    )


@pytest.mark.parametrize(("suffix", "include"), INCLUDES)
def test_an_included_file_is_read_once_with_its_folder(tmp_path: Path, suffix: str, include: str):
    files = {
        f"main.{suffix}": f"Main.\n\n{include.format(f'one.{suffix}')}",
        f"one.{suffix}": "One.\n",
        f"two.{suffix}": "Two.\n",
    }
    reading = read(tmp_path, files)
    assert sorted(each.text for each in reading.documents) == ["Main.\n\nOne.", "Two."]
    (warning,) = reading.warnings
    assert f"one.{suffix}" in warning and "are read as parts of other files" in warning


@pytest.mark.parametrize(("suffix", "include"), INCLUDES)
def test_files_that_include_each_other_many_times_are_bounded(
    tmp_path: Path, suffix: str, include: str
):
    files = {
        f"{n}.{suffix}": f"Part {n}.\n\n" + include.format(f"{n + 1}.{suffix}") * 3
        for n in range(40)
    }
    reading = read(tmp_path, files, f"0.{suffix}")
    assert len(reading.documents[0].text) < 100_000
    assert "that cannot be read, or are too many" in "".join(reading.notes)


LISTING = "# begin\nimport ferry\n# end\nprint(9)\n"


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("", LISTING.strip()),
        ("   :lines: 2, 4-\n", "import ferry\nprint(9)"),
        ("   :start-after: begin\n   :end-before: # end\n", "import ferry"),
        ("   :start-at: import\n   :end-at: end\n", "import ferry\n# end"),
    ],
)
def test_code_of_other_files_is_code(tmp_path: Path, options: str, shown: str):
    files = {
        "main.rst": f"Text.\n\n.. literalinclude:: ferry.py\n   :language: python\n{options}\nEnd.",
        "ferry.py": LISTING,
    }
    (document,) = read(tmp_path, files, "main.rst").documents
    code = [block for block in document.blocks if block.kind == "code"]
    assert [document.text[block.start : block.end] for block in code] == [shown]
    assert document.text.endswith("End.")


MODULE = """import ferry

class Ferry:
    @timed
    def sail(
        self,
    ):
        return 9

    async def land(self): pass

def sail():
    '''
Text at the edge.
    '''
"""


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("Ferry", 3, 10), ("Ferry.sail", 4, 8), ("Ferry.land", 10, 10), ("sail", 12, 15)],
)
def test_an_object_of_python_is_shown_with_its_decorators(
    tmp_path: Path, name: str, first: int, last: int
):
    files = {
        "main.rst": f"Text.\n\n.. literalinclude:: ferry.py\n   :pyobject: {name}\n\nEnd.",
        "ferry.py": MODULE,
    }
    (document,) = read(tmp_path, files, "main.rst").documents
    [code] = [block for block in document.blocks if block.kind == "code"]
    shown = "\n".join(MODULE.splitlines()[first - 1 : last])
    assert document.text[code.start : code.end].split() == shown.split()


def test_tables_in_files_are_tables(tmp_path: Path):
    files = {
        "main.rst": ".. csv-table:: Days\n   :header-rows: 1\n   :file: days.csv\n\nEnd.",
        "days.csv": 'day,ferry\nMonday,"nine, ten"\n',
    }
    text = text_of(tmp_path, files, "main.rst")
    assert text == "Days\n\nday\tferry\n\nMonday\tnine, ten\n\nEnd."


@pytest.mark.parametrize("module", [MODULE, "def sail(:", "(" * 100_000, "#"])
def test_a_part_that_is_not_found_is_told(tmp_path: Path, module: str):
    files = {
        "main.rst": "Text.\n\n.. literalinclude:: ferry.py\n   :pyobject: Ferry.none\n",
        "ferry.py": module,
    }
    reading = read(tmp_path, files, "main.rst")
    assert reading.notes == (
        "main.rst includes 1 file of which only a part is included that is not found: ferry.py",
    )


def test_directives_in_code_and_comments_are_none(tmp_path: Path):
    rst = (
        "Write::\n\n   .. include:: a.txt\n\n.. code-block:: rst\n\n   .. include:: a.txt\n\n"
        ".. A comment\n\n   .. include:: a.txt\n\n.. raw:: html\n\n   .. include:: a.txt\n\n"
        "- An item::\n\n     .. include:: a.txt\n\n"
        "  .. include:: a.txt\n"
    )
    text = text_of(tmp_path, {"main.rst": rst, "a.txt": "Included."}, "main.rst")
    assert text.count(".. include:: a.txt") == 3
    assert text.count("Included.") == 1
    org = '#+begin_src org\n#+INCLUDE: "a.txt"\n#+end_src\n'
    assert text_of(tmp_path, {"main.org": org}, "main.org") == '#+INCLUDE: "a.txt"'
    escaped = "ifdef::never[]\ninclude::b.txt[]\nendif::[]\n\\include::a.txt[]\n"
    reading = read(tmp_path, {"main.adoc": escaped}, "main.adoc")
    assert reading.documents[0].text == "include::a.txt[]"
    assert not reading.notes


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("", "Ferry\n\nIt sails.\n\nIt returns."),
        ("lines=3..4", "It sails."),
        ("tag=back", "It returns."),
        ("tags=*;!back", ""),
        ("tags=!back", "Ferry\n\nIt sails."),
    ],
)
def test_parts_of_asciidoc(tmp_path: Path, given: str, shown: str):
    files = {
        "main.adoc": f"Text.\n\ninclude::a.adoc[{given}]",
        "a.adoc": "== Ferry\n\nIt sails.\n\n// tag::back[]\nIt returns.\n// end::back[]\n",
    }
    assert text_of(tmp_path, files, "main.adoc") == f"Text.\n\n{shown}".strip()


def test_headings_of_included_files_are_below_those_around_them(tmp_path: Path):
    files = {
        "main.adoc": "= A\n\n== B\n\ninclude::c.adoc[leveloffset=+1]\n",
        "c.adoc": "== C\n\n=== D\n\nText.\n",
        "main.org": '* A\n** B\n#+INCLUDE: "c.org"\n** E\nText.\n',
        "c.org": "* C\n** D\nText.\n",
    }
    for main, levels in (("main.adoc", [1, 2, 3, 4]), ("main.org", [1, 2, 3, 4, 2])):
        (document,) = read(tmp_path, files, main).documents
        assert [b.level for b in document.blocks if b.kind == "heading"] == levels


SECTIONS = """First.
* TODO [#A] Ferry :sea:
:PROPERTIES:
:CUSTOM_ID: boat
:END:
It sails.
** Back
It returns.
* Bus
It drives.
"""


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        ("::*ferry", "TODO Ferry\n\nIt sails.\n\nBack\n\nIt returns."),
        ("::#boat", "TODO Ferry\n\nIt sails.\n\nBack\n\nIt returns."),
        ("::*Back", "Back\n\nIt returns."),
        ("::*Bus", "Bus\n\nIt drives."),
    ],
)
def test_sections_of_org(tmp_path: Path, part: str, shown: str):
    files = {
        "main.org": f'#+INCLUDE: "b.org{part}"\n\n#+INCLUDE: "b.org{part}" :only-contents t\n',
        "b.org": SECTIONS,
    }
    contents = shown.partition("\n\n")[2]
    assert text_of(tmp_path, files, "main.org") == f"{shown}\n\n{contents}"


def test_parts_of_org_that_are_not_found_are_told(tmp_path: Path):
    files = {
        "main.org": '#+INCLUDE: "a.py" src python :lines "1-3"\n#+INCLUDE: "b.org::*Part"\n',
        "a.py": "one\ntwo\nthree\n",
        "b.org": "* Parts\nText.\n",
    }
    reading = read(tmp_path, files, "main.org")
    assert reading.documents[0].text == "one\ntwo"
    assert "only a part is included that is not found: b.org" in reading.notes[0]


def test_what_would_be_too_much_with_the_rest_is_left_out(tmp_path: Path):
    files = {
        "main.rst": "*Text*.\n\n.. include:: a.inc\n\n.. include:: b.inc\n",
        "a.inc": "Word.\n" * 200_000,
        "b.inc": "Last words.\n",
    }
    reading = read(tmp_path, files, "main.rst")
    assert reading.documents[0].text.startswith("Text.")
    assert reading.notes[0].startswith("main.rst includes 2 files that cannot be read, or are too")
