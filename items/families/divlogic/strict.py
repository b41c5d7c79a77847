"""Strict DivLogicEval questions: drawn until everything that is promised of them holds.

Owns the choice of answer and other options, the adding of noise premises, and the reasons for which
a draw is thrown away. What is promised is listed in docs/generators.md; the masks decide it.
"""

from collections.abc import Iterable, Sequence

from items.families.divlogic.masks import (
    CANDIDATES,
    CLAUSES,
    FAILS,
    FULL,
    LITERALS,
    Lit,
    Statement,
    contradicted,
    entailed,
    fact,
    from_fewer,
    implies,
    numbers,
    over,
    region,
    region_of,
    supports,
    vacuous,
)
from items.families.divlogic.premises import (
    Premises,
    draw_rule,
    draw_sized,
    draw_strict,
    insert_facts,
    open_symbols,
)
from items.families.divlogic.task import (
    OPTIONS,
    Asked,
    Logic,
    QuestionType,
    Relation,
    insert_gold,
)
from items.families.seeds import Draw

INCONSISTENT = "premises inconsistent"
SHALLOW = "too few conclusions of that depth"
_REPEATED = "two premises say the same"
_NO_PREMISES = "no such number of premises drawn"
_NO_NOISE = "no such noise premises drawn"
_FEW_OTHERS = "too few other options"
_NOT_NEEDED = "no premise is needed by every support"
_NOISE_TRIES = 12
_OPTION_TRIES = 40


def draw_question(draw: Draw, type_: QuestionType, place: int, logic: Logic) -> Asked | str:
    """A question with the gold at that place, or why this draw gives none."""
    found = draw_premises(draw, logic)
    if isinstance(found, str):
        return found
    return ask(draw, type_, place, logic, found)


def draw_premises(draw: Draw, logic: Logic) -> Premises | str:
    """A premise set before any noise is added."""
    noise, span = logic.noise or 0, logic.premises
    if span is None:
        found = draw_strict(draw, logic.n, logic.symbols)
    else:
        most = span.least + logic.n if span.most is None else span.most
        size = span.least + draw.below(most - span.least + 1) - noise
        found = draw_sized(draw, logic.n, logic.symbols, size) if size > 0 else None
    return _NO_PREMISES if found is None else found


def repeats(found: Premises) -> bool:
    """Whether two premises are equivalent."""
    regions = {region(statement) for statement in found.statements}
    return len(regions) < len(found.statements)


def deep_enough(found: Premises, logic: Logic) -> tuple[int, int]:
    """The candidates that follow, and those of them that may be an answer: over open symbols, not
    vacuous, and from no fewer premises than wanted. (0, 0): the premises are inconsistent."""
    bits = region_of(found.statements)
    if not bits:
        return 0, 0
    following = entailed(bits)
    good = following & over(found.open_symbols) & ~vacuous(following)
    if good:
        good &= ~from_fewer(found.statements, logic.depth.least)
    return following, good


def ask(draw: Draw, type_: QuestionType, place: int, logic: Logic, found: Premises) -> Asked | str:
    """A question about these premises, or why there is none."""
    if repeats(found):
        return _REPEATED
    if not region_of(found.statements):
        return INCONSISTENT
    _, good = deep_enough(found, logic)
    wanted = OPTIONS - 1 if type_ == "3e1c" else 1
    if good.bit_count() < wanted:
        return SHALLOW
    chosen: list[int] = []
    for candidate in draw.shuffled(list(numbers(good))):
        if logic.depth.most is not None:
            smallest = supports(found.statements, FAILS[candidate])[0]
            if smallest.bit_count() not in logic.depth:
                continue
        chosen.append(candidate)
        if len(chosen) == wanted:
            break
    if len(chosen) < wanted:
        return SHALLOW
    if logic.noise is not None:
        noisy = _with_noise(draw, found, chosen, logic)
        if noisy is None:
            return _NO_NOISE
        found = noisy
    sets = [supports(found.statements, FAILS[candidate]) for candidate in chosen]
    if any(found_[0].bit_count() not in logic.depth for found_ in sets):
        return SHALLOW
    used = _union(mask for masks in sets for mask in masks)
    noise = len(found.statements) - used.bit_count()
    if logic.premises is not None and len(found.statements) not in logic.premises:
        return _NO_PREMISES
    if type_ == "missing":
        return _missing(draw, place, found, chosen[0], sets[0], noise)
    return _choice(draw, type_, place, logic, found, chosen, sets, noise)


