"""The actions of the researcher's screens, which are in English whatever the participant's are in.

Owns their keys and words.
"""

from tui.action import Action
from tui.action import on as _on
from tui.comparing_actions import EDIT, HANGS, NOTICE, PAD, PAIR

LIST, ONE = "inspect-list", "inspect-item"
MODELS, RECORDED = "inspect-models", "inspect-answers"
MATRIX = "inspect-matrix"
INSPECTOR: tuple[Action, ...] = (
    Action("filter", "slash", "/", "filter", "Filter by words of id, title and text.", _on(LIST)),
    Action("facets", "f,F", "f", "facets", "Choose by benchmark, kind, gold, attributes.",
           _on(LIST)),
    Action("column_left", "left", "←", "", "Mark the column to the left.",
           _on(LIST, MODELS, MATRIX), palette=False),
    Action("column_right", "right", "→", "", "Mark the column to the right.",
           _on(LIST, MODELS, MATRIX), palette=False),
    Action("sort", "s", "s", "sort", "Sort by the marked column; again: downwards; again: as read.",
           _on(LIST)),
    Action("figures", "c", "c", "", "Stop working out figures, or go on with it.", _on(LIST)),
    Action("unread", "e", "e", "", "Show what could not be read.", _on(LIST)),
    Action("next_item", "n", "n", "next", "Open the next item.", _on(ONE, MODELS, RECORDED)),
    Action("previous_item", "p", "p", "previous", "Open the item before.",
           _on(ONE, MODELS, RECORDED)),
    Action("notation", "t", "t", "notation",
           "Write formulas in Unicode, LaTeX, ASCII, or in words.",
           _on(ONE, RECORDED, EDIT, HANGS, PAIR)),
    Action("support", "u", "u", "support", "Mark the next set of premises it follows from.",
           _on(ONE)),
    Action("models", "m", "m", "models", "The models of the premises, or structures.", _on(ONE)),
    Action("answers", "a", "a", "answers", "Who answered what, and what refutes it.", _on(ONE)),
    Action("again", "r", "r", "", "Work it out, after Esc stopped it.", _on(ONE)),
    Action("what_if", "w,W", "w", "what if", "Change premises and see what becomes of the models.",
           _on(ONE)),
    Action("hangs_on", "h,H", "h", "hangs on", "Which single edits change an answer.",
           _on(ONE)),
    Action("pair", "P", "Shift+P", "pair", "Two items side by side.",
           _on(ONE, LIST)),
    Action("scratchpad", "S", "Shift+S", "scratchpad", "Write premises and queries of your own.",
           _on(ONE, LIST, NOTICE)),
    Action("under", "v", "v", "variant", "The models under the next variant.", _on(MODELS)),
    Action("pick", "space", "Space", "pick", "Take the marked column in or out.", _on(MODELS)),
    Action("only", "o", "o", "only this", "Keep the marked column alone; again: all of them.",
           _on(MODELS)),
    Action("order", "s", "s", "sort", "Sort by the marked column; again: downwards.", _on(MODELS)),
    Action("glosses", "g", "g", "glosses", "Say what the columns mean, or hide it.", _on(MODELS)),
    Action("matrix", "m,M", "m", "matrix", "Who was right on which item, people and models.",
           _on(LIST)),
    Action("item", "i,I", "i", "item", "Open the item.", _on(MATRIX)),
    Action("contrast", "f,F", "f", "filter",
           "All items; where people are right and models wrong; the reverse.", _on(MATRIX)),
    Action("hold", "space", "Space", "hold", "Hold the marked respondent, to compare.",
           _on(MATRIX)),
    Action("compare", "c,C", "c", "compare", "The held respondent against the marked one.",
           _on(MATRIX)),
    Action("record", "o", "o", "record", "The item's source record, as JSON.", _on(ONE, LIST)),
    Action("copy_id", "y", "y", "", "Copy the item's id.", _on(ONE, LIST)),
    Action("copy_formal", "Y", "Shift+Y", "", "Copy the item's formalization.", _on(ONE, LIST)),
    Action("shut", "escape", "Esc", "back", "Stop what is being worked out; then go back.",
           _on(LIST, ONE, MODELS, RECORDED, MATRIX, "inspect-record", EDIT, HANGS, PAIR, PAD,
               NOTICE)),
)  # fmt: skip
"""In the order in which help and footer list them."""
