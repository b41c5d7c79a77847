"""Worlds and verdicts in natural language.

Owns sentences about one world and the lines that display a finite structure. Leaves the wording of
verdicts to their kinds, formulas to `words`, and layout to the screens.
"""

import re
from itertools import product

from solver.engines.atoms import ground_atom
from solver.errors import FormulaError
from solver.kinds.registry import verdict_word
from solver.kinds.words import Text
from solver.language.parser import parse_formula
from solver.language.syntax import (
    Constant,
    EnumIs,
    Equal,
    Formula,
    Not,
    Pred,
    Prop,
    Signature,
    Symbol,
    Variable,
)
from solver.language.words import Language, words
from solver.results import Structure, World
from solver.structures import in_order

MOST_ROWS = 200
"""Maximum rows displayed for a predicate of more than one place; the rest are only counted."""
_UNKNOWN = Text("unknown: not decided", "未知：没有判定")
_SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "one": "there is exactly one individual: {names}",
        "many": "there are exactly {n} individuals: {names}",
        "nothing": "for no {x}: {what}",
        "otherwise": "for no other {x}: {what}",
        "more": "for {n} more of {x}: {what}",
        "is": "{a} is {b}",
        "true": "{a} is true",
        "false": "{a} is false",
        "stop": ".",
        "and": ", ",
    },
    "zh": {
        "one": "恰有一个个体：{names}",
        "many": "恰有{n}个个体：{names}",
        "nothing": "对任何{x}，“{what}”都不成立",
        "otherwise": "对其他的{x}，“{what}”都不成立",
        "more": "另有{n}组{x}：{what}",
        "is": "{a}就是{b}",
        "true": "{a}为真",
        "false": "{a}为假",
        "stop": "。",
        "and": "、",
    },
}
_QUESTION_WORDS = frozenset(
    ("when", "where", "who", "whom", "whose", "which", "what", "why", "how", "whether")
)
"""A gloss that begins so, such as “who signed it”, is a question: its value follows a colon."""


def verdict_words(verdict: str, language: Language = "en") -> str:
    """The meaning of a verdict in one line, which begins with the verdict itself."""
    word = verdict_word(verdict)
    return (_UNKNOWN if word is None else word.meaning).of(language)


def world_in_words(world: World, signature: Signature, language: Language = "en") -> list[str]:
    """The world as sentences, in its order: true atoms by their gloss, false ones negated. A symbol
    without a gloss gives "A is true" or "A is false"."""
    texts: list[str] = []
    if isinstance(world, Structure):
        texts += _individuals(world, signature, language)
        texts += [
            _value_sentence(key, value, signature, language) for key, value in world.values.items()
        ]
        for key, tuples in world.predicates.items():
            texts += _predicate(key, tuples, world, signature, language)
    else:
        texts += [_value_sentence(key, value, signature, language) for key, value in world.items()]
    names = {symbol.name for symbol in signature.symbols.values() if not symbol.gloss}
    names.update(world.domain if isinstance(world, Structure) else world)
    stop = _SENTENCES[language]["stop"]
    return [_capital(text, names) + stop for text in texts]


def clause(formula: Formula, signature: Signature, language: Language = "en") -> str:
    """A formula as a clause that can stand alone: a symbol without a gloss gives "A is true" or "A
    is false" instead of its bare name."""
    atom = formula.body if isinstance(formula, Not) else formula
    symbol = None
    if isinstance(atom, Prop):
        symbol = signature.get(atom.name)
    elif isinstance(atom, Pred):
        symbol = signature.get(atom.name, len(atom.args))
    if not isinstance(atom, Prop | Pred) or (symbol is not None and symbol.gloss):
        return words(formula, signature, language)
    pattern = _SENTENCES[language]["true" if atom is formula else "false"]
    return pattern.format(a=words(atom, signature, language))


def structure_lines(structure: Structure) -> list[str]:
    """The structure as short lines: individuals, constants, extensions of predicates, values."""
    lines = [f"individuals: {', '.join(structure.domain)}"]
    for name, element in structure.constants.items():
        if name != element:
            lines.append(f"{name} = {element}")
    for key, value in structure.values.items():
        lines.append(f"{key} = {_value(value)}")
    for key, tuples in structure.predicates.items():
        ordered = in_order(tuples, structure)
        many = len(ordered) > MOST_ROWS and len(ordered[0]) > 1
        listed = [
            elements[0] if len(elements) == 1 else f"({', '.join(elements)})"
            for elements in (ordered[:MOST_ROWS] if many else ordered)
        ]
        if many:
            listed.append(f"{len(ordered) - MOST_ROWS} more")
        lines.append(f"{key}: {', '.join(listed) or '–'}")
    return lines


