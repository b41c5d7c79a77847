"""Branching: several axes that constrain one another and are needed for one question."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from items.claims.case import Case, expanded, problem_of
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.claims.declared_claims import names
from items.gold.right_answers import differ
from solver.errors import InputError
from solver.language.miniscoping import conjunction, disjunction
from solver.language.printer import print_formula
from solver.language.problem import Query, Target
from solver.language.syntax import Formula
from solver.phrases import phrase
from solver.results import World

MOST_COMBINATIONS = 4096
"""Maximum combinations of values searched for an excluded one."""


def _outcomes(case: Case, declaration: Mapping[str, Any] | None) -> Iterator[Outcome]:
    try:
        axes = [case.target(name) for name in names(declaration, "axes")] or None
    except InputError as error:
        yield unknown(phrase("the axes cannot be read: {a}", a=problem_of(error)))
        return
    listed = case.columns()
    if listed is None and axes is None:
        yield unknown(phrase("first-order premises have no list of axes; name them"))
        return
    feasible: dict[str, tuple[Formula, ...]] = {}
    candidates = list(axes if axes is not None else listed or ())
    for axis in candidates:
        values = case.feasible(axis)
        if values is None:
            yield unknown(phrase("the values of {a} were not decided", a=axis.key))
            return
        feasible[axis.key] = values
    branching = [axis for axis in candidates if len(feasible[axis.key]) > 1]
    fixed = [axis.key for axis in candidates if len(feasible[axis.key]) < 2]
    asides: list[str] = []
    if axes is not None:
        # Undeclared symbols may be closed, and each is an axis of its own.
        branching, asides = _independent(case, branching)
        asides = [*([phrase("closed: {a}", a=", ".join(fixed))] if fixed else []), *asides]
    if len(branching) < 2:
        world = case.world(case.session())
        open_text = (
            phrase("only {a} is open", a=branching[0].key)
            if branching
            else phrase("nothing is open")
        )
        yield refuted(
            "; ".join([phrase("fewer than two axes: {a}", a=open_text), *asides]), world=world
        )
        return
    whole = case.count(branching)
    # The combinations of feasible values of the axes that logic alone allows.
    allowed = [disjunction(list(feasible[axis.key])) for axis in branching]
    everything = frozenset(range(len(case.problem.premises)))
    single = case.count(branching, drop=everything, given=conjunction(allowed))
    if whole is None or single is None:
        yield unknown(phrase("the combinations of the axes were not counted"))
        return
    figures = {"axes": len(branching), "combinations": whole, "product": single}
    axis_keys = ", ".join(axis.key for axis in branching)
    if whole == single:
        yield refuted(
            phrase(
                "every combination of {a} is possible ({b} of {c}): the axes "
                "do not constrain one another",
                a=axis_keys,
                b=whole,
                c=single,
            ),
            world=case.world(case.session()),
            figures=figures,
        )
        return
    needing: list[str] = []
    open_questions: list[str] = []
    reached: dict[str, list[str]] = {}
    for place in case.places:
        needed, certain = _needed(case, place, branching)
        id = case.leaf(place).id
        reached[id] = needed
        if len(needed) > 1:
            needing.append(id)
        elif not certain:
            open_questions.append(id)
    excluded = _excluded(case, branching, feasible)
    if needing:
        text: str = phrase("{a} leave {b} of {c} combinations", a=axis_keys, b=whole, c=single)
        if excluded:
            text = phrase("{a}; {b} is excluded", a=text, b=excluded[0])
        text = phrase(
            "{a}; more than one axis is needed by question {b}", a=text, b=", ".join(needing)
        )
        text = "; ".join([text, *asides])
        world = excluded[1] if excluded else None
        yield proved(text, world=world, figures=figures)
    elif open_questions:
        yield unknown(
            phrase("not decided for question {a}", a=", ".join(open_questions)), figures=figures
        )
    else:
        yield refuted(
            phrase("no question needs more than one of {a}", a=axis_keys),
            world=case.world(case.session()),
            figures=figures,
        )
    for id, needed in reached.items():
        if len(needed) > 1:
            yield proved(phrase("its answer changes with {a}", a=", ".join(needed)), subject=id)


def _independent(case: Case, axes: Sequence[Target]) -> tuple[list[Target], list[str]]:
    """The axes without those that another axis decides regardless of the premises, e.g. ¬A next to
    A, or s = x next to s; and notes on those left out."""
    independent: list[Target] = []
    notes: list[str] = []
    for axis in axes:
        by = next((other for other in independent if _decides(case, other, axis)), None)
        if by is not None:
            notes.append(_beside(axis, by))
            continue
        decided = [other for other in independent if _decides(case, axis, other)]
        notes += [_beside(other, axis) for other in decided]
        independent = [other for other in independent if other not in decided]
        independent.append(axis)
    return independent, notes


def _beside(axis: Target, target: Target) -> str:
    if axis.key == target.key:
        return phrase("{a} is named twice", a=axis.key)
    return phrase("{a} is not a separate axis, since {b} determines it", a=axis.key, b=target.key)


def _decides(case: Case, axis: Target, other: Target) -> bool:
    """Whether each value of an axis leaves only one value of another axis, without any premises."""
    session = case.session(drop=frozenset(range(len(case.problem.premises))))

    def possible(formula: Formula) -> bool:
        query = Query("possible", "", expanded(case, formula))
        return session.ask(query, want_supports=False).answer.verdict != "impossible"

    return all(
        sum(possible(conjunction([value, its])) for its in case.values(other)) < 2
        for value in case.values(axis)
    )


def _needed(case: Case, place: int, axes: Sequence[Target]) -> tuple[list[str], bool]:
    """The axes that a question needs, i.e. those for which fixing some value changes its answer;
    and whether all could be decided."""
    needed, certain = [], True
    under = case.variant_of(place)
    for axis in axes:
        values = case.feasible(axis, under)
        if values is None:
            certain = False
            continue
        changes = [
            differ(case.response(place), case.response(place, given=value)) for value in values
        ]
        if True in changes:
            needed.append(axis.key)
        elif None in changes:
            certain = False
    return needed, certain


def _excluded(
    case: Case, axes: Sequence[Target], feasible: Mapping[str, Sequence[Formula]]
) -> tuple[str, World | None] | None:
    """A smallest combination of values that are possible separately but not together."""
    tries = 0
    session = case.session()
    for size in range(2, len(axes) + 1):
        for chosen in combinations(axes, size):
            for values in product(*(feasible[axis.key] for axis in chosen)):
                tries += 1
                if tries > MOST_COMBINATIONS:
                    return None
                formula = conjunction(list(values))
                answer = session.ask(
                    Query("possible", "", expanded(case, formula)), want_supports=False
                ).answer
                if answer.verdict == "impossible":
                    value_names = ", ".join(print_formula(value) for value in values)
                    return value_names, case.world(session, values[0])
    return None


CLAIM = Claim(
    name="branching",
    scope="strategy",
    strategy="add_branching",
    title=phrase("Branches meet"),
    meaning=phrase(
        "At least two axes are open, none of which determines another by its meaning alone; the "
        "premises allow fewer combinations than the product of the axes' values; and some "
        "question gets another answer if one axis is fixed, and also if another is."
    ),
    source="LLMEval-Logic, appendix B.2, 1",
    fields=("axes",),
    outcomes=_outcomes,
)
