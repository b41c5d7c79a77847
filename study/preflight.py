"""What a study's items allow, checked before anybody starts.

Owns the refusals and warnings about items: gold, proofs, parts. Everything here is for the
researcher; a participant is never shown it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from items.lint import invisible
from items.models import Item, ProofState
from solver.errors import InputError
from study.attention import checks_of
from study.guessing import TOO_LIKELY, Gate, gates
from study.planning import example_of, make_plan
from study.protocol import Study
from study.sections import Pools, Section, select
from study.toml_errors import PlacedError

SHOWN = 8
"""How many ids an error or warning lists."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """Item ids by what is wrong with them."""

    disproved: tuple[str, ...]
    """The solver refutes their gold."""
    unproved: tuple[str, ...]
    """Their gold is not proved: it was never put to the solver, or the solver came to no end."""
    without_gold: tuple[str, ...]
    """Their answers will be recorded and not scored."""
    repeated: tuple[str, ...]
    """They stand in more than one section."""
    unread: tuple[str, ...] = ()
    """A line for each record of the sources that could not be read."""
    uncheckable: tuple[str, ...] = ()
    """No solver can prove their gold: free answers, or no formalization."""
    approximate: tuple[str, ...] = ()
    """Used, though their words only approximate their formulas."""
    kept_out: tuple[str, ...] = ()
    """Left out of the sources, since their words only approximate their formulas."""
    gates: tuple[Gate, ...] = ()
    """The tests that decide who goes on."""
    asks_consent: bool = True
    mixes_attempts: bool = False
    """Further attempts are recorded, and no rule leaves them out of the report."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Lines for the researcher: what, how many items, and which."""
        row = (
            ("gold refuted by the solver, used all the same", self.disproved),
            ("gold not proved", self.unproved),
            ("gold that no solver can prove", self.uncheckable),
            ("words only approximate the formulas, used all the same", self.approximate),
            ("left out, as words only approximate the formulas", self.kept_out),
            ("no gold, so answers are recorded but not scored", self.without_gold),
            ("in more than one block", self.repeated),
        )
        lines = [
            f"{len(ids)} {'item' if len(ids) == 1 else 'items'}: {what}: {_listed(ids)}"
            for what, ids in row
            if ids
        ]
        if not self.asks_consent:
            lines.append("participants are not asked for their consent")
        if self.mixes_attempts:
            lines.append(
                "the report counts further attempts of a participant like the first; the rule "
                "repeated, under [[exclude]], leaves them out"
            )
        lines += [gate.told for gate in self.gates if gate.chance >= TOO_LIKELY]
        lines += [f"record left out: {text}" for text in self.unread[:SHOWN]]
        if len(self.unread) > SHOWN:
            lines.append(f"{len(self.unread) - SHOWN} more records left out")
        return tuple(lines)


def preflight(
    study: Study,
    pools: Pools,
    proofs: Mapping[str, ProofState],
    unread: tuple[str, ...] = (),
    kept_out: tuple[str, ...] = (),
) -> Preflight:
    """Check a study against its items. `proofs` is by content hash; `unread` tells which records
    of its sources could not be read, `kept_out` which items are left out of the pools.

    Raises InputError where the study cannot be run: a filter on ids or attributes there are not,
    too few items, an item refuted and not allowed, a qualification question that cannot be
    decided, parts that share an id, text that cannot be seen, a worked example that is not there.
    """
    try:
        for section in study.sections:
            _check_filter(study, section, pools)
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
    if study.example is not None and example_of(study, pools) is None:
        raise PlacedError(
            ("example", "item"),
            "The worked example is not there",
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
    for section, pool in chosen:
        for item in pool:
            _check_item(item, section.decides)
        for item in _checks(study, section, pools):
            _check_item(item, qualifying=False)
        _check_twins(study, section, pool, pools)
    places = Counter(item.content_hash for _, pool in chosen for item in pool)
    return Preflight(
        disproved=tuple(disproved),
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
        gates=tuple({gate.section: gate for plan in plans for gate in gates(plan, items)}.values()),
    )


def items_used(study: Study, pools: Pools) -> dict[str, Item]:
    """The items that a study's sections choose from its sources, by content hash, with those asked
    again in other words. Items that say what is to be chosen claim nothing that could be proved."""
    chosen = [select(section, pools) for section in study.sections]
    chosen += [
        tuple(item for item in _checks(study, section, pools) if item.formalization is not None)
        for section in study.sections
    ]
    return {item.content_hash: item for pool in chosen for item in pool}


def _checks(study: Study, section: Section, pools: Pools) -> tuple[Item, ...]:
    """The items of a section that may be asked for attention alone."""
    return checks_of(section.watches, study.language, pools)


def _check_filter(study: Study, section: Section, pools: Pools) -> None:
    """A name that nothing in the sources has is a slip, not a condition."""
    pool = [item for source in section.sources for item in pools.get(source, ())]
    if not pool:
        return
    place = (*study.place_of(section), "filter")
    sources = ", ".join(section.sources)
    ids = {item.id for item in pool}
    strange = [wanted for wanted in section.filter.ids if wanted not in ids]
    if strange:
        raise PlacedError(
            (*place, "ids"),
            "A filter names items that are not there",
            f"expected ids of items in {sources}, found {_listed(strange)}",
        )
    names = sorted({name for item in pool for name in item.attributes})
    for wanted in section.filter.attributes:
        if wanted not in names:
            raise PlacedError(
                (*place, "attributes"),
                "A filter names an attribute that no item has",
                f"expected one of {_listed(names) or 'none'}, found {wanted}",
            )


def _check_twins(study: Study, section: Section, pool: tuple[Item, ...], pools: Pools) -> None:
    """Every item in other words has to ask the same as the item itself, proved by the solver."""
    rules = section.watches
    if rules is None or not rules.reworded:
        return
    from items.equivalence import same_question

    originals = {item.attributes.get(section.twin): item for item in pool}
    for other in pools.get(rules.reworded_source, ()):
        value = other.attributes.get(section.twin)
        if value is None or value not in originals:
            continue
        same = same_question(originals[value], other)
        if same.proved is not True:
            raise PlacedError(
                (*study.place_of(section), "attention", "reworded_source"),
                "Two items are no twins",
                f"expected {other.id} to be proved to ask the same as {originals[value].id}, "
                f"found: {same.why}",
            )


def _check_item(item: Item, qualifying: bool) -> None:
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
            "An item has text that cannot be seen",
            f"item {item.id}, {unseen.what}: expected characters that people see",
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
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
