"""Fetch a set of real PDFs: the manuals in documentation packages of Debian.

Wants a Debian system, for `apt-get download` and `dpkg-deb`. What was fetched already is not
fetched again; a package or a file that cannot be had is named and left out.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

LARGEST = 2 << 20
"""Bytes of the largest PDF taken."""

MOST_OF_ONE = 2
"""PDFs taken of one package, the largest of those that are not too large."""

NAMES = """
asymptote-doc auto-multiple-choice-doc-pdf avrdude-doc bacula-doc bash-doc biber bibtool
bird2-doc bzip2-doc clisp-doc cmucl-docs dblatex-doc debian-faq debian-policy debian-refcard
developers-reference dia-common docbook-xsl-doc-pdf doxygen-doc evolver-doc flex-doc gap-doc
glpk-doc gnuplot-doc gprolog-doc gpsbabel-doc graphviz-doc gri-pdf-doc groff gutenprint-doc
haskell98-report hol-light latex2rtf-doc ledger libcfitsio-doc lhs2tex liblapack-doc
maint-guide maxima-doc mrbayes-doc nauty-doc normaliz-doc octave-doc parallel
pari-doc phyml pspp r-doc-pdf sbcl-doc scheme48-doc siscone-doc-pdf smlnj-doc systemtap-doc
texlive-fonts-recommended-doc valgrind why3-doc-pdf xfig-doc yorick-doc zsh-doc
"""

PACKAGES = NAMES.split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the PDFs go")
    parser.add_argument("packages", nargs="*", default=PACKAGES, help="other packages than ours")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for package in arguments.packages:
        if not list(arguments.folder.glob(f"{package}--*.pdf")):
            print(package, *fetch(package, arguments.folder), flush=True)


def fetch(package: str, folder: Path) -> list[str]:
    """Names of the PDFs of a package, written to `folder`, or why there are none."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        try:
            run(["apt-get", "download", "-qq", package], root)
            run(["dpkg-deb", "-x", next(root.glob("*.deb")).name, "unpacked"], root)
        except (subprocess.CalledProcessError, StopIteration):
            return ["cannot be had"]
        found = {}
        for path in sorted((root / "unpacked").rglob("*.pdf*")):
            if path.is_file() and not path.is_symlink() and path.name.endswith((".pdf", ".pdf.gz")):
                data = path.read_bytes()
                data = gzip.decompress(data) if path.suffix == ".gz" else data
                if len(data) <= LARGEST:
                    found[f"{package}--{path.name.removesuffix('.gz')}"] = data
        largest = sorted(found, key=lambda name: (-len(found[name]), name))[:MOST_OF_ONE]
        for name in largest:
            (folder / name).write_bytes(found[name])
        return largest or ["has no PDF"]


def run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
