"""The generator of tasks about one rule of inference.

Three strands of premises have the same shape: each leads, through the same number of steps of one
rule, from a first literal to the statement in the question or its denial. The last step of one
strand reaches the statement and that of another its denial; that of the third reaches nothing,
because it needs the opposite sign of the literal before it. One first literal is given. The ties at
each joint decide which last step its strand has, and thus the label: true, false or unknown;
nothing else differs. A reader that sees only which sentences share a clause therefore finds the
same distance between the given literal and the statement, whatever the label. Rules and depths are
those of Multi-LogiEval (Patel et al., 2024) and LogicBench (Parmar et al., 2024).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Literal

from items.families import last_gate
from items.families.agreement import MODE, mode_of
from items.families.batches import GeneratedItems
from items.families.family import parameter
from items.families.rules.read_back import differences, question_text
from items.families.rules.steps import RULES, Lit, Premise, Rule
from items.families.task_item import Formal, Source, truth_question
from items.models import Item
from items.seeds import Draw
from items.wording.bank import Language, load_bank
from items.wording.conventions import with_conventions
from items.wording.forms import build
from items.wording.render import Writer
from solver.errors import InputError
from solver.language.printer import print_formula
from solver.language.syntax import Formula, Not, Prop

SOURCE = Source("rules", "6", "Rules of inference (generated)")
Label = Literal["true", "false", "unknown"]
LABELS: tuple[Label, ...] = ("true", "false", "unknown")
"""Label of each strand by its end: the statement in the question, its denial, neither."""
STRANDS = len(LABELS)
_NEGATION_PROBABILITY = 0.35
_WORDINGS = 5
_CLAUSES_IN_BANK: Mapping[Language, int] = {"en": 48, "zh": 30}
"""Number of clauses about different things that the bank is sure to provide."""
Third = Literal["tied", "apart"]
RuleName = Literal[
    "any",
    "modus-ponens",
    "modus-tollens",
    "disjunctive-syllogism",
    "conjunctive-syllogism",
    "biconditional-elimination",
    "hypothetical-syllogism",
    "resolution",
    "conjunction-introduction",
    "disjunction-introduction",
    "de-morgan",
    "proof-by-cases",
    "reductio",
]


@dataclass(frozen=True, slots=True)
class Task:
    """A task in symbols."""

    rule: str
    premises: tuple[Premise, ...]
    asked_literal: Lit
    symbols: int


@dataclass(frozen=True)
class Rules:
    """Tasks about one named rule of inference, applied as many times as the depth says. Three
    consecutive tasks, one for each label, differ only in the connections between steps."""

    seed: int = 0
    rule: RuleName = parameter("any", "A rule of inference; any: each in turn.")
    depth: int = parameter(2, "Steps from the given fact to the conclusion.", least=1, most=5)
    third: Third = parameter(
        "tied",
        "Where the third strand ends: tied to the asked statement, or apart from it, which "
        "balanced twins need; then shared clauses reveal Unknown.",
    )
    language: Language = parameter("en", "Language of the texts.")

    def __post_init__(self) -> None:
        """Raises InputError if a task needs more symbols than the bank has clauses."""
        if self.rule == "any":
            return
        needed = symbols_of(RULES[self.rule], self.depth, self.third)
        room = _CLAUSES_IN_BANK[self.language]
        if needed > room:
            raise InputError(
                "Too many symbols for the bank",
                f"{self.rule} at depth {self.depth} takes {needed} clauses about different "
                f"things, the bank has {room} in this language",
                "Ask for less depth.",
            )

    @cached_property
    def _turns(self) -> tuple[Rule, ...]:
        """The rules used for tasks, in turn."""
        if self.rule != "any":
            return (RULES[self.rule],)
        most = min(_CLAUSES_IN_BANK.values())
        return tuple(r for r in RULES.values() if symbols_of(r, self.depth, self.third) <= most)

    def most_different(self) -> int:
        """Return the largest possible number of problems, ignoring names. Strands can be exchanged,
        so problems differ only in the label, in the signs of the symbols, and in which sign of the
        symbol in the question the third strand leads away from."""
        return sum(
            STRANDS
            * 2 ** (symbols_of(rule, self.depth, self.third) - 1)
            * (2 if self.third == "tied" else 1)
            for rule in self._turns
        )

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for an index; three consecutive items are twins."""
        number, place = divmod(index, STRANDS)
        rule = self._turns[number % len(self._turns)]
        label = Draw("rules labels", self.seed, number).shuffled(LABELS)[place]
        key = f"{self.seed} {self.depth} {number}"
        task = draw_task(rule, self.depth, label, key, self.third)
        result = GeneratedItems(rejected={last_gate.NOT_READ_BACK: 1})
        for attempt in range(_WORDINGS):
            item = self._item(index, number, task, label, attempt)
            result = last_gate.given_out(item, differences)
            if result.items or last_gate.NOT_READ_BACK not in result.rejected:
                return result
        return result

    def _item(self, index: int, number: int, task: Task, label: Label, attempt: int) -> Item:
        name = ("rules words", self.seed, task.rule, self.depth, self.language, index, attempt)
        rng = Random("|".join(map(str, name)))
        names = [f"P{n + 1}" for n in range(task.symbols)]
        drawn = load_bank(self.language).draw(rng, task.symbols)
        groups = dict(zip(names, drawn, strict=True))
        writer = Writer(groups, rng, self.language)
        order = Draw("rules order", self.seed, task.rule, self.depth, index).shuffled(task.premises)
        formulas = [_formula(premise) for premise in order]
        message = writer.passage(formulas)
        statement = writer.sentence(_literal(task.asked_literal), as_question=True)
        return SOURCE.item(
            self.seed,
            index,
            f"{task.rule}/d{self.depth}" + ("" if self.third == "tied" else f"-{self.third}"),
            task.rule,
            self.language,
            with_conventions(message, statement, self.language),
            truth_question(
                question_text(statement, self.language),
                print_formula(_literal(task.asked_literal)),
                label,
            ),
            Formal(
                dict.fromkeys(names, "Bool"),
                {name: group.clauses[0].text for name, group in groups.items()},
                [print_formula(formula) for formula in formulas],
            ),
            {
                "kind": "rule of inference",
                "rule": task.rule,
                "depth": self.depth,
                MODE: mode_of(strict=self.depth > 1 and self.third == "tied"),
                "premises": len(formulas),
                "twins": f"{task.rule}-d{self.depth}-s{self.seed}-{number}",
            },
            {
                "rule": self.rule,
                "depth": self.depth,
                "third": self.third,
                "groups": [group.id for group in drawn],
            },
        )


