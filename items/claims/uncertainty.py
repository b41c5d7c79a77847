"""Uncertainty: an axis that the premises leave open, and answers that depend on it."""

from collections.abc import Iterator, Mapping
from typing import Any

from items.claims.case import Case, expanded, problem_of
from items.claims.claim import Claim, Outcome, State, proved, refuted, unknown
from items.claims.declared_claims import names
from items.gold.right_answers import differ
from solver.errors import InputError
from solver.language.printer import print_formula
from solver.language.problem import Target
from solver.language.syntax import Formula, SymbolKey, symbols_of
from solver.language.usage import query_formulas
from solver.phrases import phrase


def _outcomes(case: Case, declaration: Mapping[str, Any] | None) -> Iterator[Outcome]:
    try:
        axes = [case.target(name) for name in names(declaration, "axis")]
    except InputError as error:
        yield unknown(phrase("the open axis cannot be read: {a}", a=problem_of(error)))
        return
    if axes:
        outcomes = [_open(case, axis) for axis in axes]
    else:
        listed = case.columns()
        if listed is None:
            yield unknown(phrase("first-order premises have no list of axes; name the open one"))
            return
        outcomes = [_open(case, axis) for axis in listed]
        open_axes = [outcome for outcome in outcomes if outcome.state is State.PROVED]
        if not open_axes:
            wider = [o for o in outcomes if o.figures.get("values", 0) > 1] or outcomes
            outcomes = wider[:1] or [refuted(phrase("no symbol is in use"))]
        else:
            outcomes = open_axes
    whole = outcomes[0] if not axes else min(outcomes, key=lambda o: _RANK[o.state])
    yield Outcome(whole.state, whole.reason, "", whole.world, (), whole.figures)
    yield from outcomes


_RANK = {State.REFUTED: 0, State.UNKNOWN: 1, State.PROVED: 2}


def _open(case: Case, axis: Target) -> Outcome:
    """Whether one axis is open at the baseline, and each of its values changes two answers: one to
    a question that asks about it, and one to a question that does not."""
    values = case.feasible(axis)
    if values is None:
        return unknown(phrase("the values of {a} were not decided", a=axis.key), subject=axis.key)
    figures = {"values": len(values)}
    if len(values) < 2:
        return refuted(
            phrase(
                "the premises allow only one value of {a}: {b}",
                a=axis.key,
                b=", ".join(print_formula(value) for value in values) or "none",
            ),
            subject=axis.key,
            world=case.world(case.session()),
            figures=figures,
        )
    changed_texts: list[str] = []
    for value in values:
        direct, downstream, undecided = _changed(case, axis, value)
        value_text = print_formula(value)
        if direct and downstream:
            changed_texts.append(
                phrase(
                    "{a} changes question {b}", a=value_text, b=", ".join((*direct, *downstream))
                )
            )
            continue
        if undecided:
            reason = phrase(
                "fixed to {a}, question {b} was not decided", a=value_text, b=", ".join(undecided)
            )
            return unknown(reason, subject=axis.key, figures=figures)
        changes = (*direct, *downstream)
        changes_text = (
            phrase("no answer changes")
            if not changes
            else phrase("only question {a} changes, and each asks about it", a=", ".join(changes))
            if direct
            else phrase("only question {a} changes, and none asks about it", a=", ".join(changes))
        )
        return refuted(
            phrase("{a} fixed to {b}: {c}", a=axis.key, b=value_text, c=changes_text),
            subject=axis.key,
            world=case.world(case.session(), expanded(case, value)),
            figures=figures,
        )
    return proved(
        phrase("{a} is open: {b}", a=axis.key, b="; ".join(changed_texts)),
        subject=axis.key,
        world=case.world(case.session(), expanded(case, values[0])),
        figures=figures,
    )


def _changed(
    case: Case, axis: Target, value: Formula
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Ids of the questions whose answer a value changes: those that ask about the axis, and others;
    and ids of undecided ones. Questions under a variant that excludes the value are skipped."""
    direct: list[str] = []
    downstream: list[str] = []
    undecided: list[str] = []
    for place in case.places:
        under = case.variant_of(place)
        possible = case.consistent(under, value)
        if possible is False:
            continue
        changes = differ(case.response(place), case.response(place, given=value))
        id = case.leaf(place).id
        if changes is None or possible is None:
            undecided.append(id)
        elif changes:
            (direct if _asks_about(case, place, axis) else downstream).append(id)
    return tuple(direct), tuple(downstream), tuple(undecided)


def _asks_about(case: Case, place: int, axis: Target) -> bool:
    """Whether a question mentions a symbol of the axis, with definitions expanded."""
    under = case.variant_of(place)
    own = _symbols(case, [axis], under)
    formulas = [option for option in case.formal.options.get(place, ()) if option is not None]
    query = case.query(place)
    targets: tuple[Target, ...] = ()
    if query is not None:
        formulas += query_formulas(query)
        targets = query.targets
    mentioned = _symbols(case, targets, under)
    for formula in formulas:
        mentioned |= symbols_of(expanded(case, formula, under))
    return not own.isdisjoint(mentioned)


def _symbols(case: Case, targets: tuple[Target, ...] | list[Target], under: str) -> set[SymbolKey]:
    keys: set[SymbolKey] = set()
    for target in targets:
        if target.enum is not None:
            keys.add((target.enum, 0))
        elif target.formula is not None:
            keys |= symbols_of(expanded(case, target.formula, under))
    return keys


CLAIM = Claim(
    name="uncertainty",
    scope="strategy",
    strategy="add_uncertainty_or_multi_answer",
    title=phrase("An open axis reaches several answers"),
    meaning=phrase(
        "At the baseline the axis has more than one value; and assuming any of them changes the "
        "answers to at least two questions: one that asks about the axis, and one that does not."
    ),
    source="LLMEval-Logic, appendix B.2, 4, and appendix I",
    fields=("axis",),
    outcomes=_outcomes,
)
