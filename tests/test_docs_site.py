"""The site that `mkdocs build --strict` makes: whole, and showing nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from needed import needs

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = re.compile(r"(?:src|href)=[\"']?(?:https?:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built without a network as all tests are."""
    needs("mkdocs")
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(place)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return place


def texts(site, suffix):
    return {path: path.read_text(encoding="utf-8") for path in site.rglob(f"*{suffix}")}


def test_every_page_is_in_the_navigation(site):
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:")[1]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if f": {page}\n" not in navigation} == set()
    for page in pages | {"changelog.md"}:
        assert (site / page).with_suffix(".html").is_file()


def test_no_page_loads_anything_from_elsewhere(site):
    for path, text in texts(site, ".html").items():
        loading = re.findall(r"<(?:script|img|iframe|link|source|object)\b[^>]*>", text)
        assert [
            tag for tag in loading if re.search(r"(?:src|href)=[\"\']?(?:https?:)?//", tag)
        ] == []
        assert "@import" not in text, path
    for path, text in texts(site, ".css").items():
        assert not re.search(r"url\([\"\']?(?:https?:)?//|@import", text), path


def test_equations_are_shown_without_a_script(site):
    page = (site / "method.html").read_text(encoding="utf-8")
    assert page.count('display="block"') >= 10
    assert "arithmatex" not in page
    assert "merror" not in page
    assert "\\frac" not in page


def test_the_reference_tells_of_what_is_public(site):
    page = (site / "api.html").read_text(encoding="utf-8")
    for name in ("hyperdigest.Collection", "hyperdigest.Model", "hyperdigest.Digest"):
        assert f'id="{name}"' in page
    assert "in reading order." in page
    assert "<code>in reading order.</code>" not in page


def test_the_search_finds_every_page(site):
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    for page in texts(site, ".html"):
        if page.name != "404.html":
            assert page.relative_to(site).as_posix() in index


def test_language_models_find_the_skill_and_the_pages_as_markdown(site):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (site / "llms.txt").read_text(encoding="utf-8"))
    assert {"SKILL.md", "adapters.md", "cli.md", "formats.md"} <= set(links)
    for link in links:
        assert (site / link).is_file(), link
