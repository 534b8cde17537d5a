"""The commands and environments of LaTeX, by what becomes of them and of their arguments.

The letters of arguments: ``s`` a star, ``o`` one in brackets, ``m`` one in braces.
"""

from __future__ import annotations

import re

from hyperdigest.documents import BlockKind


def _each(arguments: str, names: str) -> dict[str, str]:
    """The same arguments for each of some names."""
    return dict.fromkeys(names.split(), arguments)


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


def _starred(names: str) -> frozenset[str]:
    """Some names without and with a star."""
    return frozenset(name + star for name in names.split() for star in ("", "*"))


SECTIONS = {
    "part": 1,
    "chapter": 2,
    "section": 3,
    "subsection": 4,
    "subsubsection": 5,
    "paragraph": 6,
    "subparagraph": 7,
    "addpart": 1,
    "addchap": 2,
    "addsec": 3,
    "frametitle": 5,
    "framesubtitle": 6,
}
"""The ranks of headings."""

LISTS: dict[str, BlockKind] = {
    **dict.fromkeys(("itemize", "itemize*", "list", "compactitem", "asparaitem"), "item"),
    **dict.fromkeys(("enumerate", "enumerate*", "compactenum", "asparaenum", "questions"), "step"),
    **dict.fromkeys(("description", "description*", "compactdesc", "labeling"), "term"),
}

TABLES = {
    **_each("om", "tabular longtable longtable* supertabular mpsupertabular xtabular mpxtabular"),
    **_each("om", "array tblr"),
    **_each(
        "mom", "tabular* tabularx tabulary supertabular* mpsupertabular* xtabular* mpxtabular*"
    ),
    "NiceTabular": "omo",
    **_each("momo", "NiceTabular* NiceTabularX"),
    **_each("m", "tabu longtabu deluxetable deluxetable*"),
    "xltabular": "omm",
    "longtblr": "oom",
}
"""Environments of rows of cells, with their arguments."""

VERBATIM = {
    **_each("", "verbatim verbatim* alltt semiverbatim python sagecode spverbatim pyconsole"),
    **_each("o", "Verbatim Verbatim* BVerbatim LVerbatim Highlighting lstlisting sphinxVerbatim"),
    **_each("o", "pygmented SideBySideExample PSideBySideExample CenterExample PCenterExample"),
    **_each("om", "SaveVerbatim VerbatimOut"),
    "dispExample": "",
    "dispExample*": "m",
    "minted": "om",
    "tcblisting": "m",
    "minted*": "om",
}
"""Environments of code, with their arguments."""

CODE_NAME = re.compile(
    r"(?i)(?:code|listing|verbatim|(?:code|ltx|la?tex|tkz)-?examples?)\*?$(?<!barcode)"
)
"""The names of environments of code that a class or package defines."""

VERBATIM_NAME = re.compile(r"(?i)^(?:[a-z]{0,3}verb|verbcode|code|[a-z]{0,10}inline)$")
"""The names of commands that show code between two equal signs, if these follow."""

ABBREVIATIONS = {
    "ie": "i.e.",
    "Ie": "I.e.",
    "eg": "e.g.",
    "Eg": "E.g.",
    "cf": "cf.",
    "Cf": "Cf.",
    "etc": "etc.",
    "etal": "et al.",
    "vs": "vs.",
    "wrt": "w.r.t.",
    "iid": "i.i.d.",
}
"""What commands that classes and packages define for these print, with a space before a word."""

PREFACED = _starred("multicols")
"""Environments with a text before their own in brackets."""

ARGUMENTS_SHOWN = {
    **_each("{}", "marg Marg darg Largb braces brackets"),
    **_each("[]", "oarg Oarg OptArg"),
    **_each("()", "parg Parg"),
}
"""Commands of manuals that show an argument of another command, with its brackets."""

CODE_SIGNS = {
    **dict.fromkeys(("MakeShortVerb", "DefineShortVerb", "lstMakeShortInline"), True),
    **dict.fromkeys(("DeleteShortVerb", "UndefineShortVerb", "lstDeleteShortInline"), False),
}
"""Commands after which a sign stands around code, or no longer does."""

