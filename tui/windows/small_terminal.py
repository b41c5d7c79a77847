"""The notice shown when the terminal is too small for a screen or a window."""

from tui.i18n import _


def too_small(least: tuple[int, int], also: tuple[int, int] | None = None) -> str:
    """The notice in place of a broken screen; `also` is another sufficient size."""
    if also is None:
        text = _("This window is too small: {size} characters are needed. Make it larger.")
    else:
        text = _(
            "This window is too small: {size} or {also} characters are needed. Make it larger."
        )
    size, other = ("{}×{}".format(*shape) for shape in (least, also or least))
    return text.format(size=size, also=other) + "\n\n" + _("Nothing is lost.")
