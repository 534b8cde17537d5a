from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.read.changes import difference, stamps_of
from hyperdigest.read.content import Content
from hyperdigest.read.latex.reader import read_latex
from hyperdigest.read.load import read_paths

PAPER = rb"""% A paper.
\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\newcommand{\km}[1]{#1~km}
\newtheorem{rule}{Rule of Thumb}
\title{Counting Birds \\ by Ear\thanks{Paid by nobody.}}
\author{Ada Lovelace$^1$ \and Charles Babbage$^2$}
\date{3 May 2024}
\begin{document}
\maketitle
\begin{abstract}
We count birds. % not all of them
\end{abstract}
\section{Introduction}\label{sec:intro}
Birds sing at dawn~\cite{thorpe,marler}, and we walked
\km{12} to hear \emph{them}.\footnote{It rained.}

\subsection*{Method}
\begin{rule}[Silence]
Do not talk.
\end{rule}
\begin{enumerate}
\item Listen.
\item Write it down:
  \begin{itemize}
  \item the time,
  \item[--] the place.
  \end{itemize}
\end{enumerate}
\begin{description}
\item[Song] A long call.
\end{description}
\begin{quote}Hear, hear.\end{quote}
\begin{table}
\centering
\begin{tabular}{lr}
\hline
Bird & Number \\
\hline
Wren & 14 \\
Robin & \textbf{9} \\
\hline
\end{tabular}
\caption{What we heard.}
\end{table}
\begin{verbatim}
for bird in birds: % all
    count(bird)
\end{verbatim}
\appendix
\begin{thebibliography}{9}
\bibitem{thorpe} Bird Song.
\end{thebibliography}
\end{document}
Not printed.
"""


def parts(content: Content) -> list[tuple[str, int, str]]:
    return [(b.kind, b.level, content.text[b.start : b.end]) for b in content.blocks]


def text(body: str) -> str:
    return read_latex(body.encode()).text


def test_a_paper_is_read_as_it_is_printed():
    content = read_latex(PAPER)
    assert content.title == "Counting Birds by Ear"
    assert content.authors == ("Ada Lovelace", "Charles Babbage")
    assert content.date == "2024-05-03"
    assert parts(content) == [
        ("heading", 1, "Counting Birds by Ear"),
        ("paragraph", 0, "Ada Lovelace"),
        ("paragraph", 0, "Charles Babbage"),
        ("paragraph", 0, "3 May 2024"),
        ("heading", 2, "Abstract"),
        ("paragraph", 0, "We count birds."),
        ("heading", 2, "Introduction"),
        ("paragraph", 0, "Birds sing at dawn [thorpe, marler], and we walked 12 km to hear them."),
        ("heading", 3, "Method"),
        ("paragraph", 0, "Rule of Thumb (Silence). Do not talk."),
        ("step", 1, "Listen."),
        ("step", 1, "Write it down:"),
        ("item", 2, "the time,"),
        ("item", 2, "the place."),
        ("term", 1, "Song"),
        ("definition", 1, "A long call."),
        ("quote", 0, "Hear, hear."),
        ("header", 0, "Bird\tNumber"),
        ("table", 0, "Wren\t14"),
        ("table", 0, "Robin\t9"),
        ("paragraph", 0, "What we heard."),
        ("code", 0, "for bird in birds: % all\n    count(bird)"),
        ("paragraph", 0, "Paid by nobody."),
        ("paragraph", 0, "It rained."),
    ]
    assert "1. Listen." in content.text and "– the place." in content.text