NAMES_SHOWN = _names("cmd cs Lcs")
"""Commands of manuals that show the name of another command."""

CODE_FILES = _names(
    "lstinputlisting inputminted verbatiminput verbatimtabinput VerbatimInput BVerbatimInput"
    " LVerbatimInput"
)
"""Commands that show the code in a file."""

DROPPED = _starred(
    "comment thebibliography tikzpicture picture filecontents pspicture asy CCSXML tikzcd forest"
    " overpic pgfpicture feynman circuitikz psfrags references biblist luacode rawhtml pycode"
)
"""Environments without text."""

FORMULAS = _starred(
    "equation align gather multline eqnarray displaymath math flalign alignat xalignat dmath"
    " IEEEeqnarray subeqnarray darray"
)
FORMULA_ARGUMENTS = {**_each("m", "alignat alignat* xalignat xalignat*"), "IEEEeqnarray": "om"}

FLOATS = _starred(
    "figure table wrapfigure wraptable sidewaysfigure sidewaystable algorithm SCfigure margintable"
    " marginfigure listing floatingfigure program teaserfigure"
)
"""Environments that are set apart from the text around them."""

QUOTES = frozenset(("quote", "quotation", "verse", "displayquote"))

ALGORITHMS = frozenset(("algorithmic", "algorithm", "algorithm2e", "algorithm*", "pseudocode"))

ALGORITHM_WORDS = {
    "state": "",
    "statex": "",
    "if": "if",
    "elsif": "else if",
    "elseif": "else if",
    "else": "else",
    "endif": "end if",
    "for": "for",
    "forall": "for all",
    "endfor": "end for",
    "foreach": "for each",
    "while": "while",
    "endwhile": "end while",
    "repeat": "repeat",
    "until": "until",
    "loop": "loop",
    "endloop": "end loop",
    "return": "return",
    "require": "Require:",
    "ensure": "Ensure:",
    "comment": "▷",
    "procedure": "procedure",
    "function": "function",
    "endprocedure": "end procedure",
    "endfunction": "end function",
    "kwin": "Input:",
    "kwout": "Output:",
    "kwdata": "Data:",
    "kwresult": "Result:",
    "input": "Input:",
    "output": "Output:",
    "uif": "if",
    "eif": "if",
    "lif": "if",
    "uelseif": "else if",
    "uelse": "else",
    "kwto": "to",
    "call": "",
    "print": "print",
}
"""What the commands of algorithms print, by their names in lower case."""

HEADED = {
    "abstract": "Abstract",
    "acknowledgments": "Acknowledgments",
    "keywords": "Keywords",
    "acknowledgements": "Acknowledgements",
    "acks": "Acknowledgments",
    "keyword": "Keywords",
    "IEEEkeywords": "Keywords",
    "ack": "Acknowledgments",
}
"""Environments with a heading of their own."""

THEOREMS = {
    **{
        name: name.capitalize()
        for name in (
            *("theorem", "lemma", "proposition", "corollary", "definition", "remark", "example"),
            *("conjecture", "claim", "assumption", "axiom", "notation", "fact", "exercise"),
            *("solution", "observation", "hypothesis", "property", "problem", "proof"),
        )
    },
    "thm": "Theorem",
    "lem": "Lemma",
    "prop": "Proposition",
    "cor": "Corollary",
}
"""What is printed before the text of an environment that a class or package defines."""

ENVIRONMENT_ARGUMENTS = {
    **_each("m", "otherlanguage otherlanguage* spacing adjustbox turn rotate textblock textblock*"),
    **_each("m", "hyphenrules lrbox"),
    **_each("mm", "adjustwidth adjustwidth* changemargin CJK CJK* list resizebox"),
    **_each("om", "column subfigure subtable varwidth beamercolorbox addmargin labeling"),
    **_each("omom", "wrapfigure wraptable"),
    "minipage": "ooom",
    **_each("m", "multicols multicols*"),
    "SCfigure": "oo",
}
"""The arguments of environments that are no text; others have one in brackets at most."""

