"""Models that play the roles of the hardening loop, well or badly, behind the fake endpoint.

Owns telling the role by its prompt, good replies made from an item that the solver hardened, and
scripts of bad ones: each role takes its replies from a list, and plays well once it is used up.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from items.answers import (
    Answer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.files.loading import load
from items.harden.catalogue import strategies
from items.harden.hardener import Hardener
from items.harden.roles.registry import ROLES
from items.harden.roles.role import _words
from items.models import Item
from items.sources.own_format import to_json
from tests.fake_endpoint import Reaction, Say, Send

ROLES_FILE = """
[default]
model = "planner"

[reviewer]
model = "reviewer"

[answerer]
models = ["ann", "ben", "cleo"]
temperature = 0.5

[budgets]
review = {review}
verify = {verify}
answers = {answers}
format = {format}
"""
Bad = Callable[["FakeRoles"], str]
"""Makes a bad reply."""


@cache
def bases() -> tuple[Item, ...]:
    """An item in English and one in Chinese."""
    known = {item.id: item for item in load("builtin:demo").items}
    return known["demo/four-lamps"], known["demo/valley-bus-zh"]


@cache
def hardened(id: str) -> Item:
    """What the fake proposers make of a base: an item of which all claims are proved."""
    base = next(item for item in bases() if item.id == id)
    (item,) = Hardener((base,), seed=1)(0).items
    return item


def open_fact() -> str:
    """The symbol of what the good item leaves open."""
    claims = hardened(bases()[0].id).claims
    assert claims is not None
    return str(claims["uncertainty"]["axis"])


def decisive() -> int:
    """A rule of the good item that is no distractor: all that is no distractor is used."""
    item = hardened(bases()[0].id)
    assert item.claims is not None
    assert item.formalization is not None
    (distractor,) = item.claims["distractor"]["premises"]
    # The last premise says that two names are one.
    rules = range(len(item.formalization["premise"]) - 1)
    return max(number for number in rules if number != distractor)


def false_distractor() -> dict[str, Any]:
    """A rule that answers rest on, claimed as the good English item's distractor."""
    return {"premises": [decisive()], "readings": [open_fact()]}


def answer_as_json(answer: Answer | None) -> Any:
    """An answer as a model writes it."""
    match answer:
        case CountAnswer(count=count):
            return count
        case VerdictAnswer(word=word):
            return word
        case ModelsAnswer(models=models):
            return sorted(sorted(world) for world in models)
        case SetAnswer(members=members):
            return sorted(members)
        case UniqueAnswer(verdict=verdict, solution=solution):
            messages = {} if solution is None else {"solution": sorted(solution)}
            return {"verdict": verdict, **messages}
        case TextAnswer(text=text):
            return text
    return str(getattr(answer, "value", answer)).capitalize()


def wrong(answer: Answer | None, by: int = 1) -> Any:
    """A wrong answer of the same form."""
    value = answer_as_json(answer)
    if isinstance(value, int):
        return value + by
    if isinstance(value, list):
        return value[by:]
    if isinstance(value, dict):
        return {"verdict": "not_unique" if value["verdict"] != "not_unique" else "none"}
    others = {
        "alternative": "no_alternative",
        "no_alternative": "alternative",
        "possible": "impossible",
        "impossible": "possible",
        "necessary": "unnecessary",
        "unnecessary": "necessary",
        "True": "False",
        "False": "True",
    }
    return others.get(value, f"not {value}")