def test_places_are_the_lines_of_the_file():
    content = read_latex(PAPER)
    document = Document("p", "p.tex", content.text, places=content.places, blocks=content.blocks)
    lines = PAPER.decode().splitlines()
    for words in ("We count birds", "Birds sing", "to hear them", "Listen.", "Robin", "It rained"):
        number = int(document.place(content.text.index(words)).removeprefix("line "))
        assert words.split()[-1].strip(".") in lines[number - 1]


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        (r"na\"{\i}ve, \'e \`{a} \c{c} \v s \ss\ \aa{} \O", "naïve, é à ç š ß å Ø"),
        (r"``quoted'' and `so', it's 1--2 --- or", "“quoted” and ‘so’, it’s 1–2 — or"),
        (r"50\% of \$5 \& \#1 a\_b \{x\} \textbackslash", "50% of $5 & #1 a_b {x} \\"),
        (r"a % hidden" "\nb", "a b"),
        ("a%\nb", "ab"),
        (r"\iffalse no \iftrue \fi \else yes \fi", "yes"),
        (r"\newif\ifdraft \ifdraft no\else yes\fi \drafttrue\ifdraft{} too\fi", "yes too"),
        (r"\begin{comment} no \end{comment}yes", "yes"),
        (r"\verb|a{%b| \lstinline{x = 1} \url{https://a.org/b%20c_d}", "a{%b x = 1 https://a.org/b%20c_d"),
        (r"\href{https://a.org/%7E}{a link} \textcolor{red}{b}", "a link b"),
        (r"\unknown{kept}{one}{two} and {\bf so} \vspace{2cm}on", "kept one two and so on"),
        (r"5\textsuperscript{th} 10\textsuperscript{6} H\textsubscript{2}O", "5th 10⁶ H2O"),
        (r"see \ref{a} and \eqref{b}, \citep[p.~3]{c, d}", "see [a] and [b], [c, d, p. 3]"),
        (r"so \cite[see][p.~3]{c} and\marginpar{Look.} on", "so [see c, p. 3] and on\n\nLook."),
        (r"\newcommand{\x}[2][one]{#1 #2}\x{two} \x[1]{2}", "one two 1 2"),
        (r"\def\x#1{<#1>}\let\y\x \x a \y{bc}", "<a> <bc>"),
        (r"\newcommand{\x}[1]{{\bf\so#1}}\x{one} \x{2}", "one 2"),
        (r"\newenvironment{n}[1]{Note #1:}{End.}\begin{n}{3} x \end{n}", "Note 3: x End."),
        (r"\NewDocumentCommand{\x}{m O{b}}{#1#2}\x{a} \x{a}[c]", "ab ac"),
        (r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}}\be x=1\ee", "x = 1"),
        (r"\let\old\emph \renewcommand{\alpha}{\old{\alpha}} \alpha", "α"),
        (r"\char92 a \char'134 b \char`\# \symbol{64}", r"\a \b #@"),
        (r"\qty{3}{\mega\watt} at \SI{9.8}{\metre\per\second\squared}", "3 MW at 9.8 m/s²"),
        (r"\SI{5}{\GeV} of \qty{3}{\um}, \SIrange{1}{2}{\metre}", "5 GeV of 3 µm, 1 to 2 m"),
        (r"{\hbadness=10000 \only<2>{it} weighs \nicefrac{1}{2}}", "it weighs 1/2"),
        (r"\SI[x]{20}{\celsius}, \ang{45}, 5 $^\circ$C", "20 °C, 45°, 5 °C"),
        (r"$n^{th}$ of $10^{-3}$ and 10$^6$ in 90$^\circ$", "nth of 10⁻³ and 10⁶ in 90°"),
        (r"\[ x \] and $$ y $$ and \( z \)", "x and y and z"),
        (r"\today \LaTeX{} \S~3", "LaTeX § 3"),
        (r"\emph{a \textbf{b \texttt{c}} d}", "a b c d"),
        (r"\MakeShortVerb{\|} a |\b{| c", r"a \b{ c"),
    ],
)  # fmt: skip
def test_commands_print_what_latex_prints(body: str, printed: str):
    assert text(body) == printed


def test_a_figure_does_not_divide_the_sentence_that_it_stands_in():
    figure = r"\begin{figure}\includegraphics{a}\caption{A wren.}\end{figure}"
    read = text(f"One\n{figure}\nsentence.")
    assert read == "One sentence.\n\nA wren."


def test_tables_with_merged_cells_and_repeated_heads():
    read = text(
        r"\begin{longtable}{lll}\caption{Counts.}\\ Name & \multicolumn{2}{c}{Year} \\"
        r" & 2023 & 2024 \\ \endfirsthead Name & 2023 & 2024 \\ \endhead"
        r" \multirow{2}{*}{Wren} & 1 & 2 \\ & 3 & 4 \\ \end{longtable}"
    )
    assert read.split("\n\n") == [
        "Counts.", "Name\tYear\tYear", "\t2023\t2024", "Wren\t1\t2", "Wren\t3\t4",
    ]  # fmt: skip


