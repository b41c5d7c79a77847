"""The answers of an item on two sides, as lines: before, mark, after, and a world that explains the
change.

Owns only the layout.
"""

from solver.results import Supports
from tui.i18n import _
from tui.solution_text import premise_numbers
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.answers_view import AnswersView
from tui.state.inspector.watched_answers import Outcome, literals, outcomes, supported
from tui.state.inspector.what_if import WhatIfView
from tui.state.inspector.words import standing_words
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, pad, plain, width

CHANGE_SIGNS: dict[bool | None, tuple[str, Role]] = {
    True: ("≠", "warn"),
    False: ("=", "muted"),
    None: ("?", "muted"),
}
MOST_NAMES = 4
FULL_WIDTH = 96
MOST_EXPLAINED = 3
"""Up to this number of answers, a narrow pane explains each change below it."""


def answer_lines(view: WhatIfView, cells: int) -> list[Line]:
    """A heading with the names of the sides, and one answer per line."""
    if view.preview is None:
        return text_lines(view.state or _("working …"), cells, "muted", 1)
    outcome = outcomes(view.watches, view.preview.diff)
    lines = _contradictions(view, cells)
    if not outcome:
        return [*lines, *text_lines(_("This item has no questions."), cells, "muted", 1)]
    names = (plain(_(view.left)), plain(_(view.right)))
    label = max(width(member.watch.label) for member in outcome)
    most = cells * 2 // 5 if cells < FULL_WIDTH else cells // 3
    text_width = min(max(width(member.watch.text) for member in outcome), most - label)
    room = cells - 2 - label - text_width - 8
    first = min(
        max([width(names[0]), *(width(standing_words(o.answer_before)) for o in outcome)]),
        room // 2,
    )
    rest = room - first
    second = min(
        max([width(names[1]), *(width(standing_words(o.answer_after)) for o in outcome)]), rest
    )
    tail = rest - second - 2
    lines.append(
        Line(
            (
                Piece(" " * (label + text_width + 4)),
                Piece(pad(fit(names[0], first), first + 4), "key"),
                Piece(fit(names[1], second), "key"),
            )
        )
    )
    for entry in outcome:
        mark, role = CHANGE_SIGNS[entry.changed]
        why = _why(view, entry)
        after: Role = "warn" if entry.changed else "plain"
        pieces = [
            Piece(" " + pad(entry.watch.label, label + 1), "key"),
            Piece(pad(fit(entry.watch.text, text_width), text_width + 2)),
            Piece(pad(fit(standing_words(entry.answer_before), first), first)),
            Piece(f"  {mark} ", role),
            Piece(pad(fit(standing_words(entry.answer_after), second), second + 2), after),
        ]
        if why and tail >= 16:
            pieces.append(Piece(fit(why, tail), "muted"))
        lines.append(Line(tuple(pieces)))
        if why and tail < 16 and entry.changed and len(outcome) <= MOST_EXPLAINED:
            lines += text_lines(why, cells, "muted", label + 3)
    lines += [Line((Piece(fit(f" {message}", cells), "muted"),)) for message in view.answer_lines]
    return lines


def given_lines(answers: AnswersView) -> tuple[str, ...]:
    """Who gave which answers, on two lines; none where nobody answered."""
    answered = [group for group in answers.groups if group.answers]
    if not answered:
        return ()
    messages = []
    for group in answered:
        mark = {True: "✓", False: "✗", None: "–"}[group.right]
        names = [plain(recorded_answer.respondent) for recorded_answer in group.answers]
        more = (
            _(" and {n} more").format(n=len(names) - MOST_NAMES) if len(names) > MOST_NAMES else ""
        )
        part = f"{group.part.id} " if len(answers.item.leaves) > 1 else ""
        messages.append(f"{part}{group.label} {mark} {', '.join(names[:MOST_NAMES])}{more}")
    return answers.summary, " · ".join(messages)


def _contradictions(view: WhatIfView, cells: int) -> list[Line]:
    assert view.preview is not None
    lines: list[Line] = []
    for name in dict.fromkeys((view.preview.diff.before, view.preview.diff.after)):
        if view.consistent(name) is False:
            text = _(
                "‼ The premises of {name} contradict one another; verdicts are classical."
            ).format(name=_(name))
            if name == view.preview.diff.after and view.conflict:
                text += _(" No world satisfies {premises} together.").format(
                    premises=premise_numbers(view.conflict)
                )
            lines += text_lines(text, cells, "bad", 1)
    return lines


def _why(view: WhatIfView, outcome: Outcome) -> str:
    """What the left answer needs, and the world that shows the right one."""
    messages: list[str] = []
    needs: Supports | None = supported(outcome.watch, view.supports)
    if needs is not None and needs.sets:
        messages.append(_("needs {premises}").format(premises=premise_numbers(needs.sets[0])))
    if outcome.changed and outcome.world is not None:
        message = _("fails where {world}") if outcome.refuted else _("holds where {world}")
        messages.append(message.format(world=literals(outcome.world)))
    return " · ".join(messages)
