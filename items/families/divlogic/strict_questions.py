"""Strict DivLogicEval questions from premises drawn as published: the fallback for rare requests.

Owns the choice of the answer and other options among what follows from drawn premises and what does
not, the addition of noise premises, and the reasons for rejecting a draw. docs/generators.md lists
the guarantees; the masks decide them. Questions are first tried with `composing`, whose options
agree in more.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod

from items.families.divlogic.masks import (
    CANDIDATES,
    CLAUSES,
    FAILS,
    FULL_REGION,
    LITERALS,
    Statement,
    contradicted,
    denial_among,
    entailed,
    from_fewer,
    implies,
    number_of,
    numbers,
    over_symbols,
    region,
    region_of,
    same_here,
    supports,
    vacuous,
)
from items.families.divlogic.matching import Level, Uses, alike, uses_of
from items.families.divlogic.premises import (
    Premises,
    draw_rule,
    draw_rules,
    draw_sized,
    draw_strict,
    insert_facts,
    open_symbols,
    with_facts,
)
from items.families.divlogic.task import (
    DEFAULT_LOGIC,
    OPTIONS,
    ChoiceQuestion,
    Logic,
    QuestionType,
    Relation,
    insert_gold,
)
from items.seeds import Draw

INCONSISTENT = "premises inconsistent"
SHALLOW = "too few conclusions of the requested depth"
_REPEATED = "two premises are equivalent"
_NO_PREMISES = "the wrong number of premises was drawn"
_NO_NOISE = "the wrong number of noise premises was drawn"
_FEW_OTHERS = "too few other options"
_NOT_NEEDED = "no premise is needed by every support"
_NOISE_TRIES = 12
_OPTION_TRIES = 40
_FACT_DRAWS = 8
"""Draws of facts for the same rules before new rules are drawn."""


def draw_question(
    draw: Draw, type_: QuestionType, place: int, logic: Logic, level: Level
) -> ChoiceQuestion | str:
    """Draw a question with the gold at that position, or return why this draw yields none. `level`
    states how far the options must agree."""
    if logic.premises is not None:
        premises = draw_premises(draw, logic)
        if isinstance(premises, str):
            return premises
        return ask(draw, type_, place, logic, premises, level)
    drawn = draw_rules(draw, logic.n, logic.symbols)
    if drawn is None:
        return _NO_PREMISES
    rules, uses = drawn
    reason: str = SHALLOW
    for _ in range(_FACT_DRAWS):
        question = ask(draw, type_, place, logic, with_facts(draw, rules, uses, logic.n), level)
        if not isinstance(question, str):
            return question
        reason = question
    return reason


def draw_premises(draw: Draw, logic: Logic) -> Premises | str:
    """Draw a premise set before noise is added."""
    noise, span = logic.noise or 0, logic.premises
    if span is None:
        premises = draw_strict(draw, logic.n, logic.symbols)
    else:
        most = span.minimum + logic.n if span.maximum is None else span.maximum
        size = span.minimum + draw.below(most - span.minimum + 1) - noise
        premises = draw_sized(draw, logic.n, logic.symbols, size) if size > 0 else None
    return _NO_PREMISES if premises is None else premises


def repeats(premises: Premises) -> bool:
    """Whether two premises are equivalent."""
    regions = {region(statement) for statement in premises.statements}
    return len(regions) < len(premises.statements)


def deep_enough(premises: Premises, logic: Logic) -> tuple[int, int]:
    """Return the candidates that follow, and those of them that can be an answer: over open
    symbols, not vacuous, and not from fewer premises than required. (0, 0): the premises are
    inconsistent."""
    bits = region_of(premises.statements)
    if not bits:
        return 0, 0
    following = entailed(bits)
    good = following & over_symbols(premises.open_symbols) & ~vacuous(following)
    if good:
        good &= ~from_fewer(premises.statements, logic.depth.minimum)
    return following, good


def ask(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    premises: Premises,
    level: Level,
) -> ChoiceQuestion | str:
    """Return a question about these premises, or why there is none."""
    if repeats(premises):
        return _REPEATED
    if not region_of(premises.statements):
        return INCONSISTENT
    _, good = deep_enough(premises, logic)
    needed = OPTIONS - 1 if type_ == "3e1c" else 1
    if good.bit_count() < needed:
        return SHALLOW
    # In drawing order, later premises would tend to connect earlier ones.
    premises = replace(premises, statements=tuple(draw.shuffled(premises.statements)))
    before: Level = level if logic.noise is None else "form"
    reason = SHALLOW
    for chosen in _right(draw, premises, good, needed, before, logic):
        question = _about(draw, type_, place, logic, premises, chosen, level)
        if not isinstance(question, str):
            return question
        reason = question
    return reason


def _right(
    draw: Draw, premises: Premises, candidates: int, count: int, level: Level, logic: Logic
) -> Iterator[list[Statement]]:
    """Conclusions that can occur together as right options, or alone, in random order."""
    uses = uses_of(premises.statements, level)
    groups: dict[Hashable, dict[int, Statement]] = {}
    for number in draw.shuffled(list(numbers(candidates))):
        statement = directed(draw, number)
        for direction in _directions(statement):
            groups.setdefault(uses.marks(direction), {}).setdefault(number, direction)
    for group in draw.shuffled(list(groups.values())):
        chosen: list[Statement] = []
        for number, statement in group.items():
            if logic.depth.maximum is not None:
                smallest = supports(premises.statements, FAILS[number])[0]
                if smallest.bit_count() not in logic.depth:
                    continue
            chosen.append(statement)
            if len(chosen) == count:
                yield chosen
                chosen = []
                if count > 1:
                    break


def _directions(statement: Statement) -> tuple[Statement, ...]:
    """The statement, and for an implication also its contrapositive."""
    if statement.form != "implies":
        return (statement,)
    antecedent, consequent = statement.literals
    return statement, implies(consequent ^ 1, antecedent ^ 1)


def _about(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    premises: Premises,
    right_options: list[Statement],
    level: Level,
) -> ChoiceQuestion | str:
    """A question with these right options (or this conclusion), or why there is none."""
    chosen = [number_of(statement) for statement in right_options]
    if logic.noise is not None:
        noisy = _with_noise(draw, premises, chosen, logic)
        if noisy is None:
            return _NO_NOISE
        premises = noisy
    if type_ != "missing" and logic == DEFAULT_LOGIC:
        # The conclusions are already known to be deep enough; supports are only recorded.
        wrong = _wrong(draw, logic, premises, right_options, level)
        if wrong is None:
            return _FEW_OTHERS
        sets = [supports(premises.statements, FAILS[candidate]) for candidate in chosen]
        return _choice(type_, place, premises, right_options, wrong, sets, level)
    sets = [supports(premises.statements, FAILS[candidate]) for candidate in chosen]
    if any(support[0].bit_count() not in logic.depth for support in sets):
        return SHALLOW
    if logic.premises is not None and len(premises.statements) not in logic.premises:
        return _NO_PREMISES
    if type_ == "missing":
        return _missing(
            draw, place, premises, right_options[0], sets[0], _idle(premises, sets), level
        )
    wrong = _wrong(draw, logic, premises, right_options, level)
    return (
        _FEW_OTHERS
        if wrong is None
        else _choice(type_, place, premises, right_options, wrong, sets, level)
    )


def _idle(premises: Premises, sets: Sequence[Sequence[int]]) -> int:
    """Number of premises that none of these supports uses."""
    used = _union(mask for masks in sets for mask in masks)
    return len(premises.statements) - used.bit_count()


# --- one follows, or three do --------------------------------------------------------------------


def _wrong(
    draw: Draw, logic: Logic, premises: Premises, right_options: list[Statement], level: Level
) -> list[Statement] | None:
    bits = region_of(premises.statements)
    following = entailed(bits)
    return _others(
        draw, logic, premises, right_options, (bits, following, contradicted(following)), level
    )


def _choice(
    type_: QuestionType,
    place: int,
    premises: Premises,
    right_options: list[Statement],
    wrong_options: list[Statement],
    sets: list[list[int]],
    level: Level,
) -> ChoiceQuestion:
    refuted = contradicted(entailed(region_of(premises.statements)))
    noise = _idle(premises, sets)
    smallest = min(masks[0].bit_count() for masks in sets)
    stands: list[Relation] = [
        "contradicted" if refuted >> number_of(statement) & 1 else "undetermined"
        for statement in wrong_options
    ]
    if type_ == "3c1e":
        return ChoiceQuestion(
            type_,
            premises.statements,
            insert_gold(wrong_options, right_options[0], place),
            place,
            (*stands[:place], "follows", *stands[place:]),
            depth=smallest,
            noise=noise,
            support=tuple(numbers(sets[0][0])),
            matching_level=level,
        )
    follows: list[Relation] = ["follows"] * len(right_options)
    return ChoiceQuestion(
        type_,
        premises.statements,
        insert_gold(right_options, wrong_options[0], place),
        place,
        (*follows[:place], stands[0], *follows[place:]),
        depth=smallest,
        noise=noise,
        matching_level=level,
    )


def _others(
    draw: Draw,
    logic: Logic,
    premises: Premises,
    right_options: Sequence[Statement],
    region_and_consequences: tuple[int, int, int],
    level: Level,
) -> list[Statement] | None:
    """Options that do not follow and that counting cannot distinguish from those that do. No option
    is the denial of another, as at most one of the two could follow."""
    bits, following, refuted = region_and_consequences
    count = OPTIONS - len(right_options)
    uses = uses_of(premises.statements, level)
    marks = uses.marks(right_options[0])
    if any(uses.marks(entry) != marks for entry in right_options[1:]):
        return None
    allowed = over_symbols(premises.open_symbols) & ~following
    pool = [
        statement
        for statement in _with_marks(uses, right_options[0], premises.open_symbols)
        if allowed >> number_of(statement) & 1
    ]
    if logic.others in ("undetermined", "contradicted"):
        contradicted_wanted = logic.others == "contradicted"
        pool = [
            entry for entry in pool if bool(refuted >> number_of(entry) & 1) == contradicted_wanted
        ]
    if len(pool) < count:
        return None
    for _ in range(_OPTION_TRIES):
        drawn = draw.sample(pool, count)
        options = [*right_options, *drawn]
        places = [number_of(option) for option in options]
        if len(set(places)) < len(places) or denial_among(places):
            continue
        if same_here(places[len(right_options) :], bits, refuted):
            continue
        sorts = {refuted >> number & 1 for number in places[len(right_options) :]}
        if logic.others == "mixed" and count > 1 and len(sorts) < 2:
            continue
        if level == "form" or alike(options, premises.statements):
            return drawn
    return None


def _with_marks(uses: Uses, model: Statement, symbols: int) -> list[Statement]:
    """All literals or implications over the symbols with the marks of a given one."""
    marks = uses.marks(model)
    kinds = [[lit for lit in uses.like(own) if symbols >> (lit >> 1) & 1] for own in model.literals]
    if prod(map(len, kinds)) < OPTIONS:
        return []
    statements = [
        Statement(model.form, chosen)
        for chosen in product(*kinds)
        if len({lit >> 1 for lit in chosen}) == len(chosen)
    ]
    return [statement for statement in statements if uses.marks(statement) == marks]


def directed(draw: Draw, number: int) -> Statement:
    """Return the candidate; an implication in one of its two directions, which are
    contrapositives."""
    if number < len(LITERALS):
        return CANDIDATES[number]
    first, second = CLAUSES[number - len(LITERALS)]
    return implies(first ^ 1, second) if draw.chance(0.5) else implies(second ^ 1, first)


# --- a premise is missing ------------------------------------------------------------------------


def _missing(
    draw: Draw,
    place: int,
    premises: Premises,
    conclusion: Statement,
    sets: list[int],
    noise: int,
    level: Level,
) -> ChoiceQuestion | str:
    needed = sets[0]
    for mask in sets:
        needed &= mask
    reason = _NOT_NEEDED
    for number in draw.shuffled(list(numbers(needed))):
        gold = premises.statements[number]
        shown_premises = premises.statements[:number] + premises.statements[number + 1 :]
        symbols_shown = _union(statement.symbols for statement in shown_premises)
        if (gold.symbols | conclusion.symbols) & ~symbols_shown:
            reason = "the missing premise would introduce a symbol"
            continue
        uses = Uses(shown_premises, conclusion, level)
        others = _gaps(
            draw, gold, shown_premises, symbols_shown, FAILS[number_of(conclusion)], uses
        )
        if others is None:
            reason = _FEW_OTHERS
            continue
        places = [n - (n > number) for n in numbers(sets[0]) if n != number]
        relations: list[Relation] = ["undetermined"] * len(others)
        return ChoiceQuestion(
            "missing",
            shown_premises,
            insert_gold(others, gold, place),
            place,
            (*relations[:place], "completes", *relations[place:]),
            conclusion=conclusion,
            depth=sets[0].bit_count(),
            noise=noise,
            support=tuple(places),
            matching_level=level,
        )
    return reason


def _gaps(
    draw: Draw,
    gold: Statement,
    shown_premises: Sequence[Statement],
    count: int,
    failing_worlds: int,
    uses: Uses,
) -> list[Statement] | None:
    """Statements with the gold's marks that leave the conclusion open and are themselves left
    open."""
    bits = region_of(shown_premises)
    pool: list[Statement] = []
    for statement in _with_marks(uses, gold, count):
        holds = region(statement)
        inside = bits & holds
        if inside and inside != bits and inside & failing_worlds:
            pool.append(statement)
    if len(pool) < OPTIONS - 1:
        return None
    for _ in range(_OPTION_TRIES):
        drawn = draw.sample(pool, OPTIONS - 1)
        used_regions = [region(statement) for statement in (gold, *drawn)]
        if any(
            not bits & (first ^ second) or first ^ second == FULL_REGION
            for first, second in combinations(used_regions, 2)
        ):
            continue
        options = [gold, *drawn]
        if uses.level == "form" or alike(options, shown_premises):
            return drawn
    return None


# --- noise ---------------------------------------------------------------------------------------


def _with_noise(
    draw: Draw, premises: Premises, candidates: Sequence[int], logic: Logic
) -> Premises | None:
    """The premises that the chosen candidates need, and exactly the requested number of others."""
    sets = [supports(premises.statements, FAILS[candidate]) for candidate in candidates]
    used = _union(mask for masks in sets for mask in masks)
    statements = [premises.statements[number] for number in numbers(used)]
    added: list[Statement] = []
    tries = _NOISE_TRIES * (logic.noise or 0)
    while len(added) < (logic.noise or 0):
        tries -= 1
        if tries < 0:
            return None
        uses = count_uses(statements, logic.symbols)
        if draw.chance(0.25):
            trial = list(statements)
            free = open_symbols(uses, logic.n)
            facts = {s.literals[0] >> 1 for s in statements if s.form == "fact"}
            if facts.issuperset(free):
                continue
            insert_facts(draw, trial, uses, logic.n, 1)
        else:
            rule = draw_rule(draw, uses, logic.n, count_discarded=False)
            if rule is None:
                return None
            place = draw.below(len(statements) + 1)
            trial = [*statements[:place], rule, *statements[place:]]
        new = next((s for s in trial if s not in statements), None)
        if new is None or not _is_noise(trial, new, added, candidates):
            continue
        statements = trial
        added.append(new)
    uses = count_uses(statements, logic.symbols)
    symbols = sum(1 << symbol for symbol in open_symbols(uses, logic.n))
    if any(CANDIDATES[candidate].symbols & ~symbols for candidate in candidates):
        return None
    following = entailed(region_of(statements))
    if any(vacuous(following) >> candidate & 1 for candidate in candidates):
        return None
    return Premises(tuple(statements), symbols)


def _is_noise(
    premises: Sequence[Statement],
    new_statement: Statement,
    additions: Sequence[Statement],
    candidates: Sequence[int],
) -> bool:
    """Whether the premises remain consistent and no support uses the new or an earlier addition."""
    if len({region(statement) for statement in premises}) < len(premises) or not region_of(
        premises
    ):
        return False
    idle = sum(
        1 << place for place, s in enumerate(premises) if s == new_statement or s in additions
    )
    return not any(mask & idle for c in candidates for mask in supports(premises, FAILS[c]))


def count_uses(statements: Iterable[Statement], symbols: int) -> list[int]:
    """Return the number of rules in which each symbol occurs."""
    uses = [0] * symbols
    for statement in statements:
        if statement.form != "fact":
            for lit in statement.literals:
                uses[lit >> 1] += 1
    return uses


def _union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole
