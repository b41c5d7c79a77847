"""Reader for DivLogicEval items: finds differences between a text and its formulas."""

import re
from collections.abc import Iterator, Mapping, Sequence

from items.models import Item
from items.wording.bank import ClauseGroup, language_of, load_bank
from items.wording.conventions import without_conventions
from items.wording.forms import equivalent
from items.wording.reader import Reader, Unreadable
from items.wording.templates import load_templates
from items.wording.tokens import sentences_of
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.syntax import Formula

_SYMBOLIC = re.compile(
    r"(?:Premises: |前提：)(?P<premises>.+)(?:\n(?:Conclusion: |结论：)(?P<asked>.+))?"
)


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas; nothing for items with
    sentences from outside the bank. Raises InputError for an item in an unsupported language."""
    formal = item.formalization
    if formal is None or len(item.questions) != 1 or item.questions[0].kind != "choice":
        return
    question = item.questions[0]
    language = language_of(item.language)
    yield from _question(item)
    premises = [parse_formula(str(text)) for text in formal["premise"]]
    concluded = _query_formula(question.query)
    formulas = [None if o.formula is None else parse_formula(o.formula) for o in question.options]
    texts = [option.text for option in question.options]
    if item.attributes.get("kind") == "symbolic":
        match = _SYMBOLIC.fullmatch(item.text.strip())
        if match is None:
            yield f"premises are not listed in the usual format: {item.text[:80]}"
            return
        heard = [parse_formula(entry) for entry in re.split(r"[,，]\s*", match["premises"])]
        formula = None if match["asked"] is None else parse_formula(match["asked"])
        yield from _compare(heard, premises, "premise")
        yield from _conclusion(formula, concluded)
        yield from _compare([_read(text) for text in texts], formulas, "option")
        return
    groups = item.provenance.parameters.get("groups")
    bank = load_bank(language).by_id
    if not isinstance(groups, list) or any(name not in bank for name in groups):
        return
    assignment = {
        name: bank[group] for name, group in zip(formal["parameters"], groups, strict=True)
    }
    yield from _glosses(formal, assignment)
    reader = Reader(assignment, language)
    heard_premises: list[Formula | None] = []
    for sentence in sentences_of(without_conventions(item.text, language), language):
        try:
            passage = reader.passage(sentence)
        except Unreadable:
            yield f"a sentence that cannot be read: {sentence}"
            return
        if passage.conclusion is not None:
            yield from _conclusion(passage.conclusion, concluded)
            concluded = None
        heard_premises.extend(passage.premises)
    if concluded is not None:
        yield "the text does not contain the conclusion"
    yield from _compare(heard_premises, premises, "premise")
    heard_options: list[Formula | None] = []
    for text in texts:
        try:
            heard_options.append(reader.sentence(text))
        except Unreadable:
            heard_options.append(None)
    yield from _compare(heard_options, formulas, "option")


def _glosses(formal: Mapping[str, object], assignment: Mapping[str, ClauseGroup]) -> Iterator[str]:
    glosses = formal.get("translation")
    if not isinstance(glosses, Mapping):
        return
    for name, group in assignment.items():
        gloss = str(glosses.get(name, ""))
        if gloss and gloss not in group.affirmative:
            yield f"{name} has the gloss “{gloss}”, but the text says “{group.clauses[0].text}”"


def _question(item: Item) -> Iterator[str]:
    text = item.questions[0].text.strip()
    type_ = str(item.attributes.get("question_type"))
    wordings = load_templates(language_of(item.language)).questions
    if type_ in wordings and text not in wordings[type_]:
        other = next((kind for kind, texts in wordings.items() if text in texts), None)
        message = "unknown question" if other is None else f"that of {other}"
        yield f"the question is {message}, not of {type_}: {text}"


def _read(text: str) -> Formula | None:
    try:
        return parse_formula(text)
    except InputError:
        return None


def _query_formula(query: str | None) -> Formula | None:
    if query is None or not query.startswith("necessary("):
        return None
    return parse_formula(query.removeprefix("necessary(")[:-1])


def _conclusion(formula: Formula | None, intended_formula: Formula | None) -> Iterator[str]:
    if (formula is None) != (intended_formula is None) or (
        formula is not None
        and intended_formula is not None
        and not equivalent(formula, intended_formula)
    ):
        yield (
            f"the text concludes {_text(formula)}, "
            f"the question asks about {_text(intended_formula)}"
        )


def _compare(
    read_formulas: Sequence[Formula | None],
    intended_formulas: Sequence[Formula | None],
    part_name: str,
) -> Iterator[str]:
    if len(read_formulas) != len(intended_formulas):
        yield (
            f"{len(read_formulas)} {part_name}s in the text, "
            f"{len(intended_formulas)} in the formulas"
        )
        return
    for number, (formula, other) in enumerate(
        zip(read_formulas, intended_formulas, strict=True), 1
    ):
        if other is None:
            continue
        if formula is None or not equivalent(formula, other):
            yield f"{part_name} {number} says {_text(formula)}, not {_text(other)}"


def _text(formula: Formula | None) -> str:
    return "nothing known" if formula is None else print_formula(formula)
