"""Hardening items by the solver alone: rules are drawn until every claim is proved.

Owns the drawing: a theme, the rules between its axes, the open fact and the base's own statements,
the distractor, the variants and the questions. A draw is kept only if its sentences read back as
their rules and the solver accepts it (`acceptance`). Leaves the choice of suitable items to
`suitable_items`. After LLMEval-Logic, section 2.2 and appendix B.2; uses only the item's own text
and that of `items.wording.themes`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from items.claims.case import Case
from items.claims.harder import difficulty
from items.families.batches import GeneratedItems
from items.formal import FormalItem, formal_item
from items.harden.acceptance import REPEATED_QUESTION, accepted
from items.harden.attributes import EXCLUDED_STRATEGIES
from items.harden.candidate import hardened_name
from items.harden.catalogue import strategies
from items.harden.suitable_items import free_themes, unsuitable
from items.models import Item, Provenance, Question
from items.seeds import Draw
from items.wording.bank import Language
from items.wording.rule_sentences import Wording, wording_of
from items.wording.themes import Axis, Phrases, Theme, load_themes
from solver.language.printer import print_formula
from solver.language.problem import BASELINE
from solver.language.syntax import (
    And,
    BoolSort,
    EnumIs,
    Formula,
    Iff,
    Implies,
    Not,
    Prop,
    negation,
)

BENCHMARK = "hardened"
VERSION = "2"
LEAST_AXES = 2
BRANCHING = "add_branching"
DISTRACTOR = "add_distractor_premise"
SET_OUTPUT = "change_question_to_set_output"
UNCERTAINTY = "add_uncertainty_or_multi_answer"
COUNTERFACTUAL = "add_counterfactual_variant"
ALIAS = "alias_and_coreference_variation"
ONE_POINT = ("possible", "necessary", "truth")
"""Kinds of questions that do not ask for a set."""
MAX_DRAWS = 160
"""Maximum draws for one item and one number of axes."""
MOST_BASE_QUESTIONS = 2
TARGET_DIFFICULTY = 60.0
"""Default difficulty: bits to search, summed over the questions."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One added premise and its sentence."""

    formula: Formula
    sentence: str


@dataclass(frozen=True, slots=True)
class DrawnQuestion:
    """One question of a draft."""

    text: str
    kind: str
    query: str
    condition: str | None = None


@dataclass(frozen=True)
class _Draft:
    """One draw: rules in the order of the text, and questions."""

    rules: tuple[Rule, ...]
    facts: tuple[Rule, ...]
    """Statements of unnumbered sentences: that two names are one thing, and the value of the open
    fact."""
    distractor: int | None
    """Index of the distractor among the rules."""
    variants: dict[str, list[dict[str, Any]]]
    questions: tuple[DrawnQuestion, ...]
    axes: tuple[Axis, ...]


@dataclass(frozen=True)
class Hardener:
    """Hardens the items of a list, by index."""

    items: tuple[Item, ...]
    seed: int = 0
    target_difficulty: float = TARGET_DIFFICULTY
    """Target difficulty; see `items.claims.harder`."""
    excluded_strategies: frozenset[str] = frozenset()
    """Strategies that are not used, as in an ablation."""

    def __call__(self, index: int) -> GeneratedItems:
        """The hardened item at an index, with all its claims proved, or the reason why there is
        none."""
        item = self.items[index]
        reason = unsuitable(item)
        if reason:
            return GeneratedItems(rejected={reason: 1})
        rejected: Counter[str] = Counter()
        language: Language = "zh" if item.language.startswith("zh") else "en"
        phrases = load_themes(language)
        draw = Draw("harden", self.seed, item.content_hash)
        themes = free_themes(item, phrases.themes)
        if not themes:
            return GeneratedItems(rejected={"no item: its names are those of every theme": 1})
        theme = draw.choice(themes)
        work = _ItemHardener(item, theme, phrases, draw, self.excluded_strategies)
        most = 1 if BRANCHING in self.excluded_strategies else len(theme.axes)
        for axes in range(min(LEAST_AXES, most), most + 1):
            for _ in range(MAX_DRAWS):
                hardened, why = work.attempt(axes)
                if hardened is None:
                    rejected[why] += 1
                    if why == REPEATED_QUESTION:
                        # The base asks the same question twice.
                        work.max_base_questions = 1
                    continue
                if _difficulty(hardened) < self.target_difficulty and axes < most:
                    rejected["too easy with these axes"] += 1
                    break
                named = with_provenance(hardened, self.seed)
                return GeneratedItems((named,), rejected=dict(rejected))
        return GeneratedItems(
            rejected={**rejected, "no item: nothing that was drawn was proved": 1}
        )