ARGUMENTS = {
    **_each(
        "m",
        "label pagestyle thispagestyle bibliography bibliographystyle pagenumbering stepcounter"
        " refstepcounter index phantom hphantom vphantom usetikzlibrary usepgfplotslibrary value"
        " hypersetup lstset geometry captionsetup nocite hyphenation setstretch"
        " enlargethispage tcbset linespread markright includeonly usefonttheme useoutertheme"
        " useinnertheme usecolortheme fontfamily fontseries fontshape pgfplotsset"
        " newsavebox usebox tikzset sisetup theoremstyle addbibresource orcid inst"
        " orcidlink logo titlegraphic ifthenelse ifblank iftoggle ifdef IfFileExists hypertarget"
        " hyperlink pdfinfo special message typeout graphicspath sbox corref fnref tnoteref"
        " authorrunning titlerunning settopmatter copyrightyear acmYear acmDOI acmISBN acmVolume"
        " acmNumber acmArticle acmJournal setcopyright bibinfo mintedoptions eqparbox adjustbox"
        " bookmarksetup pgfkeys arrayrulecolor DeclareGraphicsExtensions ProcessOptions"
        " subjclass spacefactor setbeameroption"
        " newbox newtoks newread newwrite"
        " bibdata AtBeginDocument AtEndDocument AtEndOfPackage",
    ),
    **_each(
        "som",
        "includegraphics RequirePackage setlist includepdf"
        " LoadClass usetheme cellcolor rowcolor columncolor color fancyhf fancyhead"
        " fancyfoot lhead rhead chead lfoot rfoot cfoot rotatebox textcolor colorbox fontspec"
        " setotherlanguage glsadd pdfbookmark vspace hspace"
        " captionof sout xout ccsdesc received",
    ),
    **_each(
        "omm",
        "setlength addtolength setcounter addtocounter newcolumntype fontsize settowidth"
        " setbeamercolor setbeamerfont PassOptionsToPackage lstdefinestyle markboth"
        " lstdefinelanguage SetKwInOut SetKw SetKwData SetKwFunction addtocontents numberwithin"
        " DeclareUnicodeCharacter newglossaryentry acrodef colorlet counterwithin rule fcolorbox"
        " DeclareOption fancypagestyle ifstrequal appto AtBeginEnvironment pgfmathsetmacro"
        " definecolorset DeclareSIUnit setbeamertemplate hypersource",
    ),
    **_each("mmm", "definecolor crefname Crefname addcontentsline SetKwComment specialrule"),
    **_each("mmm", "DeclarePairedDelimiter newacronym"),
    **_each("mmmm", "pretocmd apptocmd"),
    **_each("mmmmm", "patchcmd xpatchcmd DeclareMathAlphabet"),
    **_each("o", "linebreak pagebreak nolinebreak nopagebreak footnotemark addlinespace pause"),
    **_each("o", "hyperref shortstack thead diagbox ead cmidrule"),
    **_each("oo", "makebox framebox"),
    **_each("omo", "setmainfont setsansfont setmonofont"),
    **_each("mo", "newcounter ProvidesPackage ProvidesFile ProvidesClass NeedsTeXFormat scalebox"),
    "parbox": "ooom",
    "raisebox": "moo",
    "resizebox": "smm",
    "savebox": "moom",
    "tikz": "om",
    "titlespacing": "smmmm",
    "titleformat": "smommmmo",
    "newfontfamily": "mom",
    "makecell": "so",
    "rowcolors": "ommm",
    "acmConference": "ommm",
    "DeclareFontShape": "mmmmmm",
}
"""The arguments of commands that are not text; what follows is printed."""

CLASSES_OF_MANUALS = frozenset(("ltxdoc", "ltxguide", "ltxguidex", "l3doc"))
"""Classes in which code stands between ``|``."""

CODE_OF_CLASSES = {"cnltx-doc": {"example": "o", "sidebyside": "o", "sourcecode": "o"}}
"""Environments of code that a class defines, by its name."""

