"""What the accuracy report's tables count.

Owns the rows of each table and the classes they are made of. Pure functions over results; which
tables there are is `report`'s.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal

from sessions.results import Result, SessionResult
from study.metrics.intervals import wilson
from study.metrics.multi import DECIDERS
from study.metrics.spread import spread
from study.scoring import FREE, decider

Unit = Literal["text", "time", "count", "share", "seconds", "p"]
Cell = str | int | float | None
Row = tuple[Cell, ...]
MOST_VALUES = 30
"""An attribute with more values than this tells items apart rather than grouping them."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, and what its cells are."""

    name: str
    unit: Unit = "count"
    """A time is ISO 8601 in UTC, shares are between 0 and 1; a cell without data is None."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's content."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    n: int
    """How many sessions, answers or items were counted."""
    excluded: Mapping[str, int] = field(default_factory=dict)
    """What was left out, and why."""
    notes: tuple[str, ...] = ()
    """What a reader must know of the figures."""


@dataclass(frozen=True)
class Judged:
    """Results that are right or wrong, and why the others are not counted."""

    results: tuple[Result, ...]
    excluded: Mapping[str, int]

    @cached_property
    def free(self) -> bool:
        """Whether free answers are among them, so that tables tell who decided."""
        return any(result.score.why in FREE for result in self.results)

    @property
    def columns(self) -> tuple[Column, ...]:
        """`ACCURACY`, and who decided where there are free answers; `cells` fills them."""
        return (*ACCURACY, *DECIDED) if self.free else ACCURACY

    def cells(self, results: Iterable[Result]) -> Row:
        """Accuracy of some of them."""
        listed = list(results)
        return (*accuracy(listed), *decided(listed)) if self.free else accuracy(listed)


ACCURACY = (
    Column("answers"),
    Column("right"),
    Column("accuracy", "share"),
    Column("low", "share"),
    Column("high", "share"),
)
"""The columns that `accuracy` fills; low and high are the Wilson interval."""
DECIDED = tuple(Column(who) for who in DECIDERS)
"""How many answers each decided; where free answers count."""
BLOCK = Column("block", "text")


def judge(results: Iterable[Result]) -> Judged:
    """Take out what cannot be right or wrong: not reached, without gold, ungraded."""
    judged: list[Result] = []
    why: Counter[str] = Counter()
    for result in results:
        if result.ending == "not_reached":
            why["questions not reached"] += 1
        elif result.over and result.score.right is None:
            no_gold = result.score.why == "no gold"
            why["answers without gold" if no_gold else "answers not graded"] += 1
        elif result.over:
            judged.append(result)
    return Judged(tuple(judged), dict(why))


def _counts(result: Result) -> bool:
    """Whether it is one that `judge` leaves in."""
    return result.score.right is not None and result.over


def accuracy(results: Iterable[Result]) -> Row:
    """Answers, right ones, their share and its interval."""
    listed = list(results)
    return _share(sum(r.score.right is True for r in listed), len(listed))


def decided(results: Iterable[Result]) -> Row:
    """How many answers were decided by each of `DECIDED`."""
    counts = Counter(decider(result.score) for result in results)
    return tuple(counts[who] for who in DECIDERS)


def _share(successes: int, n: int) -> Row:
    share = wilson(successes, n)
    if share is None:
        return (n, successes, None, None, None)
    return (n, successes, share.value, share.low, share.high)


def grouped(
    judged: Judged, results: Iterable[Result], key: Callable[[Result], str]
) -> tuple[Row, ...]:
    """Accuracy by group of some of the results, the groups sorted by name."""
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return tuple((name, *judged.cells(groups[name])) for name in sorted(groups))


def by_block(judged: Judged, blocks: Sequence[str]) -> Rows:
    """Accuracy of each block, the qualification included."""
    rows = [
        (name, *judged.cells(r for r in judged.results if r.block.id == name)) for name in blocks
    ]
    return Rows((BLOCK, *judged.columns), tuple(rows), len(judged.results), judged.excluded)


def by_kind(judged: Judged) -> Rows:
    """Accuracy by the kind of question."""
    rows = grouped(judged, judged.results, lambda result: result.kind)
    columns = (Column("kind", "text"), *judged.columns)
    return Rows(columns, rows, len(judged.results), judged.excluded)


def by_attribute(judged: Judged) -> Rows:
    """Accuracy by every attribute of items that groups them."""
    rows: list[Row] = []
    skipped = 0
    for name in sorted({name for r in judged.results for name in r.item.attributes}):
        having = [r for r in judged.results if name in r.item.attributes]
        groups = grouped(judged, having, partial(_attribute, name))
        if len(groups) > MOST_VALUES:
            skipped += 1
            continue
        rows.extend((name, *group) for group in sorted(groups, key=lambda group: size(group[0])))
    columns = (Column("attribute", "text"), Column("value", "text"), *judged.columns)
    excluded = dict(judged.excluded) | {f"attributes of more than {MOST_VALUES} values": skipped}
    return Rows(columns, tuple(rows), len(judged.results), excluded)


def size(cell: Cell) -> tuple[int, float, str]:
    """A sort key that takes cells of all kinds: nothing, numbers, then text."""
    if cell is None:
        return 0, 0.0, ""
    try:
        return 1, float(cell), str(cell)
    except ValueError:
        return 2, 0.0, cell if isinstance(cell, str) else str(cell)


def _attribute(name: str, result: Result) -> str:
    value = result.item.attributes[name]
    return str(value).lower() if isinstance(value, bool) else str(value)


def by_item(judged: Judged) -> Rows:
    """Accuracy of every item, and the median time of its confirmed answers."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in judged.results:
        groups.setdefault((result.block.id, result.item.id), []).append(result)
    rows: list[Row] = []
    for (block, item), these in sorted(groups.items()):
        times = spread([r.seconds for r in these if r.ending == "confirmed"])
        rows.append((block, item, *judged.cells(these), times.median if times else None))
    columns = (BLOCK, Column("item", "text"), *judged.columns, Column("median seconds", "seconds"))
    return Rows(columns, tuple(rows), len(judged.results), judged.excluded)


