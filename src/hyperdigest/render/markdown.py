"""The digest as Markdown, to paste into notes and reports."""

from __future__ import annotations

import re
from urllib.parse import quote

from hyperdigest.documents import Digest
from hyperdigest.render.plain import line
from hyperdigest.render.sources import Source, guarantee, nothing_fits, sources, usage

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&~$#]|:(?=//)|(?<=www)\.")
_BLOCK_MARK = re.compile(r"^(\d*)([+\-=:.)])")


def render_markdown(digest: Digest) -> str:
    """The digest as Markdown (CommonMark), without a final newline.

    No text of a document can start a heading, list, link, image, tag or code.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        place = escaped(line(sentence.place))
        sentences.append(f"{escaped(source.shown(sentence))} ([{source.number}], {place})")
    parts = [
        f"# {escaped(line(digest.question))}",
        f"**{escaped(line(digest.doubt))}**" if digest.doubt else "",
        *(sentences or [nothing_fits(digest)]),
        *(["## Sources", "\n".join(map(_listed, numbered.values()))] if numbered else []),
        usage(digest),
        "\n".join(f"- Warning: {escaped(line(warning))}" for warning in digest.warnings),
        guarantee(digest),
        escaped(line(digest.signature)),
        "\n".join(f"[{source.number}]: <{_target(source.path)}>" for source in numbered.values()),
    ]
    return "\n\n".join(part for part in parts if part)


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly that text."""
    return _BLOCK_MARK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", text))


def _listed(source: Source) -> str:
    return f"{source.number}. {' · '.join(map(escaped, source.labels))}"


def _target(path: str) -> str:
    """`path` as a link target that can be nothing but a file."""
    return quote(re.sub(r"^/+", "/", path), safe="/", errors="surrogatepass")
