"""A page of the participant's flow: consent, instructions, block openings, breaks, the end.

Owns the layout of a page, and waiting for what is worked out while it is shown. The wording is
`tui.state.pages`; the flow owns the effect of its actions.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Center
from textual.events import Key
from textual.widget import Widget

from tui.i18n import _
from tui.state.draft import KeyHint
from tui.state.pages import Page
from tui.widgets.action_list import ActionList
from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import ParticipantScreen, heard_at_last, heard_from, hints

if TYPE_CHECKING:
    from solver.cancel import Cancel
    from solver.errors import CountermodelError
    from tui.widgets.job import Job, JobEnded


@dataclass(frozen=True)
class PendingPage:
    """The complete page, which is worked out in a thread while its beginning is shown."""

    work: "Callable[[Cancel], Page]"
    """Returns the complete page. It has to limit its own time, and to stop soon after its token is
    cancelled."""
    on_error: "Callable[[CountermodelError], None]"
    """Called in the screen's own thread if `work` raises."""
    blocks_leaving: bool
    """Whether the page may only be left once it is complete."""


class PageScreen(ParticipantScreen):
    """Title, text, actions."""

    SCREEN_NAMES = ("page",)
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-low"), (34, "-tall")]
    """Share of the height available to the text: the actions need the same lines on any screen."""

    def __init__(
        self,
        page: Page,
        title: str,
        on_action: Callable[[str], None],
        mark: str = "",
        unprompted: bool = False,
        pending: PendingPage | None = None,
    ) -> None:
        """`unprompted`: the page came without an input, so keys are ignored for a moment.
        `pending`: what the page shows later."""
        super().__init__(name=page.name, classes="-one" if len(page.actions) == 1 else None)
        self.page = page
        self.study_title = title
        self.on_action = on_action
        self.mark = mark
        self.unprompted = unprompted
        self.pending = pending
        """None once the page is complete."""
        self.job: Job[Page] | None = None
        self.shown_at = float("inf")
        """From this moment keys and clicks are meant for the page, on the clock of events."""
        self.latest_at = float("inf")
        """The latest such moment."""

    def header(self) -> HeaderBar:
        """The study's title."""
        return HeaderBar(self.study_title, "", self.mark)

    def middle(self) -> Iterable[Widget]:
        """Title, sections, actions."""
        yield Reading(Center(*_texts(self.page), classes="column", id="texts"), id="reading")
        yield Center(ActionList(self.page.actions), classes="column", id="actions-column")

    def hints(self) -> list[KeyHint]:
        """The letters of the actions, or Enter."""
        own = [KeyHint(action.letter or "Enter", action.text) for action in self.page.actions]
        return [*own, *hints("help", "leave")]

    def show_message(self, text: str) -> None:
        """Show a few words at the right of the header."""
        self.query_one(HeaderBar).show(right=text, level="warn")

    def on_mount(self) -> None:
        """Ignore keys that were pressed before the page was shown."""
        self.shown_at, self.latest_at = heard_from(self.unprompted), heard_at_last()
        super().on_mount()
        if self.pending is not None:
            from tui.widgets.job import Job

            self.job = Job(self, "page", self.complete, self.pending.on_error)
            self.job.start(self.pending.work)

    def on_unmount(self) -> None:
        """Stop what is still worked out."""
        if self.job is not None:
            self.job.cancel()

    def on_job_ended(self, message: "JobEnded") -> None:
        """Receive the complete page."""
        message.stop()
        message.deliver()

    def complete(self, page: Page) -> None:
        """Show the complete page; its actions are those of the beginning. Texts at its beginning
        that are shown already stay, so that somebody who has scrolled keeps their place."""
        self.call_later(self._turn_to, page)

    async def _turn_to(self, page: Page) -> None:
        if not self.is_attached:
            return
        before, after = _said(self.page), _said(page)
        pairs = enumerate(zip(before, after, strict=False))
        same = next((n for n, (old, new) in pairs if old != new), min(len(before), len(after)))
        self.page = page
        texts = self.query_one("#texts", Center)
        async with self.batch():
            await texts.remove_children(list(texts.children)[same:])
            await texts.mount_all(_texts(page)[same:])
        self.call_after_refresh(self._completed)

    def _completed(self) -> None:
        """From now on keys are meant for the complete page."""
        needed = self.pending is not None and self.pending.blocks_leaving
        self.pending = None
        self.query_one(HeaderBar).show(right=self.mark)
        self.query_one("#reading", Reading).mark()
        if needed:
            self.shown_at, self.latest_at = heard_from(self.unprompted), heard_at_last()

    def key_first(self, event: Key) -> bool:
        """Ignore keys that were pressed before the page was shown. Enter shows text that is still
        below, even if every action has its own letter. Esc goes back, if there is a way back."""
        if event.time < self.shown_at:
            if self.unprompted:
                # Participants who are still typing, perhaps looking at the keyboard, do not mean
                # this page.
                self.shown_at = min(heard_from(unprompted=True), self.latest_at)
            return True
        if event.key == "enter" and self.must_wait():
            return True
        reading = self.query_one("#reading", Reading)
        if event.key == "enter" and reading.more_below:
            reading.scroll_page_down(animate=False)
            return True
        if event.key == "enter" and self.query_one(ActionList).place is None:
            letters = _(" or ").join(action.letter for action in self.page.actions)
            self.show_message(_("Press {letters}").format(letters=letters))
            return True
        if event.key == "escape" and any(action.name == "back" for action in self.page.actions):
            self.on_action("back")
            return True
        return False

    def ready(self) -> None:
        """Focus the actions."""
        self.query_one(ActionList).focus()

    def must_wait(self) -> bool:
        """Whether the page cannot be left yet, which it then says. Somebody who presses a key now
        may press it again just when the page is complete, so that it would not be read."""
        if self.pending is None or not self.pending.blocks_leaving:
            return False
        self.unprompted = True
        self.show_message(_("One moment"))
        return True

    def on_action_list_taken(self, message: ActionList.Taken) -> None:
        """Pass on the chosen action, unless a late key chose it on a page that is closed. Nobody
        can agree or continue before the whole text was on screen: the key shows the rest first."""
        message.stop()
        if message.time < self.shown_at or self.must_wait():
            return
        reading = self.query_one("#reading", Reading)
        if reading.more_below and message.name != "decline":
            reading.scroll_page_down(animate=False)
            self.show_message(_("Read on, then choose again"))
        elif self.is_current:
            self.on_action(message.name)

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)


def _said(page: Page) -> list[object]:
    """What a page says, text by text: the title, then the sections."""
    return [page.title, *page.sections]


def _texts(page: Page) -> list[Widget]:
    """The widgets of the same."""
    return [
        Prose(page.title, "heading", classes="title"),
        *(Prose(section.text, section.role, classes=section.style) for section in page.sections),
    ]
