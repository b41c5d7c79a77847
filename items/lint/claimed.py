"""Lint of what items claim of themselves: claims that are false or could not be decided.

Owns which findings a checked claim gives. Deciding is `items.claims`'; golds, which every item
claims, have a rule of their own.
"""

from collections.abc import Iterator

from items.claims.claim import State
from items.claims.declared import declarations
from items.claims.registry import CLAIMS
from items.claims.run import ALWAYS, Checked, claims_of
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.gold.check import QUESTION_TYPE
from items.inspection.compute_figures import compute_figures
from items.lint import explained
from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError
from solver.results import EngineChoice


def look(item: Item, timeout: float, engine: EngineChoice = "auto") -> Iterator[Finding]:
    """What is wrong with the claims that an item makes, within `timeout` seconds."""
    yield from _counted(item)
    yield from explained.look(item, timeout)
    strange = [name for name in item.claims if name not in CLAIMS]
    for name in strange:
        yield Finding(rules.CLAIM_FALSE, f"there is no claim {name!r}", kind="no such claim")
    known = item.model_copy(
        update={"claims": {k: v for k, v in item.claims.items() if k not in strange}}
    )
    try:
        made = [name for name in CLAIMS if name not in ALWAYS and declarations(known, name)]
    except InputError as error:
        yield Finding(rules.CLAIM_FALSE, f"{error.title}: {error.message}", kind="unreadable")
        return
    if not made:
        return
    claims = claims_of(known, only=made, engine=engine, timeout=timeout, shared=Budget.of(timeout))
    for checked in claims.checked:
        yield from _findings(checked)


def _counted(item: Item) -> Iterator[Finding]:
    """Numbers of premises that cannot be. A family's own texts may leave premises to the scene,
    such as that no two people share a seat; and a question for a missing premise adds one."""
    written = (item.formalization or {}).get("premise")
    if not isinstance(written, list):
        return
    there = len(written)
    premises, support = (item.attributes.get(name) for name in ("premises", "support_size"))
    if isinstance(premises, int) and (
        premises > there or (premises < there and reader_of(item) is None)
    ):
        yield Finding(
            rules.CLAIM_FALSE,
            f"premises: {premises} are claimed, {there} are there",
            kind="premises",
        )
    most = there - _of_scene(item) + (item.attributes.get(QUESTION_TYPE) == "missing")
    if isinstance(support, int) and not 0 <= support <= most:
        what = f"support_size: {support} are claimed, there are no more than {most} to rest on"
        yield Finding(rules.CLAIM_FALSE, what, kind="support_size")
    elif isinstance(support, int):
        yield from _supported(item, support)


def _supported(item: Item, claimed: int) -> Iterator[Finding]:
    """A number of premises that the answer needs, which is not the least. Of several things that
    follow, the one that needs least is meant; a missing premise counts among those it completes.
    Premises that a family leaves to the scene are not counted by it, and may be needed too."""
    needed = compute_figures(item).support_size
    if needed is None:
        return
    type_ = item.attributes.get(QUESTION_TYPE)
    if type_ == "3e1c":
        good = 0 < claimed <= needed
    else:
        good = claimed in ((needed, needed + 1) if type_ == "missing" else (needed,))
        good |= 0 < needed - claimed <= _of_scene(item)
    if not good:
        what = f"support_size: {claimed} are claimed, the answer needs {needed}"
        yield Finding(rules.CLAIM_FALSE, what, kind="support_size")


def _of_scene(item: Item) -> int:
    """How many premises of an item its family does not count, as no sentence tells them."""
    there, told = (item.formalization or {}).get("premise", ()), item.attributes.get("premises")
    if reader_of(item) is None or not isinstance(told, int):
        return 0
    return max(0, len(there) - told)


def _findings(checked: Checked) -> Iterator[Finding]:
    rule = {State.REFUTED: rules.CLAIM_FALSE, State.UNKNOWN: rules.CLAIM_OPEN}.get(checked.state)
    if rule is None:
        return
    parts = [part for part in checked.parts if part.state is checked.state and part.reason]
    message = "; ".join(dict.fromkeys([checked.outcome.reason, *(part.reason for part in parts)]))
    shown = next(
        (outcome for outcome in (checked.outcome, *parts) if outcome.world is not None), None
    )
    world = ""
    if shown is not None and isinstance(shown.world, dict):
        values = ", ".join(f"{key}={_told(value)}" for key, value in shown.world.items())
        world = f"; as where {values}"
    yield Finding(rule, f"{checked.claim}: {message}{world}", kind=checked.claim)


def _told(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
