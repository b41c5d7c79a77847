"""What to ask a model, and which of it is missing.

Owns the plan: one request for each item, mutant, run and prompt that has no answer yet, and the
keys under which answers are stored. `asking` carries it out.
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
    """What to ask which model."""

    model: str
    protocol: str | None = None
    """A built-in protocol or a file; by default each item's own."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Sent in addition to model and messages. A `seed` is for the first run; each further run adds
    one."""
    mutants: bool = False
    """Whether to ask every rotation of the options, or only the item's own order."""
    runs: int = 1
    samples: int = 1
    """How many responses make up one answer of a run; each is asked as a separate run."""
    max_items: int | None = None
    setting: str | None = None
    """The setting under which answers are stored; by default protocol and parameters."""


@dataclass(frozen=True, slots=True)
class Task:
    """One request."""

    item: Item
    leaves: tuple[Question, ...]
    loaded_protocol: LoadedProtocol
    examples: tuple[Item, ...]
    mutant: int
    run: int
    setting: str

    def prompt(self) -> Prompt:
        """The prompt; built on demand, since there may be very many."""
        return prompt(
            self.item, self.leaves, self.loaded_protocol.protocol, self.mutant, self.examples
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The tasks of a run, and what they leave out."""

    planned_run: PlannedRun
    tasks: tuple[Task, ...]
    """Requests without an answer, run by run, in the order of the items."""
    answered_already: int
    """Requests that are already answered."""
    items: int
    """Items that are asked, including answered ones."""
    left_out: tuple[Item, ...]
    """Items with a question that the protocol cannot ask."""
    settings: tuple[str, ...]

    @property
    def parts(self) -> int:
        """Number of question parts that the tasks ask."""
        return sum(len(task.leaves) for task in self.tasks)


def plan(items: Sequence[Item], planned_run: PlannedRun, db: Database | None) -> Plan:
    """The missing requests. Without a database, all of them.

    Raises:
        InputError: the protocol cannot be read, or there are no examples for it.
    """
    groups, left_out = by_protocol(items, planned_run.protocol)
    examples = {
        loaded.setting: examples_for(loaded, members) for loaded, members in groups.values()
    }
    asking = {item.id: loaded for loaded, members in groups.values() for item in members}
    listed = [item for item in items if item.id in asking][: planned_run.max_items]
    tasks = [
        task
        for run in range(1, planned_run.runs * planned_run.samples + 1)
        for item in listed
        for task in _tasks(item, asking[item.id], examples, planned_run, run)
    ]
    missing = tasks if db is None else list(_missing(db, tasks, planned_run.model))
    settings = tuple(dict.fromkeys(task.setting for task in tasks))
    already = len(tasks) - len(missing)
    return Plan(planned_run, tuple(missing), already, len(listed), tuple(left_out), settings)


def setting_name(protocol: str, parameters: Mapping[str, Any]) -> str:
    """`divlogic-0-shot temperature=0`: a protocol with other parameters is another setting."""
    document = (f"{name}={_normal_number(value)}" for name, value in sorted(parameters.items()))
    return " ".join((protocol, *document))


def _normal_number(value: Any) -> Any:
    """A whole number in one form, however it was written: 0 and 0.0 are the same setting."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def parameters_of(planned_run: PlannedRun, run: int) -> dict[str, Any]:
    """The parameters sent with the prompt in a run."""
    parameters = dict(planned_run.parameters)
    if isinstance(parameters.get("seed"), int):
        parameters["seed"] += run - 1
    return parameters


def _tasks(
    item: Item,
    loaded_protocol: LoadedProtocol,
    examples: Mapping[str, Mapping[str, tuple[Item, ...]]],
    planned_run: PlannedRun,
    run: int,
) -> Iterator[Task]:
    """The requests about an item in a run."""
    example = examples[loaded_protocol.setting].get(item.language, ())
    setting = planned_run.setting or setting_name(loaded_protocol.setting, planned_run.parameters)
    for leaves in units(item, loaded_protocol.protocol):
        for mutant in range(mutants(leaves) if planned_run.mutants else 1):
            yield Task(item, leaves, loaded_protocol, example, mutant, run, setting)


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
    """The keys under which the answers to a request are stored, one per question part."""
    series = series_id(model, task.setting, task.run)
    hash_ = task.prompt().hash
    return [
        key_of(series, target_id(*target_of(task.item, leaf)), task.mutant, hash_)
        for leaf in task.leaves
    ]


def target_of(item: Item, leaf: Question) -> tuple[str, str, str, str]:
    """The target of an answer: hash and id of the item, ids of question and part."""
    question = next(entry.id for entry in item.questions if leaf in entry.leaves)
    return item.content_hash, item.id, question, leaf.id