# --- one follows, or three do --------------------------------------------------------------------


def _choice(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    found: Premises,
    chosen: list[int],
    sets: list[list[int]],
    noise: int,
) -> Asked | str:
    bits = region_of(found.statements)
    following = entailed(bits)
    refuted = contradicted(following)
    others = _others(draw, OPTIONS - len(chosen), logic, found, chosen, (bits, following, refuted))
    if others is None:
        return _FEW_OTHERS
    smallest = min(masks[0].bit_count() for masks in sets)
    right: list[Statement] = [directed(draw, number) for number in chosen]
    wrong: list[Statement] = [directed(draw, number) for number in others]
    stands: list[Relation] = [
        "contradicted" if refuted >> number & 1 else "undetermined" for number in others
    ]
    if type_ == "3c1e":
        return Asked(
            type_,
            found.statements,
            insert_gold(wrong, right[0], place),
            place,
            (*stands[:place], "follows", *stands[place:]),
            depth=smallest,
            noise=noise,
            support=tuple(numbers(sets[0][0])),
        )
    follows: list[Relation] = ["follows"] * len(right)
    return Asked(
        type_,
        found.statements,
        insert_gold(right, wrong[0], place),
        place,
        (*follows[:place], stands[0], *follows[place:]),
        depth=smallest,
        noise=noise,
    )


def _others(
    draw: Draw,
    count: int,
    logic: Logic,
    found: Premises,
    chosen: Sequence[int],
    known: tuple[int, int, int],
) -> list[int] | None:
    """Options that do not follow, one of them at least of the same kind (literal or implication)
    as an option that does, so that the kind gives nothing away; nor is any option the denial of
    another, of which no more than one can follow."""
    bits, following, refuted = known
    allowed = over(found.open_symbols) & ~following
    pools = {
        "any": allowed,
        "undetermined": allowed & ~refuted,
        "contradicted": allowed & refuted,
        "mixed": allowed,
    }
    pool = draw.shuffled(list(numbers(pools[logic.others])))
    kinds = {_is_literal(number) for number in chosen}
    if logic.others == "mixed" and count > 1:
        first = next((number for number in pool if refuted >> number & 1), None)
        second = next((number for number in pool if not refuted >> number & 1), None)
        if first is None or second is None:
            return None
        pool = [first, second, *pool]
    else:
        alike = next((number for number in pool if _is_literal(number) in kinds), None)
        if alike is None:
            return None
        pool = [alike, *pool]
    others: list[int] = []
    for number in pool:
        if _is_literal(number) and (number ^ 1 in others or number ^ 1 in chosen):
            continue
        if number in others or _same_here(number, others, bits, refuted):
            continue
        others.append(number)
        if len(others) == count:
            break
    if len(others) < count or not any(_is_literal(number) in kinds for number in others):
        return None
    sorts = {refuted >> number & 1 for number in others}
    if logic.others == "mixed" and count > 1 and len(sorts) < 2:
        return None
    return others


def _same_here(number: int, others: Iterable[int], bits: int, refuted: int) -> bool:
    """Whether an undetermined option is equivalent to another, given the premises."""
    if refuted >> number & 1:
        return False
    return any(not bits & (FAILS[number] ^ FAILS[other]) for other in others)


def _is_literal(number: int) -> bool:
    return number < len(LITERALS)


def directed(draw: Draw, number: int) -> Statement:
    """The candidate; an implication in one of its two directions, the other being its
    contrapositive."""
    if _is_literal(number):
        return CANDIDATES[number]
    one, other = CLAUSES[number - len(LITERALS)]
    return implies(one ^ 1, other) if draw.chance(0.5) else implies(other ^ 1, one)


# --- a premise is missing ------------------------------------------------------------------------