LOOKS = _names(
    "emph textbf textit texttt textsc textsf textrm textsl textup textmd textnormal bf it tt sc"
    " sf rm sl em bfseries itshape ttfamily scshape sffamily rmfamily slshape upshape mdseries"
    " normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge"
    " underline uline centering raggedright raggedleft noindent indent mbox hbox relax"
    " protect boxed fbox null strut alert structure allowbreak"
    " nobreak unskip leavevmode begingroup endgroup bgroup egroup makeatletter makeatother global"
    " ignorespaces expandafter the noexpand selectfont phantomsection twocolumn onecolumn"
    " linewidth textwidth columnwidth sloppy fussy balance Indp Indm notag nonumber nolimits limits"
    " lower raise singlespacing doublespacing onehalfspacing flushleft flushright sloppypar"
    " footnotemark IEEEpeerreviewmaketitle closing smash long outer FloatBarrier only onslide"
    " uncover visible normalcolor samepage hss vss VerbatimEnvironment obeyspaces obeylines"
)
"""Commands that only change how text looks."""

BOLD = frozenset(("textbf", "bf", "bfseries", "thead", "th"))

ENDS_PARAGRAPH = _names(
    "par clearpage cleardoublepage newpage pagebreak bigskip medskip smallskip vfill"
    " tableofcontents listoffigures listoftables centerline vskip appendix columnbreak"
    " smallbreak medbreak bigbreak tcblower"
    " printbibliography bibliography printindex frontmatter mainmatter backmatter endgraf"
)

RULES = {
    **_each("", "hline midrule bottomrule toprule Xhline hdashline"),
    "cmidrule": "m",
    "cline": "m",
    "specialrule": "mmm",
}
"""Lines of tables, with their arguments."""

CITATIONS = _starred(
    "cite citet citep citealt citealp citeauthor citeyear citeyearpar citenum citetitle parencite"
    " textcite autocite footcite smartcite supercite fullcite onlinecite shortcite citeasnoun Cite"
    " Citet Citep Citealt Citeauthor Textcite Parencite Autocite"
)
REFERENCES = _starred(
    "ref eqref pageref autoref cref Cref nameref vref Vref labelcref subref autopageref cpageref"
)
FOOTNOTES = _names(
    "footnote footnotetext thanks endnote sidenote marginnote marginpar blfootnote tablefootnote"
    " Afootnote Bfootnote Cfootnote Dfootnote Efootnote Aendnote Bendnote ledsidenote"
)

NOT_PRINTED = frozenset(("todo", "missingfigure", "fixme"))
"""Commands whose argument is a note for the authors."""

SETTING_NAME = re.compile(
    r"(?i)(?:set|(?:re)?new|define|declare|provide|use|load|add|pdf|short|running|head|foot)"
    r"|.*(?:@|setup|font|style|format|logo|head$|foot$)"
)
"""The names of commands in a preamble that say nothing that is on the title page."""

NO_CONDITIONS = _names(
    "iff ifthenelse ifblank ifstrempty ifstrequal iftoggle ifdef ifundef ifcsdef ifbool"
    " ifboolexpr ifnumcomp ifdefempty ifdefvoid ifnumequal ifempty ifnotempty iflanguage"
    " ifpackageloaded"
)
"""Commands that begin like a condition of TeX, but are none."""

ASSIGNED = _names(
    "parindent parskip textwidth textheight topmargin oddsidemargin evensidemargin itemsep"
    " tabcolsep baselineskip hsize vsize leftskip rightskip itemindent labelsep topsep partopsep"
    " parsep headheight headsep footskip columnsep hskip vskip kern penalty floatsep textfloatsep"
    " abovedisplayskip belowdisplayskip leftmargin labelwidth fboxsep hangindent hangafter"
    " lineskip parfillskip listparindent tolerance emergencystretch clubpenalty widowpenalty"
    " mathindent intextsep abovecaptionskip belowcaptionskip extrarowheight arrayrulewidth mskip"
    " mkern hbadness vbadness hfuzz vfuzz overfullrule unitlength spaceskip xspaceskip topskip"
    " hyphenpenalty exhyphenpenalty interlinepenalty pretolerance looseness hoffset voffset"
    " mathsurround hyphenchar"
)
"""Lengths and numbers, which may be followed by a value."""
