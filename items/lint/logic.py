"""Lint by the solver: premises, gold answers, options, and conclusions that follow too easily.

Owns which formulas an item claims to follow, and the rules about them. It ignores the text, so all
renderings of one formalization share one result.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from items.answers import ChoiceAnswer
from items.families.agreement import idle_on_purpose
from items.findings import rules
from items.findings.rules import Finding
from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE, PartCheck, Status, check_item
from items.gold.engine_answers import conjoined
from items.lint.prover import Prover, conditional, prover
from items.models import Item, Question
from items.values.letters import letter
from solver.cancel import Budget, GaveUp, Meter, within
from solver.errors import InputError, NotRead
from solver.kinds.registry import KINDS, kind_of
from solver.language.edits import theory
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Premise, Query, Theory
from solver.language.syntax import (
    EnumIs,
    EnumSame,
    Equal,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Pred,
    Prop,
    SymbolKey,
    expand,
    negation,
    symbols_of,
)
from solver.language.usage import query_formulas
from solver.results import EngineChoice

DEFAULT_TIMEOUT = 30.0
"""Time limit of the solver for one item, in seconds."""
NOISE = ("noise", "distractors")
"""Attributes with the number of premises that are intentionally irrelevant."""


@dataclass(frozen=True, slots=True)
class LogicFindings:
    """The findings about one formalization and its questions."""

    findings: tuple[Finding, ...] = ()
    answers: int = 0
    """Number of answers that follow: the base of `single-premise` and `vacuous`."""
    readable: bool = True


@dataclass(frozen=True, slots=True)
class _Claim:
    """A formula that follows and is an answer, or part of one."""

    formula: Formula
    question: Question
    under: str
    given: Formula | None = None
    added_premise: Formula | None = None
    """The missing premise, if the formula follows only with it."""


def look(
    item: Item, timeout: float = DEFAULT_TIMEOUT, engine: EngineChoice = "auto"
) -> LogicFindings:
    """The solver's findings about an item with a formalization, within `timeout` seconds. A finding
    also reports if something was left undecided."""
    try:
        budget = Budget.of(timeout)
        formal = formal_item(item, budget=budget)
    except NotRead:
        return LogicFindings(
            (Finding(rules.UNDECIDED, "the formalization was not read in time"),), readable=False
        )
    except InputError as error:
        message = error.line
        return LogicFindings((Finding(rules.UNREADABLE, message),), readable=False)
    if formal is None:
        return LogicFindings(readable=False)
    return _LogicLinter(item, formal, budget, engine).look()


class _LogicLinter:
    def __init__(
        self, item: Item, formal: FormalItem, budget: Budget, engine: EngineChoice
    ) -> None:
        self.item = item
        self.engine: EngineChoice = engine
        self.budget = budget
        self.unsolved = False
        self.formal = formal
        self.problem = formal.problem
        self.findings: list[Finding] = []
        self.provers: dict[str, Prover] = {}
        self.theories: dict[str, Theory] = {}
        self._known: dict[int, tuple[Formula, frozenset[SymbolKey]]] = {}
        """Maps a formula's identity to the formula and its symbols."""
        self.formulas = [
            *[f for query in formal.queries.values() for f in query_formulas(query)],
            *[f for options in formal.options.values() for f in options if f is not None],
        ]

    def look(self) -> LogicFindings:
        claims: list[_Claim] = []
        whole = all(
            [
                self._within_budget(self._consistency),
                self._within_budget(self._golds),
                self._within_budget(self._options),
                self._within_budget(lambda: claims.extend(self._claims())),
            ]
        )
        self._within_budget(lambda: self._easy(claims))
        self._within_budget(lambda: self._report_given(claims))
        self._within_budget(self._repeated)
        if whole:
            self._within_budget(lambda: self._unused_premises(claims))
        self._within_budget(self._declarations)
        self._undecided()
        return LogicFindings(tuple(self.findings), len(claims))

    def _within_budget(self, rule: Callable[[], None]) -> bool:
        """Whether the rule finished. If the budget ends first, its findings so far are kept and the
        item counts as undecided."""
        try:
            self.budget.check()
            rule()
        except GaveUp:
            self.unsolved = True
            return False
        return True

    def _report(self, rule: rules.Rule, message: str, question: str = "", kind: str = "") -> None:
        self.findings.append(Finding(rule, message, question, kind=kind))

    def _theory(self, name: str) -> Theory:
        if name not in self.theories:
            self.theories[name] = theory(self.problem, name)
        return self.theories[name]

    def _prover(self, name: str) -> Prover:
        if name not in self.provers:
            self.provers[name] = prover(self._theory(name), self.formulas, self.budget, self.engine)
        return self.provers[name]

    def _undecided(self) -> None:
        provers = self.provers.values()
        if self.unsolved or self.budget.is_over or any(prover.gave_up for prover in provers):
            self._report(rules.UNDECIDED, "the solver did not decide everything in time")

    # --- premises and golds ----------------------------------------------------------------------

    def _consistency(self) -> None:
        queries = self.formal.queries.values()
        names = dict.fromkeys([BASELINE, *(name for q in queries for name in q.variants)])
        for name in names:
            self.budget.check()
            if self._prover(name).consistent() is False:
                self._report(rules.INCONSISTENT, "no world satisfies all premises" + _of(name))

    def _golds(self) -> None:
        # Gold answers get half of the time, so that some is left for the other rules.
        item, seconds = _with_golds(self.item), max(self.budget.left / 2, 0.001)
        shared = self.budget.at_most(seconds)
        for part in check_item(item, engine=self.engine, shared_budget=shared).parts:
            self.unsolved |= part.status is Status.UNKNOWN
            if part.engines_agree is False:
                verdicts = f"worlds {part.text('worlds')}, z3 {part.text('z3')}"
                self._report(rules.ENGINES, f"{part.query_text}: {verdicts}", part.question.id)
            right = _right_options(part)
            if right is not None and len(right) > 1:
                listed = ", ".join(letter(place) for place in sorted(right))
                self._report(rules.SEVERAL, f"right: {listed}", part.question.id)
            elif right is not None and not right and _gold_option(self.item, part) is not None:
                self._report(rules.NO_RIGHT, "no option is right", part.question.id)
            if part.status is Status.DISAGREE and _has_gold(self.item, part):
                solved = part.text("worlds") or part.text("z3") or "–"
                message = f"gold {part.gold_text}, solver {solved}: {part.reason}"
                self._report(rules.DISPROVED, message, part.question.id)

    # --- options ---------------------------------------------------------------------------------

    def _options(self) -> None:
        for place, options in self.formal.options.items():
            leaf = self.item.leaves[place]
            query = self.formal.queries.get(place)
            ask = self._prover(query.under if query is not None else BASELINE)
            listed = [(n, formula) for n, formula in enumerate(options) if formula is not None]
            premise_symbols = self._symbols_of_premises(
                query.under if query is not None else BASELINE
            )
            if query is not None and query.formula is not None:
                premise_symbols |= {name for name, _ in self._symbols(query.formula)}
            for number, option in listed:
                self.budget.check()
                strange = sorted({name for name, _ in self._symbols(option)} - premise_symbols)
                if strange:
                    message = f"{letter(number)}: {', '.join(strange)} in {_text(option)}"
                    self._report(rules.FOREIGN, message, leaf.id)
            consistent = ask.consistent()
            for (count, left), (other, right) in combinations(listed, 2):
                self.budget.check()
                pair = f"{letter(count)} and {letter(other)}: {_text(left)} and {_text(right)}"
                if ask.valid(Iff(left, right)):
                    self._report(rules.EQUIVALENT, pair, leaf.id)
                elif consistent and ask.entails(Iff(left, right)) and _open(ask, left):
                    self._report(rules.SAME_HERE, pair, leaf.id)

    def _symbols(self, formula: Formula) -> frozenset[SymbolKey]:
        """The symbols of a formula with definitions expanded; cached."""
        cached_entry = self._known.get(id(formula))
        if cached_entry is None:
            whole = expand(formula, self.problem.definitions, Meter(self.budget))
            cached_entry = self._known[id(formula)] = formula, symbols_of(whole, self.budget)
        return cached_entry[1]

    def _symbols_of_premises(self, name: str) -> set[str]:
        premises = within(self._theory(name).premises, self.budget)
        return {symbol for premise in premises for symbol, _ in self._symbols(premise.formula)}

    # --- what follows ----------------------------------------------------------------------------

    def _claims(self) -> Iterator[_Claim]:
        for place, leaf in enumerate(self.item.leaves):
            self.budget.check()
            query = self.formal.queries.get(place)
            options = self.formal.options.get(place, ())
            name = query.under if query is not None else BASELINE
            if leaf.kind == "choice" and options and None not in options:
                yield from self._choice(leaf, query, [o for o in options if o is not None], name)
            elif query is not None:
                yield from self._query(leaf, query)

    def _choice(
        self, leaf: Question, query: Query | None, options: Sequence[Formula], name: str
    ) -> Iterator[_Claim]:
        ask = self._prover(name)
        type_ = self.item.attributes.get(QUESTION_TYPE, "3c1e")
        if type_ == "missing":
            gold = leaf.gold
            if query is None or query.formula is None or not isinstance(gold, ChoiceAnswer):
                return
            if gold.option is None:
                return
            added = options[gold.option]
            if ask.entails(Implies(added, conditional(query.given, query.formula))):
                yield _Claim(query.formula, leaf, name, query.given, added)
        elif not leaf.right_where_possible:
            for option in options:
                if ask.entails(option):
                    yield _Claim(option, leaf, name)

    def _query(self, leaf: Question, query: Query) -> Iterator[_Claim]:
        ask = self._prover(query.under)
        formula, given = query.formula, query.given
        settling = kind_of(query.kind).settling(query)
        two_sided = leaf.kind == "truth" and formula is not None
        if two_sided and not self.item.open_is_false:
            settling = (formula, negation(formula)) if formula is not None else ()
        for conclusion in settling:
            if ask.entails(conditional(given, conclusion)):
                yield _Claim(conclusion, leaf, query.under, given)
                if two_sided:
                    return

    def _easy(self, claims: Sequence[_Claim]) -> None:
        for claim in claims:
            ask = self._prover(claim.under)
            given = (
                conjoined(claim.given, claim.added_premise)
                if claim.added_premise is not None
                else claim.given
            )
            target = conditional(given, claim.formula)
            claim_text = _text(claim.formula)
            premises = self._theory(claim.under).premises
            if ask.valid(conditional(claim.given, claim.formula)):
                self._report(
                    rules.SINGLE, f"{claim_text} needs no premise", claim.question.id, "none"
                )
            elif claim.added_premise is not None:
                if ask.valid(target):
                    text = f"{claim_text} follows from the missing premise alone"
                    self._report(rules.SINGLE, text, claim.question.id, "the missing premise")
            else:
                for place, premise in enumerate(premises):
                    self.budget.check()
                    if ask.alone(place, target):
                        kind = "a fact" if _is_fact(premise.formula) else "a rule"
                        text = (
                            f"{claim_text} follows from premise {premise.number + 1} alone, {kind}"
                        )
                        self._report(rules.SINGLE, text, claim.question.id, kind)
                        break
            if ask.consistent():
                self._vacuous(claim, ask, given)

    def _report_given(self, claims: Sequence[_Claim]) -> None:
        """Answers that are themselves equivalent to one of several premises."""
        for claim in claims:
            premises = self._theory(claim.under).premises
            if len(premises) < 2 or claim.given is not None or claim.added_premise is not None:
                continue
            for premise in premises:
                if self._same(self._prover(claim.under), premise.formula, claim.formula):
                    message = f"{_text(claim.formula)} is premise {premise.number + 1}"
                    self._report(rules.GIVEN, message, claim.question.id)
                    break

    def _repeated(self) -> None:
        ask, premises = self._prover(BASELINE), self._theory(BASELINE).premises
        # Formulas with different symbols are not compared.
        about: dict[frozenset[SymbolKey], list[Premise]] = {}
        for other in within(premises, self.budget):
            before = about.setdefault(self._symbols(other.formula), [])
            for premise in before:
                if self._same(ask, premise.formula, other.formula):
                    both_are = f"premises {premise.number + 1} and {other.number + 1}"
                    self._report(rules.REPEATED, f"{both_are}: {_text(other.formula)}")
                    break
            before.append(other)

    def _same(self, prover: Prover, formula: Formula, other: Formula) -> bool:
        """Whether two formulas are equivalent; formulas with different symbols are assumed not to
        be."""
        self.budget.check()
        if formula == other:
            return True
        return self._symbols(formula) == self._symbols(other) and bool(
            prover.valid(Iff(formula, other))
        )

    def _vacuous(self, claim: _Claim, prover: Prover, given: Formula | None) -> None:
        sides = _sides(claim.formula)
        if sides is None:
            return
        refuted, certain = sides
        text = _text(claim.formula)
        if prover.entails(conditional(given, refuted)):
            message, kind = f"{text}: its antecedent is refuted", "antecedent refuted"
        elif prover.entails(conditional(given, certain)):
            message, kind = f"{text}: its consequent follows in any case", "consequent certain"
        else:
            return
        self._report(rules.VACUOUS, message, claim.question.id, kind)

    # --- irrelevant premises and symbols
    # -------------------------------------------------------------

    def _unused_premises(self, claims: Sequence[_Claim]) -> None:
        """Unused premises of the baseline: those in no minimal support of anything settled and, if
        something is left open, without a common symbol with it, directly or through other premises.
        The number of premises that the item declares as noise is allowed, and so are all in a task
        whose family includes them for other tasks. Premises that say that two things differ are
        ignored."""
        if not self.item.leaves or self._prover(BASELINE).consistent() is not True:
            return
        if idle_on_purpose(self.item):
            return
        base = self._theory(BASELINE)
        if any(query.variants != (BASELINE,) for query in self.formal.queries.values()):
            return
        used: set[int] = set()
        settled = {id(claim.question) for claim in claims}
        noise_counts = [self.item.attributes.get(name, 0) for name in NOISE]
        enough = len(base.premises) - sum(n for n in noise_counts if isinstance(n, int))
        for claim in claims:
            if len(used) >= enough:
                return
            given = (
                conjoined(claim.given, claim.added_premise)
                if claim.added_premise is not None
                else claim.given
            )
            # Premises already in use may be among those found, so a single support must contain all
            # the missing ones.
            counts = self._prover(BASELINE).used(conditional(given, claim.formula), enough)
            if counts is None:
                return
            used |= counts
        for place, leaf in enumerate(self.item.leaves):
            formulas = self._questioned_formulas(place)
            if id(leaf) in settled and _wholly_settled(leaf):
                continue
            if not formulas:
                return
            used |= self._connected(base, formulas)
        unused = [place for place in range(len(base.premises)) if place not in used]
        if len(base.premises) - len(unused) >= enough:
            return
        for place in unused:
            if differ(base.premises[place].formula):
                continue
            message = f"premise {place + 1}: {_text(base.premises[place].formula)}"
            self._report(rules.UNUSED_PREMISE, message)

    def _questioned_formulas(self, place: int) -> list[Formula]:
        query = self.formal.queries.get(place)
        formulas = list(query_formulas(query)) if query is not None else []
        if query is not None:
            formulas += [EnumIs(target.enum, "") for target in query.targets if target.enum]
        return formulas + [f for f in self.formal.options.get(place, ()) if f is not None]

    def _connected(self, base: Theory, formulas: Sequence[Formula]) -> set[int]:
        """Indices of the premises that share a symbol with the questioned formulas, directly or
        through other premises."""
        symbol_sets = [self._symbols(p.formula) for p in within(base.premises, self.budget)]
        places: dict[SymbolKey, list[int]] = {}
        for place, symbols in within(enumerate(symbol_sets), self.budget):
            for key in symbols:
                places.setdefault(key, []).append(place)
        used: set[int] = set()
        waiting = [key for formula in formulas for key in self._symbols(formula)]
        meter = Meter(self.budget)
        while waiting:
            fresh = [place for place in places.pop(waiting.pop(), ()) if place not in used]
            used.update(fresh)
            for place in fresh:
                meter.spend(len(symbol_sets[place]))
                waiting.extend(symbol_sets[place])
        return used

    def _declarations(self) -> None:
        used: set[SymbolKey] = set()
        formulas = [*self.problem.premises, *self.problem.definitions.values(), *self.formulas]
        for query in within(self.problem.queries, self.budget):
            formulas += query_formulas(query)
            used.update((target.enum, 0) for target in query.targets if target.enum is not None)
        # Variants share most of their formulas.
        known_places: set[int] = set()
        changed = (f for name in self.problem.variants for f in self._theory(name).formulas)
        for formula in within(chain(formulas, changed), self.budget):
            if id(formula) not in known_places:
                known_places.add(id(formula))
                used |= symbols_of(formula, self.budget)
        symbols = self.problem.signature.symbols
        declares = any(symbol.declared for symbol in symbols.values())
        for key, symbol in symbols.items():
            if symbol.declared and key not in used:
                self._report(rules.UNUSED_SYMBOL, f"{symbol.name} is declared but not used")
            elif declares and not symbol.declared:
                self._report(rules.UNDECLARED, f"{symbol.name} is used but not declared")


