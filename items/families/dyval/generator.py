"""The DyVal generator: propositional trees as items, abstract or in ContextHub's domains.

Owns the parameters of a run and the construction of items. Each is read back from its text and
proved by the solver before it is returned. `task` draws, `words` renders. (Hua et al.,
"Disentangling Logic", sections 3.1 to 3.3.)
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from items.answers import TruthAnswer
from items.families.batches import PROVED, GeneratedItems
from items.families.dyval import chinese
from items.families.dyval.chain import GIVEN_PREMISE, Step, chain, support_size
from items.families.dyval.strict_tasks import (
    LEAST_DEPTH,
    REQUIRED_OPERATOR,
    Lit,
    StrictTask,
    draw_strict,
)
from items.families.dyval.strict_tasks import formal_text as strict_text
from items.families.dyval.task import (
    LabelNotReached,
    Shape,
    Task,
    draw_task,
    formal_text,
    most_symbols,
    symbol,
)
from items.families.dyval.words import (
    ABSTRACT,
    TaskText,
    abstract_names,
    choose,
    domain,
    domains,
    hear,
    render,
    tell_strict,
)
from items.gold.check import check_item
from items.models import Item, Provenance, Question
from items.seeds import Draw
from items.sources.contexthub import read_template
from items.wording.bank import Language
from items.wording.conventions import with_conventions
from solver.errors import InputError

GENERATOR = "dyval"
VERSION = "11"
BENCHMARK = "DyVal (generated)"
Instantiation = Literal["abstract", "contextual", "symbols"]
ANY_DOMAIN = "any"
ALL_DOMAINS = "all"
_ANSWER: dict[str, bool | str] = {"true": True, "false": False, "unknown": "N/A"}


@dataclass(frozen=True, slots=True)
class Dyval:
    """A run of the generator; it maps an index to that index's items."""

    shape: Shape
    seed: int
    instantiations: tuple[Instantiation, ...] = ("abstract",)
    """Each task is instantiated in each of these ways."""
    domain: str = ANY_DOMAIN
    """Contextual only: a domain, `any` (a random one per task) or `all` of them."""
    strict: bool = False
    """Whether tasks have two trees and signs on every symbol, unlike in the published
    construction."""
    language: Language = "en"
    """Chinese only for strict tasks in sentences."""
    chains: bool = False
    """Strict tasks: whether the reasoning chain is the explanation."""

    def __post_init__(self) -> None:
        """Raises InputError for an unknown domain and for combinations that cannot be generated."""
        if not self.strict and (self.chains or self.shape.extra):
            raise InputError(
                "Not in the published construction",
                "only strict tasks have reasoning chains and extra rules",
                "Omit --as-published.",
            )
        if self.language != "en" and not (
            self.strict and set(self.instantiations) == {"contextual"}
        ):
            raise InputError(
                "Not available in Chinese",
                "only strict tasks in sentences are available in Chinese",
                "Use --instantiation contextual, without --as-published.",
            )
        if self.domain not in (ANY_DOMAIN, ALL_DOMAINS):
            domain(self.domain)
        most = most_symbols(self.shape.depth, self.shape.width)
        if self.strict:
            most = 2 * most - (self.shape.kind == "deductive") + self.shape.extra
            if self.shape.kind == "abductive" and self.shape.depth < LEAST_DEPTH:
                raise InputError(
                    "Wrong depth",
                    f"expected {LEAST_DEPTH} or more for abduction, found {self.shape.depth}: a "
                    "single rule reveals its label",
                    "The published construction (--as-published) also has depth 2.",
                )
            needed, why = REQUIRED_OPERATOR[self.shape.kind]
            if not self.shape.weights[needed]:
                raise InputError(
                    "No such tasks",
                    f"{self.shape.kind} tasks need a probability of “{needed.name.lower()}” above "
                    f"0: {why}",
                    "Give other --operators (AND,OR,NOT), or use --as-published.",
                )
        vocabularies = domains() if self.language == "en" else chinese.domains()
        room = min(vocabulary.size for vocabulary in vocabularies.values())
        if "contextual" in self.instantiations and most > room:
            raise InputError(
                "Tree too large for a vocabulary",
                f"depth {self.shape.depth} and width {self.shape.width} take up to {most} "
                f"sentences, a domain has {room}",
                "Use --instantiation abstract or symbols for such trees.",
            )

    def __call__(self, index: int) -> GeneratedItems:
        """Return the items for one index, in the order of the instantiations."""
        try:
            task = self._task(index)
        except LabelNotReached:
            return GeneratedItems(rejected={"label not reached": 1})
        items: list[Item] = []
        rejected: dict[str, int] = {}
        record: dict[str, Any] = {
            "question": [{"<nl>": task.formal}],
            "answer": _ANSWER[task.label],
        }
        for instance in self._instances(task, index):
            if instance.reason:
                rejected[instance.reason] = rejected.get(instance.reason, 0) + 1
                continue
            items.append(instance.item)
            entries = record.setdefault(instance.domain, {})
            entries[instance.category] = {
                **{f"<{name}>": text for name, text in instance.glosses.items()},
                "<nl>": f"{instance.text.text}\n{instance.text.question}",
            }
        return GeneratedItems(tuple(items), (record,) if items else (), rejected)

    def _task(self, index: int) -> "Task | StrictTask":
        if self.strict:
            return draw_strict(self.shape, self.seed, index)
        return draw_task(self.shape, self.seed, index)

    def _instances(self, task: "Task | StrictTask", index: int) -> list["_Instance"]:
        instances: list[_Instance] = []
        for way in self.instantiations:
            if way == "contextual":
                instances.extend(
                    self._contextual(task, index, name) for name in self._domains(index)
                )
            else:
                instances.append(self._abstract(task, index, way))
        return instances

    def _domains(self, index: int) -> tuple[str, ...]:
        if self.domain == ALL_DOMAINS:
            return tuple(domains())
        if self.domain != ANY_DOMAIN:
            return (self.domain,)
        return (self._draw("domain", self._told_alike(index)).choice(tuple(domains())),)

    def _told_alike(self, index: int) -> int:
        """The number shared by tasks with the same subject matter: strict tasks share it with all
        others of their block, so that no word and no name occurs with one label more often."""
        return index // sum(self.shape.labels) if self.strict else index

    def _draw(self, purpose: str, number: int, *words: str) -> Draw:
        """The random stream for a purpose; it does not depend on the order of the premises."""
        shape = self.shape
        name = (f"dyval {purpose}", shape.kind, shape.depth, shape.width, self.seed, number)
        return Draw(*name, *words)

    def _abstract(
        self, task: "Task | StrictTask", index: int, instantiation: Instantiation
    ) -> "_Instance":
        size = task.size
        symbols = tuple([symbol(node) for node in range(size)])
        names = symbols
        if instantiation == "abstract":
            names = abstract_names(size, self._draw("abstract", self._told_alike(index)))
        formal = (
            strict_text(task, names) if isinstance(task, StrictTask) else formal_text(task, names)
        )
        text, _, question = formal.rpartition("\n")
        glosses = dict(zip(symbols, names, strict=True)) if instantiation == "abstract" else {}
        template = read_template(f"{text}\n{question}", "generated text")
        return self._instance(
            task,
            index,
            ABSTRACT,
            instantiation,
            TaskText(text, question),
            glosses,
            (template.premises, template.question),
        )

    def _contextual(self, task: "Task | StrictTask", index: int, name: str) -> "_Instance":
        if self.language != "en" and isinstance(task, StrictTask):
            return self._chinese(task, index, name)
        draw = self._draw("words", self._told_alike(index), name)
        chosen = choose(domain(name), task.size, draw)
        if isinstance(task, StrictTask):
            meaning = tell_strict(task, chosen.sentences, self._draw("telling", index, name))
        else:
            meaning = render(task, chosen.sentences, draw)
        pairs = {symbol(node): sentence for node, sentence in enumerate(chosen.sentences)}
        glosses = {
            key: pair.affirmation[:1].upper() + pair.affirmation[1:] for key, pair in pairs.items()
        }
        heard = hear(meaning, pairs)
        return self._instance(
            task, index, name, chosen.category, meaning, glosses, (heard.premises, heard.question)
        )

    def _chinese(self, task: StrictTask, index: int, name: str) -> "_Instance":
        draw = self._draw("words zh", self._told_alike(index), name)
        chosen = choose(chinese.domains()[name], task.size, draw)
        meaning = chinese.render(task, chosen.sentences, self._draw("telling zh", index, name))
        pairs = {symbol(node): sentence for node, sentence in enumerate(chosen.sentences)}
        glosses = {key: pair.affirmation for key, pair in pairs.items()}
        heard = chinese.hear(meaning, pairs)
        return self._instance(
            task, index, name, chosen.category, meaning, glosses, (heard.premises, heard.question)
        )

    def _instance(
        self,
        task: "Task | StrictTask",
        index: int,
        domain: str,
        category: str,
        meaning: TaskText,
        glosses: dict[str, str],
        read_back: tuple[tuple[str, ...], str],
    ) -> "_Instance":
        formal = task.formal
        template = read_template(formal, "generated text")
        query = f"necessary({template.question})"
        shape = self.shape
        attributes: dict[str, str | int | float | bool] = {
            "level": shape.depth - 1,
            "kind": shape.kind,
            "domain": domain,
            "category": category,
            "template": index,
            "abstract": domain == ABSTRACT,
            "depth": shape.depth,
            "order": shape.order,
            "negated": isinstance(task, Task) and task.negated,
            "proof": PROVED,
        }
        if self.strict:
            attributes |= {
                "mode": "strict",
                "twins": f"{self._prefix()}/{self._told_alike(index):05d}",
            }
        explanation = ""
        steps: tuple[Step, ...] = ()
        if self.chains and isinstance(task, StrictTask):
            steps = chain(task)
            explanation = explain(steps, glosses, self.language)
            if steps:
                attributes["support_size"] = support_size(steps)
        parameters: dict[str, Any] = {
            "kind": shape.kind,
            "depth": shape.depth,
            "width": shape.width,
            "operators": list(shape.weights),
            "order": shape.order,
            "balance": shape.balance,
            "mode": "strict" if self.strict else "published",
            "instantiation": category if domain == ABSTRACT else "contextual",
            "domain": self.domain,
            "formal": formal,
        }
        if steps:
            parameters["chain"] = [[step.premise, list(step.uses)] for step in steps]
        if shape.labels != (1, 1, 1):
            parameters["labels"] = list(shape.labels)
        if shape.extra:
            parameters["extra"] = shape.extra
        text = meaning.text
        if self.strict and domain == ABSTRACT:
            text = with_conventions(text, "", "en")
        item = Item(
            id="/".join((self._prefix(), f"{index:05d}", _slug(domain), _slug(category))),
            title=f"{category} ({domain})",
            language=self.language,
            text=text,
            questions=(
                Question(
                    id="1",
                    text=meaning.question,
                    kind="truth",
                    query=query,
                    gold=TruthAnswer(value=task.label),
                ),
            ),
            formalization={
                "parameters": dict.fromkeys(template.symbols, "Bool"),
                "translation": glosses,
                "premise": list(template.premises),
                "question": [query],
            },
            attributes=attributes,
            explanation=explanation,
            provenance=Provenance(
                benchmark=BENCHMARK,
                index=index,
                generator=GENERATOR,
                version=VERSION,
                seed=self.seed,
                parameters=parameters,
            ),
        )
        reason = ""
        if not _same(read_back, (template.premises, template.question), glosses):
            reason = "not read back as intended"
        elif check_item(item, engine="worlds").state != PROVED:
            reason = "label not proved"
        return _Instance(item, domain, category, meaning, glosses, reason)

    def _prefix(self) -> str:
        shape = self.shape
        parts = [shape.kind, f"d{shape.depth}", f"w{shape.width}", shape.order]
        if shape.operators is not None:
            parts.append("op" + "-".join(f"{weight:g}" for weight in shape.operators))
        if shape.labels != (1, 1, 1):
            parts.append("l" + "".join(f"{share}." for share in shape.labels).rstrip("."))
        if shape.extra:
            parts.append(f"x{shape.extra}")
        if self.strict:
            parts.append("strict")
            if self.language != "en":
                parts.append(self.language)
        elif shape.balance:
            parts.append("balanced")
        return f"dyval/{'-'.join(parts)}/s{self.seed}"


