"""Comparing formalizations that annotators attached to an item; the adjudicator decides which
holds.

Owns which formalizations of an entry are compared, and storing the verdict with its reason at the
desk. The display is `tui.windows.formalization_comparison`.
"""

from collections.abc import Callable, Sequence

from items.formalizations.distinction import (
    ReadFormalization,
    distinction_of,
    formalized_as,
    gold_of,
)
from items.models import Item
from sessions.annotation.desk_views import Current
from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.language.scratchpad_lines import read_scratch
from study.annotation.attachments import BOTH, FORMALIZATION, NONE
from tui.i18n import _
from tui.screens.annotator.sitting import Sitting
from tui.screens.annotator.windows import TextModal
from tui.state.formalization_comparison import CHOICES, Choice
from tui.text import plain
from tui.widgets.job import refusal_text
from tui.windows.formalization_comparison import ComparisonScreen


def sides_of(current: Current) -> list[ReadFormalization]:
    """The formalizations to compare: for an adjudicator, each different attached one; for an
    annotator, the item's own and the scratchpad."""
    if current.attachments:
        by_key: dict[str, ReadFormalization] = {}
        for attachment in current.attachments:
            name = _("annotator {n}").format(n=attachment.number)
            by_key.setdefault(attachment.key, formalized_as(name, dict(attachment.formalization)))
        return list(by_key.values())
    sides: list[ReadFormalization] = []
    if current.item.formalization is not None:
        sides.append(gold_of(current.item, _("the item's")))
    if current.work.pad.strip():
        scratch = read_scratch(current.work.pad)
        name = _("your scratchpad")
        if scratch.problem is not None:
            sides.append(formalized_as(name, dict(scratch.formalization)))
        else:
            trouble = _("some lines cannot be read")
            sides.append(ReadFormalization(name, None, trouble, None, current.work.pad))
    return sides


def all_equivalent(item: Item, sides: Sequence[ReadFormalization], cancel: Cancel) -> bool:
    """Whether all are proved equivalent in premises and queries, without assumptions. Slow, so it
    runs in a thread. Raises `Cancelled`."""
    if any(side.problem is None for side in sides):
        return False
    first, *rest = sides
    pairs = (distinction_of(item, first, side, cancel=cancel) for side in rest)
    return all(apart.equivalent and not apart.comparison.assumed for apart in pairs)


class AttachmentsScreen(ComparisonScreen):
    """The formalizations attached to one entry."""

    def __init__(
        self,
        sitting: Sitting,
        current: Current,
        sides: Sequence[ReadFormalization],
        on_change: Callable[[], None],
    ) -> None:
        source = sitting.desk.stored_queue.material.items[current.entry.id]
        super().__init__(source, sides)
        self.sitting = sitting
        self.current = current
        self.keys = list(dict.fromkeys(attachment.key for attachment in current.attachments))
        """The verdicts that stand for the sides."""
        self.on_change = on_change
        """Called after a verdict."""

    @property
    def deciding(self) -> bool:
        """Whether the adjudicator may decide: the entry is not submitted."""
        return self.sitting.adjudicate and self.current.work.standing != "submitted"

    def decided(self) -> tuple[Choice, str] | None:
        """The present verdict at the desk."""
        now = self.sitting.desk.current
        verdict = None if now is None else now.work.verdicts.get(FORMALIZATION)
        if verdict is None:
            return None
        choices: dict[object, Choice] = {BOTH: "both", NONE: "neither"}
        if self.keys:
            choices[self.keys[self.view.left]] = "left"
            choices[self.keys[self.view.right]] = "right"
        choice = choices.get(verdict.verdict)
        return None if choice is None else (choice, verdict.reason)

    def decide(self, choice: Choice) -> None:
        """Store the verdict, then its reason as it is written."""
        verdict = {
            "left": self.keys[self.view.left],
            "right": self.keys[self.view.right],
            "both": BOTH,
            "neither": NONE,
        }[choice]
        now = self.sitting.desk.current
        before = None if now is None else now.work.verdicts.get(FORMALIZATION)
        text = "" if before is None else before.reason
        if not self.store(verdict, text):
            return

        def pending(store: Callable[[], object] | None) -> None:
            self.sitting.store_unsaved = store

        def text_closed(_text: str | None) -> None:
            self.redecided()
            self.on_change()

        def keep(written: str) -> str:
            return self.trouble(verdict, written)

        title = _("Reason · {verdict}").format(verdict=_(CHOICES[choice]))
        message = _("What in the text decides it?")
        self.app.push_screen(TextModal(title, message, text, keep, pending), text_closed)

    def store(self, verdict: str, reason: str) -> bool:
        """Store the verdict. Returns whether it was stored; if not, a notice says why."""
        trouble = self.trouble(verdict, reason)
        if trouble:
            self.show_message(trouble, True)
        return not trouble

    def trouble(self, verdict: str, reason: str) -> str:
        """Store the verdict; returns why that failed, empty if it worked."""
        try:
            self.sitting.desk.give(FORMALIZATION, verdict, reason)
        except CountermodelError as error:
            return plain(refusal_text(error))
        return ""
