"""Alias: two names of one thing that must be matched to answer some question."""

from collections.abc import Iterator, Mapping
from typing import Any

from items.claims.case import Case, expanded, follows_from, premises_text, problem_of
from items.claims.claim import Claim, Outcome, State, proved, refuted, together, unknown
from solver.errors import InputError
from solver.language.problem import BASELINE, Theory
from solver.language.syntax import (
    Constant,
    EnumSame,
    EnumSort,
    Equal,
    ForAll,
    Formula,
    Iff,
    Implies,
    IndividualSort,
    Not,
    Pred,
    PredicateSort,
    Prop,
    Symbol,
    Variable,
)
from solver.phrases import phrase
from solver.queries import Session
from solver.results import World


def _outcomes(case: Case, declaration: Mapping[str, Any] | None) -> Iterator[Outcome]:
    try:
        pairs = _pairs(case, declaration)
    except InputError as error:
        yield unknown(phrase("the names cannot be read: {a}", a=problem_of(error)))
        return
    if not pairs:
        yield unknown(phrase("no two names are declared to be one thing"))
        return
    parts = [_pair(case, *pair) for pair in pairs]
    state = together(parts)
    first = next(part for part in parts if part.state is state)
    reason = first.reason
    if state is State.PROVED:
        reason = "; ".join(part.reason for part in parts)
    yield Outcome(state, reason, world=first.world, premises=first.premises)
    yield from parts


def _pairs(case: Case, declaration: Mapping[str, Any] | None) -> list[tuple[str, str, Formula]]:
    """The declared pairs: two names, and the formula which says that they are one thing."""
    value = None if declaration is None else declaration.get("names")
    if value is None:
        return []
    listed = value if isinstance(value, list) else [value]
    if len(listed) == 2 and all(isinstance(name, str) for name in listed):
        listed = [listed]
    pairs = []
    for entry in listed:
        if (
            not isinstance(entry, list | tuple)
            or len(entry) != 2
            or not all(isinstance(name, str) for name in entry)
        ):
            raise InputError(
                "A claim cannot be read", f"field names: expected pairs of names, found {entry!r}"
            )
        pairs.append((entry[0], entry[1], _identity(case, entry[0], entry[1])))
    return pairs


def _identity(case: Case, text: str, other: str) -> Formula:
    """The formula which says that two names are one thing."""
    left, right = _symbol(case, text), _symbol(case, other)
    match left.sort, right.sort:
        case EnumSort(values), EnumSort(others) if values == others:
            return EnumSame(text, other)
        case IndividualSort(), IndividualSort():
            return Equal(Constant(text), Constant(other))
        case PredicateSort(arity), PredicateSort(same) if arity == same:
            places = tuple(Variable(f"x{n}") for n in range(arity))
            body: Formula = Iff(Pred(text, places), Pred(other, places))
            for place in reversed(places):
                body = ForAll(place.name, body)
            return body
    if isinstance(left.sort, EnumSort) or isinstance(right.sort, EnumSort):
        raise InputError(
            "Two names cannot be one thing", phrase("{a} and {b} differ in sort", a=text, b=other)
        )
    if type(left.sort) is not type(right.sort):
        raise InputError(
            "Two names cannot be one thing", phrase("{a} and {b} differ in sort", a=text, b=other)
        )
    return Iff(Prop(text), Prop(other))


def _symbol(case: Case, name: str) -> Symbol:
    symbols = [
        s for (symbol_name, _), s in case.problem.signature.symbols.items() if symbol_name == name
    ]
    if not symbols:
        raise InputError(
            "No such name", phrase("{a} is not a symbol of {b}", a=name, b=case.item.id)
        )
    return symbols[0]


