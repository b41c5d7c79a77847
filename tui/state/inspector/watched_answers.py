"""The queries of an item while its premises are edited, and each answer before and after.

Owns which queries belong to an option or a truth question and the short wording of changed answers.
The solver decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from items.formal import FormalItem
from items.inspection.item_sensitivity import watched
from items.models import Item
from solver.diff import Diff, QueryChange
from solver.inspection.formula_standing import FormulaVerdict, stand_of
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Problem, Query
from solver.language.syntax import negation
from solver.results import EngineAnswer, Structure, Supports, World
from tui.i18n import _
from tui.solution_text import answer_brief, query_text
from tui.text import plain

MOST_LITERALS = 12
"""Maximum number of symbols of a world written out beside a verdict."""


@dataclass(frozen=True)
class Watch:
    """One watched answer."""

    label: str
    """The question's id, with the letter for an option; empty for a query that only the
    formalization has."""
    text: str
    """The formula or query."""
    query: Query
    negated_query: Query | None
    """The query for the negation, for an option or truth question: both together give the standing
    of the formula."""


@dataclass(frozen=True)
class Outcome:
    """One answer on both sides."""

    watch: Watch
    answer_before: str
    answer_after: str
    changed: bool | None
    """None where unknown."""
    world: World | None
    """After the change, a world in which what followed before fails, or what failed holds."""
    refuted: bool
    """Whether the world shows that the formula fails; otherwise it shows that it holds."""


def watches(item: Item, formal: FormalItem) -> tuple[Watch, ...]:
    """Every option, truth question and query of an item, without duplicates, in the item's
    order."""
    by_query: dict[Query, Watch] = {}
    for under, watched_entries in watched(item, formal).items():
        for entry in watched_entries:
            if isinstance(entry.question, Query):
                text = plain(query_text(entry.question, with_variant=False))
                watch = Watch(
                    "" if entry.place is None else entry.label, text, entry.question, None
                )
            else:
                formula, supposed = entry.question.formula, entry.question.given
                follows = Query("necessary", "", formula, given=supposed, under=under)
                denied = Query("necessary", "", negation(formula), given=supposed, under=under)
                text = plain(print_formula(formula))
                if supposed is not None:
                    text += f" given {plain(print_formula(supposed))}"
                watch = Watch(entry.label, text, follows, denied)
            by_query.setdefault(_same(watch.query), watch)
    return tuple(by_query.values())


def asking(problem: Problem, watches: Sequence[Watch]) -> Problem:
    """The problem with exactly the queries that the watches need."""
    queries = [w.query for w in watches] + [
        w.negated_query for w in watches if w.negated_query is not None
    ]
    return replace(problem, queries=tuple({_same(q): q for q in queries}.values()))


def outcomes(watches: Sequence[Watch], diff: Diff) -> tuple[Outcome, ...]:
    """Every answer before and after."""
    changes = {_same(change.query): change for change in diff.queries}
    return tuple(_outcome(watch, changes) for watch in watches)


def supported(watch: Watch, supports_by_query: Mapping[Query, Supports]) -> Supports | None:
    """The supports of a watched answer, as computed in the background."""
    return supports_by_query.get(_same(watch.query)) or (
        None if watch.negated_query is None else supports_by_query.get(_same(watch.negated_query))
    )


def _same(query: Query) -> Query:
    """The query without its variant, in a canonical form."""
    return replace(query, text="", under=BASELINE)


def _outcome(watch: Watch, changes: Mapping[Query, QueryChange]) -> Outcome:
    change = changes.get(_same(watch.query))
    if change is None:
        return Outcome(watch, "–", "–", None, None, False)
    engine_answer, answer_after = change.before.answer, change.after.answer
    if watch.negated_query is None:
        world = (
            answer_after.countermodel
            if answer_after.countermodel is not None
            else answer_after.witness
        )
        fails = answer_after.countermodel is not None
        return Outcome(
            watch, _brief(engine_answer), _brief(answer_after), change.changed, world, fails
        )
    other = changes.get(_same(watch.negated_query))
    if other is None:
        return Outcome(watch, "–", "–", None, None, False)
    before = stand_of(engine_answer, other.before.answer)
    after = stand_of(answer_after, other.after.answer)
    decided = FormulaVerdict.UNKNOWN not in (before, after)
    changed = before is not after if decided else None
    fails = before is not FormulaVerdict.CONTRADICTED
    world = answer_after.countermodel if fails else other.after.answer.countermodel
    return Outcome(watch, str(before), str(after), changed, world, fails)


def _brief(answer: EngineAnswer) -> str:
    return plain(answer_brief(answer))


def literals(world: World) -> str:
    """A world in few cells: S ¬B status=going."""
    if isinstance(world, Structure):
        return _("a structure of {n}").format(n=len(world.domain))
    messages = [
        f"{key}={value}" if isinstance(value, str) else key if value else f"¬{key}"
        for key, value in world.items()
    ]
    more = " …" if len(messages) > MOST_LITERALS else ""
    return plain(" ".join(messages[:MOST_LITERALS]) + more)
