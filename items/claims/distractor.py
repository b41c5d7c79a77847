"""Distractor: a premise that no answer depends on, and that would mislead a respondent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from items.claims.case import Case, expanded, premises_text, problem_of
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.claims.declared_claims import names, numbers
from items.misreadings.misreading import Case as Told
from items.misreadings.registry import MISREADINGS
from solver.errors import InputError
from solver.language.miniscoping import conjunction
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Premise, Query, Target
from solver.language.syntax import (
    BoolSort,
    EnumIs,
    EnumSort,
    Formula,
    Not,
    Prop,
    SymbolKey,
    Truth,
    symbols_of,
)
from solver.phrases import phrase
from solver.queries import Session
from solver.results import Verdict

MOST_SITUATIONS = 1024
"""Maximum situations of a distractor's symbols that are searched for one that would change an
answer."""


def _outcomes(case: Case, declaration: Mapping[str, Any] | None) -> Iterator[Outcome]:
    try:
        chosen = numbers(declaration, "premises")
        readings = [(text, case.formula(text)) for text in names(declaration, "readings")]
    except InputError as error:
        yield unknown(phrase("the claim cannot be read: {a}", a=problem_of(error)))
        return
    premise_count = len(case.problem.premises)
    if chosen is None:
        idle = [n for n in range(premise_count) if _deleting(case, (n,)).state == "proved"]
        reason = phrase("no premise is named as a distractor")
        if idle:
            reason = phrase(
                "no premise is named as a distractor; each of these could be left out alone: {a}",
                a=premises_text(idle),
            )
        yield unknown(reason, premises=tuple(idle))
        return
    wrong = [n for n in chosen if not 0 <= n < premise_count]
    if wrong:
        yield unknown(
            phrase(
                "the claim names premise {a}, counted from 0; there are {b}",
                a=wrong[0],
                b=premise_count,
            )
        )
        return
    deleted = _deleting(case, chosen)
    if deleted.state != "proved":
        yield deleted
        return
    for number in chosen:
        if not _spoken_of(case, (number,)):
            yield refuted(
                phrase("{a} says nothing: it is true in every world", a=premises_text((number,))),
                world=case.world(case.session()),
                premises=tuple(chosen),
            )
            return
    yield _tempting(case, chosen, readings, deleted.reason)
    yield deleted


def deletion(case: Case, numbers: Sequence[int]) -> Outcome:
    """Whether every answer, under every queried variant, stays the same without some premises."""
    return _deleting(case, tuple(numbers))


def _deleting(case: Case, numbers: Sequence[int]) -> Outcome:
    """Remove the premises together: if this changes nothing, removing some of them changes nothing
    either, since whatever holds both with and without all of them holds with some of them. A
    variant's own premises are kept."""
    drop = frozenset(numbers)
    premise_names = premises_text(numbers)
    undecided: list[str] = []
    for place in case.places:
        changed = case.changes(place, drop=drop)
        if changed is None:
            undecided.append(case.leaf(place).id)
        elif changed:
            under = case.variant_of(place)
            world = case.distinguishing_world(place, case.session(under), case.session(under, drop))
            return refuted(
                phrase(
                    "without {a} the answer to question {b} changes",
                    a=premise_names,
                    b=case.leaf(place).id,
                ),
                subject=premise_names,
                premises=tuple(numbers),
                world=world,
            )
    if not case.places:
        return unknown(
            phrase("no question can be decided"), subject=premise_names, premises=tuple(numbers)
        )
    if undecided:
        reason = phrase(
            "without {a}: question {b} was not decided", a=premise_names, b=", ".join(undecided)
        )
        return unknown(reason, subject=premise_names, premises=tuple(numbers))
    return proved(
        phrase("without {a} every answer stays the same", a=premise_names),
        subject=premise_names,
        premises=tuple(numbers),
    )


