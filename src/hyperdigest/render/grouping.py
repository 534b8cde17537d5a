"""How the sentences of a digest are grouped for all formats.

Sentences stay in the order of the digest. Those that follow each other there and belong together in
their document, with what is quoted before them, are one group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.growing_group import (
    GrowingCode,
    GrowingDefinition,
    GrowingGroup,
    GrowingParagraph,
    Shown,
    is_begun_again,
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
    for group, of_lists in zip(groups, _items_shown(groups), strict=True):
        source = group.parts[0].source
        if group.quotes_title:
            titled = source.number
        elif has_lead and not group.leads and source.number != titled:
            shown.append(SourceTitle(source))
            titled = source.number
        shown.append(group.finished(of_lists))
    return tuple(shown)


def _items_shown(groups: Sequence[GrowingGroup]) -> Sequence[Shown]:
    """For each group, how many items are shown in all of each list that has its last one there.

    If other quotations part the items of a list, that is said once, below the last of them. Those
    that are shown as text, such as a definition whose term is a sentence of the digest, count too.
    """
    ordinals, last = defaultdict[tuple[int, int], set[int]](set), dict[tuple[int, int], int]()
    for number, group in enumerate(groups):
        says_so = {part.quoted.start for part in group.items}
        for part in group.parts:
            if position := part.quoted.position:
                of = part.source.number, position.number
                ordinals[of].add(position.ordinal)
                if part.quoted.start in says_so:
                    last[of] = number
    found: list[dict[tuple[int, int], int]] = [{} for _ in groups]
    for of, number in last.items():
        found[number][of] = len(ordinals[of])
    return found


def _begun(quotation: Quotation, before: GrowingGroup | None) -> GrowingGroup:
    group = _GROUPS[quotation.begins]()
    last = before.parts[-1] if before else None
    if last and last.sentence and last.source.number == quotation.part.source.number:
        heading = line(last.sentence.heading)
        if not is_begun_again(heading, last, quotation.parts[0]):
            group.headings.add(heading)
    group.put(quotation)
    return group
