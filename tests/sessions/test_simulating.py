"""Simulated respondents in the record: played by the runner, repeatable, never taken for people."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from items.answers import Answer
from items.models import Item
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.event_log import SESSIONS
from sessions.record.results import VersionResults, versions
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Table
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.taking.simulating import Simulation, code_of, simulate
from sessions.taking.slots import count_sessions
from sessions.upkeep.check_db import check
from solver.errors import InputError
from study.course.events import SessionStarted
from study.course.sections import Pools
from study.design.pools import read_sources
from study.design.protocol import LoadedStudy, load_study
from study.respondents import simulation
from study.respondents.simulation import Profile, Respondent
from tests.sessions.player import Player
from tests.study.samples import POOLS, STUDY

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
SURE = Profile(right={"qualification": 1.0}, careless=0, abandon=0, time_outs=0, seconds=4)


def write_study(folder: Path, pools: Pools = POOLS, text: str = STUDY) -> LoadedStudy:
    """The sample study with its items as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, items in pools.items():
        path = folder / f"{name}.jsonl"
        path.write_text("".join(f"{item.model_dump_json()}\n" for item in items), encoding="utf-8")
        text = text.replace(f'source = "{name}"', f'source = "{path.name}"')
    study = folder / "study.toml"
    study.write_text(text, encoding="utf-8")
    return load_study(study)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedStudy:
    return write_study(tmp_path_factory.mktemp("study"))


def run(
    db: Database, study: LoadedStudy, n: int, seed: int = 7, profile: Profile | None = None
) -> Simulation:
    return simulate(db, study, participants=n, seed=seed, start=START, profile=profile)


def scripted(db: Database) -> VersionResults:
    (version_results,) = versions(db, simulated=True)
    return version_results


Said = Mapping[tuple[str, str, int], tuple[Mapping[str, Answer], float | None]]


def answers_of(db: Database) -> Said:
    """The answer and its seconds, by respondent, item and question."""
    return {
        (session.code, result.item.id, result.step.question): (result.answers, result.seconds)
        for session in scripted(db).sessions
        for result in session.results
        if result.over
    }


