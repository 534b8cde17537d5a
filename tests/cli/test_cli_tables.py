TICKETS = """place;words
Oslo;The tram is late on every Monday, and nobody says why.
Rome;The tram costs three euros, which is too much for a short way.
"""


def test_a_row_is_shown_with_its_place(cli, tmp_path):
    (tmp_path / "a.csv").write_text("Line,Length\nHarbour tram,7 km\nHill tram,9 km\n")
    result = cli("ask", "How long is the harbour tram?", tmp_path / "a.csv", "--words", "10")
    assert "Harbour tram  7 km    [1] row 2" in result.out


def test_the_column_of_texts_is_chosen(cli, tmp_path):
    (tmp_path / "a.csv").write_text(TICKETS)
    ask = "ask", "What does the tram cost?", tmp_path / "a.csv", "--words", "20"
    assert "a.csv/3" not in cli(*ask).out
    chosen = cli(*ask, "--text-column", "words").out
    assert "[1] row 3" in chosen
    assert "a.csv/3" in chosen
    assert "a.csv/3" in cli("doctor", tmp_path / "a.csv", "--text-column", "words").out
    warned = cli(*ask, "--text-column", "story")
    assert "a.csv has no column story, and is read as a table" in warned.out