def test_slides_and_algorithms():
    read = text(
        r"\begin{frame}{Plan}\begin{itemize}\item<1-> Go.\end{itemize}\end{frame}"
        "\\begin{algorithmic}\n\\State $x \\gets 1$\n\\While{$x < 9$}\n\\EndWhile\n"
        "\\end{algorithmic}"
    )
    assert read.split("\n\n") == ["Plan", "Go.", "x ← 1\nwhile x < 9\nend while"]


def test_colored_programs_are_read_without_the_commands_for_colors():
    code = r"\PY{k}{def} \PY{n+nf}{f}\PY{p}{(}\PY{p}{)}\PYZob{}x\PYZcb{}"
    read = text("\\begin{Verbatim}[commandchars=\\\\\\{\\}]\n" + code + "\n\\end{Verbatim}")
    assert read == "def f(){x}"


def test_code_in_manuals_of_packages_stands_between_bars():
    manual = rb"\documentclass{ltxdoc}\begin{document}Say |\boat{x}| first.\end{document}"
    assert read_latex(manual).text == r"Say \boat{x} first."


def test_examples_of_manuals_are_code():
    body = "\\begin{document}\\begin{example}\\emph{x}\\end{example}\\end{document}"
    manual = "\\documentclass{%s}" + body
    assert text(manual % "cnltx-doc") == r"\emph{x}"
    assert text(manual % "article") == "Example. x"
    assert text(r"\begin{dispExample*}{sidebyside}\emph{x}\end{dispExample*}") == r"\emph{x}"


def test_captions_of_programs_are_read_before_them():
    body = r"""\begin{lstlisting}[caption={The \emph{first}, of two},numbers=left]
[a]
\end{lstlisting}"""
    assert text(body) == "The first, of two\n\n[a]"


def test_a_part_that_shows_how_a_document_begins_is_read():
    part = "\\section{Files}\nWrite this:\n\\begin{verbatim}\n\\begin{document}\n\\end{verbatim}\n"
    assert read_latex(part.encode()).text == "Files\n\nWrite this:\n\n\\begin{document}"


@pytest.mark.parametrize(
    ("shown", "ends"),
    [
        ("\\documentclass{book}\n\\begin{document}\nHello.\n\\end{document}", True),
        ("\\begin{document}\nHello.\n\\end{document}", True),
        ("\\begin{document}\nHello.", True),
        ("Write \\cs{\\begin{document}} or |\\begin{document}| first.", False),
    ],
)
def test_a_part_may_show_a_document_in_an_environment_that_is_not_known(shown: str, ends: bool):
    shown = f"\\begin{{tideexample}}\n{shown}\n\\end{{tideexample}}" if ends else shown
    found = text(f"\\section{{Files}}\nThe tide is high.\n\n{shown}\n\nIt turns at noon.")
    assert found.startswith("Files\n\nThe tide is high.")
    assert found.endswith("It turns at noon.")


def test_a_document_begins_also_if_its_preamble_opens_what_it_does_not_close():
    preamble = "\\documentclass{article}\n\\newcommand\\be{\\begin{equation}} Not shown.\n"
    assert text(preamble + "\\begin{document}\nHigh: \\be a \\end{equation}") == "High: a"
    part = "\\input{style} Not shown. \\def\\be{\\begin{equation}}\n\\fi\\begin{document} High."
    assert text(part) == "High."


def test_what_a_class_prints_on_the_title_page_is_read():
    content = read_latex(
        rb"""\documentclass{thesis}
\setfont{Linux Libertine} \theoremfont{Upright Bold} \layout{Margin=2cm} \columns{Two}
\title{On Ferries} \author{Ann Berg \email{ann@example.org}}
\institute{Harbour School} \degree{Master of \emph{Science}}
\abstract{We count them.

They are few.}
\begin{document}
\maketitle
First.
\end{document}"""
    )
    assert content.text.split("\n\n") == [
        *("On Ferries", "Ann Berg ann@example.org", "Harbour School", "Master of Science"),
        *("Abstract", "We count them.", "They are few.", "First."),
    ]
    assert content.authors == ("Ann Berg ann@example.org",)


