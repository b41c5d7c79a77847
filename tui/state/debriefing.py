"""A participant's own misreadings, on the last page, where the study says so.

Owns the words. `study.course.debriefing` counts.
"""

from typing import TYPE_CHECKING

from tui.i18n import _
from tui.state.pages import Section

if TYPE_CHECKING:
    from study.course.debriefing import Debriefing


def being_examined() -> Section:
    """The section until the others are known."""
    return Section(_("Your answers are being examined …"), "muted")


def debriefing_sections(debriefing: "Debriefing", language: str) -> tuple[Section, ...]:
    """The sections about misreadings; none where no answer could be examined."""
    from items.misreadings.registry import MISREADINGS

    if not debriefing.answers:
        return ()
    sections = [
        Section(_("How you may have read the texts"), "chosen"),
        Section(
            _("Answers examined: {answers}. Right as the texts stand: {right}.").format(
                answers=debriefing.answers, right=debriefing.right
            )
        ),
    ]
    if debriefing.misread:
        sections.append(
            Section(
                _(
                    "Some of your other answers would be right if a text or a question "
                    "were read in another way. Such readings are well known in research "
                    "on reasoning, and careful readers make them too:"
                )
            )
        )
    for name, number in debriefing.misread:
        words = MISREADINGS[name].descriptions
        described = words.get(language, words["en"])
        sections.append(
            Section(_("{reading} Answers: {number}.").format(reading=described, number=number))
        )
    sections.append(Section(_("With so few answers, much of this may be chance."), "muted"))
    return tuple(sections)
