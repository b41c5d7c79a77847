"""Studies that want a number of answers for each item: people come, go, and find it full."""

import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.taking import simulating
from sessions.taking.answer_counts import Answers
from sessions.taking.runner import Runner
from sessions.taking.watching import Watch
from study.design.codes import CodeError
from study.design.pools import read_sources
from study.design.protocol import LoadedStudy
from study.respondents.simulation import Profile
from tests.effort import turns
from tests.sessions.killed_participant import find_place
from tests.study.samples import POOLS, choice, sample
from tui.state.study_board import watch_lines

BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
STUDY = """
id = "s"
title = "S"
consent = "Yes?"
{}
[[blocks]]
id = "b"
source = "main"
number = 3
answers_per_item = {}
{}
"""
MAIN = {"main": tuple(choice(f"i{n}") for n in range(7))}


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as db:
        yield db


def study(answers_per_item: int, head: str = "", block: str = "") -> LoadedStudy:
    return sample(STUDY.format(head, answers_per_item, block))


def open_session(
    db: Database, loaded: LoadedStudy, code: str, hours: float = 0, **more: bool
) -> Runner:
    clock = ManualClock(BEGIN + timedelta(hours=hours))
    return Runner.open(
        db, loaded, code, clock=clock, pools=lambda: MAIN, proofs={}, pilot=more.get("pilot", False)
    )


def go_through(runner: Runner, answers: int = 99) -> None:
    """Give consent, then this number of answers; closes the session."""
    if runner.state.phase != "question":
        runner.consent(True)
        runner.proceed()
        runner.proceed()
    while runner.current is not None and answers:
        for part in runner.current.question.leaves:
            runner.change(part.id, part.gold)
        runner.confirm()
        answers -= 1
    runner.close()


def turned_away(db: Database, loaded: LoadedStudy, hours: float = 0, code: str = "LATE") -> str:
    with pytest.raises(CodeError) as caught:
        open_session(db, loaded, code, hours)
    assert caught.value.no_place
    assert not db.rows("SELECT 1 FROM session WHERE code = ?", code)
    return caught.value.reason


def completed(db: Database) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for version in versions(db):
        for session in version.sessions:
            if session.status == "completed":
                counts.update(result.step.item_id for result in session.results)
    return {item.id: counts[item.id] for item in MAIN["main"]}


@pytest.mark.slow
@pytest.mark.scaled
def test_participants_are_admitted_until_every_item_has_enough_answers(db: Database) -> None:
    people, draws, hours = turns(50, 200), random.Random(5), 0.0
    wanted = people * 3 // (2 * 7)
    loaded = study(wanted)
    kinds: Counter[str] = Counter()
    waiting: list[str] = []
    for person in range(10 * people):
        hours += 1
        try:
            runner = open_session(db, loaded, f"P{person}", hours)
        except CodeError as error:
            if error.reason == "full":
                break
            # Whoever is still under way comes back, or does so no more.
            if waiting:
                go_through(open_session(db, loaded, waiting.pop(), hours))
            hours += 25
            continue
        kind = draws.choices(("stays", "drops", "later", "declines"), (60, 25, 10, 5))[0]
        kinds[kind] += 1
        if kind == "declines":
            runner.consent(False)
            runner.close()
        else:
            go_through(runner, {"stays": 99, "drops": 1, "later": 2}[kind])
        if kind == "later":
            waiting.append(f"P{person}")
        if len(waiting) > 3 or (waiting and draws.random() < 0.5):
            go_through(open_session(db, loaded, waiting.pop(), hours))
    else:
        raise AssertionError("the study is never full")
    counts = completed(db).values()
    assert wanted <= min(counts)
    assert max(counts) <= wanted + 1
    assert min(kinds.values()) > 0
    assert len(kinds) == 4


def test_active_participants_keep_their_places_and_dropouts_release_them(db: Database) -> None:
    loaded = study(3)
    for person in range(6):
        go_through(open_session(db, loaded, f"P{person}"))
    open_session(db, loaded, "LAST").close()
    assert turned_away(db, loaded) == "taken"
    declining = open_session(db, loaded, "LAST", 1)
    declining.consent(False)
    declining.close()
    go_through(open_session(db, loaded, "NEXT", 2))
    assert turned_away(db, loaded, 3) == "full"
    assert set(completed(db).values()) == {3}


