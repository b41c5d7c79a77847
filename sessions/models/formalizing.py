"""Formalizations that models wrote, as they are recorded, and what they score.

Owns finding them in the record, a judge's recorded verdicts on points that content cannot settle,
and the table of a run: Z3, rubric and both (LLMEval-Logic, table 2). Comparing is
`items.formalizations`', asking `asking`'s.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from items.answers import TruthAnswer
from items.formalizations.asked import JUDGE_PROTOCOL, Symbols, formalization_items, judging_item
from items.formalizations.candidates import Candidate, Scored, score, scored_data
from items.formalizations.columns import Columns, Decision, columns
from items.models import Item
from sessions.database import Database
from sessions.models import responses
from sessions.models.plan import Plan, Wanted, plan
from sessions.models.responses import Response


@dataclass(frozen=True, slots=True)
class Formalized:
    """One recorded formalization and its score."""

    model: str
    setting: str
    run: int
    scored: Scored
    columns: Columns

    def data(self) -> dict[str, Any]:
        """As JSON: the score of `--score`, with the columns and who decided."""
        told = self.columns
        return {
            **scored_data(self.scored),
            "model": self.model,
            "setting": self.setting,
            "run": self.run,
            "z3": told.z3.value,
            "z3_by": told.z3.by,
            "rubric": told.rubric.value,
            "rubric_by": told.rubric.by,
            "both": told.both,
            "rubric_atoms": {
                id: {"passed": one.value, "by": one.by} for id, one in told.atoms.items()
            },
            "to_judge": [point.key for point in told.points],
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of table 2: a run of a model with free or fixed symbols. Shares are in per cent."""

    model: str
    setting: str
    run: int
    symbols: Symbols
    items: int
    """Formalizations that came; requests that failed are left out."""
    unreadable: int
    """Among them; they count as wrong."""
    z3: float | None
    rubric: float | None
    both: float | None
    undecided: int
    """Items of which Z3 or rubric is not decided; they are not among the right ones."""


def formalized(
    db: Database,
    items: Sequence[Item],
    symbols: Symbols,
    *,
    model: str | None = None,
    judge: str = "",
    timeout: float,
) -> Iterator[Formalized]:
    """Every recorded formalization of these items, scored; with the verdicts of a judge, if one is
    named, where content does not settle a point."""
    asked = formalization_items(items, symbols)
    owners = {made.content_hash: item for item in items if (made := asked.get(item.id))}
    found = [r for r in responses.read(db, model=model) if r.target.item_hash in owners]
    usable = [response for response in found if response.status != "failed"]
    verdicts = _verdicts(db, judge) if judge else {}
    candidates = _candidates(db, usable, owners)
    scores = score(candidates, timeout=timeout, by_name=symbols == "fixed")
    for response, scored in zip(usable, scores, strict=True):
        known = {
            key: verdict
            for key, verdict in verdicts.items()
            if key.startswith(f"{scored.candidate.item.id}#{scored.candidate.id}#")
        }
        keys = {key.rpartition("#")[2]: verdict for key, verdict in known.items()}
        one = response.series
        yield Formalized(one.model, one.setting, one.run, scored, columns(scored, keys))


def _candidates(
    db: Database, found: Sequence[Response], owners: Mapping[str, Item]
) -> Iterator[Candidate]:
    calls = responses.calls(db, [response.id for response in found])
    for response in found:
        raw = calls[response.id].raw or ""
        item = owners[response.target.item_hash]
        yield Candidate(response.id.hex(), item, raw, item.id)


def _verdicts(db: Database, judge: str) -> dict[str, Decision]:
    """A judge's verdicts, by the id of the item that put the point."""
    decisions: dict[str, Decision] = {}
    for response in responses.read(db, model=judge):
        answer = response.answer
        if isinstance(answer, TruthAnswer) and "#" in response.target.item_id:
            decisions[response.target.item_id] = Decision(answer.value == "true", judge)
    return decisions


def judging_plan(db: Database, found: Iterable[Formalized], judge: str) -> Plan:
    """What a judge still has to be asked."""
    items = [
        judging_item(one.scored.candidate.item, one.scored.candidate.id, point)
        for one in found
        for point in one.columns.points
    ]
    return plan(items, Wanted(model=judge, protocol=JUDGE_PROTOCOL), db)


def table(found: Iterable[Formalized], symbols: Symbols) -> tuple[Row, ...]:
    """A row for each run."""
    runs: dict[tuple[str, str, int], list[Formalized]] = {}
    for one in found:
        runs.setdefault((one.model, one.setting, one.run), []).append(one)
    return tuple(
        Row(
            *series,
            symbols,
            len(listed),
            sum(one.scored.comparison is None for one in listed),
            _share([one.columns.z3.value for one in listed]),
            _share([one.columns.rubric.value for one in listed]),
            _share([one.columns.both for one in listed]),
            sum(None in (one.columns.z3.value, one.columns.rubric.value) for one in listed),
        )
        for series, listed in sorted(runs.items())
    )


def _share(values: Sequence[bool | None]) -> float | None:
    return 100 * values.count(True) / len(values) if values else None
