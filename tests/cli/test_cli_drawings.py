"""What the command line draws: files that open by themselves."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

QUESTION = "Who should not look at the sun?"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "app.md"


@pytest.mark.parametrize("command", [("topics",), ("explain", QUESTION)])
def test_drawings_are_svg_files(cli, case, command):
    done = cli(*command, case, "--format", "svg", "-o", "drawn.svg")
    assert (done.code, done.out) == (0, "")
    text = Path("drawn.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert all(name in text for name in ("eyes.md", "moon.txt", "roads.txt"))
    assert "<style>" in text


@pytest.mark.parametrize("command", [("topics",), ("explain", QUESTION)])
def test_pages_with_drawings_need_nothing_else(cli, case, command):
    page = cli(*command, case, "--format", "html")
    assert page.code == 0
    assert page.out.startswith("<!doctype html>")
    assert page.out.count("<svg") >= 2
    assert "<script" not in page.out
    assert " style=" not in page.out
    assert "default-src 'none'" in page.out
    assert cli(*command, case, "--format", "html").out == page.out


def test_python_of_the_page_on_drawings_runs(case, capsys):
    made = [{}, {}]
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    for block, names in zip(blocks, made, strict=True):
        exec(block, names)
    assert made[0]["drawn"].rows[0].label in capsys.readouterr().out
    assert all(ElementTree.fromstring(names["svg"]) is not None for names in made)
