"""The solver at both gates of the loop.

Before answering: the formalization is read, every query gets its gold answer, and every claim of
the item is proved, refuted with a world, or left open with a reason. After answering: every
readable answer is compared with the gold answer. Owns both gates, and their results as plain data,
since they are stored in the record. Leaves the consequences of a result to `loop`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from items.answers import Answer
from items.claims.case import Case
from items.claims.claim import State
from items.claims.declared_claims import check_names
from items.claims.run import CheckedClaim, claims_of
from items.formal import FormalItem, formal_item
from items.gold.refutation import refute
from items.harden.candidate import read_record
from items.harden.catalogue import issue_kinds, strategies
from items.harden.golds import gold_of
from items.harden.issue import Issue
from items.models import Item
from solver.as_json import world_data
from solver.cancel import Budget, Cancel
from solver.errors import CountermodelError, InputError
from solver.language.problem import BASELINE

SECONDS = 60.0
"""Seconds that the solver may take for one gate of one candidate."""
ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True)
class GateResult:
    """The solver's result before answering."""

    issues: tuple[Issue, ...]
    golds: Mapping[str, Answer]
    """Gold answers by question id."""
    claims: tuple[Mapping[str, Any], ...]
    """For each claim: name, whether it is made, status and reason."""

    def to_json(self) -> dict[str, Any]:
        """The form stored in the record."""
        return {
            "issues": [issue.to_json() for issue in self.issues],
            "golds": {id: gold.model_dump(mode="json") for id, gold in self.golds.items()},
            "claims": list(self.claims),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GateResult":
        """Restore it from the form stored in the record."""
        return cls(
            tuple(Issue.from_json(entry) for entry in data["issues"]),
            {id: ANSWER.validate_python(gold) for id, gold in data["golds"].items()},
            tuple(data["claims"]),
        )


def before_answering(
    record: Mapping[str, Any],
    base: Item,
    seconds: float = SECONDS,
    cancel: Cancel | None = None,
) -> GateResult:
    """The gate before answering, for a candidate with a formalization. Raises `Cancelled`."""
    try:
        item = read_record(record)
        check_names(item)
        formal = formal_item(item, strict=True)
    except (CountermodelError, RecursionError) as error:
        return GateResult((_unreadable(error),), {}, ())
    assert formal is not None
    budget = Budget.of(seconds, cancel)
    case = Case(item, formal, base, timeout=seconds, cancel=cancel, shared_budget=budget)
    issues = list(_contradictions(case))
    golds: dict[str, Answer] = {}
    for place, leaf in enumerate(item.leaves):
        if leaf.query is None:
            continue
        gold = gold_of(case, place)
        if gold.answer is not None:
            golds[leaf.id] = gold.answer
        elif not issues:
            issues.append(
                Issue("gold_undecided", "solver", (leaf.id,), suggestion=f"{leaf.query}: "
                      f"{gold.reason}")
            )  # fmt: skip
    if issues:
        return GateResult(tuple(issues), golds, ())
    checked = claims_of(
        _with(item, golds), base=base, timeout=seconds, cancel=cancel, shared_budget=budget
    ).claims
    issues += [issue for check in checked for issue in _refuted(check)]
    claim_rows = tuple(
        {
            "claim": check.claim,
            "claimed": check.claimed,
            "status": str(check.state),
            "reason": check.outcome.reason,
        }
        for check in checked
    )
    return GateResult(tuple(issues), golds, claim_rows)


def after_answering(
    record: Mapping[str, Any],
    golds: Mapping[str, Answer],
    answers: Mapping[str, Mapping[str, Any]],
    seconds: float = SECONDS,
    cancel: Cancel | None = None,
) -> dict[str, Any]:
    """The gate after answering. `answers` has, for each question id, the answers by respondent, as
    plain data or None. Returns for each question with a gold answer whether each answer is correct
    (None if there is none), and the world that refutes it. Raises `Cancelled`."""
    item = read_record(record)
    formal = formal_item(item, strict=True)
    assert formal is not None
    case = Case(
        item, formal, timeout=seconds, cancel=cancel, shared_budget=Budget.of(seconds, cancel)
    )
    by_question: dict[str, Any] = {}
    for place, leaf in enumerate(item.leaves):
        if leaf.id not in golds:
            continue
        right: dict[str, bool | None] = {}
        against: dict[str, dict[str, Any]] = {}
        for who, data in answers.get(leaf.id, {}).items():
            answer = None if data is None else ANSWER.validate_python(data)
            right[who] = None if answer is None else answer == golds[leaf.id]
            if answer is not None and not right[who]:
                against[who] = _against(case, formal, place, answer)
        by_question[leaf.id] = {"right": right, "against": against}
    return by_question


def _against(case: Case, formal: FormalItem, place: int, answer: Answer) -> dict[str, Any]:
    """The refutation of an answer: the reason in words, and the world."""
    refutation = refute(case.item, formal, place, answer, case.session(case.variant_of(place)))
    first = next(iter(refutation.objections), None)
    reason = refutation.reason if first is None else f"{first.subject} {first.kind}".strip()
    return {"reason": reason, "world": world_data(refutation.world)}


def _unreadable(error: Exception) -> Issue:
    title = error.title if isinstance(error, CountermodelError) else "too many brackets"
    message = error.message if isinstance(error, CountermodelError) else ""
    hint = error.hint if isinstance(error, InputError) else ""
    text = " ".join(part for part in (f"{title}.", message, hint) if part)
    return Issue("formalization_unreadable", "solver", suggestion=text)


def _contradictions(case: Case) -> list[Issue]:
    """Issues for premises without a model, at the baseline and under every queried variant."""
    contradictions: list[Issue] = []
    names = dict.fromkeys([BASELINE, *(case.variant_of(place) for place in case.places)])
    for name in names:
        if case.consistent(name) is False:
            where = "the premises" if name == BASELINE else f"the premises under {name}"
            contradictions.append(
                Issue(
                    "formalization_contradictory",
                    "solver",
                    suggestion=f"{where} have no model",
                )
            )
    return contradictions


def _refuted(checked_claim: CheckedClaim) -> list[Issue]:
    """The issue for a refuted claim, if the item makes it for a strategy, or if every item must
    meet it."""
    if checked_claim.state is not State.REFUTED:
        return []
    kinds = {kind.claim: kind.code for kind in issue_kinds().values() if kind.claim}
    by_claim = {strategy.claim: name for name, strategy in strategies().items()}
    code = kinds.get(checked_claim.claim)
    if code is None:
        if not checked_claim.claimed:
            return []
        code = "claim_refuted"
    outcome = checked_claim.outcome
    wrong = [part for part in checked_claim.parts if part.state is State.REFUTED]
    refutation = next((part for part in (outcome, *wrong) if part.world is not None), outcome)
    reason = "; ".join(dict.fromkeys([outcome.reason, *(part.reason for part in wrong)]))
    return [
        Issue(
            code,
            "solver",
            tuple(part.subject for part in wrong if part.subject),
            by_claim.get(checked_claim.claim, ""),
            suggestion=reason,
            claim=checked_claim.claim,
            world=world_data(refutation.world),
            premises=outcome.premises or refutation.premises,
        )
    ]


def _with(item: Item, golds: Mapping[str, Answer]) -> Item:
    questions = tuple(
        question.model_copy(update={"gold": golds.get(question.id)}) for question in item.questions
    )
    return item.model_copy(update={"questions": questions})
