"""From a question part to the draft of its answer, and what it asks in words.

Owns the choice of answer control for every kind of question. The controls' own behaviour is in
`single`, `several`, `worlds`, `unique` and `number` beside this module.
"""

import re
from collections.abc import Sequence

from items.answers import Answer
from items.models import Item, Question
from tui.i18n import _, mark
from tui.state.draft import Draft
from tui.state.number import NumberDraft, TextDraft
from tui.state.several import SetDraft
from tui.state.single import choice_draft, truth_draft, verdict_draft
from tui.state.unique import UniqueDraft
from tui.state.worlds import WorldsDraft
from tui.text import plain

TRUTH_SCALE = "truth_scale"
"""Item attribute: `follows` where True means that it follows and False that it does not."""

_ASKED = {
    "choice": mark("Which one is right?"),
    "truth": mark("Is this true, false, or can it not be known?"),
    "possible": mark("Is it possible?"),
    "necessary": mark("Must it be so?"),
    "enumerate_models": mark("Which cases are possible? Build every one of them."),
    "count_models": mark("How many different cases are possible?"),
    "unique_solution": mark("Is there exactly one solution?"),
    "has_alternative": mark("Could it turn out otherwise?"),
    "projection": mark("Which of these belong to the answer?"),
    "text": mark("What is your answer?"),
}


def two_valued(item: Item) -> bool:
    """Whether truth is asked on the scale of two: it follows, or it does not."""
    return item.attributes.get(TRUTH_SCALE) == "follows"


def asked(item: Item, question: Question) -> str:
    """What a question or part asks: its own text, or what its kind asks."""
    text = plain(question.text).strip()
    if text:
        return text
    if question.kind == "truth" and two_valued(item):
        return _("Does it follow?")
    return _(_ASKED[question.kind]) if question.kind else ""


def draft_for(
    item: Item,
    question: Question,
    order: Sequence[int] = (),
    none_option: bool = False,
    given: Answer | None = None,
) -> Draft:
    """The draft for one part (never for a question that has parts).

    `order` are the indices of the options as shown, the item's own order where empty; `given` is
    what was put down before.
    """
    match question.kind:
        case "choice":
            return choice_draft(question, order or range(len(question.options)), none_option, given)
        case "truth":
            return truth_draft(question, two_valued(item), given)
        case "possible" | "necessary" | "has_alternative":
            return verdict_draft(question, given)
        case "count_models":
            return NumberDraft(question, given)
        case "unique_solution":
            return UniqueDraft(question, given)
        case "projection":
            return SetDraft(question, given)
        case "enumerate_models":
            return _enumeration(question, given)
        case "text":
            return TextDraft(question, given)
        case None:
            raise ValueError(f"question {question.id} has parts; each part has its own draft")


def _enumeration(question: Question, given: Answer | None) -> Draft:
    """A table of worlds, or a set where individuals are listed (`enumerate_models(F(x), x)`)."""
    answer = given or question.gold
    listed = answer.kind == "set" if answer is not None else _lists_individuals(question.query)
    return SetDraft(question, given) if listed else WorldsDraft(question, given)


def _lists_individuals(query: str | None) -> bool:
    """Whether what is enumerated is the variable of a formula, as x in `F(x), x`."""
    found = re.match(r"\s*enumerate_models\s*\((.+),\s*([A-Za-z_]\w*)\s*\)", query or "")
    return found is not None and re.search(rf"\b{found[2]}\b", found[1]) is not None
