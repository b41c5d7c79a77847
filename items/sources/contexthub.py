"""ContextHub: propositional truth-value tasks, abstract and instantiated in eleven domains.

Owns the file's templates, their small formal notation (`aaa is True.`, `(NOT aab) -> aae.`, `Deduce
the result of aag.`) and turning them into formalizations shared by all instantiations (Hua et al.,
"Disentangling Logic", section 3). The solver decides the labels.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from items.answers import TruthAnswer
from items.models import Item, Provenance, Question
from items.sources.document import Document, Record, bad_record, fields_of
from solver.errors import InputError

BENCHMARK = "ContextHub"
LABELS: Mapping[str, str] = {
    "true": "true",
    "false": "false",
    "n/a": "unknown",
    "n-a": "unknown",
    "na": "unknown",
    "unknown": "unknown",
}

_FACT = re.compile(r"(\w+) is (True|False)", re.IGNORECASE)
_RULE = re.compile(r"(.+?)(?<!\s)\s*+->\s*+(?:(\w+)|\(NOT (\w+)\))", re.IGNORECASE)
_DEDUCE = re.compile(r"Deduce the result of (?:(\w+)|\(NOT (\w+)\))", re.IGNORECASE)
_GIVEN = re.compile(r"Given (\w+) is (True|False),? what is the value of (\w+)\??", re.IGNORECASE)
_WORDS = {"not": "¬", "and": "∧", "or": "∨"}
_TOKEN = re.compile(r"[A-Za-z_]\w*|[()]")
_SYMBOL_KEY = re.compile(r"<(\w+)>")
_LEVEL = re.compile(r"level[_-]?(\d+)", re.IGNORECASE)
_KIND = re.compile(r"(deductive|abductive|inductive)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed formal text."""

    symbols: tuple[str, ...]
    """In alphabetical order, as numbered in the texts."""
    premises: tuple[str, ...]
    question: str
    """The symbol whose value is asked, or its negation, which generated files may ask for."""


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record's `question` is a list of objects with a formal text."""
    question = value.get("question")
    return (
        isinstance(question, list)
        and bool(question)
        and isinstance(question[0], dict)
        and "<nl>" in question[0]
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """One item per instantiation, in the order of the file; bad instantiations are reported
    individually.

    Raises:
        InputError: the template cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, 'a template with `"question": [{"<nl>": …}]`')
    formal = value["question"][0]["<nl>"]
    if not isinstance(formal, str):
        raise bad_record(f"{where}, field question", "a formal text", type(formal).__name__)
    template = read_template(formal, where)
    label = LABELS.get(str(value.get("answer")).casefold())
    if label is None:
        raise bad_record(
            f"{where}, field answer", "true, false or N/A", repr(value.get("answer", "nothing"))
        )
    gold = TruthAnswer.model_validate({"value": label})
    shared = _Shared(template, gold, record.index, document, formal)
    for domain, categories in value.items():
        if domain in ("question", "answer"):
            continue
        if not isinstance(categories, dict):
            yield bad_record(f"{where}, {domain}", "categories", type(categories).__name__)
            continue
        for category, entry in categories.items():
            try:
                yield shared.item(domain, category, entry, f"{where}, {domain}, {category}")
            except InputError as error:
                yield error


def part(value: dict[str, Any], item: Item) -> dict[str, Any]:
    """The part of a template's record that one instantiation was made of."""
    domain, category = (str(item.attributes.get(name, "")) for name in ("domain", "category"))
    own: dict[str, Any] = {key: value[key] for key in ("question", "answer") if key in value}
    return {**own, domain: {category: value.get(domain, {}).get(category)}}


def read_template(text: str, where: str) -> Template:
    """The premises and the asked symbol of a formal text; each fact and each rule is a premise.

    Raises:
        InputError: a line has an unknown form, or the last one is not a question.
    """
    lines = [line.strip().rstrip(".").strip() for line in text.strip().split("\n")]
    lines = [line for line in lines if line]
    premises: list[str] = []
    goal: str | None = None
    for line in lines:
        if goal is not None:
            raise bad_record(where, "the question as the last line", repr(line))
        fact, abductive = _FACT.fullmatch(line), _GIVEN.fullmatch(line)
        deduce, rule = _DEDUCE.fullmatch(line), _RULE.fullmatch(line)
        if fact:
            premises.append(_literal(fact[1], fact[2]))
        elif abductive:
            premises.append(_literal(abductive[1], abductive[2]))
            goal = abductive[3]
        elif deduce:
            goal = deduce[1] or f"¬{deduce[2]}"
        elif rule:
            premises.append(f"{_formula(rule[1], where)} → {rule[2] or f'¬{rule[3]}'}")
        else:
            raise bad_record(
                where, "`x is True.`, `(…) -> x.` or a question about a symbol", repr(line)
            )
    if goal is None:
        raise bad_record(where, "a last line that asks for a symbol's value", "none")
    names = {name for part in (*premises, goal) for name in re.findall(r"\w+", part)}
    return Template(tuple(sorted(names)), tuple(premises), goal)


@dataclass(frozen=True, slots=True)
class _Shared:
    """Data that all instantiations of a template share."""

    template: Template
    gold: TruthAnswer
    index: int
    document: Document
    formal: str

    def item(self, domain: str, category: str, entry: Any, where: str) -> Item:
        """The item of one instantiation."""
        if not isinstance(entry, dict) or not isinstance(entry.get("<nl>"), str):
            raise bad_record(where, 'an object with a text "<nl>"', type(entry).__name__)
        symbols = self.template.symbols
        glosses: dict[str, str] = {}
        stray: list[str] = []
        for key, text in entry.items():
            match = _SYMBOL_KEY.fullmatch(key)
            if match and match[1] in symbols and isinstance(text, str):
                glosses[match[1]] = text.strip()
            elif key != "<nl>":
                stray.append(f"{key}: {text}")
        level, kind = self._level(), self._kind()
        attributes: dict[str, str | int | float | bool] = {
            "level": level,
            "kind": kind,
            "domain": domain,
            "category": category,
            "template": self.index,
            "abstract": domain == "abstract",
        }
        if stray:
            attributes["stray"] = "; ".join(stray)
        query = f"necessary({self.template.question})"
        text, question_text = _split_question(entry["<nl>"])
        return Item(
            id=f"contexthub/{level}/{kind}/{self.index:03d}/{_slug(domain)}/{_slug(category)}",
            title=f"{category} ({domain})",
            text=text,
            questions=(
                Question(id="1", text=question_text, kind="truth", query=query, gold=self.gold),
            ),
            formalization={
                "parameters": dict.fromkeys(symbols, "Bool"),
                "translation": {s: glosses[s] for s in symbols if s in glosses},
                "premise": list(self.template.premises),
                "question": [query],
            },
            attributes=attributes,
            provenance=Provenance(
                benchmark=BENCHMARK,
                file=self.document.path.name,
                index=self.index,
                parameters={"formal": self.formal.strip()},
            ),
        )

    def _level(self) -> int:
        """The level in the folder or file name; 0 if there is none."""
        match = _LEVEL.search("/".join(self.document.path.parts[-2:]))
        return int(match[1]) if match else 0

    def _kind(self) -> str:
        match = _KIND.search(self.document.path.name)
        return match[1].lower() if match else "unknown"


def _split_question(text: str) -> tuple[str, str]:
    """The text and its question, if the question is a separate last line; otherwise the whole text
    and an empty question."""
    message, _, last = text.strip().rpartition("\n")
    if message and ("?" in last or last.startswith("Deduce ")):
        return message.strip(), last.strip()
    return text.strip(), ""


def _literal(symbol: str, value: str) -> str:
    return symbol if value.casefold() == "true" else f"¬{symbol}"


def _formula(text: str, where: str) -> str:
    """`(aaa or aab)` and `(NOT aab)` in the program's notation, brackets as written."""
    if _TOKEN.sub("", text).strip():
        raise bad_record(where, "symbols, NOT, and, or and brackets", repr(text))
    words = [_WORDS.get(token.casefold(), token) for token in _TOKEN.findall(text)]
    return " ".join(words).replace("( ", "(").replace(" )", ")").replace("¬ ", "¬")


def _slug(text: str) -> str:
    return "-".join(re.findall(r"\w+", text.casefold())) or "x"
