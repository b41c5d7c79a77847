"""The group `generate`: seeded and proved items, one command for each family.

Owns the list of commands. A family named in OWN_COMMANDS has a command in its own module; for any
other, the command is built from the fields of its maker. Makers are imported when called.
"""

import click

from items.families.registry import FAMILIES
from tui.console.lazy_group import Entry, LazyGroup, load

OWN_COMMANDS = {
    "divlogic": "tui.commands._generate_divlogic:divlogic",
    "dyval": "tui.commands._generate_dyval:dyval",
    "qmfol": "tui.commands._generate_qmfol:qmfol",
    "perturbed": "tui.commands._generate_perturbed:perturbed",
}
"""Maps a family to its command, if its parameters need more than plain options."""


class FamilyGroup(LazyGroup):
    """The commands of all families."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A family's own command, or else one built from its maker; None without such a family."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        if cmd_name in OWN_COMMANDS:
            return load(entry)
        from tui.commands._generate_family import family_command

        return family_command(cmd_name, FAMILIES[cmd_name])


@click.group(
    "generate",
    cls=FamilyGroup,
    entries={
        name: Entry(OWN_COMMANDS.get(name, family.maker), family.summary)
        for name, family in FAMILIES.working()
    },
    short_help="Generate items, seeded and proved.",
    epilog="Example:  countermodel generate dyval --depth 3 --balance -n 120 -o dyval.jsonl",
)
def generate() -> None:
    """Make items with gold answers: the same parameters and seed give the same file."""
