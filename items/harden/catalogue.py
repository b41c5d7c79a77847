"""The strategies and the issues of hardening, as data.

Owns reading `strategies.toml` and `issues.toml`. Leaves reporting issues to roles and gates, and
proving what a strategy claims to `items.claims`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

Target = Literal["proposer", "answerer"]
Severity = Literal["soft", "hard"]
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Strategy:
    """One strategy for making an item harder."""

    name: str
    """The name in LLMEval-Logic, appendix B.2."""
    claim: str
    """The claim that the solver proves or refutes."""
    texts: Mapping[str, str]
    """Its description for a model, by language."""


@dataclass(frozen=True, slots=True)
class IssueKind:
    """A kind of issue that a gate may report."""

    code: str
    target: Target
    """Who fixes it."""
    severity: Severity
    reporters: tuple[str, ...]
    """The roles that may report it, or `solver`."""
    claim: str
    """The claim that it refutes; empty if there is none."""
    texts: Mapping[str, str]


@cache
def strategies() -> Mapping[str, Strategy]:
    """The six strategies by name, in the paper's order."""
    return {
        name: Strategy(name, entry["claim"], {"en": entry["en"], "zh": entry["zh"]})
        for name, entry in _read("strategies.toml").items()
    }


@cache
def issue_kinds() -> Mapping[str, IssueKind]:
    """Every kind of issue by its code."""
    return {
        code: IssueKind(
            code,
            entry["target"],
            entry["severity"],
            tuple(entry["by"]),
            entry.get("claim", ""),
            {"en": entry["en"], "zh": entry["zh"]},
        )
        for code, entry in _read("issues.toml").items()
    }


def reported_by(role: str) -> Mapping[str, IssueKind]:
    """The issues that a role, or the solver, may report."""
    return {code: kind for code, kind in issue_kinds().items() if role in kind.reporters}


def _read(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))
