"""What a rule of exclusion is, what it looks at, and the rules there are.

Owns the base class of rules, the facts of a session that they decide by, the registry, and reading
a table of the study file. In the study file:

    [[exclude]]
    rule = "attention"
    failed = 2

A plug-in is an entry point of the group `countermodel.exclusions` that gives a class of rules.
Rules never look at whether answers of the main blocks are right: a baseline from which the weak
were left out would be none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import InitErrorDetails, ValidationError

from solver.plugins import Registry
from study.course.attention import Met
from study.course.entries import Frozen, Id
from study.stations.form import Entry

EXCLUSIONS: Registry[Any] = Registry(
    "countermodel.exclusions",
    {
        "unfinished": "study.exclusions.unfinished:Unfinished",
        "attention": "study.exclusions.attention:FailedAttention",
        "quick": "study.exclusions.quick:Quick",
        "time_outs": "study.exclusions.time_outs:TimeOuts",
        "same_place": "study.exclusions.same_place:SamePlace",
        "noted": "study.exclusions.noted:Noted",
        "repeated": "study.exclusions.repeated:Repeated",
        "form": "study.exclusions.form:SaidInForm",
    },
    ("leaves_out", "clause"),
)


@dataclass(frozen=True, slots=True)
class FinishedQuestion:
    """How one question of a main block went that is over."""

    seconds: float
    timed_out: bool
    place: int | None = None
    """Of a choice: where the chosen option stood on the screen, from 0; None where nothing was
    chosen, or it was no choice."""


@dataclass(frozen=True)
class Facts:
    """What rules may know of a session."""

    status: str
    """How it ended, or `under_way`."""
    finished_questions: Sequence[FinishedQuestion] = ()
    """Questions of main blocks that are over, attention items left out."""
    attention: Sequence[Met] = ()
    """Attention items."""
    forms: Mapping[str, Mapping[str, Entry]] = field(default_factory=dict)
    """What was filled in, by form and field."""
    noted: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of event was noted beside the answers."""
    attempt: int = 1
    """Which attempt of the participant at the study it is."""
    met_before: bool = False
    """Whether an attempt before this one asked the participant questions of a main block."""


class Exclusion(Frozen):
    """A rule of the study file: a session to which it applies is left out of the report."""

    rule: str
    """Its name in the registry."""
    id: Id | None = None
    """Its name in the report; that of the rule where absent."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether a session is left out. One that did not get to what the rule is about is not.
        Raises TypeError where a rule does not define it."""
        raise TypeError(f"{type(self).__name__} does not say whom it leaves out")

    @property
    def clause(self) -> str:
        """Whom it leaves out, in words that follow "sessions that". Raises TypeError where a rule
        does not define it."""
        raise TypeError(f"{type(self).__name__} does not say what it is")

    @classmethod
    def class_of(cls, value: Mapping[str, Any]) -> "type[Exclusion]":
        """The class of a table of the study file: that of the rule it names."""
        name = value.get("rule")
        outcome = EXCLUSIONS.get(name) if isinstance(name, str) else None
        return cls if outcome is None else outcome

    @property
    def name(self) -> str:
        """In the report."""
        return self.id or self.rule


def read_exclusion(value: object) -> Exclusion:
    """A table of the study file as the class of the rule it names.

    Raises pydantic's ValidationError.
    """
    if isinstance(value, Exclusion):
        return value
    name = value.get("rule") if isinstance(value, Mapping) else None
    outcome = EXCLUSIONS.get(name) if isinstance(name, str) else None
    if outcome is None:
        known = [repr(text) for text, _ in EXCLUSIONS.working()]
        detail = InitErrorDetails(
            type="literal_error",
            loc=("rule",),
            input=name,
            ctx={"expected": f"{', '.join(known[:-1])} or {known[-1]}"},
        )
        raise ValidationError.from_exception_data("Exclusion", [detail])
    rule: Exclusion = outcome.model_validate(value)
    return rule


def share(part: int, whole: int) -> float | None:
    """A share; None of nothing."""
    return part / whole if whole else None
