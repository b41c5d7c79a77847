"""Interactive editing of premises: switching off, negating, rewriting and adding, with undo.

Owns the immutable state of an editor for one problem: every operation returns a new state. A line
whose text cannot be read keeps its last valid formula, together with the error. The edits form a
`Variant`, the same as the `--edit` strings of `command_line`. Leaves answers to `preview`, saving
to `items.files.save`.
"""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from solver.errors import FormulaError, InputError
from solver.language.dialect import reading
from solver.language.edits import check_definitions, format_edit, theory
from solver.language.parser import formula_of
from solver.language.printer import Notation, print_formula
from solver.language.problem import (
    BASELINE,
    Add,
    Define,
    Drop,
    Edit,
    Problem,
    Replace,
    Theory,
    Variant,
)
from solver.language.signature import SignatureBuilder, builder_for, extended
from solver.language.syntax import Formula, negation

UNDO = 500
"""Maximum operations that can be undone."""


@dataclass(frozen=True, slots=True)
class Line:
    """One premise or definition in the editor."""

    key: int
    """Baseline number of a premise, from 0; added premises and definitions continue from there."""
    original: Formula | None
    """The formula in the baseline; None for an added line."""
    formula: Formula | None
    """The last valid formula; None if there was none yet."""
    text: str
    """The text in the editor, valid or not."""
    on: bool = True
    name: str = ""
    """The defined name, for a definition."""
    error: InputError | None = None
    """Why the text cannot be read; a FormulaError shows the position with a caret."""
    warnings: tuple[str, ...] = ()
    """Undeclared names, with the sort that was assumed."""


