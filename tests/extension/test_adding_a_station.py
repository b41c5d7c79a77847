"""A station of another distribution: one file and one line, and everything that walks a plan knows
it. The station is the comprehension check of docs/extending.md; its screen is the form's."""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from items.files.loading import load
from sessions.record import not_installed, snapshots
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.simulating import simulate
from sessions.upkeep.check_db import check
from solver.errors import InputError, OutsideError
from study.course.entries import STATIONS
from study.course.rules import replay
from study.course.sections import Pools
from study.design.preflight import preflight
from study.design.protocol import LoadedStudy, parse_study
from study.respondents.answer_checks import Reason, RefusedError
from study.respondents.simulation import Profile
from study.stations.form import PlannedForm
from study.stations.form_fields import Entry
from tests.plugin_distributions import install, look_again
from tui.apps.participant import ParticipantApp
from tui.screens.participant.form import FormScreen
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
_FENCE = r"^```\w+ {}\n(.*?)^```$"
RIGHT = Entry(value="At least one of A and B")
WRONG = Entry(value="Exactly one of A and B")


def block(name: str) -> str:
    """A named block of the page's section on stations."""
    section = PAGE.partition("\n## A station\n")[2].partition("\n## ")[0]
    (text,) = re.findall(_FENCE.format(re.escape(name)), section, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoadedStudy]:
    """The page's study, with the page's station installed."""
    folder = tmp_path / "installed"
    points = {"countermodel.stations": {"comprehension": "comprehension:COMPREHENSION"}}
    modules = {"comprehension.py": block("comprehension.py")}
    install(folder, "countermodel-example", modules, points)
    monkeypatch.syspath_prepend(str(folder))
    look_again((STATIONS,))
    yield parse_study(block("study.toml"), "study.toml", tmp_path)
    monkeypatch.undo()
    sys.modules.pop("comprehension", None)
    look_again((STATIONS,))


def begin_session(db: Database, study: LoadedStudy, code: str = "P1") -> Runner:
    """A session at its first check."""
    runner = Runner.open(db, study, code, clock=ManualClock())
    if runner.state.phase == "consent":
        runner.consent(True)
        runner.proceed()
    return runner


def answered(runner: Runner) -> None:
    """All questions of all blocks answered, right or not."""
    while not runner.state.ended:
        current = runner.current
        if current is None:
            runner.proceed()
            continue
        for part in current.question.leaves:
            runner.change(part.id, part.gold)
        runner.confirm()


def test_without_the_distribution_the_study_is_refused_by_line() -> None:
    with pytest.raises(InputError, match=r"line 5, blocks\[1\]\.station: expected .*'text'"):
        parse_study(block("study.toml"), "study.toml")


def test_it_is_passed_at_the_second_try_and_replayed(study: LoadedStudy, tmp_path: Path) -> None:
    with Database.open(tmp_path / "record.db") as db:
        runner = begin_session(db, study)
        names = [planned.station for planned in runner.plan.stations]
        assert names.count("comprehension") == 3
        assert (runner.state.phase, runner.screen) == ("form", "form")
        with pytest.raises(RefusedError) as refused:
            runner.act("submit")
        assert refused.value.reason is Reason.UNANSWERED
        runner.act("fill", "or", WRONG)
        runner.act("submit")
        assert runner.state.here.id == "rules-2"
        runner.act("fill", "or", RIGHT)
        runner.close()
        runner = begin_session(db, study)
        assert runner.state.parts["rules-2"] == {"or": RIGHT}, "what was filled in is kept"
        runner.act("submit")
        assert runner.state.phase == "block_intro", "the third try is passed by"
        answered(runner)
        assert runner.state.phase == "completed"
        runner.close()
        assert replay(SESSIONS.read(db, runner.session_id)) == runner.state
        assert check(db).problems == ()