def _missing(
    draw: Draw, place: int, found: Premises, candidate: int, sets: list[int], noise: int
) -> Asked | str:
    needed = sets[0]
    for mask in sets:
        needed &= mask
    reason = _NOT_NEEDED
    for number in draw.shuffled(list(numbers(needed))):
        gold = found.statements[number]
        shown = found.statements[:number] + found.statements[number + 1 :]
        symbols_shown = _union(statement.symbols for statement in shown)
        if (gold.symbols | CANDIDATES[candidate].symbols) & ~symbols_shown:
            reason = "the missing premise would bring in a symbol"
            continue
        others = _gaps(draw, gold, shown, symbols_shown, candidate)
        if others is None:
            reason = _FEW_OTHERS
            continue
        places = [n - (n > number) for n in numbers(sets[0]) if n != number]
        relations: list[Relation] = ["undetermined"] * len(others)
        return Asked(
            "missing",
            shown,
            insert_gold(others, gold, place),
            place,
            (*relations[:place], "completes", *relations[place:]),
            conclusion=directed(draw, candidate),
            depth=sets[0].bit_count(),
            noise=noise,
            support=tuple(places),
        )
    return reason


def _gaps(
    draw: Draw, gold: Statement, shown: Sequence[Statement], told: int, candidate: int
) -> list[Statement] | None:
    """Statements of the gold's own form that leave the conclusion open and are left open."""
    bits = region_of(shown)
    fails = FAILS[candidate]
    taken = [region(gold)]
    others: list[Statement] = []
    names = list(numbers(told))
    for _ in range(_OPTION_TRIES):
        statement = _alike(draw, gold, names)
        if statement is None:
            return None
        holds = region(statement)
        inside = bits & holds
        if not inside or inside == bits or not inside & fails:
            continue
        if any(not bits & (holds ^ other) or holds ^ other == FULL for other in taken):
            continue
        taken.append(holds)
        others.append(statement)
        if len(others) == OPTIONS - 1:
            return others
    return None


def _alike(draw: Draw, gold: Statement, names: Sequence[int]) -> Statement | None:
    """A statement of the same shape over these symbols, as premises are drawn."""
    size = len(gold.literals)
    if len(names) < size:
        return None
    lits: list[Lit] = [name << 1 for name in draw.sample(names, size)]
    if gold.form == "fact":
        return fact(lits[0] | draw.chance(0.5))
    if gold.form == "implies":
        return implies(lits[0], lits[1])
    return Statement("not_both" if draw.chance(0.5) else "either", tuple(lits))


# --- noise ---------------------------------------------------------------------------------------


def _with_noise(
    draw: Draw, found: Premises, chosen: Sequence[int], logic: Logic
) -> Premises | None:
    """The premises that the chosen candidates need, and exactly so many that they do not."""
    sets = [supports(found.statements, FAILS[candidate]) for candidate in chosen]
    used = _union(mask for masks in sets for mask in masks)
    statements = [found.statements[number] for number in numbers(used)]
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
        if new is None or not _is_noise(trial, new, added, chosen):
            continue
        statements = trial
        added.append(new)
    uses = count_uses(statements, logic.symbols)
    symbols = sum(1 << symbol for symbol in open_symbols(uses, logic.n))
    if any(CANDIDATES[candidate].symbols & ~symbols for candidate in chosen):
        return None
    following = entailed(region_of(statements))
    if any(vacuous(following) >> candidate & 1 for candidate in chosen):
        return None
    return Premises(tuple(statements), symbols)


def _is_noise(
    trial: Sequence[Statement], new: Statement, added: Sequence[Statement], chosen: Sequence[int]
) -> bool:
    """Whether the premises stay consistent and no support uses the new or an earlier addition."""
    if len({region(statement) for statement in trial}) < len(trial) or not region_of(trial):
        return False
    idle = sum(1 << place for place, s in enumerate(trial) if s == new or s in added)
    return not any(mask & idle for c in chosen for mask in supports(trial, FAILS[c]))


def count_uses(statements: Iterable[Statement], symbols: int) -> list[int]:
    """In how many rules each symbol stands."""
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
