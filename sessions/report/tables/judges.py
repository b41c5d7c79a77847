"""Pairwise agreement between judges of free answers: on models' answers, and on people's.

A judge who shares no judged answer with another has a row too, without figures of agreement.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated

from sessions.models import judgements, responses
from sessions.models.free_answers import keys_of_people
from sessions.models.responses import select, series_id
from sessions.models.samples import majorities_among
from sessions.record import grades
from sessions.record.grades import AnswerVerdict
from sessions.report.comparing_data import ComparingData
from sessions.report.rows import Estimates, Rows, column, estimates, figure, figures, table_of
from sessions.storage.database import Database
from solver.phrases import phrase
from study.metrics.agreement import METRIC as AGREEMENT
from study.metrics.cohens_kappa import METRIC as COHENS_KAPPA
from study.metrics.metric import VERDICTS
from study.statistics.agreement import Verdicts, unanimous
from study.statistics.samples import Estimate

NAME = phrase("agreement of judges")
NOTE = phrase(
    "Cohen's kappa over the answers both judged, with a bootstrap "
    "interval by item; for a judge model the first readable verdict on "
    "an answer counts, for a person the last grade; for people, each "
    "distinct answer counts once, whoever gave it"
)
METRICS_WITH_COLUMNS = (AGREEMENT, COHENS_KAPPA)
"""Metrics that have columns of their own."""
MIN_ITEMS = 2
"""Minimum number of items for a bootstrap interval."""
UNREADABLE = phrase("verdicts that could not be read")
ONE_VERDICT = "undefined: both gave one and the same verdict only"
ONE_JUDGE = phrase("one judge: nobody else judged these answers")


@dataclass(frozen=True, slots=True)
class JudgesRow:
    """Two judges on the answers both judged, or one judge on all that only this one judged."""

    judge: Annotated[str, column("judge", "text")]
    other_judge: Annotated[str | None, column("other judge", "text")]
    answerers: Annotated[str, column("answers of", "text")]
    answers: Annotated[int, column("answers")]
    unread: Annotated[int, column("unread verdicts")]
    both_accept: Annotated[int | None, column("both accept")]
    only_first: Annotated[int | None, column("only the first accepts")]
    only_other: Annotated[int | None, column("only the other accepts")]
    both_reject: Annotated[int | None, column("both reject")]
    agreement: Annotated[Estimate | None, figure(AGREEMENT)]
    kappa: Annotated[Estimate | None, figure(COHENS_KAPPA)]
    estimates: Annotated[Estimates, figures(VERDICTS, METRICS_WITH_COLUMNS)]
    note: Annotated[str, column("note", "text")]


@dataclass(frozen=True, slots=True)
class AnswerVerdicts:
    """Verdicts on some answers."""

    answerers: str
    """`models` or `people`."""
    verdicts: Mapping[str, Mapping[bytes, bool]]
    """Judge to answer to verdict."""
    items: Mapping[bytes, str]
    """Answer to the content hash of its item."""
    unreadable: frozenset[tuple[str, bytes]]
    """Unreadable verdicts: the judge, and what was judged. People and models who gave the same
    answer can share one."""

    @property
    def judged_items(self) -> frozenset[str]:
        """Content hashes of the items of answers that were judged."""
        return frozenset(self.items[key] for verdicts in self.verdicts.values() for key in verdicts)

    def restricted_to(self, items: Container[str]) -> "AnswerVerdicts":
        """The verdicts on answers to these items only."""
        verdicts = {
            judge: {key: right for key, right in rights.items() if self.items[key] in items}
            for judge, rights in self.verdicts.items()
        }
        return replace(
            self, verdicts={judge: rights for judge, rights in verdicts.items() if rights}
        )

    @property
    def pairs(self) -> Iterator[tuple[str, str, Verdicts]]:
        """Every two judges who judged some of the same answers, by name, with both their
        verdicts."""
        for judge, other in combinations(sorted(self.verdicts), 2):
            both = Verdicts(self.verdicts[judge], self.verdicts[other], self.items)
            if both.pairs:
                yield judge, other, both

    @property
    def alone(self) -> Iterator[str]:
        """Every judge who judged no answer that another did, by name; also one of whom no verdict
        could be read."""
        paired = {name for judge, other, _ in self.pairs for name in (judge, other)}
        everyone = self.verdicts.keys() | {judge for judge, _ in self.unreadable}
        yield from sorted(everyone - paired)

    def unread(self, *names: str) -> int:
        """How many verdicts of these judges could not be read."""
        return sum(judge in names for judge, _ in self.unreadable)


def judged_answers(data: ComparingData) -> tuple[AnswerVerdicts, AnswerVerdicts]:
    """The verdicts on models' free answers, and those on people's."""
    return _of_models(data), _of_people(data)


def unread(data: ComparingData) -> int:
    """Number of unreadable verdicts of judge models, on answers of models and of people."""
    any_unread = next(
        select(
            data.db,
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM judgement WHERE match IS NULL)"
            " OR EXISTS (SELECT 1 FROM grade WHERE match IS NULL)",
        ),
        None,
    )
    if any_unread is None:
        return 0
    return len(frozenset().union(*(verdicts.unreadable for verdicts in judged_answers(data))))


def table(data: ComparingData) -> Rows | None:
    """Every two judges, including people, on the answers of models (LLMEval-Logic, 2.3 and appendix
    D, table 5) and on those of people, and judges who share no judged answer with another; None
    if nobody judged anything."""
    rows: list[JudgesRow] = []
    notes: tuple[str, ...] = (NOTE,)
    n = alone = 0
    unreadable = frozenset[tuple[str, bytes]]()
    for answer_verdicts in judged_answers(data):
        rows += [
            _row(judge, other, answer_verdicts, both)
            for judge, other, both in answer_verdicts.pairs
        ]
        rows += [_alone(judge, answer_verdicts) for judge in answer_verdicts.alone]
        judged = {key for rights in answer_verdicts.verdicts.values() for key in rights}
        single = sum(
            sum(key in rights for rights in answer_verdicts.verdicts.values()) == 1
            for key in judged
        )
        n += len(judged) - single
        alone += single
        unreadable |= answer_verdicts.unreadable
        agreement = unanimous(answer_verdicts.verdicts)
        if len(answer_verdicts.verdicts) > 2 and agreement is not None:
            note = phrase(
                "all {judges} judges agree on {same} of {n} answers of {whose}",
                judges=len(answer_verdicts.verdicts),
                same=agreement.successes,
                n=agreement.n,
                whose=phrase(answer_verdicts.answerers),
            )
            notes += (note,)
    if not rows:
        return None
    excluded = {UNREADABLE: len(unreadable), phrase("answers with one judge"): alone}
    return table_of(JudgesRow, rows, n, excluded, notes, sampled=False)


def _of_models(data: ComparingData) -> AnswerVerdicts:
    """Verdicts on every answer of every model; a majority repeats those on one of its samples."""
    repeats = _repeats(data.db)
    rulings = [each for each in judgements.read(data.db) if each.response not in repeats]
    where: dict[bytes, str] = {}
    if rulings:
        where = {
            row[0]: row[1]
            for row in select(
                data.db,
                "SELECT response.id, target.item_hash FROM response"
                " JOIN target ON target.id = response.target"
                " WHERE response.id IN (SELECT response FROM judgement)"
                " OR EXISTS (SELECT 1 FROM grade WHERE grade.item_hash = target.item_hash)",
            )
            if data.items is None or row[1] in data.items
        }
    rulings = [each for each in rulings if each.response in where]
    verdicts = _verdicts((each.response, each) for each in rulings)
    unreadable = _unreadable((each.about, each) for each in rulings)
    return AnswerVerdicts("models", verdicts, where, unreadable)


def _repeats(db: Database) -> frozenset[bytes]:
    """Ids of the responses that are majorities of recorded samples."""
    all_series = responses.series(db)
    extra = majorities_among((each.model, each.setting) for each in all_series)
    ids = [
        series_id(each.model, each.setting, each.run)
        for each in all_series
        if (each.model, each.setting) in extra
    ]
    return frozenset(
        row[0]
        for series_key in ids
        for row in select(db, "SELECT id FROM response WHERE series = ?", series_key)
    )


def _of_people(data: ComparingData) -> AnswerVerdicts:
    """Verdicts on every distinct answer of people."""
    all_grades = list(grades.read(data.db))
    where: dict[bytes, str] = {}
    if all_grades:
        items = {
            grade.item_hash
            for grade in all_grades
            if data.items is None or grade.item_hash in data.items
        }
        people_keys = keys_of_people(data.db, items)
        where = {
            grade.answer: grade.item_hash for grade in all_grades if grade.answer in people_keys
        }
    rulings = [(grade.answer, grade) for grade in all_grades if grade.answer in where]
    return AnswerVerdicts("people", _verdicts(rulings), where, _unreadable(rulings))


def _alone(judge: str, answer_verdicts: AnswerVerdicts) -> JudgesRow:
    return JudgesRow(
        judge,
        None,
        answer_verdicts.answerers,
        len(answer_verdicts.verdicts.get(judge, ())),
        answer_verdicts.unread(judge),
        None,
        None,
        None,
        None,
        None,
        None,
        estimates(VERDICTS, None, METRICS_WITH_COLUMNS),
        ONE_JUDGE,
    )


def _row(
    judge: str, other_judge: str, answer_verdicts: AnswerVerdicts, verdicts: Verdicts
) -> JudgesRow:
    both = list(verdicts.pairs.values())
    kappa, note = _kappa(COHENS_KAPPA.estimate(verdicts))
    return JudgesRow(
        judge,
        other_judge,
        answer_verdicts.answerers,
        len(both),
        answer_verdicts.unread(judge, other_judge),
        both.count((True, True)),
        both.count((True, False)),
        both.count((False, True)),
        both.count((False, False)),
        AGREEMENT.estimate(verdicts),
        kappa,
        estimates(VERDICTS, verdicts, METRICS_WITH_COLUMNS),
        note,
    )


def _kappa(kappa: Estimate | None) -> tuple[Estimate | None, str]:
    """The figure, without an interval where one is meaningless, and a note on it."""
    if kappa is None:
        return None, ONE_VERDICT
    if kappa.clusters < MIN_ITEMS:
        return replace(kappa, low=None, high=None), "one item: no interval"
    drawn = kappa.resamples + kappa.undefined
    note = f"interval without {kappa.undefined} of {drawn} resamples: undefined"
    return kappa, note if kappa.undefined else ""


def _unreadable(rulings: Iterable[tuple[bytes, AnswerVerdict]]) -> frozenset[tuple[str, bytes]]:
    """Judge models and what they judged without a readable verdict."""
    readable, tried = set[tuple[str, bytes]](), set[tuple[str, bytes]]()
    for about, ruling in rulings:
        if ruling.kind == "model":
            (tried if ruling.match is None else readable).add((ruling.judge, about))
    return frozenset(tried - readable)


def _verdicts(rulings: Iterable[tuple[bytes, AnswerVerdict]]) -> dict[str, dict[bytes, bool]]:
    """Judge to answer to verdict."""
    models: dict[str, dict[bytes, bool]] = {}
    people: dict[str, dict[bytes, tuple[str, bool | None]]] = {}
    for answer, ruling in rulings:
        if ruling.kind == "model":
            if ruling.match is not None:
                models.setdefault(ruling.judge, {}).setdefault(answer, ruling.match)
            continue
        dated = people.setdefault(f"{ruling.judge} (a person)", {})
        before = dated.get(answer)
        if before is None or before[0] <= ruling.utc:
            dated[answer] = (ruling.utc, ruling.match)
    outcome = dict(models)
    for name, dated in people.items():
        last = {key: right for key, (_, right) in dated.items() if right is not None}
        if last:
            outcome[name] = last
    return outcome
