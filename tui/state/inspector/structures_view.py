"""Finite structures of first-order premises, one at a time.

Owns which one is selected. `solver.inspection.structure_list` finds them.
"""

from solver.explain import world_in_words
from solver.inspection.structure_list import Structures
from solver.language.problem import Theory
from solver.language.words import Language
from solver.results import Structure
from tui.i18n import _
from tui.state.draft import Line
from tui.state.inspector.world_lines import structure_lines, text_lines


class StructuresView:
    """Some structures in which the premises hold."""

    def __init__(self, theory: Theory, language: Language, structures: Structures) -> None:
        self.theory = theory
        self.language = language
        self.structures = structures
        self.place = 0

    @property
    def summary(self) -> str:
        """Number of structures, in words."""
        n = len(self.structures.structures)
        if not n:
            return _("no structure found")
        more = "" if self.structures.exhausted else _(", there may be more")
        return _("structure {n} of {all}{more}").format(n=self.place + 1, all=n, more=more)

    @property
    def looked_at(self) -> Structure | None:
        """The selected structure; None where none was found."""
        return self.structures.structures[self.place] if self.structures.structures else None

    def step(self, step: int) -> None:
        """Move to the next or previous one."""
        self.place = max(0, min(self.place + step, len(self.structures.structures) - 1))

    def lines(self, cells: int) -> list[Line]:
        """Individuals with their predicates, relations, and everything in sentences."""
        if not self.structures.structures:
            text = _("No finite structure was found within the time limit.")
            if self.structures.exhausted:
                text = _("There is no structure of the sizes tried.")
            return text_lines(
                _("{text} This alone says nothing about the premises.").format(text=text), cells
            )
        structure = self.structures.structures[self.place]
        signature = self.theory.signature
        lines = structure_lines(structure, signature, cells)
        lines.append(Line())
        for sentence in world_in_words(structure, signature, self.language):
            lines += text_lines(f"· {sentence}", cells, "plain", 1)
        return lines
