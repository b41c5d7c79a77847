"""Two variants of one item side by side, one of them being edited: the contents of the screen.

Owns the editor's cursor and which variants are compared. `solver.inspection.workbench` owns edits,
`solver.inspection.preview` their effects, and `items.files.save` saving; `what_if_premises` and
`what_if_answers` draw premises and answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from items.formal import FormalItem, gloss_language
from items.formalizations.sentence_alignment import Alignment, Span
from items.models import Item
from solver.errors import CountermodelError, InputError
from solver.inspection.preview import Preview, Previewer
from solver.inspection.workbench import Line as Premise
from solver.inspection.workbench import Workbench
from solver.language.edits import theory
from solver.language.printer import Notation
from solver.language.problem import BASELINE, Problem, Query, Theory, Variant
from solver.language.syntax import Formula, Signature, negation
from solver.results import Structure, Supports, World
from tui.diff_text import apart_text
from tui.i18n import _, ngettext
from tui.state.draft import Role
from tui.state.inspector.model_rows import ModelRows
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.quoted_premises import spans_of
from tui.state.inspector.watched_answers import Watch, asking, outcomes, supported, watches
from tui.state.inspector.world_lines import world_lines
from tui.state.translation import translated
from tui.text import fit, plain

EDITED_NAME = "edited"
EDITING_NOTATIONS = {FormulaStyle.LATEX: Notation.LATEX, FormulaStyle.ASCII: Notation.ASCII}
"""Notations of lines that are edited; Unicode for every other style."""


@dataclass(frozen=True)
class ComparedPremise:
    """One premise or definition on both sides."""

    key: int
    name: str
    left_formula: Formula | None
    """The formula on the left; None where there is none."""
    right_formula: Formula | None
    """The formula on the right, if it can be read and is switched on."""
    line: Premise | None
    """The line of the editor; None if only the left side has it."""

    @property
    def state(self) -> str:
        """The change from left to right."""
        if self.right_formula is None:
            return "off"
        if self.left_formula is None:
            return "added"
        if self.right_formula == self.left_formula:
            return "same"
        return "negated" if self.right_formula == negation(self.left_formula) else "replaced"


class WhatIfView:
    """The state behind the screen; every action changes the lines of the next drawing."""

    def __init__(
        self,
        item: Item,
        formal: FormalItem,
        source: str,
        *,
        variant: str | Variant | None = None,
        against: str = BASELINE,
        formula_style: FormulaStyle = FormulaStyle.UNICODE,
        pads: str = "",
    ) -> None:
        self.item = item
        self.source = source
        """File, folder or `builtin:NAME`, as on the command line."""
        self.pads = pads
        """The formalizations applied to the source's items, as for `--pads`."""
        self.language = gloss_language(item)
        self.formula_style = formula_style
        self.watches: tuple[Watch, ...] = watches(item, formal)
        self.problem: Problem = asking(formal.problem, self.watches)
        self.bench = Workbench.of(
            self.problem,
            variant,
            against=against,
            notation=EDITING_NOTATIONS.get(formula_style, Notation.UNICODE),
        )
        self.previewer = Previewer(self.problem, against)
        self.cursor = self.bench.lines[0].key if self.bench.lines else -1
        self.edited_key: int | None = None
        """Key of the line being edited."""
        self.before_typing: Workbench | None = None
        self.earlier_cursor = -1
        """Position of the cursor before typing."""
        self.preview: Preview | None = None
        """The last computed difference; it may belong to an earlier text."""
        self.left_rows: ModelRows | None = None
        self.right_rows: ModelRows | None = None
        self.state = ""
        """Why the display may be out of date: working, stopped, failed."""
        self.supports: Mapping[Query, Supports] = {}
        """What the answers on the left depend on, as far as known."""
        self.alignments: tuple[Alignment, ...] = ()
        """Where in the text premises come from, as far as known."""
        self.conflict: tuple[int, ...] = ()
        """Premises on the right that contradict each other."""
        self.first_column = 0
        """The first visible column of models."""
        self.is_saved = True
        self.answer_lines: tuple[str, ...] = ()
        """Who gave which answers, as far as recorded."""

    # --- the two sides ---------------------------------------------------------------------------

    @property
    def left(self) -> str:
        """Name of the left side."""
        return self.bench.against

    @property
    def right(self) -> str:
        """Name of the right side: the variant's, if the edits are exactly that variant."""
        edits = self.bench.as_variant().edits
        if not edits:
            return BASELINE
        for name in self.problem.variants:
            if Workbench.of(self.problem, name).as_variant().edits == edits:
                return name
        return EDITED_NAME

    @property
    def unsaved(self) -> bool:
        """Whether edits would be lost: they are neither a variant of the item nor the baseline."""
        return self.right == EDITED_NAME

    @property
    def variants(self) -> tuple[str, ...]:
        """All possible names of either side."""
        return (BASELINE, *self.problem.variants)

    def compare_with(self, name: str) -> None:
        """Choose another left side."""
        self.bench = self.bench.compare(name)
        self.previewer = Previewer(self.problem, name)
        self.preview, self.supports = None, {}

    def start_from(self, name: str) -> None:
        """Choose another right side; this can be undone like any edit."""
        old = self.bench
        new = Workbench.of(self.problem, name, against=old.against, notation=old.notation)
        self._moved(replace(new, undo_states=(*old.undo_states, (old.premises, old.definitions))))

    def swap(self) -> bool:
        """Exchange left and right; only possible if the right side has a name."""
        name = self.right
        if name == EDITED_NAME:
            return False
        left = self.left
        self.compare_with(name)
        self.start_from(left)
        return True

    def variant_saved(self, item: Item, problem: Problem, source: str) -> None:
        """The edits were saved as a variant of the item in a file."""
        self.item, self.source = item, source
        self.problem = replace(self.problem, variants=problem.variants)
        self.bench = replace(self.bench, problem=self.problem)
        self.previewer = Previewer(self.problem, self.left)
        self.is_saved = True

    def command(self) -> str:
        """The command that shows the same difference."""
        return self.bench.command_line(self.source, self.item.id, self.pads)

    # --- moves -----------------------------------------------------------------------------------

    def move(self, key: int) -> None:
        """Move the cursor."""
        self.cursor = key

    def toggle(self) -> bool:
        """Switch a premise off or on; returns whether anything changed."""
        return self._tried(lambda bench: bench.toggle(self.cursor))

    def negate(self) -> bool:
        """Negate a premise, or remove the negation."""
        return self._tried(lambda bench: bench.negate(self.cursor))

    def reset(self) -> bool:
        """Restore a premise to the baseline; an added one is removed."""
        return self._tried(lambda bench: bench.reset(self.cursor))

    def undo(self) -> bool:
        """Undo the last action; typing is cancelled."""
        return self.give_up() if self.edited_key is not None else self._moved(self.bench.undo())

    def redo(self) -> bool:
        """Redo it; not while typing."""
        return self.edited_key is None and self._moved(self.bench.redo())

    def _tried(self, edit: Callable[[Workbench], Workbench]) -> bool:
        try:
            self.bench.line(self.cursor)
        except KeyError:
            return False
        return self._moved(edit(self.bench))

    def _moved(self, bench: Workbench) -> bool:
        if bench is self.bench:
            return False
        self.bench = bench
        self.is_saved = False
        keys = [line.key for line in bench.lines]
        if self.cursor not in keys:
            below = [key for key in keys if key < self.cursor]
            self.cursor = max(below) if below else keys[0] if keys else -1
        return True

    # --- typing ----------------------------------------------------------------------------------

    def edit(self) -> str | None:
        """Begin to edit the line under the cursor; returns its text, None where there is no such
        line."""
        try:
            line = self.bench.line(self.cursor)
        except KeyError:
            return None
        self.edited_key = self.earlier_cursor = self.cursor
        self.before_typing = self.bench
        self.bench = self.bench.settled()
        return line.text

    def add(self) -> str:
        """Add a new premise to be typed."""
        self.before_typing, self.earlier_cursor = self.bench, self.cursor
        self.bench = self.bench.add()
        self.cursor = self.edited_key = self.bench.last_key
        return ""

    def type(self, text: str) -> None:
        """Set the text of the line."""
        if self.edited_key is not None:
            self._moved(self.bench.type(self.edited_key, text))

    def trouble(self) -> InputError | None:
        """Why the text being typed cannot be read."""
        return None if self.edited_key is None else self.bench.line(self.edited_key).error

    def accept(self) -> bool:
        """Finish typing; not while the text cannot be read. An empty new line is removed."""
        if self.edited_key is None:
            return True
        line = self.bench.line(self.edited_key)
        if line.original is None and not line.text.strip():
            return self.give_up()
        if line.error is not None or not line.text.strip():
            return False
        self.bench = self.bench.settled()
        self.edited_key = self.before_typing = None
        return True

    def give_up(self) -> bool:
        """Cancel typing and restore the line."""
        before, self.before_typing, self.edited_key = self.before_typing, None, None
        if before is not None:
            self._moved(before)
            if any(line.key == self.earlier_cursor for line in before.lines):
                self.cursor = self.earlier_cursor
        return True

    # --- what it comes to ------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The right side."""
        return self.bench.as_variant(self.right)

    def know(self, preview: Preview) -> None:
        """Set the difference."""
        self.preview = preview
        self.left_rows = ModelRows(preview, after_change=False)
        self.right_rows = ModelRows(preview, after_change=True)
        self.state = ""
        self.conflict = ()

    def shift(self, step: int) -> bool:
        """Scroll the columns of models; returns whether there are others."""
        heads = self.left_rows.heads if self.left_rows else ()
        first_column = max(0, min(self.first_column + step, len(heads) - 1))
        moved, self.first_column = first_column != self.first_column, first_column
        return moved

    def consistent(self, name: str) -> bool | None:
        """Whether a side has a model; None where unknown."""
        if self.preview is None or name not in self.preview.diff.theories:
            return None
        return self.preview.diff.theories[name].consistent

    def title(self, *, after_change: bool) -> str:
        """Title of the models of a side."""
        name = self.right if after_change else self.left
        if self.preview is None:
            return plain(_(name))
        diff = self.preview.diff
        count = diff.count_after if after_change else diff.count_before
        side = diff.after if after_change else diff.before
        if count is None:
            text = _("models not counted")
        else:
            text = ngettext("{n} model", "{n} models", count).format(n=f"{count:,}")
        if self.consistent(side) is False:
            text += _(" ‼ contradictory")
        return f"{plain(_(name))} · {text}"

    def note(self, cells: int, *, after_change: bool) -> str:
        """The text instead of models: why none are listed and, on the right, a structure that shows
        a changed answer."""
        rows = self.right_rows if after_change else self.left_rows
        if rows is None or self.preview is None:
            return self.state
        text = translated(rows.incomplete_reason)
        diff = self.preview.diff
        one_sided = diff.only_after if after_change else diff.only_before
        if one_sided is not None:
            names = (self.right, self.left) if after_change else (self.left, self.right)
            text += f"\n\n{'+' if after_change else '−'} {apart_text(one_sided, *names)}"
            if one_sided.world is not None:
                lines = world_lines(one_sided.world, self.signature(), self.language, cells)
                text += "\n" + "\n".join(line.text.rstrip() for line in lines)
        if text and after_change:
            all_outcomes = outcomes(self.watches, self.preview.diff)
            entry = next(
                (o for o in all_outcomes if o.changed and isinstance(o.world, Structure)), None
            )
            if entry is not None and entry.world is not None:
                word = (
                    _("{statement} fails here:") if entry.refuted else _("{statement} holds here:")
                )
                word = word.format(statement=entry.watch.text)
                lines = world_lines(entry.world, self.signature(), self.language, cells)
                drawn = "\n".join(line.text for line in lines)
                text += f"\n\n{word}\n{drawn}"
        return text

    def changed_world(self) -> tuple[Theory, World] | None:
        """A world that only one side allows, under that side's premises: an added one, otherwise a
        removed one, otherwise one that both allow. None where none is known."""
        if self.preview is None:
            return None
        diff, after = self.preview.diff, self.bench.theory()
        before = self._theory(self.left)
        sides = ((diff.only_after, after), (diff.only_before, before))
        for apart, theory_ in sides:
            if apart is not None and apart.world is not None:
                return theory_, apart.world
        rows = ((self.right_rows, after), (self.left_rows, before))
        for model_rows, theory_ in rows:
            if model_rows is not None and model_rows.count:
                first = model_rows.row(0)
                keys = [head.key for head in model_rows.heads]
                return theory_, dict(zip(keys, first.values, strict=True))
        return None

    def tally(self) -> str:
        """How many models remain, disappear and appear; empty where unknown."""
        if self.preview is None or self.preview.diff.kept.count is None:
            return ""
        diff = self.preview.diff
        return _("= {kept} kept  − {removed} removed  + {added} added").format(
            kept=f"{diff.kept.count:,}",
            removed=f"{diff.removed.count:,}",
            added=f"{diff.added.count:,}",
        )

    # --- premises --------------------------------------------------------------------------------

    def compared(self) -> list[ComparedPremise]:
        """All premises and definitions of either side."""
        left = theory(self.problem, self.left)
        before = {premise.number: premise.formula for premise in left.premises}
        rows: list[ComparedPremise] = []
        for line in self.bench.premises:
            now = line.formula if line.on else None
            rows.append(ComparedPremise(line.key, "", before.pop(line.key, None), now, line))
        rows += [ComparedPremise(key, "", formula, None, None) for key, formula in before.items()]
        definitions = dict(left.definitions)
        for line in self.bench.definitions:
            old = definitions.pop(line.name, None)
            rows.append(ComparedPremise(line.key, line.name, old, line.formula, line))
        rows += [ComparedPremise(-1, name, f, None, None) for name, f in definitions.items()]
        return rows

    def signature(self) -> Signature:
        """The symbols of both sides."""
        symbols = dict(self._theory(self.left).signature.symbols)
        try:
            symbols.update(self.bench.theory().signature.symbols)
        except CountermodelError:
            # The lines conflict so far; their own symbols come later.
            return Signature(symbols)
        return Signature(symbols)

    def _theory(self, name: str) -> Theory:
        return theory(self.problem, name)

    typing_offset = 0
    """Width of the typed text that is scrolled out of view to the left."""

    # --- answers ---------------------------------------------------------------------------------

    def needing(self, number: int) -> tuple[str, ...]:
        """The answers on the left that need a premise, by their labels."""
        supports_of = ((watch, supported(watch, self.supports)) for watch in self.watches)
        return tuple(
            watch.label or watch.text
            for watch, supports in supports_of
            if supports is not None and supports.sets and number in supports.sets[0]
        )

    def sentences(self, number: int) -> tuple[Span, ...]:
        """Where in the text a premise of the left side comes from."""
        return spans_of(self.alignments, self.problem, self._theory(self.left), number)

    def answers_title(self) -> str:
        """How many answers change."""
        if self.preview is None:
            return _("Answers")
        all_outcomes = outcomes(self.watches, self.preview.diff)
        changed = sum(entry.changed is True for entry in all_outcomes)
        tally = self.tally()
        message = ngettext(
            "Answers · {n} of {all} changes", "Answers · {n} of {all} change", changed
        )
        text = message.format(n=changed, all=len(all_outcomes))
        return _("{text} · models {tally}").format(text=text, tally=tally) if tally else text

    def header(self) -> tuple[str, str, str, Role]:
        """Left, middle, right."""
        title = f" · {self.item.title}" if self.item.title else ""
        middle = _("what if: {left} → {right}").format(left=_(self.left), right=_(self.right))
        role: Role = "warn" if self.state else "plain"
        return plain(self.item.id + title), plain(middle), fit(self.state, 40), role
