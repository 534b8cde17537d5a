"""Code in LaTeX files: environments that a file, class or package defines, and files of code."""

from pathlib import Path

import pytest

from hyperdigest.read import read_paths
from hyperdigest.read.isolated import read_content


def parts(text: str) -> list[tuple[str, str]]:
    content = read_content(text.encode(), "latex")
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def test_a_program_that_pandoc_colored_is_plain():
    colored = (
        "\\begin{Shaded}\n\\begin{Highlighting}[]\n"
        "\\NormalTok{d }\\OtherTok{\\textless{}{-}} \\FunctionTok{read}\\NormalTok{(}"
        '\\StringTok{"my\\_file"}\\NormalTok{)}\n'
        "\\CommentTok{\\# a \\{brace\\} {-}{-}strict \\textquotesingle{}a\\textquotesingle{}}\n"
        "\\NormalTok{d}\\SpecialCharTok{$}\\NormalTok{x{[}1{]} }"
        "\\SpecialCharTok{\\textbar{}\\textgreater{}}\n"
        "\\end{Highlighting}\n\\end{Shaded}\n"
    )
    [(kind, code)] = parts(colored)
    assert kind == "code"
    assert code == "d <- read(\"my_file\")\n# a {brace} --strict 'a'\nd$x[1] |>"


@pytest.mark.parametrize(
    ("defined", "name"),
    [
        ("", "sourcecode"),
        ("", "texcode*"),
        ("", "LTXexample"),
        ("", "smallverbatim"),
        (r"\newenvironment{show}{\small\verbatim}{\endverbatim}", "show"),
        (r"\NewDocumentEnvironment{show}{}{\Verbatim}{\endVerbatim}", "show"),
        (r"\newtcblisting{show}{listing only}", "show"),
        (r"\NewTCBListing{show}{O{}}{listing only, #1}", "show"),
    ],
)
def test_environments_of_code_that_are_defined_elsewhere_keep_it(defined: str, name: str):
    text = f"{defined}\nBefore.\n\\begin{{{name}}}\n\\sail{{nine}} % now\n\\end{{{name}}}\nAfter.\n"
    assert parts(text) == [
        ("paragraph", "Before."), ("code", "\\sail{nine} % now"), ("paragraph", "After."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("defined", "given"),
    [
        (r"\lstnewenvironment{show}[1]{\lstset{#1}}{}", "{language=C}"),
        (r"\newtcblisting{show}[2][]{title=#2}", "[x]{y}"),
        (r"\DeclareTCBListing{show}{O{} m}{title=#2}", "{y}"),
        (r"\NewDocumentEnvironment{show}{m}{\Verbatim}{\endVerbatim}", "{x}"),
    ],
)
def test_arguments_of_environments_of_code_are_no_code(defined: str, given: str):
    text = f"{defined}\n\\begin{{show}}{given}\nsail()\n\\end{{show}}\n"
    assert parts(text) == [("code", "sail()")]


def test_an_environment_that_is_defined_otherwise_is_no_code():
    text = (
        "\\newenvironment{mycode}{\\begin{quote}}{\\end{quote}}"
        "\\begin{mycode}A \\emph{b}.\\end{mycode}"
    )
    assert parts(text) == [("quote", "A b.")]


@pytest.mark.parametrize(
    ("box", "title"),
    [("tcolorbox}[colback=red, title={A, b}]", "A, b"), ("mdframed}[frametitle=A]", "A")],
)
def test_titles_of_boxes_are_above_them(box: str, title: str):
    name = box.partition("}")[0]
    text = f"\\begin{{{box}Text.\\end{{{name}}}"
    assert parts(text) == [("paragraph", title), ("paragraph", "Text.")]


@pytest.mark.parametrize(
    ("option", "shown"),
    [
        ("[A new title]", ["A new title", "Text."]),
        ("[Überblick]", ["Überblick", "Text."]),
        ("[t]", ["Text."]),
        ("[width=2cm, Bold]", ["Text."]),
        ("[sharp corners]", ["Text."]),
    ],
)
def test_a_title_in_brackets_of_an_unknown_environment_is_kept(option: str, shown: list[str]):
    assert [each for _, each in parts(f"\\begin{{aside}}{option}Text.\\end{{aside}}")] == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\\cmd{\\section} and \\cs*{item}", "\\section and \\item"),
        ("\\command\\sail{\\boat}", "\\boat"),
        ("\\framed{\\LaTeX}\\framed{\\bfseries}", "LaTeX"),
        ("\\string\\added\\{text\\} \\string_", "\\added{text} _"),
        ("\\verbcode|\\sail{9}| \\Verb[x]+a_b+ \\code!%!", "\\sail{9} a_b %"),
        ("\\code{a} |b|", "a |b|"),
    ],
)
def test_names_of_commands_that_are_shown_are_kept(written: str, shown: str):
    assert parts(f"See {written}.") == [("paragraph", f"See {shown}.")]


def test_commands_of_environments_are_environments():
    text = (
        "\\newenvironment{points}{\\itemize}{\\enditemize}"
        "\\begin{points}\\item One.\\item Two.\\end{points}"
    )
    assert parts(text) == [("item", "One."), ("item", "Two.")]


@pytest.mark.parametrize(
    "command",
    [
        "\\lstinputlisting[language=C]{src/sail.c}",
        "\\verbatiminput{src/sail.c}",
        "\\VerbatimInput{src/sail.c}",
        "\\inputminted{c}{src/sail.c}",
    ],
)
def test_files_of_code_are_shown_in_their_place(tmp_path: Path, command: str):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/sail.c").write_text("sail(9); // \\now {\n")
    (tmp_path / "main.tex").write_text(f"Before.\n\n{command}\n\nAfter.")
    (document,) = read_paths([tmp_path / "main.tex"]).documents
    assert document.text.split("\n\n") == ["Before.", "sail(9); // \\now {", "After."]
    assert document.place(document.text.index("sail")) == "src/sail.c, line 1"


def test_a_file_of_code_that_is_not_read_is_told(tmp_path: Path):
    (tmp_path / "main.tex").write_text(
        "Text.\\lstinputlisting[caption={A boat}]{sail.c}\\verbatiminput{/etc/hostname}"
    )
    reading = read_paths([tmp_path / "main.tex"])
    assert reading.documents[0].text == "Text.\n\nA boat"
    assert reading.notes == (
        "main.tex includes 1 file not found beside it: sail.c",
        "main.tex includes 1 file outside of its folder, which is not read: /etc/hostname",
    )


def test_what_stands_below_the_title_is_kept():
    text = (
        "\\documentclass{scrartcl}\\title{Ferry}\\subtitle{A \\emph{guide}}\\author{Ada}"
        "\\begin{document}\\maketitle Text.\\end{document}"
    )
    assert [shown for _, shown in parts(text)] == ["Ferry", "A guide", "Ada", "Text."]
