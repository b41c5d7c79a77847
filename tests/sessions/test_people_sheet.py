"""The sheet of people out of the columns of their sessions, against one put together answer by
answer from the sessions replayed."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks import record
from items.answers import ChoiceAnswer, TextAnswer
from sessions.record import grades, results
from sessions.record.answer_columns import answered_of
from sessions.record.grades import Grade
from sessions.record.results import SessionResult, VersionResults, versions
from sessions.report.accuracy_report import build_report
from sessions.report.people_sheet import main_questions, people_sheet
from sessions.storage import derived_data
from sessions.storage.database import Database
from study.course.attention import met
from study.exclusions.base import Facts, FinishedQuestion
from study.respondents.simulation import Profile
from study.scores.answer_sheets import AnswerSheet, parts_asked
from study.scores.scoring import Ruling, Score
from tests.sessions.test_simulating import run, write_study
from tests.sessions.test_withdraw import KEPT, SECRET, play
from tests.study.samples import STUDY

RULED = f"""{STUDY}
[[exclude]]
rule = "time_outs"
share = 0.2
[[exclude]]
rule = "unfinished"
"""
SLOPPY = Profile(right={"qualification": 1.0}, careless=0.3, abandon=0.2, time_outs=0.2)


def by_hand(sessions: Collection[SessionResult]) -> AnswerSheet:
    """Every answer that counts, put into a sheet one after the other."""
    sheet = AnswerSheet()
    for session in sessions:
        before = len(sheet.parts)
        for result in session.results:
            if not result.main or not result.over:
                continue
            ids = {leaf.id for leaf in result.question.leaves}
            for part in parts_asked(result.item):
                if part.part.id not in ids:
                    continue
                answer = result.final_answers.get(part.part.id)
                if answer is None and not result.block.whole:
                    continue
                options = len(part.part.options)
                sheet.put(
                    part,
                    result.step.shift % options if options else 0,
                    "unreadable" if answer is None else "answered",
                    answer,
                    respondent=session.id,
                    ruling=ruling_of(result.scores[part.part.id]),
                    note="time ran out" if answer is None else "",
                )
        for place in range(before, len(sheet.parts)):
            part_answer = sheet.parts[place]
            sheet.parts[place] = part_answer._replace(item=f"{part_answer.item}#{session.id}")
    return sheet


def ruling_of(score: Score) -> Ruling | None:
    """The ruling that decided, where a reader decided."""
    if score.right is None or score.why not in ("judged", "by a person"):
        return None
    return Ruling(score.right, by_person=score.why == "by a person")


def assert_same_sheet(sheet: AnswerSheet, expected: AnswerSheet) -> None:
    for name in ("truths", "parts", "answers", "unreadable", "ungraded", "without_gold"):
        assert getattr(sheet, name) == getattr(expected, name), name
    assert list(sheet.people.items()) == list(expected.people.items())
    assert sheet.circular() == expected.circular()
    assert list(sheet.circular().items) == list(expected.circular().items)


@pytest.fixture(params=["of every kind", "free answers", "time-outs, rules and practice"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """People who answered, or scripts that did."""
    with Database.open(tmp_path / "record.db") as database:
        if request.param == "of every kind":
            assert record.people(database, record.every_item(20), 9, 40) > 300
        elif request.param == "free answers":
            for code, text in (("FIRST-1", KEPT), ("OTHER-1", SECRET), ("LAST-1", KEPT)):
                play(database, code, text)
        else:
            study = write_study(tmp_path / "study", text=RULED)
            run(database, study, 12, profile=SLOPPY)
        yield database


def the_version(db: Database) -> VersionResults:
    """The one with sessions."""
    every = (*versions(db), *versions(db, simulated=True))
    (version,) = (each for each in every if each.every_session)
    return version


def facts_by_hand(session: SessionResult) -> Facts:
    """What rules of exclusion may know, from the session replayed."""
    over = [result for result in session.results if result.over]
    places: list[int | None] = []
    for result in over:
        leaf = result.question.leaves[0]
        answer = result.answers.get(leaf.id)
        place = None
        if isinstance(answer, ChoiceAnswer) and leaf.options:
            n = len(leaf.options)
            place = n if answer.option is None else (answer.option - result.step.shift) % n
        places.append(place)
    answers = {result.step.index: result.final_answers for result in over}
    items = {result.step.index: result.item for result in over}
    state = session.state
    return Facts(
        state.phase if state.ended else "under_way",
        [
            FinishedQuestion(result.seconds, result.ending == "timed_out", place)
            for result, place in zip(over, places, strict=True)
            if result.main and result.seconds is not None
        ],
        [met(check, answers, items) for block in state.plan.blocks for check in block.checks],
        {name: part for name, part in state.parts.items() if isinstance(part, Mapping)},
        state.asides,
        1 if state.started is None else state.started.attempt,
        session.met_before,
    )


def test_facts_equal_those_of_the_replayed_session(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    first, again = the_version(db), the_version(db)
    for session, other in zip(first.every_session, again.every_session, strict=True):
        assert session.facts == other.facts == facts_by_hand(session)
        assert session.answers == answered_of(session.state, session.results)
    assert first.excluded == again.excluded


def test_the_sheet_equals_one_made_of_every_answer(db: Database) -> None:
    sessions = the_version(db).sessions
    assert_same_sheet(people_sheet(sessions), by_hand(sessions))
    one_session = sessions[1:2]
    assert_same_sheet(people_sheet(one_session), by_hand(one_session))
    assert people_sheet(()).answers == 0


def test_times_and_items_are_those_of_confirmed_answers(db: Database) -> None:
    sessions = the_version(db).sessions
    over = [r for session in sessions for r in session.results if r.main and r.over]
    times: dict[str, list[float]] = {}
    for result in over:
        if result.ending == "confirmed" and result.seconds is not None:
            times.setdefault(result.step.item_hash, []).append(result.seconds)
    questions = main_questions(sessions)
    assert questions.times == times
    assert list(questions.asked_items) == list(dict.fromkeys(r.step.item_hash for r in over))
    assert questions.answering == len({result.session for result in over})


def test_cached_data_give_the_same_sheet(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    first = the_version(db)
    expected = by_hand(first.sessions)
    replayed: list[str] = []
    own = results._replayed

    def noted(session: str, *rest: Any) -> results.ReplayedSession:
        replayed.append(session)
        return own(session, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(results, "_replayed", noted)
        assert_same_sheet(people_sheet(the_version(db).sessions), expected)
    assert sorted(replayed) == sorted(
        session.id for session in first.every_session if session.status == "under_way"
    )
    # Asked for their results, the same sessions are replayed.
    assert_same_sheet(by_hand(the_version(db).sessions), expected)


def test_a_later_verdict_is_included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores are cached, with who graded free answers."""
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    monkeypatch.setattr("sessions.report.background.possible", lambda: False)
    with Database.open(tmp_path / "record.db") as db:
        play(db, "OTHER-1", SECRET)
        before = build_report(db)
        (session,) = the_version(db).sessions
        item_hash, part, answer = next(
            (result.step.item_hash, part, answer)
            for result in session.results
            for part, answer in result.final_answers.items()
            if isinstance(answer, TextAnswer) and result.score.right is None
        )
        key = grades.answer_key(item_hash, part, answer)
        for match in (True, False):
            row = Grade(key, item_hash, part, "k", "person", match, "", f"2026-01-0{2 - match}")
            with db.atomic() as connection:
                grades.insert(connection, [row])
            after = build_report(db)
            assert after != before
            with monkeypatch.context() as patch:
                patch.setattr(derived_data, "of_records", lambda _: {})
                assert build_report(db) == after
            before = after