def _tempting(
    case: Case,
    numbers: Sequence[int],
    declared_readings: Sequence[tuple[str, Formula]],
    deleted: str,
) -> Outcome:
    """Whether adding a tempting reading to the premises would change an answer."""
    about: dict[str, Any] = {"premises": tuple(numbers)}
    undecided, clashing, strange = [], [], []
    about_it = _spoken_of(case, numbers)
    for text, reading in declared_readings or _misreadings(case, numbers):
        tied = _tied(case, reading, about_it) if declared_readings else True
        if tied is False:
            strange.append(text)
            continue
        effect = None if tied is None else _trusting(case, reading)
        if effect is None:
            undecided.append(text)
        elif effect == "clash":
            clashing.append(text)
        elif isinstance(effect, int):
            under = case.variant_of(effect)
            session = case.session(under)
            world = case.distinguishing_world(effect, _with(case, effect, reading), session)
            return proved(
                phrase(
                    "{a}; reading it as {b} changes the answer to question {c}",
                    a=deleted,
                    b=text,
                    c=case.leaf(effect).id,
                ),
                world=world,
                **about,
            )
    if undecided:
        return unknown(phrase("{a}; not decided: {b}", a=deleted, b=", ".join(undecided)), **about)
    if declared_readings:
        reading_texts = ", ".join(text for text, _ in declared_readings)
        if strange:
            return refuted(
                phrase(
                    "{a} is not a reading of {b}: it settles something that is not mentioned there",
                    a=", ".join(strange),
                    b=premises_text(numbers),
                ),
                world=case.world(
                    case.session(),
                    *(Not(formula) for text, formula in declared_readings if text in strange),
                ),
                **about,
            )
        if clashing:
            return refuted(
                phrase(
                    "the reading {a} contradicts the premises: it changes "
                    "answers only because everything follows from a contradiction",
                    a=", ".join(clashing),
                ),
                world=case.world(case.session()),
                **about,
            )
        return refuted(
            phrase("decoration: read as {a} it changes no answer either", a=reading_texts),
            world=case.world(case.session(), *(formula for _, formula in declared_readings)),
            **about,
        )
    return _any_reading(case, numbers, deleted)


def _with(case: Case, place: int, reading: Formula) -> Session:
    """The session over a question's premises and a reading."""
    session = case.session(case.variant_of(place))
    premises = session.theory.premises
    number = max((p.number for p in premises), default=-1) + 1
    added = replace(session.theory, premises=(*premises, Premise(number, reading)))
    return replace(session, theory=added)


def _spoken_of(case: Case, numbers: Sequence[int]) -> frozenset[SymbolKey]:
    """The symbols on which the truth of a premise depends. For a first-order premise, or if this
    was not decided, the symbols that occur in it, unless it is true in every world."""
    depends: set[SymbolKey] = set()
    empty = _empty(case)
    for number in numbers:
        formula = expanded(case, case.problem.premises[number])
        if _possible(empty, Not(formula)) is False:
            continue
        keys = symbols_of(formula)
        if _possible(empty, formula) is False:
            depends |= keys
            continue
        for key in keys:
            others = _places(case, keys - {key})
            affirmed_reach, denied_reach = (
                _reach(case, others, formula),
                _reach(case, others, Not(formula)),
            )
            if (
                affirmed_reach is None
                or denied_reach is None
                or affirmed_reach + denied_reach > prod(p.size for p in others or ())
            ):
                depends.add(key)
    return frozenset(depends)


def _tied(case: Case, reading: Formula, symbols: frozenset[SymbolKey]) -> bool | None:
    """Whether a reading is only about some symbols: it can be true whatever holds for all others,
    so it says something about these symbols and nothing else. For first-order readings, only
    whether they share a symbol. None if not known."""
    keys = symbols_of(expanded(case, reading))
    if not keys & symbols:
        return False
    others = _places(case, keys - symbols)
    if others is None:
        return True
    reached = _reach(case, others, reading)
    return None if reached is None else reached == prod(place.size for place in others)


@dataclass(frozen=True, slots=True)
class _Place:
    """A Bool or Enum symbol, and its number of values."""

    target: Target
    size: int


def _places(case: Case, keys: Iterable[SymbolKey]) -> list[_Place] | None:
    """The symbols as columns; None if one is neither Bool nor Enum."""
    places: list[_Place] = []
    for name, arity in sorted(keys):
        symbol = case.problem.signature.get(name, arity)
        if symbol is None or not isinstance(symbol.sort, BoolSort | EnumSort):
            return None
        size = len(symbol.sort.values) if isinstance(symbol.sort, EnumSort) else 2
        places.append(_Place(case.target(name), size))
    return places


def _reach(case: Case, places: list[_Place] | None, formula: Formula) -> int | None:
    """Number of situations of some symbols that allow a formula, regardless of the premises."""
    if places is None:
        return None
    if not places:
        possible = _possible(_empty(case), formula)
        return None if possible is None else int(possible)
    everything = frozenset(range(len(case.problem.premises)))
    return case.count([place.target for place in places], drop=everything, given=formula)


def _empty(case: Case) -> Session:
    """The session without premises."""
    return case.session(drop=frozenset(range(len(case.problem.premises))))


