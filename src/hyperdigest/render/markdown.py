"""The digest as Markdown."""

from __future__ import annotations

import re
from urllib.parse import quote

from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.parts import (
    also_line,
    guarantee,
    notes_on,
    nothing_fits,
    placed_under,
    sources,
    usage,
)

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&~$#]|:(?=//)|(?<=www)\.")
_BLOCK_MARK = re.compile(r"^(\d*)([+\-=:.)])")


def render_markdown(digest: Digest) -> str:
    """The digest as Markdown (CommonMark), without a final newline.

    Text of documents is escaped: it cannot begin a heading, list, link, image, tag or code.
    """
    numbered = sources(digest)
    sentences = []
    for sentence in digest.sentences:
        source = numbered[sentence.document]
        place = escaped(placed_under(sentence))
        sentences.append(f"{escaped(source.shown(sentence))} ([{source.number}], {place})")
        if sentence.also:
            sentences.append(f"> {escaped(also_line(sentence))}")
        sentences += [f"> {label}: {escaped(text)}" for label, text in notes_on(sentence)]
    listed, targets = [], []
    for source in numbered.values():
        listed.append(f"{source.number}. {' · '.join(map(escaped, source.labels))}")
        # A path that begins with two slashes would be a link to another host.
        target = quote(re.sub(r"^/+", "/", source.path), safe="/", errors="surrogatepass")
        targets.append(f"[{source.number}]: <{target}>")
    parts = [
        f"# {escaped(line(digest.question))}",
        f"**{escaped(line(digest.doubt))}**" if digest.doubt else "",
        *(sentences or [nothing_fits(digest)]),
        *(["## Sources", "\n".join(listed)] if listed else []),
        usage(digest),
        "\n".join(f"- Warning: {escaped(line(warning))}" for warning in digest.warnings),
        guarantee(digest),
        escaped(line(digest.signature)),
        "\n".join(targets),
    ]
    return "\n\n".join(filter(None, parts))


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly that text."""
    return _BLOCK_MARK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", text))