def _of(name: str) -> str:
    return "" if name == BASELINE else f" under {name}"


def _text(formula: Formula) -> str:
    return print_formula(formula)


def _open(prover: Prover, formula: Formula) -> bool:
    return prover.entails(formula) is False and prover.entails(negation(formula)) is False


def _wholly_settled(leaf: Question) -> bool:
    """Whether a settled answer depends only on the premises that settle it."""
    if leaf.kind is not None and leaf.kind in KINDS:
        return kind_of(leaf.kind).entailment
    return leaf.kind in ("choice", "truth")


def _sides(formula: Formula) -> tuple[Formula, Formula] | None:
    """For an implication, possibly under quantifiers: the negation of its antecedent, and its
    consequent."""
    if isinstance(formula, ForAll):
        inner = _sides(formula.body)
        if inner is None:
            return None
        return ForAll(formula.variable, inner[0]), ForAll(formula.variable, inner[1])
    if isinstance(formula, Implies):
        return negation(formula.left), formula.right
    return None


def differ(formula: Formula) -> bool:
    """Whether a formula says that two named things are different."""
    return isinstance(formula, Not) and isinstance(formula.body, Equal | EnumSame)


def _is_fact(formula: Formula) -> bool:
    """Whether it is a literal, about all individuals or a named one."""
    while isinstance(formula, ForAll | Not):
        formula = formula.body
    return isinstance(formula, Prop | Pred | EnumIs | Equal)


