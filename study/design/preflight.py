"""What a study's items allow, checked before anybody starts.

Owns the refusals and warnings about items: gold, proofs, parts. Everything here is for the
researcher; participants never see it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from items.lint import invisible
from items.models import Item, ProofState
from solver.errors import InputError
from study.course.attention import checks_of
from study.course.entries import Planned
from study.course.plan import Plan
from study.course.sections import PlannedBlock, Pools, Section, parts, repeatable_items, select
from study.course.station import station_of
from study.design.guessing import TOO_LIKELY, Gate, gates
from study.design.planning import example_of, make_plan
from study.design.protocol import Study
from study.files.toml_errors import PlacedError

LISTED_IDS = 8
"""Maximum number of ids in an error or warning."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """Item ids by problem."""

    disproved_items: tuple[str, ...]
    """The solver refutes their gold answers."""
    unproved: tuple[str, ...]
    """Their gold answers are not proved: never checked by the solver, or without a result."""
    without_gold: tuple[str, ...]
    """Their answers will be recorded but not scored."""
    repeated: tuple[str, ...]
    """They occur in more than one section."""
    unread: tuple[str, ...] = ()
    """One line per record of the sources that could not be read."""
    uncheckable: tuple[str, ...] = ()
    """No solver can prove their gold: free answers, or no formalization."""
    approximate: tuple[str, ...] = ()
    """Used although their words only approximate their formulas."""
    kept_out: tuple[str, ...] = ()
    """Omitted from the sources since their words only approximate their formulas."""
    gates: tuple[Gate, ...] = ()
    """The tests that decide who continues."""
    asks_consent: bool = True
    mixes_attempts: bool = False
    """Further attempts are recorded, and no rule excludes them from the report."""
    equal_options: tuple[str, ...] = ()
    """Two options of a question are equivalent."""
    vain: tuple[str, ...] = ()
    """Settings of the file without effect, in sentences."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Lines for the researcher: the problem, the number of items, and their ids."""
        row = (
            ("gold refuted by the solver, used anyway", self.disproved_items),
            ("gold not proved", self.unproved),
            ("gold that no solver can prove", self.uncheckable),
            ("words only approximate the formulas, used anyway", self.approximate),
            ("left out, as words only approximate the formulas", self.kept_out),
            ("no gold, so answers are recorded but not scored", self.without_gold),
            ("in more than one block", self.repeated),
            ("options that say the same", self.equal_options),
        )
        lines = [
            f"{len(ids)} {'item' if len(ids) == 1 else 'items'}: {subject}: {_listed(ids)}"
            for subject, ids in row
            if ids
        ]
        if not self.asks_consent:
            lines.append("participants are not asked for their consent")
        if self.mixes_attempts:
            lines.append(
                "the report counts further attempts of a participant like the first; the rule "
                "repeated, under [[exclude]], excludes them"
            )
        lines += self.vain
        lines += [gate.sentence for gate in self.gates if gate.chance >= TOO_LIKELY]
        lines += [f"record left out: {text}" for text in self.unread[:LISTED_IDS]]
        if len(self.unread) > LISTED_IDS:
            lines.append(f"{len(self.unread) - LISTED_IDS} more records left out")
        return tuple(lines)


