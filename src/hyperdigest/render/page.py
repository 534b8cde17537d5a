"""A page in one file: no script, nothing fetched, its style allowed by its hash alone."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256


def one_page(title: str, style: str, body: str) -> str:
    """An HTML page; `title` and `body` are escaped already."""
    hashed = b64encode(sha256(style.encode()).digest()).decode()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>"""
