"""Reports as plain data, ready for JSON.

Owns the format that `solve --json` and `diff --json` print. Premises are numbered from 0. Leaves
printing to the commands.
"""

from collections.abc import Mapping
from typing import Any

from solver.diff import Diff, DistinguishingStructure, QueryChange
from solver.language.problem import BASELINE
from solver.results import (
    EngineAnswer,
    Model,
    PartReport,
    ProblemReport,
    QueryReport,
    Structure,
    Supports,
    TheoryReport,
    World,
)

Data = dict[str, Any]


def world_data(world: World | None) -> Data | None:
    """A world as a map from symbol to value; a structure as its domain, constants, predicates and
    values."""
    if world is None:
        return None
    if not isinstance(world, Structure):
        return dict(world)
    return {
        "domain": list(world.domain),
        "constants": dict(world.constants),
        "predicates": {
            key: sorted(list(row) for row in rows) for key, rows in world.predicates.items()
        },
        "values": dict(world.values),
    }


def _models(models: tuple[Model, ...] | None) -> list[Data] | None:
    return None if models is None else [dict(model) for model in models]


def _engine(answer: EngineAnswer | None) -> Data | None:
    if answer is None:
        return None
    return {
        "verdict": answer.verdict,
        "count": answer.count,
        "solution": None if answer.solution is None else dict(answer.solution),
        "projection": None if answer.projection is None else list(answer.projection),
        "exhausted": answer.exhausted,
        "reason": answer.reason,
        "note": answer.note,
        "milliseconds": answer.milliseconds,
    }


def supports_data(supports: Supports | None) -> Data:
    """Minimal supports as lists of premise numbers, and whether the list is complete."""
    if supports is None:
        return {"supports": None, "supports_exhausted": None}
    return {
        "supports": [list(chosen) for chosen in supports.sets],
        "supports_exhausted": supports.exhausted,
    }


def _part(part: PartReport) -> Data:
    """A row (None: everything that is not listed) or a formula, with its evidence per variant."""
    return {
        "part": part.key if isinstance(part.key, str) or part.key is None else dict(part.key),
        "held": part.held,
        "worlds": {name: world_data(world) for name, world in part.worlds.items()},
        "supports": {name: supports_data(supports) for name, supports in part.supports.items()},
    }


def query_data(report: QueryReport) -> Data:
    """One query's report; fields that its kind does not provide are None."""
    answer, supports = report.answer, report.supports
    listed = answer.models is not None or answer.count is not None
    return {
        "query": report.query.text,
        "under": report.query.under,
        "compared": list(report.query.compared),
        "verdict": answer.verdict,
        "models": _models(answer.models),
        "solution": None if answer.solution is None else dict(answer.solution),
        "count": answer.count,
        "projection": None if answer.projection is None else list(answer.projection),
        "exhausted": answer.exhausted if listed else None,
        **supports_data(supports),
        "countermodel": world_data(answer.countermodel),
        "witness": world_data(answer.witness),
        "parts": None if report.parts is None else list(map(_part, report.parts)),
        "engines": {name: _engine(report.engines.get(name)) for name in ("worlds", "z3")},
        "agree": report.agree,
        "reason": answer.reason,
        "milliseconds": sum(engine.milliseconds for engine in report.engines.values()),
    }


def _theory(report: TheoryReport) -> Data:
    conflict = None if report.conflict is None else list(report.conflict)
    return {"consistent": report.consistent, "conflict": conflict}


def _theories(reports: Mapping[str, TheoryReport]) -> Data:
    return {name: _theory(report) for name, report in reports.items()}


def problem_data(report: ProblemReport) -> Data:
    """The report on a whole problem: consistency of the baseline, consistency of each queried
    variant (under `variants`), and the queries."""
    others = {name: theory for name, theory in report.theories.items() if name != BASELINE}
    return {
        **_theory(report.theories[BASELINE]),
        "variants": _theories(others),
        "queries": [query_data(query) for query in report.queries],
    }


def _change(change: QueryChange) -> Data:
    return {
        "query": change.query.text,
        "before": query_data(change.before),
        "after": query_data(change.after),
        "changed": change.changed,
        **({} if change.answers is None else {"answers": list(change.answers)}),
    }


def _apart(structure: DistinguishingStructure | None) -> Data | None:
    if structure is None:
        return None
    return {
        "exists": structure.exists,
        "structure": world_data(structure.world),
        "reason": structure.reason,
    }


def diff_data(diff: Diff) -> Data:
    """The difference between two variants: lists of models, their full counts, and the queries.

    `kept`, `removed` and `added` are None if models cannot be listed; `reason` says why. In that
    case `only_before` and `only_after` say whether some structure is allowed on that side only, and
    give an example.
    """
    return {
        "before": diff.before,
        "after": diff.after,
        "theories": _theories(diff.theories),
        "kept": _models(diff.kept.models),
        "removed": _models(diff.removed.models),
        "added": _models(diff.added.models),
        "counts": {
            "before": diff.count_before,
            "after": diff.count_after,
            "kept": diff.kept.count,
            "removed": diff.removed.count,
            "added": diff.added.count,
        },
        "exhausted": all(part.exhausted for part in (diff.kept, diff.removed, diff.added)),
        "reason": diff.reason,
        "only_before": _apart(diff.only_before),
        "only_after": _apart(diff.only_after),
        "queries": [_change(change) for change in diff.queries],
    }
