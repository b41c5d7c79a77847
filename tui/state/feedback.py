"""The page after a practice question: the right answer, and the solver's comment on the given one.

Owns the words for a world that refutes an answer and for the premises that an answer needs.
`items.gold.refutation` finds what refutes an answer. What takes longer than `PAGE_SECONDS` is
omitted: the item's own explanation is always shown. If the solver refutes the gold answer, nobody
is told that they are wrong.
"""

from typing import TYPE_CHECKING

from tui.i18n import _, mark
from tui.state.pages import Page, Section, notice_text, on
from tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from items.answers import Answer
    from items.formal import FormalItem
    from items.gold.refutation import Objection
    from items.models import Item, Question
    from solver.cancel import Budget, Cancel
    from solver.language.problem import Theory
    from solver.queries import Session
    from solver.results import World
    from study.course.state import SessionState

SECONDS = 1.0
"""The solver's time for one query."""
PAGE_SECONDS = 2.0
"""The time for the whole page, parsing included, however many parts the question has: the
participant waits for it, though every key is handled meanwhile."""
MOST_SYMBOLS = 12
"""A world with more symbols does not help a reader."""


def checking(state: "SessionState") -> Page:
    """The page until the feedback is known. It does not say whether the answer is right: that
    depends on whether the solver refutes the gold answer."""
    message = notice_text(state)
    sections = (Section(message, "warn"),) if message else ()
    return Page("feedback", _("Your answer is being checked …"), sections, on())


def feedback(
    state: "SessionState", items: "Mapping[str, Item]", cancel: "Cancel | None" = None
) -> Page:
    """The right answer to the practice question that has just ended, and why. It takes up to
    `PAGE_SECONDS`, so a screen calls it in a thread; `cancel` ends it sooner.

    Raises OutsideError where the item cannot be read.
    """
    from solver.cancel import Budget
    from study.course.sections import option_order
    from study.scores.scoring import score_question
    from tui.state.answers import draft_for, question_text

    record = state.records[-1]
    step = state.plan.steps[record.step]
    item = items[step.item_hash]
    question = item.questions[step.question]
    right = score_question(record.final, question).right
    sections = []
    message = notice_text(state)
    if message:
        sections.append(Section(message, "warn"))
    places = [item.leaves.index(part) for part in question.leaves]
    budget = Budget.of(PAGE_SECONDS, cancel)
    formal = _formal(item, budget)
    if any(_gold_refuted(item, formal, place, budget) for place in places):
        refuted = _("The stored answer to this question does not match its text.")
        sections += [Section(refuted, "warn"), Section(_("So your answer is not judged here."))]
        return Page("feedback", _("What is right"), tuple(sections), on())
    answers = []
    for place, part in zip(places, question.leaves, strict=True):
        order = option_order(step, part) if part.options else ()
        draft = draft_for(item, part, order, answer=part.gold)
        answer_text = "\n".join(line.text for line in draft.lines(74, False))
        answers.append(Section(f"{question_text(item, part)}\n{answer_text}", style="box"))
        given = record.final.get(part.id)
        answers += [Section(text) for text in _reasons(item, formal, place, given, budget)]
    verdict = _("That is right.")
    if not right:
        verdict = _("That is not right. This would be right:")
    sections += [Section(verdict, "chosen" if right else "warn"), *answers]
    if item.explanation:
        sections.append(Section(plain(item.explanation).strip()))
    return Page("feedback", _("What is right"), tuple(sections), on())


def _formal(item: "Item", budget: "Budget") -> "FormalItem | None":
    """The item's formalization; None where it has none, or none that is read within its time."""
    from items.formal import formal_item
    from solver.errors import CountermodelError

    try:
        return formal_item(item, budget=budget)
    except CountermodelError:
        return None


