"""Which screen shows a station, one line each.

Owns the table from the screen's name in a station (`Station.screen`) to the function that shows it.
A station of another distribution uses one of these names, or brings its own as an entry point of
the group `countermodel.screens`.
"""

from collections.abc import Callable
from typing import Any

from solver.plugins import Registry

Show = Callable[[Any], None]
"""Shows the present state of a `Flow`."""
_HERE = "tui.screens.participant"
SCREENS: Registry[Show] = Registry(
    "countermodel.screens",
    {
        "return-key": f"{_HERE}.text:return_key",
        "consent": f"{_HERE}.consent:show",
        "instructions": f"{_HERE}.text:instructions",
        "opening": f"{_HERE}.text:opening",
        "verdict": f"{_HERE}.text:verdict",
        "again": f"{_HERE}.text:retry_page",
        "text": f"{_HERE}.text:text",
        "question": f"{_HERE}.question:show",
        "feedback": f"{_HERE}.feedback:show",
        "break": f"{_HERE}.text:rest",
        "paused": f"{_HERE}.text:paused",
        "form": f"{_HERE}.form:show",
        "end": f"{_HERE}.end:show",
    },
)
