"""Items made of tasks in CCOBRA's format, and responses as answers to them.

Owns an item's texts, question and gold, which is the solver's answer. `items.sources.ccobra` owns
the tasks.
"""

from collections.abc import Sequence
from pathlib import Path

from items.answers import ChoiceAnswer, SetAnswer, VerdictAnswer
from items.models import Choice, Item, Option, Provenance, Question
from items.sources.ccobra import NOTHING, Response, Statement, Task, read_rows
from solver.language.printer import print_formula

BENCHMARK = "CCOBRA"
SECONDS = 5.0
"""Time limit for the gold of one task."""
UNFORMALIZED = "no formalization"
"""Attribute of an item without a formalization: the reason."""


def items_of(path: Path) -> tuple[Item, ...]:
    """The items of a file, each from the first row with its task.

    Raises InputError under the same conditions as `read_rows`.
    """
    tasks: dict[str, Item] = {}
    for place, row in enumerate(read_rows(path)):
        if isinstance(row, Response) and row.task.id not in tasks:
            tasks[row.task.id] = item_of(row.task, place, path.name)
    return tuple(tasks.values())


def _without_formula(task: Task) -> dict[str, str | int | float | bool]:
    """The attribute that says why an item has no formalization."""
    return {} if task.formal else {UNFORMALIZED: task.unsaid}


def answer_of(
    task: Task, chosen_places: frozenset[int]
) -> ChoiceAnswer | VerdictAnswer | SetAnswer:
    """The chosen choices of a task as an answer to its item."""
    if task.several:
        members = [_key(task.choices[n]) for n in chosen_places if task.choices[n] != NOTHING]
        return SetAnswer(members=frozenset(members))
    (choice,) = chosen_places
    chosen = task.choices[choice]
    stated = [other for other in task.choices if other != NOTHING]
    if len(stated) == 1:
        if stated[0].can_be:
            return VerdictAnswer(word="impossible" if chosen == NOTHING else "possible")
        return VerdictAnswer(word="unnecessary" if chosen == NOTHING else "necessary")
    return ChoiceAnswer(option=None if chosen == NOTHING else stated.index(chosen))


def _key(choice: Statement) -> str:
    """The key of a choice in a list from which several may be chosen."""
    return choice.text if choice.formula is None else print_formula(choice.formula)


def _listed_item(task: Task, statements: Sequence[Statement], place: int, file: str) -> Item:
    """The item of a task that asks for every choice that follows."""
    keys = [_key(choice) for choice in statements]
    return Item(
        id=task.id,
        text="\n".join(premise.text for premise in task.premises),
        questions=(
            Question(
                id="1",
                text="What follows? Choose all that do.",
                kind="projection",
                query=f"projection(necessary; {', '.join(keys)})" if task.formal else None,
                vocabulary=tuple(
                    Choice(key=key, label=choice.text)
                    for key, choice in zip(keys, statements, strict=True)
                ),
            ),
        ),
        formalization=_formalization(task),
        attributes=_without_formula(task),
        provenance=Provenance(benchmark=BENCHMARK, file=file, index=place),
    )


def _formalization(task: Task) -> dict[str, list[str]] | None:
    if not task.formal:
        return None
    formulas = [premise.formula for premise in task.premises]
    return {"premise": [print_formula(formula) for formula in formulas if formula is not None]}


def _with_gold(item: Item, task: Task) -> Item:
    """The item with the gold that its formulas determine. There is no gold if one choice is to be
    chosen but several follow, or if none follows and "nothing" is not a choice."""
    if item.formalization is None:
        return item
    from items.formal import formal_item
    from items.gold.right_answers import respond
    from solver.language.edits import theory
    from solver.queries import Session

    formal = formal_item(item)
    assert formal is not None
    session = Session(theory(formal.problem), timeout=SECONDS)
    gold = respond(item, formal, 0, session).value
    if isinstance(gold, frozenset):
        if len(gold) > 1 or (not gold and NOTHING not in task.choices):
            return item
        gold = ChoiceAnswer(option=min(gold, default=None))
    if gold is None or isinstance(gold, str):
        return item
    (question,) = item.questions
    return item.model_copy(update={"questions": (question.model_copy(update={"gold": gold}),)})


def _judged_item(task: Task, conclusion: Statement, place: int, file: str) -> Item:
    text = "\n".join(premise.text for premise in task.premises)
    kind = "possible" if conclusion.can_be else "necessary"
    query = None
    if task.formal and conclusion.formula is not None:
        query = f"{kind}({print_formula(conclusion.formula)})"
    sentence = f"{'Can it be true?' if conclusion.can_be else 'Does it follow?'} {conclusion.text}"
    return Item(
        id=task.id,
        text=text,
        questions=(Question(id="1", text=sentence, kind=kind, query=query),),
        formalization=_formalization(task),
        attributes=_without_formula(task),
        provenance=Provenance(benchmark=BENCHMARK, file=file, index=place),
    )


def item_of(task: Task, place: int, file: str) -> Item:
    """The item of a task; `nothing` becomes the option N. Its gold is the solver's answer.

    The question asks which choice follows; if several do, each of them is right, and there is no
    gold. If one conclusion is to be judged, the question is whether it follows, or whether it can
    be true. If several may be chosen, the question is which of them follow.
    """
    return _with_gold(_item(task, place, file), task)


def offers_nothing(item: Item) -> bool:
    """Whether an item of this format has the choice "nothing follows", which is the option N."""
    choices = item.id.rpartition(" ⊢ ")[2].split("|")
    return item.provenance.benchmark == BENCHMARK and NOTHING.text in choices


def _item(task: Task, place: int, file: str) -> Item:
    stated = [choice for choice in task.choices if choice != NOTHING]
    if task.several:
        return _listed_item(task, stated, place, file)
    if len(stated) == 1:
        return _judged_item(task, stated[0], place, file)
    options = tuple(
        Option(
            text=choice.text,
            formula=None if choice.formula is None else print_formula(choice.formula),
        )
        for choice in task.choices
        if choice != NOTHING
    )
    return Item(
        id=task.id,
        text="\n".join(premise.text for premise in task.premises),
        questions=(Question(id="1", text="What follows?", kind="choice", options=options),),
        formalization=_formalization(task),
        attributes=_without_formula(task),
        provenance=Provenance(benchmark=BENCHMARK, file=file, index=place),
    )
