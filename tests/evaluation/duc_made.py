"""A small DUC of our own in the layout of NIST, with the quirks of the real one."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import TaskSet

Files = dict[str, bytes]

BAKERY = (
    b"<DOC>\n<DOCNO>FT911-17</DOCNO>\n<PROFILE>_AN-BEOA7AAIFT</PROFILE>\n<DATE>910514\n</DATE>\n"
    b"<HEADLINE>\nFT  14 MAY 91 / Bread &amp; butter of Mill Lane\n</HEADLINE>\n<TEXT>\n"
    b"The baker of Mill Lane opens her oven at four every morning. She sells\n"
    b"ninety loaves before noon &AMP; gives the crumbs to the ducks. A loaf costs\n"
    b"&pound;2 &Cx1f; or less&blank;on Mondays, and caf\xe9 owners pay 5 &lt; 6 coins.\n"
    b"</TEXT>\n<PUB>The Mill Times\n</PUB>\n</DOC>\n"
)
PICTURE = (
    b"<DOC>\n<DOCNO> LA010189-0001 </DOCNO>\n<DOCID> 1 </DOCID>\n"
    b"<DATE>\n<P>\nJanuary 1, 1989, Sunday, Home Edition\n</P>\n</DATE>\n"
    b"<HEADLINE>\n<P>\nOVENS OF THE\nOLD TOWN\n</P>\n</HEADLINE>\n"
    b"<GRAPHIC>\n<P>\nPhoto, The oven of Mill Lane bakes bread for the whole quarter.\n</P>\n"
    b"</GRAPHIC>\n</DOC>\n"
)
MARKET = (
    b"<doc>\n<docno>FT922-3</docno>\n<date>920431</date>\n<headline>Market day\n<text>\n"
    b"The market sells bread from the oven of Mill Lane. Buyers come early.\n</doc>\n"
)
EMPTY = b"<DOC>\n<DOCNO>FT922-4</DOCNO>\n<TEXT>\n</TEXT>\n</DOC>\n"


def wire(number: str, headline: str, *paragraphs: str, date: str = "") -> bytes:
    """A document of the AQUAINT corpus."""
    body = "\n".join(f"<P>\n{text}\n</P>" for text in paragraphs)
    stamp = f"<DATE_TIME> {date} </DATE_TIME>\n" if date else ""
    return (
        f"<DOC>\n<DOCNO> {number} </DOCNO>\n<DOCTYPE> NEWS STORY </DOCTYPE>\n{stamp}"
        f"<BODY>\n<HEADLINE> {headline} </HEADLINE>\n<TEXT>\n{body}\n"
        "<ANNOTATION> (STORY CAN END HERE.) </ANNOTATION>\n</TEXT>\n</BODY>\n</DOC>\n"
    ).encode()


BRIDGE = wire(
    "APW19990707.0181",
    "Bicycle bridge &amp; ferry",
    "The town opened a bridge for bicycles &UR; over the\nriver Alm on Wednesday.",
    "The ferryman keeps his boat for <b>heavy</b> wagons &#8212; and for fog.",
)
FERRY = wire("NYT20000102.0001", "Ferry", "The ferry carries fewer riders since the bridge opened.")
CATS = wire("XIE19970301.0007", "Library cats", "Two cats of the library sleep on the atlases.")
MORE_CATS = wire("XIE19970302.0008", "Cats again", "A third cat joined the library on Sunday.")
LAST_CATS = wire("XIE19970303.0009", "Cats at last", "The cats of the library moved to the mill.")

TOPICS_2005 = b"""<topic>
<num> d301i </num>
<title> Bread of Mill Lane </title>
<narr>
Who bakes the bread of
Mill Lane &amp; who buys it?
</narr>
<granularity> specific </granularity>
</topic>
"""
TOPICS_2006 = b"""<TOPIC>
<NUM> D0601A
<TITLE> Bicycle bridge
<NARR>
What changed when the bridge opened?
</TOPIC>
<topic><num>D0602B</num><title>Library cats</title><narr>How do the cats live?</narr></topic>
"""
TOPICS_2007 = b"<topic><num> D0703A </num><title> Cats </title><narr> All of it. </narr></topic>"
TOPICS_UPDATE = (
    b"<topic><num> D0703A </num><title> Cats </title><narr> What is new? </narr></topic>"
)


def pieces(year: int) -> dict[str, Files]:
    """The files of a year by piece: documents, topics, and each archive of the evaluation."""
    return {2005: _of_2005, 2006: _of_2006, 2007: _of_2007}[year]()


def put(folder: Path, year: int, *, packed: bool, without: tuple[str, ...] = ()) -> None:
    """Write a year into `folder`, as released or as it unpacks, without some of its pieces."""
    folder.mkdir(parents=True, exist_ok=True)
    for piece, files in pieces(year).items():
        if piece in without:
            continue
        if not packed or piece == "topics":
            write(folder, files)
        elif piece == "documents":
            release, root = f"DUC{year}_Summarization_Documents", next(iter(files)).split("/")[0]
            inside = {f"{release}/README.txt": b"x", f"{release}/{root}.tar.gz": tar(files)}
            (folder / f"{release}.tgz").write_bytes(tar(inside))
        else:
            (folder / piece).write_bytes(tar(files, "gz" if piece.endswith("gz") else ""))


def load(folder: Path, *names: str) -> tuple[dict[str, TaskSet], list[str]]:
    """The sets of a folder by name, and what was told about them."""
    told: list[str] = []
    return {found.name: found for found in load_sets(folder, names, warn=told.append)}, told


def write(folder: Path, files: Files) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def tar(files: Files, packing: str = "gz") -> bytes:
    """An archive of files, in the order given."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{packing}") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def _of_2005() -> dict[str, Files]:
    docs, rouge = "duc2005_docs/d301i", "results/ROUGE"
    return {
        "documents": {
            f"{docs}/LA010189-0001": PICTURE,
            f"{docs}/FT911-17": BAKERY,
            f"{docs}/FT922-3": MARKET,
            f"{docs}/FT922-4": EMPTY,
        },
        "topics": {"duc2005_topics.sgml": TOPICS_2005},
        "results.tar": {
            f"{rouge}/models/D301.M.250.I.A": b"The baker opens early.\nBuyers come early.\n",
            f"{rouge}/models/D301.M.250.J.A": b"The baker opens early.\n\nBuyers  come early.\n",
            f"{rouge}/models/D301.M.250.I.B": b"Ninety loaves go before noon \xe9.\n",
            f"{rouge}/peers/D301.M.250.I.10": b"Bread.\n",
            f"{rouge}/peers/D301.M.250.I.1": b"The baker of Mill Lane.\n",
            f"{rouge}/peers/D301.M.250.I.B": b"Ninety loaves go before noon \xe9.\n",
            f"{rouge}/settings.xml": b"<x/>",
        },
    }


