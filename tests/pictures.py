"""The pictures of screens in docs/images, made from the program as it is.

Owns what each picture shows. `make pictures` writes them again; a test reports a picture whose
text is no longer what the program shows.
"""

import asyncio
import html
import os
import re
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.app import App
from textual.pilot import Pilot

from items.files.loading import load
from sessions.record.clock import ManualClock
from study.annotation.demo import ANNOTATOR, demo_queue
from study.design.protocol import parse_study
from tests.tui.at_rest import at_rest
from tests.tui.inspector.researcher_session import record
from tui.apps.annotator import AnnotatorApp
from tui.apps.inspector import InspectorApp
from tui.apps.participant import ParticipantApp
from tui.screens.participant.task import Task

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
SECONDS_AT_QUESTION = 31
STUDY = """
title = "Odd company"
confidence = true
consent = "You read short texts and answer questions. You may stop at any time."
contact = "the people at the next table"
[[blocks]]
source = "pool"
order = "fixed"
none_option = true
seconds_per_question = 120
[[blocks]]
id = "second"
source = "pool"
[[blocks]]
id = "third"
source = "pool"
"""
_OFF_LIMITS = re.compile(r"@font-face\s*\{.*?\}\s*|<!--.*?-->\s*", re.DOTALL)
"""Fonts of other hosts, and a comment about them."""
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)
_ID = re.compile(r"terminal-\d+")
_BLANKS_FIRST = re.compile(
    r'(<text[^>]* x=")([\d.]+)("[^>]* textLength=")([\d.]+)("[^>]*>)((?:&#160;)+)(?=[^<&])'
)
"""The beginning of a text with blanks before it, which some programs do not draw."""
CELL = 12.2
"""Width of a cell in a picture."""


@dataclass(frozen=True)
class Picture:
    """One picture: an application, and what is pressed before it is taken."""

    title: str
    """The command that opens the screen."""
    size: tuple[int, int]
    """Columns and rows of the terminal."""
    app: Callable[[Path], App[None]]
    """The application, with its database in a folder."""
    play: Callable[[Pilot[None]], Coroutine[None, None, None]]


def keys(*pressed: str) -> Callable[[Pilot[None]], Coroutine[None, None, None]]:
    """Press these, each once nothing is being worked out."""

    async def play(pilot: Pilot[None]) -> None:
        await at_rest(pilot)
        for key in pressed:
            await pilot.press(key)
            await at_rest(pilot)

    return play


def _participant(_folder: Path) -> ParticipantApp:
    items = {item.id: item for item in load("builtin:demo").items}
    pool = tuple(
        items[f"demo/{name}"] for name in ("duck-on-duty", "scenic-tram", "goat-on-the-roof")
    )
    task = Task(
        parse_study(STUDY, "study.toml"),
        ":memory:",
        "P1",
        clock=ManualClock(),
        pools=lambda: {"pool": pool},
    )
    return ParticipantApp(task)


async def _third_question(pilot: Pilot[None]) -> None:
    answered = ("a", "3", "enter") * 2
    await keys("y", "enter", "enter", *answered, "a", "4")(pilot)
    app = pilot.app
    assert isinstance(app, ParticipantApp)
    clock = app.first_task.clock if app.first_task else None
    assert isinstance(clock, ManualClock)
    clock.advance(SECONDS_AT_QUESTION)
    await pilot.pause(1.1)
    await at_rest(pilot)


def _inspector(folder: Path) -> InspectorApp:
    record(folder / "study.db")
    return InspectorApp(load("builtin:demo").items, ["builtin:demo"], folder / "study.db")


def _annotator(folder: Path) -> AnnotatorApp:
    return AnnotatorApp(demo_queue(), folder / "spot.db", ANNOTATOR, program="0")


PICTURES: Mapping[str, Picture] = {
    "participant": Picture(
        "countermodel take builtin:demo", (96, 24), _participant, _third_question
    ),
    "inspector": Picture(
        "countermodel inspect builtin:demo", (104, 30), _inspector, keys("enter", "4")
    ),
    "answers": Picture(
        "countermodel inspect builtin:demo", (104, 30), _inspector, keys("enter", "a")
    ),
    "annotator": Picture("countermodel annotate", (120, 35), _annotator, keys("c", "c")),
}


def drawn(picture: Picture) -> str:
    """The picture as SVG, without fonts from other hosts."""
    return asyncio.run(_drawn(picture))


async def _drawn(picture: Picture) -> str:
    with TemporaryDirectory() as folder:
        app = picture.app(Path(folder))
        async with app.run_test(size=picture.size) as pilot:
            await picture.play(pilot)
            svg = app.export_screenshot(title=picture.title)
    # The names of an SVG's parts are drawn at random.
    named = _ID.sub("cm", _OFF_LIMITS.sub("", svg))
    return _BLANKS_FIRST.sub(_moved, named).rstrip() + "\n"


def _moved(match: re.Match[str]) -> str:
    """The beginning of a text that stands where it stood, without blanks before it."""
    head, x, middle, length, end, blanks = match.groups()
    shift = CELL * (len(blanks) // len("&#160;"))
    return f"{head}{float(x) + shift:.1f}{middle}{float(length) - shift:.1f}{end}"


def text_of(svg: str) -> list[str]:
    """What can be read in a picture, piece by piece."""
    return [html.unescape(piece).strip("\xa0 ") for piece in _TEXT.findall(svg)]


def main() -> None:
    """Write all pictures."""
    os.environ["COUNTERMODEL_THEME"] = "dark"
    os.environ["LC_ALL"] = "C.UTF-8"
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(drawn(picture), encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(FOLDER.parents[1])}\n")


if __name__ == "__main__":
    main()
