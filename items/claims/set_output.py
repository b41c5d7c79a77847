"""Set output: questions whose answer requires searching a closed space."""

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from items.claims.case import Case
from items.claims.claim import Claim, Outcome, State, proved, refuted, together, unknown
from solver.language.miniscoping import disjunction
from solver.language.problem import Query
from solver.language.syntax import Constant, Equal, ForAll, Formula, Variable, symbols_of
from solver.language.usage import query_formulas
from solver.phrases import phrase
from solver.results import Verdict


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    searching = [p for p in case.places if (q := case.query(p)) is not None and _searches(q)]
    if not searching:
        yield refuted(
            phrase(
                "no question asks for a list, a number, a projection, uniqueness or an alternative"
            ),
            world=case.world(case.session()),
        )
        return
    parts = [_searched(case, place) for place in searching]
    parts += _bundled(case)
    if not any(part.figures.get("solution", 0) != part.figures.get("space") for part in parts):
        state = State.REFUTED
        reason: str = phrase("no question excludes anything: every candidate is a solution")
    else:
        state = together(parts)
        reason = next((part.reason for part in parts if part.state is state), "")
    if state is State.PROVED:
        part_reasons = (f"{part.subject}: {part.reason}" for part in parts)
        reason = phrase("the space is closed; {a}", a="; ".join(part_reasons))
    world = next((part.world for part in parts if part.state is state), None)
    yield Outcome(state, reason, world=world)
    yield from parts


def _searches(query: Query) -> bool:
    """Whether a query searches a space; a query without targets asks for one judgment."""
    return bool(query.targets or query.listed or query.variable)


def _bundled(case: Case) -> list[Outcome]:
    """Outcomes for questions of several parts, which ask for more than one target."""
    return [
        refuted(
            phrase("one question asks for {a} things", a=len(question.parts)),
            subject=question.id,
        )
        for question in case.item.questions
        if len(question.parts) > 1
    ]


def _searched(case: Case, place: int) -> Outcome:
    query = case.query(place)
    assert query is not None
    id = case.leaf(place).id
    undeclared = _undeclared(case, query)
    if undeclared:
        return refuted(phrase("not declared: {a}", a=", ".join(undeclared)), subject=id)
    if query.variable is not None:
        return _individuals(case, place, query)
    if query.listed:
        space = len(query.listed)
        answer = case.session(query.under).ask(query, want_supports=False).answer
        solution = None if answer.projection is None else len(answer.projection)
    elif query.compared:
        space = prod(len(case.values(target)) for target in query.targets)
        solution = case.session(query.under).ask(query, want_supports=False).answer.count
    else:
        space = prod(len(case.values(target)) for target in query.targets)
        # An alternative is searched among the worlds in which the formula fails.
        solution = case.count(query.targets, query.under, given=query.given)
    if solution is None:
        return unknown(phrase("the solutions were not counted"), subject=id)
    figures = {"solution": solution, "space": space}
    if space < 2:
        return refuted(phrase("there is nothing to search"), subject=id, figures=figures)
    return proved(phrase("{a} of {b} candidates", a=solution, b=space), subject=id, figures=figures)


def _individuals(case: Case, place: int, query: Query) -> Outcome:
    """Check a question about individuals, which are a closed set only if the premises say that
    there are no others."""
    id = case.leaf(place).id
    session = case.session(query.under)
    constants = session.theory.signature.constants()
    answer = session.ask(query, want_supports=False).answer
    if answer.count is None:
        return unknown(answer.reason or phrase("the individuals were not counted"), subject=id)
    figures = {"solution": answer.count, "space": len(constants)}
    closure: Formula = ForAll(
        "x", disjunction([Equal(Variable("x"), Constant(name)) for name in constants])
    )
    engine_answer = session.ask(Query("necessary", "", closure), want_supports=False).answer
    if engine_answer.verdict == Verdict.NECESSARY:
        text = phrase(
            "{a} of {b} individuals, and there are no others", a=answer.count, b=len(constants)
        )
        return proved(text, subject=id, figures=figures)
    if engine_answer.unknown:
        return unknown(engine_answer.reason or "not decided", subject=id, figures=figures)
    return refuted(
        phrase("individuals are not a closed set: there may be others than those named"),
        subject=id,
        world=engine_answer.countermodel,
        figures=figures,
    )


def _undeclared(case: Case, query: Query) -> list[str]:
    keys = {key for formula in query_formulas(query) for key in symbols_of(formula)}
    symbols = case.problem.signature.symbols
    used = (symbols[key] for key in sorted(keys) if key in symbols)
    return [symbol.name for symbol in used if not symbol.declared]


CLAIM = Claim(
    name="set-output",
    scope="strategy",
    strategy="change_question_to_set_output",
    title=phrase("A closed space is searched"),
    meaning=phrase(
        "Some question asks for a list, a number, a projection, "
        "uniqueness or an alternative over declared symbols with "
        "finitely many values; some candidates are excluded; and no "
        "question asks for two things."
    ),
    source="LLMEval-Logic, appendix B.2, 3",
    fields=(),
    outcomes=_outcomes,
)
