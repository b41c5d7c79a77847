"""An answer that is a set: members are toggled.

Owns the draft of a set of individuals or formulas. Respondents must state that the set is empty: a
set in which nothing was selected is not an answer yet.
"""

from items.answers import Answer, SetAnswer
from items.models import Question
from tui.i18n import _
from tui.state.draft import (
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
    letters_for,
    spread,
)

NONE_TARGET = "none"


class SetDraft(Draft):
    """Letters or Space toggle, N says that none belongs."""

    def __init__(self, question: Question, answer: Answer | None = None) -> None:
        super().__init__(question)
        self.letters = letters_for(question.vocabulary, "N")
        self.cursor = 0
        self.members: set[str] = set()
        self.none_chosen = False
        if isinstance(answer, SetAnswer):
            self.members = set(answer.members)
            self.none_chosen = not answer.members

    def answer(self) -> Answer | None:
        """The members, or the empty set where the respondent said so."""
        if not self.members and not self.none_chosen:
            return None
        return SetAnswer(members=frozenset(self.members))

    def missing(self) -> str:
        """There is neither a member nor "none of these"."""
        if self.members or self.none_chosen:
            return ""
        return _("Choose at least one, or press N for “none of these”.")

    def press(self, key: str, character: str | None) -> Reply:
        """A letter toggles its entry, Space the one under the cursor."""
        letter = (character or "").upper()
        if letter == "N":
            return self._say_none()
        if letter and letter in self.letters:
            self.cursor = self.letters.index(letter)
            return self._switch(self.cursor)
        last = len(self.question.vocabulary)
        if key in ("up", "down"):
            self.cursor = max(0, min(self.cursor + (1 if key == "down" else -1), last))
            return MOVED
        if key in ("home", "end"):
            self.cursor = 0 if key == "home" else last
            return MOVED
        if key == "space":
            return self._say_none() if self.cursor == last else self._switch(self.cursor)
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click toggles an entry."""
        if target == NONE_TARGET:
            self.cursor = len(self.question.vocabulary)
            return self._say_none()
        self.cursor = int(target)
        return self._switch(self.cursor)

    def _switch(self, place: int) -> Reply:
        if place >= len(self.question.vocabulary):
            return IGNORED
        self.members ^= {self.question.vocabulary[place].key}
        self.none_chosen = False
        return CHANGED

    def _say_none(self) -> Reply:
        if self.none_chosen:
            self.none_chosen = False
            return CHANGED
        text = _("Your marks were removed: none of these.") if self.members else ""
        self.members.clear()
        self.none_chosen = True
        return Reply(changed=True, message=text)

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All entries with their boxes, and "none of these" last."""
        drawn: list[Line] = []
        for place, choice in enumerate(self.question.vocabulary):
            on = choice.key in self.members
            letter = self.letters[place]
            lead = self._lead(place, focused, "[✓]" if on else "[ ]", letter)
            role: Role = "chosen" if on else "plain"
            at_cursor = place == self.cursor
            if self.airy and drawn:
                drawn.append(Line(target=str(place)))
            drawn.extend(
                entry(lead, choice.label or choice.key, cells, role, str(place), at_cursor)
            )
        if self.airy:
            drawn.append(Line(target=NONE_TARGET))
        place = len(self.question.vocabulary)
        lead = self._lead(place, focused, "[✓]" if self.none_chosen else "[ ]", "N")
        none_role: Role = "chosen" if self.none_chosen else "plain"
        drawn.extend(
            entry(lead, _("None of these"), cells, none_role, NONE_TARGET, place == self.cursor)
        )
        return drawn

    def _lead(self, place: int, focused: bool, checkbox: str, letter: str) -> tuple[Piece, ...]:
        mark = "▸ " if focused and place == self.cursor else "  "
        role: Role = "chosen" if "✓" in checkbox else "muted"
        return (Piece(mark, "cursor"), Piece(f"{checkbox} ", role), Piece(f"{letter:<2} ", "key"))

    def keys(self) -> tuple[KeyHint, ...]:
        """Letters, and N."""
        letters = [letter for letter in self.letters if letter]
        return (KeyHint(spread(letters), _("on/off")), KeyHint("N", _("none of these")))
