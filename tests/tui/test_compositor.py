"""Visible parts are painted as Textual itself would paint them, and nothing else is drawn."""

import re
from collections.abc import Callable
from random import Random

from rich.console import Console
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input, Label

from tests.effort import rng
from tests.tui.participant_session import CHOICES, sitting
from tui.windows.compositor import FrontCompositor

TERMINAL = Console(force_terminal=True, color_system="truecolor")


class Layered(Screen[None]):
    """Panes that scroll, and one above another."""

    CSS = """
    Layered { layers: below above; }
    #over { layer: above; width: 21; height: 5; offset: 7 6; border: round red; }
    .pane { width: 1fr; border: solid green; }
    """

    def compose(self) -> ComposeResult:
        lines = "\n".join(f"line {n} 羊 of a text that is cut off at some place" for n in range(40))
        with Horizontal():
            yield VerticalScroll(Label(lines), classes="pane")
            yield VerticalScroll(Input("typed"), Label(lines), classes="pane")
        yield VerticalScroll(Label(lines), id="over")


def painted(own: Compositor, dirty: list[Region]) -> str:
    """What a terminal is sent where these regions are dirty; all of it without any."""
    own._dirty_regions = set(dirty)
    update = own.render_partial_update() if dirty else own.render_full_update()
    assert update is not None
    # Textual also moves to where a piece would begin of which nothing is painted.
    return re.sub(r"\x1b\[\d+;\d+H(?=\x1b\[\d+;\d+H|\n|$)", "", update.render_segments(TERMINAL))


def drawn_regions(width: int, height: int, draw: Random) -> list[Region]:
    regions = []
    for _ in range(draw.randint(1, 4)):
        x, y = draw.randrange(width), draw.randrange(height)
        regions.append(Region(x, y, draw.randint(1, width - x), draw.randint(1, height - y)))
    return regions


def same_paintings(screen: Screen[None]) -> None:
    """Paint all of it and any regions, with both compositors."""
    laid_out, draw = screen._compositor, rng()
    own, textuals = FrontCompositor(), Compositor()
    for other in (own, textuals):
        other.__dict__.update(laid_out.__dict__)
    assert len(painted(textuals, [])) > 500
    for dirty in ([], *(drawn_regions(*own.size, draw) for _ in range(40))):
        assert painted(own, dirty) == painted(textuals, dirty), dirty


async def test_panes_over_one_another_are_painted_as_by_textual() -> None:
    app: App[None] = App()
    async with app.run_test(size=(71, 23)) as pilot:
        screen = Layered()
        await app.push_screen(screen)
        await pilot.pause()
        same_paintings(screen)
        screen.query(".pane").first(VerticalScroll).scroll_to(y=9, animate=False)
        await pilot.pause()
        same_paintings(screen)


async def test_a_question_is_painted_as_by_textual() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        same_paintings(at.item)


async def test_a_tick_of_the_clock_draws_only_the_header() -> None:
    async with sitting(CHOICES) as at:
        await at.begin()
        drawn: list[str | None] = []

        def watched(name: str | None, draws: Callable[[Region], list[Strip]]) -> object:
            def render(crop: Region) -> list[Strip]:
                drawn.append(name)
                return draws(crop)

            return render

        for widget in at.item._compositor.visible_widgets:
            widget.__dict__["render_lines"] = watched(widget.id, widget.render_lines)
        await at.wait(1)
        assert drawn == ["header"]