def test_old_encodings_are_read():
    data = "\\usepackage[latin1]{inputenc}\nGrüße aus Köln".encode("latin-1")
    assert read_latex(data).text == "Grüße aus Köln"
    german = '\\usepackage[ngerman]{babel}\nSt"orche sagen "`ja"\''
    assert text(german) == "Störche sagen „ja“"


def test_words_that_are_lost_are_told():
    content = read_latex(rb"The \PB meson \foo{decays} \balance here.")
    assert content.text == "The meson decays here."
    assert content.notes == ("has commands whose text is not known and left out: \\PB",)


WORDS = st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=1, max_size=8)


MARKS = ("{}", r"\emph{{{}}}", r"{{\bf {}}}", "{}% a comment\n", r"\textit{{{{{}}}}}", "${}$")
SIGNS = (
    *(r"\begin{a}", r"\end{a}", r"\begin{tabular}{l}", "&", r"\\", r"\end{tabular}", r"\item", "["),
    *(
        "]",
        r"\begin{itemize}",
        r"\end{itemize}",
        "{",
        "}",
        r"\def\a#1{",
        r"\a",
        "#1",
        "$",
        r"\frac",
    ),
    *("\n\n", r"\section", r"\footnote", r"\if", r"\else", r"\fi", r"\iffalse", "x", "^"),
    *(
        r"\begin{equation}",
        r"\caption",
        r"\begin{table}",
        r"\end{table}",
        r"\author",
        r"\maketitle",
    ),
)


@given(st.lists(WORDS, min_size=1, max_size=6), st.data())
def test_every_paragraph_is_read_once_and_in_order(texts: list[list[str]], data: st.DataObject):
    paragraphs = [
        " ".join(data.draw(st.sampled_from(MARKS)).format(word) for word in words)
        for words in texts
    ]
    read = text("\n\n".join(paragraphs)).split("\n\n")
    assert ["".join(each.split()) for each in read] == ["".join(words) for words in texts]


@given(
    st.text("\\{}[]$%&#^_~ab\n'`\"", max_size=60)
    | st.lists(st.sampled_from(SIGNS), max_size=40).map("".join)
)
def test_any_text_is_read(body: str):
    content = read_latex(body.encode())
    assert all(0 <= b.start < b.end <= len(content.text) for b in content.blocks)
    assert list(content.places) == sorted(content.places, key=lambda place: place.start)


DEEP = 20_000
HOSTILE = {
    "braces": "{" * DEEP + "x" + "}" * DEEP,
    "open braces": r"\section{" * DEEP,
    "open definitions": r"\newcommand{\a}{" * DEEP,
    "open formulas": "${" * DEEP,
    "open options": r"\begin{itemize}" + r"\item[" * DEEP,
    "open environments": r"\begin{itemize}\item a " * DEEP,
    "open tables": r"\begin{tabular}{l} a & b " * DEEP,
    "environments without end": r"\begin{tikzpicture} a " * DEEP,
    "conditions": r"\iffalse a " * DEEP,
    "cells": r"\begin{tabular}{l}" + "&" * DEEP,
    "fractions": "$" + r"\frac{" * DEEP,
    "a definition of itself": r"\def\a{\a\a}\a words",
    "definitions of each other": r"\newcommand{\a}[1]{\b{#1#1}}\newcommand{\b}[1]{\a{#1#1}}\a{xx}",
    "an environment of itself": r"\newenvironment{a}{\begin{a}}{\end{a}}\begin{a} x",
    "an environment that ends with itself": r"\newenvironment{a}{}{"
    + "word " * 200 + r"\begin{a}\end{a}" * 2 + r"}\begin{a}\end{a}",
    "many definitions": "".join(
        rf"\def\x{chr(97 + n)}{{\x{chr(98 + n)}\x{chr(98 + n)}}}" for n in range(24)
    ) + r"\def\xy{word }\xa $\xa$",
    "catcodes": r"\catcode`\{=12 \catcode`@=0 @section{a} " * 1000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_with_bounded_means(name: str):
    content = read_latex(HOSTILE[name].encode())
    assert len(content.text) < 10 << 20


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)
    return folder


