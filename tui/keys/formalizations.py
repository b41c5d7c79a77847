"""The actions of the screens that compare two formalizations."""

from tui.i18n import mark
from tui.keys.action import Action, on

SCREEN = "apart"
"""Name of these screens."""
RECORDED_SCREEN = "apart-recorded"
"""Name of the screen whose formalizations come from the record."""
FORMALIZATION_ACTIONS: tuple[Action, ...] = (
    Action("prefer_left", "1,l,L", "1", mark("left one"),
           mark("The left one matches the text; you will be asked for a reason."), on(SCREEN)),
    Action("prefer_right", "2,r,R", "2", mark("right one"),
           mark("The right one matches the text; you will be asked for a reason."), on(SCREEN)),
    Action("prefer_both", "3", "3", mark("both"),
           mark("Both match the text; you will be asked for a reason."), on(SCREEN)),
    Action("prefer_neither", "0,x,X", "0", mark("neither"),
           mark("Neither matches the text; you will be asked for a reason."), on(SCREEN)),
    Action("next_difference", "n,N", "n", mark("next"), mark("Show the next difference."),
           on(SCREEN)),
    Action("previous_difference", "p,P", "p", "", mark("Show the previous difference."),
           on(SCREEN)),
    Action("unfold_agreeing", "f,F", "f", mark("agreeing"),
           mark("Show what both agree on, or fold it."), on(SCREEN)),
    Action("other_pair", "o,O", "o", mark("other pair"),
           mark("Show another pair of formalizations."), on(SCREEN)),
    Action("question_apart", "e,E", "e", mark("evaluate"),
           mark("Question the world: type a formula, change facts, find the nearest model."),
           on(SCREEN)),
    Action("swap_sides", "b,B", "b", mark("swap"), mark("Swap left and right."),
           on(RECORDED_SCREEN)),
    Action("apart_notation", "t,T", "t", mark("notation"),
           mark("Write formulas in Unicode, LaTeX, ASCII, or in words."), on(SCREEN)),
    Action("leave_apart", "escape", "Esc", mark("back"),
           mark("Stop the work under way; again: go back."), on(SCREEN)),
)  # fmt: skip
"""In the order of help and footer."""