def by_confidence(judged: Judged) -> Rows:
    """Accuracy by how sure the participant was; no rows where nobody was asked."""
    rated = [r for r in judged.results if r.confidence is not None]
    shown = Judged(tuple(rated), judged.excluded)
    rows: list[Row] = [
        (rating, *shown.cells(r for r in rated if r.confidence == rating)) for rating in range(1, 6)
    ]
    asked = any(r.block.confidence for r in judged.results)
    missing = len(judged.results) - len(rated)
    return Rows(
        (Column("confidence"), *shown.columns),
        tuple(rows) if asked else (),
        len(rated),
        dict(judged.excluded) | {"answers without a rating": missing},
    )


def by_status(sessions: Sequence[SessionResult]) -> Rows:
    """Sessions by how they ended."""
    counts = Counter(session.status for session in sessions)
    rows: list[Row] = [
        (status.replace("_", " "), counts[status], counts[status] / len(sessions))
        if sessions
        else (status.replace("_", " "), 0, None)
        for status in ("completed", "not_qualified", "declined", "under_way")
    ]
    columns = (Column("status", "text"), Column("sessions"), Column("share", "share"))
    return Rows(columns, tuple(rows), len(sessions))


def by_participant(sessions: Sequence[SessionResult]) -> Rows:
    """One row a session: how it ended, what was right in the main blocks, time used and away."""
    main = {s.id: judge(r for r in s.results if r.block.role == "main") for s in sessions}
    free = any(judged.free for judged in main.values())
    columns = (
        Column("participant", "text"),
        Column("slot"),
        Column("status", "text"),
        Column("completion code", "text"),
        Column("started", "time"),
        *ACCURACY[:3],
        *(DECIDED if free else ()),
        Column("timed out"),
        Column("seconds used", "seconds"),
        Column("starts"),
        Column("seconds away", "seconds"),
        Column("clock flagged", "text"),
    )
    rows: list[Row] = []
    for session in sessions:
        judged = main[session.id].results
        row = (
            session.code,
            session.slot,
            session.status.replace("_", " "),
            session.state.completion_code,
            session.started,
            *accuracy(judged)[:3],
            *(decided(judged) if free else ()),
            sum(r.ending == "timed_out" for r in session.results),
            sum(r.seconds for r in session.results),
            session.state.segments,
            session.state.away_ns / 1e9,
            "yes" if session.flagged else "no",
        )
        rows.append(row)
    return Rows(columns, tuple(rows), len(sessions))


