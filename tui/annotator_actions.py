"""The actions of the annotator's screens.

Owns their keys and words. Checks have the letters and digits, so every action is on a function key
or goes with Ctrl.
"""

from tui.action import Action
from tui.action import on as _on

JUDGE, MINE, TABLES, FORMAL = "judge", "judge-mine", "judge-agreement", "judge-formal"
ANNOTATOR: tuple[Action, ...] = (
    Action("give_reason", "f2", "F2", "reason", "Write the reason of the check at the cursor.",
           _on(JUDGE)),
    Action("give_comment", "f3", "F3", "comment", "Comment on the item; no figure depends on it.",
           _on(JUDGE)),
    Action("flag_entry", "f4", "F4", "flag", "Flag the item for discussion, or remove the flag.",
           _on(JUDGE)),
    Action("submit_entry", "f5,ctrl+s", "F5", "submit, next",
           "Submit and go on to the next item; also Ctrl+S.", _on(JUDGE)),
    Action("skip_entry", "f6", "F6", "skip", "Skip the item for now; Ctrl+O lists it.", _on(JUDGE)),
    Action("undo_submission", "ctrl+z", "Ctrl+Z", "undo",
           "Undo the last submission; its verdicts are kept as drafts.", _on(JUDGE)),
    Action("my_entries", "ctrl+o", "Ctrl+O", "my items",
           "Return to a skipped item, or see the outcome of your items.", _on(JUDGE)),
    Action("build_formal", "ctrl+b", "Ctrl+B", "scratchpad",
           "Write premises and queries, and attach them if the item has none.", _on(JUDGE)),
    Action("tell_apart", "ctrl+d", "Ctrl+D", "apart",
           "Show formalizations that differ side by side, with what tells them apart.",
           _on(JUDGE)),
    Action("fill_pane", "ctrl+w", "Ctrl+W", "whole screen",
           "Give one pane the whole screen, or put the others back.", _on(JUDGE)),
    Action("find_words", "ctrl+f", "Ctrl+F", "find", "Find words in the item.", _on(JUDGE)),
    Action("see_models", "f7", "F7", "models",
           "Show the table of the item's models, as the researcher sees it.", _on(JUDGE)),
    Action("see_what_if", "f9", "F9", "what if",
           "Change the item's premises and see how its models change.", _on(JUDGE)),
    Action("question_world", "ctrl+r", "Ctrl+R", "evaluate",
           "Question the world that is shown: type a formula, change facts.", _on(JUDGE)),
    Action("agreement", "ctrl+e", "Ctrl+E", "agreement", "Show how far the annotators agree.",
           _on(JUDGE)),
    Action("write_as", "ctrl+t", "Ctrl+T", "notation",
           "Write formulas in Unicode, LaTeX, ASCII, or in words.", _on(JUDGE)),
    Action("give_back", "ctrl+k", "Ctrl+K", "", "Return the item to the queue for someone else.",
           _on(JUDGE)),
    Action("one_more", "ctrl+n", "Ctrl+N", "one more", "Take one more item than your share.",
           _on(JUDGE)),
    Action("attach", "ctrl+s,f5", "Ctrl+S", "attach",
           "Attach this text as the item's formalization.", _on(FORMAL), True),
    Action("formal_variant", "f3", "F3", "variant", "Show the models under the next variant.",
           _on(FORMAL), True),
    Action("take_off", "ctrl+k", "Ctrl+K", "", "Remove the attached formalization.",
           _on(FORMAL), True),
    Action("page_tables_up", "pageup", "PgUp", "", "Scroll up.", _on(TABLES), palette=False),
    Action("page_tables_down", "pagedown", "PgDn", "more", "Scroll down.", _on(TABLES),
           palette=False),
    Action("leave_desk", "escape", "Esc", "back", "Go back; everything is kept.",
           _on(JUDGE, MINE, TABLES, FORMAL)),
)  # fmt: skip
"""In the order in which help and footer list them."""
