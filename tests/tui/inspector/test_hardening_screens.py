"""The claims of an item and the trail of its hardening, as the inspector shows them."""

from pathlib import Path

import pytest

from sessions.models import hardenings
from sessions.storage.database import Database
from solver.inspection.evaluate import false_premises
from tests.fake_endpoint import Send
from tests.fake_roles import bases, changed, false_distractor, hardened, objection
from tests.sessions.hardened import play
from tests.tui.inspector.researcher_session import open_inspector
from tui.state.inspector.hardening_trail import laid_out, trail_view
from tui.state.inspector.list_detail import ListDetailView
from tui.windows.question_window import QuestionModal


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The English item, sent back by the solver with a world, then by the reviewer."""
    folder = tmp_path_factory.mktemp("trail")
    bad = changed(claims=lambda c: {**c, "distractor": false_distractor()})
    reviewer = [objection("multi_task_question"), None]
    play(folder, {"question-proposer": [bad], "reviewer": reviewer})
    return folder / "record.db"


def text(view: ListDetailView, cells: int = 60) -> str:
    return "\n".join(line.text for line in view.list_lines(cells, True))


@pytest.mark.slow
def test_an_unusable_reply_can_be_read(tmp_path: Path) -> None:
    play(tmp_path, {"ben": [Send(500, b"<h1>out of order</h1>\n\x1b[2Jmore")]})
    with Database.open(tmp_path / "record.db") as db:
        view = trail_view(hardenings.about(db, bases()[0]))
    (entry,) = [each for each in view.entries if each.text.endswith(": no reply")]
    lines = [line.text.strip() for line in entry.detail(80)]
    begin = lines.index("Received instead of a reply")
    assert lines[begin + 1] == "<h1>out of order</h1>"
    assert lines[begin + 2].endswith("more")
    assert "\x1b" not in "".join(lines)


@pytest.mark.slow
def test_the_trail_shows_each_reply_with_its_role_and_gate(database: Path) -> None:
    with Database.open(database) as db:
        outcome = hardenings.about(db, bases()[0])
    view = trail_view(outcome)
    steps = [entry.text for entry in view.entries]
    assert steps[0] == "Decider (planner)"
    assert "Solver, gate before answering: objections" in steps
    assert "Sent back to the proposers, gate before answering" in steps
    assert "Reviewer, gate before answering: objections" in steps
    assert steps[-1] == "Passed the loop"
    assert [e.heading for e in view.entries if e.heading][1:] == [f"Version {n}" for n in (1, 2, 3)]
    assert view.summary.endswith("accepted")
    for cells in (28, 60):
        for number, entry in enumerate(view.entries):
            view.select(str(number))
            assert view.entry is entry
            for line in (*view.detail_lines(cells, False), *view.list_lines(cells, False)):
                assert len(line.text) <= cells


def test_every_prompt_reply_issue_and_world_can_be_read(database: Path) -> None:
    with Database.open(database) as db:
        outcome = hardenings.about(db, bases()[0])
    view = trail_view(outcome)
    whole = "\n".join(line.text for entry in view.entries for line in entry.detail(100_000))
    for request in outcome[0].of("asked"):
        assert all(
            line.strip() in whole for line in laid_out(request["reply"]["text"]).splitlines()
        )
        for _, content in request["messages"]:
            assert all(line.strip() in whole for line in content.splitlines() if line.strip())
    assert "claim_refuted (hard)" in whole
    assert "as this world shows:" in whole


@pytest.mark.slow
async def test_trail_and_claims_open_from_an_item_and_return(database: Path) -> None:
    with Database.open(database) as db:
        (record,) = hardenings.read(db)
    assert record.item is not None
    async with open_inspector(bases()[:1], database=database) as at:
        await at.press("enter")
        await at.press("g")
        assert "Decider (planner)" in at.text()
        assert "15 requests · accepted" in at.header()
        await at.press("down", "enter")
        assert "plan of all six strategies" in at.text()
        await at.press("escape")
        await at.press("c")
        assert "Gold answers are right" in at.text()
        await at.press("escape")
        await at.press("escape")
    async with open_inspector([record.item], size=(80, 24), database=database) as at:
        await at.press("enter")
        await at.press("g")
        assert "15 requests · accepted" in at.header()
        assert "· Decider" in at.text()
        assert "Reply" in at.text()


@pytest.mark.slow
async def test_an_item_that_was_never_hardened_says_so(tmp_path: Path) -> None:
    async with open_inspector(bases()[:1], database=tmp_path / "none.db") as at:
        await at.press("enter")
        await at.press("g")
        assert "This item is not in the record" in at.text()


@pytest.mark.slow
async def test_a_false_claim_is_selected_first_with_its_world() -> None:
    item = hardened(bases()[0].id)
    claims = {**item.claims, "distractor": false_distractor()}
    wrong = item.model_copy(update={"claims": claims})
    async with open_inspector([wrong]) as at:
        await at.press("enter")
        await at.press("c")
        screen_text = at.text()
        assert "1 refuted" in at.header()
        assert "add_distractor_premise" in screen_text
        assert "✗" in screen_text
        assert item.claims["branching"]["axes"][0] in screen_text.split()
        await at.press("e")
        window = at.app.screen
        assert isinstance(window, QuestionModal)
        # The premises that are false in it are named: a claim may be about fewer of them.
        false = false_premises(window.view.theory, window.view.world)
        assert ("No premise is false here" in at.text()) is (not false)
        assert all(f"{number + 1} " in at.text() for number in false)
