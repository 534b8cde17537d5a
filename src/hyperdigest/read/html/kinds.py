"""Whether a page is one of a web site, such as an article, or one of a manual.

A page says so itself: by the program that made it, by its type in JSON-LD or Open Graph, or by
elements that only the programs of one kind write. Scripts say nothing, since both kinds count
visitors, but for those of advertisements.
"""

from __future__ import annotations

import re

from resiliparse.parse.html import DocumentNode

from hyperdigest.read.html.metadata import PageHead

_MANUAL = re.compile(
    r"docutils|sphinx|docbook|asciidoc|makeinfo|texi2|doxygen|publican|javadoc|mkdocs|mdbook|pandoc"
    r"|groff|mandoc|latex2html|hevea|tex4ht|docusaurus|vitepress|vuepress|starlight|rustdoc|ex_?doc"
    r"|gtk-doc|quarto|bookdown|gitbook|antora|hugo-book|jsdoc|typedoc|phpdocumentor",
    re.I,
)
_SITE = re.compile(
    r"wordpress|drupal|joomla|blogger|typo3|ghost\b|wix\b|squarespace|weebly|movable ?type|medium\b"
    r"|shopify|contao|serendipity|tumblr|nikola",
    re.I,
)
"""Programs that make manuals, and those that make web sites, by what they call themselves."""

_MANUAL_TYPES = frozenset({"techarticle", "apireference", "softwaresourcecode", "definedtermset"})
_SITE_TYPES = re.compile(
    r"(?:news|analysis|opinion|review|report|satirical|scholarly|advertiser|background|askpublic)\w*"
    r"article|article|(?:blog|social)\w*posting|liveblogposting|reportage\w*|blog|product|recipe"
    r"|\w*event|jobposting|videoobject|podcastepisode"
)
"""Types of JSON-LD that say of what kind a page is; ``WebPage`` and the like do not."""

_OF_A_MANUAL = ", ".join(
    (
        "script#documentation_options",
        "div.sphinxsidebar",
        "div.rst-content",
        "div.md-content",
        ".theme-doc-markdown",
        "div.book-summary",
        "#mdbook-help-container",
        "div.titlepage",
        "div.manual-text",
        "table.head td.head-ltitle",
    )
)
"""Elements of the templates of programs for manuals, some of which do not name themselves."""

_OF_A_SITE = ", ".join(
    (
        "meta[property^='article:']",
        "meta[name^='twitter:']",
        "link[rel=pingback]",
        "link[rel=shortlink]",
        "link[rel=EditURI]",
        "form[method=post i]",
        "article > h1",
        "article > header > h1",
        "script[src*='/ads']",
        "script[src*='googlesyndication.com']",
        "script[src*='doubleclick.net']",
        *(
            f"[itemtype$='/{kind}']"
            for kind in ("Article", "NewsArticle", "BlogPosting", "Product", "Recipe", "Event")
        ),
    )
)
"""Elements that pages of web sites have and those of manuals rarely: descriptions for sharing,
addresses for links from other sites, forms that send something, articles with their heading, and
types in microdata. Of the fields of Open Graph, the type ``website`` says nothing: themes for
manuals write it too."""


def is_article(document: DocumentNode, head: PageHead) -> bool:
    """Whether a page is one of a web site, and not of a manual.

    What the page says in words counts first, then the templates of manuals, then other signs.
    """
    generators = head.fields["generator"]
    if any(map(_MANUAL.search, generators)):
        return False
    if any(map(_SITE.search, generators)):
        return True
    if any(map(_SITE_TYPES.fullmatch, head.types)):
        return True
    if not _MANUAL_TYPES.isdisjoint(head.types):
        return False
    if document.query_selector(_OF_A_MANUAL) is not None:
        return False
    shared = any(found for name, found in head.fields.items() if name.startswith("og:"))
    if shared and "website" not in map(str.lower, head.fields["og:type"]):
        return True
    return document.query_selector(_OF_A_SITE) is not None
