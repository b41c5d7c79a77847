"""The game of reasons on the screen: the claims so far, and the possible moves.

Owns the navigation. `solver.inspection.reasons_game` owns the rules.
"""

from dataclasses import dataclass, replace

from solver.cancel import Budget, GaveUp
from solver.inspection.reasons_game import Claim, Game, Mover, Turn
from solver.language.printer import print_formula
from solver.language.problem import Theory
from solver.language.syntax import And, Formula, negation
from solver.results import World
from tui.i18n import _
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.world_lines import text_lines
from tui.text import plain, wrap

SECONDS = 1.0


@dataclass(frozen=True)
class Opening:
    """A claim to begin with."""

    text: str
    claim: Claim


def openings(theory: Theory, formula: Formula) -> tuple[Opening, ...]:
    """Possible claims about a world: that the formula is true there, that it is false, and that the
    world shows that the formula does not follow."""
    premises = tuple(theory.formulas)
    denied = And((*premises, negation(formula))) if premises else negation(formula)
    return (
        Opening(_("It is true in this world."), Claim(formula, True, {})),
        Opening(_("It is false in this world."), Claim(formula, False, {})),
        Opening(
            _("It does not follow: premises true here, it false."),
            Claim(denied, True, {}),
        ),
    )


class GameView:
    """The claims so far; the last one must be defended."""

    def __init__(self, theory: Theory, world: World, formula: Formula) -> None:
        self.theory = theory
        self.game = Game(world, theory.definitions)
        self.openings = openings(theory, formula)
        self.path: list[Claim] = []
        self.cursor_key = "0"
        """The move under the cursor."""

    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.game.turn(self.path[-1])

    @property
    def choices(self) -> list[str]:
        """The person's possible moves; a single one where there is no alternative, none at the
        end."""
        if not self.path:
            return [opening.text for opening in self.openings]
        turn = self.turn()
        if turn.mover is Mover.PERSON:
            return [self._choice(self.path[-1], choice) for choice in turn.choices]
        return [_("Go on")] if turn.choices else []

    def choose(self, place: int) -> None:
        """Make a move, followed by the reply."""
        if not 0 <= place < len(self.choices):
            return
        self.cursor_key = "0"
        if not self.path:
            self.path.append(self.openings[place].claim)
            return
        turn = self.turn()
        self.game.budget = Budget.of(SECONDS)
        if turn.mover is Mover.PROGRAM:
            try:
                self.path.append(self.game.reply(self.path[-1]))
            except GaveUp:
                self.path.append(turn.choices[0])
        else:
            self.path.append(turn.choices[place])

    def step_back(self) -> bool:
        """Undo the last step; returns whether there was one."""
        if self.path:
            self.path.pop()
            self.cursor_key = "0"
            return True
        return False

    # --- lines -----------------------------------------------------------------------------------

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The claims so far, and the moves."""
        lines: list[Line] = []
        for place, claim in enumerate(self.path):
            before = self.path[place - 1] if place else None
            lines += self._claim_lines(before, claim, cells)
        if self.path:
            lines.append(Line())
        lines += self._choice_lines(cells)
        for place, text in enumerate(self.choices):
            at_cursor = self.cursor_key == str(place)
            style: Role = "marked" if at_cursor else "plain"
            first, *rest = wrap(plain(text), max(cells - 5, 10))
            pieces = (
                Piece("▸ " if at_cursor and focused else "  ", "cursor"),
                Piece(f"{place + 1} ", "key"),
                Piece(first, style),
            )
            lines.append(Line(pieces, str(place), at_cursor))
            lines += [
                Line((Piece("    "), Piece(row, style)), str(place), at_cursor) for row in rest
            ]
        return lines

    def _claim_lines(self, previous_claim: Claim | None, claim: Claim, cells: int) -> list[Line]:
        formula = claim_clause(claim)
        if previous_claim is None:
            message = _("You say that {formula}").format(formula=formula)
            return text_lines(message, cells, "heading")
        mover = self.game.turn(previous_claim).mover
        if mover is Mover.PROGRAM and claim.individual:
            message = _("I name {individual}. You have to say that {formula}")
        elif mover is Mover.PROGRAM:
            message = _("I ask about a part of it. You have to say that {formula}")
        elif mover is Mover.PERSON and claim.individual:
            message = _("You name {individual} and say that {formula}")
        elif mover is Mover.PERSON:
            message = _("You say that {formula}")
        else:
            message = _("This means that {formula}")
        return text_lines(
            message.format(formula=formula, individual=plain(claim.individual)), cells
        )

    def _choice_lines(self, cells: int) -> list[Line]:
        if not self.path:
            return text_lines(_("What do you say about the formula?"), cells, "heading")
        claim, turn = self.path[-1], self.turn()
        if turn.mover is Mover.PERSON:
            named = any(choice.individual for choice in turn.choices)
            message = _("Name the individual:") if named else _("Say which part:")
            return text_lines(message, cells, "heading")
        if turn.choices:
            return []
        try:
            right = self.game.right(claim)
        except GaveUp:
            right = None
        if right is None:
            message = _("? The world does not say whether {formula}.").format(
                formula=claim_clause(claim)
            )
            return text_lines(message, cells, "warn")
        fact = replace(claim, value=claim.value is right)
        message = _("In this world {formula}.").format(formula=claim_clause(fact))
        won = _("✓ What you said is true.") if right else _("✗ What you said is false.")
        return [
            *text_lines(message, cells),
            *text_lines(won, cells, "good" if right else "bad"),
            *text_lines(_("Backspace takes a step back, Esc ends the game."), cells, "muted"),
        ]

    def _choice(self, _before: Claim, choice: Claim) -> str:
        if choice.individual:
            return choice.individual
        return claim_clause(choice)


def claim_clause(claim: Claim) -> str:
    """The content of a claim, as a clause."""
    text = plain(print_formula(claim.formula))
    message = _("“{formula}” is true") if claim.value else _("“{formula}” is false")
    where = ", ".join(f"{name} = {element}" for name, element in claim.env.items())
    return message.format(formula=text) + (f" ({plain(where)})" if where else "")
