"""The command `word`: formulas told in prose by a model, and proved to say what they said.

Owns its options, the rounds over all items, and the table of what was accepted. What is asked and
how it is proved are `items.wording`'s; asking and recording are done as `ask` does.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from solver.errors import InputError
from tui.exitcodes import ExitCode
from tui.json_output import echo_json
from tui.number_options import Real, Whole, concurrency_option, timeout_option
from tui.sources import load_sources, source_options
from tui.text import counted, pad, plain, width

if TYPE_CHECKING:
    from items.asking.prices import Price
    from items.models import Item
    from items.wording.bank import Language
    from items.wording.by_model import Task, Telling, Wish
    from items.wording.context_checks import Checks
    from sessions.database import Database

NOT_ANSWERED = "no answer came"
SCHEME = "instantiated-item"
"""The annotation scheme of the queues that are written."""


@click.command(
    "word",
    short_help="Have formulas told in prose by a model, proved.",
    epilog="Example:  countermodel word builtin:qmfol --model NAME --style scenario -o told.jsonl",
)
@source_options
@click.option("--model", required=True, metavar="NAME", help="The model that tells the formulas.")
@click.option(
    "--reader", metavar="NAME", help="The model that formalizes the prose; by default the same."
)
@click.option(
    "--style",
    default="plain",
    show_default=True,
    metavar="STYLE",
    help="plain, scenario, domain:NAME, or contexthub: each of ContextHub's 11 domains in turn.",
)
@click.option(
    "--categories",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Domains with their categories, as TOML; by default ContextHub's 11 domains. A text is "
    "about a category of its domain.",
)
@click.option(
    "--instances",
    type=Whole(min=1),
    default=1,
    show_default=True,
    help="With contexthub or --categories: texts for each item and domain.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the categories drawn.")
@click.option(
    "--checker",
    metavar="NAME",
    help="The model that makes ContextHub's three checks of each text that was proved; with "
    "contexthub by default --model, else none.",
)
@click.option(
    "--queue",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a queue of what was accepted, for ContextHub's two checks by people.",
)
@click.option("--annotators", default="", metavar="NAMES", help="For --queue; separated by commas.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Language of the prose.",
)
@click.option(
    "--rounds",
    type=Whole(min=1),
    default=3,
    show_default=True,
    help="How often an item is told at most, each time with what differed before.",
)
@click.option("--base-url", metavar="URL", help="The endpoint; by default OPENAI_BASE_URL.")
@click.option("--max-items", type=Whole(min=1), metavar="N", help="The first N items.")
@concurrency_option
@click.option("--prices", metavar="FILE", help="Prices of a million tokens, as TOML.")
@click.option(
    "--max-cost",
    type=Real(min=0, min_open=True),
    help="End before asking costs more than this; needs --prices.",
)
@timeout_option(5.0, "Time for each single question to the solver.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)
@click.pass_context
def word(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    model: str,
    reader: str | None,
    style: str,
    categories: Path | None,
    instances: int,
    seed: int,
    checker: str | None,
    queue: Path | None,
    annotators: str,
    language: str,
    rounds: int,
    base_url: str | None,
    max_items: int | None,
    concurrency: int,
    prices: str | None,
    max_cost: float | None,
    timeout: float,
    db: str | None,
    as_json: bool,
    output: Path,
) -> None:
    """Have a model tell the formulas of SOURCE… in prose, and another (or the same) formalize the
    prose. An item is accepted if the solver proves every premise, all of them together, and every
    statement equivalent to what was to be told. Otherwise what differs goes back with a world that
    separates the two, and the item is told again.

    Responses are recorded as they arrive: the same command goes on where it was stopped. Ends with
    1 if nothing was accepted, with 3 if requests failed or the cost was reached.
    """
    from items.save import save_text
    from items.sources.own import write
    from items.wording.by_model import CONTEXTHUB
    from sessions.database import Database, database_path

    if max_cost is not None and prices is None:
        raise InputError("--max-cost needs prices", "expected --prices FILE, found none")
    wishes = _wishes(style, cast("Language", language), categories, instances, seed)
    names = tuple(name.strip() for name in annotators.split(",") if name.strip())
    if (queue is None) != (not names):
        raise InputError(
            "A queue needs annotators", "expected --queue FILE with --annotators NAMES, found one"
        )
    loaded = load_sources(sources, format_, columns, strict)
    if checker is None and style == CONTEXTHUB:
        checker = model
    asker = Asker(model, reader or model, base_url, concurrency, prices, max_cost, checker)
    run = Wording(rounds, timeout, asker)
    run.enter(loaded.items[:max_items], wishes)
    with Database.open(database_path(db)) as database:
        run.play(database)
        _remember(run, database)
    save_text(output, write([story.made for story in run.stories if story.made is not None]))
    if queue is not None and run.accepted:
        _queue(queue, output, names, seed)
    if as_json:
        echo_json(run.to_json())
    else:
        _show(run, output)
    code = run.exit_code
    ctx.exit(ExitCode.USAGE if code is ExitCode.DONE and loaded.problems else code)


def _wishes(
    style: str, language: "Language", categories: Path | None, instances: int, seed: int
) -> "Callable[[Item], list[Wish]]":
    """How each item is to be told."""
    from items.wording.by_model import CONTEXTHUB, DOMAIN, Wish
    from items.wording.contexts import OWN, read_categories, wishes

    if style != CONTEXTHUB and categories is None:
        if instances > 1:
            raise InputError(
                "--instances needs categories", "expected --style contexthub or --categories FILE"
            )
        wish = Wish(style, language)
        return lambda _: [wish]
    if style != CONTEXTHUB and not style.startswith(DOMAIN):
        raise InputError(
            "--categories needs a domain",
            f"expected --style contexthub or domain:NAME, found {style!r}",
        )
    known = read_categories(categories or OWN)
    wishes("", style, language, known, instances, seed)
    return lambda item: wishes(item.id, style, language, known, instances, seed)


def _queue(queue: Path, output: Path, annotators: tuple[str, ...], seed: int) -> None:
    from items.save import save_text
    from sessions.annotation.new import Order, new_queue

    order = Order(
        queue, (str(output),), SCHEME, annotators, overlap=min(2, len(annotators)), seed=seed
    )
    save_text(queue, new_queue(order).text)


@dataclass
class Asker:
    """Who is asked, and what it has cost."""

    model: str
    reader: str
    base_url: str | None
    concurrency: int
    prices: str | None
    max_cost: float | None
    checker: str | None = None
    """Who makes the three checks; None where they are not made."""
    spent: float = 0.0
    tokens: int = 0
    failed: int = 0
    code: ExitCode = ExitCode.DONE

    def __post_init__(self) -> None:
        from items.asking.endpoints import endpoint

        named = (self.model, self.reader, self.checker)
        names = dict.fromkeys(name for name in named if name is not None)
        self.endpoints = {name: endpoint(name, self.base_url) for name in names}
        self.price: dict[str, Price | None] = {name: self._price(name) for name in names}

    def _price(self, name: str) -> "Price | None":
        from items.asking.prices import price_of

        return None if self.prices is None else price_of(name, Path(self.prices))

    def ask(
        self, database: "Database", items: "Sequence[Item]", model: str, protocol: str
    ) -> dict[str, str]:
        """What the model wrote for each item, by the item's id; nothing for those it did not
        answer. What is recorded is not asked again."""
        from items.llm import BackOff
        from sessions.models import responses
        from sessions.models.plan import Wanted, plan
        from tui.commands._asking import Run

        todo = plan(items, Wanted(model=model, protocol=protocol), database)
        if todo.tasks and self.code is ExitCode.DONE:
            left = None if self.max_cost is None else max(self.max_cost - self.spent, 1e-12)
            run: Run = Run(
                todo,
                items,
                database,
                self.endpoints,
                self.concurrency,
                BackOff(),
                600.0,
                self.price[model],
                left,
            )
            run.play(())
            self.spent += run.cost or 0.0
            self.tokens += run.tally.tokens
            self.failed += run.tally.failed
            self.code = run.exit_code
        hashes = {item.content_hash: item.id for item in items}
        outcome = [
            response
            for response in responses.read(database, model=model)
            if response.target.item_hash in hashes and response.status != "failed"
        ]
        calls = responses.calls(database, [response.id for response in outcome])
        return {hashes[r.target.item_hash]: calls[r.id].raw or "" for r in outcome}


@dataclass
class Story:
    """One item on its way."""

    item: "Item"
    wish: "Wish"
    task: "Task | None" = None
    telling: "Telling | None" = None
    differences: tuple[str, ...] = ()
    attempts: int = 0
    made: "Item | None" = None
    proved: "Item | None" = None
    """What was proved in this round and awaits its checks."""
    checks: "Checks | None" = None
    """The last ones made."""
    reason: str = ""
    """Why it is rejected, or not finished."""
    over: bool = False

    @property
    def key(self) -> str:
        """The item, with the context where it has one."""
        context = (self.item.id, self.wish.domain, self.wish.category)
        return " · ".join(filter(None, context))

    def reject(self, reason: str) -> None:
        """Nothing comes of it."""
        self.reason, self.over = reason, True


@dataclass(frozen=True)
class Kept:
    """A row of the table: how many items of a sort were accepted."""

    model: str
    by: str
    value: str
    items: int
    accepted: int
    at_once: int
    """Accepted as told first."""

    @property
    def percent(self) -> float | None:
        """Share of accepted ones; None over no items."""
        return 100 * self.accepted / self.items if self.items else None


@dataclass
class Wording:
    """The rounds over all items."""

    rounds: int
    timeout: float
    asker: Asker
    stories: list[Story] = field(default_factory=list)

    def enter(self, items: "Sequence[Item]", wishes: "Callable[[Item], list[Wish]]") -> None:
        """Take up the items whose formulas can be told, in each way they are to be told."""
        from items.wording.by_model import task_of

        entered = [(item, wish) for item in items for wish in wishes(item)]
        for item, wish in entered:
            story = Story(item, wish)
            self.stories.append(story)
            try:
                task = task_of(item, wish)
            except InputError as error:
                task = f"{error.title} {error.message}".strip()
            if isinstance(task, str):
                story.reject(f"cannot be told: {task}")
            else:
                story.task = task

    def play(self, database: "Database") -> None:
        """Tell, read back and prove, until each item is accepted or was told often enough."""
        for attempt in range(1, self.rounds + 1):
            open_ = [story for story in self.stories if not story.over]
            if not open_ or self.asker.code is not ExitCode.DONE:
                break
            self._round(database, open_, attempt)
        for story in self.stories:
            if not story.over:
                story.reason = story.reason or NOT_ANSWERED

    def _round(self, database: "Database", open_: list[Story], attempt: int) -> None:
        from items.formalizations.asked import PROTOCOL as FORMALIZE
        from items.wording import by_model
        from items.wording.told_back import prove

        asked = []
        for story in open_:
            item = by_model.telling_item(
                _task(story), story.wish, attempt, story.telling, story.differences
            )
            asked.append((item, story))
        replies = self.asker.ask(
            database, [item for item, _ in asked], self.asker.model, by_model.PROTOCOL
        )
        read = []
        for item, story in asked:
            if item.id not in replies:
                continue
            story.attempts = attempt
            telling = by_model.read_telling(_task(story), replies[item.id])
            if isinstance(telling, str):
                self._differs(story, (telling,), attempt)
                continue
            story.telling = telling
            read.append((by_model.reading_item(_task(story), telling, story.wish, attempt), story))
        written = self.asker.ask(database, [item for item, _ in read], self.asker.reader, FORMALIZE)
        for item, story in read:
            if item.id not in written or story.telling is None:
                story.reason = NOT_ANSWERED
                continue
            proof = prove(
                _task(story),
                story.telling,
                written[item.id],
                story.wish.language,
                timeout=self.timeout,
            )
            if proof.same:
                self._proved(story, attempt)
            elif proof.same is None:
                story.reject("not decided in the time")
            else:
                self._differs(story, proof.differences, attempt)
        self._check([story for story in open_ if story.proved is not None], database, attempt)

    def _check(self, stories: list[Story], database: "Database", attempt: int) -> None:
        """Accept what was proved, where checks are made: if it passes them."""
        from items.wording import context_checks

        if self.asker.checker is None:
            for story in stories:
                self._accept(story)
            return
        asked = [
            (context_checks.checking_item(story.proved, attempt), story)
            for story in stories
            if story.proved is not None
        ]
        replies = self.asker.ask(
            database, [item for item, _ in asked], self.asker.checker, context_checks.PROTOCOL
        )
        for item, story in asked:
            if item.id not in replies:
                story.reason = NOT_ANSWERED
                continue
            checks = context_checks.read_checks(replies[item.id])
            if isinstance(checks, str):
                story.reject(f"checks that cannot be read: {checks}")
                continue
            story.checks = checks
            if checks.failed:
                self._differs(story, checks.complaints, attempt)
                failed = ", ".join(name.replace("_", " ") for name in checks.failed)
                story.reason = f"does not pass the check {failed}"
            else:
                self._accept(story)

    def _proved(self, story: Story, attempt: int) -> None:
        from items.check import check_item
        from items.wording.by_model import told_item

        assert story.telling is not None
        models = (self.asker.model, self.asker.reader)
        made = told_item(_task(story), story.telling, story.wish, attempt, models)
        check = check_item(made)
        if check.state != "proved":
            story.reject(f"gold {check.state}")
            return
        story.proved = made.model_copy(
            update={"attributes": {**made.attributes, "proof": "proved"}}
        )

    def _accept(self, story: Story) -> None:
        made = story.proved
        assert made is not None
        if story.checks is not None:
            source = made.provenance
            checks = {"by": self.asker.checker, **story.checks.verdicts}
            parameters = {**source.parameters, "checks": checks}
            provenance = source.model_copy(update={"parameters": parameters})
            made = made.model_copy(update={"provenance": provenance})
        story.made, story.over, story.reason = made, True, ""

    def _differs(self, story: Story, differences: tuple[str, ...], attempt: int) -> None:
        story.proved = None
        story.differences = differences
        story.reason = f"says something else after {counted(attempt, 'attempt')}"
        if attempt == self.rounds:
            story.over = True

    # --- what came of it -------------------------------------------------------------------------

    @property
    def noun(self) -> str:
        """What is told: items, or texts where one item is told more than once."""
        return "text" if len({s.item.id for s in self.stories}) < len(self.stories) else "item"

    @property
    def accepted(self) -> list[Story]:
        """Stories with an item."""
        return [story for story in self.stories if story.made is not None]

    @property
    def exit_code(self) -> ExitCode:
        """How it ended, for the shell."""
        if self.asker.code is not ExitCode.DONE:
            return self.asker.code
        return ExitCode.DONE if self.accepted else ExitCode.NO

    def table(self) -> list[Kept]:
        """What was accepted: of all, by depth, and by the connectives that premises use."""
        tried = [story for story in self.stories if story.task is not None]
        groups: dict[tuple[str, str], list[Story]] = {("all", ""): tried}
        for story in tried:
            groups.setdefault(("depth", _depth(story.item)), []).append(story)
            if story.wish.domain:
                groups.setdefault(("domain", story.wish.domain), []).append(story)
            for sign in _connectives(_task(story)):
                groups.setdefault(("connective", sign), []).append(story)
        order = {"all": 0, "depth": 1, "domain": 2, "connective": 3}
        return [
            Kept(
                self.asker.model,
                by,
                value,
                len(listed),
                sum(story.made is not None for story in listed),
                sum(story.made is not None and story.attempts == 1 for story in listed),
            )
            for (by, value), listed in sorted(
                groups.items(), key=lambda pair: (order[pair[0][0]], len(pair[0][1]), pair[0][1])
            )
        ]

    def checked(self) -> dict[str, object] | None:
        """How many texts were checked last, and how many fail each check; None where none was."""
        from items.wording.context_checks import ACCEPTED

        checks = [story.checks for story in self.stories if story.checks is not None]
        if not checks:
            return None
        failed = {name: sum(name in one.failed for one in checks) for name in ACCEPTED}
        return {"checked": len(checks), "failed": failed}

    def to_json(self) -> dict[str, object]:
        """As documented in docs/wording.md."""
        reasons = Counter(story.reason for story in self.stories if story.made is None)
        return {
            "items": len(self.stories),
            "accepted": len(self.accepted),
            "rejected": dict(reasons),
            "unfinished": sum(not story.over for story in self.stories),
            "failed": self.asker.failed,
            "tokens": self.asker.tokens,
            "cost": self.asker.spent if self.asker.prices is not None else None,
            "table": [{**asdict(row), "percent": row.percent} for row in self.table()],
            "checks": self.checked(),
            "differences": {
                story.key: list(story.differences)
                for story in self.stories
                if story.made is None and story.differences
            },
        }


def _task(story: Story) -> "Task":
    assert story.task is not None
    return story.task


def _depth(item: "Item") -> str:
    """As the item says it: the size of a support, or its depth; else the number of premises."""
    for name in ("support_size", "depth", "level"):
        if name in item.attributes:
            return f"{name} {item.attributes[name]}"
    return f"premises {len((item.formalization or {}).get('premise', ()))}"


def _connectives(task: "Task") -> Iterator[str]:
    from solver.language.printer import print_formula

    text = " ".join(map(print_formula, task.premises))
    yield from (sign for sign in "¬∧∨⊕→↔∀∃=" if sign in text)


def _remember(run: Wording, database: "Database") -> None:
    from sessions.clock import SystemClock
    from sessions.proofs import store
    from tui.version import program_version

    made = {story.made.content_hash: "proved" for story in run.accepted if story.made is not None}
    store(database, made, program_version(), SystemClock().utc())  # type: ignore[arg-type]


def _show(run: Wording, output: Path) -> None:
    made = len(run.accepted)
    click.echo(f"{made} of {counted(len(run.stories), run.noun)} accepted: {plain(str(output))}")
    for reason, count in Counter(s.reason for s in run.stories if s.made is None).most_common():
        click.echo(f"  {count} {plain(reason)}")
    rows = [("by", "", "items", "accepted", "", "at once")]
    for row in run.table():
        share = "–" if row.percent is None else f"{row.percent:.1f} %"
        cells = (row.by, row.value, str(row.items), str(row.accepted), share, str(row.at_once))
        rows.append(cells)
    widths = [max(width(row[n]) for row in rows) for n in range(6)]
    click.echo(f"\nAccepted, as told by {plain(run.asker.model)}")
    for entry in rows:
        left = f"{pad(entry[0], widths[0])}  {pad(entry[1], widths[1])}"
        right = "  ".join(entry[n].rjust(widths[n]) for n in range(2, 6))
        click.echo(f"  {left}  {right}".rstrip())
    checked = run.checked()
    if checked is not None:
        failed = cast("dict[str, int]", checked["failed"])
        listed = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in failed.items())
        click.echo(
            f"\nChecked by {plain(str(run.asker.checker))}: {checked['checked']}; failed: {listed}"
        )
    cost = "" if run.asker.prices is None else f", cost {run.asker.spent:,.4f}"
    click.echo(f"\n{run.asker.tokens:,} tokens{cost}")
