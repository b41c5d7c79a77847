"""Answers that somebody gave elsewhere, as a file has them: nobody sits at this station.

Owns the table that an imported study has in place of blocks of questions, the entry of its plan,
and the event of the answers to one question. There are no clocks of ours: a time is what the file
says.
Which files become such sessions is `sessions.record.imported_people`'s.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Planned, Planner
from study.course.events import Answers, SessionEvent
from study.course.sections import PlannedBlock, Section, Step, Text
from study.course.state import AnswerRecord, SessionState
from study.course.station import Station, advance
from study.files.toml_errors import PlacedError


class Recorded(Section):
    """The table: from which file the answers are."""

    station: Literal["recorded"] = "recorded"
    format: Text
    """The file's, as `countermodel import` names it."""
    sha256: Text
    """Of the file."""

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Nobody can take it.

        Raises PlacedError.
        """
        raise PlacedError(
            (*planner.place, "station"),
            "Nobody can take this study",
            f"{planner.name} has answers that were imported from {', '.join(self.sources)}",
            "Write a study file of your own with these items as its source.",
        )

    def planned(self, name: str, steps: tuple[Step, ...]) -> "PlannedRecorded":
        """The entry of a session whose answers are at hand."""
        return PlannedRecorded(
            station=self.station,
            id=name,
            title=self.title,
            role=self.role,
            seconds_per_question=None,
            seconds_per_block=None,
            confidence=False,
            none_option=True,
            break_after=None,
            breaks=False,
            instructions="",
            steps=steps,
        )


class PlannedRecorded(PlannedBlock):
    """The answers' places."""

    @property
    def whole(self) -> bool:
        """A file need not have all parts of a question."""
        return False


class AnswerRecorded(SessionEvent):
    """The answers to a question, as far as the file has them."""

    kind: Literal["answer_recorded"] = "answer_recorded"
    step: int
    answers: Answers
    row: str
    """The place of the row in the file; of several, one a part, all of them."""
    said: str
    """The row itself: an object of columns and values, in JSON. Of several, an object of the
    part's id and its row."""
    unread: Mapping[str, str] = {}
    """Why the answers to parts could not be read, by part: they are wrong."""
    setting: str = ""
    """In which setting, as the file says; and in which run."""
    run: int | None = None
    used_ns: int | None = None
    """How long the answers took, in nanoseconds, as the file says; None where it does not say it of
    all of them."""

    def apply(self, state: SessionState) -> None:
        """The question is over. Raises IllegalEventError where another step is next."""
        self.need(state, "recorded")
        if self.step != state.position:
            raise state.illegal(self, f"step {self.step} is not next, {state.position} is")
        state.records.append(
            AnswerRecord(
                self.step,
                "confirmed",
                self.answers,
                None,
                self.used_ns,
                0,
                unread=self.unread,
                setting=self.setting,
                run=self.run,
            )
        )
        state.position += 1
        state.in_block += 1
        if state.in_block == len(state.plan.blocks[state.block].steps):
            advance(state)


def is_imported(state: SessionState) -> bool:
    """Whether a session's answers were given elsewhere."""
    return any(isinstance(planned, PlannedRecorded) for planned in state.plan.stations)


class RecordedStation(Station):
    """Takes answers one after the other, until the file has no more of this person."""

    name = "recorded"
    config = Recorded
    planned = PlannedRecorded

    def enter(self, state: SessionState) -> None:
        """Before the first answer."""
        state.phase = "recorded"
        state.block = state.plan.blocks_before[state.station]
        state.position = state.plan.blocks[state.block].steps[0].index
        state.in_block = 0


RECORDED = RecordedStation()
