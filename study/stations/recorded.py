"""Answers that somebody gave elsewhere, imported from a file: nobody sits at this station.

Owns the table that an imported study has instead of blocks of questions, the entry of its plan, and
the event of the answers to one question. The program measures no times here: they are those of the
file. `sessions.record.imported_people` decides which files become such sessions.
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
    """The table that names the file with the answers."""

    station: Literal["recorded"] = "recorded"
    format: Text
    """The file's format, as in `countermodel import`."""
    sha256: Text
    """Hash of the file."""

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Refuse to plan: nobody can take it.

        Raises PlacedError.
        """
        raise PlacedError(
            (*planner.place, "station"),
            "Nobody can take this study",
            f"{planner.name} has answers that were imported from {', '.join(self.sources)}",
            "Write a study file of your own with these items as its source.",
        )

    def planned(self, name: str, steps: tuple[Step, ...]) -> "PlannedRecorded":
        """The entry of a session with these answers."""
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
    """The positions of the answers."""

    @property
    def whole(self) -> bool:
        """False, since a file need not have all parts of a question."""
        return False


class AnswerRecorded(SessionEvent):
    """The answers to a question that the file contains."""

    kind: Literal["answer_recorded"] = "answer_recorded"
    step: int
    answers: Answers
    row: str
    """The row's place in the file; for several rows, one per part, all places."""
    said: str
    """The row itself: a JSON object of columns and values. For several rows, an object from the
    part's id to its row."""
    unread: Mapping[str, str] = {}
    """Why answers to parts could not be read, by part; they count as wrong."""
    setting: str = ""
    """The setting in the file; likewise the run."""
    run: int | None = None
    used_ns: int | None = None
    """Time of the answers according to the file, in nanoseconds; None where it is missing for any
    of them."""

    def apply(self, state: SessionState) -> None:
        """Finish the question. Raises IllegalEventError where another step is next."""
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
    """Whether a session's answers were imported."""
    return any(isinstance(planned, PlannedRecorded) for planned in state.plan.stations)


class RecordedStation(Station):
    """Takes one answer after the other, until the file has no more of this person."""

    name = "recorded"
    config = Recorded
    planned = PlannedRecorded

    def enter(self, state: SessionState) -> None:
        """Enter the phase before the first answer."""
        state.phase = "recorded"
        state.block = state.plan.blocks_before[state.station]
        state.position = state.plan.blocks[state.block].steps[0].index
        state.in_block = 0


RECORDED = RecordedStation()
