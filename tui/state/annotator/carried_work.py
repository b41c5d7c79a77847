"""The message to an annotator about work that was carried over to a changed queue."""

from study.annotation.carried_work import CarriedDesk
from tui.i18n import _, ngettext


def carried_words(desk: CarriedDesk) -> str:
    """What happened to work under an earlier version of the queue."""
    messages = [_("The queue was changed. Your work was carried over.")]
    if desk.reopened:
        n = len(desk.reopened)
        messages.append(
            ngettext(
                "{n} submitted item is open again: the new version asks for more.",
                "{n} submitted items are open again: the new version asks for more.",
                n,
            ).format(n=n)
        )
    if desk.lost_verdicts:
        n = len(desk.lost_verdicts)
        text = ngettext(
            "{n} verdict no longer fits; the record keeps it.",
            "{n} verdicts no longer fit; the record keeps them.",
            n,
        )
        messages.append(text.format(n=n))
    return " ".join(messages)
