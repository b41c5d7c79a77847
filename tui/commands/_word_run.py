"""A run of `word`: the rounds over all items, the models asked, and the accepted texts.

Owns the order of wording, reading back, checking and proving, and the figures of the run. Prompts
and proofs are in `items.wording`; asking and recording work as in `ask`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import InputError
from solver.phrases import phrase
from tui.console.exitcodes import ExitCode
from tui.text import counted

if TYPE_CHECKING:
    from items.asking.prices import Price
    from items.model_wording.context_checks import Checks
    from items.model_wording.worded_items import Task, WordedText, WordingRequest
    from items.models import Item
    from sessions.storage.database import Database

NOT_ANSWERED = "no answer came"


@dataclass
class Asker:
    """The models that are asked, and the cost so far."""

    model: str
    reader: str
    base_url: str | None
    concurrency: int
    prices: Path | None
    max_cost: float | None
    checker: str | None = None
    """The model that makes the three checks; None if they are not made."""
    cost: float = 0.0
    tokens: int = 0
    failed_requests: int = 0
    """Failed requests; the others continue."""
    code: ExitCode = ExitCode.DONE
    ended: bool = False
    """Whether asking has ended: it was stopped, reached the cost limit, or no request could
    succeed."""

    def __post_init__(self) -> None:
        from items.asking.endpoints import endpoint

        named = (self.model, self.reader, self.checker)
        names = dict.fromkeys(name for name in named if name is not None)
        self.endpoints = {name: endpoint(name, self.base_url) for name in names}
        self.price: dict[str, Price | None] = {name: self._price(name) for name in names}

    def _price(self, name: str) -> "Price | None":
        from items.asking.prices import price_of

        return None if self.prices is None else price_of(name, self.prices)

    def ask(
        self, database: "Database", items: "Sequence[Item]", model: str, protocol: str
    ) -> dict[str, str]:
        """The model's text for each item, by the item's id; items without an answer are left out.
        Recorded answers are not asked for again."""
        from items.asking.llm import BackOff
        from sessions.models import responses
        from sessions.models.request_plan import PlannedRun, plan
        from tui.commands._ask_run import Run

        todo = plan(items, PlannedRun(model=model, protocol=protocol), database)
        if todo.tasks and not self.ended:
            money_left = None if self.max_cost is None else max(self.max_cost - self.cost, 1e-12)
            run: Run = Run(
                todo,
                items,
                database,
                self.endpoints,
                self.concurrency,
                BackOff(),
                600.0,
                self.price[model],
                money_left,
            )
            run.play(())
            self.cost += run.cost or 0.0
            self.tokens += run.tally.tokens
            self.failed_requests += run.tally.failed
            self.ended = run.stopped or run.interrupted
            if self.code is not ExitCode.INTERRUPTED and run.exit_code is not ExitCode.DONE:
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
class PendingItem:
    """One item in progress."""

    item: "Item"
    request: "WordingRequest"
    task: "Task | None" = None
    telling: "WordedText | None" = None
    differences: tuple[str, ...] = ()
    attempts: int = 0
    accepted_item: "Item | None" = None
    proved_item: "Item | None" = None
    """The item proved in this round, waiting for its checks."""
    checks: "Checks | None" = None
    """The most recent checks."""
    reason: str = ""
    """Why it was rejected or is unfinished."""
    ended: bool = False
    unanswered: bool = False
    """Whether a request about it failed; it is repeated when the command is run again."""

    @property
    def key(self) -> str:
        """The item's id, with its context if it has one."""
        context = (self.item.id, self.request.domain, self.request.category)
        return " · ".join(filter(None, context))

    def reject(self, reason: str) -> None:
        """Reject the item."""
        self.reason, self.ended = reason, True

    def wait(self) -> None:
        """Leave the item for the next run, because no answer came."""
        self.reason, self.unanswered = NOT_ANSWERED, True


@dataclass(frozen=True)
class AcceptedRow:
    """A row of the table: how many items of a group were accepted."""

    model: str
    by: str
    value: str
    items: int
    accepted: int
    at_once: int
    """Number accepted with the first wording."""

    @property
    def percent(self) -> float | None:
        """Share of accepted items; None without items."""
        return 100 * self.accepted / self.items if self.items else None