def test_a_dropout_is_replaced_and_may_still_return(db: Database) -> None:
    loaded = study(3)
    for person in range(6):
        go_through(open_session(db, loaded, f"P{person}"))
    open_session(db, loaded, "GONE").close()
    assert turned_away(db, loaded, 23) == "taken"
    go_through(open_session(db, loaded, "NEXT", 25))
    assert turned_away(db, loaded, 26) == "full"
    go_through(open_session(db, loaded, "GONE", 27))
    assert sorted(completed(db).values()) == [3, 3, 3, 3, 4, 4, 4]


def test_questions_that_were_not_reached_are_asked_of_somebody_else(db: Database) -> None:
    loaded = study(1, block="seconds_per_block = 20")
    clock = ManualClock(BEGIN)
    slow = Runner.open(db, loaded, "SLOW", clock=clock, pools=lambda: MAIN, proofs={})
    go_through(slow, 0)
    clock = ManualClock(BEGIN)
    slow = Runner.open(db, loaded, "SLOW", clock=clock, pools=lambda: MAIN, proofs={})
    reached = {slow.plan.steps[0].item_id}
    clock.advance(21)
    slow.tick()
    assert slow.state.phase == "completed"
    slow.close()
    others: Counter[str] = Counter()
    for person in range(2):
        runner = open_session(db, loaded, f"P{person}")
        others.update(step.item_id for step in runner.plan.steps)
        go_through(runner)
    assert set(others) == {item.id for item in MAIN["main"]} - reached
    assert turned_away(db, loaded) == "full"


def test_answers_of_earlier_versions_count_if_they_ask_in_the_same_way(db: Database) -> None:
    for person in range(7):
        go_through(open_session(db, study(3), f"P{person}"))
    other_words = study(3, 'contact = "lab"')
    assert turned_away(db, other_words) == "full"
    more = study(4, 'contact = "lab"')
    for person in range(3):
        go_through(open_session(db, more, f"MORE{person}"))
    assert turned_away(db, more) == "full"
    assert sorted(completed(db).values()) == [4, 4, 4, 4, 4, 5, 5]
    assert open_session(db, study(3, block="rotate = false"), "OTHER").state.started is not None


@pytest.mark.parametrize(
    ("head", "block"),
    [
        ("[slots]\ndropped_out_after_hours = 2", ""),
        ('[slots]\nreclaim = ["declined", "dropped_out"]', ""),
        ("pause_after = 3", ""),
        ("[away]\nmax_away_seconds = 60", ""),
        ('language = "zh"', ""),
        ("allow_disproved = true", ""),
        ("seed = 4", ""),
        ("confidence = false", ""),
        ("", "break_after = 2"),
        ("", "breaks = false"),
        ("", 'instructions = "Read."'),
        ("", "filter = { kinds = ['choice'] }"),
        ("", '[[blocks]]\nstation = "text"\nid = "thanks"\ntitle = "T"\ntext = "Thanks."'),
    ],
)
def test_an_edit_that_changes_nothing_about_the_questions_forgets_no_answer(
    db: Database, head: str, block: str
) -> None:
    for person in range(7):
        go_through(open_session(db, study(3), f"P{person}"))
    edited = study(3, head, block)
    assert turned_away(db, edited) == "full"
    assert Answers(db, edited.study).look(BEGIN.isoformat()).uncounted == ()


