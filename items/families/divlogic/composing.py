"""Strict questions built around their options, so that counting cannot distinguish these.

Owns the patterns of four options, the passages in which their symbols occur alike, and the checks
that combine both into a question. Symbols that a pattern exchanges receive the same parts of
premises of the same forms, and names are assigned at the end; so every question has mirrored ones
in which each of its options is the right one (`matching`), and these are equally likely to be
drawn. The right option is not chosen in advance: the premises decide.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from items.families.agreement import STEPS
from items.families.divlogic.masks import (
    CANDIDATES,
    FAILS,
    FULL_REGION,
    Form,
    Statement,
    contradicted,
    denial_among,
    entailed,
    fact,
    from_fewer,
    number_of,
    numbers,
    over_symbols,
    region,
    region_of,
    same_here,
    supports,
    vacuous,
)
from items.families.divlogic.matching import (
    LEVELS,
    NEIGHBOURS,
    Level,
    Uses,
    alike,
    connections,
    meetings,
    mirrored,
    renamings,
)
from items.families.divlogic.premises import FACT_SHARE, NEGATED
from items.families.divlogic.task import ChoiceQuestion, Logic, QuestionType, Relation, insert_gold
from items.seeds import Draw

Pattern = tuple[tuple[int, ...], ...]
"""Four options, each as the numbers of the symbols at the places of its form."""
_PAIRS: tuple[Pattern, ...] = (
    ((0, 1), (0, 2), (0, 3), (0, 4)),
    ((1, 0), (2, 0), (3, 0), (4, 0)),
    ((0, 1), (1, 2), (2, 3), (3, 0)),
    ((0, 1), (1, 0), (2, 3), (3, 2)),
    ((0, 2), (0, 3), (1, 2), (1, 3)),
    ((0, 1), (0, 2), (3, 4), (3, 5)),
    ((1, 0), (2, 0), (4, 3), (5, 3)),
)
_TRIPLES: tuple[Pattern, ...] = (
    ((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 1, 5)),
    ((0, 1, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2)),
    ((0, 1, 2), (0, 1, 3), (0, 4, 2), (0, 4, 3)),
    ((0, 1, 2), (0, 1, 3), (4, 5, 2), (4, 5, 3)),
    ((0, 1, 2), (3, 4, 2), (0, 1, 5), (3, 4, 5)),
    ((0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1)),
    ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
    ((0, 4, 1), (1, 4, 2), (2, 4, 3), (3, 4, 0)),
)
PATTERNS: Mapping[Form, tuple[Pattern, ...]] = {
    "fact": (((0,), (1,), (2,), (3,)),),
    "implies": _PAIRS,
    "not_both": _TRIPLES,
    "either": _TRIPLES,
}
"""For each form, patterns whose renamings map every option to every other."""
FORMS: Mapping[QuestionType, tuple[Form, ...]] = {
    "3c1e": ("fact", "implies"),
    "3e1c": ("fact", "implies"),
    "missing": ("fact", "fact", "implies", "implies", "not_both", "either"),
}
"""Forms of options by type of question; likelier ones are repeated."""
_Part = tuple[Form, bool]
"""A part of a rule: its form, and whether it is the consequent."""
_LEFT: Mapping[Form, int] = {"implies": 1, "not_both": 2, "either": 2}
"""Number of symbols on the left of a rule's arrow."""
_PARTS: tuple[_Part, ...] = tuple((form, right) for form in _LEFT for right in (False, True))
_RIGHT: tuple[_Part, ...] = tuple((form, True) for form in _LEFT)
_IF_TRUE: tuple[_Part, ...] = (("implies", False), ("either", False))
_IF_FALSE: tuple[_Part, ...] = (("not_both", False),)
_LEAD_ON = (_IF_TRUE, (*_IF_FALSE, *_RIGHT))
"""By sign, the parts in which a given literal has consequences."""
_LEAD_TO = ((*_IF_FALSE, *_RIGHT), _IF_TRUE)
"""By sign, the parts from which a literal can follow."""
_SHAPES: tuple[Form, ...] = ("implies", "implies", "not_both", "either")
_MORE_RULES = 3
"""At most n + 3 rules: with n + 1 there are few different questions, especially about literals."""
_FEW_SYMBOLS = "too few symbols"
_MOST_PARTS = 2
"""Largest number of rules that contain a given symbol of an option."""
_FEWEST_SYMBOLS = 6
_LEAST_NOISE = 3
_FILLINGS = 4
"""Fillings of the same rules before new ones are dealt."""
_MARK = 5
"""Number of bits sufficient for the number of adjacent symbols."""
_FACT_PROBABILITY = 0.1
"""Probability that the symbols that a pattern exchanges are also facts."""


