"""The tables of annotation: progress, rates, agreement, controls, adjudication, speed, grades.

Owns which tables there are and their rows, except those of agreement, which `agreement` owns;
`build` combines them with the tables of studies.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Annotated, Literal

from sessions.annotation.results import QueueResults, results
from sessions.annotation.units import EVERYTHING, subsets
from sessions.record import queues
from sessions.report.agreement import by_agreement, by_pair
from sessions.report.answer_book import answer_book
from sessions.report.judged_questions import share_of
from sessions.report.rows import (
    Estimates,
    Rows,
    column,
    estimates,
    figure,
    figures,
    share,
    table_of,
)
from sessions.storage.database import Database
from solver.phrases import phrase
from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import accepts, decides
from study.annotation.scheme import Check
from study.annotation.state import EntryWork
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.metric import TIMES
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.metrics.times import LOWER_QUARTILE, MEDIAN, NINETIETH, UPPER_QUARTILE
from study.statistics.samples import Estimate
from study.statistics.spread import spread

PLACED = (LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE, NINETIETH)
"""Metrics of times that have columns of their own, or none."""


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """One annotator's work."""

    annotator: Annotated[str, column("annotator", "text")]
    submitted: Annotated[int, column("submitted")]
    skipped: Annotated[int, column("skipped")]
    begun: Annotated[int, column("begun")]
    flagged: Annotated[int, column("flagged")]
    comments: Annotated[int, column("comments")]
    time: Annotated[float, column("time", "seconds")]


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome."""

    outcome: Annotated[str, column("outcome", "text")]
    entries: Annotated[int, column("entries")]
    share: Annotated[float | None, column("share", "share")]
    accepted: Annotated[int, column("accepted")]
    not_accepted: Annotated[int, column("not accepted")]


@dataclass(frozen=True, slots=True)
class RateRow:
    """One check on one subset of the entries."""

    subset: Annotated[str, column("subset", "text")]
    check: Annotated[str, column("check", "text")]
    entries: Annotated[int, column("entries")]
    """Entries with a final verdict on the check, including "unsure"."""
    right: Annotated[int, column("right")]
    unsure: Annotated[int, column("unsure")]
    """Entries whose final verdict is "unsure": neither for them nor against them."""
    share: Annotated[Estimate | None, share("share")]
    """Share of right ones among all entries with a final verdict."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One annotator's verdicts on one check, compared with known ones."""

    annotator: Annotated[str, column("annotator", "text")]
    check: Annotated[str, column("check", "text")]
    verdicts: Annotated[int, column("verdicts")]
    right: Annotated[int, column("right")]
    share: Annotated[Estimate | None, share("share")]


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """One annotator's time on one check, or on whole entries."""

    annotator: Annotated[str, column("annotator", "text")]
    check: Annotated[str, column("check", "text")]
    entries: Annotated[int, column("entries")]
    lower: Annotated[Estimate | None, figure(LOWER_QUARTILE)]
    median: Annotated[Estimate | None, figure(MEDIAN)]
    upper: Annotated[Estimate | None, figure(UPPER_QUARTILE)]
    estimates: Annotated[Estimates, figures(TIMES, PLACED)]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """Number of reviews after which a share of the faults was found."""

    faults: Annotated[float, column("share of the faults", "share")]
    fault_count: Annotated[int, column("faults")]
    reviews: Annotated[int, column("items reviewed")]
    share: Annotated[float | None, column("share of the items", "share")]


@dataclass(frozen=True, slots=True)
class GradeRow:
    """One respondent in one run."""

    respondent: Annotated[str, column("respondent", "text")]
    setting: Annotated[str, column("setting", "text")]
    run: Annotated[str, column("run", "text")]
    items: Annotated[int, column("items")]
    items_right: Annotated[int, column("items right")]
    item_accuracy: Annotated[Estimate | None, figure(ITEM_ACCURACY, bare=True)]
    questions: Annotated[int, column("questions")]
    questions_right: Annotated[int, column("questions right")]
    sub_question_accuracy: Annotated[Estimate | None, figure(SUB_QUESTION_ACCURACY)]
    not_graded: Annotated[int, column("not graded")]


