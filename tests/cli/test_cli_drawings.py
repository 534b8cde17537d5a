"""What the command line draws: files that open by themselves."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

QUESTION = "Who should not look at the sun?"


def test_the_map_of_topics_is_an_svg_file(cli, case):
    done = cli("topics", case, "--format", "svg", "-o", "map.svg")
    assert (done.code, done.out) == (0, "")
    text = Path("map.svg").read_text(encoding="utf-8")
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
