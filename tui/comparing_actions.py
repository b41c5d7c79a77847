"""The actions of What if, what it hangs on, two items, and the scratchpad."""

from tui.action import Action, on

EDIT, HANGS, PAIR = "inspect-what-if", "inspect-hangs-on", "inspect-pair"
PAD, NOTICE = "inspect-scratchpad", "inspect-notice"
"""Names of these screens; a notice stands in for one that an item gives nothing for."""

COMPARING: tuple[Action, ...] = (
    Action("switch_off", "space", "Space", "off/on", "Switch the premise off, or on again.",
           on(EDIT), palette=False),
    Action("negate", "exclamation_mark,minus", "!", "negate",
           "Negate the premise, also with -; again: as before.", on(EDIT)),
    Action("edit_premise", "e,E", "e", "edit",
           "Type in the premise or definition, also with Enter; it is read at every key.",
           on(EDIT)),
    Action("add_premise", "a,A", "a", "add", "Add a premise.", on(EDIT)),
    Action("reset_premise", "x,X,delete,backspace", "x", "",
           "The premise as it stands in the baseline; an added one goes.", on(EDIT)),
    Action("undo", "u,U,ctrl+z", "u", "undo", "Take the last edit back.", on(EDIT)),
    Action("redo", "ctrl+r,ctrl+y", "Ctrl+R", "redo", "Make the edit taken back again.", on(EDIT)),
    Action("save_variant", "s,S,ctrl+s", "s", "save",
           "Save the edits as a named variant, in a file.", on(EDIT)),
    Action("left_side", "l,L", "l", "left", "Choose the variant on the left.", on(EDIT)),
    Action("right_side", "r,R", "r", "right", "Choose the variant the right side begins with.",
           on(EDIT)),
    Action("swap", "b,B", "b", "", "Left and right change places.", on(EDIT)),
    Action("copy_command", "y,Y", "y", "copy command",
           "Copy the command that shows the same difference.", on(EDIT)),
    Action("what_hangs", "h,H", "h", "hangs on", "Which single edits change an answer.", on(EDIT)),
    Action("only_changes", "c,C", "c", "changes", "Show only the edits that change an answer.",
           on(HANGS)),
    Action("other_item", "o,O", "o", "other item", "Choose the item on the right.", on(PAIR)),
    Action("pair_map", "m,M", "m", "map file", "Read which items belong together from a file.",
           on(PAIR)),
    Action("next_pair", "n,N", "n", "next", "The next item that belongs to the left one.",
           on(PAIR)),
    Action("swap_items", "b,B", "b", "swap", "Left and right change places.", on(PAIR)),
    Action("open_pad", "ctrl+o", "Ctrl+O", "open", "Open a text, a formal object or an item.",
           on(PAD), True),
    Action("save_pad", "ctrl+s", "Ctrl+S", "save", "Save as text, formal object or item.",
           on(PAD), True),
    Action("pad_variant", "f3", "F3", "variant", "The models under the next variant.",
           on(PAD), True),
    Action("pad_what_if", "f4", "F4", "what if", "Change its premises in What if.", on(PAD), True),
    Action("pad_empty", "ctrl+n", "Ctrl+N", "", "Begin with nothing; Ctrl+Z brings the text back.",
           on(PAD), True),
)  # fmt: skip
