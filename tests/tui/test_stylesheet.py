"""Style sheets are parsed once, and come to the same rules as Textual's own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet, StylesheetParseError

from tests.tui.inspector.researcher_session import demo, open_inspector
from tui.widgets.line_pane import LinePane
from tui.windows.stylesheet import PARSED, ParsedOnceStylesheet

CSS = "Label { color: $ink; background: $paper; &:hover { color: $paper; } }"
DAY, NIGHT = {"ink": "#000000", "paper": "#ffffff"}, {"ink": "#ffffff", "paper": "#000000"}


@pytest.fixture
def parsed_places(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed from now on, by their place."""
    places: list[str] = []

    def noting(scope: str, css: str, read_from: Any, *more: Any, **named: Any) -> Any:
        places.append(read_from[1] or Path(read_from[0]).name)
        return parse(scope, css, read_from, *more, **named)

    monkeypatch.setattr("textual.css.stylesheet.parse", noting)
    PARSED.clear()
    return places


def rule_list(rules: Sequence[RuleSet]) -> list[tuple[object, ...]]:
    return [
        (rule.selectors, str(rule.styles.get_rules()), rule.is_default_rules, rule.tie_breaker)
        for rule in rules
    ]


def rules(sheet: Stylesheet) -> list[tuple[object, ...]]:
    return rule_list(sheet.rules)


@pytest.mark.slow
async def test_a_file_is_parsed_once_for_all_screens_and_applications(
    parsed_places: list[str],
) -> None:
    async with open_inspector(demo()[:1]) as at:
        assert "inspector_more.tcss" not in parsed_places
        await at.press("enter", "w", "escape", "S")
    assert parsed_places.count("countermodel.tcss") == parsed_places.count("inspector.tcss") == 1
    before = len(parsed_places)
    async with open_inspector(demo()[:1]) as at:
        await at.press("enter", "w", "escape", "S")
    assert parsed_places[before:] == []


@pytest.mark.slow
async def test_the_rules_are_those_of_textual_also_after_another_theme() -> None:
    async with open_inspector(demo()[:1]) as at:
        await at.press("enter", "w")
        schemes, roles = [], []
        for theme in ("countermodel-light", "countermodel-dark", "countermodel-light"):
            at.app.theme = theme
            await at.settle()
            own = at.app.stylesheet
            textuals = Stylesheet(variables=at.app.get_css_variables())
            textuals.source = own.source.copy()
            textuals.parse()
            assert rules(own) == rules(textuals)
            schemes.append(rules(own))
            roles.append(at.app.screen.query(LinePane).first().look("bad"))
    light, dark, again = schemes
    assert light == again != dark
    light_role, dark_role, again_role = roles
    assert light_role == again_role != dark_role


def test_other_variables_and_scopes_have_separate_rules() -> None:
    day, night = ParsedOnceStylesheet(variables=DAY), ParsedOnceStylesheet(variables=NIGHT)
    for sheet in (day, night):
        sheet.add_source(CSS, ("here.tcss", ""))
    assert rules(day) != rules(night)
    night.set_variables(DAY)
    night.reparse()
    assert rules(day) == rules(night)
    default = ParsedOnceStylesheet(variables=DAY)
    default.add_source(CSS, ("here.tcss", ""), is_default_css=True)
    assert {rule.is_default_rules for rule in default.rules} == {True}


def test_a_text_that_is_not_a_css_is_refused_each_time_and_the_rules_stay() -> None:
    sheet = ParsedOnceStylesheet(variables=DAY)
    sheet.add_source(CSS, ("here.tcss", ""))
    before = rules(sheet)
    sheet.add_source("Label { colour: 1; }", ("wrong.tcss", ""))
    with pytest.raises(StylesheetParseError):
        sheet.reparse()
    assert rule_list(sheet._rules) == before
    other = ParsedOnceStylesheet(variables=DAY)
    other.add_source("Label { colour: 1; }", ("wrong.tcss", ""))
    with pytest.raises(StylesheetParseError):
        other.reparse()
