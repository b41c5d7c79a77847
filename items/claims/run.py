"""Checking the claims of one or many items.

Owns the choice of claims to check, the outcome for items without a formalization, and the report
with its JSON.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.claims.case import Case
from items.claims.claim import Outcome, State, unknown
from items.claims.declared_claims import check_names, declarations
from items.claims.registry import CLAIMS
from items.formal import formal_item
from items.models import Item
from items.shape.structure import BASE
from solver.as_json import world_data
from solver.cancel import Budget, Cancel, GaveUp, check_whole, whole_budget
from solver.errors import CountermodelError, InputError
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice

ITEM_SECONDS = 60.0
"""Time for all claims of one item."""
_QUERY_SHARE = 0.25
"""Share of that for one query, so that a hard one leaves time for the others."""
CLAIMS_OF_ALL_ITEMS = frozenset({"gold", "agreement"})
"""Claims that every item makes."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One claim of one item, once per declaration."""

    claim: str
    claimed: bool
    """Whether the item makes it; claims that it does not make are checked too."""
    outcome: Outcome
    parts: tuple[Outcome, ...]
    """Outcomes of its parts: questions, variants, premises."""

    @property
    def state(self) -> State:
        """The state of the whole claim."""
        return self.outcome.state


@dataclass(frozen=True, slots=True)
class ItemClaims:
    """All claims of one item."""

    item: Item
    claims: tuple[CheckedClaim, ...]

    @property
    def refuted(self) -> tuple[CheckedClaim, ...]:
        """Claims that the item makes and that are refuted."""
        return tuple(c for c in self.claims if c.claimed and c.state is State.REFUTED)

    @property
    def proved(self) -> bool:
        """Whether all claims that the item makes are proved."""
        return all(c.state is State.PROVED for c in self.claims if c.claimed)

    def to_json(self) -> dict[str, Any]:
        """As documented in docs/hardening.md."""
        return {
            "id": self.item.id,
            "claims": [
                {
                    "claim": checked.claim,
                    "claimed": checked.claimed,
                    **_outcome_json(checked.outcome),
                    "parts": [{"subject": p.subject, **_outcome_json(p)} for p in checked.parts],
                }
                for checked in self.claims
            ],
        }


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "status": str(outcome.state),
        "reason": outcome.reason,
        "world": None if outcome.world is None else world_data(outcome.world),
        "premises": list(outcome.premises),
        "figures": dict(outcome.figures),
    }


def claims_of(
    item: Item,
    *,
    only: Collection[str] = (),
    base: Item | None = None,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
) -> ItemClaims:
    """Check every claim of an item, or those in `only`, which then count as made. `timeout` is in
    seconds per query, `shared_budget` the budget of all together. Raises `Cancelled`, and
    InputError if the item declares an unknown claim."""
    check_names(item)
    claim_names = [name for name in CLAIMS if not only or name in only]
    try:
        formal = formal_item(item)
        reason = phrase("the item has no formalization") if formal is None else ""
    except InputError as error:
        formal, reason = None, error.line
    case = (
        None if formal is None else Case(item, formal, base, engine, timeout, cancel, shared_budget)
    )
    return ItemClaims(
        item,
        tuple(
            checked for name in claim_names for checked in _checked(item, name, case, reason, only)
        ),
    )


def _checked(
    item: Item, name: str, case: Case | None, problem: str, only: Collection[str]
) -> Iterator[CheckedClaim]:
    try:
        declared = declarations(item, name)
    except InputError as error:
        yield CheckedClaim(name, True, unknown(f"{error.title}: {error.message}"), ())
        return
    claimed = (
        bool(declared)
        or name in CLAIMS_OF_ALL_ITEMS
        or name in only
        or (name == "harder" and _has_base(case))
    )
    for entry in declared or (None,):
        if case is None:
            yield CheckedClaim(name, claimed, unknown(problem), ())
            continue
        yield CheckedClaim(name, claimed, *_outcome(case, name, entry))


def _has_base(case: Case | None) -> bool:
    return case is not None and case.base is not None


def _outcome(
    case: Case, name: str, declaration: Mapping[str, Any] | None
) -> tuple[Outcome, tuple[Outcome, ...]]:
    try:
        check_whole()
        outcomes = tuple(CLAIMS[name].outcomes(case, declaration))
    except GaveUp as stopped:
        outcomes = (unknown(stopped.reason),)
    except CountermodelError as error:
        outcomes = (unknown(str(error)),)
    return outcomes[0], outcomes[1:]


@dataclass(frozen=True, slots=True)
class ClaimsReport:
    """The claims of many items."""

    items: tuple[ItemClaims, ...]

    @property
    def wrong(self) -> bool:
        """Whether any item makes a claim that is refuted."""
        return any(item.refuted for item in self.items)

    def counts(self) -> dict[str, dict[str, int]]:
        """For each claim and state, the number of items' claims, counting only claims that are
        made."""
        state_counts: dict[str, Counter[str]] = {name: Counter() for name in CLAIMS}
        for item in self.items:
            for checked in item.claims:
                if checked.claimed:
                    state_counts[checked.claim][str(checked.state)] += 1
        return {name: dict(counter) for name, counter in state_counts.items() if counter}

    def to_json(self) -> dict[str, Any]:
        """As documented in docs/hardening.md."""
        return {"items": [item.to_json() for item in self.items], "counts": self.counts()}


def base_of(item: Item, bases: Mapping[str, Item]) -> Item | None:
    """The item from which an item says it was made, looked up by id in `bases`."""
    for name in BASE:
        value = item.attributes.get(name)
        if value is not None and str(value) in bases:
            return bases[str(value)]
    return None


def claims_report(
    items: Iterable[Item],
    bases: Mapping[str, Item] | None = None,
    *,
    only: Collection[str] = (),
    engine: EngineChoice = "auto",
    item_seconds: float = ITEM_SECONDS,
) -> ClaimsReport:
    """Check the claims of every item, or those in `only`. An item may take `item_seconds`, parsing
    included; what is left then is unknown, with the reason."""
    known_bases = bases or {}
    entries: list[ItemClaims] = []
    for item in items:
        base = base_of(item, known_bases)
        with whole_budget(item_seconds):
            seconds = item_seconds * _QUERY_SHARE
            entries.append(claims_of(item, only=only, base=base, engine=engine, timeout=seconds))
    return ClaimsReport(tuple(entries))