@dataclass(frozen=True, slots=True)
class _Passage:
    """Premises over numbered symbols, and the symbols that conclusions may be about."""

    statements: tuple[Statement, ...]
    open_symbols: int
    fixed_symbols: int
    """Symbols that no renaming of the options moves."""


def compose(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    form: Form,
    size: int | None = None,
    level: Level = LEVELS[0],
) -> ChoiceQuestion | str:
    """Make one attempt: return a question with options of the form and its gold at the position, or
    why there is none. `size` is the number of premises shown, if requested. `level` is `steps`,
    `neighbours`, or `roles` if neighbours need not agree."""
    pattern = draw.choice(PATTERNS[form])
    if max(max(option) for option in pattern) >= logic.symbols:
        return _FEW_SYMBOLS
    signs = [0] * len(pattern[0])
    if type_ != "missing" or form == "fact":
        signs = [draw.below(2) for _ in signs]
    fewest = 1
    if form == "fact" and size is None:
        fewest = 3 if type_ == "missing" else 2
    dealt = _deal(draw, pattern, _useful(pattern, signs, type_, form), logic, size, fewest)
    if dealt is None:
        return "no room for the symbols"
    names = draw.shuffled(range(logic.symbols))
    options = [
        Statement(
            form, tuple([names[s] << 1 | sign for s, sign in zip(counts, signs, strict=True)])
        )
        for counts in pattern
    ]
    ask = _missing if type_ == "missing" else _choice
    reason = ""
    for _ in range(_FILLINGS):
        passage = _filled(draw, dealt, logic, size, names, level)
        if (
            level == STEPS
            and isinstance(passage, _Passage)
            and len({connections(option, passage.statements) for option in options}) > 1
        ):
            passage = "options that premises connect to others in different ways"
        question = (
            passage
            if isinstance(passage, str)
            else ask(draw, type_, place, logic, passage, options)
        )
        if not isinstance(question, str):
            return replace(question, matching_level=level)
        reason = question
    return reason


def draw_size(draw: Draw, type_: QuestionType, logic: Logic) -> int | None:
    """Draw the number of premises shown; None if no number is requested."""
    if logic.premises is None:
        return None
    least = logic.premises.minimum
    most = least + logic.n if logic.premises.maximum is None else logic.premises.maximum
    return max(least + draw.below(most - least + 1) - (type_ == "missing"), 1)


def composable(type_: QuestionType, logic: Logic) -> bool:
    """Whether an attempt is worthwhile. Options that occur alike have premises each, and those of
    the options that do not follow are noise; if one of several alike options follows, the others
    are hardly ever all refuted; and the options use up a small number of symbols."""
    if logic.symbols < _FEWEST_SYMBOLS:
        return False
    if type_ != "3e1c" and logic.noise is not None and logic.noise < _LEAST_NOISE:
        return False
    return type_ == "missing" or logic.others != "contradicted"


@lru_cache(1 << 10)
def classes_of(pattern: Pattern) -> tuple[tuple[int, ...], ...]:
    """Return the symbols of a pattern, grouped by which of them its renamings map to one
    another."""
    options = [Statement("fact", tuple([symbol << 1 for symbol in counts])) for counts in pattern]
    reached: dict[int, set[int]] = {}
    for renaming in renamings(options):
        for symbol, image in renaming.items():
            reached.setdefault(symbol, set()).add(image)
    return tuple(sorted({tuple(sorted(images)) for images in reached.values()}))


# --- the passage ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Dealt:
    """Rules over numbered symbols that contain those of the options; -1 marks an empty place."""

    classes: Sequence[tuple[int, ...]]
    forms: Sequence[Form]
    rules: Sequence[Sequence[int]]
    uses: Sequence[int]


