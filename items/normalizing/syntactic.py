"""L2, syntactic: every formula parses, and is written with exactly the brackets it needs.

Owns parsing each text alone, the report on one that cannot be parsed, and the uniform format of the
others. A repair is proposed to a person, never applied.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from items.files.repairs import PROPOSAL_PREFIX
from items.normalizing.layer import (
    NormalizedFormalization,
    Place,
    Trouble,
    displayed,
    rewritten,
    texts,
)
from solver.errors import FormulaError, InputError
from solver.kinds.base import text_of
from solver.kinds.registry import kind_of
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.language.problem import Drop, Problem, Query
from solver.language.syntax import Formula, symbols_of


def normalize(
    formalization: Mapping[str, Any], _keep_names: bool = False
) -> NormalizedFormalization:
    """The formalization with its premises, queries, definitions and edits in uniform format."""
    try:
        problem = load_problem(formalization)
    except InputError as whole:
        troubles = [
            trouble
            for place, text in texts(formalization)
            if (trouble := _alone(formalization, place, text))
        ]
        return NormalizedFormalization(
            formalization, (), tuple(troubles) or (_trouble(whole.title, whole),)
        )
    new = _printed(problem, formalization)
    even = rewritten(formalization, new)
    unlike = _queries_unlike(problem, even.formalization)
    return (
        even
        if not unlike
        else rewritten(formalization, {p: t for p, t in new.items() if p not in unlike})
    )


def _printed(problem: Problem, formalization: Mapping[str, Any]) -> dict[Place, str]:
    """Every text in uniform format, except those with a function of individuals, which would be
    printed as the relations that represent it."""
    relations = {(name, arity + 1) for name, arity in problem.functions}
    new: dict[Place, str] = {}

    def add(place: Place, *formulas: Formula | None, written: str = "") -> None:
        present = [formula for formula in formulas if formula is not None]
        if not any(symbols_of(formula) & relations for formula in present):
            new[place] = written or "; ".join(map(print_formula, present))

    listed = formalization.get("premise")
    if isinstance(listed, str) and listed.strip():
        add(("premise",), *problem.premises)
    elif isinstance(listed, list):
        for number, (formula, _) in enumerate(zip(problem.premises, listed, strict=False)):
            add(("premise", number), formula)
    questions = formalization.get("question")
    texts = [text_of(kind_of(query.kind), query) for query in problem.queries]
    if isinstance(questions, str) and texts:
        add(("question",), *_query_formulas(*problem.queries), written="; ".join(texts))
    elif isinstance(questions, list):
        for number, (query, text) in enumerate(zip(problem.queries, texts, strict=True)):
            add(("question", number), *_query_formulas(query), written=text)
    for name, formula in problem.definitions.items():
        add(("define", name), formula)
    for name, variant in problem.variants.items():
        for number, edit in enumerate(variant.edits):
            if not isinstance(edit, Drop):
                add(("variants", name, number, "formula"), edit.formula)
    return new


def _query_formulas(*queries: Query) -> Iterator[Formula | None]:
    for query in queries:
        yield query.formula
        yield query.given
        yield from (target.formula for target in (*query.targets, *query.listed))


def _queries_unlike(problem: Problem, formalization: Mapping[str, Any]) -> frozenset[Place]:
    """Places of queries that would be parsed differently in uniform format: a plug-in's kind may
    print less than it parses."""
    try:
        after = load_problem(formalization).queries
    except InputError:
        after = ()
    queries = problem.queries
    same = [
        replace(query, text="") == replace(other, text="")
        for query, other in zip(queries, after, strict=False)
    ]
    if len(after) == len(queries) and all(same):
        return frozenset()
    whole: Place = ("question",)
    if len(after) != len(queries):
        same = [False] * len(queries)
    return frozenset({whole, *(("question", n) for n, alike in enumerate(same) if not alike)})


def _alone(formalization: Mapping[str, Any], place: Place, text: str) -> Trouble | None:
    """The problem of one text considered alone; None if there is none."""
    rest = {
        key: formalization[key] for key in ("parameters", "translation") if key in formalization
    }
    define = formalization.get("define")
    if place[0] != "define" and isinstance(define, Mapping):
        # A defined name is a formula like a Bool, whether or not its own text can be parsed.
        declared = dict(rest.get("parameters") or {})
        rest["parameters"] = {**declared, **dict.fromkeys(map(str, define), "Bool")}
    rest["question" if place[0] == "question" else "premise"] = [text]
    try:
        load_problem(rest)
    except InputError as error:
        if place[0] == "question" and " under " in text and "variant" in str(error):
            return None
        return replace(_trouble(displayed(place), error), where=displayed(place))
    return None


def _trouble(where: str, error: InputError) -> Trouble:
    message = error.reason if isinstance(error, FormulaError) else error.message or error.title
    hint, _, proposal = error.hint.partition(PROPOSAL_PREFIX)
    return Trouble(where, " ".join(filter(None, (message, hint.strip()))), proposal.strip())
