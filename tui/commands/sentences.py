"""The command `sentences`: a bank of sentences for items, from a corpus or a model, checked by a
model.

Owns its options, the order of requests, its output and the files it writes. Prompts and acceptance
are in `items.model_wording.clause_group_checks`; asking and recording work as in `word`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from solver.errors import InputError
from tui.commands._request_options import (
    concurrency_option,
    cost_options,
    endpoint_option,
    limited_by_prices,
)
from tui.commands._word_run import Asker
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json, json_text
from tui.console.number_options import WholeNumber
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.model_wording.clause_group_checks import Outcome, Topic
    from items.models import Item
    from items.wording.bank import ClauseGroup, Language
    from sessions.storage.database import Database


@click.command(
    "sentences",
    short_help="Make a bank of sentences for items, checked by a model.",
    epilog="Example:  countermodel sentences snli.jsonl --model NAME -o bank.jsonl",
)
@click.argument(
    "corpus",
    nargs=-1,
    metavar="[CORPUS]…",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--model", required=True, metavar="NAME", help="The model that is asked.")
@click.option(
    "--checker",
    metavar="NAME",
    help="The model that judges which clauses follow; by default the same.",
)
@click.option(
    "-n",
    "--count",
    type=WholeNumber(min=1),
    help="Groups to start with: the first N of CORPUS (by default all), or N from the model "
    "(by default 50).",
)
@click.option(
    "--categories",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Topics for the model's sentences, as TOML; by default ContextHub's 11 domains with "
    "their categories.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed for drawing the categories."
)
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Language of the sentences; a corpus is English.",
)
@endpoint_option
@concurrency_option
@cost_options
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, for `generate divlogic --corpus`.",
)
@click.pass_context
def sentences(
    ctx: click.Context,
    corpus: tuple[Path, ...],
    model: str,
    checker: str | None,
    count: int | None,
    categories: Path | None,
    seed: int,
    language: str,
    base_url: str | None,
    concurrency: int,
    prices: Path | None,
    max_cost: float | None,
    db: str | None,
    as_json: bool,
    output: Path,
) -> None:
    """Make a bank of sentences: groups of clauses with the same meaning, and clauses with the
    opposite meaning. They come from SNLI or MNLI files, CORPUS…, or from the model.

    The model corrects the grammar, and then says which clauses of a group follow from which. A
    paraphrase is kept if it follows from the clause and the clause from it; an opposite or a
    negation if it is true exactly where the clause is false.

    Responses are recorded as they arrive: the same command continues where it was stopped. Ends
    with 1 if no group is left, with 3 if requests failed or the cost was reached.
    """
    from items.files.save import save_text
    from items.wording.bank import to_document
    from sessions.storage.database import Database, database_path

    limited_by_prices(max_cost, prices)
    if corpus and (language != "en" or categories is not None):
        raise InputError(
            "A corpus has its own sentences",
            "expected no --language and no --categories with SNLI or MNLI files",
        )
    asker = Asker(model, checker or model, base_url, concurrency, prices, max_cost)
    run = _Run(asker)
    topics = [] if corpus else _topics(cast("Language", language), categories, count, seed)
    with Database.open(database_path(db)) as database:
        if corpus:
            run.read(corpus, count)
        else:
            run.invent(database, topics, count)
        run.check(database)
    lines = [json_text(to_document(group)) + "\n" for group in run.groups]
    save_text(output, "".join(lines))
    if as_json:
        echo_json(run.to_json())
    else:
        _show(run, output)
    ctx.exit(run.exit_code)


_DEFAULT_GROUPS = 50
"""Number of groups requested from a model by default."""


def _topics(
    language: "Language", categories: Path | None, count: int | None, seed: int
) -> "list[Topic]":
    """A category for every few groups, drawn from the file. Raises InputError if it has too few."""
    from items.model_wording.clause_group_checks import GROUPS_PER_REQUEST, Topic
    from items.model_wording.contexts import BUILTIN_DOMAINS, read_categories
    from items.seeds import Draw

    all_categories = read_categories(categories or BUILTIN_DOMAINS)
    topics = [
        Topic(name, domain, language) for domain, names in all_categories.items() for name in names
    ]
    topic_count = -(-(count or _DEFAULT_GROUPS) // GROUPS_PER_REQUEST)
    if topic_count > len(topics):
        raise InputError(
            "Too few categories",
            f"{count} groups were asked for; there are {len(topics)} categories, and "
            f"{GROUPS_PER_REQUEST} groups are asked for about each",
            "Ask for fewer groups, or give a file with more categories (--categories).",
        )
    return Draw("sentences", seed, language).shuffled(topics)[:topic_count]


@dataclass
class _Run:
    """The groups in progress, and the outcome so far."""

    asker: Asker
    groups: "list[ClauseGroup]" = field(default_factory=list)
    start_count: int = 0
    """Number of groups at the start."""
    rejected_counts: Counter[str] = field(default_factory=Counter)
    """Rejected groups, by reason."""
    text_counts: Counter[str] = field(default_factory=Counter)
    """What happened to individual texts."""
    unanswered_requests: int = 0
    """Requests without a reply, for groups or about a group."""

    def read(self, corpus: tuple[Path, ...], count: int | None) -> None:
        """Start with the groups of a corpus."""
        from items.wording.corpora import read_corpus

        corpus_groups = read_corpus(corpus)
        self.rejected_counts += corpus_groups.counts.premises_rejected
        self.groups = list(corpus_groups.bank.groups[:count])
        self.start_count = len(self.groups)

    def invent(self, database: "Database", topics: "list[Topic]", count: int | None) -> None:
        """Start with groups that the model writes."""
        from items.model_wording.clause_group_checks import GIVE, read_groups

        items = [topic.item for topic in topics]
        replies = self.asker.ask(database, items, self.asker.model, GIVE)
        for topic, item in zip(topics, items, strict=True):
            if item.id not in replies:
                self.unanswered_requests += 1
                continue
            groups, rejected = read_groups(replies[item.id], topic)
            self.groups += groups
            self.rejected_counts += rejected
        del self.groups[count or _DEFAULT_GROUPS :]
        self.start_count = len(self.groups)

    def check(self, database: "Database") -> None:
        """Correct the grammar, drop repeated texts, and probe."""
        from items.model_wording.clause_group_checks import (
            CORRECT,
            PROBE,
            corrected,
            grammar_item,
            probe_item,
            probed,
            texts_of,
        )

        self._pass(database, self.asker.model, CORRECT, grammar_item, corrected)
        known_texts: set[str] = set()
        new = []
        for group in self.groups:
            texts = {text.casefold() for text in texts_of(group)}
            if len(texts) < len(texts_of(group)) or texts & known_texts:
                self.rejected_counts["a text that was already there"] += 1
            else:
                new.append(group)
                known_texts |= texts
        self.groups = new
        self._pass(database, self.asker.reader, PROBE, probe_item, probed)

    def _pass(
        self,
        database: "Database",
        model: str,
        protocol: str,
        item_of: "Callable[[ClauseGroup], Item]",
        outcome_of: "Callable[[ClauseGroup, str], Outcome]",
    ) -> None:
        items = [item_of(group) for group in self.groups]
        replies = self.asker.ask(database, items, model, protocol)
        passed = []
        for group, item in zip(self.groups, items, strict=True):
            if item.id not in replies:
                self.unanswered_requests += 1
                continue
            probe = outcome_of(group, replies[item.id])
            self.text_counts += probe.counts
            if probe.group is None:
                self.rejected_counts[probe.reason] += 1
            else:
                passed.append(probe.group)
        self.groups = passed

    @property
    def words(self) -> int:
        """Number of different words in the bank."""
        from items.audit.texts import words_of
        from items.model_wording.clause_group_checks import texts_of

        return len({word for g in self.groups for text in texts_of(g) for word in words_of(text)})

    @property
    def exit_code(self) -> ExitCode:
        """The exit code for how the run ended."""
        if self.asker.code is not ExitCode.DONE:
            return self.asker.code
        return ExitCode.DONE if self.groups else ExitCode.NO

    def to_json(self) -> dict[str, object]:
        """The accepted groups and what happened to the others, as JSON."""
        return {
            "groups": len(self.groups),
            "begun": self.start_count,
            "rejected": dict(self.rejected_counts),
            "texts": dict(self.text_counts),
            "unfinished": self.unanswered_requests,
            "words": self.words,
            "failed": self.asker.failed_requests,
            "tokens": self.asker.tokens,
            "cost": None if self.asker.prices is None else self.asker.cost,
        }


def _show(run: _Run, output: Path) -> None:
    groups = counted(len(run.groups), "group")
    click.echo(
        f"{groups} of {run.start_count} kept, {run.words:,} different words: {plain(str(output))}"
    )
    for heading, counts in (("groups", run.rejected_counts), ("texts", run.text_counts)):
        for reason, number in counts.most_common():
            click.echo(f"  {heading}: {number} {plain(reason)}")
    if run.unanswered_requests:
        click.echo(f"  {counted(run.unanswered_requests, 'request')} without an answer")
    from items.asking.prices import amount

    cost = "" if run.asker.prices is None else f", cost {amount(run.asker.cost)}"
    click.echo(f"\n{run.asker.tokens:,} tokens{cost}")
