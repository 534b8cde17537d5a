"""The paper's method beside other graph-based summarizers."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.preset import Preset
from hyperdigest.experiments.published import SUMMARIZERS, WHY
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.summarizers.herf import HERF
from hyperdigest.experiments.summarizers.hubs import HubsAndAuthorities
from hyperdigest.experiments.summarizers.hypersum import HyperSum
from hyperdigest.experiments.summarizers.ts_lexrank import TSLexRank

PAPER = Entry("MRC", Pipeline(HDP(), MRC()))
PAPER_ALONE = Entry("preset paper, any sentence", Preset("paper"))
DEFAULT = Entry("preset default", Preset("default"))
RIVALS = (
    Entry("TS-LexRank", TSLexRank()),
    Entry("Hubs & Authorities", HubsAndAuthorities()),
    Entry("HyperSum", HyperSum()),
    Entry("HERF", HERF()),
)


def summarizers() -> Comparison:
    """Table (tabGraphMethods). The graph-based summarizers; the presets as they are are added."""
    return Comparison(
        title="Graph-based summarizers",
        about="The paper's method (MRC: preset paper with the sentences eligible that are so for"
        " all) beside its graph-based rivals, and the two presets of the product as they are:"
        " the preset paper by itself may pick fragments of any length.",
        entries=(PAPER, *RIVALS, PAPER_ALONE, DEFAULT),
        reference="MRC",
        paper="MRC has at least 8% more ROUGE-SU4 than TS-LexRank and Hubs & Authorities on DUC"
        " 2006 and 2007 and 2% on DUC 2005, and at least 5% more than HyperSum and HERF on DUC 2006"
        " and 2007; on DUC 2005 HyperSum is 2% above MRC.",
        why=WHY["MRC"],
        published=SUMMARIZERS,
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(summarizers(), bench)