@pytest.mark.parametrize(
    ("head", "block", "field"),
    [
        ("", "rotate = false", "rotate"),
        ("", "seconds_per_question = 30", "seconds_per_question"),
        ("", "none_option = true", "none_option"),
        ("", "confidence = true", "confidence"),
        ("confidence = true", "", "confidence"),
        ("seconds_per_session = 100", "", "seconds_per_session"),
        ('[qualification]\nsource = "gate"\nnumber = 3', "", "qualification"),
        ("", '[[blocks]]\nid = "more"\nsource = "main"', "blocks"),
    ],
)
def test_the_changed_field_of_an_earlier_version_is_named(
    db: Database, head: str, block: str, field: str
) -> None:
    for person in range(7):
        go_through(open_session(db, study(3), f"P{person}"))
    before = study(3)
    answered = Answers(db, study(3, head, block).study).look(BEGIN.isoformat())
    assert field in answered.uncounted[0].fields
    assert [answered.completed, answered.coming_answers] == [{"": {}}, {"": {}}]
    (uncounted,) = answered.uncounted
    assert uncounted[:2] == ("b", before.study_hash)
    assert uncounted.sessions == 7
    assert "the answers of 7 sessions with another version of the file" in uncounted.sentence


def test_answers_of_a_condition_count_when_the_study_gets_another_one(db: Database) -> None:
    for person in range(6):
        go_through(open_session(db, study(1, 'conditions = ["x", "y"]'), f"P{person}"))
    more = study(1, 'conditions = ["x", "y", "z"]')
    for person in range(3):
        runner = open_session(db, more, f"MORE{person}")
        assert runner.plan.condition == "z"
        go_through(runner)
    assert turned_away(db, more) == "full"
    (lost,) = Answers(db, study(1).study).look(BEGIN.isoformat()).uncounted[:1]
    assert lost.fields == ("conditions",)


def test_active_participants_continue_after_the_rule_for_slots_changed(
    db: Database,
) -> None:
    open_session(db, study(1), "P1").close()
    go_through(open_session(db, study(1, "[slots]\ndropped_out_after_hours = 2"), "P1", 1))
    assert sum(completed(db).values()) == 3


def test_a_further_attempt_has_the_items_of_the_first_and_does_not_count(db: Database) -> None:
    loaded = study(3, '[codes]\nagain = "attempt"')
    for person in range(7):
        go_through(open_session(db, loaded, f"P{person}"))
    before = completed(db)
    first = open_session(db, loaded, "P3", 1)
    assert first.state.started is not None
    assert first.state.started.attempt == 2
    first_steps = {(step.item_id, step.shift % 4) for step in first.plan.steps}
    (version,) = versions(db)
    then = next(s for s in version.sessions if s.code == "P3" and s.attempt == 1)
    assert first_steps == {(step.item_id, step.shift % 4) for step in then.state.plan.steps}
    go_through(first)
    assert turned_away(db, loaded, 2) == "full"
    assert set(before.values()) == {3}


def test_a_returning_decliner_takes_a_place_and_counts(db: Database) -> None:
    loaded = study(2, '[codes]\nagain = "attempt"\nattempt_after = ["declined", "completed"]')

    def decline(code: str, hours: float) -> None:
        runner = open_session(db, loaded, code, hours)
        runner.consent(False)
        runner.close()

    for person in range(3):
        decline(f"D{person}", 0)
    for person in range(3):
        go_through(open_session(db, loaded, f"P{person}", 1))
    decline("D0", 2)
    back = open_session(db, loaded, "D0", 3)
    assert back.state.started is not None
    assert (back.state.started.attempt, back.state.started.slot) == (3, 3)
    go_through(back)
    again = open_session(db, loaded, "D0", 4)
    assert again.state.started is not None
    assert again.state.started.attempt == 4
    go_through(again)
    assert {s.item_id for s in again.plan.steps} == {s.item_id for s in back.plan.steps}
    go_through(open_session(db, loaded, "D1", 5))
    assert turned_away(db, loaded, 6) == "full"
    with pytest.raises(CodeError) as caught:
        open_session(db, loaded, "D2", 7)
    assert caught.value.reason == "full"
    counts = completed(db)
    for step in again.plan.steps:
        counts[step.item_id] -= 1
    assert sorted(counts.values()) == [2, 2, 2, 2, 2, 2, 3]


