"""The comparing tables of choices: accuracy of all, and DivLogicEval's ACC, CIR and PC.

Owns their rows. Formulas are `study.metrics.circular`'s.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sessions.report.respondents import (
    SETTING,
    WHO,
    Respondent,
    attribute,
    bounds,
    settings,
)
from sessions.report.rows import DECIDED, Cell, Column, Row, Rows
from study.metrics.bootstrap import bootstrap_mean
from study.metrics.circular import Circular
from study.metrics.clustered import clustered_wilson
from study.metrics.runs import over_runs
from study.sheet_scores import QUESTION_TYPE

ALL = "all"
TYPE = Column("question type", "text")
ACCURACY_NOTE = (
    "accuracy is over every answer, mutants included; intervals are Wilson's, of items with "
    "several answers at their effective number"
)
CIRCULAR_NOTE = (
    "ACC is over mutant 0, CIR and PC over items of which every mutant was answered; intervals of "
    "ACC and CIR are Wilson's, those of PC from a bootstrap by item"
)
TOGETHER_NOTE = (
    "put together: the mutants of an item were answered by several respondents, or several times; "
    "the scores are expectations over drawing one answer to each mutant, and the interval of CIR "
    "is from a bootstrap by item"
)
RUNS_NOTE = (
    "sd is the sample standard deviation over runs, CV the population standard deviation over the "
    "mean, in per cent"
)


def by_respondent(respondents: Sequence[Respondent]) -> Rows:
    """Every respondent's accuracy over everything answered that can be right or wrong; who decided
    it, where there are free answers."""
    counts = [_decided(one) for one in respondents]
    free = any(one.free for one in counts)
    columns = (
        *WHO,
        Column("items"),
        Column("answers"),
        Column("right"),
        Column("accuracy", "share"),
        Column("low", "share"),
        Column("high", "share"),
        *(DECIDED if free else ()),
        Column("unreadable"),
        Column("failed"),
    )
    rows: list[Row] = []
    total = 0
    for one, decided in zip(respondents, counts, strict=True):
        tallies = list(one.tallies.values())
        share = clustered_wilson(tallies)
        right, n = (share.successes, share.n) if share else (0, 0)
        total += n
        lost = len(one.sheet.unreadable), len(one.sheet.failed)
        who = (n - decided.judged - decided.by_person, decided.judged, decided.by_person)
        rows.append(
            (*one.names, len(tallies), n, right, *bounds(share), *(who if free else ()), *lost)
        )
    excluded = {
        "failed requests": sum(len(one.sheet.failed) for one in respondents),
        "answers without gold": sum(one.sheet.no_gold for one in respondents),
        "answers not graded": sum(one.sheet.ungraded for one in respondents),
        "answers to an earlier wording": sum(one.sheet.superseded for one in respondents),
    }
    return Rows(columns, tuple(rows), total, excluded, (ACCURACY_NOTE,))


def by_question_type(respondents: Sequence[Respondent]) -> Rows:
    """DivLogicEval's table: models × settings × ACC, CIR and PC × question type, people beside
    them (DivLogicEval, section 4, tables 4 and 5)."""
    columns = (
        *WHO,
        TYPE,
        Column("items"),
        *_score("ACC"),
        Column("items with every mutant"),
        *_score("CIR"),
        *_score("PC"),
        Column("put together", "text"),
    )
    rows: list[Row] = []
    answers = left_out = 0
    together = False
    for one, name, scores in _types(respondents):
        if name == ALL:
            answers += sum(item.answers for item in scores.items.values())
            left_out += scores.incomplete
            together |= scores.composite
        pc = bootstrap_mean(each.pc for each in scores.complete.values() if each.pc is not None)
        cir = scores.cir_share or bootstrap_mean(
            each.cir for each in scores.complete.values() if each.cir is not None
        )
        rows.append(
            (
                *one.names,
                name,
                len(scores.items),
                *bounds(scores.acc),
                len(scores.complete),
                *bounds(cir),
                *bounds(pc),
                "yes" if scores.composite else "no",
            )
        )
    notes = (CIRCULAR_NOTE, TOGETHER_NOTE) if together else (CIRCULAR_NOTE,)
    excluded = {"items without every mutant, from CIR and PC": left_out}
    return Rows(columns, tuple(rows), answers, excluded, notes)


def over_the_runs(respondents: Sequence[Respondent]) -> Rows:
    """ACC, CIR and PC over the runs of each setting, with CV (DivLogicEval, 2.2, table 3)."""
    rows: list[Row] = []
    runs = single = 0
    for (name, kind, setting), these in settings(respondents).items():
        if kind != "model" or not any(len(one.sheet.choices) for one in these):
            continue
        if len(these) < 2:
            single += 1
            continue
        runs += len(these)
        by_type: dict[str, list[Circular]] = {}
        for _one, type_, scores in _types(these):
            by_type.setdefault(type_, []).append(scores)
        for type_, found in by_type.items():
            cells: list[Cell] = []
            for values in (
                [one.acc.value for one in found if one.acc is not None],
                [one.cir for one in found if one.cir is not None],
                [one.pc for one in found if one.pc is not None],
            ):
                spread = over_runs(values)
                cells += (spread.mean, spread.sd, spread.cv) if spread else (None, None, None)
            rows.append((name, kind, setting, len(found), type_, *cells))
    columns = (
        *SETTING,
        TYPE,
        *(
            column
            for score in ("ACC", "CIR", "PC")
            for column in (
                Column(f"{score} mean", "share"),
                Column(f"{score} sd", "share"),
                Column(f"{score} CV %"),
            )
        ),
    )
    excluded = {"settings of a single run": single}
    return Rows(columns, tuple(rows), runs, excluded, (RUNS_NOTE,))


def _score(name: str) -> tuple[Column, ...]:
    return (
        Column(name, "share"),
        Column(f"{name} low", "share"),
        Column(f"{name} high", "share"),
    )


def _types(respondents: Sequence[Respondent]) -> Iterator[tuple[Respondent, str, Circular]]:
    """Scores over all items, then over those of each question type."""
    keys: dict[int, dict[str, set[str]]] = {}
    for one in respondents:
        scores = one.circular
        if not scores.items:
            continue
        yield one, ALL, scores
        known = keys.get(id(one.items))
        if known is None:
            known = keys[id(one.items)] = _keys_by_type(one)
        for name in sorted(known):
            narrow = scores.over(known[name])
            if narrow.items:
                yield one, name, narrow


def _keys_by_type(one: Respondent) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for (item_hash, _), asked in one.asked.items():
        name = attribute(one.items[item_hash], QUESTION_TYPE)
        if name is not None:
            found.setdefault(name, set()).add(asked.key)
    return found


@dataclass(frozen=True, slots=True)
class _Decided:
    """Who decided a respondent's answers, where it was no comparison with the gold."""

    judged: int
    by_person: int
    free: bool
    """Whether free answers count at all."""


def _decided(one: Respondent) -> _Decided:
    judged = by_person = 0
    free = False
    for part in one.sheet.parts:
        if part.right is None:
            continue
        key = part.item.partition("#")[0], part.question
        kind = one.asked[key].part.kind
        free |= kind == "text"
        if kind not in ("choice", "truth"):
            judged += part.decider == "judged"
            by_person += part.decider == "by a person"
    return _Decided(judged, by_person, free)