def preflight(
    study: Study,
    pools: Pools,
    proofs: Mapping[str, ProofState],
    unread: tuple[str, ...] = (),
    kept_out: tuple[str, ...] = (),
) -> Preflight:
    """Check a study against its items. `proofs` is by content hash; `unread` names records of its
    sources that could not be read, and `kept_out` items that are omitted from the pools.

    Raises InputError (PlacedError where a field is the cause) where the study cannot run: a filter
    on unknown ids or attributes, too few items, nothing to ask anybody, a refuted item that is not
    allowed, a qualification question that cannot be decided, parts that share an id, invisible
    text, a missing worked example.
    """
    try:
        for section in study.sections:
            _check_filter(study, section, pools)
            _check_again(study, section, pools)
            _check_strata(study, section, pools)
        plans = [
            make_plan(study, pools, slot, sitting)
            for slot in range(max(len(study.conditions), 1))
            for sitting in range(1, len(study.sittings) + 2)
        ]
    except PlacedError as error:
        if unread:
            error.hint = f"Records of the sources left out: {len(unread)}. The first: {unread[0]}"
        if kept_out:
            error.hint = _kept_out(kept_out)
        raise
    _check_asked(plans)
    if study.example is not None and example_of(study, pools) is None:
        raise PlacedError(
            ("example", "item"),
            "The worked example does not exist",
            f"expected an item of {study.example.source}, found {study.example.item!r}",
        )
    chosen = [(section, select(section, pools)) for section in study.sections]
    items = items_used(study, pools)
    by_proof: dict[ProofState, list[str]] = {state: [] for state in get_args(ProofState)}
    for content_hash, item in items.items():
        by_proof[proofs.get(content_hash, "unknown")].append(item.id)
    disproved = by_proof["disproved"]
    if disproved and not study.allow_disproved:
        raise InputError(
            "The study uses items whose gold is wrong",
            f"the solver refutes {len(disproved)}: {_listed(disproved)}",
            "Correct or filter them, or set allow_disproved = true in the study file.",
        )
    _check_judging(study, pools, chosen, items, proofs)
    for section, pool in chosen:
        for item in pool:
            _check_item(item, section.decides)
        for item in _checks(study, section, pools):
            _check_item(item, qualifying=False)
        _check_twins(study, section, pool, pools)
    places = Counter(item.content_hash for _, pool in chosen for item in pool)
    return Preflight(
        disproved_items=tuple(disproved),
        unproved=tuple(by_proof["unknown"]),
        uncheckable=tuple(by_proof["not checkable"]),
        without_gold=tuple(
            item.id for item in items.values() if any(leaf.gold is None for leaf in item.leaves)
        ),
        repeated=tuple(items[h].id for h, count in places.items() if count > 1),
        unread=unread,
        approximate=tuple(item.id for item in items.values() if item.approximate),
        kept_out=kept_out,
        asks_consent=any(config.station == "consent" for config in study.course),
        mixes_attempts=study.codes.coming_again == "attempt"
        and not any(rule.rule == "repeated" for rule in study.exclude),
        equal_options=tuple(item.id for item in items.values() if _says_twice(item)),
        vain=tuple(_vain(study, plans)),
        gates=tuple({gate.section: gate for plan in plans for gate in gates(plan, items)}.values()),
    )


def _check_judging(
    study: Study,
    pools: Pools,
    items_by_section: Sequence[tuple[Section, tuple[Item, ...]]],
    items: Mapping[str, Item],
    proofs: Mapping[str, ProofState],
) -> None:
    """Where participants are told what is right, or judged by it, no gold may be refuted, whatever
    the study allows elsewhere. Raises InputError."""
    uses: list[tuple[str, Item]] = []
    example = example_of(study, pools)
    if example is not None:
        uses.append(("the worked example", example))
    for section, pool in items_by_section:
        if section.decides:
            use = "a practice run" if section.role == "practice" else "a test"
            uses += [(use, item) for item in pool]
        uses += [("an attention check", item) for item in _checks(study, section, pools)]
    wrong: dict[str, dict[str, None]] = {}
    for use, item in uses:
        if item.content_hash in items and proofs.get(item.content_hash) == "disproved":
            wrong.setdefault(use, {})[item.id] = None
    if wrong:
        uses_listed = "; ".join(f"{use} has {_listed(list(ids))}" for use, ids in wrong.items())
        raise InputError(
            "Participants would be taught or judged by a gold that is wrong",
            f"the solver refutes the gold of items in use there: {uses_listed}",
            "Correct or replace them: allow_disproved lets such items only into blocks whose "
            "answers decide nothing.",
        )


def _reachable_stations(plan: Plan) -> list[Planned]:
    """Stations that somebody can reach: those for participants who failed only count where a test
    can be failed."""
    gated = any(station_of(entry).can_fail for entry in plan.stations)
    return [entry for entry in plan.stations if gated or entry.when != "failed"]