def test_a_further_sitting_has_the_twins_of_the_items_of_the_first(db: Database) -> None:
    more = '[[blocks]]\nid = "t"\nsource = "main"\nsame_as = "b"\ntwin = "mark"\nsitting = 2\n'
    loaded = study(2, "[[sittings]]\nafter_hours = 0.0", more)
    pools = {"main": tuple(choice(f"i{n}", mark=f"n{n}") for n in range(7))}

    def sit(code: str) -> Runner:
        clock = ManualClock(BEGIN)
        return Runner.open(db, loaded, code, clock=clock, pools=lambda: pools, proofs={})

    met: dict[str, set[str]] = {}
    for code in ("A", "B", "C"):
        runner = sit(code)
        met[code] = {step.item_id for step in runner.plan.steps}
        go_through(runner)
    for code, items in met.items():
        again = sit(code)
        assert again.state.started is not None
        assert again.state.started.sitting == 2
        assert {step.item_id for step in again.plan.steps} == items
        again.close()


def test_a_listed_code_for_a_full_condition_is_turned_away_alone(
    db: Database, tmp_path: Path
) -> None:
    (tmp_path / "codes.csv").write_text("code,condition\nA1,x\nA2,x\nA3,x\nA4,x\nB1,y\n")
    head = f'conditions = ["x", "y"]\n[codes]\nwho = "list"\nfile = "{tmp_path / "codes.csv"}"'
    loaded = study(1, head)
    for code in ("A1", "A2", "A3"):
        runner = open_session(db, loaded, code)
        assert runner.plan.condition == "x"
        go_through(runner)
    assert turned_away(db, loaded, code="A4") == "full"
    assert open_session(db, loaded, "B1").plan.condition == "y"


def test_items_of_each_language_get_the_number(db: Database) -> None:
    text = STUDY.format('languages = ["en", "zh"]', 1, "").replace(
        'source = "main"', 'source = { en = "main", zh = "other" }'
    )
    pools = {**MAIN, "other": tuple(choice(f"z{n}") for n in range(4))}
    begun: Counter[str] = Counter()
    for language in ("en", "zh"):
        loaded = sample(text).in_language(language)
        for person in range(5):
            clock = ManualClock(BEGIN)
            try:
                runner = Runner.open(
                    db,
                    loaded,
                    f"{language}{person}",
                    clock=clock,
                    pools=lambda: pools,
                    proofs={},
                )
            except CodeError as error:
                begun[f"{language} {error.reason}"] += 1
                continue
            go_through(runner)
            begun[language] += 1
    assert begun == {"en": 3, "en full": 2, "zh": 2, "zh full": 3}


def test_pilots_are_always_admitted_and_take_no_place(db: Database) -> None:
    loaded = study(1)
    for person in range(5):
        go_through(open_session(db, loaded, f"TRY{person}", pilot=True))
    for person in range(3):
        go_through(open_session(db, loaded, f"P{person}"))
    assert turned_away(db, loaded) == "full"
    open_session(db, loaded, "TRY9", pilot=True).close()


def test_withdrawn_answers_are_asked_for_again(db: Database, tmp_path: Path) -> None:
    from sessions.upkeep.withdraw import withdraw

    with Database.open(tmp_path / "one.db") as stored:
        loaded = study(1)
        for person in range(3):
            go_through(open_session(stored, loaded, f"P{person}"))
        assert turned_away(stored, loaded) == "full"
        withdraw(stored, "P1", BEGIN.isoformat())
        assert open_session(stored, loaded, "NEW").state.started is not None


def test_simulated_respondents_fill_a_study_and_the_rest_is_turned_away(db: Database) -> None:
    text = STUDY.format("", 2, "").replace('"main"', '"builtin:choices"')
    loaded = sample(text.replace("builtin:choices", "builtin:practice"))
    simulation = simulating.simulate(db, loaded, participants=40, seed=1, start=BEGIN)
    assert (
        simulation.completed + simulation.abandoned + simulation.declined + simulation.rejected
        == simulation.sessions
    )
    assert simulation.turned_away == 40 - simulation.sessions > 0