def test_files_that_are_input_are_read_in_their_place(tmp_path: Path):
    written(tmp_path, {
        "main.tex": "\\documentclass{article}\\usepackage{own}\\begin{document}\nFirst.\n\n"
        "\\input{a}\n\nLast.\\end{document}",
        "a.tex": "Second of \\name.\n\n\\input{deep/b.tex}",
        "deep/b.tex": "\\documentclass{x}\n\\begin{document}\nThird.\n\\end{document}",
        "own.sty": "\\newcommand{\\name}{three}",
    })  # fmt: skip
    (document,) = read_paths([tmp_path / "main.tex"]).documents
    assert document.text.split("\n\n") == ["First.", "Second of three.", "Third.", "Last."]
    assert [document.place(document.text.index(word)) for word in ("First", "Second", "Third")] == [
        "line 2", "a.tex, line 1", "deep/b.tex, line 3",
    ]  # fmt: skip


def test_a_file_that_is_input_is_read_whole_although_it_shows_how_a_document_begins(tmp_path: Path):
    shown = "\\documentclass{x}\n\\begin{document}\n\\end{document}"
    written(tmp_path, {
        "main.tex": "\\documentclass{ltxdoc}\\begin{document}\n\\input{a}\n|\\y|\n\\end{document}",
        "a.tex": f"Write |\\x| first:\n\\begin{{verbatim}}\n{shown}\n\\end{{verbatim}}\nThen stop.",
    })  # fmt: skip
    (document,) = read_paths([tmp_path / "main.tex"]).documents
    assert document.text == f"Write \\x first:\n\n{shown}\n\nThen stop. \\y"


def test_only_files_of_the_folder_are_input_and_none_in_itself(tmp_path: Path):
    written(tmp_path, {
        "secret.tex": "Secret.",
        "paper/main.tex": "Text.\n\\input{../secret}\\input{/etc/hostname}\\input{link}"
        "\\input{main}\\input{loop}\\input{none}\\input{figure.pgf}",
        "paper/loop.tex": "Loop.\\input{main}\\input{loop}",
    })  # fmt: skip
    (tmp_path / "paper/link.tex").symlink_to(tmp_path / "secret.tex")
    reading = read_paths([tmp_path / "paper/main.tex"])
    (document,) = reading.documents
    assert document.text == "Text. Loop."
    assert reading.notes == (
        "main.tex includes 1 file not found beside it: none",
        "main.tex includes 3 files outside of its folder, which is not read: ../secret,"
        " /etc/hostname, link",
    )


def test_a_part_is_read_once(tmp_path: Path):
    written(tmp_path, {
        "main.tex": "\\begin{document}Main. \\include{parts/one}% \\input{two}\n\\end{document}",
        "parts/one.tex": "One. \\input{parts/three}",
        "parts/three.tex": "Three.",
        "two.tex": "Two.",
        "x/one.tex": "Other.",
    })  # fmt: skip
    reading = read_paths([tmp_path])
    assert sorted(d.text for d in reading.documents) == ["Main. One. Three.", "Other.", "Two."]
    (warning,) = reading.warnings
    assert "are read as parts of other files" in warning
    assert "one.tex" in warning and "three.tex" in warning
    alone = read_paths([tmp_path / "parts/three.tex"])
    assert [d.text for d in alone.documents] == ["Three."]


def test_of_files_that_input_each_other_the_first_is_read(tmp_path: Path):
    written(tmp_path, {"a.tex": "A. \\input{b}", "b.tex": "B. \\input{a}"})
    assert [d.text for d in read_paths([tmp_path]).documents] == ["A. B."]


def test_a_changed_part_is_a_change_of_what_was_read(tmp_path: Path):
    written(tmp_path, {"main.tex": "A. \\input{b}", "b.tex": "B."})
    before = stamps_of([str(tmp_path)], "", 9)
    (tmp_path / "b.tex").write_text("Another.")
    assert difference(before, stamps_of([str(tmp_path)], "", 9)).changed == (
        str(tmp_path / "b.tex"),
    )


def test_a_table_of_one_column_with_several_names_is_read():
    body = (
        "\\begin{longtable}{l}\\toprule Column\n\nMeaning\\\\\\midrule\\endhead\n"
        "boat\n\nIts name.\\\\\nday\n\nWhen it sails.\\\\\n\\end{longtable}"
    )
    content = read_latex(body.encode())
    shown = " ".join(content.text.split())
    assert shown == "Column Meaning boat Its name. day When it sails."
    assert {place.name for place in content.places} >= {"line 1", "line 4", "line 7"}