def _of_2006() -> dict[str, Files]:
    docs = "duc2006_docs"
    return {
        "documents": {
            f"{docs}/D0602B/XIE19970301.0007": CATS,
            f"{docs}/D0602B/XIE19970399.0001": CATS.replace(b"0301.0007", b"0399.0001"),
            f"{docs}/D0601A/NYT20000102.0001": FERRY,
            f"{docs}/D0601A/APW19990707.0181": BRIDGE,
        },
        "topics": {"topics/duc2006_topics.sgml": TOPICS_2006},
        "NISTeval.tar.gz": {
            "NISTeval/ROUGE/models/D0601.M.250.A.A": b"The bridge opend.\n",
            "NISTeval/ROUGE/models/D0601.M.250.A.B": b"Riders left the ferry.\n",
            "NISTeval/ROUGE/models/D0602.M.250.B.C": b"They sleep.\n",
        },
        "NISTeval2.tar.gz": {
            "NISTeval2/ROUGE/models/D0601.M.250.A.A": b"The bridge opened.\n",
            "NISTeval2/ROUGE/peers/D0601.M.250.A.1": b"The town opened a bridge.\n",
            "NISTeval2/ROUGE/peers/D0601.M.250.A.2": b"",
            "NISTeval2/BE/models/D0601.M.250.A.B": b"bridge|opened|subj\n",
        },
    }


def _of_2007() -> dict[str, Files]:
    docs = "duc2007_testdocs"
    main, update = f"{docs}/main/D0703A", f"{docs}/update/D0703A"
    evaluation = {
        f"mainEval/ROUGE/{folder}/D0703.M.250.A.{author}": text
        for folder, author, text in (
            ("models", "A", b"Cats sleep.\n"), ("models", "D", b"Cats move.\n"),
            ("peers", "3", b"Two cats.\n"), ("peers", "D", b"Cats move.\n"),
        )
    }  # fmt: skip
    updates = {
        f"updateEval/ROUGE/models/D0703-{part}.M.100.A.E": f"News {part}.\n".encode()
        for part in "ABC"
    }
    peers = {"updateEval/ROUGE/peers/D0703-B.M.100.A.40": b"A third cat.\n"}
    return {
        "documents": {
            f"{main}/XIE19970301.0007": CATS,
            f"{main}/XIE19970302.0008": MORE_CATS,
            f"{update}/D0703A-A/XIE19970301.0007": CATS,
            f"{update}/D0703A-B/XIE19970302.0008": MORE_CATS,
            f"{update}/D0703A-C/XIE19970303.0009": LAST_CATS,
        },
        "topics": {
            "duc2007_topics.sgml": TOPICS_2007,
            "duc2007_UPDATE_topics.sgml": TOPICS_UPDATE,
        },
        "mainEval.tar.gz": evaluation,
        "updateEval.tar.gz": updates | peers,
    }
