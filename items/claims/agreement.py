"""Agreement: what the gold answers say about the worlds can be true together.

Each gold answer says that something holds in every possible world, or that something holds in some
possible world. Answers agree if there can be such worlds, whatever the premises are, so a
contradiction between two answers is found even if neither can be checked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

from items.answers import (
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.claims.case import Case, expanded
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.gold.check import QUESTION_TYPE
from items.kinds.set_notation import world_of
from solver.errors import InputError
from solver.kinds.assignments import instances, pin
from solver.kinds.registry import kind_of
from solver.kinds.words import Claim as Says
from solver.language.edits import theory
from solver.language.miniscoping import conjunction, disjunction
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, Truth, negation
from solver.phrases import phrase
from solver.queries import Session
from solver.results import Verdict

MOST_ASSIGNMENTS = 256
"""Maximum assignments to the targets that are enumerated."""


@dataclass(frozen=True, slots=True)
class _PartFormulas:
    """What one gold answer says about the worlds under its variant."""

    id: str
    universal: tuple[Formula, ...] = ()
    """Formulas that hold in every world."""
    existential: tuple[Formula, ...] = ()
    """Formulas that each hold in some world."""
    count: tuple[Query, int] | None = None
    """A query, and the number of assignments to its targets."""


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    by_variant: dict[str, list[_PartFormulas]] = {}
    silent: list[str] = []
    for place in range(len(case.item.leaves)):
        leaf = case.leaf(place)
        if leaf.gold is None or leaf.kind == "text":
            continue
        try:
            meaning = _part_formulas(case, place)
        except (InputError, KeyError):
            meaning = None
        if meaning is None:
            silent.append(leaf.id)
        else:
            by_variant.setdefault(case.variant_of(place), []).append(meaning)
    compared = sum(map(len, by_variant.values()))
    clashes = [o for under, meanings in by_variant.items() for o in _clashes(case, under, meanings)]
    refuting = [outcome for outcome in clashes if outcome.state == "refuted"]
    if refuting:
        first = refuting[0]
        yield refuted(first.reason, world=first.world)
        yield from refuting
    elif clashes:
        yield unknown(clashes[0].reason)
    elif not compared:
        yield unknown(phrase("no gold answer says anything about a formula"))
    elif silent:
        uncompared = ", ".join(silent)
        yield proved(
            phrase("the gold answer can be correct; not compared: {b}", b=uncompared)
            if compared == 1
            else phrase(
                "{a} gold answers can be correct together; not compared: {b}",
                a=compared,
                b=uncompared,
            )
        )
    else:
        yield proved(
            phrase("the gold answer can be correct")
            if compared == 1
            else phrase("{a} gold answers can be correct together", a=compared)
        )


def _clashes(case: Case, under: str, meanings: list[_PartFormulas]) -> Iterator[Outcome]:
    """The smallest groups of answers (one, two or all) that cannot be correct together."""
    base = theory(case.problem, under)
    session = Session(
        Theory(base.signature, (), base.definitions, base.name),
        (),
        case.engine,
        case.timeout,
        case.cancel,
        case.shared_budget,
    )
    holds = False
    for size in dict.fromkeys((1, 2, len(meanings))):
        for group in combinations(meanings, size):
            clash = _clash(case, session, group)
            if clash is not None:
                holds = True
                yield clash
        if holds:
            return


def _clash(case: Case, session: Session, group: tuple[_PartFormulas, ...]) -> Outcome | None:
    """Why some answers cannot be correct together; None if they can."""
    always = conjunction([formula for claim in group for formula in claim.universal])
    ids = ", ".join(claim.id for claim in group)
    subject = ids
    for meaning in group:
        for formula in meaning.existential or (Truth(True),):
            question = Query("possible", "", conjunction([always, formula]))
            answer = session.ask(question, want_supports=False).answer
            if answer.unknown:
                return unknown(phrase("question {a}: {b}", a=ids, b=answer.reason), subject=subject)
            if answer.verdict == Verdict.IMPOSSIBLE:
                return refuted(
                    phrase(
                        "question {a} needs a world that the answers to {b} exclude",
                        a=meaning.id,
                        b=ids,
                    ),
                    subject=subject,
                    world=case.world(session, formula),
                )
        if meaning.count is not None:
            query, count = meaning.count
            listing = Query("count_models", "", targets=query.targets, given=always)
            most = session.ask(listing, want_supports=False).answer
            if most.count is not None and not most.reason and most.count < count:
                return refuted(
                    phrase(
                        "question {a} counts {b}, but the answers to {c} allow at most {d}",
                        a=meaning.id,
                        b=count,
                        c=ids,
                        d=most.count,
                    ),
                    subject=subject,
                    world=case.world(session, always),
                )
            least = _needed(session, query, always, group)
            if least > count:
                return refuted(
                    phrase(
                        "question {a} counts {b}, but the answers to {c} require at least {d}",
                        a=meaning.id,
                        b=count,
                        c=ids,
                        d=least,
                    ),
                    subject=subject,
                    world=case.world(session, always),
                )
    return None


def _needed(
    session: Session, query: Query, universal: Formula, group: tuple[_PartFormulas, ...]
) -> int:
    """A lower bound on the number of assignments to the targets, counted greedily: worlds that must
    exist and of which no two can agree on the targets."""
    apart: list[frozenset[str]] = []
    for meaning in group:
        for formula in meaning.existential:
            listing = Query(
                "enumerate_models",
                "",
                targets=query.targets,
                given=conjunction([universal, formula]),
            )
            answer = session.ask(listing, limit=2, want_supports=False).answer
            if answer.models is not None and answer.count == 1:
                apart.append(world_of(answer.models[0]))
    return len(set(apart))


def _part_formulas(case: Case, place: int) -> _PartFormulas | None:
    """What a gold answer says; None if it says nothing about a formula."""
    leaf, query, under = case.leaf(place), case.query(place), case.variant_of(place)
    gold = leaf.gold

    def full(formula: Formula) -> Formula:
        return expanded(case, formula, under)

    if isinstance(gold, ChoiceAnswer):
        return _chosen(case, place, gold)
    if query is None or query.compared:
        # A comparison of variants says nothing about the premises under a single one.
        return None
    condition = Truth(True) if query.given is None else full(query.given)

    def always(formula: Formula) -> Formula:
        return disjunction([negation(condition), full(formula)])

    def conditional(formula: Formula) -> Formula:
        return conjunction([condition, full(formula)])

    if isinstance(gold, TruthAnswer) and query.formula is not None:
        if gold.value == "true":
            return _PartFormulas(leaf.id, (always(query.formula),))
        if case.item.open_is_false:
            return _PartFormulas(leaf.id, (), (conditional(negation(query.formula)),))
        if gold.value == "false":
            return _PartFormulas(leaf.id, (always(negation(query.formula)),))
        return _PartFormulas(
            leaf.id, (), (conditional(query.formula), conditional(negation(query.formula)))
        )
    if isinstance(gold, VerdictAnswer):
        word = next(w for w in kind_of(query.kind).verdicts if w.verdict == gold.word)
        if query.formula is None or word.claim is None:
            return None
        match word.claim:
            case Says.FOLLOWS:
                return _PartFormulas(leaf.id, (always(query.formula),))
            case Says.EXCLUDED:
                return _PartFormulas(leaf.id, (always(negation(query.formula)),))
            case Says.HOLDS:
                return _PartFormulas(leaf.id, (), (conditional(query.formula),))
            case Says.FAILS:
                return _PartFormulas(leaf.id, (), (conditional(negation(query.formula)),))
    if isinstance(gold, SetAnswer):
        return _members(case, place, query, gold, always, conditional)
    if isinstance(gold, CountAnswer) and query.targets and query.given is None:
        return _PartFormulas(leaf.id, count=(query, gold.count))
    if isinstance(gold, ModelsAnswer) and query.targets:
        rows = _rows(case, query, gold.models)
        if rows is None:
            return None
        listed = disjunction(rows) if rows else Truth(False)
        return _PartFormulas(leaf.id, (always(listed),), tuple(conditional(row) for row in rows))
    if isinstance(gold, UniqueAnswer) and gold.solution is not None:
        rows = _rows(case, query, frozenset({gold.solution}))
        if rows:
            return _PartFormulas(leaf.id, (always(rows[0]),), (conditional(rows[0]),))
    return None


def _chosen(case: Case, place: int, gold: ChoiceAnswer) -> _PartFormulas | None:
    leaf, under = case.leaf(place), case.variant_of(place)
    options = case.formal.options.get(place, ())
    type_ = case.item.attributes.get(QUESTION_TYPE, "3c1e")
    if not options or None in options or type_ == "missing":
        return None
    formulas = [expanded(case, option, under) for option in options if option is not None]
    expected_values = [(n == gold.option) != (type_ == "3e1c") for n in range(len(formulas))]
    if leaf.right_where_possible:
        once = tuple(f for f, holds in zip(formulas, expected_values, strict=True) if holds)
        never = tuple(
            negation(f) for f, holds in zip(formulas, expected_values, strict=True) if not holds
        )
        return _PartFormulas(leaf.id, never, once)
    always = tuple(f for f, holds in zip(formulas, expected_values, strict=True) if holds)
    fails = tuple(
        negation(f) for f, holds in zip(formulas, expected_values, strict=True) if not holds
    )
    return _PartFormulas(leaf.id, always, fails)


def _members(
    case: Case, place: int, query: Query, gold: SetAnswer, under_variant: Any, once: Any
) -> _PartFormulas | None:
    id = case.leaf(place).id
    if query.variable is not None:
        entries = instances(query, case.problem.signature.constants())
        possible = True
    elif query.listed:
        entries = {t.key: t.formula for t in query.listed if t.formula is not None}
        possible = query.mode == "possible"
    else:
        return None
    if not gold.members <= entries.keys():
        return None
    inside = [f for key, f in entries.items() if key in gold.members]
    outside = [f for key, f in entries.items() if key not in gold.members]
    if possible:
        return _PartFormulas(
            id, tuple(under_variant(negation(f)) for f in outside), tuple(once(f) for f in inside)
        )
    return _PartFormulas(
        id, tuple(under_variant(f) for f in inside), tuple(once(negation(f)) for f in outside)
    )


def _rows(case: Case, query: Query, assignments: frozenset[frozenset[str]]) -> list[Formula] | None:
    """The formulas of listed assignments; None if one is not an assignment to the targets, or if
    the targets have too many."""
    domains: list[list[tuple[str, bool | str]]] = []
    for target in query.targets:
        values = case.values(target)
        if target.enum is None:
            domains.append([(target.key, True), (target.key, False)])
        else:
            domains.append([(target.key, str(getattr(v, "value", ""))) for v in values])
    if prod(map(len, domains)) > MOST_ASSIGNMENTS:
        return None
    models = {world_of(dict(entry)): dict(entry) for entry in product(*domains)}
    if not assignments <= models.keys():
        return None
    return [pin(query.targets, models[row]) for row in sorted(assignments, key=sorted)]


CLAIM = Claim(
    name="agreement",
    scope="item",
    strategy="",
    title=phrase("Answers agree with one another"),
    meaning=phrase("There can be worlds for which all gold answers under one variant are right."),
    source="LLMEval-Logic, appendix I",
    fields=(),
    outcomes=_outcomes,
)
