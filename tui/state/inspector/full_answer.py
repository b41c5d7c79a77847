"""An answer in full: the query, the gold as written, and everything that the solver lists.

Owns the lines. The screen requests the whole list.
"""

from items.inspection.analysis import QuestionAnalysis
from solver.kinds.base import text_of
from solver.kinds.registry import kind_of
from solver.results import EngineAnswer
from tui.i18n import _, ngettext
from tui.solution_text import answer_brief
from tui.state.draft import Line
from tui.state.inspector.world_lines import table, text_lines
from tui.state.translation import translated
from tui.text import plain

MOST_ROWS = 10_000
"""Maximum number of rows."""


class FullAnswer:
    """What is known about one query's answer."""

    def __init__(self, question_analysis: QuestionAnalysis) -> None:
        self.question_analysis = question_analysis
        self.answer: EngineAnswer | None = None
        self.state = ""
        """Why the whole list is missing, for now or for good."""
        report = question_analysis.report
        if report is not None and (report.answer.exhausted or report.answer.unknown):
            self.answer = report.answer

    @property
    def is_complete(self) -> bool:
        """Whether nothing remains to request."""
        return self.answer is not None or self.question_analysis.report is None

    def lines(self, cells: int, _focused: bool) -> list[Line]:
        """Query, gold, answer."""
        lines: list[Line] = []
        query, check = self.question_analysis.query, self.question_analysis.check
        if self.question_analysis.question is not None and self.question_analysis.question.text:
            lines += [*text_lines(self.question_analysis.question.text, cells), Line()]
        if query is not None:
            text = text_of(kind_of(query.kind), query)
            lines += [*text_lines(text, cells, "key"), Line()]
        if check is not None and check.gold_text:
            lines += text_lines(_("Gold"), cells, "heading")
            lines += [*text_lines(check.gold_text, cells), Line()]
        lines += text_lines(_("The solver's answer"), cells, "heading")
        if self.answer is None:
            reason = "" if check is None else translated(check.reason)
            message = self.state or (
                _("There is none: {reason}").format(reason=reason)
                if reason
                else _("There is none.")
            )
            return [*lines, *text_lines(message, cells, "muted")]
        return [*lines, *self._answer(self.answer, cells)]

    def _answer(self, answer: EngineAnswer, cells: int) -> list[Line]:
        if answer.unknown or not answer.models:
            return text_lines(answer_brief(answer), cells)
        count = answer.count if answer.count is not None else len(answer.models)
        message = ngettext("{n} assignment", "{n} assignments", count).format(n=f"{count:,}")
        lines = text_lines(message, cells, "heading")
        if answer.verdict is not None:
            lines = [*text_lines(plain(answer.verdict), cells), *lines]
        keys = list(answer.models[0])
        rows = [[model[key] for key in keys] for model in answer.models]
        if keys:
            lines += table(keys, rows, cells, 1, [str(n) for n in range(1, len(rows) + 1)])
        if not answer.exhausted:
            message = _("The first {n} are listed.").format(n=f"{len(answer.models):,}")
            lines += text_lines(message, cells, "warn")
        return lines
