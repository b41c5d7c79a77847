"""A form as the participant fills it in: which field has the focus, and what Enter does now.

Owns the view state of the form screen. What stands in a field is `fields`', storing the runner's,
drawing the widgets'.
"""

from collections.abc import Mapping
from dataclasses import replace

from study.stations.form import Entry, PlannedForm
from tui.i18n import _
from tui.state.draft import KeyHint
from tui.state.fields import DRAFTS, FieldDraft
from tui.text import plain


class FormView:
    """The form on screen; `place` is the field that has the focus."""

    def __init__(self, form: PlannedForm, entries: Mapping[str, Entry]) -> None:
        self.form = form
        self.drafts = [DRAFTS[type(f)](f, entries.get(f.id)) for f in form.fields]
        self.place = next((n for n, draft in enumerate(self.drafts) if draft.missing()), 0)

    @property
    def draft(self) -> FieldDraft:
        """The draft that has the focus."""
        return self.drafts[self.place]

    def prompt(self, place: int) -> str:
        """What a field asks, with its number; whether it may be left open."""
        field = self.form.fields[place]
        text = f"{place + 1}. {plain(field.ask).strip()}"
        return text if field.required else f"{text} " + _("(optional)")

    def next_open(self) -> int | None:
        """The next field that is not done, from here on and around; then the next empty one of
        those that may be left open, so that none is passed by unseen. None where all are done."""
        count = len(self.drafts)
        turn = [(self.place + step) % count for step in range(count)]
        later = range(self.place + 1, count)
        missing = (place for place in turn if self.drafts[place].missing())
        empty = (place for place in later if self.drafts[place].empty)
        return next(missing, next(empty, None))

    def keys(self) -> tuple[KeyHint, ...]:
        """The keys that mean something here and now."""
        done = self.next_open() is None
        does = _("hand in") if done else _("next")
        own = list(self.draft.keys())
        if own and len(self.drafts) > 1:
            own[0] = replace(own[0], does=_("question {n}").format(n=self.place + 1))
        return (
            *own[:1],
            KeyHint("Enter", does, "go_on"),
            *own[1:],
            *([KeyHint("Tab", _("other"))] if len(self.drafts) > 1 else []),
        )
