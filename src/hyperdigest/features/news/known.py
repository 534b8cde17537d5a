"""Leave out what known sentences say: their words, and in the objective their terms and topics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.reader import Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.selection.objectives import tightened
from hyperdigest.selection.problem import Problem


def leave_out_known(reader: Reader, model: ModelRecord, scope: Scope) -> Reader:
    """The reader without sentences that have the same words as a known sentence.

    Documents in which every sentence is known are not searched.
    """
    sentences, wordings = model.collection.split.sentences, Indexes.of(model).wordings
    known = np.zeros(len(reader.known), bool)
    known[wordings[reader.known]] = True
    allowed = reader.allowed & ~known[wordings]
    if len(scope.known_hashes):
        allowed &= ~np.isin(sentences.text_hash, scope.known_hashes)
    has_unknown = np.zeros(len(reader.searched), bool)
    has_unknown[sentences.document[~reader.known]] = True
    return replace(reader, allowed=allowed, searched=reader.searched & has_unknown)


def use_up_known(problem: Problem, reader: Reader, options: Options) -> Problem:
    """The problem whose objective counts known sentences as quoted, by the option `known_weight`.

    Pinned sentences and those read are not among them: the problem counts these in any case.
    """
    known = reader.known.copy()
    known[[*reader.pinned, *reader.read]] = False
    objective = problem.objective.used_up(np.flatnonzero(known), options.known_weight)
    return replace(problem, objective=tightened(objective, np.flatnonzero(problem.eligible)))
