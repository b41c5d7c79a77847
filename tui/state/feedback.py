"""The page after a practice question: what is right, and what the solver has to say of the answer.

Owns the words for a world that refutes an answer and for the premises that an answer needs. What
refutes an answer is `items.inspection.refute`'s to find. What cannot be said within a second is
left out: the item's own explanation stands there in any case. Against a gold answer that the solver
refutes, nobody is told that they are wrong.
"""

from typing import TYPE_CHECKING

from tui.i18n import _
from tui.state.pages import Page, Section, notice_text, on
from tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from items.answers import Answer
    from items.formal import FormalItem
    from items.models import Item, Question
    from solver.language.problem import Theory
    from solver.queries import Session
    from solver.results import World
    from study.state import SessionState

SECONDS = 1.0
"""Of the solver's time, for each part of an answer."""
MOST_SYMBOLS = 12
"""A world with more symbols is no help to a reader."""


def feedback(state: "SessionState", items: "Mapping[str, Item]") -> Page:
    """What was right in the practice question that is just over, and why."""
    from study.scoring import score_question
    from study.sections import option_order
    from tui.state.answers import asked, draft_for

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
    if any(gold_refuted(item, place) for place in places):
        told = _("The answer kept for this question does not fit its text.")
        sections += [Section(told, "warn"), Section(_("So your answer is not judged here."))]
        return Page("feedback", _("What is right"), tuple(sections), on())
    verdict = _("That is right.") if right else _("That is not right.")
    sections.append(Section(verdict, "chosen" if right else "warn"))
    for place, part in zip(places, question.leaves, strict=True):
        order = option_order(step, part) if part.options else ()
        draft = draft_for(item, part, order, given=part.gold)
        shown = "\n".join(line.text for line in draft.lines(74, False))
        sections.append(Section(f"{asked(item, part)}\n{shown}", style="box"))
        sections += [Section(text) for text in reasons(item, place, record.final.get(part.id))]
    if item.explanation:
        sections.append(Section(plain(item.explanation).strip()))
    return Page("feedback", _("What is right"), tuple(sections), on())


def gold_refuted(item: "Item", place: int) -> bool:
    """Whether the solver finds within its time that a part's gold answer is wrong."""
    from items.check import Status, check_part
    from items.formal import formal_item
    from solver.errors import CountermodelError

    gold = item.leaves[place].gold
    try:
        formal = formal_item(item)
        if formal is None or gold is None:
            return False
        session = _session(formal, place)
        return check_part(item, formal, place, gold, session).status is Status.DISAGREE
    except CountermodelError:
        return False


def _session(formal: "FormalItem", place: int) -> "Session":
    from items.responding import under_of
    from solver.language.edits import theory
    from solver.queries import Session

    return Session(theory(formal.problem, under_of(formal, place)), (), "auto", SECONDS)


def reasons(item: "Item", place: int, answer: "Answer | None") -> list[str]:
    """What speaks against a wrong answer, or for the right one: the world in which everything the
    text says is true and the answer is wrong, or the premises from which the right one follows.
    Empty where the solver has nothing to say."""
    from items.formal import formal_item
    from items.inspection.refute import refute
    from solver.errors import CountermodelError

    leaf = item.leaves[place]
    wrong = answer if answer is not None and answer != leaf.gold else _contrary(leaf)
    if wrong is None:
        return []
    try:
        formal = formal_item(item)
        if formal is None:
            return []
        session = _session(formal, place)
        refutation = refute(item, formal, place, wrong, session)
    except CountermodelError:
        return []
    for objection in refutation.objections:
        world, supports = objection.world, objection.supports
        if wrong is answer and world is not None and len(_symbols(world)) <= MOST_SYMBOLS:
            text = _("In this situation everything the text says is true, and your answer is not:")
            return [f"{text}\n{_world(world, session.theory, item)}"]
        if supports is not None and supports.sets and supports.sets[0]:
            text = _("It follows from this:")
            return [f"{text}\n{_premises(supports.sets[0], session.theory, item)}"]
    return []


def _contrary(leaf: "Question") -> "Answer | None":
    """An answer that is wrong: what refutes it speaks for the right one."""
    from items.answers import ChoiceAnswer, TruthAnswer

    match leaf.gold:
        case TruthAnswer(value=value):
            return TruthAnswer(value="true" if value == "unknown" else "unknown")
        case ChoiceAnswer(option=option) if option is not None and len(leaf.options) > 1:
            return ChoiceAnswer(option=0 if option else 1)
    return None


def _symbols(world: "World") -> "Collection[str]":
    from solver.results import Structure

    return world.predicates if isinstance(world, Structure) else world


def _world(world: "World", theory: "Theory", item: "Item") -> str:
    """The world in words, a line each; symbols without a gloss as a list of letters."""
    from items.formal import gloss_language
    from solver.explain import world_in_words

    return _listed(world_in_words(world, theory.signature, gloss_language(item)))


def _premises(numbers: "Sequence[int]", theory: "Theory", item: "Item") -> str:
    """Premises in words, a line each."""
    from items.formal import gloss_language
    from solver.language.words import words

    language = gloss_language(item)
    chosen = [premise.formula for premise in theory.premises if premise.number in numbers]
    return _listed([words(formula, theory.signature, language) for formula in chosen])


def _listed(lines: "Sequence[str]") -> str:
    return "\n".join(f"· {plain(line)}" for line in lines)
