"""From an answer to the keys that give it: what every bot has in its fingers.

Owns key sequences alone; which answer a bot gives, and where, is the bot's.
"""

from collections.abc import Sequence

from items.answers import Answer, CountAnswer, ModelsAnswer, SetAnswer, TextAnswer, UniqueAnswer
from items.values.answer_text import format_answer
from tui.state.columns import Column, cells_of
from tui.state.draft import Draft
from tui.state.set_draft import SetDraft
from tui.state.single_draft import SingleDraft
from tui.state.typed_drafts import NumberDraft, TextDraft, TypedDraft
from tui.state.unique_draft import UniqueDraft
from tui.state.worlds_draft import WorldsDraft


def keys_for(draft: Draft, answer: Answer) -> list[str]:
    """Keys, as Textual names them, that put this answer into an untouched draft."""
    if isinstance(draft, SingleDraft):
        return [next(e.letter.lower() for e in draft.entries if e.answer == answer)]
    if isinstance(draft, SetDraft) and isinstance(answer, SetAnswer):
        keys = [choice.key for choice in draft.question.vocabulary]
        letters = [draft.letters[keys.index(name)].lower() for name in sorted(answer.members)]
        return letters or ["n"]
    if isinstance(draft, WorldsDraft) and isinstance(answer, ModelsAnswer):
        pressed: list[str] = []
        for world in sorted(answer.models, key=sorted):
            pressed.append("plus")
            pressed += _cells(draft.columns, cells_of(draft.columns, world), untouched=False)
        return pressed or ["n"]
    if isinstance(draft, UniqueDraft) and isinstance(answer, UniqueAnswer):
        letter = {"unique": "u", "not_unique": "m", "none": "n"}[answer.verdict]
        if answer.solution is None:
            return [letter]
        return [letter, *_cells(draft.columns, cells_of(draft.columns, answer.solution), True)]
    if isinstance(draft, NumberDraft) and isinstance(answer, CountAnswer):
        return list(str(answer.count))
    if isinstance(draft, TypedDraft):
        return _typed(format_answer(answer, draft.question))
    if isinstance(draft, TextDraft) and isinstance(answer, TextAnswer):
        return _typed(answer.text)
    raise AssertionError(f"a {answer.kind} answer does not go into {type(draft).__name__}")


def _typed(text: str) -> list[str]:
    names = {" ": "space", ".": "full_stop", ">": "greater_than_sign"}
    return [names.get(char, char) for char in text]


def _cells(columns: Sequence[Column], cells: Sequence[int | None], untouched: bool) -> list[str]:
    """Letters that turn each cell to its value; `untouched` where Bool cells begin open."""
    pressed: list[str] = []
    for column, cell in zip(columns, cells, strict=True):
        assert cell is not None
        if column.values:
            times = cell + 1
        else:
            times = (1 if cell else 2) if untouched else cell
        pressed += [column.letter.lower()] * times
    return pressed
