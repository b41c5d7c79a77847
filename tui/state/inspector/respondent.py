"""The respondent of one column of the matrix: a person in a study, or one run of a model.

Owns what identifies respondents. `sessions.report.item_answers` has their answers.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.text import plain

if TYPE_CHECKING:
    from sessions.report.item_answers import RecordedAnswer


@dataclass(frozen=True, slots=True, order=True)
class Respondent:
    """One respondent: a person, or a run of a model."""

    kind: str
    name: str
    setting: str
    run: str
    """Empty for people."""

    @property
    def compared(self) -> str:
        """The name for the command `compare`: a person's code, or a model with setting and run."""
        if self.kind != "model":
            return self.name
        return f"{self.name}/{self.setting}/{self.run.removeprefix('run ')}"

    @property
    def with_study(self) -> str:
        """The same for all people of a person's study."""
        return self.compared if self.kind == "model" else f"people:{self.setting}"

    @property
    def diagnosed(self) -> str:
        """The name in a diagnosis."""
        return self.name if self.kind != "model" else "/".join((self.name, self.setting, self.run))

    @property
    def label(self) -> str:
        """The name on one line."""
        return plain(" · ".join(filter(None, (self.name, self.setting, self.run))))


def respondent_of(answer: "RecordedAnswer") -> Respondent:
    """The respondent of an answer."""
    run = answer.block if answer.respondent_kind == "model" else ""
    return Respondent(answer.respondent_kind, answer.respondent, answer.study, run)
