"""The inspector in Chinese: its words, and that columns of wide characters align."""

from collections.abc import Iterator

import pytest

from items.claims.registry import CLAIMS
from items.inspection.catalogue import Catalogue
from items.inspection.refute import Why
from solver.inspection.standing import Stand
from tests.tui.inspector.looking import demo, looking
from tui import i18n
from tui.i18n import _
from tui.question_window import QuestionModal
from tui.screens.inspector.item import ItemScreen
from tui.state.inspector.words import told
from tui.text import width


@pytest.fixture(autouse=True)
def chinese() -> Iterator[None]:
    i18n.use("zh")
    yield
    i18n.use("en")


def test_words_of_the_packages_below_are_known() -> None:
    names = [column.title for column in Catalogue(demo()).columns]
    names += [str(stand) for stand in Stand] + [str(why) for why in Why]
    names += [CLAIMS[name].title for name in CLAIMS]
    assert [name for name in names if _(name) == name] == []
    assert told("unknown (timeout)") == "未定（超时）"
    assert told("{(A)}") == "{(A)}"


async def test_the_screens_speak_chinese_in_both_sizes() -> None:
    for size in ((80, 24), (120, 35)):
        async with looking(size=size) as at:
            assert "题目" in at.header()
            await at.press("enter")
            assert isinstance(at.app.screen, ItemScreen)
            text = at.text()
            for word in ("判定", "被否定", "可推出", "标准答案已证明", "在这个世界中不成立"):
                assert word in text, word
            assert all(width(row) == size[0] for row in text.splitlines())
            await at.press("e")
            assert isinstance(at.app.screen, QuestionModal)
            assert "查问这个世界" in at.text()


async def test_marks_of_the_verdicts_stand_under_one_another() -> None:
    async with looking() as at:
        await at.press("enter")
        rows = [row for row in at.text().splitlines() if "世界 ✓ z3 ✓" in row and " = " not in row]
        places = {width(row[: row.index("世界 ✓")]) for row in rows if "引擎" not in row}
        assert len(rows) >= 4
        assert len(places) == 1
