"""How far the judges of free answers agree, two by two."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated

from sessions.database import Database
from sessions.models import judgements
from sessions.models.responses import select
from sessions.report.compared import ComparingData
from sessions.report.rows import Rows, column, figure, table_of
from study.metrics.agreement import METRIC as AGREEMENT
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.statistics.agreement import Verdicts, unanimous
from study.statistics.samples import Estimate

NOTE = (
    "Cohen's kappa over the answers both judged, with a bootstrap interval by item; of a judge "
    "model the first verdict on an answer that could be read counts, of a person the last grade"
)
FEWEST = 2
"""Items from which on drawing them again tells how sure a figure is."""
ONE_VERDICT = "undefined: both gave one and the same verdict only"


@dataclass(frozen=True, slots=True)
class JudgesRow:
    """Two judges on the answers both judged."""

    judge: Annotated[str, column("judge", "text")]
    other: Annotated[str, column("other judge", "text")]
    answers: Annotated[int, column("answers")]
    both_accept: Annotated[int, column("both accept")]
    only_first: Annotated[int, column("only the first accepts")]
    only_other: Annotated[int, column("only the other accepts")]
    both_reject: Annotated[int, column("both reject")]
    agreement: Annotated[Estimate | None, figure(AGREEMENT)]
    kappa: Annotated[Estimate | None, figure(COHENS_KAPPA)]
    note: Annotated[str, column("note", "text")]


def table(data: ComparingData) -> Rows | None:
    """Every two judges, people among them, on the answers of models (LLMEval-Logic, 2.3 and
    appendix D, table 5); None where there are fewer than two judges."""
    db, items = data.db, data.items
    verdicts, unreadable = _verdicts(db)
    if len(verdicts) < 2:
        return None
    where = {
        row[0]: row[1]
        for row in select(
            db,
            "SELECT response.id, target.item_hash FROM response"
            " JOIN target ON target.id = response.target"
            " WHERE response.id IN (SELECT response FROM judgement)"
            " OR EXISTS (SELECT 1 FROM grade WHERE grade.item_hash = target.item_hash)",
        )
        if items is None or row[1] in items
    }
    known = {
        judge: {answer: right for answer, right in these.items() if answer in where}
        for judge, these in verdicts.items()
    }
    rows = [
        _row(judge, other, both)
        for judge, other in combinations(sorted(known), 2)
        if (both := Verdicts(known[judge], known[other], where)).pairs
    ]
    judged = {key for these in known.values() for key in these}
    alone = sum(sum(key in these for these in known.values()) == 1 for key in judged)
    excluded = {"verdicts that could not be read": unreadable, "answers with one judge": alone}
    notes: tuple[str, ...] = (NOTE,)
    every = unanimous(known)
    if len(known) > 2 and every is not None:
        notes += (f"all {len(known)} judges agree on {every.successes} of {every.n} answers",)
    return table_of(JudgesRow, rows, len(judged) - alone, excluded, notes)


def _row(judge: str, other: str, verdicts: Verdicts) -> JudgesRow:
    both = list(verdicts.pairs.values())
    kappa, note = _kappa(COHENS_KAPPA.estimate(verdicts))
    return JudgesRow(
        judge,
        other,
        len(both),
        both.count((True, True)),
        both.count((True, False)),
        both.count((False, True)),
        both.count((False, False)),
        AGREEMENT.estimate(verdicts),
        kappa,
        note,
    )


def _kappa(kappa: Estimate | None) -> tuple[Estimate | None, str]:
    """The figure, without an interval where one says nothing, and what must be known of it."""
    if kappa is None:
        return None, ONE_VERDICT
    if kappa.clusters < FEWEST:
        return replace(kappa, low=None, high=None), "one item: no interval"
    drawn = kappa.resamples + kappa.undefined
    note = f"interval without {kappa.undefined} of {drawn} resamples: undefined"
    return kappa, note if kappa.undefined else ""


def _verdicts(db: Database) -> tuple[dict[str, dict[bytes, bool]], int]:
    """Judge to answer to verdict; and how many verdicts of models could not be read."""
    models: dict[str, dict[bytes, bool]] = {}
    people: dict[str, dict[bytes, tuple[str, bool | None]]] = {}
    unreadable = 0
    for one in judgements.read(db):
        if one.kind == "model":
            if one.match is None:
                unreadable += 1
            else:
                models.setdefault(one.judge, {}).setdefault(one.response, one.match)
            continue
        given = people.setdefault(f"{one.judge} (a person)", {})
        before = given.get(one.response)
        if before is None or before[0] <= one.utc:
            given[one.response] = (one.utc, one.match)
    found = dict(models)
    for name, given in people.items():
        last = {key: right for key, (_, right) in given.items() if right is not None}
        if last:
            found[name] = last
    return found, unreadable