def with_provenance(item: Item, seed: int) -> Item:
    """The item with its provenance."""
    parameters = {**item.provenance.parameters}
    provenance = Provenance(
        benchmark=BENCHMARK, generator="harden", version=VERSION, seed=seed, parameters=parameters
    )
    return item.model_copy(update={"provenance": provenance})


def _difficulty(item: Item) -> float:
    formal = formal_item(item)
    assert formal is not None
    return difficulty(Case(item, formal)).total_bits or 0.0


@dataclass
class _ItemHardener:
    """The work on one item: the literals that its base settles, and successive drafts."""

    base: Item
    theme: Theme
    phrases: Phrases
    draw: Draw
    excluded_strategies: frozenset[str] = frozenset()
    max_base_questions: int = MOST_BASE_QUESTIONS
    """Maximum questions of the base that are asked again."""
    wording: Wording = field(init=False)
    settled_literals: list[Formula] = field(init=False)
    """Literals of the base that follow from it."""
    open_literals: list[Formula] = field(init=False)
    """Literals that the base leaves open."""

    def __post_init__(self) -> None:
        formal = formal_item(self.base)
        assert formal is not None
        self.formal: FormalItem = formal
        case = Case(self.base, formal)
        symbols = formal.problem.signature.symbols.values()
        glosses = {
            s.name: s.gloss for s in symbols if isinstance(s.sort, BoolSort) and s.gloss.strip()
        }
        self.wording = wording_of(self.theme, glosses, self.phrases.language)
        self.settled_literals, self.open_literals = [], []
        # A negated gloss would be negated twice.
        plainly = [name for name in glosses if not self.wording.denies(name)]
        for name in plainly or glosses:
            literal = Prop(name)
            values = case.feasible(case.target(name))
            if values is None or len(values) == 0:
                continue
            if len(values) == 2:
                self.open_literals += [literal, Not(literal)]
            else:
                self.settled_literals.append(values[0])

    # --- drawing ---------------------------------------------------------------------------------

    def attempt(self, axes: int) -> tuple[Item | None, str]:
        """One hardened item, or why the draw was rejected."""
        draft = self._draft(self.theme.axes[:axes])
        if draft is None:
            return None, "rules that say the same"
        item = self._item(draft)
        formal = formal_item(item)
        assert formal is not None
        case = Case(item, formal, self.base)
        open_ = [axis.name for axis in draft.axes]
        if UNCERTAINTY not in self.excluded_strategies:
            open_.append(self.theme.open.name)
        own = len(self.formal.problem.premises)
        # A stated fact, which is not left open, decides rules that matter only under a variant.
        apart = own + len(draft.rules) if UNCERTAINTY in self.excluded_strategies else None
        hardened, why = accepted(case, open_, own, apart, self.excluded_strategies)
        if hardened is None:
            return None, why
        for rule in (*draft.rules, *draft.facts):
            if not self.wording.reads_back(rule.sentence, rule.formula):
                return None, "a sentence does not read back"
        return hardened, ""

    def _draft(self, axes: tuple[Axis, ...]) -> _Draft | None:
        theme, draw = self.theme, self.draw
        open_fact = Prop(theme.open.name)
        alias = open_fact if ALIAS in self.excluded_strategies else Prop(theme.alias.name)
        formulas: list[Formula] = []
        main = axes[0]
        values: list[Formula] = draw.shuffled(
            [EnumIs(main.name, value.name) for value in main.values]
        )
        # The base excludes a value, or ties one to a literal that it leaves open.
        if self.settled_literals:
            formulas.append(Implies(values[0], negation(draw.choice(self.settled_literals))))
        if SET_OUTPUT in self.excluded_strategies:
            return self._pointed(axes, values, alias, formulas)
        tied = draw.choice(self.open_literals) if self.open_literals else None
        if tied is not None:
            formulas.append(Implies(values[1], tied))
        others: list[Formula] = [EnumIs(a.name, v.name) for a in axes[1:] for v in a.values]
        # Each value of the open fact, always under its alias, excludes something else.
        side: Formula = alias if draw.chance(0.5) else Not(alias)
        formulas.append(Implies(side, negation(values[2])))
        ties: list[Formula] = [Implies(values[3], side)]
        if others:
            other = draw.choice(others)
            ties = [
                Implies(And((negation(side), values[3])), other),
                Implies(And((negation(side), other)), negation(values[3])),
                *ties,
            ]
        formulas.append(draw.choice(ties))
        if others:
            formulas.append(Implies(draw.choice(values), _either_way(draw, draw.choice(others))))
            formulas.append(Implies(draw.choice(others), _either_way(draw, draw.choice(values))))
        if len(axes) > 2:
            middle = [EnumIs(axes[1].name, value.name) for value in axes[1].values]
            third = [EnumIs(axes[2].name, value.name) for value in axes[2].values]
            formulas.append(Implies(draw.choice(third), _either_way(draw, draw.choice(middle))))
            formulas.append(Implies(draw.choice(middle), _either_way(draw, draw.choice(third))))
        rules, facts, lure = self._told(formulas, [*values, *others, open_fact])
        if rules is None:
            return None
        variants, conditions = self._variants(rules, facts, lure)
        questions = self._questions(axes, conditions, values, tied)
        return _Draft(rules, facts, lure, variants, questions, axes)

    def _told(
        self, formulas: list[Formula], tempting: Sequence[Formula]
    ) -> tuple[tuple[Rule, ...] | None, tuple[Rule, ...], int | None]:
        """The rules in the order of the text including the distractor, the facts, and the index of
        the distractor; None for the rules if two are the same."""
        draw, open_fact = self.draw, Prop(self.theme.open.name)
        formulas = list(dict.fromkeys(formulas))
        lure = Implies(Prop(self.theme.noise.name), draw.choice(tempting))
        formulas = draw.shuffled(formulas)
        place = draw.below(len(formulas)) if len(formulas) > 1 else 0
        lured = DISTRACTOR not in self.excluded_strategies
        if lured:
            formulas.insert(place, lure)
        if len(set(formulas)) < len(formulas):
            return None, (), None
        facts: list[Formula] = []
        if UNCERTAINTY in self.excluded_strategies:
            facts.append(open_fact if draw.chance(0.5) else Not(open_fact))
        if ALIAS not in self.excluded_strategies:
            facts.append(Iff(open_fact, Prop(self.theme.alias.name)))
        return self._said(formulas), self._said(facts), place if lured else None

    def _said(self, formulas: Sequence[Formula]) -> tuple[Rule, ...]:
        return tuple(Rule(formula, self.wording.sentence(formula)) for formula in formulas)

    def _pointed(
        self,
        axes: tuple[Axis, ...],
        values: Sequence[Formula],
        alias: Formula,
        formulas: list[Formula],
    ) -> _Draft | None:
        """A draft in which no question asks for a set: each asks about one point, and the rules
        decide points. Each value of the open fact excludes one value of the first axis, and two
        rules exclude another one via a second axis."""
        draw, open_fact = self.draw, Prop(self.theme.open.name)
        others: list[Formula] = [EnumIs(a.name, v.name) for a in axes[1:] for v in a.values]
        if others:
            other, barred = draw.choice(others), values[1 if self.settled_literals else 0]
            formulas += [Implies(barred, other), Implies(other, negation(barred))]
        positive = draw.chance(0.5)
        side = alias if positive else Not(alias)
        formulas += [Implies(side, negation(values[2])), Implies(values[3], side)]
        rules, facts, lure = self._told(formulas, [*values, *others, open_fact])
        if rules is None:
            return None
        points: list[tuple[str, Formula]] = [("necessary", open_fact), ("possible", open_fact)]
        points += [("possible", value) for value in values]
        points_asked = [self._point(kind, formula) for kind, formula in points]
        variants: dict[str, list[dict[str, Any]]] = {}
        if COUNTERFACTUAL not in self.excluded_strategies:
            fact: Formula = open_fact if positive else Not(open_fact)
            for name, condition, value in (
                ("alpha", fact, values[2]),
                ("beta", negation(fact), values[3]),
            ):
                variants[name] = [{"op": "add", "formula": print_formula(condition)}]
                text = self.phrases.filled("find", clause=self.wording.clause(condition))
                points_asked.append(self._point("possible", value, name, text))
        return _Draft(rules, facts, lure, variants, tuple(points_asked), axes)

    def _point(
        self, kind: str, formula: Formula, under: str = "", condition: str | None = None
    ) -> DrawnQuestion:
        """A question whether something is possible or necessary."""
        query = f"{kind}({print_formula(formula)}){f' under {under}' if under else ''}"
        return DrawnQuestion(
            self.phrases.filled(kind, clause=self.wording.clause(formula)), kind, query, condition
        )

    def _variants(
        self, rules: Sequence[Rule], facts: Sequence[Rule], distractor: int | None
    ) -> tuple[dict[str, list[dict[str, Any]]], dict[str, str]]:
        """Two variants of one edit each, and the conditions that state them."""
        draw, phrases = self.draw, self.phrases
        start = len(self.formal.problem.premises)
        if COUNTERFACTUAL in self.excluded_strategies:
            return {}, {}
        open_fact = Prop(self.theme.open.name)
        fact: Formula = open_fact if draw.chance(0.5) else Not(open_fact)
        alpha: list[dict[str, Any]] = [{"op": "add", "formula": print_formula(fact)}]
        texts = {"alpha": phrases.filled("find", clause=self.wording.clause(fact))}
        if UNCERTAINTY in self.excluded_strategies:
            fact = negation(facts[0].formula)
            place = start + len(rules)
            alpha = [{"op": "replace", "premise": place, "formula": print_formula(fact)}]
            texts = {"alpha": phrases.filled("contrary", clause=self.wording.clause(fact))}
        n = draw.choice([n for n in range(len(rules)) if n != distractor])
        old = quoted(rules[n].sentence)
        if draw.chance(0.5):
            beta: dict[str, Any] = {"op": "drop", "premise": start + n}
            texts["beta"] = phrases.filled("drop", old=old)
        else:
            changed = rules[n].formula
            assert isinstance(changed, Implies)
            new = Implies(changed.left, negation(changed.right))
            beta = {"op": "replace", "premise": start + n, "formula": print_formula(new)}
            texts["beta"] = phrases.filled(
                "rewrite", old=old, new=quoted(self.wording.sentence(new))
            )
        return {"alpha": alpha, "beta": [beta]}, texts

    def _questions(
        self,
        axes: tuple[Axis, ...],
        conditions: dict[str, str],
        values: Sequence[Formula],
        tied_statement: Formula | None,
    ) -> tuple[DrawnQuestion, ...]:
        """Five questions about the axes. One also asks about the statement of the base that a rule
        ties to an axis, since otherwise the rule would not be needed."""
        phrases, open_name = self.phrases, self.theme.open.name
        names = [axis.name for axis in axes]
        axis_phrases = [axis.asks for axis in axes]
        hidden = phrases.filled("whether", clause=self.theme.open.says)
        under = {name: f" under {name}" for name in conditions}
        more = (
            []
            if tied_statement is None
            else [tied_statement.body if isinstance(tied_statement, Not) else tied_statement]
        )
        wordings = [
            *axis_phrases,
            *(self.wording.whether(f, phrases.texts["whether"]) for f in more),
        ]
        listed = _joined(phrases, wordings)
        count = "count" if len(wordings) > 1 else "count_one"
        inside = ", ".join([*names, *(print_formula(f) for f in more)])
        both, all_inside = _joined(phrases, [*axis_phrases, hidden]), ", ".join([*names, open_name])
        first = _joined(phrases, [axis_phrases[0], hidden]), f"{names[0]}, {open_name}"
        # If the base excludes the first value, its negation has no alternative.
        value = negation(values[0]) if self.draw.chance(0.5) else values[3]
        few, pair = ", ".join(names[:2]), _joined(phrases, axis_phrases[:2])
        clause = self.wording.clause(value)
        unique = self.draw.chance(0.5)
        kind = "unique_solution" if unique else "enumerate_models"
        alone = "" if len(names) > 1 else "_one"
        return (
            DrawnQuestion(
                phrases.filled("enumerate", things=first[0]),
                "enumerate_models",
                f"enumerate_models({first[1]})",
            ),
            DrawnQuestion(
                phrases.filled(count, things=listed), "count_models", f"count_models({inside})"
            ),
            DrawnQuestion(
                phrases.filled("alternative", clause=clause),
                "has_alternative",
                f"has_alternative({names[0]}; {print_formula(value)})",
            ),
            DrawnQuestion(
                phrases.filled(("unique" if unique else "enumerate") + alone, things=pair),
                kind,
                f"{kind}({few}){under.get('alpha', '')}",
                conditions.get("alpha"),
            ),
            DrawnQuestion(
                phrases.filled("count", things=both),
                "count_models",
                f"count_models({all_inside}){under.get('beta', '')}",
                conditions.get("beta"),
            ),
        )

    # --- the item --------------------------------------------------------------------------------

    def _item(self, draft: _Draft) -> Item:
        base, theme = self.base, self.theme
        formalization = dict(base.formalization or {})
        start = len(self.formal.problem.premises)
        own = formalization.get("premise", [])
        premises = list(own) if isinstance(own, list) else [own]
        assert len(premises) == start
        premises += [print_formula(rule.formula) for rule in draft.rules]
        premises += [print_formula(rule.formula) for rule in draft.facts]
        parameters = dict(formalization.get("parameters") or {})
        translation = dict(formalization.get("translation") or {})
        for axis in draft.axes:
            parameters[axis.name] = f"Enum({', '.join(v.name for v in axis.values)})"
            translation[axis.name] = axis.asks
        added = [theme.open]
        added += [] if ALIAS in self.excluded_strategies else [theme.alias]
        added += [] if draft.distractor is None else [theme.noise]
        for symbol in added:
            parameters[symbol.name] = "Bool"
            translation[symbol.name] = symbol.says
        hardened = {
            **{k: v for k, v in formalization.items() if k not in ("question", "answer")},
            "parameters": parameters,
            "translation": translation,
            "premise": premises,
            **({"variants": draft.variants} if draft.variants else {}),
        }
        base_questions = self._kept_questions()
        questions = [
            *base_questions,
            *(
                Question(
                    id=str(n),
                    text=part.text,
                    kind=part.kind,
                    query=part.query,
                    condition=part.condition,
                )
                for n, part in enumerate(draft.questions, len(base_questions) + 1)
            ),
        ]
        names = [axis.name for axis in draft.axes]
        open_name = theme.open.name
        distractor = None if draft.distractor is None else start + draft.distractor
        claims: dict[str, Any] = {
            BRANCHING: {
                "axes": names if UNCERTAINTY in self.excluded_strategies else [*names, open_name]
            },
            DISTRACTOR: {"premises": [distractor], "readings": [theme.noise.name]},
            SET_OUTPUT: {},
            UNCERTAINTY: {"axis": open_name},
            COUNTERFACTUAL: {},
            ALIAS: {"names": [[open_name, theme.alias.name]]},
        }
        attributes: dict[str, str | int | float | bool] = {
            "kind": "hard",
            "base": base.id,
            "theme": theme.name,
        }
        if self.excluded_strategies:
            attributes[EXCLUDED_STRATEGIES] = ", ".join(sorted(self.excluded_strategies))
        return Item(
            id=f"{base.id}/{hardened_name(self.excluded_strategies)}",
            title=base.title,
            language=base.language,
            text=self._text(draft),
            questions=tuple(questions),
            formalization=hardened,
            attributes=attributes,
            claims={
                strategies()[name].claim: declared
                for name, declared in claims.items()
                if name not in self.excluded_strategies
            },
        )

    def _kept_questions(self) -> list[Question]:
        """Questions of the base that are a single query at the baseline."""
        questions: list[Question] = []
        for place, leaf in enumerate(self.base.leaves):
            query = self.formal.queries.get(place)
            if query is None or not leaf.text.strip() or leaf.kind in (None, "choice", "text"):
                continue
            if SET_OUTPUT in self.excluded_strategies and leaf.kind not in ONE_POINT:
                continue
            if query.under == BASELINE and leaf.condition is None:
                questions.append(
                    Question(
                        id=str(len(questions) + 1), text=leaf.text, kind=leaf.kind, query=leaf.query
                    )
                )
        return questions[: self.max_base_questions]

    def _text(self, draft: _Draft) -> str:
        theme, phrases = self.theme, self.phrases
        end = "。" if phrases.language == "zh" else "."
        lines = [theme.intro, *(axis.closure for axis in draft.axes)]
        lines += [] if ALIAS in self.excluded_strategies else [theme.alias_sentence]
        if UNCERTAINTY in self.excluded_strategies:
            lines.append(f"{draft.facts[0].sentence}{end}")
        else:
            lines.append(theme.why)
        joint = "" if phrases.language == "zh" else " "
        first = _labels(self.base.text) + 1
        rules = [f"{n}. {rule.sentence}{end}" for n, rule in enumerate(draft.rules, first)]
        return "\n".join(
            [self.base.text.rstrip(), joint.join(lines), *rules, phrases.filled("closing")]
        )


def _labels(text: str) -> int:
    """Number of entries that a text numbers as 1., 2. and so on; 0 if there are fewer than two."""
    numbers = {int(n) for n in re.findall(r"(?<![\d.])(\d{1,3})[.．、)）](?!\d)", text)}
    number = 0
    while number + 1 in numbers:
        number += 1
    return number if number > 1 else 0


def _either_way(draw: Draw, formula: Formula) -> Formula:
    return formula if draw.chance(0.5) else negation(formula)


def quoted(sentence: str) -> str:
    """A sentence for use inside quotation marks, with single and double quotation marks
    alternating. A closing single one alone is an apostrophe."""
    turned = str.maketrans("“”‘’", "‘’“”" if "‘" in sentence else "‘’‘’")
    return sentence.translate(turned)


def _joined(phrases: Phrases, parts: Sequence[str]) -> str:
    *before, last = parts
    return phrases.texts["comma"].join(before) + phrases.texts["and"] + last if before else last
