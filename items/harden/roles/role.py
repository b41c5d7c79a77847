"""The class of roles of the hardening loop: prompts, and the form of replies.

Owns the class, building a prompt and reading a reply. Leaves the use of a reply to `loop`; the text
of a prompt is in the file next to the role's module.
"""

import json
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from items.asking.message import Message
from items.harden.catalogue import reported_by, strategies
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out

LanguageName = Literal["en", "zh"]
R = TypeVar("R", bound="Reply")
_LABELS: Mapping[str, tuple[str, str]] = {
    "strategies": ("Strategies", "策略"),
    "without": (
        "Strategies that must not be used, whatever is said above",
        "不得使用的策略（无论上文怎么说）",
    ),
    "issues": ("Issues you may report", "可以报告的问题类型"),
    "item": ("Original item", "原题"),
    "blueprint": ("Blueprint", "方案"),
    "revision": ("Revision to carry out", "需要执行的修改方案"),
    "background": ("Background", "背景"),
    "questions": ("Questions and formalization", "问题与形式化"),
    "findings": ("Objections to the present version", "对当前版本的异议"),
    "solver": ("What the solver found", "求解器的结果"),
    "accepted": ("Soft issues already accepted", "已接受保留的软性问题"),
    "answers": ("Answers", "答案"),
    "candidates": ("Answers of several solvers", "多位解答者的答案"),
    "trouble": ("Your last reply could not be used", "上一次回复无法使用"),
}
"""Headings of the sections of a prompt."""


class Reply(BaseModel):
    """A role's reply: one JSON object. Unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class NoReply(Exception):
    """A reply does not have the required form; says why."""


@dataclass(frozen=True, slots=True)
class Role:
    """One role."""

    name: str
    """The name in the file of roles."""
    title: str
    """The name on screen."""
    meaning: str
    source: str
    prompts: Path
    """A TOML file: by language, `system` and the text of each stage."""
    replies: Mapping[str, type[Reply]] = field(default_factory=dict)
    """The form of the reply at each stage; empty if replies are answers to questions."""
    several: bool = False
    """Whether several models play it independently."""

    def messages(
        self, stage: str, language: LanguageName, context: Mapping[str, Any]
    ) -> tuple[Message, ...]:
        """The messages: the role's prompt, then each part of the context under a heading. Strings
        are sent as they are, everything else as JSON."""
        words = _words(self.prompts)[language]
        place = 0 if language == "en" else 1
        sections = [words[stage].strip()]
        for name, value in context.items():
            message = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            sections.append(f"## {_LABELS[name][place]}\n{message}")
        return (
            Message("system", words["system"].strip()),
            Message("user", "\n\n".join(sections)),
        )

    def read(self, stage: str, text: str) -> Reply:
        """The reply in a response. Raises NoReply."""
        return read_reply(self.replies[stage], text)


def read_reply(form: type[R], text: str) -> R:
    """The last object in a response that has the form. Raises NoReply with the reason if there is
    none."""
    reason = "there is no JSON object in it"
    reply: R | None = None
    for value in objects(thought_left_out(text)):
        try:
            reply = form.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            reason = f"{where}: {first['msg']}" if where else first["msg"]
    if reply is None:
        raise NoReply(reason)
    return reply


def strategies_for_prompt(
    language: LanguageName, excluded_strategies: Collection[str] = ()
) -> dict[str, Any]:
    """The strategies as sections of a prompt, with excluded ones in a separate section."""
    texts = {name: strategy.texts[language] for name, strategy in strategies().items()}
    sections: dict[str, Any] = {
        "strategies": {
            name: text for name, text in texts.items() if name not in excluded_strategies
        }
    }
    if excluded_strategies:
        sections["without"] = {name: texts[name] for name in sorted(excluded_strategies)}
    return sections


def require_left_out(used_strategies: Iterable[str], excluded_strategies: Collection[str]) -> None:
    """Raise NoReply if an excluded strategy is used."""
    wrong = sorted(set(used_strategies) & set(excluded_strategies))
    if wrong:
        raise NoReply(f"{', '.join(wrong)} must not be used")


def issues_for_prompt(role: str, language: LanguageName) -> dict[str, dict[str, str]]:
    """The issues that a role may report, in the form for a prompt."""
    return {
        code: {"target": kind.target, "severity": kind.severity, "meaning": kind.texts[language]}
        for code, kind in reported_by(role).items()
    }


@cache
def _words(path: Path) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