def _possible(session: Session, formula: Formula) -> bool | None:
    answer = session.ask(Query("possible", "", formula), want_supports=False).answer
    return None if answer.unknown else answer.verdict == Verdict.POSSIBLE


def _trusting(case: Case, reading: Formula, baseline: bool = True) -> int | str | None:
    """The index of a question whose answer a reading changes; `clash` if it only does so under
    premises that it contradicts (at the baseline or under the question's variant); empty if it
    changes none; None if not known. Without `baseline`, contradictions at the baseline do not
    count."""
    certain, clash = True, False
    for place in case.places:
        if case.changes(place, given=reading) is None:
            certain = False
            continue
        if not case.changes(place, given=reading):
            continue
        unders = {case.variant_of(place), *((BASELINE,) if baseline else ())}
        consistent = [case.consistent(under, reading) for under in unders]
        if all(consistent):
            return place
        if False in consistent:
            clash = True
        else:
            certain = False
    if not certain:
        return None
    return "clash" if clash else ""


def _misreadings(case: Case, numbers: Sequence[int]) -> list[tuple[str, Formula]]:
    """The common misreadings of the premises, as text and formula."""
    texts: dict[Formula, str] = {}
    base = case.theory()
    for number in numbers:
        premise = next(p for p in base.premises if p.number == number)
        alone = case.theory(drop=frozenset({number}), keep=True)
        statement = Told(alone, Query("possible", "possible", Truth(True)))
        for _name, misreading in MISREADINGS.working():
            if misreading.name in ("premise-forgotten", "existential-import"):
                continue
            for reading in misreading.readings(statement):
                for changed in reading.theory.premises:
                    if changed.formula != premise.formula:
                        title = misreading.titles["en"].casefold()
                        reading_text = f"{print_formula(changed.formula)} ({title})"
                        texts.setdefault(changed.formula, reading_text)
    return [(text, formula) for formula, text in texts.items()]


def _any_reading(case: Case, numbers: Sequence[int], deleted: str) -> Outcome:
    """If no reading is declared and no common one misleads: could any statement in the premises'
    symbols?

    If a statement about these symbols changes an answer, so does every situation of them that
    agrees with the statement, because fewer worlds remain. So it is enough to try every situation.
    """
    about: dict[str, Any] = {"premises": tuple(numbers)}
    premise_names = premises_text(numbers)
    axes: list[tuple[Formula, ...]] = []
    situations = 1
    keys = frozenset(
        key
        for number in numbers
        for key in symbols_of(expanded(case, case.problem.premises[number]))
    )
    for name, arity in sorted(keys):
        symbol = case.problem.signature.get(name, arity)
        if symbol is not None and isinstance(symbol.sort, EnumSort):
            axes.append(tuple(EnumIs(name, value) for value in symbol.sort.values))
        elif symbol is not None and isinstance(symbol.sort, BoolSort):
            axes.append((Prop(name), Not(Prop(name))))
        else:
            return unknown(phrase("{a}; no tempting reading is named", a=deleted), **about)
        situations *= len(axes[-1])
    if situations > MOST_SITUATIONS:
        return unknown(phrase("{a}; no tempting reading is named", a=deleted), **about)
    for values in product(*axes):
        situation = conjunction(list(values))
        # A situation that contradicts the baseline may belong to a reading that does not.
        effect = _trusting(case, situation, baseline=False)
        if effect is None:
            return unknown(phrase("{a}; no tempting reading is named", a=deleted), **about)
        if isinstance(effect, int):
            text = ", ".join(print_formula(value) for value in values)
            return unknown(
                phrase(
                    "{a}; no tempting reading is named, and no usual misreading "
                    "of {b} changes an answer; {c} would change question {d}",
                    a=deleted,
                    b=premise_names,
                    c=text,
                    d=case.leaf(effect).id,
                ),
                **about,
            )
    return refuted(
        phrase(
            "decoration: nothing that can be said with the symbols of {a} changes an answer",
            a=premise_names,
        ),
        world=case.world(case.session()),
        **about,
    )


CLAIM = Claim(
    name="distractor",
    scope="strategy",
    strategy="add_distractor_premise",
    title=phrase("Distractors tempt and decide nothing"),
    meaning=phrase(
        "Without the named premises every answer stays the same; and a tempting reading of them, "
        "which settles nothing that they do not mention, changes the answer to a question if it "
        "is added to the premises, without contradicting them, at the baseline or under the "
        "question's variant."
    ),
    source="LLMEval-Logic, appendix B.2, 2, and appendix I",
    fields=("premises", "readings"),
    outcomes=_outcomes,
)
