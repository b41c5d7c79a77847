"""A running study at a glance: equal to replaying everything, and no participant waits."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.watching import Cell, Glance, People, SessionGlance, Status, Watch
from solver.errors import InputError
from tests.sessions.helpers import start
from tests.study.samples import sample
from tui import i18n
from tui.apps.watch import WatchApp
from tui.cli import main
from tui.state.study_board import board_lines, warnings, watch_lines
from tui.text import width
from tui.widgets.bars import KeyBar

BEGIN = datetime(2030, 1, 1, 12, tzinfo=UTC)
STUDY = """
title = "Watched"
consent = "Yes?"
conditions = ["a", "b"]
[[blocks]]
source = "main"
number = 2
order = "fixed"
"""


def begin(db: Database, code: str, minutes: float = 0) -> Runner:
    clock = ManualClock(BEGIN + timedelta(minutes=minutes))
    runner = start(db, sample(STUDY), clock, code)
    if runner.state.phase == "consent":
        runner.consent(True)
        runner.proceed()
        runner.proceed()
    return runner


def answer(runner: Runner) -> None:
    current = runner.current
    assert current is not None
    for part in current.question.leaves:
        runner.change(part.id, part.gold)
    runner.confirm()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "watched.db"
    with Database.open(path) as db:
        completed = begin(db, "DONE")
        answer(completed)
        answer(completed)
        assert completed.state.ended
        completed.close()
        begin(db, "IDLE")
        left = begin(db, "LEFT", minutes=7)
        left.close()
        active = begin(db, "HERE", minutes=9)
        answer(active)
    return path


def test_the_watch_shows_where_each_participant_is(file: Path) -> None:
    looking = Watch(file)
    (glance,) = looking.look(BEGIN + timedelta(minutes=10))
    by_code = {glance_of.code: glance_of for glance_of in glance.sessions}
    assert {code: glance_of.status for code, glance_of in by_code.items()} == {
        "DONE": "completed",
        "IDLE": "idle",
        "LEFT": "left",
        "HERE": "active",
    }
    assert glance.sessions[0].code == "IDLE", "who needs a look comes first"
    assert (by_code["HERE"].where, by_code["HERE"].item, by_code["HERE"].items) == ("block-1", 2, 2)
    assert (by_code["HERE"].question, by_code["HERE"].questions) == (1, 2)
    assert by_code["IDLE"].seconds_ago == 600
    assert [(cell.condition, cell.completed) for cell in glance.cells] == [("a", 1), ("b", 0)]
    assert warnings(glance) == ["no input for a while: IDLE"]
    (later,) = looking.look(BEGIN + timedelta(days=2))
    assert later.counts == {"completed": 1, "dropped_out": 3}
    looking.close()


def test_changes_are_shown_and_no_participant_waits(file: Path) -> None:
    looking = Watch(file)
    looking.look(BEGIN)
    with Database.open(file) as db:
        db.wait_for_others(0)
        with db.atomic():
            looking.look(BEGIN)
        runner = begin(db, "MORE", minutes=9)
        answer(runner)
        answer(runner)
    (glance,) = looking.look(BEGIN + timedelta(minutes=9))
    fresh = Watch(file)
    assert (glance,) == fresh.look(BEGIN + timedelta(minutes=9))
    assert glance.counts["completed"] == 2
    fresh.close()
    looking.close()


def test_a_glance_is_printed_as_json_and_lines(file: Path) -> None:
    call = CliRunner().invoke(main, ["watch", "--db", str(file), "--json"])
    assert call.exit_code == 0, call.output
    (study,) = json.loads(call.output)
    assert study["counts"]["completed"] == 1
    assert {row["code"] for row in study["sessions"]} == {"DONE", "IDLE", "LEFT", "HERE"}
    output = CliRunner().invoke(main, ["watch", "--db", str(file), "--once"]).output
    assert "4 sessions: " in output
    assert "a: 1 completed" in output


def test_simulated_sessions_are_counted_as_not_shown(file: Path) -> None:
    assert (
        "simulated" not in CliRunner().invoke(main, ["watch", "--db", str(file), "--once"]).output
    )
    with Database.open(file) as db:
        db.connection.execute("UPDATE session SET simulated = 1")
    output = CliRunner().invoke(main, ["watch", "--db", str(file), "--once"]).output
    assert output.splitlines() == [
        "No participant has begun a session yet.",
        "4 simulated sessions are not shown.",
    ]


def test_a_file_that_is_not_a_database_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.db"):
        Watch(tmp_path / "nowhere.db")


@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_the_screen_follows_the_record(file: Path, size: tuple[int, int]) -> None:
    app = WatchApp(Watch(file), board_lines, file.name)
    async with app.run_test(size=size) as hands:
        await hands.pause()
        text = "\n".join(
            "".join(segment.text for segment in line)
            for line in app.screen._compositor.render_strips(app.size)
        )
        assert "Watched" in text
        assert "HERE" in text
        with Database.open(file) as db:
            begin(db, "NEW", minutes=10)
        app.again()
        await hands.pause()
        drawn = app.watch_screen.board.line_source(size[0])
        assert any("NEW" in line.text for line in drawn)


async def test_the_key_for_scrolling_is_offered_only_while_there_is_more(file: Path) -> None:
    app = WatchApp(Watch(file), board_lines, file.name)
    async with app.run_test(size=(80, 35)) as hands:
        await hands.pause()
        keys = app.watch_screen.query_one(KeyBar)

        def offered() -> bool:
            return any(hint.name == "page_down" for hint in keys.hints)

        assert not offered()
        assert not app.watch_screen.offers("page_down")
        with Database.open(file) as db:
            for number in range(40):
                begin(db, f"NEW-{number}", minutes=10)
        app.again()
        await hands.pause()
        assert offered()
        for _ in range(6):
            await hands.press("pagedown")
        await hands.pause()
        assert not offered()
        await hands.press("pageup")
        await hands.pause()
        assert offered()


SITTINGS = """
title = "Twice"
conditions = ["a", "b"]
[[sittings]]
after_hours = 0
[[blocks]]
source = "main"
number = 1
[[blocks]]
source = "main"
number = 1
sitting = 2
"""


def test_people_are_counted_once_however_many_sessions_they_have(tmp_path: Path) -> None:
    path = tmp_path / "twice.db"
    with Database.open(path) as db:

        def sit(code: str, hours: float, minutes: float, end: bool = True) -> None:
            clock = ManualClock(BEGIN + timedelta(hours=hours))
            runner = start(db, sample(SITTINGS), clock, code)
            while runner.state.phase != "question":
                runner.proceed()
            clock.advance(60 * minutes)
            if end:
                answer(runner)
                assert runner.state.ended
            runner.close()

        for code in ("A", "B", "C"):
            sit(code, 0, 10)
        sit("A", 1, 20)
        sit("B", 1, 30)
        sit("GONE", 0, 1, end=False)
    looking = Watch(path, None, lambda: ["A", "B", "C", "D", "E"])
    (glance,) = looking.look(BEGIN + timedelta(days=2))
    looking.close()
    assert glance.counts == {"completed": 5, "dropped_out": 1}
    assert glance.people == People(
        invited=5, not_begun=2, started=4, tested=0, qualified=0,
        active=0, waiting=1, completed=2, dropped=1,
    )  # fmt: skip
    assert glance.median_minutes == {1: 10, 2: 25}
    assert [(c.condition, c.completed, c.under_way) for c in glance.cells] == [
        ("a", 1, 1),
        ("b", 1, 0),
    ]
    lines = watch_lines([glance], 80)
    assert "people: 5 invited (2 not begun), 4 started, 0 active, 2 completed, 1 between" in lines
    assert "median time to the end of sitting 2: 25.0 minutes" in lines


ENDS: tuple[Status, ...] = (
    "left", "dropped_out", "not_qualified", "timed_out", "declined", "completed",
)  # fmt: skip


def glance(code: str, status: Status, **more: Any) -> SessionGlance:
    """Somebody in a condition, 3.25 minutes into it."""
    row = SessionGlance(
        code, 0, "甲组", status, where="", item=0, items=0, question=9, questions=9,
        seconds_ago=9_000, minutes_used=3.25, qualified=True, noted={},
    )  # fmt: skip
    return row._replace(**more)


def everything() -> Glance:
    """A glance with every status and everything that can be said of a study."""
    signs = {"pasted": 3, "focus_lost": 12}
    sessions = (
        glance("P1", "idle", where="consent", question=0, seconds_ago=500, noted=signs),
        glance("P2", "active", where="题组", item=2, items=60, question=1, questions=60,
             seconds_ago=4),
        *(glance(f"Q{n}", end, slot=n, sitting=1 + n % 2) for n, end in enumerate(ENDS)),
    )  # fmt: skip
    people = People(
        invited=9, not_begun=1, started=8, tested=8, qualified=7, active=1, waiting=1,
        completed=1, dropped=1,
    )  # fmt: skip
    cells = (Cell("甲组", 0, 5, 1), Cell("", 1, 0, 0))
    return Glance("两个条件", sessions, cells, {1: 12.5, 2: 3}, people)


@pytest.mark.parametrize("cells", [60, 80, 120])
def test_the_watch_is_shown_in_chinese(cells: int) -> None:
    lines = {}
    for language in i18n.LANGUAGES:
        i18n.use(language)
        lines[language] = watch_lines([everything()], cells)
        assert max(width(line) for line in lines[language]) <= cells
    english, chinese = "\n".join(lines["en"]), "\n".join(lines["zh"])
    # Codes, and nothing else that is not Chinese.
    assert set(re.findall("[A-Za-z]+", chinese)) == {"P", "Q"}
    assert "有一段时间没有按键：P1" in chinese
    assert "! 粘贴文本，3 次或更多：P1 3" in chinese
    assert "! pasted text, 3 times or more: P1 3" in english
    assert "知情同意" in chinese


@pytest.mark.parametrize(("language", "heads"), [
    ("en", ["code", "status", "where", "done", "last seen", "used", "condition"]),
    ("zh", ["代号", "状态", "位置", "完成", "上次活动", "用时", "条件"]),
])  # fmt: skip
def test_every_column_has_room_if_participants_have_sittings(
    language: str, heads: list[str]
) -> None:
    i18n.use(language)
    lines = watch_lines([everything()], 80)
    head = next(n for n, line in enumerate(lines) if line.startswith(heads[0]))
    assert re.split("  +", lines[head]) == heads
    starts = [width(lines[head].partition(name)[0]) for name in heads]
    for line in lines[head + 1 : head + 9]:
        before = [pad_to(line, start) for start in starts]
        assert all(text.endswith("  ") for text in before[1:]), line


def pad_to(line: str, cells: int) -> str:
    """The first cells of a line."""
    n = 0
    while width(line[:n]) < cells:
        n += 1
    return line[:n]


def test_the_command_takes_a_language_and_machines_get_english(file: Path) -> None:
    def printed(*more: str) -> str:
        call = CliRunner().invoke(main, ["watch", "--db", str(file), *more])
        assert call.exit_code == 0, call.output
        return call.output

    assert "4 次作答：" in printed("--once", "--language", "zh")
    assert "4 sessions: " in printed("--once", "--language", "en")
    (study,) = json.loads(printed("--json", "--language", "zh"))
    assert all(line.isascii() for line in study["warnings"])
