"""Reader for QMFOL items: finds differences between a text and its formulas."""

import re
from collections.abc import Iterator

from items.families.qmfol.reader import Unreadable
from items.families.qmfol.rules import Lit, Side, Statement, formula
from items.families.qmfol.task_languages import TONGUES, listener
from items.families.qmfol.topics import TOPICS
from items.models import Item
from items.wording.bank import LANGUAGES, language_of
from solver.language.printer import print_formula

_LITERAL = r"¬?P\d+\(\w+\)"
_JOINED = re.compile(rf"{_LITERAL}(?:(?: ∧ {_LITERAL})+|(?: ∨ {_LITERAL})+)")


def differences(item: Item) -> Iterator[str]:
    """Yield each difference between the item's text and its formulas. Raises InputError for an item
    in an unsupported language."""
    formal = item.formalization
    topic = item.attributes.get("topic")
    if formal is None or topic not in TOPICS or len(item.questions) != 1:
        return
    if item.language not in LANGUAGES:
        return
    language = language_of(item.language)
    tongue, reader = TONGUES[language], listener(str(topic), language)
    numbers: dict[int, int] = {}
    for name, gloss in formal["translation"].items():
        match = re.fullmatch(r"P(\d+)\(x\)", name)
        place = reader.topic.singular.get(str(gloss).removeprefix("x").lstrip())
        if match and place:
            numbers[place[0]] = int(match[1])
    body, _, _ = item.text.partition("\n\n")
    premises = tongue.body(body)
    if premises is None:
        yield f"the opening is not the usual one: {body[:80]}"
        return

    def formula_text(sentence: str) -> str | None:
        try:
            return _in_order(print_formula(formula(_numbered(reader.statement(sentence), numbers))))
        except (Unreadable, KeyError):
            return None

    heard = []
    for sentence in re.split(r"(?<=\.) |(?<=。)(?=.)", premises):
        text = formula_text(sentence)
        if text is None:
            yield f"a sentence that cannot be read: {sentence}"
            return
        heard.append(text)
    premise_texts = [_in_order(str(text)) for text in formal["premise"]]
    if sorted(heard) != sorted(premise_texts):
        extra = [text for text in heard if text not in premise_texts]
        lacking = [text for text in premise_texts if text not in heard]
        yield f"only in the text: {'; '.join(extra) or '–'}; only in the formulas: " + (
            "; ".join(lacking) or "–"
        )
    question = item.questions[0]
    conclusion = tongue.statement_asked(question.text.strip())
    conclusion_text = None if conclusion is None else formula_text(conclusion)
    if conclusion_text is None:
        yield f"the question is not the usual one: {question.text}"
    elif f"necessary({conclusion_text})" != _in_order(question.query or ""):
        yield f"the question is about {conclusion_text}, not {question.query}"


def _in_order(text: str) -> str:
    """Sort the joined literals of a formula, as their order has no meaning."""

    def sort(match: re.Match[str]) -> str:
        joint = " ∧ " if " ∧ " in match[0] else " ∨ "
        return joint.join(sorted(match[0].split(joint)))

    return _JOINED.sub(sort, text)


def _numbered(statement: Statement, numbers: dict[int, int]) -> Statement:
    def side(numbered_side: Side) -> Side:
        return Side(
            tuple(
                [
                    Lit(numbers[literal.predicate], literal.positive)
                    for literal in numbered_side.literals
                ]
            ),
            numbered_side.join,
        )

    condition = None if statement.left is None else side(statement.left)
    return Statement(statement.subject, side(statement.right), condition)