def test_respondents_of_another_seed_who_left_do_not_keep_a_study_from_being_full(
    db: Database,
) -> None:
    text = STUDY.format("", 3, "").replace('"main"', '"builtin:practice"')
    loaded = sample(text)
    leaving = Profile(abandon=1.0)
    left = simulating.simulate(db, loaded, participants=2, seed=1, start=BEGIN, profile=leaving)
    assert left.abandoned == 2
    simulation = simulating.simulate(db, loaded, participants=60, seed=2, start=BEGIN)
    assert simulation.turned_away == 60 - simulation.sessions > 0
    answered = Answers(db, loaded.study, simulated=True).look(
        datetime(2040, 1, 1, tzinfo=UTC).isoformat()
    )
    assert answered.full(loaded.study, read_sources(loaded).pools, "")


def test_the_watch_says_which_answers_of_earlier_versions_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    pools = {"main": (*MAIN["main"][1:], choice("new"))}
    with Database.open(path) as db:
        for code in ("A", "B"):
            go_through(open_session(db, study(3, block="rotate = false"), code))
        for person in range(3):
            go_through(open_session(db, study(3), f"P{person}"))
        clock = ManualClock(BEGIN + timedelta(hours=1))
        Runner.open(db, study(3), "C", clock=clock, pools=lambda: pools, proofs={}).close()
        answered = Answers(db, study(3).study).look(BEGIN.isoformat())
        lines = answered.reasons_lost(study(3).study, pools)
    watch = Watch(path)
    try:
        (glance,) = watch.look(BEGIN + timedelta(hours=1))
    finally:
        watch.close()
    (lost,) = glance.uncounted
    assert (lost.block, lost.fields, lost.sessions) == ("b", ("rotate",), 2)
    strange = glance.fills[0].strange
    assert strange > 0
    watch_text = "\n".join(watch_lines([glance], 300))
    assert f"! {lines[0]}" in watch_text
    assert f"! {lines[1]}" in watch_text
    assert "b: the answers of 2 sessions with another version" in lines[0]
    assert lines[0].endswith("do not count: it differs in rotate")
    assert f"b: {strange} answer" in lines[1]


def test_the_watch_shows_how_many_answers_items_have(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Database.open(path) as db:
        loaded = study(3)
        go_through(open_session(db, loaded, "A"))
        go_through(open_session(db, loaded, "B"))
        open_session(db, loaded, "C").close()
    watch = Watch(path)
    try:
        (glance,) = watch.look(BEGIN)
        (fill,) = glance.fills
        assert (fill.block, fill.wanted, fill.items) == ("b", 3, 7)
        assert (fill.least, fill.median, fill.lacking, fill.awaited) == (0, 1, 7, 3)
        lines = "\n".join(watch_lines([glance], 200))
        assert "lowest 0, median 1, required 3; incomplete items: 7 of 7" in lines
        (later,) = watch.look(BEGIN + timedelta(hours=25))
        assert later.fills[0].awaited == 0
    finally:
        watch.close()


def test_simultaneous_processes_fill_a_study_without_exceeding_it(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.sessions.killed_participant"])
    database, go = str(tmp_path / "record.db"), tmp_path / "go"
    processes = []
    for number in range(6):
        ready, outcome = tmp_path / f"ready-{number}", tmp_path / f"outcome-{number}"
        names = (database, f"P{number}", str(ready), str(go), str(outcome))
        process = context.Process(target=find_place, args=names)
        process.start()
        processes.append((process, ready, outcome))
    for process, ready, _ in processes:
        while not ready.exists():
            assert process.is_alive()
            process.join(0.01)
    go.touch()
    for process, _, _ in processes:
        process.join(300)
        assert process.exitcode == 0
    outcomes = sorted(outcome.read_text() for _, _, outcome in processes)
    assert outcomes == ["begun"] * 4 + ["taken"] * 2
    item_counts: Counter[str] = Counter()
    with Database.open(database) as db:
        for version in versions(db):
            for session in version.sessions:
                item_counts.update(step.item_id for step in session.state.plan.steps)
    assert len(POOLS["main"]) == len(item_counts) == 7
    assert sorted(item_counts.values()) == [1] * 6 + [2]
