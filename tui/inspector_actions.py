"""The actions of the researcher's screens, which are in English whatever the participant's are in.

Owns their keys and words.
"""

from tui.action import Action
from tui.action import on as _on
from tui.comparing_actions import EDIT, NOTICE, PAD, PAIR, SENSITIVITY

LIST, ONE = "inspect-list", "inspect-item"
MODELS, RECORDED = "inspect-models", "inspect-answers"
MATRIX = "inspect-matrix"
CLAIMS, TRAIL = "inspect-claims", "inspect-trail"
INSPECTOR: tuple[Action, ...] = (
    Action("filter", "slash", "/", "filter", "Filter by words of id, title and text.", _on(LIST)),
    Action("facets", "f,F", "f", "facets", "Filter by benchmark, kind, gold or attributes.",
           _on(LIST)),
    Action("column_left", "left", "←", "", "Mark the column to the left.",
           _on(LIST, MODELS, MATRIX), palette=False),
    Action("column_right", "right", "→", "", "Mark the column to the right.",
           _on(LIST, MODELS, MATRIX), palette=False),
    Action("sort", "s", "s", "sort",
           "Sort by the marked column; again: descending; again: as read.",
           _on(LIST)),
    Action("figures", "c", "c", "", "Pause or resume computing figures.", _on(LIST)),
    Action("unread", "e", "e", "", "Show the records that could not be read.", _on(LIST)),
    Action("next_item", "n", "n", "next", "Open the next item.", _on(ONE, MODELS, RECORDED)),
    Action("previous_item", "p", "p", "prev", "Open the previous item.",
           _on(ONE, MODELS, RECORDED)),
    Action("notation", "t", "t", "notation",
           "Write formulas in Unicode, LaTeX, ASCII, or in words.",
           _on(ONE, RECORDED, EDIT, SENSITIVITY, PAIR)),
    Action("support", "u", "u", "support",
           "Mark the next set of premises that the verdict follows from.",
           _on(ONE)),
    Action("models", "m", "m", "models", "Show the models of the premises, or structures.",
           _on(ONE)),
    Action("answers", "a", "a", "answers", "Show who answered what, and what refutes it.",
           _on(ONE)),
    Action("formalizations", "f,F", "f", "formalizations",
           "Tell two formalizations of the item apart: its own, models', annotators'.",
           _on(ONE, RECORDED)),
    Action("again", "r", "r", "", "Start the computation again after Esc stopped it.", _on(ONE)),
    Action("what_if", "w,W", "w", "what if", "Change premises and see how the models change.",
           _on(ONE)),
    Action("sensitivity", "h,H", "h", "sensitivity", "Show which single edits change an answer.",
           _on(ONE, EDIT)),
    Action("pair", "P", "Shift+P", "pair", "Compare two items side by side.",
           _on(ONE, LIST)),
    Action("scratchpad", "S", "Shift+S", "scratchpad", "Write premises and queries of your own.",
           _on(ONE, LIST, NOTICE)),
    Action("question", "e,E", "e", "evaluate",
           "Question the world: type a formula, change facts, find the nearest model.",
           _on(ONE, MODELS)),
    Action("claims", "c,C", "c", "claims",
           "Show what the item claims: proved, refuted with a world, or open.", _on(ONE)),
    Action("trail", "g,G", "g", "hardening",
           "Show how models hardened the item, step by step.", _on(ONE)),
    Action("under", "v", "v", "variant", "Show the models under the next variant.", _on(MODELS)),
    Action("pick", "space", "Space", "pick", "Include or exclude the marked column.", _on(MODELS)),
    Action("only", "o", "o", "only this", "Show only the marked column; again: all of them.",
           _on(MODELS)),
    Action("order", "s", "s", "sort", "Sort by the marked column; again: descending.", _on(MODELS)),
    Action("glosses", "g", "g", "glosses", "Show or hide what the columns mean.", _on(MODELS)),
    Action("matrix", "m,M", "m", "matrix",
           "Show which people and models were right on which items.",
           _on(LIST)),
    Action("item", "i,I", "i", "item", "Open the item.", _on(MATRIX)),
    Action("contrast", "f,F", "f", "filter",
           "Filter: all items; people right and models wrong; the reverse.", _on(MATRIX)),
    Action("hold", "space", "Space", "hold", "Hold the marked respondent for a comparison.",
           _on(MATRIX)),
    Action("compare", "c,C", "c", "compare", "Compare the held respondent with the marked one.",
           _on(MATRIX)),
    Action("record", "o", "o", "record", "Show the item's source record as JSON.", _on(ONE, LIST)),
    Action("share_page", "ctrl+s", "Ctrl+S", "page",
           "Write the item as one HTML page: text, logic, verdicts, worlds.", _on(ONE), True),
    Action("copy_id", "y", "y", "", "Copy the item's id.", _on(ONE, LIST)),
    Action("copy_formal", "Y", "Shift+Y", "", "Copy the item's formalization.", _on(ONE, LIST)),
    Action("shut", "escape", "Esc", "back", "Stop the work under way; again: go back.",
           _on(LIST, ONE, MODELS, RECORDED, MATRIX, "inspect-record", CLAIMS, TRAIL, EDIT,
               SENSITIVITY, PAIR, PAD, NOTICE)),
)  # fmt: skip
"""In the order in which help and footer list them."""
