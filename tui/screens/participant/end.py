"""The last page."""

from dataclasses import replace

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Show the completion code until the page is closed."""
    page = pages.end(flow.state, flow.study, flow.task.linked)
    if flow.study.last_page(flow.state.phase).profile:
        page = replace(page, sections=(*page.sections, *_profile(flow)))
    flow.page(page, lambda _way: flow.finish())


def _profile(flow: Flow) -> tuple[pages.Section, ...]:
    from study.course.debriefing import debriefing
    from tui.state.debriefing import debriefing_sections

    outcome = debriefing(flow.state, flow.running.items)
    return debriefing_sections(outcome, flow.task.file.language)
