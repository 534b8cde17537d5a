"""The digest as Markdown."""

from __future__ import annotations

import re
from urllib.parse import quote

from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.markdown_quotes import escaped, markdown_quotes
from hyperdigest.render.parts import guarantee, nothing_fits, sources, usage


def render_markdown(digest: Digest) -> str:
    """The digest as Markdown (CommonMark), without a final newline.

    Text of documents is escaped: it cannot begin a heading, list, link, image, tag or code.
    """
    numbered = sources(digest)
    quotes = markdown_quotes(quote_groups(digest, numbered))
    listed, targets = [], []
    for source in numbered.values():
        listed.append(f"{source.number}. {' · '.join(map(escaped, source.labels))}")
        # A path that begins with two slashes would be a link to another host.
        target = quote(re.sub(r"^/+", "/", source.path), safe="/", errors="surrogatepass")
        targets.append(f"[{source.number}]: <{target}>")
    parts = [
        f"# {escaped(line(digest.question))}",
        f"**{escaped(line(digest.doubt))}**" if digest.doubt else "",
        *(quotes or [nothing_fits(digest)]),
        *(["## Sources", "\n".join(listed)] if listed else []),
        usage(digest),
        "\n".join(f"- Warning: {escaped(line(warning))}" for warning in digest.warnings),
        guarantee(digest),
        escaped(line(digest.signature)),
        "\n".join(targets),
    ]
    return "\n\n".join(filter(None, parts))
