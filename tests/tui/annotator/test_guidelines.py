"""Guidelines in their window: headings, lists and emphasis are set, everything else is text."""

import pytest
from textual.app import App
from textual.screen import Screen
from textual.widgets import Markdown

from tests.tui.inspector.researcher_session import InspectorSession, demo
from tui.apps.inspector import InspectorApp
from tui.screens.annotator.windows import GuidelinesModal

TEXT = """# Head

A **bold** `word`
of *two* lines [red]x[/red] and \x1b[31ma [link](https://example.org/).

- one
- 题目改写后应当更难。每一个小问都有自己的判定：标准答案必须正确、完整，\
而且符合所问的种类，缺一不可，也不能多出任何一项来。
"""


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_guidelines_show_any_content(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(App, "open_url", lambda _self, url, **_more: opened.append(url))
    app = InspectorApp(demo()[:1], ["builtin:demo"], None, "test")
    app.theme = f"countermodel-{theme}"
    async with app.run_test(size=(80, 40)) as pilot:
        at = InspectorSession(app, pilot)
        await at.settle()
        screen: Screen[None] = GuidelinesModal(TEXT, (), ())
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.pause()
        lines = [line.strip(" █▄▀▌▐▂▆▇▎▏▔▁│") for line in at.text().split("\n")]
        guidelines_text = "\n".join(lines)
        assert "A bold word of two lines [red]x[/red] and" in guidelines_text
        assert "⟨U+001B⟩[31ma link." in guidelines_text
        assert "Head" in lines
        assert any(line.startswith("• one") for line in lines)
        joined = "".join(lines)
        assert "题目改写后应当更难" in joined
        assert "也不能多出任何一项来。" in joined.replace(" ", "")
        await (
            screen.query_one(Markdown)
            .query("MarkdownParagraph")
            .first()
            .run_action("link('https://example.org/')")
        )
        await pilot.pause()
        assert opened == []
