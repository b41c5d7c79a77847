"""The report's figures against ones worked out by hand from a small scripted study."""

import json
from typing import Any

import pytest

from items.answers import Answer, ChoiceAnswer, TextAnswer, TruthAnswer
from items.models import Item, Question
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Table
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.withdraw import withdraw
from study.course.sections import Pools
from study.statistics.intervals import wilson
from tests.sessions.crossed_model import Cell, counted, crossed_share
from tests.study.samples import choice, sample, truth

STUDY = """
id = "small"
title = "Small"
consent = "Yes?"
confidence = true

[qualification]
source = "gate"
pass_above = 0.5
order = "fixed"

[[blocks]]
id = "one"
source = "one"
order = "fixed"
seconds_per_question = 100

[[blocks]]
id = "two"
source = "two"
order = "fixed"
confidence = false
seconds_per_block = 50
"""
PARTED = Item(
    id="parted",
    text="Several questions.",
    attributes={"level": "2"},
    questions=(
        Question(id="p1", kind="truth", gold=TruthAnswer(value="true")),
        Question(id="p2", kind="truth", gold=TruthAnswer(value="false")),
    ),
)
FREE = Item(
    id="free",
    text="Say it.",
    questions=(Question(id="f", kind="text", gold=TextAnswer(text="gold")),),
)
POOLS: Pools = {
    "gate": (truth("g1"), truth("g2")),
    "one": (choice("c1", gold=0, level="10"), choice("c2", gold=1, level="2"), PARTED),
    "two": (FREE, choice("c3", gold=2), choice("c4", gold=3)),
}
TRUE, FALSE = TruthAnswer(value="true"), TruthAnswer(value="false")
YES = "correct"


class Script:
    """One participant, answer by answer: (answer, seconds, confidence)."""

    def __init__(self, db: Database, code: str, pilot: bool = False) -> None:
        self.clock = ManualClock()
        self.runner = Runner.open(
            db,
            sample(STUDY),
            code,
            clock=self.clock,
            pools=lambda: POOLS,
            proofs={},
            pilot=pilot,
        )

    def consent(self) -> "Script":
        self.runner.consent(True)
        self.runner.proceed()
        self.runner.proceed()
        return self

    def answer(self, answer: Answer | str, seconds: float, sure: int | None = None) -> "Script":
        current = self.runner.current
        assert current is not None
        self.clock.advance(seconds)
        part = current.question
        self.runner.change(part.id, part.gold if isinstance(answer, str) else answer)
        if sure is not None:
            self.runner.set_confidence(sure)
        self.runner.confirm()
        return self

    def on(self) -> "Script":
        self.runner.proceed()
        return self

    def late(self, seconds: float, partial: Answer | None = None) -> "Script":
        current = self.runner.current
        assert current is not None
        if partial is not None:
            self.runner.change(current.question.id, partial)
        self.clock.advance(seconds)
        self.runner.tick()
        return self


@pytest.fixture(scope="module")
def db() -> Database:
    """Ann completes; Bo is late twice and loses a block's end; Cy fails the gate; Di declines;
    Ed is under way; a pilot and a withdrawn session do not count."""
    db = Database.open(":memory:")
    filled(db)
    return db


def filled(db: Database) -> None:
    """The record of these."""
    wrong = ChoiceAnswer(option=3)
    ann = Script(db, "ANN").consent().answer(YES, 5).answer(YES, 7).on().on()
    ann.answer(YES, 10, 5).answer(wrong, 20, 4).answer(YES, 8, 3).answer(YES, 4, 2).on()
    ann.answer(TextAnswer(text="something"), 12).answer(YES, 6).answer(YES, 9)
    assert ann.runner.state.phase == "completed"
    bo = Script(db, "BO").consent().answer(YES, 3).answer(YES, 3).on().on()
    bo.late(100, ChoiceAnswer(option=0)).answer(wrong, 30, 5).answer(FALSE, 5, 1).late(100).on()
    bo.answer(TextAnswer(text=" GOLD. "), 10).late(40)
    assert bo.runner.state.phase == "completed"
    cy = Script(db, "CY").consent().answer(FALSE, 2).answer(YES, 2)
    assert cy.runner.state.phase == "not_qualified"
    Script(db, "DI").runner.consent(False)
    Script(db, "ED").consent().answer(YES, 1).answer(YES, 1).on().on().answer(YES, 40, 5)
    Script(db, "PILOT", pilot=True).consent().answer(YES, 1)
    Script(db, "GONE").consent().answer(FALSE, 1)
    withdraw(db, "GONE", "2030-01-01T00:00:00+00:00")


def table(db: Database, name: str) -> Table:
    (outcome,) = [entry for entry in build_report(db).tables if entry.name == name]
    assert outcome.excluded["pilot sessions"] == 1
    assert outcome.excluded["withdrawn sessions"] == 1
    return outcome


