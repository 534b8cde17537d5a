"""How the sentences of a digest are grouped for all formats.

Sentences stay in the order of the digest. Those that follow each other there and belong together in
their document, with what is quoted before them, are one group.
"""

from __future__ import annotations

from dataclasses import replace

from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.extents import items_shown
from hyperdigest.render.growing_group import (
    GrowingCode,
    GrowingDefinition,
    GrowingGroup,
    GrowingParagraph,
)
from hyperdigest.render.growing_list import GrowingList
from hyperdigest.render.growing_table import GrowingTable
from hyperdigest.render.parts import CitedSource, named_once, sources
from hyperdigest.render.quotations import GroupKind, Quotation, quotations
from hyperdigest.render.quotes import Group, SourceTitle

_GROUPS: dict[GroupKind, type[GrowingGroup]] = {
    "paragraph": GrowingParagraph,
    "list": GrowingList,
    "table": GrowingTable,
    "code": GrowingCode,
    "definition": GrowingDefinition,
}


def quote_groups(
    digest: Digest, numbered: dict[str, CitedSource] | None = None
) -> tuple[Group, ...]:
    """The groups of a digest, in the order shown; `numbered` are its `sources`, if known.

    If a sentence leads as the answer, its group has no title, and the groups of each source after
    it have one, unless it is quoted. A heading is named once while the groups of a source stay
    below it. Where the same sentences name the part of several ones, only the last one has them.
    """
    numbered = sources(digest) if numbered is None else numbered
    digest = replace(digest, sentences=named_once(digest.sentences))
    groups: list[GrowingGroup] = []
    for quotation in quotations(digest, numbered):
        if not groups or not groups[-1].add(quotation):
            groups.append(_begun(quotation, groups[-1] if groups else None))
    shown: list[Group] = []
    has_lead, titled = any(group.leads for group in groups), 0
    items = items_shown([group.items for group in groups])
    for group, of_lists in zip(groups, items, strict=True):
        source = group.parts[0].source
        if group.quotes_title:
            titled = source.number
        elif has_lead and not group.leads and source.number != titled:
            shown.append(SourceTitle(source))
            titled = source.number
        shown.append(group.finished(of_lists))
    return tuple(shown)


def _begun(quotation: Quotation, before: GrowingGroup | None) -> GrowingGroup:
    group = _GROUPS[quotation.begins]()
    last = before.parts[-1] if before else None
    if last and last.sentence and last.source.number == quotation.part.source.number:
        group.headings.add(line(last.sentence.heading))
    group.put(quotation)
    return group
