"""A participant's input in the fields of a form: one draft class per sort of field.

Owns the effects of keys and clicks on a draft, and its lines. `form` owns the form and the widgets
draw it; the field decides which values fit (`study.stations.form_fields`).
"""

from collections.abc import Callable, Mapping

from study.respondents.answer_checks import Reason
from study.stations.form_fields import (
    ChoiceField,
    Entry,
    FormField,
    NumberField,
    ScaleField,
    SeveralField,
    TextField,
    Value,
)
from tui.i18n import _
from tui.state.draft import (
    ALPHABET,
    CHANGED,
    IGNORED,
    MOVED,
    KeyHint,
    Line,
    Piece,
    Reply,
    Role,
    entry,
    spread,
)
from tui.text import narrow, plain, width

NUMBER_CHARACTERS = frozenset("0123456789.-")
LONGEST_NUMBER = 20
"""Maximum number of characters in a number."""
DECLINE_TARGET = "decline"
"""Target of a click on "I prefer not to say"."""


class FieldDraft:
    """A participant's current input in a field. Down leads to "I prefer not to say" if it is
    offered, and up leads back."""

    digits = True
    typing = False

    def __init__(self, field: FormField, entry: Entry | None = None) -> None:
        self.field = field
        self.declined = entry is not None and entry.declined
        if entry is not None and entry.value is not None:
            self.take(entry.value)

    def take(self, value: Value) -> None:
        """Set a previously given value."""

    def value(self) -> Value | None:
        """The current value; None where there is none, or it has no meaning."""
        return None

    def clear(self) -> None:
        """Empty the field."""

    def entry(self) -> Entry | None:
        """The entry to record; None while it does not fit."""
        if self.declined:
            return Entry(declined=True)
        value = self.value()
        if value is None or self.field.unfit(value) is not None:
            return None
        return Entry(value=value)

    def in_words(self) -> str:
        """The current input in words; empty where there is none."""
        value = self.value()
        if self.declined:
            return _("I prefer not to say")
        if isinstance(value, tuple):
            return "\n".join(value)
        return "" if value is None else str(value)

    @property
    def empty(self) -> bool:
        """Whether there is no input."""
        return not self.declined and self.value() is None

    def missing(self) -> str:
        """Why the field is incomplete, in words; empty where it is complete or optional."""
        if self.entry() is not None or (self.empty and not self.field.required):
            return ""
        value = self.value()
        reason = Reason.UNANSWERED if value is None else self.field.unfit(value)
        if reason is Reason.OUT_OF_BOUNDS and isinstance(self.field, NumberField):
            text = _("A number from {least} to {most} is needed.")
            return text.format(least=f"{self.field.least:g}", most=f"{self.field.most:g}")
        if reason is Reason.WRONG_KIND:
            return _("A whole number is needed.")
        if reason is Reason.TOO_LONG:
            return _("The answer is too long.")
        return _("This question is still open.")

    def press(self, key: str, character: str | None) -> Reply:
        """A key."""
        if key in ("up", "down") and self.field.decline:
            return self._set_declined(key == "down")
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click."""
        return self._set_declined(True) if target == DECLINE_TARGET else IGNORED

    def paste(self, text: str) -> Reply:
        """Text from the clipboard; ignored unless the field is typed."""
        return IGNORED

    def _set_declined(self, declined: bool) -> Reply:
        if declined is self.declined:
            return MOVED
        self.declined = declined
        if declined:
            self.clear()
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The control, followed by "I prefer not to say"."""
        return [*self.own_lines(cells, focused), *self.decline_lines(cells, "")]

    def own_lines(self, cells: int, focused: bool) -> list[Line]:
        """The control itself."""
        return []

    def decline_lines(self, cells: int, letter: str, at_cursor: bool = False) -> list[Line]:
        """The last row, if offered."""
        if not self.field.decline:
            return []
        on = self.declined or at_cursor
        lead = (Piece("▸ " if on else "  ", "cursor"), Piece(f"{letter:<2} " if letter else ""))
        role: Role = "chosen" if self.declined else "muted"
        return entry(lead, _("I prefer not to say"), cells, role, DECLINE_TARGET, on)

    def keys(self) -> tuple[KeyHint, ...]:
        """The draft's own keys, for the footer."""
        return (KeyHint("↓", _("prefer not to say")),) if self.field.decline else ()


