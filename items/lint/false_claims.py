"""Lint of items' claims about themselves: claims that are false or could not be decided.

Owns which findings follow from a checked claim. `items.claims` decides them. Gold answers, which
every item claims, have their own rule.
"""

from collections.abc import Iterator

from items.claims.claim import State
from items.claims.declared_claims import declarations
from items.claims.registry import CLAIMS
from items.claims.run import CLAIMS_OF_ALL_ITEMS, CheckedClaim, claims_of
from items.findings import rules
from items.findings.rules import Finding
from items.formal import formal_item
from items.gold.check import QUESTION_TYPE
from items.inspection.premises_needed import NotKnown, least_needed
from items.lint import explanations, generated_form
from items.lint.logic import differ
from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError
from solver.results import EngineChoice

_MIN_SECONDS = 0.001
"""Seconds for a check if those before it used all of the time."""


def look(item: Item, timeout: float, engine: EngineChoice = "auto") -> Iterator[Finding]:
    """Errors in the claims of an item, found within `timeout` seconds."""
    budget = Budget.of(timeout)
    yield from _counted(item, budget, engine)
    yield from generated_form.look(item)
    yield from explanations.look(item, max(budget.left, _MIN_SECONDS))
    strange = [name for name in item.claims if name not in CLAIMS]
    for name in strange:
        yield Finding(rules.CLAIM_FALSE, f"there is no claim {name!r}", kind="no such claim")
    checkable_item = item.model_copy(
        update={"claims": {k: v for k, v in item.claims.items() if k not in strange}}
    )
    try:
        names = [
            name
            for name in CLAIMS
            if name not in CLAIMS_OF_ALL_ITEMS and declarations(checkable_item, name)
        ]
    except InputError as error:
        yield Finding(rules.CLAIM_FALSE, f"{error.title}: {error.message}", kind="unreadable")
        return
    if not names:
        return
    seconds = max(budget.left, _MIN_SECONDS)
    claims = claims_of(
        checkable_item, only=names, engine=engine, timeout=seconds, shared_budget=Budget.of(seconds)
    )
    for checked in claims.claims:
        yield from _findings(checked)


def _counted(item: Item, budget: Budget, engine: EngineChoice) -> Iterator[Finding]:
    """Impossible numbers of premises. Premises that belong to the scene, such as that no two people
    share a seat, are not counted; a question for a missing premise adds one."""
    written = (item.formalization or {}).get("premise")
    if not isinstance(written, list):
        return
    premises, support = (item.attributes.get(name) for name in ("premises", "support_size"))
    premise_count, scene = len(written), _of_scene(item)
    if isinstance(premises, int) and premises not in (premise_count, premise_count - scene):
        yield Finding(
            rules.CLAIM_FALSE,
            f"premises: {premises} claimed, {premise_count} found",
            kind="premises",
        )
    most = premise_count - scene + (item.attributes.get(QUESTION_TYPE) == "missing")
    if isinstance(support, int) and not 0 <= support <= most:
        message = f"support_size: {support} claimed, but the answer can need at most {most}"
        yield Finding(rules.CLAIM_FALSE, message, kind="support_size")
    elif isinstance(support, int):
        yield from _supported(_without_scene(item, scene), support, budget, engine)


def _supported(
    item: Item, claimed_size: int, budget: Budget, engine: EngineChoice
) -> Iterator[Finding]:
    """A claimed number of required premises that is not minimal. If several formulas follow, the
    one with the smallest support counts; a missing premise counts as one of the premises it
    completes. A search that did not finish gives no minimum."""
    try:
        needed = least_needed(item, budget, engine)
    except NotKnown:
        message = f"support_size: {claimed_size} claimed; how many the answer needs was not decided"
        yield Finding(rules.CLAIM_OPEN, message, kind="support_size")
        return
    if needed is None:
        return
    type_ = item.attributes.get(QUESTION_TYPE)
    if type_ == "3e1c":
        good = 0 < claimed_size <= needed
    else:
        good = claimed_size in ((needed, needed + 1) if type_ == "missing" else (needed,))
    if not good:
        message = f"support_size: {claimed_size} claimed, the answer needs {needed}"
        yield Finding(rules.CLAIM_FALSE, message, kind="support_size")


def _of_scene(item: Item) -> int:
    """The number of premises that an item does not count because they belong to its scene: the
    leading premises that its attribute `premises` leaves out, if each says that two things
    differ."""
    counted = item.attributes.get("premises")
    try:
        formal = formal_item(item)
    except InputError:
        return 0
    if formal is None or not isinstance(counted, int):
        return 0
    first = formal.problem.premises[: max(0, len(formal.problem.premises) - counted)]
    return len(first) if all(differ(formula) for formula in first) else 0


def _without_scene(item: Item, scene: int) -> Item:
    """The item with the scene's premises conjoined to each other premise, so that its supports do
    not count the scene."""
    formal = dict(item.formalization or {})
    written = [f"({premise})" for premise in formal.get("premise", ())]
    if not 0 < scene < len(written):
        return item
    joined = " ∧ ".join(written[:scene])
    formal["premise"] = [f"{premise} ∧ {joined}" for premise in written[scene:]]
    return item.model_copy(update={"formalization": formal})


def _findings(checked_claim: CheckedClaim) -> Iterator[Finding]:
    rule = {State.REFUTED: rules.CLAIM_FALSE, State.UNKNOWN: rules.CLAIM_OPEN}.get(
        checked_claim.state
    )
    if rule is None:
        return
    parts = [
        part for part in checked_claim.parts if part.state is checked_claim.state and part.reason
    ]
    message = "; ".join(
        dict.fromkeys([checked_claim.outcome.reason, *(part.reason for part in parts)])
    )
    refutation = next(
        (outcome for outcome in (checked_claim.outcome, *parts) if outcome.world is not None), None
    )
    world = ""
    if refutation is not None and isinstance(refutation.world, dict):
        values = ", ".join(f"{key}={_value_text(value)}" for key, value in refutation.world.items())
        world = f"; for example where {values}"
    yield Finding(rule, f"{checked_claim.claim}: {message}{world}", kind=checked_claim.claim)


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
