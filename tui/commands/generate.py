"""The group `generate`: items made here, seeded and proved, one command a generator.

Owns the list of generators; each command is a module of its own, imported when it is called.
"""

import click

from tui.lazy import Entry, LazyGroup

GENERATORS = {
    "divlogic": Entry(
        "tui.commands._generate_divlogic:divlogic",
        "Multiple choice over premises that must be combined.",
    ),
    "dyval": Entry(
        "tui.commands._generate_dyval:dyval",
        "Trees of and, or, not: deduce the root, abduce a leaf.",
    ),
    "qmfol": Entry(
        "tui.commands._generate_qmfol:qmfol",
        "Rules about all and some, with depth and distractors.",
    ),
}
"""Every generator, in the order in which help lists them."""


@click.group(
    "generate",
    cls=LazyGroup,
    entries=GENERATORS,
    short_help="Generate items, seeded and proved.",
    epilog="Example:  countermodel generate dyval --depth 3 --balance -n 120 -o dyval.jsonl",
)
def generate() -> None:
    """Make items with gold answers: the same parameters and seed give the same file."""
