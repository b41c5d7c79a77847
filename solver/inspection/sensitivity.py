"""The single edits that change an answer: each premise is dropped and negated in turn.

Owns the edits that are tried, and the comparison of answers before and after. Edits are applied to
the given theory, which may be that of a variant. Leaves deciding to `queries` and
`formula_standing`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from solver.cancel import Cancel, proceed
from solver.diff import changed
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict, standing
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Formula, negation
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice, QueryReport

Operation = Literal["drop", "negate"]
OPERATIONS: tuple[Operation, ...] = ("drop", "negate")
MAX_LISTED = 4096
"""Maximum models listed per answer; longer lists of the same length cannot be compared."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A formula whose standing is watched: an option, or the formula of a truth question."""

    label: str
    formula: Formula
    given: Formula | None = None


QueryOrStatement = Query | Statement
ReportOrStanding = QueryReport | FormulaStanding


@dataclass(frozen=True, slots=True)
class Effect:
    """One answer before and after one edit."""

    question: QueryOrStatement
    before: ReportOrStanding
    after: ReportOrStanding
    changed: bool | None
    """None if an engine gave up on either side."""


@dataclass(frozen=True, slots=True)
class SensitivityRow:
    """The effect of one edit on every answer."""

    operation: Operation
    premise: Premise
    consistent: bool | None
    """Whether the edited premises have a model; None if no engine could decide."""
    effects: tuple[Effect, ...]
    """In the order of the watched queries and statements."""

    @property
    def edit(self) -> str:
        """The edit as typed on the command line, with premises numbered from 1."""
        return f"{self.operation} {self.premise.number + 1}"

    @property
    def changes(self) -> tuple[Effect, ...]:
        """The effects that are known to be changes."""
        return tuple(effect for effect in self.effects if effect.changed)


def sensitivity(
    theory: Theory,
    questions: Sequence[QueryOrStatement],
    *,
    operations: Sequence[Operation] = OPERATIONS,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Iterator[SensitivityRow]:
    """Yield one row for each premise and operation, in the order of premises.

    `timeout` is in seconds per question. Raises `Cancelled`, and InputError as `Session.ask` does.
    """
    queries = tuple(entry for entry in questions if isinstance(entry, Query))
    before = _answers(Session(theory, queries, engine, timeout, cancel), questions, cancel)
    for premise in theory.premises:
        for operation in operations:
            edited = edited_theory(theory, premise, operation)
            session = Session(edited, queries, engine, timeout, cancel)
            after = _answers(session, questions, cancel)
            effects = tuple(
                Effect(entry, first, second, _changed(first, second))
                for entry, first, second in zip(questions, before, after, strict=True)
            )
            yield SensitivityRow(operation, premise, session.report.consistent, effects)


def edited_theory(theory: Theory, premise: Premise, operation: Operation) -> Theory:
    """The theory with one premise dropped or negated; the others keep their numbers."""
    others = [
        Premise(entry.number, negation(entry.formula)) if entry is premise else entry
        for entry in theory.premises
        if operation == "negate" or entry is not premise
    ]
    return replace(theory, premises=tuple(others))


def _answers(
    session: Session, questions: Sequence[QueryOrStatement], cancel: Cancel | None
) -> list[ReportOrStanding]:
    answers: list[ReportOrStanding] = []
    for entry in questions:
        proceed(cancel)
        if isinstance(entry, Query):
            answers.append(session.ask(entry, limit=MAX_LISTED, want_supports=False))
        else:
            answers.append(standing(session, entry.formula, given=entry.given, want_supports=False))
    return answers


def _changed(before: ReportOrStanding, after: ReportOrStanding) -> bool | None:
    if isinstance(before, QueryReport) and isinstance(after, QueryReport):
        return changed(before.query, before.answer, after.answer)
    assert isinstance(before, FormulaStanding)
    assert isinstance(after, FormulaStanding)
    if FormulaVerdict.UNKNOWN in (before.verdict, after.verdict):
        return None
    return before.verdict is not after.verdict
