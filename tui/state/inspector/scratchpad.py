"""The scratchpad on the screen: errors by line, answers and models beside the text.

Owns the selection (the current line, the variant whose models are shown) and the lines of the
panes. `solver.language.scratchpad` reads, and `scratch_answers` answers.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from items.formal import language_of_glosses
from items.models import Item, Question
from items.scratchpads.sub_questions import QueryLink, gold_agrees, links_of
from items.scratchpads.text import question_comment, scratch_text
from items.values.answer_text import format_answer
from solver.cancel import NO_LIMIT, Budget
from solver.errors import CountermodelError, InputError
from solver.kinds.registry import affirms, verdict_word
from solver.kinds.words import Claim
from solver.language.edits import theory
from solver.language.printer import Notation
from solver.language.problem import BASELINE, Theory
from solver.language.scratchpad import Scratchpad
from solver.language.scratchpad_lines import LineKind, ScratchLine, check_length
from solver.language.words import Language
from solver.results import EngineAnswer, QueryReport, Verdict, World
from tui.i18n import _, ngettext
from tui.solution_text import MOST_SUPPORTS, answer_brief, premise_numbers, query_text
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.drawn_rows import drawn_rows
from tui.state.inspector.evidence import premises_named
from tui.state.inspector.scratch_answers import ScratchAnswers, VariantModels
from tui.state.inspector.watched_answers import literals
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import table, text_lines, world_lines
from tui.state.translation import translated
from tui.text import fit, plain, width, wrap

CHINESE = re.compile(r"[\u4e00-\u9fff]")
T = TypeVar("T")
MOST_WARNINGS = 50
"""Maximum number of warnings."""
MOST_ROWS = 8
"""Rows of an answer's table; all listed ones if the cursor is on its query."""


class LastComputed(Generic[T]):
    """Cache of the last result, valid while its inputs are unchanged."""

    def __init__(self) -> None:
        self._last_result: tuple[tuple[object, ...], T] | None = None

    def of(self, inputs: tuple[object, ...], compute: Callable[[], T]) -> T:
        """The result for these inputs. Objects are compared by identity, numbers and texts by
        value."""
        if self._last_result is None or not all(map(_is_same, self._last_result[0], inputs)):
            self._last_result = inputs, compute()
        return self._last_result[1]


def _is_same(first: object, second: object) -> bool:
    return first is second or (isinstance(first, int | str) and first == second)


@dataclass(frozen=True, slots=True)
class ReadPad:
    """A text after reading."""

    pad: Scratchpad
    ties: Mapping[int, QueryLink]
    """Index of a query to the sub-question it answers."""