def test_signs_around_code_are_no_part_of_other_code():
    body = r"""\documentclass{ltxdoc}
\begin{document}
Write |\begin{tide}| or |%|, and $|x|$ elsewhere.
\begin{verbatim}
\begin{tabular}{|l|r|}
\end{verbatim}
\DeleteShortVerb{\|}
High | low.
\MakeShortVerb{\+}
Set +sea_level+ here\footnote{Or +sea_depth+.}.
\end{document}"""
    assert text(body).split("\n\n") == [
        "Write \\begin{tide} or %, and |x| elsewhere.",
        "\\begin{tabular}{|l|r|}",
        "High | low. Set sea_level here.",
        "Or sea_depth.",
    ]


def test_words_in_pointed_brackets_are_text_and_overlays_are_not():
    found = text(r"Give \texttt{\itshape<depth>} and \alert<2->{stop}. \item<+-| alert@+> Go.")
    assert found == "Give <depth> and stop.\n\nGo."


def test_arguments_of_commands_keep_their_brackets():
    shown = text(r"\cs{sound}\oarg{unit}\marg{\meta{depth}}\parg{x} measures.")
    assert shown == "\\sound[unit]{depth}(x) measures."


def test_arguments_of_environments_are_apart():
    assert text(r"\begin{key}{depth}{in metres}{none} How deep.\end{key}").startswith(
        "depth in metres none How deep."
    )
    assert text(r"\begin{multicols}{2}[Two columns] Wren.\end{multicols}") == (
        "Two columns\n\nWren."
    )


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        (r"\ifx\tide\undefined", "no"),
        (r"\expandafter\ifx\csname tide\endcsname\relax", "no"),
        (r"\ifx\tide\@empty", "no"),
        (r"\ifx\\high\\", "no"),
        (r"\ifx ab", "no"),
        (r"\ifx aa", "yes"),
        (r"\ifx\tide\water", "yes"),
        (r"\expandafter\newif\csname iftide\endcsname\iftide", "no"),
    ],
)
def test_what_is_for_want_of_something_is_not_read(condition: str, shown: str):
    assert text(rf"{condition} yes\else no\fi") == shown


def test_a_document_that_begins_in_a_branch_is_read():
    body = r"\ifinbook\else\documentclass{article}\begin{document}\fi The tide is high."
    assert text(body + r"\ifinbook\else\end{document}\fi") == "The tide is high."


def test_abbreviations_of_classes_are_printed():
    assert text(
        r"Gulls, \eg the herring gull, \ie\ loud birds, terns \etc. Ada \etal{} agree."
    ) == ("Gulls, e.g. the herring gull, i.e. loud birds, terns etc. Ada et al. agree.")
    assert text(r"\newcommand{\eg}{for example} Gulls, \eg{} terns.") == (
        "Gulls, for example terns."
    )


def test_labels_of_items_of_an_unknown_list_are_terms():
    body = r"\begin{options}\item[\texttt{depth}] How deep. \item[width] How wide.\end{options}"
    assert parts(read_latex(body.encode())) == [
        ("term", 0, "depth"), ("definition", 0, "How deep."),
        ("term", 0, "width"), ("definition", 0, "How wide."),
    ]  # fmt: skip


def test_german_letters_of_a_document_whose_class_is_told_the_language():
    body = '\\documentclass[a4paper,ngerman]{article}\\begin{document}Die Flut ist h"oher.'
    assert text(body) == "Die Flut ist höher."


@pytest.mark.parametrize(
    ("begin", "is_german"),
    [
        (r"\documentclass[12pt,ngerman,english]{article}\usepackage{babel}", False),
        (r"\documentclass[english,ngerman]{article}\usepackage{babel}", True),
        (r"\usepackage[ngerman,english]{babel}", False),
        (r"\usepackage[english,ngerman,shorthands=on]{babel}", True),
        (r"\usepackage[main=ngerman,english]{babel}", True),
        (r"\usepackage[german]{varioref}", False),
        (r"\usepackage{ngerman}", True),
        (r"\setmainlanguage{german}", False),
        (r"\setmainlanguage[babelshorthands=true]{german}", True),
        (r"\usepackage[ngerman,english]{babel}\selectlanguage{ngerman}", True),
        (r"\usepackage[english,ngerman]{babel}\selectlanguage{english}", False),
        (r"\usepackage[ngerman,english]{babel}{\selectlanguage{ngerman}}", False),
    ],
)
def test_letters_of_german_hold_only_where_the_text_is_german(begin: str, is_german: bool):
    body = rf'{begin}\begin{{document}}The "Azores" are far.\end{{document}}'
    assert text(body) == ('The Äzores" are far.' if is_german else 'The "Azores" are far.')


