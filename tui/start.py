"""Where the program begins: the entry point `countermodel`.

Owns the order of the beginning: first what Ctrl+C does while modules are loaded, then the command
line.
"""

from tui.early_stop import end_at_once


def main() -> object:
    """Run the command line. Ends the process with its exit code."""
    end_at_once()
    from tui.cli import main as command_line

    return command_line()
