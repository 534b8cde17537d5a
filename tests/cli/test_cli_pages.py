"""`ask --pages`: the cited pages as images in the report."""

from oracles.cli import QUICK
from pages_made import typeset

TEXT = ["The tram costs 340 million euros. It rings its bell in all the old streets of the town."]


def test_a_report_shows_the_pages_that_it_cites(cli, tmp_path):
    (tmp_path / "tram.pdf").write_bytes(typeset(TEXT))
    target = tmp_path / "report.html"
    ask = "ask", "What does the tram cost?", tmp_path / "tram.pdf", *QUICK, "--pages"
    assert cli(*ask, "-o", target).code == 0
    assert '<img src="data:image/png;base64,' in target.read_text()
    assert "is for a report in HTML, not text" in cli(*ask).mistake
