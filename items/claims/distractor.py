"""Distractor: a premise that no answer rests on, and that would mislead whoever trusts it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from items.claims.case import Case, expanded, premises_text, problem_of
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.claims.declared import names, numbers
from items.misreadings.misreading import Case as Told
from items.misreadings.registry import MISREADINGS
from solver.errors import InputError
from solver.language.narrow import conjunction
from solver.language.printer import print_formula
from solver.language.problem import Premise, Query
from solver.language.syntax import BoolSort, EnumIs, EnumSort, Formula, Not, Prop, Truth, symbols_of
from solver.queries import Session

MOST_SITUATIONS = 1024
"""Situations of a distractor's own symbols looked at for one that would change an answer."""


def _outcomes(case: Case, declared: Mapping[str, Any] | None) -> Iterator[Outcome]:
    try:
        chosen = numbers(declared, "premises")
        readings = [(text, case.formula(text)) for text in names(declared, "readings")]
    except InputError as error:
        yield unknown(f"the claim cannot be read: {problem_of(error)}")
        return
    there = len(case.problem.premises)
    if chosen is None:
        idle = [n for n in range(there) if _deleting(case, (n,)).state == "proved"]
        could = f"; {premises_text(idle)} could go without one of the others" if idle else ""
        yield unknown(f"no premise is named as a distractor{could}", premises=tuple(idle))
        return
    wrong = [n for n in chosen if not 0 <= n < there]
    if wrong:
        yield unknown(f"the claim names premise {wrong[0]}, counted from 0; there are {there}")
        return
    deleted = _deleting(case, chosen)
    if deleted.state != "proved":
        yield deleted
        return
    yield _tempting(case, chosen, readings, deleted.reason)
    yield deleted


def deletion(case: Case, chosen: Sequence[int]) -> Outcome:
    """Whether every answer, under every variant asked about, stays without some premises."""
    return _deleting(case, tuple(chosen))


def _deleting(case: Case, chosen: Sequence[int]) -> Outcome:
    """Taken out together: what changes nothing together changes nothing alone, for whatever holds
    with and without all of them holds with some. A variant's own premises are left in."""
    drop = frozenset(chosen)
    shown = premises_text(chosen)
    undecided: list[str] = []
    for place in case.places:
        changed = case.changes(place, drop=drop)
        if changed is None:
            undecided.append(case.leaf(place).id)
        elif changed:
            under = case.under(place)
            world = case.telling(place, case.session(under), case.session(under, drop))
            return refuted(
                f"without {shown} the answer to question {case.leaf(place).id} changes",
                subject=shown,
                premises=tuple(chosen),
                world=world,
            )
    if not case.places:
        return unknown("no question can be decided", subject=shown, premises=tuple(chosen))
    if undecided:
        reason = f"without {shown}: question {', '.join(undecided)} was not decided"
        return unknown(reason, subject=shown, premises=tuple(chosen))
    return proved(
        f"without {shown} every answer stays the same", subject=shown, premises=tuple(chosen)
    )


def _tempting(
    case: Case,
    chosen: Sequence[int],
    declared: Sequence[tuple[str, Formula]],
    deleted: str,
) -> Outcome:
    """Whether a tempting reading, added to the premises, would change an answer."""
    about: dict[str, Any] = {"premises": tuple(chosen)}
    undecided, clashing = [], []
    for text, reading in declared or _misreadings(case, chosen):
        outcome = _trusting(case, reading)
        if outcome is None:
            undecided.append(text)
        elif outcome == "clash":
            clashing.append(text)
        elif isinstance(outcome, int):
            under = case.under(outcome)
            session = case.session(under)
            world = case.telling(outcome, _with(case, outcome, reading), session)
            return proved(
                f"{deleted}; whoever reads it as {text} answers question "
                f"{case.leaf(outcome).id} otherwise",
                world=world,
                **about,
            )
    if undecided:
        return unknown(f"{deleted}; not decided: {', '.join(undecided)}", **about)
    if declared:
        shown = ", ".join(text for text, _ in declared)
        if clashing:
            return refuted(
                f"the reading {', '.join(clashing)} contradicts the premises: it changes answers "
                "only because everything follows from a contradiction",
                world=case.world(case.session()),
                **about,
            )
        return refuted(
            f"decoration: read as {shown} it changes no answer either",
            world=case.world(case.session(), *(formula for _, formula in declared)),
            **about,
        )
    return _any_reading(case, chosen, deleted)