class TypedDraft(FieldDraft):
    """A typed line: a text or a number."""

    def __init__(self, field: TextField | NumberField, entry: Entry | None = None) -> None:
        self.text = ""
        self.takes_numbers = isinstance(field, NumberField)
        self.typing = not self.takes_numbers
        super().__init__(field, entry)

    def take(self, value: Value) -> None:
        """Set the text."""
        self.text = f"{value:g}" if isinstance(value, float) else str(value)

    def clear(self) -> None:
        """Clear the text."""
        self.text = ""

    def value(self) -> Value | None:
        """The text, or its number."""
        if not self.text.strip():
            return None
        if not self.takes_numbers:
            return self.text
        try:
            number = float(self.text)
        except ValueError:
            return self.text
        return int(number) if number.is_integer() else number

    def press(self, key: str, character: str | None) -> Reply:
        """Characters, backspace, delete."""
        if key == "backspace":
            return self._set(self.text[:-1])
        if key == "delete":
            return self._set("")
        if character is None or (self.takes_numbers and character not in NUMBER_CHARACTERS):
            return super().press(key, character)
        if not self.room:
            return Reply(message=_("No more fits."))
        return self._set(self.text + character)

    @property
    def room(self) -> int:
        """The remaining number of characters."""
        most = self.field.most if isinstance(self.field, TextField) else LONGEST_NUMBER
        return max(most - len(self.text), 0)

    def paste(self, text: str) -> Reply:
        """Insert what fits, on one line; for a number, only digits."""
        line = " ".join(text.strip().splitlines()).replace("\t", " ")
        line = "".join(character for character in line if character.isprintable())
        if self.takes_numbers:
            line = narrow(line) or ""
            if len(line) > self.room or not set(line) <= NUMBER_CHARACTERS:
                return Reply(message=_("This is not a number that can be pasted here."))
        if not line:
            return IGNORED
        if not self.room:
            return Reply(message=_("No more fits."))
        cut = len(line) > self.room
        self._set(self.text + line[: self.room])
        message = _("Not all of the pasted text fits: its end was cut off.") if cut else ""
        return Reply(changed=True, message=message)

    def _set(self, text: str) -> Reply:
        if text == self.text and not self.declined:
            return MOVED
        self.text, self.declined = text, False
        return CHANGED

    def own_lines(self, cells: int, focused: bool) -> list[Line]:
        """One line; the end of a text that is longer."""
        room = max(min(cells - 6, 12 if self.takes_numbers else 60), 4)
        text = plain(self.text)
        while width(text) > room:
            text = text[1:]
        at_cursor = focused and not self.declined
        field = text + ("▏" if at_cursor else " ") + " " * (room - width(text))
        pieces = (
            Piece("▸ " if at_cursor else "  ", "cursor"),
            Piece("[", "muted"),
            Piece(field, "chosen" if self.text else "plain"),
            Piece("]", "muted"),
        )
        return [Line(pieces, at_cursor=at_cursor)]

    def keys(self) -> tuple[KeyHint, ...]:
        """The keys for typing."""
        own = (
            KeyHint("0–9", _("type the number"))
            if self.takes_numbers
            else KeyHint("A–Z", _("type"))
        )
        return (own, *super().keys())


class ScaleDraft(FieldDraft):
    """A point of a scale, by digit or with the arrows."""

    def __init__(self, field: ScaleField, entry: Entry | None = None) -> None:
        self.scale = field
        self.point: int | None = None
        super().__init__(field, entry)

    def take(self, value: Value) -> None:
        """The point."""
        self.point = value if isinstance(value, int) else None

    def clear(self) -> None:
        """Clear the point."""
        self.point = None

    def value(self) -> Value | None:
        """The point."""
        return self.point

    def press(self, key: str, character: str | None) -> Reply:
        """Digits select, left and right move."""
        if character and character in "123456789"[: self.scale.points]:
            return self._set(int(character))
        if key == "right":
            return self._set(min((self.point or 0) + 1, self.scale.points))
        if key == "left":
            return self._set(max((self.point or 2) - 1, 1))
        return super().press(key, character)

    def hit(self, target: str) -> Reply:
        """A click on a number."""
        return self._set(int(target)) if target.isdigit() else super().hit(target)

    def _set(self, point: int) -> Reply:
        if point == self.point and not self.declined:
            return MOVED
        self.point, self.declined = point, False
        return CHANGED

    def own_lines(self, cells: int, focused: bool) -> list[Line]:
        """The numbers, with the meanings of the ends beside or below them."""
        at_cursor = focused and not self.declined
        low, high = plain(self.scale.low), plain(self.scale.high)
        numbers = [
            Piece(f"[{n}]" if n == self.point else f" {n} ", "chosen" if n == self.point else "key")
            for n in range(1, self.scale.points + 1)
        ]
        numbers = [Piece(p.text, p.role, str(n)) for n, p in enumerate(numbers, 1)]
        lead = Piece("▸ " if at_cursor else "  ", "cursor")
        if width(low) + width(high) + 3 * len(numbers) + 4 <= cells:
            ends = (Piece(f"{low} ", "muted"), *numbers, Piece(f" {high}", "muted"))
            return [Line((lead, *ends), at_cursor=at_cursor)]
        below = [f"1: {low}", f"{self.scale.points}: {high}"]
        return [
            Line((lead, *numbers), at_cursor=at_cursor),
            *(
                line
                for text in below
                for line in entry((Piece("  "),), text, cells, "muted", "", False)
            ),
        ]

    def keys(self) -> tuple[KeyHint, ...]:
        """The digits."""
        return (KeyHint(f"1–{self.scale.points}", _("choose")), *super().keys())


