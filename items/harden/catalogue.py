"""The strategies and the issues of hardening, as data.

Owns reading `strategies.toml` and `issues.toml`. Who reports an issue is a role's or a gate's
business; what a strategy claims is proved in `items.claims`.
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
    """One way of making an item harder."""

    name: str
    """As in LLMEval-Logic, appendix B.2."""
    claim: str
    """The claim that the solver proves or refutes."""
    texts: Mapping[str, str]
    """What a model is told of it, by language."""


@dataclass(frozen=True, slots=True)
class IssueKind:
    """One thing that a gate may object to."""

    code: str
    target: Target
    """Who mends it."""
    severity: Severity
    by: tuple[str, ...]
    """Who may report it."""
    claim: str
    """The claim whose refutation it is; empty where it is none's."""
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


def reported_by(who: str) -> Mapping[str, IssueKind]:
    """The issues that a role, or the solver, may report."""
    return {code: kind for code, kind in issue_kinds().items() if who in kind.by}


def _read(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))
