"""The actions of the annotator's screens.

Owns their keys and words. Letters and digits belong to the checks, so every action is on a function
key or combined with Ctrl.
"""

from tui.i18n import mark
from tui.keys.action import Action
from tui.keys.action import on as _on

JUDGE, MINE, TABLES, FORMAL = "judge", "judge-mine", "judge-agreement", "judge-formal"
ANNOTATOR_ACTIONS: tuple[Action, ...] = (
    Action("give_reason", "f2", "F2", mark("reason"),
           mark("Write the reason of the check at the cursor."), _on(JUDGE)),
    Action("give_comment", "f3", "F3", mark("comment"),
           mark("Comment on the item; no figure depends on it."), _on(JUDGE)),
    Action("flag_entry", "f4", "F4", mark("flag"),
           mark("Flag the item for discussion, or remove the flag."), _on(JUDGE)),
    Action("submit_entry", "f5,ctrl+s", "F5", mark("submit, next"),
           mark("Submit and go on to the next item; also Ctrl+S."), _on(JUDGE)),
    Action("skip_entry", "f6", "F6", mark("skip"),
           mark("Skip the item for now; Ctrl+O lists it."), _on(JUDGE)),
    Action("undo_submission", "ctrl+z", "Ctrl+Z", mark("undo"),
           mark("Undo the last submission; its verdicts are kept as drafts."), _on(JUDGE)),
    Action("my_entries", "ctrl+o", "Ctrl+O", mark("my items"),
           mark("Return to a skipped item, or see the outcome of your items."), _on(JUDGE)),
    Action("build_formal", "ctrl+b", "Ctrl+B", mark("scratchpad"),
           mark("Write premises and queries, and attach them if the item has none."), _on(JUDGE)),
    Action("tell_apart", "ctrl+d", "Ctrl+D", mark("compare"),
           mark("Show different formalizations side by side, with their differences."),
           _on(JUDGE)),
    Action("fill_pane", "ctrl+w", "Ctrl+W", mark("whole screen"),
           mark("Give one pane the whole screen, or put the others back."), _on(JUDGE)),
    Action("find_words", "ctrl+f", "Ctrl+F", mark("find"),
           mark("Find words in the item."), _on(JUDGE)),
    Action("see_models", "f7", "F7", mark("models"),
           mark("Show the table of the item's models, as the researcher sees it."), _on(JUDGE)),
    Action("see_what_if", "f9", "F9", mark("what if"),
           mark("Change the item's premises and see how its models change."), _on(JUDGE)),
    Action("question_world", "ctrl+r", "Ctrl+R", mark("evaluate"),
           mark("Question the world that is shown: type a formula, change facts."), _on(JUDGE)),
    Action("agreement", "ctrl+e", "Ctrl+E", mark("agreement"),
           mark("Show how far the annotators agree."), _on(JUDGE)),
    Action("write_as", "ctrl+t", "Ctrl+T", mark("notation"),
           mark("Write formulas in Unicode, LaTeX, ASCII, or in words."), _on(JUDGE)),
    Action("give_back", "ctrl+k", "Ctrl+K", "",
           mark("Return the item to the queue for someone else."), _on(JUDGE)),
    Action("one_more", "ctrl+n", "Ctrl+N", mark("one more"),
           mark("Take one more item than your share."), _on(JUDGE)),
    Action("attach", "ctrl+s,f5", "Ctrl+S", mark("attach"),
           mark("Attach this text as the item's formalization."), _on(FORMAL), True),
    Action("formal_variant", "f3", "F3", mark("variant"),
           mark("Show the models under the next variant."), _on(FORMAL), True),
    Action("formal_lines", "f2", "F2", mark("lines"),
           mark("Explain the syntax of scratchpad lines."), _on(FORMAL), True),
    Action("take_off", "ctrl+k", "Ctrl+K", "",
           mark("Remove the attached formalization."), _on(FORMAL), True),
    Action("page_tables_up", "pageup", "PgUp", "",
           mark("Scroll up."), _on(TABLES), palette=False),
    Action("page_tables_down", "pagedown", "PgDn", mark("more"),
           mark("Scroll down."), _on(TABLES), palette=False),
    Action("leave_desk", "escape", "Esc", mark("back"),
           mark("Go back; everything is kept."), _on(JUDGE, MINE, TABLES, FORMAL)),
)  # fmt: skip
"""In the order of help and footer."""
