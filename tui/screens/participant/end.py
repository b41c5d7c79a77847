"""The last page."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tui.screens.participant.flow import Flow
from tui.screens.participant.page import PendingPage
from tui.state import pages
from tui.state.pages import Page

if TYPE_CHECKING:
    from solver.cancel import Cancel
    from solver.errors import CountermodelError


def show(flow: Flow) -> None:
    """Show the completion code until the page is closed. What the participant may have misread
    follows once a thread has worked it out; nobody has to wait for it."""
    page = pages.end(flow.state, flow.study, flow.task.by_link)
    pending = None
    if flow.study.last_page(flow.state.phase).profile:
        from tui.state.debriefing import being_examined

        pending = _profile(flow, page)
        page = replace(page, sections=(*page.sections, being_examined()))
    flow.page(page, lambda _way: flow.finish(), pending)


def _profile(flow: Flow, page: Page) -> PendingPage:
    state, items, language = flow.state, flow.running.items, flow.task.file.language

    def work(cancel: "Cancel") -> Page:
        from study.course.debriefing import debriefing
        from tui.state.debriefing import debriefing_sections

        sections = debriefing_sections(debriefing(state, items, cancel=cancel), language)
        return replace(page, sections=(*page.sections, *sections))

    def failed(_error: "CountermodelError") -> None:
        if flow.page_screen is not None:
            flow.page_screen.complete(page)

    return PendingPage(work, failed, blocks_leaving=False)