def _check_asked(plans: Sequence[Plan]) -> None:
    """Check that somebody is asked something. Raises PlacedError."""
    asks = (
        isinstance(entry, PlannedBlock) or station_of(entry).asks
        for plan in plans
        for entry in _reachable_stations(plan)
    )
    if not any(asks):
        raise PlacedError(
            ("blocks", 0),
            "Nobody is asked anything",
            "expected a block or a form that somebody reaches, found none",
            'A block with when = "failed" is for those who failed a test before it.',
        )


def _vain(study: Study, plans: Sequence[Plan]) -> Iterator[str]:
    """Stations that nobody reaches, conditions without questions, pools that may never be filled,
    and rules that cannot exclude anybody."""
    reached = {entry.id for plan in plans for entry in _reachable_stations(plan)}
    planned = dict.fromkeys(entry.id for plan in plans for entry in plan.stations if entry.id)
    for name in planned:
        if name not in reached:
            yield f"nobody reaches {name}: it is for those who failed a test, and there is no test"
    conditions_asked = {
        plan.condition for plan in plans if any(b.role == "main" for b in _blocks(plan))
    }
    for condition in study.conditions:
        if conditions_asked and condition not in conditions_asked:
            yield f"condition {condition} has no block: participants in it are asked no questions"
    if study.filled and not study.slots.frees_dropped_out:
        yield (
            "participants who drop out keep their places for good, as reclaim under [slots] leaves "
            "out dropped_out: the study may never have all the answers that answers_per_item "
            "requires, and later participants are told that all places are taken"
        )
    rules = [rule.name for rule in study.exclude if rule.rule == "attention"]
    if rules and not any(block.checks for plan in plans for block in plan.blocks):
        names = ", ".join(rules)
        yield f"the rule {names} excludes nobody, as no block has attention items"


def _blocks(plan: Plan) -> list[PlannedBlock]:
    return [entry for entry in _reachable_stations(plan) if isinstance(entry, PlannedBlock)]


def _says_twice(item: Item) -> bool:
    texts = [[option.text.strip() for option in leaf.options] for leaf in item.leaves]
    return any(len(set(each)) < len(each) for each in texts)


def items_used(study: Study, pools: Pools) -> dict[str, Item]:
    """The items that a study's sections choose from its sources, by content hash, with the worked
    example and the reworded items. Items that say which option to choose claim nothing provable."""
    chosen = [select(section, pools) for section in study.sections]
    example = example_of(study, pools)
    if example is not None and example.formalization is not None:
        chosen.append((example,))
    chosen += [
        tuple(item for item in _checks(study, section, pools) if item.formalization is not None)
        for section in study.sections
    ]
    return {item.content_hash: item for pool in chosen for item in pool}


def _checks(study: Study, section: Section, pools: Pools) -> tuple[Item, ...]:
    """The items of a section that may be used only for attention."""
    return checks_of(section.watches, study.language, pools)


def _check_filter(study: Study, section: Section, pools: Pools) -> None:
    """Refuse names that nothing in the sources has: they are mistakes, not conditions. Raises
    PlacedError."""
    pool = [item for source in section.sources for item in pools.get(source, ())]
    if not pool:
        return
    block_place = study.place_of(section)
    filters = [((*block_place, "filter"), section.filter)]
    filters += [
        ((*block_place, "strata", n, "filter"), part.filter)
        for n, part in enumerate(section.strata)
    ]
    sources = ", ".join(section.sources)
    ids = {item.id for item in pool}
    names = sorted({name for item in pool for name in item.attributes})
    for place, rule in filters:
        strange = [attribute for attribute in rule.ids if attribute not in ids]
        if strange:
            raise PlacedError(
                (*place, "ids"),
                "A filter names items that do not exist",
                f"expected ids of items in {sources}, found {_listed(strange)}",
            )
        for attribute in rule.attributes:
            if attribute not in names:
                raise PlacedError(
                    (*place, "attributes"),
                    "A filter names an attribute that no item has",
                    f"expected one of {_listed(names) or 'none'}, found {attribute}",
                )