class FakeRoles:
    """A behaviour: `script` has, by role or by model, the replies that come before the good ones;
    None there is a good one."""

    def __init__(self, script: Mapping[str, Iterable[Bad | str | Reaction | None]] | None = None):
        self.script = {who: list(replies) for who, replies in (script or {}).items()}
        self.calls: list[tuple[str, str, str]] = []
        """Role, stage and model of every request."""
        self.prompts: list[str] = []
        self.revised = 0
        """How often a background was; each has a text of its own."""
        self.base: Item = bases()[0]
        self.request: dict[str, Any] = {}
        self.role = self.stage = ""

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        system, user = (message["content"] for message in request["messages"])
        self.request = request
        self.role, self.stage = role_and_stage(system, user)
        self.base = next(item for item in bases() if _is_about(item, user))
        self.calls.append((self.role, self.stage, request["model"]))
        self.prompts.append(user)
        # Failures are sent again by the client; a reply that arrived never is.
        for who in (f"{self.role} {self.base.id}", request["model"], self.role):
            if self.script.get(who):
                reply = self.script[who].pop(0)
                if isinstance(reply, str):
                    return Say(reply)
                if isinstance(reply, Say | Send):
                    return reply
                if reply is not None and callable(reply):
                    return Say(reply(self))
                break
        return Say(self.good_reply())

    @property
    def item(self) -> Item:
        """The item that comes out."""
        return hardened(self.base.id)

    def good_reply(self) -> str:
        """What a good role replies now."""
        return json.dumps(getattr(self, f"_{self.role.replace('-', '_')}")(), ensure_ascii=False)

    def _decider(self) -> dict[str, Any]:
        if self.stage == "revise":
            fix = {"place": "1", "action": "rewrite", "instruction": "Mend it.", "why": "Told so."}
            return {"summary": "Mend it.", "background_fixes": [fix], "question_fixes": [fix]}
        plans = [{"strategy": name, "guidance": "Use it."} for name in strategies()]
        return {"weakness": "One rule does.", "background": plans[:3], "questions": plans[3:]}

    def _background_proposer(self) -> dict[str, Any]:
        text = self.item.text
        if self.stage == "revise":
            self.revised += 1
            text += f"\n({self.revised})"
        return {"background": text, "dependencies": [], "notes": "n"}

    def _question_proposer(self) -> dict[str, Any]:
        whole = self.question_set()
        if self.stage == "revise":
            rewritten = [
                {"op": "rewrite", "id": entry["id"], "question": entry}
                for entry in whole["questions"]
            ]
            return {**whole, "questions": None, "operations": rewritten}
        return whole

    def question_set(self) -> dict[str, Any]:
        """The whole set of questions, good."""
        item_json = to_json(self.item)
        names = list(strategies())
        questions = [
            {
                "id": entry["id"],
                "text": entry["text"],
                "role": "search",
                "strategies": [names[number % 6]],
                "condition": entry.get("condition"),
                "query": entry["query"],
            }
            for number, entry in enumerate(item_json["questions"])
        ]
        return {
            "questions": questions,
            "formalization": item_json["formalization"],
            "claims": item_json["claims"],
        }

    def _reviewer(self) -> dict[str, Any]:
        return {"approved": True, "issues": []}

    def _verifier(self) -> dict[str, Any]:
        return {"pass": True, "issues": []}

    def _answerer(self) -> dict[str, Any]:
        return self.answers()

    def _adjudicator(self) -> dict[str, Any]:
        return self.answers()

    def answers(self, but: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Right answers to what is asked, but for some."""
        system = self.request["messages"][0]["content"]
        golds = {leaf.id: answer_as_json(leaf.gold) for leaf in self.item.leaves}
        asked_ids = [id for id in golds if f"[{id}]" in self.request["messages"][1]["content"]]
        entry = {
            id: {"answer": (but or {}).get(id, golds[id]), "reasoning": f"Because of {id}."}
            for id in asked_ids
        }
        single = len(asked_ids) == 1 and '"answer"' in system
        return entry[asked_ids[0]] if single else entry


def role_and_stage(system: str, user: str) -> tuple[str, str]:
    """Role and stage of a request."""
    for name, role in ROLES.items():
        for words in _words(role.prompts).values():
            if system.startswith(words["system"].strip()):
                stages = [stage for stage in words if stage != "system"]
                stage = next(s for s in stages if user.startswith(words[s].strip()[:200]))
                return name, stage
    raise AssertionError(system)


def _is_about(item: Item, user: str) -> bool:
    return item.text in user or json.dumps(item.text, ensure_ascii=False)[1:-1] in user


# --- bad replies ---------------------------------------------------------------------------------


def silly(_: FakeRoles) -> str:
    """No JSON."""
    return "I would rather not."


def changed(**more: Any) -> Bad:
    """A set of questions with some of its fields changed: a function of the good value each."""

    def reply(roles: FakeRoles) -> str:
        whole = json.loads(roles.good_reply())
        for name, change in more.items():
            whole[name] = change(whole[name])
        return json.dumps(whole, ensure_ascii=False)

    return reply


def objection(*codes: str, questions: tuple[str, ...] = ("1",)) -> Bad:
    """What a gate reports."""

    def reply(roles: FakeRoles) -> str:
        issues = [
            {"code": code, "questions": list(questions), "suggestion": "Rewrite it."}
            for code in codes
        ]
        return json.dumps({"approved": False, "pass": False, "issues": issues})

    return reply


def wrongly(*ids: str, by: int = 1) -> Bad:
    """Answers with some wrong ones."""

    def reply(roles: FakeRoles) -> str:
        golds = {leaf.id: leaf.gold for leaf in roles.item.leaves}
        return json.dumps(roles.answers({id: wrong(golds[id], by) for id in ids}))

    return reply
