"""The left pane: the judged item, its base with the changes, and an answer to it.

Owns their order, and the word-level comparison of texts. Questions have the researcher's layout.
"""

from collections.abc import Mapping

from items.inspection.pairing import word_diff
from items.models import Item
from items.scratchpads.formalize import GOLD_TEXTS
from items.values.answer_text import format_answer
from sessions.annotation.desk_views import Current, Progress
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece
from tui.state.inspector.pair import run_lines
from tui.state.inspector.text_pane import question_lines, question_place
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, plain

COMMENT_ROWS = 4
"""Most lines of a comment above the item."""


def item_lines(current: Current, cells: int, part: str = "", in_full: bool = False) -> list[Line]:
    """Comments; for an answer, its question; text, questions with gold, base. Of very many
    questions, those near the one with this part, unless `in_full` is set."""
    item, base = current.item, current.base
    lines: list[Line] = []
    comments = [
        text_lines(_("annotator {n} comments: {text}").format(n=n, text=text), cells, "warn")
        for n, text in current.comments
    ]
    for comment in comments:
        lines += _beginning(comment, _("… the rest is at the end"), cells)
    if current.work.comment:
        text = _("your comment: {text}").format(text=current.work.comment)
        lines += _beginning(text_lines(text, cells, "warn"), _("… F3 shows the rest"), cells)
    lines += [Line()] if lines else []
    if current.answer:
        lines += [*_answer_lines(current, cells), Line(), Line((Piece(_("Item"), "heading"),))]
    if base is None:
        lines += text_lines(item.text, cells)
    else:
        runs = word_diff(base.text, item.text)
        lines += run_lines(runs, "right", cells)
    lines += question_lines(item, cells, question_place(item, part), in_full)
    lines += _published_lines(item, cells)
    if base is not None:
        lines += [Line(), Line((Piece(_("Made from {id}").format(id=plain(base.id)), "heading"),))]
        lines += run_lines(word_diff(base.text, item.text), "left", cells)
        lines += question_lines(base, cells, question_place(base, part), in_full)
    text = " · ".join(f"{key} {value}" for key, value in item.attributes.items())
    if text:
        lines += [Line(), *text_lines(text, cells, "muted")]
    for comment in comments:
        if len(comment) > COMMENT_ROWS:
            lines += [Line(), *comment]
    return lines


def _beginning(comment: list[Line], remainder: str, cells: int) -> list[Line]:
    """The first lines of a comment, with a line that says where the rest is; a long comment would
    push the item out of sight."""
    if len(comment) <= COMMENT_ROWS:
        return comment
    return [*comment[: COMMENT_ROWS - 1], Line((Piece(fit(remainder, cells), "muted"),))]


def _published_lines(item: Item, cells: int) -> list[Line]:
    """The published gold answers, beside those that a formalization replaced them with: only a
    person can decide whether the two are equivalent."""
    texts = item.provenance.parameters.get(GOLD_TEXTS)
    if not isinstance(texts, Mapping) or not texts:
        return []
    lines = [Line(), Line((Piece(_("Published answers, and the queries for them"), "heading"),))]
    for id, text in texts.items():
        lines += text_lines(f"[{id}] {text}", cells)
        for leaf in item.leaves:
            if leaf.gold is not None and (leaf.id == id or leaf.id.startswith(f"{id}.")):
                formal = format_answer(leaf.gold, leaf)
                lines += text_lines(f"    = {leaf.query or ''}: {formal}", cells, "muted")
    return lines


def _answer_lines(current: Current, cells: int) -> list[Line]:
    """The judged answer, the reference, the question: what has to be compared is together at the
    top, whatever the length of the text."""
    part = current.entry.part
    lines: list[Line] = []
    for question in current.item.questions:
        for leaf in question.leaves:
            if leaf.id != part:
                continue
            gold = "–" if leaf.gold is None else format_answer(leaf.gold, leaf)
            question_texts = "\n".join(dict.fromkeys(filter(None, (question.text, leaf.text))))
            lines += [Line((Piece(_("Answer"), "heading"),))]
            lines += text_lines(current.answer, cells, "marked")
            lines += [Line(), Line((Piece(_("Reference"), "heading"),)), *text_lines(gold, cells)]
            lines += [Line(), Line((Piece(_("Question {id}").format(id=plain(part)), "heading"),))]
            lines += text_lines(question_texts, cells)
    if current.other_answers:
        lines += [Line(), Line((Piece(_("The same respondent's other answers"), "heading"),))]
        for id, text in current.other_answers:
            lines += text_lines(f"[{id}] {text}", cells)
    return lines


NO_ITEM_YET = mark("There is nothing to decide yet.")


def done_lines(progress: Progress, is_adjudicator: bool, cells: int, can_undo: bool) -> list[Line]:
    """Lines where no entry is left; `can_undo`: the last submission can be undone."""
    counts = {"done": progress.done, "share": progress.share}
    if is_adjudicator:
        message = _("Nothing is left to decide: {done} of {share} decided.")
        message = message.format(**counts) if progress.share else _(NO_ITEM_YET)
    elif progress.skipped:
        message = _("Your share is done except for skipped items: {done} of {share} submitted.")
        message = message.format(**counts)
    else:
        message = _("Your share is done: {done} of {share} submitted.").format(**counts)
    lines = text_lines(message, cells, "heading")
    if progress.skipped:
        text = ngettext(
            "{n} skipped entry is still to be judged: Ctrl+O lists it.",
            "{n} skipped entries are still to be judged: Ctrl+O lists them.",
            progress.skipped,
        )
        lines += text_lines(text.format(n=progress.skipped), cells, "warn")
    if progress.waiting:
        text = _("{n} more waiting for an annotator: Ctrl+N takes one.")
        lines += text_lines(text.format(n=progress.waiting), cells)
    if is_adjudicator:
        lines += text_lines(_("F5 looks again: annotators may have finished more."), cells)
    more = _("Ctrl+O shows the outcome of your items.")
    if can_undo:
        more = _("Ctrl+O shows the outcome of your items, Ctrl+Z undoes the last submission.")
    return [*lines, Line(), *text_lines(more, cells, "muted")]
