"""`ask --pages`: the cited pages as images in the report."""

from marks_made import highlights
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
    (tmp_path / "draft.md").write_text("We read: “The tram costs 340 million euros.”\n")
    ask = "ask", "What does the tram cost?", saved
    verify = "verify", tmp_path / "draft.md", saved
    for option in (["--ocr"], ["--without-suffix"], ["--text-column", "body"]):
        name = option[0].removeprefix("--").replace("-", "_")
        for mistake in (cli(*ask, *option).mistake, cli(*verify, *option).mistake):
            assert f"{name} does not apply" in mistake
            assert "whose documents have been read" in mistake
    draft = typeset(['The report says: "The tram costs 340 million euros." It rings no bell.'])
    (tmp_path / "draft.pdf").write_bytes(scanned(draft))
    result = cli("verify", tmp_path / "draft.pdf", saved, "--ocr")
    assert (result.code, "found: scan.pdf" in result.out) == (0, True)


def test_copies_with_highlights_are_written_beside_the_digest(cli, tmp_path):
    (tmp_path / "tram.pdf").write_bytes(typeset(TEXT))
    marked, saved = tmp_path / "marked", tmp_path / "case.hdig"
    ask = "ask", "What does the tram cost?"
    result = cli(*ask, tmp_path / "tram.pdf", *QUICK, "--highlight", marked)
    assert result.code == 0
    assert "The tram costs 340 million euros." in result.out
    assert f"marked {marked / 'tram-marked.pdf'}\n" in result.err
    notes = [mark.note for mark in highlights((marked / "tram-marked.pdf").read_bytes())]
    assert notes[0] == "[1] What does the tram cost?"
    assert cli("fit", tmp_path / "tram.pdf", "-o", saved, *QUICK).code == 0
    again = cli(*ask, saved, "--highlight", tmp_path / "again")
    assert again.out == result.out
    copies = (folder / "tram-marked.pdf" for folder in (marked, tmp_path / "again"))
    assert next(copies).read_bytes() == next(copies).read_bytes()
    (tmp_path / "tram.pdf").write_bytes(typeset(["Another text has taken its place by now."]))
    changed = cli(*ask, saved, "--highlight", tmp_path / "late")
    assert changed.code == 0
    assert changed.out == result.out
    assert "warning: no marked copy of tram.pdf: it has changed since it was read" in changed.err


def test_a_folder_for_copies_is_checked_before_the_question(cli, tmp_path, folder):
    (tmp_path / "file").write_text("")
    ask = "ask", "What does the tram cost?", "docs", "--highlight"
    assert "file: it is a file; name another one" in cli(*ask, tmp_path / "file").mistake
    assert "there is no folder" in cli(*ask, tmp_path / "no" / "marked").mistake
    result = cli(*ask, tmp_path / "marked", *QUICK)
    assert f"nothing was written to {tmp_path / 'marked'}: the digest cites no PDF" in result.err