def rows(db: Database, name: str) -> dict[Any, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in table(db, name).rows}


def share(right: int, n: int) -> tuple[Any, ...]:
    interval = wilson(right, n)
    assert interval is not None
    return (n, right, right / n, interval.low, interval.high)


def test_sessions(db: Database) -> None:
    assert rows(db, "sessions") == {
        "completed": (2, 0.4),
        "not qualified": (1, 0.2),
        "declined": (1, 0.2),
        "under way": (1, 0.2),
    }
    assert table(db, "sessions").n == 5


def test_participants(db: Database) -> None:
    entries = rows(db, "participants")
    assert set(entries) == {"ANN", "BO", "CY", "DI", "ED"}
    slot, status, code, _, answers, right, accuracy, *rest = entries["BO"]
    matched, judged, by_person, *ends, late, seconds, starts, away, flag = rest
    assert ends == [None] * 3
    assert (slot, status, len(code), starts, away, flag) == (1, "completed", 9, 1, 0.0, "no")
    # Four in block one (all wrong), the free text that equals the gold, one time-out.
    assert (answers, right, accuracy, late) == (6, 1, 1 / 6, 3)
    assert (matched, judged, by_person) == (6, 0, 0)
    assert seconds == 3 + 3 + 100 + 30 + 5 + 100 + 10 + 40
    assert entries["DI"][4:7] == (0, 0, None)
    # Ann's five right ones of six, and her text, which is unsettled.
    assert entries["ANN"][4:7] == (6, 5, None)
    assert entries["ANN"][10:13] == (1, pytest.approx(5 / 7), pytest.approx(6 / 7))


def test_qualification(db: Database) -> None:
    entries = rows(db, "qualification")
    assert entries["passed"] == (3, *share(3, 4)[2:], 6, 6, 1.0)
    assert entries["not passed"] == (1, *share(1, 4)[2:], 2, 1, 0.5)
    assert table(db, "qualification").n == 4
    assert table(db, "qualification").excluded["sessions without a decision"] == 1


ONE: list[Cell] = [
    *(("ANN", "c1", 1), ("ANN", "c2", 0), ("ANN", "parted", 1), ("ANN", "parted", 1)),
    *(("BO", "c1", 0), ("BO", "c2", 0), ("BO", "parted", 0), ("BO", "parted", 0)),
    ("ED", "c1", 1),
]
"""Ann 3 of 4, Bo 0 of 4 with two time-outs, Ed 1 of 1."""
TWO: list[Cell] = [("ANN", "c3", 1), ("ANN", "c4", 1), ("BO", "free", 1), ("BO", "c3", 0)]
"""Ann 2 of 2, her text ungraded; Bo's text equals the gold, one time-out, one not reached."""
GATE: list[Cell] = [
    *(("ANN", "g1", 1), ("ANN", "g2", 1), ("BO", "g1", 1), ("BO", "g2", 1)),
    *(("CY", "g1", 0), ("CY", "g2", 1), ("ED", "g1", 1), ("ED", "g2", 1)),
]


def crossed(cells: list[Cell], *, one_item: bool = False) -> tuple[Any, ...]:
    ends = crossed_share(cells, one_item=one_item)
    return (*counted(cells), *(pytest.approx(end) for end in ends))


def decided(cells: list[Cell], *, one_item: bool = False, unsettled: int = 0) -> tuple[Any, ...]:
    """The same with columns that say who decided: always a comparison with the gold; and, if some
    answers are unsettled, only the two bounds of a share."""
    answers, right = counted(cells)
    if not unsettled:
        return (*crossed(cells, one_item=one_item), answers, 0, 0, None, None, None)
    every = answers + unsettled
    ends = pytest.approx(right / every), pytest.approx((right + unsettled) / every)
    return (answers, right, None, None, None, answers, 0, 0, unsettled, *ends)


def cells_of(*items: str) -> list[Cell]:
    return [cell for cell in (*ONE, *TWO) if cell[1] in items]


def test_accuracy_by_block(db: Database) -> None:
    assert rows(db, "accuracy by block") == {
        "qualification": decided(GATE),
        "one": decided(ONE),
        "two": decided(TWO, unsettled=1),
    }
    excluded = table(db, "accuracy by block").excluded
    assert excluded["answers not graded"] == 1
    assert excluded["questions not reached"] == 1


def test_accuracy_by_kind_and_attribute(db: Database) -> None:
    # Choice: Ann right, wrong, right, right; Bo late, wrong, late; Ed right.
    assert rows(db, "accuracy by question kind") == {
        "choice": decided(cells_of("c1", "c2", "c3", "c4")),
        "text": decided(cells_of("free"), unsettled=1),
        "truth": decided(cells_of("parted")),
    }
    outcome = table(db, "accuracy by item attribute")
    # Numbers stand by their size.
    # Nothing that has an attribute is unsettled.
    two_parts, ten = decided(cells_of("c2", "parted"))[:8], decided(cells_of("c1"))[:8]
    assert outcome.rows == (("level", "2", *two_parts), ("level", "10", *ten))
    assert ten[3:5] == (0, 1), "one item says nothing of others"
    assert outcome.n == 13


