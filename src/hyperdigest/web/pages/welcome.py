"""What a collection shows before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.documents import TopicShare
from hyperdigest.render.sources import counted
from hyperdigest.web.holdings import holdings
from hyperdigest.web.pages.form import Form
from hyperdigest.web.pages.opened import Listed, listed

DOCUMENTS, TOPICS = 50, 16


@dataclass(frozen=True, slots=True)
class Welcome:
    """The documents and topics of a collection, the first of each; `more` counts all documents."""

    summary: str
    counted: str
    topics: tuple[TopicShare, ...]
    documents: list[Listed]
    more: int


def welcome(form: Form) -> Welcome:
    """What there is to ask about."""
    model = form.model
    number = len(model.collection.documents)
    labels = model.topic_view.labels
    strongest = model.topic_table(1)[:TOPICS]
    return Welcome(
        summary=holdings(model),
        counted=counted(number, "document"),
        topics=tuple(TopicShare(each.id, labels[each.id], each.share) for each in strongest),
        documents=listed(model, form.base, range(min(number, DOCUMENTS))),
        more=number if number > DOCUMENTS else 0,
    )
