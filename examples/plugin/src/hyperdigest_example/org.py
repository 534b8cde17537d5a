"""A renderer: a list for Org mode."""

from hyperdigest.plugins import Digest


def render_org(digest: Digest) -> str:
    """The question as a headline, and below it each sentence with its source."""
    lines = [f"* {_line(digest.question)}"]
    for sentence in digest.sentences:
        lines += [f"- {_line(sentence.text)}", f"  /{_line(sentence.document)}, {sentence.place}/"]
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


render_org.suffix = ".org"  # type: ignore[attr-defined]
render_org.media_type = "text/x-org; charset=utf-8"  # type: ignore[attr-defined]
