"""One item as a page of text: the question, the gold answer, the formalization in signs and words.

Owns the layout of `items show`. Uses no colours and no pager: the text is meant for pipes too.
"""

from collections.abc import Iterator

from items.formal import formal_item
from items.models import Item, Question
from items.values.answer_text import format_answer
from items.values.letters import letter
from solver.errors import InputError
from solver.language.printer import print_formula
from solver.language.problem import Add, Drop, Edit, Problem, Replace
from solver.language.syntax import (
    EnumSort,
    Formula,
    IndividualSort,
    PredicateSort,
    Signature,
    Symbol,
)
from solver.language.words import Language, words
from solver.phrases import phrase


def item_text(item: Item, proof: str) -> str:
    """The whole page; `proof` is the item's proof state."""
    return "\n".join(_lines(item, proof))


def _lines(item: Item, proof: str) -> Iterator[str]:
    yield item.id + (f"  {item.title}" if item.title else "")
    source = item.provenance
    record = "" if source.index is None else f"record {source.index}"
    place = f"{source.file} {record}".strip()
    facts = [item.language, source.benchmark, place, f"gold {proof}"]
    yield " · ".join(fact for fact in facts if fact)
    if item.attributes:
        yield " · ".join(f"{name} {value}" for name, value in item.attributes.items())
    yield from ("", item.text)
    for question in item.questions:
        yield from _question(question, "Question")
    if item.explanation:
        yield from ("", "Explanation", f"  {item.explanation}")
    if item.formalization is not None:
        yield ""
        try:
            formal = formal_item(item)
        except InputError as error:
            yield from ("The formalization cannot be read", str(error))
            return
        if formal is not None:
            yield from _problem(formal.problem, "zh" if item.language == "zh" else "en")
    if item.rubric:
        yield from ("", f"Rubric: {len(item.rubric)} requirements")
        for atom in item.rubric:
            yield f"  {atom.id}  {atom.description}"


def _question(question: Question, word: str) -> Iterator[str]:
    kind = question.kind or f"{len(question.parts)} parts"
    about = f", about {question.query_kind}" if question.query_kind else ""
    yield ""
    yield f"{word} {question.id} ({kind}{about})"
    if question.condition:
        yield f"  Under the condition: {question.condition}"
    if question.text:
        yield f"  {question.text}"
    for n, option in enumerate(question.options):
        formula = f"   [{option.formula}]" if option.formula is not None else ""
        yield f"  {letter(n)}  {option.text}{formula}"
    if question.query:
        yield f"  query  {question.query}"
    if question.gold is not None:
        yield f"  gold   {format_answer(question.gold, question)}"
    for part in question.parts:
        yield from _question(part, "Part")


def _problem(problem: Problem, language: Language) -> Iterator[str]:
    signature = problem.signature
    yield "Symbols"
    for symbol in signature.symbols.values():
        yield f"  {_head(symbol)}" + (f"  {symbol.gloss}" if symbol.gloss else "")
    yield "Premises"
    for n, premise in enumerate(problem.premises, start=1):
        yield from _formula(str(n), premise, signature, language)
    if problem.definitions:
        yield "Definitions"
        for name, formula in problem.definitions.items():
            yield from _formula(f"{name} :=", formula, signature, language)
    for variant in problem.variants.values():
        yield f"Variant {variant.name}"
        for edit in variant.edits:
            yield from _edit(edit, signature, language)
    for warning in problem.warnings:
        yield f"Note: {warning}"


def _head(symbol: Symbol) -> str:
    match symbol.sort:
        case PredicateSort(arity):
            places = symbol.places or tuple(f"x{n}" for n in range(1, arity + 1))
            return f"{symbol.name}({', '.join(places)})"
        case EnumSort(values):
            return f"{symbol.name} : {', '.join(values)}"
        case IndividualSort(label):
            return f"{symbol.name} : {label}"
    return symbol.name


def _formula(
    head: str, formula: Formula, signature: Signature, language: Language
) -> Iterator[str]:
    yield f"  {head}  {print_formula(formula)}"
    yield f"  {' ' * len(head)}  {words(formula, signature, language)}"


def _edit(edit: Edit, signature: Signature, language: Language) -> Iterator[str]:
    match edit:
        case Drop(number):
            yield f"  drop {number + 1}"
        case Add(formula):
            yield from _formula("add", formula, signature, language)
        case Replace(number, formula):
            yield from _formula(f"replace {number + 1}", formula, signature, language)
        case _:
            yield from _formula(
                phrase("define {a}", a=edit.name), edit.formula, signature, language
            )
