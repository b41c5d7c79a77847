"""DivLogicEval questions by the published procedure, including its weaknesses.

Owns the procedure: candidates over ordered pairs, conclusions that count as needing two premises
because no single premise has both their letters, and random other options. (DivLogicEval, section
2.1 and appendices A, B; the released programs are followed where they are more specific.)

A released premise set is one string that is split only between two rules, so that a single fact
counts as one premise together with the adjacent rules; `together` does the same.
"""

from collections.abc import Sequence
from itertools import permutations

from items.families.divlogic.masks import (
    FULL_REGION,
    NUMBER,
    Statement,
    entailed,
    fact,
    implies,
    numbers,
    region,
    region_of,
)
from items.families.divlogic.premises import Premises, draw_published
from items.families.divlogic.task import (
    OPTIONS,
    ChoiceQuestion,
    Logic,
    QuestionType,
    Relation,
    insert_gold,
)
from items.seeds import Draw

TOO_FEW_CONCLUSIONS = "too few conclusions across premises"
_FEW_OTHERS = "too few conclusions that do not follow"
_NOT_NEEDED = "no premise whose removal breaks the conclusion"
_RESTORED = "another option restores the conclusion"


def together(statements: Sequence[Statement]) -> list[int]:
    """Return the symbols of each unit that counts as one premise, as masks."""
    masks: list[int] = []
    after_rule = False
    for statement in statements:
        is_rule = statement.form != "fact"
        if not masks or (after_rule and is_rule):
            masks.append(0)
        masks[-1] |= statement.symbols
        after_rule = is_rule
    return masks


def candidates(premises: Premises) -> list[Statement]:
    """Return implications with all four combinations of signs over ordered pairs of open symbols,
    then literals."""
    symbols = list(numbers(premises.open_symbols))
    pairs = [
        implies(a << 1 | s, b << 1 | t)
        for a, b in permutations(symbols, 2)
        for s, t in ((1, 1), (1, 0), (0, 1), (0, 0))
    ]
    return pairs + [fact(a << 1 | s) for a in symbols for s in (0, 1)]


def crossing(premises: Premises) -> tuple[list[Statement], list[Statement]]:
    """Return the candidates that follow and count as crossing premises, and those that do not
    follow."""
    following = entailed(region_of(premises.statements))
    blocks = together(premises.statements)
    cross: list[Statement] = []
    open_: list[Statement] = []
    for statement in candidates(premises):
        if not following >> number_of(statement) & 1:
            open_.append(statement)
        elif statement.form != "fact":
            symbols = statement.symbols
            if all(symbols & ~block for block in blocks):
                cross.append(statement)
    return cross, open_


def number_of(statement: Statement) -> int:
    """Return the candidate's number in the masks."""
    if statement.form == "fact":
        return statement.literals[0]
    antecedent, consequent = statement.literals
    literal, other = sorted((antecedent ^ 1, consequent))
    return NUMBER[literal, other]


def draw_question(
    draw: Draw, type_: QuestionType, place: int, logic: Logic
) -> ChoiceQuestion | str:
    """Draw a question with the gold at that position, or return why this draw yields none."""
    premises = draw_published(draw, logic.n, logic.symbols)
    cross, open_ = crossing(premises)
    follow, fail = (OPTIONS - 1, 1) if type_ == "3e1c" else (1, OPTIONS - 1)
    if len(cross) < follow:
        return TOO_FEW_CONCLUSIONS
    if len(open_) < fail:
        return _FEW_OTHERS
    right, wrong = draw.sample(cross, follow), draw.sample(open_, fail)
    bits = region_of(premises.statements)
    if type_ == "missing":
        return _missing(place, premises, right[0], wrong)
    stands: list[Relation] = [
        "undetermined" if bits & region(statement) else "contradicted" for statement in wrong
    ]
    follows: list[Relation] = ["follows"] * follow
    if type_ == "3c1e":
        options = insert_gold(wrong, right[0], place)
        relations = (*stands[:place], follows[0], *stands[place:])
    else:
        options = insert_gold(right, wrong[0], place)
        relations = (*follows[:place], stands[0], *follows[place:])
    return ChoiceQuestion(type_, premises.statements, options, place, relations)


def _missing(
    place: int, premises: Premises, conclusion: Statement, others: list[Statement]
) -> ChoiceQuestion | str:
    """Remove the first premise without which the conclusion does not follow."""
    fails = FULL_REGION ^ region(conclusion)
    for number, gold in enumerate(premises.statements):
        shown_premises = premises.statements[:number] + premises.statements[number + 1 :]
        bits = region_of(shown_premises)
        if not bits & fails:
            continue
        if any(not bits & region(other) & fails for other in others):
            return _RESTORED
        stands: list[Relation] = []
        for other in others:
            inside = bits & region(other)
            stands.append("follows" if inside == bits else "undetermined")
        relations = (*stands[:place], "completes", *stands[place:])
        options = insert_gold(others, gold, place)
        return ChoiceQuestion(
            "missing", shown_premises, options, place, relations, conclusion=conclusion
        )
    return _NOT_NEEDED
