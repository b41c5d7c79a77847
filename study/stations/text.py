"""Pages that are read: instructions, a block's opening, a gate's good news, texts of one's own.

The first three say what the study and the plan say. A text of one's own stands in the study file:

    [[blocks]]
    station = "text"
    title = "About this study"
    text = "…"
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from pydantic import StrictStr

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.sections import Text
from study.course.state import SessionState
from study.course.station import Command, Scene, Station, advance


class Instructions(Config):
    """How it goes, with the worked example; every study has them, after the consent."""

    station: Literal["instructions"] = "instructions"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """One entry; the words are the study's."""
        yield Planned(station=self.station)


class OwnText(Config):
    """A page of the researcher's own: a debriefing, say, which with `when = "always"` is also read
    after a failed gate."""

    station: Literal["text"] = "text"
    title: Text
    text: Text

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """One entry, with the words."""
        yield PlannedText(
            station=self.station, id=planner.name, when=self.when, title=self.title, text=self.text
        )


class PlannedText(Planned):
    """A page with its words."""

    title: StrictStr
    text: StrictStr


class InstructionsRead(SessionEvent):
    """The participant left the instructions."""

    kind: Literal["instructions_read"] = "instructions_read"

    def apply(self, state: SessionState) -> None:
        """On to the next station."""
        self.need(state, "instructions")
        advance(state)


class BlockStarted(SessionEvent):
    """The participant left a block's opening screen."""

    kind: Literal["block_started"] = "block_started"
    block: int
    """Index in the plan's blocks."""

    def apply(self, state: SessionState) -> None:
        """On to the block itself. Raises IllegalEventError where another block is next."""
        self.need(state, "block_intro")
        if self.block != state.block:
            raise state.illegal(self, f"block {self.block} is not next, {state.block} is")
        state.notice = None
        advance(state)


class VerdictRead(SessionEvent):
    """The participant left the screen that says they qualified."""

    kind: Literal["verdict_read"] = "verdict_read"

    def apply(self, state: SessionState) -> None:
        """On to the next station."""
        self.need(state, "qualification_passed")
        state.notice = None
        advance(state)


class TextRead(SessionEvent):
    """The participant left a page of the researcher's own."""

    kind: Literal["text_read"] = "text_read"
    text: str
    """Id of the page."""

    def apply(self, state: SessionState) -> None:
        """On to the next station. Raises IllegalEventError where another text is on the screen."""
        self.need(state, "text")
        if self.text != state.here.id:
            raise state.illegal(self, f"{self.text} is not on screen, {state.here.id} is")
        state.notice = None
        advance(state)


class TextStation(Station):
    """A page that is left by going on."""

    def __init__(
        self,
        name: str,
        phase: str,
        read: "Callable[[SessionState], Event]",
        config: type[Config] | None = None,
        planned: type[Planned] = Planned,
    ) -> None:
        """`phase` is the session's while the page is on screen, `read` makes the event that leaves
        it."""
        self.name, self.phase, self.read = name, phase, read
        self.config, self.planned = config, planned

    def enter(self, state: SessionState) -> None:
        """The page is on screen."""
        state.phase = self.phase

    def commands(self, phase: str) -> Mapping[str, Command]:
        """Go on."""
        return {"proceed": self._proceed}

    def _proceed(self, scene: Scene) -> Event:
        return self.read(scene.state)


class OpeningStation(TextStation):
    """What the next block asks, how much of it, and how long it may take."""

    def enter(self, state: SessionState) -> None:
        """The next block is the current one from here on."""
        super().enter(state)
        state.block = state.plan.blocks_before[state.station]


INSTRUCTIONS = TextStation(
    "instructions", "instructions", lambda _: InstructionsRead(), Instructions
)
OPENING = OpeningStation("opening", "block_intro", lambda state: BlockStarted(block=state.block))
VERDICT = TextStation("verdict", "qualification_passed", lambda _: VerdictRead())
TEXT = TextStation("text", "text", lambda state: TextRead(text=state.here.id), OwnText, PlannedText)