def symbols_of(rule: Rule, depth: int, third: Third = "tied") -> int:
    """Return the number of symbols in a task: the strands share one final symbol, or have two."""
    return STRANDS * (depth + rule.fresh_count * depth) + (1 if third == "tied" else 2)


def draw_task(rule: Rule, depth: int, label: Label, key: str, third: Third = "tied") -> Task:
    """Draw a task. Tasks that differ only in the label have the same premises except for the ties
    between strands."""
    draw = Draw("rules", rule.name, depth, key)
    count = symbols_of(rule, depth, third)
    numbers = draw.shuffled(range(count))
    signs = [not draw.chance(_NEGATION_PROBABILITY) for _ in range(count)]
    literals = [Lit(n, signs[n]) for n in numbers]
    asked_literal = literals.pop()
    tied = third == "tied"
    last = (
        literals.pop() if not tied else asked_literal if draw.chance(0.5) else asked_literal.denied
    )
    ends = [asked_literal, asked_literal.denied, last]
    layers = [[literals.pop() for _ in range(STRANDS)] for _ in range(depth)]
    fresh = [
        [[literals.pop() for _ in range(rule.fresh_count)] for _ in range(STRANDS)]
        for _ in range(depth)
    ]
    given_strand = draw.below(STRANDS)
    ties = [draw.shuffled(range(STRANDS)) for _ in range(depth - 1)]
    now = given_strand
    for tie in ties:
        now = tie[now]
    goal = LABELS.index(label)
    others = draw.shuffled([n for n in range(STRANDS) if n != goal])
    ties.append([goal if n == now else others.pop() for n in range(STRANDS)])
    premises = [Premise("fact", (layers[0][given_strand],))]
    for step, tie in enumerate(ties):
        after = layers[step + 1] if step + 1 < depth else ends
        for strand in range(STRANDS):
            nowhere = tied and after is ends and LABELS[tie[strand]] == "unknown"
            says = rule.leading_nowhere if nowhere else rule.premises
            premises += says(layers[step][strand], after[tie[strand]], fresh[step][strand])
    # A question is never about a negation.
    if not asked_literal.positive:
        premises = [
            Premise(form, tuple([_turned(lit, asked_literal) for lit in lits]))
            for form, lits in premises
        ]
        asked_literal = asked_literal.denied
    return Task(rule.name, tuple(premises), asked_literal, count)


def _turned(literal: Lit, asked_literal: Lit) -> Lit:
    return literal.denied if literal.symbol == asked_literal.symbol else literal


def _literal(literal: Lit) -> Formula:
    prop = Prop(f"P{literal.symbol + 1}")
    return prop if literal.positive else Not(prop)


def _formula(premise: Premise) -> Formula:
    return build(premise.form, [_literal(literal) for literal in premise.literals])