def _gold_refuted(item: "Item", formal: "FormalItem | None", place: int, budget: "Budget") -> bool:
    """Whether the solver finds within its time that a part's gold answer is wrong."""
    from items.gold.check import Status, check_part
    from solver.errors import CountermodelError

    gold = item.leaves[place].gold
    if formal is None or gold is None or budget.is_over:
        return False
    try:
        session = _session(formal, place, budget)
        return check_part(item, formal, place, gold, session).status is Status.DISAGREE
    except CountermodelError:
        return False


def _session(formal: "FormalItem", place: int, budget: "Budget") -> "Session":
    from items.gold.right_answers import under_of
    from solver.language.edits import theory
    from solver.queries import Session

    premises = theory(formal.problem, under_of(formal, place))
    return Session(premises, (), "auto", SECONDS, shared_budget=budget)


def reasons(
    item: "Item", place: int, answer: "Answer | None", seconds: float = PAGE_SECONDS
) -> list[str]:
    """Reasons against a wrong answer, and for the right one: a world in which everything in the
    text is true, or the premises from which something follows. Empty where the solver finds none
    within `seconds`."""
    from solver.cancel import Budget

    budget = Budget.of(seconds)
    return _reasons(item, _formal(item, budget), place, answer, budget)


def _reasons(
    item: "Item",
    formal: "FormalItem | None",
    place: int,
    answer: "Answer | None",
    budget: "Budget",
) -> list[str]:
    from solver.errors import CountermodelError

    leaf = item.leaves[place]
    judged = answer is not None and answer != leaf.gold
    sentences: list[str] = []
    if formal is None or budget.is_over:
        return sentences
    try:
        session = _session(formal, place, budget)
        for wrong in [answer] if judged else _contraries(leaf):
            if wrong is not None:
                sentences += _objections(item, formal, place, wrong, session, judged)
    except CountermodelError:
        pass
    return sentences


def _objections(
    item: "Item",
    formal: "FormalItem",
    place: int,
    wrong_answer: "Answer",
    session: "Session",
    chosen: bool,
) -> "Iterator[str]":
    """Objections to a wrong answer that was `chosen`, followed by reasons for the right one; only
    the latter if the wrong answer only serves to find it."""
    from items.answers import ChoiceAnswer
    from items.gold.check import QUESTION_TYPE
    from items.gold.refutation import refute

    objections = refute(item, formal, place, wrong_answer, session).objections
    gold = item.leaves[place].gold
    if isinstance(wrong_answer, ChoiceAnswer):
        added = item.attributes.get(QUESTION_TYPE) == "missing"
        sides = (
            [(_letter(wrong_answer), _ADDED_SENTENCES if added else _CHOSEN_SENTENCES)]
            if chosen
            else []
        )
        sides.append(
            (
                _letter(gold),
                _ADDED_SENTENCES if added else _RIGHT_SENTENCES if chosen else _CLAIM_SENTENCES,
            )
        )
    else:
        sides = [("", _GIVEN_SENTENCES if chosen else _CLAIM_SENTENCES)]
    for about, words in sides:
        texts = (
            _objection_text(objection, words, session, item)
            for objection in objections
            if objection.subject == about or words is _GIVEN_SENTENCES
        )
        text = next(filter(None, texts), None)
        if text is not None:
            yield text


def _objection_text(
    objection: "Objection", words: "Mapping[str, str]", session: "Session", item: "Item"
) -> str:
    """One objection in these words; empty if there is nothing to show, or too much."""
    world, supports = objection.world, objection.supports
    head = words.get(objection.kind.name, "")
    if head and world is not None and len(_symbols(world)) <= MOST_SYMBOLS:
        return f"{_(head)}\n{_world(world, session.theory, item)}"
    if head and supports is not None and supports.sets and supports.sets[0]:
        return f"{_(head)}\n{_premises(supports.sets[0], session.theory, item)}"
    return ""


def _letter(answer: "Answer | None") -> str:
    """The option's letter as objections name it; a name that no option has, for other answers."""
    from items.answers import ChoiceAnswer
    from items.values.letters import letter

    option = answer.option if isinstance(answer, ChoiceAnswer) else None
    return "none" if option is None else letter(option)