def _with(case: Case, place: int, reading: Formula) -> Session:
    """The engines on a question's premises with a reading among them."""
    session = case.session(case.under(place))
    premises = session.theory.premises
    number = max((p.number for p in premises), default=-1) + 1
    added = replace(session.theory, premises=(*premises, Premise(number, reading)))
    return replace(session, theory=added)


def _trusting(case: Case, reading: Formula) -> int | str | None:
    """The place of a question whose answer a reading changes; `clash` where it does so only under
    premises that it contradicts; empty where it changes none, None where that is not known."""
    certain, clash = True, False
    for place in case.places:
        if case.changes(place, given=reading) is None:
            certain = False
            continue
        if not case.changes(place, given=reading):
            continue
        consistent = case.consistent(case.under(place), reading)
        if consistent:
            return place
        if consistent is None:
            certain = False
        clash = clash or consistent is False
    if not certain:
        return None
    return "clash" if clash else ""


def _misreadings(case: Case, chosen: Sequence[int]) -> list[tuple[str, Formula]]:
    """The usual misreadings of the premises."""
    texts: dict[Formula, str] = {}
    base = case.theory()
    for number in chosen:
        premise = next(p for p in base.premises if p.number == number)
        alone = case.theory(drop=frozenset({number}), keep=True)
        document = Told(alone, Query("possible", "possible", Truth(True)))
        for misreading in MISREADINGS.values():
            if misreading.name in ("premise-forgotten", "existential-import"):
                continue
            for reading in misreading.readings(document):
                for changed in reading.theory.premises:
                    if changed.formula != premise.formula:
                        title = misreading.titles["en"].casefold()
                        shown = f"{print_formula(changed.formula)} ({title})"
                        texts.setdefault(changed.formula, shown)
    return [(text, formula) for formula, text in texts.items()]


def _any_reading(case: Case, chosen: Sequence[int], deleted: str) -> Outcome:
    """Where no reading is named and no usual one misleads: could any, in the premises' own words?

    An answer that some statement about those words changes is changed by every situation of them
    that agrees with the statement, because what the premises leave only shrinks. So it is enough to
    try every situation.
    """
    about: dict[str, Any] = {"premises": tuple(chosen)}
    shown = premises_text(chosen)
    axes: list[tuple[Formula, ...]] = []
    situations = 1
    keys = frozenset(
        key
        for number in chosen
        for key in symbols_of(expanded(case, case.problem.premises[number]))
    )
    for name, arity in sorted(keys):
        symbol = case.problem.signature.get(name, arity)
        if symbol is not None and isinstance(symbol.sort, EnumSort):
            axes.append(tuple(EnumIs(name, value) for value in symbol.sort.values))
        elif symbol is not None and isinstance(symbol.sort, BoolSort):
            axes.append((Prop(name), Not(Prop(name))))
        else:
            return unknown(f"{deleted}; no tempting reading is named", **about)
        situations *= len(axes[-1])
    if situations > MOST_SITUATIONS:
        return unknown(f"{deleted}; no tempting reading is named", **about)
    for values in product(*axes):
        situation = conjunction(list(values))
        outcome = _trusting(case, situation)
        if outcome is None:
            return unknown(f"{deleted}; no tempting reading is named", **about)
        if isinstance(outcome, int):
            text = ", ".join(print_formula(value) for value in values)
            return unknown(
                f"{deleted}; no tempting reading is named, and no usual misreading of {shown} "
                f"changes an answer; {text} would change question {case.leaf(outcome).id}",
                **about,
            )
    return refuted(
        f"decoration: nothing that could be said in the words of {shown} changes an answer",
        world=case.world(case.session()),
        **about,
    )


CLAIM = Claim(
    name="distractor",
    scope="strategy",
    strategy="add_distractor_premise",
    title="Distractors tempt and decide nothing",
    meaning="Without the named premises every answer stays as it is; and a tempting reading of "
    "them, added to the premises without contradicting them, changes the answer to a question.",
    source="LLMEval-Logic, appendix B.2, 2, and appendix I",
    fields=("premises", "readings"),
    outcomes=_outcomes,
)