@dataclass(frozen=True, slots=True)
class _Instance:
    item: Item
    domain: str
    category: str
    text: TaskText
    glosses: dict[str, str]
    reason: str
    """Why it must be rejected; empty if it is accepted."""


def _same(
    read_formulas: tuple[tuple[str, ...], str],
    intended_formulas: tuple[tuple[str, ...], str],
    glosses: dict[str, str],
) -> bool:
    """Whether the text is read back as the intended formulas; random strings are mapped to
    symbols."""
    symbol_of_gloss = {text: name for name, text in glosses.items()}

    def plain(formula: str) -> str:
        return re.sub(r"\w+", lambda match: symbol_of_gloss.get(match[0], match[0]), formula)

    return [*map(plain, read_formulas[0]), plain(read_formulas[1])] == [
        *intended_formulas[0],
        intended_formulas[1],
    ]


_CHAIN_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "holds": "“{text}” is true",
        "fails": "“{text}” is false",
        "premise": "premise {number}",
        "given": "given in the question",
        "steps": "step {number}",
        "joint": ", ",
        "neither": "Neither what is asked about nor its denial follows: both are possible.",
    },
    "zh": {
        "holds": "“{text}”为真",
        "fails": "“{text}”为假",
        "premise": "前提{number}",
        "given": "问题中给出",
        "steps": "第{number}步",
        "joint": "、",
        "neither": "所问的陈述和它的否定都推不出：两者都有可能。",
    },
}


def explain(steps: Sequence[Step], glosses: Mapping[str, str], language: Language) -> str:
    """Render the steps of a chain, one per line, with premises numbered from 1 as presented."""
    words = _CHAIN_WORDS[language]
    if not steps:
        return words["neither"]

    def sentence(literal: Lit) -> str:
        name = symbol(literal.symbol)
        kind = "holds" if literal.positive else "fails"
        return words[kind].format(text=glosses.get(name, name))

    lines = []
    for number, step in enumerate(steps, start=1):
        sources = [words["given"]]
        if step.premise != GIVEN_PREMISE:
            sources = [words["premise"].format(number=step.premise + 1)]
        sources += [words["steps"].format(number=place + 1) for place in step.uses]
        lines.append(f"{number}. {sentence(step.conclusion)} ({words['joint'].join(sources)})")
    return "\n".join(lines)


def _slug(text: str) -> str:
    return "-".join(re.findall(r"\w+", text.casefold()))