def _check_again(study: Study, section: Section, pools: Pools) -> None:
    """Check that every possible sample has enough items to ask again, so that no plan fails later.
    Raises PlacedError."""
    for need, fitting, pool, fewest in repeatable_items(section, pools):
        if not pool or fewest >= need.number:
            continue
        verb = "be reworded" if need.sort == "reworded" else "be asked again"
        raise PlacedError(
            (*study.place_of(section), "attention", need.sort),
            "Too few items to ask again",
            f"expected at least {need.number} in every sample that can {verb} (choices with one "
            f"question{', with a twin in other words' if need.sort == 'reworded' else ''}), found "
            f"{fitting} of {pool} items, so that a sample may have no more than {fewest}",
            "Ask for fewer, make the sample longer, or filter the items for those that can.",
        )


def _check_strata(study: Study, section: Section, pools: Pools) -> None:
    """Where a pool is filled, no item may be in two of its parts: they would count each other's
    answers. Raises PlacedError."""
    if section.fills is None:
        return
    first_parts: dict[str, int] = {}
    for number, part in enumerate(parts(section, pools)):
        for item in part.items:
            before = first_parts.setdefault(item.content_hash, number)
            if before != number:
                raise PlacedError(
                    (*study.place_of(section), "strata", number, "filter"),
                    "Two parts of a sample share items",
                    "expected strata without common items, as there is answers_per_item, found "
                    f"{item.id} in the parts {before + 1} and {number + 1}",
                )


def _check_twins(study: Study, section: Section, pool: tuple[Item, ...], pools: Pools) -> None:
    """Every reworded item must be equivalent to the original, as proved by the solver. Raises
    PlacedError where that is not proved."""
    rules = section.watches
    if rules is None or not rules.reworded:
        return
    from items.shape.equivalence import same_question

    originals = {item.attributes.get(section.twin): item for item in pool}
    for other in pools.get(rules.reworded_source, ()):
        value = other.attributes.get(section.twin)
        if value is None or value not in originals:
            continue
        same = same_question(originals[value], other)
        if same.proved is not True:
            raise PlacedError(
                (*study.place_of(section), "attention", "reworded_source"),
                "Two items are not twins",
                f"expected a proof that {other.id} is equivalent to {originals[value].id}, "
                f"found: {same.reason}",
            )


def _check_item(item: Item, qualifying: bool) -> None:
    """Check that a participant can be asked an item. Raises InputError for invisible text, no
    question, equal ids of parts, and a qualification question that cannot be decided."""
    for question in item.questions:
        ids = [leaf.id for leaf in question.leaves]
        if len(set(ids)) < len(ids):
            raise InputError(
                "Parts of a question share an id",
                f"item {item.id}, question {question.id}: expected different ids, found "
                f"{', '.join(ids)}",
            )
        undecidable = any(leaf.gold is None or leaf.free for leaf in question.leaves)
        if qualifying and undecidable:
            raise InputError(
                "A qualification question cannot be decided",
                f"item {item.id}, question {question.id}: expected a gold answer that is not "
                "free text, found none",
            )
    unseen = next(invisible.look(item), None)
    if unseen is not None:
        raise InputError(
            "An item has invisible text",
            f"item {item.id}, {unseen.what}: expected visible characters",
            "Find them all with `countermodel items lint --rule invisible-text`.",
        )
    if not item.questions:
        raise InputError("An item asks nothing", f"item {item.id} has no questions")


def _kept_out(ids: tuple[str, ...]) -> str:
    count = f"{len(ids)} items are" if len(ids) > 1 else "One item is"
    return (
        f"{count} left out, as words only approximate the formulas ({_listed(ids)}); "
        "allow_approximate = true in the study file lets them in."
    )


def _listed(ids: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(ids) - LISTED_IDS} more" if len(ids) > LISTED_IDS else ""
    return ", ".join(ids[:LISTED_IDS]) + more