def _useful(
    pattern: Pattern, signs: Sequence[int], type_: QuestionType, form: Form
) -> Mapping[int, Sequence[_Part]]:
    """For each symbol, the parts of rules from which an option with it can follow, or which a
    missing premise with it can connect to others."""
    pairs: dict[int, list[_Part]] = {}
    for option in pattern:
        for place, (symbol, sign) in enumerate(zip(option, signs, strict=True)):
            premise_given = place < len(option) - 1
            if form == "not_both" and premise_given:
                sign ^= 1
            if type_ == "missing":
                premise_given = not premise_given
            pairs.setdefault(symbol, []).extend(_LEAD_ON[sign] if premise_given else _LEAD_TO[sign])
    return pairs


def _deal(
    draw: Draw,
    pattern: Pattern,
    useful_parts: Mapping[int, Sequence[_Part]],
    logic: Logic,
    size: int | None,
    surplus: int,
) -> _Dealt | None:
    """Deal the symbols of options to rules, those of a class to the same parts of the same forms;
    None if they do not fit. There are at least `logic.n + fewest` rules, within the upper limit."""
    classes = classes_of(pattern)
    chosen: list[tuple[tuple[int, ...], _Part]] = []
    need: Counter[_Part] = Counter()
    for group in classes:
        for turn in range(1 + draw.below(min(_MOST_PARTS, logic.n - 1))):
            part = draw.choice(_PARTS if turn else useful_parts[group[0]])
            chosen.append((group, part))
            need[part] += len(group)
    forms: list[Form] = []
    for form, capacity in _LEFT.items():
        forms += [form] * max(need[form, True], -(-need[form, False] // capacity))
    most = logic.n + _MORE_RULES
    if size is not None:
        most = min(most, size)
    if len(forms) > most:
        return None
    least = max(len(forms), min(logic.n + surplus, most))
    forms += [
        draw.choice(_SHAPES) for _ in range(least + draw.below(most - least + 1) - len(forms))
    ]
    rules = [[-1] * (_LEFT[form] + 1) for form in forms]
    free: dict[_Part, list[tuple[int, int]]] = {}
    for number, form in enumerate(forms):
        for place in range(_LEFT[form] + 1):
            free.setdefault((form, place == _LEFT[form]), []).append((number, place))
    for places in free.values():
        draw.shuffle(places)
    uses = [0] * logic.symbols
    for group, part in chosen:
        for symbol in group:
            number, place = free[part].pop()
            if symbol in rules[number]:
                return None
            rules[number][place] = symbol
            uses[symbol] += 1
    others = logic.symbols - sum(map(len, classes))
    gaps = [rule.count(-1) for rule in rules]
    if max(gaps) > others or sum(gaps) > others * logic.n:
        return None
    return _Dealt(classes, forms, rules, uses)


def _filled(
    draw: Draw,
    dealt: _Dealt,
    logic: Logic,
    size: int | None,
    names: Sequence[int],
    level: Level,
) -> _Passage | str:
    """Fill the empty places of dealt rules with other symbols, and add facts."""
    first_free = sum(map(len, dealt.classes))
    uses = list(dealt.uses)
    rules = [list(rule) for rule in dealt.rules]
    for rule in rules:
        for place, symbol in enumerate(rule):
            if symbol < 0:
                free = [
                    other
                    for other in range(first_free, logic.symbols)
                    if uses[other] < logic.n and other not in rule
                ]
                if not free:
                    return _FEW_SYMBOLS
                rule[place] = chosen = draw.choice(free)
                uses[chosen] += 1
    facts: dict[int, int] = {}
    for group in dealt.classes:
        if draw.chance(_FACT_PROBABILITY):
            facts.update(dict.fromkeys(group, int(draw.chance(NEGATED))))
    others = [symbol for symbol in range(first_free, logic.symbols) if uses[symbol]]
    open_ = [symbol for symbol, number in enumerate(uses) if 0 < number < logic.n]
    room = int(len(open_) / FACT_SHARE) - len(facts)
    sizes = [
        fact_count
        for fact_count in (range(room + 1) if size is None else [size - len(rules) - len(facts)])
        if 0 <= fact_count <= min(len(others), room)
    ]
    if not sizes:
        return "the wrong number of premises was drawn"
    if level in (STEPS, NEIGHBOURS):
        stated = _stated_alike(
            draw, dealt.classes, rules, uses, facts, others, sizes, different=size is None
        )
        if stated is None:
            return "options whose neighbours can be told apart by counting"
    else:
        stated = draw.sample(others, draw.choice(sizes))
    for symbol in stated:
        facts[symbol] = int(draw.chance(NEGATED))
    statements = [
        Statement(form, tuple([names[symbol] << 1 for symbol in rule]))
        for form, rule in zip(dealt.forms, rules, strict=True)
    ] + [fact(names[symbol] << 1 | sign) for symbol, sign in facts.items()]
    if len({region(statement) for statement in statements}) < len(statements):
        return "two premises are equivalent"
    fixed = [*others, *(group[0] for group in dealt.classes if len(group) == 1)]
    return _Passage(
        tuple(draw.shuffled(statements)),
        sum(1 << names[symbol] for symbol in open_),
        sum(1 << names[symbol] for symbol in fixed),
    )


def _stated_alike(
    draw: Draw,
    classes: Sequence[tuple[int, ...]],
    rules: Sequence[Sequence[int]],
    uses: Sequence[int],
    facts: Mapping[int, int],
    spare_symbols: Sequence[int],
    sizes: Sequence[int],
    *,
    different: bool,
) -> Sequence[int] | None:
    """Choose other symbols as facts, with a number from `sizes`, such that the neighbours of all
    symbols of a class occur in equally many premises. None if this is impossible or if
    (`different`) some symbols of a class have a neighbour twice and others do not. All choices are
    tried, so that few rules are dealt in vain."""
    other_symbols = [
        [[other for rule in rules if symbol in rule for other in rule if other != symbol]
         for symbol in group]
        for group in classes
        if len(group) > 1
    ]  # fmt: skip
    if different and any(len({len(set(near)) for near in group}) > 1 for group in other_symbols):
        return None
    for size in draw.shuffled(sizes):
        for stated in draw.shuffled(list(combinations(spare_symbols, size))):
            # A sum that depends on the numbers but not on their order.
            marks = [
                1 << _MARK * (number + (symbol in stated or symbol in facts))
                for symbol, number in enumerate(uses)
            ]
            if all(
                len({sum([marks[n] for n in near]) for near in group}) == 1
                for group in other_symbols
            ):
                return stated
    return None


# --- what follows --------------------------------------------------------------------------------


def _choice(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    passage: _Passage,
    options: Sequence[Statement],
) -> ChoiceQuestion | str:
    """A question about what follows, or why there is none."""
    bits = region_of(passage.statements)
    if not bits:
        return "premises inconsistent"
    codes = [number_of(option) for option in options]
    following = [not bits & FAILS[code] for code in codes]
    if sum(following) != (1 if type_ == "3c1e" else 3):
        return "the wrong number of options follows"
    allowed = over_symbols(passage.open_symbols)
    if not all(allowed >> code & 1 for code in codes):
        return "an option about symbols used too often"
    if len(set(codes)) < len(codes) or denial_among(codes):
        return "options that are equivalent or deny each other"
    everything = entailed(bits)
    hollow = vacuous(everything)
    right = [code for code, follows in zip(codes, following, strict=True) if follows]
    wrong = [code for code, follows in zip(codes, following, strict=True) if not follows]
    if any(hollow >> code & 1 for code in right):
        return "a conclusion that says nothing new"
    refuted = contradicted(everything)
    if same_here(wrong, bits, refuted):
        return "options that are equivalent or deny each other"
    sorts = {"contradicted" if refuted >> code & 1 else "undetermined" for code in wrong}
    if logic.others in ("undetermined", "contradicted") and sorts != {logic.others}:
        return "other options of the wrong kind"
    if logic.others == "mixed" and len(wrong) > 1 and len(sorts) < 2:
        return "other options of the wrong kind"
    sets = [supports(passage.statements, FAILS[code]) for code in right]
    reason = _unfit(logic, passage, sets)
    if reason or not _agree(passage, options, None):
        return reason or "options that can be told apart by counting"
    gold = following.index(type_ == "3c1e")
    others = draw.shuffled([option for n, option in enumerate(options) if n != gold])
    listed = insert_gold(others, options[gold], place)
    stands: list[Relation] = []
    for option in listed:
        code = number_of(option)
        stands.append(
            "follows"
            if code in right
            else "contradicted"
            if refuted >> code & 1
            else "undetermined"
        )
    return ChoiceQuestion(
        type_,
        passage.statements,
        listed,
        place,
        tuple(stands),
        depth=min(masks[0].bit_count() for masks in sets),
        noise=len(passage.statements) - _union(sets).bit_count(),
        support=tuple(numbers(sets[0][0])) if type_ == "3c1e" else (),
    )


def _missing(
    draw: Draw,
    type_: QuestionType,
    place: int,
    logic: Logic,
    passage: _Passage,
    options: Sequence[Statement],
) -> ChoiceQuestion | str:
    """A question for the missing premise, about a conclusion that exactly one option completes."""
    bits = region_of(passage.statements)
    if not bits:
        return "premises inconsistent"
    added = [bits & region(option) for option in options]
    if any(not inside or inside == bits for inside in added):
        return "an option that the premises already decide"
    if any(first == second for first, second in combinations(added, 2)) or any(
        region(first) ^ region(second) == FULL_REGION for first, second in combinations(options, 2)
    ):
        return "options that are equivalent or deny each other"
    shown_symbols = 0
    for statement in passage.statements:
        shown_symbols |= statement.symbols
    if any(option.symbols & ~shown_symbols for option in options):
        return "the missing premise would introduce a symbol"
    gained = [entailed(inside) for inside in added]
    settled = entailed(bits)
    for gold in draw.shuffled(range(len(options))):
        good = gained[gold] & ~settled & over_symbols(passage.open_symbols & passage.fixed_symbols)
        for number, others in enumerate(gained):
            if number != gold:
                good &= ~others
        if not good:
            continue
        whole = (*passage.statements, options[gold])
        good &= ~vacuous(gained[gold]) & ~from_fewer(whole, logic.depth.minimum)
        for code in draw.shuffled(list(numbers(good))):
            conclusion = CANDIDATES[code]
            sets = supports(whole, FAILS[code])
            reason = _unfit(logic, _Passage(whole, 0, 0), [sets])
            if reason or not _agree(passage, options, conclusion):
                continue
            others_ = draw.shuffled([entry for n, entry in enumerate(options) if n != gold])
            relations: list[Relation] = ["undetermined"] * len(others_)
            last = len(passage.statements)
            return ChoiceQuestion(
                type_,
                passage.statements,
                insert_gold(others_, options[gold], place),
                place,
                (*relations[:place], "completes", *relations[place:]),
                conclusion=conclusion,
                depth=sets[0].bit_count(),
                noise=len(whole) - _union([sets]).bit_count(),
                support=tuple([n for n in numbers(sets[0]) if n != last]),
            )
    return "no conclusion that one option alone completes"


def _unfit(logic: Logic, passage: _Passage, sets: Sequence[Sequence[int]]) -> str:
    """Why these supports do not meet the requirements; empty if they do."""
    if any(masks[0].bit_count() not in logic.depth for masks in sets):
        return "too few conclusions of the requested depth"
    noise = len(passage.statements) - _union(sets).bit_count()
    return "" if logic.noise in (None, noise) else "the wrong number of noise premises was drawn"


def _agree(passage: _Passage, options: Sequence[Statement], conclusion: Statement | None) -> bool:
    """Whether options have the same marks, resemble one another equally, share premises with one
    another and with the conclusion equally often and in the same parts, and are mirrored."""
    uses = Uses(passage.statements, conclusion)
    marks = {uses.marks(option) for option in options}
    if len(marks) > 1 or not alike(options, passage.statements) or not mirrored(options):
        return False
    concluded = [] if conclusion is None else [conclusion]
    met = {
        (
            meetings(option, concluded, passage.statements),
            meetings(
                option,
                [statement for statement in options if statement is not option],
                passage.statements,
            ),
        )
        for option in options
    }
    return len(met) == 1


def _union(sets: Sequence[Sequence[int]]) -> int:
    used = 0
    for masks in sets:
        for mask in masks:
            used |= mask
    return used