_REFUTATION = mark("In this situation everything the text says is true, and your answer is not:")
_OBJECTION = mark("This speaks against your answer:")
_CLAIM_SENTENCES: "Mapping[str, str]" = {
    "FOLLOWS": mark("It follows from this:"),
    "EXCLUDED": mark("It is ruled out by this:"),
    "FAILS": mark("It does not follow. In this situation everything the text says is true, and it "
                  "is not:"),
    "HOLDS": mark("It can be true. In this situation everything the text says is true, and so is "
                  "it:"),
}  # fmt: skip
"""About the statement in the question, or the right option."""
_GIVEN_SENTENCES: "Mapping[str, str]" = {
    "FOLLOWS": mark("It follows from this:"),
    "EXCLUDED": _OBJECTION,
    "FAILS": _REFUTATION,
    "HOLDS": _REFUTATION,
    "MISSED": mark("Your answer leaves out this situation, in which everything the text says is "
                   "true:"),
    "INCONSISTENT": _OBJECTION,
}  # fmt: skip
"""About a wrong answer that was given."""
_CHOSEN_SENTENCES: "Mapping[str, str]" = {
    "FOLLOWS": mark("What you chose follows from this:"),
    "EXCLUDED": mark("What you chose is ruled out by this:"),
    "FAILS": _REFUTATION,
    "HOLDS": mark("What you chose can be true. In this situation everything the text says is true, "
                  "and so is it:"),
}  # fmt: skip
"""About a wrong option that was chosen."""
_ADDED_SENTENCES: "Mapping[str, str]" = {
    "FOLLOWS": mark("With the right answer, the statement follows from this:"),
    "FAILS": mark("In this situation everything the text says and what you chose are true, and the "
                  "statement is not:"),
}  # fmt: skip
"""About options that are added to the text."""
_RIGHT_SENTENCES: "Mapping[str, str]" = {
    "FOLLOWS": mark("The right answer follows from this:"),
    "EXCLUDED": mark("The right answer is ruled out by this:"),
    "FAILS": mark("The right answer does not follow. In this situation everything the text says is "
                  "true, and it is not:"),
    "HOLDS": mark("The right answer can be true. In this situation everything the text says is "
                  "true, and so is it:"),
}  # fmt: skip
"""About the option that would have been right."""


def _contraries(question: "Question") -> "Sequence[Answer]":
    """Wrong answers: what refutes them supports the right one."""
    from items.answers import ChoiceAnswer, TruthAnswer

    match question.gold:
        case TruthAnswer(value="unknown"):
            return TruthAnswer(value="true"), TruthAnswer(value="false")
        case TruthAnswer():
            return (TruthAnswer(value="unknown"),)
        case ChoiceAnswer(option=option) if option is not None and len(question.options) > 1:
            return (ChoiceAnswer(option=0 if option else 1),)
    return ()


def _symbols(world: "World") -> "Collection[str]":
    from solver.results import Structure

    return world.predicates if isinstance(world, Structure) else world


def _world(world: "World", theory: "Theory", item: "Item") -> str:
    """The world in words, one line per symbol; symbols without a gloss as a list of letters."""
    from items.formal import gloss_language
    from solver.explain import world_in_words

    return _listed(world_in_words(world, theory.signature, gloss_language(item)))


def _premises(numbers: "Sequence[int]", theory: "Theory", item: "Item") -> str:
    """Premises in words, one per line."""
    from items.formal import gloss_language
    from solver.explain import clause

    language = gloss_language(item)
    chosen = [premise.formula for premise in theory.premises if premise.number in numbers]
    return _listed([clause(formula, theory.signature, language) for formula in chosen])


def _listed(lines: "Sequence[str]") -> str:
    return "\n".join(f"· {plain(line)}" for line in lines)
