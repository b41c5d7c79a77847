"""DivLogicEval questions as texts: in symbols, or in sentences that are read back.

Owns the notation of symbolic items (that of the built-in qualification), the rendering of a
question with clause groups, and the check that the text has the intended meaning and the same gold.
`items.wording` owns sentences and reader.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from items.families.divlogic.masks import (
    FULL_REGION,
    SYMBOLS,
    Statement,
    formula,
    region,
    region_of_formula,
    text,
)
from items.families.divlogic.task import ChoiceQuestion
from items.wording.bank import Bank, ClauseGroup, Language, is_bank, load_bank, read_bank
from items.wording.conventions import with_conventions
from items.wording.reader import Reader, Unreadable
from items.wording.render import Writer
from items.wording.templates import load_templates
from solver.errors import InputError

UNREADABLE = "not read back as intended"
_LABELS: Mapping[Language, tuple[str, str, str, str]] = {
    "en": ("Premises: ", "Conclusion: ", "Statement: ", ", "),
    "zh": ("前提：", "结论：", "陈述：", "，"),
}


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question as a text."""

    text: str
    question: str
    options: tuple[str, ...]
    glosses: Mapping[str, str]
    """Meaning of each symbol; empty for symbolic texts."""
    groups: tuple[str, ...] = ()
    """Ids of the clause groups, in the order of the symbols."""


def in_symbols(choice_question: ChoiceQuestion, language: Language) -> QuestionText:
    """Render the question in the notation of the built-in qualification."""
    premises_label, conclusion_label, _, joint = _LABELS[language]
    lines = [premises_label + joint.join(text(statement) for statement in choice_question.premises)]
    if choice_question.conclusion is not None:
        lines.append(conclusion_label + text(choice_question.conclusion))
    question = load_templates(language).questions[choice_question.type][0]
    return QuestionText("\n".join(lines), question, tuple(map(text, choice_question.options)), {})


def statement_text(premises: Sequence[Statement], statement: Statement, language: Language) -> str:
    """Render premises and a statement as in a qualification."""
    premises_label, _, statement_label, joint = _LABELS[language]
    return f"{premises_label}{joint.join(map(text, premises))}\n{statement_label}{text(statement)}"


def premises_text(premises: Sequence[Statement], language: Language) -> str:
    """Render premises alone."""
    premises_label, _, _, joint = _LABELS[language]
    return premises_label + joint.join(map(text, premises))


def symbols_in(statements: Sequence[Statement]) -> tuple[str, ...]:
    """Return the names of the symbols used, in alphabetical order."""
    used = 0
    for statement in statements:
        used |= statement.symbols
    return tuple(name for place, name in enumerate(SYMBOLS) if used >> place & 1)


@lru_cache(maxsize=4)
def bank_of(language: Language, corpus: tuple[str, ...]) -> Bank:
    """Return the built-in sentences, or those of the user's files: banks in the language, and SNLI
    or MNLI files.

    Raises:
        InputError: a file cannot be read, or two groups have the same id.
    """
    if not corpus:
        return load_bank(language)
    from items.wording.corpora import read_corpus

    paths = [Path(name) for name in corpus]
    pairs = [path for path in paths if not is_bank(path)]
    if pairs and language != "en":
        raise InputError("Wrong language", "SNLI and MNLI sentences are English")
    groups = list(read_corpus(pairs).bank.groups) if pairs else []
    for path in paths:
        if path not in pairs:
            groups += read_bank(path, language).groups
    bank = Bank(language, tuple(groups))
    if len(bank.by_id) < len(groups):
        raise InputError("Repeated sentence id", "expected every group to have its own id")
    return bank


def in_words(
    question: ChoiceQuestion,
    language: Language,
    bank: Bank,
    rng: Random,
    groups: Sequence[str] = (),
) -> QuestionText | None:
    """Render the question in sentences; None if the text is not read back as intended. `groups` are
    ids of clause groups for the symbols, in their order; if empty, groups are drawn."""
    statements = [*question.premises, *question.options]
    if question.conclusion is not None:
        statements.append(question.conclusion)
    names = symbols_in(statements)
    drawn = [bank.by_id[id] for id in groups] if groups else bank.draw(rng, len(names))
    assignment = dict(zip(names, drawn, strict=True))
    writer = Writer(assignment, rng, language)
    concluded = None if question.conclusion is None else formula(question.conclusion)
    passage = writer.passage([formula(statement) for statement in question.premises], concluded)
    options = tuple(
        [writer.sentence(formula(option), as_question=True) for option in question.options]
    )
    if not _comes_back(question, passage, options, assignment, language):
        return None
    glosses = {name: group.clauses[0].text for name, group in assignment.items()}
    groups = tuple([group.id for group in assignment.values()])
    message = with_conventions(passage, "\n".join(options), language)
    return QuestionText(message, writer.question(question.type), options, glosses, groups)


def _comes_back(
    question: ChoiceQuestion,
    passage: str,
    options: Sequence[str],
    assignment: Mapping[str, ClauseGroup],
    language: Language,
) -> bool:
    """Whether every sentence is read as a formula equivalent to the intended one, and the formulas
    read yield the same option as the only right one."""
    reader = Reader(assignment, language)
    try:
        heard = reader.passage(passage)
        option_regions = [region_of_formula(reader.sentence(option)) for option in options]
    except Unreadable:
        return False
    premises = [region_of_formula(premise) for premise in heard.premises]
    if premises != [region(statement) for statement in question.premises]:
        return False
    if option_regions != [region(statement) for statement in question.options]:
        return False
    concluded = None if heard.conclusion is None else region_of_formula(heard.conclusion)
    if concluded != (None if question.conclusion is None else region(question.conclusion)):
        return False
    return right_options(question.type, premises, option_regions, concluded) == (question.gold,)


def right_options(
    type_: str, premises: Sequence[int], options: Sequence[int], conclusion: int | None
) -> tuple[int, ...]:
    """Return the positions of the right options; all arguments are regions."""
    bits = FULL_REGION
    for premise in premises:
        bits &= premise
    if conclusion is not None:
        fails = bits & (FULL_REGION ^ conclusion)
        right = [bool(fails) and not fails & option for option in options]
    else:
        must_follow = type_ != "3e1c"
        right = [(not bits & (FULL_REGION ^ option)) == must_follow for option in options]
    return tuple(place for place, is_right in enumerate(right) if is_right)