@dataclass(frozen=True, slots=True)
class Workbench:
    """The whole editor. Start with `Workbench.of`."""

    problem: Problem
    premises: tuple[Line, ...]
    definitions: tuple[Line, ...]
    against: str = BASELINE
    """Name of the variant with which it is compared."""
    notation: Notation = Notation.UNICODE
    """Notation of lines that were not typed by the user."""
    undo_states: tuple[tuple[tuple[Line, ...], tuple[Line, ...]], ...] = field(
        default=(), repr=False
    )
    redo_states: tuple[tuple[tuple[Line, ...], tuple[Line, ...]], ...] = field(
        default=(), repr=False
    )
    typing: int | None = None
    """The line being typed in, whose keystrokes are undone together."""

    @classmethod
    def of(
        cls,
        problem: Problem,
        variant: str | Variant | None = None,
        *,
        against: str = BASELINE,
        notation: Notation = Notation.UNICODE,
    ) -> "Workbench":
        """An editor with a variant's edits applied (none for the baseline).

        Raises InputError for a variant that does not exist or does not fit.
        """
        theory(problem, against)
        edited = _edits_of(problem, variant)
        edits = {e.premise: e for e in edited if isinstance(e, Drop | Replace)}
        premises = []
        for number, formula in enumerate(problem.premises):
            edit = edits.get(number)
            now = edit.formula if isinstance(edit, Replace) else formula
            text = print_formula(now, notation)
            premises.append(Line(number, formula, now, text, on=not isinstance(edit, Drop)))
        added = [edit.formula for edit in edited if isinstance(edit, Add)]
        for number, formula in enumerate(added, len(premises)):
            premises.append(Line(number, None, formula, print_formula(formula, notation)))
        own = {edit.name: edit.formula for edit in edited if isinstance(edit, Define)}
        definitions = []
        for number, name in enumerate({**problem.definitions, **own}, len(premises)):
            before = problem.definitions.get(name)
            after = own.get(name, before)
            assert after is not None
            text = print_formula(after, notation)
            definitions.append(Line(number, before, after, text, name=name))
        return cls(problem, tuple(premises), tuple(definitions), against, notation)

    # --- the edits -------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        """The premises, then the definitions."""
        return (*self.premises, *self.definitions)

    @property
    def errors(self) -> tuple[Line, ...]:
        """Lines whose text cannot be read; their last valid formulas apply."""
        return tuple(line for line in self.lines if line.error is not None)

    @property
    def changed(self) -> bool:
        """Whether anything differs from the baseline."""
        return bool(self._edits())

    def line(self, key: int) -> Line:
        """The line with that key. Raises KeyError."""
        for line in self.lines:
            if line.key == key:
                return line
        raise KeyError(key)

    def as_variant(self, name: str = "edited") -> Variant:
        """The edits as a variant, in the baseline's numbering; lines without a valid formula, and
        added lines that are off, are omitted."""
        return Variant(name, self._edits())

    def theory(self) -> Theory:
        """The premises and definitions as edited."""
        return theory(self.problem, self.as_variant())

    def edits(self) -> tuple[str, ...]:
        """The edits as typed on the command line; `read_edits` reads them as the same variant."""
        texts = []
        for edit in self._edits():
            original = self.problem.premises[edit.premise] if isinstance(edit, Replace) else None
            if (
                isinstance(edit, Replace)
                and original is not None
                and edit.formula == negation(original)
            ):
                texts.append(f"negate {edit.premise + 1}")
            else:
                texts.append(format_edit(edit, Notation.ASCII))
        return tuple(texts)

    def command_line(self, source: str, item: str | None = None, pads: str = "") -> str:
        """The command that shows the same difference, quoted for a shell; `pads` is the value of
        `--pads`."""
        words = ["countermodel", "diff", source]
        if item is not None:
            words += ["--item", item]
        if pads:
            words += ["--pads", pads]
        edits = self._edits()
        named = next(
            (
                name
                for name, variant in self.problem.variants.items()
                if variant.edits == edits and edits
            ),
            None,
        )
        if named is not None:
            words += ["--under", named]
        elif not edits:
            words += ["--under", BASELINE]
        else:
            for text in self.edits():
                words += ["--edit", text]
        if self.against != BASELINE:
            words += ["--against", self.against]
        return shlex.join(words)

    def _edits(self) -> tuple[Edit, ...]:
        edits: list[Edit] = []
        for line in self.premises:
            if line.original is not None and not line.on:
                edits.append(Drop(line.key))
            elif line.original is not None and line.formula not in (None, line.original):
                assert line.formula is not None
                edits.append(Replace(line.key, line.formula))
        edits += [
            Add(line.formula)
            for line in self.premises
            if line.original is None and line.on and line.formula is not None
        ]
        edits += [
            Define(line.name, line.formula)
            for line in self.definitions
            if line.formula is not None and line.formula != line.original
        ]
        return tuple(edits)

    # --- moves -----------------------------------------------------------------------------------

    def toggle(self, key: int) -> "Workbench":
        """Switch a premise off, or on again. Definitions cannot be switched off."""
        line = self.line(key)
        return self if line.name else self._with(replace(line, on=not line.on))

    def negate(self, key: int) -> "Workbench":
        """Negate the current formula; negating twice restores it."""
        line = self.line(key)
        if line.formula is None:
            return self
        denied = negation(line.formula)
        text = print_formula(denied, self.notation)
        return self._with(replace(line, formula=denied, text=text, error=None, on=True))

    def reset(self, key: int) -> "Workbench":
        """Restore the line of the baseline; an added line is removed."""
        line = self.line(key)
        if line.original is None:
            return self.remove(key)
        text = print_formula(line.original, self.notation)
        plain = Line(line.key, line.original, line.original, text, name=line.name)
        return self if plain == line else self._with(plain)

    def remove(self, key: int) -> "Workbench":
        """Remove an added line; a line of the baseline is switched off instead."""
        line = self.line(key)
        if line.original is not None:
            return self.toggle(key) if line.on else self
        return self._moved(
            tuple(premise for premise in self.premises if premise.key != key),
            tuple(definition for definition in self.definitions if definition.key != key),
        )

    def type(self, key: int, text: str) -> "Workbench":
        """Change the text of a line, which is parsed at once; if that fails, the last valid formula
        remains.

        Consecutive keystrokes in one line are undone together.
        """
        line = self.line(key)
        if text == line.text:
            return self
        return self._with(self._read(line, text), typing=key)

    def add(self, text: str = "") -> "Workbench":
        """Add a premise at the end, with or without text. Its key is `last_key`."""
        line = Line(self._next_key(), None, None, "")
        line = self._read(line, text) if text else line
        # Typing into the new empty line is undone together with adding it.
        typing = None if text else line.key
        return self._moved((*self.premises, line), self.definitions, typing)

    def compare(self, against: str) -> "Workbench":
        """The same editor, compared with another variant. Raises InputError if that does not
        exist."""
        theory(self.problem, against)
        return replace(self, against=against)

    def settled(self) -> "Workbench":
        """End the current typing, so that later keystrokes are undone separately."""
        return replace(self, typing=None)

    @property
    def last_key(self) -> int:
        """Key of the line added last."""
        return max((line.key for line in self.lines), default=-1)

    def undo(self) -> "Workbench":
        """Undo the last operation; without one, the same state."""
        if not self.undo_states:
            return self
        premises, definitions = self.undo_states[-1]
        return replace(
            self,
            premises=premises,
            definitions=definitions,
            undo_states=self.undo_states[:-1],
            redo_states=((self.premises, self.definitions), *self.redo_states),
            typing=None,
        )

    def redo(self) -> "Workbench":
        """Redo the operation undone last; without one, the same state."""
        if not self.redo_states:
            return self
        premises, definitions = self.redo_states[0]
        return replace(
            self,
            premises=premises,
            definitions=definitions,
            undo_states=(*self.undo_states, (self.premises, self.definitions)),
            redo_states=self.redo_states[1:],
            typing=None,
        )

    # --- inside ----------------------------------------------------------------------------------

    def _next_key(self) -> int:
        used_keys = [
            line.key
            for lines in (*self.undo_states, *self.redo_states)
            for part in lines
            for line in part
        ]
        return max([self.last_key, *used_keys]) + 1

    def _with(self, changed_line: Line, typing: int | None = None) -> "Workbench":
        def changed(lines: Iterable[Line]) -> tuple[Line, ...]:
            return tuple(changed_line if line.key == changed_line.key else line for line in lines)

        return self._moved(changed(self.premises), changed(self.definitions), typing)

    def _moved(
        self, premises: tuple[Line, ...], definitions: tuple[Line, ...], typing: int | None = None
    ) -> "Workbench":
        going_on = typing is not None and typing == self.typing
        past = (
            self.undo_states
            if going_on
            else (*self.undo_states, (self.premises, self.definitions))[-UNDO:]
        )
        return replace(
            self,
            premises=premises,
            definitions=definitions,
            undo_states=past,
            redo_states=(),
            typing=typing,
        )

    def _read(self, line: Line, text: str) -> Line:
        builder = self._builder(line)
        try:
            formula = formula_of(text, builder)
            if line.name:
                check_definitions({**self._definitions(), line.name: formula})
        except FormulaError as error:
            return replace(line, text=text, error=error, warnings=())
        except InputError as error:
            return replace(line, text=text, error=error, warnings=())
        # Typed text is parsed on its own, in the program's own dialect.
        warnings = (*reading(builder.dialect, [text]), *builder.notes, *builder.warnings)
        return replace(line, text=text, formula=formula, error=None, on=True, warnings=warnings)

    def _definitions(self) -> Mapping[str, Formula]:
        return {
            definition.name: definition.formula
            for definition in self.definitions
            if definition.formula is not None
        }

    def _builder(self, line: Line) -> SignatureBuilder:
        """A builder with the problem's symbols and those that other lines declare by use."""
        defined = {definition.name for definition in self.definitions} | (
            {line.name} if line.name else set()
        )
        others = [other.formula for other in self.lines if other.key != line.key and other.formula]
        signature = extended(self.problem.signature, others, defined)
        builder = builder_for(replace(self.problem, signature=signature))
        for name in defined:
            builder.define(name)
        return builder


def _edits_of(problem: Problem, variant: str | Variant | None) -> tuple[Edit, ...]:
    if variant is None or variant == BASELINE:
        return ()
    theory(problem, variant)
    return problem.variants[variant].edits if isinstance(variant, str) else variant.edits