PROGRESS = phrase("annotation progress")
OUTCOMES = phrase("annotation outcomes")
RATES = phrase("annotation rates")
AGREEMENT = phrase("annotation agreement")
PAIRS = phrase("annotation agreement of pairs")
CONTROLS = phrase("annotators against controls")
ADJUDICATION = phrase("annotators against adjudication")
SPEED = phrase("annotation speed")
REVIEWS = phrase("faults by reviews")
GRADES = phrase("graded answers")
QUEUE_TABLES = (
    PROGRESS,
    OUTCOMES,
    RATES,
    AGREEMENT,
    PAIRS,
    CONTROLS,
    ADJUDICATION,
    SPEED,
    REVIEWS,
    GRADES,
)
"""The names of all tables that a queue may have."""


def queue_tables(
    db: Database, queue_name: str | None = None
) -> Iterator[tuple[str, str, str, Rows]]:
    """Title, hash, name and rows of every table of every queue, or of one by id, title or the
    beginning of its hash; for a queue with several versions, those from which not all work was
    carried over."""
    for hash_, id_, title in queues.current_queues(db):
        if (
            queue_name is not None
            and queue_name not in (id_, title)
            and not _begins(hash_, queue_name)
        ):
            continue
        queue_results = results(db, hash_)
        for name, rows in tables(queue_results):
            yield title, hash_, name, rows
        if queue_results.stored_queue.scheme.unit == "answer":
            yield title, hash_, GRADES, by_grades(db, queue_results)


def tables(results: QueueResults) -> Iterator[tuple[str, Rows]]:
    """The tables of one queue."""
    yield PROGRESS, by_annotator(results)
    yield OUTCOMES, by_outcome(results)
    yield RATES, by_stratum(results)
    yield AGREEMENT, by_agreement(results)
    yield PAIRS, by_pair(results)
    if results.stored_queue.material.controls:
        yield CONTROLS, by_control(results)
    yield ADJUDICATION, by_adjudication(results)
    yield SPEED, by_speed(results)
    yield REVIEWS, by_reviews(results)


def by_annotator(results: QueueResults) -> Rows:
    """Each annotator's work; flags and comments are only counted."""
    rows: list[AnnotatorRow] = []
    for name in results.stored_queue.queue.annotators:
        works = [
            work
            for row, state in results.desks
            if row.annotator == name and row.role == "annotator"
            for work in state.work.values()
        ]
        submitted = sum(
            name in results.submissions[e.id] for e in results.stored_queue.queue.entries
        )
        count = partial(_standing, works)
        rows.append(
            AnnotatorRow(
                name,
                submitted,
                count("skipped"),
                count("open"),
                sum(work.flagged for work in works),
                sum(bool(work.comment) for work in works),
                sum(work.used_ns for work in works) / 1e9,
            )
        )
    return table_of(
        AnnotatorRow, rows, sum(len(submission) for submission in results.submissions.values())
    )


def by_outcome(results: QueueResults) -> Rows:
    """Entries by outcome, without controls."""
    finals = [final for final in results.finals if not results.control(final.entry.id)]
    rows: list[OutcomeRow] = []
    for outcome in ("single", "agreed", "adjudicated", "disputed", "open"):
        outcome_finals = [final for final in finals if final.outcome == outcome]
        rows.append(
            OutcomeRow(
                outcome,
                len(outcome_finals),
                len(outcome_finals) / len(finals) if finals else None,
                sum(final.accepted is True for final in outcome_finals),
                sum(final.accepted is False for final in outcome_finals),
            )
        )
    excluded = {"controls": len(results.finals) - len(finals)}
    return table_of(OutcomeRow, rows, len(finals), excluded)


