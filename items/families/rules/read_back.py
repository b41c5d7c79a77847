"""Reader for tasks about rules of inference: finds differences between a text and its formulas."""

from collections.abc import Iterator, Mapping

from items.models import Item
from items.wording.bank import Language, language_of, load_bank
from items.wording.conventions import with_conventions, without_conventions
from items.wording.forms import equivalent
from items.wording.reader import Reader, Unreadable
from solver.language.parser import parse_formula
from solver.language.printer import print_formula

_QUESTIONS: Mapping[Language, tuple[str, str]] = {
    "en": ("Is the following statement true, false, or unknown? “", "”"),
    "zh": ("下面的陈述是真、是假，还是无法确定？“", "”"),
}


_INNER: Mapping[int, str] = {ord("“"): "‘", ord("”"): "’"}
"""Quotation marks inside a quoted statement."""


def question_text(statement: str, language: Language) -> str:
    """Return the question about a statement."""
    before, after = _QUESTIONS[language]
    return f"{before}{statement.translate(_INNER)}{after}"


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    groups = item.provenance.parameters.get("groups")
    if formal is None or len(item.questions) != 1 or not isinstance(groups, list):
        return
    language = language_of(item.language)
    bank = load_bank(language).by_id
    if any(name not in bank for name in groups):
        return
    assignment = {
        name: bank[group] for name, group in zip(formal["parameters"], groups, strict=True)
    }
    for name, gloss in formal.get("translation", {}).items():
        if name in assignment and gloss not in assignment[name].affirmative:
            yield f"{name} stands for {gloss}"
    reader = Reader(assignment, language)
    question = item.questions[0]
    before, after = _QUESTIONS[language]
    if not (question.text.startswith(before) and question.text.endswith(after)):
        yield f"unknown question: {question.text}"
        return
    statement = question.text.removeprefix(before).removesuffix(after)
    if "“" in statement:
        yield f"nested quotations with the same marks: {question.text}"
    if language == "zh":
        statement = statement.translate({ord(inner): chr(outer) for outer, inner in _INNER.items()})
    try:
        heard = reader.passage(without_conventions(item.text, language))
        conclusion = reader.sentence(statement)
    except Unreadable as error:
        yield str(error)
        return
    premises = [parse_formula(str(entry)) for entry in formal["premise"]]
    if with_conventions(without_conventions(item.text, language), statement, language) != item.text:
        yield "the text does not define its ambiguous words"
    if heard.conclusion is not None or len(heard.premises) != len(premises):
        yield f"{len(heard.premises)} premises in the text, {len(premises)} in the formulas"
        return
    for premise, other in zip(heard.premises, premises, strict=True):
        if not equivalent(premise, other):
            yield f"text: {print_formula(premise)}; formulas: {print_formula(other)}"
    query = parse_formula((question.query or "").removeprefix("necessary(").removesuffix(")"))
    if not equivalent(conclusion, query):
        yield f"the question is about {print_formula(conclusion)}, not {question.query}"
