"""What the accuracy report's tables count.

Owns the rows of each table and the classes they are made of. Pure functions over results; which
tables there are is `report`'s.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal

from items.models import Item
from sessions.results import Result, SessionResult
from study.metrics.intervals import wilson
from study.metrics.multi import DECIDERS, Decider
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


Count = tuple[int, ...]
"""Answers, right ones, and how many each of `DECIDERS` decided."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The judged answers to one question of one item in one block, counted for all tables."""

    results: list[Result]
    count: Count

    @property
    def block(self) -> str:
        """Id of the block."""
        return self.results[0].block.id

    @property
    def item(self) -> Item:
        """The item it is a question of."""
        return self.results[0].item

    @property
    def kind(self) -> str:
        """The question's kind."""
        return self.results[0].kind


@dataclass(frozen=True)
class Judged:
    """Results that are right or wrong, and why the others are not counted."""

    results: tuple[Result, ...]
    excluded: Mapping[str, int]

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The results by what was asked."""
        found: dict[tuple[str, str, int], list[Result]] = {}
        for result in self.results:
            step = result.step
            place = (result.block.id, step.item_hash, step.question)
            found.setdefault(place, []).append(result)
        return tuple(Asked(these, count(these)) for these in found.values())

    @cached_property
    def free(self) -> bool:
        """Whether free answers are among them, so that tables tell who decided."""
        return any(result.score.why in FREE for result in self.results)

    @property
    def columns(self) -> tuple[Column, ...]:
        """`ACCURACY`, and who decided where there are free answers; `cells` fills them."""
        return (*ACCURACY, *DECIDED) if self.free else ACCURACY

    def cells(self, counts: Iterable[Count]) -> Row:
        """Accuracy over some of them."""
        return accuracy(total(counts), free=self.free)


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
        if result.over:
            if result.score.right is not None:
                judged.append(result)
            else:
                no_gold = result.score.why == "no gold"
                why["answers without gold" if no_gold else "answers not graded"] += 1
        elif result.ending == "not_reached":
            why["questions not reached"] += 1
    return Judged(tuple(judged), dict(why))


def count(results: Iterable[Result]) -> Count:
    """Count results."""
    right = 0
    who: Counter[Decider] = Counter()
    for score, n in Counter([result.score for result in results]).items():
        right += n if score.right else 0
        who[decider(score)] += n
    return (who.total(), right, *(who[one] for one in DECIDERS))


def total(counts: Iterable[Count]) -> Count:
    """Several counts together."""
    nothing = (0,) * (2 + len(DECIDERS))
    return tuple(map(sum, zip(nothing, *counts, strict=True)))


def accuracy(counted: Count, *, free: bool) -> Row:
    """Answers, right ones, their share and its interval; with `free`, who decided."""
    answers, right, *who = counted
    return (*_share(right, answers), *who) if free else _share(right, answers)


def _share(successes: int, n: int) -> Row:
    share = wilson(successes, n)
    if share is None:
        return (n, successes, None, None, None)
    return (n, successes, share.value, share.low, share.high)


def grouped(judged: Judged, asked: Iterable[Asked], key: Callable[[Asked], str]) -> tuple[Row, ...]:
    """Accuracy by group of some of what was asked, the groups sorted by name."""
    groups: dict[str, list[Count]] = {}
    for one in asked:
        groups.setdefault(key(one), []).append(one.count)
    return tuple((name, *judged.cells(groups[name])) for name in sorted(groups))


def by_block(judged: Judged, blocks: Sequence[str]) -> Rows:
    """Accuracy of each block, the qualification included."""
    rows = [
        (name, *judged.cells(one.count for one in judged.asked if one.block == name))
        for name in blocks
    ]
    return Rows((BLOCK, *judged.columns), tuple(rows), len(judged.results), judged.excluded)


def by_kind(judged: Judged) -> Rows:
    """Accuracy by the kind of question."""
    rows = grouped(judged, judged.asked, lambda one: one.kind)
    columns = (Column("kind", "text"), *judged.columns)
    return Rows(columns, rows, len(judged.results), judged.excluded)


def by_attribute(judged: Judged) -> Rows:
    """Accuracy by every attribute of items that groups them."""
    rows: list[Row] = []
    skipped = 0
    for name in sorted({name for one in judged.asked for name in one.item.attributes}):
        having = [one for one in judged.asked if name in one.item.attributes]
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


def _attribute(name: str, asked: Asked) -> str:
    value = asked.item.attributes[name]
    return str(value).lower() if isinstance(value, bool) else str(value)


def by_item(judged: Judged) -> Rows:
    """Accuracy of every item, and the median time of its confirmed answers."""
    groups: dict[tuple[str, str], list[Asked]] = {}
    for one in judged.asked:
        groups.setdefault((one.block, one.item.id), []).append(one)
    rows: list[Row] = []
    for (block, item), these in sorted(groups.items()):
        cells = judged.cells(one.count for one in these)
        times = spread([r.seconds for one in these for r in one.results if r.ending == "confirmed"])
        rows.append((block, item, *cells, times.median if times else None))
    columns = (BLOCK, Column("item", "text"), *judged.columns, Column("median seconds", "seconds"))
    return Rows(columns, tuple(rows), len(judged.results), judged.excluded)


def by_confidence(judged: Judged) -> Rows:
    """Accuracy by how sure the participant was; no rows where nobody was asked."""
    ratings: dict[int, list[Result]] = {rating: [] for rating in range(1, 6)}
    for result in judged.results:
        if result.confidence is not None:
            ratings[result.confidence].append(result)
    rated = [result for these in ratings.values() for result in these]
    shown = Judged(tuple(rated), judged.excluded)
    rows: list[Row] = [(rating, *shown.cells([count(these)])) for rating, these in ratings.items()]
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
        answers, right, *who = count(main[session.id].results)
        row = (
            session.code,
            session.slot,
            session.status.replace("_", " "),
            session.state.completion_code,
            session.started,
            *_share(right, answers)[:3],
            *(who if free else ()),
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
    begun = 0
    right = dict.fromkeys(blocks, 0)
    whole: dict[str, list[list[Result]]] = {name: [] for name in blocks}
    for these in _items(results):
        rights = [result.score.right for result in these if result.over]
        begun += bool(rights)
        if len(rights) == len(these) and None not in rights:
            block = these[0].block.id
            right[block] += all(rights)
            whole[block].append(these)
    each = {name: [r for these in items for r in these] for name, items in whole.items()}
    free = any(r.score.why in FREE for these in each.values() for r in these)
    counted = [(name, right[name], len(whole[name]), count(each[name])) for name in blocks]
    items = sum(map(len, whole.values()))
    everything = ("all blocks", sum(right.values()), items, total(row[-1] for row in counted))
    rows = [
        (name, *_share(successes, n), *accuracy(answers, free=free))
        for name, successes, n, answers in (*counted, everything)
    ]
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
    excluded = {"items begun but not wholly judged": begun - items}
    return Rows(columns, tuple(rows), items, excluded)


def _items(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Results item by item, whose questions stand together."""
    these: list[Result] = []
    for result in results:
        if result.step.question == 0 and these:
            yield these
            these = []
        these.append(result)
    if these:
        yield these


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