def by_stratum(results: QueueResults, entry_ids: Collection[str] | None = None) -> Rows:
    """The share of entries whose final verdict speaks for them, by check, for each level or other
    stratum (ContextHub, table 3). A check of every question speaks for an entry if all do. An entry
    whose final verdict is "unsure" is counted, and is not right. Over all entries, or those in
    `entry_ids`."""
    checks = [check for check in results.stored_queue.scheme.checks if decides(check)]
    rows: list[RateRow] = []
    for subset, members in subsets(results):
        entries = members if entry_ids is None else members & frozenset(entry_ids)
        if not entries and members:
            continue
        for check in checks:
            document = [_stands(results, entry, check) for entry in entries]
            decided_entries = [stands for stands in document if stands is not None]
            right = decided_entries.count("right")
            of_all = share_of(right, len(decided_entries))
            rows.append(
                RateRow(
                    subset,
                    check.id,
                    len(decided_entries),
                    right,
                    decided_entries.count("unsure"),
                    of_all,
                )
            )
    finals = [
        final
        for final in results.finals
        if not results.control(final.entry.id)
        and (entry_ids is None or final.entry.id in entry_ids)
    ]
    undecided = sum(final.outcome == "open" for final in finals)
    disputed = sum(final.outcome == "disputed" for final in finals)
    excluded = {
        phrase("entries not judged by all"): undecided,
        phrase("entries in dispute, on the disputed checks"): disputed,
    }
    return table_of(RateRow, rows, len(finals) - undecided, excluded)


def by_control(results: QueueResults) -> Rows:
    """Annotators' verdicts compared with the known verdicts of control items, by check and
    overall."""
    rights_by_annotator: dict[tuple[str, str], list[bool]] = {}
    for entry, known_verdicts in results.stored_queue.material.controls.items():
        for annotator, work in results.submissions.get(entry, {}).items():
            verdicts = results.judged(entry, work)
            for key, verdict in known_verdicts.items():
                right = key in verdicts and verdicts[key].verdict == verdict
                for name in (key.partition("@")[0], EVERYTHING):
                    rights_by_annotator.setdefault((annotator, name), []).append(right)
    return _against(results, rights_by_annotator, len(results.stored_queue.material.controls))


def by_adjudication(results: QueueResults) -> Rows:
    """Annotators' verdicts compared with the final verdicts on checks that were disputed and
    decided."""
    rights_by_annotator: dict[tuple[str, str], list[bool]] = {}
    for entry, decided in results.adjudications.items():
        for annotator, work in results.submissions.get(entry, {}).items():
            verdicts = results.judged(entry, work)
            for key, final in decided.verdicts.items():
                if key == FORMALIZATION:
                    continue  # the attachment is not a verdict on the item
                right = key in verdicts and verdicts[key].verdict == final.verdict
                for name in (key.partition("@")[0], EVERYTHING):
                    rights_by_annotator.setdefault((annotator, name), []).append(right)
    return _against(results, rights_by_annotator, len(results.adjudications))


def by_speed(results: QueueResults) -> Rows:
    """Time on an entry and on each check, for submitted entries."""
    names = results.stored_queue.queue.annotators
    rows: list[SpeedRow] = []
    for who in (*names, EVERYTHING):
        works = [
            work
            for submission in results.submissions.values()
            for name, work in submission.items()
            if who in (name, EVERYTHING)
        ]
        rows.append(_speed(who, phrase("whole entry"), [work.used_ns / 1e9 for work in works]))
        for check in results.stored_queue.scheme.checks:
            times = [
                sum(ns for key, ns in work.check_ns.items() if key.partition("@")[0] == check.id)
                for work in works
            ]
            seconds = [time / 1e9 for time in times if time]
            if seconds:
                rows.append(_speed(who, check.id, seconds))
    return table_of(
        SpeedRow, rows, sum(len(submission) for submission in results.submissions.values())
    )


