"""What is to be asked of a model, and what of it is missing.

Owns the plan: one request for each item, mutant, run and prompt that has no answer yet, and what
answers are filed under. Carrying it out is `asking`'s.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from items.asking.prompting import Prompt, examples_for, mutants, prompt, units
from items.asking.protocol import LoadedProtocol, by_protocol
from items.models import Item, Question
from sessions.models import responses
from sessions.models.responses import key_of, series_id, target_id
from sessions.storage.database import Database


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """What is to be asked of whom."""

    model: str
    protocol: str | None = None
    """A shipped protocol or a file; by default each item's own."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Sent beside model and messages. A `seed` is the first run's; each further run adds one."""
    mutants: bool = False
    """Whether every rotation of the options is asked, or just the item's own order."""
    runs: int = 1
    samples: int = 1
    """How many responses make up one answer of a run; each is asked as a run of its own."""
    max_items: int | None = None
    setting: str | None = None
    """What the answers are filed under; by default protocol and parameters."""


@dataclass(frozen=True, slots=True)
class Task:
    """One request."""

    item: Item
    leaves: tuple[Question, ...]
    loaded: LoadedProtocol
    examples: tuple[Item, ...]
    mutant: int
    run: int
    setting: str

    def prompt(self) -> Prompt:
        """What is sent; made when it is needed, since there may be very many."""
        return prompt(self.item, self.leaves, self.loaded.protocol, self.mutant, self.examples)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will do."""

    wanted: PlannedRun
    tasks: tuple[Task, ...]
    """Requests without an answer, run by run, in the order of the items."""
    already: int
    """Requests that were answered before."""
    items: int
    """Items that are asked, answered ones included."""
    left_out: tuple[Item, ...]
    """Items with a question that the protocol cannot put."""
    settings: tuple[str, ...]

    @property
    def parts(self) -> int:
        """Question parts that the tasks ask."""
        return sum(len(task.leaves) for task in self.tasks)


def plan(items: Sequence[Item], wanted: PlannedRun, db: Database | None) -> Plan:
    """What is missing. Without a database everything is.

    Raises:
        InputError: the protocol cannot be read, or there are no examples for it.
    """
    groups, left_out = by_protocol(items, wanted.protocol)
    examples = {
        loaded.setting: examples_for(loaded, members) for loaded, members in groups.values()
    }
    asking = {item.id: loaded for loaded, members in groups.values() for item in members}
    listed = [item for item in items if item.id in asking][: wanted.max_items]
    tasks = [
        task
        for run in range(1, wanted.runs * wanted.samples + 1)
        for item in listed
        for task in _tasks(item, asking[item.id], examples, wanted, run)
    ]
    missing = tasks if db is None else list(_missing(db, tasks, wanted.model))
    settings = tuple(dict.fromkeys(task.setting for task in tasks))
    already = len(tasks) - len(missing)
    return Plan(wanted, tuple(missing), already, len(listed), tuple(left_out), settings)


def setting_name(protocol: str, parameters: Mapping[str, Any]) -> str:
    """`divlogic-0-shot temperature=0`: a protocol under other parameters is another setting."""
    document = (f"{name}={_normal_number(value)}" for name, value in sorted(parameters.items()))
    return " ".join((protocol, *document))


def _normal_number(value: Any) -> Any:
    """A whole number as one, however it was given: 0 and 0.0 are no two settings."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def parameters_of(wanted: PlannedRun, run: int) -> dict[str, Any]:
    """What is sent beside the prompt in a run."""
    parameters = dict(wanted.parameters)
    if isinstance(parameters.get("seed"), int):
        parameters["seed"] += run - 1
    return parameters


def _tasks(
    item: Item,
    loaded: LoadedProtocol,
    examples: Mapping[str, Mapping[str, tuple[Item, ...]]],
    wanted: PlannedRun,
    run: int,
) -> Iterator[Task]:
    """The requests about an item in a run."""
    example = examples[loaded.setting].get(item.language, ())
    setting = wanted.setting or setting_name(loaded.setting, wanted.parameters)
    for leaves in units(item, loaded.protocol):
        for mutant in range(mutants(leaves) if wanted.mutants else 1):
            yield Task(item, leaves, loaded, example, mutant, run, setting)


def _missing(db: Database, tasks: Sequence[Task], model: str) -> Iterator[Task]:
    for start in range(0, len(tasks), responses.CHUNK):
        chunk = tasks[start : start + responses.CHUNK]
        keys = [keys_of(task, model) for task in chunk]
        present_keys = responses.present(db, {key for several in keys for key in several})
        yield from (
            task
            for task, several in zip(chunk, keys, strict=True)
            if not present_keys.issuperset(several)
        )


def keys_of(task: Task, model: str) -> list[bytes]:
    """The keys under which the answers to a request are stored, one a question part."""
    series = series_id(model, task.setting, task.run)
    hash_ = task.prompt().hash
    return [
        key_of(series, target_id(*target_of(task.item, leaf)), task.mutant, hash_)
        for leaf in task.leaves
    ]


def target_of(item: Item, leaf: Question) -> tuple[str, str, str, str]:
    """Hash and id of the item, ids of question and part: what an answer is to."""
    question = next(entry.id for entry in item.questions if leaf in entry.leaves)
    return item.content_hash, item.id, question, leaf.id