def _pair(case: Case, text: str, other: str, identity: Formula) -> Outcome:
    """Whether merging two names leaves every answer the same, and keeping them apart changes
    one."""
    subject = f"{text}, {other}"
    undecided: list[str] = []
    for place in case.places:
        changed = case.changes(place, given=identity)
        if changed:
            session = case.session(case.variant_of(place))
            return refuted(
                phrase(
                    "if {a} and {b} were one thing, question {c} would have another "
                    "answer: the premises do not say that they are",
                    a=text,
                    b=other,
                    c=case.leaf(place).id,
                ),
                subject=subject,
                world=_apart(case, session, identity),
            )
        if changed is None:
            undecided.append(case.leaf(place).id)
    premises = _saying(case, identity)
    if premises is None:
        return unknown(
            phrase("not decided which premises say that {a} are one", a=subject), subject=subject
        )
    if not premises:
        world = _apart(case, case.session(), identity)
        return refuted(
            phrase("no premise says that {a} and {b} are one thing", a=text, b=other),
            subject=subject,
            world=world,
        )
    about: dict[str, Any] = {"subject": subject, "premises": premises}
    drop = frozenset(premises)
    same = expanded(case, identity)
    agree = follows_from(case.session(), same)
    if agree is False:
        return refuted(
            phrase(
                "the premises allow a world in which {a} and {b} differ; they say only {c}",
                a=text,
                b=other,
                c=premises_text(premises),
            ),
            world=_apart(case, case.session(), identity),
            **about,
        )
    alone = follows_from(case.session(BASELINE, drop, keep=True), same)
    if agree is None or alone is None:
        return unknown(
            phrase("not decided whether {a} are one thing in every world", a=subject), **about
        )
    if not alone:
        return unknown(
            phrase(
                "{a} and {b} agree in every world, but only because of premises "
                "other than {c}, so it may be a coincidence",
                a=text,
                b=other,
                c=premises_text(premises),
            ),
            **about,
        )
    for place in case.places:
        changed = case.changes(place, drop=drop)
        if changed:
            under = case.variant_of(place)
            if undecided:
                break
            return proved(
                phrase(
                    "{a} and {b} are one thing by {c}; kept apart, they change question {d}",
                    a=text,
                    b=other,
                    c=premises_text(premises),
                    d=case.leaf(place).id,
                ),
                world=case.distinguishing_world(
                    place, case.session(under), case.session(under, drop)
                ),
                **about,
            )
        if changed is None:
            undecided.append(case.leaf(place).id)
    if undecided:
        return unknown(
            phrase("question {a} was not decided", a=", ".join(dict.fromkeys(undecided))), **about
        )
    return refuted(
        phrase(
            "without {a}, with {b} and {c} kept apart, every answer stays the same",
            a=premises_text(premises),
            b=text,
            c=other,
        ),
        world=_apart(case, case.session(BASELINE, drop), identity),
        **about,
    )


def _apart(case: Case, session: Session, identity: Formula) -> World | None:
    """A world in which the two names are not one thing, or else any world."""
    return case.world(session, Not(identity)) or case.world(session)


def _saying(case: Case, identity: Formula) -> tuple[int, ...] | None:
    """The premises that only say that two names are one thing, i.e. that follow from the identity
    alone and are not tautologies."""
    problem = case.problem
    empty = Session(
        Theory(problem.signature, (), problem.definitions),
        (),
        case.engine,
        case.timeout,
        case.cancel,
        case.shared_budget,
    )
    numbers = []
    for number, premise in enumerate(problem.premises):
        formula = expanded(case, premise)
        follows = follows_from(empty, Implies(identity, formula))
        trivial = follows_from(empty, formula)
        if follows is None or trivial is None:
            return None
        if follows and not trivial:
            numbers.append(number)
    return tuple(numbers)


CLAIM = Claim(
    name="alias",
    scope="strategy",
    strategy="alias_and_coreference_variation",
    title=phrase("Aliases must be matched"),
    meaning=phrase(
        "Some premises say that the two names are one thing: the names agree in every world that "
        "these premises allow. Saying it again changes no answer; without these premises some "
        "answer changes."
    ),
    source="LLMEval-Logic, appendix B.2, 6",
    fields=("names",),
    outcomes=_outcomes,
)