def test_who_fails_every_try_reads_the_debriefing_and_is_not_qualified(study: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        runner = begin_session(db, study)
        for _try in range(3):
            runner.act("fill", "or", WRONG)
            runner.act("submit")
        assert runner.state.phase == "text"
        assert runner.proceed().phase == "not_qualified"
        assert runner.state.records == []


def test_what_is_only_for_those_who_fail_it_is_got_to(study: LoadedStudy, tmp_path: Path) -> None:
    pools: Pools = {"builtin:practice": tuple(load("builtin:practice").items)}

    def in_vain(text: str) -> tuple[str, ...]:
        return preflight(parse_study(text, "study.toml", tmp_path).study, pools, {}).vain

    failing = block("study.toml").replace('when = "always"', 'when = "failed"\nid = "debriefing"')
    assert 'when = "failed"' in failing
    assert in_vain(failing) == ()
    form = failing.replace('"comprehension"', '"form"')
    form = re.sub(r"^(right|tries) = .*\n", "", form, flags=re.MULTILINE)
    (vain,) = in_vain(form)
    assert vain.startswith("nobody reaches debriefing")


@pytest.mark.slow
def test_simulated_respondents_pass_it_unless_they_are_careless(study: LoadedStudy) -> None:
    start = datetime(2030, 1, 1, tzinfo=UTC)
    with Database.open(":memory:") as db:
        sure = Profile(careless=0, abandon=0)
        simulation = simulate(db, study, participants=6, seed=1, start=start, profile=sure)
        assert (simulation.completed, simulation.rejected) == (6, 0)
        hasty = Profile(careless=1, abandon=0)
        simulation = simulate(db, study, participants=40, seed=2, start=start, profile=hasty)
        # Each of three tries is right by chance in one of two cases.
        assert 0 < simulation.rejected < 20
        assert simulation.completed + simulation.rejected == 40


async def test_it_is_played_at_the_screen(study: LoadedStudy) -> None:
    app = ParticipantApp(Task(study, ":memory:", "P1", clock=ManualClock()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("y", "enter"):
            await pilot.press(key)
            await pilot.pause()
        first = app.screen
        assert isinstance(first, FormScreen)
        await pilot.press("a", "enter")
        await pilot.pause()
        assert isinstance(app.screen, FormScreen)
        assert app.screen is not first, "the second try begins with an empty form"
        assert app.screen.view.next_open() == 0
        await pilot.press("b", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PageScreen)
        assert app.screen.page.name == "block_intro"


def test_check_db_without_the_station_calls_it_no_damage(
    study: LoadedStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not_installed.of_study(study.text) == ()
    known = {name: STATIONS[name] for name in STATIONS if name != "comprehension"}
    monkeypatch.setattr(not_installed, "STATIONS", known)
    assert not_installed.of_study(study.text) == ("station comprehension",)
    near = study.text.replace('"text"', '"texts"')
    assert not_installed.of_study(near) == ("station comprehension",)


def test_a_check_that_was_failed_says_so_when_it_is_shown_again(study: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        runner = begin_session(db, study)
        texts = []
        for _try in range(3):
            here = runner.state.here
            assert isinstance(here, PlannedForm)
            texts.append(here.text)
            runner.act("fill", "or", WRONG)
            runner.act("submit")
    assert "Not every answer was right" not in texts[0]
    assert all(text.startswith("Not every answer was right.") for text in texts[1:])


def test_without_the_plug_in_a_record_is_called_whole_and_what_is_missing_is_named(
    study: LoadedStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(":memory:") as db:
        begin_session(db, study)
        ((version,),) = db.tuples("SELECT hash FROM version")
        assert snapshots.load_version(db, version).study.title == "With a check"
        monkeypatch.undo()
        sys.modules.pop("comprehension", None)
        look_again((STATIONS,))
        with pytest.raises(OutsideError) as caught:
            snapshots.load_version(db, version)
    assert "station comprehension" in caught.value.message
    assert "not installed" in caught.value.title
    assert "damaged" not in str(caught.value)


def test_a_study_that_no_plug_in_explains_is_damaged(study: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        begin_session(db, study)
        ((version,),) = db.tuples("SELECT hash FROM version")
        db.connection.execute("UPDATE study SET text = replace(text, 'title', 'titel')")
        with pytest.raises(OutsideError, match="damaged"):
            snapshots.load_version(db, version)
