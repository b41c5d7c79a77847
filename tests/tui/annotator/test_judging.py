"""Judging through the real interface: two annotators, an adjudicator, a killed program."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from items.files.loading import load
from items.models import Item
from sessions.annotation.desk import Desk
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.record.queues import queues
from sessions.storage.database import Database
from study.annotation.checks import StandingVerdict
from study.annotation.demo import demo_queue
from tests.sessions.annotation_samples import controls, play, saying, small_queue
from tests.shared_data import shared_path
from tests.study.annotation.samples import SCHEME, item
from tests.tui.annotator.annotator_session import SUBMIT, Judging, judging
from tui.apps.home import HomeApp
from tui.screens.annotator.agreement import AgreementScreen, read_tables
from tui.screens.annotator.formal import FormalScreen
from tui.screens.annotator.own_items import OwnItemsScreen
from tui.screens.annotator.windows import ControlModal, GuidelinesModal, TextModal
from tui.screens.home.home import HomeScreen
from tui.widgets.line_pane import LinePane
from tui.windows.modals import TableModal


def lamps() -> list[Item]:
    """Items with formalizations: two of the built-in hard ones."""
    return [entry for entry in load("builtin:demo").items if entry.attributes.get("kind") == "hard"]


async def work_off(at: Judging, unclear: str = "") -> None:
    """Judge everything; the item of this id is unclear."""
    while at.screen.judging.current is not None:
        if at.item == unclear:
            await at.press("a", "a", "b", "1", "enter")
            await at.press(SUBMIT)
            assert isinstance(at.app.screen, TextModal), "a reason is asked for"
            await at.write("blurred")
        else:
            await at.press("a")
        await at.press(SUBMIT)


@pytest.mark.slow
async def test_two_annotators_and_an_adjudicator_complete_a_queue(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await work_off(at)
        assert "Your share is done: 6 of 6" in at.text()
        assert [hint.key for hint in at.screen.hints()][:1] == ["Ctrl+O"], "nothing waits"
        assert all(hint.effect for hint in at.screen.hints())
    async with judging(queue, path, "b") as at:
        assert "=" not in [hint.key for hint in at.screen.hints()]
        await work_off(at, unclear="i2")
        assert "Your share is done" in at.text()
    async with judging(queue, path, "judge", adjudicate=True) as at:
        assert at.item == "i2"
        text = at.text()
        assert "annotator 1:" in text
        assert "annotator 2:" in text
        assert "“blurred”" in text
        assert ("=", "adopt") in [(hint.key, hint.effect) for hint in at.screen.hints()][:2]
        assert " a " not in at.screen.judging.checks_title
        await at.press("a", "a", SUBMIT)
        await at.write("it is blurred")
        await at.press(SUBMIT)
        while at.screen.judging.current is not None:
            # The codes hang on the verdict that was just decided.
            await at.press("b", "1", "enter", SUBMIT)
            await at.write("vague indeed")
            await at.press(SUBMIT)
        assert "Nothing is left to decide" in at.text()
    with Database.open(path) as db:
        queue_results = results(db, queues(db)[0][0])
    by_item = {final.entry.item: final for final in queue_results.finals}
    assert by_item["i2"].outcome == "adjudicated"
    assert by_item["i2"].verdicts["clear"].verdict == "no"
    assert {final.outcome for name, final in by_item.items() if name != "i2"} == {"agreed"}
    seconds = [work.check_ns.get("clear", 0) for _row, state in queue_results.desks
               for work in state.work.values()]  # fmt: skip
    assert all(second > 0 for second in seconds)


@pytest.mark.slow
async def test_outcomes_of_own_items_are_read_in_the_background(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q", [item(1), item(2)]), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        await work_off(at)
    async with judging(queue, path, "b") as at:
        await work_off(at, unclear="i2")
        await at.press("ctrl+o")
        await at.settle()
        assert isinstance(at.app.screen, OwnItemsScreen)
        outcomes = {row.item: row.outcome for row in at.app.screen.view.rows}
        texts = {
            id: outcome.final_verdicts.outcome
            for id, outcome in outcomes.items()
            if outcome and outcome.final_verdicts
        }
        assert texts == {"i1": "agreed", "i2": "disputed"}
        assert "not decided" in at.text() or "All agreed" in at.text()
        await at.press("escape", "ctrl+o")
        await at.settle()
        assert at.app.screen.view.notice == ""


async def test_the_question_of_a_check_is_shown_next_to_it(tmp_path: Path) -> None:
    questions = [{"id": n, "kind": "text", "text": f"Who is {n}? " * 30, "gold": f"Nobody {n}."}
             for n in "123"]  # fmt: skip
    queue = small_queue(
        tmp_path / "q", [item(1, questions=questions)], annotators=("a",), overlap=1
    )
    async with judging(queue, tmp_path / "r.db", "a") as at:

        def evidence_at_cursor() -> str:
            pane = at.screen.query_one("#evidence", LinePane)
            cursor_lines = [line for line in pane.lines if line.at_cursor]
            return "".join(piece.text for piece in cursor_lines[0].pieces) if cursor_lines else ""

        assert evidence_at_cursor() == ""
        for question, key in (("1", "d"), ("2", "down"), ("3", "down")):
            await at.press(key)
            assert evidence_at_cursor().startswith(f"▸Question {question}")
        assert "Nobody 3." in at.text()
        await at.press("tab")
        assert evidence_at_cursor() == "", "what is read by itself is not scrolled away"


@pytest.mark.slow
async def test_entries_are_skipped_reopened_commented_flagged_and_undone(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        first = at.item
        await at.press("a", "f3")
        await at.write("odd")
        await at.press("f4", "f6")
        assert at.item != first
        assert "1 skipped" in at.header()
        second = at.item
        await at.press("a", SUBMIT)
        assert at.item not in (first, second)
        await at.press("ctrl+z")
        assert at.item == second
        assert at.screen.judging.checks.verdict("clear") == "yes"
        await at.press("ctrl+o")
        assert isinstance(at.app.screen, OwnItemsScreen)
        rows = at.app.screen.view.rows
        place = [row.item for row in rows].index(first)
        await at.press(*["down"] * place, "enter")
        assert at.item == first
        assert "your comment: odd" in at.text()
        assert "⚑" in at.header()
        await at.press("ctrl+o", "end", "enter")
        await at.press("a", SUBMIT)
        assert at.screen.desk.progress.done == 1
        await at.press("ctrl+o", "end", "enter")
        assert "submitted: F5 goes on" in at.text()
        looked_at = at.item
        await at.press(SUBMIT)
        assert at.item not in ("", looked_at)
        assert at.screen.desk.progress.done == 1
    with Database.open(path) as db:
        desk = Desk.open(db, queue, "a")
        work = next(w for e, w in desk.state.work.items() if desk.queue.entry(e).item == first)
        assert (work.comment, work.flagged, work.standing) == ("odd", True, "open")
        assert work.verdicts == {"clear": StandingVerdict("yes")}
        desk.close()


async def test_an_adjudicator_who_came_early_looks_again(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q"), tmp_path / "r.db"
    async with judging(queue, path, "judge", adjudicate=True, size=(80, 24)) as at:
        assert "There is nothing to decide yet" in at.text()
        assert "F5 looks again" in at.text()
        assert ("F5", "look again") in [(hint.key, hint.effect) for hint in at.screen.hints()]
        await at.press(SUBMIT)
        assert at.item == ""
        with Database.open(path) as db:
            play(db, queue, "a", saying([]), ManualClock())
            play(db, queue, "b", saying(["i2"]), ManualClock())
        await at.press(SUBMIT)
        assert at.item == "i2"
        assert ("F5", "submit, next") in [(hint.key, hint.effect) for hint in at.screen.hints()]


async def test_one_notice_says_that_nothing_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        notices: list[str] = []
        monkeypatch.setattr(at.app, "notify", lambda text, **_: notices.append(text))
        db = at.screen.sitting._db
        assert db is not None
        connection = db.connection
        connection.execute("PRAGMA query_only = ON")
        try:
            await at.press("a", "a", "a", "a")
        finally:
            connection.execute("PRAGMA query_only = OFF")
        (notice,) = notices
        assert notice.startswith("Not stored. The database cannot be written")
        assert at.screen.judging.checks.verdict("clear") is None
        await at.press("a")
        assert at.screen.judging.checks.verdict("clear") == "yes"
        assert at.screen.store_error is None
        connection.execute("PRAGMA query_only = ON")
        try:
            await at.press("a")
        finally:
            connection.execute("PRAGMA query_only = OFF")
        assert notices == [notice, notice]


@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_a_look_at_a_submitted_item_does_not_end_the_program(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    loaded = small_queue(tmp_path / "q", annotators=("a",), overlap=1)
    async with judging(loaded, tmp_path / "r.db", "a", size=size) as at:
        await at.press("a", SUBMIT)
        second = at.item
        assert {"F6", "F2"} <= {hint.key for hint in at.screen.hints()}
        await at.press("ctrl+o", "end", "enter")
        assert at.screen.judging.submitted
        assert "submitted: F5 goes on" in at.text()
        assert "F5 go on" in " ".join(at.text().split())
        assert not {"F6", "F2"} & {hint.key for hint in at.screen.hints()}
        await at.press("escape")
        assert at.item == second
        assert not at.screen.judging.submitted
        assert at.app.is_running


@pytest.mark.slow
async def test_submitting_moves_to_what_is_missing(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("c", SUBMIT)
        assert at.screen.judging.checks.cursor == "clear"
        assert at.screen.desk.progress.done == 0
        await at.press("minus", "c", SUBMIT)
        assert isinstance(at.app.screen, TextModal)
        await at.write("dark")
        assert at.screen.judging.checks.cursor == "why", "a reason that was wanted leads on"
        await at.press("plus")
        assert at.screen.judging.checks.verdict("clear") == "no", "what is typed next is not for it"
        await at.press(SUBMIT)
        assert at.screen.judging.checks.cursor == "why"


@pytest.mark.slow
async def test_the_cursor_moves_on_once_nothing_is_missing(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("minus")
        assert at.screen.judging.checks.cursor == "clear", "its reason is missing"
        await at.press("plus")
        assert at.screen.judging.checks.cursor == "clear", "nothing is missing"
        await at.press("minus", "f2")
        await at.write("dark")
        assert at.screen.judging.checks.cursor == "why"


async def test_a_control_shows_feedback_and_cannot_be_undone(tmp_path: Path) -> None:
    source = controls(tmp_path / "c", {"clear": "no"})
    queue = small_queue(tmp_path / "q", [item(1)], controls=source, control_share=0.5,
                 annotators=("a",), overlap=1)  # fmt: skip
    async with judging(queue, tmp_path / "r.db", "a") as at:
        controls_seen = 0
        while at.screen.judging.current is not None:
            control = at.item in ("i90", "i91")
            assert "control" not in at.text()
            await at.press("a", SUBMIT)
            if control:
                controls_seen += 1
                assert isinstance(at.app.screen, ControlModal)
                assert "0 of 1" in at.text()
                await at.press("escape")
                await at.press("ctrl+z")
                assert at.item != "i90" or at.screen.desk.progress.done == controls_seen
        assert controls_seen == 1


@pytest.mark.slow
async def test_a_check_settled_by_the_solver_can_be_contradicted_with_a_reason(
    tmp_path: Path,
) -> None:
    async with judging(demo_queue(), tmp_path / "r.db", "you") as at:
        current = at.screen.judging.current
        assert current is not None
        assert current.settled_verdicts["gold@1"] == "yes"
        assert "✓ proved" in at.text()
        assert at.screen.judging.checks.cursor not in current.settled_verdicts
        await at.press("c", "c")
        assert "contradict the solver" in at.text()
        lacking = at.screen.judging.current
        assert lacking is not None
        wanted = [
            missing
            for missing in lacking.missing
            if missing.asked_check.key == "counterfactuals_bite"
        ]
        assert [missing.part for missing in wanted] == ["reason"]
        await at.press("f2")
        await at.write("it does not")
        after = at.screen.judging.current
        assert after is not None
        assert after.verdicts["counterfactuals_bite"] == StandingVerdict("no", "it does not")
        await at.press("f1")
        assert isinstance(at.app.screen, GuidelinesModal)
        assert "Hardened items" in at.text()


@pytest.mark.slow
async def test_a_formalization_is_attached_and_checked(tmp_path: Path) -> None:
    query = {"id": "1", "kind": "text", "text": "Is it?", "gold": "It is."}
    queue = small_queue(tmp_path / "q", [item(1, text="If A then B. A.", questions=[query])],
                 annotators=("a",), overlap=1)  # fmt: skip
    async with judging(queue, tmp_path / "r.db", "a") as at:
        await at.press("ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        await at.press("f2")
        assert isinstance(at.app.screen, TableModal)
        await at.press("pagedown")
        assert "# 4 = necessary" in at.text()
        assert "gold for" not in at.text(), "that is how the inspector's says it"
        await at.press("escape")
        bad = "A: Bool -- it rains\nA\n? necessary(A)  # 1 = True\n"
        at.app.screen.query_one(TextArea).load_text(bad)
        await at.settle()
        await at.press("ctrl+s")
        assert isinstance(at.app.screen, TableModal), "it stays until it is read"
        assert "Not attached" in at.text()
        await at.press("enter")
        assert isinstance(at.app.screen, FormalScreen)
        text = "A: Bool -- it rains\nB: Bool\nA -> B\nA\n? necessary(B)  # 1 = necessary\n"
        at.app.screen.query_one(TextArea).load_text(text)
        await at.settle()
        await at.press("ctrl+s")
        current = at.screen.judging.current
        assert current is not None
        assert current.item.formalization is not None
        # What is proved is what was typed; the published answer is still to be compared.
        assert current.settled_verdicts == {}
        (gold,) = (question for question in current.asked_checks if question.key == "gold@1")
        assert "as attached: necessary  ≈ follows" in at.text()
        assert "proved" not in at.text()
        assert "gold: necessary" not in at.text(), "it is nobody's but the annotator's"
        assert "Published answers" in at.text()
        await at.press(at.screen.judging.checks.key_of(gold.check))
        assert "published: “It is.”" in at.text()
        on_screen = at.screen.judging.current
        assert on_screen is not None
        assert on_screen.verdicts["gold@1"] == StandingVerdict("yes", decided_by="annotator")
    async with judging(queue, tmp_path / "r.db", "a") as at:
        await at.press("ctrl+b")
        area = at.app.screen.query_one(TextArea)
        marked = [line for line in area.text.split("\n") if line.startswith("?")]
        assert marked == ["? necessary(B)  # 1 = necessary"]
        area.load_text(area.text.replace("= necessary", "= unnecessary"))
        await at.settle()
        await at.press("ctrl+s")
        again = at.screen.judging.current
        assert again is not None
        # Nor does it settle the published answer that what was typed does not follow.
        assert again.settled_verdicts == {}
        assert "does not follow" in again.proofs["gold@1"]


@pytest.mark.slow
async def test_agreement_is_read_in_the_background(tmp_path: Path) -> None:
    source = controls(tmp_path / "c", {"clear": "yes"})
    text = SCHEME.replace("title", 'others = "always"\ntitle', 1)
    queue = small_queue(tmp_path / "q", [item(1)], text=text, controls=source, control_share=0.5)
    database = tmp_path / "r.db"
    async with judging(queue, database, "a") as at:
        await at.press("ctrl+e")
        assert isinstance(at.app.screen, AgreementScreen)
        await at.settle()
        assert "Annotation agreement" in at.text()
        assert "against controls" not in at.text()
        hash_ = at.app.screen.sitting.desk.stored_queue.hash
    messages = [table.name for table in read_tables(database, hash_, True).tables]
    assert "annotators against controls" in messages


async def test_agreement_is_not_shown_before_the_share_is_done(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "a") as at:
        await at.press("ctrl+e")
        assert at.screen.judging.current is not None, "still judging"


async def test_the_annotator_is_asked_for(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q"), tmp_path / "r.db", "") as at:
        assert "Who are you?" in at.text()
        await at.press("2")
        assert at.screen.sitting.name == "b"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_a_chinese_hard_item_is_usable_at_both_sizes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    hard = load(str(shared_path("llmeval-logic/hard/llmeval_logic_hard.json"))).items[:2]
    queue = small_queue(tmp_path / "q", hard, annotators=("a",), overlap=1, by=())
    async with judging(queue, tmp_path / "r.db", "a", size=size) as at:
        text = at.text()
        assert "no formalization" in text or size[0] == 80
        assert "Is it clear?" in text
        assert at.item.strip()
        await at.press("tab", "tab", "a")
        assert at.screen.judging.checks.verdict("clear") == "yes"


@pytest.mark.slow
async def test_the_queue_is_opened_from_the_home_screen_and_left_again(tmp_path: Path) -> None:
    app = HomeApp(tmp_path / "r.db")
    async with app.run_test(size=(80, 24)) as pilot:
        at = Judging(app, pilot)
        for _time in range(2):
            await at.settle()
            assert "Spot-check items" in at.text()
            await at.press("S")
            assert at.item in {lamp.id for lamp in lamps()}
            await at.press("escape")
            assert isinstance(app.screen, HomeScreen)


@pytest.mark.slow
async def test_a_reason_can_be_written_before_the_verdict(tmp_path: Path) -> None:
    """Its letters are no keys of checks."""
    queue = small_queue(tmp_path, [item(1)])
    async with judging(queue, tmp_path / "j.db", "a") as at:
        await at.press("f2")
        await at.write("no 1 y")
        current = at.screen.desk.current
        assert current is not None
        assert current.work.verdicts == {}
        assert current.work.reasons == {"clear": "no 1 y"}
        await at.press("minus")
        current = at.screen.desk.current
        assert current is not None
        assert current.work.verdicts["clear"].reason == "no 1 y"
        assert current.work.verdicts["clear"].verdict == "no"
