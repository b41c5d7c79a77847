"""How far the judges of free answers agree, two by two.

Owns the rows. Verdicts are `sessions.models.judgements`', kappa is `study.statistics.agreement`'s.
"""

from collections.abc import Collection
from itertools import combinations

from sessions.database import Database
from sessions.models import judgements
from sessions.models.responses import select
from sessions.report.rows import Column, Row, Rows
from study.statistics.agreement import cohen, unanimous
from study.statistics.bootstrap import Interval

NOTE = (
    "Cohen's kappa over the answers both judged, with a bootstrap interval by item; of a judge "
    "model the first verdict on an answer that could be read counts, of a person the last grade"
)
FEWEST = 2
"""Items from which on drawing them again tells how sure a figure is."""
ONE_VERDICT = "undefined: both gave one and the same verdict only"


def agreement(db: Database, items: Collection[str] | None = None) -> Rows:
    """Every two judges, people among them, on the answers of models to all items or to those of
    these content hashes (LLMEval-Logic, 2.3 and appendix D, table 5)."""
    columns = (
        Column("judge", "text"),
        Column("other judge", "text"),
        Column("answers"),
        Column("both accept"),
        Column("only the first accepts"),
        Column("only the other accepts"),
        Column("both reject"),
        Column("agreement", "share"),
        Column("Cohen's kappa"),
        Column("Cohen's kappa low"),
        Column("Cohen's kappa high"),
        Column("note", "text"),
    )
    verdicts, unreadable = _verdicts(db)
    if len(verdicts) < 2:
        return Rows(columns, (), 0)
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
        judge: {one: right for one, right in these.items() if one in where}
        for judge, these in verdicts.items()
    }
    rows: list[Row] = []
    for one, other in combinations(sorted(known), 2):
        kappa = cohen(known[one], known[other], clusters=where)
        if kappa is None:
            continue
        both = [(known[one][key], known[other][key]) for key in known[one] if key in known[other]]
        counts = [both.count(pair) for pair in ((True, True), (True, False), (False, True))]
        rows.append(
            (
                one,
                other,
                kappa.n,
                *counts,
                kappa.n - sum(counts),
                kappa.observed,
                *_kappa(kappa.kappa),
            )
        )
    judged = {key for these in known.values() for key in these}
    alone = sum(sum(key in these for these in known.values()) == 1 for key in judged)
    excluded = {"verdicts that could not be read": unreadable, "answers with one judge": alone}
    notes: tuple[str, ...] = (NOTE,)
    every = unanimous(known)
    if len(known) > 2 and every is not None:
        notes += (f"all {len(known)} judges agree on {every.successes} of {every.n} answers",)
    return Rows(columns, tuple(rows), len(judged) - alone, excluded, notes)


def _kappa(found: Interval | None) -> Row:
    """Value, bounds, and what must be known of them."""
    if found is None:
        return (None, None, None, ONE_VERDICT)
    if found.clusters < FEWEST:
        return (found.value, None, None, "one item: no interval")
    drawn = found.resamples + found.undefined
    told = f"interval without {found.undefined} of {drawn} resamples: undefined"
    return (found.value, found.low, found.high, told if found.undefined else "")


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
