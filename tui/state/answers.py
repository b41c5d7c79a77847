"""From a question part to the draft of its answer, and its question in words.

Owns the answer control of each answer form. The behaviour of the controls is in `single_draft`,
`set_draft`, `worlds_draft`, `unique_draft` and `typed_drafts`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from items.answers import Answer
from items.default_wording import about, glossed, line_of, wording
from items.kinds.names import own_kind
from items.kinds.registry import form_of, form_of_answer
from items.models import Item, Question
from items.values.letters import letter
from tui.i18n import _, language
from tui.state.draft import Draft
from tui.state.set_draft import SetDraft
from tui.state.single_draft import choice_draft, truth_draft, verdict_draft
from tui.state.typed_drafts import NumberDraft, TextDraft, TypedDraft
from tui.state.unique_draft import UniqueDraft
from tui.state.worlds_draft import WorldsDraft
from tui.text import plain


def question_text(item: Item, question: Question) -> str:
    """The question of a question or part: its own text, or the text for its kind, with the
    statements it is about."""
    text = plain(question.text).strip()
    typed = _to_be_typed(question)
    if text:
        return "\n".join((text, *typed))
    if question.truth and item.open_is_false:
        return _("Does it follow?")
    text = wording(item, question, language(), on_screen=True)
    # Controls that build answers from a vocabulary show it.
    listed = () if question.vocabulary else about(item, question)
    return "\n".join((text, *(plain(line_of(entry)) for entry in listed), *typed))


def _to_be_typed(question: Question) -> Iterator[str]:
    """For a form without a control: the options, lettered in the item's own order as its answers
    name them, and how they are written."""
    own = own_kind(question.kind or "")
    if own is None or form_of(question).name in _CONTROLS:
        return
    for place, option in enumerate(question.options):
        yield f"{letter(place)}. {plain(option.text)}"
    if own.instruction is not None:
        yield _("Write: {a}").format(a=own.instruction.of(language()))


def draft_for(
    item: Item,
    question: Question,
    order: Sequence[int] = (),
    none_option: bool = False,
    answer: Answer | None = None,
) -> Draft:
    """The draft for one part (never for a question with parts).

    `order` are the indices of the options as shown, the item's own order where empty; `answer` is
    the previous draft.

    Raises ValueError where the question has parts.
    """
    if question.kind is None:
        raise ValueError(f"question {question.id} has parts; each part has its own draft")
    question = glossed(item, question)
    shown_part = ShownPart(
        item, question, order or range(len(question.options)), none_option, answer
    )
    form = form_of_answer(answer) if answer is not None else form_of(question, item.formalization)
    control = _CONTROLS.get(form.name)
    return (
        TypedDraft(question, form, item.formalization, answer)
        if control is None
        else control(shown_part)
    )


@dataclass(frozen=True)
class ShownPart:
    """A question part with what its control needs."""

    item: Item
    part: Question
    order: Sequence[int]
    """Indices of the options."""
    none_option: bool
    answer: Answer | None
    """The previous draft."""


_CONTROLS: Mapping[str, Callable[[ShownPart], Draft]] = {
    "choice": lambda s: choice_draft(s.part, s.order, s.none_option, s.answer),
    "truth": lambda s: truth_draft(s.part, s.item, s.answer),
    "verdict": lambda s: verdict_draft(s.part, s.answer),
    "count": lambda s: NumberDraft(s.part, s.answer),
    "models": lambda s: WorldsDraft(s.part, s.answer, s.item.text),
    "unique": lambda s: UniqueDraft(s.part, s.answer, s.item.text),
    "set": lambda s: SetDraft(s.part, s.answer),
    "text": lambda s: TextDraft(s.part, s.answer),
}
"""The control of each answer form, by the form's name; answers of other forms are typed."""
