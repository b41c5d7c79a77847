"""The actions of What if, sensitivity, two items, and the scratchpad."""

from tui.action import Action, on

EDIT, SENSITIVITY, PAIR = "inspect-what-if", "inspect-sensitivity", "inspect-pair"
PAD, NOTICE = "inspect-scratchpad", "inspect-notice"
"""Names of these screens; a notice stands in for one that an item gives nothing for."""

COMPARING: tuple[Action, ...] = (
    Action("switch_off", "space", "Space", "off/on", "Switch the premise off, or on again.",
           on(EDIT), palette=False),
    Action("negate", "exclamation_mark,minus", "!", "negate",
           "Negate the premise (also with -); again: undo that.", on(EDIT)),
    Action("edit_premise", "e,E", "e", "edit",
           "Edit the premise or definition (also with Enter); it is read at every key.",
           on(EDIT)),
    Action("add_premise", "a,A", "a", "add", "Add a premise.", on(EDIT)),
    Action("reset_premise", "x,X,delete,backspace", "x", "",
           "Restore the premise of the baseline; an added one is removed.", on(EDIT)),
    Action("undo", "u,U,ctrl+z", "u", "undo", "Undo the last edit.", on(EDIT)),
    Action("redo", "ctrl+r,ctrl+y", "Ctrl+R", "redo", "Redo the edit that was undone.", on(EDIT)),
    Action("save_variant", "s,S,ctrl+s", "s", "save",
           "Save the edits as a named variant, in a file.", on(EDIT)),
    Action("left_side", "l,L", "l", "left", "Choose the variant on the left.", on(EDIT)),
    Action("right_side", "r,R", "r", "right", "Choose the variant that the right side starts from.",
           on(EDIT)),
    Action("swap", "b,B", "b", "", "Swap left and right.", on(EDIT)),
    Action("copy_command", "y,Y", "y", "copy command",
           "Copy the command that shows the same difference.", on(EDIT)),
    Action("only_changes", "c,C", "c", "changes", "Show only the edits that change an answer.",
           on(SENSITIVITY)),
    Action("other_item", "o,O", "o", "other item", "Choose the item on the right.", on(PAIR)),
    Action("pair_map", "m,M", "m", "map file", "Read a file that says which items belong together.",
           on(PAIR)),
    Action("next_pair", "n,N", "n", "next", "Show the next item paired with the left one.",
           on(PAIR)),
    Action("swap_items", "b,B", "b", "swap", "Swap left and right.", on(PAIR)),
    Action("open_pad", "ctrl+o", "Ctrl+O", "open", "Open a text, a formal object or an item.",
           on(PAD), True),
    Action("save_pad", "ctrl+s", "Ctrl+S", "save", "Save as text, formal object or item.",
           on(PAD), True),
    Action("pad_variant", "f3", "F3", "variant", "Show the models under the next variant.",
           on(PAD), True),
    Action("pad_what_if", "f4", "F4", "what if", "Change the premises in What if.", on(PAD), True),
    Action("pad_lines", "f2", "F2", "lines", "Explain what the lines of a scratchpad may hold.",
           on(PAD), True),
    Action("pad_wording", "f6", "F6", "wording",
           "Write the wording of the next open sub-question as a comment.", on(PAD), True),
    Action("pad_empty", "ctrl+n", "Ctrl+N", "",
           "Start with an empty text; Ctrl+Z restores the old one.",
           on(PAD), True),
)  # fmt: skip
