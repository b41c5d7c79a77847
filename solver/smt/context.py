"""A Z3 context that may be left half made.

Owns one thing: Ctrl-C while Z3 sets a context up ends it quietly. Z3's own class then asks an
attribute that was never set, and Python prints the traceback of that over the user's screen.
"""

import z3


class Context(z3.Context):  # type: ignore[misc]
    """As Z3's, and nobody's as long as it is not whole."""

    owner = False
