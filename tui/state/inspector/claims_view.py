"""The claims of an item in the inspector: each proved, refuted with a world, or open.

Owns the entries and their details. `items.claims` decides claims.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from items.claims.registry import CLAIMS
from items.formal import gloss_language
from items.models import Item
from solver.cancel import Budget, GaveUp
from solver.inspection.evaluate import false_premises
from solver.language.edits import theory
from solver.language.problem import BASELINE, Problem, Theory
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.results import World
from tui.i18n import _
from tui.state.draft import Line, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.evidence import premises_named
from tui.state.inspector.list_detail import ListDetailView, ListEntry
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import text_lines, world_lines
from tui.state.translation import translated

if TYPE_CHECKING:
    from items.claims.claim import Outcome, State
    from items.claims.run import CheckedClaim, ItemClaims

SECONDS = 0.5
"""Time per variant for finding the premises that a world satisfies."""
STATE_SIGNS: Mapping[str, tuple[str, Role]] = {
    "proved": ("✓", "good"),
    "refuted": ("✗", "bad"),
    "unknown": ("?", "warn"),
}


def claims_view(
    item_claims: "ItemClaims", problem: Problem | None, inconsistent: Sequence[str] = ()
) -> ListDetailView:
    """Claims that the item makes, then others that were examined; `inconsistent` names the variants
    whose premises contradict each other."""
    signature = Signature({}) if problem is None else problem.signature
    language = gloss_language(item_claims.item)
    claimed = [check for check in item_claims.claims if check.claimed]
    others = [check for check in item_claims.claims if not check.claimed]
    headed = (claimed, _("Claimed")), (others, _("Not claimed, but checked"))
    entries = [
        entry
        for checked, heading in headed
        for entry in _entries(checked, heading, problem, signature, language, inconsistent)
    ]
    states = [str(check.state) for check in claimed]
    message = " · ".join(f"{states.count(s)} {_(s)}" for s in STATE_SIGNS if states.count(s))
    if inconsistent:
        message = _("‼ inconsistent · {message}").format(message=message)
    first = next((n for n, check in enumerate(claimed) if check.state == "refuted"), 0)
    return ListDetailView(entries, message, _("There is no claim to check."), first, inconsistent)


def claim_lines(
    item_claims: "ItemClaims", signature: Signature, cells: int, inconsistent: Sequence[str] = ()
) -> list[Line]:
    """The claims that the item makes, in order, refuted ones with their worlds; `inconsistent`
    names the variants whose premises contradict each other."""
    language = gloss_language(item_claims.item)
    lines: list[Line] = []
    for check in item_claims.claims:
        if not check.claimed:
            continue
        mark, role = _marked(check.state, inconsistent)
        message = headed(f"{mark} {_(CLAIMS[check.claim].title)}", translated(check.outcome.reason))
        lines += text_lines(message, cells, role)
        wrong = [o for o in (check.outcome, *check.parts) if o.world is not None]
        if str(check.state) == "refuted" and wrong and wrong[0].world is not None:
            lines += world_lines(wrong[0].world, signature, language, cells, 2)
    return lines


def _entries(
    checked_claims: Iterable["CheckedClaim"],
    heading: str,
    problem: Problem | None,
    signature: Signature,
    language: Language,
    inconsistent: Sequence[str],
) -> Iterable[ListEntry]:
    for place, check in enumerate(checked_claims):
        mark, role = _marked(check.state, inconsistent)

        def detail(cells: int, check_shown: "CheckedClaim" = check) -> list[Line]:
            warned = contradiction_lines(inconsistent, cells)
            return [*warned, *_detail(check_shown, signature, language, cells, inconsistent)]

        title = _(CLAIMS[check.claim].title)
        world = None if problem is None else _questioned(check, problem)
        state = _(str(check.state))
        yield ListEntry(mark, role, title, state, detail, "" if place else heading, world)


def _questioned(checked_claim: "CheckedClaim", problem: Problem) -> tuple[Theory, World] | None:
    """The first world of a claim, under the variant that it is about: the one named, otherwise the
    first whose premises are not false in it, otherwise the baseline."""
    shown_outcome = next(
        (o for o in (checked_claim.outcome, *checked_claim.parts) if o.world is not None), None
    )
    if shown_outcome is None or shown_outcome.world is None:
        return None
    theories = [theory(problem, name) for name in (BASELINE, *problem.variants)]
    named = [entry for entry in theories if entry.name == shown_outcome.subject]
    for entry in [*named, *theories]:
        try:
            if not false_premises(entry, shown_outcome.world, Budget.of(SECONDS)):
                return entry, shown_outcome.world
        except GaveUp:
            break
    return (named or theories)[0], shown_outcome.world


def _marked(state: "State", inconsistent: Sequence[str]) -> tuple[str, Role]:
    """The sign of a claim. A proof from premises that contradict each other shows little."""
    if inconsistent and str(state) == "proved":
        return "‼", "bad"
    return STATE_SIGNS[str(state)]


def _detail(
    checked_claim: "CheckedClaim",
    signature: Signature,
    language: Language,
    cells: int,
    inconsistent: Sequence[str],
) -> list[Line]:
    claim = CLAIMS[checked_claim.claim]
    strategy = f" · {claim.strategy}" if claim.strategy else ""
    lines = text_lines(f"{_(claim.title)}{strategy}", cells, "heading")
    lines += text_lines(_(claim.meaning), cells, "muted")
    for outcome in (checked_claim.outcome, *checked_claim.parts):
        lines += [Line(), *_outcome(outcome, signature, language, cells, inconsistent)]
    return lines


def _outcome(
    outcome: "Outcome",
    signature: Signature,
    language: Language,
    cells: int,
    inconsistent: Sequence[str],
) -> list[Line]:
    mark, role = _marked(outcome.state, inconsistent)
    reason = translated(outcome.reason)
    message = headed(outcome.subject, reason) if outcome.subject else reason
    lines = text_lines(f"{mark} {message}", cells, role)
    if outcome.premises:
        lines += text_lines(premises_named(outcome.premises), cells, "muted", 2)
    if outcome.world is not None:
        lines += _world(outcome.world, signature, language, cells)
    return lines


def _world(world: World, signature: Signature, language: Language, cells: int) -> list[Line]:
    return world_lines(world, signature, language, cells, 2)


def problem_of(item: Item) -> Problem | None:
    """The formalization of an item; None where it has none that can be read."""
    from items.formal import formal_item
    from solver.errors import InputError

    try:
        formal = formal_item(item)
    except InputError:
        return None
    return None if formal is None else formal.problem
