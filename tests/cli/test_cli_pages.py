"""`ask --pages`: the cited pages as images in the report."""

from needed import needs
from oracles.cli import QUICK
from pages_made import scanned, typeset

TEXT = ["The tram costs 340 million euros. It rings its bell in all the old streets of the town."]


def test_a_report_shows_the_pages_that_it_cites(cli, tmp_path):
    (tmp_path / "tram.pdf").write_bytes(typeset(TEXT))
    target = tmp_path / "report.html"
    ask = "ask", "What does the tram cost?", tmp_path / "tram.pdf", *QUICK, "--pages"
    assert cli(*ask, "-o", target).code == 0
    assert '<img src="data:image/png;base64,' in target.read_text()
    assert "needs the format html, and the format is text" in cli(*ask).mistake


def test_scanned_pages_are_read_on_demand(cli, tmp_path):
    needs("tesseract")
    (tmp_path / "scan.pdf").write_bytes(scanned(typeset(TEXT)))
    ask = "ask", "What does the tram cost?", tmp_path / "scan.pdf", *QUICK
    assert "read it with OCR (--ocr)" in cli(*ask).mistake
    result = cli(*ask, "--ocr")
    assert result.code == 0
    assert "The tram costs 340 million euros. [1] p. 1, read by machine" in result.out
    saved = tmp_path / "case.hdig"
    assert cli("fit", tmp_path / "scan.pdf", "--ocr", "-o", saved, *QUICK).code == 0
    assert "p. 1, read by machine" in cli("ask", "What does the tram cost?", saved).out
    for option in ("--ocr", "--without-suffix"):
        mistake = cli("ask", "What does the tram cost?", saved, option).mistake
        assert f"{option} does not apply" in mistake
        assert "whose documents have been read" in mistake
