"""L2, syntactic: every formula is one, and is written with the brackets it needs.

Owns reading each text by itself, what is said of one that cannot be read, and the even form of the
others. A repair is proposed to a person, never made.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from items.normalizing.layer import Normalized, Place, Trouble, rewritten, shown, texts
from items.repairs import PROPOSED
from solver.errors import FormulaError, InputError
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.language.problem import Problem

TITLE = "syntactic"


def normalize(data: Mapping[str, Any], _keep_names: bool = False) -> Normalized:
    """The formalization with its premises and definitions in even form."""
    try:
        problem = load_problem(data)
    except InputError as whole:
        troubles = [
            trouble for place, text in texts(data) if (trouble := _alone(data, place, text))
        ]
        return Normalized(data, (), tuple(troubles) or (_trouble(whole.title, whole),))
    if problem.functions:
        # Relations would be written where the author wrote functions.
        return Normalized(data)
    return rewritten(data, _printed(problem, data))


def _printed(problem: Problem, data: Mapping[str, Any]) -> dict[Place, str]:
    listed = data.get("premise")
    premises = listed if isinstance(listed, list) else []
    new: dict[Place, str] = {
        ("premise", number): print_formula(formula)
        for number, (formula, _) in enumerate(zip(problem.premises, premises, strict=False))
    }
    for name, formula in problem.definitions.items():
        new["define", name] = print_formula(formula)
    return new


def _alone(data: Mapping[str, Any], place: Place, text: str) -> Trouble | None:
    """What is wrong with one text, the others left out; None where nothing is."""
    rest = {key: data[key] for key in ("parameters", "translation") if key in data}
    define = data.get("define")
    if place[0] != "define" and isinstance(define, Mapping):
        # A defined name is a formula like a Bool, whether or not its own text can be read.
        declared = dict(rest.get("parameters") or {})
        rest["parameters"] = {**declared, **dict.fromkeys(map(str, define), "Bool")}
    rest["question" if place[0] == "question" else "premise"] = [text]
    try:
        load_problem(rest)
    except InputError as error:
        if place[0] == "question" and " under " in text and "variant" in str(error):
            return None
        return replace(_trouble(shown(place), error), where=shown(place))
    return None


def _trouble(where: str, error: InputError) -> Trouble:
    message = error.reason if isinstance(error, FormulaError) else error.message or error.title
    hint, _, proposal = error.hint.partition(PROPOSED)
    return Trouble(where, " ".join(filter(None, (message, hint.strip()))), proposal.strip())