def by_reviews(results: QueueResults) -> Rows:
    """After how many items, in the order in which they were first submitted, each share of the
    faults was found: a fault is an item whose final verdict is against it. This evaluates a queue's
    order; the reference is 90 % of the faults after 24 % of the items."""
    first = {
        entry: min(work.submitted_utc for work in works.values())
        for entry, works in results.submissions.items()
        if works and not results.control(entry)
    }
    order = sorted(first, key=lambda entry: (first[entry], entry))
    finals = [results.final(entry).accepted for entry in order]
    decided = [accepted for accepted in finals if accepted is not None]
    faults = decided.count(False)
    rows: list[ReviewRow] = []
    for part in (0.5, 0.9, 1.0):
        need, faults_met = ceil(part * faults), 0
        for reviews, accepted in enumerate(decided, 1):
            faults_met += accepted is False
            if faults and faults_met == need:
                rows.append(ReviewRow(part, faults_met, reviews, reviews / len(decided)))
                break
    return table_of(
        ReviewRow, rows, len(decided), {"entries not decided": len(order) - len(decided)}
    )


def by_grades(db: Database, results: QueueResults) -> Rows:
    """Item Accuracy and Sub-Q Accuracy of the respondents to the queue's items, where people's
    grades override judges' (LLMEval-Logic, section 2.3). An item counts once all its questions are
    judged."""
    book = answer_book(db)
    items = {item.content_hash: item for item in results.stored_queue.material.items.values()}
    runs: dict[tuple[str, str, str], dict[str, dict[int, bool | None]]] = {}
    for item in items.values():
        for answer in book.answers(item).answers:
            key = (answer.respondent, answer.study, answer.block)
            document = runs.setdefault(key, {}).setdefault(item.content_hash, {})
            document.setdefault(answer.question_index, answer.right)
    rows: list[GradeRow] = []
    for key, answered in sorted(runs.items()):
        questions = [right for reply in answered.values() for right in reply.values()]
        judged = [right for right in questions if right is not None]
        whole = [
            all(reply.values())
            for hash_, reply in answered.items()
            if len(reply) == len(items[hash_].questions) and None not in reply.values()
        ]
        rows.append(
            GradeRow(
                *key,
                len(whole),
                sum(whole),
                share_of(sum(whole), len(whole)),
                len(judged),
                sum(judged),
                share_of(sum(judged), len(judged)),
                len(questions) - len(judged),
            )
        )
    return table_of(GradeRow, rows, len(items))


# --- parts of rows -------------------------------------------------------------------------------


def _against(
    results: QueueResults, rights_by_annotator: dict[tuple[str, str], list[bool]], n: int
) -> Rows:
    order = [*(check.id for check in results.stored_queue.scheme.checks), EVERYTHING]
    rows = [
        VerdictRow(who, check, len(rights), sum(rights), share_of(sum(rights), len(rights)))
        for who in results.stored_queue.queue.annotators
        for check in order
        if (rights := rights_by_annotator.get((who, check))) is not None
    ]
    return table_of(VerdictRow, rows, n)


def _stands(
    results: QueueResults, entry: str, check: Check
) -> Literal["right", "wrong", "unsure"] | None:
    """An entry's final verdict on one check; None where there is none yet. On an entry in dispute,
    checks that all agree on are final."""
    final = results.final(entry)
    if final.outcome == "open":
        return None
    worth = [
        accepts(check, opinion.verdict)
        for key, opinion in final.verdicts.items()
        if key.partition("@")[0] == check.id
    ]
    open_ = any(
        key.partition("@")[0] == check.id and key not in final.verdicts
        for key in final.disputed_keys
    )
    if False in worth:
        return "wrong"
    if not worth or open_:
        return None
    return "unsure" if None in worth else "right"


def _speed(who: str, check: str, seconds: list[float]) -> SpeedRow:
    times = spread(seconds)
    more = estimates(TIMES, times, PLACED)
    if times is None:
        return SpeedRow(who, check, 0, None, None, None, more)
    lower, median, upper = (
        metric.estimate(times) for metric in (LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE)
    )
    return SpeedRow(who, check, times.n, lower, median, upper, more)


def _standing(works: list[EntryWork], entry_standing: str) -> int:
    return sum(work.standing == entry_standing for work in works)


def _begins(hash_: str, queue_name: str) -> bool:
    return len(queue_name) >= 6 and hash_.startswith(queue_name)