def test_item_accuracy(db: Database) -> None:
    entries = rows(db, "item accuracy")
    # Items: c1 three times, c2 twice, the item of two questions twice (Ann right).
    whole: list[Cell] = [cell for cell in ONE if cell[1] != "parted"]
    whole += [("ANN", "parted", 1), ("BO", "parted", 0)]
    assert entries["one"] == (*crossed(whole), *decided(ONE), None, None, None)
    # Of block two Ann's text is unsettled: an item of its own.
    ends = (1, pytest.approx(3 / 5), pytest.approx(4 / 5))
    assert entries["two"] == (*decided(TWO, unsettled=1)[:5], *decided(TWO, unsettled=1), *ends)
    items, questions = decided([*whole, *TWO], unsettled=1), decided([*ONE, *TWO], unsettled=1)
    ends = (1, pytest.approx(7 / 14), pytest.approx(8 / 14))
    assert entries["all blocks"] == (*items[:5], *questions[:8], *items[8:], *ends)
    # Ann's free text; nothing of Bo's c4, which was never begun.
    assert table(db, "item accuracy").excluded["items begun but not completely judged"] == 1


def test_items(db: Database) -> None:
    entries = {row[1]: row[2:] for row in table(db, "items").rows}
    # Confirmed after 10 s and 40 s; the third ran out of time, and says nothing of pace.
    assert entries["c1"] == (*decided(cells_of("c1"), one_item=True), 25.0)
    assert entries["parted"] == (*decided(cells_of("parted"), one_item=True), 5.0)


def test_time_per_question(db: Database) -> None:
    entries = rows(db, "time per question")
    # Confirmed in block one: 10 right, 20 wrong, 8 right, 4 right, 30 wrong, 5 wrong, 40 right.
    assert entries["one"] == (7, 6.5, 10.0, 25.0, 9.0, 20.0)
    assert table(db, "time per question").excluded["timed-out answers"] == 3


def test_time_outs(db: Database) -> None:
    entries = rows(db, "time-outs")
    late = [(person, item, 0) for person, item, _ in ONE]
    late[4], late[7] = ("BO", "c1", 1), ("BO", "parted", 1)
    assert entries["one"] == (*crossed(late), 1, 0)
    time_outs = [(who, item, 0) for who in ("ANN", "BO") for item in ("free", "c3")] + [
        ("ANN", "c4", 0)
    ]
    time_outs[3] = ("BO", "c3", 1)
    assert entries["two"] == (*crossed(time_outs), 0, 1)
    assert entries["qualification"] == (*crossed([(*cell[:2], 0) for cell in GATE]), 0, 0)


def test_confidence(db: Database) -> None:
    assert rows(db, "confidence against accuracy") == {
        1: crossed([("BO", "parted", 0)]),
        2: crossed([("ANN", "parted", 1)]),
        3: crossed([("ANN", "parted", 1)]),
        4: crossed([("ANN", "c2", 0)]),
        5: crossed([("ANN", "c1", 1), ("BO", "c2", 0), ("ED", "c1", 1)]),
    }


def test_missing_data_are_none_and_json_is_plain(db: Database) -> None:
    text = json.dumps(build_report(db).as_json(), allow_nan=False)
    tables = json.loads(text)["tables"]
    assert all(
        {"name", "columns", "rows", "n", "excluded"} <= set(entry)
        and all(len(row) == len(entry["columns"]) for row in entry["rows"])
        for entry in tables
    )
    empty = Database.open(":memory:")
    assert build_report(empty).tables == ()
    Script(empty, "ED").runner.consent(True)
    outcome = {entry.name: entry for entry in build_report(empty).tables}
    assert outcome["accuracy by block"].rows[0] == ("qualification", 0, 0, None, None, None)
    assert "confidence against accuracy" not in outcome


def test_versions_are_never_mixed_and_can_be_selected() -> None:
    db = Database.open(":memory:")
    for number, text in enumerate((STUDY, STUDY + "# edited\n", STUDY.replace("Small", "Other"))):
        runner = Runner.open(db, sample(text), f"P{number}", pools=lambda: POOLS, proofs={})
        runner.consent(False)
    everything = build_report(db).tables
    assert len({entry.version for entry in everything}) == 3
    assert all(entry.n == 1 for entry in everything if entry.name == "sessions")
    assert {entry.study for entry in build_report(db, "Other").tables} == {"Other"}
    first = everything[0].version
    assert {entry.version for entry in build_report(db, first[:10]).tables} == {first}
    assert len({entry.version for entry in build_report(db, "small").tables}) == 3
    assert build_report(db, "no such study").tables == ()