def _right_options(part: PartCheck) -> frozenset[int] | None:
    """The right options, if the engines that answered agree on them."""
    outcome = [entry for entry in part.by_engine.values() if isinstance(entry, frozenset)]
    return outcome[0] if outcome and all(counts == outcome[0] for counts in outcome) else None


def _with_golds(item: Item) -> Item:
    """The item with a gold answer for every choice question, so that its options are judged."""
    if all(leaf.gold is not None or leaf.kind != "choice" for leaf in item.leaves):
        return item
    questions = tuple(_with_gold(question) for question in item.questions)
    return item.model_copy(update={"questions": questions})


def _with_gold(question: Question) -> Question:
    if question.parts:
        parts = tuple(_with_gold(part) for part in question.parts)
        return question.model_copy(update={"parts": parts})
    if question.kind == "choice" and question.gold is None:
        return question.model_copy(update={"gold": ChoiceAnswer(option=0)})
    return question


def _leaf(item: Item, part: PartCheck) -> Question:
    return next(leaf for leaf in item.leaves if leaf.id == part.question.id)


def _has_gold(item: Item, part: PartCheck) -> bool:
    return _leaf(item, part).gold is not None


def _gold_option(item: Item, part: PartCheck) -> int | None:
    """The option marked as gold: None for N, the first if there is no gold."""
    gold = _leaf(item, part).gold
    if gold is None:
        return 0
    return gold.option if isinstance(gold, ChoiceAnswer) else None
