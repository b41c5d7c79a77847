"""Fake models that tell formulas in prose and read prose back, for `word`, with planted errors.

The prose is clumsy and reads in one way only: the reader works from what is written and the
meanings it is given, and knows nothing of the formulas that were told.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.fake_endpoint import Reaction, Say

Formulas = tuple[list[str], list[str]]
"""Premises and statements, as the request lists them."""
Plant = Callable[[Formulas, int], Formulas]
"""What is told instead; the number counts the attempts before."""
_SIGNS = (
    ("→", " brings it about that "),
    ("↔", " exactly if "),
    ("∧", " and also "),
    ("∨", " or else "),
    ("¬", "nowise "),
    ("∀", "for each thing "),
    ("∃", "for some thing "),
)
_NOUNS = (
    *("lamp", "door", "clock", "stove", "piano", "mirror", "window", "carpet", "kettle", "bell"),
    *("table", "fence", "ladder", "boat", "bridge", "bench", "statue", "barrel", "candle", "drum"),
    *(
        "wagon",
        "tower",
        "flute",
        "basket",
        "blanket",
        "hammer",
        "saddle",
        "violin",
        "anchor",
        "oven",
    ),
    *("gate", "well", "plough", "barn", "mill", "sword", "shield", "cradle", "chest", "bucket"),
)


WEAK = (
    *("probably", "perhaps", "it seems that", "usually", "in most cases", "it is said that"),
    *("apparently", "there is a good chance that", "as a rule", "I think"),
)
"""Words before a sentence that a reader of formulas passes over."""


class Tellers:
    """A behaviour: tells what it is asked, or what is planted for those premises, and reads.
    `weak` are words before the first sentence, or, where there is a True beside them, before the
    first statement, which the reader passes over."""

    def __init__(
        self,
        plants: Mapping[tuple[str, ...], Plant] | None = None,
        weak: Mapping[tuple[str, ...], tuple[str, bool]] | None = None,
    ) -> None:
        self.plants = dict(plants or {})
        self.weak = dict(weak or {})
        self.requests = 0
        self.attempts: dict[tuple[str, ...], int] = {}

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        self.requests += 1
        prompt = "\n".join(message["content"] for message in request["messages"])
        if "<telling>" in prompt:
            return Say(self.reply(prompt))
        return Say(formalization_reply(prompt))

    def reply(self, prompt: str) -> str:
        premises, statements = listed(prompt, "Premises:"), listed(prompt, "Statements:")
        key = tuple(premises)
        attempt = self.attempts.get(key, 0)
        self.attempts[key] = attempt + 1
        plant = self.plants.get(key)
        if plant is not None:
            premises, statements = plant((list(premises), list(statements)), attempt)
        meanings = lines_under(prompt, "Meanings:")
        response: dict[str, Any] = {}
        invent = re.search(r"a meaning of its own: (.+)", prompt)
        if invent is not None:
            keys = re.split(r", (?![^(]*\))", invent[1])
            pairs = zip(keys, _NOUNS, strict=False)
            meanings = {key: f"the {noun} is old" for key, noun in pairs}
            response["meanings"] = meanings
        response["sentences"] = [f"{prose(premise, meanings)}." for premise in premises]
        response["statements"] = [f"{prose(statement, meanings)}." for statement in statements]
        words, is_question = self.weak.get(key, ("", False))
        if words:
            texts = response["statements" if is_question else "sentences"]
            texts[0] = f"{words} {texts[0]}"
        return f"<telling>{json.dumps(response)}</telling>"


def listed(prompt: str, head: str) -> list[str]:
    """The numbered lines after a heading."""
    rest = prompt.partition(f"\n{head}\n")[2].split("\n")
    texts = []
    for line in rest:
        match = re.match(r"\d+\. (.*)", line)
        if match is None:
            break
        texts.append(match[1])
    return texts


def lines_under(prompt: str, head: str) -> dict[str, str]:
    """The lines `symbol: meaning` after a heading."""
    texts = {}
    for line in prompt.partition(f"\n{head}\n")[2].split("\n"):
        name, sign, text = line.partition(": ")
        if not sign:
            break
        texts[name] = text
    return texts


def prose(formula: str, meanings: Mapping[str, str]) -> str:
    names = {key.partition("(")[0]: text for key, text in meanings.items()}
    message = re.sub(
        r"[A-Za-z_]\w*", lambda m: f"‹{names[m[0]]}›" if m[0] in names else m[0], formula
    )
    for sign, words in _SIGNS:
        message = message.replace(sign, words)
    return " ".join(message.split())


def formalization_reply(prompt: str) -> str:
    """The formalization of a text and its statements, with the symbols that the prompt gives."""
    symbols = prompt.partition("add none and change none:\n")[2].split("\n")
    lines = [line.partition(": ") for line in symbols if ": " in line]
    types = {
        name: text for name, _, text in lines if re.fullmatch(r"Bool|Function\(\d\)|[A-Z]\w*", text)
    }
    names = {text: name.partition("(")[0] for name, _, text in lines if text not in types.values()}
    text = prompt.partition("Text:\n")[2].partition("\n\n")[0]
    premises = [formula(entry, names) for entry in re.split(r"(?<=\.)\s+", text) if entry.strip()]
    statements = listed(
        prompt, next(line for line in prompt.split("\n") if line.endswith("statements:"))
    )
    queries = [f"necessary({formula(word, names)})" for word in statements]
    data = {"parameters": types, "premise": premises, "question": queries}
    return f"<formalization>{json.dumps(data)}</formalization>"


def formula(told: str, names: Mapping[str, str]) -> str:
    text = re.sub(r"‹([^›]*)›", lambda m: names[m[1]], told.rstrip("."))
    text = re.sub(rf"^(?:{'|'.join(WEAK)}) ", "", text)
    for sign, words in _SIGNS:
        text = re.sub(rf"(?:(?<=\s)|^|(?<=[(]))\s*{re.escape(words.strip())}\s+", f" {sign} ", text)
    return text.replace("∀ ", "∀").replace("∃ ", "∃").replace("¬ ", "¬")


Verdicts = Mapping[str, str]
"""Check to verdict, for those that are not passed."""


class Checkers:
    """A behaviour that checks texts, besides telling and reading them: whatever contains a word of
    `faults` fails the checks beside it."""

    def __init__(self, tellers: Tellers, faults: Mapping[str, Verdicts]) -> None:
        self.tellers = tellers
        self.faults = faults
        self.checked: list[str] = []

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        prompt = "\n".join(message["content"] for message in request["messages"])
        if "<checks>" not in prompt:
            return self.tellers(request, before)
        self.checked.append(prompt)
        verdicts = {"common_sense": "no", "sensibility": "yes", "tautology": "no"}
        reasons = {}
        for word, failed in self.faults.items():
            if word in prompt:
                verdicts.update(failed)
                reasons = dict.fromkeys(failed, f"because of the {word}")
        return Say(f"<checks>{json.dumps({**verdicts, 'reasons': reasons})}</checks>")
