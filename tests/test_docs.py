import importlib.util
import re
from collections import Counter
from pathlib import Path

import pytest

from hyperdigest.options import Options
from needed import needs

ROOT = Path(__file__).resolve().parent.parent
REQUIRED = {
    "Section (preprocSection)",
    "Section (topicSection)",
    "Eq. (eqnStickBreak)",
    "Eq. (probaTopicTerm)",
    "Eq. (psi)",
    "Eq. (isfDef)",
    "Eq. (tft)",
    "Eq. (EntropyOneEqn)",
    "Eq. (tdp)",
    "Eq. (rel)",
    "Eq. (w)",
    "Eq. (p(e|t))",
    "Eq. (p(e|i))",
    "Algorithm (algorithmHYPER)",
    "Table (tabHyperedges), row MRC",
    "Table (tabHyperedges), row LDA",
    "Table (tabHyperedges), row TERMS",
    "Table (tabHyperedges), row KMEANS",
    "Table (tabHyperedges), row AGGLOMERATIVE",
    "Table (tabHyperedges), row DBSCAN",
    "Eq. (sentenceTransition)",
    "Eq. (queryBiasedTransition)",
    "Eq. (p(j|q))",
    "Eq. (pagerank)",
    "Eq. (eqnCoverageX)",
    "Eq. (p(S|i))",
    "Eq. (C(S))",
    "Eq. (defObjFct)",
    "Algorithm (algorithmSUBM)",
    "Eq. (H(p))",
    "Table (tabCover), row MRC",
    "Table (tabCover), row GRR",
    "Table (tabCover), row OPH",
    "Table (tabCover), row MRMS",
    "Table (tabCover), row MCS",
    "Eq. (defMRproblem)",
    "Eq. (Q(S))",
    "Eq. (R(S))",
    "Table (tabGraphMethods), row TS-LEXRANK",
    "Eq. (r_i)",
    "Table (tabGraphMethods), row HUBS & AUTH",
    "Eq. (q_l)",
    "Table (tabGraphMethods), row HYPERSUM",
    "Table (tabGraphMethods), row HERF",
    "Table (tabCompar), row Basel",
    "Section (sectionParamTuning)",
    "Table (tabNewSummary)",
    "Table (tabHyperedges)",
    "Table (tabCover)",
    "Table (tabGraphMethods)",
    "Table (tabCompar)",
}


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_equation_has_one_home(generate):
    claims = Counter(tag for tag, _, _ in generate.equations())
    assert set(claims) == REQUIRED
    assert [tag for tag, count in claims.items() if count > 1] == []


@pytest.mark.slow
def test_the_generated_pages_are_up_to_date(generate):
    for name, page in generate.PAGES.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == page(), name


def pages():
    named = ("README.md", "SKILL.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md",
             "docs/llms.txt")  # fmt: skip
    folders = ("docs", "benchmarks")
    found = (sorted((ROOT / folder).rglob("*.md")) for folder in folders)
    return [*(ROOT / name for name in named), *(page for pages in found for page in pages)]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    made_when_built = {"changelog.md"}
    for target in re.findall(r"\]\((?!https://)([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target in made_when_built or (page.parent / target).exists(), target


def anchors(page):
    """The anchors of a page's headings, as the site names them."""
    from markdown.extensions.toc import slugify

    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {slugify(re.sub(r"[`*]|\]\([^)]*\)", "", heading), "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_to_headings_lead_to_one(page):
    needs("markdown")
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!https://)([^)#]*)#([^)]+)\)", text):
        assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


def test_the_documentation_is_short():
    """A page that comes in or grows takes something out: the README fits a screen or two."""
    readme = ROOT / "README.md"
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md")]
    words = [len(text.split()) for text in (readme.read_text(encoding="utf-8"), *texts)]
    assert words[0] <= 900
    assert sum(words) <= 29_000


def test_the_page_on_the_code_names_what_the_files_define():
    page = ROOT / "docs" / "code.md"
    named = re.findall(r"\[`(\w+)`\]\(([^)#]+\.py)\)", page.read_text(encoding="utf-8"))
    assert named
    for name, target in named:
        file = page.parent / target
        defined = rf"^ *(?:def|class) {name}\b|^{name} ="
        known = {file.stem, file.parent.name}
        assert name in known or re.search(defined, file.read_text(encoding="utf-8"), re.M), name


def test_the_layers_show_what_imports_what(generate):
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": {"c", "e"}, "e": set(), "f": set()}
    assert generate.layers(graph) == [["a"], ["b"], ["c", "d"], ["e", "f"]]
    assert "errors" in generate.imports()["base"]


def test_the_method_names_the_values_of_the_presets():
    text = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
    paper, default = Options.preset("paper"), Options.preset("default")
    for options in (paper, default):
        assert f"zeta {options.term_concentration:g}: " in text
        assert f"lambda {options.query_balance:g}, mu {options.damping:g} |" in text
    assert f"nu = {paper.coverage_balance:g}, by gain over length |" in text
    assert f"by gain over length to the power {default.cost_exponent:g} |" in text
    assert f"topics of {default.samples} posterior samples" in text
    assert f"prose of at least {default.shortest} words" in text
