"""Comparing the formalizations of one item: its own, models' and annotators'; and which is right.

Owns reading them from the record, choosing the pair, and storing a verdict with its reason. The
display is `tui.windows.formalization_comparison`.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from items.formalizations.distinction import ReadFormalization, formalized_as, gold_of
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _, mark, ngettext
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.windows import AskModal, Entry, Field, PickModal
from tui.state.draft import KeyHint
from tui.state.formalization_comparison import CHOICES, Choice
from tui.widgets.job import Job, failure_text
from tui.windows.formalization_comparison import ComparisonScreen
from tui.windows.screen import hints

if TYPE_CHECKING:
    from sessions.models.formalizations import RecordedFormalization
    from sessions.record.adjudications import Adjudication

GOLD = mark("the item's own")


def screen(inspector: Inspector, item: Item) -> "FormalizationsScreen":
    """The screen with the formalizations of an item."""
    return FormalizationsScreen(inspector, item)


class FormalizationsScreen(ComparisonScreen):
    """The item's own formalization next to another, initially the first recorded one."""

    SCREEN_NAMES = ("apart", "apart-recorded")

    def __init__(self, inspector: Inspector, item: Item) -> None:
        super().__init__(item, (), inspector.formula_style)
        self.inspector = inspector
        self.texts: list[str] = []
        """Each side's text in the record."""
        self.known_verdicts: tuple[Adjudication, ...] = ()
        self.reader: Job[tuple[list[ReadFormalization], list[str], tuple[Adjudication, ...]]] = Job(
            self, "recorded", self.recorded_done, self.unread
        )
        self.person = ""
        """The researcher's name, as given last."""

    def hints(self) -> list[KeyHint]:
        """The usual hints, with the choice of both sides."""
        own = super().hints()
        return own if len(self.view.sides) < 2 else [*own[:5], *hints("swap_sides"), *own[5:]]

    @property
    def deciding(self) -> bool:
        """Whether there is a record to store a verdict in."""
        return self.inspector.database is not None and len(self.view.sides) > 1

    # --- reading ---------------------------------------------------------------------------------

    def ready(self) -> None:
        """Read the recorded formalizations, once."""
        self.query_one("#apart").focus()
        if not self.view.sides and not self.reader.busy:
            self.view.state = _("reading …")
            self.reader.start(self.read)
            self.redraw()

    def read(
        self, _cancel: Cancel
    ) -> "tuple[list[ReadFormalization], list[str], tuple[Adjudication, ...]]":
        """Runs in a thread: the item's own formalization, and those in the record."""
        from sessions.models.formalizations import recorded
        from sessions.record.adjudications import as_text, read
        from sessions.storage.database import Database

        item, path = self.view.item, self.inspector.database
        sides: list[ReadFormalization] = []
        texts: list[str] = []
        if item.formalization is not None:
            sides.append(gold_of(item, GOLD))
            texts.append(as_text(dict(item.formalization)))
        outcome: tuple[RecordedFormalization, ...] = ()
        verdicts: tuple[Adjudication, ...] = ()
        if path is not None and path.exists():
            with Database.open(path) as db:
                outcome = recorded(db, item)
                verdicts = read(db, item.content_hash)
        for entry in outcome:
            sides.append(formalized_as(entry.name, entry.formalization))
            texts.append(as_text(entry.formalization))
        return sides, texts, verdicts

    def recorded_done(
        self, formalizations: "tuple[list[ReadFormalization], list[str], tuple[Adjudication, ...]]"
    ) -> None:
        """Show the first two next to each other."""
        sides, self.texts, self.known_verdicts = formalizations
        if len(sides) < 2:
            self.view.state = ""
            message = _("No formalization is known of this item")
            if sides:
                message = ngettext(
                    "{n} formalization is known of this item",
                    "{n} formalizations are known of this item",
                    len(sides),
                ).format(n=len(sides))
            more = _("`countermodel formalize` asks models for some; annotators attach others.")
            self.show_message(_("{message}. {more}").format(message=message, more=more), True)
            self.app.pop_screen()
            return
        self.view.sides = tuple(sides)
        self.view.put(0, 1)
        self.load()

    def unread(self, error: CountermodelError) -> None:
        """Show why the record cannot be read."""
        self.view.state = failure_text(error)
        self.redraw()

    def on_unmount(self) -> None:
        """Stop all work."""
        super().on_unmount()
        self.reader.cancel()

    # --- which pair ------------------------------------------------------------------------------

    def action_other_pair(self) -> None:
        """Choose the right side."""
        if len(self.view.sides) < 2:
            self.show_message(self.view.state or _("There are only these two."))
            return

        def picked(key: str | None) -> None:
            if key is not None:
                self.view.put(self.view.left, int(key))
                self.load()

        entries = [
            Entry(str(place), _(side.name), side.error or self.told_of(place))
            for place, side in enumerate(self.view.sides)
            if place != self.view.left
        ]
        title = _("Compare which formalization with that of {name}?").format(
            name=_(self.view.pair[0].name)
        )
        self.app.push_screen(PickModal(title, entries, str(self.view.right)), picked)

    def told_of(self, place: int) -> str:
        """The verdict on a side compared with the left one."""
        from sessions.record.adjudications import held_choice

        pair = held_choice(self.known_verdicts, self.texts[self.view.left], self.texts[place])
        return "" if pair is None else f"✎ {_(CHOICES[pair[0]])}"

    def action_swap_sides(self) -> None:
        """Swap left and right."""
        if len(self.view.sides) > 1:
            self.view.put(self.view.right, self.view.left)
            self.load()

    # --- verdicts --------------------------------------------------------------------------------

    def decided(self) -> tuple[Choice, str] | None:
        """The last recorded verdict on this pair."""
        if not self.texts:
            return None
        from sessions.record.adjudications import held_choice

        texts = (self.texts[self.view.left], self.texts[self.view.right])
        return held_choice(self.known_verdicts, *texts)

    def decide(self, choice: Choice) -> None:
        """Ask for the reason and the name, and store the verdict."""

        def store_verdict(values: dict[str, str], _confirmed: bool) -> str:
            if not values["reason"]:
                raise AskModal.Refused(_("A verdict needs a reason."))
            if not values["person"]:
                raise AskModal.Refused(_("Say who decides, so that others know whom to ask."))
            try:
                self.keep(choice, values["reason"], values["person"])
            except CountermodelError as error:
                raise AskModal.Refused(str(error)) from error
            return ""

        def verdict_stored(was_stored: bool | None) -> None:
            if was_stored:
                self.redecided()

        fields = (
            Field("reason", _("Reason: what in the text decides it?")),
            Field("person", _("Who decides"), self.person),
        )
        title = _("Verdict: {verdict}").format(verdict=_(CHOICES[choice]))
        names = _(" and ").join(_(side.name) for side in self.view.pair)
        self.app.push_screen(AskModal(title, names, fields, store_verdict), verdict_stored)

    def keep(self, choice: Choice, reason: str, person: str) -> None:
        """Store a verdict. Raises InputError and OutsideError."""
        from sessions.record.adjudications import Adjudication, add, read
        from sessions.storage.database import Database

        assert self.inspector.database is not None
        left, right = self.view.pair
        item = self.view.item
        adjudication = Adjudication(
            item.content_hash,
            self.texts[self.view.left],
            self.texts[self.view.right],
            left.name,
            right.name,
            choice,
            reason,
            person,
            datetime.now(UTC).isoformat(timespec="microseconds"),
        )
        with Database.open(self.inspector.database) as db:
            add(db, adjudication, item)
            self.known_verdicts = read(db, item.content_hash)
        self.person = person
