"""The notice shown when the terminal is too small for a screen or a window."""

from tui.i18n import _


def too_small(
    minimum_size: tuple[int, int], alternative_size: tuple[int, int] | None = None
) -> str:
    """The notice in place of a broken screen; `alternative_size` is another sufficient size."""
    if alternative_size is None:
        text = _("This window is too small: {size} characters are needed. Make it larger.")
    else:
        text = _(
            "This window is too small: {size} or {also} characters are needed. Make it larger."
        )
    size, other = (
        "{}×{}".format(*shape) for shape in (minimum_size, alternative_size or minimum_size)
    )
    return text.format(size=size, also=other) + "\n\n" + _("Nothing is lost.")
