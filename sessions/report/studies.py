"""The tables of one version of a study.

Owns the rows of each. Pure functions over results; which tables there are is `build`'s, which
answers count is `judged`'s.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from sessions.report.judged import (
    ACCURACY,
    Judged,
    QuestionAnswers,
    accuracy,
    count,
    grouped,
    judge,
    share,
    total,
)
from sessions.report.rows import DECIDED, Column, Row, Rows, size
from sessions.results import Result, SessionResult
from study.scoring import FREE
from study.statistics.spread import spread

BLOCK = Column("block", "text")
MOST_VALUES = 30
"""An attribute with more values than this tells items apart rather than grouping them."""


def by_block(judged: Judged, blocks: Sequence[str]) -> Rows:
    """Accuracy of each block, the qualification included."""
    rows = [
        (name, *judged.cells(one.count for one in judged.questions if one.block == name))
        for name in blocks
    ]
    return Rows((BLOCK, *judged.columns), tuple(rows), len(judged.results), judged.excluded)


def by_kind(judged: Judged) -> Rows:
    """Accuracy by the kind of question."""
    rows = grouped(judged, judged.questions, lambda one: one.kind)
    columns = (Column("kind", "text"), *judged.columns)
    return Rows(columns, rows, len(judged.results), judged.excluded)


def by_attribute(judged: Judged) -> Rows:
    """Accuracy by every attribute of items that groups them."""
    rows: list[Row] = []
    skipped = 0
    for name in sorted({name for one in judged.questions for name in one.item.attributes}):
        having = [one for one in judged.questions if name in one.item.attributes]
        groups = grouped(judged, having, partial(_attribute, name))
        if len(groups) > MOST_VALUES:
            skipped += 1
            continue
        rows.extend((name, *group) for group in sorted(groups, key=lambda group: size(group[0])))
    columns = (Column("attribute", "text"), Column("value", "text"), *judged.columns)
    excluded = dict(judged.excluded) | {f"attributes of more than {MOST_VALUES} values": skipped}
    return Rows(columns, tuple(rows), len(judged.results), excluded)


def _attribute(name: str, question: QuestionAnswers) -> str:
    value = question.item.attributes[name]
    return str(value).lower() if isinstance(value, bool) else str(value)


def by_item(judged: Judged) -> Rows:
    """Accuracy of every item, and the median time of its confirmed answers."""
    groups: dict[tuple[str, str], list[QuestionAnswers]] = {}
    for one in judged.questions:
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
            *share(right, answers)[:3],
            *(who if free else ()),
            sum(r.ending == "timed_out" for r in session.results),
            sum(r.seconds for r in session.results),
            session.state.segments,
            session.state.away_ns / 1e9,
            "yes" if session.state.flagged else "no",
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
        cells = share(len(these), len(decisions))
        rows.append((name, *cells[1:], asked, correct, correct / asked if asked else None))
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
        (name, *share(successes, n), *accuracy(answers, free=free))
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
        Column("Sub-Q Accuracy low", "share"),
        Column("Sub-Q Accuracy high", "share"),
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
        rows.append((name, *share(len(late), len(shown)), partial_answers, missed))
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
