"""Variants: the premises and definitions under each, and edits typed on the command line.

Owns numbering (all edits of a variant refer to the numbers of the baseline), the checks of edits
and definitions, and the syntax of edits. Leaves their JSON form to `loader`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.cancel import NO_LIMIT, Budget, within
from solver.errors import FormulaError, InputError
from solver.language.dialect import reading
from solver.language.parser import formula_of
from solver.language.parser_parts import MAX_DEPTH
from solver.language.printer import Notation, print_formula
from solver.language.problem import (
    BASELINE,
    Add,
    Define,
    Drop,
    Edit,
    Premise,
    Problem,
    Replace,
    Theory,
    Variant,
)
from solver.language.signature import SignatureBuilder, builder_for, extended, suggestion
from solver.language.syntax import Formula, Prop, children, negation, walk
from solver.phrases import phrase

MOST_NODES = 100_000
"""Maximum operators and symbols of a definition after all names in it are expanded."""
_WORDS = {
    "drop": "drop 1",
    "negate": "negate 1",
    "replace": "replace 1 FORMULA",
    "add": "add FORMULA",
    "define": "define NAME FORMULA",
}
_NUMBER = re.compile(r"[0-9]{1,1000}")
_EDIT = re.compile(r"\s*(\S+)(?:\s+(\S+)(?:\s+([\s\S]+))?)?\s*\Z")


def theory(problem: Problem, variant: str | Variant | None = None) -> Theory:
    """The premises and definitions under a variant, given by name or as an object; None is the
    baseline.

    Raises InputError for a variant that does not exist or whose edits do not fit.
    """
    if variant is None or variant == BASELINE:
        premises = Premise.numbered(problem.premises)
        return Theory(problem.signature, premises, problem.definitions, BASELINE, problem)
    if isinstance(variant, str):
        named = problem.variants.get(variant)
        if named is None:
            near = suggestion(variant, problem.variants)
            names = ", ".join(problem.variants) or "none"
            hint = phrase("Did you mean {a}?", a=near) if near else f"Variants: {names}."
            raise InputError(phrase("There is no variant {a}", a=variant), hint=hint)
        variant = named
    count = len(problem.premises)
    check_edits(variant.edits, count)
    remaining: dict[int, Formula] = dict(enumerate(problem.premises))
    added: list[Formula] = []
    for edit in variant.edits:
        match edit:
            case Drop(number):
                del remaining[number]
            case Replace(number, formula):
                remaining[number] = formula
            case Add(formula):
                added.append(formula)
    definitions = with_definitions(problem.definitions, variant)
    if definitions is not problem.definitions:
        check_definitions(definitions)
    signature = extended(
        problem.signature,
        [edit.formula for edit in variant.edits if not isinstance(edit, Drop)],
        definitions,
    )
    numbered = [*remaining.items(), *enumerate(added, count)]
    premises = tuple(Premise(number, formula) for number, formula in numbered)
    return Theory(signature, premises, definitions, variant.name, problem)


def with_definitions(
    definitions: Mapping[str, Formula], variant: Variant | None
) -> Mapping[str, Formula]:
    """The definitions with a variant's changes; the same mapping where it changes none."""
    own = {e.name: e.formula for e in (variant.edits if variant else ()) if isinstance(e, Define)}
    return {**definitions, **own} if own else definitions


def check_edits(edits: Iterable[Edit], premises: int) -> None:
    """Raise InputError for an edit out of range or for two edits of one premise or name."""
    edited: set[int | str] = set()
    subject: str
    key: int | str
    for edit in edits:
        match edit:
            case Drop(number) | Replace(number, _):
                if not 0 <= number < premises:
                    raise _out_of_range(number + 1, premises)
                subject, key = f"Premise {number + 1}", number
            case Define(name, _):
                subject, key = name, name
            case _:
                continue
        if key in edited:
            raise InputError(
                phrase("{a} is edited twice", a=subject),
                hint="All edits refer to the premises as they were.",
            )
        edited.add(key)


def check_definitions(definitions: Mapping[str, Formula], budget: Budget = NO_LIMIT) -> None:
    """Raise InputError for circular definitions, naming the cycle, and for definitions that nest
    too deeply when expanded; `GaveUp` at the end of the budget."""
    depths: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for name in within(definitions, budget):
        _measure(name, definitions, depths, sizes)


