"""The commands under `annotate`, and `annotate QUEUE` itself.

Owns the choice of command: `new`, `watch` and `export` by name; anything else is a queue to open.
Each command has its own module.
"""

import click

from tui.console.lazy_group import Entry, LazyGroup, load

COMMANDS = {
    "new": Entry("tui.commands._annotate_new:new", "Draw a queue from items."),
    "watch": Entry("tui.commands._annotate_watch:watch", "Watch a queue while annotators work."),
    "export": Entry("tui.commands._annotate_export:export", "Write verdicts and accepted items."),
}
OPEN_COMMAND = Entry("tui.commands._annotate_open:open_queue", "Judge the entries of a queue.")


class AnnotateGroup(LazyGroup):
    """A group whose first word is a queue file unless it is the name of a command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant; a queue file stays among the arguments."""
        if args and args[0] in self.entries:
            return super().resolve_command(ctx, args)
        command = load(OPEN_COMMAND)
        return command.name, command, args

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; options before a queue file belong to `annotate QUEUE`."""
        if args and args[0].startswith("-") and args[0] not in ctx.help_option_names:
            self._options_first(args)
        return super().parse_args(ctx, args)

    def _options_first(self, args: list[str]) -> None:
        """Move the queue file before its options, because click takes the first word for the
        command."""
        command = load(OPEN_COMMAND)
        flags = {
            name
            for parameter in command.params
            if isinstance(parameter, click.Option) and parameter.is_flag
            for name in parameter.opts
        }
        place = 0
        while place < len(args) and args[place].startswith("-"):
            place += 1 if args[place] in flags or "=" in args[place] else 2
        if place < len(args):
            args.insert(0, args.pop(place))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Add `QUEUE` next to the commands."""
        return ["QUEUE | COMMAND [ARGS]..."]


@click.group(
    "annotate",
    cls=AnnotateGroup,
    entries=COMMANDS,
    short_help="Judge items and answers; draw queues, export verdicts.",
    epilog="Example:  countermodel annotate new q.toml --from items.jsonl --sample 0.1 "
    "--scheme hardened-item --annotators ann,ben --overlap 2\n\n"
    "countermodel annotate q.toml --annotator ann",
)
def annotate() -> None:
    """Judge the entries of QUEUE, make a queue, or export the results of one.

    `countermodel annotate QUEUE --help` shows the options for judging and adjudicating.
    """