class ChoiceDraft(FieldDraft):
    """One option: letters select, arrows move the selection."""

    digits = False

    def __init__(self, field: ChoiceField, entry: Entry | None = None) -> None:
        self.options = field.options
        self.letters = ALPHABET[: len(field.options) + field.decline]
        self.place: int | None = None
        super().__init__(field, entry)
        if self.declined:
            self.place = len(self.options)

    def take(self, value: Value) -> None:
        """The option."""
        self.place = self.options.index(value) if value in self.options else None

    def value(self) -> Value | None:
        """The option."""
        if self.place is None or self.place >= len(self.options):
            return None
        return self.options[self.place]

    def press(self, key: str, character: str | None) -> Reply:
        """A letter selects; arrows move, stopping at both ends."""
        place = self.letters.find((character or " ").upper())
        if place >= 0:
            return self._take(place)
        last = len(self.letters) - 1
        if key == "down":
            return self._take(0 if self.place is None else min(self.place + 1, last))
        if key == "up":
            return self._take(last if self.place is None else max(self.place - 1, 0))
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on an option selects it."""
        return self._take(len(self.options) if target == DECLINE_TARGET else int(target))

    def _take(self, place: int) -> Reply:
        if place == self.place:
            return MOVED
        self.place, self.declined = place, place == len(self.options)
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All options, with a mark before the selected one."""
        drawn: list[Line] = []
        for place, option in enumerate(self.options):
            chosen = place == self.place
            lead = (
                Piece("▸ " if chosen else "  ", "cursor"),
                Piece(f"{self.letters[place]:<2} ", "key"),
            )
            role: Role = "chosen" if chosen else "plain"
            drawn.extend(entry(lead, plain(option), cells, role, str(place), chosen))
        return [*drawn, *self.decline_lines(cells, self.letters[-1])]

    def keys(self) -> tuple[KeyHint, ...]:
        """The letters."""
        return (KeyHint(spread(self.letters), _("choose")),)


class SeveralDraft(FieldDraft):
    """Any number of options: letters or Space toggle, arrows move."""

    digits = False

    def __init__(self, field: SeveralField, entry: Entry | None = None) -> None:
        self.options = field.options
        self.letters = ALPHABET[: len(field.options) + field.decline]
        self.chosen_options: set[str] = set()
        self.cursor = 0
        super().__init__(field, entry)

    def take(self, value: Value) -> None:
        """The options."""
        self.chosen_options = set(value) if isinstance(value, tuple) else set()

    def clear(self) -> None:
        """Clear the options."""
        self.chosen_options = set()

    def value(self) -> Value | None:
        """The selected options in their order."""
        return tuple(option for option in self.options if option in self.chosen_options) or None

    def press(self, key: str, character: str | None) -> Reply:
        """A letter toggles its option, Space the one under the cursor."""
        place = self.letters.find((character or "").upper()) if (character or "").strip() else -1
        if place >= 0:
            return self._switch(place)
        if key == "space":
            return self._switch(self.cursor)
        if key in ("up", "down"):
            last = len(self.letters) - 1
            self.cursor = max(0, min(self.cursor + (1 if key == "down" else -1), last))
            return MOVED
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on an option toggles it."""
        return self._switch(len(self.options) if target == DECLINE_TARGET else int(target))

    def _switch(self, place: int) -> Reply:
        self.cursor = place
        if place == len(self.options):
            return self._set_declined(not self.declined)
        self.declined = False
        self.chosen_options ^= {self.options[place]}
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All options with boxes."""
        drawn: list[Line] = []
        for place, option in enumerate(self.options):
            on, at_cursor = option in self.chosen_options, focused and place == self.cursor
            role: Role = "chosen" if on else "plain"
            lead = (
                Piece("▸ " if at_cursor else "  ", "cursor"),
                Piece("[✓] " if on else "[ ] ", role),
                Piece(f"{self.letters[place]:<2} ", "key"),
            )
            drawn.extend(entry(lead, plain(option), cells, role, str(place), at_cursor))
        at_cursor = focused and self.cursor == len(self.options)
        return [*drawn, *self.decline_lines(cells, self.letters[-1], at_cursor)]

    def keys(self) -> tuple[KeyHint, ...]:
        """The letters."""
        return (KeyHint(spread(self.letters), _("on/off")),)


DRAFTS: Mapping[type[FormField], Callable[..., FieldDraft]] = {
    TextField: TypedDraft,
    NumberField: TypedDraft,
    ChoiceField: ChoiceDraft,
    SeveralField: SeveralDraft,
    ScaleField: ScaleDraft,
}
