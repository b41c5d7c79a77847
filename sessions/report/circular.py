"""The comparing tables of choices: accuracy of all, and DivLogicEval's ACC, CIR and PC.

Owns their rows. Formulas are `study.statistics.circular`'s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sessions.report.respondents import (
    SETTING,
    WHO,
    Respondent,
    attribute,
    bounds,
)
from sessions.report.rows import DECIDED, Cell, Column, Row, Rows
from study.sheet_scores import QUESTION_TYPE
from study.statistics.bootstrap import bootstrap_mean
from study.statistics.circular import Circular
from study.statistics.intervals import clustered_wilson
from study.statistics.runs import over_runs

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


@dataclass(frozen=True, slots=True)
class Scored:
    """A respondent's scores over all choices, then over those of each question type; none where no
    choice was answered."""

    respondent: Respondent
    scores: Mapping[str, Circular]
    """By question type, or `ALL`."""


def scored(respondents: Sequence[Respondent]) -> tuple[Scored, ...]:
    """Every respondent with these scores, for both tables of choices."""
    known: dict[int, dict[str, str]] = {}
    found: list[Scored] = []
    for one in respondents:
        scores: dict[str, Circular] = {}
        if one.circular.items:
            # The runs of models share their items.
            if id(one.items) not in known:
                known[id(one.items)] = _types(one)
            scores = {ALL: one.circular, **one.circular.by_kind(known[id(one.items)])}
        found.append(Scored(one, scores))
    return tuple(found)


def by_question_type(respondents: Sequence[Scored]) -> Rows:
    """DivLogicEval's table: models × settings × ACC, CIR and PC × question type, people beside
    them (DivLogicEval, section 4, tables 4 and 5)."""
    columns = (
        *WHO,
        TYPE,
        Column("items"),
        Column("answers to mutant 0"),
        *_score("ACC"),
        Column("items with every mutant"),
        *_score("CIR"),
        *_score("PC"),
        Column("put together", "text"),
    )
    rows: list[Row] = []
    answers = left_out = 0
    together = False
    for one in respondents:
        for name, scores in one.scores.items():
            if name == ALL:
                answers += sum([item.answers for item in scores.items.values()])
                left_out += scores.incomplete
                together |= scores.composite
            rows.append(
                (
                    *one.respondent.names,
                    name,
                    len(scores.items),
                    scores.acc.n if scores.acc else 0,
                    *bounds(scores.acc),
                    len(scores.complete),
                    *bounds(scores.cir_share or bootstrap_mean(scores.cirs)),
                    *bounds(bootstrap_mean(scores.pcs)),
                    "yes" if scores.composite else "no",
                )
            )
    notes = (CIRCULAR_NOTE, TOGETHER_NOTE) if together else (CIRCULAR_NOTE,)
    excluded = {"items without every mutant, from CIR and PC": left_out}
    return Rows(columns, tuple(rows), answers, excluded, notes)


def over_the_runs(respondents: Sequence[Scored]) -> Rows:
    """ACC, CIR and PC over the runs of each setting, with CV (DivLogicEval, 2.2, table 3)."""
    groups: dict[tuple[str, str, str], list[Scored]] = {}
    for one in respondents:
        groups.setdefault(one.respondent.names[:3], []).append(one)
    rows: list[Row] = []
    runs = single = 0
    for (name, kind, setting), these in groups.items():
        if kind != "model" or not any(one.scores for one in these):
            continue
        if len(these) < 2:
            single += 1
            continue
        runs += len(these)
        by_type: dict[str, list[Circular]] = {}
        for one in these:
            for type_, scores in one.scores.items():
                by_type.setdefault(type_, []).append(scores)
        for type_, found in by_type.items():
            cells: list[Cell] = []
            for values in (
                [each.acc.value for each in found if each.acc is not None],
                [each.cir for each in found if each.cir is not None],
                [each.pc for each in found if each.pc is not None],
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


def _types(one: Respondent) -> dict[str, str]:
    """The question types of items that have one, by their keys in the scores."""
    found: dict[str, str] = {}
    for (item_hash, _), asked in one.asked.items():
        name = attribute(one.items[item_hash], QUESTION_TYPE)
        if name is not None:
            found[asked.key] = name
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