def by_qualification(sessions: Sequence[SessionResult]) -> Rows:
    """The gate's decisions, and how well those who passed and those who did not had answered."""
    decisions = [s.state.qualification for s in sessions if s.state.qualification is not None]
    columns = (
        Column("result", "text"),
        Column("sessions"),
        Column("share", "share"),
        Column("low", "share"),
        Column("high", "share"),
        Column("questions"),
        Column("right"),
        Column("accuracy", "share"),
    )
    rows: list[Row] = []
    for name, passed in (("passed", True), ("not passed", False)):
        these = [d for d in decisions if d.passed is passed]
        asked, correct = sum(d.asked for d in these), sum(d.correct for d in these)
        _, count, *share = _share(len(these), len(decisions))
        rows.append((name, count, *share, asked, correct, correct / asked if asked else None))
    undecided = len(sessions) - len(decisions)
    return Rows(columns, tuple(rows), len(decisions), {"sessions without a decision": undecided})


def by_whole_item(results: Sequence[Result], blocks: Sequence[str]) -> Rows:
    """Item Accuracy and Sub-Q Accuracy (LLMEval-Logic): all questions of an item right, and each.

    An item counts once all its questions are over and judged.
    """
    shown: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        key = (result.block.id, result.session, result.step.item_hash)
        shown.setdefault(key, []).append(result)
    whole = {key: these for key, these in shown.items() if all(map(_counts, these))}
    begun = sum(any(r.over for r in these) for these in shown.values())
    free = any(r.score.why in FREE for these in whole.values() for r in these)
    rows: list[Row] = []
    for name in (*blocks, "all blocks"):
        these = [one for key, one in whole.items() if name in (key[0], "all blocks")]
        right = sum(all(r.score.right for r in one) for one in these)
        each = [r for one in these for r in one]
        who = decided(each) if free else ()
        rows.append((name, *_share(right, len(these)), *accuracy(each), *who))
    columns = (
        BLOCK,
        Column("items"),
        Column("items right"),
        Column("Item Accuracy", "share"),
        Column("low", "share"),
        Column("high", "share"),
        Column("questions"),
        Column("questions right"),
        Column("Sub-Q Accuracy", "share"),
        Column("Sub-Q low", "share"),
        Column("Sub-Q high", "share"),
        *(DECIDED if free else ()),
    )
    excluded = {"items begun but not wholly judged": begun - len(whole)}
    return Rows(columns, tuple(rows), len(whole), excluded)


def by_time(results: Sequence[Result], blocks: Sequence[str]) -> Rows:
    """Time per confirmed answer: quartiles, and the medians of right and of wrong ones."""
    confirmed = [r for r in results if r.ending == "confirmed"]
    rows: list[Row] = []
    for name in blocks:
        these = [r for r in confirmed if r.block.id == name]
        times = spread([r.seconds for r in these])
        right = spread([r.seconds for r in these if r.score.right is True])
        wrong = spread([r.seconds for r in these if r.score.right is False])
        quartiles = (times.lower, times.median, times.upper) if times else (None, None, None)
        medians = (right.median if right else None, wrong.median if wrong else None)
        rows.append((name, len(these), *quartiles, *medians))
    columns = (
        BLOCK,
        Column("answers"),
        Column("lower quartile", "seconds"),
        Column("median", "seconds"),
        Column("upper quartile", "seconds"),
        Column("median when right", "seconds"),
        Column("median when wrong", "seconds"),
    )
    timed_out = sum(r.ending == "timed_out" for r in results)
    return Rows(columns, tuple(rows), len(confirmed), {"timed-out answers": timed_out})


def by_time_out(results: Sequence[Result], blocks: Sequence[str]) -> Rows:
    """Questions whose time ran out, and those a block's time never let be reached."""
    over = [r for r in results if r.over]
    rows: list[Row] = []
    for name in blocks:
        shown = [r for r in over if r.block.id == name]
        late = [r for r in shown if r.ending == "timed_out"]
        missed = sum(r.ending == "not_reached" and r.block.id == name for r in results)
        partial_answers = sum(bool(r.answers) for r in late)
        rows.append((name, *_share(len(late), len(shown)), partial_answers, missed))
    columns = (
        BLOCK,
        Column("questions shown"),
        Column("timed out"),
        Column("share", "share"),
        Column("low", "share"),
        Column("high", "share"),
        Column("with a partial answer"),
        Column("not reached"),
    )
    return Rows(columns, tuple(rows), len(over))
