"""What is computed in the background once a difference is shown: what answers depend on.

Owns which supports and conflicts are requested. The solver computes them.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from items.formalizations.sentence_alignment import Alignment, align
from solver.cancel import Cancel, proceed
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.queries import Session
from solver.results import Supports
from tui.state.inspector.what_if import WhatIfView

TIMEOUT = 2.0
"""Time for one of them, in seconds."""


@dataclass(frozen=True)
class AnswerSupports:
    """The results."""

    supports: Mapping[Query, Supports]
    """Query, without its variant, to the minimal supports of its answer on the left."""
    conflict: tuple[int, ...]
    """Premises on the right that contradict each other, if any."""
    alignments: tuple[Alignment, ...] = ()
    """Where in the text the baseline's premises come from."""


def supports_work(view: WhatIfView) -> Callable[[Cancel], AnswerSupports] | None:
    """The work to do in a thread; None where there is none."""
    if view.preview is None:
        return None
    wrong = view.consistent(view.preview.diff.after) is False
    if view.supports and not wrong:
        return None
    problem, left, right, needs = view.problem, view.left, view.variant, view.supports

    def work(cancel: Cancel) -> AnswerSupports:
        outcome: dict[Query, Supports] = dict(needs)
        if not outcome:
            session = Session(theory(problem, left), problem.queries, "auto", TIMEOUT, cancel)
            for query in problem.queries:
                proceed(cancel)
                supports = session.ask(query, limit=1).supports
                if supports is not None:
                    outcome[replace(query, text="", under=BASELINE)] = supports
        conflict: tuple[int, ...] = ()
        if wrong:
            session = Session(theory(problem, right), (), "auto", TIMEOUT, cancel)
            conflict = session.report.conflict or ()
        aligned = view.alignments
        if not aligned:
            with suppress(InputError):  # a wrong list of sources is reported with the item
                aligned = align(view.item, problem)
        return AnswerSupports(outcome, conflict, aligned)

    return work
