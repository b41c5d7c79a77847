"""The answer to "is there exactly one solution, and which?".

Owns the draft: a verdict and, if it is "exactly one", a value for every target. Every value must be
given; there are no defaults.
"""

from items.answers import Answer, UniqueAnswer
from items.models import Question
from tui.i18n import _
from tui.state.columns import cells_of, columns_of, world_of
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
    spread,
)
from tui.text import pad, width

VERDICTS = (("unique", "U"), ("not_unique", "M"), ("none", "N"))


class UniqueDraft(Draft):
    """U, M, N select the verdict; letters and Space set the values of the one solution."""

    def __init__(self, question: Question, answer: Answer | None = None, text: str = "") -> None:
        """`text` is the item's text, whose letters are not used for anything else."""
        super().__init__(question)
        self.columns = columns_of(question, "UMN", text)
        self.verdict = ""
        self.cells: list[int | None] = [None] * len(self.columns)
        self.cursor = 0
        if isinstance(answer, UniqueAnswer):
            self.verdict = answer.verdict
            if answer.solution is not None:
                self.cells = cells_of(self.columns, answer.solution)

    def answer(self) -> Answer | None:
        """The verdict, with the solution if it is "exactly one"."""
        return None if self.missing() else self.partial()

    def partial(self) -> Answer | None:
        """The verdict, and the solution if it is complete."""
        if not self.verdict:
            return None
        solution = None
        if self.verdict == "unique" and self.columns:
            solution = world_of(self.columns, self.cells)
        return UniqueAnswer.model_validate({"verdict": self.verdict, "solution": solution})

    def missing(self) -> str:
        """The verdict or a value of the solution is missing."""
        if not self.verdict:
            return _("Choose an answer first.")
        if self.verdict == "unique" and None in self.cells:
            return _("Fill in the solution: choose yes, no or a value in place of each “?”.")
        return ""

    def press(self, key: str, character: str | None) -> Reply:
        """Keys of the verdict and of the solution."""
        letter = (character or "").upper()
        for place, (verdict, own) in enumerate(VERDICTS):
            if letter == own:
                return self._judge(place, verdict)
        if self.verdict == "unique":
            for place, column in enumerate(self.columns):
                if letter and column.letter == letter:
                    return self._turn(place)
        last = len(VERDICTS) - 1 + (len(self.columns) if self.verdict == "unique" else 0)
        if key in ("up", "down"):
            self.cursor = max(0, min(self.cursor + (1 if key == "down" else -1), last))
            return MOVED
        if key == "space":
            return self.hit(str(self.cursor))
        if key in ("left", "right") and self.cursor >= len(VERDICTS):
            return self._turn(self.cursor - len(VERDICTS), 1 if key == "right" else -1)
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on a verdict selects it, one on a target changes its value."""
        place = int(target)
        if place < len(VERDICTS):
            return self._judge(place, VERDICTS[place][0])
        return self._turn(place - len(VERDICTS))

    def _judge(self, place: int, verdict: str) -> Reply:
        self.cursor = place
        if verdict == self.verdict:
            return MOVED
        self.verdict = verdict
        return CHANGED

    def _turn(self, place: int, step: int = 1) -> Reply:
        self.cursor = place + len(VERDICTS)
        column, cell = self.columns[place], self.cells[place]
        turns = len(column.values) or 2
        if cell is None:
            first = 0 if column.values else 1
            self.cells[place] = first if step > 0 else turns - 1 - first
        else:
            self.cells[place] = (cell + step) % turns
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The three verdicts; below "exactly one", the values of the solution."""
        texts = (
            _("Exactly one solution"),
            _("More than one solution"),
            _("No solution"),
        )
        drawn: list[Line] = []
        for place, ((verdict, letter), text) in enumerate(zip(VERDICTS, texts, strict=True)):
            on = verdict == self.verdict
            lead = (
                Piece("▸ " if focused and place == self.cursor else "  ", "cursor"),
                Piece("(●) " if on else "( ) ", "chosen" if on else "muted"),
                Piece(f"{letter}  ", "key"),
            )
            role: Role = "chosen" if on else "plain"
            drawn.extend(entry(lead, text, cells, role, str(place), place == self.cursor))
            if verdict == "unique" and on:
                drawn.extend(self._solution(cells, focused))
        return drawn

    def _solution(self, cells: int, focused: bool) -> list[Line]:
        drawn: list[Line] = []
        words = [
            _("yes"),
            _("no"),
            *(c.value_label(v) for c in self.columns for v in range(len(c.values))),
        ]
        room = max(width(word) for word in words) + 2
        for n, (column, cell) in enumerate(zip(self.columns, self.cells, strict=True)):
            place = n + len(VERDICTS)
            at_cursor = place == self.cursor
            if cell is None:
                value = "?"
            elif column.values:
                value = column.value_label(cell)
            else:
                value = _("yes") if cell else _("no")
            lead = (
                Piece("     ▸ " if focused and at_cursor else "       ", "cursor"),
                Piece(f"{column.letter:<2} ", "key"),
                Piece(pad(f"[{value}]", room) + " ", "warn" if cell is None else "chosen"),
            )
            label = column.legend
            drawn.extend(entry(lead, label, cells, "plain", str(place), at_cursor))
        return drawn

    def keys(self) -> tuple[KeyHint, ...]:
        """The verdicts, and the letters of the solution."""
        hints = [KeyHint("U M N", _("choose"))]
        if self.verdict == "unique" and self.columns:
            letters = [column.letter for column in self.columns if column.letter]
            hints.append(KeyHint(spread(letters), _("change")))
        return tuple(hints)
