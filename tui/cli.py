"""The command line: `countermodel` and the list of its commands.

Owns the list and what applies to every command. Each command has its own module in `tui/commands`,
which is imported when the command is called; importing this module loads neither Textual nor Z3.
"""

import click

from tui.console.lazy_group import Entry, LazyGroup

PROGRAM = "countermodel"

COMMANDS = {
    "demo": Entry("tui.commands.demo:demo", "Open the home screen on the built-in items."),
    "take": Entry("tui.commands.take:take", "Take part in a study, or resume it."),
    "serve": Entry("tui.commands.serve:serve", "Serve a study to browsers, by links."),
    "invite": Entry(
        "tui.commands.invite:invite", "Print links into a served study, one for each participant."
    ),
    "study": Entry("tui.commands.study:study", "Write, check and plan studies.", group=True),
    "watch": Entry("tui.commands.watch:watch", "Watch a study while it runs."),
    "inspect": Entry(
        "tui.commands.inspect:inspect", "Look at items, their logic and their answers."
    ),
    "annotate": Entry(
        "tui.commands.annotate:annotate",
        "Judge items and answers; draw queues, export verdicts.",
        group=True,
    ),
    "solve": Entry("tui.commands.solve:solve", "Answer every query of every item."),
    "diff": Entry("tui.commands.diff:diff", "Show what a counterfactual changes."),
    "verify": Entry("tui.commands.verify:verify_command", "Check gold answers against the solver."),
    "items": Entry(
        "tui.commands.items:items",
        "List, show, convert, check, sample and split items.",
        group=True,
    ),
    "generate": Entry(
        "tui.commands.generate:generate", "Generate items, seeded and proved.", group=True
    ),
    "harden": Entry("tui.commands.harden:harden", "Make items harder, every claim proved."),
    "word": Entry(
        "tui.commands.word:word", "Have a model put formulas into prose, each text proved."
    ),
    "sentences": Entry(
        "tui.commands.sentences:sentences",
        "Make a bank of sentences for items, checked by a model.",
    ),
    "import": Entry(
        "tui.commands.import_:import_command", "Store answers that another tool recorded."
    ),
    "score": Entry("tui.commands.score:score", "Score answers that another tool recorded."),
    "ask": Entry("tui.commands.ask:ask", "Ask language models; can be stopped and resumed."),
    "formalize": Entry(
        "tui.commands.formalize:formalize", "Ask for formalizations, and score them."
    ),
    "judge": Entry(
        "tui.commands.judge:judge",
        "Have free answers of people and imported logs judged by models.",
    ),
    "simulate": Entry("tui.commands.simulate:simulate", "Have scripted respondents play a study."),
    "report": Entry(
        "tui.commands.report:report", "Show accuracy, times and time-outs of a study as tables."
    ),
    "compare": Entry(
        "tui.commands.compare:compare",
        "Compare two respondents or groups on the items both answered.",
    ),
    "diagnose": Entry("tui.commands.diagnose:diagnose", "Say which misreadings explain answers."),
    "payments": Entry("tui.commands.payments:payments", "List what participants are to be paid."),
    "return-key": Entry(
        "tui.commands.return_key:return_key", "Give a participant a new return key."
    ),
    "withdraw": Entry("tui.commands.withdraw:withdraw", "Erase everything a participant gave."),
    "merge": Entry("tui.commands.merge:merge", "Merge databases of several machines into one."),
    "export": Entry(
        "tui.commands.export:export", "Write everything recorded to files for other tools."
    ),
    "backup": Entry("tui.commands.backup:backup", "Copy the database, also while a study runs."),
    "check-db": Entry("tui.commands.check_db:check_db", "Check the integrity of a database."),
    "completion": Entry(
        "tui.commands.completion:completion", "Print the script that completes commands."
    ),
}
"""Every command, in the order in which help lists them."""


@click.group(
    PROGRAM,
    cls=LazyGroup,
    entries=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 success, 1 the answer is no, 2 wrong usage or bad input, 3 a "
    "failure elsewhere.",
)
@click.version_option(
    package_name=PROGRAM, prog_name=PROGRAM, message="%(prog)s, version %(version)s"
)
def main() -> None:
    """Run human studies on logical-reasoning benchmarks, and inspect their items with a solver."""
