"""Input after a reason, a decision or an attachment changes none of them without a question."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from items.answers import TruthAnswer
from sessions.annotation.desk import Desk
from sessions.storage.database import Database
from study.annotation.attachments import FORMALIZATION, NONE
from study.annotation.checks import StandingVerdict
from tests.sessions.annotation_samples import small_queue
from tests.study.annotation.samples import item
from tests.tui.annotator.annotator_session import SUBMIT, Judging, judging
from tests.tui.annotator.test_attachments_screen import ANN, BEN, attached
from tui import i18n
from tui.screens.annotator.formal import FormalScreen
from tui.state.annotator.checks_pane import SUBMIT_ROW
from tui.state.translation import translated
from tui.windows.modals import AskModal, LeaveModal

ONE = """\
name = "one"
title = "One"
guidelines = "small.md"

[[checks]]
id = "clear"
text = "Is it clear?"
kind = "yes_no"
accept = ["yes"]
reason = "rejected"
"""


def given_verdict(at: Judging, key: str = "clear") -> StandingVerdict | None:
    work = at.screen.desk.state.on_screen
    assert work is not None
    return work.verdicts.get(key)


@pytest.mark.slow
async def test_a_verdict_is_not_changed_after_the_last_reason(tmp_path: Path) -> None:
    queue, path = small_queue(tmp_path / "q", [item(1)], text=ONE), tmp_path / "r.db"
    async with judging(queue, path, "a", size=(80, 24)) as at:
        await at.press("minus", "f2")
        await at.write("dark")
        assert at.screen.judging.checks.cursor == SUBMIT_ROW
        assert "F5 submits this item" in at.text()
        await at.press("plus", "space", "question_mark", "left", "1")
        assert given_verdict(at) == StandingVerdict("no", "dark")
        await at.press("up")
        assert at.screen.judging.checks.cursor == "clear"
        await at.press("plus")
        assert given_verdict(at) == StandingVerdict("yes"), (
            "the reason of no does not stand beside yes"
        )
        notices = [notice.message for notice in at.app._notifications]
        assert any("put aside" in message for message in notices)
        await at.press("space", "space", "space")
        await at.press("minus")
        assert given_verdict(at) == StandingVerdict("no", "dark"), "it comes back"
        await at.press("plus")
    async with judging(queue, path, "a") as at:
        await at.press("minus")
        assert given_verdict(at) == StandingVerdict("no", "dark"), "also after the program ended"
        await at.press(SUBMIT)
        assert at.item == ""


@pytest.mark.slow
async def test_equals_asks_before_replacing_a_decision(tmp_path: Path) -> None:
    queue = attached(tmp_path, item(1), ANN, BEN)
    async with judging(queue, tmp_path / "r.db", "eve", True, size=(80, 24)) as at:
        assert "Ctrl+D" in at.footer()
        await at.press("ctrl+d", "2")
        await at.press(*"own", "escape", "escape")
        assert at.screen.judging.checks.cursor == SUBMIT_ROW, "the only check is decided"
        decided = given_verdict(at, FORMALIZATION)
        assert decided is not None
        assert decided.reason == "own"
        await at.press("equals_sign")
        assert given_verdict(at, FORMALIZATION) == decided
        await at.press("up", "equals_sign")
        assert isinstance(at.app.screen, AskModal)
        assert "own" in at.text()
        await at.press("escape")
        assert given_verdict(at, FORMALIZATION) == decided
        await at.press("equals_sign", "y")
        after = given_verdict(at, FORMALIZATION)
        assert after is not None
        assert after.reason == "as annotator 1"
        await at.press("equals_sign")
        again = given_verdict(at, FORMALIZATION)
        assert again is not None
        assert again.reason == "as annotator 2", "what was adopted gives way unasked"
        assert "0: none of them" in at.text()
        await at.press("4")
        assert given_verdict(at, FORMALIZATION) == again, "none has one key"
        await at.press("0")
        none = given_verdict(at, FORMALIZATION)
        assert none is not None
        assert none.verdict == NONE


@pytest.mark.slow
async def test_an_equivalent_formalization_is_reported_as_such(tmp_path: Path) -> None:
    same = ANN.replace("B -> A", "~A -> ~B")
    queue = attached(tmp_path, item(1), ANN, same)
    async with judging(queue, tmp_path / "r.db", "eve", True) as at:
        await at.settle()
        assert "say the same" in at.text()
    queue = attached(tmp_path / "other", item(1), ANN, BEN)
    async with judging(queue, tmp_path / "other" / "r.db", "eve", True) as at:
        await at.settle()
        assert "say the same" not in at.text()
        assert "compares them" in at.text()


UNKNOWN = {"kind": "truth", "value": "unknown"}
TRUTH = {"id": "1", "kind": "truth", "text": "Does it rain?", "gold": UNKNOWN}
WORDS = {"id": "1", "kind": "text", "text": "Does it rain?", "gold": "Unknown"}


@pytest.mark.slow
@pytest.mark.parametrize("question", [TRUTH, WORDS])
async def test_escape_after_attaching_asks_and_labels_of_the_item_are_golds(
    tmp_path: Path, question: dict[str, object]
) -> None:
    queue = small_queue(
        tmp_path / "q", [item(1, questions=[question])], annotators=("a",), overlap=1
    )
    async with judging(queue, tmp_path / "r.db", "a") as at:
        await at.press("ctrl+b")
        assert isinstance(at.app.screen, FormalScreen)
        text = "A: Bool\nB: Bool\nA -> B\n? necessary(A)  # 1 = Unknown\n"
        at.app.screen.query_one(TextArea).load_text(text)
        await at.settle()
        await at.press("ctrl+s", "escape")
        assert isinstance(at.app.screen, LeaveModal)
        await at.press("escape")
        await at.settle()
        current = at.screen.judging.current
        assert current is not None
        (leaf,) = current.item.leaves
        assert (leaf.kind, leaf.gold) == ("truth", TruthAnswer(value="unknown"))
        assert "as attached: Unknown  ≈ follows" in at.text()
        assert "published: “Unknown”" in at.text()
        assert "proved" not in at.text()
        assert current.work.verdicts == {}


@pytest.mark.slow
async def test_undo_is_offered_only_where_it_works(tmp_path: Path) -> None:
    queue = small_queue(tmp_path / "q", [item(1)], text=ONE)
    path = tmp_path / "r.db"
    async with judging(queue, path, "a") as at:
        assert "Ctrl+Z" not in at.footer()
        await at.press("plus", SUBMIT)
        assert "Ctrl+Z" in at.footer()
    with Database.open(path) as db:
        other = Desk.open(db, queue, "b")
        other.next()
        other.give("clear", "yes")
        other.submit()
        other.close()
    async with judging(queue, path, "a") as at:
        await at.press("ctrl+o")
        await at.settle()
        await at.press("escape")
        assert "Ctrl+Z" not in at.text(), "what others said was shown"
        await at.press("ctrl+z")
        assert at.item == ""


def test_lost_work_is_reported_in_chinese() -> None:
    message = (
        "q.toml: 8 would be lost:\ne1 (i1): no longer in the queue, 2 verdicts, a formalization"
        "\ne2 (i2), clear: 'yes', the scheme no longer has this check\nand 3 more"
    )
    gold = "question 1: expected necessary or unnecessary, found 'x'"
    i18n.use("zh")
    try:
        lines = translated(message).split("\n")
        assert "会丢失" in lines[0]
        assert "不再在队列中，2 个判断" in lines[1]
        assert "没有这项检查" in lines[2]
        assert "3 项" in lines[3]
        assert "necessary 或 unnecessary" in translated(gold)
    finally:
        i18n.use("en")


async def test_the_last_line_is_visible_again_after_scrolling(tmp_path: Path) -> None:
    text = ONE.replace('kind = "yes_no"', 'each = "question"\nkind = "yes_no"')
    questions = [{"id": f"{n}", "kind": "text", "text": "?", "gold": "A."} for n in range(1, 13)]
    queue = small_queue(tmp_path / "q", [item(1, questions=questions)], text=text, by=())
    async with judging(queue, tmp_path / "r.db", "a", size=(80, 24)) as at:
        await at.press("end", "minus")
        assert "F2 writes the reason it needs" in at.text()
        await at.press("space", "space")
        assert "F2 writes the reason it needs" not in at.text()
        await at.press("end", "minus")
        assert "F2 writes the reason it needs" in at.text()


async def test_an_empty_scratchpad_is_not_attached(tmp_path: Path) -> None:
    async with judging(small_queue(tmp_path / "q", [item(1)]), tmp_path / "r.db", "a") as at:
        await at.press("ctrl+b", "ctrl+s")
        assert isinstance(at.app.screen, FormalScreen)
        notices = [notice.message for notice in at.app._notifications]
        assert notices == ["Nothing to attach yet: write premises and queries first"]
        work = at.app.screen.sitting.desk.state.on_screen
        assert work is not None
        assert work.formalization is None
