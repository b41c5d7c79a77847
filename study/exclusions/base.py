"""The base of exclusion rules, the facts they use, and their registry.

Owns the base class of rules, the facts of a session that rules use, the registry, and reading a
table of the study file. In the study file:

    [[exclude]]
    rule = "attention"
    failed = 2

A plug-in is an entry point of the group `countermodel.exclusions` that gives a class of rules.
Rules never look at whether answers of the main blocks are right: a baseline that excludes weak
respondents is no baseline.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import InitErrorDetails, ValidationError

from solver.plugins import Registry
from study.course.attention import AttentionResult
from study.course.entries import Frozen, Id
from study.stations.form_fields import Entry

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
    """How one finished question of a main block went."""

    seconds: float
    timed_out: bool
    place: int | None = None
    """For a choice: the position of the chosen option on the screen, from 0; None where nothing was
    chosen or the question is not a choice."""


@dataclass(frozen=True)
class Facts:
    """What rules may know about a session."""

    status: str
    """How the session ended, or `under_way`."""
    finished_questions: Sequence[FinishedQuestion] = ()
    """Finished questions of main blocks, without attention items."""
    attention: Sequence[AttentionResult] = ()
    """Attention items that the participant met."""
    forms: Mapping[str, Mapping[str, Entry]] = field(default_factory=dict)
    """Entries, by form and field."""
    signs_noted: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of event was recorded during the session."""
    attempt: int = 1
    """Number of this attempt among the participant's attempts at the study."""
    met_before: bool = False
    """Whether an earlier attempt already asked the participant questions of a main block."""


class Exclusion(Frozen):
    """A rule of the study file: a session to which it applies is excluded from the report."""

    rule: str
    """The rule's name in the registry."""
    id: Id | None = None
    """The rule's name in the report; `rule` by default."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether a session is excluded. One that never reached what the rule is about is not.
        Raises TypeError where a rule does not define it."""
        raise TypeError(f"{type(self).__name__} does not define leaves_out")

    @property
    def clause(self) -> str:
        """Description of the excluded sessions, to follow "sessions that". Raises TypeError where a
        rule does not define it."""
        raise TypeError(f"{type(self).__name__} does not define clause")

    @classmethod
    def class_of(cls, value: Mapping[str, Any]) -> "type[Exclusion]":
        """The class for a table of the study file: that of the rule it names."""
        name = value.get("rule")
        rule_class = EXCLUSIONS.get(name) if isinstance(name, str) else None
        return cls if rule_class is None else rule_class

    @property
    def name(self) -> str:
        """The name in the report."""
        return self.id or self.rule


def read_exclusion(value: object) -> Exclusion:
    """Read a table of the study file as the class of the rule it names.

    Raises pydantic's ValidationError.
    """
    if isinstance(value, Exclusion):
        return value
    name = value.get("rule") if isinstance(value, Mapping) else None
    rule_class = EXCLUSIONS.get(name) if isinstance(name, str) else None
    if rule_class is None:
        names = [repr(rule_name) for rule_name, _ in EXCLUSIONS.working()]
        detail = InitErrorDetails(
            type="literal_error",
            loc=("rule",),
            input=name,
            ctx={"expected": f"{', '.join(names[:-1])} or {names[-1]}"},
        )
        raise ValidationError.from_exception_data("Exclusion", [detail])
    rule: Exclusion = rule_class.model_validate(value)
    return rule


def share(part: int, whole: int) -> float | None:
    """`part` / `whole`; None where `whole` is 0."""
    return part / whole if whole else None
