"""Different formalizations at the adjudicator's desk: compared, decided, stored."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from items.files.loading import load
from items.models import Item
from items.scratchpads.formalize import readings_of
from sessions.annotation.desk import Desk
from sessions.storage.database import Database
from solver.language.scratchpad_lines import read_scratch
from study.annotation.attachments import FORMALIZATION, NONE
from study.annotation.queue import LoadedQueue
from tests.sessions.annotation_samples import small_queue
from tests.shared_data import shared_path
from tests.study.annotation.samples import item
from tests.tui.annotator.annotator_session import judging
from tui.screens.annotator.attachments import AttachmentsScreen
from tui.screens.annotator.judge import JudgeScreen

ANN = "A: Bool -- the ferry is late\nB: Bool -- it rains\nB -> A\n? necessary(A)\n"
BEN = ANN.replace("B -> A", "A -> B")
HARD = """A: Bool -- 绝对主义主张成立
R: Bool -- 可达性论题成立
E: Bool -- 经验基础命题成立
I: Bool -- 独立意识命题成立
W: Bool -- 外在世界命题成立
B: Bool -- 黑色否决签属于I页
G: Bool -- 绿色桥接背书卡属于I页
A -> R
~I -> ~R
E & W -> I
R & ~W -> ~E
A & E -> (G -> I) & (~G -> W)
E
B -> ~I
~B -> ~W
? enumerate_models(B, G, A, R, E, I, W)
"""


def attached(folder: Path, item: Item, *pads: str) -> LoadedQueue:
    """A queue of one item, to which annotators attached these."""
    names = ("a", "b", "c")[: len(pads)]
    queue = small_queue(folder / "q", [item], annotators=names, overlap=len(pads))
    with Database.open(folder / "r.db") as db:
        for who, text in zip(names, pads, strict=True):
            desk = Desk.open(db, queue, who)
            current = desk.next()
            assert current is not None
            scratch = read_scratch(text)
            desk.attach(scratch.formalization, readings_of(current.item, scratch))
            desk.give("clear", "yes")
            desk.submit()
            desk.close()
    return queue


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 35), marks=pytest.mark.torture)])
async def test_one_key_shows_the_differences_and_the_verdict_is_stored(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    entry = item(1, text="If it rains, the ferry is late. Nothing else is known.")
    queue = attached(tmp_path, entry, ANN, BEN)
    async with judging(queue, tmp_path / "r.db", "eve", True, size=size) as at:
        if size[0] > 100:
            assert "Ctrl+D" in at.footer()
        await at.press("ctrl+d")
        assert isinstance(at.app.screen, AttachmentsScreen)
        text = at.text()
        assert "annotator 1" in text
        assert "annotator 2" in text
        assert "each says something that the other does not" in text
        assert "“If it rains, the ferry is late.”" in text
        assert "excludes this world" in text
        assert size[0] > 100 or "Esc back" not in at.footer()
        await at.press("2")
        await at.press(*"rule", "escape")
        assert "✎ the right one says what the text says: rule" in at.text()
        assert "Esc back" in at.footer(), "what comes next"
        await at.press("escape")
        current = at.screen.desk.current
        assert current is not None
        chosen = current.attachments[1]
        assert current.work.verdicts[FORMALIZATION].verdict == chosen.key
        assert current.work.verdicts[FORMALIZATION].reason == "rule"
        # The evidence is that of the one that was chosen.
        assert current.item.formalization is not None
        assert current.item.formalization["premise"] == chosen.formalization["premise"]
        await at.press("f5")
        assert at.item == ""
    with Database.open(tmp_path / "r.db") as db:
        payload = "json_extract(payload, '$.reason')"
        document = db.tuples(f"SELECT {payload} FROM annotation WHERE kind = 'verdict_given'")
        assert ("rule",) in document


@pytest.mark.parametrize("key", ["1", "2"])
async def test_an_annotator_learns_whose_formalization_was_chosen(tmp_path: Path, key: str) -> None:
    queue = attached(tmp_path, item(1, text="If it rains, the ferry is late."), ANN, BEN)
    async with judging(queue, tmp_path / "r.db", "eve", True, size=(80, 24)) as at:
        current = at.screen.desk.current
        assert current is not None
        premises = [entry.formalization["premise"] for entry in current.attachments]
        place_of_ann = premises.index(read_scratch(ANN).formalization["premise"])
        await at.press("ctrl+d", key)
        await at.press(*"rule", "escape", "escape", "f5")
        assert at.screen.desk.progress.done == 1
    async with judging(queue, tmp_path / "r.db", "a", size=(80, 24)) as at:
        await at.press("ctrl+o")
        text = at.text()
        assert "adjudicated" in text
        assert "All agreed" not in text
        assert "“rule”" in text
        if place_of_ann == int(key) - 1:
            assert "yours says what the text says" in text
            assert "1 of 1" in text
        else:
            assert "yours does not say what the text says" in text
            assert "0 of 1" in text


@pytest.mark.slow
async def test_a_verdict_can_be_changed_and_another_pair_shown(tmp_path: Path) -> None:
    third = ANN.replace("B -> A", "A | B")
    queue = attached(tmp_path, item(1), ANN, BEN, third)
    async with judging(queue, tmp_path / "r.db", "eve", True) as at:
        await at.press("ctrl+d")
        screen = at.app.screen
        assert isinstance(screen, AttachmentsScreen)
        pairs = []
        for _turn in range(4):
            pairs.append((screen.view.left, screen.view.right))
            await at.press("o")
        assert pairs == [(0, 1), (0, 2), (1, 2), (0, 1)]
        await at.press("3")
        await at.press(*"same", "escape")
        assert "✎ both say what the text says: same" in at.text()
        # Another verdict keeps the reason, which can be gone on with.
        await at.press("0")
        await at.press(*"bad", "escape")
        assert "✎ neither says what the text says: samebad" in at.text()
        await at.press("equals_sign")
        assert "neither says what the text says: samebad" in at.text()
        await at.press("escape")
        current = at.screen.desk.current
        assert current is not None
        assert current.work.verdicts[FORMALIZATION].verdict == NONE
        assert current.item.formalization is None
        assert "compares them" in at.text()


async def test_agreeing_parts_are_folded_and_unfolded(tmp_path: Path) -> None:
    more = "A -> A | B\n~(A & ~A)\n"
    queue = attached(
        tmp_path, item(1), ANN.replace("B -> A", more + "B -> A"), BEN.replace("A -> B", more + "B")
    )
    async with judging(queue, tmp_path / "r.db", "eve", True) as at:
        await at.press("ctrl+d")
        assert "2 premises agree" in at.text()
        assert "¬(A ∧ ¬A)" not in at.text()
        await at.press("f")
        assert at.text().count("¬(A ∧ ¬A)") == 2


@pytest.mark.slow
async def test_an_annotator_compares_the_scratchpad_with_the_item_without_deciding(
    tmp_path: Path,
) -> None:
    formal = [
        entry for entry in load("builtin:demo").items if entry.attributes.get("kind") == "hard"
    ]
    queue = small_queue(tmp_path / "q", formal[:1])
    async with judging(queue, tmp_path / "r.db", "a") as at:
        await at.press("ctrl+d")
        assert isinstance(at.app.screen, JudgeScreen)
        await at.press("ctrl+b")
        area = at.app.screen.query_one(TextArea)
        area.load_text(f"{area.text}\nQ")
        while not isinstance(at.app.screen, JudgeScreen):
            # The first Esc may only stop what the scratchpad works out.
            await at.press("escape")
        await at.press("ctrl+d")
        assert isinstance(at.app.screen, AttachmentsScreen)
        assert "your scratchpad" in at.text()
        assert "the right one says more" in at.text()
        await at.press("1")
        assert isinstance(at.app.screen, AttachmentsScreen)
        await at.press("escape")
        assert at.screen.judging.current is not None
        assert at.screen.judging.current.work.verdicts == {}


@pytest.mark.slow
async def test_a_real_hard_item_is_distinguished_on_screen(tmp_path: Path) -> None:
    items = load(shared_path("llmeval-logic/hard")).items
    (hard,) = [entry for entry in items if entry.id.rpartition("/")[2] == "360"]
    queue = attached(tmp_path, hard, HARD, HARD.replace("~I -> ~R", "~R -> ~I"))
    for size in ((80, 24), (120, 35)):
        async with judging(queue, tmp_path / "r.db", "eve", True, size=size) as at:
            await at.press("ctrl+d")
            text = at.text()
            assert "“②I不成立→R不成立；”" in text
            assert "7 premises agree" in text
            assert "并非可达性论题成立。独立意识命题成立。" in text
            assert text.count("¬I → ¬R") == text.count("¬R → ¬I") == 1
