"""The desk in Chinese: two annotators in two languages at one queue, and no English left over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from items.files.loading import load
from items.models import Item
from sessions.annotation.results import results
from sessions.record.queues import queues
from sessions.storage.database import Database
from tests.sessions.annotation_samples import small_queue
from tests.tui.annotator.annotator_session import SUBMIT, judging
from tests.tui.test_translations import KEYWORDS, ROOT
from tui import i18n
from tui.screens.annotator.windows import TextModal
from tui.text import width

BOTH = """\
name = "both"
title = { en = "Both", zh = "两种" }
languages = ["en", "zh"]
guidelines = { en = "small.md", zh = "both.zh.md" }

[[checks]]
id = "clear"
text = { en = "Is it clear?", zh = "清楚吗？" }
help = { en = "Read once.", zh = "读一遍。" }
kind = "yes_no"
accept = ["yes"]
reason = "rejected"

[[checks]]
id = "gold"
text = { en = "Is the gold right?", zh = "标准答案对吗？" }
kind = "yes_no"
each = "question"
accept = ["yes"]
settled_by = "gold"
"""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


def hard() -> list[Item]:
    return [item for item in load("builtin:demo").items if item.attributes.get("kind") == "hard"]


def english() -> set[str]:
    """The desk's own messages that are another text in Chinese, long enough to be known again."""
    messages = {
        message[0] if isinstance(message, tuple) else message
        for folder in ("screens/annotator", "state/annotator")
        for _file, _line, message, _comments, _context in extract_from_dir(
            ROOT / "tui" / folder, keywords=KEYWORDS
        )
    }
    return {text for text in messages if len(text) > 6 and "{" not in text and i18n._(text) != text}


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_no_english_is_left_over_at_the_desk(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "both.zh.md").write_text("# 说明", encoding="utf-8")
    queue, path = small_queue(tmp_path / "q", hard(), text=BOTH), tmp_path / "r.db"
    i18n.use("zh")
    ours = english()
    assert len(ours) > 40

    def screen_in_chinese() -> str:
        text = at.text()
        assert all(width(line) <= size[0] for line in text.split("\n"))
        left = [message for message in ours if message in text]
        assert not left, f"{left} on\n{text}"
        return text

    async with judging(queue, path, "a", size=size) as at:
        assert "清楚吗？" in screen_in_chinese()
        await at.press("f1")
        assert "说明" in screen_in_chinese()
        await at.press("escape", "-", SUBMIT)
        assert isinstance(at.app.screen, TextModal)
        assert "理由" in screen_in_chinese()
        await at.write("x")
        assert "否" in screen_in_chinese()
        await at.press("tab", "tab")
        screen_in_chinese()
        await at.press("ctrl+o")
        assert "已开始" in screen_in_chinese()
        await at.press("escape", "ctrl+e")
        screen_in_chinese()
        await at.press("ctrl+b")
        screen_in_chinese()
        await at.press("escape", SUBMIT, "escape")
        screen_in_chinese()


@pytest.mark.slow
async def test_annotators_of_one_queue_read_it_in_their_own_languages(tmp_path: Path) -> None:
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "both.zh.md").write_text("# 说明", encoding="utf-8")
    queue, path = small_queue(tmp_path / "q", hard()[:1], text=BOTH, by=()), tmp_path / "r.db"
    for who, language, question in (("a", "en", "Is it clear?"), ("b", "zh", "清楚吗？")):
        i18n.use(language)
        async with judging(queue, path, who) as at:
            assert question in at.text()
            await at.press("+", SUBMIT)
            assert at.screen.judging.current is None
    with Database.open(path) as db:
        [(hash_, _id, _title)] = queues(db)
        queue_results = results(db, hash_)
        final = queue_results.final(queue.queue.entries[0].id)
        (submission, other) = queue_results.submissions[final.entry.id].values()
    assert final.outcome == "agreed"
    assert submission.settled_verdicts == other.settled_verdicts
    assert submission.proofs == other.proofs, "the record is in English"