@dataclass
class WordRun:
    """The rounds over all items."""

    rounds: int
    timeout: float
    asker: Asker
    stories: list[PendingItem] = field(default_factory=list)

    def enter(
        self, items: "Sequence[Item]", requests_of: "Callable[[Item], list[WordingRequest]]"
    ) -> None:
        """Add the items whose formulas can be put into words, once for each requested wording."""
        from items.model_wording.worded_items import task_of

        entered = [(item, wish) for item in items for wish in requests_of(item)]
        for item, wish in entered:
            story = PendingItem(item, wish)
            self.stories.append(story)
            try:
                task = task_of(item, wish)
            except InputError as error:
                task = f"{error.title} {error.message}".strip()
            if isinstance(task, str):
                story.reject(f"cannot be worded: {task}")
            else:
                story.task = task

    def play(self, database: "Database") -> None:
        """Word, read back and prove, until each item is accepted or has used up its attempts."""
        for attempt in range(1, self.rounds + 1):
            open_ = [story for story in self.stories if not story.ended and not story.unanswered]
            if not open_ or self.asker.ended:
                break
            self._round(database, open_, attempt)
        for story in self.stories:
            if not story.ended:
                story.reason = story.reason or NOT_ANSWERED

    def _round(self, database: "Database", open_: list[PendingItem], attempt: int) -> None:
        from items.formalizations.request_items import PROTOCOL as FORMALIZE
        from items.model_wording import worded_items
        from items.model_wording.text_check import prove

        requests = []
        for story in open_:
            item = worded_items.wording_item(
                _task(story), story.request, attempt, story.telling, story.differences
            )
            requests.append((item, story))
        replies = self.asker.ask(
            database, [item for item, _ in requests], self.asker.model, worded_items.PROTOCOL
        )
        read_back = []
        for item, story in requests:
            if item.id not in replies:
                story.wait()
                continue
            story.attempts = attempt
            telling = worded_items.read_worded_text(_task(story), replies[item.id], story.request)
            if isinstance(telling, str):
                self._differs(story, (telling,), attempt)
                continue
            story.telling = telling
            read_back.append(
                (worded_items.reading_item(_task(story), telling, story.request, attempt), story)
            )
        written = self.asker.ask(
            database, [item for item, _ in read_back], self.asker.reader, FORMALIZE
        )
        for item, story in read_back:
            if item.id not in written or story.telling is None:
                story.wait()
                continue
            proof = prove(
                _task(story),
                story.telling,
                written[item.id],
                story.request.language,
                timeout=self.timeout,
            )
            if proof.same:
                self._proved(story, attempt)
            elif proof.same is None:
                story.reject("not decided in time")
            else:
                self._differs(story, proof.differences, attempt)
        self._check([story for story in open_ if story.proved_item is not None], database, attempt)

    def _check(self, stories: list[PendingItem], database: "Database", attempt: int) -> None:
        """Accept each proved item, if it passes the checks where they are made."""
        from items.model_wording import context_checks

        if self.asker.checker is None:
            for story in stories:
                self._accept(story)
            return
        requests = [
            (context_checks.checking_item(story.proved_item, attempt), story)
            for story in stories
            if story.proved_item is not None
        ]
        replies = self.asker.ask(
            database, [item for item, _ in requests], self.asker.checker, context_checks.PROTOCOL
        )
        for item, story in requests:
            if item.id not in replies:
                story.wait()
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

    def _proved(self, story: PendingItem, attempt: int) -> None:
        from items.gold.check import check_item
        from items.model_wording.text_check import faults
        from items.model_wording.worded_items import worded_item

        assert story.telling is not None
        models = (self.asker.model, self.asker.reader)
        item = worded_item(_task(story), story.telling, story.request, attempt, models)
        check = check_item(item)
        if check.state != "proved":
            story.reject(f"gold {check.state}")
            return
        item_faults = faults(item)
        if item_faults:
            self._differs(story, item_faults, attempt)
            story.reason = "words that give away the answer or are damaged"
            return
        story.proved_item = item.model_copy(
            update={"attributes": {**item.attributes, "proof": "proved"}}
        )

    def _accept(self, story: PendingItem) -> None:
        item = story.proved_item
        assert item is not None
        if story.checks is not None:
            source = item.provenance
            checks = {"by": self.asker.checker, **story.checks.verdicts}
            parameters = {**source.parameters, "checks": checks}
            provenance = source.model_copy(update={"parameters": parameters})
            item = item.model_copy(update={"provenance": provenance})
        story.accepted_item, story.ended, story.reason = item, True, ""

    def _differs(self, story: PendingItem, differences: tuple[str, ...], attempt: int) -> None:
        story.proved_item = None
        story.differences = differences
        story.reason = f"says something else after {counted(attempt, 'attempt')}"
        if attempt == self.rounds:
            story.ended = True

    # --- outcome -------------------------------------------------------------------------------

    @property
    def noun(self) -> str:
        """The unit: items, or texts if an item is worded more than once."""
        return "text" if len({s.item.id for s in self.stories}) < len(self.stories) else "item"

    @property
    def accepted(self) -> list[PendingItem]:
        """The texts that led to an item."""
        return [story for story in self.stories if story.accepted_item is not None]

    @property
    def exit_code(self) -> ExitCode:
        """The exit code for how the run ended."""
        if self.asker.code is not ExitCode.DONE:
            return self.asker.code
        return ExitCode.DONE if self.accepted else ExitCode.NO

    def table(self) -> list[AcceptedRow]:
        """Accepted items: all, by depth, and by the connectives of their premises."""
        tried = [story for story in self.stories if story.task is not None]
        groups: dict[tuple[str, str], list[PendingItem]] = {("all", ""): tried}
        for story in tried:
            groups.setdefault(("depth", _depth(story.item)), []).append(story)
            if story.request.domain:
                groups.setdefault(("domain", story.request.domain), []).append(story)
            for sign in _connectives(_task(story)):
                groups.setdefault(("connective", sign), []).append(story)
        order = {"all": 0, "depth": 1, "domain": 2, "connective": 3}
        return [
            AcceptedRow(
                self.asker.model,
                by,
                value,
                len(listed),
                sum(story.accepted_item is not None for story in listed),
                sum(story.accepted_item is not None and story.attempts == 1 for story in listed),
            )
            for (by, value), listed in sorted(
                groups.items(), key=lambda pair: (order[pair[0][0]], len(pair[0][1]), pair[0][1])
            )
        ]

    def checked(self) -> dict[str, object] | None:
        """How many texts were checked last, and how many fail each check; None if none was
        checked."""
        from items.model_wording.context_checks import ACCEPTED

        checks = [story.checks for story in self.stories if story.checks is not None]
        if not checks:
            return None
        failed = {name: sum(name in result.failed for result in checks) for name in ACCEPTED}
        return {"checked": len(checks), "failed": failed}

    def to_json(self) -> dict[str, object]:
        """As documented in docs/wording.md."""
        reasons = Counter(story.reason for story in self.stories if story.accepted_item is None)
        return {
            "items": len(self.stories),
            "accepted": len(self.accepted),
            "rejected": dict(reasons),
            "unfinished": sum(not story.ended for story in self.stories),
            "failed": self.asker.failed_requests,
            "tokens": self.asker.tokens,
            "cost": self.asker.cost if self.asker.prices is not None else None,
            "table": [{**asdict(row), "percent": row.percent} for row in self.table()],
            "checks": self.checked(),
            "differences": {
                story.key: list(story.differences)
                for story in self.stories
                if story.accepted_item is None and story.differences
            },
        }


def _task(story: PendingItem) -> "Task":
    assert story.task is not None
    return story.task


def _depth(item: "Item") -> str:
    """The depth that the item states: the size of a support, or its depth; else the number of
    premises."""
    for name in ("support_size", "depth", "level"):
        if name in item.attributes:
            return f"{name} {item.attributes[name]}"
    return phrase("premises {a}", a=len((item.formalization or {}).get("premise", ())))


def _connectives(task: "Task") -> Iterator[str]:
    from solver.language.printer import print_formula

    text = " ".join(map(print_formula, task.premises))
    yield from (sign for sign in "¬∧∨⊕→↔∀∃=" if sign in text)
