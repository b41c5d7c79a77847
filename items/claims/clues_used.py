"""Clues used: every premise that is not a distractor is needed for some answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from items.claims.case import Case, premises_text
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.claims.declared_claims import declarations, numbers
from items.gold.right_answers import Response
from solver.errors import InputError
from solver.inspection.claims import claims
from solver.language.problem import Query
from solver.language.syntax import Formula, Implies, negation
from solver.phrases import phrase
from solver.results import Verdict, World


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    if not case.places:
        yield unknown(phrase("no question can be decided"))
        return
    spared = _distractors(case)
    clue_places = [n for n in range(len(case.problem.premises)) if n not in spared]
    supporting, complete = _supporting(case)
    unused: list[int] = []
    undecided: list[int] = []
    for number in clue_places:
        if number in supporting:
            continue
        changes = [case.changes(place, drop=frozenset({number})) for place in case.places]
        if True in changes:
            continue
        if None in changes or not complete:
            undecided.append(number)
        else:
            unused.append(number)
    if unused:
        yield refuted(
            phrase("no answer uses {a}", a=premises_text(unused)),
            premises=tuple(unused),
            world=_world_without(case, unused[0]),
        )
    elif undecided:
        yield unknown(
            phrase("not decided for {a}", a=premises_text(undecided)), premises=tuple(undecided)
        )
    else:
        yield proved(phrase("some answer uses each of the {a} premises", a=len(clue_places)))


def _distractors(case: Case) -> set[int]:
    """Premises that are declared to be distractors."""
    try:
        return {
            number
            for declared in declarations(case.item, "distractor")
            for number in numbers(declared, "premises") or ()
        }
    except InputError:
        return set()


def _world_without(case: Case, number: int) -> World | None:
    """A world that only this premise excludes, or else any world."""
    session = case.session(drop=frozenset({number}))
    return case.world(session, negation(case.problem.premises[number])) or case.world(session)


def _supporting(case: Case) -> tuple[set[int], bool]:
    """Premises of the baseline in some minimal support of some answer, and whether all supports of
    all answers were found."""
    supporting: set[int] = set()
    complete = True
    premise_count = len(case.problem.premises)
    for place in case.places:
        session = case.session(case.variant_of(place))
        resting = _resting(case, place)
        if resting is None:
            complete = False
            continue
        for formula in resting:
            supports = session.supports(formula)
            if supports is None:
                complete = False
                continue
            complete = complete and supports.exhausted
            for chosen in supports.sets:
                # Under a variant, a replacement has the number of the premise that it replaces, but
                # is a different premise.
                own = case.theory(case.variant_of(place), frozenset(chosen), keep=True)
                supporting.update(p.number for p in own.premises if p.number < premise_count)
    return supporting, complete


def _resting(case: Case, place: int) -> tuple[Formula, ...] | None:
    """The formulas that must follow for an answer to be correct; None if that is not known."""
    response, query = case.response(place), case.query(place)
    options = [o for o in case.formal.options.get(place, ()) if o is not None]
    if options:
        return _options(case, place, options, response)
    if query is None or not response.known:
        return None
    if case.leaf(place).kind == "truth" and query.formula is not None:
        formula = {"true": query.formula, "false": negation(query.formula)}.get(str(response.value))
        if formula is None:
            return ()
        return (formula if query.given is None else Implies(query.given, formula),)
    session = case.session(query.under)
    answer = session.ask(query, want_supports=False).answer
    return claims(session, query, answer)


def _options(
    case: Case, place: int, options: list[Formula], response: Response
) -> tuple[Formula, ...]:
    """For a question with options: those that follow or, if it asks what is possible, the negations
    of those that are excluded; for a missing premise, the conclusion from each option that
    completes it."""
    query, leaf = case.query(place), case.leaf(place)
    session = case.session(case.variant_of(place))
    right = response.value if isinstance(response.value, frozenset) else frozenset()
    if case.item.attributes.get("question_type") == "missing":
        if query is None or query.formula is None:
            return ()
        return tuple(
            Implies(option, query.formula) for n, option in enumerate(options) if n in right
        )
    candidates = [negation(o) for o in options] if leaf.right_where_possible else options
    return tuple(
        formula
        for formula in candidates
        if session.ask(Query("necessary", "", formula), want_supports=False).answer.verdict
        == Verdict.NECESSARY
    )


CLAIM = Claim(
    name="clues-used",
    scope="item",
    strategy="",
    title=phrase("Every clue is used"),
    meaning=phrase(
        "Every premise that is not declared a distractor is in a "
        "minimal support of some answer, or some answer changes "
        "without it."
    ),
    source="LLMEval-Logic, appendix I",
    fields=(),
    outcomes=_outcomes,
)