def _measure(
    start: str,
    definitions: Mapping[str, Formula],
    depths: dict[str, int],
    sizes: dict[str, int],
) -> None:
    """Compute the nesting depth and size of a defined name after all names in it are expanded."""
    path = [start]
    while path:
        name = path[-1]
        formula = definitions[name]
        names = [node.name if isinstance(node, Prop) else "" for node in walk(formula)]
        inside = Counter([name for name in names if name in definitions])
        waiting = next((other for other in inside if other not in depths), None)
        if waiting in path:
            cycle = " → ".join([*path[path.index(waiting) :], waiting])
            raise InputError(phrase("Definitions are circular"), cycle)
        if waiting is not None:
            path.append(waiting)
            continue
        depths[name] = _depth(formula) + max((depths[other] for other in inside), default=0)
        if depths[name] > MAX_DEPTH:
            raise InputError(
                phrase("Definitions nest too deeply"),
                phrase("{a} has more than {b} levels when expanded", a=name, b=MAX_DEPTH),
            )
        sizes[name] = len(names) + sum(sizes[other] * n for other, n in inside.items())
        if sizes[name] > MOST_NODES:
            raise InputError(
                phrase("Definitions are too large"),
                phrase(
                    "{a} has more than {b} operators and symbols when expanded",
                    a=name,
                    b=format(MOST_NODES, ","),
                ),
                phrase(
                    "Make its parts symbols of their own, with premises that say what they mean."
                ),
            )
        path.pop()


def _depth(formula: Formula) -> int:
    level: list[Formula] = [formula]
    depth = 0
    while level:
        depth += 1
        level = [child for node in level for child in children(node)]
    return depth


@dataclass(frozen=True, slots=True)
class ReadEdits:
    """Parsed edits."""

    variant: Variant
    reading: tuple[str, ...]
    """Notes on how their formulas were read, where they could be read differently."""


def read_edits(
    texts: Iterable[str], problem: Problem, name: str = "edited", *, strict: bool = False
) -> ReadEdits:
    """Parse several edits into one variant; names defined by one may be used in the others. Raises
    InputError for a text that is not an edit, an edit out of range, and two edits of one premise or
    name."""
    listed = list(texts)
    builder = builder_for(problem, strict=strict)
    for text in listed:
        match = _EDIT.match(text)
        if match is not None and match.group(1) == "define" and match.group(2):
            _check_name(match.group(2), text, builder)
            builder.define(match.group(2))
    edits = tuple([_read_edit(text, problem, builder) for text in listed])
    check_edits(edits, len(problem.premises))
    notes = (*reading(builder.dialect, listed), *builder.notes)
    return ReadEdits(Variant(name, edits), notes)


def format_edit(edit: Edit, notation: Notation = Notation.UNICODE) -> str:
    """The edit in the form in which a user types it."""
    match edit:
        case Drop(number):
            return f"drop {number + 1}"
        case Add(formula):
            return f"add {print_formula(formula, notation)}"
        case Replace(number, formula):
            return f"replace {number + 1} {print_formula(formula, notation)}"
        case Define(name, formula):
            return f"define {name} {print_formula(formula, notation)}"


def _read_edit(text: str, problem: Problem, builder: SignatureBuilder) -> Edit:
    match = _EDIT.match(text)
    word, first, rest = match.groups() if match else ("", None, None)
    if word not in _WORDS:
        near = suggestion(word, _WORDS)
        hint = f"Did you mean {near}? " if near else ""
        raise InputError(
            phrase("{a} is not an edit", a=repr(text)),
            hint=f"{hint}Edits: {', '.join(_WORDS.values())}.",
        )
    usage = InputError(
        phrase("{a} is an incomplete edit", a=repr(text)), hint=f"Write it as: {_WORDS[word]}"
    )
    if match is None or first is None:
        raise usage
    if word == "add":
        return Add(_formula(text, match.start(2), builder))
    if word == "define":
        if rest is None:
            raise usage
        _check_name(first, text, builder)
        return Define(first, _formula(text, match.start(3), builder))
    if not _NUMBER.fullmatch(first):
        raise usage
    number = int(first) - 1
    if not 0 <= number < len(problem.premises):
        raise _out_of_range(number + 1, len(problem.premises))
    if word == "replace":
        if rest is None:
            raise usage
        return Replace(number, _formula(text, match.start(3), builder))
    if rest is not None:
        raise usage
    return Drop(number) if word == "drop" else Replace(number, negation(problem.premises[number]))


def _formula(text: str, start: int, builder: SignatureBuilder) -> Formula:
    """The formula from `start` on; errors show the whole edit."""
    try:
        return formula_of(text[start:], builder)
    except FormulaError as error:
        place = start + error.position
        raise FormulaError(text, place, error.reason, error.hint) from None


def _check_name(name: str, text: str, builder: SignatureBuilder) -> None:
    if not name.isidentifier() or not name.isascii():
        raise InputError(phrase("{a} is not a name", a=repr(name)), f"in {text!r}")
    symbol = builder.symbols.get((name, 0))
    if symbol is not None:
        raise InputError(
            phrase("{a} is a symbol; only defined names can be defined", a=name), f"in {text!r}"
        )


def _out_of_range(number: int, premises: int) -> InputError:
    return InputError(
        phrase("There is no premise {a}", a=number),
        f"Premises go from 1 to {premises}." if premises else "There are no premises.",
    )
