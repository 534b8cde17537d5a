"""The tables of a saved collection, as SQL, and how their columns of numbers are written."""

OF_SENTENCES = {
    **dict.fromkeys(("start", "end", "words"), "<i4"),
    "form": "u1",
    "said": "<u8",
}
INT = "<i4"
"""How the numbers of a column are written."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
    format TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL, pages TEXT NOT NULL,
    "start" BLOB NOT NULL, "end" BLOB NOT NULL, words BLOB NOT NULL, form BLOB NOT NULL,
    said BLOB NOT NULL, tokens BLOB NOT NULL, terms BLOB NOT NULL,
    topics BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL, word TEXT NOT NULL);
CREATE TABLE postings (
    term INTEGER PRIMARY KEY, documents BLOB NOT NULL, counts BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE arrays (
    name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL,
    sha256 BLOB NOT NULL);
CREATE VIEW sentences AS
    WITH RECURSIVE
    numbers(n) AS (
        SELECT 0 UNION ALL
        SELECT n + 1 FROM numbers WHERE n + 1 < (SELECT max(length(form)) FROM documents)),
    digits(document, number, text, first, last) AS (
        SELECT id, n, text, hex(substr("start", 4 * n + 1, 4)), hex(substr("end", 4 * n + 1, 4))
        FROM documents JOIN numbers ON n < length(form)),
    spans(document, number, text, "start", "end") AS (
        SELECT document, number, text,
            (SELECT sum(instr('123456789ABCDEF', substr(first, place, 1)) << shift) FROM nibbles),
            (SELECT sum(instr('123456789ABCDEF', substr(last, place, 1)) << shift) FROM nibbles)
        FROM digits),
    nibbles(place, shift) AS (
        VALUES (1, 4), (2, 0), (3, 12), (4, 8), (5, 20), (6, 16), (7, 28), (8, 24))
    SELECT document, number, "start", "end", substr(text, "start" + 1, "end" - "start") AS text
    FROM spans;
"""

FORMER_COLUMNS = ("first_person", "second_person", "linking", "points_back")
"""What files of format 3 have of each sentence behind `said`, and nothing counts any more."""

FORMER_SCHEMA = SCHEMA.replace(
    "said BLOB NOT NULL, ",
    "said BLOB NOT NULL, first_person BLOB NOT NULL, second_person BLOB NOT NULL,\n"
    "    linking BLOB NOT NULL, points_back BLOB NOT NULL, ",
)
"""The tables of a file of format 3."""

INSERT_DOCUMENT = """
INSERT INTO documents VALUES (
    ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),
    CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
