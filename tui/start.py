"""Where the program begins: the entry point `countermodel`.

Owns the order of the start: Ctrl+C is handled (`tui.early_stop`) before anything is loaded.
"""

from tui.early_stop import end_on_ctrl_c


def main() -> object:
    """Run the command line. Ends the process with its exit code."""
    end_on_ctrl_c()
    from tui.cli import main as command_line

    return command_line()
