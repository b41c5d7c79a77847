"""Pages to read: instructions, a block's opening, a gate's positive decision, texts of the
researcher.

The first three come from the study and the plan. A researcher's own text is in the study file:

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
    """How the study works, with the worked example; every study has them, after the consent."""

    station: Literal["instructions"] = "instructions"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry; the study has the words."""
        yield Planned(station=self.station)


class OwnText(Config):
    """A page of the researcher's own, such as a debriefing; with `when = "always"` it is also shown
    after a failed gate."""

    station: Literal["text"] = "text"
    title: Text
    text: Text

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry, with the words."""
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
        """Continue to the next station."""
        self.need(state, "instructions")
        advance(state)


class BlockStarted(SessionEvent):
    """The participant left a block's opening screen."""

    kind: Literal["block_started"] = "block_started"
    block: int
    """Index in the list of the plan's blocks."""

    def apply(self, state: SessionState) -> None:
        """Continue to the block itself. Raises IllegalEventError where another block is next."""
        self.need(state, "block_intro")
        if self.block != state.block:
            raise state.illegal(self, f"block {self.block} is not next, {state.block} is")
        state.notice = None
        advance(state)


class VerdictRead(SessionEvent):
    """The participant left the screen that says they qualified."""

    kind: Literal["verdict_read"] = "verdict_read"

    def apply(self, state: SessionState) -> None:
        """Continue to the next station."""
        self.need(state, "qualification_passed")
        state.notice = None
        advance(state)


class TextRead(SessionEvent):
    """The participant left a page of the researcher's own."""

    kind: Literal["text_read"] = "text_read"
    text: str
    """Id of the page."""

    def apply(self, state: SessionState) -> None:
        """Continue to the next station. Raises IllegalEventError where another text is on the
        screen."""
        self.need(state, "text")
        if self.text != state.here.id:
            raise state.illegal(self, f"{self.text} is not on screen, {state.here.id} is")
        state.notice = None
        advance(state)


class TextStation(Station):
    """A page that the participant leaves by continuing."""

    def __init__(
        self,
        name: str,
        phase: str,
        read_event: "Callable[[SessionState], Event]",
        config: type[Config] | None = None,
        planned: type[Planned] = Planned,
    ) -> None:
        """`phase` is the session's phase while the page is on screen; `read_event` creates the
        event that leaves it."""
        self.name, self.phase, self.read_event = name, phase, read_event
        self.config, self.planned = config, planned

    def enter(self, state: SessionState) -> None:
        """Show the page."""
        state.phase = self.phase

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The command to continue."""
        return {"proceed": self._proceed}

    def _proceed(self, scene: Scene) -> Event:
        return self.read_event(scene.state)


class OpeningStation(TextStation):
    """What the next block asks, how many questions it has, and how long it may take."""

    def enter(self, state: SessionState) -> None:
        """Make the next block the current one."""
        super().enter(state)
        state.block = state.plan.blocks_before[state.station]


INSTRUCTIONS = TextStation(
    "instructions", "instructions", lambda _: InstructionsRead(), Instructions
)
OPENING = OpeningStation("opening", "block_intro", lambda state: BlockStarted(block=state.block))
VERDICT = TextStation("verdict", "qualification_passed", lambda _: VerdictRead())
TEXT = TextStation("text", "text", lambda state: TextRead(text=state.here.id), OwnText, PlannedText)
