"""L4, types and parameters: propositional or first-order, every symbol declared, uniform names.

Owns the declarations, and the deterministic names A, B, C, … of a propositional formalization's
symbols, in order of first use, together with the answers that mention them. First-order
formalizations keep their names.
"""

import re
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from items.normalizing.layer import Change, NormalizedFormalization, texts, with_texts
from solver.errors import InputError
from solver.language import lexer
from solver.language.dump import declarations
from solver.language.loader import load_problem, used_symbols
from solver.language.syntax import BoolSort, EnumSort, Symbol

LOGIC = "logictype"
_EVEN = re.compile(r"[A-Z][0-9]*")
"""Names that are already in the uniform format; rubrics and texts refer to them."""


def normalize(
    formalization: Mapping[str, Any], keep_names: bool = False
) -> NormalizedFormalization:
    """The formalization with exactly the symbols in use declared, and with uniform names unless
    `keep_names`."""
    try:
        problem = load_problem(formalization)
    except InputError:
        return NormalizedFormalization(formalization)
    used = used_symbols(problem)
    propositional = all(isinstance(symbol.sort, BoolSort | EnumSort) for symbol in used)
    declared = declarations(used, used)
    changes: list[Change] = []
    before = formalization.get("parameters")
    if not isinstance(before, Mapping) or dict(before) != declared:
        old = ", ".join(f"{k}: {v}" for k, v in before.items()) if before else ""
        changes.append(
            Change("parameters", old, ", ".join(f"{k}: {v}" for k, v in declared.items()))
        )
    kind = "pl" if propositional else "fol"
    if formalization.get(LOGIC) not in (None, kind):
        changes.append(Change(LOGIC, str(formalization[LOGIC]), kind))
    typed = {**formalization, "parameters": declared, LOGIC: kind}
    even = propositional and not problem.definitions and not keep_names
    names = _names(used, formalization) if even else {}
    if not names:
        return NormalizedFormalization(typed, tuple(changes))
    changes += [Change("symbol", old, new) for old, new in names.items() if old != new]
    return NormalizedFormalization(_over(typed, names), tuple(changes), (), names)


def _listed(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}: {sort}" for name, sort in parameters.items())


def _names(used_symbols: tuple[Symbol, ...], formalization: Mapping[str, Any]) -> dict[str, str]:
    """New names for the Bools, in order of first use; empty if they already have such names."""
    bools = {symbol.name for symbol in used_symbols if isinstance(symbol.sort, BoolSort)}
    enums = [symbol for symbol in used_symbols if isinstance(symbol.sort, EnumSort)]
    used_names = {symbol.name for symbol in enums}
    for symbol in enums:
        if isinstance(symbol.sort, EnumSort):
            used_names.update(symbol.sort.values)
    order = dict.fromkeys(
        token
        for _, text in texts(formalization)
        for token in lexer.tokenize(text)
        if token in bools
    )
    fresh = (name for name in _letters() if name not in used_names)
    if all(_EVEN.fullmatch(name) for name in order):
        return {}
    return dict(zip(order, fresh, strict=False))


def _letters() -> Iterator[str]:
    """A to Z, then A1 to Z1, and so on."""
    yield from ascii_uppercase
    number = 0
    while True:
        number += 1
        yield from (f"{letter}{number}" for letter in ascii_uppercase)


def _over(formalization: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The formalization with all names replaced simultaneously."""
    new = with_texts(
        formalization, {place: _renamed(text, names) for place, text in texts(formalization)}
    )
    for field in ("parameters", "translation"):
        old = formalization.get(field)
        if isinstance(old, Mapping):
            new[field] = {names.get(key, key): text for key, text in old.items()}
    answer = formalization.get("answer")
    if isinstance(answer, list):
        new["answer"] = [
            _renamed(text, names) if isinstance(text, str) else text for text in answer
        ]
    return new


def _renamed(text: str, names: Mapping[str, str]) -> str:
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w\\])(?:{pattern})(?!\w)", lambda match: names[match[0]], text)