def _capital(text: str, names: set[str]) -> str:
    """The text with its first letter capitalised, unless it begins with a bare name."""
    first = re.match(r"[A-Za-z0-9_]+", text)
    if first is None or first.group() in names:
        return text
    return text[:1].upper() + text[1:]


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else "true" if value else "false"


def _value_sentence(key: str, value: bool | str, signature: Signature, language: Language) -> str:
    """One entry of a model as a clause."""
    if isinstance(value, str):
        symbol = signature.get(key)
        if symbol is not None:
            asks = symbol.gloss.partition(" ")[0].lower() in _QUESTION_WORDS
            if asks and language == "en":
                return f"{symbol.gloss}: {value}"
            return words(EnumIs(key, value), signature, language)
        return words(Equal(Variable(key), Constant(value)), signature, language)
    formula = _atom_of(key, signature)
    return clause(formula if value else Not(formula), signature, language)


def _atom_of(key: str, signature: Signature) -> Formula:
    """The formula of a world's key; a Bool of that name if the key is not a formula."""
    if signature.get(key) is not None:
        return Prop(key)
    name, names = ground_atom(key)
    if names and signature.get(name, len(names)) is not None:
        return Pred(name, tuple(map(Constant, names)))
    # Parsing declares the whole signature, which is too slow to do for every symbol.
    try:
        return parse_formula(key, signature)
    except FormulaError:
        return Prop(key)


def _individuals(structure: Structure, signature: Signature, language: Language) -> list[str]:
    sentences = _SENTENCES[language]
    names = [_element(name, structure, signature) for name in structure.domain]
    pattern = sentences["one"] if len(names) == 1 else sentences["many"]
    individuals = [pattern.format(n=len(names), names=sentences["and"].join(names))]
    for name, element in structure.constants.items():
        if name != element:
            first = _element(name, structure, signature)
            individuals.append(
                sentences["is"].format(a=first, b=_element(element, structure, signature))
            )
    return individuals


def _element(name: str, structure: Structure, signature: Signature) -> str:
    symbol = signature.get(name) if name in structure.constants else None
    return symbol.gloss if symbol is not None and symbol.gloss else name


def _predicate(
    key: str,
    tuples: frozenset[tuple[str, ...]],
    structure: Structure,
    signature: Signature,
    language: Language,
) -> list[str]:
    """One place: a clause for every individual. More places: the tuples of which it holds, and a
    clause that it holds of no others."""
    symbol = _symbol(key, tuples, signature)
    name = key.partition("/")[0]
    arity = symbol.arity if symbol is not None else len(next(iter(tuples), ("",)))
    if arity == 1:
        return [
            clause(atom if elements in tuples else Not(atom), signature, language)
            for elements in product(structure.domain)
            for atom in [_atom(name, elements, structure)]
        ]
    texts = [
        clause(_atom(name, elements, structure), signature, language)
        for elements in in_order(tuples, structure)[:MOST_ROWS]
    ]
    places = symbol.places if symbol is not None else ()
    variables = tuple(map(Variable, places or [f"x{n + 1}" for n in range(arity)]))
    predicate_words = words(Pred(name, variables), signature, language)
    x = _SENTENCES[language]["and"].join(v.name for v in variables)
    if len(tuples) > MOST_ROWS:
        more = _SENTENCES[language]["more"]
        texts.append(more.format(n=len(tuples) - MOST_ROWS, x=x, what=predicate_words))
    if len(tuples) < len(structure.domain) ** arity:
        sentence = _SENTENCES[language]["otherwise" if tuples else "nothing"]
        texts.append(sentence.format(x=x, what=predicate_words))
    return texts


def _symbol(key: str, tuples: frozenset[tuple[str, ...]], signature: Signature) -> Symbol | None:
    """The predicate of a key such as "F" or "P/2"."""
    name, _, written = key.partition("/")
    arities = [arity for other, arity in signature.symbols if other == name and arity]
    if written:
        return signature.get(name, int(written))
    if tuples:
        return signature.get(name, len(next(iter(tuples))))
    return signature.get(name, arities[0]) if arities else None


def _atom(name: str, elements: tuple[str, ...], structure: Structure) -> Formula:
    terms = tuple(
        Constant(element) if element in structure.constants else Variable(element)
        for element in elements
    )
    return Pred(name, terms)