def test_parts_in_german_have_its_letters():
    body = (
        r"\usepackage[ngerman,english]{babel} An \foreignlanguage{ngerman}{\emph{\"uber} \"Ahre}"
        r' "Ohm". \begin{otherlanguage}{ngerman}H"ohe\end{otherlanguage} "Ohm"'
    )
    assert text(body.replace('\\"', '"')).split("\n\n") == ['An über Ähre "Ohm".', "Höhe", '"Ohm"']


def test_a_name_that_is_made_of_letters_is_shown():
    definition = r"\def\cs#1{\texttt{\expandafter\string\csname #1\endcsname}}"
    assert text(rf"{definition} Use \cs{{tide}} here.") == r"Use \tide here."


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (
            r"\begin{signs}\item{Tern}{a bird} \item{Cod}{a fish}\end{signs}",
            "Tern a bird\n\nCod a fish",
        ),
        (r"\begin{itemize}\item {\bf Tern} sings.\end{itemize}", "Tern sings."),
        (
            r"\Setting{depth}\Values{low, high}\Standard{low} How deep.",
            "depth low, high low How deep.",
        ),
        (r"The low\NextLine tide, p\Foo, turns.", "The low tide, p, turns."),
        (r"The \emph{low}\textbf{er} tide.", "The lower tide."),
        (r"\DescribeMacro{\tide}The height.", "\\tide The height."),
        (r"The high\And low tide.", "The high low tide."),
    ],
)
def test_arguments_of_unknown_commands_are_words_of_their_own(body: str, shown: str):
    assert text(body) == shown


def test_words_in_the_brackets_of_an_unknown_command_are_read_if_it_says_nothing_else():
    assert text(r"Give the \option[nofog] option.") == "Give the nofog option."
    assert text(r"See\lamp[width=3cm] the \buoy[ht] lamp\flag[2em]{red}.") == "See the lampred."


def test_numbers_that_are_given_to_registers_are_not_read():
    body = r"""\newcount\gulls \newlength{\depth} \gulls=12 \depth 3cm
The \advance\gulls by 1 \divide\depth by \gulls tide \gulls7 turns, \depth=\textwidth at 9."""
    assert text(body) == "The tide turns, at 9."


def test_a_command_of_the_file_is_read_as_the_file_defines_it():
    body = r"\newcommand{\DescribeMacro}[2]{\texttt{#1}: #2} \DescribeMacro{tide}{how high}"
    assert text(body) == "tide: how high"


def test_numbers_of_registers_without_a_name_are_not_read():
    body = r"\count5=17 \dimen0 = 2.5pt \advance\count5 by 1 We saw \number\count5\ 12 gulls."
    assert text(body) == "We saw 12 gulls."


def test_slides_in_braces_are_apart_from_one_another():
    slides = r"\frame{\titlepage}\frame{\frametitle{Nests}They nest here.}\frame<2>{They fly.}"
    document = rf"\title{{Gulls}}\begin{{document}}{slides}\end{{document}}"
    assert text(document).split("\n\n") == ["Gulls", "Nests", "They nest here.", "They fly."]
    assert text(r"A \frame{box} is here.") == "A box is here."


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("longtable*", "{|p{0.2\\linewidth}|p{0.3\\linewidth}|}"),
        ("supertabular*", "{8cm}{ll}"),
        ("NiceTabularX", "{8cm}{lX}[hvlines]"),
    ],
)
def test_the_columns_of_starred_tables_are_no_text(name, arguments):
    content = read_latex(
        f"The mill turns. \\begin{{{name}}}{arguments} Wheel & Place \\\\ \\hline \\endhead "
        f"Old & Cellar \\\\ \\end{{{name}}} It has no roof.".encode()
    )
    assert [content.text[block.start : block.end] for block in content.blocks] == [
        "The mill turns.",
        "Wheel\tPlace",
        "Old\tCellar",
        "It has no roof.",
    ]
