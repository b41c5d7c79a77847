"""The file of roles: the model of each role, the budgets, and the models of the probe.

Owns the file's format. Leaves prompts to the modules of the roles, and the addresses of models to
`items.asking.endpoints`.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from items.harden.roles.registry import ROLES
from solver.errors import InputError
from solver.files import parse_toml, read_utf8

LOOP_VERSION = 1
"""Incremented when the loop behaves differently for the same replies; a run is never continued by
another version."""
DEFAULT, BUDGETS, PROBE = "default", "budgets", "probe"
LEAST_ANSWERERS = 2
MIN_ACCURACY = 0.75
_RESERVED = frozenset({"messages", "stream", "n"})


@dataclass(frozen=True, slots=True)
class Budgets:
    """How often an item may go back in total (LLMEval-Logic, table 3; its numbers are in an image,
    so these defaults are the program's own)."""

    review: int = 6
    """From the gate before answering to the proposers."""
    verify: int = 4
    """From the gate after answering to the proposers."""
    answers: int = 4
    """From the gate after answering to the answerers."""
    format: int = 2
    """How often one request is repeated because its reply could not be used."""


@dataclass(frozen=True, slots=True)
class Player:
    """The models of a role."""

    models: tuple[str, ...]
    parameters: Mapping[str, Any]
    """Parameters sent in addition to model and messages."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Models whose accuracy decides which items enter the loop."""

    models: tuple[str, ...]
    min_accuracy: float = MIN_ACCURACY
    """Minimum accuracy at which an item counts as easy."""
    runs: int = 1


@dataclass(frozen=True)
class Setup:
    """The content of a file of roles."""

    players: Mapping[str, Player]
    """The models of each role, by its name."""
    budgets: Budgets
    probe: Probe | None
    excluded_strategies: tuple[str, ...] = ()
    """Strategies that no role may use, as in an ablation; not part of the file."""

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Every model of the loop, without duplicates."""
        return tuple(dict.fromkeys(m for player in self.players.values() for m in player.models))

    def to_json(self) -> dict[str, Any]:
        """The form stored in the record: everything that determines the course of the loop."""
        return {
            "version": LOOP_VERSION,
            "roles": {
                name: {"models": list(player.models), "parameters": dict(player.parameters)}
                for name, player in self.players.items()
            },
            "budgets": asdict(self.budgets),
            **({"without": sorted(self.excluded_strategies)} if self.excluded_strategies else {}),
        }

    @cached_property
    def key(self) -> str:
        """Hash (hex) of models, parameters, budgets, prompts and version: runs of one item with the
        same key are the same run."""
        prompts = [role.prompts.read_text(encoding="utf-8") for role in ROLES.values()]
        text = json.dumps([self.to_json(), prompts], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def load_setup(path: Path) -> Setup:
    """A file such as

    [default]
    model = "model-a"
    [answerer]
    models = ["model-a", "model-b", "model-c"]
    [budgets]
    review = 6

    where a role without a table of its own is played by the default.

    Raises:
        InputError: it cannot be read; names file, table, what was expected and what was found.
    """
    try:
        tables = parse_toml(read_utf8(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("The roles cannot be read", f"{path}: {reason}") from error
    known_tables = (*ROLES, DEFAULT, BUDGETS, PROBE)
    for name, table in tables.items():
        if name not in known_tables:
            raise _bad(str(path), f"tables out of {', '.join(known_tables)}", repr(name))
        if not isinstance(table, dict):
            raise _bad(f"{path}, {name}", "a table", repr(table))
    default = tables.get(DEFAULT)
    players: dict[str, Player] = {}
    for name, role in ROLES.items():
        table = tables.get(name, default)
        if table is None:
            raise _bad(str(path), f"a table [{name}] or [{DEFAULT}]", "neither")
        players[name] = _player(table, f"{path}, {name}", role.several)
    budgets = _budgets(tables.get(BUDGETS, {}), f"{path}, {BUDGETS}")
    probe = tables.get(PROBE)
    return Setup(players, budgets, None if probe is None else _probe(probe, f"{path}, {PROBE}"))


def _player(table: Mapping[str, Any], where: str, several: bool) -> Player:
    models = _models(table, where)
    if several and len(models) < LEAST_ANSWERERS:
        raise _bad(f"{where}, models", f"at least {LEAST_ANSWERERS} models", repr(list(models)))
    if not several and len(models) != 1:
        raise _bad(where, "one model", repr(list(models)))
    wrong = next((name for name in table if name in _RESERVED), None)
    if wrong is not None:
        raise _bad(where, "parameters that the loop does not settle itself", repr(wrong))
    more = {name: value for name, value in table.items() if name not in ("model", "models")}
    return Player(models, more)


def _models(table: Mapping[str, Any], where: str) -> tuple[str, ...]:
    if ("model" in table) == ("models" in table):
        raise _bad(where, "either model or models", ", ".join(table) or "nothing")
    value = table.get("models", [table.get("model")])
    good = isinstance(value, list) and value and all(isinstance(m, str) and m for m in value)
    if not good or len(set(value)) < len(value):
        raise _bad(where, "different names of models", repr(value))
    return tuple(value)


def _budgets(table: Mapping[str, Any], where: str) -> Budgets:
    names = asdict(Budgets())
    for name, value in table.items():
        if name not in names:
            raise _bad(where, f"some of {', '.join(names)}", repr(name))
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 100:
            raise _bad(f"{where}, {name}", "a whole number from 0 to 100", repr(value))
    return Budgets(**table)


def _probe(table: Mapping[str, Any], where: str) -> Probe:
    models = _models(table, where)
    strange = next((n for n in table if n not in ("model", "models", "least", "runs")), None)
    if strange is not None:
        raise _bad(where, "some of model, models, least, runs", repr(strange))
    least, runs = table.get("least", MIN_ACCURACY), table.get("runs", 1)
    number = isinstance(least, int | float) and not isinstance(least, bool)
    if not number or not math.isfinite(least) or not 0 <= least <= 1:
        raise _bad(f"{where}, least", "a share from 0 to 1", repr(least))
    if isinstance(runs, bool) or not isinstance(runs, int) or not 1 <= runs <= 100:
        raise _bad(f"{where}, runs", "a whole number from 1 to 100", repr(runs))
    return Probe(models, float(least), runs)


def _bad(where: str, expected: str, text: str) -> InputError:
    return InputError("The roles cannot be read", f"{where}: expected {expected}, found {text}")
