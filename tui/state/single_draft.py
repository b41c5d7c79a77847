"""Answers that are one of a few entries: options, True / False / Unknown, yes / no.

Owns the draft with exactly one selected entry, which is the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import Answer, ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.models import Item, Question
from solver.kinds.registry import kind_of
from tui.i18n import _, language, mark
from tui.state.draft import (
    ALPHABET,
    CHANGED,
    IGNORED,
    MOVED,
    Draft,
    KeyHint,
    Line,
    Piece,
    Reply,
    Role,
    entry,
    spread,
)


@dataclass(frozen=True)
class Entry:
    """One entry that can be selected."""

    letter: str
    text: str
    answer: Answer
    is_own: bool
    """Whether the text is the program's own and must be translated."""


class SingleDraft(Draft):
    """Letters select, arrows move the selection; nothing is selected at first."""

    def __init__(
        self, question: Question, entries: Sequence[Entry], answer: Answer | None = None
    ) -> None:
        super().__init__(question)
        self.entries = tuple(entries)
        self.place: int | None = next(
            (n for n, choice in enumerate(self.entries) if choice.answer == answer), None
        )

    def answer(self) -> Answer | None:
        """The selected entry."""
        return None if self.place is None else self.entries[self.place].answer

    def missing(self) -> str:
        """Nothing is selected yet."""
        return _("Choose an answer first.") if self.place is None else ""

    def press(self, key: str, character: str | None) -> Reply:
        """A letter selects; arrows move, stopping at both ends."""
        letter = (character or "").upper()
        for place, choice in enumerate(self.entries):
            if letter and choice.letter == letter:
                return self._take(place)
        last = len(self.entries) - 1
        if key == "down":
            return self._take(0 if self.place is None else min(self.place + 1, last))
        if key == "up":
            return self._take(last if self.place is None else max(self.place - 1, 0))
        if key == "home":
            return self._take(0)
        if key == "end":
            return self._take(last)
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on an entry selects it."""
        return self._take(int(target))

    def _take(self, place: int) -> Reply:
        if place == self.place:
            return MOVED
        self.place = place
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All entries, with a mark before the selected one."""
        drawn: list[Line] = []
        for place, choice in enumerate(self.entries):
            chosen = place == self.place
            lead = (
                Piece("● " if chosen else "  ", "chosen" if chosen else "plain"),
                Piece(f"{choice.letter:<1}  ", "key"),
            )
            text = _(choice.text) if choice.is_own else choice.text
            role: Role = "chosen" if chosen else "plain"
            if self.airy and drawn:
                drawn.append(Line(target=str(place)))
            drawn.extend(entry(lead, text, cells, role, str(place), chosen))
        return drawn

    def keys(self) -> tuple[KeyHint, ...]:
        """The letters."""
        return (KeyHint(spread([choice.letter for choice in self.entries]), _("choose")),)

    @property
    def word(self) -> str:
        """The selected letter."""
        return "" if self.place is None else self.entries[self.place].letter


def choice_draft(
    question: Question, order: Sequence[int], with_none: bool, answer: Answer | None = None
) -> SingleDraft:
    """Options in the order shown, lettered by position, and N where offered."""
    free = [letter for letter in ALPHABET if letter != "N" or not with_none]
    letters = [free[place] if place < len(free) else "" for place in range(len(order))]
    entries = [
        Entry(letter, question.options[option].text, ChoiceAnswer(option=option), False)
        for letter, option in zip(letters, order, strict=True)
    ]
    if with_none:
        text = mark("None of these, or I cannot tell")
        entries.append(Entry("N", text, ChoiceAnswer(option=None), True))
    return SingleDraft(question, entries, answer)


def truth_draft(question: Question, item: Item, answer: Answer | None = None) -> SingleDraft:
    """True, False and, on the scale of three, Unknown; the item defines the meaning of False."""
    if item.open_is_false:
        texts = {
            "true": ("T", mark("True: it follows")),
            "false": ("F", mark("False: it does not follow")),
        }
    else:
        texts = {
            "true": ("T", mark("True: it must be so")),
            "false": ("F", mark("False: it cannot be so")),
            "unknown": ("U", mark("Unknown: it can be either")),
        }
        if item.two_valued:
            del texts["unknown"]
    entries = [
        Entry(letter, text, TruthAnswer.model_validate({"value": value}), True)
        for value, (letter, text) in texts.items()
    ]
    return SingleDraft(question, entries, answer)


def verdict_draft(question: Question, answer: Answer | None = None) -> SingleDraft:
    """The verdicts of the question, in its own words: with Y and N for yes and no, otherwise with
    letters in order."""
    words = kind_of(question.kind or "").verdicts
    letters = "YN" if len(words) == 2 else ALPHABET
    entries = [
        Entry(
            letter,
            (word.reply or word.meaning).of(language()),
            VerdictAnswer(word=str(word.verdict)),
            False,
        )
        for letter, word in zip(letters, words, strict=False)
    ]
    return SingleDraft(question, entries, answer)