class ScratchView:
    """Text, errors, and the last answers."""

    def __init__(
        self,
        item: Item | None = None,
        notation: Notation = Notation.UNICODE,
        *,
        golds: bool = False,
    ) -> None:
        self.golds = golds
        """Whether published answers may be shown."""
        self.item = item
        """The item whose formalization it is, or will be."""
        self.path = ""
        """Path where it was last saved or read."""
        self.read_error = ""
        try:
            text = plain(scratch_text(item, notation, golds=golds))
            check_length(text)
        except CountermodelError as error:
            parts = filter(None, (error.title, error.message, error.hint))
            text, self.read_error = "", "\n".join(map(translated, parts))
        self.text = text
        """The current text."""
        self.pad = Scratchpad.of()
        """The result of the last reading, which may belong to an earlier text; see `current`."""
        self.ties: Mapping[int, QueryLink] = {}
        """Index of a query to the sub-question it answers, in the result of the last reading."""
        self.saved_text = text
        self._read_lines: LastComputed[list[str]] = LastComputed()
        self._wording: LastComputed[str] = LastComputed()
        self._errors: LastComputed[list[Line]] = LastComputed()
        self._answers: LastComputed[list[Line]] = LastComputed()
        self._models: LastComputed[list[Line]] = LastComputed()
        self.answers: ScratchAnswers | None = None
        self.state = ""
        """Working, stopped, failed; empty once the answers are available."""
        self.line = 0
        """The line of the cursor, from 0."""
        self.variant_name = BASELINE

    @property
    def current(self) -> bool:
        """Whether the current text has been read."""
        return self.pad.scratch.text == self.text

    @property
    def read_lines(self) -> list[str]:
        """The lines of the text read last."""
        text = self.pad.scratch.text
        return self._read_lines.of((self.pad.scratch,), lambda: text.split("\n"))

    @property
    def language(self) -> Language:
        """The item's language, unless the glosses of the text have another; without an item,
        Chinese if any gloss is."""
        if self.item is not None:
            problem = self.pad.readable_problem
            symbols = [] if problem is None else problem.signature.symbols.values()
            return language_of_glosses(self.item, (symbol.gloss for symbol in symbols))
        return "zh" if CHINESE.search(self.text) else "en"

    @property
    def unsaved(self) -> bool:
        """Whether anything would be lost: a text that is stored nowhere else."""
        return self.text != self.saved_text and bool(self.text.strip())

    def write(self, text: str) -> None:
        """Set another text, which is not read yet."""
        self.text = text
        self.read_error = ""

    def read(self, budget: Budget = NO_LIMIT) -> ReadPad:
        """Read the current text without changing the view, so that a thread may do it. Raises
        GaveUp if the budget's token is cancelled."""
        pad = self.pad.typed(self.text, budget)
        # Users who may not see published answers must not get one from a line without an answer
        # either.
        item = self.item if self.golds else None
        return ReadPad(pad, {tie.place: tie for tie in links_of(pad.scratch, item)})

    def take(self, read_pad: ReadPad) -> bool:
        """Set the result of a reading; returns whether the answers must be computed again. A result
        for an earlier text is discarded."""
        if read_pad.pad.scratch.text != self.text:
            return False
        before = self.pad.readable_problem
        self.pad, self.ties = read_pad.pad, read_pad.ties
        return self.pad.readable_problem is not None and self.pad.readable_problem is not before

    def put(self, text: str, item: Item | None, path: str) -> None:
        """Set a different text, from a file; it is not read yet."""
        text = plain(text)
        self.item, self.path = item, path
        self.pad, self.ties = Scratchpad.of(), {}
        self.write(text)
        self.saved_text = text
        self.answers = None
        self.variant_name = BASELINE

    def know(self, answers: ScratchAnswers) -> None:
        """Set the answers."""
        self.answers = answers
        self.state = ""
        if self.variant_name not in answers.models:
            self.variant_name = BASELINE

    def turn_variant(self) -> bool:
        """Show the models under the next variant; returns whether there is another."""
        names = list(self.answers.models) if self.answers is not None else []
        if len(names) < 2:
            return False
        self.variant_name = names[(names.index(self.variant_name) + 1) % len(names)]
        return True

    # --- header ----------------------------------------------------------------------------------

    def header(self) -> tuple[str, str, str, Role]:
        """What it belongs to, what it is, and its status."""
        of = f" · {self.item.id}" if self.item is not None else ""
        where = Path(self.path).name if self.path else _("not saved")
        star = " *" if self.unsaved else ""
        errors = len(self.pad.scratch.errors) + len(self._wrong_golds())
        message = self.state
        if errors:
            message = ngettext(
                "✗ {n} line cannot be read", "✗ {n} lines cannot be read", errors
            ).format(n=errors)
        elif not message and self.answers is not None:
            message = _("‼ inconsistent") if self.inconsistent else _("✓ read")
        text = self.progress()
        if text and not errors and not self.state:
            message = f"{text} · {message}" if message else text
        role: Role = "bad" if errors else "warn" if self.state else "good"
        if role == "good" and self.inconsistent:
            role = "bad"
        return plain(_("Scratchpad") + of), plain(where + star), plain(message), role

    @property
    def inconsistent(self) -> frozenset[str]:
        """Variants whose premises contradict each other; empty without answers."""
        models = {} if self.answers is None else self.answers.models
        return frozenset(
            name
            for name, variant_models in models.items()
            if variant_models.report.consistent is False
        )

    # --- errors ----------------------------------------------------------------------------------

    def error_lines(self, cells: int, focused: bool) -> list[Line]:
        """Lines that cannot be read, the cursor's first, each with a caret."""
        made_of = (self.pad, self.ties, self.read_error, self.line, cells)
        return self._errors.of(made_of, lambda: self._error_lines(cells))

    def _error_lines(self, cells: int) -> list[Line]:
        scratch = self.pad.scratch
        lines: list[Line] = []
        if self.read_error:
            lines += text_lines(f"✗ {self.read_error}", cells, "bad")
        if scratch.error is not None:
            message = " ".join(
                translated(p) for p in (scratch.error.title, scratch.error.message) if p
            )
            lines += text_lines(f"✗ {message}", cells, "bad")
        bad_lines = [*scratch.errors, *self._wrong_golds()]
        for bad in sorted(bad_lines, key=lambda scratch_line: scratch_line.number != self.line):
            lines += self._error(bad, cells)
        if not lines:
            warnings = (
                self.pad.readable_problem.warnings if self.pad.readable_problem is not None else ()
            )
            lines = [
                line
                for message in warnings[:MOST_WARNINGS]
                for line in text_lines(f"! {translated(message)}", cells, "warn")
            ]
            more = len(warnings) - MOST_WARNINGS
            if more > 0:
                message = ngettext("{n} more warning", "{n} more warnings", more)
                lines += text_lines(message.format(n=f"{more:,}"), cells, "muted")
        if not lines:
            kind = self._kind()
            lines = text_lines(kind, cells, "muted")
        return lines

    def _wrong_golds(self) -> list[ScratchLine]:
        """Gold answers that are wrong; the rest of the text is still answered."""
        return [
            replace(
                self.pad.scratch.lines[tie.line],
                error=InputError(_("A gold answer cannot be read"), tie.reason),
            )
            for tie in self.ties.values()
            if tie.wrong
        ]

    def _error(self, bad: ScratchLine, cells: int) -> list[Line]:
        assert bad.error is not None
        head = _("line {n} ").format(n=bad.number + 1)
        text = self.read_lines[bad.number].replace("\t", " ")
        error = bad.error
        reason = translated(getattr(error, "reason", "") or error.message or error.title)
        lines: list[Line] = []
        key = str(bad.number)
        if bad.column is not None:
            room = cells - width(head)
            # Show a long line from a little before the error, and process no more of it.
            start, at = min(bad.column, len(text)), 0
            while start and at + width(text[start - 1]) <= room - 4:
                start -= 1
                at += width(text[start])
            text = plain(text[start : bad.column + 4 * cells])
            visible_text = fit(text, room) if start == 0 else "…" + fit(text[1:], room - 1)
            lines.append(Line((Piece(head, "bad"), Piece(visible_text)), key))
            lines.append(Line((Piece(" " * (width(head) + at)), Piece("^", "bad")), key))
            head = ""
        message = f"✗ {reason}" + (f"  {translated(error.hint)}" if error.hint else "")
        rows = wrap(plain(message), max(cells - width(head), 8))
        for place, row in enumerate(rows):
            lead = head if place == 0 else " " * width(head)
            lines.append(Line((Piece(lead, "bad"), Piece(row, "bad")), key))
        return lines

    def _kind(self) -> str:
        """The kind of the cursor's line."""
        scratch = self.pad.scratch
        if self.line >= len(scratch.lines):
            return ""
        line = scratch.lines[self.line]
        place = "" if line.place is None else f" {line.place + 1}"
        if line.kind is LineKind.VARIANT:
            return _("line {n}: variant {name}").format(n=self.line + 1, name=line.name)
        if line.kind is LineKind.DEFINITION:
            return _("line {n}: definition of {name}").format(n=self.line + 1, name=line.name)
        if line.kind is LineKind.GOLD:
            return _("line {n}: gold answer to sub-question {name}").format(
                n=self.line + 1, name=line.name
            )
        if line.kind is LineKind.EMPTY and not self.golds:
            return _(
                "a: Bool -- gloss · NAME := formula · formula · ? query  # 1 = answer · "
                "@variant edit · # note · F2 explains"
            )
        if line.kind is LineKind.EMPTY:
            return _(
                "a: Bool -- gloss · NAME := formula · formula · ? query · gold for 1: answer · "
                "@variant edit · # note · F2 explains"
            )
        number = _("line {n} ").format(n=self.line + 1).rstrip()
        return headed(number, f"{_(str(line.kind))}{place}")

    # --- answers ---------------------------------------------------------------------------------

    @property
    def query_here(self) -> int | None:
        """Index of the query on the cursor's line, or of the one whose gold answer is there."""
        lines = self.pad.scratch.lines
        if self.line < len(lines) and lines[self.line].kind in (LineKind.QUERY, LineKind.GOLD):
            return lines[self.line].place
        return None

    def answers_title(self) -> str:
        """Title of the answers."""
        if self.pad.stale and self.answers is not None:
            return _("Answers · of the last text that could be read")
        return _("Answers")

    def answer_lines(self, cells: int, focused: bool) -> list[Line]:
        """The queries near the cursor with their answers, after conflicts of premises."""
        if self.answers is None:
            return text_lines(self.state or _("Nothing to answer yet."), cells, "muted")
        made_of = (self.answers, self.pad, self.ties, self.query_here, cells)
        return self._answers.of(made_of, lambda: self._answer_lines(cells))

    def _answer_lines(self, cells: int) -> list[Line]:
        assert self.answers is not None
        lines = self._conflicts(cells)
        trouble = self.answers.error
        if trouble is not None:
            message = " ".join(p for p in (trouble.title, trouble.message, trouble.hint) if p)
            lines += text_lines(f"✗ {message}", cells, "bad")
        queries = self.answers.report.queries
        drawn = drawn_rows(len(queries), self.query_here)
        lines += drawn.before()
        for place in range(drawn.first, drawn.last):
            lines += self._query(place, queries[place], cells)
        lines += drawn.after()
        if not queries and trouble is None:
            lines += text_lines(_("Nothing is asked. A line such as ? necessary(A) asks."), cells,
                                "muted")  # fmt: skip
        return lines

    def _conflicts(self, cells: int) -> list[Line]:
        assert self.answers is not None
        lines: list[Line] = []
        for name, models in self.answers.models.items():
            if models.report.consistent is False:
                message = _(
                    "‼ {name}: the premises contradict one another; verdicts are classical."
                )
                premises = ""
                if models.report.conflict:
                    premises = premise_numbers(models.report.conflict)
                    message = _(
                        "‼ {name}: the premises contradict one another ({premises}); "
                        "verdicts are classical."
                    )
                message = message.format(name=_(name), premises=premises)
                lines += text_lines(message, cells, "bad")
        return lines

    def _query(self, place: int, report: QueryReport, cells: int) -> list[Line]:
        at_cursor = place == self.query_here
        head = f"{place + 1:>2} "
        rows = wrap(plain(query_text(report.query)), max(cells - 5, 8))
        lead = (Piece("▸" if at_cursor else " ", "cursor"), Piece(head, "key"))
        role: Role = "heading" if at_cursor else "plain"
        lines = [Line((*lead, Piece(rows[0], role)), at_cursor=at_cursor)]
        lines += [Line((Piece("    "), Piece(row, role)), at_cursor=at_cursor) for row in rows[1:]]
        answer = report.answer
        lines += self._gold(place, report, cells)
        lines += self._answer(answer, cells, at_cursor)
        if report.supports is not None and report.supports.sets:
            named = f" {_('or')} ".join(map(premises_named, report.supports.sets[:MOST_SUPPORTS]))
            lines += text_lines(_("needs {premises}").format(premises=named), cells, "muted", 4)
        world, message = answer.countermodel, _("fails where {world}")
        verdict = verdict_word(answer.verdict)
        if verdict is not None and verdict.claim is Claim.HOLDS:
            world, message = answer.witness, _("holds where {world}")
        if world is not None and answer.models is None:
            lines += text_lines(message.format(world=literals(world)), cells, "muted", 4)
        return [
            Line(line.pieces, line.target, at_cursor) if at_cursor and not line.at_cursor else line
            for line in lines
        ]

    def _gold(self, place: int, report: QueryReport, cells: int) -> list[Line]:
        """The relation of the sub-question's gold answer to this answer."""
        tie = self.ties.get(place)
        if tie is None or self.pad.stale:
            return []
        head = _("gold for {id}").format(id=tie.question)
        if tie.gold is None:
            role: Role = "bad" if tie.wrong else "warn"
            return text_lines(
                headed(f"{'✗' if tie.wrong else '○'} {head}", translated(tie.reason)),
                *(cells, role, 4),
            )
        assert self.answers is not None
        verdict = gold_agrees(
            tie.gold, report, self.answers.problem, self.pad.scratch.formalization
        )
        message = format_answer(tie.gold)
        whence = _(" (read from the published answer)") if tie.read else ""
        if verdict is None:
            return text_lines(
                _("○ {head}: {answer} is not decided here{whence}").format(
                    head=head, answer=message, whence=whence
                ),
                cells,
                "warn",
                4,
            )
        if verdict and not self.inconsistent.isdisjoint(report.query.variants):
            message = _("‼ {head} is proved from contradictory premises{whence}")
            return text_lines(message.format(head=head, whence=whence), cells, "bad", 4)
        if verdict:
            return text_lines(
                _("✓ {head} is proved{whence}").format(head=head, whence=whence), cells, "good", 4
            )
        return text_lines(
            _("✗ {head} is refuted: it says {answer}{whence}").format(
                head=head, answer=message, whence=whence
            ),
            cells,
            "bad",
            4,
        )

    def open_questions(self) -> list[Question]:
        """Sub-questions of the item without a query, or whose gold cannot be read."""
        if self.item is None:
            return []
        good = {tie.question for tie in self.ties.values() if tie.gold is not None}
        bad = {tie.question for tie in self.ties.values() if tie.gold is None}
        return [
            question
            for question in self.item.questions
            if question.id in bad
            or (question.id not in good and any(leaf.free for leaf in question.leaves))
        ]

    def next_wording(self) -> str:
        """The wording of the first open sub-question that is not yet among the formal lines, as
        comments; empty where there is none."""
        return self._wording.of((self.pad.scratch, self.item), self._next_wording)

    def _next_wording(self) -> str:
        lines = self.pad.scratch.lines
        formal = (
            line.number for line in lines if line.kind not in (LineKind.COMMENT, LineKind.EMPTY)
        )
        written = "\n".join(self.read_lines[next(formal, len(lines)) :])
        for question in self.open_questions():
            message = plain(question_comment(question, golds=self.golds))
            if message and message.strip() not in written:
                return message
        return ""

    def progress(self) -> str:
        """Number of sub-questions with queries; empty where there are none."""
        if self.item is None or not self.golds:
            return ""
        free = any(leaf.free for question in self.item.questions for leaf in question.leaves)
        if not free and not self.ties:
            return ""
        total = len(self.item.questions)
        return ngettext("{n} of {all} sub-question", "{n} of {all} sub-questions", total).format(
            n=total - len(self.open_questions()), all=total
        )

    def _answer(self, answer: EngineAnswer, cells: int, at_cursor: bool) -> list[Line]:
        if answer.models is not None and not answer.unknown:
            most = len(answer.models) if at_cursor else MOST_ROWS
            count = answer.count if answer.count is not None else len(answer.models)
            message = ngettext("{n} assignment", "{n} assignments", count).format(n=f"{count:,}")
            if answer.reason:
                message = _("at least {count}").format(count=message)
            if count > min(most, len(answer.models)):
                n = min(most, len(answer.models))
                message = _("{count}, {n} shown").format(count=message, n=n)
            lines = []
            if answer.verdict is not None:
                lines = text_lines(str(answer.verdict), cells, _role(answer.verdict), 4)
            lines += text_lines(message, cells, "good", 4)
            if answer.models and list(answer.models[0]):
                keys = list(answer.models[0])
                values = [[model[key] for key in keys] for model in answer.models[:most]]
                lines += table([plain(key) for key in keys], values, cells, 4)
            return lines
        role: Role = "plain" if answer.verdict is None else _role(answer.verdict)
        return text_lines(plain(answer_brief(answer)), cells, role, 4)

    # --- models ----------------------------------------------------------------------------------

    def models_title(self) -> str:
        """Title of the models: how many there are under every variant, starting with the current
        one."""
        if self.answers is None:
            return _("Models")
        message = [self._count(self.variant_name)]
        message += [self._count(name) for name in self.answers.models if name != self.variant_name]
        return " · ".join(message)

    def _count(self, name: str) -> str:
        assert self.answers is not None
        models = self.answers.models[name]
        if models.page is None:
            return _("{name}: structures").format(name=plain(_(name)))
        total = models.page.total
        return headed(plain(_(name)), "?" if total is None else f"{total:,}")

    def model_lines(self, cells: int, focused: bool) -> list[Line]:
        """The models under the selected variant."""
        made_of = (self.answers, self.variant_name, self.pad.readable_problem, self.item, cells)
        return self._models.of(made_of, lambda: self._model_lines(cells))

    def _model_lines(self, cells: int) -> list[Line]:
        if self.answers is None:
            return []
        models = self.answers.models[self.variant_name]
        lines: list[Line] = []
        if models.page is None:
            return [
                *text_lines(translated(models.reason), cells, "muted"),
                *self._structure(models, cells),
            ]
        page = models.page
        if not page.rows:
            return text_lines(translated(page.reason) or _("no model"), cells, "muted")
        heads = [plain(column.key) for column in page.columns]
        lines += table(heads, page.rows, cells)
        if page.total is None or page.total > len(page.rows):
            more = translated(page.reason) or _("{n} more").format(
                n=f"{(page.total or 0) - len(page.rows):,}"
            )
            lines += text_lines(more, cells, "muted", 1)
        return lines

    def shown_world(self) -> tuple[Theory, World] | None:
        """The first model, or the structure, under the selected variant."""
        if self.answers is None:
            return None
        shown_theory = theory(self.answers.problem, self.variant_name)
        models = self.answers.models[self.variant_name]
        if models.structures:
            return shown_theory, models.structures[0]
        if models.page is None or not models.page.rows:
            return None
        keys = [column.key for column in models.page.columns]
        return shown_theory, dict(zip(keys, models.page.rows[0], strict=True))

    def _structure(self, models: VariantModels, cells: int) -> list[Line]:
        if not models.structures or self.pad.readable_problem is None:
            return []
        return world_lines(
            models.structures[0], self.pad.readable_problem.signature, self.language, cells
        )


def _role(verdict: str) -> Role:
    if verdict == Verdict.UNKNOWN:
        return "warn"
    return "good" if affirms(verdict) else "bad"