@pytest.mark.slow
def test_the_same_seed_gives_the_same_record(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as database, Database.open(":memory:") as other:
        assert run(database, loaded, 12) == run(other, loaded, 12)
        assert answers_of(database) == answers_of(other)
        assert len(answers_of(database)) > 12 * 5
        with Database.open(":memory:") as third:
            run(third, loaded, 12, seed=8)
            assert set(answers_of(third)) & set(answers_of(database)) == set()
            assert _unnamed(answers_of(third)) != _unnamed(answers_of(database))


def _unnamed(pairs: Said) -> dict[tuple[str, str, int], Mapping[str, Answer]]:
    """By the respondent's number alone, times left out."""
    return {(key[0].split("-")[2], *key[1:]): answers for key, (answers, _) in pairs.items()}


def test_more_respondents_can_be_added_and_earlier_ones_remain(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        first = run(db, loaded, 5, profile=Profile(abandon=0.5))
        before = answers_of(db)
        events = db.rows("SELECT count(*) AS n FROM event")[0]["n"]
        again = run(db, loaded, 5, profile=Profile(abandon=0.5))
        assert again.begun == 0
        assert (again.completed, again.rejected) == (first.completed, first.rejected)
        assert db.rows("SELECT count(*) AS n FROM event")[0]["n"] == events
        more = run(db, loaded, 9, profile=Profile(abandon=0.5))
        assert (more.sessions, more.begun) == (9, 4)
        assert before.items() <= answers_of(db).items()


@pytest.mark.slow
def test_how_sessions_end(loaded: LoadedStudy) -> None:
    def ends(**settings: object) -> Simulation:
        with Database.open(":memory:") as db:
            simulated = run(db, loaded, 10, profile=SURE.model_copy(update=settings))
            texts = [session.status for session in scripted(db).sessions]
            assert texts.count("completed") == simulated.completed
            assert texts.count("not_qualified") == simulated.rejected
            assert texts.count("declined") == simulated.declined
            assert texts.count("under_way") == simulated.abandoned
            assert check(db).problems == ()
            return simulated

    assert ends().completed == 10
    assert ends(right={"qualification": 0.0}).rejected == 10
    assert ends(decline=1.0).declined == 10
    assert ends(abandon=1.0).abandoned == 10


def test_slow_respondents_run_out_of_time(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        run(db, loaded, 3, profile=SURE.model_copy(update={"time_outs": 1.0, "right": {}}))
        timed = [r for s in scripted(db).sessions for r in s.results if r.over]
        assert timed
        assert {r.ending for r in timed} == {"timed_out"}
        assert all(r.block.seconds_per_question is not None for r in timed)
        assert all((r.seconds or 0) <= (r.block.seconds_per_question or 0) + 0.1 for r in timed)
        assert any(r.answers for r in timed), "what stood there is kept"


def test_a_slow_respondent_runs_out_of_time_and_a_quick_one_does_not(loaded: LoadedStudy) -> None:
    for seconds, ending in ((4_000.0, "timed_out"), (0.5, "confirmed")):
        with Database.open(":memory:") as db:
            profile = SURE.model_copy(update={"seconds": seconds, "seconds_spread": 0.0})
            run(db, loaded, 2, profile=profile)
            results = [r for s in scripted(db).sessions for r in s.results if r.over]
            assert {r.ending for r in results} == {ending}


def test_an_interrupted_simulation_continues_with_the_same_answers(
    loaded: LoadedStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(":memory:") as whole, Database.open(":memory:") as db:
        run(whole, loaded, 6)
        act = Respondent.act
        left = 20

        def act_until_interrupted(*arguments: object, **more: object) -> simulation.Act:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return act(*arguments, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(Respondent, "act", act_until_interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(db, loaded, 6)
        monkeypatch.setattr(Respondent, "act", act)
        assert 0 < len(answers_of(db)) < len(answers_of(whole))
        run(db, loaded, 6)
        assert answers_of(db) == answers_of(whole)
        assert db.rows("PRAGMA synchronous")[0][0] == 2


def test_other_settings_of_the_same_seed_are_refused(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        run(db, loaded, 2)
        with pytest.raises(InputError, match="other settings"):
            run(db, loaded, 2, profile=Profile(seconds=31))
        assert len(scripted(db).sessions) == 2


def test_changed_items_are_played_again(loaded: LoadedStudy, tmp_path: Path) -> None:
    changed = {**POOLS, "main": tuple(reversed(POOLS["main"]))}
    with Database.open(":memory:") as db:
        run(db, loaded, 2)
        assert run(db, write_study(tmp_path, changed), 2).begun == 2
        assert run(db, write_study(tmp_path / "other", text=STUDY + "\n# edited\n"), 2).begun == 2
        assert [len(version.sessions) for version in versions(db, simulated=True)] == [2, 2, 2]


# --- never taken for people ----------------------------------------------------------------------


def person(db: Database, loaded: LoadedStudy, seed: int) -> None:
    Player(db, loaded, seed, code=f"P{seed}", pools=read_sources(loaded).pools).play()


def add_people_and_scripts(loaded: LoadedStudy, db: Database) -> None:
    """Three people and five scripts in one database."""
    run(db, loaded, 5, profile=SURE)
    for seed in range(3):
        person(db, loaded, seed)


def test_the_record_says_which_script_answered(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        run(db, loaded, 1, seed=4, profile=SURE)
        (row,) = db.rows("SELECT id, simulated, pilot FROM session")
        assert (row["simulated"], row["pilot"]) == (1, 0)
        first = next(iter(SESSIONS.read(db, row["id"]))).event
        assert isinstance(first, SessionStarted)
        assert first.simulated is not None
        assert (first.simulated.seed, first.simulated.number) == (4, 1)
        assert first.simulated.profile == SURE


def test_people_keep_their_slots_and_codes(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        add_people_and_scripts(loaded, db)
        (people,) = versions(db)
        assert [s.slot for s in people.sessions] == [0, 1, 2]
        assert [s.slot for s in scripted(db).sessions] == [0, 1, 2, 3, 4]
        code = code_of(7, 1, people.version)
        runner = Runner.open(db, loaded, code, proofs={})
        assert runner.state.started is not None
        assert runner.state.started.simulated is None
        assert runner.state.phase == "consent"
        runner.close()
        assert count_sessions(db) == 4


def columns(table: Table, *names: str) -> list[tuple[object, ...]]:
    places = [[column.name for column in table.columns].index(name) for name in names]
    return [tuple(row[place] for place in places) for row in table.rows]


@pytest.mark.slow
def test_reports_exclude_simulated_respondents_and_say_so(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db, Database.open(":memory:") as alone:
        add_people_and_scripts(loaded, db)
        for seed in range(3):
            person(alone, loaded, seed)
        mixed, pure = build_report(db).tables, build_report(alone).tables
        assert [table.name for table in mixed] == [table.name for table in pure]
        for outcome, expected in zip(mixed, pure, strict=True):
            assert outcome.excluded == {"simulated sessions": 5, **expected.excluded}
            assert outcome.n == expected.n
            if outcome.name != "participants":
                assert outcome.rows == expected.rows


@pytest.mark.slow
def test_on_request_simulated_respondents_are_reported_separately(loaded: LoadedStudy) -> None:
    with Database.open(":memory:") as db:
        add_people_and_scripts(loaded, db)
        tables = build_report(db, simulated=True).tables
        people = [table for table in tables if table.study == "A sample"]
        scripts = [table for table in tables if table.study == "A sample (simulated respondents)"]
        assert [table.name for table in people] == [script.name for script in scripts]
        assert [table.n for table in people if table.name == "sessions"] == [3]
        assert [script.n for script in scripts if script.name == "sessions"] == [5]
        assert all("simulated sessions" not in table.excluded for table in tables)
        (compared,) = [table for table in tables if table.name == "accuracy of models and people"]
        rows = columns(compared, "respondent", "kind")
        assert ("simulated (5)", "simulated") in rows
        assert {kind for _, kind in rows} <= {"people", "simulated"}


def test_withdrawn_simulated_respondents_are_erased(loaded: LoadedStudy) -> None:
    from sessions.upkeep.withdraw import withdraw

    with Database.open(":memory:") as db:
        run(db, loaded, 3)
        code = scripted(db).sessions[0].code
        withdraw(db, code, "2030-01-01T00:00:00+00:00")
        assert len(scripted(db).sessions) == 2
        assert scripted(db).withdrawn == 1


def test_before_people_take_part_models_are_reported_on_the_studys_items(
    loaded: LoadedStudy,
) -> None:
    with Database.open(":memory:") as db:
        run(db, loaded, 1)
        pools = read_sources(loaded).pools
        (main,) = [items for name, items in pools.items() if name.startswith("main")]
        (gate,) = [items for name, items in pools.items() if name.startswith("gate")]
        responses.add(db, [answered(item) for item in (main[0], main[1], gate[0])], [])
        (table,) = [
            entry
            for entry in build_report(db, "sample").tables
            if entry.name == "accuracy of models and people"
        ]
        assert columns(table, "respondent", "items") == [("m", 2)]
        everything = build_report(db).tables
        (table,) = [entry for entry in everything if entry.name == "accuracy of models and people"]
        assert columns(table, "respondent", "items") == [("m", 3)]


def answered(item: Item) -> ModelAnswer:
    """A model's right answer."""
    (part,) = item.leaves
    call = Call("2030-01-01T00:00:00+00:00", "asked", "", "p", {})
    place = (item.content_hash, item.id, part.id, part.id)
    return ModelAnswer("m", "s", 1, *place, 0, "answered", part.gold, call)


@pytest.mark.slow
def test_slots_of_those_who_left_are_filled_again(tmp_path: Path) -> None:
    text = STUDY.replace("title =", 'conditions = ["a", "b"]\ntitle =', 1)
    loaded = write_study(tmp_path, text=text)
    leaving = Profile(right={"qualification": 1.0}, careless=0, abandon=0.4, time_outs=0)
    with Database.open(":memory:") as database:
        first = run(database, loaded, 15, profile=leaving)
        both = run(database, loaded, 30, profile=leaving)
        assert both.begun + first.begun == 30
        assert both.abandoned > 5
        sessions = scripted(database).sessions
        completed = sorted(s.slot for s in sessions if s.status == "completed")
        assert completed == list(range(both.completed)), "none twice, and none left out"
